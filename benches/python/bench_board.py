"""What a loop in Python asks of a board, against python-chess. Answers first, then times."""

from __future__ import annotations

import chess
import pytest

from circularchess import Board
from positions import POSITIONS, own_move, pair, peers_move
from racing import Race

EACH = pytest.mark.parametrize("name", ["start", "Kiwipete"])


@EACH
def test_list_of_legal_moves(name: str, race: Race) -> None:
    board, peer = pair(POSITIONS[name])
    assert {peers_move(move) for move in board.legal_moves} == set(peer.legal_moves)
    race(
        f"list(board.legal_moves), {name}",
        lambda: list(board.legal_moves),
        lambda: list(peer.legal_moves),
        aim="at most 0.1",
    )


@EACH
def test_push_and_pop(name: str, race: Race) -> None:
    board, peer = pair(POSITIONS[name])
    theirs = list(peer.legal_moves)
    ours = [own_move(move) for move in theirs]
    for own, other in zip(ours, theirs, strict=True):
        board.push(own)
        peer.push(other)
        assert board.fen().split()[:3] == peer.fen().split()[:3]
        assert board.pop() == own
        assert peer.pop() == other
    before = board.fen()

    def play() -> None:
        for move in ours:
            board.push(move)
            board.pop()

    def peers_play() -> None:
        for move in theirs:
            peer.push(move)
            peer.pop()

    race(f"push and pop every legal move, {name}", play, peers_play, aim="at most 0.33")
    assert board.fen() == before


def test_is_check(race: Race) -> None:
    board, peer = pair(POSITIONS["middle game"])
    assert board.is_check() == peer.is_check()
    race("board.is_check()", board.is_check, peer.is_check)


def test_outcome(race: Race) -> None:
    board, peer = pair(POSITIONS["middle game"])
    assert board.outcome() is None
    assert peer.outcome() is None
    race("board.outcome()", board.outcome, peer.outcome)


def test_copy(race: Race) -> None:
    board, peer = pair(POSITIONS["middle game"])
    assert board.copy() == board
    race("board.copy()", board.copy, peer.copy)


def test_fen(race: Race) -> None:
    board, peer = pair(POSITIONS["middle game"])
    assert board.fen() == peer.fen()
    race("board.fen()", board.fen, peer.fen)


def test_set_up_from_fen(race: Race) -> None:
    board, peer = pair(POSITIONS["middle game"])
    own, fen = board.fen(), peer.fen()
    assert Board("orthodox", own) == board
    race("Board(fen)", lambda: Board("orthodox", own), lambda: chess.Board(fen))

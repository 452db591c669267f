"""Move text and game records, against python-chess."""

from __future__ import annotations

from io import StringIO

import chess
import chess.pgn
import pytest

from circularchess import Board, Game, pgn
from positions import POSITIONS, own_move, pair, random_game
from racing import Race

EACH = pytest.mark.parametrize("name", ["middle game", "Kiwipete"])
PLIES, GAMES = 80, 20


def translated(text: str) -> str:
    """The parts of a python-chess move text that have no square in them."""
    return "".join(c for c in text if c in "KQRBNxO-=+#")


@EACH
def test_move_text(name: str, race: Race) -> None:
    board, peer = pair(POSITIONS[name])
    for move in peer.legal_moves:
        text, theirs = board.san(own_move(move)), peer.san(move)
        assert translated(text) == translated(theirs)
        if "O" not in text:
            assert chess.square_name(move.to_square) in text
    moves, peers = list(board.legal_moves), list(peer.legal_moves)
    race(
        f"SAN of every legal move, {name}",
        lambda: [board.san(move) for move in moves],
        lambda: [peer.san(move) for move in peers],
    )


@EACH
def test_reading_move_text(name: str, race: Race) -> None:
    board, peer = pair(POSITIONS[name])
    texts = [board.san(move) for move in board.legal_moves]
    peers_texts = [peer.san(move) for move in peer.legal_moves]
    for text, move in zip(texts, board.legal_moves, strict=True):
        assert board.parse_san(text) == move
    race(
        f"reading the SAN of every legal move, {name}",
        lambda: [board.parse_san(text) for text in texts],
        lambda: [peer.parse_san(text) for text in peers_texts],
    )


def test_game_records(race: Race) -> None:
    texts, peers_texts, ends = [], [], []
    for seed in range(GAMES):
        board, peer = Board("orthodox"), chess.Board()
        for move in random_game(PLIES, seed):
            board.push(own_move(move))
            peer.push(move)
        texts.append(Game.from_board(board).to_pgn())
        peers_texts.append(str(chess.pgn.Game.from_board(peer)))
        ends.append(peer.fen())
    text, peers_text = "\n".join(texts), "\n\n".join(peers_texts)
    for game, fen in zip(pgn.read_games(StringIO(text)), ends, strict=True):
        assert not game.faults
        *_, board = game.replay()
        assert board.fen().split()[:3] == fen.split()[:3]

    def peers_read() -> int:
        file, count = StringIO(peers_text), 0
        while (game := chess.pgn.read_game(file)) is not None:
            count += len(list(game.mainline_moves()))
        return count

    def our_read() -> int:
        return sum(len(list(game.mainline_moves())) for game in pgn.read_games(StringIO(text)))

    assert our_read() == peers_read() == GAMES * PLIES
    race(f"reading {GAMES} games of {PLIES} plies", our_read, peers_read)

"""Pictures of boards as SVG, against python-chess: time for each square drawn."""

from __future__ import annotations

import random
from typing import Any

import chess
import chess.svg
import pytest

from circularchess import Board, svg
from circularchess.animation import to_html
from positions import POSITIONS, own_move, pair
from racing import Race

AIM = "at most python-chess's time a square"


def squares(picture: str) -> int:
    """How many squares a picture of either package has."""
    return picture.count('class="square ')


@pytest.mark.parametrize("layout", ["flat", "round"])
def test_a_position_of_orthodox_chess(layout: Any, race: Race) -> None:
    board, peer = pair(POSITIONS["middle game"])
    move = next(iter(peer.legal_moves))
    options: dict[str, Any] = {"last_move": own_move(move), "arrows": [("e2", "e4")]}
    arrow = chess.svg.Arrow(chess.E2, chess.E4)
    assert squares(svg.board(board, layout=layout, **options)) == 64
    assert squares(chess.svg.board(peer, lastmove=move, arrows=[arrow])) == 64
    race(
        f"SVG of a position, {layout}",
        lambda: svg.board(board, layout=layout, **options),
        lambda: chess.svg.board(peer, lastmove=move, arrows=[arrow]),
        units=(64, 64),
        aim=AIM,
    )


@pytest.mark.parametrize("name", ["circular", "three-man", "bhati-6"])
def test_a_position_on_a_round_board(name: str, race: Race) -> None:
    """Other positions every time: what is kept is the board, not the picture."""
    board, peer = Board(name), chess.Board()
    choose = random.Random(1)
    positions, peers = [], []
    for _ in range(40):
        board.push(choose.choice(list(board.legal_moves)))
        peer.push(choose.choice(list(peer.legal_moves)))
        positions.append(board.copy())
        peers.append(peer.copy())
    count = squares(svg.board(board))
    race(
        f"SVG of 40 positions of {name}, a square",
        lambda: [svg.snapshot(position) for position in positions],
        lambda: [chess.svg.board(position, lastmove=position.peek()) for position in peers],
        units=(40 * count, 40 * 64),
        aim=AIM,
    )


def test_a_page_of_600_moves(race: Race) -> None:
    """Against as many pictures of python-chess, a square of each position."""
    board, choose = Board("bhati-6"), random.Random(3)
    while len(board.move_stack) < 600:
        board.push(choose.choice(list(board.legal_moves)))
    peer = chess.Board()
    count = squares(svg.board(board))
    race(
        "a page of 600 moves of bhati-6, a square",
        lambda: to_html(board),
        lambda: [chess.svg.board(peer) for _ in range(10)],
        units=(601 * count, 10 * 64),
        aim=AIM,
    )

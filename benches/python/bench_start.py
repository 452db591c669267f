"""What importing and beginning a game cost, against python-chess."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

import chess

from circularchess import Board
from racing import Race

AIM_MS = 50


def start(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


def test_import(race: Race) -> None:
    bare: list[float] = []
    importing: list[float] = []
    for _ in range(9):
        for code, taken in (("pass", bare), ("import circularchess", importing)):
            begin = perf_counter()
            start(code)
            taken.append((perf_counter() - begin) * 1e3)
    extra = median(importing) - median(bare)
    race(
        "python -c 'import ...'",
        lambda: start("import circularchess"),
        lambda: start("import chess"),
        aim=f"{extra:.0f} ms more than Python itself; at most {AIM_MS}",
    )


def test_first_board(race: Race) -> None:
    code = "from circularchess import Board; print(len(Board('orthodox').legal_moves))"
    peers = "import chess; print(len(list(chess.Board().legal_moves)))"
    for text in (code, peers):
        assert subprocess.check_output([sys.executable, "-c", text]) == b"20\n"
    race(
        "a board and its moves, from the start of Python",
        lambda: start(code.replace("print", "str")),
        lambda: start(peers.replace("print", "str")),
    )


def test_board_from_text(race: Race) -> None:
    # Not the start position, which python-chess does not read but knows.
    ours, theirs = Board("circular"), chess.Board()
    ours.push_uci("b2b3")
    theirs.push_uci("e2e4")
    own_text, text = ours.fen(), theirs.fen()
    race(
        "a board from a position text",
        lambda: Board("circular", own_text),
        lambda: chess.Board(text),
    )
    race(
        "a board from a position text with an option set",
        lambda: Board("circular", own_text, options={"check": "strict"}),
        lambda: chess.Board(text),
    )

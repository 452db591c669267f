"""Worked cases of Betza texts, played by the fast engine in made-up games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from circularchess import InvalidPositionError, Piece, PieceType, Setup, Square, Variant
from circularchess.engine import Position, make_position

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "betza.jsonl").read_text().splitlines()
]

GAME = """
format = 2
id = "worked"
name = "A worked case"
source = "the tests"
[board]
rings = {rings}
files = {files}
centre = "{centre}"
{more}
[pawns]
kind = "{pawns}"
[rules]
checkmate = "ends"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "letters"
[options]
check = "snaffle"
double_step = false
{options}
[pieces.H]
name = "walker"
betza = "{betza}"
[pieces.S]
name = "stone"
betza = "mW"
"""

ARMY = """
[[armies]]
letter = "{letter}"
name = "{name}"
seat = {seat}
{forward}
[armies.pawns]
{pawns}
[armies.start]
king = ["{king}"]
walker = ["{walker}"]
"""


def game(case: dict[str, Any]) -> Variant:
    """A game in which the case's piece is the walker, and starts where the case has it."""
    null = case["centre"] == "null"
    rim = chr(96 + case["rings"])
    here = Square(case["square"])
    free = [f"a{file}" for file in range(1, case["files"] + 1) if f"a{file}" != here]
    # Kings and Black's walker far apart on ring a, where nothing stands between.
    half = len(free) // 2
    text = GAME.format(
        **{key: case[key] for key in ("rings", "files", "centre", "betza")},
        pawns="radial" if null else "ring",
        more=f"null_step = {case['null_step']}" if null else "",
        options=f"en_passant = false\nnull_shift = {case['null_shift']}" if null else "",
    )
    pawns = (
        f'direction = "inward"\npromotion_rings = ["{rim}"]'
        if null
        else "clockwise = []\nanticlockwise = []"
    )
    forward = f'forward = "{case["forward"]}"' if case["forward"] else ""
    for seat, (letter, name, king, walker) in enumerate(
        [("w", "White", free[0], here), ("b", "Black", free[half], free[half - 2])]
    ):
        text += ARMY.format(
            letter=letter,
            name=name,
            seat=seat,
            king=king,
            walker=walker,
            forward=forward,
            pawns=pawns,
        )
    return Variant.from_toml(text)


def positions(case: dict[str, Any], variant: Variant) -> list[Position]:
    """The case on a board, with the two kings wherever they change nothing for the walker.

    All other men are stones, which attack nothing. Kings stand in for one of either army; where
    an army has none in the case, its king is put on a square that the walker neither reaches
    nor looks over: several are tried.
    """
    men = {name: "w" if who == "own" else "b" for name, who in case["occupied"].items()}
    empty = [
        square
        for square in variant.squares()
        if square not in men and square != case["square"] and square not in case["to"]
    ]
    found = []
    for shift in range(0, len(empty), 5):
        pieces = {Square(case["square"]): Piece("w", PieceType.H)}
        spare = iter(empty[shift:] + empty[:shift])
        for army in "wb":
            own = [name for name, letter in men.items() if letter == army] or [next(spare)]
            pieces[Square(own[0])] = Piece(army, PieceType.KING)
            pieces |= {Square(name): Piece(army, PieceType.S) for name in own[1:]}
        try:
            found.append(make_position(variant, Setup(pieces, "w")))
        except InvalidPositionError:
            continue
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['betza']}-{case['square']}")
def test_worked_cases(case: dict[str, Any]) -> None:
    """With kings out of its way, the walker goes just where the case says.

    A king put on an empty square may hide squares behind it, or be a hurdle; it can only do so
    where it stands on a line of the walker's, so the true set is what most places agree on.
    """
    variant = game(case)
    seen: dict[frozenset[str], int] = {}
    for position in positions(case, variant):
        moves = position.legal_moves()
        to = frozenset(m.to_square for m in moves if m.from_square == case["square"])
        seen[to] = seen.get(to, 0) + 1
    assert seen
    assert max(seen, key=lambda to: seen[to]) == frozenset(map(Square, case["to"]))

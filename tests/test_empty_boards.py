"""How many squares each named piece reaches on empty boards: the rules' own table."""

from __future__ import annotations

import pytest

from circularchess import Piece, PieceType, Setup, Square, Variant
from circularchess.engine import EngineName, make_position
from random_variants import toml_text

NAMES = (
    *("king", "queen", "rook", "bishop", "knight", "ferz", "elephant", "wazir", "dabbaba", "camel"),
    *("zebra", "nightrider", "archbishop", "marshal", "amazon"),
)
LETTERS = "KQRBNFEWDCZIAMY"

#: Rings, files and what lies inside, by name.
BOARDS = {
    "closed 4 x 16": {"rings": 4, "files": 16, "centre": "closed"},
    "torus 4 x 16": {"rings": 4, "files": 16, "centre": "torus"},
    "null 4 x 18": {"rings": 4, "files": 18, "centre": "null", "null_step": 1},
    "null 6 x 24": {"rings": 6, "files": 24, "centre": "null", "null_step": 2},
}
SHIFTS = {"null 4 x 18": 1, "null 6 x 24": 2}


def game(board: str) -> Variant:
    """A game with every kind that has a name."""
    null = BOARDS[board]["centre"] == "null"
    last = BOARDS[board]["rings"]
    assert isinstance(last, int)
    start = {name: [f"b{2 + number}"] for number, name in enumerate(NAMES)}
    pawns = {"direction": "inward", "promotion_rings": [chr(96 + last)]} if null else {}
    options = {"null_shift": SHIFTS[board], "en_passant": False} if null else {}
    tables = {
        "format": 2,
        "id": "empty",
        "name": "Empty",
        "source": "the tests",
        "board": BOARDS[board],
        "pawns": {"kind": "radial"} if null else {"kind": "ring", "direction_of": "piece"},
        "rules": {
            "checkmate": "ends",
            "dead_with_bare_king": [],
            "dead_same_colour_bishops": False,
            "fen": "letters",
        },
        "options": {"check": "snaffle", "double_step": False, **options},
        "armies": [
            {"letter": "w", "name": "White", "seat": 0, "pawns": pawns, "start": start},
            {"letter": "b", "name": "Black", "seat": 1, "pawns": pawns, "start": {"king": ["d1"]}},
        ],
    }
    return Variant.from_toml(toml_text(tables))


def reached(variant: Variant, letter: str, square: str, engine: EngineName) -> set[str]:
    """What a lone piece could capture.

    Kings must stand somewhere, and hide what lies behind them; wherever they do, they add nothing.
    So they are put on several squares, and what is seen from anywhere is taken together.
    """
    everywhere = [str(other) for other in variant.squares() if other != square]
    kind = PieceType.from_letter(letter)
    found: set[str] = set()
    for first in range(0, len(everywhere) - 1, len(everywhere) // 5):
        pieces = {Square(square): Piece("w", kind)}
        kings = [("b", everywhere[first]), *([("w", everywhere[first + 1])] * (letter != "K"))]
        for army, where in kings:
            pieces[Square(where)] = Piece(army, PieceType.KING)
        here = make_position(variant, Setup(pieces, "w"), engine)
        found |= {to for to in everywhere if square in here.attackers("w", to)}
    return found


@pytest.mark.parametrize(
    ("board", "square", "counts"),
    [
        ("closed 4 x 16", "a1", "5 24 18 6 4 2 2 3 3 4 4 8 10 22 28"),
        ("closed 4 x 16", "b4", "8 24 18 6 6 4 2 4 3 4 2 8 12 24 30"),
        ("torus 4 x 16", "a1", "8 38 18 23 6 4 2 4 3 8 6 25 29 24 44"),
        ("torus 4 x 16", "b4", "8 38 18 23 6 4 2 4 3 8 6 25 29 24 44"),
        ("null 4 x 18", "a1", "8 35 23 14 8 4 4 4 4 8 8 20 22 29 41"),
        ("null 4 x 18", "b4", "8 35 23 14 8 4 4 4 4 6 6 18 22 31 43"),
        ("null 6 x 24", "a1", "8 51 33 20 8 4 4 4 4 8 8 29 26 39 57"),
        ("null 6 x 24", "b4", "8 51 33 20 8 4 4 4 4 8 8 29 28 41 59"),
    ],
)
def test_numbers_of_targets(board: str, square: str, counts: str, engine: EngineName) -> None:
    variant = game(board)
    found = [len(reached(variant, letter, square, engine)) for letter in LETTERS]
    assert found == list(map(int, counts.split()))

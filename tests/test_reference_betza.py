"""Betza texts: what the reference reads in them, what it refuses, and where pieces may then go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from circularchess import InvalidVariantError, Square
from circularchess.reference.betza import read, turned
from circularchess.reference.movement import is_open, laid_out
from circularchess.reference.topology import Topology
from round_games import squares

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "betza.jsonl").read_text().splitlines()
]

CLOSED = Topology(4, 16)
TORUS = Topology(4, 16, centre="torus")
PLAIN = Topology(8, 8, seam="open")


def reached(
    board: Topology, text: str, square: str, forward: Any = None, occupied: Any = None
) -> set[Square]:
    """Where a piece of that movement may go, other squares holding `own` and `enemy` men."""
    men: dict[Any, Any] = {Square(name): who for name, who in (occupied or {}).items()}
    return {
        target
        for line in laid_out(board, read(text), forward, Square(square))
        for index, target in enumerate(line.squares)
        if is_open(men, line, index)
        and (line.quiet if target not in men else line.captures and men[target] == "enemy")
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['betza']}-{case['square']}")
def test_worked_cases(case: dict[str, Any]) -> None:
    board = Topology(
        case["rings"],
        case["files"],
        centre=case["centre"],
        null_shift=case["null_shift"] or 0,
        null_step=1 if case["null_step"] is None else case["null_step"],
    )
    found = reached(board, case["betza"], case["square"], case["forward"], case["occupied"])
    assert sorted(found) == sorted(map(Square, case["to"]))


# --- What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 1),
        ("w", 1),
        ("Wf", 2),
        ("J", 1),
        ("W-", 2),
        ("é", 1),
        ("xW", 1),
        # Ranges: one is not written, a short form is not doubled, one way of saying it is enough.
        ("W1", 2),
        ("K1", 2),
        ("W01", 2),
        ("W00", 2),
        ("RR", 2),
        ("KK", 2),
        ("BB", 2),
        ("QQ", 2),
        ("WW3", 3),
        ("WFF0", 4),
        # Directions: W, D and H have no pairs, F and A no v and s.
        ("fhW", 2),
        ("vF", 1),
        ("sA", 1),
        ("fsF", 2),
        ("hN", 1),
        ("hfN", 1),
        # v and s of a knight stand alone.
        ("vfN", 1),
        ("sbN", 1),
        ("fvN", 2),
        ("svN", 1),
        # On K and Q one letter of f, b, l, r.
        ("flK", 1),
        ("fbQ", 1),
        ("vQ", 1),
        ("msK", 2),
        # n: single leaps of D, H, A and N alone.
        ("nW", 1),
        ("nF", 1),
        ("nC", 1),
        ("nZ", 1),
        ("nK", 1),
        ("nNN", 1),
        ("nD3", 1),
        # p and g: slides of W and F alone, and not both.
        ("pW", 1),
        ("gF", 1),
        ("pK", 1),
        ("pNN", 1),
        ("gD0", 1),
        ("pgR", 2),
        ("gpR", 2),
        # Said twice: other dialects mean something else by it.
        ("ppR", 2),
        ("mmW", 2),
    ],
)
def test_what_is_no_movement_is_refused_with_the_text_and_the_place(text: str, place: int) -> None:
    with pytest.raises(InvalidVariantError) as caught:
        read(text)
    message = str(caught.value)
    assert message.startswith(f"betza {text!r}, place {place}: "), message
    assert "\n" not in message


def test_a_long_text_is_shortened_and_a_long_number_is_read() -> None:
    with pytest.raises(InvalidVariantError) as caught:
        read("W" * 100_001 + "?")
    assert len(str(caught.value)) < 200
    assert read("W" + "9" * 5000)[0].reach is None


def test_what_is_no_text_is_a_wrong_type() -> None:
    with pytest.raises(TypeError):
        read(3)  # type: ignore[arg-type]


# --- Section 5.2, sentence by sentence -----------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "same"),
    [
        ("K", "WF"),
        ("R", "WW"),
        ("B", "FF"),
        ("Q", "WWFF"),
        ("R", "W0"),
        ("K0", "Q"),
        ("R4", "W4"),
        ("Q3", "W3F3"),
        ("K2", "W2F2"),
        ("W9999", "WW"),
        # Modifiers stand in any order.
        ("mfW", "fmW"),
        ("cmW", "W"),
        # What letters name adds up, and a doubled letter is that letter.
        ("ffW", "fW"),
        ("fblrW", "W"),
        ("vW", "fbW"),
        ("sW", "lrW"),
        ("fbF", "F"),
        ("flF", "lfF"),
        ("fK", "fWfF"),
        ("ffK", "fK"),
        ("bQ", "bRbB"),
        ("vN", "fbN"),
        ("sN", "lrN"),
        ("vvN", "vN"),
        ("fN", "lfrfN"),
        ("fhN", "fNflfrN"),
        ("fsN", "flfrN"),
        ("lvN", "lflbN"),
        # Left to right, a pair before a single letter: fl and f, not f and lf.
        ("flfN", "flNfN"),
    ],
)
@pytest.mark.parametrize("facing", ["inward", "outward", "clockwise", "anticlockwise"])
@pytest.mark.parametrize("board", [CLOSED, TORUS, PLAIN], ids=["closed", "torus", "plain"])
def test_texts_that_mean_the_same(board: Topology, facing: str, one: str, same: str) -> None:
    for square in ("a1", "b4", "d8"):
        assert reached(board, one, square, facing) == reached(board, same, square, facing)


@pytest.mark.parametrize(
    ("facing", "left"),
    [("inward", "c6"), ("outward", "c4"), ("clockwise", "d5"), ("anticlockwise", "b5")],
)
def test_left_as_seen_from_above_facing_forward(facing: Any, left: str) -> None:
    # From c5: left is clockwise when facing inward, anticlockwise facing outward, outward
    # facing clockwise, inward facing anticlockwise.
    assert reached(PLAIN, "lW", "c5", facing) == {left}


def test_first_letter_the_shorter_part_second_the_longer() -> None:
    # Facing outward from d4: forward is a ring out, left a file down.
    assert reached(PLAIN, "flN", "d4", "outward") == {"e2"}
    assert reached(PLAIN, "lfN", "d4", "outward") == {"f3"}
    assert reached(PLAIN, "fhN", "d4", "outward") == squares("e2 f3 f5 e6")
    assert reached(PLAIN, "fsN", "d4", "outward") == squares("e2 e6")
    assert reached(PLAIN, "lvN", "d4", "outward") == squares("f3 b3")


def test_quiet_moves_and_captures() -> None:
    men = {"c6": "enemy", "c4": "own"}
    assert reached(PLAIN, "mW", "c5", None, men) == squares("b5 d5")
    assert reached(PLAIN, "cW", "c5", None, men) == {"c6"}
    assert reached(PLAIN, "W", "c5", None, men) == squares("b5 d5 c6")


def test_a_lame_leap_needs_the_square_on_its_way() -> None:
    # D: the square between; N: one straight step along the longer part; A: half way.
    assert reached(PLAIN, "nD", "d4", None, {"d5": "enemy"}) == squares("b4 d2 f4")
    without = reached(PLAIN, "nN", "d4", None, {"e4": "own"})
    assert reached(PLAIN, "N", "d4") - without == squares("f3 f5")
    assert reached(PLAIN, "nA", "d4", None, {"c3": "own"}) == squares("b6 f2 f6")
    # H: both squares between. A void stops it, and so does the edge of the way, not of the leap.
    assert "d7" not in reached(PLAIN, "nH", "d4", None, {"d6": "own"})
    holed = Topology(8, 8, frozenset({Square("d5")}), seam="open")
    assert "d6" not in reached(holed, "nD", "d4")
    assert "d6" in reached(holed, "D", "d4")


def test_one_free_way_is_enough_where_two_lame_leaps_land_on_one_square() -> None:
    # Two rings in and two rings out are the same ring of four.
    assert "c1" in reached(TORUS, "nD", "a1", None, {"b1": "own"})
    assert "c1" not in reached(TORUS, "nD", "a1", None, {"b1": "own", "d1": "own"})


def test_p_passes_over_exactly_one_man_and_goes_on_to_the_next() -> None:
    men = {"d3": "own", "d6": "enemy", "d8": "enemy"}
    assert reached(PLAIN, "pfR", "d1", "clockwise", men) == squares("d4 d5 d6")
    assert reached(PLAIN, "mpfR", "d1", "clockwise", men) == squares("d4 d5")
    # A range counts all squares gone.
    assert reached(PLAIN, "pfR4", "d1", "clockwise", men) == squares("d4 d5")


def test_g_lands_only_just_beyond_the_man() -> None:
    men = {"d3": "own", "d6": "enemy"}
    assert reached(PLAIN, "gfR", "d1", "clockwise", men) == {"d4"}
    assert reached(PLAIN, "gfR", "d1", "clockwise", {"d3": "own", "d4": "enemy"}) == {"d4"}
    assert reached(PLAIN, "gfR", "d1", "clockwise", {"d3": "own", "d4": "own"}) == set()
    assert reached(PLAIN, "gfR2", "d1", "clockwise", men) == set()
    assert reached(PLAIN, "gfR3", "d1", "clockwise", men) == {"d4"}


def test_a_hopper_does_not_come_round_the_ring_to_its_own_square() -> None:
    # The man on a16 is passed last; beyond it lies only the square that the piece left.
    assert reached(CLOSED, "gfR", "a1", "clockwise", {"a16": "own"}) == set()
    assert reached(CLOSED, "pfR", "a1", "clockwise", {"a15": "own"}) == {"a16"}


def test_a_rider_passes_a_square_by_two_ways_and_repeats_its_leap() -> None:
    assert reached(PLAIN, "NN", "a1") == squares("b3 c5 d7 c2 e3 g4")
    # Nothing on the squares jumped over matters, a man on a landing square does.
    assert reached(PLAIN, "NN", "a1", None, {"c5": "enemy", "c2": "own", "b2": "own"}) == squares(
        "b3 c5"
    )


def test_the_ring_part_of_a_rider_is_turned_outward_by_the_centre() -> None:
    board = Topology(6, 24, centre="null", null_shift=2, null_step=2)
    # From b1 two rings in and one file on: ring 1 - 0, file 1 + 12 + 1; then outward.
    assert {"a14", "c15", "e16"} <= reached(board, "NN", "b1")


# --- Section 18 ----------------------------------------------------------------------------------

KINDS = ["K", "Q", "R", "B", "N", "F", "A", "W", "D", "C", "Z", "NN", "BN", "RN", "QN"]
EMPTY_BOARDS = {
    "closed": CLOSED,
    "torus": TORUS,
    "null 4 x 18": Topology(4, 18, centre="null", null_shift=1, null_step=1),
    "null 6 x 24": Topology(6, 24, centre="null", null_shift=2, null_step=2),
}


@pytest.mark.parametrize(
    ("board", "square", "counts"),
    [
        ("closed", "a1", "5 24 18 6 4 2 2 3 3 4 4 8 10 22 28"),
        ("closed", "b4", "8 24 18 6 6 4 2 4 3 4 2 8 12 24 30"),
        ("torus", "a1", "8 38 18 23 6 4 2 4 3 8 6 25 29 24 44"),
        ("torus", "b4", "8 38 18 23 6 4 2 4 3 8 6 25 29 24 44"),
        ("null 4 x 18", "a1", "8 35 23 14 8 4 4 4 4 8 8 20 22 29 41"),
        ("null 4 x 18", "b4", "8 35 23 14 8 4 4 4 4 6 6 18 22 31 43"),
        ("null 6 x 24", "a1", "8 51 33 20 8 4 4 4 4 8 8 29 26 39 57"),
        ("null 6 x 24", "b4", "8 51 33 20 8 4 4 4 4 8 8 29 28 41 59"),
    ],
)
def test_numbers_of_targets_on_an_empty_board(board: str, square: str, counts: str) -> None:
    found = [len(reached(EMPTY_BOARDS[board], text, square)) for text in KINDS]
    assert found == list(map(int, counts.split()))


def test_facing_turns_a_vector() -> None:
    assert [turned((2, 1), facing) for facing in (None, "outward", "inward")] == [
        (2, 1),
        (2, 1),
        (-2, -1),
    ]
    assert turned((2, 1), "clockwise") == (-1, 2)
    assert turned((2, 1), "anticlockwise") == (1, -2)

"""What a ring does to lines, checks and pins: the traps of a round board, on small positions."""

from __future__ import annotations

import pytest

from circularchess.engine import EngineName
from placing import legal, place, ring, safe, targets

# --- Two squares of a ring are joined by two arcs ------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "attacked"),
    [
        ("", True),  # both arcs open
        ("Na4", True),  # the short one blocked
        ("Na12", True),  # the long one blocked
        ("Na4 Na12", False),
        ("Na2 Na16", False),  # right beside the rook
        ("Na6 Na8", False),  # right beside the square
        ("Na2 Na6", True),  # two on the same arc
    ],
)
def test_either_arc_is_enough(engine: EngineName, stones: str, attacked: bool) -> None:
    # The rook on a1, the square a7: six files one way, ten the other.
    board = place(engine, "circular", "w", {"w": f"Kd3 Ra1 {stones}", "b": "Kd12"})
    assert board.attackers("w", "a7") == (["a1"] if attacked else [])


def test_opposite_squares_have_no_shorter_arc(engine: EngineName) -> None:
    # a1 and a9 are eight files apart either way.
    for stones, attacked in (("Na5", True), ("Na13", True), ("Na5 Na13", False)):
        board = place(engine, "circular", "w", {"w": f"Kd3 Ra1 {stones}", "b": "Kd12"})
        assert board.is_attacked_by("w", "a9") is attacked


# --- One checker, two lines --------------------------------------------------------------------


def test_no_interposition_against_both_arcs(engine: EngineName) -> None:
    # The rook on a1 checks the king on a9 along both arcs. The black rook could step in on a5
    # or the knight on a11: neither stops the other arc. The king can leave the ring.
    armies = {"w": "Kc3 Ra1", "b": "Ka9 Rd5 Nb13"}
    board = place(engine, "circular-strict", "b", armies)
    assert legal(board) == {"a9b8", "a9b9", "a9b10"}
    # Under the snaffle rule the others are legal but unsafe.
    board = place(engine, "circular", "b", armies)
    assert safe(board) == {"a9b8", "a9b9", "a9b10"}
    assert {"d5a5", "b13a11"} <= legal(board)


def test_capturing_the_double_checker(engine: EngineName) -> None:
    # One piece gives the check, so taking it is an answer.
    board = place(engine, "circular-strict", "b", {"w": "Kd9 Ra1", "b": "Ka9 Rc1"})
    assert legal(board) == {"a9b8", "a9b9", "a9b10", "c1a1"}


def test_interposition_when_one_arc_is_blocked_already(engine: EngineName) -> None:
    # A knight on a13 shuts the long way; now a5 (and only the squares a2 to a8) answers.
    armies = {"w": "Kc3 Ra1", "b": "Ka9 Rd5 Na13"}
    board = place(engine, "circular-strict", "b", armies)
    assert legal(board) == {"a9b8", "a9b9", "a9b10", "d5a5"}


def test_two_checkers_on_one_ring(engine: EngineName) -> None:
    # Rooks on a3 and a15, the king between them on a9; each is also behind the other.
    # A rook that takes one of them leaves the other's check; so only the king can move.
    armies = {"w": "Kd1 Ra3 Ra15", "b": "Ka9 Rc3"}
    board = place(engine, "circular-strict", "b", armies)
    assert legal(board) == {"a9b8", "a9b9", "a9b10"}


def test_a_queen_checks_along_both_arcs(engine: EngineName) -> None:
    # The bishop could step in on a4 or a6, both on the same arc between a1 and a7.
    board = place(engine, "circular-strict", "b", {"w": "Kd12 Qa1", "b": "Ka7 Bb5"})
    assert legal(board) == {"a7b6", "a7b7", "a7b8"}


def test_mate_on_the_second_arc(engine: EngineName) -> None:
    # Rooks guard rings a and b. The knight could step in on a4 or a6, which would answer if the
    # ring had an end.
    board = place(engine, "circular-strict", "b", {"w": "Kd1 Ra1 Rb1", "b": "Ka7 Nc5"})
    assert board.is_checkmate()
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winners == ("w",)


# --- Pins are per line ---------------------------------------------------------------------------


def test_a_pinned_piece_moves_along_its_line(engine: EngineName) -> None:
    # The black rook on a5 stands on one arc between a1 and a9; the long one is shut by the
    # knight on a13. The rook may move on a2 to a8 and take on a1, but not leave the ring; nor
    # may the knight move at all.
    armies = {"w": "Kd4 Ra1", "b": "Ka9 Ra5 Na13"}
    board = place(engine, "circular-strict", "b", armies)
    assert targets(board, "a5") == ring("a", 5, files=range(1, 9))
    assert targets(board, "a13") == set()


def test_two_pins_by_one_rook(engine: EngineName) -> None:
    # A pawn on either arc: black pawns go anticlockwise on files 2 to 7 and clockwise on 10 to
    # 15, both along the pin. Their captures would leave it.
    armies = {"w": "Kd4 Ra1 Nb4 Nb14", "b": "Ka9 Pa5 Pa13"}
    board = place(engine, "circular-strict", "b", armies)
    assert targets(board, "a5") == {"a4"}
    assert targets(board, "a13") == {"a14"}


def test_two_stones_on_an_arc_are_not_pinned(engine: EngineName) -> None:
    armies = {"w": "Kd4 Ra1", "b": "Ka9 Na4 Na5 Na12 Na13"}
    board = place(engine, "circular-strict", "b", armies)
    # From a5: two along to b7 and b3, one along to c4 and c6.
    assert targets(board, "a5") == {"b3", "b7", "c4", "c6"}
    assert targets(board, "a13") == {"b11", "b15", "c12", "c14"}


def test_pinned_along_one_line_free_along_another(engine: EngineName) -> None:
    # The bishop on b8 shields the king on a9 from the bishop on d6 (c7 lies between); the rook
    # on b1 attacks it too, which is no pin.
    armies = {"w": "Kd14 Bd6 Rb1", "b": "Ka9 Bb8"}
    board = place(engine, "circular-strict", "b", armies)
    assert targets(board, "b8") == {"c7", "d6"}


def test_a_diagonal_pin_across_the_seam(engine: EngineName) -> None:
    # King a16, knight b1, bishop c2: one line over the last and first file.
    armies = {"w": "Kd9 Bc2", "b": "Ka16 Nb1"}
    board = place(engine, "circular-strict", "b", armies)
    assert targets(board, "b1") == set()


# --- Flight squares: the king lifted off the board -----------------------------------------------


@pytest.mark.parametrize("rook", ["a2", "a5", "a9", "a13", "a15", "a16"])
def test_no_flight_along_the_ring(engine: EngineName, rook: str) -> None:
    # King on a1. Wherever the rook stands on ring a it sees past the king on both arcs: only a
    # capture keeps the king on the ring. A rook beside it can be taken, and guards its own file.
    board = place(engine, "circular-strict", "w", {"w": "Ka1", "b": f"Kd9 R{rook}"})
    flights = {"a1b1", "a1b2", "a1b16"}
    if rook in ("a2", "a16"):
        flights = flights - {f"a1b{rook[1:]}"} | {f"a1{rook}"}
    assert legal(board) == flights


def test_flight_behind_a_stone(engine: EngineName) -> None:
    # The rook on a5 sees a1 by a4, a3, a2 only: the pawn on a12 shuts the long way. With the
    # king off a1 it sees on to a16, a15, a14, a13.
    board = place(engine, "circular-strict", "w", {"w": "Ka1 Pa12", "b": "Kd9 Ra5"})
    assert legal(board, "a1") == {"a1b1", "a1b2", "a1b16"}
    # An own stone on a16 takes that square from the king; a2 stays attacked.
    board = place(engine, "circular-strict", "w", {"w": "Ka1 Na16", "b": "Kd9 Ra5"})
    assert legal(board, "a1") == {"a1b1", "a1b2", "a1b16"}


def test_the_other_arc_does_not_guard_a_shut_square(engine: EngineName) -> None:
    # Rook a5, stones on a3 and a14: neither arc reaches the king, whose ring squares are free.
    board = place(engine, "circular-strict", "w", {"w": "Ka1 Na3 Na14", "b": "Kd9 Ra5"})
    assert {"a1a2", "a1a16"} <= legal(board)
    assert not board.is_check()


def test_no_flight_along_a_file_or_diagonal(engine: EngineName) -> None:
    # Queen d5, king b5: the file goes on to a5. Diagonals of the queen: c4 b3 a2, c6 b7 a8.
    # Ring b is free but for b3 and b7; c4, c5 and c6 are attacked, a4 and a6 are not.
    board = place(engine, "circular-strict", "w", {"w": "Kb5", "b": "Kd12 Qd5"})
    assert legal(board) == {"b5b4", "b5b6", "b5a4", "b5a6"}


# --- A slide that comes round ------------------------------------------------------------------


@pytest.mark.parametrize("kind", "RQ")
def test_a_slide_stops_before_its_own_square(engine: EngineName, kind: str) -> None:
    board = place(engine, "circular", "w", {"w": f"Kc3 {kind}a7", "b": "Kc12"})
    moves = [move.uci() for move in board.legal_moves if move.from_square == "a7"]
    assert len(moves) == len(set(moves))
    ring = {move for move in moves if move[2] == "a"}
    # All 15 other squares of the ring once each, and not a7a7.
    assert ring == {f"a7a{file}" for file in range(1, 17) if file != 7}
    assert not board.attackers("w", "a7")


def test_one_stone_cuts_the_ring_open(engine: EngineName) -> None:
    # An own stone: every square but its own and the rook's. An enemy's: taken once, not twice.
    board = place(engine, "circular", "w", {"w": "Kc3 Ra7 Na12", "b": "Kc12"})
    around = {square for square in targets(board, "a7") if square[0] == "a"}
    assert around == ring("a", 7, 12, files=range(1, 17))
    board = place(engine, "circular", "w", {"w": "Kc3 Ra7", "b": "Kc12 Na12"})
    moves = [move.uci() for move in board.legal_moves if move.from_square == "a7"]
    assert moves.count("a7a12") == 1
    assert len(moves) == 15 + 3


def test_a_long_diagonal_reaches_each_square_once(engine: EngineName) -> None:
    # From a1 two diagonals of three squares each, over the seam too; they do not meet.
    board = place(engine, "circular", "w", {"w": "Kd9 Ba1", "b": "Kc12"})
    moves = [move.uci() for move in board.legal_moves if move.from_square == "a1"]
    assert sorted(moves) == ["a1b16", "a1b2", "a1c15", "a1c3", "a1d14", "a1d4"]

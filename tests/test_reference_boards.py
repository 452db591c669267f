"""The reference's boards of the second kind: torus, open seam, citadels, moats, odd numbers."""

from __future__ import annotations

import pytest

from circularchess.reference.moats import creek_between, crossed_by_leap, crossed_by_step
from circularchess.reference.topology import Topology
from circularchess.values.square import Square
from round_games import squares

TORUS = Topology(4, 16, centre="torus")
PLAIN = Topology(8, 8, seam="open")
THREE_MAN = Topology(6, 24, centre="null", null_shift=2, null_step=2, moats=(8, 16, 24))
#: An odd number of files: nothing lies opposite, and nothing needs to.
ODD = Topology(3, 7)


def test_a_torus_has_no_edge() -> None:
    assert all(len(near) == 8 for near in TORUS.neighbours.values())
    assert TORUS.step(Square("d5"), 1, 1) == ("a6", 1)
    assert TORUS.step(Square("a5"), -1, 0) == ("d5", -1)


def test_lines_of_a_torus_close() -> None:
    assert TORUS.ray(Square("b3"), 1, 0) == ("c3", "d3", "a3")
    # A diagonal closes after lcm(4, 16) steps.
    assert len(TORUS.ray(Square("a1"), 1, 1)) == 15
    assert len(Topology(3, 7, centre="torus").ray(Square("a1"), 1, -1)) == 20


def test_an_open_seam_ends_rings_diagonals_and_leaps() -> None:
    assert PLAIN.ray(Square("d1"), 0, -1) == ()
    assert PLAIN.ray(Square("d1"), 0, 1) == ("d2", "d3", "d4", "d5", "d6", "d7", "d8")
    assert set(PLAIN.neighbours[Square("d8")]) == squares("c8 e8 c7 d7 e7")
    assert set(PLAIN.leaps[Square("a1")]) == squares("b3 c2")
    assert PLAIN.at(3, 0) is PLAIN.at(3, 9) is None


def test_numbers_of_king_and_knight_moves_on_a_plain_board() -> None:
    # As everybody knows them: 420 and 336.
    assert sum(map(len, PLAIN.neighbours.values())) == 420
    assert sum(map(len, PLAIN.leaps.values())) == 336


@pytest.mark.parametrize("files", [1, 2, 3, 5, 9, 26])
def test_an_open_board_may_have_any_number_of_files(files: int) -> None:
    board = Topology(4, files, seam="open")
    assert len(board.squares) == 4 * files
    assert all(square not in near for square, near in board.neighbours.items())
    rooks = sum(len(ray) for rays in board.straight_rays.values() for ray in rays)
    assert rooks == 4 * files * (3 + files - 1)


def test_a_ring_may_have_an_odd_number_of_files() -> None:
    assert ODD.ray(Square("b1"), 0, -1) == ("b7", "b6", "b5", "b4", "b3", "b2")
    assert len(ODD.neighbours[Square("b7")]) == 8


def test_citadels_border_their_share_of_ring_1() -> None:
    board = Topology(4, 16, citadels=4)
    borders = [board.citadel_by(Square.at(1, file)) for file in range(1, 17)]
    assert borders == ["z1"] * 4 + ["z2"] * 4 + ["z3"] * 4 + ["z4"] * 4
    assert board.citadel_by(Square("b1")) is None
    assert not set(board.citadels) & set(board.squares)
    assert board.names(Square("z4"))
    assert not board.names(Square("z5"))


def test_a_single_step_over_the_centre_has_a_shift_of_its_own() -> None:
    board = Topology(4, 16, centre="null", null_shift=2, null_step=0)
    assert set(board.neighbours[Square("a1")]) >= {"a9"}
    assert not set(board.neighbours[Square("a1")]) & {"a8", "a10"}
    assert board.ray(Square("a1"), -1, 1)[0] == "a11"
    assert set(THREE_MAN.neighbours[Square("a1")]) == squares("a2 a24 b1 b2 b24 a11 a13 a15")


def test_steps_that_cross_a_moat() -> None:
    crossing = {
        (square, radial, along)
        for square in THREE_MAN.squares
        for radial in (-1, 0, 1)
        for along in (-1, 0, 1)
        if 8 in crossed_by_step(THREE_MAN, square, radial, along)
        and THREE_MAN.step(square, radial, along) is not None
    }
    assert crossing == {
        ("f8", 0, 1),
        ("f9", 0, -1),
        ("f8", -1, 1),
        ("f9", -1, -1),
        ("e8", 1, 1),
        ("e9", 1, -1),
    }
    assert crossed_by_step(THREE_MAN, Square("f24"), 0, 1) == {24}
    assert crossed_by_step(THREE_MAN, Square("f1"), -1, -1) == {24}


def test_leaps_that_cross_a_moat() -> None:
    def crossed(origin: str, target: str, radial: int, along: int) -> frozenset[int]:
        return crossed_by_leap(THREE_MAN, Square(origin), Square(target), radial, along)

    assert crossed("f7", "e9", -1, 2) == {8}
    assert crossed("e9", "f7", 1, -2) == {8}
    assert crossed("f7", "f10", 0, 3) == {8}
    assert crossed("f8", "f5", 0, -3) == frozenset()
    assert crossed("f8", "d8", -2, 0) == frozenset()
    # Neither end on the rim.
    assert crossed("e8", "d10", -1, 2) == frozenset()
    assert crossed("f23", "e1", -1, 2) == {24}


def test_a_leap_over_the_centre_crosses_no_moat() -> None:
    board = Topology(2, 24, centre="null", moats=(8, 16, 24))
    assert board.leap(Square("a7"), -2, 1) == ("b20", 2)
    assert crossed_by_leap(board, Square("a7"), Square("b20"), -2, 1) == frozenset()


def test_creeks_reach_two_rings_in() -> None:
    stopped = {
        (origin, target)
        for origin in THREE_MAN.squares
        for target in THREE_MAN.neighbours[origin]
        if creek_between(THREE_MAN, origin, target) and {origin.file, target.file} == {8, 9}
    }
    assert stopped == {("e8", "d9"), ("e9", "d8"), ("d8", "c9"), ("d9", "c8")}


def test_steps_and_leaps_go_both_ways_on_every_board() -> None:
    for board in (TORUS, PLAIN, THREE_MAN, ODD):
        for near in (board.neighbours, board.leaps):
            for square, others in near.items():
                assert len(set(others)) == len(others)
                assert all(square in near[other] for other in others)

"""The reference engine's board: steps, slides and leaps, worked out by hand."""

from __future__ import annotations

import pytest

from circularchess.reference.topology import Topology
from circularchess.values.square import Square

VOIDS = frozenset(Square(f"d{10 * k + n}") for k in range(6) for n in (9, 10))
CIRCULAR = Topology(4, 16)
BHATI = Topology(4, 60, VOIDS, "null", 2)
CYLINDER = Topology(8, 8)
BOARDS = {"circular": CIRCULAR, "bhati": BHATI, "cylinder": CYLINDER}


@pytest.fixture(params=BOARDS, name="board")
def _board(request: pytest.FixtureRequest) -> Topology:
    return BOARDS[request.param]


def squares(text: str) -> set[str]:
    return set(text.split())


def test_number_of_squares() -> None:
    assert len(CIRCULAR.squares) == 4 * 16
    assert len(BHATI.squares) == 4 * 60 - 12


def test_neighbours_see_each_other(board: Topology) -> None:
    for square, others in board.neighbours.items():
        assert all(square in board.neighbours[other] for other in others)


def test_leaps_go_both_ways(board: Topology) -> None:
    for square, others in board.leaps.items():
        assert all(square in board.leaps[other] for other in others)


@pytest.mark.parametrize("lines", ["straight_rays", "diagonal_rays"])
def test_slides_can_be_retraced(board: Topology, lines: str) -> None:
    rays = getattr(board, lines)
    for square in board.squares:
        for ray in rays[square]:
            for n, reached in enumerate(ray):
                back = (*reversed(ray[:n]), square)
                assert any(other[: n + 1] == back for other in rays[reached])


def test_a_bishop_never_leaves_its_colour(board: Topology) -> None:
    for square in board.squares:
        for ray in board.diagonal_rays[square]:
            assert {reached.is_light for reached in ray} <= {square.is_light}


def test_a_ring_leads_to_all_its_other_squares() -> None:
    for square in CIRCULAR.squares:
        for along in (-1, 1):
            ray = CIRCULAR.ray(square, 0, along)
            assert len(ray) == len(set(ray)) == 15
            assert square not in ray


def test_closed_centre_ends_a_file() -> None:
    assert CIRCULAR.ray(Square("c5"), -1, 0) == ("b5", "a5")
    # Inward three of the eight king steps are missing on ring 1.
    assert set(CIRCULAR.neighbours[Square("a1")]) == squares("b1 a2 a16 b2 b16")


def test_rook_line_through_the_centre_to_the_far_rim() -> None:
    # Straight across is half of 60 files on: 5 + 30.
    assert BHATI.ray(Square("c5"), -1, 0) == ("b5", "a5", "a35", "b35", "c35", "d35")


def test_rook_line_stops_before_a_void() -> None:
    assert BHATI.ray(Square("c9"), -1, 0) == ("b9", "a9", "a39", "b39", "c39")
    assert BHATI.ray(Square("d5"), 0, 1) == ("d6", "d7", "d8")
    assert BHATI.ray(Square("d5"), 0, -1) == ("d4", "d3", "d2", "d1")


def test_bishop_lines_through_the_centre() -> None:
    # Clockwise: a6, over the centre to 6 + 30 + 2, and on outward and clockwise.
    assert BHATI.ray(Square("b5"), -1, 1) == ("a6", "a38", "b39", "c40", "d41")
    # Anticlockwise: a4, over to 4 + 30 - 2; after c30 comes the void d29.
    assert BHATI.ray(Square("b5"), -1, -1) == ("a4", "a32", "b31", "c30")


def test_bishop_lines_with_other_shifts() -> None:
    assert Topology(4, 60, VOIDS, "null", 0).ray(Square("b5"), -1, 1)[1] == "a36"
    assert Topology(4, 60, VOIDS, "null", 1).ray(Square("b5"), -1, 1)[1] == "a37"


def test_king_steps_across_the_centre() -> None:
    across = "a31 a30 a32"
    assert set(BHATI.neighbours[Square("a1")]) == squares("b1 a2 a60 b2 b60 " + across)


def test_knight_leaps_across_the_centre() -> None:
    # From ring 1: one across and two along, a29 a33; two across and one along, b30 b32.
    assert set(BHATI.leaps[Square("a1")]) == squares("c2 c60 b3 b59 a29 a33 b30 b32")
    # From ring 2: two radial steps lead to a31, one along to a30 and a32. d60 is void.
    assert set(BHATI.leaps[Square("b1")]) == squares("d2 c3 c59 a3 a59 a30 a32")


def test_knight_leaps_on_a_closed_board() -> None:
    assert set(CIRCULAR.leaps[Square("a1")]) == squares("c2 c16 b3 b15")
    assert set(CIRCULAR.leaps[Square("b16")]) == squares("d15 d1 c14 c2 a14 a2")


def test_a_diagonal_passes_between_two_voids() -> None:
    board = Topology(3, 8, frozenset({Square("a2"), Square("b1")}))
    assert board.ray(Square("a1"), 1, 1) == ("b2", "c3")


def test_a_knight_jumps_over_voids() -> None:
    board = Topology(3, 8, frozenset(map(Square, ("b1", "b2", "a2", "b8", "a8"))))
    assert set(board.leaps[Square("a1")]) == squares("c2 c8 b3 b7")


def test_staying_put_is_no_move() -> None:
    # Four files, null centre: a slide across is moved 2 + 2 files on, which is home.
    board = Topology(3, 4, centre="null", null_shift=2)
    assert all("a1" not in ray for ray in board.diagonal_rays[Square("a1")])
    # A knight's leap across, 2 + 2 files along, is home as well.
    assert "a1" not in board.leaps[Square("a1")]

"""Bhati's board: lines and leaps through the null centre, by hand and against a slow walker.

Straight across from file f lies f + 30; a bishop's crossing lands two files further on in its
sense of turning, a single diagonal step one file on.
"""

from __future__ import annotations

import random

import pytest

from circularchess import Board, InvalidPositionError, Piece, PieceType, Setup, Square, Variant
from circularchess.engine import EngineName
from placing import at, legal, place, play, ring, squares, targets
from slow_walk import SlowWalk

# --- By hand -----------------------------------------------------------------------------------


def test_a_rook_goes_through_the_centre_to_the_far_rim(engine: EngineName) -> None:
    # Up its file d5; down it b5, a5, across to a35 and out to d35; and 59 squares of its ring.
    here = place(engine, "bhati-2", "r", {"r": "Kd8 Rc5", "g": "Kd38"})
    line = squares("d5 b5 a5 a35 b35 c35 d35")
    assert targets(here, "c5") == line | ring("c", 5)


def test_a_rook_line_ends_before_a_void_beyond_the_centre(engine: EngineName) -> None:
    # d9, above, and d39, opposite, are void.
    here = place(engine, "bhati-2", "r", {"r": "Kd8 Rc9", "g": "Kd36"})
    assert targets(here, "c9") == squares("b9 a9 a39 b39 c39") | ring("c", 9)


def test_a_rook_line_through_the_centre_is_blocked(engine: EngineName) -> None:
    # An enemy on b35 is captured and ends the line; an own piece on a35 is not reached.
    here = place(engine, "bhati-2", "r", {"r": "Kd8 Rc5", "g": "Kd38 Nb35"})
    assert targets(here, "c5") == squares("d5 b5 a5 a35 b35") | ring("c", 5)
    here = place(engine, "bhati-2", "r", {"r": "Kd8 Rc5 Na35", "g": "Kd38"})
    assert targets(here, "c5") == squares("d5 b5 a5") | ring("c", 5)


@pytest.mark.parametrize(
    ("origin", "reached"),
    [
        # Clockwise a6, then 6 + 30 + 2; anticlockwise a4, then 4 + 30 - 2, stopped by void d29.
        ("b5", "c6 d7  c4 d3  a6 a38 b39 c40 d41  a4 a32 b31 c30"),
        # From the rim: 7 + 30 + 2 and 1 + 30 - 2.
        ("d4", "c5 b6 a7 a39 b40 c41 d42  c3 b2 a1 a29 b28 c27 d26"),
        # Over the seam: 60 + 1 is file 1, and 59 + 30 - 2 = 87 is file 27.
        ("b60", "c1 d2  c59 d58  a1 a33 b34 c35 d36  a59 a27 b26 c25 d24"),
        # From ring 1: 31 + 30 + 2 = 63 is file 3, 31 + 30 - 2 = 59; d29 above a30's line is not
        # on these: outward lie b32 c33 d34 and b30 c29 d28.
        ("a31", "b32 c33 d34  b30 c29 d28  a3 b4 c5 d6  a59 b58 c57 d56"),
    ],
)
def test_a_bishop_keeps_its_colour_across_the_centre(
    engine: EngineName, origin: str, reached: str
) -> None:
    here = place(engine, "bhati-2", "r", {"r": f"Kc10 B{origin}", "g": "Kc48"})
    assert targets(here, origin) == squares(reached)
    assert {Square(square).is_light for square in squares(reached)} == {Square(origin).is_light}


@pytest.mark.parametrize(("shift", "landing"), [(0, "a36"), (1, "a37"), (2, "a38")])
def test_the_shift_of_a_slide_is_an_option(engine: EngineName, shift: int, landing: str) -> None:
    # Clockwise from b5 by a6. A king's step is not shifted.
    here = place(
        engine, "bhati-2", "r", {"r": "Kc10 Bb5", "g": "Kc48"}, options={"null_shift": shift}
    )
    line = squares("a36 b37 c38") if shift == 0 else squares("a37 b38")
    line = squares("a38 b39 c40 d41") if shift == 2 else line | {landing}
    assert line <= targets(here, "b5")
    assert not (squares("a36 a37 a38") - {landing}) & targets(here, "b5")
    here = place(engine, "bhati-2", "r", {"r": "Ka10", "g": "Kc48"}, options={"null_shift": shift})
    assert targets(here, "a10") == squares("a9 a11 b9 b10 b11 a39 a40 a41")


def test_a_queen_is_blocked_just_behind_the_centre(engine: EngineName) -> None:
    # Three lines lead from b5 across the centre, to a35, a38 and a32: one ends in a capture,
    # the other two before own pawns. The rings behind she reaches otherwise: b by her ring.
    here = place(engine, "bhati-2", "r", {"r": "Kd8 Qb5 Pa38 Pa32", "g": "Kd38 Na35"})
    beyond = squares("a35 a38 a32 c35 d35 c40 d41 c30")
    assert targets(here, "b5") & beyond == {"a35"}


def test_a_check_through_the_centre_is_stopped_behind_it(engine: EngineName) -> None:
    # The rook on d35 looks down the file, over a35 and a5, at the king on b5, and past it at c5.
    # Of the knight's squares (c2 c4 b1 a31 a35 b32 b34) one lies between: a35, reached over the
    # centre. The king leaves the file.
    here = place(engine, "bhati-2", "r", {"r": "Kb5 Na3", "g": "Kc48 Rd35"})
    assert here.is_check("r")
    assert legal(here, "a3") == {"a3a35"}
    assert targets(here, "b5") == squares("b4 b6 a4 a6 c4 c6")


def test_kings_keep_apart_across_the_centre(engine: EngineName) -> None:
    # a31 lies across from a1 and touches a60, a1 and a2, so only ring b and c are left.
    here = place(engine, "bhati-2", "r", {"r": "Kb1", "g": "Ka31"})
    assert targets(here, "b1") == squares("b2 b60 c1 c2 c60")


@pytest.mark.parametrize("file", range(28, 35))
def test_a_king_across_attacks_three_files(engine: EngineName, file: int) -> None:
    armies = {"r": "Ka1", "g": f"Ka{file}"}
    if file in (30, 31, 32):
        with pytest.raises(InvalidPositionError) as caught:
            place(engine, "bhati-2", "r", armies)
        assert [kind for kind, _ in caught.value.problems] == ["opposite_check"]
    else:
        assert not place(engine, "bhati-2", "r", armies).is_check("r")


@pytest.mark.parametrize(
    ("origin", "reached"),
    [
        # Out: c2 c60 b3 b59. In once and two along: 31 +- 2. In twice, on to b31, one along.
        ("a1", "c2 c60 b3 b59 a29 a33 b30 b32"),
        # In twice is a1, a31, then one along; out twice d2, while d60 is void.
        ("b1", "d2 c3 c59 a3 a59 a30 a32"),
        # Across from 31 is 1: a1 +- 2 is a3 and a59, b1 +- 1 is b2 and b60.
        ("a31", "c30 c32 b29 b33 a59 a3 b60 b2"),
        # From ring 3 nothing crosses; d10, two files from c8, is void, and d12 is not reached.
        ("c8", "d6 b6 b10 a7 a9"),
    ],
)
def test_knights_across_the_centre(engine: EngineName, origin: str, reached: str) -> None:
    here = place(engine, "bhati-2", "r", {"r": f"Kc20 N{origin}", "g": "Kc48"})
    assert targets(here, origin) == squares(reached)


def test_beside_a_king_across_but_on_no_line_of_the_queen(engine: EngineName) -> None:
    # With her ring blocked a queen on a1 reaches a31, a29 and a33: a king on a30 stands next to
    # her and is not in check, and may take her. (The pawns attack a31, a29 and a33.)
    for file in (30, 32):
        here = place(engine, "bhati-2", "g", {"r": "Kb20 Qa1 Pa2 Pa60", "g": f"Ka{file}"})
        assert not here.is_check("g")
        assert f"a{file}a1" in legal(here)
        assert at(play(here, f"a{file}a1"), "a1") == "gK"
    here = place(engine, "bhati-2", "g", {"r": "Kb20 Qa1 Pa2 Pa60", "g": "Ka33"})
    assert here.is_check("g")


def test_the_rim_is_no_way_round(engine: EngineName) -> None:
    # Only the files wrap: from ring d nothing leads outward, and not to ring a.
    here = place(engine, "bhati-2", "r", {"r": "Kd4 Rd8 Pc8 Bd1 Pc2 Nd6", "g": "Kc48"})
    assert targets(here, "d8") == squares("d7")
    assert targets(here, "d1") == squares("c60 b59 a58 a26 b25 c24 d23")
    assert targets(here, "d6") == squares("c4 b5 b7")
    assert targets(here, "d4") == squares("d3 d5 c3 c4 c5")


# --- Against a slow walker -----------------------------------------------------------------------


@pytest.mark.parametrize("crowd", [0, 12])
def test_every_piece_on_every_square_goes_where_a_slow_walker_goes(
    engine: EngineName, crowd: int
) -> None:
    # Each board has a piece of every kind, each board elsewhere, so that every kind stands on
    # every square once; `crowd` pawns of both armies stand in the way. Kings may be left
    # attacked, so that neither check nor pin takes a move away.
    variant = Variant.load("bhati-2").with_options({"check": "snaffle"})
    walk = SlowWalk(variant)
    places = list(variant.squares())
    assert len(places) == 228
    rng = random.Random(crowd)
    for n in range(228):
        army = {places[(n + 47 * i) % 228]: letter for i, letter in enumerate("RBQNK")}
        pieces = {s: Piece.from_symbol("r" + letter) for s, letter in army.items()}
        free = [square for square in places if square not in army]
        rng.shuffle(free)
        pieces[free.pop()] = Piece("g", PieceType.KING)
        for i, square in enumerate([s for s in free if s.ring < 4][:crowd]):
            pieces[square] = Piece("rg"[i % 2], PieceType.PAWN)
        here = Board.from_setup(Setup(pieces, "r"), variant, engine=engine)
        own = {str(s) for s, piece in pieces.items() if piece.army == "r"}
        attacked: dict[str, set[str]] = {}
        for origin, letter in army.items():
            reached = walk.attacked(letter, origin, pieces)
            assert targets(here, origin) == reached - own
            for target in reached:
                attacked.setdefault(target, set()).add(str(origin))
        for square in rng.sample(places, 20):
            found = {str(s) for s in here.attackers("r", square)}
            pawns = {s for s in found if pieces[Square(s)].type is PieceType.PAWN}
            assert found - pawns == attacked.get(square, set())

"""Armies, seats and sides: who is whose ally, who may take whom, and when a side has won."""

from __future__ import annotations

import pytest

from bhati_games import VARIANTS
from circularchess import Board, Outcome, Termination, UnknownArmyError
from circularchess.engine import EngineName
from placing import at, events, legal, place, play, ring, squares, targets

# Who plays, and the sides in the order of their first seat.
SIDES = {
    "bhati-2": "r g",
    "bhati-3": "r y b",
    "bhati-4": "r o g b",
    "bhati-4-pairs": "rg ob",
    "bhati-5": "r o y g b",
    "bhati-6": "r o y g b v",
    "bhati-6-pairs": "rg ob yv",
    "bhati-6-trios": "ryb ogv",
}
NAMES = dict(zip("roygbv", ["Red", "Orange", "Yellow", "Green", "Blue", "Violet"], strict=True))


@pytest.mark.parametrize("variant", VARIANTS)
def test_armies_and_sides(engine: EngineName, variant: str) -> None:
    here = Board(variant, engine=engine)
    sides = SIDES[variant].split()
    armies = tuple(sorted("".join(sides), key="roygbv".index))
    assert here.armies == here.in_play == armies
    assert here.turn == "r"
    assert list(here.variant.sides.values()) == [tuple(side) for side in sides]
    for side in sides:
        assert len({here.side_of(army) for army in side}) == 1
        for army in side:
            assert here.allies(army) == tuple(other for other in side if other != army)
    assert len({here.side_of(army) for army in armies}) == len(sides)
    for army in armies:
        seat = "roygbv".index(army)
        assert (here.variant.army(army).name, here.variant.army(army).seat) == (NAMES[army], seat)
        assert here.king(army) == f"d{10 * seat + 4}"
    with pytest.raises(UnknownArmyError):
        here.side_of("w")
    with pytest.raises(UnknownArmyError):
        here.allies("")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_turn_goes_round_by_seat(engine: EngineName, variant: str) -> None:
    # Every army makes a step with the pawn before its king, twice round.
    here = Board(variant, engine=engine)
    for n in (1, 2):
        for army in here.armies:
            assert (here.turn, here.round) == (army, n)
            file = 10 * "roygbv".index(army) + 4
            here.push_uci(f"c{file}b{file}" if n == 1 else f"b{file}a{file}")
    assert (here.turn, here.round) == ("r", 3)


def test_the_turn_goes_past_those_out_of_play(engine: EngineName) -> None:
    armies = {"r": "Kd4", "y": "Kd24", "b": "Kd44", "v": "Kd54"}
    here = place(engine, "bhati-6", "b", armies, round=3)
    assert here.in_play == ("r", "y", "b", "v")
    seen = []
    for move in ("d44d45", "d54d55", "d4d5", "d24d25"):
        here = play(here, move)
        seen.append((here.turn, here.round))
    assert seen == [("v", 3), ("r", 4), ("y", 4), ("b", 4)]


def test_allies_block_and_are_not_captured(engine: EngineName) -> None:
    # Ring b from b5: clockwise stopped by green's pawn on b8, anticlockwise orange's knight on
    # b2 is taken. Outward orange's pawn on c5; inward a5, and green's knight across on a35.
    armies = {"r": "Kd4 Rb5", "g": "Kd34 Ob8 Na35", "o": "Kd14 Nb2 Pc5"}
    line = squares("b2 b3 b4 b6 b7 c5 a5")
    assert targets(place(engine, "bhati-4-pairs", "r", armies), "b5") == line
    # Each alone, the ring is still barred beyond b8 and the file beyond a35.
    assert targets(place(engine, "bhati-4", "r", armies), "b5") == line | {"b8", "a35"}


def test_no_kind_of_piece_takes_an_ally(engine: EngineName) -> None:
    # Something of green's on a square that each of red's pieces attacks.
    for piece, square in (
        ("Ka10", "a40"),
        ("Qa10", "a42"),
        ("Bb10", "c11"),
        ("Nb10", "d11"),
        ("Pa10", "a39"),
        ("Ob10", "c11"),
        ("Rb10", "b30"),
    ):
        king = "" if piece[0] == "K" else "Kd4 "
        armies = {"r": king + piece, "g": f"Kd34 N{square}", "o": "Kd18"}
        assert square not in targets(place(engine, "bhati-4-pairs", "r", armies), piece[1:])
        assert square in targets(place(engine, "bhati-4", "r", armies), piece[1:])


def test_an_ally_gives_no_check_and_pins_nothing(engine: EngineName) -> None:
    armies = {"r": "Kd4 Nc4", "g": "Kd34 Rb4", "o": "Kd14"}
    here = place(engine, "bhati-4-pairs", "r", armies)
    assert not here.is_check("r")
    # c4: two radial a3 a5, b2 b6 d2 d6.
    assert targets(here, "c4") == squares("a3 a5 b2 b6 d2 d6")
    assert not play(here, "c4a3").is_check("r")
    # For an enemy's rook it is a pin.
    assert targets(place(engine, "bhati-4", "r", armies), "c4") == set()
    # `attackers` tells of pieces, whoever is asked about.
    assert here.attackers("g", "c4") == ["b4"]


def test_kings_of_allies_may_touch(engine: EngineName) -> None:
    armies = {"r": "Kb1", "g": "Ka31", "o": "Kd14"}
    here = place(engine, "bhati-4-pairs", "r", armies)
    assert targets(here, "b1") == squares("b2 b60 c1 c2 c60 a1 a2 a60")
    armies = {"r": "Ka1", "g": "Ka31", "o": "Kd14"}
    assert not place(engine, "bhati-4-pairs", "r", armies).is_check("r")
    assert place(engine, "bhati-4", "r", armies).is_check("r")


def test_an_ally_may_save_a_mated_king_in_time(engine: EngineName) -> None:
    # Orange mates red: rooks on ring c and on d8 against d1. Green, red's partner, moves before
    # red and takes the rook on d8 along file 8 - or fails to.
    armies = {"r": "Kd1", "o": "Kb15 Rc50 Rd8", "g": "Kb30 Ra8", "b": "Kb42"}
    here = play(place(engine, "bhati-4-pairs", "o", armies), "b15b16")
    assert (here.turn, here.is_check("r"), here.events) == ("g", True, ())
    saved = play(here, "a8d8 b42b43")
    assert (saved.turn, saved.is_check(), saved.in_play) == ("r", False, ("r", "o", "g", "b"))
    lost = play(here, "b30b31 b42b43")
    assert events(lost) == ["checkmated r", "eliminated r"]
    assert (lost.turn, lost.in_play, lost.outcome()) == ("o", ("o", "g", "b"), None)


def test_an_ally_may_interpose(engine: EngineName) -> None:
    # Green's knight goes two rings out and one along, to d7, between the rook on d8 and the king.
    armies = {"r": "Kd1", "o": "Kb15 Rc50 Rd8", "g": "Kb30 Nb6", "b": "Kb42"}
    here = play(place(engine, "bhati-4-pairs", "g", armies), "b6d7 b42b43")
    assert legal(here) == {"d1d2"}


def test_pairs_end_when_a_whole_side_is_out(engine: EngineName) -> None:
    here = Board("bhati-4-pairs", engine=engine)
    here.resign("r")
    assert here.outcome() is None
    assert here.in_play == ("o", "g", "b")
    here.resign("b")
    assert here.outcome() is None
    # Green wins for red as well, who is out.
    here.resign("o")
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r", "g"))
    assert (here.turn, here.result(), list(here.legal_moves)) == ("g", "1-0", [])


def test_a_pair_ends_by_mate_of_its_second_member(engine: EngineName) -> None:
    # Orange's partner is out. Its own mate, by the rooks of both enemies, ends the game for both.
    # (Orange's pawn on c38 stops green's rook on c50 from one side of c11 only.)
    armies = {"r": "Kb30 Rb18", "g": "Kb33 Rc50", "o": "Kd11 Pc38"}
    here = play(place(engine, "bhati-4-pairs", "r", armies), "b18d18")
    assert events(here) == ["checkmated o", "eliminated o"]
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r", "g"))
    assert (here.turn, here.in_play) == ("g", ("r", "g"))


def test_six_in_pairs_go_on_until_two_pairs_are_out(engine: EngineName) -> None:
    here = Board("bhati-6-pairs", engine=engine)
    for army in "ovby":
        assert here.outcome() is None
        here.resign(army)
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r", "g"))
    assert here.result() == "r+g"


def test_trios_end_when_a_whole_side_is_out(engine: EngineName) -> None:
    here = Board("bhati-6-trios", engine=engine)
    for army in "roybg":
        if army not in "og":
            assert here.outcome() is None
            here.resign(army)
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("o", "g", "v"))
    assert here.result() == "0-1"
    here = Board("bhati-6-trios", engine=engine)
    for army in "vgo":
        assert here.outcome() is None
        here.resign(army)
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r", "y", "b"))


def test_a_trio_ends_by_taking_the_last_king(engine: EngineName) -> None:
    # Green's knight uncovers violet's rook, its ally's, on red's king, the last of its side.
    armies = {"r": "Kd1 Pc8", "o": "Kb15", "g": "Kb35 Nd3", "v": "Kb55 Rd5"}
    here = play(place(engine, "bhati-6-trios", "g", armies), "d3b4")
    here = play(here, "d5d1")
    assert events(here) == ["king_taken r", "eliminated r"]
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("o", "g", "v"))
    assert (here.turn, at(here, "c8")) == ("o", None)


def test_only_allies_on_the_board(engine: EngineName) -> None:
    here = place(engine, "bhati-4-pairs", "r", {"r": "Kd4 Pc4", "g": "Kd34"})
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r", "g"))
    assert (here.events, list(here.legal_moves), here.is_check()) == ((), [], False)


def test_the_lines_of_a_lone_rook_among_six(engine: EngineName) -> None:
    # Squares of seats that nobody holds are ordinary: all of ring c, and file 25 over the centre
    # to d55. Violet is somewhere else.
    here = place(engine, "bhati-6", "r", {"r": "Kd4 Rc25", "v": "Ka18"})
    assert targets(here, "c25") == ring("c", 25) | squares("d25 b25 a25 a55 b55 c55 d55")

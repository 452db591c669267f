"""What each army scores when a game is over, by the reference engine."""

from __future__ import annotations

from fractions import Fraction

from circularchess.reference import Position
from round_games import place, play, start

ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def points(here: object) -> dict[str, Fraction] | None:
    assert isinstance(here, Position)
    return here.points()


def test_no_points_while_the_game_goes_on() -> None:
    assert points(start("three-circular", "reference")) is None


def test_mater_one_mated_none_the_others_half() -> None:
    armies = {"w": "Kd20 Ra1 Rb1", "r": "Kd5", "b": "Ka13"}
    mated = place("three-circular", "b", armies, "reference")
    assert points(mated) == {"w": ONE, "r": HALF, "b": NONE}
    taken = play(place("three-circular", "w", armies, "reference"), "a1a13")
    assert points(taken) == {"w": ONE, "r": HALF, "b": NONE}


def test_resigning_among_three_gives_the_others_three_quarters() -> None:
    resigned = start("three-circular", "reference").resign("w")
    assert points(resigned) == {"w": NONE, "r": Fraction(3, 4), "b": Fraction(3, 4)}


def test_two_sides_have_one_and_none() -> None:
    resigned = start("four-circular", "reference").resign("g")
    assert points(resigned) == {"y": ONE, "g": NONE, "r": ONE, "b": NONE}
    assert points(start("circular", "reference").resign("w")) == {"w": NONE, "b": ONE}


def test_a_draw_is_half_a_point_for_each() -> None:
    armies = {"w": "Kd20 Rc12 Rc14 Rb1", "r": "Kd5", "b": "Ka13"}
    drawn = place("three-circular", "b", armies, "reference")
    assert points(drawn) == {"w": HALF, "r": HALF, "b": HALF}


def test_where_mate_eliminates_the_last_side_has_one_and_the_others_none() -> None:
    armies = {"w": "Kc3 Rf3 Rd19", "g": "Nd1", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, "reference", bridged=(8, 16), inert="g")
    assert points(play(here, "d19c19")) == {"w": ONE, "g": NONE, "b": NONE}

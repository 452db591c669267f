"""Castling of Bhati's armies: king home on file 10k + 4, rooks on 10k + 1 (K) and 10k + 8 (Q)."""

from __future__ import annotations

import pytest

from bhati_games import SEATS
from circularchess import Board, InvalidOptionError, InvalidPositionError, Variant
from circularchess.engine import EngineName
from placing import at, place, play, targets

RED = {"r": "Kd4 Rd1 Rd8", "g": "Kd34"}


def castlings(here: Board) -> set[str]:
    """Where red's king on d4 can go by castling."""
    return targets(here, "d4") & {"d2", "d6"}


@pytest.mark.parametrize("seat", range(6))
def test_castling_both_ways_for_each_seat(engine: EngineName, seat: int) -> None:
    army, other = SEATS[seat], SEATS[(seat + 3) % 6]
    first, away = 10 * seat, 10 * ((seat + 3) % 6)
    armies = {army: f"Kd{first + 4} Rd{first + 1} Rd{first + 8}", other: f"Kd{away + 4}"}
    here = place(engine, "bhati-6", army, armies, castling=f"{army}K {army}Q")
    assert here.castling_rights == ((army, "K"), (army, "Q"))
    assert here.fen().split(" ")[2] == f"{army}KQ"
    # Two files toward the rook, and the rook to the square passed over.
    short = play(here, f"d{first + 4}d{first + 2}")
    assert [at(short, f"d{first + n}") for n in range(1, 9)] == (
        [None, f"{army}K", f"{army}R", None, None, None, None, f"{army}R"]
    )
    long = play(here, f"d{first + 4}d{first + 6}")
    assert [at(long, f"d{first + n}") for n in range(1, 9)] == (
        [f"{army}R", None, None, None, f"{army}R", f"{army}K", None, None]
    )
    assert short.castling_rights == long.castling_rights == ()
    assert short.halfmove_clock == long.halfmove_clock == 1


@pytest.mark.parametrize(
    ("attacker", "left"),
    [
        ("Ra3", {"d6"}),  # the square the king passes on the K side
        ("Ra2", {"d6"}),  # the one it lands on
        ("Ra4", set()),  # the king's own
        ("Ra1", {"d2", "d6"}),  # the rook's: no matter
        ("Ra8", {"d2", "d6"}),
        ("Ra7", {"d2", "d6"}),  # passed by the rook alone
        ("Ra5", {"d2"}),
        ("Ra6", {"d2"}),
        ("Rc33", {"d6"}),  # up file 33, over the centre and out file 3
        ("Bb39", {"d6"}),  # a38, over the centre to 38 + 30 - 2 = 66: a6 b5 c4 d3
        ("Bc42", {"d2"}),  # b41 a40, over to a8, b7 c6 d5
        ("Oc3", set()),  # d2 and d4: in check
        ("Oc2", {"d6"}),  # d1 and d3
        ("Oc1", {"d6"}),  # d2 alone, d60 being void
        ("Kc1", {"d6"}),  # d2 again
        ("Nb5", set()),  # d4 and d6
        ("Nb1", {"d6"}),  # d2 alone, d60 being void
    ],
)
def test_castling_past_an_attack(engine: EngineName, attacker: str, left: set[str]) -> None:
    king = "" if attacker[0] == "K" else "Kd14 "
    armies = {**RED, "o": king + attacker}
    here = place(engine, "bhati-6-pairs", "r", armies, castling="rK rQ")
    assert castlings(here) == left
    # The same piece of an ally's in the same place attacks nothing of red's.
    king = "" if attacker[0] == "K" else "Kd34 "
    armies = {**RED, "g": king + attacker, "o": "Kd14"}
    here = place(engine, "bhati-6-pairs", "r", armies, castling="rK rQ")
    assert castlings(here) == {"d2", "d6"}


@pytest.mark.parametrize(
    ("between", "left"),
    [("d2", {"d6"}), ("d3", {"d6"}), ("d5", {"d2"}), ("d6", {"d2"}), ("d7", {"d2"})],
)
@pytest.mark.parametrize("army", ["r", "g", "o"])
def test_castling_needs_all_squares_between_empty(
    engine: EngineName, army: str, between: str, left: set[str]
) -> None:
    # Whoever stands there: red, its ally green, or orange - whose piece, a bishop, attacks no
    # other square of ring d, and from none of these the king's.
    armies = {**RED, "o": "Kd14"}
    armies[army] += f" B{between}"
    here = place(engine, "bhati-4-pairs", "r", armies, castling="rK rQ")
    assert castlings(here) == left


def test_castling_needs_the_right_and_the_option(engine: EngineName) -> None:
    assert castlings(place(engine, "bhati-2", "r", RED)) == set()
    assert castlings(place(engine, "bhati-2", "r", RED, castling="rQ")) == {"d6"}
    assert castlings(place(engine, "bhati-2", "r", RED, castling="rK")) == {"d2"}
    text = place(engine, "bhati-2", "r", RED, castling="rK").fen()
    with pytest.raises(InvalidPositionError) as caught:
        Board("bhati-2", text, engine=engine, options={"castling": False})
    assert [kind for kind, _ in caught.value.problems] == ["castling"]


def test_rights_are_lost_by_moving_and_do_not_come_back(engine: EngineName) -> None:
    armies = {"r": "Kd4 Rd1 Rd8", "g": "Kd34 Rd31"}
    here = place(engine, "bhati-2", "r", armies, castling="rK rQ gK")
    assert here.castling_rights == (("r", "K"), ("r", "Q"), ("g", "K"))
    assert play(here, "d1c1").castling_rights == (("r", "Q"), ("g", "K"))
    assert play(here, "d1c1 d34d35 c1d1").castling_rights == (("r", "Q"),)
    assert castlings(play(here, "d1c1 d34d35 c1d1 d35d34")) == {"d6"}
    assert play(here, "d4c4").castling_rights == (("g", "K"),)


def test_a_right_is_lost_with_its_rook(engine: EngineName) -> None:
    # d1 and d31 face each other through the centre: one rook takes the other and both rights go.
    armies = {"r": "Kd4 Rd1 Rd8", "g": "Kd34 Rd31"}
    here = place(engine, "bhati-2", "r", armies, castling="rK rQ gK")
    after = play(here, "d1d31")
    assert after.castling_rights == (("r", "Q"),)
    assert after.fen().split(" ")[2] == "rQ"


def test_castling_is_open_again_when_the_attacker_leaves(engine: EngineName) -> None:
    # Orange's rook keeps red from d3; then orange resigns.
    armies = {"r": "Kd4 Rd1", "o": "Kd14 Ra3", "g": "Kd34"}
    here = place(engine, "bhati-4", "r", armies, castling="rK")
    assert castlings(here) == set()
    here.resign("o")
    assert castlings(here) == {"d2"}


def test_castling_gives_check_with_the_rook(engine: EngineName) -> None:
    # The rook comes to d3 and looks over c3 b3 a3 a33 at b33.
    here = place(engine, "bhati-2", "r", {"r": "Kd4 Rd1", "g": "Kb33"}, castling="rK")
    assert play(here, "d4d2").is_check("g")


def test_the_start_grants_every_right(engine: EngineName) -> None:
    here = Board("bhati-5", engine=engine)
    assert here.castling_rights == tuple((army, side) for army in "roygb" for side in "KQ")
    assert here.fen().split(" ")[2] == "rKQ,oKQ,yKQ,gKQ,bKQ"
    without = Board("bhati-5", engine=engine, options={"castling": False})
    assert without.castling_rights == ()
    with pytest.raises(InvalidOptionError):
        Variant.load("circular").with_options({"castling": True})

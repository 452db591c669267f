"""En passant with several enemies: open to each of them until the owner's turn comes again.

Red's pawn goes from c4 to a4 and passes over b4, which outbound pawns on a3 and a5 and inbound
ones on c3 and c5 attack.
"""

from __future__ import annotations

import pytest

from bhati_games import SEATS
from circularchess import Board, InvalidPositionError
from circularchess.engine import EngineName
from placing import at, legal, place, play, targets


def en_passant(here: Board) -> str:
    return here.fen().split(" ")[3]


@pytest.mark.parametrize("seat", range(6))
def test_by_the_next_and_by_the_third_player(engine: EngineName, seat: int) -> None:
    owner, second, third = (SEATS[(seat + n) % 6] for n in range(3))
    base, near, far = (10 * ((seat + n) % 6) for n in range(3))
    kings = {
        owner: f"Kd{base + 4} Pc{base + 4}",
        second: f"Kd{near + 4} Oa{base + 3}",
        third: f"Kd{far + 4} Oa{base + 5}",
    }
    here = play(place(engine, "bhati-6", owner, kings), f"c{base + 4}a{base + 4}")
    passed = f"b{base + 4}"
    assert here.en_passant_squares == (passed,)
    assert en_passant(here) == passed
    # The second player captures: the pawn goes out from a to b, the other leaves ring a.
    after = play(here, f"a{base + 3}{passed}")
    assert at(after, passed) == second + "O"
    assert at(after, f"a{base + 4}") is None
    assert (after.halfmove_clock, after.en_passant_squares) == (0, ())
    # Or it lets the third player do so.
    here = play(here, f"d{near + 4}d{near + 5}")
    assert here.en_passant_squares == (passed,)
    after = play(here, f"a{base + 5}{passed}")
    assert at(after, passed) == third + "O"
    assert at(after, f"a{base + 4}") is None


def test_by_an_inbound_pawn(engine: EngineName) -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14 Pc5", "y": "Kd24"}
    after = play(place(engine, "bhati-6", "r", armies), "c4a4 c5b4")
    assert at(after, "b4") == "oP"
    assert at(after, "a4") is None


def test_it_lapses_when_the_owner_is_to_move(engine: EngineName) -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "y": "Kd24 Oa5"}
    here = play(place(engine, "bhati-6", "r", armies), "c4a4 d14d15 d24d25")
    assert here.turn == "r"
    assert here.en_passant_squares == ()
    assert "b4" not in targets(play(here, "d4d5 d15d14"), "a5")


def test_several_rights_at_once_in_the_order_of_seats(engine: EngineName) -> None:
    # Blue, then red, make double steps: b44 and b4 are both open to yellow.
    armies = {"r": "Kd8 Pc4", "y": "Kd28 Oa5 Oa43", "b": "Kd48 Pc44"}
    here = play(place(engine, "bhati-3", "b", armies), "c44a44 c4a4")
    assert here.en_passant_squares == ("b4", "b44")
    assert en_passant(here) == "b4,b44"
    assert targets(here, "a5") == {"b5", "b4"}
    assert targets(here, "a43") == {"b43", "b44"}
    # Yellow takes one; then it is blue's turn and its right lapses.
    after = play(here, "a43b44")
    assert at(after, "a44") is None
    assert after.en_passant_squares == ("b4",)
    after = play(here, "a5b4")
    assert at(after, "a4") is None
    assert at(after, "a44") == "bP"
    assert after.en_passant_squares == ()


def test_it_ends_when_a_piece_lands_on_the_square(engine: EngineName) -> None:
    # Orange's rook slides along ring b onto b4. Yellow's capture there takes the rook alone, and
    # the right does not come back when the rook has gone on.
    armies = {"r": "Kd4 Pc4", "o": "Kd14 Rb14", "y": "Kd24 Oa5", "v": "Kd54 Oa3"}
    here = play(place(engine, "bhati-6", "r", armies), "c4a4 b14b4")
    assert here.en_passant_squares == ()
    assert en_passant(here) == "-"
    after = play(here, "a5b4")
    assert at(after, "a4") == "rP"
    assert at(after, "b4") == "yO"
    # Violet after yellow: b4 is held by the rook all the while, a capture of it.
    after = play(here, "d24d25 a3b4")
    assert at(after, "a4") == "rP"


def test_a_pawn_walking_onto_the_square_takes_nothing(engine: EngineName) -> None:
    # Orange's inbound pawn on c4, where red's came from, steps after it.
    armies = {"r": "Kd4 Pa4", "o": "Kd14 Pc4", "y": "Kd24 Oa5"}
    here = play(place(engine, "bhati-6", "o", armies, en_passant="b4"), "c4b4")
    assert at(here, "a4") == "rP"
    assert here.en_passant_squares == ()


def test_it_ends_when_the_pawn_is_taken(engine: EngineName) -> None:
    # Along ring a; b4 stays an empty square like any other.
    armies = {"r": "Kd4 Pc4", "o": "Kd14 Ra14", "y": "Kd24 Oa5"}
    here = play(place(engine, "bhati-6", "r", armies), "c4a4 a14a4")
    assert here.en_passant_squares == ()
    assert targets(here, "a5") == {"b5"}


def test_it_ends_with_the_owner(engine: EngineName) -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "y": "Kd24 Oa5"}
    here = play(place(engine, "bhati-6", "r", armies), "c4a4")
    here.resign("r")
    assert here.en_passant_squares == ()
    assert (here.turn, at(here, "a4")) == ("o", None)


def test_it_outlives_the_elimination_of_another(engine: EngineName) -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "y": "Kd24 Oa5"}
    here = play(place(engine, "bhati-6", "r", armies), "c4a4")
    here.resign("o")
    assert (here.turn, here.en_passant_squares) == ("y", ("b4",))
    assert at(play(here, "a5b4"), "a4") is None


def test_not_by_an_ally(engine: EngineName) -> None:
    # Green may not, and blue, its neighbour, may.
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "g": "Kd34 Oa5", "b": "Kd44 Oa3"}
    here = play(place(engine, "bhati-4-pairs", "r", armies), "c4a4 d14d15")
    assert here.en_passant_squares == ("b4",)
    assert targets(here, "a5") == {"b5"}
    assert targets(play(here, "d34d35"), "a3") == {"b3", "b4"}


def test_over_the_seam(engine: EngineName) -> None:
    # b1 is attacked from a60 (60 + 1), and b51 from a50 and a52.
    armies = {"r": "Kd4 Pc1", "o": "Kd14 Oa60", "v": "Kd55 Pc51"}
    here = play(place(engine, "bhati-6", "r", armies), "c1a1 a60b1")
    assert at(here, "a1") is None
    assert at(here, "b1") == "oO"


def test_both_pawns_leaving_a_ring_uncover_a_check(engine: EngineName) -> None:
    # After a5xb4 ring a is open from blue's rook on a1 to yellow's king on a8; the other way
    # round yellow's pawn on a40 stands between. With a second pawn on a6 it may be done.
    armies = {"r": "Kd4 Pc4", "y": "Ka8 Oa5 Pa40", "b": "Kd44 Ra1"}
    here = play(place(engine, "bhati-3", "r", armies), "c4a4")
    assert here.en_passant_squares == ("b4",)
    assert targets(here, "a5") == {"b5"}
    here = play(place(engine, "bhati-3", "r", {**armies, "y": "Ka8 Oa5 Oa6 Pa40"}), "c4a4")
    assert targets(here, "a5") == {"b4", "b5"}


def test_as_an_answer_to_check(engine: EngineName) -> None:
    # Red's pawn on a4 attacks a33 and a35, over the centre: yellow's king on a35 is in check,
    # and a5xb4 removes the attacker.
    armies = {"r": "Kd4 Pc4", "y": "Ka35 Oa5", "b": "Kd44"}
    here = play(place(engine, "bhati-3", "r", armies), "c4a4")
    assert here.is_check("y")
    assert legal(here, "a5") == {"a5b4"}
    assert not play(here, "a5b4").is_check("y")


def test_switched_off(engine: EngineName) -> None:
    armies = {"r": "Kd4 Pc4", "g": "Kd34 Oa5"}
    here = place(engine, "bhati-2", "r", armies, options={"en_passant": False})
    here = play(here, "c4a4")
    assert here.en_passant_squares == ()
    assert targets(here, "a5") == {"b5"}


def test_a_single_step_twice_grants_nothing(engine: EngineName) -> None:
    armies = {"r": "Kd4 Pc4", "g": "Kd34 Oa5"}
    here = play(place(engine, "bhati-2", "r", armies), "c4b4 d34d35 b4a4")
    assert here.en_passant_squares == ()
    assert targets(here, "a5") == {"b5"}


def test_another_piece_behind_the_square(engine: EngineName) -> None:
    # With several enemies one may have moved to c4 since. With one it cannot have.
    armies = {"r": "Kd4 Pa4", "y": "Kd24 Nc4", "b": "Kd44 Oa5"}
    here = place(engine, "bhati-3", "b", armies, en_passant="b4")
    assert at(play(here, "a5b4"), "a4") is None
    with pytest.raises(InvalidPositionError) as caught:
        place(engine, "bhati-2", "g", {"r": "Kd4 Pa4", "g": "Kd34 Nc4"}, en_passant="b4")
    assert [kind for kind, _ in caught.value.problems] == ["en_passant"]

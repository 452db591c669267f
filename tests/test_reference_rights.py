"""Castling and en passant in the reference engine, each case worked out by hand."""

from __future__ import annotations

import pytest

from circularchess.values.piece import Piece, PieceType
from placing import data, legal, play, position, targets

SEATS = "roygbv"


@pytest.mark.parametrize("seat", range(6))
def test_castling_both_ways_for_each_seat(seat: int) -> None:
    # King home on file 10k+4; the K side is toward 10k+1, the Q side toward 10k+8.
    army, other = SEATS[seat], SEATS[(seat + 3) % 6]
    first = 10 * seat
    away = 10 * ((seat + 3) % 6)
    armies = {army: f"Kd{first + 4} Rd{first + 1} Rd{first + 8}", other: f"Kd{away + 4}"}
    here = position("bhati-6", army, armies, castling=f"{army}K {army}Q")
    short = play(here, f"d{first + 4}d{first + 2}")
    assert short.piece_at(f"d{first + 2}") == Piece(army, PieceType.KING)
    assert short.piece_at(f"d{first + 3}") == Piece(army, PieceType.ROOK)
    assert short.piece_at(f"d{first + 1}") is None
    long = play(here, f"d{first + 4}d{first + 6}")
    assert long.piece_at(f"d{first + 6}") == Piece(army, PieceType.KING)
    assert long.piece_at(f"d{first + 5}") == Piece(army, PieceType.ROOK)
    assert long.piece_at(f"d{first + 8}") is None
    assert short.castling() == long.castling() == ()


@pytest.mark.parametrize(
    ("rook", "castlings"),
    [
        ("a3", {"d6"}),  # the square the king passes on the K side
        ("a2", {"d6"}),  # the one it lands on
        ("a4", set()),  # the king's own
        ("a1", {"d2", "d6"}),  # the rook's: no matter
        ("a7", {"d2", "d6"}),  # passed by the rook alone
        ("a5", {"d2"}),
        ("a6", {"d2"}),
    ],
)
@pytest.mark.parametrize("check", ["strict", "snaffle"])
def test_castling_past_an_attack(rook: str, castlings: set[str], check: str) -> None:
    own = {"r": "Kd4 Rd1 Rd8", "g": "Kd34"}
    armies = {**own, "o": f"Kd14 R{rook}"}
    here = position("bhati-6-pairs", "r", armies, castling="rK rQ", options={"check": check})
    assert targets(here, "d4") & {"d2", "d6"} == castlings
    # An ally's rook in the same place attacks nothing of red's.
    armies = {**own, "g": f"Kd34 R{rook}", "o": "Kd14"}
    here = position("bhati-6-pairs", "r", armies, castling="rK rQ", options={"check": check})
    assert targets(here, "d4") & {"d2", "d6"} == {"d2", "d6"}


@pytest.mark.parametrize(
    ("between", "castlings"),
    [("d2", {"d6"}), ("d3", {"d6"}), ("d5", {"d2"}), ("d6", {"d2"}), ("d7", {"d2"})],
)
def test_castling_needs_all_squares_between_empty(between: str, castlings: set[str]) -> None:
    armies = {"r": f"Kd4 Rd1 Rd8 N{between}", "g": "Kd34"}
    here = position("bhati-2", "r", armies, castling="rK rQ")
    assert targets(here, "d4") & {"d2", "d6"} == castlings


def test_castling_needs_the_right_and_the_option() -> None:
    armies = {"r": "Kd4 Rd1 Rd8", "g": "Kd34"}
    assert "d2" not in targets(position("bhati-2", "r", armies), "d4")
    here = position("bhati-2", "r", armies, castling="rQ")
    assert targets(here, "d4") & {"d2", "d6"} == {"d6"}


def test_castling_rights_are_lost_by_moving() -> None:
    armies = {"r": "Kd4 Rd1 Rd8", "g": "Kd34 Rd31"}
    here = position("bhati-2", "r", armies, castling="rK rQ gK")
    assert here.castling() == (("r", "K"), ("r", "Q"), ("g", "K"))
    assert play(here, "d1c1").castling() == (("r", "Q"), ("g", "K"))
    # Coming home again does not bring the right back.
    assert play(here, "d1c1 d34d35 c1d1").castling() == (("r", "Q"),)
    assert play(here, "d4c4").castling() == (("g", "K"),)


def test_castling_right_is_lost_with_the_rook() -> None:
    # d1 and d31 face each other through the centre.
    armies = {"r": "Kd4 Rd1 Rd8", "g": "Kd34 Rd31"}
    here = position("bhati-2", "r", armies, castling="rK rQ gK")
    assert play(here, "d1d31").castling() == (("r", "Q"),)


def test_en_passant_by_the_third_player() -> None:
    # Red passes over b4. Yellow's outbound pawn on a5 attacks b4 and b6.
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "y": "Kd24 Oa5"}
    here = play(position("bhati-6", "r", armies), "c4a4")
    assert here.en_passant() == ("b4",)
    here = play(here, "d14d15")
    assert here.en_passant() == ("b4",)
    after = play(here, "a5b4")
    assert after.piece_at("a4") is None
    assert after.piece_at("b4") == Piece("y", PieceType.PAWN, outbound=True)
    assert after.halfmove == 0
    assert after.en_passant() == ()


def test_en_passant_lapses_when_its_owner_is_to_move() -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "y": "Kd24 Oa5"}
    here = play(position("bhati-6", "r", armies), "c4a4 d14d15 d24d25")
    assert here.turn == "r"
    assert here.en_passant() == ()
    here = play(here, "d4d5 d15d14")
    assert "b4" not in targets(here, "a5")


def test_en_passant_ends_when_a_piece_lands_on_the_square() -> None:
    # Orange's rook slides along ring b to b4: yellow's capture there takes the rook alone.
    armies = {"r": "Kd4 Pc4", "o": "Kd14 Rb14", "y": "Kd24 Oa5"}
    here = play(position("bhati-6", "r", armies), "c4a4 b14b4")
    assert here.en_passant() == ()
    after = play(here, "a5b4")
    assert after.piece_at("a4") == Piece("r", PieceType.PAWN)


def test_en_passant_ends_when_the_pawn_is_taken() -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14 Ra14", "y": "Kd24 Ob5"}
    here = play(position("bhati-6", "r", armies), "c4a4 a14a4")
    assert here.en_passant() == ()


def test_en_passant_ends_with_the_army() -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "y": "Kd24 Oa5"}
    here = play(position("bhati-6", "r", armies), "c4a4").resign("r")
    assert here.en_passant() == ()
    assert here.turn == "o"


def test_no_en_passant_among_allies() -> None:
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "g": "Kd34 Oa5"}
    here = play(position("bhati-4-pairs", "r", armies), "c4a4 d14d15")
    assert here.en_passant() == ("b4",)
    assert targets(here, "a5") == {"b5"}


def test_a_pawn_walking_straight_onto_the_square_takes_nothing() -> None:
    # Yellow's inbound pawn on c4 follows red's down the file.
    armies = {"r": "Kd4 Pc4", "o": "Kd14 Pc3", "y": "Kd24"}
    here = play(position("bhati-6", "r", armies), "c4a4")
    assert targets(here, "c3") == {"b3", "b4"}
    armies = {"r": "Kd4 Pa4", "o": "Kd14 Pc4", "y": "Kd24"}
    here = play(position("bhati-6", "o", armies, en_passant="b4"), "c4b4")
    assert here.piece_at("a4") == Piece("r", PieceType.PAWN)


def test_en_passant_across_the_seam() -> None:
    # Black passes over h6; White's pawn on a5 captures outward to the b- and the h-file.
    here = position("cylinder", "b", {"w": "Kd1 Pa5", "b": "Kd8 Ph7"})
    after = play(here, "h7h5 a5h6")
    assert after.piece_at("h5") is None
    assert after.piece_at("h6") == Piece("w", PieceType.PAWN)


def test_en_passant_may_uncover_a_check() -> None:
    # Both pawns leave ring e, so that the rook on h5 looks at the king on b5. Past the other
    # end of the ring it is stopped by the knight on a5.
    armies = {"w": "Kb5 Na5 Pd5", "b": "Ke8 Rh5 Pe5"}
    here = position("cylinder", "w", armies, en_passant="e6")
    assert legal(here, "d5") == {"d5d6"}


def test_en_passant_can_answer_a_check() -> None:
    # Black's double step checks the king on d4; taking the pawn in passing is an answer.
    here = position("cylinder", "b", {"w": "Kd4 Pf5", "b": "Ka8 Pe7"})
    here = play(here, "e7e5")
    assert here.is_check("w")
    assert "f5e6" in legal(here)
    assert "f5f6" not in legal(here)


def test_en_passant_off_leaves_no_right() -> None:
    armies = {"r": "Kd4 Pc4", "g": "Kd34 Oa5"}
    here = play(position(data("bhati-2", en_passant=False), "r", armies), "c4a4")
    assert here.en_passant() == ()
    assert targets(here, "a5") == {"b5"}


def test_repetition_looks_only_at_en_passant_that_is_attacked() -> None:
    armies = {"r": "Kd4 Pa4", "g": "Kd34"}
    bare = position("bhati-2", "g", armies)
    assert position("bhati-2", "g", armies, en_passant="b4") == bare
    assert hash(position("bhati-2", "g", armies, en_passant="b4")) == hash(bare)
    armies = {"r": "Kd4 Pa4", "g": "Kd34 Oa5"}
    with_right = position("bhati-2", "g", armies, en_passant="b4")
    assert with_right != position("bhati-2", "g", armies)
    # An ally's pawn does not count.
    armies = {"r": "Kd4 Pa4", "o": "Kd14", "g": "Kd34 Oa5"}
    with_right = position("bhati-4-pairs", "o", armies, en_passant="b4")
    assert with_right == position("bhati-4-pairs", "o", armies)

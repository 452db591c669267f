"""Positions the reference engine refuses, with the kind of every reason."""

from __future__ import annotations

import pytest

from circularchess.errors import InvalidPositionError
from circularchess.reference import from_setup
from circularchess.values.piece import Piece, PieceType
from circularchess.values.setup import Setup
from circularchess.values.square import Square
from circularchess.variant import VariantData
from placing import data, described, position


def kinds(variant: str | VariantData, setup: Setup) -> list[str]:
    rules = data(variant) if isinstance(variant, str) else variant
    with pytest.raises(InvalidPositionError) as caught:
        from_setup(rules, setup)
    assert "\n" not in str(caught.value)
    # One reason in words, and how many more there are.
    first, *rest = [text for _, text in caught.value.problems]
    assert str(caught.value) == (f"{first} (and {len(rest)} more)" if rest else first)
    return [kind for kind, _ in caught.value.problems]


KINGS = {"w": "Ka1", "b": "Kd9"}
BHATI_KINGS = {"r": "Kd4", "g": "Kd34"}


@pytest.mark.parametrize(
    ("armies", "kind"),
    [
        ({"w": "Ka1 Kb5", "b": "Kd9"}, "kings"),
        ({"w": "Qa1", "b": "Kd9"}, "kings"),
        ({"w": "Ka1 Na17", "b": "Kd9"}, "square"),
        ({"w": "Ka1 Ne1", "b": "Kd9"}, "square"),
        ({"w": "Ka1", "b": "Kd9", "x": "Nd8"}, "army"),
        ({"w": "Ka1 Oc3", "b": "Kd9"}, "pawn"),
        *(({"w": f"Ka1 Pb{file}", "b": "Kd9"}, "pawn") for file in (1, 8, 9, 16)),
        *(({"w": "Ka1", "b": f"Kd9 Pb{file}"}, "pawn") for file in (1, 8, 9, 16)),
    ],
)
def test_faults_of_placement(armies: dict[str, str], kind: str) -> None:
    assert kinds("circular", described("w", armies)) == [kind]


@pytest.mark.parametrize(
    ("red", "kind"),
    [
        ("Kd4 Nd9", "void"),
        ("Kd4 Pd5", "pawn"),
        ("Kd4 Od5", "pawn"),
    ],
)
def test_faults_of_placement_on_bhatis_board(red: str, kind: str) -> None:
    assert kinds("bhati-2", described("r", {**BHATI_KINGS, "r": red})) == [kind]


def test_pawns_where_they_may_stand() -> None:
    # Inbound on every ring but the rim, outbound on ring 1 too.
    here = position("bhati-2", "r", {**BHATI_KINGS, "r": "Kd4 Pa20 Pb21 Pc22 Oa23 Oc39"})
    assert len(here.piece_map()) == 7
    for army, rank in (("w", 1), ("b", 8)):
        # Behind all squares a pawn can come from: White's go outward, Black's inward.
        armies = {"w": "Kd1", "b": "Kd8"}
        armies[army] += f" Pg{rank}"
        assert kinds("cylinder", described("w", armies)) == ["pawn"]


def test_only_pawns_are_outbound() -> None:
    setup = described("r", BHATI_KINGS)
    setup.pieces[Square("b5")] = Piece("r", PieceType.ROOK, outbound=True)
    assert kinds("bhati-2", setup) == ["pawn"]
    setup = described("w", {"w": "Kd1 Oc3", "b": "Kd8"})
    assert kinds("cylinder", setup) == ["pawn"]


def test_faults_of_turn_and_counters() -> None:
    assert kinds("circular", described("x", KINGS)) == ["army"]
    assert kinds("bhati-3", described("y", {"r": "Kd4", "b": "Kd44"})) == ["turn"]
    assert kinds("circular", described("w", KINGS, halfmove=-1)) == ["counter"]
    assert kinds("circular", described("w", KINGS, round=0)) == ["counter"]
    assert kinds("circular", described("w", KINGS, round=2**31)) == ["counter"]


def test_faults_of_armies_in_play() -> None:
    setup = described("r", {"r": "Kd4", "y": "Kd24"})
    setup.in_play = frozenset("ryb")
    assert kinds("bhati-3", setup) == ["in_play", "kings"]  # blue: no piece, and so no king
    setup.in_play = frozenset("rx")
    assert kinds("bhati-3", setup) == ["army", "in_play"]  # no x, and yellow's king stands
    assert kinds("circular", Setup(turn="w")) == ["turn"]


def test_the_loser_of_two_may_keep_its_pieces() -> None:
    setup = described("b", {"w": "Ka1 Pb3", "b": "Kd9"})
    setup.in_play = frozenset("b")
    here = from_setup(data("circular"), setup)
    assert here.in_play == ("b",)
    assert here.end == ("last_side_standing", ("b",))


@pytest.mark.parametrize(
    "right",
    [
        "rK",  # no rook on d1
        "gQ",  # king away from home
        "rX",
    ],
)
def test_faults_of_castling(right: str) -> None:
    setup = described("r", {"r": "Kd4 Rd8", "g": "Kd35 Rd38"}, castling=right)
    assert kinds("bhati-2", setup) == ["castling"]


def test_castling_of_no_army() -> None:
    setup = described("r", BHATI_KINGS, castling="xK")
    assert kinds("bhati-2", setup) == ["army"]


def test_castling_where_there_is_none() -> None:
    assert kinds("circular", described("w", KINGS, castling="wK")) == ["castling"]
    setup = described("r", {"r": "Kd4 Rd1", "g": "Kd34"}, castling="rK")
    assert from_setup(data("bhati-2"), setup).castling() == (("r", "K"),)
    assert kinds(data("bhati-2", castling=False), setup) == ["castling"]


@pytest.mark.parametrize(
    ("armies", "passed"),
    [
        ({"r": "Kd4", "g": "Kd34 Pa34"}, "b4"),  # no pawn beyond
        ({"r": "Kd4 Pa4 Nb4", "g": "Kd34"}, "b4"),  # not empty
        ({"r": "Kd4 Pa4 Pc4", "g": "Kd34"}, "b4"),  # behind it stands a pawn
        ({"r": "Kd4 Oa4", "g": "Kd34"}, "b4"),  # an outbound pawn made no double step
        ({"r": "Kd4 Pa9", "g": "Kd34"}, "b9"),  # no pawn starts on c9
        ({"r": "Kd4", "g": "Kd34 Pa34"}, "b34"),  # its owner is to move
        ({"r": "Kd4", "g": "Kd34"}, "d9"),  # void
        ({"r": "Kd4 Pa4 Pa5", "g": "Kd34"}, "b4 b5"),  # two rights of one army
        ({"r": "Kd4 Pa4", "g": "Kd34"}, "b4 b4"),
    ],
)
def test_faults_of_en_passant(armies: dict[str, str], passed: str) -> None:
    setup = described("g", armies, en_passant=passed)
    assert kinds("bhati-2", setup) == ["en_passant"]


def test_behind_the_square_another_army_may_have_moved_in() -> None:
    armies = {"r": "Kd4 Pa4", "y": "Kd24 Nc4", "b": "Kd44"}
    setup = described("b", armies, en_passant="b4")
    assert from_setup(data("bhati-3"), setup).en_passant() == ("b4",)
    # In a game of two nobody has moved since.
    setup = described("g", {"r": "Kd4 Pa4", "g": "Kd34 Nc4"}, en_passant="b4")
    assert kinds("bhati-2", setup) == ["en_passant"]


def test_en_passant_off_the_board() -> None:
    setup = described("g", BHATI_KINGS, en_passant="b61")
    assert kinds("bhati-2", setup) == ["square"]


def test_the_loser_of_two_may_stand_in_check_and_has_no_rights() -> None:
    # White, checked along the ring, has resigned: a finished game, whoever is attacked.
    here = position("circular-strict", "w", {"w": "Ka1", "b": "Kd9 Ra9"}).resign("w")
    again = from_setup(data("circular-strict"), here.setup())
    assert again == here
    assert (again.turn, again.in_play) == ("b", ("b",))
    # A pawn of an army out of play cannot be captured en passant.
    setup = described("b", {"w": "Kd1 Pc4", "b": "Kd8"}, en_passant="c3")
    assert from_setup(data("cylinder"), setup).en_passant() == ("c3",)
    setup.in_play = frozenset("b")
    assert kinds("cylinder", setup) == ["en_passant"]


def test_en_passant_switched_off() -> None:
    setup = described("g", {"r": "Kd4 Pa4", "g": "Kd34"}, en_passant="b4")
    assert kinds(data("bhati-2", en_passant=False), setup) == ["en_passant"]


def test_king_of_the_army_not_to_move_attacked() -> None:
    setup = described("w", {"w": "Ka1 Rd5", "b": "Kd9"})
    assert kinds("circular-strict", setup) == ["opposite_check"]
    # Under the snaffle rule the king may simply be taken.
    assert "d5d9" in {m.uci() for m in from_setup(data("circular"), setup).legal_moves()}
    # So it may in games of several, even when two are left.
    setup = described("r", {"r": "Kd4 Rb24", "y": "Kd24"})
    assert from_setup(data("bhati-3"), setup).end is None
    setup = described("r", {"r": "Kd4 Rb34", "g": "Kd34"})
    assert kinds("bhati-2", setup) == ["opposite_check"]


def test_all_reasons_at_once() -> None:
    setup = described("x", {"w": "Ka1 Ka3 Pb8", "b": "Qd9"}, castling="wK", halfmove=-1)
    found = kinds("circular", setup)
    assert found == ["kings", "kings", "army", "pawn", "castling", "counter"]

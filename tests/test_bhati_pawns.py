"""Bhati's pawns: inward to the centre, over it, and outward to any rim square beyond."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bhati_games import SEATS
from circularchess import Board
from circularchess.engine import EngineName
from placing import at, legal, place, play, squares, targets


@pytest.mark.parametrize("seat", range(6))
def test_a_pawn_walks_from_home_to_the_opposite_rim(engine: EngineName, seat: int) -> None:
    # From the king's file 10k + 4 six squares: b, a, over the centre to 30 files on, b, c, d.
    # From the crossing on it is outbound, `O`, and stays so when the position is written.
    army, other = SEATS[seat], SEATS[(seat + 3) % 6]
    near, far = 10 * seat + 4, (10 * seat + 33) % 60 + 1
    aside = [(10 * seat + n - 1) % 60 + 1 for n in (20, 50, 51)]
    kings = {army: f"Kb{aside[0]}", other: f"Kc{aside[1]}"}
    here = place(engine, "bhati-6", army, {**kings, army: f"{kings[army]} Pc{near}"})
    walk = [f"c{near}", f"b{near}", f"a{near}", f"a{far}", f"b{far}", f"c{far}"]
    replies = (f"c{aside[1]}c{aside[2]}", f"c{aside[2]}c{aside[1]}")
    for n, (origin, target) in enumerate(pairwise(walk)):
        assert target in targets(here, origin)
        here = play(here, f"{origin}{target}")
        assert at(here, target) == army + ("O" if n >= 2 else "P")
        assert at(Board("bhati-6", here.fen(), engine=engine), target) == at(here, target)
        assert here.halfmove_clock == 0
        here = play(here, replies[n % 2])
    assert legal(here, f"c{far}") == {f"c{far}d{far}{kind}" for kind in "qrbn"}
    here = play(here, f"c{far}d{far}n")
    assert at(here, f"d{far}") == army + "N"


def test_direction_is_part_of_the_position(engine: EngineName) -> None:
    # The same square, an inbound and an outbound pawn: a34 leads to a4 (34 + 30) or to b34.
    for pawn, ahead in (("P", "a4"), ("O", "b34")):
        here = place(engine, "bhati-2", "r", {"r": f"Kb20 {pawn}a34", "g": "Kc50"})
        again = Board("bhati-2", here.fen(), engine=engine)
        assert targets(here, "a34") == targets(again, "a34") == {ahead}
        assert f"r{pawn}" in here.fen().split(" ")[0].split("/")[3].split(",")


def test_a_pawn_captures_across_the_centre(engine: EngineName) -> None:
    # A single diagonal step from a4: 4 + 30 - 1 and 4 + 30 + 1. Straight on is a34.
    here = place(engine, "bhati-2", "r", {"r": "Kb20 Pa4", "g": "Kc50 Nb33 Ra35"})
    assert targets(here, "a4") == {"a34", "a35"}
    after = play(here, "a4a35")
    assert at(after, "a35") == "rO"
    assert at(after, "a4") is None
    assert here.attackers("r", "a33") == ["a4"]
    assert here.attackers("r", "a35") == ["a4"]


@pytest.mark.parametrize(
    ("pawn", "attacked"),
    [
        ("Pc1", "b60 b2"),
        ("Oa60", "b59 b1"),
        ("Ob1", "c60 c2"),
        ("Pa30", "a59 a1"),  # across to 60, one along
        ("Pa31", "a60 a2"),
        ("Pa1", "a30 a32"),
        ("Oc11", "d12"),  # d10 is void
    ],
)
def test_pawn_captures_over_the_seam(engine: EngineName, pawn: str, attacked: str) -> None:
    here = place(engine, "bhati-2", "r", {"r": f"Kb20 {pawn}", "g": "Kb42"})
    found = {s for s in map(str, here.variant.squares()) if pawn[1:] in here.attackers("r", s)}
    assert found == squares(attacked)


def test_a_pawn_does_not_capture_straight_ahead(engine: EngineName) -> None:
    # Not before the centre, not over it and not behind it.
    for pawn, blocker in (("Pc4", "b4"), ("Pa4", "a34"), ("Ob34", "c34"), ("Oc34", "d34")):
        here = place(engine, "bhati-2", "r", {"r": f"Kb20 {pawn}", "g": f"Kc50 B{blocker}"})
        assert targets(here, pawn[1:]) == set()


def test_a_pawn_is_stopped_before_a_void(engine: EngineName) -> None:
    # d39 ahead and d40 beside it are void; only the capture on d38 is left, and promotes.
    here = place(engine, "bhati-2", "r", {"r": "Kb20 Oc39 Oc40", "g": "Kc50 Nd38"})
    assert legal(here, "c39") == {"c39d38q", "c39d38r", "c39d38b", "c39d38n"}
    assert legal(here, "c40") == set()


def test_promotion_on_every_square_of_the_rim(engine: EngineName) -> None:
    # Whosoever sector it is, and with nobody at home there: the 48 squares that are not void.
    for file in range(1, 61):
        here = place(engine, "bhati-2", "r", {"r": f"Ka50 Oc{file}", "g": "Ka14"})
        goal = set() if file % 10 in (9, 0) else {f"c{file}d{file}{kind}" for kind in "qrbn"}
        assert legal(here, f"c{file}") == goal


def test_promotion_by_capture_and_to_each_kind(engine: EngineName) -> None:
    here = place(engine, "bhati-2", "r", {"r": "Ka50 Oc5", "g": "Ka14 Nd4 Rd6"})
    goals = {f"c5{square}{kind}" for square in ("d4", "d5", "d6") for kind in "qrbn"}
    assert legal(here, "c5") == goals
    for kind in "qrbn":
        after = play(here, f"c5d6{kind}")
        assert at(after, "d6") == "r" + kind.upper()
        assert after.halfmove_clock == 0


def test_double_step(engine: EngineName) -> None:
    # From ring c of the home sector only, both squares empty, and never by an outbound pawn.
    for pawn, reached in (
        ("Pc4", {"b4", "a4"}),
        ("Pc8", {"b8", "a8"}),
        ("Pc9", {"b9"}),
        ("Pc14", {"b14"}),
        ("Pc34", {"b34"}),  # Green's home
        ("Pb4", {"a4"}),
        ("Pa4", {"a34"}),  # one step: the second would be b34
        ("Oc4", {"d4"}),
    ):
        here = place(engine, "bhati-2", "r", {"r": f"Kb20 {pawn}", "g": "Kc50"})
        assert targets(here, pawn[1:]) == reached
    for blocker, reached in (("b4", set()), ("a4", {"b4"})):
        here = place(engine, "bhati-2", "r", {"r": "Kb20 Pc4", "g": f"Kc50 N{blocker}"})
        assert targets(here, "c4") == reached
    here = place(
        engine,
        "bhati-2",
        "r",
        {"r": "Kb20 Pc4", "g": "Kc50"},
        options={"double_step": False, "en_passant": False},
    )
    assert targets(here, "c4") == {"b4"}


def test_a_pawn_pinned_through_the_centre(engine: EngineName) -> None:
    # The rook on c34 looks over b34, a34 and the pawn on a4 at the king on b4. Walking across
    # stays on the line; capturing on a35 leaves it.
    here = place(engine, "bhati-2", "r", {"r": "Kb4 Pa4", "g": "Kc50 Rc34 Ba35"})
    assert targets(here, "a4") == {"a34"}
    here = place(engine, "bhati-2", "r", {"r": "Kb4 Pa4", "g": "Kc50 Ba35"})
    assert targets(here, "a4") == {"a34", "a35"}


def test_a_pawn_pinned_on_a_diagonal_through_the_centre(engine: EngineName) -> None:
    # The bishop on b39 looks by a38 (6 + 30 + 2) over a6 at b5. The pawn steps to a36 and
    # captures on a35 and a37, never on a38: it has no move.
    here = place(engine, "bhati-2", "r", {"r": "Kb5 Pa6", "g": "Kc50 Bb39 Pa37"})
    assert targets(here, "a6") == set()
    here = place(engine, "bhati-2", "r", {"r": "Kb5 Pa6", "g": "Kc50 Nb39 Pa37"})
    assert targets(here, "a6") == {"a36", "a37"}


def test_pawns_of_allies_do_not_take_each_other(engine: EngineName) -> None:
    armies = {"r": "Kb20 Pc4", "o": "Kb40 Nb3", "g": "Kc50 Nb5"}
    assert targets(place(engine, "bhati-4-pairs", "r", armies), "c4") == {"b4", "a4", "b3"}
    assert targets(place(engine, "bhati-4", "r", armies), "c4") == {"b4", "a4", "b3", "b5"}

"""Jelliss's modern round chess: sidesteps, full laps, and the double step as an option."""

from __future__ import annotations

import pytest

from circularchess import InvalidOptionError, Variant
from circularchess.engine import EngineName
from round_games import ENGINES, at, legal, place, play, squares, start, targets

pytestmark = pytest.mark.parametrize("engine", ENGINES)


def with_en_passant() -> Variant:
    return Variant.load("jelliss").with_options({"double_step": True, "en_passant": True})


def test_start_is_king_facing_king_with_queens_on_their_own_colour(engine: EngineName) -> None:
    here = start("jelliss", engine)
    assert at(here, "a1 a8 a16 a9 b1 c1 d1") == "wK bK wQ bQ wB wN wR"
    light = {square: square.is_light for square in here.piece_map()}
    queens = [s for s, piece in here.piece_map().items() if piece.letter == "Q"]
    assert {here.piece_map()[s].army: light[s] for s in queens} == {"w": True, "b": False}
    assert len(Variant.load("jelliss").starts) == 1


@pytest.mark.parametrize("in_the_way", ["wN", "bN", "bO", "wK"])
def test_a_pawn_blocked_by_any_man_may_sidestep(engine: EngineName, in_the_way: str) -> None:
    men = {"w": "Pb5", "b": "Nd13"}
    men[in_the_way[0]] += f" {in_the_way[1]}b6"
    men["w"] += "" if in_the_way == "wK" else " Kd2"
    men["b"] += " Kd10"
    here = place("jelliss", "w", men, engine)
    assert targets(here, "b5") == squares("a6 c6")


def test_a_pawn_that_is_not_blocked_does_not_sidestep(engine: EngineName) -> None:
    here = place("jelliss", "w", {"w": "Kd2 Pb5", "b": "Kd10"}, engine)
    assert targets(here, "b5") == {"b6"}


def test_a_sidestep_goes_to_an_empty_square_and_a_capture_stays_a_capture(
    engine: EngineName,
) -> None:
    here = place("jelliss", "w", {"w": "Kd2 Pb5 Na6 Nb6", "b": "Kd10 Nc6"}, engine)
    assert targets(here, "b5") == {"c6"}
    assert at(play(here, "b5c6"), "c6") == "wP"


def test_on_the_rim_there_is_one_sidestep(engine: EngineName) -> None:
    here = place("jelliss", "w", {"w": "Kb2 Pd5 Nd6", "b": "Kb10"}, engine)
    assert targets(here, "d5") == {"c6"}


def test_a_sidestep_gives_no_check_and_begins_the_count_afresh(engine: EngineName) -> None:
    # A sidestep is no capture: a king on the sidestep's square would be attacked anyway.
    here = place("jelliss", "w", {"w": "Kd2 Pb5 Nb6", "b": "Kd10"}, engine, halfmove=9)
    assert play(here, "b5a6").halfmove == 0


def test_a_pawn_promotes_on_arriving_by_any_move_on_the_file_it_started_from(
    engine: EngineName,
) -> None:
    promoted = squares("q r b n")
    # Straight on, by a capture, and by a sidestep; on any ring.
    here = place("jelliss", "w", {"w": "Kd5 Pb1", "b": "Kd10 Na2"}, engine)
    assert legal(here, "b1") == {f"b1{to}{kind}" for to in ("b2", "a2") for kind in promoted}
    here = place("jelliss", "w", {"w": "Kd5 Pb1 Nb2", "b": "Kd10"}, engine)
    assert legal(here, "b1") == {f"b1{to}{kind}" for to in ("a2", "c2") for kind in promoted}
    here = place("jelliss", "w", {"w": "Kd5 Oc16", "b": "Kd10"}, engine)
    assert legal(here, "c16") == {f"c16c15{kind}" for kind in promoted}


def test_black_promotes_on_files_10_and_7(engine: EngineName) -> None:
    here = place("jelliss", "b", {"w": "Kd2", "b": "Kd13 Pb9 Ob8"}, engine)
    assert len(legal(here, "b9")) == len(legal(here, "b8")) == 4


def test_files_of_the_enemy_and_of_the_other_direction_promote_nobody(engine: EngineName) -> None:
    here = place("jelliss", "w", {"w": "Kd5 Pb9 Pb14 Ob3 Oc8", "b": "Kd11"}, engine)
    assert legal(here, "b9") == {"b9b10"}
    assert legal(here, "b14") == {"b14b15"}
    assert legal(here, "b3") == {"b3b2"}
    assert legal(here, "c8") == {"c8c7"}


def test_a_pawn_that_stands_on_its_file_has_not_moved_yet(engine: EngineName) -> None:
    here = place("jelliss", "w", {"w": "Kd5 Pb2", "b": "Kd10"}, engine)
    assert legal(here, "b2") == {"b2b3"}


def test_double_step_and_en_passant_are_off_but_options(engine: EngineName) -> None:
    assert targets(start("jelliss", engine), "b2") == {"b3"}
    here = start("jelliss", engine, double_step=True, en_passant=True)
    assert targets(here, "b2") == squares("b3 b4")
    assert targets(here, "b15") == squares("b14 b13")
    assert play(here, "b2b4").en_passant() == ("b3",)
    assert play(start("jelliss", engine, double_step=True), "b2b4").en_passant() == ()


def test_en_passant_without_the_double_step_is_refused(engine: EngineName) -> None:
    with pytest.raises(InvalidOptionError):
        start("jelliss", engine, en_passant=True)


def test_a_double_step_only_from_a_start_square_of_its_own_army_and_direction(
    engine: EngineName,
) -> None:
    armies = {"w": "Kd5 Ob2 Pa10 Pc15 Oc10", "b": "Kd12"}
    here = place("jelliss", "w", armies, engine, double_step=True)
    assert targets(here, "b2") == {"b1"}
    assert targets(here, "a10") == {"a11"}
    assert targets(here, "c15") == {"c16"}
    assert targets(here, "c10") == {"c9"}


def test_every_enemy_pawn_that_attacks_the_passed_square_captures_there_either_way(
    engine: EngineName,
) -> None:
    # Black's pawn on c4 goes anticlockwise, the one on a2 clockwise; the one on a4 goes away.
    armies = {"w": "Kd6 Pb2", "b": "Kd11 Oc4 Pa2 Pa4"}
    here = place(with_en_passant(), "w", armies, engine)
    after = play(here, "b2b4")
    assert {move for move in legal(after) if move.endswith("b3")} == squares("c4b3 a2b3")
    assert at(play(after, "a2b3"), "b4 b3 a2") == "- bP -"


def test_a_sidestep_where_the_pawn_may_capture_en_passant_is_that_capture(
    engine: EngineName,
) -> None:
    armies = {"w": "Kd6 Pb2 Nc3", "b": "Kd11 Oc4"}
    here = place(with_en_passant(), "w", armies, engine)
    after = play(here, "b2b4")
    assert targets(after, "c4") == squares("b3 d3")
    assert at(play(after, "c4b3"), "b4 b3") == "- bO"
    assert at(play(after, "c4d3"), "b4 d3") == "wP bO"
    # A move later the right is gone, and the same move is a sidestep that takes nothing.
    later = play(after, "d11d12 d6d7")
    assert at(play(later, "c4b3"), "b4 b3") == "wP bO"


def test_stalemate_draws_and_there_is_no_bare_king_rule(engine: EngineName) -> None:
    armies = {"w": "Kd1 Rc8 Rc10 Rb1", "b": "Ka9"}
    assert place("jelliss", "b", armies, engine).end == ("stalemate", ())
    armies = {"w": "Kd1 Rb9 Nc3", "b": "Ka9"}
    assert place("jelliss", "b", armies, engine).end is None

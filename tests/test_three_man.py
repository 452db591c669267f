"""3 Man Chess: the centre, moats, creeks, bridging, inert men, and who has won."""

from __future__ import annotations

import pytest

from circularchess import Board, InvalidFenError, InvalidPositionError
from circularchess.engine import EngineName
from round_games import ENGINES, at, legal, place, play, squares, start, targets, told

pytestmark = pytest.mark.parametrize("engine", ENGINES)

#: Kings out of everybody's way, each with a man on the rim that keeps the army's moats open.
KEPT = {"w": "Kc3 Rf3", "g": "Kc14 Rf11", "b": "Kc19 Rf19"}
ALL = (8, 16, 24)


def kept(**more: str) -> dict[str, str]:
    return {army: f"{men} {more.get(army, '')}" for army, men in KEPT.items()}


# --- Start and centre ----------------------------------------------------------------------------


def test_rooks_to_rooks_by_rising_file_with_queens_before_their_kings(engine: EngineName) -> None:
    here = start("three-man", engine)
    assert at(here, "f1 f2 f3 f4 f5 f6 f7 f8") == "wR wN wB wQ wK wB wN wR"
    kings = [square for square, piece in here.piece_map().items() if piece.letter == "K"]
    assert kings == ["f5", "f13", "f21"]
    assert all(square.is_light for square in kings)


def test_first_moves_are_of_pawns_and_of_the_knights_that_leap_over_no_moat(
    engine: EngineName,
) -> None:
    here = start("three-man", engine)
    assert targets(here, "e5") == squares("d5 c5")
    assert targets(here, "f2") == squares("d1 d3")
    assert targets(here, "f7") == squares("d6 d8")
    assert len(here.legal_moves()) == 20


def test_everyone_goes_diagonally_over_the_centre_to_ten_files_away(engine: EngineName) -> None:
    across = squares("a11 a15")
    here = place("three-man", "w", {"w": "Ka1 Rf3", "g": "Kc7 Rf10", "b": "Kc19 Rf19"}, engine)
    assert targets(here, "a1") == squares("a24 a2 b24 b1 b2 a13") | across
    here = place("three-man", "w", kept(w="Ba1"), engine)
    assert across <= targets(here, "a1")
    assert not targets(here, "a1") & squares("a12 a13 a14")
    here = place("three-man", "w", kept(w="Pa1", g="Na15", b="Na11"), engine)
    assert targets(here, "a1") == squares("a13 a11 a15")


def test_a_knight_goes_over_the_centre_by_ranks_and_files(engine: EngineName) -> None:
    here = place("three-man", "w", kept(w="Na1"), engine)
    # One in is ring a of file 13, two files on; two in is ring b, one file on.
    assert targets(here, "a1") == squares("c2 c24 b3 b23 a11 a15 b12 b14")


# --- Moats ---------------------------------------------------------------------------------------


def test_nothing_crosses_open_water(engine: EngineName) -> None:
    here = place("three-man", "w", {**kept(), "w": "Ke8 Rf7 Nf8"}, engine)
    assert targets(here, "f7") == squares("f1 f2 f3 f4 f5 f6 e7 d7 c7 b7 a7 a19 b19 c19")
    assert targets(here, "e8") == squares("e7 e9 d7 d8 d9")
    assert targets(here, "f8") == squares("d7 e6")


def test_no_capture_and_no_attack_ever_crosses_a_moat(engine: EngineName) -> None:
    # White's rook and Gray's king stand on the two sides of moat 8, bridged.
    armies = {"w": "Kc3 Rf8 Ne7", "g": "Kf9", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=ALL)
    assert not here.is_check("g")
    assert here.attackers("w", "f9") == []
    assert "f9" not in targets(here, "f8") | targets(here, "e7")
    # So kings may stand on both sides of one.
    armies = {"w": "Kf8", "g": "Kf10", "b": "Kc19 Rf19"}
    here = place("three-man", "g", armies, engine, bridged=ALL)
    assert "f10f9" in legal(here)


def test_only_a_bridged_moat_is_crossed(engine: EngineName) -> None:
    assert targets(place("three-man", "w", kept(w="Nf8"), engine), "f8") == squares("d7 e6")
    here = place("three-man", "w", kept(w="Nf8"), engine, bridged=(8,))
    assert targets(here, "f8") == squares("d7 d9 e6 e10")


def test_a_slide_may_cross_several_bridged_moats(engine: EngineName) -> None:
    armies = {"w": "Kc3 Rf3", "g": "Kc11", "b": "Kc23"}
    here = place("three-man", "w", armies, engine, bridged=ALL)
    # All round the rim, over three moats, but for the two files of the kings, where it would
    # give check.
    rim = {target for target in targets(here, "f3") if target[0] == "f"}
    assert rim == {f"f{file}" for file in range(1, 25) if file not in (3, 11, 23)}
    # With moat 24 open: over moats 8 and 16 the one way, stopped at file 1 the other.
    armies = {"w": "Kc3 Rf3", "g": "Kc12", "b": "Kc18 Rf24"}
    with pytest.raises(InvalidPositionError, match="moat at file 16"):
        place("three-man", "w", armies, engine, bridged=(8,))
    here = place("three-man", "w", armies, engine, bridged=(8, 16))
    assert {"f2", "f1", "f23"} <= targets(here, "f3")
    assert "f24" not in targets(here, "f3")


def test_a_crossing_piece_may_attack_no_enemy_king_from_where_it_lands(engine: EngineName) -> None:
    armies = {"w": "Kc3 Rf6", "g": "Kd12", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16))
    # From f12 the rook would check along the file.
    assert {"f11", "f13"} <= targets(here, "f6")
    assert "f12" not in targets(here, "f6")
    # A rook that need not cross a moat may give the same check.
    armies = {"w": "Kc3 Rf10", "g": "Kd12", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16))
    assert "f12" in targets(here, "f10")


def test_only_the_moved_piece_counts_not_a_line_that_it_opens(engine: EngineName) -> None:
    # The knight on f8 uncovers the rook's check along file 8, and lands on e10.
    armies = {"w": "Kc3 Rf8 Ne8", "g": "Kb8", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16))
    assert "e8f10" in legal(here)
    assert play(here, "e8f10").is_check("g")


def test_a_move_that_has_also_a_way_without_a_moat_is_free_of_both_rules(
    engine: EngineName,
) -> None:
    # From f1 to f13 the rook goes along the rim, over moats, or along its file over the centre.
    armies = {"w": "Kc3 Rf1", "g": "Kf15", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16))
    assert "f13" in targets(here, "f1")
    assert play(here, "f1f13").is_check("g")
    # With a man on the file there is only the way over the moat.
    armies["w"] += " Nd1"
    here = place("three-man", "w", armies, engine, bridged=(8, 16))
    assert "f13" not in targets(here, "f1")
    # It may capture there too.
    armies = {"w": "Kc3 Rf1", "g": "Kc11 Nf13", "b": "Kc19 Rf19"}
    assert "f13" in targets(place("three-man", "w", armies, engine, bridged=(8,)), "f1")


@pytest.mark.parametrize(
    ("origin", "target"),
    [("f8", "e10"), ("f7", "e9"), ("e7", "f9"), ("f8", "d9"), ("d8", "f9"), ("f9", "d8")],
)
def test_knights_are_barred_by_moats_both_ways_alike(
    engine: EngineName, origin: str, target: str
) -> None:
    armies = kept(w=f"N{origin}")
    assert target not in targets(place("three-man", "w", armies, engine), origin)
    assert target in targets(place("three-man", "w", armies, engine, bridged=(8,)), origin)


def test_a_leap_that_does_not_touch_the_rim_crosses_no_moat(engine: EngineName) -> None:
    here = place("three-man", "w", kept(w="Nd8 Ne8"), engine)
    assert {"e10", "b9", "c10"} <= targets(here, "d8")
    assert {"c9", "d10"} <= targets(here, "e8")


# --- Creeks --------------------------------------------------------------------------------------


def pawn_captures(
    engine: EngineName, pawn: str, *enemies: str, bridged: tuple[int, ...] = ()
) -> set[str]:
    men = " ".join(f"N{square}" for square in enemies)
    here = place("three-man", "w", kept(w=pawn, g=men), engine, bridged=bridged)
    return targets(here, pawn[1:]) & set(enemies)


def test_a_pawn_does_not_capture_over_a_creek_before_its_fourth_rank(engine: EngineName) -> None:
    for bridged in ((), (8,)):
        assert pawn_captures(engine, "Pe8", "d7", "d9", bridged=bridged) == {"d7"}
        assert pawn_captures(engine, "Pd8", "c7", "c9", bridged=bridged) == {"c7"}
        assert pawn_captures(engine, "Pe9", "d8", "d10", bridged=bridged) == {"d10"}
        assert pawn_captures(engine, "Pc8", "b7", "b9", bridged=bridged) == squares("b7 b9")


def test_outbound_pawns_have_no_creeks_and_never_capture_over_a_moat(engine: EngineName) -> None:
    assert pawn_captures(engine, "Od8", "e7", "e9") == squares("e7 e9")
    assert pawn_captures(engine, "Oe8", "f7", "f9") == {"f7"}
    assert pawn_captures(engine, "Oe8", "f7", "f9", bridged=(8,)) == {"f7"}


def test_creeks_stop_attacks_too(engine: EngineName) -> None:
    here = place("three-man", "w", kept(w="Pe8"), engine)
    assert here.attackers("w", "d9") == []
    assert here.attackers("w", "d7") == ["e8"]


# --- Bridging ------------------------------------------------------------------------------------


def bridged(here: object) -> frozenset[int]:
    return here.setup().bridged  # type: ignore[attr-defined, no-any-return]


def test_both_moats_of_an_army_are_bridged_when_its_last_man_leaves_the_rim(
    engine: EngineName,
) -> None:
    here = place("three-man", "w", kept(), engine)
    assert bridged(here) == frozenset()
    assert bridged(play(here, "f3e3")) == {8, 24}
    assert bridged(play(here, "f3f4")) == frozenset()
    # They are bridged for good.
    back = play(here, "f3e3 c14c13 c19c20 e3f3")
    assert bridged(back) == {8, 24}


def test_a_man_of_its_own_anywhere_on_the_rim_keeps_them_open_others_do_not(
    engine: EngineName,
) -> None:
    here = place("three-man", "w", kept(w="Nf13", g="Nf7"), engine)
    after = play(here, "f3e3")
    assert bridged(after) == frozenset()
    here = place("three-man", "w", kept(g="Nf7"), engine)
    assert bridged(play(here, "f3e3")) == {8, 24}


def test_they_are_bridged_when_its_last_man_there_is_taken(engine: EngineName) -> None:
    here = place("three-man", "w", kept(w="Re11"), engine)
    assert bridged(play(here, "e11f11")) == {8, 16}


def test_a_text_with_a_moat_open_that_must_have_been_bridged_is_invalid(engine: EngineName) -> None:
    armies = {"w": "Kc3 Re3", "g": "Kc11 Rf11", "b": "Kc19 Rf19"}
    with pytest.raises(InvalidPositionError, match="moat at file 8"):
        place("three-man", "w", armies, engine)
    # An army that is out has none.
    with pytest.raises(InvalidPositionError, match="moat at file 16"):
        place("three-man", "w", {"w": "Kc3 Rf3", "b": "Kc19 Rf19"}, engine, bridged=(8,))


def test_bridged_moats_are_part_of_the_position(engine: EngineName) -> None:
    assert place("three-man", "w", kept(), engine) != place(
        "three-man", "w", kept(), engine, bridged=(8,)
    )


# --- Mate, inert men and the end -----------------------------------------------------------------

#: Gray's king on f9: rook on e24 takes ring e, the one on f16 the rim.
GRAY_HELD = {"w": "Kc3 Rf3 Re24", "g": "Kf9 Nd1", "b": "Kc19 Rf19 Rf16"}


def test_a_mated_army_is_eliminated_and_its_men_stay(engine: EngineName) -> None:
    here = place("three-man", "g", GRAY_HELD, engine)
    assert told(here) == ["checkmated g", "eliminated g"]
    assert (here.turn, here.in_play) == ("b", ("w", "b"))
    assert at(here, "f9 d1") == "gK gN"
    assert here.setup().inert == {"g"}
    # Its moats are bridged.
    assert bridged(here) == {8, 16}
    assert here.halfmove == 0


def test_inert_men_do_not_move_attack_or_check_but_block(engine: EngineName) -> None:
    armies = {"w": "Kc3 Rf3", "g": "Kf9 Nd1 Rc5", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16), inert="g")
    # Gray's rook would check along ring c, its knight too.
    assert not here.is_check("w")
    assert here.attackers("g", "c3") == []
    assert legal(here, "c5") == set()
    armies = {"w": "Kc3 Rf3 Ra5", "g": "Kf9 Nc5", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16), inert="g")
    assert {"b5", "c5"} <= targets(here, "a5")
    assert "d5" not in targets(here, "a5")


def test_any_army_may_capture_inert_men_the_king_too_with_no_further_effect(
    engine: EngineName,
) -> None:
    armies = {"w": "Kc3 Rf3 Re9", "g": "Kf9 Nd1", "b": "Kc19 Rf19 Nb2"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16), inert="g", halfmove=5)
    after = play(here, "e9f9")
    assert told(after) == []
    assert (after.end, after.turn, after.in_play, after.halfmove) == (None, "b", ("w", "b"), 0)
    assert at(after, "f9 d1") == "wR gN"
    assert at(play(after, "b2d1"), "d1") == "bN"


def test_an_inert_army_may_have_no_king_one_in_play_must(engine: EngineName) -> None:
    armies = {"w": "Kc3 Rf3", "g": "Nd1", "b": "Kc19 Rf19"}
    assert place("three-man", "w", armies, engine, bridged=(8, 16), inert="g").end is None
    with pytest.raises(InvalidPositionError, match="king"):
        place("three-man", "w", armies, engine, bridged=(8, 16))


def test_a_king_captured_eliminates_its_army_and_the_men_stay(engine: EngineName) -> None:
    armies = {"w": "Kc3 Rf3 Rd11", "g": "Kc11 Rf11", "b": "Kc19 Rf19"}
    here = play(place("three-man", "w", armies, engine), "d11c11")
    assert told(here) == ["king_taken g", "eliminated g"]
    assert (here.turn, here.in_play, at(here, "f11 c11")) == ("b", ("w", "b"), "gR wR")
    assert bridged(here) == {8, 16}


def test_the_last_army_in_play_wins(engine: EngineName) -> None:
    armies = {"w": "Kc3 Rf3 Rd19", "g": "Nd1", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, bridged=(8, 16), inert="g")
    assert play(here, "d19c19").end == ("last_side_standing", ("w",))


def test_a_move_that_mates_both_others_wins_each_being_judged_in_turn(engine: EngineName) -> None:
    # One rook holds ring e, which both kings need; each has another against it on the rim.
    armies = {"w": "Kc3 Re1 Rf10 Re22", "g": "Kf14", "b": "Kf19"}
    here = play(place("three-man", "w", armies, engine, bridged=ALL), "e22f22")
    assert told(here) == ["checkmated g", "eliminated g", "checkmated b", "eliminated b"]
    assert here.end == ("last_side_standing", ("w",))


#: Black's king on f24: ring e, f23 and f1 are attacked, and f24 is not.
STALEMATED = {"w": "Kc3 Re14 Rd23 Qc1", "g": "Kc11", "b": "Kf24"}


def test_a_stalemated_army_is_eliminated_with_three_in_play_and_stays_inert(
    engine: EngineName,
) -> None:
    here = place("three-man", "b", STALEMATED, engine, bridged=ALL)
    assert told(here) == ["stalemated b", "eliminated b"]
    assert (here.turn, here.in_play, at(here, "f24")) == ("w", ("w", "g"), "bK")


def test_stalemate_with_two_in_play_draws(engine: EngineName) -> None:
    here = place("three-man", "b", {**STALEMATED, "g": "Nb6"}, engine, bridged=ALL, inert="g")
    assert here.end == ("stalemate", ())


def test_stalemate_passes_or_draws_by_option(engine: EngineName) -> None:
    here = place("three-man", "b", STALEMATED, engine, bridged=ALL, stalemate="pass")
    assert (told(here), here.turn) == (["stalemated b", "passed b"], "w")
    here = place("three-man", "b", STALEMATED, engine, bridged=ALL, stalemate="draw")
    assert here.end == ("stalemate", ())


def test_who_resigns_is_eliminated_and_the_men_stay(engine: EngineName) -> None:
    here = start("three-man", engine).resign("g")
    assert told(here) == ["resigned g", "eliminated g"]
    assert (here.end, here.turn, here.in_play) == (None, "w", ("w", "b"))
    assert at(here, "f13") == "gK"
    assert bridged(here) == {8, 16}


def test_inert_men_do_not_keep_a_position_alive(engine: EngineName) -> None:
    text = "24/24/24/2,wK,7,gQ,7,bK,5/24/24 w~g - - 0 1 8,16,24"
    outcome = Board("three-man", text, engine=engine).outcome()
    assert outcome is not None
    assert outcome.termination.value == "dead_position"


# --- En passant, castling, text ------------------------------------------------------------------


def test_en_passant_is_open_to_both_others_until_the_owners_turn(engine: EngineName) -> None:
    armies = kept(w="Pe6", g="Oc5", b="Oc7")
    after = play(place("three-man", "w", armies, engine), "e6c6")
    assert "c5d6" in legal(after)
    later = play(after, "c14c13")
    assert "c7d6" in legal(later)
    assert at(play(later, "c7d6"), "c6 d6") == "- bO"
    assert play(later, "c19c20").en_passant() == ()


def test_castling_is_on_the_armys_own_arc(engine: EngineName) -> None:
    armies = {"w": "Kf5 Rf1 Rf8", "g": "Kc11 Rf11", "b": "Kc19 Rf19"}
    here = place("three-man", "w", armies, engine, castling="wK wQ")
    assert {"f5f7", "f5f3"} <= legal(here)
    assert at(play(here, "f5f7"), "f5 f6 f7 f8") == "- wR wK -"
    assert at(play(here, "f5f3"), "f1 f2 f3 f4 f5") == "- - wK wR -"


def test_the_text_names_inert_armies_and_bridged_moats(engine: EngineName) -> None:
    text = "2,wR,15,bR,5/24/24/2,wK,15,bK,5/24/gN,23 w~g - - 0 1 8,16"
    board = Board("three-man", text, engine=engine)
    assert board.fen() == text
    assert board.in_play == ("w", "b")
    for bad in ("w~ -", "w~x -", "w~gg -", "w~bg -", "w~g~b -", "~g -"):
        with pytest.raises(InvalidFenError, match="turn"):
            Board("three-man", text.replace("w~g -", bad), engine=engine)
    for bad in ("16,8", "8,8", "7", "8,", "", "08", "-,8", "8 16"):
        with pytest.raises(InvalidFenError):
            Board("three-man", text.replace("8,16", bad), engine=engine)
    with pytest.raises(InvalidFenError, match="7 fields"):
        Board("three-man", text.removesuffix(" 8,16"), engine=engine)
    with pytest.raises(InvalidPositionError, match="not in play"):
        Board("three-man", text.replace("w~g", "g~g"), engine=engine)
    with pytest.raises(InvalidPositionError, match="inert"):
        Board("three-man", text.replace("gN,23", "24"), engine=engine)

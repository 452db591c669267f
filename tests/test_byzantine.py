"""The Byzantine games: each decision and rule by its sentence, on positions worked out by hand."""

from __future__ import annotations

import pytest

from circularchess import Board, InvalidPositionError, Setup, Square, Variant
from circularchess.engine import EngineName, make_position
from round_games import ENGINES, at, legal, place, play, squares, start, targets, told

pytestmark = pytest.mark.parametrize("engine", ENGINES)

#: Black's king on a9 can go nowhere and is not attacked; his pawn is blocked by the knight.
STALEMATED = {"w": "Kd1 Rc8 Rc10 Rb1 Nd6", "b": "Ka9 Pd5"}
#: Rings a and b are attacked all round, and with them Black's king and every flight square.
MATED = {"w": "Kd1 Ra1 Rb1"}


# --- Array and pawns -----------------------------------------------------------------------------


def test_king_faces_ferz_in_one_array_and_king_in_the_other(engine: EngineName) -> None:
    # Files 1 and 8 face each other along the ring, and so do 16 and 9.
    assert at(start("byzantine", engine), "a1 a8 a16 a9") == "wK bF wF bK"
    assert at(start("byzantine-mirror", engine), "a1 a8 a16 a9") == "wK bK wF bF"
    facing, mirror = (Variant.load(name) for name in ("byzantine", "byzantine-mirror"))
    assert facing.options == mirror.options


def test_a_ferz_at_home_left_or_right_is_a_mirror_image(engine: EngineName) -> None:
    here = start("byzantine", engine)
    pieces = {
        Square.at(square.ring, 17 - square.file): piece._replace(
            outbound=piece.letter == "P"  # clockwise turns anticlockwise
        )
        for square, piece in here.piece_map().items()
    }
    mirrored = make_position(Variant.load("byzantine"), Setup(pieces, "w"), engine)
    assert at(mirrored, "a16 a1") == "wK wF"
    assert mirrored.perft(2) == here.perft(2) == 196


def test_pawns_keep_their_direction_and_never_promote(engine: EngineName) -> None:
    armies = {"w": "Kd1 Pb7 Pb16 Ob10 Rc1", "b": "Kd9 Rc12"}
    here = place("byzantine", "w", armies, engine)
    assert targets(here, "b7") == {"b8"}
    assert targets(here, "b16") == {"b1"}
    assert targets(here, "b10") == {"b9"}
    assert at(play(here, "b10b9"), "b9") == "wO"
    # Nothing but a plain move, wherever it goes: no move has a promotion.
    assert all(move.promotion is None for move in here.legal_moves())


def test_no_double_step_and_no_castling(engine: EngineName) -> None:
    here = start("byzantine", engine)
    assert targets(here, "b2") == {"b3"}
    assert here.castling() == ()


def test_elephants_keep_to_eight_squares(engine: EngineName) -> None:
    seen, found = set[str](), {"b1"}
    while found != seen:
        seen = set(found)
        for square in seen:
            here = place("byzantine", "w", {"w": f"E{square} Kd2", "b": "Kd9 Pa9"}, engine)
            found |= targets(here, square)
    # b1, d3, b5 and so on: every second file, on rings b and d in turn.
    assert found == squares("b1 d3 b5 d7 b9 d11 b13 d15")


def test_two_pawns_of_one_army_face_to_face_stay_and_block_each_other(engine: EngineName) -> None:
    here = place("byzantine", "w", {"w": "Kd1 Rc1 Pb4 Ob6", "b": "Kd9 Rc9"}, engine)
    here = play(here, "b4b5 d9d10")
    assert at(here, "b5 b6") == "wP wO"
    assert targets(here, "b5") == targets(here, "b6") == set()


def test_pawns_that_meet_are_removed_by_option(engine: EngineName) -> None:
    armies = {"w": "Kd1 Rc1 Pb4 Ob6", "b": "Kd9 Rc9"}
    here = place("byzantine", "w", armies, engine, meeting_pawns="removed", halfmove=7)
    after = play(here, "b4b5")
    assert at(after, "b4 b5 b6") == "- - -"
    assert after.halfmove == 0
    # It is the same whichever of the two comes.
    assert at(play(here, "b6b5"), "b4 b5 b6") == "- - -"


def test_pawns_meet_by_a_capture_too_and_across_file_1(engine: EngineName) -> None:
    armies = {"w": "Kd1 Rc1 Pa5 Ob7", "b": "Kd9 Rc9 Nb6"}
    here = place("byzantine", "w", armies, engine, meeting_pawns="removed")
    assert at(play(here, "a5b6"), "a5 b6 b7") == "- - -"
    armies = {"w": "Kd5 Rc5 Pb15 Ob1", "b": "Kd9 Rc9"}
    here = place("byzantine", "w", armies, engine, meeting_pawns="removed")
    assert at(play(here, "b15b16"), "b15 b16 b1") == "- - -"


def test_pawns_back_to_back_or_of_two_armies_do_not_meet(engine: EngineName) -> None:
    armies = {"w": "Kd1 Rc1 Pb4 Ob3 Pa4", "b": "Kd9 Rc9 Oa6"}
    here = place("byzantine", "w", armies, engine, meeting_pawns="removed")
    assert at(play(here, "a4a5"), "a5 a6 b4 b3") == "wP bO wP wO"


def test_a_move_is_safe_or_not_after_the_removal(engine: EngineName) -> None:
    # Both arcs from the rook on b9 to the king on b1 are blocked: one by b12, one by the pawns.
    armies = {"w": "Kb1 Rb12 Pb4 Ob6", "b": "Kd9 Rb9"}
    assert "b4b5" in legal(place("byzantine", "w", armies, engine))
    gone = place("byzantine", "w", armies, engine, meeting_pawns="removed")
    assert "b4b5" not in legal(gone)


def test_a_loaded_pair_that_meets_is_invalid_where_it_would_be_removed(engine: EngineName) -> None:
    armies = {"w": "Kd1 Rc1 Pb5 Ob6", "b": "Kd9 Rc9"}
    assert at(place("byzantine", "w", armies, engine), "b5 b6") == "wP wO"
    with pytest.raises(InvalidPositionError, match="meet"):
        place("byzantine", "w", armies, engine, meeting_pawns="removed")


# --- Endings -------------------------------------------------------------------------------------


def test_a_stalemated_army_has_lost(engine: EngineName) -> None:
    here = place("byzantine", "b", STALEMATED, engine)
    assert here.end == ("stalemate", ("w",))
    assert told(here) == ["stalemated b"]
    assert legal(here) == set()


def test_stalemate_draws_by_option(engine: EngineName) -> None:
    assert place("byzantine", "b", STALEMATED, engine, stalemate="draw").end == ("stalemate", ())


def test_bared_against_one_man_it_may_take_him_and_draw(engine: EngineName) -> None:
    here = place("byzantine", "w", {"w": "Kd1 Ra5", "b": "Kb6 Na7"}, engine)
    bared = play(here, "a5a7")
    # All its legal moves are there, not only the capture: off ring a and file 7, which the
    # rook attacks, but for the rook itself.
    assert bared.end is None
    assert legal(bared) == squares("b6a7 b6b5 b6c5 b6c6")
    both_bare = play(bared, "b6a7")
    assert both_bare.end is None
    assert both_bare.legal_moves()
    board = Board("byzantine", "16/16/5k10/K7R7 b - - 0 1", engine=engine)
    assert board.outcome() is None


def test_bared_and_not_baring_the_other_at_once_it_has_lost(engine: EngineName) -> None:
    bared = play(place("byzantine", "w", {"w": "Kd1 Ra5", "b": "Kb6 Na7"}, engine), "a5a7")
    lost = play(bared, "b6c6")
    assert lost.end == ("bare_king", ("w",))
    assert told(lost) == ["bare_king b"]
    assert (lost.turn, legal(lost)) == ("w", set())


def test_both_bare_is_a_dead_position(engine: EngineName) -> None:
    board = Board("byzantine", "16/16/5k10/K15 b - - 0 1", engine=engine)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination.value, outcome.winners) == ("dead_position", ())


def test_a_bare_king_against_two_men_has_lost_at_once(engine: EngineName) -> None:
    # One of them stands next to the king and could be taken; that would not bare the other.
    here = place("byzantine", "b", {"w": "Kd1 Rb9 Nc3", "b": "Ka9"}, engine)
    assert here.end == ("bare_king", ("w",))
    assert legal(here) == set()


def test_a_bare_king_is_no_loss_by_option(engine: EngineName) -> None:
    armies = {"w": "Kd1 Rb9 Nc3", "b": "Ka9"}
    here = place("byzantine", "b", armies, engine, bare_king="ignore")
    assert here.end is None
    assert "a9b9" in legal(here)


def test_a_mated_bare_king_is_told_as_mated(engine: EngineName) -> None:
    here = place("byzantine", "b", {**MATED, "b": "Ka9"}, engine)
    assert here.end == ("checkmate", ("w",))
    assert told(here) == ["checkmated b"]


def test_a_stalemated_bare_king_is_told_as_bare(engine: EngineName) -> None:
    here = place("byzantine", "b", {"w": "Kd1 Rc8 Rc10 Rb1", "b": "Ka9"}, engine)
    assert here.end == ("bare_king", ("w",))


def test_an_army_that_bares_itself_by_meeting_pawns_has_lost(engine: EngineName) -> None:
    armies = {"w": "Kd1 Pb4 Ob6", "b": "Kd9 Rc9 Nc10"}
    here = place("byzantine", "w", armies, engine, meeting_pawns="removed")
    after = play(here, "b4b5")
    assert after.end == ("bare_king", ("b",))
    assert after.turn == "b"


def test_draws_are_the_usual_ones(engine: EngineName) -> None:
    board = Board("byzantine", engine=engine)
    for move in ["b1d3", "b8d6", "d3b1", "d6b8"] * 2:
        assert not board.can_claim_threefold_repetition()
        board.push_uci(move)
    assert board.can_claim_threefold_repetition()
    board.agree_draw()
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.termination.value == "agreement"


def test_the_heading_of_a_pawn_is_part_of_the_position(engine: EngineName) -> None:
    one, other = (
        place("byzantine", "w", {"w": f"Kd1 {pawn}b7", "b": "Kd9 Rc9"}, engine) for pawn in "PO"
    )
    assert one != other
    assert targets(one, "b7") == {"b8"}
    assert targets(other, "b7") == {"b6"}


# --- Citadels ------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", range(1, 17))
def test_there_are_four_citadels_each_entered_from_four_squares(
    engine: EngineName, file: int
) -> None:
    far = (file + 7) % 16 + 1
    armies = {"w": f"Ka{file} Rc{file}", "b": f"Kd{far} Rc{far}"}
    here = place("byzantine-citadel", "w", armies, engine)
    # z1 borders a1 to a4, z2 a5 to a8, z3 a9 to a12, z4 a13 to a16; straight inward alone.
    expected = f"z{(file + 3) // 4}"
    assert {target for target in targets(here, f"a{file}") if target[0] == "z"} == {expected}


def test_any_king_may_enter_any_citadel(engine: EngineName) -> None:
    armies = {"w": "Ka10 Rc1", "b": "Ka2 Rc9"}
    assert "a10z3" in legal(place("byzantine-citadel", "w", armies, engine))
    assert "a2z1" in legal(place("byzantine-citadel", "b", armies, engine))


def test_no_other_man_enters_passes_or_attacks_a_citadel(engine: EngineName) -> None:
    armies = {"w": "Kb1 Ra1 Fa2 Eb3 Na4 Pa5 Oa16", "b": "Kd9 Rc9"}
    here = place("byzantine-citadel", "w", armies, engine)
    assert not any(str(move.to_square).startswith("z") for move in here.legal_moves())
    assert here.attackers("w", "z1") == []
    # Two rings inward from a4 there is no square, as with any closed centre.
    assert targets(here, "a4") == squares("c3 c5 b2 b6")


def test_a_king_enters_in_check_or_not_and_the_game_is_drawn(engine: EngineName) -> None:
    # The rook on a16 gives check along ring a.
    here = place("byzantine-citadel", "w", {"w": "Ka3 Rc3", "b": "Kd9 Ra16"}, engine)
    assert here.is_check("w")
    after = play(here, "a3z1")
    assert after.end == ("citadel", ())
    assert told(after) == ["citadel w"]
    assert (after.turn, legal(after)) == ("b", set())
    assert at(after, "a3 z1") == "- wK"
    assert not after.is_check("w")


def test_a_king_on_ring_a_is_never_mated_nor_stalemated(engine: EngineName) -> None:
    here = place("byzantine-citadel", "b", {**MATED, "b": "Ka9 Pd5"}, engine)
    assert here.is_check("b")
    assert legal(here, "a9") == {"a9z3"}
    here = place("byzantine-citadel", "b", STALEMATED, engine)
    assert legal(here) == {"a9z3"}


def test_a_bare_king_that_has_lost_has_no_move_left_to_enter_a_citadel(engine: EngineName) -> None:
    here = place("byzantine-citadel", "b", {"w": "Kd1 Rb1 Nc3", "b": "Ka9"}, engine)
    assert here.end == ("bare_king", ("w",))
    # Against one man it is not lost yet, and enters.
    here = place("byzantine-citadel", "b", {"w": "Kd1 Rb1", "b": "Ka9"}, engine)
    assert play(here, "a9z3").end == ("citadel", ())


def test_a_text_with_a_king_in_a_citadel_is_a_finished_game(engine: EngineName) -> None:
    text = "3k12/16/5R10/16/1K2 b - - 3 9"
    board = Board("byzantine-citadel", text, engine=engine)
    assert board.position.end == ("citadel", ())
    assert board.fen() == text
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination.value, outcome.result(board.variant.data)) == ("citadel", "1/2-1/2")


def test_a_man_that_is_no_king_in_a_citadel_is_invalid(engine: EngineName) -> None:
    with pytest.raises(InvalidPositionError, match="citadel"):
        Board("byzantine-citadel", "3k12/16/5R10/K15/1F2 b - - 3 9", engine=engine)


def test_stalemate_and_the_bare_king_are_as_in_the_form_without_citadels(
    engine: EngineName,
) -> None:
    # Off ring a: the stalemate above with its rings turned inside out.
    armies = {"w": "Ka1 Rb8 Rb10 Rc1 Na6", "b": "Kd9 Pa5"}
    here = place("byzantine-citadel", "b", armies, engine)
    assert here.end == ("stalemate", ("w",))
    assert place("byzantine-citadel", "b", armies, engine, stalemate="draw").end == (
        "stalemate",
        (),
    )
    armies = {"w": "Ka1 Rc9 Nb3", "b": "Kd9"}
    assert place("byzantine-citadel", "b", armies, engine).end == ("bare_king", ("w",))
    assert place("byzantine-citadel", "b", armies, engine, bare_king="ignore").end is None


def test_a_step_into_a_citadel_is_written_with_its_name(engine: EngineName) -> None:
    board = Board("byzantine-citadel", "F7f7/16/8k7/2K12r/4 w - - 0 1", engine=engine)
    move = board.parse_san("Kz1")
    assert (move.uci(), board.san(move)) == ("a3z1", "Kz1")


def test_o_is_never_written_in_a_move_and_removed_pawns_add_nothing(engine: EngineName) -> None:
    text = "16/8k6f/3P1O10/K14R w - - 0 1"
    stay, removed = (
        Board("byzantine", text, engine=engine, options={"meeting_pawns": value})
        for value in ("stay", "removed")
    )
    written = {move.uci(): removed.san(move) for move in removed.legal_moves}
    assert written == {move.uci(): stay.san(move) for move in stay.legal_moves}
    assert {"b4b5", "b6b5"} <= set(written)
    assert not any("o" in word.lower() for pair in written.items() for word in pair)
    removed.push_uci("b6b5")
    assert removed.piece_at("b4") is None


# --- Torus ---------------------------------------------------------------------------------------


def test_the_torus_has_the_same_start_and_end_rules(engine: EngineName) -> None:
    assert start("byzantine-torus", engine).piece_map() == start("byzantine", engine).piece_map()
    assert Variant.load("byzantine-torus").options == Variant.load("byzantine").options
    assert place("byzantine-torus", "b", {"w": "Kd1 Rb9 Nc3", "b": "Ka9"}, engine).end == (
        "bare_king",
        ("w",),
    )


def test_pawns_go_along_their_ring_on_the_torus_too(engine: EngineName) -> None:
    here = place("byzantine-torus", "w", {"w": "Kc1 Pa5 Od12", "b": "Kc9 Ra9"}, engine)
    assert targets(here, "a5") == {"a6"}
    assert targets(here, "d12") == {"d11"}


def test_every_piece_goes_over_the_seam_between_rings_a_and_d(engine: EngineName) -> None:
    def lone(letter: str, square: str = "a1") -> set[str]:
        armies = {"w": f"{letter}{square} Kc8", "b": "Kc12 Pc14"}
        return targets(place("byzantine-torus", "w", armies, engine), square)

    # A diagonal step over the seam lands one file on, as any diagonal step does.
    assert lone("F") == squares("b2 b16 d2 d16")
    # Two rings in and two rings out are the same ring.
    assert lone("E") == squares("c3 c15")
    assert lone("N") == squares("b3 b15 d3 d15 c2 c16")
    ring = {f"a{file}" for file in range(2, 17)}
    assert lone("R") == ring | squares("b1 c1 d1")
    king = place("byzantine-torus", "w", {"w": "Ka1 Pc5", "b": "Kc9 Pc14"}, engine)
    assert targets(king, "a1") == squares("a2 a16 b1 b2 b16 d1 d2 d16")


def test_pawns_capture_over_the_seam(engine: EngineName) -> None:
    here = place("byzantine-torus", "w", {"w": "Kc1 Pa5", "b": "Kc9 Nb6 Nd6"}, engine)
    assert targets(here, "a5") == squares("a6 b6 d6")


def test_a_file_is_a_closed_circle_walked_both_ways(engine: EngineName) -> None:
    # b1 is blocked; c1 and d1 are reached the other way round.
    here = place("byzantine-torus", "w", {"w": "Kc8 Ra1 Pb1 Pa2 Oa16", "b": "Kc12 Pc14"}, engine)
    assert targets(here, "a1") == squares("d1 c1")
    # A rook checks round the file from both sides at once; no man between ends the check.
    here = place("byzantine-torus", "b", {"w": "Kc1 Ra9", "b": "Kc9 Ra8 Pd4"}, engine)
    assert here.is_check("b")
    assert "a8b8" not in legal(here)
    assert "a8a9" in legal(here)


@pytest.mark.parametrize("by", [1, 2, 3])
def test_shifting_the_rings_of_a_torus_changes_nothing(engine: EngineName, by: int) -> None:
    here = start("byzantine-torus", engine)
    pieces = {
        Square.at((square.ring - 1 + by) % 4 + 1, square.file): piece
        for square, piece in here.piece_map().items()
    }
    shifted = make_position(Variant.load("byzantine-torus"), Setup(pieces, "w"), engine)
    assert shifted.perft(3) == 2968

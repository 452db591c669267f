"""What other programs for round, wrapped or many-player boards get wrong, one test for each."""

from __future__ import annotations

from circularchess import Board, Outcome, Termination
from circularchess.engine import EngineName
from placing import at, events, legal, place, play, ring, squares, targets

ROOKS = {"r": "Kd4 Rd1", "y": "Kd24 Rd21", "b": "Kd44 Rd41"}


def test_draws_survive_looking_ahead(engine: EngineName) -> None:
    # Twice round and back: the third occurrence. Trying every move, and asking after mate,
    # neither wipes the counts nor adds to them.
    here = place(engine, "bhati-3", "r", ROOKS, halfmove=138)
    for text in ["d4d5", "d24d25", "d44d45", "d5d4", "d25d24", "d45d44"] * 2:
        here.push_uci(text)
        for move in list(here.legal_moves)[::7]:
            here.push(move)
            here.is_checkmate()
            here.outcome(claim_draw=True)
            here.pop()
    assert here.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION)
    assert here.halfmove_clock == 150
    assert here.can_claim_fifty_rounds()
    assert not here.is_repetition(4)


def test_the_count_without_progress(engine: EngineName) -> None:
    # In single moves, fifty for each army in play, reset by a pawn move of any army.
    here = place(engine, "bhati-3", "r", {**ROOKS, "y": "Kd24 Pc24"}, halfmove=149)
    assert not here.can_claim_fifty_rounds()
    here.push_uci("d4d5")
    assert here.can_claim_fifty_rounds()
    here.push_uci("c24b24")
    assert here.halfmove_clock == 0
    assert not here.can_claim_fifty_rounds()


def test_material_is_not_judged_by_orthodox_tables(engine: EngineName) -> None:
    # King and pawn, two knights, a bishop: nothing of it is dead on this board.
    for piece in ("Pb4", "Na5", "Na5 Na7", "Ba5"):
        here = place(engine, "bhati-2", "r", {"r": f"Kd4 {piece}", "g": "Kd34"})
        assert here.outcome(claim_draw=True) is None


def test_only_files_wrap(engine: EngineName) -> None:
    # A cylinder, no torus: nothing leads outward from ring d, whatever stands there.
    here = place(engine, "bhati-2", "r", {"r": "Kb20 Rd1", "g": "Kb45"})
    assert targets(here, "d1") == squares("d2 d3 d4 d5 d6 d7 d8 c1 b1 a1 a31 b31 c31 d31")
    here = place(engine, "bhati-2", "r", {"r": "Kb20 Rc60", "g": "Kd34"})
    assert targets(here, "c60") == ring("c", 60) | squares("b60 a60 a30 b30 c30")


def test_en_passant_lasts_exactly_until_the_owners_turn(engine: EngineName) -> None:
    # Four enemies move after red, each of which could capture on b4 - the last one too.
    armies = {"r": "Kd8 Pc4", "o": "Kd14 Oa3", "y": "Kd24 Pc3", "g": "Kd34 Pc5", "b": "Kd44 Oa5"}
    here = play(place(engine, "bhati-5", "r", armies), "c4a4")
    waiting = {"o": "d14d15", "y": "d24d25", "g": "d34d35", "b": "d44d45"}
    capture = {"o": "a3b4", "y": "c3b4", "g": "c5b4", "b": "a5b4"}
    for army, move in waiting.items():
        assert here.turn == army
        assert at(play(here, capture[army]), "a4") is None
        here.push_uci(move)
    assert here.en_passant_squares == ()
    here = play(here, "d8d7")
    assert capture["o"] not in legal(here)


def test_an_eliminated_army_is_gone(engine: EngineName) -> None:
    # Orange's rook on b4 checks red up the file, its knight on d23 shields yellow from blue's
    # rook, and it holds rights. It resigns: no check, no rights, no turn, and the line is open.
    armies = {
        "r": "Kd4",
        "o": "Kd14 Rd11 Rb4 Nd23",
        "y": "Kd22",
        "b": "Kd44 Rd28",
    }
    here = place(engine, "bhati-5", "r", armies, castling="oK")
    assert here.is_check("r")
    assert not here.is_check("y")
    here.resign("o")
    assert here.in_play == ("r", "y", "b")
    assert not here.is_check("r")
    assert here.is_check("y")
    assert here.castling_rights == ()
    assert here.attackers("o", "d4") == []
    assert {piece.army for piece in here.piece_map().values()} == {"r", "y", "b"}
    assert play(here, "d4d5").turn == "y"


def test_a_king_may_be_taken_by_a_third_player(engine: EngineName) -> None:
    # Yellow's knight leaves the diagonal on which blue's queen on a38 looks at red's king: across
    # to 38 + 30 - 2 = 66, a6, and b5 c4 d3.
    armies = {"r": "Kd3 Pc8", "y": "Kb30 Nb5", "b": "Kb45 Qa38"}
    here = place(engine, "bhati-3", "y", armies)
    assert not here.is_check("r")
    here = play(here, "b5c7")
    assert here.is_check("r")
    here = play(here, "a38d3")
    assert events(here) == ["king_taken r", "eliminated r"]
    assert here.in_play == ("y", "b")
    assert (here.king("r"), at(here, "c8")) == (None, None)
    # And on it goes, also when the position is read again.
    again = Board("bhati-3", here.fen(), engine=engine)
    assert legal(again) == legal(here) != set()


def test_positions_that_differ_are_not_the_same(engine: EngineName) -> None:
    armies = {"r": "Kd4 Rd1", "g": "Kd34 Oa5"}
    here = place(engine, "bhati-2", "r", armies)
    same = place(engine, "bhati-2", "r", armies, halfmove=3, round=9)
    assert here.position.key() == same.position.key()
    for other in (
        place(engine, "bhati-2", "g", armies),
        place(engine, "bhati-2", "r", {**armies, "g": "Kd34 Pa5"}),
        place(engine, "bhati-2", "r", armies, castling="rK"),
    ):
        assert here.position.key() != other.position.key()
    # An en passant square counts while a pawn of some enemy attacks it, whoever is to move.
    armies = {"r": "Kd4 Pa4", "y": "Kd24", "b": "Kd44 Oa5"}
    for turn in "yb":
        with_right = place(engine, "bhati-3", turn, armies, en_passant="b4")
        assert with_right.position.key() != place(engine, "bhati-3", turn, armies).position.key()
        armies_without = {**armies, "b": "Kd44 Pa5"}
        with_right = place(engine, "bhati-3", turn, armies_without, en_passant="b4")
        without = place(engine, "bhati-3", turn, armies_without)
        assert with_right.position.key() == without.position.key()


def test_an_attack_by_an_ally_alone_does_not_tell_positions_apart(engine: EngineName) -> None:
    armies = {"r": "Kd4 Pa4", "o": "Kd14", "g": "Kd34 Oa5"}
    one = place(engine, "bhati-4-pairs", "o", armies, en_passant="b4")
    two = place(engine, "bhati-4-pairs", "o", armies)
    assert one.position.key() == two.position.key()


def test_armies_in_play_tell_positions_apart(engine: EngineName) -> None:
    # A lone king more or less, far away.
    one = place(engine, "bhati-3", "r", {"r": "Kd4 Rd1", "y": "Kd24"})
    two = place(engine, "bhati-3", "r", {"r": "Kd4 Rd1", "y": "Kd24", "b": "Ka50"})
    assert one.position.key() != two.position.key()


def test_mate_is_judged_when_the_turn_has_come(engine: EngineName) -> None:
    # Rooks on c50 and d28 mate yellow on d21, were it yellow's turn. It is red's, then
    # yellow's after red has put its own knight in between.
    armies = {"r": "Kb15 Nb26", "y": "Kd21", "b": "Kb42 Rc50 Rd28"}
    here = place(engine, "bhati-3", "r", armies)
    assert (here.events, here.is_checkmate(), here.is_check("y")) == ((), False, True)
    after = play(here, "b26d27")
    assert (after.turn, after.events, legal(after)) == ("y", (), {"d21d22"})
    after = play(here, "b15b16")
    assert (after.turn, events(after)) == ("b", ["checkmated y", "eliminated y"])
    assert after.is_checkmate()

"""Mate, the taking of kings and what an army's leaving does to the others.

The mate used below: a king in the corner d(10k+1) has four squares, d(10k+2) and three on ring
c, a void being on its other side. A rook on an otherwise empty ring c takes those three, a rook
on ring d of the sector, up to the void behind the king, takes the fourth and the corner.
"""

from __future__ import annotations

import pytest

from circularchess import (
    Board,
    Departure,
    Event,
    IllegalMoveError,
    Outcome,
    Termination,
    UnknownArmyError,
)
from circularchess.engine import EngineName
from placing import at, events, legal, place, play


def test_mate_eliminates_the_army_with_all_its_pieces(engine: EngineName) -> None:
    # Red's rook goes to d25. Yellow's pawn on c28 stops the other rook from one side only.
    armies = {"r": "Kb10 Rc50 Rb25", "y": "Kd21 Pc28", "b": "Kb40"}
    here = play(place(engine, "bhati-3", "r", armies, halfmove=3), "b25d25")
    assert here.events == (Event("checkmated", "y"), Event("eliminated", "y"))
    assert here.is_checkmate()
    assert (here.turn, here.in_play, here.halfmove_clock, here.round) == ("b", ("r", "b"), 0, 1)
    assert (at(here, "d21"), at(here, "c28"), here.king("y")) == (None, None, None)
    assert here.outcome() is None
    # Taken back, everything stands again.
    here.pop()
    assert here == place(engine, "bhati-3", "r", armies, halfmove=3)
    assert events(here) == []


def test_mate_of_the_last_enemy_wins(engine: EngineName) -> None:
    armies = {"r": "Kb10 Rc50 Rb25", "y": "Kd21 Pc28"}
    here = play(place(engine, "bhati-3", "r", armies), "b25d25")
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r",))
    assert events(here) == ["checkmated y", "eliminated y"]
    assert (here.turn, here.in_play, list(here.legal_moves), here.result()) == (
        "r",
        ("r",),
        [],
        "r",
    )
    # In the game for two it is called checkmate; the pieces leave all the same.
    armies = {"r": "Kb10 Rc50 Rb35", "g": "Kd31 Pc38"}
    here = play(place(engine, "bhati-2", "r", armies), "b35d35")
    assert here.outcome() == Outcome(Termination.CHECKMATE, ("r",))
    assert (at(here, "c38"), here.turn, here.result()) == (None, "r", "1-0")


def test_a_king_left_to_the_third_player_is_taken(engine: EngineName) -> None:
    # Yellow's knight leaves d3 and so uncovers blue's rook on d5; blue moves before red.
    armies = {"r": "Kd1 Pc8 Ra20", "y": "Kb30 Nd3", "b": "Kb45 Rd5"}
    here = play(place(engine, "bhati-3", "y", armies), "d3b4")
    assert here.turn == "b"
    assert here.is_check("r")
    assert not here.is_check()
    assert here.events == ()
    assert "d5d1" in legal(here)
    here = play(here, "d5d1")
    assert events(here) == ["king_taken r", "eliminated r"]
    assert (at(here, "d1"), at(here, "c8"), at(here, "a20")) == ("bR", None, None)
    assert (here.in_play, here.turn, here.round) == (("y", "b"), "y", 2)
    assert here.outcome() is None
    # The two that are left go on; b31 lies on the line of d1, over the centre.
    assert "b30b31" not in legal(here)
    assert play(here, "b30b29").turn == "b"


def test_or_it_is_left_and_can_get_away(engine: EngineName) -> None:
    # Blue does something else: red, in check on ring d, must leave it.
    armies = {"r": "Kd1", "y": "Kb30 Nd3", "b": "Kb45 Rd5"}
    here = play(place(engine, "bhati-3", "y", armies), "d3b4 b45b46")
    assert here.turn == "r"
    assert here.is_check()
    # The knight on b4 attacks d3, d5, c2, c6 (and inner squares): c2 is not free either.
    assert legal(here) == {"d1c1", "d1c60"}


def test_the_last_king_of_the_other_sides_is_taken(engine: EngineName) -> None:
    # As above, but yellow's partner in the pair, green, is the only other one: o+b win.
    armies = {"r": "Kd1", "o": "Kb15 Nd3", "b": "Kb45 Rd5"}
    here = play(place(engine, "bhati-4-pairs", "o", armies), "d3b4 d5d1")
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("o", "b"))
    assert events(here) == ["king_taken r", "eliminated r"]
    assert (here.turn, here.result()) == ("o", "0-1")


def test_taking_a_king_answers_its_armys_check(engine: EngineName) -> None:
    # Yellow's rook on d5 checks red; red takes yellow's king and the rook is gone with it.
    armies = {"r": "Kd1 Rb20", "y": "Kb25 Rd5", "b": "Kb45"}
    here = place(engine, "bhati-3", "r", armies)
    assert here.is_check()
    after = play(here, "b20b25")
    assert events(after) == ["king_taken y", "eliminated y"]
    assert (at(after, "d5"), after.turn, after.is_check("r")) == (None, "b", False)
    # But not the check of a third army: with blue's rook there the king must be seen to.
    armies = {"r": "Kd1 Rb20", "y": "Kb25", "b": "Kb45 Rd5"}
    assert "b20b25" not in legal(place(engine, "bhati-3", "r", armies))


def test_taking_a_king_may_not_uncover_ones_own(engine: EngineName) -> None:
    # Yellow's knight on d3 shields red from blue's rook; it vanishes with yellow's king.
    armies = {"r": "Kd1 Rb20", "y": "Kb25 Nd3", "b": "Kb45 Rd5"}
    assert "b20b25" not in legal(place(engine, "bhati-3", "r", armies))
    assert "b20b24" in legal(place(engine, "bhati-3", "r", armies))


def test_a_mate_vanishes_with_the_mating_army(engine: EngineName) -> None:
    # Red mates green by d35. Before green's turn orange's knight uncovers yellow's rook, which
    # takes red's king: green is free when its turn comes.
    armies = {"r": "Kd2 Rc50 Rb35", "o": "Kd14 Nd3", "y": "Kd24 Rd5", "g": "Kd31"}
    here = play(place(engine, "bhati-5", "r", armies), "b35d35")
    assert here.events == ()
    here = play(here, "d3b2")
    assert here.is_check("g")
    after = play(here, "d5d2")
    assert events(after) == ["king_taken r", "eliminated r"]
    assert (after.turn, after.is_check(), after.in_play) == ("g", False, ("o", "y", "g"))
    assert legal(after) == {"d31d32", "d31c30", "d31c31", "d31c32"}
    # Had yellow done something else, green would have been mated.
    after = play(here, "d24d25")
    assert events(after) == ["checkmated g", "eliminated g"]


def test_a_removal_mates_the_next_army_and_frees_another(engine: EngineName) -> None:
    # Orange is mated by d18. Its knight on d25 kept red's d28 from yellow, who is mated next;
    # its rook on d38 held green, who is free.
    armies = {"r": "Kb47 Rc55 Rd18 Rd28", "o": "Kd11 Nd25 Rd38", "y": "Kd21", "g": "Kd31"}
    before = place(engine, "bhati-5", "r", armies)
    assert not before.is_check("y")
    assert before.is_check("g")
    here = play(before, "b47b48")
    assert events(here) == ["checkmated o", "eliminated o", "checkmated y", "eliminated y"]
    assert (here.turn, here.in_play, here.round) == ("g", ("r", "g"), 1)
    # Ring c is red's rook's; d32 is free.
    assert legal(here) == {"d31d32"}
    # Were it green's turn with orange still there, green would be out.
    assert events(place(engine, "bhati-5", "g", armies))[:2] == ["checkmated g", "eliminated g"]


def test_three_eliminations_in_a_row(engine: EngineName) -> None:
    armies = {"r": "Kb47 Rc55 Rd18 Rd28 Rd38", "o": "Kd11", "y": "Kd21", "g": "Kd31"}
    gone = [f"{kind} {army}" for army in "oyg" for kind in ("checkmated", "eliminated")]
    here = play(place(engine, "bhati-5", "r", armies), "b47b48")
    assert events(here) == gone
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r",))
    assert (here.turn, here.round) == ("r", 2)
    # With a fourth army, blue on ring a and off every line, the game goes on.
    here = play(place(engine, "bhati-5", "r", {**armies, "b": "Ka20"}), "b47b48")
    assert events(here) == gone
    assert here.outcome() is None
    assert (here.turn, here.in_play, here.round) == ("b", ("r", "b"), 1)


def test_a_removal_opens_a_line_against_the_army_to_move(engine: EngineName) -> None:
    # Yellow's knight on d45 keeps red's rook on d48 from blue's king; yellow resigns in blue's
    # turn, and blue is judged again: mated.
    armies = {"r": "Kb10 Rc5 Rd48", "y": "Kb20 Nd45", "b": "Kd41"}
    here = place(engine, "bhati-3", "b", armies)
    assert here.events == ()
    here.resign("y")
    assert events(here) == ["resigned y", "eliminated y", "checkmated b", "eliminated b"]
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r",))
    assert (here.turn, here.round) == ("r", 2)


def test_resigning_on_turn_passes_it_on(engine: EngineName) -> None:
    armies = {"r": "Kd4 Rd1", "y": "Kd24", "b": "Kd44"}
    here = place(engine, "bhati-3", "r", armies, castling="rK", halfmove=9)
    here.resign()
    assert events(here) == ["resigned r", "eliminated r"]
    assert (here.turn, here.in_play, here.round, here.halfmove_clock) == ("y", ("y", "b"), 1, 0)
    assert (here.castling_rights, at(here, "d1")) == ((), None)
    # From the last seat the turn goes to the first: a new round.
    here = place(engine, "bhati-3", "b", armies)
    here.resign()
    assert (here.turn, here.round) == ("r", 2)


def test_resigning_out_of_turn_keeps_the_turn(engine: EngineName) -> None:
    here = place(engine, "bhati-3", "b", {"r": "Kd4", "y": "Kd24", "b": "Kd44 Pc44"})
    here.resign("r")
    assert (here.turn, here.in_play, here.round) == ("b", ("y", "b"), 1)
    # What was done last is taken back first.
    here = play(place(engine, "bhati-3", "b", {"r": "Kd4", "y": "Kd24", "b": "Kd44"}), "d44d45")
    here.resign("y")
    assert here.pop() == Departure("y", "resign")
    assert here.in_play == ("r", "y", "b")
    assert str(here.pop()) == "d44d45"
    assert here.in_play == ("r", "y", "b")


def test_losing_on_time(engine: EngineName) -> None:
    here = place(engine, "bhati-3", "r", {"r": "Kd4", "y": "Kd24", "b": "Kd44"})
    here.lose_on_time("y")
    assert events(here) == ["lost_on_time y", "eliminated y"]
    here.lose_on_time()
    assert here.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("b",))


@pytest.mark.parametrize(("loser", "winner", "result"), [("r", "g", "0-1"), ("g", "r", "1-0")])
def test_resigning_in_the_game_for_two(
    engine: EngineName, loser: str, winner: str, result: str
) -> None:
    here = Board("bhati-2", engine=engine)
    here.resign(loser)
    assert here.outcome() == Outcome(Termination.RESIGNATION, (winner,))
    assert (here.turn, here.in_play, here.result()) == (winner, (winner,), result)
    # Its sixteen pieces leave.
    assert {piece.army for piece in here.piece_map().values()} == {winner}
    here = Board("bhati-2", engine=engine)
    here.lose_on_time(loser)
    assert here.outcome() == Outcome(Termination.TIME, (winner,))


def test_a_king_may_be_left_under_the_snaffle_rule(engine: EngineName) -> None:
    # Green's rook on d8 checks red on d4, who may leave it at that while c3, c4 or c5 is safe.
    armies = {"r": "Kd4 Pc1", "g": "Kb40 Rd8"}
    here = place(engine, "bhati-2", "r", armies, options={"check": "snaffle"})
    safe = {move.uci() for move in here.safe_moves}
    assert safe == {"d4c3", "d4c4", "d4c5"}
    assert legal(here) == safe | {"d4d3", "d4d5", "c1b1", "c1a1"}
    assert legal(place(engine, "bhati-2", "r", armies)) == safe
    here = play(here, "c1b1 d8d4")
    assert here.outcome() == Outcome(Termination.KING_TAKEN, ("g",))
    assert events(here) == ["king_taken r", "eliminated r"]
    assert (here.turn, here.in_play, at(here, "b1")) == ("g", ("g",), None)
    # When no square is safe it is mate at once.
    armies = {"r": "Kd4", "g": "Kb40 Rd8 Rc58"}
    here = place(engine, "bhati-2", "r", armies, options={"check": "snaffle"})
    assert here.outcome() == Outcome(Termination.CHECKMATE, ("g",))


def test_snaffling_among_several(engine: EngineName) -> None:
    # Red leaves its king to yellow's rook. Two are left and play on.
    armies = {"r": "Kd4 Pc1", "y": "Kb35 Rd8", "b": "Kb45"}
    here = place(engine, "bhati-3", "r", armies, options={"check": "snaffle"})
    here = play(here, "c1b1 d8d4")
    assert events(here) == ["king_taken r", "eliminated r"]
    assert (here.turn, here.in_play, here.outcome()) == ("b", ("y", "b"), None)


def test_who_cannot_resign(engine: EngineName) -> None:
    here = place(engine, "bhati-3", "r", {"r": "Kd4", "y": "Kd24"})
    with pytest.raises(IllegalMoveError, match="not in play"):
        here.resign("b")
    with pytest.raises(UnknownArmyError):
        here.resign("o")
    here.resign("y")
    with pytest.raises(IllegalMoveError, match="over"):
        here.resign("r")


def test_a_mate_on_the_board_is_not_judged_before_the_turn_comes(engine: EngineName) -> None:
    # Blue is mated on the board by red. Yellow moves first and puts a knight on d47, between:
    # it attacks c45, c49, b46 and b48, and blue has d42.
    armies = {"r": "Kb10 Rc5 Rd48", "y": "Kb20 Nb46", "b": "Kd41"}
    here = place(engine, "bhati-3", "y", armies)
    assert here.is_check("b")
    assert here.events == ()
    after = play(here, "b46d47")
    assert after.events == ()
    assert legal(after) == {"d41d42"}
    # If yellow does nothing about it, blue is out, and red to move.
    after = play(here, "b20b21")
    assert events(after) == ["checkmated b", "eliminated b"]
    assert (after.turn, after.round) == ("r", 2)


def test_a_loaded_position_is_judged(engine: EngineName) -> None:
    armies = {"r": "Kb10 Rc50 Rd25", "y": "Kd21 Pc28", "b": "Kb40"}
    here = place(engine, "bhati-3", "y", armies)
    assert events(here) == ["checkmated y", "eliminated y"]
    assert here.turn == "b"
    # Written and read, the position that is left has nothing more to tell.
    again = Board("bhati-3", here.fen(), engine=engine)
    assert again == here
    assert again.events == ()


def test_mate_through_the_centre(engine: EngineName) -> None:
    # Green's rook on d33 looks over c33 b33 a33, across, and a3 b3 c3 at the king on d3, whose
    # own pieces stand on its other squares. Bishops reach c3 and b3, the knight a3.
    armies = {"r": "Kd3 Bd2 Bd4 Nc2 Bc4", "g": "Kc48 Rd33"}
    here = place(engine, "bhati-2", "r", armies)
    assert here.is_check()
    assert legal(here) == {"d2c3", "d4c3", "c2a3", "c4b3"}
    # Rooks behind pawns reach nothing of the line: mate.
    armies = {"r": "Kd3 Rd2 Rd4 Pc2 Pc4", "g": "Kc48 Rd33"}
    here = place(engine, "bhati-2", "r", armies)
    assert here.outcome() == Outcome(Termination.CHECKMATE, ("g",))
    assert events(here) == ["checkmated r", "eliminated r"]

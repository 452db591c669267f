"""Elimination, passing, resigning and the end of the game in the reference engine.

A king in the corner d(10k+1) of a sector has four squares: d(10k+2) and three on ring c; next
to it lies a void. A rook on an otherwise empty ring c takes the three, a rook on d(10k+8) the
first and the corner itself. That is the mate used below.
"""

from __future__ import annotations

import pytest

from circularchess.reference import from_setup
from placing import data, events, play, position


def walls(*squares: str) -> str:
    """Void squares all round kings on the rim, so that they cannot move at all."""
    found = []
    for square in squares:
        file = int(square[1:])
        found += [f"d{file - 1}", f"d{file + 1}"]
        found += [f"c{file + along}" for along in (-1, 0, 1)]
    return " ".join(found)


def test_clocks_of_two() -> None:
    here = position("circular", "w", {"w": "Ka1 Pb3", "b": "Kd9 Rc9"}, halfmove=4, round=7)
    here = play(here, "a1a2")
    assert (here.turn, here.halfmove, here.round) == ("b", 5, 7)
    here = play(here, "c9c10")
    assert (here.turn, here.halfmove, here.round) == ("w", 6, 8)
    here = play(here, "b3b4")
    assert (here.turn, here.halfmove, here.round) == ("b", 0, 8)


def test_a_capture_begins_the_count_afresh() -> None:
    here = position("circular", "w", {"w": "Ka1 Rb3", "b": "Kd9 Nb6"}, halfmove=4)
    assert play(here, "b3b6").halfmove == 0


def test_turns_go_by_seat_past_those_out_of_play() -> None:
    # Orange and green have no piece: the order is r, y, b, v.
    armies = {"r": "Kd4", "y": "Kd24", "b": "Kd44", "v": "Kd54"}
    here = position("bhati-6", "b", armies, round=3)
    assert here.in_play == ("r", "y", "b", "v")
    seen = [(here.turn, here.round)]
    for move in ("d44d45", "d54d55", "d4d5", "d24d25"):
        here = play(here, move)
        seen.append((here.turn, here.round))
    assert seen == [("b", 3), ("v", 3), ("r", 4), ("y", 4), ("b", 4)]


def test_mated_army_is_eliminated_with_all_its_pieces() -> None:
    # Red's rook goes to d25. Yellow's pawn on c28 stops the other rook from one side only.
    armies = {"r": "Kb10 Rc50 Rb25", "y": "Kd21 Pc28", "b": "Kb40"}
    here = play(position("bhati-3", "r", armies, halfmove=3), "b25d25")
    assert events(here) == ["checkmated y", "eliminated y"]
    assert here.in_play == ("r", "b")
    assert here.piece_at("d21") is None
    assert here.piece_at("c28") is None
    assert (here.turn, here.end, here.halfmove, here.round) == ("b", None, 0, 1)


def test_mate_of_the_last_enemy_wins() -> None:
    armies = {"r": "Kb10 Rc50 Rb25", "y": "Kd21 Pc28"}
    here = play(position("bhati-3", "r", armies), "b25d25")
    assert events(here) == ["checkmated y", "eliminated y"]
    assert here.end == ("last_side_standing", ("r",))
    assert (here.turn, here.in_play, here.round) == ("r", ("r",), 2)
    assert here.legal_moves() == []
    # In the game for two it is called by its name; the pieces leave all the same.
    armies = {"r": "Kb10 Rc50 Rb35", "g": "Kd31 Pc38"}
    here = play(position("bhati-2", "r", armies), "b35d35")
    assert here.end == ("checkmate", ("r",))
    assert here.piece_at("c38") is None
    assert here.turn == "r"


def test_king_left_to_the_third_player() -> None:
    # Yellow's knight leaves d3 and so uncovers blue's rook; blue moves before red.
    armies = {"r": "Kd1 Pc8", "y": "Kb30 Nd3", "b": "Kb45 Rd5"}
    here = play(position("bhati-3", "y", armies), "d3b4")
    assert here.is_check("r")
    assert events(here) == []
    here = play(here, "d5d1")
    assert events(here) == ["king_taken r", "eliminated r"]
    assert here.piece_at("c8") is None
    assert (here.turn, here.in_play, here.end, here.round) == ("y", ("y", "b"), None, 2)


def test_a_mate_vanishes_with_the_mating_army() -> None:
    # Red mates green. Before green's turn orange uncovers yellow's rook, which takes red's
    # king: green is free when its turn comes.
    armies = {"r": "Kd2 Rc50 Rb35", "o": "Kd14 Nd3", "y": "Kd24 Rd5", "g": "Kd31"}
    here = play(position("bhati-5", "r", armies), "b35d35 d3b2")
    assert here.is_check("g")
    here = play(here, "d5d2")
    assert events(here) == ["king_taken r", "eliminated r"]
    assert here.turn == "g"
    assert not here.is_check("g")
    assert here.in_play == ("o", "y", "g")


def test_removal_of_one_army_mates_the_next_and_frees_another() -> None:
    # Orange is mated by d18. Its knight on d25 kept d28 from yellow, who is mated next; its
    # rook on d38 held green, who is free.
    armies = {
        "r": "Kb47 Rc55 Rd18 Rd28",
        "o": "Kd11 Nd25 Rd38",
        "y": "Kd21",
        "g": "Kd31",
    }
    here = play(position("bhati-5", "r", armies), "b47b48")
    assert events(here) == ["checkmated o", "eliminated o", "checkmated y", "eliminated y"]
    assert (here.turn, here.in_play, here.end) == ("g", ("r", "g"), None)
    assert here.halfmove == 0


def test_three_eliminations_in_a_row() -> None:
    armies = {"r": "Kb47 Rc55 Rd18 Rd28 Rd38", "o": "Kd11", "y": "Kd21", "g": "Kd31"}
    here = play(position("bhati-5", "r", armies), "b47b48")
    assert [event.army for event in here.events] == ["o", "o", "y", "y", "g", "g"]
    assert here.end == ("last_side_standing", ("r",))
    assert (here.turn, here.round) == ("r", 2)


STALEMATED = {"r": "Kb10 Rc50 Rb22", "y": "Kd21", "b": "Ka40"}


@pytest.mark.parametrize(
    ("option", "seen", "turn", "in_play", "end"),
    [
        ("pass", ["stalemated y", "passed y"], "b", ("r", "y", "b"), None),
        ("eliminate", ["stalemated y", "eliminated y"], "b", ("r", "b"), None),
        ("draw", ["stalemated y"], "y", ("r", "y", "b"), ("stalemate", ())),
    ],
)
def test_stalemate_options(
    option: str, seen: list[str], turn: str, in_play: tuple[str, ...], end: object
) -> None:
    # Ring c and, up its file, d22 are attacked; d21 is not.
    here = position("bhati-3", "r", STALEMATED, options={"stalemate": option}, halfmove=5)
    here = play(here, "b10b11")
    assert events(here) == seen
    assert (here.turn, here.in_play, here.end) == (turn, in_play, end)
    assert here.halfmove == (0 if option == "eliminate" else 6)


@pytest.mark.parametrize("option", ["pass", "eliminate", "draw"])
def test_stalemate_with_two_left_is_a_draw(option: str) -> None:
    armies = {army: pieces for army, pieces in STALEMATED.items() if army != "b"}
    here = play(position("bhati-3", "r", armies, options={"stalemate": option}), "b10b11")
    assert here.end == ("stalemate", ())
    assert events(here) == ["stalemated y"]
    assert (here.turn, here.in_play) == ("y", ("r", "y"))


def test_all_armies_stalemated() -> None:
    # Kings behind voids cannot move. Red's pawn steps to c10, under the void d10, and nobody
    # can move any more: all pass in a row, and it is yellow's turn as it was at first.
    armies = {"r": "Kd4 Ob10", "y": "Kd24", "b": "Kd44"}
    rules = "bhati-3"
    voids = walls("d4", "d24", "d44")
    here = play(position(rules, "r", armies, voids=voids), "b10c10")
    assert here.end == ("stalemate", ())
    assert [event.army for event in here.events] == ["y", "y", "b", "b", "r", "r"]
    assert {event.kind for event in here.events} == {"stalemated", "passed"}
    assert (here.turn, here.round, here.in_play) == ("y", 1, ("r", "y", "b"))
    # Read again it is the same position and the same end.
    again = position(rules, "y", {**armies, "r": "Kd4 Oc10"}, voids=voids)
    assert again == here
    assert (again.end, again.events) == (here.end, here.events)


def test_passes_in_a_row_are_counted_afresh_after_an_elimination() -> None:
    # Orange passes; yellow is mated by the pawn on c23, guarded from b22; then green, red and
    # orange pass: three in a row only now. Red's pawns stand under voids.
    armies = {"r": "Kd4 Ob23 Ob22", "o": "Kd14", "y": "Kd24", "g": "Kd34"}
    voids = walls("d4", "d14", "d34") + " d23 d25 c24 c25 c22"
    here = play(position("bhati-5", "r", armies, voids=voids), "b23c23")
    assert events(here) == [
        "stalemated o",
        "passed o",
        "checkmated y",
        "eliminated y",
        "stalemated g",
        "passed g",
        "stalemated r",
        "passed r",
        "stalemated o",
        "passed o",
    ]
    assert here.end == ("stalemate", ())
    assert (here.turn, here.round, here.in_play) == ("g", 1, ("r", "o", "g"))


def test_en_passant_right_lasts_over_the_passing_of_others() -> None:
    # Orange cannot move and passes; yellow may still capture on b4.
    armies = {"r": "Kd4 Pc4", "o": "Kd14", "y": "Kd24 Oa5"}
    here = position("bhati-6", "r", armies, voids=walls("d14"))
    here = play(here, "c4a4")
    assert events(here) == ["stalemated o", "passed o"]
    assert here.en_passant() == ("b4",)
    assert play(here, "a5b4").piece_at("a4") is None


def test_resigning_on_turn_passes_it_on() -> None:
    armies = {"r": "Kd4 Rd1", "y": "Kd24", "b": "Kd44"}
    here = position("bhati-3", "r", armies, castling="rK", halfmove=9).resign("r")
    assert events(here) == ["resigned r", "eliminated r"]
    assert (here.turn, here.in_play, here.end, here.round) == ("y", ("y", "b"), None, 1)
    assert here.castling() == ()
    assert here.halfmove == 0
    assert here.piece_at("d1") is None


def test_resigning_out_of_turn_has_the_army_to_move_judged_again() -> None:
    # Yellow's knight on d45 keeps red's rook from blue's king.
    armies = {"r": "Kb10 Rc5 Rd48", "y": "Kb20 Nd45", "b": "Kd41"}
    here = position("bhati-3", "b", armies)
    assert here.end is None
    here = here.resign("y")
    assert events(here) == ["resigned y", "eliminated y", "checkmated b", "eliminated b"]
    assert here.end == ("last_side_standing", ("r",))
    assert (here.turn, here.round) == ("r", 2)


def test_resigning_out_of_turn_keeps_the_turn() -> None:
    armies = {"r": "Kd4", "y": "Kd24", "b": "Kd44"}
    here = position("bhati-3", "b", armies).resign("r")
    assert (here.turn, here.in_play, here.round) == ("b", ("y", "b"), 1)


@pytest.mark.parametrize(("loser", "winner", "turn"), [("w", "b", "b"), ("b", "w", "w")])
def test_resignation_of_two(loser: str, winner: str, turn: str) -> None:
    here = position("circular", "w", {"w": "Ka1 Pb3", "b": "Kd9 Pb6"}).resign(loser)
    assert here.end == ("resignation", (winner,))
    assert (here.turn, here.in_play) == (turn, (winner,))
    assert here.round == 1
    assert len(here.piece_map()) == 4


def test_a_side_wins_with_its_eliminated_members() -> None:
    # Red is out already: its partner green wins for both.
    armies = {"o": "Kd14", "g": "Kd34", "b": "Kd44"}
    here = position("bhati-4-pairs", "o", armies).resign("b")
    assert here.end is None
    here = here.resign("o")
    assert here.end == ("last_side_standing", ("r", "g"))
    assert here.turn == "g"


def test_trios_end_when_a_whole_side_is_out() -> None:
    armies = {"r": "Kd4", "o": "Kd14", "y": "Kd24", "g": "Kd34", "b": "Kd44"}
    here = position("bhati-6-trios", "r", armies).resign("o")
    assert here.end is None
    assert here.resign("g").end == ("last_side_standing", ("r", "y", "b"))


def test_two_allies_and_no_enemy_is_won() -> None:
    here = position("bhati-4-pairs", "r", {"r": "Kd4", "g": "Kd34"})
    assert here.end == ("last_side_standing", ("r", "g"))
    assert here.events == ()
    assert here.legal_moves() == []


def test_lone_army_has_won() -> None:
    here = position("circular", "b", {"b": "Kd9 Pb6"})
    assert here.end == ("last_side_standing", ("b",))
    assert here.in_play == ("b",)


def test_loaded_position_is_judged() -> None:
    # The mate of two rooks, yellow to move.
    armies = {"r": "Kb10 Rc50 Rd25", "y": "Kd21", "b": "Kb40"}
    here = position("bhati-3", "y", armies)
    assert events(here) == ["checkmated y", "eliminated y"]
    assert here.turn == "b"


def test_mate_is_not_judged_before_the_turn_comes() -> None:
    # Blue is mated on the board, but yellow moves first and takes the rook on d48.
    armies = {"r": "Kb10 Rc5 Rd48", "y": "Kb20 Rb48", "b": "Kd41"}
    here = position("bhati-3", "y", armies)
    assert events(here) == []
    here = play(here, "b48d48")
    # Now yellow's rook gives the same mate, with red's on ring c.
    assert events(here) == ["checkmated b", "eliminated b"]
    here = play(position("bhati-3", "y", {**armies, "y": "Kb20 Rb47"}), "b47d47")
    # On d47 it stands between, but it attacks the king itself.
    assert events(here) == ["checkmated b", "eliminated b"]
    here = play(position("bhati-3", "y", {**armies, "y": "Kb20 Nb46"}), "b46d47")
    # A knight on d47 is in the way and attacks c45, c49, b46 and b48: blue has d42.
    assert events(here) == []
    assert {move.uci() for move in here.legal_moves()} == {"d41d42"}


def test_a_finished_game_described_again() -> None:
    here = play(position("circular", "w", {"w": "Ka1 Pb5", "b": "Kd12 Ra9"}), "b5b6 a9a1")
    again = from_setup(data("circular"), here.setup())
    assert again == here
    assert again.end == ("last_side_standing", ("b",))

"""The reference engine's pieces, pawns and check rules, each worked out by hand."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest

from circularchess.errors import InvalidSquareError
from circularchess.values.move import Move
from circularchess.values.piece import Piece, PieceType
from circularchess.values.square import Square
from placing import data, events, legal, play, position, safe, targets


def test_lone_rook_counts_each_square_once() -> None:
    # 15 squares of its ring, though each can be reached both ways, and 3 of its file.
    here = position("circular", "w", {"w": "Ka1 Rd5", "b": "Kb10"})
    moves = [move for move in here.legal_moves() if move.from_square == "d5"]
    assert len(moves) == len(set(moves)) == 15 + 3


def test_rook_attacks_by_the_other_arc_when_one_is_blocked() -> None:
    here = position("circular", "b", {"w": "Kd3 Ra1", "b": "Ka9 Pa5"})
    assert here.attackers("w", "a9") == ["a1"]
    assert here.is_check("b")
    # Both arcs blocked, clockwise on a5 and anticlockwise on a12: no attack.
    here = position("circular", "b", {"w": "Kd3 Ra1", "b": "Ka9 Pa5 Pa12"})
    assert not here.is_check("b")


def test_ring_move_up_to_the_blocker_from_both_sides() -> None:
    # Clockwise a2 to a4 and the capture on a5; anticlockwise from a16 down to a12.
    here = position("circular", "w", {"w": "Kd3 Ra1 Na11", "b": "Kc9 Na5"})
    ring = {f"a{file}" for file in (2, 3, 4, 5, 16, 15, 14, 13, 12)}
    assert targets(here, "a1") == ring | {"b1", "c1", "d1"}


def test_king_on_a_rook_line_cannot_step_along_it() -> None:
    # The ring attacks a4 and, with the king lifted off, a6. Ring b is free.
    here = position("circular-strict", "b", {"w": "Ra1 Kd9", "b": "Ka5"})
    assert legal(here) == {"a5b4", "a5b5", "a5b6"}


def test_no_interposition_against_a_rook_that_checks_both_ways() -> None:
    # The knight on a3 would stop one arc only.
    here = position("circular-strict", "b", {"w": "Ra1 Kd9", "b": "Ka5 Nc4"})
    assert legal(here) == {"a5b4", "a5b5", "a5b6"}
    # A pawn on a10 stops the other arc already.
    here = position("circular-strict", "b", {"w": "Ra1 Kd9", "b": "Ka5 Nc4 Pa10"})
    assert legal(here) == {"a5b4", "a5b5", "a5b6", "c4a3"}


def test_allies_block_and_enemies_are_captured() -> None:
    # Ring b: clockwise b6, b7 and stop before the ally on b8; anticlockwise the enemy on b2.
    armies = {"r": "Kd4 Rb5", "g": "Kd34 Ob8", "o": "Kd14 Nb2"}
    here = position("bhati-4-pairs", "r", armies)
    ring = {square for square in targets(here, "b5") if square[0] == "b" and square != "b35"}
    assert ring == {"b2", "b3", "b4", "b6", "b7"}


def test_an_ally_gives_no_check() -> None:
    armies = {"r": "Kd4", "g": "Kd34 Rb4", "o": "Kd14"}
    assert not position("bhati-4-pairs", "r", armies).is_check("r")
    armies = {"r": "Kd4", "g": "Kd34", "o": "Kd14 Rb4"}
    assert position("bhati-4-pairs", "r", armies).is_check("r")


def test_slide_blocked_just_behind_the_centre() -> None:
    here = position("bhati-2", "r", {"r": "Kd8 Qb5", "g": "Kd38 Na35"})
    assert {"a5", "a35"} <= targets(here, "b5")
    # (b35 it reaches along its ring.)
    assert not {"c35", "d35"} & targets(here, "b5")


def test_next_to_the_king_across_the_centre_but_on_no_line() -> None:
    # With the ring blocked both ways a queen on a1 reaches a31 straight across and, two
    # files on, a29 and a33; not a30 and a32, where a king on a1 could step.
    here = position("bhati-2", "r", {"r": "Kd8 Qa1 Na2 Na60", "g": "Kd38"})
    reached = targets(here, "a1")
    assert {"a29", "a31", "a33"} <= reached
    assert not {"a30", "a32"} & reached


def test_kings_keep_apart_across_the_centre() -> None:
    # a31 is across from a1, and next to the squares across from a2 and a60.
    here = position("bhati-2", "r", {"r": "Kb1", "g": "Ka31"})
    assert legal(here) == {"b1b2", "b1b60", "b1c1", "b1c2", "b1c60"}


@pytest.mark.parametrize(
    ("army", "origin", "ahead", "captures"),
    [
        ("w", "b3", "b4", {"a4", "c4"}),
        ("w", "b12", "b11", {"a11", "c11"}),
        ("b", "b6", "b5", {"a5", "c5"}),
        ("b", "b11", "b12", {"a12", "c12"}),
    ],
)
def test_ring_pawns_go_by_army_and_file(
    army: str, origin: str, ahead: str, captures: set[str]
) -> None:
    enemy = "b" if army == "w" else "w"
    victims = " ".join(f"N{square}" for square in captures)
    kings = {"w": "Ka1 ", "b": "Kd9 "}
    armies = {army: f"{kings[army]}P{origin}", enemy: kings[enemy] + victims}
    here = position("circular", army, armies)
    assert targets(here, origin) == captures | {ahead}


def test_pawn_does_not_capture_straight_ahead() -> None:
    here = position("circular", "w", {"w": "Ka1 Pb3", "b": "Kd9 Nb4"})
    assert targets(here, "b3") == set()


def test_ring_pawn_captures_stay_on_a_closed_board() -> None:
    here = position("circular", "w", {"w": "Kc1 Pa3 Pd3", "b": "Kd9"})
    assert here.attackers("w", "b4") == ["a3"]
    assert here.attackers("w", "c4") == ["d3"]
    assert here.attackers("w", "a4") == here.attackers("w", "d4") == []


def test_promotion_by_advance_and_by_capture() -> None:
    here = position("circular", "w", {"w": "Ka1 Pb7", "b": "Ka12 Rc8"})
    goals = {"b7b8", "b7c8"}
    assert legal(here, "b7") == {goal + kind for goal in goals for kind in "qrbn"}
    after = play(here, "b7c8n")
    assert after.piece_at("c8") == Piece("w", PieceType.KNIGHT)


@pytest.mark.parametrize(
    ("army", "origin", "goal"),
    [("w", "b10", "b9"), ("b", "b2", "b1"), ("b", "b15", "b16")],
)
def test_six_steps_end_on_the_nearer_piece_file(army: str, origin: str, goal: str) -> None:
    here = position(
        "circular",
        army,
        {
            "w": f"Ka5 {'Pc3' if army == 'b' else 'P' + origin}",
            "b": f"Kd12 {'Pc6' if army == 'w' else 'P' + origin}",
        },
    )
    assert legal(here, origin) == {f"{origin}{goal}{kind}" for kind in "qrbn"}


@pytest.mark.parametrize(
    ("army", "origin", "reached"),
    [
        ("w", "b2", {"b3", "b4"}),
        ("w", "b15", {"b14", "b13"}),
        ("b", "b7", {"b6", "b5"}),
        ("b", "b10", {"b11", "b12"}),
        ("w", "b3", {"b4"}),
        ("w", "b10", {"b9"}),  # where Black's pawns start
    ],
)
def test_double_step_of_ring_pawns(army: str, origin: str, reached: set[str]) -> None:
    armies = {"w": "Ka1", "b": "Kd9"}
    armies[army] += f" P{origin}"
    here = position("circular-society", army, armies)
    assert targets(here, origin) == reached
    # Without the option there is the single step alone.
    if len(reached) == 2:
        assert len(targets(position("circular", army, armies), origin)) == 1


def test_double_step_needs_both_squares_empty() -> None:
    for blocker, reached in (("b3", set()), ("b4", {"b3"})):
        here = position("circular-society", "w", {"w": "Ka1 Pb2", "b": f"Kd9 N{blocker}"})
        assert targets(here, "b2") == reached


def test_pawn_walks_from_home_to_the_opposite_rim() -> None:
    # Six squares: b4, a4, over the centre to a34 and so outbound, b34, c34, d34.
    here = position("bhati-2", "r", {"r": "Kb20 Pc4", "g": "Kc50"})
    walk = ["c4", "b4", "a4", "a34", "b34", "c34"]
    for n, (origin, target) in enumerate(pairwise(walk)):
        here = play(here, f"{origin}{target}")
        assert here.piece_at(target) == Piece("r", PieceType.PAWN, target[1:] == "34")
        here = play(here, ("c50c51", "c51c50")[n % 2])
    assert legal(here, "c34") == {"c34d34q", "c34d34r", "c34d34b", "c34d34n"}


def test_pawn_captures_across_the_centre() -> None:
    # A single diagonal step from a4 lands on 4 + 30 - 1 and 4 + 30 + 1.
    here = position("bhati-2", "r", {"r": "Kb20 Pa4", "g": "Kc50 Nb33 Ra35"})
    assert targets(here, "a4") == {"a34", "a35"}
    assert play(here, "a4a35").piece_at("a35") == Piece("r", PieceType.PAWN, outbound=True)
    assert here.attackers("r", "a33") == ["a4"]


def test_outbound_pawn_captures_outward() -> None:
    here = position("bhati-2", "r", {"r": "Kb20 Ob34", "g": "Kc50 Nc33 Na35"})
    assert targets(here, "b34") == {"c34", "c33"}


def test_outbound_pawn_stops_before_a_void() -> None:
    # d39 ahead and d40 are void; a capture on d38 promotes.
    here = position("bhati-2", "r", {"r": "Kb20 Oc39", "g": "Kc50 Nd38"})
    assert legal(here, "c39") == {"c39d38q", "c39d38r", "c39d38b", "c39d38n"}


def test_outbound_pawn_makes_no_double_step() -> None:
    here = position("bhati-2", "r", {"r": "Kb20 Oc4 Pc6", "g": "Kc50"})
    assert targets(here, "c4") == {"d4"}
    assert targets(here, "c6") == {"b6", "a6"}


def test_pin_through_the_centre() -> None:
    # The rook on c34 looks through a34 and the pawn on a4 at the king on b4. Walking across
    # stays on the line, capturing on a35 leaves it.
    here = position("bhati-2", "r", {"r": "Kb4 Pa4", "g": "Kc50 Rc34 Ba35"})
    assert targets(here, "a4") == {"a34"}


def test_snaffle_allows_unsafe_moves_while_a_safe_one_exists() -> None:
    # The rook on a9 checks along the ring. Safe: off the ring to b1, b2, b16.
    armies = {"w": "Ka1 Pb5", "b": "Kd12 Ra9"}
    here = position("circular", "w", armies)
    assert safe(here) == {"a1b1", "a1b2", "a1b16"}
    assert legal(here) == safe(here) | {"a1a2", "a1a16", "b5b6"}
    assert here.is_legal(Move.from_uci("b5b6"))
    assert not here.is_safe(Move.from_uci("b5b6"))
    assert legal(position("circular-strict", "w", armies)) == safe(here)


def test_a_snaffled_king_ends_the_game() -> None:
    here = play(position("circular", "w", {"w": "Ka1 Pb5", "b": "Kd12 Ra9"}), "b5b6 a9a1")
    assert here.end == ("king_taken", ("b",))
    assert events(here) == ["king_taken w", "eliminated w"]
    assert here.in_play == ("b",)
    assert here.turn == "b"
    assert here.round == 2
    assert here.legal_moves() == []
    # Only the king has left; the pawn stays, but an army out of play attacks nothing.
    assert here.piece_at("b6") == Piece("w", PieceType.PAWN)
    assert here.attackers("w", "a7") == []


def test_taking_the_last_enemy_king_is_safe() -> None:
    # White's king stands attacked by the rook on a9, but after b5b9 nobody is left.
    here = position("circular", "w", {"w": "Ka1 Rb5", "b": "Kb9 Ra9"})
    assert here.is_safe(Move.from_uci("b5b9"))


def test_taking_a_king_removes_its_army_before_safety_is_judged() -> None:
    # Yellow's rook checks red's king on d1; red's rook takes yellow's king.
    armies = {"r": "Kd1 Rb20", "y": "Kb25 Rd5", "b": "Kb45"}
    here = position("bhati-3", "r", armies)
    assert here.is_check("r")
    assert here.is_safe(Move.from_uci("b20b25"))
    after = play(here, "b20b25")
    assert events(after) == ["king_taken y", "eliminated y"]
    assert after.piece_at("d5") is None
    assert (after.turn, after.end) == ("b", None)


@pytest.mark.parametrize("variant", ["circular", "circular-strict"])
def test_checkmate_of_two(variant: str) -> None:
    # Rings a and b are both attacked all round; the king on a1 has no other squares.
    here = position(variant, "w", {"w": "Ka1", "b": "Kd5 Ra9 Rb9"})
    assert here.end == ("checkmate", ("b",))
    assert events(here) == ["checkmated w"]
    assert (here.turn, here.in_play) == ("w", ("w", "b"))
    assert here.legal_moves() == here.safe_moves() == []
    assert here.perft(1) == 0


@pytest.mark.parametrize("variant", ["circular", "circular-strict"])
def test_stalemate_of_two(variant: str) -> None:
    # Ring b is attacked all round, a2 and a16 down their files; a1 is not attacked.
    here = position(variant, "w", {"w": "Ka1", "b": "Kd9 Rb9 Rd2 Rd16"})
    assert here.end == ("stalemate", ())
    assert events(here) == ["stalemated w"]
    assert here.turn == "w"


def test_squares_asked_for_must_be_on_the_board() -> None:
    here = position("circular", "w", {"w": "Ka1", "b": "Kd9"})
    for square in ("a17", "e1", "nonsense"):
        with pytest.raises(InvalidSquareError, match=square):
            here.piece_at(square)
        with pytest.raises(InvalidSquareError, match=square):
            here.attackers("w", square)
    assert not here.is_legal(Move.from_uci("a17a16"))
    assert here.play(Move.from_uci("a1e1")) is None


def test_void_squares_are_empty() -> None:
    here = position("bhati-2", "r", {"r": "Kd4", "g": "Kd34"})
    assert here.piece_at("d9") is None
    assert here.attackers("r", "d9") == []


def test_positions_do_not_change() -> None:
    here = position("circular", "w", {"w": "Ka1 Pb5", "b": "Kd12 Ra9"})
    before = here.setup()
    here.piece_map().clear()
    here.setup().pieces.clear()
    play(here, "b5b6")
    assert here.setup() == before


def test_pickling() -> None:
    here = play(position("circular", "w", {"w": "Ka1 Pb5", "b": "Kd12 Ra9"}), "b5b6 a9a1")
    again = pickle.loads(pickle.dumps(here))
    assert again == here
    assert again.setup() == here.setup()
    assert (again.end, again.events) == (here.end, here.events)


def test_perft_depth() -> None:
    here = position("circular", "w", {"w": "Ka1", "b": "Kd9"})
    # Five king steps on the rim rings of a closed board, for each side in turn.
    assert [here.perft(depth) for depth in (0, 1)] == [1, 5]
    with pytest.raises(ValueError, match="negative"):
        here.perft(-1)


def test_equality_is_that_of_the_repetition_rule() -> None:
    armies = {"r": "Kd4 Rd1", "g": "Kd34 Oa5"}
    here = position("bhati-2", "r", armies)
    assert here == position("bhati-2", "r", armies, halfmove=7, round=9)
    assert here != position("bhati-2", "g", armies)
    assert here != position("bhati-2", "r", {**armies, "g": "Kd34 Pa5"})
    assert here != position("bhati-2", "r", armies, castling="rK")
    assert here != here.setup()
    assert len({here, position("bhati-2", "r", armies, round=3)}) == 1


def test_data_is_kept_with_the_position() -> None:
    # Two variants' positions live side by side, each by its own rules.
    strict = data("circular", check="strict")
    armies = {"w": "Ka1 Pb5", "b": "Kd12 Ra9"}
    loose, tight = position("circular", "w", armies), position(strict, "w", armies)
    assert (loose.legal_count(), tight.legal_count()) == (6, 3)
    assert loose.piece_map() == tight.piece_map()
    assert list(loose.piece_map()) == [Square(s) for s in ("a1", "a9", "b5", "d12")]

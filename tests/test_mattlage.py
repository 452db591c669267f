"""Mattlage's boards, and Bhati's template at other sizes."""

from __future__ import annotations

import pytest

from circularchess import Board, Variant
from circularchess.engine import EngineName
from round_games import ENGINES, at, legal, place, play, squares, start, targets, told

pytestmark = pytest.mark.parametrize("engine", ENGINES)

MATTLAGE = ("mattlage", "mattlage-68", "mattlage-66")


@pytest.mark.parametrize(
    ("variant", "size", "voids"),
    [
        ("mattlage", 70, "d9 d18"),
        ("mattlage-68", 68, "c9 c18 d9 d18"),
        ("mattlage-66", 66, "b9 b18 c9 c18 d9 d18"),
    ],
)
def test_voids_stand_on_one_diameter_from_the_rim_inward(
    engine: EngineName, variant: str, size: int, voids: str
) -> None:
    board = Variant.load(variant)
    assert board.voids == squares(voids)
    assert sum(1 for _ in board.squares()) == size
    leaps = squares("d2c18 d7c9")
    assert legal(start(variant, engine)) & leaps == (leaps if variant == "mattlage" else set())


@pytest.mark.parametrize("variant", MATTLAGE)
def test_whites_queen_on_light_and_king_on_dark_the_reverse_for_black(
    engine: EngineName, variant: str
) -> None:
    here = start(variant, engine)
    assert at(here, "d4 d5 d13 d14") == "wK wQ bK bQ"
    light = [square.is_light for square in here.piece_map() if square in ("d4", "d5", "d13", "d14")]
    assert light == [False, True, True, False]
    # King faces king and queen queen through the centre: nine files on.
    assert (4 + 9, 5 + 9) == (13, 14)


def test_lines_go_over_the_centre_and_stop_at_voids(engine: EngineName) -> None:
    here = place("mattlage", "w", {"w": "Kd1 Ba4", "b": "Kd10"}, engine)
    assert targets(here, "a4") == squares("b3 c2 b5 c6 d7 a12 b11 c10 a14 b15 c16 d17")
    here = place("mattlage", "w", {"w": "Kd1 Ra9", "b": "Kd11"}, engine)
    ring = {f"a{file}" for file in range(1, 19) if file != 9}
    # Outward c9 is the last before the void d9; across it is c18.
    assert targets(here, "a9") == ring | squares("b9 c9 b18 c18")


def test_king_knight_and_pawn_cross_the_centre_as_in_bhatis_game(engine: EngineName) -> None:
    here = place("mattlage", "w", {"w": "Ka4", "b": "Kd10"}, engine)
    assert targets(here, "a4") == squares("a3 a5 b3 b4 b5 a12 a13 a14")
    here = place("mattlage", "w", {"w": "Kd4 Na1", "b": "Kd13"}, engine)
    assert targets(here, "a1") == squares("c2 c18 b3 b17 a8 a12 b9 b11")
    here = place("mattlage", "w", {"w": "Kd4 Pa1", "b": "Kd13 Na9 Na11"}, engine)
    assert targets(here, "a1") == squares("a10 a9 a11")
    assert at(play(here, "a1a9"), "a9") == "wO"


def test_double_step_and_en_passant_are_the_orthodox_ones(engine: EngineName) -> None:
    here = place("mattlage", "w", {"w": "Kd4 Pc2", "b": "Kd13 Oa1"}, engine)
    assert targets(here, "c2") == squares("b2 a2")
    after = play(here, "c2a2")
    assert at(play(after, "a1b2"), "a2 b2") == "- bO"


def test_promotion_on_every_square_of_the_rim_the_own_arc_too(engine: EngineName) -> None:
    here = place("mattlage", "w", {"w": "Kd4 Oc9", "b": "Kd13 Nd8 Nd10"}, engine)
    # Straight ahead of c9 is a void; either side promotes.
    assert legal(here, "c9") == {f"c9{to}{kind}" for to in ("d8", "d10") for kind in "qrbn"}
    assert len(legal(place("mattlage", "w", {"w": "Kd4 Oc12", "b": "Kd15"}, engine), "c12")) == 4


def test_a_pawn_stopped_by_a_void_ahead_does_not_move_straight_on(engine: EngineName) -> None:
    here = place("mattlage-66", "w", {"w": "Kd4 Oa9", "b": "Kd13"}, engine)
    assert targets(here, "a9") == set()
    assert targets(place("mattlage", "w", {"w": "Kd4 Oa9", "b": "Kd13"}, engine), "a9") == {"b9"}


@pytest.mark.parametrize("variant", MATTLAGE)
def test_castling(engine: EngineName, variant: str) -> None:
    here = place(variant, "w", {"w": "Kd4 Rd1 Rd8", "b": "Kc12"}, engine, castling="wK wQ")
    assert at(play(here, "d4d2"), "d1 d2 d3 d4") == "- wK wR -"
    assert at(play(here, "d4d6"), "d4 d5 d6 d7 d8") == "- wR wK - -"
    here = place(variant, "b", {"w": "Kc3", "b": "Kd13 Rd10 Rd17"}, engine, castling="bK bQ")
    assert at(play(here, "d13d11"), "d10 d11 d12 d13") == "- bK bR -"
    assert at(play(here, "d13d15"), "d13 d14 d15 d16 d17") == "- bR bK - -"


# --- Bhati beyond six ----------------------------------------------------------------------------


def test_sizes_of_bhatis_template(engine: EngineName) -> None:
    board = Variant.load("bhati-4-small")
    assert (board.files, sum(1 for _ in board.squares())) == (40, 152)
    assert len(start("bhati-4-small", engine).in_play) == 4


def test_who_faces_whom_on_the_small_board_for_four(engine: EngineName) -> None:
    here = start("bhati-4-small", engine)
    # Twenty files on, through the centre.
    assert at(here, "d4 d24 d14 d34") == "rK gK yK bK"
    assert Variant.load("bhati-4-small-pairs").sides == {"r+g": ("r", "g"), "y+b": ("y", "b")}


def test_mate_eliminates_as_in_bhatis_games(engine: EngineName) -> None:
    # Yellow's king on d11 stands beside a void; rook c30 takes ring c, the other d12 and d11.
    armies = {"r": "Kb5 Rc30 Rd18", "y": "Kd11 Na1", "g": "Kb25", "b": "Kb35"}
    here = place("bhati-4-small", "y", armies, engine)
    assert told(here) == ["checkmated y", "eliminated y"]
    assert at(here, "d11 a1") == "- -"
    assert here.turn == "g"


def test_a_diagonal_keeps_its_colour_over_the_centre_of_forty_files(engine: EngineName) -> None:
    armies = {"r": "Kd1 Ba5", "y": "Kd11", "g": "Kd21", "b": "Kd31"}
    here = place("bhati-4-small", "r", armies, engine)
    assert {"a23", "a27"} <= targets(here, "a5")
    assert all((int(to[1:]) + ord(to[0])) % 2 == (5 + ord("a")) % 2 for to in targets(here, "a5"))


def test_rounds_count_by_the_armies_in_play(engine: EngineName) -> None:
    board = Board("bhati-4-small", engine=engine)
    for k in range(4):
        board.push_uci(f"c{10 * k + 1}b{10 * k + 1}")
    assert board.fen().endswith(" 0 2")
    assert board.turn == "r"

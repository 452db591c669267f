"""Made-up games from variant files alone: own pieces, own boards, promotions by army."""

from __future__ import annotations

import pytest

from circularchess import (
    InvalidPositionError,
    InvalidVariantError,
    Piece,
    PieceType,
    Variant,
)
from circularchess.engine import EngineName, make_position
from round_games import ENGINES, at, legal, place, play, squares, targets

pytestmark = pytest.mark.parametrize("engine", ENGINES)

RULES = """
[rules]
checkmate = "ends"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "letters"

[options]
check = "strict"
double_step = {double}
en_passant = {double}
"""

ARMY = """
[[armies]]
letter = "{letter}"
name = "{name}"
seat = {seat}
{more}

[armies.pawns]
{pawns}

[armies.start]
king = ["{king}"]
{start}
"""


def game(
    board: str,
    pawns: str,
    white: str,
    black: str,
    *,
    pieces: str = "",
    double: bool = False,
) -> Variant:
    """A variant of two armies from the parts that differ."""
    return Variant.from_toml(
        'format = 2\nid = "mine"\nname = "Mine"\nsource = "made up"\n\n'
        f"[board]\n{board}\n\n[pawns]\n{pawns}\n"
        + RULES.format(double=str(double).lower())
        + pieces
        + white
        + black
    )


def army(letter: str, king: str, start: str = "", *, pawns: str = "", more: str = "") -> str:
    seat = "wb".index(letter)
    name = ("White", "Black")[seat]
    return ARMY.format(
        letter=letter, name=name, seat=seat, more=more, pawns=pawns, king=king, start=start
    )


def kind(letter: str, name: str, betza: str) -> str:
    return f'\n[pieces.{letter}]\nname = "{name}"\nbetza = "{betza}"\n'


RING_PAWNS = 'kind = "ring"\ndirection_of = "piece"'
RING_BOARD = 'rings = 4\nfiles = 16\ncentre = "closed"'


def ring_game(pieces: str, start: str = "", more: str = "") -> Variant:
    """A 4 x 16 game with pieces of its own, which White has at the start."""
    return game(
        RING_BOARD,
        RING_PAWNS,
        army("w", "a1", start, more=more),
        army("b", "a9", more=more),
        pieces=pieces,
    )


# --- Own pieces ----------------------------------------------------------------------------------


def test_a_cannon_checks_over_exactly_one_man(engine: EngineName) -> None:
    own = ring_game(kind("X", "cannon", "mRcpR"), 'cannon = ["d1"]')
    # Along ring a both ways: over the knight the one way, over nothing the other.
    here = place(own, "b", {"w": "Ka1 Xd9", "b": "Ka9 Nc9 Pb12"}, engine)
    assert here.is_check("b")
    # The hurdle may go, the king may go, or a second man may come between.
    assert {"c9d11", "a9a8"} <= legal(here)
    assert "c9b7" in legal(here)
    assert "b12b13" not in legal(here)
    here = place(own, "b", {"w": "Ka1 Xd9", "b": "Ka9 Pb12"}, engine)
    assert not here.is_check("b")
    # A knight that would become the hurdle is not allowed to.
    here = place(own, "b", {"w": "Ka1 Xd9", "b": "Ka9 Nd11"}, engine)
    assert "d11c9" not in legal(here)
    assert "d11b10" in legal(here)


def test_a_grasshopper_needs_a_hurdle_to_move_at_all(engine: EngineName) -> None:
    own = ring_game(kind("G", "grasshopper", "gQ"), 'grasshopper = ["d1"]')
    here = place(own, "w", {"w": "Kd16 Gb4 Pb6", "b": "Ka9 Nd6 Na5"}, engine)
    # Over its own pawn, which it meets going round the ring either way; over d6 and a5 there
    # is no square beyond.
    assert targets(here, "b4") == squares("b7 b5")


def test_a_man_that_a_hopper_passes_twice_is_no_hurdle(engine: EngineName) -> None:
    pawns = 'direction = "inward"\npromotion_rings = ["e"]'
    own = game(
        'rings = 5\nfiles = 8\ncentre = "null"',
        'kind = "radial"',
        army("w", "e7", pawns=pawns),
        army("b", "e3", 'hopper = ["c4"]', pawns=pawns),
        pieces=kind("H", "hopper", "pB"),
    ).with_options({"null_shift": 2})
    # Its way to the king: b5 a6, over the centre to a4, by b5 again, c6, d7.
    here = place(own, "w", {"w": "Kd7 Qb1 Ra1", "b": "Ke3 Hc4"}, engine)
    assert not here.is_check("w")
    assert "b1b5" in legal(here)
    assert not {"a1a6", "a1a4"} & legal(here)
    assert "a1a5" in legal(here)


def test_an_asymmetric_piece_attacks_one_way(engine: EngineName) -> None:
    own = ring_game(kind("H", "lance", "fR"), 'lance = ["d1"]', 'forward = "clockwise"')
    here = place(own, "w", {"w": "Ka1 Hb4", "b": "Kd9 Hc8"}, engine)
    assert targets(here, "b4") == {f"b{file}" for file in (*range(5, 17), *range(1, 4))}
    assert here.attackers("b", "c11") == ["c8"]
    assert here.attackers("b", "b8") == []


def test_a_move_from_the_start_square_only(engine: EngineName) -> None:
    own = ring_game(kind("H", "sprinter", "WiN"), 'sprinter = ["c4"]')
    here = place(own, "w", {"w": "Ka1 Hc4 Hc12", "b": "Kd9"}, engine)
    assert targets(here, "c4") == squares("b4 d4 c3 c5 a3 a5 d2 d6 b2 b6")
    assert targets(here, "c12") == squares("b12 d12 c11 c13")


def test_a_kind_that_the_game_does_not_have_is_invalid(engine: EngineName) -> None:
    own = ring_game(kind("H", "lance", "R"), 'lance = ["d1"]')
    with pytest.raises(InvalidPositionError, match=r"kind|no piece of|none of"):
        place(own, "w", {"w": "Ka1 Fb4", "b": "Kd9"}, engine)


@pytest.mark.parametrize(
    ("betza", "more"),
    [("fR", ""), ("R1", 'forward = "inward"'), ("", ""), ("xW", ""), ("W fF", "")],
)
def test_a_movement_that_makes_no_sense_is_refused_in_one_line(
    engine: EngineName, betza: str, more: str
) -> None:
    with pytest.raises(InvalidVariantError) as caught:
        place(
            ring_game(kind("H", "lance", betza), 'lance = ["d1"]', more),
            "w",
            {"w": "Ka1", "b": "Kd9"},
            engine,
        )
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("pieces.H.betza: ")


def test_directions_are_refused_where_only_pawns_know_which_way_they_face(
    engine: EngineName,
) -> None:
    pawns = 'direction = "inward"\npromotion_rings = ["d"]'
    with pytest.raises(InvalidVariantError, match=r"pieces\.H\.betza"):
        place(
            game(
                'rings = 4\nfiles = 16\ncentre = "null"',
                'kind = "radial"',
                army("w", "a1", 'lance = ["d1"]', pawns=pawns, more='forward = "inward"'),
                army("b", "a5", pawns=pawns, more='forward = "inward"'),
                pieces=kind("H", "lance", "fR"),
            ),
            "w",
            {"w": "Kb1", "b": "Kd9"},
            engine,
        )


# --- Pawns ---------------------------------------------------------------------------------------


def test_promotion_choices_and_files_are_the_armys_own(engine: EngineName) -> None:
    own = game(
        RING_BOARD,
        RING_PAWNS,
        army("w", "a1", pawns="clockwise_promotion_files = [8]", more='promotion = "RN"'),
        army("b", "a9", pawns="anticlockwise_promotion_files = [4]", more='promotion = "BI"'),
    )
    here = place(own, "w", {"w": "Kd1 Pb7 Oc9", "b": "Kd12 Ob5 Pb3"}, engine)
    assert legal(here, "b7") == squares("b7b8r b7b8n")
    # Anticlockwise pawns of White promote nowhere.
    assert legal(here, "c9") == {"c9c8"}
    after = play(here, "d1d2")
    assert legal(after, "b5") == squares("b5b4b b5b4i")
    assert legal(after, "b3") == {"b3b4"}
    assert at(play(after, "b5b4b"), "b4") == "bB"
    rider = play(after, "b5b4i")
    assert at(rider, "b4") == "bI"
    # It rides by knight's leaps: two rings out is the edge, along the ring it goes on.
    assert rider.attackers("b", "d3") == ["b4"]


def test_a_pawn_does_not_run_past_its_promotion_square_by_a_double_step(engine: EngineName) -> None:
    pawns = "clockwise_promotion_files = [6]"
    own = game(
        RING_BOARD,
        RING_PAWNS,
        army("w", "a1", 'pawn = ["b5", "b4", "b9"]', pawns=pawns),
        army("b", "a9"),
        double=True,
    )
    here = place(own, "w", {"w": "Kd1 Pb5 Pb9", "b": "Kd12"}, engine)
    assert legal(here, "b5") == {f"b5b6{kind_}" for kind_ in "qrbn"}
    assert targets(here, "b9") == squares("b10 b11")
    # Arriving there by a double step promotes, and leaves nothing to capture in passing.
    here = place(own, "w", {"w": "Kd1 Pb4", "b": "Kd12 Oa6"}, engine)
    assert legal(here, "b4") == {"b4b5"} | {f"b4b6{kind_}" for kind_ in "qrbn"}
    assert play(here, "b4b6n").en_passant() == ()


# --- Boards --------------------------------------------------------------------------------------

RADIAL_WHITE = 'direction = "outward"\npromotion_rings = ["f"]'
RADIAL_BLACK = 'direction = "inward"\npromotion_rings = ["a"]'


def flat_game() -> Variant:
    """Six ranks and seven files, an odd number, with an open seam."""
    return game(
        'rings = 6\nfiles = 7\ncentre = "closed"\nseam = "open"',
        'kind = "radial"',
        army("w", "a4", 'rook = ["a1"]\npawn = ["b1", "b7"]', pawns=RADIAL_WHITE),
        army("b", "f4", 'rook = ["f1"]\npawn = ["e1", "e7"]', pawns=RADIAL_BLACK),
        double=True,
    )


def test_nothing_goes_over_an_open_seam(engine: EngineName) -> None:
    flat = flat_game()
    here = place(flat, "w", {"w": "Ka7 Rb1 Nc7 Bd1", "b": "Kf4"}, engine)
    assert targets(here, "b1") == squares("a1 c1 b2 b3 b4 b5 b6 b7")
    assert targets(here, "a7") == squares("a6 b6 b7")
    assert targets(here, "c7") == squares("e6 d5 b5 a6")
    assert targets(here, "d1") == squares("e2 f3 c2 b3 a4")
    # A king on file 1 is not beside file 7, nor attacked along the ring from there.
    here = place(flat, "w", {"w": "Kc1 Nc4", "b": "Kf4 Rc7"}, engine)
    assert not here.is_check("w")


def test_pawns_neither_capture_nor_take_in_passing_over_an_open_seam(engine: EngineName) -> None:
    flat = flat_game()
    here = place(flat, "w", {"w": "Ka4 Pc1", "b": "Kf4 Nd7 Nd2"}, engine)
    assert targets(here, "c1") == squares("d1 d2")
    after = play(place(flat, "b", {"w": "Ka4 Pc1 Pc6", "b": "Kf4 Pe7"}, engine), "e7c7")
    assert after.en_passant() == ("d7",)
    assert "c6d7" in legal(after)
    assert "c1d7" not in legal(after)


def test_names_may_be_written_file_first(engine: EngineName) -> None:
    own = game(
        'rings = 8\nfiles = 8\ncentre = "closed"\nseam = "open"\nnames = "file-ring"',
        RING_PAWNS,
        army("w", "e1", 'rook = ["h1"]'),
        army("b", "d8"),
    )
    here = make_position(own, own.start_setup(), engine)
    found = [here.piece_at(name) for name in ("e1", "h1", "d8", "a5")]
    assert found == [
        Piece("w", PieceType.KING),
        Piece("w", PieceType.ROOK),
        Piece("b", PieceType.KING),
        None,
    ]
    assert here.attackers("w", "h7") == ["h1"]
    assert targets(here, "e1") == squares("d1 f1 d2 e2 f2")
    assert "h1h8" in legal(here)
    assert own.start_fen() == "3k4/8/8/8/8/8/8/4K2R w - - 0 1"


def test_a_made_up_game_with_moats(engine: EngineName) -> None:
    # Two armies on a closed board of 12 files; each has half the rim.
    own = game(
        'rings = 5\nfiles = 12\ncentre = "closed"\nmoats = [6, 12]',
        'kind = "radial"',
        army("w", "e3", 'rook = ["e1"]', pawns='direction = "inward"\npromotion_rings = ["a"]'),
        army("b", "e9", 'rook = ["e12"]', pawns='direction = "inward"\npromotion_rings = ["a"]'),
    )
    here = make_position(own, own.start_setup(), engine)
    assert targets(here, "e1") == squares("e2 d1 c1 b1 a1")
    assert not here.is_check("w")
    here = place(own, "w", {"w": "Kb3 Re6", "b": "Kb9 Re12"}, engine)
    after = play(here, "e6d6")
    assert after.setup().bridged == {6, 12}
    assert {f"e{file}" for file in (1, 2, 4, 5, 6, 7, 8, 10, 11)} <= targets(after, "e12")
    # On e3 the rook would check along the file; e9 it reaches without a moat.
    assert "e3" not in targets(after, "e12")
    assert "e9" in targets(after, "e12")


@pytest.mark.parametrize("step", [0, 1, 2])
@pytest.mark.parametrize("shift", [0, 1, 2])
def test_single_steps_go_aside_across_the_centre_by_the_null_step_slides_by_the_shift(
    engine: EngineName, step: int, shift: int
) -> None:
    pawns = 'direction = "inward"\npromotion_rings = ["d"]'
    own = game(
        f'rings = 4\nfiles = 16\ncentre = "null"\nnull_step = {step}',
        'kind = "radial"',
        army("w", "d1", 'ferz = ["c1"]', pawns=pawns),
        army("b", "d9", pawns=pawns),
    ).with_options({"null_shift": shift})
    # From file 5 to the opposite file 13, and as many on as said, either way.
    aside = {f"a{13 - step}", f"a{13 + step}"}
    here = place(own, "w", {"w": "Ka5 Fc1", "b": "Kd10"}, engine)
    assert targets(here, "a5") == squares("a4 a6 b4 b5 b6 a13") | aside
    here = place(own, "w", {"w": "Kd1 Fa5", "b": "Kd10"}, engine)
    assert targets(here, "a5") == squares("b4 b6") | aside
    enemies = " ".join(f"N{square}" for square in sorted(aside))
    here = place(own, "w", {"w": "Kd1 Pa5", "b": f"Kd10 {enemies}"}, engine)
    straight = set() if step == 0 else {"a13"}
    assert targets(here, "a5") == straight | aside
    here = place(own, "w", {"w": "Kd1 Ba5", "b": "Kd11"}, engine)
    assert targets(here, "a5") >= {f"a{13 - shift}", f"a{13 + shift}"}
    assert not targets(here, "a5") & (
        {"a11", "a12", "a13", "a14", "a15"} - {f"a{13 - shift}", f"a{13 + shift}"}
    )


@pytest.mark.parametrize(
    ("files", "moats", "bridged", "crossed", "stopped"),
    [
        # Three files on of five are two back, from 3 to 1, over the moat behind file 2; three back
        # are two on, from 3 to 5, over those behind 3 and 4.
        (5, [2, 4, 5], (2, 5), "d1", "d5"),
        # Three on of four are one back, and the other way about.
        (4, [2, 3], (2,), "d2", "d4"),
    ],
)
def test_a_leap_crosses_the_moats_of_the_short_way(
    engine: EngineName,
    files: int,
    moats: list[int],
    bridged: tuple[int, ...],
    crossed: str,
    stopped: str,
) -> None:
    own = game(
        f'rings = 4\nfiles = {files}\ncentre = "closed"\nmoats = {moats}',
        'kind = "radial"',
        army("w", "a1", pawns='direction = "inward"\npromotion_rings = ["a"]'),
        army("b", "a3", pawns='direction = "inward"\npromotion_rings = ["a"]'),
        pieces=kind("H", "zebra", "Z"),
    )
    here = place(own, "w", {"w": "Ka1 Hb3", "b": "Kc1"}, engine, bridged=bridged)
    assert targets(here, "b3") & {crossed, stopped} == {crossed}


def test_a_made_up_game_with_two_citadels(engine: EngineName) -> None:
    own = game(
        'rings = 3\nfiles = 10\ncentre = "closed"\ncitadels = 2',
        RING_PAWNS,
        army("w", "a1", 'rook = ["c1"]'),
        army("b", "a6"),
    )
    here = place(own, "w", {"w": "Ka5 Rc5", "b": "Ka10 Rb9"}, engine)
    assert "a5z1" in legal(here)
    after = play(here, "c5c4")
    assert "a10z2" in legal(after)
    assert play(after, "a10z2").end == ("citadel", ())

"""Position texts of the round chesses: the published starts, citadels, and pawns of two kinds."""

from __future__ import annotations

import pytest

from circularchess import InvalidFenError, Variant
from circularchess.fen import parse_fen, write_fen

#: As the rules print them.
STARTS = {
    "byzantine": "RP4orrp4OR/NP4onnp4ON/EP4oeep4OE/KP4ofkp4OF w - - 0 1",
    "byzantine-mirror": "RP4orrp4OR/NP4onnp4ON/EP4oeep4OE/KP4okfp4OF w - - 0 1",
    "byzantine-citadel": "KP4ofkp4OF/EP4oeep4OE/NP4onnp4ON/RP4orrp4OR/4 w - - 0 1",
    "jelliss": "RP4orrp4OR/NP4onnp4ON/BP4obbp4OB/KP4okqp4OQ w - - 0 1",
    "mattlage": "RNBKQBNR*rnbkqbnr*/PPPPPPPP1pppppppp1/18/18 w KQkq - 0 1",
    "mattlage-68": "RNBKQBNR*rnbkqbnr*/PPPPPPPP*pppppppp*/18/18 w KQkq - 0 1",
    "mattlage-66": "RNBKQBNR*rnbkqbnr*/PPPPPPPP*pppppppp*/8*8*/18 w KQkq - 0 1",
    "three-man": (
        "wR,wN,wB,wQ,wK,wB,wN,wR,gR,gN,gB,gQ,gK,gB,gN,gR,bR,bN,bB,bQ,bK,bB,bN,bR/"
        "wP,wP,wP,wP,wP,wP,wP,wP,gP,gP,gP,gP,gP,gP,gP,gP,bP,bP,bP,bP,bP,bP,bP,bP/"
        "24/"
        "24/"
        "24/"
        "24 w wKQ,gKQ,bKQ - 0 1 -"
    ),
    "three-circular": (
        "wR,wP,4,rP,rR,rR,rP,4,bP,bR,bR,bP,4,wP,wR/"
        "wN,wP,4,rP,rN,rN,rP,4,bP,bN,bN,bP,4,wP,wN/"
        "wB,wP,4,rP,rB,rB,rP,4,bP,bB,bB,bP,4,wP,wB/"
        "wK,wP,4,rP,rQ,rK,rP,4,bP,bQ,bK,bP,4,wP,wQ w - - 0 1"
    ),
    "four-circular": (
        "yR,yP,4,gP,gR,gR,gP,4,rP,rR,rR,rP,4,bP,bR,bR,bP,4,yP,yR/"
        "yN,yP,4,gP,gN,gN,gP,4,rP,rN,rN,rP,4,bP,bN,bN,bP,4,yP,yN/"
        "yB,yP,4,gP,gB,gB,gP,4,rP,rB,rB,rP,4,bP,bB,bB,bP,4,yP,yB/"
        "yK,yP,4,gP,gQ,gK,gP,4,rP,rQ,rK,rP,4,bP,bQ,bK,bP,4,yP,yQ y - - 0 1"
    ),
    "big-four": (
        "yR,yP,4,gP,gR,bR,bP,4,rP,rR/"
        "yN,yP,4,gP,gN,bN,bP,4,rP,rN/"
        "yB,yP,4,gP,gB,bB,bP,4,rP,rB/"
        "yK,yP,4,gP,gK,bK,bP,4,rP,rK/"
        "yQ,yP,4,gP,gQ,bQ,bP,4,rP,rQ/"
        "yB,yP,4,gP,gB,bB,bP,4,rP,rB/"
        "yN,yP,4,gP,gN,bN,bP,4,rP,rN/"
        "yR,yP,4,gP,gR,bR,bP,4,rP,rR y yKQ,gKQ,rKQ,bKQ - 0 1"
    ),
    "byzantine-torus": "RP4orrp4OR/NP4onnp4ON/EP4oeep4OE/KP4ofkp4OF w - - 0 1",
}


@pytest.mark.parametrize("variant", STARTS)
def test_start_positions_are_those_that_the_rules_print(variant: str) -> None:
    game = Variant.load(variant)
    assert write_fen(game.start_setup(), game) == STARTS[variant]
    assert parse_fen(STARTS[variant], game) == game.start_setup()


def test_citadels_are_one_more_part_read_from_z1() -> None:
    game = Variant.load("byzantine-citadel")
    setup = parse_fen("16/16/8k7/16/2K1 b - - 0 1", game)
    assert setup.pieces["z3"].symbol == "wK"  # type: ignore[index]
    assert write_fen(setup, game) == "16/16/8k7/16/2K1 b - - 0 1"


@pytest.mark.parametrize(
    ("placement", "message"),
    [
        ("16/16/8k7/K15", "4 rings and one part of citadels are needed, not 4"),
        ("16/16/8k7/K15/4/4", "not 6"),
        ("16/16/8k7/K15/5", "ring z, file 1"),
        ("16/16/8k7/K15/3", "ring z, file 4"),
        ("16/16/8k7/K15/3x", "ring z, file 4"),
        ("16/16/8k7/K15/*3", "ring z, file 1"),
        ("16/16/8k7/K15/", "ring z, file 1"),
        ("16/16/8k7/K14C/4", "no piece 'C'"),
    ],
)
def test_bad_citadels_are_refused_with_their_place(placement: str, message: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        parse_fen(f"{placement} w - - 0 1", Variant.load("byzantine-citadel"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_boards_without_citadels_inert_men_or_moats_do_not_take_them() -> None:
    game = Variant.load("byzantine")
    for text in (
        "16/16/8k7/K15/4 w - - 0 1",
        "16/16/8k7/K15 w~b - - 0 1",
        "16/16/8k7/K15 w - - 0 1 -",
    ):
        with pytest.raises(InvalidFenError):
            parse_fen(text, game)


def test_an_anticlockwise_pawn_is_o() -> None:
    game = Variant.load("byzantine")
    setup = parse_fen("16/2o13/8k7/K3O11 w - - 0 1", game)
    assert setup.pieces["c3"].symbol == "bO"  # type: ignore[index]
    assert setup.pieces["a5"].symbol == "wO"  # type: ignore[index]
    # Where the file fixes the direction there is none.
    with pytest.raises(InvalidFenError, match="no piece 'O'"):
        parse_fen("16/16/8k7/K3O11 w - - 0 1", Variant.load("circular"))

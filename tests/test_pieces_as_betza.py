"""The classic pieces given as movements of a game's own: every board plays the same."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace

import pytest

from circularchess import Move, Piece, PieceType, Setup, Variant
from circularchess.engine import EngineName, Position, make_position
from random_games import VARIANTS
from random_variants import toml_text

each = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)

#: Letters and texts of the game's own kinds, by the built-in ones they stand for.
OWN = {"rook": ("H", "R"), "bishop": ("J", "B"), "knight": ("L", "N"), "queen": ("S", "Q")}
LETTER_OF = {"R": "H", "B": "J", "N": "L", "Q": "S"}
#: The same movements in other words, some of which need to know what is ahead.
OTHER_WORDS = {"rook": "W0", "bishop": "F0", "knight": "N", "queen": "WWFF"}
DIRECTED = {
    "rook": "fbRsR",
    "bishop": "flF0frF0blF0brF0",
    "knight": "fsNbsNvN",
    "queen": "fQlQbQrQ",
}


WAYS = ("inward", "clockwise", "outward", "anticlockwise")


def without_castling(variant: Variant) -> Variant:
    """Castling needs a built-in rook."""
    return variant.with_options({"castling": False} if variant.options["castling"] else {})


def own_kinds(variant: Variant, kinds: dict[str, tuple[str, str]]) -> Variant:
    """The variant with some kinds replaced by its own, without castling and dead positions.

    Its armies face one way or another, where that may be said.
    """
    file = tomllib.loads(variant.toml)
    file["format"] = 2
    file.pop("starts", None)
    file["rules"]["dead_with_bare_king"] = []
    file["rules"]["dead_same_colour_bishops"] = False
    file["options"].pop("castling", None)
    file["pieces"] = {
        letter: {"name": f"own{name}", "betza": betza} for name, (letter, betza) in kinds.items()
    }
    letters = file["rules"].get("promotion", "QRBN")
    file["rules"]["promotion"] = "".join(
        LETTER_OF[letter] if LETTER_OF.get(letter) in file["pieces"] else letter
        for letter in letters
    )
    for army in file["armies"]:
        army.pop("castling", None)
        if variant.centre != "null":
            army["forward"] = WAYS[army["seat"] % 4]
        army["start"] = {
            f"own{kind}" if kind in kinds else kind: squares
            for kind, squares in army["start"].items()
        }
    return Variant.from_toml(toml_text(file))


def own_piece(piece: Piece) -> Piece:
    letter = LETTER_OF.get(piece.letter, "")
    return piece._replace(type=PieceType.from_letter(letter)) if letter else piece


def own_move(move: Move) -> Move:
    if move.promotion is None:
        return move
    letter = LETTER_OF[move.promotion.letter]
    return Move(move.from_square, move.to_square, PieceType.from_letter(letter))


def own_setup(setup: Setup) -> Setup:
    return replace(
        setup,
        pieces={square: own_piece(piece) for square, piece in setup.pieces.items()},
        castling=frozenset(),
    )


def alike(built_in: Position, own: Position) -> None:
    """The same moves, safe ones, checks and ends."""
    assert set(own.legal_moves()) == set(map(own_move, built_in.legal_moves()))
    assert set(own.safe_moves()) == set(map(own_move, built_in.safe_moves()))
    assert own.end == built_in.end
    assert own.events == built_in.events
    for army in built_in.in_play:
        assert own.is_check(army) == built_in.is_check(army)
    assert own.setup() == own_setup(built_in.setup())


@each
def test_the_same_perft_on_every_board(variant: Variant, engine: EngineName) -> None:
    plain, own = without_castling(variant), own_kinds(variant, OWN)
    here = make_position(own, own.start_setup(), engine)
    assert not {"Q", "R", "B", "N"} & {piece.letter for piece in here.piece_map().values()}
    assert own.start_setup() == own_setup(plain.start_setup())
    for depth in (1, 2, 3) if engine == "rust" else (1, 2):
        built_in = make_position(plain, plain.start_setup(), engine)
        assert here.perft(depth) == built_in.perft(depth)


@each
@pytest.mark.parametrize("other_words", [False, True])
def test_the_same_moves_along_a_game(variant: Variant, other_words: bool) -> None:
    """By the fast engine from move to move, by the reference now and then."""
    plain, own = without_castling(variant), own_kinds(variant, OWN)
    dice = random.Random(f"{variant.id} {other_words}")
    if other_words:
        words = OTHER_WORDS if variant.centre == "null" else DIRECTED
        own = own_kinds(variant, {name: (OWN[name][0], words[name]) for name in OWN})
    built_in = make_position(plain, plain.start_setup())
    other = make_position(own, own.start_setup())
    for ply in range(80):
        alike(built_in, other)
        if ply % 10 == 0:
            reference = make_position(own, other.setup(), "reference")
            assert reference.legal_moves() == other.legal_moves()
        moves = built_in.legal_moves()
        if not moves:
            return
        sharp = [m for m in moves if m.promotion or built_in.piece_at(m.to_square)]
        move = dice.choice(sharp if sharp and dice.random() < 0.3 else moves)
        after, again = built_in.play(move), other.play(own_move(move))
        assert after is not None
        assert again is not None
        built_in, other = after, again


# --- The king, which no other piece can be -------------------------------------------------------


@each
@pytest.mark.parametrize("words", ["K", "FsWvW"])
def test_a_man_with_the_movement_of_a_king_steps_as_the_king_does(
    variant: Variant, words: str, engine: EngineName
) -> None:
    """The only royal piece is built in; a man beside it, `K` in Betza, attacks what it would."""
    if words == "FsWvW" and variant.centre == "null":
        words = "FW"
    own = own_kinds(variant, {"knight": ("L", words)}).with_options({"check": "snaffle"})
    dice = random.Random(f"{variant.id} {words}")
    everywhere = [square for square in own.squares() if square[0] != "z"]
    moats = frozenset(own.moats)
    first = own.letters[0]
    for square in dice.sample(everywhere, 6 if engine == "rust" else 2):
        free = [other for other in everywhere if other != square]
        places = dice.sample(free, len(own.letters))
        kings = {
            place: Piece(army, PieceType.KING)
            for place, army in zip(places, own.letters, strict=True)
        }
        man = Setup({**kings, square: Piece(first, PieceType.L)}, first, bridged=moats)
        del kings[places[0]]
        king = Setup({**kings, square: Piece(first, PieceType.KING)}, first, bridged=moats)
        found = [
            {to for to in free if square in make_position(own, setup, engine).attackers(first, to)}
            for setup in (man, king)
        ]
        assert found[0] == found[1]
        assert 2 <= len(found[0]) <= 8

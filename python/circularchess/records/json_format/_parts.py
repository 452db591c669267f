"""What boards and games have in common in JSON: the variant, positions, moves."""

from __future__ import annotations

from typing import Any

from ...errors import shorten
from ...notation.fen import write_fen
from ...values.action import Departure
from ...values.move import Move
from ...values.move_info import MoveInfo
from ...values.piece import Piece
from ...values.setup import Setup
from ...values.square import Square
from ...variant import Variant, variants
from ._check import Place

__all__ = [
    "FORMAT_KEYS",
    "SETUP_KEYS",
    "VARIANT_KEYS",
    "check_format",
    "format_of",
    "info_dict",
    "move_dict",
    "read_action",
    "read_setup",
    "read_variant",
    "setup_dict",
    "variant_dict",
    "write_action",
]

FORMAT_KEYS = ("format", "version")
VARIANT_KEYS = ("options", "variant_digest", "variant_file")
SETUP_KEYS = (
    "pieces",
    "turn",
    "in_play",
    "castling",
    "en_passant",
    "halfmove",
    "round",
    "inert",
    "bridged",
)
_VERSION = 1


def format_of(kind: str) -> dict[str, Any]:
    """What every document begins with."""
    return {"format": f"circularchess.{kind}", "version": _VERSION}


def check_format(fields: dict[str, Place], kind: str) -> None:
    """Refuse documents of another kind or of a later version."""
    if "format" in fields:
        fields["format"].one_of((f"circularchess.{kind}",))
    if "version" in fields:
        fields["version"].number(_VERSION, _VERSION)


# --- Variants ----------------------------------------------------------------------------------


def variant_dict(variant: Variant) -> dict[str, Any]:
    """The variant; one that is not built in with its whole file and the digest of its rules."""
    found: dict[str, Any] = {"variant": variant.id, "options": variant.options}
    if variant.toml not in {known.toml for known in variants()}:
        found |= {"variant_digest": variant.digest, "variant_file": variant.toml}
    return found


def read_variant(fields: dict[str, Place]) -> Variant:
    """The variant that `variant`, `options` and `variant_file` say.

    It must have the digest that `variant_digest` says.
    """
    name = fields["variant"]
    file = fields.get("variant_file")
    if file is None:
        if name.text() not in {known.id for known in variants()}:
            what = f"unknown variant {shorten(name.value)}"
            name.fail(f"{what}: it is not built in, so give its variant_file")
        variant = Variant.load(name.text())
    else:
        with file.named():
            variant = Variant.from_toml(file.text())
        if variant.id != name.text():
            name.fail(f"{shorten(name.value)} is not what the variant file says: {variant.id!r}")
    digest = fields.get("variant_digest")
    if digest is not None and digest.text() != variant.digest:
        whose = "the variant file's" if file is not None else f"the built-in {variant.id}'s"
        advice = "" if file is not None else "; give the variant file with it"
        digest.fail(f"{shorten(digest.text())} is not {whose} {variant.digest!r}{advice}")
    given = fields.get("options")
    if given is None:
        return variant
    options: dict[str, str | bool | int] = {}
    for key, place in given.entries().items():
        if not isinstance(place.value, str | bool | int):
            place.fail("a text, a whole number, true or false is needed")
        # Options that have no meaning for a variant have a value all the same.
        own = variant.options.get(key)
        if type(own) is not type(place.value) or own != place.value:
            options[key] = place.value
    with given.named():
        return variant.with_options(options)


# --- Positions ---------------------------------------------------------------------------------


def setup_dict(setup: Setup, variant: Variant) -> dict[str, Any]:
    """A position described; in which order is always the same."""
    seats = {letter: seat for seat, letter in enumerate(variant.letters)}
    # Who is in play, where not said, are those with a piece.
    in_play = setup.in_play
    if in_play is None:
        in_play = frozenset(piece.army for piece in setup.pieces.values())
    found = {
        "pieces": {str(square): setup.pieces[square].symbol for square in sorted(setup.pieces)},
        "turn": setup.turn,
        "in_play": sorted(in_play, key=lambda army: seats.get(army, len(seats))),
        "castling": [
            army + wing
            for army in variant.letters
            for wing in "KQ"
            if (army, wing) in setup.castling
        ],
        "en_passant": [str(square) for square in setup.en_passant],
        "halfmove": setup.halfmove,
        "round": setup.round,
        "fen": write_fen(setup, variant),
    }
    # Told where a game has them, so that games of the first release are written as they were.
    if variant.eliminated == "stay":
        found["inert"] = [army for army in variant.letters if army in setup.inert]
    if variant.moats:
        found["bridged"] = sorted(setup.bridged)
    return found


def read_setup(fields: dict[str, Place], variant: Variant) -> Setup:
    """The position that an object's fields describe, playable or not."""

    def army(place: Place) -> str:
        return place.one_of(variant.letters)

    def square(place: Place) -> Square:
        with place.named():
            return variant.read_square(place.text())

    def right(place: Place) -> tuple[str, str]:
        text = place.one_of(tuple(army + wing for army in variant.letters for wing in "KQ"))
        return text[0], text[1]

    setup = Setup(turn=army(fields["turn"]))
    for name, place in fields["pieces"].entries().items():
        with place.named():
            piece = Piece.from_symbol(place.text())
            setup.pieces[variant.read_square(name)] = piece
        if piece.army not in variant.letters:
            place.fail(f"no army {piece.army!r} in {variant.id}")
    if "in_play" in fields:
        setup.in_play = frozenset(fields["in_play"].texts(army))
    if "castling" in fields:
        setup.castling = frozenset(fields["castling"].texts(right))
    if "en_passant" in fields:
        setup.en_passant = tuple(fields["en_passant"].texts(square))
    if "halfmove" in fields:
        setup.halfmove = fields["halfmove"].number(0)
    if "round" in fields:
        setup.round = fields["round"].number(1)
    _read_features(setup, fields, variant)
    return setup


def _read_features(setup: Setup, fields: dict[str, Place], variant: Variant) -> None:
    """What only the positions of some games have."""

    def moat(place: Place) -> int:
        file = place.number(1)
        if file not in variant.moats:
            place.fail(f"no moat at file {file} of {variant.id}")
        return file

    if "inert" in fields:
        setup.inert = frozenset(fields["inert"].texts(lambda place: place.one_of(variant.letters)))
    if "bridged" in fields:
        setup.bridged = frozenset(fields["bridged"].texts(moat))


# --- Moves -------------------------------------------------------------------------------------


def move_dict(move: Move) -> dict[str, Any]:
    """A move with its parts told one by one."""
    return {
        "uci": move.uci(),
        "from": str(move.from_square),
        "to": str(move.to_square),
        "promotion": move.promotion_letter or None,
    }


def info_dict(info: MoveInfo) -> dict[str, Any]:
    """What a move is and does, with its parts and its short form."""
    rook = info.rook_move
    return {
        **move_dict(info.move),
        "san": info.san,
        "mover": info.mover.symbol,
        "captured": None if info.captured is None else info.captured.symbol,
        "capture_square": None if info.capture_square is None else str(info.capture_square),
        "castling": info.castling,
        "rook_move": None if rook is None else [str(square) for square in rook],
        "en_passant": info.en_passant,
        "met": None if info.met is None else str(info.met),
        "check": list(info.check),
        "checkmates": list(info.checkmates),
        "eliminates": list(info.eliminates),
        "path": [str(square) for square in info.path],
        "direction": info.direction,
        "through_centre": info.through_centre,
        "paths": [
            {
                "squares": [str(square) for square in path.squares],
                "direction": path.direction,
                "through_centre": path.through_centre,
            }
            for path in info.paths
        ],
    }


def write_action(action: Move | Departure) -> str:
    """A move, or `resign w`, or `time w`."""
    return action.uci() if isinstance(action, Move) else f"{action.reason} {action.army}"


def read_action(place: Place, variant: Variant) -> Move | Departure:
    """Read what `write_action` writes."""
    text = place.text()
    reason, space, army = text.partition(" ")
    if space and reason in ("resign", "time"):
        with place.named():
            return Departure(variant.army(army).letter, "time" if reason == "time" else "resign")
    with place.named():
        return variant.read_move(text)

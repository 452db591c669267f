"""Short ways to say a position of the round chesses, for whichever engines know them."""

from __future__ import annotations

from circularchess import Move, Piece, Setup, Square, Variant
from circularchess.engine import EngineName, Position, make_position
from perft_files import ENGINES_OF

#: The engines that play these games.
ENGINES = ENGINES_OF["round"]


def place(
    variant: str | Variant,
    turn: str,
    armies: dict[str, str],
    engine: EngineName,
    *,
    castling: str = "",
    en_passant: str = "",
    halfmove: int = 0,
    bridged: tuple[int, ...] = (),
    inert: str = "",
    **options: str | bool | int,
) -> Position:
    """`place("byzantine", "w", {"w": "Ka1 Pb2 Ob15", "b": "Ka9"}, engine)`.

    `O` is a pawn that heads the other way. Rights are written `wK wQ`.
    """
    if isinstance(variant, str):
        variant = Variant.load(variant)
    pieces = {
        Square(item[1:]): Piece.from_symbol(army + item[0])
        for army, men in armies.items()
        for item in men.split()
    }
    setup = Setup(
        pieces,
        turn,
        frozenset((right[0], right[1]) for right in castling.split()),
        tuple(map(Square, en_passant.split())),
        halfmove,
        bridged=frozenset(bridged),
        inert=frozenset(inert),
    )
    return make_position(variant.with_options(options), setup, engine)


def start(variant: str, engine: EngineName, **options: str | bool | int) -> Position:
    """The start position of a variant."""
    chosen = Variant.load(variant).with_options(options)
    return make_position(chosen, chosen.start_setup(), engine)


def play(here: Position, moves: str) -> Position:
    """The position after moves that must all be legal."""
    for text in moves.split():
        after = here.play(Move.from_uci(text))
        assert after is not None, f"{text} is not legal"
        here = after
    return here


def legal(here: Position, origin: str = "") -> set[str]:
    """The legal moves as text, those from one square if given."""
    return {move.uci() for move in here.legal_moves() if origin in ("", move.from_square)}


def targets(here: Position, origin: str) -> set[str]:
    """Where the piece on a square may go."""
    return {str(m.to_square) for m in here.legal_moves() if m.from_square == origin}


def squares(text: str) -> set[str]:
    return set(text.split())


def told(here: Position) -> list[str]:
    """What the last move brought about, as `checkmated b`."""
    return [f"{event.kind} {event.army}" for event in here.events]


def at(here: Position, names: str) -> str:
    """What stands on squares, as `wK`, or `-`."""
    found = (here.piece_at(name) for name in names.split())
    return " ".join("-" if one is None else one.symbol for one in found)

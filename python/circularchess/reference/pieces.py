"""Where the pieces that are no pawns may go (castling and citadels stand elsewhere)."""

from __future__ import annotations

from ..values.piece import Piece
from ..values.square import Square
from .attacks import attacks_king_of
from .movement import Line, lines
from .rules import Rules
from .state import State, may_capture

__all__ = ["destinations"]


def destinations(rules: Rules, state: State, square: Square) -> set[Square]:
    """The squares that the piece on `square`, no pawn, may move to or capture on.

    A square that can be reached both ways round a ring is one destination. One that is
    reached over bridged moats alone is none if the piece would attack an enemy king there.

    >>> from circularchess import PieceType
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> rook = {Square("a1"): Piece("w", PieceType.ROOK)}
    >>> state = State(rook, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> len(destinations(rules, state, Square("a1")))
    18
    """
    piece = state.pieces[square]
    dry: set[Square] = set()
    over_moats: set[Square] = set()
    for line in lines(rules, piece, square):
        _follow(rules, state, piece, line, dry, over_moats)
    for target in over_moats - dry:
        after = {s: p for s, p in state.pieces.items() if s != square}
        after[target] = piece
        if not attacks_king_of(rules, after, rules.enemies(piece.army, state.in_play), target):
            dry.add(target)
    return dry


def _follow(
    rules: Rules,
    state: State,
    piece: Piece,
    line: Line,
    dry: set[Square],
    over_moats: set[Square],
) -> None:
    """Go along one line and gather what is reached, without crossing a moat and with it."""
    pieces = state.pieces
    for stop in line.clear:
        if stop in pieces:
            return
    # A slide may land from the start, a hopper once it has passed over a man.
    landing = not line.hop
    for index, target in enumerate(line.squares):
        wet = bool(line.moats) and bool(line.moats[index])
        if wet and not line.moats[index] <= state.bridged:
            return
        other = pieces.get(target)
        if landing:
            if other is None:
                if line.quiet:
                    (over_moats if wet else dry).add(target)
            elif line.captures and not wet and may_capture(rules, state, piece.army, other):
                dry.add(target)
            if other is not None or line.hop == "next":
                return
        elif other is not None:
            landing = True

"""Who attacks a square.

The question is turned round: one looks from the square along every line and leap for a
piece that could come back by it. That is the same thing because every step of a piece on a
round board, across a null centre too, can be retraced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..piece import PieceType
from ..square import Square
from .pawns import pawns_attacking
from .rules import Pieces, Rules
from .state import king_square

__all__ = ["attackers", "is_attacked", "is_in_check"]

_ROOK_LIKE = (PieceType.ROOK, PieceType.QUEEN)
_BISHOP_LIKE = (PieceType.BISHOP, PieceType.QUEEN)


def attackers(
    rules: Rules, pieces: Pieces, armies: Collection[str], square: Square
) -> Iterator[Square]:
    """The squares of those pieces of `armies` that could capture an enemy on `square`.

    What stands on the square itself makes no difference. Pins are disregarded, and so is
    capturing en passant. A rook that attacks both ways round a ring comes twice.

    >>> from circularchess.piece import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pieces = {Square("a1"): Piece("w", PieceType.ROOK)}
    >>> list(attackers(rules, pieces, "w", Square("a9")))
    ['a1', 'a1']
    """
    board = rules.topology
    for ray in board.straight_rays[square]:
        yield from _first_on(pieces, ray, armies, _ROOK_LIKE)
    for ray in board.diagonal_rays[square]:
        yield from _first_on(pieces, ray, armies, _BISHOP_LIKE)
    for origin in board.leaps[square]:
        piece = pieces.get(origin)
        if piece is not None and piece.type == PieceType.KNIGHT and piece.army in armies:
            yield origin
    for origin in board.neighbours[square]:
        piece = pieces.get(origin)
        if piece is not None and piece.type == PieceType.KING and piece.army in armies:
            yield origin
    for origin, pawns in pawns_attacking(rules, square):
        piece = pieces.get(origin)
        if piece is not None and piece.army in armies and piece in pawns:
            yield origin


def _first_on(
    pieces: Pieces, ray: tuple[Square, ...], armies: Collection[str], kinds: tuple[PieceType, ...]
) -> Iterator[Square]:
    """The first piece met along the ray, if it is of these armies and one of these kinds."""
    for origin in ray:
        piece = pieces.get(origin)
        if piece is not None:
            if piece.army in armies and piece.type in kinds:
                yield origin
            return


def is_attacked(rules: Rules, pieces: Pieces, armies: Collection[str], square: Square) -> bool:
    """Does any piece of `armies` attack `square`?

    >>> from circularchess.piece import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> is_attacked(rules, {Square("a1"): Piece("w", PieceType.ROOK)}, "w", Square("b2"))
    False
    """
    return any(True for _ in attackers(rules, pieces, armies, square))


def is_in_check(rules: Rules, pieces: Pieces, in_play: Collection[str], army: str) -> bool:
    """Is the king of `army` attacked by an enemy in play? False if it has no king.

    >>> from circularchess.piece import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pieces = {
    ...     Square("a1"): Piece("w", PieceType.ROOK), Square("a5"): Piece("b", PieceType.KING)
    ... }
    >>> is_in_check(rules, pieces, "wb", "b")
    True
    """
    king = king_square(pieces, army)
    return king is not None and is_attacked(rules, pieces, rules.enemies(army, in_play), king)

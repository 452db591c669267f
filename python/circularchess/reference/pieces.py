"""Where king, queen, rook, bishop and knight may go (castling stands elsewhere)."""

from __future__ import annotations

from collections.abc import Iterator

from ..piece import Piece, PieceType
from ..square import Square
from .rules import Pieces, Rules
from .topology import Ray

__all__ = ["destinations", "slides"]


def slides(rules: Rules, kind: PieceType, square: Square) -> tuple[Ray, ...]:
    """The slides of a rook (straight), bishop (diagonal) or queen (both); of others none.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> [len(ray) for ray in slides(rules, PieceType.ROOK, Square("a1"))]
    [3, 15, 15]
    """
    board = rules.topology
    if kind == PieceType.ROOK:
        return board.straight_rays[square]
    if kind == PieceType.BISHOP:
        return board.diagonal_rays[square]
    if kind == PieceType.QUEEN:
        return board.straight_rays[square] + board.diagonal_rays[square]
    return ()


def destinations(rules: Rules, pieces: Pieces, square: Square) -> set[Square]:
    """The squares that the piece on `square`, no pawn, may move to or capture on.

    A slide ends before a piece of the same side, allies included, and on an enemy. A
    square that can be reached both ways round a ring is one destination.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> rook = {Square("a1"): Piece("w", PieceType.ROOK)}
    >>> len(destinations(rules, rook, Square("a1")))
    18
    """
    piece = pieces[square]
    if piece.type == PieceType.KING:
        targets = rules.topology.neighbours[square]
    elif piece.type == PieceType.KNIGHT:
        targets = rules.topology.leaps[square]
    else:
        rays = slides(rules, piece.type, square)
        return {target for ray in rays for target in _slide(rules, pieces, piece, ray)}
    return {target for target in targets if _may_land(rules, pieces, piece, target)}


def _slide(rules: Rules, pieces: Pieces, piece: Piece, ray: Ray) -> Iterator[Square]:
    for target in ray:
        if target not in pieces:
            yield target
            continue
        if _may_land(rules, pieces, piece, target):
            yield target
        return


def _may_land(rules: Rules, pieces: Pieces, piece: Piece, target: Square) -> bool:
    other = pieces.get(target)
    return other is None or rules.are_enemies(piece.army, other.army)

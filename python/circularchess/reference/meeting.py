"""Meeting pawns: two of one army that walk towards each other and stand face to face.

Where the option says so, the pawn move that brings them together takes both off the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..values.piece import Piece, PieceType
from ..values.square import Square
from .pawns import heading
from .rules import Pieces, Rules

__all__ = ["meeting_pairs", "met_by"]


def met_by(rules: Rules, pieces: Pieces, square: Square) -> Square | None:
    """Where the pawn of the same army stands that the one on `square` meets, if it does."""
    pawn = pieces[square]
    ahead = heading(rules, pawn, square)
    if not rules.meeting_pawns_go or pawn.type != PieceType.PAWN or ahead is None:
        return None
    reached = rules.topology.step(square, *ahead)
    if reached is None or reached[0] == square:
        return None
    facing = Piece(pawn.army, PieceType.PAWN, not pawn.outbound)
    return reached[0] if pieces.get(reached[0]) == facing else None


def meeting_pairs(rules: Rules, pieces: Pieces) -> Iterator[tuple[Square, Square]]:
    """Every pair of pawns that meet, the clockwise one first."""
    if not rules.meeting_pawns_go:
        return
    for square, piece in pieces.items():
        if piece.type == PieceType.PAWN and not piece.outbound:
            other = met_by(rules, pieces, square)
            if other is not None:
                yield square, other

"""The bare facts of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..piece import PieceType
from ..square import Square
from .rules import Pieces

__all__ = ["MAX_COUNT", "CastlingRight", "State", "king_square"]

#: Where the counts of rounds and of moves without progress stop: the most a position text says.
MAX_COUNT: Final = 2**31 - 1

#: Army letter, and "K" or "Q" for the side of the king's rook or the queen's.
CastlingRight = tuple[str, str]


@dataclass(frozen=True, slots=True)
class State:
    """Placement, turn, armies in play, rights and clocks: all that the rules look at."""

    pieces: Pieces
    turn: str
    #: Armies in play, in seat order.
    in_play: tuple[str, ...]
    castling: frozenset[CastlingRight]
    #: For each army that may be captured en passant, the square its pawn passed over.
    en_passant: dict[str, Square]
    #: Single moves since the last capture, pawn move or elimination.
    halfmove: int
    round: int


def king_square(pieces: Pieces, army: str) -> Square | None:
    """Where the king of `army` stands; None if it has none.

    >>> from circularchess.piece import Piece
    >>> king_square({Square("a1"): Piece("w", PieceType.KING)}, "w")
    'a1'
    """
    for square, piece in pieces.items():
        if piece.type == PieceType.KING and piece.army == army:
            return square
    return None

"""A described position: whatever a text or a front end says, playable or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .piece import Piece
    from .square import Square

__all__ = ["Setup"]


@dataclass
class Setup:
    """Everything a position text says. An engine turns it into a position, or says why not.

    >>> from circularchess import Piece, PieceType, Square
    >>> setup = Setup({Square("a1"): Piece("w", PieceType.KING)}, turn="w")
    >>> setup.halfmove, setup.round
    (0, 1)
    """

    #: What stands where.
    pieces: dict[Square, Piece] = field(default_factory=dict)
    #: Letter of the army to move.
    turn: str = ""
    #: Castling rights as (army letter, "K" or "Q").
    castling: frozenset[tuple[str, str]] = frozenset()
    #: Squares passed over by double steps, while the right to capture there lasts.
    en_passant: tuple[Square, ...] = ()
    #: Single moves since the last capture, pawn move or elimination.
    halfmove: int = 0
    #: Round number, from 1.
    round: int = 1
    #: Letters of the armies in play; None means all armies that have a piece.
    in_play: frozenset[str] | None = None

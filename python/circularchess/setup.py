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

    `pieces` by square; `turn`, the letter of the army to move; `castling`, rights as (army letter,
    "K" or "Q"); `en_passant`, the squares passed over while the right to capture there lasts;
    `halfmove`, single moves since the last capture, pawn move or elimination; `round`, from 1;
    `in_play`, letters of the armies in play, None for all that have a piece and are not inert;
    `bridged`, the moats that have been bridged, each by its file; `inert`, letters of eliminated
    armies whose men are still on the board.

    >>> from circularchess import Piece, PieceType, Square
    >>> setup = Setup({Square("a1"): Piece("w", PieceType.KING)}, turn="w")
    >>> setup.halfmove, setup.round
    (0, 1)
    """

    pieces: dict[Square, Piece] = field(default_factory=dict)
    turn: str = ""
    castling: frozenset[tuple[str, str]] = frozenset()
    en_passant: tuple[Square, ...] = ()
    halfmove: int = 0
    round: int = 1
    in_play: frozenset[str] | None = None
    bridged: frozenset[int] = frozenset()
    inert: frozenset[str] = frozenset()

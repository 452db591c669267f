"""A described position: whatever a text or a front end says, playable or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .piece import Piece
from .square import Square

__all__ = ["Setup"]

@dataclass
class Setup:
    """Everything a position text says. An engine turns it into a position, or says why not."""

    pieces: dict[Square, Piece] = field(default_factory=dict)
    turn: str = ""
    #: Rights as (army letter, "K" or "Q").
    castling: frozenset[tuple[str, str]] = frozenset()
    #: Passed-over squares.
    en_passant: tuple[Square, ...] = ()
    #: Single moves since the last capture, pawn move or elimination.
    halfmove: int = 0
    #: Round number, from 1.
    round: int = 1
    #: Letters of the armies in play; None means all armies that have a piece.
    in_play: frozenset[str] | None = None

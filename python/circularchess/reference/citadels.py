"""Citadels: cells in the centre that only a king enters, from ring 1, to draw the game."""

from __future__ import annotations

from ..values.piece import PieceType
from ..values.square import Square
from .rules import Pieces, Rules

__all__ = ["citadel_entered", "citadel_open_to"]


def citadel_open_to(rules: Rules, square: Square) -> Square | None:
    """The citadel that a king on `square` may enter, straight inward, if there is one."""
    return rules.topology.citadel_by(square)


def citadel_entered(rules: Rules, pieces: Pieces) -> str | None:
    """The army whose king is in a citadel, if one is."""
    for square in rules.topology.citadels:
        piece = pieces.get(square)
        if piece is not None and piece.type == PieceType.KING:
            return piece.army
    return None

"""What the JSON reports of several commands say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..board import Board

__all__ = ["describe"]


def describe(board: Board) -> dict[str, Any]:
    """What every JSON report says about the position.

    >>> describe(Board("circular-strict"))["variant"]
    'circular-strict'
    """
    return {
        "variant": board.variant.id,
        "options": board.variant.options,
        "fen": board.fen(),
    }

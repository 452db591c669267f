"""`random`: any legal move, all equally likely. Accepts a draw as a coin falls."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["Random"]


class Random:
    """Plays any legal move."""

    name = "random"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, board: Board) -> Move:
        """Any legal move."""
        return self._rng.choice(list(board.legal_moves))

    def accepts_draw(self, board: Board, own: Iterable[str], offering: Iterable[str]) -> bool:  # noqa: ARG002 - the coin looks at nothing
        """As a coin falls."""
        return self._rng.random() < 0.5

"""The players of the machine that can be given a seat."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from ..players.opponents import OPPONENTS, make_opponent

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["accepts_draw", "choose", "machines"]

_WORDS: Final = {
    "random": "any legal move",
    "greedy": "mates if it can, else takes the most it can",
    "engine": "looks ahead for a second, as far as it can",
}


def machines() -> dict[str, str]:
    """What there is to play against, weakest first, and in a few words how it plays.

    >>> list(machines())[:2]
    ['random', 'greedy']
    """
    return {name: _WORDS.get(name, name) for name in OPPONENTS}


def choose(player: str, board: Board) -> Move:
    """A legal move for the army to move. It may take a moment: not for the event loop."""
    return make_opponent(player, random.Random()).choose(board)


def accepts_draw(player: str, board: Board, army: str, offering: frozenset[str]) -> bool:
    """Whether a machine takes a draw."""
    own = (army, *board.allies(army))
    return make_opponent(player, random.Random()).accepts_draw(board, own, offering)

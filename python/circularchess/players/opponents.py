"""What a player of the machine must offer, and the players there are by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Protocol

from ..errors import CircularChessError, shorten
from .engine_player import EnginePlayer, Strength
from .greedy import Greedy
from .random import Random

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["OPPONENTS", "EnginePlayer", "Greedy", "Opponent", "Random", "Strength", "make_opponent"]


class Opponent(Protocol):
    """Somebody who plays without a keyboard."""

    @property
    def name(self) -> str:
        """What to call this kind of player."""

    def choose(self, board: Board) -> Move:
        """A legal move for the army to move; there is one."""

    def accepts_draw(self, board: Board, own: Iterable[str], offering: Iterable[str]) -> bool:
        """Whether to take a draw. The sides are given as armies' letters."""


#: The kinds of opponents by the name the command line knows them by.
OPPONENTS: Final[dict[str, Callable[[random.Random], Opponent]]] = {
    "random": Random,
    "greedy": Greedy,
    "engine": EnginePlayer,
}


def make_opponent(name: str, rng: random.Random, strength: Strength | None = None) -> Opponent:
    """An opponent by name; `strength` is how well an engine plays.

    Raises `ValueError` (one line) for another name.
    """
    if name not in OPPONENTS:
        raise CircularChessError(
            f"no opponent {shorten(name)}: there are {', '.join(OPPONENTS)} and human"
        )
    if name == EnginePlayer.name and strength is not None:
        return EnginePlayer(rng, strength)
    return OPPONENTS[name](rng)

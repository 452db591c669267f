"""`engine`: the package's own engine as an opponent.

It thinks for a fixed time each move, by default a second, at full strength unless told otherwise.
It accepts a draw when it thinks itself no better than its opponents.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .engine import Engine
from .limit import Limit
from .strength import check_elo, check_skill

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["EnginePlayer", "Strength"]


class Strength(NamedTuple):
    """How well an engine is to play: `time` is seconds a move, the others as for `Engine`."""

    time: float = 1.0
    skill: int | None = None
    elo: int | None = None
    threads: int = 1
    #: Positions to look at, instead of a time.
    nodes: int | None = None

    @property
    def limit(self) -> Limit:
        """When a search ends.

        >>> Strength(time=0.5).limit.time
        0.5
        """
        return Limit(time=self.time) if self.nodes is None else Limit(nodes=self.nodes)


class EnginePlayer:
    """Plays what the engine finds best.

    >>> player = EnginePlayer(strength=Strength(nodes=1000))
    >>> player.choose(Board("circular")) in Board("circular").legal_moves
    True
    """

    name = "engine"

    def __init__(
        self,
        rng: random.Random | None = None,  # noqa: ARG002 - the engine has no lots to draw
        strength: Strength = Strength(),  # noqa: B008 - it never changes
    ) -> None:
        check_skill(strength.skill)
        check_elo(strength.elo)
        self._strength = strength
        self._limit = strength.limit
        self._engine: Engine | None = None

    def choose(self, board: Board) -> Move:
        """The move the engine finds."""
        move = self._for(board).play(board, self._limit).move
        assert move is not None
        return move

    def accepts_draw(self, board: Board, own: Iterable[str], offering: Iterable[str]) -> bool:  # noqa: ARG002 - all who take part are asked
        """Whether the own side is not ahead."""
        info = self._for(board).analyse(board, self._limit)
        army = next(iter(own))
        score = info["score"].pov(army).score(mate_score=100_000)
        return score is not None and score <= 0

    def _for(self, board: Board) -> Engine:
        """The engine for the game on a board."""
        if self._engine is None or self._engine.variant != board.variant:
            strength = self._strength
            self._engine = Engine(
                board.variant,
                threads=strength.threads,
                skill=strength.skill,
                elo=strength.elo,
            )
        return self._engine

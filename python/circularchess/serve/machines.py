"""The players of the machine: who can be given a seat, and what the engine thinks of a position.

All of it takes its time: none of it is for the event loop.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ..errors import shorten
from ..players.engine import Engine
from ..players.limit import Limit
from ..players.opponents import Opponent, Strength, make_opponent
from .refusal import RefusedError

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["accepts_draw", "analyse", "choose", "machines"]

_ENGINE: Final = "engine-"
#: The engine's levels that are offered, and what they are called.
_LEVELS: Final = {0: "beginner", 5: "easy", 10: "medium", 15: "strong", 20: "full strength"}
_MOST_LINES: Final = 5


def machines() -> dict[str, str]:
    """What there is to play against, weakest first, and in a few words how it plays.

    >>> list(machines())[:3]
    ['random', 'greedy', 'engine-0']
    """
    return {
        "random": "any legal move",
        "greedy": "mates if it can, else takes the most it can",
        **{f"{_ENGINE}{level}": f"the engine, {words}" for level, words in _LEVELS.items()},
    }


def _opponent(player: str, seconds: float) -> Opponent:
    rng = random.Random()
    if not player.startswith(_ENGINE):
        return make_opponent(player, rng)
    level = int(player.removeprefix(_ENGINE))
    return make_opponent("engine", rng, Strength(time=seconds, skill=level))


def choose(player: str, board: Board, seconds: float) -> Move:
    """A legal move for the army to move."""
    return _opponent(player, seconds).choose(board)


def accepts_draw(
    player: str, board: Board, army: str, offering: Iterable[str], seconds: float
) -> bool:
    """Whether a machine takes a draw."""
    own = (army, *board.allies(army))
    return _opponent(player, seconds).accepts_draw(board, own, offering)


def analyse(board: Board, lines: Any, seconds: float) -> dict[str, Any]:
    """What the engine finds best: scores from the view of the army to move, and lines of moves."""
    if not isinstance(lines, int) or isinstance(lines, bool) or not 1 <= lines <= _MOST_LINES:
        raise RefusedError(422, f"lines: {shorten(lines)} is no number from 1 to {_MOST_LINES}")
    if board.outcome() is not None or not board.legal_moves:
        raise RefusedError(422, "the game is over")
    with Engine(board.variant) as engine:
        found = engine.analyse(board, Limit(time=seconds), multipv=lines)
    return {
        "turn": board.turn,
        "depth": max((one.get("depth", 0) for one in found), default=0),
        "lines": [_line(board, one) for one in found],
    }


def _line(board: Board, info: Any) -> dict[str, Any]:
    score = info["score"].pov(board.turn)
    moves = info.get("pv", [])
    after, sans = board.copy(), []
    for move in moves:
        sans.append(after.san(move))
        after.push(move)
    return {
        "score": score.score(),
        "mate": score.mate(),
        "pv": [move.uci() for move in moves],
        "san": sans,
    }

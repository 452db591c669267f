"""`annotate`: an engine's judgement written into the record of a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Protocol

from ..values.move import Move
from ..values.score import PovScore
from .limit import Limit

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game
    from ..game_node import GameNode
    from ..values.score import Score
    from .results import InfoDict

__all__ = ["Analyst", "annotate", "chance"]

#: Glyphs by how much of a win they give away, the worst first: `??`, `?` and `?!`.
_GLYPHS: Final = ((0.15, 4), (0.10, 2), (0.05, 6))
#: Glyphs that judge a move already: `!`, `?`, `!!`, `??`, `!?` and `?!`.
_JUDGED: Final = frozenset(range(1, 7))
#: How much of a better line is written, in single moves.
_LINE: Final = 8
#: Centipawns that a certain win is worth.
_WON: Final = 10_000


class Analyst(Protocol):
    """What is needed of an engine: `Engine` and `UciEngine` have it."""

    def analyse(
        self, board: Board, limit: Limit, *, root_moves: Iterable[Move | str] | None = None
    ) -> InfoDict:
        """What a search finds; `root_moves` are the moves to choose among."""


def chance(score: Score) -> float:
    """About how many points a side can expect from a score, 0 to 1.

    The curve is the one that Lichess fitted to games of people: 1 / (1 + exp(-0.00368208 cp))
    (https://lichess.org/page/accuracy).

    >>> from circularchess.values.score import Cp, Mate
    >>> chance(Cp(0)), round(chance(Cp(300)), 2), chance(Mate(3)) > 0.99
    (0.5, 0.75, True)
    """
    value = score.score(mate_score=_WON) or 0
    return 1 / (1 + math.exp(-0.00368208 * max(-_WON, min(_WON, value))))


def annotate(
    game: Game,
    engine: Analyst,
    limit: Limit,
    *,
    variations: bool = True,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Write what an engine thinks into the main line of a game; returns the moves judged bad.

    Every move gets the score of the position after it, as `[%eval]` in its comment (see
    `GameNode.eval`). A move that gives away 5 % of the chance to win or more gets the glyph `?!`,
    from 10 % `?`, from 15 % `??` (the bounds Lichess uses), unless somebody has judged it before;
    and with `variations` the better line is added beside it. The limit is for each position, of
    which there are one more than moves, and in games of more than two sides up to twice as many.
    `progress` is told how many moves are done.

    The game must be of the engine's variant, else `EngineError` is raised, before anything is
    written.

    >>> from circularchess.players import Engine, Limit
    >>> game = Game("circular")
    >>> node = game.add_san("b3")
    >>> with Engine("circular") as engine:
    ...     _ = annotate(game, engine, Limit(nodes=1000))
    >>> node.eval() is not None
    True
    """
    nodes = [node for node in game.mainline() if isinstance(node.action, Move)]
    bad = 0
    latest: tuple[GameNode, InfoDict] | None = None
    for number, node in enumerate(nodes, 1):
        parent = node.parent
        assert parent is not None
        if latest is None or latest[0] is not parent:
            latest = (parent, _look(parent.board(), engine, limit))
        before = latest[1]
        board = node.board()
        after = _look(board, engine, limit)
        latest = (node, after)
        bad += _judge(node, parent.board(), before, after, engine, limit, variations)
        if progress is not None:
            progress(number)
    return bad


def _look(board: Board, engine: Analyst, limit: Limit) -> InfoDict:
    """The search of a position; where the game is over there is none but the score."""
    from .results import ended_info

    if board.is_game_over():
        return ended_info(board)
    return engine.analyse(board, limit)


def _judge(
    node: GameNode,
    parent: Board,
    before: InfoDict,
    after: InfoDict,
    engine: Analyst,
    limit: Limit,
    variations: bool,
) -> bool:
    """Write down what a move is worth; whether it is bad."""
    move, mover = node.action, parent.turn
    assert isinstance(move, Move)
    node.set_eval(after["score"], after.get("depth") or None)
    line = before.get("pv", [])
    if not line or line[0] == move:
        return False
    if len(parent.variant.sides) == 2:
        played: PovScore = after["score"]
    else:
        # What is good for the next army says little of the mover: ask for its own view.
        played = engine.analyse(parent, limit, root_moves=[move])["score"]
    lost = chance(before["score"].pov(mover)) - chance(played.pov(mover))
    glyph = next((glyph for bound, glyph in _GLYPHS if lost >= bound), None)
    if glyph is None:
        return False
    if not _JUDGED & set(node.nags):
        node.nags = [glyph, *node.nags]
    if variations:
        _add_line(node, line[:_LINE], before)
    return True


def _add_line(node: GameNode, line: list[Move], info: InfoDict) -> None:
    """Put the better line beside a move, unless its first move is there already."""
    parent = node.parent
    assert parent is not None
    if any(other.action == line[0] for other in parent.variations):
        return
    first = parent.add(line[0])
    first.add_line(line[1:])
    # The score of the position is that after its best move.
    first.set_eval(info["score"], info.get("depth") or None)

"""Counting on an executor: the work of a perft shared out to threads, processes or machines.

The tree is walked here, ply by ply, until there are positions enough for all workers. Equal
positions are counted once, and multiplied by the number of ways that lead to them. A worker gets
a variant and some positions as plain data: it needs this package and nothing of the game before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import CancelledError, as_completed
from typing import TYPE_CHECKING, Any, Final

from ..engine import make_position
from ..errors import shorten
from ..variant import rules_of
from .stop_notice import is_up, put_up, stop_notice

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from ..board import Board
    from ..engine import EngineName, Position
    from ..values.move import Move
    from ..values.setup import Setup
    from ..variant import Variant
    from .counting import Progress

__all__ = ["count_by_first_move"]

#: Tasks for each worker, at least, so that none is idle for long at the end.
_PER_WORKER: Final = 8
#: Tasks there should be at least, also for few workers: they are the steps of the progress.
_LEAST_TASKS: Final = 64
#: How many times the wanted number of tasks there may be before positions share a task.
_MOST_TIMES: Final = 4
#: To this depth a count costs no more than walking on here.
_SHALLOW: Final = 2


def count_by_first_move(
    board: Board,
    depth: int,
    executor: Executor,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    progress: Progress | None = None,
) -> dict[Move, int]:
    """For every legal move the number of sequences of `depth` moves, at least 1, it begins.

    `threads` and `hash_mb` are what each task may use, as for `perft`.
    Whatever goes wrong in a worker is raised here. Then, and on Ctrl-C, the tasks not yet begun
    are cancelled, and those at work on this machine stop.
    """
    if not callable(getattr(executor, "submit", None)):
        raise TypeError(f"an Executor is needed, not {shorten(executor)}")
    moves = board.position.legal_moves()
    if depth == 1:
        return dict.fromkeys(moves, 1)
    wanted = max(_LEAST_TASKS, _PER_WORKER * _workers(executor))
    parts, rest = _split(board.position, depth, wanted)
    batches = _batches(parts, wanted * _MOST_TIMES)
    counts = dict.fromkeys(moves, 0)
    total = 0
    futures: dict[Future[list[int]], list[_Part]] = {}
    notice = stop_notice()
    try:
        for batch in batches:
            setups = [part.setup for part in batch]
            task = (board.variant, board.engine, setups, rest, threads, hash_mb, notice)
            futures[executor.submit(_count, *task)] = batch
        for done, future in enumerate(as_completed(futures), 1):
            for part, nodes in zip(futures[future], future.result(), strict=True):
                for move, ways in part.ways.items():
                    counts[move] += ways * nodes
                    total += ways * nodes
            if progress is not None:
                progress(done / len(batches), total)
    except BaseException:
        # Cancelled first, or workers that give up would begin what has not begun.
        for future in futures:
            future.cancel()
        put_up(notice)
        raise
    return counts


def _count(
    variant: Variant,
    engine: EngineName,
    setups: list[Setup],
    depth: int,
    threads: int,
    hash_mb: int,
    notice: str,
) -> list[int]:
    """What a worker does."""

    def look(_: object = None) -> None:
        if is_up(notice):
            raise CancelledError("the count that this task was part of has been stopped")

    look()
    if engine == "rust":
        rules = rules_of(variant)
        return [
            rules.position(setup).perft(depth, look, threads=threads, hash_mb=hash_mb)
            for setup in setups
        ]
    positions = (make_position(variant, setup, engine) for setup in setups)
    return [_count_plainly(position, depth, look) for position in positions]


def _count_plainly(position: Position, depth: int, look: Callable[[], None]) -> int:
    """Count in plain Python, looking before every position with moves to be made."""
    if depth < _SHALLOW:
        return position.perft(depth)
    look()
    total = 0
    for move in position.legal_moves():
        after = position.play(move)
        assert after is not None
        total += _count_plainly(after, depth - 1, look)
    return total


def _workers(executor: Any) -> int:
    """How many tasks an executor works on at a time; 1 when it does not say."""
    # Dask's cluster knows; MPI's pool says it openly, the standard ones under their own name.
    nthreads = getattr(getattr(executor, "_client", None), "nthreads", None)
    if nthreads is not None:
        return sum(nthreads().values())
    for name in ("num_workers", "_max_workers"):
        number = getattr(executor, name, None)
        if isinstance(number, int):
            return number
    return 1


class _Part:
    """A position some moves on, and by how many ways each first move leads to it."""

    __slots__ = ("position", "setup", "ways")

    def __init__(self, position: Position, setup: Setup) -> None:
        self.position = position
        self.setup = setup
        self.ways: dict[Move, int] = {}


def _split(position: Position, depth: int, wanted: int) -> tuple[list[_Part], int]:
    """The wanted number of positions or more, if there are so many, and the depth below them."""
    moves = position.legal_moves()
    parts = _next_ply((position, move, {move: 1}) for move in moves)
    rest = depth - 1
    while 0 < len(parts) < wanted and rest > _SHALLOW:
        parts = _next_ply(
            (part.position, move, part.ways)
            for part in parts
            for move in part.position.legal_moves()
        )
        rest -= 1
    return parts, rest


def _next_ply(moves: Iterable[tuple[Position, Move, dict[Move, int]]]) -> list[_Part]:
    """The different positions that moves, each made in so many ways, lead to."""
    known: dict[Hashable, list[_Part]] = {}
    for position, move, ways in moves:
        after = position.play(move)
        assert after is not None
        # A finished game has no moves to count.
        if after.end is not None:
            continue
        setup = after.setup()
        # The clocks change no count.
        setup.halfmove, setup.round = 0, 1
        same = known.setdefault(after.key(), [])
        part = next((part for part in same if _is_same(part.setup, setup)), None)
        if part is None:
            part = _Part(after, setup)
            same.append(part)
        for first, number in ways.items():
            part.ways[first] = part.ways.get(first, 0) + number
    return [part for same in known.values() for part in same]


def _is_same(one: Setup, other: Setup) -> bool:
    """Whether two set-ups with the same key, which may be by chance, are the same position.

    The key tells which of the en passant squares matter. Those may differ that do not.
    """
    return (
        one.pieces == other.pieces
        and one.turn == other.turn
        and one.castling == other.castling
        and one.in_play == other.in_play
    )


def _batches(parts: list[_Part], most: int) -> list[list[_Part]]:
    """The positions in at most so many tasks. Neighbours, which cost alike, are kept apart."""
    return [parts[start::most] for start in range(min(most, len(parts)))]

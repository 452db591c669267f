"""Perft: counting move sequences, and comparing two engines by their counts.

perft(d) is the number of sequences of d legal moves. Eliminations and passes between them take
no move; a finished game has no moves; draws by repetition, rounds or dead position are ignored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..board import Board
from ..engine import check_position
from ..errors import InvalidDepthError, InvalidOptionError, shorten
from ..notation.fen import write_fen
from .counting import children_of, count_here
from .executors import count_by_first_move

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..engine import Position
    from ..values.move import Move
    from ..variant import Variant
    from .counting import Progress

__all__ = ["MAX_DEPTH", "Difference", "divide", "find_difference", "perft"]

#: The greatest depth. No machine comes near it; the limit keeps the recursion bounded.
MAX_DEPTH: Final = 100

#: The most threads, and megabytes (of 2**20 bytes) of a table, that `perft` takes.
MAX_THREADS: Final = 1024
MAX_HASH_MB: Final = 1 << 20


def perft(
    board: Board,
    depth: int,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> int:
    """The number of sequences of `depth` legal moves, 0 to `MAX_DEPTH`.

    The Rust engine releases the interpreter lock while it counts and can be interrupted. It
    counts on `threads` threads (1 to 1024), with a table of `hash_mb` megabytes (0 for none)
    that finds subtrees met before: positions are told apart there by 64 bits. The reference
    engine counts plainly, whatever these say. `progress` is called now and then.

    `executor` is any `concurrent.futures.Executor` to share the work out to: the standard ones
    of threads and processes, Dask's `client.get_executor()`, MPI's. It is not shut down. Each of
    its tasks uses `threads` and `hash_mb`. What goes wrong in a worker is raised here; then, and
    on Ctrl-C, what has not begun is cancelled.

    Raises `InvalidDepthError`, `InvalidOptionError` for threads or megabytes out of range,
    `MemoryError` when the table cannot be had, and `OSError` when the system refuses so many
    threads.

    >>> from circularchess import Board
    >>> perft(Board("circular"), 2)
    144
    >>> perft(Board("circular"), 4, threads=2, hash_mb=4)
    28904
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor() as executor:
    ...     perft(Board("circular"), 4, executor=executor)
    28904
    """
    check_board(board)
    depth = check_depth(depth, 0)
    check_range("threads", threads, 1, MAX_THREADS)
    check_range("hash_mb", hash_mb, 0, MAX_HASH_MB)
    if executor is not None and depth:
        counts = count_by_first_move(
            board, depth, executor, threads=threads, hash_mb=hash_mb, progress=progress
        )
        return sum(counts.values())
    return count_here(
        board.position, board.engine, depth, threads=threads, hash_mb=hash_mb, progress=progress
    )


def divide(
    board: Board,
    depth: int,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> dict[Move, int]:
    """For every legal move the number of sequences of `depth` moves that begin with it.

    `depth` is at least 1. `executor` and `progress` are as for `perft`. Raises
    `InvalidDepthError`.

    >>> from circularchess import Board
    >>> counts = divide(Board("circular"), 2)
    >>> len(counts), sum(counts.values())
    (12, 144)
    """
    check_board(board)
    depth = check_depth(depth, 1)
    if executor is not None:
        return count_by_first_move(board, depth, executor, progress=progress)
    counts: dict[Move, int] = {}
    total = 0
    children = children_of(board.position)
    for number, (move, child) in enumerate(children, 1):
        counts[move] = child.perft(depth - 1)
        total += counts[move]
        if progress is not None:
            progress(number / len(children), total)
    return counts


class Difference(NamedTuple):
    """Where two engines part: the moves that lead there and what each alone thinks legal."""

    path: tuple[Move, ...]
    fen: str
    only_first: tuple[Move, ...]
    only_second: tuple[Move, ...]


def find_difference(
    first: Position, second: Position, depth: int, variant: Variant
) -> Difference | None:
    """Walk down to the first position, at most `depth` - 1 moves on, where move lists differ.

    Only moves whose counts differ are followed. None when the counts are the same.

    >>> from circularchess import Board
    >>> boards = [Board("circular", engine=engine) for engine in ("rust", "reference")]
    >>> find_difference(boards[0].position, boards[1].position, 2, boards[0].variant) is None
    True
    """
    check_position(first)
    check_position(second)
    path: list[Move] = []
    for rest in range(check_depth(depth, 0), 0, -1):
        mine, theirs = first.legal_moves(), second.legal_moves()
        if mine != theirs:
            return Difference(
                tuple(path),
                write_fen(first.setup(), variant),
                tuple(sorted(set(mine) - set(theirs))),
                tuple(sorted(set(theirs) - set(mine))),
            )
        for move in mine:
            next_first, next_second = first.play(move), second.play(move)
            if next_first is None or next_second is None:
                raise AssertionError(f"an engine lists {move.uci()} as legal but cannot play it")
            if next_first.perft(rest - 1) != next_second.perft(rest - 1):
                path.append(move)
                first, second = next_first, next_second
                break
        else:
            return None
    return None


def check_board(board: Board) -> None:
    """Refuse what is no board. Raises `TypeError`."""
    if not isinstance(board, Board):
        raise TypeError(f"a Board is needed, not {shorten(board)}")


def check_depth(depth: int, least: int) -> int:
    """The depth itself, if it is one. Raises `InvalidDepthError`."""
    if not isinstance(depth, int) or isinstance(depth, bool) or not least <= depth <= MAX_DEPTH:
        raise InvalidDepthError(
            f"no depth {shorten(depth)}: it is a whole number from {least} to {MAX_DEPTH}"
        )
    return depth


def check_range(name: str, value: int, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidOptionError(
            f"{name}: {shorten(value)} is no whole number from {least} to {most}"
        )

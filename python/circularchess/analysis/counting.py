"""Counting in this process: what `perft` does at once, and what each worker of an executor does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine import EngineName, Position
    from ..values.move import Move

__all__ = ["Progress", "children_of", "count_here"]

#: Told the part of the work done, 0 to 1, and the nodes counted so far.
Progress = Callable[[float, int], None]


def count_here(
    position: Position,
    engine: EngineName,
    depth: int,
    *,
    threads: int = 1,
    hash_mb: int = 0,
    progress: Progress | None = None,
) -> int:
    """The number of sequences of `depth` moves, on threads and with a table where there are such.

    >>> board = Board("circular")
    >>> count_here(board.position, board.engine, 2)
    144
    """
    if engine == "rust" and (threads > 1 or hash_mb):
        from .._core import Position as RustPosition

        assert isinstance(position, RustPosition)
        # How much is done cannot be told: subtrees are of all sizes, and met again.
        told = None if progress is None else lambda nodes: progress(0.0, nodes)
        return position.perft(depth, told, threads=threads, hash_mb=hash_mb)
    if progress is None or depth < 3:
        return position.perft(depth)
    total = 0
    for done, nodes in _in_parts(position, depth):
        total += nodes
        progress(done, total)
    return total


def children_of(position: Position) -> list[tuple[Move, Position]]:
    """The legal moves and the positions after them.

    >>> len(children_of(Board("circular").position))
    12
    """
    children = []
    for move in position.legal_moves():
        child = position.play(move)
        assert child is not None
        children.append((move, child))
    return children


def _in_parts(position: Position, depth: int) -> Iterator[tuple[float, int]]:
    """Count below every pair of first moves, telling the part of the work done and the nodes."""
    children = children_of(position)
    for number, (_, child) in enumerate(children):
        grandchildren = children_of(child)
        for step, (_, grandchild) in enumerate(grandchildren, 1):
            nodes = grandchild.perft(depth - 2)
            yield (number + step / len(grandchildren)) / len(children), nodes

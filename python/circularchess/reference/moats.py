"""Moats on the outermost ring, creeks before them, and bridging.

A moat lies between a file and the next. It is open water, and nothing crosses it, until it is
bridged for good. Moves without capture cross a bridged moat, as long as the moved piece then
attacks no enemy king. No capture and no attack ever crosses one. Creeks stop inbound pawns
that would capture across the line of a moat, two rings further in.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..values.square import Square
from .rules import Pieces, Rules
from .topology import Topology

__all__ = ["bridged_after", "creek_between", "crossed_by_leap", "crossed_by_step", "unbridged"]

NONE: frozenset[int] = frozenset()


def crossed_by_step(board: Topology, square: Square, radial: int, along: int) -> frozenset[int]:
    """The moat that a step crosses: along the outermost ring, or diagonally onto or off it.

    >>> board = Topology(6, 24, centre="null", moats=(8, 16, 24))
    >>> crossed_by_step(board, Square("e9"), 1, -1)
    frozenset({8})
    """
    if not board.moats or not along or board.crosses_centre(square, radial):
        return NONE
    ring = board.ring(square)
    if board.rings not in (ring, ring + radial):
        return NONE
    return _between(board, board.file(square), along)


def crossed_by_leap(
    board: Topology, square: Square, target: Square, radial: int, along: int
) -> frozenset[int]:
    """The moats that a leap crosses: those between its files when an end is on the rim.

    A leap over the centre crosses none.

    >>> board = Topology(6, 24, centre="null", moats=(8, 16, 24))
    >>> crossed_by_leap(board, Square("f7"), Square("e9"), -1, 2)
    frozenset({8})
    """
    if not board.moats or board.crosses_centre(square, radial):
        return NONE
    if board.rings not in (board.ring(square), board.ring(target)):
        return NONE
    if not board.open_seam:
        # The short way from one end to the other.
        half = board.files // 2
        if abs(along) > half:
            along = (along + half) % board.files - half
    return _between(board, board.file(square), along)


def _between(board: Topology, file: int, along: int) -> frozenset[int]:
    """The moats between a file and the one that lies `along` files on."""
    if along < 0:
        file, along = file + along, -along
    files = ((file + n - 1) % board.files + 1 for n in range(along))
    return board.moats.intersection(files)


def creek_between(board: Topology, square: Square, target: Square) -> bool:
    """Does a creek stop an inbound pawn on `square` from capturing on `target`?

    Creeks reach two rings in from the rim.

    >>> board = Topology(6, 24, centre="null", moats=(8, 16, 24))
    >>> creek_between(board, Square("d8"), Square("c9"))
    True
    >>> creek_between(board, Square("c8"), Square("b9"))
    False
    """
    if not board.moats or board.ring(square) not in (board.rings - 1, board.rings - 2):
        return False
    if board.ring(target) >= board.ring(square):
        return False
    step = (board.file(target) - board.file(square) + 1) % board.files - 1
    return step in (-1, 1) and bool(_between(board, board.file(square), step))


def bridged_after(
    rules: Rules, pieces: Pieces, in_play: tuple[str, ...], bridged: frozenset[int]
) -> frozenset[int]:
    """The moats bridged once a move is made or an army has gone.

    An army's moats are bridged together when none of its men stands on the outermost ring,
    and when it is eliminated.
    """
    if len(bridged) == len(rules.topology.moats):
        return bridged
    return bridged.union(*unbridged(rules, pieces, in_play))


def unbridged(rules: Rules, pieces: Pieces, in_play: tuple[str, ...]) -> Iterator[frozenset[int]]:
    """For each army that cannot keep its moats open any longer, these moats."""
    board = rules.topology
    on_rim = {p.army for square, p in pieces.items() if board.ring(square) == board.rings}
    for army, moats in rules.moats_of.items():
        if army not in on_rim or army not in in_play:
            yield moats

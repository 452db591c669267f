"""The round board: which squares there are and how one steps from each to the next.

A step is a pair (radial, along): radial is -1 inward, +1 outward or 0; along is +1
clockwise, -1 anticlockwise or 0. Nothing here knows a piece or a player.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from ..square import Square

__all__ = ["DIAGONAL", "STRAIGHT", "Ray", "Topology", "topology_for"]

#: The squares of one slide in order, from the first one reached.
Ray = tuple[Square, ...]

STRAIGHT: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class Topology:
    """A board of `rings` circles and `files` radial lines, some squares of it void.

    Rings are closed: after the last file comes the first. A *closed* centre ends the files;
    a *null* centre is crossed by an inward step from ring 1, which lands on ring 1 of the
    far side. A diagonal slide is moved `null_shift` files along by its crossing.

    >>> board = Topology(4, 16)
    >>> board.step(Square("a16"), 0, 1)
    ('a1', 0)
    >>> board.step(Square("a16"), -1, 0) is None
    True
    """

    #: Every square that is not void, by ring and then by file.
    squares: tuple[Square, ...]
    #: Where a king may step, the board being empty.
    neighbours: dict[Square, tuple[Square, ...]]
    #: Where a knight may leap.
    leaps: dict[Square, tuple[Square, ...]]
    #: The four slides of a rook, and the four of a bishop, up to a void, the edge or home.
    straight_rays: dict[Square, tuple[Ray, ...]]
    diagonal_rays: dict[Square, tuple[Ray, ...]]

    def __init__(
        self,
        rings: int,
        files: int,
        voids: frozenset[Square] = frozenset(),
        centre: Literal["closed", "null"] = "closed",
        null_shift: int = 0,
    ) -> None:
        self.rings = rings
        self.files = files
        self.voids = voids
        self.crossable = centre == "null"
        self.null_shift = null_shift
        places = [(ring, file) for ring in range(1, rings + 1) for file in range(1, files + 1)]
        self._grid = {place: Square.at(*place) for place in places}
        self.squares = tuple(s for s in self._grid.values() if s not in voids)
        self.neighbours = {s: self._neighbours(s) for s in self.squares}
        self.leaps = {s: self._leaps(s) for s in self.squares}
        self.straight_rays = {s: self._rays(s, STRAIGHT) for s in self.squares}
        self.diagonal_rays = {s: self._rays(s, DIAGONAL) for s in self.squares}

    def names(self, square: Square) -> bool:
        """Is there a square of this name, void or not?

        >>> Topology(4, 16).names(Square("a17"))
        False
        """
        return (square.ring, square.file) in self._grid

    def at(self, ring: int, file: int) -> Square | None:
        """The square at `ring` and `file` (any integer, counted round); None if void or off.

        >>> Topology(4, 16).at(1, 17)
        'a1'
        """
        square = self._grid.get((ring, (file - 1) % self.files + 1))
        return None if square is None or square in self.voids else square

    def step(
        self, square: Square, radial: int, along: int, shift: int = 1
    ) -> tuple[Square, int] | None:
        """One step: the square it ends on and the radial direction afterwards.

        None when there is no such step. Across a null centre the step turns outward, and a
        diagonal one goes `shift` files along: one for kings and pawns.

        >>> Topology(4, 60, centre="null").step(Square("a1"), -1, 1)
        ('a32', 1)
        """
        place = self._move(square.ring, square.file, radial, along * shift, along)
        if place is None:
            return None
        ring, file, radial = place
        target = self.at(ring, file)
        return None if target is None else (target, radial)

    def ray(self, square: Square, radial: int, along: int) -> Ray:
        """The squares of a slide over an empty board, in order.

        It ends at the edge, before a void square, and before the square it left.

        >>> len(Topology(4, 16).ray(Square("a1"), 0, 1))
        15
        """
        path: list[Square] = []
        here = square
        while (reached := self.step(here, radial, along, self.null_shift)) is not None:
            here, radial = reached
            if here == square:
                break
            path.append(here)
        return tuple(path)

    def _move(
        self, ring: int, file: int, radial: int, crossing: int, along: int
    ) -> tuple[int, int, int] | None:
        """A step by coordinates, voids disregarded: ring, file, radial direction afterwards."""
        if ring + radial > self.rings:
            return None
        if ring + radial >= 1:
            return ring + radial, file + along, radial
        if not self.crossable:
            return None
        return 1, file + self.files // 2 + crossing, 1

    def _rays(self, square: Square, directions: tuple[tuple[int, int], ...]) -> tuple[Ray, ...]:
        rays = (self.ray(square, *direction) for direction in directions)
        return tuple(ray for ray in rays if ray)

    def _neighbours(self, square: Square) -> tuple[Square, ...]:
        reached = (self.step(square, *direction) for direction in STRAIGHT + DIAGONAL)
        return _others(square, (place[0] for place in reached if place is not None))

    def _leaps(self, square: Square) -> tuple[Square, ...]:
        return _others(square, (t for t in self._leap_targets(square) if t is not None))

    def _leap_targets(self, square: Square) -> Iterator[Square | None]:
        """Two radial steps and one along, or one and two, whatever lies between."""
        for radial in (-1, 1):
            once = self._move(square.ring, square.file, radial, 0, 0)
            if once is None:
                continue
            ring, file, onward = once
            yield self.at(ring, file + 2)
            yield self.at(ring, file - 2)
            twice = self._move(ring, file, onward, 0, 0)
            if twice is not None:
                yield self.at(twice[0], twice[1] + 1)
                yield self.at(twice[0], twice[1] - 1)


def _others(square: Square, targets: Iterator[Square]) -> tuple[Square, ...]:
    """The different targets but for the square itself: staying put is no move."""
    return tuple(target for target in dict.fromkeys(targets) if target != square)


@lru_cache(maxsize=64)
def topology_for(
    rings: int,
    files: int,
    voids: frozenset[Square],
    centre: Literal["closed", "null"],
    null_shift: int,
) -> Topology:
    """The topology of a board description, worked out once for each.

    >>> topology_for(4, 16, frozenset(), "closed", 0).files
    16
    """
    return Topology(rings, files, voids, centre, null_shift)

"""The board: which squares there are and how one steps and leaps from each to the next.

A step is a pair (radial, along): radial is -1 inward, +1 outward or 0; along is +1
clockwise, -1 anticlockwise or 0. A leap is a pair of such numbers, larger ones. Nothing here
knows a piece or a player. A board names its squares ring first or file first; only it can tell
a square's ring and file, and everybody asks it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final, Literal

from ..values.square import Square, square_at

__all__ = ["CITADEL_RING", "DIAGONAL", "STRAIGHT", "Centre", "Ray", "Topology", "topology_for"]

#: The squares of one slide in order, from the first one reached.
Ray = tuple[Square, ...]
#: What lies inside ring 1.
Centre = Literal["closed", "null", "torus"]

STRAIGHT: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KNIGHT: Final = tuple(
    (radial, along) for radial in (-2, -1, 1, 2) for along in (abs(radial) - 3, 3 - abs(radial))
)

#: The extra cells in the centre are named `z1`, `z2` and so on: a 26th ring, never a real one.
CITADEL_RING: Final = 26


class Topology:
    """A board of `rings` circles and `files` radial lines, some squares of it void.

    Rings are closed, so that after the last file comes the first, unless the *seam* between
    these two is open. The centre is one of three. A *closed* centre ends the files; it may
    hold *citadels*. A *null* centre is crossed by an inward step from ring 1, which lands on
    ring 1 of the far side: a diagonal single step `null_step` files along from there, each
    step of a diagonal slide `null_shift` files. On a *torus* ring 1 and the outermost ring
    are neighbours.

    `moats` lie on the outermost ring, each after its file; what they stop is in `moats`.

    >>> board = Topology(4, 16)
    >>> board.step(Square("a16"), 0, 1)
    ('a1', 0)
    >>> board.step(Square("a16"), -1, 0) is None
    True
    """

    #: Every square that is not void, by ring and then by file. Citadels are not among them.
    squares: tuple[Square, ...]
    #: The citadels in order, each bordering its share of ring 1.
    citadels: tuple[Square, ...]

    def __init__(
        self,
        rings: int,
        files: int,
        voids: frozenset[Square] = frozenset(),
        centre: Centre = "closed",
        null_shift: int = 0,
        *,
        null_step: int = 1,
        seam: Literal["closed", "open"] = "closed",
        citadels: int = 0,
        moats: Iterable[int] = (),
        names: Literal["ring-file", "file-ring"] = "ring-file",
    ) -> None:
        self.rings = rings
        self.files = files
        self.centre = centre
        self.crossable = centre == "null"
        self.null_shift = null_shift
        self.null_step = null_step
        self.open_seam = seam == "open"
        self.moats = frozenset(moats)
        places = [(ring, file) for ring in range(1, rings + 1) for file in range(1, files + 1)]
        self._grid = {place: square_at(*place, names == "file-ring") for place in places}
        self.voids = voids
        self.squares = tuple(s for s in self._grid.values() if s not in self.voids)
        self.citadels = tuple(Square.at(CITADEL_RING, n) for n in range(1, citadels + 1))
        self._grid.update({(CITADEL_RING, n): s for n, s in enumerate(self.citadels, 1)})
        self._places = {square: place for place, square in self._grid.items()}
        self._own = {str(square): square for square in self._grid.values()}

    def names(self, square: Square) -> bool:
        """Is there a square, or citadel, of this name, void or not?

        >>> Topology(4, 16).names(Square("a17"))
        False
        """
        return square in self._places

    def named(self, name: str) -> Square | None:
        """The board's own square of a name, void or not; None if it has none."""
        return self._own.get(name)

    def ring(self, square: Square) -> int:
        """The ring that a square of the board lies on, from 1.

        >>> Topology(8, 8, names="file-ring").ring(Square("e4"))
        4
        """
        return self._places[square][0]

    def file(self, square: Square) -> int:
        """The file that a square of the board lies on, from 1."""
        return self._places[square][1]

    def by_place(self, squares: Iterable[Square]) -> list[Square]:
        """Squares of the board by ring and then by file."""
        return sorted(squares, key=self._places.__getitem__)

    def at(self, ring: int, file: int) -> Square | None:
        """The square at `ring` and `file`; None if void or off the board.

        The file is any integer: it is counted round, unless the seam is open.

        >>> Topology(4, 16).at(1, 17), Topology(4, 16, seam="open").at(1, 17)
        ('a1', None)
        """
        if not 1 <= ring <= self.rings:
            return None
        if not self.open_seam:
            file = (file - 1) % self.files + 1
        square = self._grid.get((ring, file))
        return None if square is None or square in self.voids else square

    def step(
        self, square: Square, radial: int, along: int, shift: int | None = None
    ) -> tuple[Square, int] | None:
        """One step: the square it ends on and the radial direction afterwards.

        None when there is no such step. Across a null centre the step turns outward, and a
        diagonal one goes `shift` files along: `null_step` if nothing is said, as for kings
        and pawns.

        >>> Topology(4, 60, centre="null").step(Square("a1"), -1, 1)
        ('a32', 1)
        """
        if shift is None:
            shift = self.null_step
        return self._landing(square, radial, along, along * shift)

    def leap(self, square: Square, radial: int, along: int) -> tuple[Square, int] | None:
        """One leap: the square it ends on and its radial part for a next leap of the kind.

        What lies between makes no difference. A leap across a null centre goes straight over
        it, and its radial part is turned outward.

        >>> Topology(4, 60, centre="null").leap(Square("a1"), -2, 1)
        ('b32', 2)
        """
        return self._landing(square, radial, along, along)

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

    def crosses_centre(self, square: Square, radial: int) -> bool:
        """Does a step or leap with this radial part go over a null centre?"""
        return self.crossable and self.ring(square) + radial < 1

    def citadel_by(self, square: Square) -> Square | None:
        """The citadel that a square of ring 1 borders, if any.

        >>> Topology(4, 16, citadels=4).citadel_by(Square("a5"))
        'z2'
        """
        if not self.citadels or self.ring(square) != 1:
            return None
        return self.citadels[(self.file(square) - 1) * len(self.citadels) // self.files]

    @cached_property
    def neighbours(self) -> dict[Square, tuple[Square, ...]]:
        """Where a king may step, the board being empty and citadels left out."""
        return {
            s: _others(s, (self.step(s, *way) for way in STRAIGHT + DIAGONAL)) for s in self.squares
        }

    @cached_property
    def leaps(self) -> dict[Square, tuple[Square, ...]]:
        """Where a knight may leap."""
        return {s: _others(s, (self.leap(s, *way) for way in KNIGHT)) for s in self.squares}

    @cached_property
    def straight_rays(self) -> dict[Square, tuple[Ray, ...]]:
        """The four slides of a rook, as far as there are any."""
        return {s: self._rays(s, STRAIGHT) for s in self.squares}

    @cached_property
    def diagonal_rays(self) -> dict[Square, tuple[Ray, ...]]:
        """The four slides of a bishop, as far as there are any."""
        return {s: self._rays(s, DIAGONAL) for s in self.squares}

    def _landing(
        self, square: Square, radial: int, along: int, along_across: int
    ) -> tuple[Square, int] | None:
        """Where a step or leap ends, and its radial part afterwards.

        Across a null centre it goes `along_across` files instead of `along`.
        """
        from_ring, from_file = self._places[square]
        ring, file = from_ring + radial, from_file + along
        if self.centre == "torus":
            ring = (ring - 1) % self.rings + 1
        elif self.crossable and ring < 1:
            ring = 1 - ring
            file = from_file + self.files // 2 + along_across
            radial = -radial
        target = self.at(ring, file)
        return None if target is None else (target, radial)

    def _rays(self, square: Square, directions: tuple[tuple[int, int], ...]) -> tuple[Ray, ...]:
        rays = (self.ray(square, *direction) for direction in directions)
        return tuple(ray for ray in rays if ray)


def _others(square: Square, places: Iterable[tuple[Square, int] | None]) -> tuple[Square, ...]:
    """The different squares reached but for the square itself: staying put is no move."""
    targets = (place[0] for place in places if place is not None)
    return tuple(target for target in dict.fromkeys(targets) if target != square)


@lru_cache(maxsize=64)
def topology_for(
    rings: int,
    files: int,
    voids: frozenset[Square],
    centre: Centre,
    null_shift: int,
    null_step: int = 1,
    seam: Literal["closed", "open"] = "closed",
    citadels: int = 0,
    moats: tuple[int, ...] = (),
    names: Literal["ring-file", "file-ring"] = "ring-file",
) -> Topology:
    """The topology of a board description, worked out once for each.

    >>> topology_for(4, 16, frozenset(), "closed", 0).files
    16
    """
    return Topology(
        rings,
        files,
        voids,
        centre,
        null_shift,
        null_step=null_step,
        seam=seam,
        citadels=citadels,
        moats=moats,
        names=names,
    )

"""Where the squares of a board lie when it is drawn as a rectangle: files side by side.

Boards with an open seam are rectangles; others may be cut open between the last file and the
first. Points are as in `circularchess.geometry`: the middle of the board is (0, 0), x grows to
the right and y *downwards*; the longer sides of the board reach from -1 to 1. All cells are
squares of one size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .errors import CircularChessError, InvalidSquareError
from .geometry import Point, data_of, number, seat_of
from .values.square import Square, square_at, square_named

__all__ = ["FlatCell", "FlatGeometry", "flat_geometry"]


@dataclass(frozen=True)
class FlatCell:
    """One square of the picture.

    `radius` is that of the largest circle around `centre` inside the cell: half a side.

    >>> from circularchess import Variant, flat
    >>> cell = flat.flat_geometry(Variant.load("orthodox"))["a1"]
    >>> cell.ring, cell.file, cell.light, cell.centre, cell.radius
    (1, 1, False, (-0.875, 0.875), 0.125)
    """

    square: Square
    ring: int
    file: int
    light: bool
    void: bool
    centre: Point
    radius: float
    #: The outline as the `d` of an SVG path.
    path: str
    #: The corners, clockwise on the picture unless it is mirrored.
    polygon: tuple[Point, ...]

    def to_json(self, *, polygons: bool = False) -> dict[str, Any]:
        """The cell as plain JSON values; its square is the key in `FlatGeometry.to_json`.

        With `polygons` also the outline as a list of points, which `path` draws better.

        >>> from circularchess import Variant, flat
        >>> flat.flat_geometry(Variant.load("orthodox"))["e4"].to_json()["colour"]
        'light'
        """
        found: dict[str, Any] = {
            "ring": self.ring,
            "file": self.file,
            "colour": "light" if self.light else "dark",
            "void": self.void,
            "centre": list(self.centre),
            "radius": self.radius,
            "path": self.path,
        }
        if polygons:
            found["polygon"] = [list(point) for point in self.polygon]
        return found


@dataclass(frozen=True)
class FlatGeometry:
    """The flat picture of a board from one seat. Made by `flat_geometry`; immutable, hashable.

    >>> from circularchess import Variant
    >>> board = Variant.load("orthodox").flat_geometry()
    >>> board.seat, len(board.cells), board.width, board.height
    ('w', 64, 2.0, 2.0)
    """

    variant: str
    rings: int
    files: int
    #: Letter of the army at the bottom.
    seat: str
    mirrored: bool
    #: Whether ring 1 is on top: the board is turned by half a turn.
    turned: bool
    #: Side of a cell.
    side: float
    #: All cells, voids too, by ring and then by file.
    cells: tuple[FlatCell, ...]
    _file_first: bool

    @property
    def width(self) -> float:
        """Width of the board."""
        return self.side * self.files

    @property
    def height(self) -> float:
        """Height of the board."""
        return self.side * self.rings

    def __getitem__(self, square: str) -> FlatCell:
        """The cell of `square`, void or not. Raises `InvalidSquareError` off the board."""
        name = square_named(square, self._file_first)
        if name.ring > self.rings or name.file > self.files:
            raise InvalidSquareError(
                f"no square {str(name)!r} on a board of {self.rings} rings x {self.files} files"
            )
        return self.cells[(name.ring - 1) * self.files + name.file - 1]

    def square_at(self, x: float, y: float) -> Square | None:
        """The square under a point; None off the board. A void square is named too.

        >>> from circularchess import Variant
        >>> Variant.load("orthodox").flat_geometry(seat="b").square_at(-0.9, 0.9)
        'h8'
        """
        x, y = number(x, "x"), number(y, "y")
        if not (abs(x) < self.width / 2 and abs(y) < self.height / 2):  # also for NaN
            return None
        along = -x if self.mirrored is not self.turned else x
        up = y if self.turned else -y
        file = int((along + self.width / 2) / self.side)
        ring = int((up + self.height / 2) / self.side)
        return self.cells[min(ring, self.rings - 1) * self.files + min(file, self.files - 1)].square

    def point(self, ring: float, file: float) -> Point:
        """The point at a place between the squares; ring 1.5 is halfway from ring 1 to ring 2.

        Ring 0.5 and file 0.5 are the edges where the board begins. Raises `ValueError` for
        numbers that are not finite.

        >>> from circularchess import Variant
        >>> Variant.load("orthodox").flat_geometry().point(0.5, 0.5)
        (-1.0, 1.0)
        """
        ring, file = number(ring, "ring"), number(file, "file")
        for name, value in (("ring", ring), ("file", file)):
            if not math.isfinite(value):
                raise CircularChessError(f"{name} is not finite: {value}")
        x = (file - (self.files + 1) / 2) * self.side
        y = ((self.rings + 1) / 2 - ring) * self.side
        across = -x if self.mirrored is not self.turned else x
        return (_clean(across), _clean(-y if self.turned else y))

    def to_json(self, *, polygons: bool = False) -> dict[str, Any]:
        """Everything as plain JSON values; `cells` maps square names to cells.

        The cells' corners as lists of points are there only with `polygons`.
        """
        return {
            "variant": self.variant,
            "rings": self.rings,
            "files": self.files,
            "seat": self.seat,
            "mirrored": self.mirrored,
            "turned": self.turned,
            "side": self.side,
            "cells": {str(cell.square): cell.to_json(polygons=polygons) for cell in self.cells},
        }


def flat_geometry(
    variant: object, *, seat: str | None = None, mirrored: bool = False
) -> FlatGeometry:
    """Where the squares of `variant` lie in a rectangle, one army at the bottom.

    `seat` is the army's letter, by default that of the first army. Files go from left to right
    for an army at home on the inner rings, so that White sees the a-file on the left; an army at
    home on the outer rings sees the board turned by half a turn. `mirrored` exchanges left and
    right. Raises `UnknownArmyError`, and `ValueError` where the board has a centre to cross or to
    enter, which no rectangle shows.

    >>> from circularchess import Variant
    >>> picture = flat_geometry(Variant.load("cylinder"))
    >>> picture["a1"].centre[0] < picture["h1"].centre[0], picture.square_at(0.1, 0.1)
    (True, 'e4')
    """
    data = data_of(variant)
    if data.centre == "null" or data.citadels:
        raise CircularChessError(f"no flat picture of {data.id!r}: it would not show the centre")
    army = seat_of(data, seat)
    home = sum(2 * square.ring for square in army.start)
    return _flat_geometry(
        data.id,
        data.rings,
        data.files,
        data.voids,
        data.names == "file-ring",
        army.letter,
        bool(mirrored),
        home > len(army.start) * (data.rings + 1),
    )


@lru_cache(maxsize=32)
def _flat_geometry(
    variant: str,
    rings: int,
    files: int,
    voids: frozenset[Square],
    file_first: bool,
    seat: str,
    mirrored: bool,
    turned: bool,
) -> FlatGeometry:
    side = 2 / max(rings, files)

    def made(cells: tuple[FlatCell, ...]) -> FlatGeometry:
        return FlatGeometry(variant, rings, files, seat, mirrored, turned, side, cells, file_first)

    frame = made(())
    return made(
        tuple(
            _cell(frame, square_at(ring, file, file_first), voids)
            for ring in range(1, rings + 1)
            for file in range(1, files + 1)
        )
    )


def _cell(frame: FlatGeometry, square: Square, voids: frozenset[Square]) -> FlatCell:
    ring, file = square.ring, square.file
    # From the upper left corner as the first army sees it.
    corners = [(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)]
    polygon = tuple(frame.point(ring + up, file + along) for up, along in corners)
    return FlatCell(
        square=square,
        ring=ring,
        file=file,
        light=square.is_light,
        void=square in voids,
        centre=frame.point(ring, file),
        radius=_clean(frame.side / 2),
        path="M" + "L".join(f"{round(x, 6)} {round(y, 6)}" for x, y in polygon) + "Z",
        polygon=polygon,
    )


def _clean(value: float) -> float:
    """Twelve decimals and no minus zero, so that equal places have equal numbers."""
    return round(value, 12) + 0.0

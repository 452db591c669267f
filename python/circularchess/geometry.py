"""Where every square of a round board lies: for front ends that draw boards themselves.

Points live in a unit circle: the centre of the board is (0, 0), its rim has radius 1, x grows
to the right and y *downwards*, as on a canvas and in SVG. Angles are in degrees, 0 at the top
and growing clockwise on the picture.

Ring radii are chosen from the numbers of rings and files. With few files the innermost cell is as
wide as it is high, and the rings grow outwards as far as the cells allow. With many files such
cells would leave most of the board to its hub, so the inner rings are higher than their cells are
wide: a third higher on the innermost one, and as high as wide on the outermost. The largest circle
that fits a cell, which is the room for a piece, is centred in it.
Citadels are cells of the hub, around a core that is left free.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from .errors import CircularChessError, InvalidSquareError, UnknownArmyError, shorten
from .values.piece import PieceType
from .values.square import Square, square_at, square_named

if TYPE_CHECKING:
    from .variant import Army, VariantData

__all__ = ["Cell", "Geometry", "Point", "geometry"]

Point = tuple[float, float]

#: Citadels are named as if they were a ring of their own, `z`.
_CITADEL_RING = 26
#: The outermost ring is at most this much higher than the innermost one.
_LARGEST_GROWTH = 1.5
#: Where that would make the hub wider than this part of the board, the inner cells are
#: stretched: the innermost ones to at most so many times their width.
_WIDE_HUB = 0.5
_LARGEST_STRETCH = 1.35
#: Polygons follow an arc in steps of at most this many degrees.
_POLYGON_STEP = 4.0
#: The part of the hub's radius that citadels leave free in the middle, or more.
_CORE = 0.36


class _HasData(Protocol):
    @property
    def data(self) -> VariantData: ...


@dataclass(frozen=True)
class Cell:
    """One square of the picture: a sector of a ring, or of the hub for a citadel.

    A citadel has the ring and file of its name: `z2` is on ring 26, file 2.

    `start` and `end` are the angles of the edges toward the lower and the higher file number:
    `end` lies clockwise of `start` unless the geometry is mirrored. `radius` is that of the
    largest circle around `centre` inside the cell.

    >>> from circularchess import Variant, geometry
    >>> cell = geometry.geometry(Variant.load("circular")).cells[0]
    >>> cell.square, cell.ring, cell.file, cell.angle, cell.light
    ('a1', 1, 1, 191.25, False)
    """

    square: Square
    ring: int
    file: int
    light: bool
    void: bool
    centre: Point
    radius: float
    inner: float
    outer: float
    #: Angle of the centre, from 0 up to 360.
    angle: float
    start: float
    end: float
    #: Turn a text by this many degrees (SVG's `rotate`) to run along the ring, never upside down.
    text_angle: float
    #: The outline with true arcs, as the `d` of an SVG path.
    path: str
    #: The outline as a polygon; neighbouring cells share their corners exactly.
    polygon: tuple[Point, ...]

    def to_json(self, *, polygons: bool = False) -> dict[str, Any]:
        """The cell as plain JSON values; its square is the key in `Geometry.to_json`.

        With `polygons` also the outline as a list of points, which `path` draws better.

        >>> from circularchess import Variant, geometry
        >>> geometry.geometry(Variant.load("circular")).cells[0].to_json()["colour"]
        'dark'
        """
        found: dict[str, Any] = {
            "ring": self.ring,
            "file": self.file,
            "colour": "light" if self.light else "dark",
            "void": self.void,
            "centre": list(self.centre),
            "radius": self.radius,
            "inner": self.inner,
            "outer": self.outer,
            "angle": self.angle,
            "start": self.start,
            "end": self.end,
            "text_angle": self.text_angle,
            "path": self.path,
        }
        if polygons:
            found["polygon"] = [list(point) for point in self.polygon]
        return found


@dataclass(frozen=True)
class Geometry:
    """The picture of a board from one seat. Made by `geometry`; immutable, hashable.

    >>> from circularchess import Variant
    >>> board = Variant.load("circular").geometry()
    >>> board.seat, len(board.cells), board["d1"].outer
    ('w', 64, 1.0)
    """

    variant: str
    rings: int
    files: int
    centre: Literal["closed", "null", "torus"]
    #: Letter of the army at the bottom.
    seat: str
    mirrored: bool
    #: Radii of the circles between the rings: the hub's first, the rim's (1.0) last.
    radii: tuple[float, ...]
    #: All cells, voids too, by ring and then by file.
    cells: tuple[Cell, ...]
    #: Where file 1 starts, in half files clockwise from the top.
    _offset: int
    #: How squares are named: ring letter and file number, or file letter and ring number.
    names: Literal["ring-file", "file-ring"] = "ring-file"
    #: The cells of the citadels, `z1` first; each borders the files that lead into it.
    citadels: tuple[Cell, ...] = ()
    #: Files with a moat on the outermost ring between them and the next, rising. A moat lies
    #: along the line through file `f + 0.5`, from `radii[-2]` to the rim.
    moats: tuple[int, ...] = ()

    def __getitem__(self, square: str) -> Cell:
        """The cell of `square`, void or citadel too. Raises `InvalidSquareError` off the board.

        >>> from circularchess import Variant
        >>> Variant.load("byzantine-citadel").geometry()["z2"].outer
        0.293946328565
        """
        for cell in self.citadels:
            if cell.square == square:
                return cell
        name = square_named(square, self.names == "file-ring")
        if name.ring > self.rings or name.file > self.files:
            raise InvalidSquareError(
                f"no square {str(name)!r} on a board of {self.rings} rings x {self.files} files"
            )
        return self.cells[(name.ring - 1) * self.files + name.file - 1]

    def square_at(self, x: float, y: float) -> Square | None:
        """The square under a point of the unit circle; None on the hub and outside the rim.

        A void square is named too: ask `geometry[square].void`. So is a citadel, in the hub.

        >>> from circularchess import Variant
        >>> Variant.load("circular").geometry().square_at(0.1, 0.95)
        'd16'
        """
        x, y = number(x, "x"), number(y, "y")
        distance = math.hypot(x, y)
        innermost = self.citadels[0].inner if self.citadels else self.radii[0]
        if not innermost <= distance < 1:  # also for NaN
            return None
        ring = next(r for r in range(self.rings + 1) if distance < self.radii[r])
        halves = math.atan2(-x if self.mirrored else x, -y) / math.pi * self.files
        # The last modulo is for a float just below zero, whose remainder rounds up to 2F.
        file = int((halves - self._offset) % (2 * self.files) // 2) % self.files
        if ring == 0:
            return self.citadels[file * len(self.citadels) // self.files].square
        return square_at(ring, file + 1, self.names == "file-ring")

    def point(self, radius: float, file: float) -> Point:
        """The point at a distance from the centre on a file; file 1.5 is halfway from 1 to 2.

        File 0.5 is the edge where file 1 begins. Raises `ValueError` for numbers that are not
        finite.

        >>> from circularchess import Variant
        >>> x, y = Variant.load("circular").geometry().point(1.0, 0.5)
        >>> round(x, 6), round(y, 6)
        (0.0, 1.0)
        """
        radius, file = number(radius, "radius"), number(file, "file")
        for name, value in (("radius", radius), ("file", file)):
            if not math.isfinite(value):
                raise CircularChessError(f"{name} is not finite: {value}")
        return _place(self, radius, _direction(self._offset + 2 * file - 1, self.files))

    def to_json(self, *, polygons: bool = False) -> dict[str, Any]:
        """Everything as plain JSON values; `cells` and `citadels` map square names to cells.

        The cells' outlines as lists of points, on large boards most of the text, are there only
        with `polygons`.
        """
        return {
            "variant": self.variant,
            "rings": self.rings,
            "files": self.files,
            "centre": self.centre,
            "seat": self.seat,
            "mirrored": self.mirrored,
            "radii": list(self.radii),
            "cells": {str(cell.square): cell.to_json(polygons=polygons) for cell in self.cells},
            "citadels": {
                str(cell.square): cell.to_json(polygons=polygons) for cell in self.citadels
            },
            "moats": list(self.moats),
        }


def geometry(
    variant: VariantData | _HasData, *, seat: str | None = None, mirrored: bool = False
) -> Geometry:
    """Where the squares of `variant` lie with one army at the bottom.

    `seat` is the army's letter or name, by default the first army; the middle of its start
    squares is exactly at the bottom. File numbers rise clockwise, as on the board seen from
    above, or anticlockwise when `mirrored`. Raises `UnknownArmyError`.

    >>> from circularchess.variant import Variant
    >>> picture = geometry(Variant.load("circular"), seat="b")
    >>> picture["a8"].centre[1] > 0  # Black's king is at the bottom
    True
    >>> picture.square_at(*picture["c12"].centre)
    'c12'
    """
    data = data_of(variant)
    army = seat_of(data, seat)
    offset = (data.files - middle(army, data.files)) % (2 * data.files)
    return _geometry(
        data.id,
        data.rings,
        data.files,
        data.centre,
        data.voids,
        data.citadels,
        data.moats,
        army.letter,
        bool(mirrored),
        offset,
        data.names,
    )


def seat_of(data: VariantData, seat: str | None) -> Army:
    """The army of a letter or a name, by default the first one. Raises `UnknownArmyError`."""
    if seat is None:
        return data.armies[0]
    if isinstance(seat, str):
        for army in data.armies:
            if seat == army.letter:
                return army
        for army in data.armies:
            if seat.lower() == army.name.lower():
                return army
    letters = [army.letter for army in data.armies]
    raise UnknownArmyError(
        f"no army {shorten(seat)} in {data.id!r}: the armies are {', '.join(letters)}"
    )


def data_of(variant: object) -> VariantData:
    """What a variant says. Raises `TypeError` for anything else."""
    data: VariantData | None = getattr(variant, "data", None)
    if not hasattr(data, "pawn_kind"):
        raise TypeError(f"not a variant: {shorten(variant)}")
    assert data is not None
    return data


def arc(files: Iterable[int], count: int, near: int) -> tuple[int, int]:
    """The shortest run of files that holds all `files` of `count`: (first file, length).

    Among equally short runs, the one whose middle is nearest to file `near`.
    """
    taken = sorted(set(files)) or [near]
    runs: list[tuple[int, int, int, int]] = []
    for place, first in enumerate(taken):
        length = (taken[place - 1] - first) % count + 1
        apart = (2 * first - 2 + length - (2 * near - 1)) % (2 * count)
        runs.append((length, min(apart, 2 * count - apart), first, length))
    _, _, first, length = min(runs)
    return first, length


def middle(army: Army, files: int) -> int:
    """The middle of an army's start squares, in half files from the start of file 1."""
    kings = [square.file for square, kind in army.start.items() if kind == PieceType.KING]
    near = kings[0] if kings else 1
    first, length = arc((square.file for square in army.start), files, near)
    return 2 * first - 2 + length


def ring_radii(rings: int, files: int) -> tuple[float, ...]:
    """Radii of the circles between the rings, from the hub's to the rim's, which is 1."""
    half = math.sin(math.pi / files)
    # Cells of this growth are all as wide as they are high; with few files it would make the
    # inner rings tiny, so it is capped.
    square_growth = (1 + half) / (1 - half)
    growth = square_growth
    if rings > 1:
        growth = min(growth, _LARGEST_GROWTH ** (1 / (rings - 1)))
    heights = [growth**ring for ring in range(rings)]
    # Width of the innermost cell, at mid-height, equals its height of 1.
    hub = 1 / (2 * half) - 0.5
    edges = [hub]
    for height in heights:
        edges.append(edges[-1] + height)
    if hub > _WIDE_HUB * edges[-1] and growth == square_growth:
        edges = _stretched(rings, half)
    rim = edges[-1]
    return (*(_clean(edge / rim) for edge in edges[:-1]), 1.0)


def _stretched(rings: int, half: float) -> list[float]:
    """Edges of rings whose cells are higher than wide, the more the further in.

    Stretched no further than makes the hub as small as it is to be. A piece is as large as its
    cell is wide, and a smaller hub makes the innermost cells narrower: hence the limit.
    """

    def edges(stretch: float) -> list[float]:
        found = [1.0]
        for ring in range(rings):
            share = 1 + (stretch - 1) * (rings - 1 - ring) / max(1, rings - 1)
            # A cell `share` times as high as it is wide at mid-height.
            found.append(found[-1] * (1 + share * half) / (1 - share * half))
        return found

    def wide(found: list[float]) -> bool:
        """Whether the hub is wider than it is to be, and pieces do not shrink too much inwards."""
        innermost, outermost = (found[i] + found[i + 1] for i in (0, -2))
        return found[0] > _WIDE_HUB * found[-1] and outermost < _LARGEST_GROWTH * innermost

    low, high = 1.0, _LARGEST_STRETCH
    if wide(edges(high)):
        return edges(high)
    for _ in range(60):
        between = (low + high) / 2
        low, high = (between, high) if wide(edges(between)) else (low, between)
    return edges(low)


@lru_cache(maxsize=32)
def _geometry(
    variant: str,
    rings: int,
    files: int,
    centre: Literal["closed", "null", "torus"],
    voids: frozenset[Square],
    citadels: int,
    moats: tuple[int, ...],
    seat: str,
    mirrored: bool,
    offset: int,
    names: Literal["ring-file", "file-ring"],
) -> Geometry:
    radii = ring_radii(rings, files)
    cells: list[Cell] = []
    frame = Geometry(variant, rings, files, centre, seat, mirrored, radii, (), offset)
    steps = math.ceil(360 / files / _POLYGON_STEP)
    for ring in range(1, rings + 1):
        for file in range(1, files + 1):
            square = square_at(ring, file, names == "file-ring")
            cells.append(_cell(frame, square, square in voids, steps))
    hub = tuple(_citadel(frame, number, citadels) for number in range(1, citadels + 1))
    return Geometry(
        variant,
        rings,
        files,
        centre,
        seat,
        mirrored,
        radii,
        tuple(cells),
        offset,
        names,
        hub,
        moats,
    )


def _citadel(frame: Geometry, number: int, count: int) -> Cell:
    """A sector of the hub as wide as the files it borders."""
    outer, files = frame.radii[0], frame.files // count
    # Three or more are as high as the largest circle between their sides, if the core allows.
    half = math.sin(math.pi / count) if count > 2 else 1.0
    inner = _clean(outer * max(_CORE, (1 - half) / (1 + half)))
    first, middle_radius = (number - 1) * files, (inner + outer) / 2
    steps = math.ceil(360 / count / _POLYGON_STEP)
    start = frame._offset * count * steps + 2 * first * count * steps
    width = 2 * files * count
    turns = [
        _direction((start + width * step) / (count * steps), frame.files)
        for step in range(steps + 1)
    ]
    angle = _angle(frame, 2 * first + files)
    return Cell(
        square=Square.at(_CITADEL_RING, number),
        ring=_CITADEL_RING,
        file=number,
        light=bool(number % 2),
        void=False,
        centre=frame.point(middle_radius, first + (files + 1) / 2),
        radius=_clean(min((outer - inner) / 2, middle_radius * half)),
        inner=inner,
        outer=outer,
        angle=angle,
        start=_angle(frame, 2 * first),
        end=_angle(frame, 2 * (first + files)),
        text_angle=_clean((angle + 90) % 180 - 90),
        path=citadel_outline(frame, number, count, inner, outer),
        polygon=tuple(_place(frame, outer, turn) for turn in turns)
        + tuple(_place(frame, inner, turn) for turn in reversed(turns)),
    )


def citadel_outline(
    frame: Geometry, number: int, count: int, inner: float, outer: float, digits: int = 6
) -> str:
    """A citadel as path data, in quarters or smaller: arcs of SVG may not close a circle."""
    files = frame.files // count
    parts = max(1, math.ceil(4 / count))
    there, back = (0, 1) if frame.mirrored else (1, 0)
    edges = [(number - 1) * files + 0.5 + files * part / parts for part in range(parts + 1)]

    def text(value: float) -> str:
        return repr(round(value, digits) + 0.0)

    def arcs(radius: float, sweep: int, stops: list[float]) -> str:
        points = (frame.point(radius, stop) for stop in stops)
        return "".join(
            f"A{text(radius)} {text(radius)} 0 0 {sweep} {text(x)} {text(y)}" for x, y in points
        )

    (ax, ay), (bx, by) = frame.point(outer, edges[0]), frame.point(inner, edges[-1])
    return (
        f"M{text(ax)} {text(ay)}{arcs(outer, there, edges[1:])}"
        f"L{text(bx)} {text(by)}{arcs(inner, back, edges[-2::-1])}Z"
    )


def _cell(frame: Geometry, square: Square, void: bool, steps: int) -> Cell:
    inner, outer = frame.radii[square.ring - 1], frame.radii[square.ring]
    file, half = square.file, math.sin(math.pi / frame.files)
    middle_radius = (inner + outer) / 2
    # Whole numbers of steps, so that turning the board by whole files changes no digit.
    first = (frame._offset + 2 * file - 2) * steps
    turns = [_direction(first + 2 * step, frame.files * steps) for step in range(steps + 1)]
    corners = [frame.point(radius, turn) for radius, turn in _corners(inner, outer, file)]
    angle = _angle(frame, 2 * file - 1)
    return Cell(
        square=square,
        ring=square.ring,
        file=file,
        light=(square.ring + file) % 2 == 1,
        void=void,
        centre=frame.point(middle_radius, file),
        radius=_clean(min((outer - inner) / 2, middle_radius * half)),
        inner=inner,
        outer=outer,
        angle=angle,
        start=_angle(frame, 2 * file - 2),
        end=_angle(frame, 2 * file),
        text_angle=_clean((angle + 90) % 180 - 90),
        path=outline(corners, inner, outer, frame.mirrored),
        polygon=tuple(_place(frame, outer, turn) for turn in turns)
        + tuple(_place(frame, inner, turn) for turn in reversed(turns)),
    )


def number(value: object, name: str) -> float:
    """A number; a whole number too large for a float is infinite. Raises `TypeError`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is not a number: {shorten(value)}")
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, 1 if value > 0 else -1)


def _place(frame: Geometry, radius: float, direction: Point) -> Point:
    x, y = direction
    return (_clean(radius * (-x if frame.mirrored else x)), _clean(radius * y))


def _corners(inner: float, outer: float, file: int) -> list[tuple[float, float]]:
    return [(outer, file - 0.5), (outer, file + 0.5), (inner, file + 0.5), (inner, file - 0.5)]


def outline(
    corners: list[Point], inner: float, outer: float, mirrored: bool, digits: int = 6
) -> str:
    """A ring sector as path data: outer arc, edge, inner arc back, edge."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    there, back = (0, 1) if mirrored else (1, 0)

    def text(value: float) -> str:
        return f"{round(value, digits) + 0.0:g}" if digits < 5 else repr(round(value, digits) + 0.0)

    def arc_to(radius: float, sweep: int, x: float, y: float) -> str:
        return f"A{text(radius)} {text(radius)} 0 0 {sweep} {text(x)} {text(y)}"

    return (
        f"M{text(ax)} {text(ay)}{arc_to(outer, there, bx, by)}"
        f"L{text(cx)} {text(cy)}{arc_to(inner, back, dx, dy)}Z"
    )


def _angle(frame: Geometry, half_files: int) -> float:
    """The angle of a line this many half files after the start of file 1."""
    halves = (frame._offset + half_files) % (2 * frame.files)
    if frame.mirrored:
        halves = -halves % (2 * frame.files)
    return _clean(180 * halves / frame.files)


def _direction(halves: float, files: int) -> Point:
    """The unit vector at an angle, `files` of which are half a turn.

    Exactly symmetric about the vertical axis, so that mirror images are exact.
    """
    halves %= 2 * files
    if halves > files:
        x, y = _direction(2 * files - halves, files)
        return (-x, y)
    if 2 * halves > files:
        x, y = _direction(files - halves, files)
        return (x, -y)
    turn = math.pi * halves / files
    return (math.sin(turn), -math.cos(turn))


def _clean(value: float) -> float:
    """Twelve decimals and no minus zero, so that equal places have equal numbers."""
    return round(value, 12) + 0.0

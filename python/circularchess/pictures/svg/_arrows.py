"""Arrows: straight chords, or curves that wind round the centre as the pieces do."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, get_args
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, shorten
from ...geometry import Cell, Geometry, Point
from ...values.move import Move
from ...values.square import Square
from ._colors import DEFAULTS, check_color

__all__ = ["Arrow", "ArrowLike", "Way", "draw_arrow", "to_arrow"]

Way = Literal["auto", "chord", "clockwise", "anticlockwise"]

#: Points a curve is drawn through, for each quarter of a circle.
_STEPS: Final = 16


@dataclass(frozen=True, init=False)
class Arrow:
    """An arrow from `tail` to `head`; on one square alone it is a circle.

    `color` is `green`, `red`, `yellow` or `blue` (colour keys `arrow green` ...) or any CSS colour.
    `way`: straight (`chord`), or round the centre in the sense of rising file numbers
    (`clockwise`) or falling ones. `auto` takes the shorter way round, or the chord for
    short moves and those across a null centre. Raises `ValueError` for anything else.

    >>> Arrow("d1", "d5", "red", way="anticlockwise").tail
    'd1'
    """

    tail: Square
    head: Square
    color: str = "green"
    way: Way = "auto"

    def __init__(self, tail: str, head: str, color: str = "green", way: Way = "auto") -> None:
        if way not in get_args(Way):
            ways = ", ".join(get_args(Way))
            raise CircularChessError(f"no way {shorten(way)} for an arrow: {ways}")
        object.__setattr__(self, "tail", Square(tail))
        object.__setattr__(self, "head", Square(head))
        object.__setattr__(self, "color", check_color(color, f"arrow {tail}-{head}"))
        object.__setattr__(self, "way", way)


ArrowLike = Arrow | Move | tuple[str, str] | tuple[str, str, str]


def to_arrow(item: object) -> Arrow:
    """An arrow from what callers may write. Raises `ValueError`."""
    if isinstance(item, Arrow):
        return item
    if isinstance(item, Move):
        return Arrow(item.from_square, item.to_square)
    if isinstance(item, tuple) and len(item) in (2, 3):
        return Arrow(*item)
    raise CircularChessError(f"not an arrow: {shorten(item)}")


def draw_arrow(arrow: Arrow, picture: Geometry, scale: float, colors: dict[str, str]) -> ET.Element:
    """The group of one arrow, at `scale` units to the unit circle."""
    tail, head = picture[arrow.tail], picture[arrow.head]
    key = f"arrow {arrow.color}"
    color = colors[key] if key in DEFAULTS else arrow.color
    # One width for all arrows of a picture: that of its smallest cells.
    unit = picture.cells[0].radius * scale
    group = ET.Element("g", {"class": f"arrow {arrow.tail}-{arrow.head}", "opacity": "0.8"})
    stroke = {"fill": "none", "stroke": color, "stroke-width": _text(unit * 0.3)}
    if tail is head:
        x, y = tail.centre
        radius = tail.radius * scale - unit * 0.15
        circle = {"cx": _text(x * scale), "cy": _text(y * scale), "r": _text(radius)}
        ET.SubElement(group, "circle", {**circle, **stroke})
        return group
    line = [(x * scale, y * scale) for x, y in _line(picture, tail, head, arrow.way)]
    line = _cut(line[::-1], unit * 0.35)[::-1]  # starts off the tail's middle
    shaft = _cut(line, unit * 0.95)
    (bx, by), (tx, ty) = shaft[-1], line[-1]
    length = math.hypot(tx - bx, ty - by) or 1.0
    nx, ny = -(ty - by) / length * unit * 0.5, (tx - bx) / length * unit * 0.5
    ET.SubElement(group, "path", {"d": _path(shaft), "stroke-linecap": "butt", **stroke})
    corners = [(bx + nx, by + ny), (tx, ty), (bx - nx, by - ny)]
    ET.SubElement(group, "path", {"d": _path(corners) + "Z", "fill": color})
    return group


def _line(picture: Geometry, tail: Cell, head: Cell, way: Way) -> list[Point]:
    """The middle line of an arrow in the unit circle."""
    if way == "chord":
        return [tail.centre, head.centre]
    files = picture.files
    first, last = _file(picture, tail), _file(picture, head)
    clockwise = (last - first) % files
    if way == "auto":
        # Whatever crosses a null centre comes out on the far side, give or take two files.
        # Short moves look best straight.
        short = min(clockwise, files - clockwise)
        across = picture.centre == "null" and abs(2 * clockwise - files) <= 4
        if across or (short <= 2 and 8 * short <= files):
            way = "chord"
        else:
            way = "clockwise" if 2 * clockwise <= files else "anticlockwise"
    if way == "chord":
        return [tail.centre, head.centre]
    turn = clockwise if way == "clockwise" else clockwise - files
    start, end = math.hypot(*tail.centre), math.hypot(*head.centre)
    steps = max(1, math.ceil(abs(turn) / files * 4 * _STEPS))
    return [
        picture.point(
            start + (end - start) * step / steps,
            first + turn * step / steps,
        )
        for step in range(steps + 1)
    ]


def _file(picture: Geometry, cell: Cell) -> float:
    """The file of a cell's middle; that of a citadel lies amid the files it borders."""
    if cell not in picture.citadels:
        return cell.file
    broad = picture.files / len(picture.citadels)
    return (cell.file - 1) * broad + (broad + 1) / 2


def _cut(line: list[Point], length: float) -> list[Point]:
    """The line without its last `length`, or the first half of it if that leaves too little."""
    total = sum(math.dist(a, b) for a, b in pairwise(line))
    keep = max(total - length, total / 2)
    kept = [line[0]]
    for a, b in pairwise(line):
        step = math.dist(a, b)
        if step >= keep:
            share = keep / step if step else 0.0
            return [*kept, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)]
        keep -= step
        kept.append(b)
    return kept


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_text(x)} {_text(y)}" for x, y in points)


def _text(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"

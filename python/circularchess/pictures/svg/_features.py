"""What some boards have besides squares: citadels, moats and creeks, a seam, rims that meet."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from ...geometry import Geometry, Point, citadel_outline
from ...values.square import Square
from ...variant import VariantData

__all__ = ["Grid", "citadels", "meeting_rims", "round_grid", "told", "waters"]

#: Half the width of a moat, at most; and how far a bridge reaches beyond its banks.
_HALF_MOAT: Final = 10.0
_RAMP: Final = 5.0
#: With more citadels than these a piece leaves no corner free.
_ROOMY: Final = 5


def told(data: VariantData, bridged: Collection[int], inert: Collection[str]) -> list[str]:
    """What the picture shows of the board beyond its squares and pieces, in words."""
    lines: list[str] = []
    if data.centre == "torus":
        lines.append("The rims meet: the innermost ring and the outermost are neighbours.")
    if data.seam == "open":
        lines.append(f"Files {data.files} and 1 are not neighbours.")
    for file in data.moats:
        state = "bridged" if file in bridged else "open water"
        lines.append(f"Moat between files {file} and {file % data.files + 1}: {state}.")
    gone = [army.name for army in data.armies if army.letter in inert]
    return lines + [f"{name} is eliminated; its men stay." for name in gone]


def citadels(
    picture: Geometry,
    scale: float,
    colors: Mapping[str, str],
    *,
    filled: Mapping[Square, str],
    moved: Collection[Square],
    checks: Collection[Square],
    names: bool,
) -> ET.Element:
    """The cells of the hub with their names."""
    layer = ET.Element("g", {"class": "citadels", "stroke": colors["citadel line"]})
    layer.set("stroke-width", "3")
    count = len(picture.citadels)
    for cell in picture.citadels:
        marks, color = [f"citadel {cell.square}"], colors["citadel"]
        if cell.square in filled:
            marks.append("filled")
        if cell.square in moved:
            marks.append("lastmove")
            color = colors["square light lastmove"]
        if cell.square in checks:
            marks.append("check")
            color = colors["square check"]
        inner, outer = cell.inner * scale, cell.outer * scale
        path = citadel_outline(picture, cell.file, count, inner, outer, 2)
        fill = filled.get(cell.square, color)
        ET.SubElement(layer, "path", {"class": " ".join(marks), "d": path, "fill": fill})
    if not names:
        return layer
    texts = ET.SubElement(layer, "g", {"class": "coordinates", "text-anchor": "middle"})
    texts.set("stroke", "none")
    for cell in picture.citadels:
        name = str(cell.square)
        if count <= _ROOMY:
            # In the corner by the rim, on the side of the higher files: a piece leaves it free.
            font = min(20.0, cell.radius * scale * 0.5)
            away = cell.outer * scale - font * 0.75
            aside = 0.36 * font * len(name) + 3
            edge = math.radians(cell.end)
            sense = 1 if picture.mirrored else -1
        else:
            # A piece fills the cell: below it, in the core.
            around = math.tau * cell.inner * scale / count
            font = min(20.0, cell.inner * scale * 0.26, around / (0.8 * len(f"z{count}")))
            away = cell.inner * scale - font * 0.9
            aside, edge, sense = 0.0, math.radians(cell.angle), 1
        x = away * math.sin(edge) + sense * aside * math.cos(edge)
        y = -away * math.cos(edge) + sense * aside * math.sin(edge)
        place = {"x": _n(x), "y": _n(y + font * 0.35), "font-size": _n(font)}
        text = {"class": f"coord citadel-{name} inside", "fill": colors["ring letter"], **place}
        ET.SubElement(texts, "text", {**text, "font-weight": "700"}).text = name
    return layer


def waters(
    grid: Grid, data: VariantData, bridged: Collection[int], colors: Mapping[str, str]
) -> ET.Element:
    """Moats with their creeks, and the seam that cannot be passed."""
    layer = ET.Element("g", {"class": "waters", "fill": "none"})
    near, far, rim = grid.edges[max(0, data.rings - 3)], *grid.edges[-2:]
    for file in data.moats:
        bank = _Band(*grid.line(file + 0.5))
        if data.rings > 1:
            creek = {"class": f"creek creek-{file}", "stroke": colors["water"]}
            creek |= {"d": bank.wave(near, far, 2.2), "stroke-width": "2.6"}
            ET.SubElement(layer, "path", creek)
        state = "bridged" if file in bridged else "open"
        group = ET.SubElement(layer, "g", {"class": f"moat moat-{file} {state}"})
        # As broad as the pieces on both sides leave room for, but to be seen.
        half = max(grid.free * 0.09, min(_HALF_MOAT, grid.free - grid.radius * 0.9))
        water = {"d": bank.box(far, rim, half), "fill": colors["water"]}
        ET.SubElement(group, "path", water | {"stroke": colors["border"], "stroke-width": "1.2"})
        wave = {"d": bank.wave(far + 3, rim - 3, half * 0.45), "stroke": colors["water line"]}
        ET.SubElement(group, "path", wave | {"stroke-width": _n(max(1.2, half * 0.2))})
        if state == "bridged":
            middle, long = (far + rim) / 2, (rim - far) * 0.2
            wood = {"fill": colors["bridge"], "stroke": colors["bridge line"], "stroke-width": "2"}
            deck = bank.box(middle - long, middle + long, half + _RAMP)
            ET.SubElement(group, "path", {"class": "bridge", "d": deck, **wood})
            planks = "".join(
                bank.line(middle - long, middle + long, half * share) for share in (-0.6, 0, 0.6)
            )
            line = {"d": planks, "stroke": colors["bridge line"], "stroke-width": "1.6"}
            ET.SubElement(group, "path", line)
    if data.seam == "open":
        bank = _Band(*grid.line(data.files + 0.5))
        path = bank.line(grid.edges[0], rim, 0)
        wall = {"class": "seam", "d": path, "stroke": colors["border"]}
        ET.SubElement(layer, "path", {**wall, "stroke-width": "7"})
    return layer


def meeting_rims(grid: Grid, files: int, colors: Mapping[str, str]) -> ET.Element:
    """Arrowheads that leave the board at both rims: who goes out at one comes in at the other."""
    look = {"fill": colors["rim arrow"], "stroke": colors["margin"], "stroke-width": "1"}
    layer = ET.Element("g", {"class": "meeting-rims", **look})
    ET.SubElement(layer, "title").text = "The rims meet"
    for name, rim, sense in (("inner", grid.edges[0], -1), ("outer", grid.edges[-1], 1)):
        heads = ""
        for file in range(1, files + 1):
            ends = [_Band(*grid.line(file + 0.5 + turn)).at(rim) for turn in (-0.5, 0.5)]
            width = math.dist(*ends)
            high = min(11.0, width * 0.3)
            half = high / width
            corners = (
                _Band(*grid.line(file + 0.5 - half)).at(rim),
                _Band(*grid.line(file + 0.5)).at(rim + sense * high),
                _Band(*grid.line(file + 0.5 + half)).at(rim),
            )
            heads += "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in corners) + "Z"
        ET.SubElement(layer, "path", {"class": f"{name}-rim", "d": heads})
    return layer


@dataclass(frozen=True)
class Grid:
    """What these drawings need to know of a picture, round or flat; in units of the picture."""

    #: Where the line of a file begins, and its direction: file 8.5 lies between files 8 and 9.
    line: Callable[[float], tuple[Point, Point]]
    #: How far along it the edges of the rings are.
    edges: tuple[float, ...]
    #: From the middle of a cell of the outermost ring to its side, and to its nearest side.
    free: float
    radius: float


def round_grid(picture: Geometry, scale: float) -> Grid:
    """The grid of a round picture: all lines begin in the centre."""
    edges = tuple(radius * scale for radius in picture.radii)
    return Grid(
        lambda file: ((0.0, 0.0), picture.point(1.0, file)),
        edges,
        (edges[-2] + edges[-1]) / 2 * math.sin(math.pi / picture.files),
        picture.cells[-1].radius * scale,
    )


class _Band:
    """Drawing along a line."""

    def __init__(self, origin: Point, way: Point) -> None:
        self.origin, self.way = origin, way

    def at(self, along: float, aside: float = 0.0) -> Point:
        (ox, oy), (x, y) = self.origin, self.way
        return ox + x * along - y * aside, oy + y * along + x * aside

    def _point(self, along: float, aside: float) -> str:
        x, y = self.at(along, aside)
        return f"{_n(x)} {_n(y)}"

    def line(self, start: float, end: float, aside: float) -> str:
        return f"M{self._point(start, aside)}L{self._point(end, aside)}"

    def box(self, start: float, end: float, half: float) -> str:
        corners = [(start, -half), (end, -half), (end, half), (start, half)]
        return "M" + "L".join(self._point(*corner) for corner in corners) + "Z"

    def wave(self, start: float, end: float, high: float) -> str:
        count = max(2, round((end - start) / 12)) * 2
        step = (end - start) / count
        text = f"M{self._point(start, 0)}"
        for number in range(count):
            swing = high * 2 * (1 if number % 2 else -1)
            middle, stop = start + (number + 0.5) * step, start + (number + 1) * step
            text += f"Q{self._point(middle, swing)} {self._point(stop, 0)}"
        return text


def _n(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"

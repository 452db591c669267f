"""What some boards have besides squares: citadels, moats and creeks, a seam, rims that meet."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Final
from xml.etree import ElementTree as ET

from ...geometry import Geometry, citadel_outline
from ...values.square import Square
from ...variant import VariantData

__all__ = ["citadels", "meeting_rims", "told", "waters"]

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
        text = {"class": f"coord citadel-{name}", "fill": colors["ring letter"], **place}
        ET.SubElement(texts, "text", {**text, "font-weight": "700"}).text = name
    return layer


def waters(
    picture: Geometry,
    data: VariantData,
    bridged: Collection[int],
    scale: float,
    colors: Mapping[str, str],
) -> ET.Element:
    """Moats with their creeks, and the seam that cannot be passed."""
    layer = ET.Element("g", {"class": "waters", "fill": "none"})
    rings = picture.rings
    bank = _Band(picture, scale)
    for file in picture.moats:
        bank.at = file + 0.5
        near = picture.radii[max(0, rings - 3)] * scale
        far, rim = picture.radii[rings - 1] * scale, scale
        if rings > 1:
            creek = {"class": f"creek creek-{file}", "stroke": colors["water"]}
            creek |= {"d": bank.wave(near, far, 2.2), "stroke-width": "2.6"}
            ET.SubElement(layer, "path", creek)
        state = "bridged" if file in bridged else "open"
        group = ET.SubElement(layer, "g", {"class": f"moat moat-{file} {state}"})
        # As broad as the pieces on both sides leave room for, but to be seen.
        free = (far + rim) / 2 * math.sin(math.pi / picture.files)
        half = max(free * 0.09, min(_HALF_MOAT, free - picture.cells[-1].radius * scale * 0.9))
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
        bank.at = data.files + 0.5
        hub = picture.radii[0] * scale
        wall = {"class": "seam", "d": bank.line(hub, scale, 0), "stroke": colors["border"]}
        ET.SubElement(layer, "path", {**wall, "stroke-width": "7"})
    return layer


def meeting_rims(picture: Geometry, scale: float, colors: Mapping[str, str]) -> ET.Element:
    """Arrowheads that leave the board at both rims: who goes out at one comes in at the other."""
    look = {"fill": colors["rim arrow"], "stroke": colors["margin"], "stroke-width": "1"}
    layer = ET.Element("g", {"class": "meeting-rims", **look})
    ET.SubElement(layer, "title").text = "The rims meet"
    hub = picture.radii[0] * scale
    for name, rim, sense in (("inner", hub, -1), ("outer", scale, 1)):
        width = 2 * rim * math.sin(math.pi / picture.files)
        high = min(11.0, width * 0.3)
        half = min(high, width * 0.3) / rim / (math.tau / picture.files)
        heads = ""
        for file in range(1, picture.files + 1):
            corners = (
                picture.point(rim, file + 0.5 - half),
                picture.point(rim + sense * high, file + 0.5),
                picture.point(rim, file + 0.5 + half),
            )
            heads += "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in corners) + "Z"
        ET.SubElement(layer, "path", {"class": f"{name}-rim", "d": heads})
    return layer


class _Band:
    """Drawing along the line between two files."""

    def __init__(self, picture: Geometry, scale: float) -> None:
        self.picture, self.scale = picture, scale
        #: The line, as a number of files: 8.5 lies between files 8 and 9.
        self.at = 0.5

    def _point(self, along: float, aside: float) -> str:
        x, y = self.picture.point(1.0, self.at)
        return f"{_n(x * along - y * aside)} {_n(y * along + x * aside)}"

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

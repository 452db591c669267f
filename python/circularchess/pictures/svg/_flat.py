"""Flat pictures: the board as a rectangle, in the layers of the round one."""

from __future__ import annotations

from typing import Any, Literal, get_args
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, shorten
from ...flat import FlatCell, flat_geometry
from ...geometry import Point
from ...values.square import Square
from ...variant import Variant
from ._arrows import Arrow, draw_arrow
from ._features import Grid
from ._stage import FRAME, LARGEST_FONT, RIM, Stage, markup, write_text

__all__ = ["FlatStage", "Layout", "stage_class"]

Layout = Literal["round", "flat"]


def stage_class(board: object, layout: str | None) -> type[Stage]:
    """The class that draws a board in a layout. Raises `ValueError` for one that is none."""
    if layout is None:
        variant = board if isinstance(board, Variant) else getattr(board, "variant", None)
        return FlatStage if getattr(variant, "seam", "closed") == "open" else Stage
    if layout not in get_args(Layout):
        known = " or ".join(map(repr, get_args(Layout)))
        raise CircularChessError(f"no layout {shorten(layout)}: it is {known}")
    return FlatStage if layout == "flat" else Stage


class FlatStage(Stage):
    """What the layers of one flat picture share."""

    flat = True

    def geometry_of(self, seat: str | None, mirrored: bool) -> Any:
        return flat_geometry(self.data, seat=seat, mirrored=mirrored)

    def arrow(self, arrow: Arrow) -> str:
        straight = Arrow(arrow.tail, arrow.head, arrow.color, "chord")
        return markup(draw_arrow(straight, self.geometry, RIM, self.colors))

    def _frame(self) -> ET.Element:
        layer = ET.Element("g", {"class": "frame"})
        colors, edge = self.colors, self.edge
        self._background(layer)
        margin = edge - RIM
        width, height = (side / 2 * RIM for side in (self.geometry.width, self.geometry.height))
        frame = _rectangle(width + margin, height + margin)
        frame |= {"class": "margin", "fill": colors["margin"], "rx": _n(margin * 0.4)}
        ET.SubElement(layer, "rect", {**frame, "stroke": colors["border"], "stroke-width": "3"})
        return layer

    def _lamp_place(self, army: int) -> dict[str, str]:
        """Beside the army's home."""
        rings = [square.ring for square in self.data.armies[army].start] or [1]
        margin = self.edge - RIM
        _, y = self.geometry.point(sum(rings) / len(rings), 1)
        x = self.geometry.width / 2 * RIM + margin / 2
        return {"cx": _n(x), "cy": _n(y * RIM), "r": _n(min(margin * 0.3, 12))}

    def _sector(self, cell: FlatCell) -> str:  # type: ignore[override]
        corners = (f"{_n(x * RIM)} {_n(y * RIM)}" for x, y in cell.polygon)
        return f"M{'L'.join(corners)}Z"

    def grid(self) -> Grid:
        flat = self.geometry
        unit = flat.side * RIM

        def line(file: float) -> tuple[Point, Point]:
            (x, y), (_, far) = flat.point(0.5, file), flat.point(flat.rings + 0.5, file)
            return (x * RIM, y * RIM), (0.0, 1.0 if far > y else -1.0)

        edges = tuple(ring * unit for ring in range(flat.rings + 1))
        return Grid(line, edges, unit / 2, unit / 2)

    def _lettered_voids(self) -> set[Square]:
        return set()  # the letters stand beside the board

    def _coordinates(self) -> ET.Element:
        """The names of the files below the board, those of the rings to its left."""
        layer = ET.Element("g", {"class": "coordinates", "text-anchor": "middle"})
        flat, middle = self.geometry, (FRAME - RIM) / 2
        font = min(LARGEST_FONT, flat.side * RIM * 0.5)
        below = flat.height / 2 * RIM + middle
        beside = -flat.width / 2 * RIM - middle
        fill = {"fill": self.colors["coord"]}
        for file in range(1, flat.files + 1):
            name = self.data.square_at(1, file).file_name
            x = flat.point(1, file)[0] * RIM
            write_text(layer, name, x, below, font, {"class": f"coord file-{name}", **fill})
        for ring in range(1, flat.rings + 1):
            name = self.data.square_at(ring, 1).ring_name
            y = flat.point(ring, 1)[1] * RIM
            write_text(layer, name, beside, y, font, {"class": f"coord ring-{name}", **fill})
        return layer

    def _seats(self, _turn: str, _alive: frozenset[str], /) -> ET.Element:
        return ET.Element("g", {"class": "seats"})


def _n(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"


def _rectangle(half_width: float, half_height: float) -> dict[str, str]:
    return {
        "x": _n(-half_width),
        "y": _n(-half_height),
        "width": _n(2 * half_width),
        "height": _n(2 * half_height),
    }

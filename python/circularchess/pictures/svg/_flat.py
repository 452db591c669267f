"""Flat pictures: the board as a rectangle, in the layers of the round one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, shorten
from ...flat import FlatCell, FlatGeometry, flat_geometry
from ...geometry import Point
from ._arrows import Arrow, draw_arrow
from ._colors import army_colors
from ._features import Grid
from ._picture import _FRAME, _NARROW_FRAME, _RIM, Drawable, Picture, _n, _write_text

__all__ = ["FlatPicture", "Layout", "picture_class"]

Layout = Literal["round", "flat"]


def picture_class(board: object, layout: str | None) -> type[Picture]:
    """The class that draws a board in a layout. Raises `ValueError` for one that is none."""
    if layout is None:
        variant = getattr(board, "variant", None)
        return FlatPicture if getattr(variant, "seam", "closed") == "open" else Picture
    if layout not in get_args(Layout):
        known = " or ".join(map(repr, get_args(Layout)))
        raise CircularChessError(f"no layout {shorten(layout)}: it is {known}")
    return FlatPicture if layout == "flat" else Picture


class FlatPicture(Picture):
    """What the layers of one flat picture share."""

    # All that the layers in common ask of it, flat boards have too.
    geometry: FlatGeometry  # type: ignore[assignment]
    flat = True

    def __init__(
        self,
        board: Drawable,
        orientation: str | None,
        mirrored: bool,
        colors: Mapping[str, str] | None,
        pieces: Mapping[str, str] | None,
        coordinates: bool,
    ) -> None:
        super().__init__(board, orientation, mirrored, colors, pieces, coordinates)
        self.geometry = flat_geometry(self.data, seat=orientation, mirrored=mirrored)

    def _arrow(self, arrow: Arrow) -> ET.Element:
        picture: Any = self.geometry
        straight = Arrow(arrow.tail, arrow.head, arrow.color, "chord")
        return draw_arrow(straight, picture, _RIM, self.colors)

    def _frame(self) -> ET.Element:
        layer = ET.Element("g", {"class": "frame"})
        colors, edge = self.colors, _FRAME if self.coordinates else _NARROW_FRAME
        if colors["background"] != "none":
            whole = _rectangle(edge + 4, edge + 4)
            whole |= {"class": "background", "fill": colors["background"]}
            ET.SubElement(layer, "rect", whole)
        margin = edge - _RIM
        width, height = (side / 2 * _RIM for side in (self.geometry.width, self.geometry.height))
        frame = _rectangle(width + margin, height + margin)
        frame |= {"class": "margin", "fill": colors["margin"], "rx": _n(margin * 0.4)}
        ET.SubElement(layer, "rect", {**frame, "stroke": colors["border"], "stroke-width": "3"})
        army = next((army for army in self.data.armies if army.letter == self.turn), None)
        if army is not None:
            # A lamp in the army's colour beside its home says who is to move.
            rings = [square.ring for square in army.start] or [1]
            _, y = self.geometry.point(sum(rings) / len(rings), 1)
            turn = army_colors(self.turn, colors)
            lamp = {
                "class": f"to-move {self.turn}",
                "cx": _n(width + margin / 2),
                "cy": _n(y * _RIM),
            }
            lamp |= {"r": _n(min(margin * 0.3, 12)), "fill": turn.fill, "stroke": turn.line}
            ET.SubElement(layer, "circle", {**lamp, "stroke-width": "2.5"})
        return layer

    def _sector(self, cell: FlatCell) -> str:  # type: ignore[override]
        corners = (f"{_n(x * _RIM)} {_n(y * _RIM)}" for x, y in cell.polygon)
        return f"M{'L'.join(corners)}Z"

    def _grid(self) -> Grid:
        flat = self.geometry
        unit = flat.side * _RIM

        def line(file: float) -> tuple[Point, Point]:
            (x, y), (_, far) = flat.point(0.5, file), flat.point(flat.rings + 0.5, file)
            return (x * _RIM, y * _RIM), (0.0, 1.0 if far > y else -1.0)

        edges = tuple(ring * unit for ring in range(flat.rings + 1))
        return Grid(line, edges, unit / 2, unit / 2)

    def _letter_file(self) -> int:
        return 0  # the letters stand beside the board

    def _coordinates(self) -> ET.Element:
        """The names of the files below the board, those of the rings to its left."""
        layer = ET.Element("g", {"class": "coordinates", "text-anchor": "middle"})
        flat, middle = self.geometry, (_FRAME - _RIM) / 2
        font = min(24.0, flat.side * _RIM * 0.5)
        below = flat.height / 2 * _RIM + middle
        beside = -flat.width / 2 * _RIM - middle
        fill = {"fill": self.colors["coord"]}
        for file in range(1, flat.files + 1):
            name = self.data.square_at(1, file).file_name
            x = flat.point(1, file)[0] * _RIM
            _write_text(layer, name, x, below, font, {"class": f"coord file-{name}", **fill})
        for ring in range(1, flat.rings + 1):
            name = self.data.square_at(ring, 1).ring_name
            y = flat.point(ring, 1)[1] * _RIM
            _write_text(layer, name, beside, y, font, {"class": f"coord ring-{name}", **fill})
        return layer

    def _seats(self) -> ET.Element:
        return ET.Element("g", {"class": "seats"})


def _rectangle(half_width: float, half_height: float) -> dict[str, str]:
    return {
        "x": _n(-half_width),
        "y": _n(-half_height),
        "width": _n(2 * half_width),
        "height": _n(2 * half_height),
    }

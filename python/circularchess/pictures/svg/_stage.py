"""What a picture shows whatever stands on the board: frame, squares, names, water.

A `Stage` is made once for a board, a seat and a theme, and kept; drawing a position adds what the
position changes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, Final, TypeVar
from xml.etree import ElementTree as ET

from ...geometry import Cell, arc, geometry, outline
from ...values.piece import Piece
from ...values.square import Square
from ...variant import Army, VariantData
from ._arrows import Arrow, draw_arrow
from ._colors import ArmyColors, Theme, army_colors, dark_sheet, merge
from ._drawings import symbol
from ._features import Grid, citadels, meeting_rims, round_grid, waters
from ._letter_places import ring_letter_places

__all__ = ["FRAME", "NARROW_FRAME", "RIM", "Stage", "kept_stage", "markup", "piece_class"]

_T = TypeVar("_T")

#: Radius of the rim, of the frame with and without coordinates, in units of the picture.
RIM: Final = 452.0
FRAME: Final = 492.0
NARROW_FRAME: Final = 468.0
#: How far the bands of the seats reach beyond the rim: the army to move has the broad one.
_BROAD_BAND: Final = 12
_NARROW_BAND: Final = 7
#: Share of the largest circle in a cell that a piece's box fills.
_PIECE_SHARE: Final = 0.98
#: Names of files and rings are at most so high.
LARGEST_FONT: Final = 24.0
#: Stages that are kept, and of each the layers that depend on the position.
_STAGES: Final = 32
_LAYERS: Final = 512


class Stage:
    """One board from one seat in one set of colours, drawn round."""

    flat = False

    def __init__(
        self,
        data: VariantData,
        seat: str | None,
        mirrored: bool,
        colors: Mapping[str, str],
        own: Mapping[str, str],
        coordinates: bool,
        theme: Theme,
    ) -> None:
        self.data = data
        self.geometry: Any = self.geometry_of(seat, mirrored)
        self.given = dict(colors)
        self.colors = merge(colors, data, theme)
        self.own = dict(own)
        self.coordinates = coordinates
        self.theme = theme
        self.prefix = symbol_prefix(data, self.colors, own, mirrored, theme)
        self.letters = [army.letter for army in data.armies]
        self.edge = FRAME if coordinates else NARROW_FRAME
        self._kept: dict[Any, Any] = {}
        self.cells = self._cells()

    def geometry_of(self, seat: str | None, mirrored: bool) -> Any:
        """Where the squares lie, from any seat."""
        return geometry(self.data, seat=seat, mirrored=mirrored)

    def kept(self, key: Any, make: Callable[[], _T]) -> _T:
        """What was made before under a key; made now, if it was not."""
        try:
            found: _T = self._kept[key]
        except KeyError:
            if len(self._kept) > _LAYERS + 4 * len(self.cells):
                self._kept.clear()
            found = self._kept[key] = make()
        return found

    # Squares, as texts around the colour.

    def _cells(self) -> dict[Square, tuple[str, str, str, bool]]:
        """Tone, markup and whether it is void of each square, in the order of the picture."""
        found = {}
        for cell in self.geometry.cells:
            tone = "light" if cell.light else "dark"
            found[cell.square] = (tone, str(cell.square), self._sector(cell), cell.void)
        return found

    def squares(
        self, moved: Collection[Square], checks: Collection[Square], filled: Mapping[Square, str]
    ) -> str:
        """The layer of the squares."""
        plain = self.kept("squares", self._plain_squares)
        changed = {*moved, *checks, *filled}.intersection(self.cells)
        if changed:
            plain = dict(plain)
            for square in changed:
                plain[square] = self._square(square, square in moved, square in checks, filled)
        return "".join([self._squares_start(), *plain.values(), "</g>"])

    def _squares_start(self) -> str:
        return f'<g class="squares" stroke="{self.colors["border"]}" stroke-width="1.2">'

    def _plain_squares(self) -> dict[Square, str]:
        return {square: self._square(square, False, False, {}) for square in self.cells}

    def _square(
        self, square: Square, moved: bool, check: bool, filled: Mapping[Square, str]
    ) -> str:
        tone, name, path, void = self.cells[square]
        names, key = f"square {tone} {name}", f"square {tone}"
        if void:
            names += " void"
            key = "void"
        elif moved:
            key += " lastmove"
        if moved:
            names += " lastmove"
        if check:
            names += " check"
            key = "square check"
        color = self.colors[key]
        if square in filled:
            # A colour that a style sheet of the picture's own leaves alone.
            names += " filled" * (self.theme == "auto")
            color = filled[square]
        return f'<path class="{names}" d="{path}" fill="{color}" />'

    def _sector(self, cell: Cell) -> str:
        inner, outer, file = cell.inner * RIM, cell.outer * RIM, cell.file
        edges = [(outer, -0.5), (outer, 0.5), (inner, 0.5), (inner, -0.5)]
        corners = [self.geometry.point(radius, file + turn) for radius, turn in edges]
        return outline(corners, inner, outer, self.geometry.mirrored, 2)

    def citadels(
        self, moved: Collection[Square], checks: Collection[Square], filled: Mapping[Square, str]
    ) -> str:
        """The cells of the hub, where there are any."""
        if not self.data.citadels:
            return ""
        names = {cell.square for cell in self.geometry.citadels}
        key = (
            "citadels",
            frozenset(names.intersection(moved)),
            frozenset(names.intersection(checks)),
            tuple((square, filled[square]) for square in sorted(names.intersection(filled))),
        )
        return self.kept(
            key,
            lambda: markup(
                citadels(
                    self.geometry,
                    RIM,
                    self.colors,
                    filled=filled,
                    moved=moved,
                    checks=checks,
                    names=self.coordinates,
                )
            ),
        )

    # Layers, from the bottom up.

    def sheet(self) -> str:
        """The style sheet of a picture that goes by what its surroundings prefer."""
        if self.theme != "auto":
            return ""
        return self.kept("sheet", lambda: f"<style>{dark_sheet(self.prefix, self.given)}</style>")

    def lamp(self, turn: str) -> str:
        """The lamp that says who is to move, in the army's colour."""
        return self.kept(("lamp", turn), lambda: markup(self._lamp(turn)))

    def _lamp(self, turn: str) -> ET.Element:
        layer = ET.Element("g", {"class": "lamp"})
        if turn in self.letters:
            look = army_colors(turn, self.colors)
            place = self._lamp_place(self.letters.index(turn))
            lamp = {"class": f"to-move {turn}", **place, "fill": look.fill}
            lamp["stroke"] = self.outline(look)
            ET.SubElement(layer, "circle", {**lamp, "stroke-width": "2.5"})
        return layer

    def outline(self, look: ArmyColors) -> str:
        """The outline of a lamp or a band, which stand on the ground that the theme has."""
        return self.colors["coord"] if self.theme == "dark" else look.line

    def _lamp_place(self, _army: int) -> dict[str, str]:
        """In the middle."""
        small = self.data.centre == "null" or self.data.citadels
        return {"r": _n(self.geometry.radii[0] * RIM * (0.12 if small else 0.3))}

    def frame(self) -> str:
        """Margin, and hub or null centre."""
        return self.kept("frame", lambda: markup(self._frame()))

    def _frame(self) -> ET.Element:
        layer = ET.Element("g", {"class": "frame"})
        colors, edge = self.colors, self.edge
        self._background(layer)
        rim = {"class": "margin", "r": _n(edge), "fill": colors["margin"]}
        ET.SubElement(layer, "circle", {**rim, "stroke": colors["border"], "stroke-width": "3"})
        hub = self.geometry.radii[0] * RIM
        null = self.data.centre == "null"
        kind = {"class": "null-centre" if null else "hub", "r": _n(hub)}
        ET.SubElement(layer, "circle", {**kind, "fill": colors["null" if null else "hub"]})
        if null:
            self._null_lines(layer, hub)
        return layer

    def _background(self, layer: ET.Element) -> None:
        if self.colors["background"] == "none":
            return
        whole = {"x": _n(-self.edge - 4), "y": _n(-self.edge - 4)}
        whole |= {"width": _n(2 * self.edge + 8), "height": _n(2 * self.edge + 8)}
        whole |= {"class": "background", "fill": self.colors["background"]}
        ET.SubElement(layer, "rect", whole)

    def _null_lines(self, layer: ET.Element, hub: float) -> None:
        """Lines where pieces cross the centre: a star of all files."""
        lines: list[str] = []
        for file in range(1, self.data.files + 1):
            x, y = self.geometry.point(hub, file)
            u, v = self.geometry.point(hub * 0.12, file)
            lines.append(f"M{_n(u)} {_n(v)}L{_n(x)} {_n(y)}")
        stroke = {"stroke": self.colors["null line"], "fill": "none"}
        star = {"class": "null-lines", "d": "".join(lines), "stroke-width": "1.2"}
        ET.SubElement(layer, "path", {**star, **stroke})

    def void_lines(self) -> str:
        """A small cross in every void cell, so that it is told apart without colour."""
        return self.kept("voids", lambda: markup(self._void_lines()))

    def _void_lines(self) -> ET.Element:
        stroke = {"stroke": self.colors["void line"], "stroke-width": "2"}
        layer = ET.Element("g", {"class": "void-lines", **stroke})
        lettered = self._lettered_voids()
        for cell in self.geometry.cells:
            if cell.void and cell.square not in lettered:
                x, y = (value * RIM for value in cell.centre)
                arm = cell.radius * RIM * 0.3
                cross = (
                    f"M{_n(x - arm)} {_n(y - arm)}L{_n(x + arm)} {_n(y + arm)}"
                    f"M{_n(x + arm)} {_n(y - arm)}L{_n(x - arm)} {_n(y + arm)}"
                )
                ET.SubElement(layer, "path", {"d": cross})
        return layer

    def _lettered_voids(self) -> set[Square]:
        if not self.coordinates:
            return set()
        places = ring_letter_places(self.geometry, self.data, RIM, _PIECE_SHARE)
        return {place.cell.square for place in places if place.cell.void}

    def waters(self, bridged: frozenset[int]) -> str:
        """Moats, creeks and the seam, where there are any."""
        if not (self.data.moats or (self.data.seam == "open" and not self.flat)):
            return ""
        return self.kept(
            ("waters", bridged),
            lambda: markup(waters(self.grid(), self.data, bridged, self.colors)),
        )

    def rims(self) -> str:
        """The arrowheads of rims that meet."""
        if self.data.centre != "torus":
            return ""
        return self.kept(
            "rims", lambda: markup(meeting_rims(self.grid(), self.data.files, self.colors))
        )

    def grid(self) -> Grid:
        return round_grid(self.geometry, RIM)

    def names(self) -> str:
        """File numbers around the board and ring letters on it."""
        if not self.coordinates:
            return ""
        return self.kept("names", lambda: markup(self._coordinates()))

    def _coordinates(self) -> ET.Element:
        layer = ET.Element("g", {"class": "coordinates", "text-anchor": "middle"})
        width = 2 * math.sin(math.pi / self.data.files) * RIM
        # As large as the margin is broad beside the bands, whichever way the number lies in it:
        # half a digit is 0.32 of the font's size broad, and 0.37 high.
        half = 0.32 * len(self.data.square_at(1, self.data.files).file_name)
        reach = max(half, 0.37, (half + 0.37) / math.sqrt(2))
        room = (FRAME - RIM - _BROAD_BAND) / 2 - 1.5
        font = min(LARGEST_FONT, width * 0.5, room / reach)
        for file in range(1, self.data.files + 1):
            x, y = self.geometry.point((RIM + _BROAD_BAND + FRAME) / 2, file)
            name = self.data.square_at(1, file).file_name
            names = {"class": f"coord file-{name}", "fill": self.colors["coord"]}
            write_text(layer, name, x, y, font, names)
        for place in ring_letter_places(self.geometry, self.data, RIM, _PIECE_SHARE):
            letter = place.cell.square.ring_name
            names = {"class": f"coord ring-{letter} inside", "fill": self.colors["ring letter"]}
            if place.cell.void:
                names["fill"] = self.colors["void"]
                self._plate(layer, place.cell)
                x, y = (value * RIM for value in place.cell.centre)
                write_text(layer, letter, x, y, place.size, {**names, "font-weight": "700"})
                continue
            write_text(layer, letter, place.x, place.y, place.size, {**names, "font-weight": "700"})
        return layer

    def _plate(self, layer: ET.Element, cell: Cell) -> None:
        """A light ground for a letter in a void cell."""
        plate = {"class": "plate", "fill": self.colors["margin"]}
        ET.SubElement(layer, "circle", {**plate, **circle(cell, cell.radius * RIM * 0.7)})

    def seats(self, turn: str, alive: frozenset[str]) -> str:
        """A band along each army's start files; the army to move has the broad one."""
        return self.kept(("seats", turn, alive), lambda: markup(self._seats(turn, alive)))

    def _seats(self, turn: str, alive: frozenset[str], /) -> ET.Element:
        layer = ET.Element("g", {"class": "seats"})
        spans = [_span(army, self.data.files) for army in self.data.armies]
        if sum(map(len, spans)) > len(set().union(*spans)):
            return layer  # armies share files: bands would cover each other
        for army, span in zip(self.data.armies, spans, strict=True):
            colors, moving = army_colors(army.letter, self.colors), army.letter == turn
            inner, outer = RIM + 2, RIM + (_BROAD_BAND if moving else _NARROW_BAND)
            ends = [
                (outer, -0.5),
                (outer, len(span) - 0.5),
                (inner, len(span) - 0.5),
                (inner, -0.5),
            ]
            corners = [self.geometry.point(radius, span[0] + turning) for radius, turning in ends]
            large = 2 * len(span) > self.data.files
            path = outline(corners, inner, outer, self.geometry.mirrored, 2)
            band = {"class": f"seat {army.letter}" + (" turn" if moving else "")}
            band["d"] = path.replace(" 0 0 ", " 0 1 ") if large else path
            band |= {"fill": colors.fill, "stroke": self.outline(colors), "stroke-width": "1.2"}
            if army.letter not in alive:
                band["opacity"] = "0.35"
            ET.SubElement(layer, "path", band)
        return layer

    def arrow(self, arrow: Arrow) -> str:
        return markup(draw_arrow(arrow, self.geometry, RIM, self.colors))

    # Pieces.

    def symbol_name(self, piece: Piece, inert: bool) -> str:
        """The id of a piece's drawing."""
        return f"{self.prefix}{'-inert' * inert}-{piece.army}{piece.letter}"

    def symbol(self, piece: Piece, inert: bool) -> str:
        """The drawing of a piece, to be used any number of times."""
        return self.kept(
            ("symbol", piece.army, piece.letter, inert),
            lambda: markup(
                made_symbol(
                    piece,
                    self.data,
                    self.own,
                    self.colors,
                    self.symbol_name(piece, inert),
                    inert=inert,
                    mirrored=self.geometry.mirrored,
                )
            ),
        )

    def piece(self, square: Square, piece: Piece, inert: bool) -> str:
        """A piece on its square."""
        return self.kept(
            (square, piece.army, piece.letter, inert), lambda: self._piece(square, piece, inert)
        )

    def _piece(self, square: Square, piece: Piece, inert: bool) -> str:
        x, y, side = self.box(square)
        names = f"{self.piece_names(piece, inert)} on-{square}"
        return (
            f'<use class="{names}" href="#{self.symbol_name(piece, inert)}" x="{x}" y="{y}" '
            f'width="{side}" height="{side}" />'
        )

    def piece_names(self, piece: Piece, inert: bool) -> str:
        """The classes of a piece wherever it stands."""
        return f"{piece_class(piece)}{' inert' * inert}"

    def box(self, square: Square) -> tuple[str, str, str]:
        """Left, top and side of the box of a piece on a square."""
        cell = self.geometry[square]
        # In a wide citadel no larger than on the board.
        side = 2 * min(cell.radius, self.geometry.cells[-1].radius) * RIM * _PIECE_SHARE
        x, y = (value * RIM - side / 2 for value in cell.centre)
        return _n(x), _n(y), _n(side)


class _Same:
    """A variant's data as a key: equal only to itself."""

    __slots__ = ("data", "kind")

    def __init__(self, data: VariantData, kind: type[Stage]) -> None:
        self.data, self.kind = data, kind

    def __hash__(self) -> int:
        return hash((id(self.data), self.kind))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.data is self.data and other.kind is self.kind


def kept_stage(
    kind: type[Stage],
    data: VariantData,
    seat: str | None,
    mirrored: bool,
    colors: Mapping[str, str],
    own: Mapping[str, str],
    coordinates: bool,
    theme: Theme,
) -> Stage:
    """The stage for these; the one of before where nothing differs."""
    given = tuple(sorted(colors.items())), tuple(sorted(own.items()))
    return _made_stage(_Same(data, kind), seat, mirrored, *given, coordinates, theme)


@lru_cache(maxsize=_STAGES)
def _made_stage(
    same: _Same,
    seat: str | None,
    mirrored: bool,
    colors: tuple[tuple[str, str], ...],
    own: tuple[tuple[str, str], ...],
    coordinates: bool,
    theme: Theme,
) -> Stage:
    return same.kind(same.data, seat, mirrored, dict(colors), dict(own), coordinates, theme)


def markup(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


def write_text(
    layer: ET.Element, text: str, x: float, y: float, font: float, names: dict[str, str]
) -> None:
    # Digits and lower-case letters look centred when lowered by about a third of their size.
    place = {"x": _n(x), "y": _n(y + font * 0.35), "font-size": _n(font)}
    ET.SubElement(layer, "text", {**names, **place}).text = text


def made_symbol(
    piece: Piece,
    data: VariantData,
    own: Mapping[str, str],
    merged: Mapping[str, str],
    name: str,
    *,
    inert: bool = False,
    mirrored: bool = False,
) -> ET.Element:
    """The `<symbol>` of a piece, in the colours of its army or of men that are out of the game."""
    names = {army.name.lower() for army in data.armies}
    colors = army_colors(piece.army, merged)
    if inert:
        colors = ArmyColors(merged["inert"], merged["inert line"], merged["inert detail"])
    marked = len(data.armies) > 2 or names != {"white", "black"}
    element = symbol(
        piece.army, piece.letter, own, colors, data, name=name, marked=marked, mirrored=mirrored
    )
    if inert:
        # Also drawings that bring colours of their own grow pale.
        element[0].set("opacity", "0.8")
    return element


def symbol_prefix(
    data: VariantData,
    merged: Mapping[str, str],
    own: Mapping[str, str],
    mirrored: bool,
    theme: Theme,
) -> str:
    """Equal for pictures whose symbols are equal: several can share a page."""
    kinds = sorted((kind.letter, kind.name, kind.betza) for kind in data.pieces.values())
    turned = mirrored and data.direction_of == "piece"
    parts = (data.id, sorted(merged.items()), sorted(own.items()), kinds, turned, theme == "auto")
    text = repr(parts)
    return "cc" + hashlib.blake2s(text.encode("utf-8", "replace"), digest_size=4).hexdigest()


def piece_class(piece: Piece) -> str:
    """The classes of a piece: its army and kind, and whether it goes outward."""
    outbound = " outbound" if piece.letter == "O" else ""
    return f"piece {piece.army} {piece.type.name.lower()}{outbound}"


def circle(cell: Cell, radius: float) -> dict[str, str]:
    x, y = cell.centre
    return {"cx": _n(x * RIM), "cy": _n(y * RIM), "r": _n(radius)}


def _span(army: Army, files: int) -> list[int]:
    first, length = arc((square.file for square in army.start), files, 1)
    return [(first - 1 + step) % files + 1 for step in range(length)]


def _n(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"

"""The layers of a picture, from the frame up to the arrows."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, UnknownArmyError, shorten
from ...geometry import Cell, Geometry, arc, data_of, geometry, outline
from ...values.move import Move
from ...values.piece import Piece
from ...values.square import Square
from ...variant import Army, Variant, VariantData
from ..text import draw_text
from ._arrows import Arrow, ArrowLike, draw_arrow, to_arrow
from ._colors import ArmyColors, army_colors, check_color, merge
from ._drawings import check_pieces, symbol
from ._features import Grid, citadels, meeting_rims, round_grid, told, waters
from ._png import check_size

__all__ = ["Drawable", "Picture", "Svg", "piece_picture"]

#: Radius of the rim, of the frame with and without coordinates, in units of the picture.
_RIM: Final = 440.0
_FRAME: Final = 492.0
_NARROW_FRAME: Final = 456.0
#: How far the bands of the seats reach beyond the rim: the army to move has the broad one.
_BROAD_BAND: Final = 12
_NARROW_BAND: Final = 7
#: Share of the largest circle in a cell that a piece's box fills.
_PIECE_SHARE: Final = 0.94
_FONT: Final = "'DejaVu Sans', Verdana, Arial, Helvetica, sans-serif"
#: What no XML text may hold, not even escaped.
_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """An SVG text that a notebook shows as a picture.

    >>> from circularchess import Board, svg
    >>> picture = svg.board(Board("circular"))
    >>> isinstance(picture, Svg), picture[:4]
    (True, '<svg')
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Drawable(Protocol):
    """What is needed of a board to draw it; a `Board` has it all.

    Where a board also has `setup()`, as a `Board` has, its `bridged` moats and `inert` armies are
    drawn as such.

    >>> from types import SimpleNamespace
    >>> from circularchess import Piece, Square, Variant, svg
    >>> pieces = {Square("a1"): Piece.from_symbol("wK")}
    >>> diagram = SimpleNamespace(
    ...     variant=Variant.load("circular"), turn="w", piece_map=lambda: pieces
    ... )
    >>> svg.board(diagram)[:4]
    '<svg'
    """

    @property
    def variant(self) -> Variant:
        """The board's shape and its armies."""

    @property
    def turn(self) -> str:
        """Letter of the army to move."""

    def piece_map(self) -> Mapping[Square, Piece]:
        """All pieces by square."""


class Picture:
    """What all layers of one picture share."""

    flat = False

    def __init__(
        self,
        board: Drawable,
        orientation: str | None,
        mirrored: bool,
        colors: Mapping[str, str] | None,
        pieces: Mapping[str, str] | None,
        coordinates: bool,
    ) -> None:
        if not all(hasattr(board, name) for name in ("variant", "turn", "piece_map")):
            raise TypeError(f"not a board: {shorten(board)}")
        self.variant = board.variant
        self.data = data_of(self.variant)
        self.geometry: Geometry = geometry(self.data, seat=orientation, mirrored=mirrored)
        self.colors = merge({} if colors is None else colors, self.data)
        letters = [army.letter for army in self.data.armies]
        self.own = check_pieces(pieces, letters)
        self.coordinates = bool(coordinates)
        self.pieces = {
            self.data.read_square(square): piece for square, piece in board.piece_map().items()
        }
        for square, piece in self.pieces.items():
            self.geometry[square]
            if not isinstance(piece, Piece):
                raise TypeError(f"not a piece on {square}: {shorten(piece)}")
            if piece.army not in letters:
                raise UnknownArmyError(f"no army {shorten(piece.army)} for the piece on {square}")
        self.turn = board.turn
        setup = board.setup() if callable(getattr(board, "setup", None)) else None  # type: ignore[attr-defined]
        self.bridged = frozenset(getattr(setup, "bridged", ()))
        self.inert = frozenset(getattr(setup, "inert", ()))

    def draw(
        self,
        last_move: Move | None,
        check: str | Iterable[str] | None,
        arrows: Iterable[ArrowLike],
        fill: Mapping[str, str] | None,
        squares: Iterable[str],
        size: float | None,
        style: str | None,
    ) -> Svg:
        if last_move is not None and not isinstance(last_move, Move):
            raise CircularChessError(f"last_move is not a move: {shorten(last_move)}")
        if style is not None and not isinstance(style, str):
            raise CircularChessError(f"style is not a style sheet: {shorten(style)}")
        if style and _UNWRITABLE.search(style):
            raise CircularChessError(f"style has a character that XML forbids: {shorten(style)}")
        if fill is not None and not isinstance(fill, Mapping):
            raise CircularChessError(f"fill is not a mapping: {shorten(fill)}")
        moved = self._squares(() if last_move is None else _ends(last_move), "last_move")
        checks = self._squares([check] if isinstance(check, str) else check or (), "check")
        marks = self._squares(squares, "squares")
        filled = {
            self.geometry[square].square: check_color(color, f"square {square}")
            for square, color in (fill or {}).items()
        }
        lines = [to_arrow(item) for item in _listed(arrows, "arrows")]

        edge = (_FRAME if self.coordinates else _NARROW_FRAME) + 4
        root = _root(f"{-edge:g} {-edge:g} {2 * edge:g} {2 * edge:g}", size)
        root.set("font-family", _FONT)
        ET.SubElement(root, "title").text = _UNWRITABLE.sub("\ufffd", self.data.name)
        ET.SubElement(root, "desc").text = self._text()
        root.append(self._defs())
        if style:
            ET.SubElement(root, "style").text = style
        root.append(self._frame())
        root.append(self._squares_layer(moved, checks, filled))
        if self.data.citadels:
            root.append(self._citadels(moved, checks, filled))
        root.append(self._void_lines())
        if self.data.moats or (self.data.seam == "open" and not self.flat):
            root.append(waters(self._grid(), self.data, self.bridged, self.colors))
        if self.coordinates:
            root.append(self._coordinates())
        root.append(self._seats())
        if self.data.centre == "torus":
            root.append(meeting_rims(self._grid(), self.data.files, self.colors))
        root.append(self._marks(marks, checks))
        root.append(self._pieces())
        layer = ET.SubElement(root, "g", {"class": "arrows"})
        layer.extend([self._arrow(line) for line in lines])
        return _write(root)

    def _squares(self, names: Iterable[str], where: str) -> set[Square]:
        return {self.geometry[name].square for name in _listed(names, where)}

    def _text(self) -> str:
        name = next((a.name for a in self.data.armies if a.letter == self.turn), self.turn)
        lines = told(self.data, self.bridged, self.inert)
        return "\n".join([draw_text(self.pieces, self.variant), *lines, f"{name} to move"])

    def _arrow(self, arrow: Arrow) -> ET.Element:
        return draw_arrow(arrow, self.geometry, _RIM, self.colors)

    # Layers, from the bottom up.

    def _defs(self) -> ET.Element:
        defs = ET.Element("defs")
        self.prefix = _prefix(self.data, self.colors, self.own, self.geometry.mirrored)
        drawn: set[str] = set()
        for _, piece in sorted(self.pieces.items()):
            name = self._name(piece)
            if name not in drawn:
                drawn.add(name)
                defs.append(
                    _symbol(
                        piece,
                        self.data,
                        self.own,
                        self.colors,
                        name,
                        inert=piece.army in self.inert,
                        mirrored=self.geometry.mirrored,
                    )
                )
        return defs

    def _name(self, piece: Piece) -> str:
        inert = "-inert" if piece.army in self.inert else ""
        return f"{self.prefix}{inert}-{piece.army}{piece.letter}"

    def _frame(self) -> ET.Element:
        layer = ET.Element("g", {"class": "frame"})
        colors, edge = self.colors, _FRAME if self.coordinates else _NARROW_FRAME
        if colors["background"] != "none":
            whole = {"x": _n(-edge - 4), "y": _n(-edge - 4)}
            whole |= {"width": _n(2 * edge + 8), "height": _n(2 * edge + 8)}
            whole |= {"class": "background", "fill": colors["background"]}
            ET.SubElement(layer, "rect", whole)
        rim = {"class": "margin", "r": _n(edge), "fill": colors["margin"]}
        ET.SubElement(layer, "circle", {**rim, "stroke": colors["border"], "stroke-width": "3"})
        hub = self.geometry.radii[0] * _RIM
        null = self.data.centre == "null"
        kind = {"class": "null-centre" if null else "hub", "r": _n(hub)}
        ET.SubElement(layer, "circle", {**kind, "fill": colors["null" if null else "hub"]})
        if null:
            self._null_lines(layer, hub)
        if any(army.letter == self.turn for army in self.data.armies):
            # A lamp in the army's colour in the middle says who is to move.
            turn = army_colors(self.turn, colors)
            small = null or self.data.citadels
            lamp = {"class": f"to-move {self.turn}", "r": _n(hub * (0.12 if small else 0.3))}
            lamp |= {"fill": turn.fill, "stroke": turn.line, "stroke-width": "2.5"}
            ET.SubElement(layer, "circle", lamp)
        return layer

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

    def _squares_layer(
        self, moved: set[Square], checks: set[Square], filled: Mapping[Square, str]
    ) -> ET.Element:
        stroke = {"stroke": self.colors["border"], "stroke-width": "1.2"}
        layer = ET.Element("g", {"class": "squares", **stroke})
        for cell in self.geometry.cells:
            square, tone = cell.square, "light" if cell.light else "dark"
            names, key = ["square", tone, str(square)], f"square {tone}"
            if cell.void:
                names.append("void")
                key = "void"
            elif square in moved:
                key += " lastmove"
            if square in moved:
                names.append("lastmove")
            if square in checks:
                names.append("check")
                key = "square check"
            color = filled.get(square, self.colors[key])
            path = {"class": " ".join(names), "d": self._sector(cell), "fill": color}
            ET.SubElement(layer, "path", path)
        return layer

    def _sector(self, cell: Cell) -> str:
        inner, outer, file = cell.inner * _RIM, cell.outer * _RIM, cell.file
        edges = [(outer, -0.5), (outer, 0.5), (inner, 0.5), (inner, -0.5)]
        corners = [self.geometry.point(radius, file + turn) for radius, turn in edges]
        return outline(corners, inner, outer, self.geometry.mirrored, 2)

    def _citadels(
        self, moved: set[Square], checks: set[Square], filled: Mapping[Square, str]
    ) -> ET.Element:
        return citadels(
            self.geometry,
            _RIM,
            self.colors,
            filled=filled,
            moved=moved,
            checks=checks,
            names=self.coordinates,
        )

    def _grid(self) -> Grid:
        return round_grid(self.geometry, _RIM)

    def _void_lines(self) -> ET.Element:
        """A small cross in every void cell, so that it is told apart without colour."""
        stroke = {"stroke": self.colors["void line"], "stroke-width": "2"}
        layer = ET.Element("g", {"class": "void-lines", **stroke})
        lettered = self._letter_file() if self.coordinates else 0
        for cell in self.geometry.cells:
            if cell.void and cell.file != lettered:
                x, y = (value * _RIM for value in cell.centre)
                arm = cell.radius * _RIM * 0.3
                cross = (
                    f"M{_n(x - arm)} {_n(y - arm)}L{_n(x + arm)} {_n(y + arm)}"
                    f"M{_n(x + arm)} {_n(y - arm)}L{_n(x - arm)} {_n(y + arm)}"
                )
                ET.SubElement(layer, "path", {"d": cross})
        return layer

    def _coordinates(self) -> ET.Element:
        layer = ET.Element("g", {"class": "coordinates", "text-anchor": "middle"})
        width = 2 * math.sin(math.pi / self.data.files) * _RIM
        font = min(24.0, width * 0.5)
        for file in range(1, self.data.files + 1):
            x, y = self.geometry.point((_RIM + _BROAD_BAND + _FRAME) / 2, file)
            name = self.data.square_at(1, file).file_name
            names = {"class": f"coord file-{name}", "fill": self.colors["coord"]}
            _write_text(layer, name, x, y, font, names)
        self._ring_letters(layer)
        return layer

    def _letter_file(self) -> int:
        """The file whose cells show the ring letters.

        Near the bottom, to the right of it, and free at the start if there is such a file.
        """
        files = self.data.files
        taken = {square.file for army in self.data.armies for square in army.start}
        half = 180 / files
        column = min(
            (c for c in self.geometry.cells[:files] if len(taken) == files or c.file not in taken),
            key=lambda cell: (abs(cell.angle + half - 180), -cell.angle),
        )
        return column.file

    def _ring_letters(self, layer: ET.Element) -> None:
        """In the inner corners of the cells of one file."""
        file = self._letter_file()
        for ring in range(1, self.data.rings + 1):
            cell = self.geometry.cells[(ring - 1) * self.data.files + file - 1]
            edge = math.radians(cell.angle + 180 / self.data.files)
            # Beside a piece in a narrow cell it must do with the corner that the piece leaves.
            narrow = math.hypot(*cell.centre) * math.sin(math.pi / self.data.files)
            tight = cell.square in self.pieces and narrow < 1.6 * cell.radius
            room = 0.5 if tight else 0.8
            font = min(20.0, cell.radius * _RIM * room)
            away, aside = cell.inner * _RIM + font * 0.7, font * (0.55 if tight else 0.7)
            x = away * math.sin(edge) - aside * math.cos(edge)
            y = -away * math.cos(edge) - aside * math.sin(edge)
            if cell.void:
                x, y = (value * _RIM for value in cell.centre)
            letter = cell.square.ring_name
            names = {"class": f"coord ring-{letter}", "fill": self.colors["ring letter"]}
            _write_text(layer, letter, x, y, font, {**names, "font-weight": "700"})

    def _seats(self) -> ET.Element:
        """A band along each army's start files; the army to move has the broad one."""
        layer = ET.Element("g", {"class": "seats"})
        spans = [_span(army, self.data.files) for army in self.data.armies]
        if sum(map(len, spans)) > len(set().union(*spans)):
            return layer  # armies share files: bands would cover each other
        alive = {piece.army for piece in self.pieces.values()}
        for army, span in zip(self.data.armies, spans, strict=True):
            colors, moving = army_colors(army.letter, self.colors), army.letter == self.turn
            inner, outer = _RIM + 2, _RIM + (_BROAD_BAND if moving else _NARROW_BAND)
            ends = [
                (outer, -0.5),
                (outer, len(span) - 0.5),
                (inner, len(span) - 0.5),
                (inner, -0.5),
            ]
            corners = [self.geometry.point(radius, span[0] + turn) for radius, turn in ends]
            large = 2 * len(span) > self.data.files
            path = outline(corners, inner, outer, self.geometry.mirrored, 2)
            band = {"class": f"seat {army.letter}" + (" turn" if moving else "")}
            band["d"] = path.replace(" 0 0 ", " 0 1 ") if large else path
            band |= {"fill": colors.fill, "stroke": colors.line, "stroke-width": "1.2"}
            if army.letter not in alive:
                band["opacity"] = "0.35"
            ET.SubElement(layer, "path", band)
        return layer

    def _marks(self, marks: set[Square], checks: set[Square]) -> ET.Element:
        layer = ET.Element("g", {"class": "marks"})
        for square in sorted(checks):
            cell = self.geometry[square]
            ring = {"class": "in-check", "fill": "none", "stroke": self.colors["check"]}
            width = cell.radius * _RIM * 0.12
            ring |= _circle(cell, cell.radius * _RIM - width / 2)
            ET.SubElement(layer, "circle", {**ring, "stroke-width": _n(width)})
        for square in sorted(marks):
            cell, color = self.geometry[square], self.colors["mark"]
            if square in self.pieces:
                width = cell.radius * _RIM * 0.14
                ring = _circle(cell, cell.radius * _RIM - width / 2)
                ring |= {"fill": "none", "stroke": color, "stroke-width": _n(width)}
            else:
                ring = _circle(cell, cell.radius * _RIM * 0.28) | {"fill": color}
            ET.SubElement(layer, "circle", {"class": f"mark {square}", **ring, "opacity": "0.75"})
        return layer

    def _pieces(self) -> ET.Element:
        layer = ET.Element("g", {"class": "pieces"})
        for square, piece in sorted(self.pieces.items()):
            cell = self.geometry[square]
            # In a wide citadel no larger than on the board.
            side = 2 * min(cell.radius, self.geometry.cells[-1].radius) * _RIM * _PIECE_SHARE
            x, y = (value * _RIM - side / 2 for value in cell.centre)
            box = {"x": _n(x), "y": _n(y), "width": _n(side), "height": _n(side)}
            inert = " inert" if piece.army in self.inert else ""
            names = f"{_piece_class(piece)}{inert} on-{square}"
            ET.SubElement(layer, "use", {"class": names, "href": f"#{self._name(piece)}", **box})
        return layer


def _root(view_box: str, size: object) -> ET.Element:
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": view_box})
    pixels = check_size(size)
    if pixels is not None:
        root.set("width", f"{pixels:.9g}")
        root.set("height", f"{pixels:.9g}")
    root.set("role", "img")
    return root


def _write(root: ET.Element) -> Svg:
    return Svg(ET.tostring(root, encoding="unicode"))


def _write_text(
    layer: ET.Element, text: str, x: float, y: float, font: float, names: dict[str, str]
) -> None:
    # Digits and lower-case letters look centred when lowered by about a third of their size.
    place = {"x": _n(x), "y": _n(y + font * 0.35), "font-size": _n(font)}
    ET.SubElement(layer, "text", {**names, **place}).text = text


def _symbol(
    piece: Piece,
    data: VariantData,
    own: Mapping[str, str],
    merged: Mapping[str, str],
    name: str,
    *,
    inert: bool = False,
    mirrored: bool = False,
) -> ET.Element:
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


def _prefix(
    data: VariantData, merged: Mapping[str, str], own: Mapping[str, str], mirrored: bool = False
) -> str:
    """Equal for pictures whose symbols are equal: several can share a page."""
    kinds = sorted((kind.letter, kind.name, kind.betza) for kind in data.pieces.values())
    turned = mirrored and data.direction_of == "piece"
    text = repr((data.id, sorted(merged.items()), sorted(own.items()), kinds, turned))
    return "cc" + hashlib.blake2s(text.encode("utf-8", "replace"), digest_size=4).hexdigest()


def _piece_class(piece: Piece) -> str:
    outbound = " outbound" if piece.letter == "O" else ""
    return f"piece {piece.army} {piece.type.name.lower()}{outbound}"


def _ends(move: Move) -> tuple[Square, Square]:
    return move.from_square, move.to_square


def _listed(items: Any, where: str) -> list[Any]:
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise CircularChessError(f"{where} is not a list: {shorten(items)}")
    return list(items)


def _span(army: Army, files: int) -> list[int]:
    first, length = arc((square.file for square in army.start), files, 1)
    return [(first - 1 + step) % files + 1 for step in range(length)]


def _circle(cell: Cell, radius: float) -> dict[str, str]:
    x, y = cell.centre
    return {"cx": _n(x * _RIM), "cy": _n(y * _RIM), "r": _n(radius)}


def _n(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"


def piece_picture(
    piece: Piece,
    variant: Variant,
    size: float | None,
    colors: Mapping[str, str] | None,
    pieces: Mapping[str, str] | None,
) -> Svg:
    """The picture of one piece."""
    if not isinstance(piece, Piece):
        raise TypeError(f"not a piece: {shorten(piece)}")
    data = data_of(variant)
    merged = merge({} if colors is None else colors, data)
    letters = [army.letter for army in data.armies]
    if piece.army not in letters:
        raise UnknownArmyError(f"no army {shorten(piece.army)} in {data.id}")
    own = check_pieces(pieces, letters)
    prefix = _prefix(data, merged, own)
    root = _root("0 0 100 100", size)
    name = f"{prefix}-{piece.army}{piece.letter}"
    defs = ET.SubElement(root, "defs")
    defs.append(_symbol(piece, data, own, merged, name))
    whole = {"href": f"#{name}", "x": "0", "y": "0", "width": "100", "height": "100"}
    ET.SubElement(root, "use", {"class": _piece_class(piece), **whole})
    return _write(root)

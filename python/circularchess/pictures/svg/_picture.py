"""A position drawn on the stage of its board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final, NamedTuple, Protocol
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, UnknownArmyError, shorten
from ...geometry import data_of, seat_of
from ...values.move import Move
from ...values.piece import Piece
from ...values.square import Square
from ...variant import Variant
from ..text import draw_text
from ._arrows import Arrow, ArrowLike, to_arrow
from ._colors import Theme, check_color, check_colors, merge
from ._drawings import check_pieces
from ._features import told
from ._png import check_size
from ._stage import (
    RIM,
    Stage,
    circle,
    kept_stage,
    made_symbol,
    markup,
    piece_class,
    symbol_prefix,
)

__all__ = ["Drawable", "Marked", "Picture", "Svg", "listed", "piece_picture"]

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


class Marked(NamedTuple):
    """What a picture shows besides a position."""

    moved: set[Square]
    checks: set[Square]
    targets: set[Square]
    filled: dict[Square, str]
    arrows: list[Arrow]
    style: str


class Picture:
    """A position to draw, and the stage it is drawn on."""

    def __init__(
        self,
        board: Drawable | Variant,
        kind: type[Stage],
        orientation: str | None,
        mirrored: bool,
        colors: Mapping[str, str] | None,
        pieces: Mapping[str, str] | None,
        coordinates: bool,
        theme: Theme,
    ) -> None:
        shown: Any = board
        self.empty = isinstance(board, Variant)
        if isinstance(board, Variant):
            self.variant, self.turn = board, ""
        elif all(hasattr(board, name) for name in ("variant", "turn", "piece_map")):
            self.variant, self.turn = board.variant, board.turn
        else:
            raise TypeError(f"not a board: {shorten(board)}")
        data = data_of(self.variant)
        given = check_colors({} if colors is None else colors, data)
        letters = [army.letter for army in data.armies]
        own = check_pieces(pieces, letters)
        seat = seat_of(data, orientation).letter
        self.stage = kept_stage(
            kind, data, seat, bool(mirrored), given, own, bool(coordinates), theme
        )
        self.pieces: dict[Square, Piece] = {}
        placed = {} if isinstance(board, Variant) else board.piece_map()
        for name, piece in placed.items():
            square = data.read_square(name)
            if square not in self.stage.cells:
                self.stage.geometry[square]
            if not isinstance(piece, Piece):
                raise TypeError(f"not a piece on {square}: {shorten(piece)}")
            if piece.army not in letters:
                raise UnknownArmyError(f"no army {shorten(piece.army)} for the piece on {square}")
            self.pieces[square] = piece
        setup = shown.setup() if callable(getattr(shown, "setup", None)) else None
        self.bridged = frozenset(getattr(setup, "bridged", ()))
        self.inert = frozenset(getattr(setup, "inert", ()))

    def marked(
        self,
        last_move: Move | None,
        check: str | Iterable[str] | None,
        arrows: Iterable[ArrowLike],
        fill: Mapping[str, str] | None,
        squares: Iterable[str] | None,
        style: str | None,
    ) -> Marked:
        """What is to be marked, checked. Raises `ValueError`."""
        if last_move is not None and not isinstance(last_move, Move):
            raise CircularChessError(f"last_move is not a move: {shorten(last_move)}")
        if style is not None and not isinstance(style, str):
            raise CircularChessError(f"style is not a style sheet: {shorten(style)}")
        if style and _UNWRITABLE.search(style):
            raise CircularChessError(f"style has a character that XML forbids: {shorten(style)}")
        if fill is not None and not isinstance(fill, Mapping):
            raise CircularChessError(f"fill is not a mapping: {shorten(fill)}")
        return Marked(
            self._squares(() if last_move is None else _ends(last_move), "last_move"),
            self._squares([check] if isinstance(check, str) else check or (), "check"),
            self._squares(() if squares is None else squares, "squares"),
            {
                self.stage.geometry[square].square: check_color(color, f"square {square}")
                for square, color in (fill or {}).items()
            },
            [to_arrow(item) for item in listed(arrows, "arrows")],
            style or "",
        )

    def draw(self, marked: Marked, size: float | None) -> Svg:
        defs = f"<defs>{''.join(self.symbols().values())}</defs>"
        layers = self.layers(marked).values()
        return Svg("".join((self.start(size), defs, self.sheets(marked), *layers, "</svg>")))

    def start(self, size: float | None) -> str:
        """The picture up to its definitions."""
        stage = self.stage
        edge = stage.edge + 4
        return "".join(
            (
                _start(
                    f"{-edge:g} {-edge:g} {2 * edge:g} {2 * edge:g}",
                    size,
                    f' font-family="{_FONT}"',
                    f' class="{stage.prefix}"' if stage.theme == "auto" else "",
                ),
                f"<title>{escape(_UNWRITABLE.sub(chr(0xFFFD), stage.data.name))}</title>",
                f"<desc>{escape(self._text(), quote=False)}</desc>",
            )
        )

    def sheets(self, marked: Marked) -> str:
        """The style sheets: the picture's own, and after it the caller's."""
        given = f"<style>{escape(marked.style, quote=False)}</style>" if marked.style else ""
        return self.stage.sheet() + given

    def layers(self, marked: Marked) -> dict[str, str]:
        """All layers by the class of their group, from the bottom up; empty if there is none."""
        stage = self.stage
        alive = frozenset([piece.army for piece in self.pieces.values()])
        if self.empty:
            alive = frozenset(stage.letters)
        men = [
            stage.piece(square, piece, piece.army in self.inert)
            for square, piece in sorted(self.pieces.items())
        ]
        return {
            "frame": stage.frame(),
            "lamp": stage.lamp(self.turn),
            "squares": stage.squares(marked.moved, marked.checks, marked.filled),
            "citadels": stage.citadels(marked.moved, marked.checks, marked.filled),
            "void-lines": stage.void_lines(),
            "waters": stage.waters(self.bridged),
            "coordinates": stage.names(),
            "seats": stage.seats(self.turn, alive),
            "meeting-rims": stage.rims(),
            "marks": self._marks(marked.targets, marked.checks),
            "pieces": f'<g class="pieces">{"".join(men)}</g>',
            "arrows": f'<g class="arrows">{"".join(map(stage.arrow, marked.arrows))}</g>',
        }

    def _squares(self, names: Iterable[str], where: str) -> set[Square]:
        return {self.stage.geometry[name].square for name in listed(names, where)}

    def _text(self) -> str:
        data = self.stage.data
        lines = told(data, self.bridged, self.inert)
        if self.turn:
            name = next((a.name for a in data.armies if a.letter == self.turn), self.turn)
            lines.append(f"{name} to move")
        return "\n".join([draw_text(self.pieces, self.variant), *lines])

    def symbols(self) -> dict[str, str]:
        """The drawings that the pieces are, by their names."""
        stage = self.stage
        kinds = {(piece.army, piece.letter): piece for _, piece in sorted(self.pieces.items())}
        found = {}
        for piece in kinds.values():
            inert = piece.army in self.inert
            found[stage.symbol_name(piece, inert)] = stage.symbol(piece, inert)
        return found

    def _marks(self, marks: set[Square], checks: set[Square]) -> str:
        layer = ET.Element("g", {"class": "marks"})
        stage = self.stage
        for square in sorted(checks):
            cell = stage.geometry[square]
            ring = {"class": "in-check", "fill": "none", "stroke": stage.colors["check"]}
            width = cell.radius * RIM * 0.12
            ring |= circle(cell, cell.radius * RIM - width / 2)
            ET.SubElement(layer, "circle", {**ring, "stroke-width": _n(width)})
        for square in sorted(marks):
            cell, color = stage.geometry[square], stage.colors["mark"]
            if square in self.pieces:
                width = cell.radius * RIM * 0.14
                ring = circle(cell, cell.radius * RIM - width / 2)
                ring |= {"fill": "none", "stroke": color, "stroke-width": _n(width)}
            else:
                ring = circle(cell, cell.radius * RIM * 0.28) | {"fill": color}
            ET.SubElement(layer, "circle", {"class": f"mark {square}", **ring, "opacity": "0.75"})
        return markup(layer)


def _start(view_box: str, size: object, *attributes: str) -> str:
    pixels = check_size(size)
    sizes = "" if pixels is None else f' width="{pixels:.9g}" height="{pixels:.9g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}"{sizes} role="img"'
        f"{''.join(attributes)}>"
    )


def _ends(move: Move) -> tuple[Square, Square]:
    return move.from_square, move.to_square


def listed(items: Any, where: str) -> list[Any]:
    """The items of anything that is no text. Raises `ValueError`."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise CircularChessError(f"{where} is not a list: {shorten(items)}")
    return list(items)


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
    name = f"{symbol_prefix(data, merged, own, False, 'light')}-{piece.army}{piece.letter}"
    drawing = made_symbol(piece, data, own, merged, name)
    # The whole box, of which a drawing on a board fills its square.
    x, y, width, height = str(drawing.get("viewBox")).split()
    return Svg(
        f"{_start('0 0 100 100', size)}<defs>{markup(drawing)}</defs>"
        f'<use class="{piece_class(piece)}" href="#{name}" x="{x}" y="{y}" width="{width}" '
        f'height="{height}" /></svg>'
    )

"""A position drawn on the stage of its board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final, Protocol
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, UnknownArmyError, shorten
from ...geometry import data_of, seat_of
from ...values.move import Move
from ...values.piece import Piece
from ...values.square import Square
from ...variant import Variant
from ..text import draw_text
from ._arrows import ArrowLike, to_arrow
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

__all__ = ["Drawable", "Picture", "Svg", "piece_picture"]

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

    def draw(
        self,
        last_move: Move | None,
        check: str | Iterable[str] | None,
        arrows: Iterable[ArrowLike],
        fill: Mapping[str, str] | None,
        squares: Iterable[str] | None,
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
        marks = self._squares(() if squares is None else squares, "squares")
        stage = self.stage
        filled = {
            stage.geometry[square].square: check_color(color, f"square {square}")
            for square, color in (fill or {}).items()
        }
        lines = [to_arrow(item) for item in _listed(arrows, "arrows")]
        edge = stage.edge + 4
        placed = sorted(self.pieces.items())
        return Svg(
            "".join(
                (
                    _start(
                        f"{-edge:g} {-edge:g} {2 * edge:g} {2 * edge:g}",
                        size,
                        f' font-family="{_FONT}"',
                        f' class="{stage.prefix}"' if stage.theme == "auto" else "",
                    ),
                    f"<title>{escape(_UNWRITABLE.sub(chr(0xFFFD), stage.data.name))}</title>",
                    f"<desc>{escape(self._text(), quote=False)}</desc>",
                    self._defs(placed),
                    stage.sheet(),
                    f"<style>{escape(style, quote=False)}</style>" if style else "",
                    stage.frame(self.turn),
                    stage.squares(moved, checks, filled),
                    stage.citadels(moved, checks, filled),
                    stage.void_lines(),
                    stage.waters(self.bridged),
                    stage.names(),
                    stage.seats(self.turn, frozenset(piece.army for _, piece in placed)),
                    stage.rims(),
                    self._marks(marks, checks),
                    '<g class="pieces">',
                    *(
                        stage.piece(square, piece, piece.army in self.inert)
                        for square, piece in placed
                    ),
                    '</g><g class="arrows">',
                    *(stage.arrow(line) for line in lines),
                    "</g></svg>",
                )
            )
        )

    def _squares(self, names: Iterable[str], where: str) -> set[Square]:
        return {self.stage.geometry[name].square for name in _listed(names, where)}

    def _text(self) -> str:
        data = self.stage.data
        lines = told(data, self.bridged, self.inert)
        if self.turn:
            name = next((a.name for a in data.armies if a.letter == self.turn), self.turn)
            lines.append(f"{name} to move")
        return "\n".join([draw_text(self.pieces, self.variant), *lines])

    def _defs(self, placed: Iterable[tuple[Square, Piece]]) -> str:
        stage, drawn = self.stage, {}
        for _, piece in placed:
            key = (piece.army, piece.letter)
            if key not in drawn:
                drawn[key] = stage.symbol(piece, piece.army in self.inert)
        return f"<defs>{''.join(drawn.values())}</defs>"

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


def _listed(items: Any, where: str) -> list[Any]:
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

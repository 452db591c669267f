"""A game as one self-contained HTML page: the board drawn once, and what every move changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from ..errors import CircularChessError, InvalidPositionError
from ..notation.words import caption, last_move
from ..values.move import Move
from ..values.square import Square
from ._page_text import PAGE
from .svg._board import found_marks, prepared
from .svg._picture import Marked, Picture, listed
from .svg._stage import Stage

if TYPE_CHECKING:
    from ..board import Board

__all__ = ["page_of"]

#: Layers that moves may change, besides squares and pieces.
_CHANGING: Final = ("lamp", "citadels", "waters", "seats", "marks", "arrows")
#: What other programs than people read in comments.
_COMMAND: Final = re.compile(r"\[%[^\]]*\]")
_GLYPHS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
_XMLNS: Final = ' xmlns="http://www.w3.org/2000/svg"'


def page_of(
    game: Any,
    boards: Iterable[Board],
    title: str | None,
    captions: Iterator[object] | None,
    delay: int,
    check_text: Callable[[object, str], str],
    options: dict[str, Any],
) -> str:
    """The page of a game that goes through these positions."""
    options = {"theme": "auto", **options}
    size = options.pop("size", None)
    given = listed(options.pop("arrows", ()), "arrows")
    nodes = _nodes(game)
    said = getattr(game, "result", None)
    result = said if isinstance(said, str) else "*"
    writer: _Writer | None = None
    texts: list[str] = []
    last: Board | None = None
    for number, (board, node) in enumerate(zip_longest(boards, nodes)):
        if board is None:
            break
        text: object = caption(board) if captions is None else next(captions, None)
        texts.append(check_text(text, f"caption for frame {number}"))
        arrows = given + ([] if node is None else node.arrows())
        picture, marked = prepared(board, **found_marks(board, {**options, "arrows": arrows}))
        if writer is None:
            writer = _Writer(picture, marked, size, options)
        writer.add(picture, marked, board, node, texts[-1])
        last = board
    if writer is None or last is None:
        raise CircularChessError("nothing to animate: no positions")
    if captions is None:
        texts[-1] = caption(last, result)
    return _filled(
        {
            "title": escape(_title(game, last) if title is None else title),
            "about": escape(_about(game, last, result)),
            "theme": str(options["theme"]),
            "picture": writer.picture(),
            "caption": escape(texts[0]),
            "last": str(len(texts) - 1),
            "data": _packed({**writer.data(), "captions": texts, "delay": delay}),
        }
    )


class _Writer:
    """Collects what changes from one position to the next."""

    def __init__(
        self, picture: Picture, marked: Marked, size: float | None, options: dict[str, Any]
    ) -> None:
        self.stage: Stage = picture.stage
        # Marks of the whole game stay in the picture; those of a move are the script's.
        still = marked._replace(moved=set(), checks=set(), arrows=[])
        self.before = picture.start(size)
        self.sheets = picture.sheets(marked)
        self.layers = picture.layers(still)
        self.symbols: dict[str, str] = {}
        self.options = options
        self.filled = marked.filled
        self.places = list(self.stage.cells)
        self.places += [cell.square for cell in getattr(self.stage.geometry, "citadels", ())]
        self.numbers = {square: number for number, square in enumerate(self.places)}
        self.parts: dict[str, int] = {}
        self.men: dict[tuple[str, str], int] = {}
        self.kinds: dict[tuple[str, str, bool], int] = {}
        self.standing: dict[int, int] = {}
        self.shown: list[int] = []
        self.frames: list[list[Any]] = []
        self.moves: list[list[Any]] = []
        self.round = -1

    def add(self, picture: Picture, marked: Marked, board: Board, node: Any, caption_: str) -> None:
        """One more position."""
        if picture.stage is not self.stage:
            raise CircularChessError("the positions are not of one board")
        self.symbols |= picture.symbols()
        standing = {
            self.numbers[square]: self._man(picture, square) for square in sorted(picture.pieces)
        }
        change: list[int] = []
        for place in self.standing.keys() - standing.keys():
            change += [place, -1]
        for place, man in standing.items():
            if self.standing.get(place) != man:
                change += [place, man]
        self.standing = standing
        layers = picture.layers(marked)
        shown = [
            self.parts.setdefault(_inside(layers[name]), len(self.parts)) for name in _CHANGING
        ]
        differing = [
            number
            for place, part in enumerate(shown)
            if self.shown[place : place + 1] != [part]
            for number in (place, part)
        ]
        self.shown = shown
        before, move = last_move(board)
        way: tuple[Square, ...] = ()
        text = ""
        if before is not None and move is not None:
            text, way = _told(before, move)
        elif self.frames:
            text = f"({caption_.split('. ', 1)[0].rstrip('.')})"
        self.frames.append(
            [
                differing,
                change,
                sorted(self.numbers[square] for square in marked.moved),
                sorted(self.numbers[square] for square in marked.checks),
                [self.numbers[square] for square in way],
            ]
        )
        self._list(board if before is None else before, text, node)

    def _man(self, picture: Picture, square: Square) -> int:
        piece = picture.pieces[square]
        inert = piece.army in picture.inert
        kind = (piece.army, piece.letter, inert)
        if kind not in self.kinds:
            look = self.stage.piece_names(piece, inert), self.stage.symbol_name(piece, inert)
            self.kinds[kind] = self.men.setdefault(look, len(self.men))
        return self.kinds[kind]

    def _list(self, before: Board, text: str, node: Any) -> None:
        """An entry of the list of moves: number, move, glyphs, comments before and after."""
        number = ""
        if self.frames[1:] and before.round != self.round:
            self.round = before.round
            number = f"{before.round}."
        glyphs, comment, ahead = "", "", ""
        if node is not None:
            glyphs = "".join(_GLYPHS.get(nag, f" ${nag}") for nag in node.nags)
            comment, ahead = (_plain(text) for text in (node.comment, node.starting_comment))
        entry = [number, text, glyphs, comment, ahead]
        while entry and not entry[-1]:
            entry.pop()
        self.moves.append(entry)

    def picture(self) -> str:
        """The board as a script finds it: at the start, nothing marked."""
        whole = "".join(
            (
                self.before,
                f"<defs>{''.join(self.symbols.values())}</defs>",
                self.sheets,
                *self.layers.values(),
                "</svg>",
            )
        )
        return whole.replace(_XMLNS, "", 1)

    def data(self) -> dict[str, Any]:
        """What the script needs to know."""
        colors = self.stage.colors
        return {
            "layers": _CHANGING,
            "parts": list(self.parts),
            "names": [str(square) for square in self.places],
            "boxes": [" ".join(self.stage.box(square)) for square in self.places],
            "men": list(self.men),
            "frames": self.frames,
            "moves": self.moves,
            "fills": {
                "light": colors["square light lastmove"],
                "dark": colors["square dark lastmove"],
                "check": colors["square check"],
            },
            "fixed": sorted(self.numbers[square] for square in self.filled),
            "turns": self._turns(),
        }

    def _turns(self) -> list[float]:
        """By how much to turn the board for each seat, in degrees clockwise; the first is 0."""
        stage, found = self.stage, [0.0]
        armies = [army.letter for army in stage.data.armies]
        first = armies.index(stage.geometry.seat)
        for letter in armies[first:] + armies[:first]:
            other = stage.geometry_of(letter, stage.geometry.mirrored)
            if stage.flat:
                angle = 180.0 if other.turned != stage.geometry.turned else 0.0
            else:
                angle = (other.cells[0].angle - stage.geometry.cells[0].angle) % 360
            angle = round(angle, 6)
            if angle not in found:
                found.append(angle)
        return found if len(found) > 1 else [0.0, 180.0]


def _told(before: Board, move: Move) -> tuple[str, tuple[Square, ...]]:
    """A move in short form, and the squares it goes over."""
    try:
        info = before.describe(move)
    except InvalidPositionError:  # a board that only describes a position
        return move.uci(), ()
    return info.san, info.path


def _nodes(game: Any) -> Iterator[Any]:
    """The nodes of a record, one a position; none of anything else."""
    mainline = getattr(game, "mainline", None)
    if callable(mainline):
        yield game
        yield from mainline()


def _title(game: Any, board: Board) -> str:
    """The players, by seat; the variant where there are none."""
    players = getattr(game, "players", None)
    if not players:
        return board.variant.name
    return " - ".join(players.get(letter, "?") for letter in board.variant.letters)


def _about(game: Any, board: Board, result: str) -> str:
    headers = getattr(game, "headers", None) or {}
    parts = [headers.get(name, "") for name in ("Event", "Site", "Date", "Round")]
    parts += [board.variant.name, "" if result == "*" else result]
    return ", ".join(part for part in parts if part and "?" not in part)


def _plain(comment: str) -> str:
    return " ".join(_COMMAND.sub(" ", comment).split())


def _inside(layer: str) -> str:
    """What is in the group of a layer."""
    start = layer.find(">") + 1
    return "" if layer.endswith("/>") and layer.count("<") == 1 else layer[start : -len("</g>")]


def _packed(data: dict[str, Any]) -> str:
    # Inside <script> only `</`, `<!` and `<script` mean anything; any other `<` costs one byte.
    packed = json.dumps(data, separators=(",", ":"))
    return re.sub("<(?=[/!s])", r"\\u003c", packed, flags=re.IGNORECASE)


def _filled(values: dict[str, str]) -> str:
    return re.sub(r"@(\w+)@", lambda match: values[match[1]], PAGE)

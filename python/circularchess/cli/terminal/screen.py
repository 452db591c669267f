"""The board for a terminal, in colour where it has any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...pictures.text import file_names, files_per_block, label_width, piece_names
from ...values.square import Square
from ...variant import CITADEL_RING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ...board import Board

__all__ = ["draw_board", "has_colours"]

# Squares light and dark, by themselves and where the last move began and ended. A middle grey
# carries white and black pieces; on nearly black the six colours of bhati are all bright.
_GREY: Final = {(True, False): "#8f9ba8", (False, False): "#6b7886"}
_GREY_MOVED: Final = {(True, True): "#a89a4f", (False, True): "#8a7d35"}
_DARK: Final = {(True, False): "#363d45", (False, False): "#1e2329"}
_DARK_MOVED: Final = {(True, True): "#6b612c", (False, True): "#574e1f"}
_CHECK: Final = "#b0204a"
#: Gray pieces where squares are grey too: dark, for white is taken.
_GRAY_ON_GREY: Final = "#2a3038"

_PIECES: Final = {
    "white": "#ffffff",
    "black": "#000000",
    "red": "#ff6b78",
    "orange": "#ff9f40",
    "yellow": "#fff04d",
    "green": "#3ddc97",
    "blue": "#74bcff",
    "violet": "#c9a0ff",
    "gray": "#d3d9df",
    "lime": "#c8f04a",
    "teal": "#35c2c9",
    "cyan": "#6ff0fa",
    "indigo": "#93a2ff",
    "magenta": "#ff70de",
    "pink": "#ffb3cf",
}


def has_colours(console: Console) -> bool:
    """Whether to draw in colour: on a terminal that has it, unless NO_COLOR is set."""
    return console.color_system is not None and not console.no_color


def draw_board(board: Board, *, width: int, figures: bool, colours: bool) -> Text:
    """The board as `Board.text` or, with figures, `Board.unicode` draws it.

    In colour also the squares are shown, those of the last move and of kings in check marked.
    """
    from rich.text import Text

    if not colours:
        return Text((board.unicode if figures else board.text)(width=width))
    variant = board.variant
    name = piece_names(variant, figures=figures, coloured=True)
    pieces = board.piece_map()
    names = {square: name(piece) for square, piece in pieces.items()}
    heads, label = file_names(variant), label_width(variant)
    cell = max(len(heads[-1]), *(len(text) for text in names.values()), 1)
    styles = _styles(board)
    picture = Text()
    per_block = files_per_block(variant, cell + 1, width)
    for start in range(1, variant.files + 1, per_block):
        files = range(start, start + per_block)
        if start > 1:
            picture.append("\n\n")
        shown = "".join(f"{heads[file - 1]:^{cell + 1}}" for file in files)
        picture.append(" " * (label + 1) + shown, "bold")
        for ring in range(variant.rings, 0, -1):
            head = variant.square_at(ring, 1).ring_name
            picture.append(f"\n{head:>{label}} ", "bold")
            for file in files:
                square = variant.square_at(ring, file)
                if square in variant.voids:
                    picture.append(" " * (cell + 1))
                else:
                    picture.append(f"{names.get(square, ''):^{cell + 1}}", styles[square])
    in_line = max(1, width // (cell + 6))
    for number in range(1, variant.citadels + 1):
        square = Square.at(CITADEL_RING, number)
        picture.append("\n" if number % in_line == 1 % in_line else " ")
        picture.append(f" {square} ", "bold")
        picture.append(f"{names.get(square, ''):^{cell + 1}}", styles[square])
    return picture


def _styles(board: Board) -> dict[Square, str]:
    variant = board.variant
    fills = {army.letter: _fill(army.name, place) for place, army in enumerate(variant.armies)}
    grey = "black" in {army.name.lower() for army in variant.armies}
    if grey:
        grays = (army.letter for army in variant.armies if army.name.lower() == "gray")
        fills.update(dict.fromkeys(grays, _GRAY_ON_GREY))
    ground = {**_GREY, **_GREY_MOVED} if grey else {**_DARK, **_DARK_MOVED}
    last = board.actions[-1:]
    moved = {
        square
        for action in last
        for square in (getattr(action, "from_square", None), getattr(action, "to_square", None))
    }
    pieces, inert = board.piece_map(), board.setup().inert
    styles: dict[Square, str] = {}
    for square in variant.squares():
        piece = pieces.get(square)
        background = ground[square.is_light, square in moved]
        if piece is None:
            foreground = "default"
        elif piece.army in inert:
            # Men of an army that is eliminated: struck out.
            foreground = f"strike {fills[piece.army]}"
        else:
            foreground = fills[piece.army]
            if piece.letter == "K" and board.is_check(piece.army):
                background = _CHECK
        styles[square] = f"bold {foreground} on {background}"
    return styles


def _fill(name: str, place: int) -> str:
    """An army's colour: by its name where that is a colour, else by its place."""
    return _PIECES.get(name.lower()) or list(_PIECES.values())[2:8][place % 6]

"""The functions that draw: a position, a position with its last move, one piece."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...errors import CircularChessError, InvalidPositionError, shorten
from ...values.move import Move
from ...values.piece import Piece, PieceType
from ...values.square import Square
from ...variant import Variant
from ._arrows import ArrowLike
from ._colors import Theme, check_theme
from ._flat import Layout, stage_class
from ._picture import Drawable, Marked, Picture, Svg, piece_picture

__all__ = [
    "Drawable",
    "Svg",
    "board",
    "checked",
    "found_marks",
    "is_board",
    "piece",
    "prepared",
    "snapshot",
]


def board(
    board: Drawable | Variant,
    *,
    orientation: str | None = None,
    mirrored: bool = False,
    last_move: Move | None = None,
    lastmove: Move | None = None,
    check: str | Iterable[str] | None = None,
    arrows: Iterable[ArrowLike] = (),
    fill: Mapping[str, str] | None = None,
    squares: Iterable[str] | None = (),
    size: float | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    pieces: Mapping[str, str] | None = None,
    style: str | None = None,
    layout: Layout | None = None,
    theme: Theme = "light",
) -> Svg:
    """Draw a position as an SVG text; of a variant its empty board.

    Names and meaning of the options are those of python-chess's `chess.svg.board` where it has
    them.

    - `orientation`: letter or name of the army at the bottom. By default the first army, so that
      pictures of one game do not turn round with every move; write `board.turn` for the
      army to move.
    - `mirrored`: file numbers rise anticlockwise instead of clockwise.
    - `last_move`: its two squares are coloured; `lastmove` is another name for it.
    - `check`: square or squares of kings in check.
    - `arrows`: `Arrow` objects, moves, or tuples (from, to) and (from, to, colour).
    - `fill`: colours for squares. `squares`: squares to mark, such as a piece's targets: a dot,
      or a ring round the piece that stands there.
    - `size`: width and height in pixels; without it the picture scales to its surroundings.
    - `coordinates`: file numbers around the board and ring letters beside the bottom.
    - `colors`: colours by key. The keys are those of `DEFAULT_COLORS`, and for each army its
      letter (fill of its pieces), `"w line"` (their outline) and `"w detail"` (eyes, letters).
    - `pieces`: drawings of your own by letter of the kind, `K Q R B N P` and so on, and `O` (pawn
      that heads the other way); for one army by its letter and that: `rK`. A drawing is a
      fragment of SVG in a box of 100 x 100, best inside the box's inscribed circle; what it
      leaves open (fill, stroke) is the army's.
    - `style`: a style sheet put into the picture.
    - `layout`: `"round"` or `"flat"`, a rectangle with the files side by side; by default flat
      where the seam is open. A flat picture shows no centre, so boards whose centre is crossed or
      entered are only drawn round. Its arrows are all straight, and it has no bands of seats: the
      lamp that says who is to move is beside the army's home.
    - `theme`: `"light"`, `"dark"`, or `"auto"` for the one that the reader prefers, which browsers
      know (`prefers-color-scheme`); elsewhere `auto` is light. `colors` hold in all themes.

    Every square, void or not, is one `<path>` with the classes `square`, `light` or `dark`, its
    name, and where they apply `void`, `lastmove` and `check`. Pieces are `<use>` with the
    classes `piece`, army letter and type, and `inert` where the army is eliminated and its men
    stay, which are grey. A `<desc>` holds the board as text.
    Kinds without a drawing have their letter on a token. Citadels are `<path>` with the classes
    `citadel` and their name; moats have `moat` and `open` or `bridged`, creeks `creek`; where the
    innermost ring and the outermost are neighbours, arrowheads (`meeting-rims`) leave both rims.
    Where more than two armies play, or other colours than white and black, pieces carry their
    army's letter. Raises `ValueError` (one line) for anything that cannot be drawn.

    >>> from circularchess import Board
    >>> picture = board(Board("circular"), orientation="b", arrows=[("a2", "a5")], size=400)
    >>> picture.count('class="square ')
    64
    >>> board(Board("circular").variant, theme="dark").count("<use ")
    0
    """
    picture, marked = prepared(
        board,
        orientation=orientation,
        mirrored=mirrored,
        last_move=last_move,
        lastmove=lastmove,
        check=check,
        arrows=arrows,
        fill=fill,
        squares=squares,
        coordinates=coordinates,
        colors=colors,
        pieces=pieces,
        style=style,
        layout=layout,
        theme=theme,
    )
    return picture.draw(marked, size)


def prepared(
    board: Drawable | Variant,
    *,
    orientation: str | None = None,
    mirrored: bool = False,
    last_move: Move | None = None,
    lastmove: Move | None = None,
    check: str | Iterable[str] | None = None,
    arrows: Iterable[ArrowLike] = (),
    fill: Mapping[str, str] | None = None,
    squares: Iterable[str] | None = (),
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    pieces: Mapping[str, str] | None = None,
    style: str | None = None,
    layout: Layout | None = None,
    theme: Theme = "light",
) -> tuple[Picture, Marked]:
    """A position ready to be drawn; the options are those of `board`. Raises `ValueError`."""
    if last_move is None:
        last_move = lastmove
    elif lastmove is not None and lastmove != last_move:
        raise CircularChessError("last_move and lastmove are two names of one option")
    kind = stage_class(board, layout)
    picture = Picture(
        board, kind, orientation, mirrored, colors, pieces, coordinates, check_theme(theme)
    )
    return picture, picture.marked(last_move, check, arrows, fill, squares, style)


def is_board(value: object) -> bool:
    """Whether a value is a game in progress, as `Board` is: with pieces, checks and moves."""
    # `peek` is asked for last move, `copy` keeps a state, `actions` tells how it came about.
    # A class is asked first: of a long game it takes its time to say what `actions` are.
    return all(
        hasattr(type(value), name) or hasattr(value, name)
        for name in ("piece_map", "is_check", "peek", "actions")
    )


def snapshot(board_: Any, **options: Any) -> Svg:
    """`board` with the last move (`board.peek()`) and all kings in check marked.

    Takes the options of `board`; those given win over what is found.

    >>> from circularchess import Board
    >>> game = Board("circular")
    >>> _ = game.push_san("b3")
    >>> snapshot(game).count(" lastmove")
    2
    """
    return board(board_, **found_marks(board_, options))


def found_marks(board_: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The options with the last move and the kings in check, where none are given."""
    if not is_board(board_):
        raise TypeError(f"not a board: {shorten(board_)}")
    options = dict(options)
    if "last_move" not in options and "lastmove" not in options:
        try:
            options["last_move"] = board_.peek()
        except IndexError:  # no move yet
            options["last_move"] = None
    if "check" not in options:
        try:
            options["check"] = checked(board_)
        except InvalidPositionError:  # a board that only describes a position
            options["check"] = None
    return options


def checked(board: Any) -> list[Square]:
    """The squares of all kings in check, in the order of squares.

    The king of an army that is eliminated, whose men stay on the board, is in no check.

    >>> from circularchess import Board
    >>> checked(Board("circular", "4r3K7/16/3k12/16 w - - 0 1"))
    ['d9']
    """
    if not all(hasattr(board, name) for name in ("piece_map", "is_check")):
        raise TypeError(f"not a board: {shorten(board)}")
    setup = board.setup() if callable(getattr(board, "setup", None)) else None
    inert = getattr(setup, "inert", ())
    kings = [
        (square, piece.army)
        for square, piece in board.piece_map().items()
        if piece.type == PieceType.KING and piece.army not in inert
    ]
    return sorted(square for square, army in kings if board.is_check(army))


def piece(
    piece: Piece,
    variant: Variant,
    *,
    size: float | None = None,
    colors: Mapping[str, str] | None = None,
    pieces: Mapping[str, str] | None = None,
) -> Svg:
    """Draw one piece, as it stands on boards of `variant`. Options as for `board`.

    >>> from circularchess import Piece, Variant
    >>> piece(Piece.from_symbol("rO"), Variant.load("bhati-2"), size=40).startswith("<svg")
    True
    """
    return piece_picture(piece, variant, size, colors, pieces)

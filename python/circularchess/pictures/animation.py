"""A game as moving pictures: SVG frames, an HTML page, or a GIF; see `circularchess.animation`."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Protocol

from ..errors import CircularChessError, shorten
from .page import page_of
from .svg import DEFAULT_COLORS, Svg, snapshot, to_png
from .svg._board import is_board
from .svg._colors import DARK, check_color

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..board import Board

__all__ = ["Replayable", "frames", "gif_of", "history", "positions", "to_gif", "to_html"]

#: Milliseconds from one frame to the next.
_SHORTEST_DELAY: Final = 20
_LONGEST_DELAY: Final = 60_000
#: A GIF has 16 bits for the times it is shown, and room for so many colours.
_MOST_LOOPS: Final = 2**16 - 1
_MOST_COLORS: Final = 256
#: Pixels of each colour in the strip from which the palette is made.
_SWATCH: Final = (10, 40)
#: Colours, by how their keys begin, that only boards with something of their own show: a text in
#: the pictures of those.
_RARE: Final = {
    "citadel": 'class="citadels"',
    "water": 'class="moat ',
    "bridge": 'class="moat ',
    "rim": 'class="meeting-rims"',
}


class Replayable(Protocol):
    """What can go through its positions, as a `Board` and a `Game` can.

    >>> from circularchess import Game
    >>> len(list(frames(Game.from_pgn("1. b3 c6 *"))))
    3
    """

    def replay(self) -> Iterable[Board]:
        """The boards from the start of the game to its end."""


def frames(game: Replayable | Iterable[Board], **options: Any) -> Iterator[Svg]:
    """One picture for each position, the last move and checks marked (see `svg.snapshot`).

    >>> board = Board("circular")
    >>> for text in ("b2b3", "c7c6", "a2a3"):
    ...     _ = board.push_uci(text)
    >>> len(list(frames(board)))
    4
    """
    return (snapshot(board, **options) for board in positions(game))


def to_html(
    game: Replayable | Iterable[Board],
    *,
    title: str | None = None,
    captions: Iterable[str] | None = None,
    delay: int = 1000,
    **options: Any,
) -> str:
    """The game as an HTML page with buttons, a slider and a list of moves, needing no other file.

    The page draws the board once and moves the pieces, along the ways they go. Of a `Game` it has
    the players as its title, and shows comments, glyphs and arrows of the main line. Its address
    with `#12` shows the position after 12 moves. Keys: left and right arrow, Home, End, space to
    play and pause, `f` to turn the board to the next seat.

    `title` stands above instead of the players, or of the variant where there are none.
    `captions` are shown below the board, one a frame; by default the move or departure, what came
    of it, and who is to move or how the game ended, as `circularchess animate` writes them.
    Pictures are drawn with the theme `auto` unless another is asked for.
    `delay` is the time between frames while it plays, in milliseconds (20 to 60000). Raises
    `ValueError` when there is no frame, or fewer captions than frames.

    >>> page = to_html(Board("circular"), title="Lincoln")
    >>> page.startswith("<!DOCTYPE html>"), "<title>Lincoln</title>" in page
    (True, True)
    """
    _check_delay(delay)
    if title is not None:
        _check_text(title, "title")
    if captions is not None and (
        isinstance(captions, str | bytes) or not isinstance(captions, Iterable)
    ):
        raise CircularChessError(f"captions is not a list: {shorten(captions)}")
    given = None if captions is None else iter(captions)
    return page_of(game, positions(game), title, given, delay, _check_text, options)


def to_gif(
    game: Replayable | Iterable[Board],
    *,
    size: int = 600,
    delay: int = 1000,
    loop: int = 0,
    background: str = "#ffffff",
    **options: Any,
) -> bytes:
    """The game as a GIF, `size` pixels wide, shown `loop` times (0: for ever).

    Needs the extra `png` (`pip install circularchess[png]`); raises `ImportError` without it, and
    `ValueError` when there is no frame. `delay` as for `to_html`.

    >>> to_gif(Board("circular"), size=100)[:3]
    b'GIF'
    """
    return gif_of(
        frames(game, **options),
        size=size,
        delay=delay,
        loop=loop,
        background=background,
        colors=palette(options),
    )


def palette(options: Mapping[str, Any]) -> dict[str, str]:
    """The colours that pictures are drawn with, where they are not the usual ones.

    >>> palette({"theme": "dark", "colors": {"hub": "red"}})["hub"]
    'red'
    """
    themed = dict(DARK) if options.get("theme") == "dark" else {}
    given = options.get("colors")
    # What is no mapping the pictures themselves refuse.
    return themed | (dict(given) if isinstance(given, Mapping) else {})


def gif_of(
    drawings: Iterable[str],
    *,
    size: int = 600,
    delay: int = 1000,
    loop: int = 0,
    background: str = "#ffffff",
    colors: Mapping[str, str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> bytes:
    """A GIF of SVG texts, one a frame; `to_gif` of a game whose pictures are drawn already.

    `colors` are those that the pictures were drawn with: the palette has all of them. `progress`
    is told the number of frames done.

    >>> gif_of(frames(Board("circular")), size=100)[:3]
    b'GIF'
    """
    _check_delay(delay)
    if isinstance(loop, bool) or not isinstance(loop, int) or not 0 <= loop <= _MOST_LOOPS:
        raise CircularChessError(f"loop is not from 0 to {_MOST_LOOPS}: {shorten(loop)}")
    if isinstance(drawings, str | bytes) or not isinstance(drawings, Iterable):
        raise CircularChessError(f"drawings is not a list: {shorten(drawings)}")
    if colors is not None and not isinstance(colors, Mapping):
        raise CircularChessError(f"colors is not a mapping: {shorten(colors)}")
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("GIF pictures need the extra 'png': circularchess[png]") from None

    texts = iter(drawings)
    start = next(texts, None)
    if start is None:
        raise CircularChessError("nothing to animate: no positions")

    def render() -> Iterator[Image.Image]:
        for number, drawing in enumerate(chain([start], texts), 1):
            png = to_png(drawing, size=size, background=background)
            yield Image.open(io.BytesIO(png)).convert("RGB")
            if progress is not None:
                progress(number)

    pictures = render()
    first = next(pictures)
    # One palette for all frames, so that what does not move stays exactly the same.
    palette = _with_swatches(first, _shown(start, colors or {})).quantize(_MOST_COLORS)
    reduced = (
        picture.quantize(palette=palette, dither=Image.Dither.NONE)
        for picture in chain([first], pictures)
    )
    out = io.BytesIO()
    next(reduced).save(
        out,
        "GIF",
        save_all=True,
        append_images=reduced,
        duration=delay,
        loop=loop,
        optimize=False,
    )
    return out.getvalue()


def positions(game: Replayable | Iterable[Board]) -> Iterator[Board]:
    """The positions of a game, from its start to its end.

    Of an iterable it may be one and the same board that goes on: keep a state by `board.copy()`.

    >>> board = Board("circular")
    >>> _ = board.push_uci("b2b3")
    >>> [state.turn for state in positions(board)]
    ['w', 'b']
    """
    replay = getattr(game, "replay", None)
    boards: Any = replay() if callable(replay) else game
    if not isinstance(boards, Iterable) or isinstance(boards, str | bytes):
        raise CircularChessError(f"not a game: {shorten(game)}")
    return _checked(boards)


def _checked(boards: Iterable[Any]) -> Iterator[Board]:
    for number, board in enumerate(boards):
        if not is_board(board):
            raise CircularChessError(f"frame {number} is no board: {shorten(board)}")
        yield board


def history(board: Board) -> list[Board]:
    """The positions that led to a board, the first one first; each knows its last move.

    Departures, such as resignations, count as moves do.

    >>> board = Board("circular")
    >>> _ = board.push_uci("b2b3")
    >>> [state.turn for state in history(board)]
    ['w', 'b']
    """
    if not is_board(board):
        raise CircularChessError(f"not a board: {shorten(board)}")
    return [state.copy(stack=1) for state in board.replay()]


def _check_text(text: object, what: str) -> str:
    """A text that can stand in a page. Raises `ValueError` for anything else."""
    if not isinstance(text, str):
        raise CircularChessError(f"no {what}: {shorten(text)}")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise CircularChessError(
                f"{what}: no valid Unicode at character {error.start}: {shorten(text)}"
            ) from None
    return text


def _check_delay(delay: object) -> None:
    if (
        isinstance(delay, bool)
        or not isinstance(delay, int)
        or not _SHORTEST_DELAY <= delay <= _LONGEST_DELAY
    ):
        raise CircularChessError(
            f"delay is not from {_SHORTEST_DELAY} to {_LONGEST_DELAY} milliseconds: "
            f"{shorten(delay)}"
        )


def _shown(drawing: str, colors: Mapping[str, str]) -> list[str]:
    """All colours that a frame may show, as far as the first picture tells."""
    without = {key for key, sign in _RARE.items() if sign not in drawing}
    return [
        color
        for key, color in {**DEFAULT_COLORS, **colors}.items()
        if str(key).split(" ", 1)[0] not in without
    ]


def _with_swatches(picture: Image, colors: Iterable[str]) -> Image:
    """The picture above swatches of these colours, for a common palette."""
    from PIL import Image, ImageColor

    width, height = _SWATCH
    swatches = []
    for color in colors:
        check_color(color, "the palette")
        try:
            swatch = Image.new("RGB", _SWATCH, ImageColor.getrgb(color)[:3])
        except ValueError:  # `none`, or a way to write colours that only CSS knows
            continue
        swatches.append(swatch)
    in_row = max(picture.width // width, 1)
    rows = -(-len(swatches) // in_row)
    taller = Image.new("RGB", (picture.width, picture.height + rows * height))
    taller.paste(picture, (0, 0))
    for place, swatch in enumerate(swatches):
        row, column = divmod(place, in_row)
        taller.paste(swatch, (column * width, picture.height + row * height))
    return taller

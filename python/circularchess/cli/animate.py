"""`circularchess animate`: a game as moving pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from .drawing import (
    DEFAULT_SIZE,
    QUICK_SIZE,
    chosen_game,
    drawing_options,
    format_of_output,
    picture_options,
)
from .options import WholeNumber
from .process import run_in_process
from .progress import counter

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game

__all__ = ["animate"]


@click.command()
@picture_options(("html", "gif"))
@click.option(
    "--delay",
    type=WholeNumber(20, 60_000),
    default=1000,
    help="Milliseconds from one position to the next.",
)
def animate(output: str, kind: str | None, delay: int, **options: Any) -> None:
    """Show a game of VARIANT as an HTML page or a GIF.

    The game is that of --moves, or one of a file. The page has buttons, a slider and a list of
    moves with what is said of them, and needs no other file; it is light or dark as the reader
    prefers, unless --theme says otherwise. GIF needs the extra "png".
    """
    from ..pictures import animation
    from .output import check_output, write_output

    kind = format_of_output(output, kind, ("html", "gif"))
    check_output(output)
    game = chosen_game(options)
    drawing = drawing_options(game.variant, options)
    size = options["size"]
    frames = _length(game) + 1
    with counter("drawing", frames) as tell:
        shown = _Counted(game, tell)
        if kind == "html":
            page = animation.to_html(shown, delay=delay, size=size, **drawing)
        else:
            pictures = list(animation.frames(shown, **drawing))
    if kind == "html":
        write_output(output, page.encode())
        return
    # No signal reaches the renderer of pictures.
    quick = frames * (size or DEFAULT_SIZE) ** 2 <= QUICK_SIZE**2
    make = animation.gif_of if quick else partial(run_in_process, animation.gif_of)
    with counter("rendering", frames) as tell:
        colors = animation.palette(drawing)
        wide = size or DEFAULT_SIZE
        content = make(pictures, delay=delay, size=wide, colors=colors, progress=tell)
    write_output(output, content)


class _Counted:
    """A game that tells how far one has gone through it."""

    def __init__(self, game: Board | Game, tell: Callable[[int], None]) -> None:
        self._game = game
        self._tell = tell

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def replay(self) -> Iterator[Board]:
        from ..pictures.animation import positions

        for number, board in enumerate(positions(self._game), 1):
            yield board
            self._tell(number)


def _length(game: Board | Game) -> int:
    """How many moves and departures a game has."""
    from ..board import Board

    return len(game.actions) if isinstance(game, Board) else sum(1 for _ in game.mainline())

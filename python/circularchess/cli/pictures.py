"""`circularchess render` and `animate`: pictures of a position, and of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from .apart import run_apart
from .options import Whole, game_options, load_record, make_board
from .progress import counter

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game
    from ..variant import Variant

__all__ = ["animate", "render"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_LARGEST: Final = 16384
#: Width of a picture in pixels where none is given and one is needed.
_SIZE: Final = 800
#: So wide a picture is drawn before anybody could press Ctrl-C.
_QUICK: Final = 800


def _picture_options(formats: Sequence[str]) -> Callable[[_Command], _Command]:
    """The options of a game, of its record, and of how it is drawn."""
    decorators = (
        game_options,
        click.option("--pgn", metavar="FILE", help="Show a game of this file (PGN or JSON)."),
        click.option(
            "--game",
            "number",
            type=Whole(1),
            help="Which game of that file, from 1.",
        ),
        click.option("--orientation", metavar="ARMY", help="Army at the bottom, as black or b."),
        click.option("--mirrored", is_flag=True, help="File numbers rise anticlockwise."),
        click.option("--no-coordinates", is_flag=True, help="Leave file and ring names out."),
        click.option("--size", type=Whole(1, _LARGEST), help="Width in pixels."),
        click.option("--style", metavar="FILE", help="Put a style sheet (CSS) into the picture."),
        click.option(
            "-o", "--output", required=True, metavar="FILE", help="Where to; - for standard output."
        ),
        click.option(
            "--format",
            "kind",
            type=click.Choice(formats),
            help="By default what the name of the output file ends with.",
        ),
    )

    def decorate(command: _Command) -> _Command:
        for add in reversed(decorators):
            command = add(command)
        return command

    return decorate


@click.command()
@_picture_options(("svg", "png"))
@click.option("--ply", type=Whole(0), help="After so many moves of the game in --pgn.")
@click.option(
    "--arrow", "arrows", metavar="FROM-TO[:COLOUR]", multiple=True, help="Draw an arrow, as a2-a5."
)
def render(
    output: str, kind: str | None, ply: int | None, arrows: Sequence[str], **options: Any
) -> None:
    """Draw a position of VARIANT as SVG or PNG.

    The position is that of --fen and --moves, or one of a game in a file: the last, or the one
    after --ply moves. VARIANT may be left out with --pgn. The last move and kings in check are
    marked. PNG needs the extra "png".
    """
    from ..pictures import svg
    from .output import check_output, write_output

    kind = _kind(output, kind, ("svg", "png"))
    check_output(output)
    if ply is not None and options["pgn"] is None:
        raise click.UsageError("--ply needs --pgn")
    board = _position(_game(options), ply)
    size = options["size"]
    picture = svg.snapshot(
        board,
        **_drawing(board.variant, options),
        arrows=[_arrow(text) for text in arrows],
        size=size if kind == "svg" else None,
    )
    if kind == "svg":
        write_output(output, f"{picture}\n".encode())
    else:
        # Large pictures take their time, and no signal reaches the renderer.
        large = (size or _SIZE) > _QUICK
        draw = partial(run_apart, svg.to_png) if large else svg.to_png
        write_output(output, draw(picture, size=size or _SIZE))


@click.command()
@_picture_options(("html", "gif"))
@click.option(
    "--delay",
    type=Whole(20, 60_000),
    default=1000,
    help="Milliseconds from one position to the next.",
)
def animate(output: str, kind: str | None, delay: int, **options: Any) -> None:
    """Show a game of VARIANT as an HTML page or a GIF.

    The game is that of --moves, or one of a file. The page has buttons and a slider and needs no
    other file. GIF needs the extra "png".
    """
    from ..pictures import animation
    from .output import check_output, write_output

    kind = _kind(output, kind, ("html", "gif"))
    check_output(output)
    game = _game(options)
    drawing = _drawing(game.variant, options)
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
    quick = frames * (size or _SIZE) ** 2 <= _QUICK**2
    make = animation.gif_of if quick else partial(run_apart, animation.gif_of)
    with counter("rendering", frames) as tell:
        content = make(pictures, delay=delay, size=size or _SIZE, progress=tell)
    write_output(output, content)


class _Counted:
    """A game that tells how far one has gone through it."""

    def __init__(self, game: Board | Game, tell: Callable[[int], None]) -> None:
        self._game = game
        self._tell = tell
        result = game.result
        self.result = result if isinstance(result, str) else "*"

    def replay(self) -> Iterator[Board]:
        from ..pictures.animation import positions

        for number, board in enumerate(positions(self._game), 1):
            yield board
            self._tell(number)


def _length(game: Board | Game) -> int:
    """How many moves and departures a game has."""
    from ..board import Board

    return len(game.actions) if isinstance(game, Board) else sum(1 for _ in game.mainline())


def _kind(output: str, given: str | None, kinds: Sequence[str]) -> str:
    """The format: the one asked for, or what the file's name says; the first for `-`."""
    if given is not None:
        return given
    if output == "-":
        return kinds[0]
    ending = Path(output).suffix.lower().lstrip(".")
    if ending in kinds:
        return ending
    raise click.UsageError(
        f"--format is needed: the output does not end with .{' or .'.join(kinds)}"
    )


def _game(options: dict[str, Any]) -> Board | Game:
    """The game that is meant, of a file or of the options that describe one."""
    source = options["pgn"]
    game = {key: options[key] for key in ("variant", "fen", "moves", "engine", "settings")}
    game["variant_file"] = options["variant_file"]
    if source is None:
        if options["number"] is not None:
            raise click.UsageError("--game needs --pgn")
        return make_board(**game)
    if game.pop("fen") is not None or game.pop("moves") is not None:
        raise click.UsageError("--pgn goes without --fen and --moves")
    return load_record(source, options["number"] or 1, **game)


def _position(game: Board | Game, ply: int | None) -> Board:
    """The last position of a game, or the one after so many moves and departures."""
    from ..board import Board

    if isinstance(game, Board):
        return game
    if ply is None:
        return game.end().board()
    number = 0
    for number, board in enumerate(game.replay()):
        if number == ply:
            return board
    raise click.UsageError(f"--ply: the game has {number} moves, not {ply}")


def _drawing(variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
    """The options of `svg.board` that both commands have."""
    from .output import read_file
    from .terminal.words import find_army

    orientation, sheet = options["orientation"], options["style"]
    return {
        "orientation": None if orientation is None else find_army(variant, orientation),
        "mirrored": options["mirrored"],
        "coordinates": not options["no_coordinates"],
        "style": None if sheet is None else read_file(sheet).decode("utf-8", "replace"),
    }


def _arrow(text: str) -> tuple[str, ...]:
    squares, colon, colour = text.partition(":")
    start, dash, end = squares.partition("-")
    if not dash or (colon and not colour):
        raise click.UsageError(f"--arrow takes FROM-TO or FROM-TO:COLOUR, not {text!r}")
    return (start, end, colour) if colon else (start, end)

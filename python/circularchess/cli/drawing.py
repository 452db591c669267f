"""What `circularchess render` and `animate` share: the options that say what to draw, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from .options import WholeNumber, game_options, load_record, make_board

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game
    from ..variant import Variant

__all__ = [
    "DEFAULT_SIZE",
    "QUICK_SIZE",
    "chosen_game",
    "drawing_options",
    "format_of_output",
    "picture_options",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])

LARGEST_SIZE: Final = 16384
#: Width of a picture in pixels where none is given and one is needed.
DEFAULT_SIZE: Final = 800
#: So wide a picture is drawn before anybody could press Ctrl-C.
QUICK_SIZE: Final = 800


def picture_options(formats: Sequence[str]) -> Callable[[_Command], _Command]:
    """The options of a game, of its record, and of how it is drawn."""
    decorators = (
        game_options,
        click.option("--pgn", metavar="FILE", help="Show a game of this file (PGN or JSON)."),
        click.option(
            "--game",
            "number",
            type=WholeNumber(1),
            help="Which game of that file, from 1.",
        ),
        click.option("--orientation", metavar="ARMY", help="Army at the bottom, as black or b."),
        click.option("--mirrored", is_flag=True, help="File numbers rise anticlockwise."),
        click.option(
            "--layout",
            type=click.Choice(("round", "flat")),
            help="By default flat where the seam is open.",
        ),
        click.option(
            "--theme",
            type=click.Choice(("light", "dark", "auto")),
            help="auto: as the reader's system prefers.",
        ),
        click.option("--no-coordinates", is_flag=True, help="Leave file and ring names out."),
        click.option("--size", type=WholeNumber(1, LARGEST_SIZE), help="Width in pixels."),
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


def format_of_output(output: str, given: str | None, kinds: Sequence[str]) -> str:
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


def chosen_game(options: dict[str, Any]) -> Board | Game:
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


def drawing_options(variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
    """The options of `svg.board` that both commands have."""
    from ..notation.words import find_army
    from .output import read_file

    orientation, sheet = options["orientation"], options["style"]
    theme = {} if options["theme"] is None else {"theme": options["theme"]}
    return {
        **theme,
        "orientation": None if orientation is None else find_army(variant, orientation),
        "mirrored": options["mirrored"],
        "layout": options["layout"],
        "coordinates": not options["no_coordinates"],
        "style": None if sheet is None else read_file(sheet).decode("utf-8", "replace"),
    }

"""What commands share: the options that say which position of which game is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .errors import CircularChessError, shorten
from .protocol import ENGINES

if TYPE_CHECKING:
    from .board import Board
    from .protocol import EngineName
    from .variant import Variant

__all__ = ["find_variant", "game_options", "make_board"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def game_options(command: _Command) -> _Command:
    """The argument and options that say which position of which game is meant."""
    decorators = (
        click.argument("variant", required=False),
        click.option("--fen", help="Position to begin with; the start position if left out."),
        click.option("--moves", help='Moves to make first, as "b2b3 Nc12".'),
        click.option(
            "--engine", type=click.Choice(ENGINES), default="rust", help="Which engine to ask."
        ),
        click.option(
            "--set",
            "settings",
            metavar="OPTION=VALUE",
            multiple=True,
            help="Set an option of the variant, as check=strict. May be repeated.",
        ),
        click.option(
            "--variant-file",
            type=click.Path(dir_okay=False),
            help="Read the variant from a TOML file instead of naming a built-in one.",
        ),
    )
    for decorate in reversed(decorators):
        command = decorate(command)
    return command


def make_board(
    variant: str | None,
    fen: str | None,
    moves: str | None,
    engine: EngineName,
    settings: Sequence[str],
    variant_file: str | None,
) -> Board:
    from .board import Board
    from .orthodox import import_fen, is_usual_fen
    from .terminal.reading import read_move

    game = find_variant(variant, variant_file, settings)
    if fen is not None and game.id == "orthodox" and is_usual_fen(fen):
        fen = import_fen(fen)
    board = Board(game, fen, engine=engine)
    for number, text in enumerate((moves or "").split(), 1):
        try:
            board.push(read_move(board, text))
        except CircularChessError as error:
            raise click.ClickException(f"move {number} of --moves: {error}") from None
    return board


def find_variant(name: str | None, variant_file: str | None, settings: Sequence[str]) -> Variant:
    from .variant import Variant

    if (name is None) == (variant_file is None):
        raise click.UsageError("give either a VARIANT or --variant-file")
    if variant_file is not None:
        try:
            variant = Variant.from_file(variant_file)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise click.ClickException(f"{shorten(variant_file)}: {reason}") from None
    else:
        variant = Variant.load(name or "")
    options: dict[str, str | bool | int] = {}
    for setting in settings:
        option, equals, value = setting.partition("=")
        if not equals:
            raise click.ClickException(f"--set takes OPTION=VALUE, not {shorten(setting)}")
        options[option] = value
    return variant.with_options(options)

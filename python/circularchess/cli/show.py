"""`circularchess show`."""

from __future__ import annotations

import shutil
from typing import Any

import click

from .options import WholeNumber, game_options, make_board, notation_option

__all__ = ["show"]


@click.command()
@game_options
@notation_option
@click.option(
    "--unicode/--letters",
    "--figures",
    "figures",
    default=False,
    help="Draw with chess figures or with letters; letters by default.",
)
@click.option(
    "--width",
    type=WholeNumber(1, 10_000),
    help="Columns to draw in, by default as many as the terminal has.",
)
def show(figures: bool, width: int | None, notation: str | None, **game: Any) -> None:
    """Draw the board of VARIANT as text, with the state of the game.

    A board too wide for the terminal is drawn in blocks of files, of whole sectors where the
    board has sectors.
    """
    from ..notation.schemes import scheme
    from ..notation.words import state_of_play

    board = make_board(**game, notation=notation)
    # What is no terminal (a pipe, a file) has room for the widest built-in board.
    columns = width or shutil.get_terminal_size((200, 24)).columns
    click.echo((board.unicode if figures else board.text)(width=columns))
    click.echo()
    click.echo(state_of_play(board))
    if notation is None:
        click.echo(board.fen())
    else:
        click.echo(scheme(notation, board.variant).write_position(board.setup()))

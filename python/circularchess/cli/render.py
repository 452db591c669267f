"""`circularchess render`: a picture of a position."""

from __future__ import annotations

from collections.abc import Sequence
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

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game

__all__ = ["render"]


@click.command()
@picture_options(("svg", "png", "pdf"))
@click.option("--ply", type=WholeNumber(0), help="After so many moves of the game in --pgn.")
@click.option(
    "--arrow", "arrows", metavar="FROM-TO[:COLOUR]", multiple=True, help="Draw an arrow, as a2-a5."
)
@click.option("--no-pieces", is_flag=True, help="Draw the empty board.")
@click.option(
    "--width", metavar="LENGTH", help="True width of the board, as 400mm, 40cm or 15.7in."
)
@click.option("--paper", metavar="PAPER", help="Spread a PDF over pages of A4, letter and so on.")
@click.option("--no-cut-marks", is_flag=True, help="With --width: nothing around the board.")
def render(
    output: str,
    kind: str | None,
    ply: int | None,
    arrows: Sequence[str],
    no_pieces: bool,
    width: str | None,
    paper: str | None,
    no_cut_marks: bool,
    **options: Any,
) -> None:
    """Draw a position of VARIANT as SVG, PNG or PDF.

    The position is that of --fen and --moves, or one of a game in a file: the last, or the one
    after --ply moves. VARIANT may be left out with --pgn. The last move and kings in check are
    marked. PNG needs the extra "png".

    With --width the board has its true size, for those who print it and cut it out: as PDF, which
    needs the extra "pdf", or as SVG in millimetres. Cut marks and a line to measure are around it.
    """
    from ..pictures import svg
    from .output import check_output, write_output

    kind = format_of_output(output, kind, ("svg", "png", "pdf"))
    _check_print(kind, width, paper, no_cut_marks, options["size"])
    check_output(output)
    if ply is not None and options["pgn"] is None:
        raise click.UsageError("--ply needs --pgn")
    board = _position(chosen_game(options), ply)
    size = options["size"]
    draw_board = svg.board if no_pieces else svg.snapshot
    picture = draw_board(
        board.variant if no_pieces else board,
        **drawing_options(board.variant, options),
        arrows=[_arrow(text) for text in arrows],
        size=size if kind == "svg" else None,
    )
    if kind == "pdf":
        # Many pages take their time, and no signal reaches the renderer.
        make = svg.to_pdf if paper is None else partial(run_in_process, svg.to_pdf)
        content = make(picture, width=width or "", cut_marks=not no_cut_marks, paper=paper)
        write_output(output, content)
    elif kind == "svg":
        if width is not None:
            picture = svg.sheet(picture, width=width, cut_marks=not no_cut_marks)
        write_output(output, f"{picture}\n".encode())
    else:
        # Large pictures take their time, and no signal reaches the renderer.
        large = (size or DEFAULT_SIZE) > QUICK_SIZE
        draw = partial(run_in_process, svg.to_png) if large else svg.to_png
        write_output(output, draw(picture, size=size or DEFAULT_SIZE))


def _check_print(
    kind: str, width: str | None, paper: str | None, no_cut_marks: bool, size: int | None
) -> None:
    """What goes with which format."""
    if kind == "pdf" and width is None:
        raise click.UsageError("a PDF needs --width, as 400mm")
    if width is None and no_cut_marks:
        raise click.UsageError("--no-cut-marks needs --width")
    if kind != "pdf" and paper is not None:
        raise click.UsageError("--paper is for PDF only")
    if width is not None and (kind == "png" or size is not None):
        raise click.UsageError("--width is for SVG and PDF, and goes without --size")
    if kind == "pdf" and size is not None:
        raise click.UsageError("--size is for SVG and PNG")


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


def _arrow(text: str) -> tuple[str, str] | tuple[str, str, str]:
    squares, colon, colour = text.partition(":")
    start, dash, end = squares.partition("-")
    if not dash or (colon and not colour):
        raise click.UsageError(f"--arrow takes FROM-TO or FROM-TO:COLOUR, not {text!r}")
    return (start, end, colour) if colon else (start, end)

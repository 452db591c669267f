"""The command line: `circularchess perft|moves|show|variants|play|render|animate|convert`.

Bad input, and output that cannot be written, end with one line on standard error and exit
status 2, a difference between the engines with 1, Ctrl-C with 130.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from .options import Whole, game_options, make_board
from .convert import convert
from ..errors import CircularChessError, InvalidDepthError
from .pictures import animate, render
from .play import play

if TYPE_CHECKING:
    from ..board import Board

__all__ = ["cli", "main"]

_MESSAGE_LENGTH: Final = 400


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit the program."""
    sys.exit(_run(args))


def _run(args: Sequence[str] | None) -> int:
    try:
        status = cli.main(args=args, prog_name="circularchess", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return _refuse(error.format_message())
    except CircularChessError as error:
        return _refuse(str(error))
    except MemoryError as error:
        return _refuse(str(error) or "not enough memory")
    except ImportError as error:
        # Only what belongs to an extra may be missing, and says so.
        if error.name is not None:
            raise
        return _refuse(str(error))
    except (KeyboardInterrupt, click.Abort):
        # Who pressed it sees a word; programs have the status.
        if sys.stderr.isatty():
            click.echo("circularchess: interrupted", err=True)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone.
        _drop_output()
        return 1
    except UnicodeEncodeError as error:
        return _refuse(f"the output's encoding, {error.encoding}, has no chess figures")
    except OSError as error:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        _drop_output()
        return _refuse(error.strerror or str(error))
    return status if isinstance(status, int) else 0


def _drop_output() -> None:
    """Keep Python from writing what is left of the output at exit, and complaining."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _refuse(message: str) -> int:
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message[:_MESSAGE_LENGTH])
    if len(message) > _MESSAGE_LENGTH:
        line += "..."
    click.echo(f"circularchess: error: {line}", err=True)
    return 2


class _Depth(click.ParamType[int]):
    """A perft depth, refused with a short message whatever is given."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from ..analysis.perft import check_depth

        text = str(value)
        # Python would also read digits of other scripts.
        plain = text.isascii() and text.isdigit() and len(text) <= 20
        try:
            return check_depth(int(text) if plain else text, 0)  # type: ignore[arg-type]
        except InvalidDepthError as error:
            self.fail(str(error), param, ctx)


# Not named `click.version_option`, which would look the version up on every start.
def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from .. import __version__

        click.echo(f"circularchess {__version__}")
        ctx.exit()


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Rules engine for chess on round boards.

    VARIANT is the id of a game that "circularchess variants" lists, as circular or bhati-6. Each
    command has a --help of its own.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@cli.command()
@game_options
@click.option("--depth", type=_Depth(), required=True, help="Number of moves to look ahead.")
@click.option("--divide", is_flag=True, help="Also show the count below each first move.")
@click.option(
    "--check", is_flag=True, help="Count with both engines; exit with 1 where they differ."
)
@click.option(
    "--threads", type=Whole(1, 1024), default=1, help="Threads to count on (Rust engine)."
)
@click.option(
    "--hash",
    "hash_mb",
    type=Whole(0, 1 << 20),
    default=0,
    metavar="MB",
    help="Size of a table that finds subtrees met before (Rust engine).",
)
@click.option(
    "--dask",
    metavar="local|ADDRESS",
    help="Count on a Dask cluster, one started here or a running one; the extra 'cluster'. "
    "--threads and --hash are then for each task.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def perft(
    depth: int,
    divide: bool,
    check: bool,
    threads: int,
    hash_mb: int,
    dask: str | None,
    as_json: bool,
    **game: Any,
) -> int:
    """Count the sequences of legal moves of VARIANT, depth by depth.

    Prints a line a depth (depth, nodes, seconds, nodes a second), with --divide a line a first
    move, and at the end "Nodes searched: N". With --json an object with the keys variant,
    options, engine, fen (after --moves), moves, depths (a list of objects with depth, nodes and
    seconds), nodes and, where asked for, divide (counts by move) and check (engines, agree and,
    where they differ, path, fen and only, the moves each engine has alone).
    """
    from .perft import run

    return run(
        make_board(**game),
        depth,
        divide=divide,
        check=check,
        as_json=as_json,
        threads=threads,
        hash_mb=hash_mb,
        dask=dask,
    )


@cli.command()
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def moves(as_json: bool, **game: Any) -> None:
    """List the legal moves of VARIANT, a line a move.

    A move that leaves the mover's king to be taken is marked "unsafe". With --json an object with
    the keys variant, options, fen, turn, moves (a list of objects with uci and safe) and outcome
    (null while the game goes on, else termination and winners).
    """
    board = make_board(**game)
    safe = set(board.safe_moves)
    if not as_json:
        for move in board.legal_moves:
            click.echo(f"{move.uci()}" if move in safe else f"{move.uci()} unsafe")
        return
    outcome = board.outcome()
    report = {
        **describe(board),
        "turn": board.turn,
        "moves": [{"uci": move.uci(), "safe": move in safe} for move in board.legal_moves],
        "outcome": outcome
        and {"termination": outcome.termination.value, "winners": list(outcome.winners)},
    }
    click.echo(json.dumps(report))


@cli.command()
@game_options
@click.option("--unicode", "figures", is_flag=True, help="Draw with chess figures.")
@click.option(
    "--width",
    type=Whole(1, 10_000),
    help="Columns to draw in, by default as many as the terminal has.",
)
def show(figures: bool, width: int | None, **game: Any) -> None:
    """Draw the board of VARIANT as text, with the state of the game.

    A board too wide for the terminal is drawn in blocks of files, of whole sectors where the
    board has sectors.
    """
    from .terminal.words import state_of_play

    board = make_board(**game)
    # What is no terminal (a pipe, a file) has room for the widest built-in board.
    columns = width or shutil.get_terminal_size((200, 24)).columns
    click.echo((board.unicode if figures else board.text)(width=columns))
    click.echo()
    click.echo(state_of_play(board))
    click.echo(board.fen())


@cli.command("variants")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
def list_variants(as_json: bool) -> None:
    """List the built-in variants.

    With --json a list of objects with the keys id, name, players, rings, files, centre, source
    and options.
    """
    from ..variant import variants

    if as_json:
        keys = ("id", "name", "players", "rings", "files", "centre", "source", "options")
        rows = [{key: getattr(variant, key) for key in keys} for variant in variants()]
        click.echo(json.dumps(rows))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("Variant", "Name", "Players", "Board", "Source"):
        table.add_column(title, no_wrap=title == "Variant")
    for variant in variants():
        board = f"{variant.rings} x {variant.files}"
        row = (variant.id, variant.name, str(variant.players), board, variant.source)
        table.add_row(*map(Text, row))
    # A pipe gets one line a variant, whatever the width.
    console = Console(width=None if sys.stdout.isatty() else 200)
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


for _command in (play, render, animate, convert):
    cli.add_command(_command)


def describe(board: Board) -> dict[str, Any]:
    """What every JSON report says about the position."""
    return {
        "variant": board.variant.id,
        "options": board.variant.options,
        "fen": board.fen(),
    }

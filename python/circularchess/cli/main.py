"""The command line: `circularchess perft|moves|show|variants|rules|variant|play|uci|...`.

Bad input, and output that cannot be written, end with one line on standard error and exit
status 2, a difference between the engines with 1, Ctrl-C with 130.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from ..errors import CircularChessError
from .animate import animate
from .annotate import annotate
from .convert import convert
from .moves import moves
from .perft import perft
from .play import play
from .puzzle import puzzle
from .render import render
from .rules import rules
from .serve import serve
from .show import show
from .uci import uci
from .variant import variant
from .variants import variants

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


_COMMANDS: Final = (
    *(variants, rules, variant, show, moves, perft, play, puzzle, serve, uci),
    *(render, animate, convert, annotate),
)
for _command in _COMMANDS:
    cli.add_command(_command)

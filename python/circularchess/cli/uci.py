"""`circularchess uci`: the engine for graphical programs."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

import click

from .options import find_variant, variant_options

__all__ = ["uci"]


@click.command(short_help="Be an engine that speaks UCI, for graphical programs.")
@variant_options
def uci(variant: str | None, settings: Sequence[str], variant_file: str | None) -> int:
    """Read commands of the Universal Chess Interface and answer them, until "quit".

    The game is VARIANT, by default orthodox chess, until the option UCI_Variant says otherwise:
    the id of a built-in variant, of which "chess" means orthodox, or of one that a file of the
    option VariantPath describes. The option VariantOptions holds options of the variant, as
    check=strict,castling=false.

    Moves are from-square and to-square as the variant names them, as c16b14 or e2e4. Clocks of
    more than two armies are "go time r 60000 o 60000 increments r 1000 o 1000", by the armies'
    letters. Besides the standard commands there are "d" (shows the position), "eval" (what the
    position is worth by itself) and "perft N". What makes no sense is answered by "info string".
    """
    from ..players.uci.server import UciServer

    plain = variant is None and variant_file is None and not settings
    game = None if plain else find_variant(variant, variant_file, settings)
    gone = False

    def write(line: str) -> None:
        nonlocal gone
        try:
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
        except OSError:
            # Whoever read this has left; threads have nobody to tell it.
            gone = True

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    server = UciServer(write, game)
    try:
        while not (server.finished or gone) and (line := sys.stdin.readline()):
            server.command(line)
    finally:
        server.close()
    if gone:
        raise BrokenPipeError
    return 0

"""`circularchess convert`: games from one form into another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import CircularChessError
from .game_files import FIRST_RELEASE, FORMATS, format_of, name_of, named, read_all, write_all
from .options import find_variant
from .output import check_output, write_output
from .progress import counter

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game

__all__ = ["convert"]


@click.command(short_help="Convert game records (PGN) to JSON and back.")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--from",
    "source_kind",
    type=click.Choice([*FORMATS, FIRST_RELEASE]),
    help="The form of IN, or the release that wrote it.",
)
@click.option("--to", "target_kind", type=click.Choice(FORMATS), help="The form of OUT.")
@click.option(
    "--skip-faulty",
    is_flag=True,
    help="Leave games with faults out, tell each on standard error and exit with 1.",
)
@click.option("--variant", metavar="VARIANT", help="The game of records that name none.")
@click.option(
    "--variant-file",
    type=click.Path(dir_okay=False),
    help="A variant of your own (TOML) that game records name.",
)
@click.option(
    "--notation",
    metavar="NAME",
    help="Write moves in ring-file, file-ring, greenchess, jocly or gamecourier; or in san, as "
    "without this.",
)
def convert(
    source: str,
    target: str,
    source_kind: str | None,
    target_kind: str | None,
    skip_faulty: bool,
    variant: str | None,
    variant_file: str | None,
    notation: str | None,
) -> int:
    """Convert games from IN to OUT, between game records (PGN) and JSON.

    The forms are what the names end with, .pgn or .json, unless --from and --to say otherwise;
    "-" is standard input or output. JSON holds one game as an object and several as a list of
    them. Records that name no variant are of circular, or of --variant. A fault ends the
    conversion, with its place and nothing written, unless --skip-faulty.

    What release 0.1 wrote is read with --from 0.1: records, JSON of games or a board, and pickles
    (.pickle, .pkl) of either. Only pickles, and squares of orthodox and cylinder, differ.

    With --notation the moves of records are written as another program writes them, and the tag
    Notation says whose they are. Records with such a tag are read so.
    """
    kinds = (source_kind or format_of(source), target_kind or format_of(target))
    if kinds[0] is None:
        raise click.UsageError("--from is needed: IN does not end with .pgn or .json")
    if kinds[1] is None:
        raise click.UsageError("--to is needed: OUT does not end with .pgn or .json")
    check_output(target)
    if variant is None and variant_file is None:
        known = None
    else:
        known = find_variant(variant, variant_file, ())
    games: list[Game | Board] = []
    faulty = False
    try:
        with counter("games") as tell:
            for number, entry in enumerate(read_all(source, kinds[0], known=known), 1):
                tell(number)
                if entry.game is not None and not entry.faults:
                    if notation is not None:
                        _spell(entry.game, notation)
                    games.append(entry.game)
                    continue
                if not skip_faulty:
                    more = len(entry.faults) - 1
                    tail = f" (and {more} more)" if more else ""
                    raise CircularChessError(entry.faults[0] + tail)
                faulty = True
                for fault in entry.faults:
                    click.echo(f"circularchess: {name_of(source)}: {fault}", err=True)
    except CircularChessError as error:
        raise named(source, error) from None
    write_output(target, write_all(games, kinds[1]))
    return 1 if faulty else 0


def _spell(game: Game | Board, notation: str) -> None:
    """Choose what the record of a game writes its moves in. Raises `UnknownNotationError`."""
    from ..game import Game
    from ..notation.schemes import SCHEMES, TAG, scheme

    if not isinstance(game, Game):
        return  # a board has no record
    if notation == "san":
        if game.headers.get(TAG) in SCHEMES:
            del game.headers[TAG]
        return
    scheme(notation, game.variant)
    game.headers[TAG] = notation

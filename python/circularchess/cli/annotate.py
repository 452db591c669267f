"""`circularchess annotate`: an engine's judgement written into game records."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from ..errors import CircularChessError
from .game_files import FORMATS, format_of, named, read_all, write_all
from .options import Seconds, WholeNumber, find_variant
from .output import check_output, write_output
from .progress import counter

if TYPE_CHECKING:
    from ..game import Game
    from ..players.engine import Engine
    from ..players.uci.client import UciEngine
    from ..variant import Variant

__all__ = ["annotate"]


@click.command(short_help="Write evaluations and better moves into game records.")
@click.argument("source", metavar="FILE")
@click.option("-o", "--output", default="-", metavar="OUT", help="Where to write; else shown.")
@click.option("--time", type=Seconds(), help="Seconds for each position; 0.5 if nothing is said.")
@click.option("--depth", type=WholeNumber(1, 100), help="Plies to look ahead.")
@click.option("--nodes", type=WholeNumber(1), help="Positions to look at for each position.")
@click.option("--threads", type=WholeNumber(1, 1024), default=1, help="Threads to search with.")
@click.option(
    "--hash",
    "hash_mb",
    type=WholeNumber(1, 1 << 20),
    default=64,
    metavar="MB",
    help="Size of the engine's table.",
)
@click.option(
    "--uci", "command", metavar="COMMAND", help="Ask another engine that speaks UCI, as stockfish."
)
@click.option(
    "--variations/--no-variations", default=True, help="Add better lines beside bad moves."
)
@click.option("--variant", metavar="VARIANT", help="The game of records that name none.")
@click.option(
    "--variant-file",
    type=click.Path(dir_okay=False),
    help="A variant of your own (TOML) that game records name.",
)
def annotate(
    source: str,
    output: str,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    threads: int,
    hash_mb: int,
    command: str | None,
    variations: bool,
    variant: str | None,
    variant_file: str | None,
) -> int:
    """Annotate the games of FILE: the engine judges every move of their main lines.

    Each move gets the evaluation of the position after it, as [%eval] in its comment. Moves that
    give away 5, 10 or 15 % of the chance to win get the glyphs ?!, ? and ??, unless they are judged
    already, and the better line as a variation. Records are written in the form of OUT's name, .pgn
    or .json, else in that of FILE. A fault in a record ends the command with nothing written.
    """
    from ..game import Game
    from ..players.annotating import annotate as annotate_game
    from ..players.limit import Limit

    check_output(output)
    if time is None and depth is None and nodes is None:
        time = 0.5
    limit = Limit(time=time, depth=depth, nodes=nodes)
    known = None
    if variant is not None or variant_file is not None:
        known = find_variant(variant, variant_file, ())
    games: list[Game] = []
    try:
        for entry in read_all(source, known=known):
            if entry.faults:
                raise CircularChessError(entry.faults[0])
            # Single boards are in files of the first release alone, which are not read here.
            if not isinstance(entry.game, Game):
                raise CircularChessError("there is no game")
            games.append(entry.game)
    except CircularChessError as error:
        raise named(source, error) from None
    moves = sum(map(_moves, games))
    done = 0
    with counter("moves", moves) as tell:
        engine: Engine | UciEngine | None = None
        try:
            for game in games:
                if engine is None or engine.variant != game.variant:
                    if engine is not None:
                        engine.close()
                    engine = _engine(game.variant, command, threads, hash_mb)
                so_far = partial(_tell_sum, tell, done)
                annotate_game(game, engine, limit, variations=variations, progress=so_far)
                done += _moves(game)
        finally:
            if engine is not None:
                engine.close()
    kind = format_of(output) or format_of(source) or FORMATS[0]
    write_output(output, write_all(games, kind))
    return 0


def _moves(game: Game) -> int:
    return sum(node.move is not None for node in game.mainline())


def _tell_sum(tell: Callable[[int], object], before: int, number: int) -> None:
    """Count the moves of all games together."""
    tell(before + number)


def _engine(
    variant: Variant, command: str | None, threads: int, hash_mb: int
) -> Engine | UciEngine:
    from ..players.engine import Engine
    from ..players.uci.client import UciEngine

    if command is None:
        return Engine(variant, threads=threads, hash_mb=hash_mb)
    engine = UciEngine.popen(command, variant)
    with_them = {"Threads": threads, "Hash": hash_mb}
    engine.configure({name: n for name, n in with_them.items() if name in engine.options})
    return engine

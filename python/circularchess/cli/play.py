"""`circularchess play`."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import CircularChessError, shorten
from .options import Seconds, WholeNumber, check_record, game_options, make_board
from .output import check_target

if TYPE_CHECKING:
    from ..players.opponents import Opponent, Strength
    from .terminal.session import Session

__all__ = ["play"]


@click.command(short_help="Play VARIANT against people or the machine.")
@game_options
@click.option(
    "--opponent",
    "opponents",
    metavar="[ARMY=]KIND",
    multiple=True,
    help="Who plays an army, as black=greedy: human, random, greedy or engine. "
    "Without an army: all but the first. May be repeated.",
)
@click.option(
    "--seed", type=WholeNumber(), help="Make the choices of random and greedy the same every time."
)
@click.option(
    "--time",
    type=Seconds(),
    default=1.0,
    show_default=True,
    help="Seconds the engine thinks for a move, a hint or a judgement.",
)
@click.option(
    "--skill", type=WholeNumber(0, 20), help="How well the engine plays; by default at its best."
)
@click.option(
    "--elo", type=WholeNumber(800, 2300), help="About what rating the engine plays at, instead."
)
@click.option(
    "--threads", type=WholeNumber(1, 1024), default=1, help="Threads the engine thinks with."
)
@click.option("--load", "source", metavar="FILE", help="Go on with the first game of a file.")
@click.option(
    "--save", "target", metavar="FILE", help="Save the game as a game record when it is left."
)
@click.option(
    "--unicode/--letters",
    "--figures",
    "figures",
    default=None,
    help="Draw with chess figures or with letters; figures if the terminal has them.",
)
def play(
    opponents: Sequence[str],
    seed: int | None,
    time: float,
    skill: int | None,
    elo: int | None,
    threads: int,
    source: str | None,
    target: str | None,
    figures: bool | None,
    **game: Any,
) -> int:
    """Play VARIANT in the terminal, with people at one keyboard or against the machine.

    Type moves, as Nc12 or c16b14, or commands; "help" lists them. At the end of the input the
    game is left with status 0, with Ctrl-C (at a terminal twice) with 130; --save saves it in
    any case.

    "engine" looks as far ahead as it can in --time; --skill or --elo make it weaker. "random" makes
    any legal move. "greedy" mates or takes a king if it can, else takes the most it can, counting
    queen 9, rook 5, bishop and knight 3, pawn 1, other kinds by how they move, and what a promotion
    adds, and never leaves its king to be taken; else it moves at random. It accepts a draw when its
    side has less on the board, the engine when it is not ahead.
    """
    from rich.console import Console

    from ..players.opponents import Greedy, Strength
    from .terminal.advice import Adviser
    from .terminal.loop import run
    from .terminal.session import Session

    if source is not None and (game["fen"] is not None or game["moves"] is not None):
        raise click.UsageError("--load goes without --fen and --moves")
    named = game["variant"] is not None or game["variant_file"] is not None
    settings = game["settings"]
    if source is not None and not named:
        game |= {"variant": "circular", "settings": ()}  # only until the file is loaded
    rng = random.Random(seed)
    if skill is not None and elo is not None:
        raise click.UsageError("give either --skill or --elo")
    strength = Strength(time, skill, elo, threads)
    session = Session(make_board(**game), helper=Greedy(rng), adviser=Adviser(time, threads))
    if source is not None:
        wanted = session.board.variant if named else None
        session.load(source)
        check_record(session.board.variant, wanted, settings, source)
    session.seat(_read_opponents(session, opponents, rng, strength))
    if target is not None:
        _check_target(target, source)
    console = Console(highlight=False, markup=False, emoji=False)
    if figures is None:
        figures = console.is_terminal and console.encoding.lower().startswith("utf")
    try:
        return run(session, console, figures=figures)
    finally:
        if target is not None:
            _save(session, target)


def _read_opponents(
    session: Session, texts: Sequence[str], rng: random.Random, strength: Strength
) -> dict[str, Opponent]:
    from ..notation.words import find_army
    from ..players.opponents import make_opponent

    variant = session.board.variant
    kinds: dict[str, str] = {}
    for text in texts:
        name, equals, kind = text.rpartition("=")
        armies = [find_army(variant, name)] if equals else list(variant.letters[1:])
        kinds.update(dict.fromkeys(armies, kind))
    return {
        army: make_opponent(kind, rng, strength) for army, kind in kinds.items() if kind != "human"
    }


def _save(session: Session, target: str) -> None:
    """Save the game; one that can no longer be saved goes to standard output instead."""
    try:
        # Whole, so that no `~` in it is taken for a home folder.
        session.save(os.path.abspath(target), replace=True)
    except CircularChessError:
        click.echo(session.record())
        raise


def _check_target(target: str, source: str | None) -> None:
    """Refuse what cannot be saved to before the game, not after it."""
    if target == "-":
        raise click.UsageError(
            "--save needs a file: standard output shows the game; ./- is a file of that name"
        )
    check_target(target)
    if os.path.exists(target) and (
        source in (None, "-") or os.path.realpath(target) != os.path.realpath(source or "")
    ):
        raise CircularChessError(f"{shorten(target)} exists; --save needs a new file")

"""What commands share: the options that say which position of which game is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from ..engine import ENGINES
from ..errors import CircularChessError, InvalidGameError, shorten

if TYPE_CHECKING:
    from ..board import Board
    from ..engine import EngineName
    from ..game import Game
    from ..variant import Variant

__all__ = [
    "Seconds",
    "WholeNumber",
    "check_record",
    "find_variant",
    "game_options",
    "load_record",
    "make_board",
    "notation_option",
    "variant_options",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])

#: Python also reads digits of other scripts, spaces and `1_000` as numbers.
_WHOLE: Final = re.compile("[+-]?[0-9]{1,100}", re.ASCII)
_DECIMAL: Final = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?|\.[0-9]{1,20}", re.ASCII)


class WholeNumber(click.IntRange):
    """A whole number, written in the digits 0 to 9 and nothing else."""

    name = "N"

    def _describe_range(self) -> str:
        """What the help shows as the range; nothing where there is none."""
        least, most = self.min, self.max
        if least is None or most is None:
            return "" if least is None else f"from {least}"
        return f"{least} to {most}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str) and _WHOLE.fullmatch(value) is None:
            self.fail(f"{shorten(value)} is not a whole number", param, ctx)
        number: int = super().convert(value, param, ctx)
        return number


class Seconds(click.FloatRange):
    """A number of seconds, more than none and at most a day, in plain digits."""

    name = "SECONDS"

    def __init__(self) -> None:
        super().__init__(0, 86400, min_open=True)

    def _describe_range(self) -> str:
        return ""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, str) and _DECIMAL.fullmatch(value) is None:
            self.fail(f"{shorten(value)} is no number of seconds", param, ctx)
        seconds: float = super().convert(value, param, ctx)
        return seconds


_SETTINGS: Final = (
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


def game_options(command: _Command) -> _Command:
    """The argument and options that say which position of which game is meant."""
    decorators = (
        click.argument("variant", required=False),
        click.option("--fen", help="Position to begin with; the start position if left out."),
        click.option(
            "--moves",
            help='Moves to make first, as "b2b3 Nc12" or as in records, "1. b3 c6 2. Nb14".',
        ),
        click.option(
            "--engine", type=click.Choice(ENGINES), default="rust", help="Which engine to ask."
        ),
        *_SETTINGS,
    )
    for decorate in reversed(decorators):
        command = decorate(command)
    return command


def notation_option(command: _Command) -> _Command:
    """The option that says how positions and moves are written."""
    return click.option(
        "--notation",
        metavar="NAME",
        help="Whose notation --fen, --moves and what is printed are in: ring-file, file-ring, "
        "greenchess, jocly or gamecourier.",
    )(command)


def variant_options(command: _Command) -> _Command:
    """The argument and options that say which game is meant, without a position."""
    for decorate in reversed((click.argument("variant", required=False), *_SETTINGS)):
        command = decorate(command)
    return command


def make_board(
    variant: str | None,
    fen: str | None,
    moves: str | None,
    engine: EngineName,
    settings: Sequence[str],
    variant_file: str | None,
    notation: str | None = None,
) -> Board:
    from ..board import Board
    from ..notation.schemes import scheme
    from .reading import move_words, read_move

    game = find_variant(variant, variant_file, settings)
    words = None if notation is None else scheme(notation, game)
    if words is None or fen is None:
        board = Board(game, fen, engine=engine)
    else:
        board = Board.from_setup(words.parse_position(fen), game, engine=engine)
    number = 0
    try:
        for text in move_words(moves or "", game):
            number += 1
            if words is None:
                board.push(read_move(board, text))
            else:
                board.push(words.parse(board.position, text))
    except InvalidGameError as error:
        raise click.ClickException(f"--moves: {error}") from None
    except CircularChessError as error:
        raise click.ClickException(f"move {number} of --moves: {error}") from None
    return board


def load_record(
    source: str,
    number: int,
    *,
    variant: str | None,
    engine: EngineName,
    settings: Sequence[str],
    variant_file: str | None,
) -> Game:
    """A game of a file, which must be of the variant that the options name, if they name one."""
    from .game_files import load_game

    known = None
    if variant is not None or variant_file is not None:
        known = find_variant(variant, variant_file, settings)
    game = load_game(source, number, known=known, engine=engine)
    check_record(game.variant, known, settings, source)
    return game


def check_record(
    found: Variant, known: Variant | None, settings: Sequence[str], source: str
) -> None:
    """Refuse a record that is of another game than the options say. Raises `ValueError`."""
    from .game_files import name_of

    where = name_of(source)
    if known is not None and found.id != known.id:
        raise CircularChessError(f"{where}: the game is of {found.id!r}, not of {known.id!r}")
    for name, value in _read_settings(settings).items():
        if found.with_options({name: value}) != found:
            has = found.options.get(name)
            shown = str(has).lower() if isinstance(has, bool) else has
            raise CircularChessError(
                f"{where}: the game is played with {name}={shown}, not {shorten(value)}"
            )
    if known is not None and _file_of(found) != _file_of(known):
        raise CircularChessError(f"{where}: the game's {found.id!r} has other rules")


def _file_of(variant: Variant) -> Variant:
    """The variant with the options of its file."""
    from ..variant import Variant

    return Variant.from_toml(variant.toml)


def find_variant(name: str | None, variant_file: str | None, settings: Sequence[str]) -> Variant:
    from ..variant import Variant

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
    return variant.with_options(_read_settings(settings))


def _read_settings(settings: Sequence[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for setting in settings:
        option, equals, value = setting.partition("=")
        if not equals:
            raise click.ClickException(f"--set takes OPTION=VALUE, not {shorten(setting)}")
        options[option] = value
    return options

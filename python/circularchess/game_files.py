"""Files of games: reading one of them, for commands that show or continue it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .errors import CircularChessError, shorten
from .output import read_file

if TYPE_CHECKING:
    from .game import Game
    from .protocol import EngineName
    from .variant import Variant

__all__ = ["FORMATS", "load_game", "name_of", "read_pgn"]

#: The forms of game files.
FORMATS: Final = ("pgn", "json")


def load_game(
    path: str, number: int = 1, *, known: Variant | None = None, engine: EngineName = "rust"
) -> Game:
    """The `number`th game of a file, from 1.

    `known` is a variant of your own that the file may name, and the game of records that name
    none. Raises `ValueError` (one line, with the file and the place) if the game has a fault, or
    is not there.
    """
    count = 0
    for count, game in enumerate(read_pgn(path, known=known, engine=engine), 1):
        if count == number:
            if game.faults:
                raise CircularChessError(f"{name_of(path)}: {game.faults[0]}")
            return game
    raise CircularChessError(f"{name_of(path)}: no game {number}: there are {count}")


def read_pgn(
    path: str, *, known: Variant | None = None, engine: EngineName = "rust"
) -> Iterator[Game]:
    """The games of a file of game records, `-` for standard input; each tells its `faults`."""
    from .pgn import read_games
    from .variant import Variant

    source = io.BytesIO(read_file(path))
    if known is None:
        return read_games(source, engine=engine)
    # A record says which options it was played with.
    plain = Variant.from_toml(known.toml)
    return read_games(source, variant=known, variants=[plain], engine=engine)


def name_of(path: str) -> str:
    """A file's name for messages."""
    return "standard input" if path == "-" else shorten(path)

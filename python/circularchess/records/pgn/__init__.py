"""Game records (PGN): reading and writing games as text. `circularchess.pgn` tells the form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

from ...errors import check_has
from ..tags import check_headers, check_value, known_headers
from ._lines import Source
from ._reader import MAX_FAULTS, PgnFault, Reader, parse_game, read_games
from ._single import next_game
from ._writer import variation_text, write_game, write_moves

if TYPE_CHECKING:
    from ...game import Game

__all__ = [
    "MAX_FAULTS",
    "PgnFault",
    "Reader",
    "Source",
    "check_headers",
    "check_value",
    "known_headers",
    "next_game",
    "parse_game",
    "read_games",
    "variation_text",
    "write_game",
    "write_games",
    "write_moves",
]


def write_games(games: Iterable[Game], file: IO[str]) -> None:
    """Write records to an open text file, an empty line between them.

    >>> import io
    >>> from circularchess import Game
    >>> file = io.StringIO()
    >>> write_games([Game(), Game("bhati-3")], file)
    >>> [game.variant.id for game in read_games(io.StringIO(file.getvalue()), Game)]
    ['circular', 'bhati-3']
    """
    check_has(file, "write", "an open file")
    for number, game in enumerate(games):
        file.write(("\n" if number else "") + write_game(game))

"""Game records (PGN): reading and writing games as text.

The usual form, for all variants, with these tags besides the usual ones: `Variant`;
`VariantDigest` for a variant that is not built in (`Variant.digest`): only that variant can read
the record; `FEN` and `SetUp` where a game does not begin at the start position; `Options`
(`check=strict`) where options differ from the variant's own; and one tag an army for its player,
named as the army (`White`; `Red`, `Orange` ...; `Army_r` where the name is another tag's).
`Result` is `1-0` for the side of the first seat or `0-1`; with more than two sides the winning
side's letters joined by `+`; `1/2-1/2`; or `*`.

Movetext of two-army games is as in orthodox chess. In bhati a round number comes first, then what
each army in play did in turn, with `..` between: `1. a4 .. Nb13 .. a26`. A line that begins in the
middle of a round has one `..` for each army in play before. In place of a move stands `R` (the
army resigns), `T` (loses on time), `#` (is mated and goes out) or `S` (is stalemated and passes or
goes out); the last two may be left out.

The command `[%resign o]` in a comment after a move says that an army resigned then, in whatever
turn; `[%time o]` that it lost on time. Two-army records have nothing else to say so.

A result may stand right after a move (`c6*`, `c61-0`). A record whose start position is in a later
round may count its rounds from 1.

Comments in braces, `;` comments, `%` lines, variations (nested as deep as you like), `$` glyphs
and `!?` are read. Comments cannot be told apart that follow each other: they become the lines of
one. A comment that nothing closes ends at the next line that begins with a tag.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

from ...errors import check_has
from ..tags import check_headers, check_value, known_headers
from ._reader import MAX_FAULTS, PgnFault, parse_game, read_games
from ._writer import variation_text, write_game, write_moves

if TYPE_CHECKING:
    from ...game import Game

__all__ = [
    "MAX_FAULTS",
    "PgnFault",
    "check_headers",
    "check_value",
    "known_headers",
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
    >>> [game.variant.id for game in read_games(io.StringIO(file.getvalue()))]
    ['circular', 'bhati-3']
    """
    check_has(file, "write", "an open file")
    for number, game in enumerate(games):
        file.write(("\n" if number else "") + write_game(game))

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

from collections.abc import Callable, Iterable, Iterator
from typing import IO, TYPE_CHECKING, NoReturn

from .game import Game
from .records import pgn as records
from .records.pgn import (
    MAX_FAULTS,
    PgnFault,
    check_headers,
    check_value,
    known_headers,
    variation_text,
    write_game,
    write_games,
    write_moves,
)

if TYPE_CHECKING:
    from .engine import EngineName
    from .records.pgn import Source
    from .variant import Variant

__all__ = [
    "MAX_FAULTS",
    "PgnFault",
    "check_headers",
    "check_value",
    "known_headers",
    "parse_game",
    "read_game",
    "read_games",
    "read_headers",
    "skip_game",
    "variation_text",
    "write_game",
    "write_games",
    "write_moves",
]


def read_games(
    source: Source,
    *,
    variant: str | Variant = "circular",
    variants: Iterable[Variant] = (),
    engine: EngineName = "rust",
    on_fault: Callable[[PgnFault], None] | None = None,
) -> Iterator[Game]:
    """Read the games of a record one by one, never more than one in memory.

    `source` is an open file (text or binary), any lines, or a `pathlib.Path`. `variant` is the
    game of records that do not say; `variants` are variants of your own that records may name.
    A record that carries the digest of its variant's rules is only read with those rules.

    What is wrong never raises. Each game has its `faults` (also given to `on_fault` as they are
    met), at most 100: look at them first. A game with faults holds what could be read: a line of
    moves ends before the first one that is not possible, and when tags name no known variant or no
    playable position there are no moves. Reading then goes on with the next game.

    >>> import io
    >>> file = io.StringIO('[Variant "circular"]\\n\\n1. b3 c6 2. b9 *\\n\\n1. a3 1-0\\n')
    >>> for game in read_games(file):
    ...     print([node.san() for node in game.mainline()], game.result, *game.faults)
    ['b3', 'c6'] * line 3, column 13: illegal move 'b9' (w to move: b9 is six steps away from b15)
    ['a3'] 1-0
    """
    return records.read_games(
        source, Game, variant=variant, variants=variants, engine=engine, on_fault=on_fault
    )


def read_game(
    file: IO[str] | IO[bytes],
    *,
    variant: str | Variant = "circular",
    variants: Iterable[Variant] = (),
    engine: EngineName = "rust",
) -> Game | None:
    """Read the game where an open file stands, and go on after it; None at the end of the file.

    As `chess.pgn.read_game`. What is wrong never raises: look at `Game.errors`. `variant` and
    `variants` are as for `read_games`, which is the quicker way through a whole file.

    >>> import io
    >>> file = io.StringIO('1. b3 *\\n\\n[Event "Club"]\\n\\n1. c3 c6 *\\n')
    >>> read_game(file).end().ply, read_game(file).headers["Event"], read_game(file)
    (1, 'Club', None)
    """
    found = records.next_game(file, Game, variant=variant, variants=variants, engine=engine)
    return None if found is None else found[0]


def read_headers(file: IO[str] | IO[bytes]) -> dict[str, str] | None:
    """The tags of the game where an open file stands, as written; the moves are passed over.

    None at the end of the file. As `chess.pgn.read_headers`, but that tags which the record does
    not have are left out.

    >>> import io
    >>> read_headers(io.StringIO('[Event "Club"]\\n[White "Ann"]\\n\\n1. b3 c6 *\\n'))
    {'Event': 'Club', 'White': 'Ann'}
    """
    found = records.next_game(file, Game, skim=True)
    return None if found is None else found[1]


def skip_game(file: IO[str] | IO[bytes]) -> bool:
    """Pass over the game where an open file stands. False at the end of the file.

    >>> import io
    >>> file = io.StringIO("1. b3 c6 *\\n\\n1. c3 *")
    >>> skip_game(file), read_game(file).end().san(), skip_game(file)
    (True, 'c3', False)
    """
    return records.next_game(file, Game, skim=True) is not None


def parse_game(
    text: str,
    *,
    variant: str | Variant = "circular",
    variants: Iterable[Variant] = (),
    engine: EngineName = "rust",
) -> Game:
    """Read the text of one game. Raises `PgnError` at its first fault, or if there are more games.

    `variant` and `variants` are as for `read_games`.

    >>> parse_game("1. b3 Rd8 *")
    Traceback (most recent call last):
    ...
    circularchess.errors.PgnError: line 1, column 7: illegal move 'Rd8' (d8 holds its own bR)
    """
    return records.parse_game(text, Game, variant=variant, variants=variants, engine=engine)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> NoReturn:
        from .python_chess import missing

        raise AttributeError(missing("chess.pgn", name, __name__), name=name)

"""Files of games, as game records (PGN) or JSON: reading all of them, or one."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..errors import CircularChessError, shorten
from .output import read_file

if TYPE_CHECKING:
    from ..board import Board
    from ..engine import EngineName
    from ..game import Game
    from ..variant import Variant

__all__ = [
    "FIRST_RELEASE",
    "FORMATS",
    "Entry",
    "format_of",
    "load_game",
    "name_of",
    "read_all",
    "write_all",
]

#: The forms of game files, as file names end.
FORMATS: Final = ("pgn", "json")
#: What `--from` calls files of the first release, whose form is what their names end with.
FIRST_RELEASE: Final = "0.1"
_OLD_FORMATS: Final = {"pgn": "pgn", "json": "json", "pickle": "pickle", "pkl": "pickle"}


class Entry(NamedTuple):
    """A game of a file, or a board, and what is wrong with it, each fault with its place."""

    game: Game | Board | None
    faults: tuple[str, ...]


def format_of(path: str) -> str | None:
    """The form a file's name says, None if it says none."""
    ending = Path(path).suffix.lower().lstrip(".")
    return ending if ending in FORMATS else None


def read_all(
    path: str,
    kind: str | None = None,
    *,
    known: Variant | None = None,
    engine: EngineName = "rust",
) -> Iterator[Entry]:
    """All games of a file, `-` for standard input.

    `kind` is "pgn" or "json", by default what the name says, else "pgn". `known` is a variant of
    your own that records may name, and the game of records that name none. Raises `ValueError`
    (one line) for a file that cannot be read, or is no JSON at all.
    """
    if kind == FIRST_RELEASE:
        return _read_first_release(path, known)
    content = read_file(path)
    if (kind or format_of(path)) == "json":
        from ..game import Game

        return _read_json(content, partial(Game.from_json, engine=engine))
    return _read_pgn(content, known, engine)


def _read_pgn(content: bytes, known: Variant | None, engine: EngineName) -> Iterator[Entry]:
    from ..pgn import read_games
    from ..variant import Variant

    source = io.BytesIO(content)
    if known is None:
        games = read_games(source, engine=engine)
    else:
        # A record says itself which options it was played with.
        plain = Variant.from_toml(known.toml)
        games = read_games(source, variant=known, variants=[plain], engine=engine)
    return (Entry(game, tuple(map(str, game.faults))) for game in games)


def _read_first_release(path: str, known: Variant | None) -> Iterator[Entry]:
    """All that release 0.1 wrote into a file: records, JSON of games or a board, or a pickle."""
    from .. import first_release

    kind = _OLD_FORMATS.get(Path(path).suffix.lower().lstrip("."))
    if kind is None:
        raise CircularChessError("a file of release 0.1 ends with .pgn, .json or .pickle")
    content = read_file(path)
    if kind == "pickle":
        return iter([Entry(first_release.loads(content), ())])
    if kind == "pgn":
        own = [] if known is None else [known]
        games = first_release.read_games(
            io.BytesIO(content), variant=known or "circular", variants=own
        )
        return (Entry(game, tuple(map(str, game.faults))) for game in games)
    return _read_json(content, _old_document)


def _old_document(value: Mapping[str, Any]) -> Game | Board:
    from .. import first_release

    if value.get("format") == "circularchess.board" or "pieces" in value:
        return first_release.board_from_json(value)
    return first_release.game_from_json(value)


def _read_json(
    content: bytes, make: Callable[[Mapping[str, Any]], Game | Board]
) -> Iterator[Entry]:
    from ..records.json_format import Place, load

    document = load(content, "game")
    several = isinstance(document.value, list)
    for number, value in enumerate(document.value if several else [document.value], 1):
        where = f"game {number} of the list: " if several else ""
        try:
            Place(value, "game").entries()  # refuses what is no object
            yield Entry(make(value), ())
        except CircularChessError as error:
            yield Entry(None, (f"{where}{error}",))


def load_game(
    path: str, number: int = 1, *, known: Variant | None = None, engine: EngineName = "rust"
) -> Game:
    """The `number`th game of a file, from 1; see `read_all`.

    Raises `ValueError` (one line, with the file and the place) if the game has a fault, or is not
    there.
    """
    from ..game import Game

    count = 0
    try:
        for count, entry in enumerate(read_all(path, known=known, engine=engine), 1):
            if count == number:
                if not isinstance(entry.game, Game) or entry.faults:
                    raise CircularChessError(entry.faults[0])
                return entry.game
    except CircularChessError as error:
        raise named(path, error) from None
    raise CircularChessError(f"{name_of(path)}: no game {number}: there are {count}")


def write_all(games: Iterable[Game | Board], kind: str) -> bytes:
    """Games in one of the forms. JSON is one object for one game, a list for another number.

    A board is written as a board in JSON, and as the game played on it in records.
    """
    if kind == "json":
        texts = [game.to_json() for game in games]
        text = texts[0] if len(texts) == 1 else "[" + ",\n".join(texts) + "]"
        return f"{text}\n".encode()
    from ..board import Board
    from ..game import Game
    from ..pgn import write_games

    out = io.StringIO()
    write_games((Game.from_board(it) if isinstance(it, Board) else it for it in games), out)
    return out.getvalue().encode()


def named(path: str, error: CircularChessError) -> CircularChessError:
    """The error with the file's name in front, if it does not begin with it already."""
    name = name_of(path)
    return error if str(error).startswith(name) else CircularChessError(f"{name}: {error}")


def name_of(path: str) -> str:
    """A file's name for messages."""
    return "standard input" if path == "-" else shorten(path)

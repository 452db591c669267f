"""Reading game records one game at a time from an open file, as `chess.pgn.read_game` does."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from ...errors import check_has
from ...variant import Variant
from ._lines import lines_of
from ._reader import Reader

if TYPE_CHECKING:
    from ...engine import EngineName
    from ...game import Game

__all__ = ["next_game"]


class _Place:
    """How far a file was read: what is held of it, and how to tell that nobody moved it since."""

    __slots__ = ("held", "number", "position")

    def __init__(self) -> None:
        #: Lines that were read and belong to the next game.
        self.held: deque[str] = deque()
        #: The number of the last line given.
        self.number = 0
        #: Where the file stood; None where files cannot tell.
        self.position: int | None = None


_PLACES: Final[WeakKeyDictionary[Any, _Place]] = WeakKeyDictionary()


def _position(file: IO[Any]) -> int | None:
    """Where a file stands, None for one that cannot be moved there."""
    try:
        return file.tell() if file.seekable() else None
    except (AttributeError, OSError, ValueError):
        return None


class _Lines:
    """The lines of a file from a place on."""

    __slots__ = ("_file", "_last", "_place", "_start")

    def __init__(self, file: IO[Any], place: _Place) -> None:
        self._file = file
        self._place = place
        # The last text the file gave, and where it stood before.
        self._last = ""
        self._start: int | None = None

    def __iter__(self) -> Iterator[str]:
        place = self._place
        while True:
            while place.held:
                place.number += 1
                yield place.held.popleft()
            self._start = _position(self._file)
            text = self._file.readline()
            if not text:
                return
            place.held.extend(lines_of([text]))
            self._last = place.held[0] if len(place.held) == 1 else ""

    def keep(self, rest: str) -> None:
        """Give back what was read and belongs to the next game."""
        place = self._place
        if rest.strip():
            place.number -= 1
            if rest == self._last and self._start is not None:
                self._file.seek(self._start)
            else:
                place.held.appendleft(rest)
        place.position = _position(self._file)


def next_game(
    file: IO[str] | IO[bytes],
    game_class: type[Game],
    *,
    variant: str | Variant = "circular",
    variants: Iterable[Variant] = (),
    engine: EngineName = "rust",
    skim: bool = False,
) -> tuple[Game, dict[str, str]] | None:
    """The game where an open file stands, and its tags as written; None at the end of the file.

    `skim` leaves the moves out.

    >>> import io
    >>> from circularchess import Game
    >>> file = io.StringIO('[Event "Club"]\\n\\n1. b3 *\\n')
    >>> game, tags = next_game(file, Game)
    >>> tags, next_game(file, Game)
    ({'Event': 'Club'}, None)
    """
    check_has(file, "readline", "an open file")
    if not isinstance(variant, Variant):
        variant = Variant.load(variant)
    place = _PLACES.get(file)
    if place is None or place.position != _position(file):
        place = _PLACES[file] = _Place()
    lines = _Lines(file, place)
    reader = Reader(game_class, variant, tuple(variants), engine, None, skim=skim)
    game = next(reader.games(lines, place.number + 1), None)
    if game is None:
        return None
    lines.keep(reader.rest)
    return game, reader.tags_read

"""Taking JSON apart: every fault is one line that names the place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NoReturn, TypeVar

from ...errors import CircularChessError, InvalidJsonError, shorten
from ...notation.fen import MAX_COUNTER

__all__ = ["Place", "load"]

_T = TypeVar("_T")

#: Longer keys are not named by the path of a place.
_LONGEST_SHOWN_KEY: Final = 40

_KINDS: Final = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    type(None): "null",
}


def load(source: str | bytes | Mapping[str, Any], what: str) -> Place:
    """Read a JSON text, or take what was read already. `what` names it in messages."""
    if isinstance(source, Mapping):
        return Place(dict(source), what)
    if not isinstance(source, str | bytes | bytearray):
        raise InvalidJsonError(f"{what}: JSON must be text, not {shorten(source)}")
    try:
        value = json.loads(source, object_pairs_hook=_unique, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise InvalidJsonError(
            f"{what}: no JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except RecursionError:
        raise InvalidJsonError(f"{what}: the JSON is nested too deeply") from None
    except UnicodeDecodeError as error:
        raise InvalidJsonError(f"{what}: the JSON is not UTF-8 at byte {error.start}") from None
    except InvalidJsonError as error:
        raise InvalidJsonError(f"{what}: {error}") from None
    except ValueError:  # Python reads no numbers of thousands of digits
        raise InvalidJsonError(f"{what}: a number in the JSON is too long") from None
    return Place(value, what)


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        # Taking out what is met leaves nothing to take out for what is met again.
        left = dict.fromkeys(found, True)
        twice = next(name for name, _ in pairs if not left.pop(name, False))
        raise InvalidJsonError(f"the key {shorten(twice)} stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise InvalidJsonError(f"{name} is no JSON")


class Place:
    """A value and where it stands: `board.pieces.a1`, `game.moves[3]`."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str) -> None:
        self.value = value
        self.path = path

    def fail(self, what: str) -> NoReturn:
        """Refuse the value."""
        raise InvalidJsonError(f"{self.path}: {what}")

    @contextmanager
    def named(self) -> Iterator[None]:
        """Name the place in front of whatever the library says is wrong."""
        try:
            yield
        except InvalidJsonError:
            raise
        except CircularChessError as error:
            raise InvalidJsonError(f"{self.path}: {error}") from None

    def _as(self, kind: type[_T]) -> _T:
        # True and false are whole numbers to Python, not to JSON.
        if type(self.value) is not kind:
            given = _KINDS.get(type(self.value), "something else")
            self.fail(f"{_KINDS[kind]} is needed, not {given}")
        return self.value

    def text(self) -> str:
        """The value, which must be a text that can be written anywhere."""
        text = self._as(str)
        try:
            text.encode()
        except UnicodeEncodeError as error:
            self.fail(f"no valid Unicode at character {error.start}")
        return text

    def number(self, least: int, most: int = MAX_COUNTER) -> int:
        """The value, which must be a whole number in that range."""
        number = self._as(int)
        if not least <= number <= most:
            self.fail(f"{shorten(number)} is not from {least} to {most}")
        return number

    def items(self) -> list[Place]:
        """What a list holds."""
        return [Place(v, f"{self.path}[{n}]") for n, v in enumerate(self._as(list))]

    def entries(self) -> dict[str, Place]:
        """What an object holds."""
        return {
            key: Place(value, f"{self.path}.{key if _plain(key) else shorten(key)}")
            for key, value in self._as(dict).items()
        }

    def fields(self, needed: tuple[str, ...], allowed: tuple[str, ...]) -> dict[str, Place]:
        """What an object holds, which must be certain keys and may be certain others."""
        entries = self.entries()
        for key in needed:
            if key not in entries:
                self.fail(f"the key {key!r} is missing")
        for key in entries:
            if key not in needed and key not in allowed:
                self.fail(f"unknown key {shorten(key)}")
        return entries

    def one_of(self, known: Mapping[str, _T] | tuple[str, ...]) -> str:
        """The value, which must be one of certain texts."""
        text = self.text()
        if text not in known:
            self.fail(f"{shorten(text)} is none of {', '.join(known)}")
        return text

    def texts(self, read: Callable[[Place], _T]) -> list[_T]:
        """A list whose items are all different, each read the same way."""
        found: dict[_T, None] = {}
        for item in self.items():
            value = read(item)
            if value in found:
                item.fail(f"{shorten(item.value)} stands twice")
            found[value] = None
        return list(found)


def _plain(key: object) -> bool:
    return isinstance(key, str) and len(key) <= _LONGEST_SHOWN_KEY and key.isidentifier()

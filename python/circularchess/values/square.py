"""Squares: a ring letter and a file number, `a1` to `d16` and beyond."""

from __future__ import annotations

import re
from typing import Any, Final, final

from ..errors import InvalidSquareError, shorten

__all__ = ["Square", "ring_letter", "ring_number"]

_NAME: Final = re.compile(r"(?P<ring>[a-z])(?P<file>[1-9][0-9]{0,2})", re.ASCII)

#: The most rings and files that names have room for.
MAX_RING: Final = 26
MAX_FILE: Final = 999
_RING_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
# Bits that every number of a file has room in.
_FILE_BITS: Final = 10

# Every square made so far, by name. There are at most MAX_RING * MAX_FILE names.
_KNOWN: Final[dict[str, Square]] = {}


def ring_letter(ring: int) -> str:
    """The letter of a ring, `a` for the innermost.

    >>> ring_letter(4)
    'd'
    """
    return _RING_LETTERS[ring - 1]


def ring_number(letter: str) -> int:
    """The number of the ring with that letter.

    >>> ring_number("d")
    4
    """
    return _RING_LETTERS.index(letter) + 1


@final
class Square(str):
    """A square by its name: a ring letter (`a` is innermost) and a file number from 1.

    Files count clockwise, seen from above. A `Square` *is* the string of its name, so
    `board.piece_at("a1")` and `board.piece_map()["a1"]` just work; it is immutable and sorts by
    ring, then by file (plain strings would sort `a10` before `a2`).

    Whether a board has the square is for the board to say. A text that is no name at all raises
    `InvalidSquareError`: one letter from `a` to `z`, then a number from 1 to 999 without leading
    zeros.

    >>> square = Square("d16")
    >>> square.ring, square.file, square.is_light
    (4, 16, False)
    >>> square == "d16", Square.at(4, 16) is square
    (True, True)
    >>> sorted([Square("b1"), Square("a10"), Square("a2")])
    ['a2', 'a10', 'b1']
    >>> Square("e0")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidSquareError: not a square name: 'e0'
    """

    #: Number of the ring, 1 (innermost) to 26.
    ring: int
    #: Number of the file, 1 to 999.
    file: int
    _order: int

    __slots__ = ("_order", "file", "ring")

    def __init_subclass__(cls) -> None:
        # There is one object a square, which all boards share.
        raise TypeError("Square is final: it has no subclasses")

    def __new__(cls, name: str) -> Square:
        if type(name) is Square:
            return name
        if not isinstance(name, str):
            raise InvalidSquareError(f"not a square name: {shorten(name)}")
        known = _KNOWN.get(name)
        if known is not None:
            return known
        match = _NAME.fullmatch(name)
        if match is None:
            raise InvalidSquareError(f"not a square name: {shorten(name)}")
        self = super().__new__(cls, name)
        ring, file = ring_number(match["ring"]), int(match["file"])
        order = ring << _FILE_BITS | file
        for attribute, value in (("ring", ring), ("file", file), ("_order", order)):
            object.__setattr__(self, attribute, value)
        # setdefault: two threads that make the same square get the same object.
        return _KNOWN.setdefault(str.__str__(self), self)

    @classmethod
    def at(cls, ring: int, file: int) -> Square:
        """The square on `ring` (1 = innermost, at most 26) and `file` (1 to 999).

        Raises `InvalidSquareError` for other numbers.

        >>> Square.at(2, 11)
        'b11'
        """
        if not (isinstance(ring, int) and 1 <= ring <= MAX_RING):
            raise InvalidSquareError(f"no ring {shorten(ring)}: rings go from 1 to {MAX_RING}")
        if not (isinstance(file, int) and 1 <= file <= MAX_FILE):
            raise InvalidSquareError(f"no file {shorten(file)}: files go from 1 to {MAX_FILE}")
        return cls(f"{ring_letter(ring)}{file:d}")

    @property
    def is_light(self) -> bool:
        """Whether the square is light: ring + file is odd.

        >>> Square("a16").is_light, Square("a1").is_light
        (True, False)
        """
        return bool((self.ring + self.file) & 1)

    @property
    def ring_letter(self) -> str:
        """The letter of the ring: `a` for ring 1.

        >>> Square("c7").ring_letter
        'c'
        """
        return self[0]

    def __lt__(self, other: str) -> bool:
        return self._order < other._order if isinstance(other, Square) else NotImplemented

    def __le__(self, other: str) -> bool:
        return self._order <= other._order if isinstance(other, Square) else NotImplemented

    def __gt__(self, other: str) -> bool:
        return self._order > other._order if isinstance(other, Square) else NotImplemented

    def __ge__(self, other: str) -> bool:
        return self._order >= other._order if isinstance(other, Square) else NotImplemented

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Square is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Square is immutable: cannot delete {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Square, (str.__str__(self),))

    def __copy__(self) -> Square:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Square:
        return self

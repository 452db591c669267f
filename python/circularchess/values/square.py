"""Squares: a ring letter and a file number, `a1` to `d16` and beyond."""

from __future__ import annotations

import re
from typing import Any, Final, final

from ..errors import InvalidSquareError, shorten

__all__ = ["Square"]

_NAME: Final = re.compile(r"([a-z])([1-9][0-9]{0,2})", re.ASCII)

# Every square made so far, by name. There are at most 26 * 999 names.
_KNOWN: Final[dict[str, Square]] = {}


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
        ring, file = ord(match[1]) - 96, int(match[2])
        for attribute, value in (("ring", ring), ("file", file), ("_order", ring << 10 | file)):
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
        if not (isinstance(ring, int) and 1 <= ring <= 26):
            raise InvalidSquareError(f"no ring {shorten(ring)}: rings go from 1 to 26")
        if not (isinstance(file, int) and 1 <= file <= 999):
            raise InvalidSquareError(f"no file {shorten(file)}: files go from 1 to 999")
        return cls(f"{chr(96 + ring)}{file:d}")

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

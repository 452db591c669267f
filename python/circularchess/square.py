"""Squares: a ring letter and a file number, `a1` to `d16` and beyond."""

from __future__ import annotations

import re
from typing import Final

from .errors import InvalidSquareError

__all__ = ["Square"]

_NAME: Final = re.compile(r"([a-z])([1-9][0-9]{0,2})", re.ASCII)


class Square(str):
    """A square by its name: a ring letter (`a` is innermost) and a file number from 1.

    It *is* the string of its name, so `board.piece_at("a1")` and
    `piece_map["a1"]` just work. Squares sort by ring, then by file.

    >>> s = Square("d16")
    >>> s.ring, s.file, s.is_light
    (4, 16, False)
    >>> Square.at(4, 16) == s
    True
    """

    ring: int
    file: int

    __slots__ = ("file", "ring")

    def __new__(cls, name: str) -> Square:
        if type(name) is Square:
            return name
        match = _NAME.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise InvalidSquareError(f"not a square name: {name!r}")
        self = super().__new__(cls, name)
        object.__setattr__(self, "ring", ord(match[1]) - 96)
        object.__setattr__(self, "file", int(match[2]))
        return self

    @classmethod
    def at(cls, ring: int, file: int) -> Square:
        """The square on `ring` (1 = innermost, at most 26) and `file` (from 1)."""
        if not 1 <= ring <= 26:
            raise InvalidSquareError(f"no ring {ring!r}: rings go from 1 to 26")
        return cls(f"{chr(96 + ring)}{file}")

"""Squares: a letter and a number, `a1` to `d16` and beyond."""

from __future__ import annotations

import re
from typing import Any, Final

from ..errors import InvalidSquareError, shorten

__all__ = ["Square", "ring_letter", "ring_number", "square_at", "square_named"]

_NAME: Final = re.compile(r"(?P<letter>[a-z])(?P<number>[1-9][0-9]{0,2})", re.ASCII)

#: The most rings and files that names have room for.
MAX_RING: Final = 26
MAX_FILE: Final = 999
_RING_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
# Bits that the number of every name has room in.
_NUMBER_BITS: Final = 10

# Every square made so far, by name: one dictionary for each way to read names. There are at most
# MAX_RING * MAX_FILE names.
_KNOWN: Final[dict[str, Square]] = {}
_KNOWN_FILE_FIRST: Final[dict[str, Square]] = {}


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


class Square(str):
    """A square by its name: a letter and a number.

    A `Square` *is* the string of its name, so `board.piece_at("a1")` and `board.piece_map()["a1"]`
    just work; it is immutable, equal to the text, and sorts by letter, then by number (plain
    strings would sort `a10` before `a2`).

    What the two say is up to the variant. On most boards the letter is the ring (`a` is
    innermost), the number the file, counted clockwise from 1; so `Square("d16")` reads a name. In
    variants with usual names (`names = "file-ring"`, as `orthodox`) the letter is the file and the
    number the ring. The squares that a board or its variant hand out know: ask them for `ring` and
    `file`, and read a name by `Variant.square`.

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
    >>> from circularchess import Variant
    >>> square = Variant.load("orthodox").square("e4")
    >>> square.ring, square.file, square == "e4"
    (4, 5, True)
    >>> Square("e0")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidSquareError: not a square name: 'e0'
    """

    #: Number of the ring, from 1 (innermost).
    ring: int
    #: Number of the file, from 1.
    file: int
    # The name's letter and number side by side: what squares sort by, and moves have in their key.
    _order: int

    __slots__ = ("_order", "file", "ring")

    def __init_subclass__(cls, *, file_first: bool = False) -> None:
        # There is one object a square and way to read it, which all boards share.
        if not file_first:
            raise TypeError("Square is final: it has no subclasses")

    def __new__(cls, name: str) -> Square:  # noqa: PYI034 - what is a square already stays it
        if isinstance(name, Square):
            return name
        return _named(cls, name)

    @classmethod
    def at(cls, ring: int, file: int) -> Square:
        """The square on `ring` (1 = innermost, at most 26) and `file` (1 to 999).

        It is named ring letter first; `Variant.square_at` names it as its variant does. Raises
        `InvalidSquareError` for other numbers.

        >>> Square.at(2, 11)
        'b11'
        """
        if not (isinstance(ring, int) and 1 <= ring <= MAX_RING):
            raise InvalidSquareError(f"no ring {shorten(ring)}: rings go from 1 to {MAX_RING}")
        if not (isinstance(file, int) and 1 <= file <= MAX_FILE):
            raise InvalidSquareError(f"no file {shorten(file)}: files go from 1 to {MAX_FILE}")
        return _named(Square, f"{ring_letter(ring)}{file:d}")

    @property
    def is_light(self) -> bool:
        """Whether the square is light: ring + file is odd.

        >>> Square("a16").is_light, Square("a1").is_light
        (True, False)
        """
        return bool((self.ring + self.file) & 1)

    @property
    def ring_letter(self) -> str:
        """The letter of the ring: `a` for ring 1, whatever the name begins with.

        >>> Square("c7").ring_letter
        'c'
        """
        return ring_letter(self.ring)

    @property
    def ring_name(self) -> str:
        """The part of the name that says the ring: its letter, or its number in usual names.

        >>> from circularchess import Variant
        >>> Square("c7").ring_name, Variant.load("orthodox").square("c7").ring_name
        ('c', '7')
        """
        return self[0]

    @property
    def file_name(self) -> str:
        """The part of the name that says the file: its number, or its letter in usual names.

        >>> from circularchess import Variant
        >>> Square("c7").file_name, Variant.load("orthodox").square("c7").file_name
        ('7', 'c')
        """
        return self[1:]

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
        return (square_named, (str.__str__(self), False))

    def __copy__(self) -> Square:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Square:
        return self


class _FileFirst(Square, file_first=True):
    """A square whose letter is the file and whose number is the ring, as in `e4`."""

    __slots__ = ()

    @classmethod
    def at(cls, ring: int, file: int) -> Square:
        return _named(_FileFirst, Square.at(file, ring))

    @property
    def ring_name(self) -> str:
        return self[1:]

    @property
    def file_name(self) -> str:
        return self[0]

    def __reduce__(self) -> tuple[Any, ...]:
        return (square_named, (str.__str__(self), True))


def square_named(name: str, file_first: bool) -> Square:
    """The square of a name, its letter read as the file's or as the ring's.

    Raises `InvalidSquareError`.

    >>> square_named("e4", True).file, square_named("e4", False).file
    (5, 4)
    """
    return _named(_FileFirst if file_first else Square, name)


def square_at(ring: int, file: int, file_first: bool) -> Square:
    """The square on a ring and a file, named the one way or the other. Raises as `Square.at`.

    >>> square_at(4, 5, True), square_at(4, 5, False)
    ('e4', 'd5')
    """
    return (_FileFirst if file_first else Square).at(ring, file)


def _named(kind: type[Square], name: str) -> Square:
    known = _KNOWN_FILE_FIRST if kind is _FileFirst else _KNOWN
    if not isinstance(name, str):
        raise InvalidSquareError(f"not a square name: {shorten(name)}")
    square = known.get(name)
    if square is not None:
        return square
    match = _NAME.fullmatch(name)
    if match is None:
        raise InvalidSquareError(f"not a square name: {shorten(name)}")
    made: Square = str.__new__(kind, name)
    letter, number = ring_number(match["letter"]), int(match["number"])
    ring, file = (number, letter) if kind is _FileFirst else (letter, number)
    order = letter << _NUMBER_BITS | number
    for attribute, value in (("ring", ring), ("file", file), ("_order", order)):
        object.__setattr__(made, attribute, value)
    # setdefault: two threads that make the same square get the same object.
    return known.setdefault(str.__str__(made), made)

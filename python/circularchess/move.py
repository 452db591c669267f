"""Moves: from-square, to-square and promotion."""

from __future__ import annotations

import re
from typing import Any, Final, final

from .errors import InvalidMoveError
from .piece import PieceType
from .square import Square

__all__ = ["Move"]

_UCI: Final = re.compile(r"([a-z][1-9][0-9]{0,2})([a-z][1-9][0-9]{0,2})([qrbn])?", re.ASCII)
_PROMOTION: Final = {
    "q": PieceType.QUEEN,
    "r": PieceType.ROOK,
    "b": PieceType.BISHOP,
    "n": PieceType.KNIGHT,
}


@final
class Move:
    """A move from one square to another, perhaps promoting. Immutable, hashable, ordered.

    >>> Move.from_uci("c7d8q")
    Move.from_uci('c7d8q')
    """

    __slots__ = ("_key", "from_square", "promotion", "to_square")

    from_square: Square
    to_square: Square
    promotion: PieceType | None
    # From ring, from file, to ring, to file and promotion in 5, 10, 5, 10 and 3 bits: room
    # for every board, so that different moves never share a key.
    _key: int

    def __init__(
        self, from_square: str, to_square: str, promotion: PieceType | None = None
    ) -> None:
        origin, target = Square(from_square), Square(to_square)
        kind = 0 if promotion is None else int(PieceType(promotion))
        if kind in (PieceType.PAWN, PieceType.KING):
            raise InvalidMoveError(f"no promotion to {PieceType(kind).name.lower()}")
        key = (origin.ring << 28) | (origin.file << 18) | (target.ring << 13)
        set_ = object.__setattr__
        set_(self, "from_square", origin)
        set_(self, "to_square", target)
        set_(self, "promotion", PieceType(kind) if kind else None)
        set_(self, "_key", key | (target.file << 3) | kind)

    @classmethod
    def from_uci(cls, text: str) -> Move:
        """Read `b2b3` or `c7d8q`. Raises `InvalidMoveError` when the text is no move."""
        match = _UCI.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise InvalidMoveError(f"not a move: {text!r}")
        return cls(match[1], match[2], _PROMOTION.get(match[3]))

    def uci(self) -> str:
        """The move as text: from-square, to-square, promotion letter if any."""
        letter = "" if self.promotion is None else " pnbrqk"[self.promotion]
        return f"{self.from_square}{self.to_square}{letter}"

    __str__ = uci

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"

    def __hash__(self) -> int:
        return self._key

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Move) else NotImplemented

    def __lt__(self, other: Move) -> bool:
        return self._key < other._key if isinstance(other, Move) else NotImplemented

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Move is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Move is immutable: cannot delete {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (self.from_square, self.to_square, self.promotion))

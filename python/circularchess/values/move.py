"""Moves: from-square, to-square and promotion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NoReturn, final

from ..errors import InvalidMoveError, shorten
from .piece import PieceType
from .square import Square, square_named

__all__ = ["Move", "as_move", "move_named"]

_UCI: Final = re.compile(
    r"(?P<origin>[a-z][1-9][0-9]{0,2})(?P<target>[a-z][1-9][0-9]{0,2})(?P<promotion>[a-z])?",
    re.ASCII,
)
_PROMOTION: Final = {
    kind.letter.lower(): kind for kind in PieceType if kind not in (PieceType.PAWN, PieceType.KING)
}
_PROMOTION_LETTERS: Final[dict[PieceType, str]] = {
    kind: letter for letter, kind in _PROMOTION.items()
}

# A move's key has the names of its squares (letter and number) and its promotion side by side, with
# room for every board, so that different moves never share a key. These are the places of their
# lowest bits; the promotion has the lowest five bits. The Rust engine reads it.
_FROM: Final = 20
_TO: Final = 5


@final
class Move:
    """A move from one square to another, perhaps promoting. Immutable, hashable, ordered.

    A move knows neither the piece nor the board; whether it is legal is for a board to say.
    Castling is the king's two-file move. Moves sort by from-square, to-square (each by letter,
    then number) and promotion (none, knight, bishop, rook, queen).

    >>> move = Move("c7", "d8", PieceType.QUEEN)
    >>> move
    Move.from_uci('c7d8q')
    >>> move.from_square, move.to_square, move.promotion
    ('c7', 'd8', <PieceType.QUEEN: 5>)

    Raises `InvalidSquareError` for a text that is no square name, `InvalidMoveError` for a
    promotion to king, pawn or nothing known.
    """

    __slots__ = ("_key", "from_square", "promotion", "to_square")

    from_square: Square
    to_square: Square
    promotion: PieceType | None
    _key: int

    def __init_subclass__(cls) -> None:
        # Engines make moves by the thousand, and compare them by their keys.
        raise TypeError("Move is final: it has no subclasses")

    def __init__(
        self, from_square: str, to_square: str, promotion: PieceType | None = None
    ) -> None:
        origin, target = Square(from_square), Square(to_square)
        kind = None
        if promotion is not None:
            if not isinstance(promotion, int) or promotion not in _PROMOTION_LETTERS:
                raise InvalidMoveError(f"no promotion to {shorten(promotion)}")
            kind = PieceType(promotion)
        key = origin._order << _FROM | target._order << _TO | (kind or 0)
        set_ = object.__setattr__
        set_(self, "from_square", origin)
        set_(self, "to_square", target)
        set_(self, "promotion", kind)
        set_(self, "_key", key)

    @classmethod
    def from_uci(cls, text: str) -> Move:
        """Read `b2b3` or `c7d8q`. Raises `InvalidMoveError` when the text is no move.

        >>> Move.from_uci("c12a12")
        Move.from_uci('c12a12')
        >>> Move.from_uci("e9x")
        Traceback (most recent call last):
        ...
        circularchess.errors.InvalidMoveError: not a move: 'e9x'
        """
        match = _UCI.fullmatch(text) if isinstance(text, str) else None
        if match is None or (match["promotion"] or "q") not in _PROMOTION:
            raise InvalidMoveError(f"not a move: {shorten(text)}")
        return cls(match["origin"], match["target"], _PROMOTION.get(match["promotion"]))

    def uci(self) -> str:
        """The move as text: from-square, to-square, promotion letter if any.

        >>> Move("a1", "a2").uci()
        'a1a2'
        """
        return f"{self.from_square}{self.to_square}{self.promotion_letter}"

    @property
    def promotion_letter(self) -> str:
        """The letter of the promotion as `uci` writes it, `q` or `n`; empty without one.

        >>> Move("c7", "d8", PieceType.QUEEN).promotion_letter
        'q'
        """
        return "" if self.promotion is None else _PROMOTION_LETTERS[self.promotion]

    __str__ = uci

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"

    def __hash__(self) -> int:
        return self._key

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Move) else NotImplemented

    def __lt__(self, other: Move) -> bool:
        return self._key < other._key if isinstance(other, Move) else NotImplemented

    def __le__(self, other: Move) -> bool:
        return self._key <= other._key if isinstance(other, Move) else NotImplemented

    def __gt__(self, other: Move) -> bool:
        return self._key > other._key if isinstance(other, Move) else NotImplemented

    def __ge__(self, other: Move) -> bool:
        return self._key >= other._key if isinstance(other, Move) else NotImplemented

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from ..python_chess import missing

            raise AttributeError(missing("Move", name), name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Move is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Move is immutable: cannot delete {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move, (self.from_square, self.to_square, self.promotion))

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Move:
        return self


def move_named(move: Move, file_first: bool) -> Move:
    """The move with its squares' letters read as files or as rings.

    >>> move = Move("e2", "e4")
    >>> move_named(move, True).to_square.ring, move_named(move, False) is move
    (4, True)
    """
    start = square_named(move.from_square, file_first)
    target = square_named(move.to_square, file_first)
    if start is move.from_square and target is move.to_square:
        return move
    return Move(start, target, move.promotion)


def as_move(move: Move | str) -> Move:
    """The move itself, or the one written in a text.

    Raises `InvalidMoveError` for a text that is no move, `TypeError` for anything else.

    >>> as_move("b2b3") == as_move(Move("b2", "b3"))
    True
    """
    if isinstance(move, Move):
        return move
    if isinstance(move, str):
        return Move.from_uci(move)
    raise TypeError(f"a Move or its text is needed, not {shorten(move)}")

"""Pieces: a type, the letter of an army, and for pawns whether they are outbound."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from .errors import InvalidPieceError, shorten

__all__ = ["Piece", "PieceType"]

_LETTERS: Final = " PNBRQK"


class PieceType(IntEnum):
    """The six kinds of piece, numbered as python-chess numbers them.

    >>> PieceType.QUEEN, PieceType.QUEEN.letter
    (<PieceType.QUEEN: 5>, 'Q')
    """

    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4
    QUEEN = 5
    KING = 6

    @property
    def letter(self) -> str:
        """The upper-case English letter: `P`, `N`, `B`, `R`, `Q` or `K`.

        >>> [kind.letter for kind in PieceType]
        ['P', 'N', 'B', 'R', 'Q', 'K']
        """
        return _LETTERS[self]

    @classmethod
    def from_letter(cls, letter: str) -> PieceType:
        """The kind of piece of an English letter in either case. Raises `InvalidPieceError`.

        >>> PieceType.from_letter("n")
        <PieceType.KNIGHT: 2>
        """
        if isinstance(letter, str) and len(letter) == 1 and letter in "PNBRQKpnbrqk":
            return cls(_LETTERS.index(letter.upper()))
        raise InvalidPieceError(f"not a piece letter: {shorten(letter)}")


class Piece(NamedTuple):
    """A piece of `army` (its letter). `outbound` is for pawns that crossed a null centre.

    >>> Piece("w", PieceType.QUEEN)
    Piece(army='w', type=<PieceType.QUEEN: 5>, outbound=False)
    """

    army: str
    type: PieceType
    outbound: bool = False

    @property
    def letter(self) -> str:
        """The upper-case letter of the kind of piece, `O` for an outbound pawn.

        >>> Piece("r", PieceType.PAWN, outbound=True).letter
        'O'
        """
        return "O" if self.outbound else _LETTERS[self.type]

    @property
    def symbol(self) -> str:
        """Army letter and piece letter, as in the position text of many-army games.

        >>> Piece("r", PieceType.KING).symbol
        'rK'
        """
        return self.army + self.letter

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """Read what `symbol` writes. Raises `InvalidPieceError`.

        >>> Piece.from_symbol("yO")
        Piece(army='y', type=<PieceType.PAWN: 1>, outbound=True)
        """
        if not (isinstance(symbol, str) and len(symbol) == 2 and symbol[1] in "PNBRQKO"):
            raise InvalidPieceError(f"not a piece: {shorten(symbol)}")
        if symbol[1] == "O":
            return cls(symbol[0], PieceType.PAWN, True)
        return cls(symbol[0], PieceType.from_letter(symbol[1]))

"""Pieces: a type, the letter of an army, and for pawns whether they are outbound."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, NamedTuple

from .errors import InvalidPieceError, shorten

__all__ = ["Piece", "PieceType"]

_LETTERS: Final = " PNBRQK"
_SYMBOL: Final = re.compile("[a-z][PNBRQKO]")
_LETTER_OF: Final = {kind: letter for kind, letter in enumerate(_LETTERS) if kind}


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

        Raises `InvalidPieceError` when `type` is no kind of piece.

        >>> Piece("r", PieceType.PAWN, outbound=True).letter
        'O'
        """
        if self.outbound:
            return "O"
        try:
            return _LETTER_OF[self.type]
        except (KeyError, TypeError):
            raise InvalidPieceError(f"no kind of piece: {shorten(self.type)}") from None

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
        if not (isinstance(symbol, str) and _SYMBOL.fullmatch(symbol)):
            raise InvalidPieceError(f"not a piece: {shorten(symbol)}")
        if symbol[1] == "O":
            return cls(symbol[0], PieceType.PAWN, True)
        return cls(symbol[0], PieceType.from_letter(symbol[1]))

"""Pieces: a type, the letter of an army, and for pawns which of two ways they are heading."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from ..errors import InvalidPieceError, shorten

__all__ = ["Piece", "PieceType"]

# By number. `O` is no kind of piece: it stands for pawns that head the other way.
_LETTERS: Final = " PNBRQKFEWGDCZIAMYVXHJLSTU"
_SYMBOL: Final = re.compile("[a-z][A-Z]")
_LETTER_OF: Final = {kind: letter for kind, letter in enumerate(_LETTERS) if kind}


class PieceType(IntEnum):
    """The kinds of piece, one for each capital letter but `O`.

    The classic six have python-chess's numbers. The others have the letters, and the names, that
    they have in every variant that says nothing else; what a kind is called and how it moves in a
    game is for the game's variant to say. The last six are letters without a name of their own.

    >>> PieceType.QUEEN, PieceType.QUEEN.letter
    (<PieceType.QUEEN: 5>, 'Q')
    >>> PieceType.NIGHTRIDER.letter
    'I'
    """

    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4
    QUEEN = 5
    KING = 6
    FERZ = 7
    ELEPHANT = 8
    WAZIR = 9
    GRASSHOPPER = 10
    DABBABA = 11
    CAMEL = 12
    ZEBRA = 13
    NIGHTRIDER = 14
    ARCHBISHOP = 15
    MARSHAL = 16
    AMAZON = 17
    MAN = 18
    CANNON = 19
    H = 20
    J = 21
    L = 22
    S = 23
    T = 24
    U = 25

    @property
    def letter(self) -> str:
        """The upper-case letter: `P`, `N`, `B`, `R`, `Q`, `K`, and so on.

        >>> "".join(kind.letter for kind in PieceType)
        'PNBRQKFEWGDCZIAMYVXHJLSTU'
        """
        return _LETTERS[self]

    @classmethod
    def from_letter(cls, letter: str) -> PieceType:
        """The kind of piece of a letter in either case. Raises `InvalidPieceError`.

        >>> PieceType.from_letter("n")
        <PieceType.KNIGHT: 2>
        """
        if isinstance(letter, str) and len(letter) == 1 and letter.isascii():
            found = _LETTERS.find(letter.upper())
            if found > 0:
                return cls(found)
        raise InvalidPieceError(f"not a piece letter: {shorten(letter)}")


class Piece(NamedTuple):
    """A piece of `army` (its letter).

    `outbound` is for pawns that head the other way: those that crossed a null centre and go
    outward, and anticlockwise ones where each ring pawn keeps a direction of its own.

    >>> Piece("w", PieceType.QUEEN)
    Piece(army='w', type=<PieceType.QUEEN: 5>, outbound=False)
    """

    army: str
    type: PieceType
    outbound: bool = False

    @property
    def piece_type(self) -> PieceType:
        """The kind of piece, as `type`: python-chess's name for it.

        >>> Piece("w", PieceType.QUEEN).piece_type
        <PieceType.QUEEN: 5>
        """
        return self.type

    @property
    def letter(self) -> str:
        """The upper-case letter of the kind of piece, `O` for a pawn that heads the other way.

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


if not TYPE_CHECKING:
    # Named tuples take no conditions inside.
    def _missing(piece: Piece, name: str) -> NoReturn:
        from ..python_chess import missing

        raise AttributeError(missing("Piece", name), name=name, obj=piece)

    Piece.__getattr__ = _missing

"""Choices read from the fuzzer's bytes: zeros when they run out, so that no input is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from circularchess import Board, Piece, PieceType, Setup, Square, Variant, variants

T = TypeVar("T")

VARIANTS = variants()
_BOTH_RULES = [
    [variant.with_options({"check": check}) for check in ("strict", "snaffle")]
    for variant in VARIANTS
]


class Choices:
    """A reader of choices."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def byte(self) -> int:
        """The next byte."""
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def below(self, bound: int) -> int:
        """A number below `bound`."""
        number = self.byte()
        return (number << 8 | self.byte() if bound > 256 else number) % bound

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`."""
        return items[self.below(len(items))]

    def rest(self) -> bytes:
        """All bytes left."""
        rest = self._data[self._at :]
        self._at = len(self._data)
        return rest

    def text(self) -> str:
        """All bytes left as text; what is no UTF-8 becomes lone surrogates."""
        return self.rest().decode(errors="surrogateescape")

    def variant(self) -> Variant:
        """A built-in variant under either check rule."""
        return self.pick(self.pick(_BOTH_RULES))

    def board(self, most: int = 16) -> Board:
        """A board some random moves into a game."""
        board = Board(self.variant())
        for _ in range(self.below(most)):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(self.pick(legal))
        return board

    def damage(self, setup: Setup, variant: Variant) -> None:
        """Change a set-up in a few places."""
        squares, letters = list(variant.squares()), variant.letters
        if self.byte() & 1:
            setup.in_play = None
        for _ in range(self.below(7)):
            what, pieces = self.below(8), list(setup.pieces)
            if what < 2 and pieces:
                setup.pieces[self.pick(squares)] = setup.pieces.pop(self.pick(pieces))
            elif what == 2 and pieces:
                del setup.pieces[self.pick(pieces)]
            elif what == 3:
                kind = self.pick(list(PieceType))
                setup.pieces[self.pick(squares)] = Piece(self.pick(letters), kind)
            elif what == 4:
                setup.turn = self.pick(letters)
            elif what == 5:
                setup.castling ^= {(self.pick(letters), self.pick("KQ"))}
            elif what == 6:
                setup.en_passant = (*setup.en_passant, Square(self.pick(squares)))
            elif pieces:
                square = self.pick(pieces)
                piece = setup.pieces[square]
                setup.pieces[square] = piece._replace(outbound=not piece.outbound)

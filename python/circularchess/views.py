"""The live views `board.legal_moves` and `board.safe_moves`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from .values.move import Move

if TYPE_CHECKING:
    from .board import Board
    from .engine import Position

__all__ = ["LegalMoves", "SafeMoves"]


class LegalMoves(Collection[Move]):
    """The legal moves of a board, always those of its present position, in order.

    `in` and `len` cost less than listing. An iteration goes on over the moves of the position it
    began with, so moves may be pushed and popped inside the loop. `in` takes a move or its text,
    and raises `InvalidMoveError` for a text that is no move.

    >>> from circularchess import Board, Move
    >>> moves = Board("circular").legal_moves
    >>> len(moves), Move.from_uci("b2b3") in moves, "b2b4" in moves, bool(moves)
    (12, True, False, True)
    """

    __slots__ = ("_board", "_listed")

    def __init__(self, board: Board) -> None:
        self._board = board
        # The position listed last, and how many moves it had: `list` asks for both.
        self._listed: tuple[Position | None, int] = (None, 0)

    @staticmethod
    def _list(position: Position) -> list[Move]:
        return position.legal_moves()

    def __iter__(self) -> Iterator[Move]:
        position = self._board._playable()
        moves = self._list(position)
        self._listed = (position, len(moves))
        return iter(moves)

    def __len__(self) -> int:
        position = self._board._playable()
        listed, length = self._listed
        return length if position is listed else self._count(position)

    @staticmethod
    def _count(position: Position) -> int:
        return position.legal_count()

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, move: object) -> bool:
        # As for other collections, things of another kind are simply not in it.
        return isinstance(move, Move | str) and self._board.is_legal(move)

    def count(self) -> int:
        """The number of moves, as `len` says."""
        return len(self)

    def __repr__(self) -> str:
        moves = ", ".join(move.uci() for move in self)
        return f"<{type(self).__name__} ({moves})>"


class SafeMoves(LegalMoves):
    """The legal moves that do not leave the mover's own king to be taken.

    Where check is strict they are all the legal moves.
    """

    __slots__ = ()

    @staticmethod
    def _list(position: Position) -> list[Move]:
        return position.safe_moves()

    @staticmethod
    def _count(position: Position) -> int:
        return len(position.safe_moves())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move | str) and self._board.is_safe(move)

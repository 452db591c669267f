"""Reading moves as people type them: as SAN (`Nc12`) or as two squares (`c16b14`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import InvalidMoveError
from ..values.move import Move

if TYPE_CHECKING:
    from ..board import Board

__all__ = ["read_move"]


def read_move(board: Board, text: str) -> Move:
    """The legal move that a text means.

    Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.

    >>> board = Board("circular")
    >>> read_move(board, "c16b14") == read_move(board, "Nb14")
    True
    """
    try:
        Move.from_uci(text)
    except InvalidMoveError:
        return board.parse_san(text)
    return board.parse_uci(text)

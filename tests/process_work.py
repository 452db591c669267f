"""Work for other processes, which find a module by its name where they cannot find a test."""

from __future__ import annotations

from circularchess import Board
from circularchess.analysis.perft import perft


def count_and_play(board: Board) -> tuple[int, str]:
    """Play the first move and count from there."""
    board.push(next(iter(board.legal_moves)))
    return perft(board, 2), board.fen()

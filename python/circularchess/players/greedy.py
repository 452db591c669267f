"""`greedy`: takes the most it can with one move.

It mates or takes a king if it can; else it wins the most material it can with one move, counting
queen 9, rook 5, bishop and knight 3, pawn 1 and what a promotion adds, without asking what may be
lost by it; else it makes any move. It never leaves its king to be taken. Among equally good moves
it chooses by lot. It accepts a draw when its side has less material than the side offering.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ..notation.san import notation
from ..values.piece import PieceType

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["Greedy"]

_VALUES: Final = {
    PieceType.PAWN: 1,
    PieceType.KNIGHT: 3,
    PieceType.BISHOP: 3,
    PieceType.ROOK: 5,
    PieceType.QUEEN: 9,
    PieceType.KING: 0,
}
#: Worth more than anything that can be taken.
_MATE: Final = 1000


class Greedy:
    """Mates if it can, else takes what is worth most."""

    name = "greedy"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, board: Board) -> Move:
        """One of the moves that win most at once, among those that keep the king safe."""
        gains = {move: _gain(board, move) for move in board.safe_moves}
        most = max(gains.values())
        return self._rng.choice([move for move, gain in gains.items() if gain == most])

    def accepts_draw(self, board: Board, own: Iterable[str], offering: Iterable[str]) -> bool:
        """Whether the own side is behind."""
        return _material(board, own) < _material(board, offering)


def _gain(board: Board, move: Move) -> int:
    """What a move wins at once: for every enemy mated or without king a lot, and material."""
    position = board.position
    after = position.play(move)
    assert after is not None
    own = {board.turn, *board.allies(board.turn)}
    mates = sum(
        event.kind in ("checkmated", "king_taken") and event.army not in own
        for event in after.events
    )
    gain = mates * _MATE
    mover, taken = position.piece_at(move.from_square), position.piece_at(move.to_square)
    assert mover is not None
    if notation(board.variant.data).is_capture(position, move, mover.type):
        # Nothing on the square: a pawn taken en passant.
        gain += _VALUES[PieceType.PAWN if taken is None else taken.type]
    if move.promotion is not None:
        gain += _VALUES[move.promotion] - _VALUES[PieceType.PAWN]
    return gain


def _material(board: Board, armies: Iterable[str]) -> int:
    wanted = set(armies)
    return sum(_VALUES[p.type] for p in board.piece_map().values() if p.army in wanted)

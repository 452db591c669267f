"""`greedy`: takes the most it can with one move.

It mates or takes a king if it can; else it wins the most material it can with one move, counting
queen 9, rook 5, bishop and knight 3, pawn 1, other kinds by how they move, and what a promotion
adds, without asking what may be lost by it; else it makes any move. It never leaves its king to
be taken. Among equally good moves it chooses by lot. It accepts a draw when its side has less
material than the side offering.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..values.piece import PieceType

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move
    from ..variant import Variant

__all__ = ["Greedy"]

_VALUES: Final = {
    PieceType.PAWN: 1,
    PieceType.KNIGHT: 3,
    PieceType.BISHOP: 3,
    PieceType.ROOK: 5,
    PieceType.QUEEN: 9,
    PieceType.KING: 0,
}
#: What movements are worth that Betza's atoms name: of one step or leap, and of a rider.
_STEPS: Final = {"W": 1.5, "F": 1.5, "D": 1.5, "A": 1.5, "H": 1.0, "N": 3.0, "C": 2.0, "Z": 2.0}
_RIDERS: Final = {"W": 5.0, "F": 3.0, "N": 5.0}
#: Short forms for slides, by the steps they repeat.
_SLIDES: Final = {"R": "W", "B": "F", "Q": "WF"}
_TERM: Final = re.compile(r"([a-z]*)([A-Z])(\2|[0-9]*)", re.ASCII)
#: What befalls an enemy that has lost.
_WON: Final = ("checkmated", "king_taken", "bare_king")
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


@lru_cache(maxsize=256)
def movement_worth(betza: str) -> float:
    """About how many pawns a piece is worth that moves so.

    >>> movement_worth("F"), movement_worth("RN"), movement_worth("gQ")
    (1.5, 8.0, 2.0)
    """
    return sum(_term_worth(*term) for term in _TERM.findall(betza))


def _term_worth(modifiers: str, atom: str, range_: str) -> float:
    """The worth of one term of a movement."""
    slides = _SLIDES.get(atom)
    atoms = slides or {"K": "WF"}.get(atom, atom)
    far = range_ == "0" or range_ == atom or (slides is not None and not range_)
    worth = 0.0
    for each in atoms:
        one = _STEPS.get(each, 1.0)
        whole = _RIDERS.get(each, 1.5 * one)
        worth += whole if far else min(whole, one * (1 + 0.5 * (int(range_ or 1) - 1)))
    directions = set(modifiers) - set("mcpgni")
    worth *= 0.5 if directions else 1
    worth *= 0.5 if ("m" in modifiers) != ("c" in modifiers) else 1
    worth *= 0.25 if "g" in modifiers else 1
    return worth * (0.25 if "i" in modifiers else 1)


def _worth(variant: Variant, kind: PieceType) -> float:
    """What a piece of a variant is worth."""
    known = _VALUES.get(kind)
    return movement_worth(variant.pieces[kind.letter].betza) if known is None else known


def _gain(board: Board, move: Move) -> float:
    """What a move wins at once: for every enemy mated or without king a lot, and material."""
    info = board.position.describe(move)
    assert info is not None
    own = {board.turn, *board.allies(board.turn)}
    mates = sum(event.kind in _WON and event.army not in own for event in info.events)
    gain: float = mates * _MATE
    variant = board.variant
    if info.captured is not None:
        gain += _worth(variant, info.captured.type)
    if move.promotion is not None:
        gain += _worth(variant, move.promotion) - _VALUES[PieceType.PAWN]
    return gain


def _material(board: Board, armies: Iterable[str]) -> float:
    wanted = set(armies).intersection(board.in_play)
    variant = board.variant
    return sum(_worth(variant, p.type) for p in board.piece_map().values() if p.army in wanted)

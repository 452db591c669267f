"""What the engine thinks of a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...notation.words import army_names
from ...players.engine import Engine
from ...players.limit import Limit

if TYPE_CHECKING:
    from ...board import Board
    from ...players.results import InfoDict
    from ...values.score import PovScore
    from ...variant import Variant

__all__ = ["Adviser", "judgement"]

#: How much of what it expects is shown, in single moves.
_LINE: Final = 8


class Adviser:
    """Judges positions of any game, thinking `time` seconds for each."""

    def __init__(self, time: float = 1.0, threads: int = 1) -> None:
        self._limit = Limit(time=time)
        self._threads = threads
        self._engine: Engine | None = None

    def hint(self, board: Board) -> str:
        """What to play."""
        info = self._analyse(board)
        moves = info.get("pv", [])
        return f"Play {board.san(moves[0])}." if moves else "There are no moves."

    def judge(self, board: Board) -> str:
        """How the position stands, and what is expected."""
        info = self._analyse(board)
        text = judgement(info["score"], board.variant)
        moves = info.get("pv", [])[:_LINE]
        line = f": {board.variation_san(moves)}" if moves else ""
        return f"{text} (depth {info.get('depth', 0)}){line}"

    def _analyse(self, board: Board) -> InfoDict:
        if self._engine is None or self._engine.variant != board.variant:
            self._engine = Engine(board.variant, threads=self._threads)
        return self._engine.analyse(board, self._limit)


def judgement(score: PovScore, variant: Variant) -> str:
    """A score in words.

    >>> from circularchess.values.score import Cp, Mate, PovScore
    >>> judgement(PovScore(Cp(-130), "b"), Variant.load("circular"))
    '+1.30 for White'
    >>> judgement(PovScore(Mate(2), "b"), Variant.load("circular"))
    'Black mates in 2'
    """
    relative = score.relative
    members = variant.sides[variant.army(score.turn).side]
    others = [army for army in variant.letters if army not in members]
    mate = relative.mate()
    if mate is None:
        value = relative.score() or 0
        who, amount = (members, value) if value >= 0 else (others, -value)
        return f"{amount / 100:+.2f} for {army_names(variant, who)}" if value else "even"
    if mate > 0:
        plural = "" if len(members) > 1 else "s"
        return f"{army_names(variant, members)} mate{plural} in {mate}"
    plural = "is" if len(members) == 1 else "are"
    return f"{army_names(variant, members)} {plural} mated in {-mate}"

"""`Limit`: when a search ends; and how much of a clock to spend on a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..errors import EngineError, InvalidOptionError, shorten

if TYPE_CHECKING:
    from ..board import Board
    from ..variant import Variant

__all__ = ["Limit", "Spending", "search_depth", "spending"]

#: Nobody thinks longer than a year, and no clock shows more.
_LONGEST: Final = 366 * 86400.0
#: How many moves a clock must last for where nobody says it.
_MOVES_LEFT: Final = 32


@dataclass(frozen=True)
class Limit:
    """When a search ends. The first limit that is reached ends it.

    Names and meanings are those of `chess.engine.Limit`. Times are seconds. `clocks` and
    `increments` give what each army has left, and what each move adds, by the army's letter; in
    games of two armies `white_clock`, `black_clock`, `white_inc` and `black_inc` mean the armies
    of the first and the second seat. `remaining_moves` is the number of moves to the next time
    control. `mate` looks for a mate in so many own moves, and a little further than that.

    Raises `InvalidOptionError` for numbers out of range: times are not negative, counts are at
    least 1.

    >>> Limit(time=0.5, nodes=100_000).time
    0.5
    >>> Limit(clocks={"r": 60, "g": 55.5}, increments={"r": 1, "g": 1}).clocks["g"]
    55.5
    >>> Limit(depth=0)
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidOptionError: depth: 0 is no whole number from 1
    """

    #: Seconds for this move.
    time: float | None = None
    #: Plies to look ahead.
    depth: int | None = None
    #: Positions to look at.
    nodes: int | None = None
    #: Own moves to a mate to look for.
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    #: Moves to the next time control.
    remaining_moves: int | None = None
    #: Seconds left, by army letter.
    clocks: Mapping[str, float] = field(default_factory=dict, hash=False)
    #: Seconds that each move adds, by army letter.
    increments: Mapping[str, float] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for name in ("time", "white_clock", "black_clock", "white_inc", "black_inc"):
            _check_seconds(name, getattr(self, name))
        for name in ("depth", "nodes", "mate", "remaining_moves"):
            _check_count(name, getattr(self, name))
        for name in ("clocks", "increments"):
            given = getattr(self, name)
            if not isinstance(given, Mapping):
                raise TypeError(f"{name} maps armies to seconds, not {shorten(given)}")
            for army, seconds in given.items():
                if seconds is None:
                    raise TypeError(f"{name}: seconds are needed, not None")
                _check_seconds(f"{name} of {shorten(army)}", seconds)
            object.__setattr__(self, name, MappingProxyType(dict(given)))

    def __reduce__(self) -> tuple[Any, ...]:
        counts = (self.time, self.depth, self.nodes, self.mate)
        clocks = (self.white_clock, self.black_clock, self.white_inc, self.black_inc)
        more = (self.remaining_moves, dict(self.clocks), dict(self.increments))
        return (Limit, (*counts, *clocks, *more))

    def clock_of(self, variant: Variant, army: str) -> float | None:
        """Seconds left on an army's clock, None where no clock is given.

        >>> from circularchess import Variant
        >>> Limit(white_clock=60, black_clock=50).clock_of(Variant.load("bhati-2"), "g")
        50
        """
        return self._of(variant, army, self.clocks, (self.white_clock, self.black_clock))

    def increment_of(self, variant: Variant, army: str) -> float:
        """Seconds that an army's move adds to its clock.

        >>> from circularchess import Variant
        >>> Limit(increments={"w": 2}).increment_of(Variant.load("circular"), "w")
        2
        """
        pair = (self.white_inc, self.black_inc)
        return self._of(variant, army, self.increments, pair) or 0.0

    @staticmethod
    def _of(
        variant: Variant,
        army: str,
        given: Mapping[str, float],
        pair: tuple[float | None, float | None],
    ) -> float | None:
        letters = variant.letters
        for letter in given:
            variant.army(letter)
        if army in given:
            return given[army]
        if pair == (None, None):
            return None
        if len(letters) == 2:
            return pair[letters.index(army)]
        # Games of more armies may have a white and a black one.
        return pair["wb".index(army)] if army in ("w", "b") else None

    @property
    def has_clocks(self) -> bool:
        """Whether any clock is given.

        >>> Limit(white_clock=60).has_clocks, Limit(depth=4).has_clocks
        (True, False)
        """
        return bool(self.clocks) or (self.white_clock, self.black_clock) != (None, None)

    @property
    def is_endless(self) -> bool:
        """Whether nothing in it ends a search.

        >>> Limit().is_endless, Limit(nodes=1).is_endless
        (True, False)
        """
        counts = (self.time, self.depth, self.nodes, self.mate)
        return counts == (None,) * 4 and not self.has_clocks


def _check_seconds(name: str, value: object) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name}: seconds are needed, not {shorten(value)}")
    if not 0 <= value <= _LONGEST:
        raise InvalidOptionError(f"{name}: {shorten(value)} is no number of seconds from 0")


def _check_count(name: str, value: object) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}: a whole number is needed, not {shorten(value)}")
    if not 1 <= value < 1 << 63:
        raise InvalidOptionError(f"{name}: {shorten(value)} is no whole number from 1")


def search_depth(limit: Limit, board: Board) -> int | None:
    """The depth to search to, in plies; None for as deep as one gets.

    A mate in so many moves is looked for as deep as it may be, and a little deeper, since searches
    look at few lines as deep as at the best ones.

    >>> from circularchess import Board
    >>> search_depth(Limit(depth=7, mate=9), Board("circular"))
    7
    """
    if limit.mate is None or limit.depth is not None:
        return limit.depth
    return min(limit.mate * len(board.in_play) + 7, 1 << 20)


class Spending(NamedTuple):
    """How long to think: begin nothing new after `soft_ms`, break off at `hard_ms`."""

    soft_ms: int | None
    hard_ms: int | None


def spending(limit: Limit, variant: Variant, army: str, overhead: float = 0.0) -> Spending:
    """How long an army may think for its next move, in milliseconds.

    A fixed time is used up. From a clock a part is spent, for as many moves as are still to be
    made, and most of the increment; a move on which the search does not settle may take some
    times as much, but never the last of the clock. `overhead` is what is lost on the way, in
    seconds.

    Raises `EngineError` if clocks are given but not the army's own, `UnknownArmyError` for a clock
    of an army that is not in the game.

    >>> from circularchess import Variant
    >>> circular = Variant.load("circular")
    >>> spending(Limit(time=2), circular, "w")
    Spending(soft_ms=None, hard_ms=2000)
    >>> soft, hard = spending(Limit(white_clock=60, white_inc=1), circular, "w")
    >>> 1000 < soft < hard < 15_000
    True
    """
    soft = hard = None
    if limit.has_clocks:
        clock = limit.clock_of(variant, army)
        if clock is None:
            raise EngineError(f"no clock is given for {army!r}, which is to move")
        soft, hard = _of_clock(clock, limit.increment_of(variant, army), limit, overhead)
    if limit.time is not None:
        fixed = max(1, int(1000 * limit.time))
        hard = fixed if hard is None else min(hard, fixed)
    return Spending(soft, hard)


def _of_clock(clock: float, increment: float, limit: Limit, overhead: float) -> tuple[int, int]:
    """Soft and hard milliseconds for a move."""
    left = max(0.001, clock - overhead)
    moves = min(limit.remaining_moves or _MOVES_LEFT, 50)
    # The clock must not run out on the way to the time control, whatever is added meanwhile.
    reserve = overhead * (moves - 1)
    share = max(0.0, left - reserve) / moves + 0.75 * increment
    most = left * (0.9 if moves == 1 else 0.3 + 0.4 / moves)
    soft = min(share * (0.8 if moves == 1 else 0.7), 0.8 * most)
    hard = min(4.0 * share, most)
    return max(1, int(1000 * soft)), max(1, int(1000 * hard))

"""Scores: what a position is worth, in centipawns or as a mate in so many moves.

Names and meanings are those of `chess.engine`. Scores are ordered: being mated soon is worst,
mating soon is best, and every mate is more than any number of centipawns.

>>> Mate(0) < Mate(-1) < Mate(-5) < Cp(-200) < Cp(50) < Mate(4) < Mate(1) < MateGiven
True
>>> -Cp(20), -Mate(3), -Mate(0)
(Cp(-20), Mate(-3), MateGiven)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import total_ordering
from typing import Final

from ..errors import CircularChessError, shorten

__all__ = ["Cp", "Mate", "MateGiven", "PovScore", "PovWdl", "Score", "Wdl"]

_MATED, _PAWNS, _MATES, _GIVEN = range(4)


def _whole(what: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{what} must be a whole number, not {shorten(value)}")
    return value


@total_ordering
class Score:
    """What a position is worth to one side: `Cp`, `Mate` or `MateGiven`."""

    __slots__ = ("_rank",)

    # Greater is better.
    _rank: tuple[int, int]

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; for mates None, or `mate_score` less the moves it takes.

        >>> Cp(-30).score(), Mate(5).score(), Mate(5).score(mate_score=100000)
        (-30, None, 99995)
        >>> Mate(0).score(mate_score=100000), MateGiven.score(mate_score=100000)
        (-100000, 100000)
        """
        raise NotImplementedError

    def mate(self) -> int | None:
        """In how many own moves the side mates; negative if it is mated; None if it is no mate.

        `Mate(0)` is being mated already. `MateGiven` is 0 too.

        >>> Mate(-2).mate(), Cp(40).mate(), MateGiven.mate()
        (-2, None, 0)
        """
        raise NotImplementedError

    def is_mate(self) -> bool:
        """Whether it is a mate.

        >>> Mate(1).is_mate(), Cp(900).is_mate()
        (True, False)
        """
        return self.mate() is not None

    def __neg__(self) -> Score:
        raise NotImplementedError

    def __pos__(self) -> Score:
        return self

    def __abs__(self) -> Score:
        return max(self, -self)

    def __eq__(self, other: object) -> bool:
        return self._rank == other._rank if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._rank < other._rank if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rank)


class Cp(Score):
    """Centipawns.

    >>> Cp(20) > Cp(-5), str(Cp(20)), str(Cp(0))
    (True, '+20', '0')
    """

    __slots__ = ("cp",)

    def __init__(self, cp: int) -> None:
        self.cp: Final = _whole("centipawns", cp)
        self._rank = (_PAWNS, cp)

    def score(self, *, mate_score: int | None = None) -> int:  # noqa: ARG002 - for mates
        return self.cp

    def mate(self) -> None:
        return None

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"

    def __reduce__(self) -> tuple[type[Cp], tuple[int]]:
        return (Cp, (self.cp,))


class Mate(Score):
    """Mate in so many own moves; negative for being mated, 0 for being mated already.

    >>> str(Mate(3)), str(Mate(-1)), str(Mate(0))
    ('#+3', '#-1', '#-0')
    """

    __slots__ = ("moves",)

    def __init__(self, moves: int) -> None:
        self.moves: Final = _whole("moves to mate", moves)
        self._rank = (_MATES if moves > 0 else _MATED, -moves)

    def score(self, *, mate_score: int | None = None) -> int | None:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        return self.moves

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __str__(self) -> str:
        return f"#{self.moves:+d}" if self.moves else "#-0"

    def __repr__(self) -> str:
        return f"Mate({str(self).removeprefix('#')})"

    def __reduce__(self) -> tuple[type[Mate], tuple[int]]:
        return (Mate, (self.moves,))


class _MateGiven(Score):
    """The other side is mated already."""

    __slots__ = ()

    def __init__(self) -> None:
        self._rank = (_GIVEN, 0)

    def score(self, *, mate_score: int | None = None) -> int | None:
        return mate_score

    def mate(self) -> int:
        return 0

    def __neg__(self) -> Mate:
        return Mate(0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __reduce__(self) -> str:
        return "MateGiven"


#: The other side is mated already: the opposite of `Mate(0)`.
MateGiven: Final[Score] = _MateGiven()


def _check_turn(turn: object, allies: object) -> tuple[str, frozenset[str]]:
    if not isinstance(turn, str):
        raise TypeError(f"an army's letter is needed, not {shorten(turn)}")
    if not isinstance(allies, Iterable):
        raise TypeError(f"allies must be letters of armies, not {shorten(allies)}")
    return turn, frozenset(allies)


class PovScore:
    """A score with the army whose view it is.

    `relative` is the score as the army `turn` sees it, and so its `allies`. All others see the
    opposite. In games of more than two sides a score is of one's own side against all others
    together, so the opposite is what they have in common, not what each of them has.

    >>> score = PovScore(Cp(30), "b")
    >>> score.white(), score.pov("b"), score.is_mate()
    (Cp(-30), Cp(+30), False)
    >>> PovScore(Mate(2), "r", allies="g").pov("g")
    Mate(+2)
    """

    __slots__ = ("allies", "relative", "turn")

    #: The score as the army `turn` sees it.
    relative: Score
    #: The army whose view it is, by its letter.
    turn: str
    #: The other armies of its side.
    allies: frozenset[str]

    def __init__(self, relative: Score, turn: str, allies: Iterable[str] = ()) -> None:
        if not isinstance(relative, Score):
            raise TypeError(f"a Score is needed, not {shorten(relative)}")
        self.relative = relative
        self.turn, self.allies = _check_turn(turn, allies)

    def pov(self, army: str) -> Score:
        """The score as an army sees it.

        >>> PovScore(Mate(-1), "w").pov("b")
        Mate(+1)
        """
        ours = army == self.turn or army in self.allies
        return self.relative if ours else -self.relative

    def white(self) -> Score:
        """The score as the army `w` sees it.

        >>> PovScore(Cp(10), "w").white()
        Cp(+10)
        """
        return self.pov("w")

    def black(self) -> Score:
        """The score as the army `b` sees it.

        >>> PovScore(Cp(10), "w").black()
        Cp(-10)
        """
        return self.pov("b")

    def is_mate(self) -> bool:
        """Whether it is a mate.

        >>> PovScore(Mate(1), "w").is_mate()
        True
        """
        return self.relative.is_mate()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PovScore):
            return NotImplemented
        return self.pov(other.turn) == other.relative and other.pov(self.turn) == self.relative

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        allies = f", allies={''.join(sorted(self.allies))!r}" if self.allies else ""
        return f"PovScore({self.relative!r}, {self.turn!r}{allies})"


class Wdl:
    """How often a position is won, drawn and lost, in games out of a thousand.

    >>> wdl = Wdl(600, 300, 100)
    >>> wdl.expectation(), wdl.winning_chance(), -wdl
    (0.75, 0.6, Wdl(wins=100, draws=300, losses=600))
    """

    __slots__ = ("draws", "losses", "wins")

    def __init__(self, wins: int, draws: int, losses: int) -> None:
        parts = (_whole("wins", wins), _whole("draws", draws), _whole("losses", losses))
        if min(parts) < 0 or sum(parts) == 0:
            raise CircularChessError(f"no shares of games: {shorten(parts)}")
        self.wins, self.draws, self.losses = parts

    def total(self) -> int:
        """All games together, usually 1000.

        >>> Wdl(600, 300, 100).total()
        1000
        """
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The share of games won, 0 to 1.

        >>> Wdl(1, 1, 2).winning_chance()
        0.25
        """
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The share of games drawn, 0 to 1.

        >>> Wdl(1, 1, 2).drawing_chance()
        0.25
        """
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The share of games lost, 0 to 1.

        >>> Wdl(1, 1, 2).losing_chance()
        0.5
        """
        return self.losses / self.total()

    def expectation(self) -> float:
        """Points a game: wins, and half of the draws, as a share of all, 0 to 1.

        >>> Wdl(1, 2, 1).expectation()
        0.5
        """
        return (2 * self.wins + self.draws) / (2 * self.total())

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Wdl):
            return NotImplemented
        return (self.wins, self.draws, self.losses) == (other.wins, other.draws, other.losses)

    def __hash__(self) -> int:
        return hash((self.wins, self.draws, self.losses))

    def __repr__(self) -> str:
        return f"Wdl(wins={self.wins}, draws={self.draws}, losses={self.losses})"


class PovWdl:
    """Shares of games with the army whose view they are.

    >>> PovWdl(Wdl(600, 300, 100), "b").pov("w")
    Wdl(wins=100, draws=300, losses=600)
    """

    __slots__ = ("allies", "relative", "turn")

    def __init__(self, relative: Wdl, turn: str, allies: Iterable[str] = ()) -> None:
        if not isinstance(relative, Wdl):
            raise TypeError(f"a Wdl is needed, not {shorten(relative)}")
        #: As the army `turn` sees it.
        self.relative = relative
        self.turn, self.allies = _check_turn(turn, allies)

    def pov(self, army: str) -> Wdl:
        """The shares as an army sees them; as `PovScore.pov`.

        >>> PovWdl(Wdl(1, 0, 0), "w").pov("w")
        Wdl(wins=1, draws=0, losses=0)
        """
        ours = army == self.turn or army in self.allies
        return self.relative if ours else -self.relative

    def white(self) -> Wdl:
        """As the army `w` sees them.

        >>> PovWdl(Wdl(1, 0, 0), "w").white()
        Wdl(wins=1, draws=0, losses=0)
        """
        return self.pov("w")

    def black(self) -> Wdl:
        """As the army `b` sees them.

        >>> PovWdl(Wdl(1, 0, 0), "w").black()
        Wdl(wins=0, draws=0, losses=1)
        """
        return self.pov("b")

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {self.turn!r})"

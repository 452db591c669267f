"""How a game ended, and who won."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from ..errors import InvalidGameError, shorten

if TYPE_CHECKING:
    from ..engine import Position
    from ..variant import Variant, VariantData

__all__ = [
    "Outcome",
    "Termination",
    "is_dead_position",
    "outcome_of",
    "possible_results",
    "shares_points",
]


class Termination(Enum):
    """The ways a game can end.

    Mate, a king taken, the last side left, a bare king, stalemate and a king in a citadel end it
    by the rules of play. All the others are draws that a board reports but that never change its
    legal moves, except `RESIGNATION` and `TIME`, which are what players do.

    >>> from circularchess import Board
    >>> board = Board("circular", "16/16/8K7/8k7 w - - 0 1")
    >>> board.outcome().termination is Termination.DEAD_POSITION
    True
    """

    CHECKMATE = "checkmate"
    #: The last enemy king of a two-army game was taken ("snaffled").
    KING_TAKEN = "king_taken"
    #: With three or more armies: the armies of all other sides are out.
    LAST_SIDE_STANDING = "last_side_standing"
    RESIGNATION = "resignation"
    TIME = "time"
    #: An army was left with its king alone, and that loses.
    BARE_KING = "bare_king"
    #: A draw, but where stalemate loses.
    STALEMATE = "stalemate"
    #: A draw: a king entered a citadel.
    CITADEL = "citadel"
    #: Neither side could ever mate.
    DEAD_POSITION = "dead_position"
    FIVEFOLD_REPETITION = "fivefold_repetition"
    SEVENTYFIVE_ROUNDS = "seventyfive_rounds"
    THREEFOLD_REPETITION = "threefold_repetition"
    FIFTY_ROUNDS = "fifty_rounds"
    AGREEMENT = "agreement"


#: The events that lose a game which the first mate ends.
_LOSSES: Final = ("checkmated", "king_taken", "resigned")


class _Fields(NamedTuple):
    """What an outcome is made of, and compared by."""

    termination: Termination
    winners: tuple[str, ...] = ()
    loser: str | None = None


class Outcome(_Fields):
    """How a game ended. `winners` are the armies of the winning side, none for a draw.

    A side wins with all its armies, eliminated ones too. `loser` is told where the first mate
    ends a game of three or more sides: the army that was mated, or lost its king, or left. All
    other sides win when an army leaves such a game; else only the one that mated.

    >>> Outcome(Termination.STALEMATE)
    Outcome(termination=<Termination.STALEMATE: 'stalemate'>, winners=())
    """

    #: The variant of the board that told it; it makes no difference to what is equal.
    _variant: VariantData | None = None

    @classmethod
    def _told(cls, outcome: Outcome, variant: VariantData) -> Outcome:
        """The same outcome, of a game of this variant."""
        twin = cls(*outcome)
        twin._variant = variant
        return twin

    def _of(self, variant: Variant | VariantData | None) -> Variant | VariantData:
        """The variant given, or that of the board that told the outcome."""
        found = self._variant if variant is None else variant
        if found is None:
            raise InvalidGameError("the outcome of no board does not know its variant: give it")
        if not hasattr(found, "armies"):
            raise TypeError(f"a Variant is needed, not {shorten(found)}")
        return found

    def __repr__(self) -> str:
        loser = "" if self.loser is None else f", loser={self.loser!r}"
        return f"Outcome(termination={self.termination!r}, winners={self.winners!r}{loser})"

    @property
    def is_draw(self) -> bool:
        """Whether nobody won.

        >>> Outcome(Termination.STALEMATE).is_draw
        True
        """
        return not self.winners

    @property
    def winner(self) -> str | None:
        """The letter of the army that won, None for a draw.

        Raises `InvalidGameError` where several armies won together: `winners` has them all.

        >>> Outcome(Termination.CHECKMATE, ("b",)).winner
        'b'
        """
        if len(self.winners) > 1:
            raise InvalidGameError(f"several armies won, {', '.join(self.winners)}: see winners")
        return self.winners[0] if self.winners else None

    def result(self, variant: Variant | VariantData | None = None) -> str:
        """The result as game records write it.

        `1/2-1/2` for a draw. With two sides `1-0` when the side of the first seat won, else
        `0-1`; with more, the winning armies' letters joined by `+`, of whatever sides.

        What a board told needs no variant; another outcome without one raises
        `InvalidGameError`, unless it is a draw.

        >>> from circularchess import Board, Variant
        >>> Outcome(Termination.CHECKMATE, ("b",)).result(Variant.load("circular"))
        '0-1'
        >>> board = Board("circular")
        >>> board.resign("w")
        >>> board.outcome().result()
        '0-1'
        """
        if not self.winners and variant is None:
            return "1/2-1/2"
        variant = self._of(variant)
        sides = {army.side for army in variant.armies}
        if not self.winners:
            return "1/2-1/2"
        if len(sides) == 2:
            return "1-0" if variant.armies[0].letter in self.winners else "0-1"
        return "+".join(self.winners)

    def points(self, variant: Variant | VariantData | None = None) -> dict[str, Fraction]:
        """What each army scores, in seat order: 1 for a win, 1/2 for a draw, 0 for a loss.

        Where the first mate ends a game of three or more sides, the side of the army that mated
        has 1, that of the mated one 0 and all others 1/2; when an army has left, the others share
        all points (3/4 each with three sides). Such an outcome needs its `loser`; without it
        `InvalidGameError` is raised. The variant may be left out as for `result`.

        >>> from circularchess import Variant
        >>> variant = Variant.load("three-circular")
        >>> mate = Outcome(Termination.CHECKMATE, ("w",), "b")
        >>> {army: str(points) for army, points in mate.points(variant).items()}
        {'w': '1', 'r': '1/2', 'b': '0'}
        """
        variant = self._of(variant)
        side_of = {army.letter: army.side for army in variant.armies}
        if not self.winners:
            return dict.fromkeys(side_of, Fraction(1, 2))
        points = {army: Fraction(army in self.winners) for army in side_of}
        if not shares_points(variant) or self.termination is Termination.LAST_SIDE_STANDING:
            return points
        if self.loser not in side_of:
            raise InvalidGameError(f"no points for {shorten(self)}: it names no loser")
        sides = len(set(side_of.values()))
        left = self.termination in (Termination.RESIGNATION, Termination.TIME)
        for army, side in side_of.items():
            if army not in self.winners:
                points[army] = Fraction(side != side_of[self.loser], 2)
            elif left:
                points[army] = Fraction(sides, 2 * (sides - 1))
        return points

    def __reduce__(self) -> tuple[type[Outcome], tuple[object, ...]]:
        # A pickle need not carry the variant along.
        return (type(self), tuple(self))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from ..python_chess import missing

            raise AttributeError(missing("Outcome", name), name=name, obj=self)


def shares_points(variant: Variant | VariantData) -> bool:
    """Whether the first mate ends a game of three or more sides.

    >>> from circularchess import Variant
    >>> shares_points(Variant.load("three-circular")), shares_points(Variant.load("bhati-3"))
    (True, False)
    """
    return variant.checkmate == "ends" and len({army.side for army in variant.armies}) > 2


def possible_results(variant: Variant) -> dict[str, tuple[str, ...]]:
    """Every result a game of the variant can have, and who won then.

    Where the first mate ends a game of three or more sides, all but one of them may win.

    >>> from circularchess import Variant
    >>> list(possible_results(Variant.load("bhati-3")))
    ['1/2-1/2', 'r', 'y', 'b', '*']
    """
    known: dict[str, tuple[str, ...]] = {"1/2-1/2": ()}
    for winners in variant.sides.values():
        known[Outcome(Termination.CHECKMATE, winners).result(variant)] = winners
    if shares_points(variant):
        # All others win when an army leaves such a game.
        for losers in variant.sides.values():
            others = tuple(army for army in variant.letters if army not in losers)
            known[Outcome(Termination.RESIGNATION, others).result(variant)] = others
    return {**known, "*": ()}


def outcome_of(position: Position, variant: VariantData) -> Outcome | None:
    """How the rules of play ended the game, None while they have not.

    >>> from circularchess import Board
    >>> board = Board("three-circular")
    >>> board.resign("r")
    >>> outcome_of(board.position, board.variant).loser
    'r'
    """
    if position.end is None:
        return None
    termination, winners = Termination(position.end[0]), position.end[1]
    if not winners or not shares_points(variant):
        return Outcome(termination, winners)
    lost = [event.army for event in position.events if event.kind in _LOSSES]
    return Outcome(termination, winners, lost[-1] if lost else None)


def is_dead_position(position: Position, variant: VariantData) -> bool:
    """Whether no sequence of moves could mate anybody, so far as the variant's rules count it.

    That is, looking at the armies in play alone: only kings are left; or beside them one single
    piece of a kind that the variant names as unable to mate a bare king; or, where the variant
    says so, bishops all of one colour.
    It makes no difference whether kings may be taken.
    """
    in_play = position.in_play
    others = [
        (square, piece)
        for square, piece in position.piece_map().items()
        if piece.letter != "K" and piece.army in in_play
    ]
    if not others:
        return True
    if len(others) == 1 and others[0][1].type in variant.dead_with_bare_king:
        return True
    return (
        variant.dead_same_colour_bishops
        and all(piece.letter == "B" for _, piece in others)
        and len({square.is_light for square, _ in others}) == 1
    )

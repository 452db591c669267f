"""How a game ended, and who won."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ..errors import shorten

if TYPE_CHECKING:
    from ..engine import Position
    from ..variant import Variant, VariantData

__all__ = ["Outcome", "Termination", "is_dead_position", "possible_results"]


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


class Outcome(NamedTuple):
    """How a game ended. `winners` are the armies of the winning side, none for a draw.

    A side wins with all its armies, eliminated ones too.

    >>> Outcome(Termination.STALEMATE)
    Outcome(termination=<Termination.STALEMATE: 'stalemate'>, winners=())
    """

    termination: Termination
    winners: tuple[str, ...] = ()

    @property
    def is_draw(self) -> bool:
        """Whether nobody won.

        >>> Outcome(Termination.STALEMATE).is_draw
        True
        """
        return not self.winners

    def result(self, variant: Variant | VariantData) -> str:
        """The result as game records write it.

        `1/2-1/2` for a draw. With two sides `1-0` when the side of the first seat won, else
        `0-1`; with more, the winning armies' letters joined by `+`.

        >>> from circularchess import Variant
        >>> Outcome(Termination.CHECKMATE, ("b",)).result(Variant.load("circular"))
        '0-1'
        """
        try:
            sides = {army.side for army in variant.armies}
        except AttributeError:
            raise TypeError(f"a Variant is needed, not {shorten(variant)}") from None
        if not self.winners:
            return "1/2-1/2"
        if len(sides) == 2:
            return "1-0" if variant.armies[0].letter in self.winners else "0-1"
        return "+".join(self.winners)


def possible_results(variant: Variant) -> dict[str, tuple[str, ...]]:
    """Every result a game of the variant can have, and who won then.

    >>> from circularchess import Variant
    >>> list(possible_results(Variant.load("bhati-3")))
    ['1/2-1/2', 'r', 'y', 'b', '*']
    """
    known: dict[str, tuple[str, ...]] = {"1/2-1/2": ()}
    for winners in variant.sides.values():
        known[Outcome(Termination.CHECKMATE, winners).result(variant)] = winners
    return {**known, "*": ()}


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

"""Games that the first mate ends: who has won, and what each army scores.

With two sides the side that is not the mated army's wins. With more, the *mater* wins: it
alone scores a whole point, the mated army none, the others half a point. A king that is taken
ends the game in the same way, and an army that resigns ends it for its side alone.
"""

from __future__ import annotations

from fractions import Fraction

from .attacks import is_attacked
from .rules import Rules
from .state import State, king_square

__all__ = ["mater_of", "points", "winners_over", "winners_without"]

HALF = Fraction(1, 2)


def mater_of(rules: Rules, state: State, mated: str) -> str:
    """Of the enemies that attack the mated king, the one nearest before it in turn order."""
    king = king_square(state.pieces, mated)
    assert king is not None
    order = list(state.in_play)
    place = order.index(mated)
    enemies = rules.enemies(mated, order)
    for army in reversed(order[place + 1 :] + order[:place]):
        if army in enemies and is_attacked(rules, state.pieces, (army,), king):
            return army
    raise AssertionError("a mated king is attacked by an enemy")


def winners_over(rules: Rules, loser: str, by: str) -> tuple[str, ...]:
    """The winners once the king of `loser` is mated, or taken, by the army `by`.

    >>> from circularchess.variant import Variant
    >>> winners_over(Rules(Variant.load("bhati-4-pairs").data), "o", "g")
    ('r', 'g')
    """
    if rules.two_sided:
        return winners_without(rules, loser)
    return rules.members(rules.armies[by].side)


def winners_without(rules: Rules, loser: str) -> tuple[str, ...]:
    """All the armies of other sides than that of `loser`."""
    return rules.enemies(loser, rules.armies)


def points(
    rules: Rules, end: tuple[str, tuple[str, ...]], loser: str | None
) -> dict[str, Fraction]:
    """What each army scores, in seat order; `loser` is mated, or without its king, or gone.

    A draw is half a point for each. A game of three or more sides is worth half a point a
    side; who did not lose by another's resigning shares all of it.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> points(rules, ("checkmate", ("w",)), "b")
    {'w': Fraction(1, 1), 'b': Fraction(0, 1)}
    """
    kind, won = end
    if not won:
        return dict.fromkeys(rules.armies, HALF)
    sides = len(rules.sides(rules.armies))
    if rules.data.checkmate != "ends" or sides == 2 or loser is None:
        return {army: Fraction(army in won) for army in rules.armies}
    share = Fraction(sides, 2 * (sides - 1)) if kind == "resignation" else Fraction(1)
    return {
        army: share if army in won else HALF if rules.are_enemies(army, loser) else Fraction(0)
        for army in rules.armies
    }

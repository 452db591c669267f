"""The bare king: an army with no man but its king loses, unless it can bare the other."""

from __future__ import annotations

from .rules import Rules
from .state import State

__all__ = ["bare_king_loser"]


def bare_king_loser(rules: Rules, state: State) -> str | None:
    """The army that has lost, at the start of the turn of `state.turn`, by being bare.

    That is the other army if it is bare: it was bared, and has not bared this one with its
    one move. It is the army to move itself if it is bare and the other has two or more men
    beside the king, for then no move could bare it. When both are bare, nobody has lost.
    """
    if not rules.bare_king_loses or len(state.in_play) != 2:
        return None
    (other,) = (army for army in state.in_play if army != state.turn)
    own_men = sum(piece.army == state.turn for piece in state.pieces.values())
    other_men = sum(piece.army == other for piece in state.pieces.values())
    if other_men == 1 and own_men > 1:
        return other
    if own_men == 1 and other_men > 2:
        return state.turn
    return None

"""What leaves the game with an army that is eliminated."""

from __future__ import annotations

from dataclasses import replace

from .rules import Pieces, Rules
from .state import State

__all__ = ["eliminate", "remaining_pieces", "winners"]


def remaining_pieces(rules: Rules, pieces: Pieces, army: str) -> Pieces:
    """The placement once `army` is out.

    In games that eliminate armies its pieces leave the board. In games for two that end
    with a mate they stay where they stand.
    """
    if rules.data.checkmate == "ends":
        return pieces
    return {square: piece for square, piece in pieces.items() if piece.army != army}


def eliminate(rules: Rules, state: State, army: str) -> State:
    """The state without `army`: out of play, its rights ended, the move count begun afresh."""
    return replace(
        state,
        pieces=remaining_pieces(rules, state.pieces, army),
        in_play=tuple(other for other in state.in_play if other != army),
        castling=frozenset(right for right in state.castling if right[0] != army),
        en_passant={own: square for own, square in state.en_passant.items() if own != army},
        halfmove=0,
    )


def winners(rules: Rules, state: State) -> tuple[str, ...] | None:
    """The armies that have won because no other side is left, or None.

    A side wins with all its members, eliminated ones too.
    """
    sides = rules.sides(state.in_play)
    return rules.members(sides.pop()) if len(sides) == 1 else None

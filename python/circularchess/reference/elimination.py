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

    >>> from circularchess.piece import Piece, PieceType
    >>> from circularchess.square import Square
    >>> from circularchess.variant import Variant
    >>> pieces = {Square("a1"): Piece("r", PieceType.KING)}
    >>> remaining_pieces(Rules(Variant.load("bhati-2").data), pieces, "r")
    {}
    """
    if rules.data.checkmate == "ends":
        return pieces
    return {square: piece for square, piece in pieces.items() if piece.army != army}


def eliminate(rules: Rules, state: State, army: str) -> State:
    """The state without `army`: out of play, its rights ended, the move count begun afresh.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-3").data)
    >>> eliminate(rules, State({}, "r", ("r", "y", "b"), frozenset(), {}, 9, 1), "y").in_play
    ('r', 'b')
    """
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

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-4-pairs").data)
    >>> winners(rules, State({}, "g", ("g",), frozenset(), {}, 0, 1))
    ('r', 'g')
    """
    sides = rules.sides(state.in_play)
    return rules.members(sides.pop()) if len(sides) == 1 else None

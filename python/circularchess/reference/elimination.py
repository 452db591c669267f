"""What leaves the game with an army that is eliminated, and which side is the last in play."""

from __future__ import annotations

from dataclasses import replace

from .moats import bridged_after
from .rules import Pieces, Rules
from .state import State

__all__ = ["eliminate", "remaining_pieces", "winners"]


def remaining_pieces(rules: Rules, pieces: Pieces, army: str) -> Pieces:
    """The placement once `army` is out of a game that goes on.

    Its men leave the board; or they stay as inert men, where the rules say so, which move and
    attack no more, stand in the way, and may be captured by anyone.

    >>> from circularchess import Piece, PieceType
    >>> from circularchess import Square
    >>> from circularchess.variant import Variant
    >>> pieces = {Square("a1"): Piece("r", PieceType.KING)}
    >>> remaining_pieces(Rules(Variant.load("bhati-2").data), pieces, "r")
    {}
    """
    if rules.men_stay:
        return pieces
    return {square: piece for square, piece in pieces.items() if piece.army != army}


def eliminate(rules: Rules, state: State, army: str, *, men_stand: bool = False) -> State:
    """The state without `army`: out of play, its rights ended, the move count begun afresh.

    Its men stand where they are if that is how the game ends (`men_stand`). Its moats are
    bridged.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-3").data)
    >>> eliminate(rules, State({}, "r", ("r", "y", "b"), frozenset(), {}, 9, 1), "y").in_play
    ('r', 'b')
    """
    pieces = state.pieces if men_stand else remaining_pieces(rules, state.pieces, army)
    in_play = tuple(other for other in state.in_play if other != army)
    return replace(
        state,
        pieces=pieces,
        in_play=in_play,
        castling=frozenset(right for right in state.castling if right[0] != army),
        en_passant={own: square for own, square in state.en_passant.items() if own != army},
        halfmove=0,
        bridged=bridged_after(rules, pieces, in_play, state.bridged),
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

"""The bare facts of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..values.piece import Piece, PieceType
from ..values.square import Square
from .rules import Pieces, Rules

__all__ = ["MAX_COUNT", "CastlingRight", "State", "inert_armies", "king_square", "may_capture"]

#: Army letter, and "K" or "Q" for the side of the king's rook or the queen's.
CastlingRight = tuple[str, str]


#: Where the counts of rounds and of moves without progress stop: the most a position text says.
MAX_COUNT: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class State:
    """Placement, turn, armies in play, rights and clocks: all that the rules look at."""

    pieces: Pieces
    turn: str
    #: Armies in play, in seat order.
    in_play: tuple[str, ...]
    castling: frozenset[CastlingRight]
    #: For each army that may be captured en passant, the square its pawn passed over.
    en_passant: dict[str, Square]
    #: Single moves since the last capture, pawn move or elimination.
    halfmove: int
    round: int
    #: The moats bridged so far, each by its file.
    bridged: frozenset[int] = frozenset()


def king_square(pieces: Pieces, army: str) -> Square | None:
    """Where the king of `army` stands; None if it has none.

    >>> from circularchess import Piece
    >>> king_square({Square("a1"): Piece("w", PieceType.KING)}, "w")
    'a1'
    """
    for square, piece in pieces.items():
        if piece.type == PieceType.KING and piece.army == army:
            return square
    return None


def may_capture(rules: Rules, state: State, army: str, other: Piece) -> bool:
    """May a piece of `army` capture this one? Enemies it may, and inert men of any army.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> state = State({}, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> may_capture(rules, state, "w", Piece("w", PieceType.ROOK))
    False
    """
    if rules.men_stay and other.army not in state.in_play:
        return True
    return rules.are_enemies(army, other.army)


def inert_armies(rules: Rules, state: State) -> frozenset[str]:
    """The eliminated armies whose men have stayed and still stand on the board.

    There are none where the first mate ends the game: nobody goes on beside its men.
    """
    all_play = len(state.in_play) == len(rules.armies)
    if not rules.men_stay or rules.data.checkmate == "ends" or all_play:
        return frozenset()
    return frozenset(piece.army for piece in state.pieces.values()).difference(state.in_play)

"""Safe and legal moves.

A move is *safe* when it does not leave the mover's own king attacked. Under the strict rule
only safe moves are legal. Under the snaffle rule of Circular Chess every move is legal as
long as at least one safe one exists: a king left attacked may simply be taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..values.move import Move
from ..values.piece import PieceType
from ..values.square import Square
from .attacks import is_attacked
from .elimination import remaining_pieces
from .en_passant import attacked_rights
from .moves import all_moves, moves_from, placement_after
from .pawns import captured_squares
from .rules import Rules
from .state import State, king_square

__all__ = [
    "has_safe_move",
    "is_legal",
    "is_safe",
    "legal_moves",
    "rights_that_matter",
    "safe_moves",
]


def safe_moves(rules: Rules, state: State) -> Iterator[Move]:
    """The safe moves of the army to move, in no order.

    A king on a1 that a rook checks along the ring has to leave it.

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pieces = {
    ...     Square("a1"): Piece("w", PieceType.KING), Square("a9"): Piece("b", PieceType.ROOK)
    ... }
    >>> state = State(pieces, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> sorted(str(move) for move in safe_moves(rules, state))
    ['a1b1', 'a1b16', 'a1b2']
    """
    king = king_square(state.pieces, state.turn)
    for move in all_moves(rules, state):
        if _leaves_king_safe(rules, state, move, king):
            yield move


def has_safe_move(rules: Rules, state: State) -> bool:
    """Is the army to move neither mated nor stalemated?"""
    return any(True for _ in safe_moves(rules, state))


def legal_moves(rules: Rules, state: State) -> Iterator[Move]:
    """The legal moves of a position that has been judged and is not finished.

    Such a position has a safe move, and so under the snaffle rule all moves are legal: the
    checked king of the example may step along the ring.

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pieces = {
    ...     Square("a1"): Piece("w", PieceType.KING), Square("a9"): Piece("b", PieceType.ROOK)
    ... }
    >>> state = State(pieces, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> sorted(str(move) for move in legal_moves(rules, state))
    ['a1a16', 'a1a2', 'a1b1', 'a1b16', 'a1b2']
    """
    return (all_moves if rules.data.check == "snaffle" else safe_moves)(rules, state)


def is_safe(rules: Rules, state: State, move: Move) -> bool:
    """Is this one of the army's moves, and safe?"""
    if not _is_move(rules, state, move):
        return False
    return _leaves_king_safe(rules, state, move, king_square(state.pieces, state.turn))


def is_legal(rules: Rules, state: State, move: Move) -> bool:
    """Is this a legal move of a position that has been judged and is not finished?"""
    if rules.data.check == "snaffle":
        return _is_move(rules, state, move)
    return is_safe(rules, state, move)


def _is_move(rules: Rules, state: State, move: Move) -> bool:
    piece = state.pieces.get(move.from_square)
    if piece is None or piece.army != state.turn:
        return False
    return move in moves_from(rules, state, move.from_square)


def _leaves_king_safe(rules: Rules, state: State, move: Move, king: Square | None) -> bool:
    """Is the mover's king unattacked after the move, or no enemy left to attack it?

    An army whose king the move takes has left the game before this is asked; where the first
    mate ends the game, so does taking a king, and it is always safe.
    """
    pieces, taken = placement_after(rules, state, move)
    in_play = state.in_play
    if taken is not None and taken.type == PieceType.KING and taken.army in in_play:
        if rules.data.checkmate == "ends":
            return True
        in_play = tuple(army for army in in_play if army != taken.army)
        pieces = remaining_pieces(rules, pieces, taken.army)
    enemies = rules.enemies(state.turn, in_play)
    if king is None or not enemies:
        return True
    home = move.to_square if move.from_square == king else king
    return not is_attacked(rules, pieces, enemies, home)


def rights_that_matter(rules: Rules, state: State) -> frozenset[tuple[str, Square]]:
    """The en passant rights, as (owner, square), that tell positions apart for repetition.

    With two armies, those with a legal capture; with more, those whose square a pawn of some
    enemy attacks. The position has been judged and is not finished.

    To capture on b4 takes the pawn off file 5, and a rook beyond the centre would take the king.

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> pieces = {
    ...     Square("c34"): Piece("g", PieceType.KING),
    ...     Square("a5"): Piece("g", PieceType.PAWN, outbound=True),
    ...     Square("a4"): Piece("r", PieceType.PAWN),
    ... }
    >>> state = State(pieces, "g", ("r", "g"), frozenset(), {"r": Square("b4")}, 0, 1)
    >>> rights_that_matter(rules, state)
    frozenset({('r', 'b4')})
    >>> pieces[Square("c5")] = Piece("g", PieceType.KING)
    >>> del pieces[Square("c34")]
    >>> pieces[Square("b35")] = Piece("r", PieceType.ROOK)
    >>> rights_that_matter(rules, state)
    frozenset()
    """
    attacked = attacked_rights(rules, state)
    if not rules.two_army:
        return attacked
    return frozenset(right for right in attacked if _has_legal_capture(rules, state, right[1]))


def _has_legal_capture(rules: Rules, state: State, passed: Square) -> bool:
    """May a pawn of the army to move capture on this passed-over square?"""
    return any(
        move.to_square == passed and is_legal(rules, state, move)
        for origin, piece in state.pieces.items()
        if piece.army == state.turn
        and piece.type == PieceType.PAWN
        and passed in captured_squares(rules, piece, origin)
        for move in moves_from(rules, state, origin)
    )

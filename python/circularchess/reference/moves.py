"""All moves of the pieces, safe or not, and what each does to the placement."""

from __future__ import annotations

from collections.abc import Iterator

from ..values.move import Move
from ..values.piece import Piece, PieceType
from ..values.square import Square
from . import castling, en_passant, pawns, pieces
from .citadels import citadel_open_to
from .meeting import met_by
from .moats import bridged_after
from .rules import Pieces, Rules
from .state import MAX_COUNT, State, may_capture

__all__ = ["all_moves", "make", "moves_from", "placement_after"]


def all_moves(rules: Rules, state: State) -> Iterator[Move]:
    """Every move of the army to move, whether it leaves its own king attacked or not."""
    for square, piece in state.pieces.items():
        if piece.army == state.turn:
            yield from moves_from(rules, state, square)


def moves_from(rules: Rules, state: State, square: Square) -> Iterator[Move]:
    """Every move of the piece on `square`, which must be of the army to move.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pawn = {Square("b7"): Piece("w", PieceType.PAWN)}
    >>> state = State(pawn, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> [str(move) for move in moves_from(rules, state, Square("b7"))]
    ['b7b8q', 'b7b8r', 'b7b8b', 'b7b8n']
    """
    piece = state.pieces[square]
    if piece.type == PieceType.PAWN:
        yield from _pawn_moves(rules, state, square)
        return
    reached = pieces.destinations(rules, state, square)
    if piece.type == PieceType.KING:
        citadel = citadel_open_to(rules, square)
        if citadel is not None and citadel not in state.pieces:
            reached.add(citadel)
        reached.update(
            it.king_to for it in castling.possible_castles(rules, state) if it.king_from == square
        )
    for target in reached:
        yield Move(square, target)


def _pawn_moves(rules: Rules, state: State, square: Square) -> Iterator[Move]:
    pawn = state.pieces[square]
    targets = set(pawns.advances(rules, state.pieces, square))
    for target in pawns.captured_squares(rules, pawn, square):
        other = state.pieces.get(target)
        if other is not None and may_capture(rules, state, pawn.army, other):
            targets.add(target)
    targets.update(en_passant.targets(rules, state, square))
    targets.update(pawns.sidesteps(rules, state.pieces, square))
    for target in targets:
        if pawns.must_promote(rules, pawn, target):
            for kind in rules.promotions[pawn.army]:
                yield Move(square, target, kind)
        else:
            yield Move(square, target)


def placement_after(rules: Rules, state: State, move: Move) -> tuple[Pieces, Piece | None]:
    """What stands where after a move, and the piece it captured if any.

    An army whose king was captured is still on the board here.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pawn = {Square("b7"): Piece("w", PieceType.PAWN)}
    >>> state = State(pawn, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> after, taken = placement_after(rules, state, Move.from_uci("b7b8q"))
    >>> list(after), taken
    (['b8'], None)
    """
    after = dict(state.pieces)
    piece = after.pop(move.from_square)
    taken = after.get(move.to_square)
    if piece.type == PieceType.PAWN:
        if taken is None and state.en_passant:
            taken = _take_in_passing(rules, state, after, piece, move)
        if move.promotion is not None:
            piece = Piece(piece.army, move.promotion)
        else:
            outbound = pawns.heads_other_way_after(rules, piece, move.from_square)
            piece = Piece(piece.army, PieceType.PAWN, outbound)
    elif piece.type == PieceType.KING:
        it = _castle_made(rules, state, move)
        if it is not None:
            taken = None
            after[it.rook_to] = after.pop(it.rook_from)
    after[move.to_square] = piece
    met = met_by(rules, after, move.to_square)
    if met is not None:
        del after[move.to_square], after[met]
    return after, taken


def _take_in_passing(
    rules: Rules, state: State, after: Pieces, pawn: Piece, move: Move
) -> Piece | None:
    """Remove the pawn that a diagonal move onto its passed-over square captures."""
    owner = en_passant.capturable_on(rules, state, pawn.army, move.to_square)
    if owner is None:
        return None
    if move.to_square not in pawns.captured_squares(rules, pawn, move.from_square):
        return None
    beyond = en_passant.pawn_beyond(rules, after, owner, move.to_square)
    return after.pop(beyond) if beyond is not None else None


def _castle_made(rules: Rules, state: State, move: Move) -> castling.Castle | None:
    """The castling that a king's move is, if it is no ordinary step."""
    if move.to_square in rules.topology.neighbours[move.from_square]:
        return None
    for side, it in castling.castles(rules, state.turn):
        if (state.turn, side) in state.castling and it.king_to == move.to_square:
            return it
    return None


def make(rules: Rules, state: State, move: Move) -> tuple[State, Piece | None]:
    """The state after a move of the army to move, whose turn it still is; and the capture.

    Rights, moats and the move count are brought up to date; taken kings and the turn come
    later.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> pawn = {Square("c4"): Piece("r", PieceType.PAWN)}
    >>> state = State(pawn, "r", ("r", "g"), frozenset(), {}, 5, 1)
    >>> made, taken = make(rules, state, Move.from_uci("c4a4"))
    >>> made.en_passant, made.halfmove, made.turn
    ({'r': 'b4'}, 0, 'r')
    """
    piece = state.pieces[move.from_square]
    after, taken = placement_after(rules, state, move)
    rights = dict(state.en_passant)
    if piece.type == PieceType.PAWN:
        passed = en_passant.right_from(rules, piece, move.from_square, move.to_square)
        if passed is not None and move.promotion is None:
            rights[state.turn] = passed
    reset = taken is not None or piece.type == PieceType.PAWN
    made = State(
        pieces=after,
        turn=state.turn,
        in_play=state.in_play,
        castling=castling.rights_after(rules, state.castling, {move.from_square, move.to_square}),
        en_passant=en_passant.live_rights(rules, after, rights),
        halfmove=0 if reset else min(state.halfmove + 1, MAX_COUNT),
        round=state.round,
        bridged=bridged_after(rules, after, state.in_play, state.bridged),
    )
    return made, taken

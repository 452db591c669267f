"""Pawns: their heading, advances, sidesteps, double steps, captures and promotion.

Ring pawns walk along their ring; which way is fixed by army and file, or each pawn keeps the
direction it started with. Radial pawns walk along their file, inward or outward by army;
having crossed a null centre they are outbound and go outward.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..values.piece import Piece, PieceType
from ..values.square import Square
from .moats import creek_between, crossed_by_step
from .rules import Pieces, Rules

__all__ = [
    "advances",
    "captured_squares",
    "double_step",
    "heading",
    "heads_other_way_after",
    "may_head_other_way",
    "must_promote",
    "sidesteps",
]


def may_head_other_way(rules: Rules) -> bool:
    """Can pawns of one army on one square be heading two ways?"""
    if rules.data.pawn_kind == "ring":
        return rules.pawns_keep_direction
    return rules.topology.crossable


def heading(rules: Rules, pawn: Piece, square: Square) -> tuple[int, int] | None:
    """The (radial, along) step straight ahead; None where a ring pawn has no direction.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> heading(rules, Piece("w", PieceType.PAWN), Square("b2"))
    (0, 1)
    >>> heading(rules, Piece("w", PieceType.PAWN), Square("b15"))
    (0, -1)
    """
    army = rules.armies[pawn.army]
    if rules.pawns_keep_direction:
        return (0, -1) if pawn.outbound else (0, 1)
    if rules.data.pawn_kind == "ring":
        file = rules.topology.file(square)
        if file in army.clockwise_files:
            return (0, 1)
        if file in army.anticlockwise_files:
            return (0, -1)
        return None
    outward = pawn.outbound or army.pawn_direction == "outward"
    return (1, 0) if outward else (-1, 0)


def advances(rules: Rules, pieces: Pieces, square: Square) -> Iterator[Square]:
    """The empty squares the pawn on `square` may go to straight ahead.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular-society").data)
    >>> list(advances(rules, {Square("b2"): Piece("w", PieceType.PAWN)}, Square("b2")))
    ['b3', 'b4']
    """
    pawn = pieces[square]
    ahead = heading(rules, pawn, square)
    if ahead is None:
        return
    reached = rules.topology.step(square, *ahead)
    if reached is None or reached[0] in pieces:
        return
    yield reached[0]
    if rules.data.double_step:
        leap = double_step(rules, pawn, square)
        if leap is not None and leap[1] not in pieces:
            yield leap[1]


def sidesteps(rules: Rules, pieces: Pieces, square: Square) -> Iterator[Square]:
    """Where the pawn on `square` may step aside when a man, of whatever army, is in its way.

    These are the empty squares among those that it attacks.
    """
    if not rules.data.sidestep:
        return
    pawn = pieces[square]
    ahead = heading(rules, pawn, square)
    if ahead is None:
        return
    reached = rules.topology.step(square, *ahead)
    if reached is None or reached[0] == square or reached[0] not in pieces:
        return
    for target in captured_squares(rules, pawn, square):
        if target not in pieces:
            yield target


def double_step(rules: Rules, pawn: Piece, square: Square) -> tuple[Square, Square] | None:
    """The squares that a double step from `square` passes over and lands on, if there is one.

    Only from a square where the start position has a pawn of that army and heading, and not
    by an outbound pawn. It is straight: it does not cross a centre, and a pawn does not run
    past its promotion square nor over a square where it would have to turn round.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("cylinder").data)
    >>> double_step(rules, Piece("w", PieceType.PAWN), Square("c2"))
    ('c3', 'c4')
    """
    ahead = heading(rules, pawn, square)
    if ahead is None or square not in rules.pawn_starts.get(pawn, ()):
        return None
    first = rules.topology.step(square, *ahead)
    if first is None or first[1] != ahead[0] or must_promote(rules, pawn, first[0]):
        return None
    if heading(rules, pawn, first[0]) != ahead:
        return None
    second = rules.topology.step(first[0], *ahead)
    if second is None or second[1] != ahead[0] or second[0] == square:
        return None
    return first[0], second[0]


def captured_squares(rules: Rules, pawn: Piece, square: Square) -> tuple[Square, ...]:
    """The squares that a pawn on `square` attacks: one step ahead and to either side of it.

    No attack crosses a moat, nor, of an inbound pawn, a creek.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> captured_squares(rules, Piece("b", PieceType.PAWN), Square("b10"))
    ('a11', 'c11')
    """
    memo = rules.line_memo[pawn.army][0 if pawn.outbound else PieceType.PAWN]
    known: tuple[Square, ...] | None = memo.get(square)
    if known is None:
        known = memo[square] = tuple(dict.fromkeys(_captured_squares(rules, pawn, square)))
    return known


def _captured_squares(rules: Rules, pawn: Piece, square: Square) -> Iterator[Square]:
    board = rules.topology
    ahead = heading(rules, pawn, square)
    if ahead is None:
        return
    radial, along = ahead
    for step in ((radial, -1), (radial, 1)) if radial else ((-1, along), (1, along)):
        reached = board.step(square, *step)
        if reached is None or reached[0] == square or crossed_by_step(board, square, *step):
            continue
        if radial == -1 and creek_between(board, square, reached[0]):
            continue
        yield reached[0]


def must_promote(rules: Rules, pawn: Piece, square: Square) -> bool:
    """Does a pawn that moves onto `square`, capturing or not, have to promote?

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> must_promote(rules, Piece("w", PieceType.PAWN), Square("b8"))
    True
    """
    if rules.pawns_keep_direction:
        files = rules.promotion_files(pawn.army, pawn.outbound)
        return rules.topology.file(square) in files
    return square in rules.armies[pawn.army].promotion_squares


def heads_other_way_after(rules: Rules, pawn: Piece, square: Square) -> bool:
    """Is a pawn outbound, or anticlockwise for life, after moving away from `square`?

    An inward pawn on the innermost ring has nowhere to go but across the centre.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> heads_other_way_after(rules, Piece("r", PieceType.PAWN), Square("a1"))
    True
    """
    if pawn.outbound or rules.data.pawn_kind == "ring":
        return pawn.outbound
    return rules.topology.ring(square) == 1 and heading(rules, pawn, square) == (-1, 0)

"""Pawns: their direction, advances, double steps, captures and promotion.

Ring pawns walk along their ring; which way is fixed by army and file. Radial pawns walk
along their file, inward or outward by army; having crossed a null centre they are outbound
and go outward.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..piece import Piece, PieceType
from ..square import Square
from .rules import Pieces, Rules

__all__ = [
    "PROMOTIONS",
    "advances",
    "becomes_outbound",
    "captured_squares",
    "double_step",
    "heading",
    "must_promote",
    "pawns_attacking",
]

#: What a pawn may become.
PROMOTIONS: Final = (PieceType.KNIGHT, PieceType.BISHOP, PieceType.ROOK, PieceType.QUEEN)


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
    if rules.data.pawn_kind == "ring":
        if square.file in army.clockwise_files:
            return (0, 1)
        if square.file in army.anticlockwise_files:
            return (0, -1)
        return None
    outward = pawn.outbound or army.pawn_direction == "outward"
    return (1, 0) if outward else (-1, 0)


def advances(rules: Rules, pieces: Pieces, square: Square) -> Iterator[Square]:
    """The empty squares the pawn on `square` may go to without capturing.

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


def double_step(rules: Rules, pawn: Piece, square: Square) -> tuple[Square, Square] | None:
    """The squares that a double step from `square` passes over and lands on, if there is one.

    Only from a square where the start position has a pawn of that army, and not by an
    outbound pawn. It is straight: it does not cross a centre, and a pawn does not run past
    its promotion square nor over a square where it would have to turn round.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("cylinder").data)
    >>> double_step(rules, Piece("w", PieceType.PAWN), Square("b3"))
    ('c3', 'd3')
    """
    ahead = heading(rules, pawn, square)
    if ahead is None or pawn.outbound or square not in rules.pawn_starts[pawn.army]:
        return None
    first = rules.topology.step(square, *ahead)
    if first is None or first[1] != ahead[0] or must_promote(rules, pawn, first[0]):
        return None
    if heading(rules, pawn, first[0]) != ahead:
        return None
    second = rules.topology.step(first[0], *ahead)
    if second is None or second[1] != ahead[0]:
        return None
    return first[0], second[0]


def captured_squares(rules: Rules, pawn: Piece, square: Square) -> tuple[Square, ...]:
    """The squares that a pawn on `square` attacks: one step ahead and to either side of it.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> captured_squares(rules, Piece("b", PieceType.PAWN), Square("b10"))
    ('a11', 'c11')
    """
    ahead = heading(rules, pawn, square)
    if ahead is None:
        return ()
    radial, along = ahead
    steps = ((radial, -1), (radial, 1)) if radial else ((-1, along), (1, along))
    reached = (rules.topology.step(square, *step) for step in steps)
    return tuple(place[0] for place in reached if place is not None and place[0] != square)


def pawns_attacking(rules: Rules, square: Square) -> tuple[tuple[Square, frozenset[Piece]], ...]:
    """Where pawns that attack `square` would stand, each with the pawns that do so there.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> sorted(origin for origin, pawns in pawns_attacking(rules, Square("a3")))
    ['b2', 'b4']
    """
    known = rules.pawn_attack_memo.get(square)
    if known is None:
        known = tuple(_pawns_attacking(rules, square))
        rules.pawn_attack_memo[square] = known
    return known


def _pawns_attacking(rules: Rules, square: Square) -> Iterator[tuple[Square, frozenset[Piece]]]:
    outbound_too = rules.data.pawn_kind == "radial" and rules.topology.crossable
    every_pawn = [
        Piece(army, PieceType.PAWN, outbound)
        for army in rules.armies
        for outbound in ((False, True) if outbound_too else (False,))
    ]
    # A pawn's capture is a step that a king could make, and such steps go both ways.
    for origin in rules.topology.neighbours[square]:
        pawns = frozenset(p for p in every_pawn if square in captured_squares(rules, p, origin))
        if pawns:
            yield origin, pawns


def must_promote(rules: Rules, pawn: Piece, square: Square) -> bool:
    """Does a pawn that moves onto `square`, capturing or not, have to promote?

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> must_promote(rules, Piece("w", PieceType.PAWN), Square("b8"))
    True
    """
    return square in rules.armies[pawn.army].promotion_squares


def becomes_outbound(rules: Rules, pawn: Piece, square: Square) -> bool:
    """Is a pawn outbound after moving away from `square`?

    An inward pawn on the innermost ring has nowhere to go but across the centre.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> becomes_outbound(rules, Piece("r", PieceType.PAWN), Square("a1"))
    True
    """
    if rules.data.pawn_kind == "ring":
        return False
    return pawn.outbound or (square.ring == 1 and heading(rules, pawn, square) == (-1, 0))

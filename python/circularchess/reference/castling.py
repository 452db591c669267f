"""Castling: the king goes two squares toward a rook, and the rook to the square passed over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..values.piece import PieceType
from ..values.square import Square
from .attacks import is_attacked
from .moats import crossed_by_step
from .rules import Pieces, Rules
from .state import CastlingRight, State
from .topology import STRAIGHT

__all__ = [
    "Castle",
    "castle",
    "castles",
    "homes_occupied",
    "moats_between",
    "possible_castles",
    "rights_after",
]


class Castle(NamedTuple):
    """The squares of one army's castling to one side."""

    king_from: Square
    king_to: Square
    rook_from: Square
    rook_to: Square
    #: The squares between king and rook, from the king's.
    between: tuple[Square, ...]


def castle(rules: Rules, right: CastlingRight) -> Castle | None:
    """The castling that a right stands for; None when the variant has no such castling.

    King and rook stand on one ring, where they face each other over the shorter arc between
    them that has no void square, or on one file, likewise.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> castle(rules, ("r", "K"))[:4]
    ('d4', 'd2', 'd1', 'd3')
    """
    letter, side = right
    army = rules.armies.get(letter)
    if army is None or army.castling is None:
        return None
    king = army.castling.king
    rook = army.castling.king_side if side == "K" else army.castling.queen_side
    if rook is None or side not in ("K", "Q"):
        return None
    found: list[Castle] = []
    for step in STRAIGHT:
        line = rules.topology.ray(king, *step)
        if rook in line and line.index(rook) >= 1:
            between = line[: line.index(rook)]
            found.append(Castle(king, line[1], rook, line[0], between))
    return min(found, key=lambda it: len(it.between), default=None)


def castles(rules: Rules, army: str) -> Iterator[tuple[str, Castle]]:
    """Every castling the variant gives an army, with "K" or "Q".

    >>> from circularchess.variant import Variant
    >>> [side for side, _ in castles(Rules(Variant.load("bhati-2").data), "g")]
    ['K', 'Q']
    """
    for side in ("K", "Q"):
        found = castle(rules, (army, side))
        if found is not None:
            yield side, found


def possible_castles(rules: Rules, state: State) -> Iterator[Castle]:
    """The castlings open to the army to move.

    The right must be held, all squares between king and rook be empty, and no enemy attack
    the king where it stands, on the square it passes or where it lands. For this the king
    counts as lifted off the board, while the rook still stands at home.

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> pieces = {
    ...     Square("d4"): Piece("r", PieceType.KING), Square("d8"): Piece("r", PieceType.ROOK)
    ... }
    >>> state = State(pieces, "r", ("r", "g"), frozenset({("r", "Q")}), {}, 0, 1)
    >>> [it.king_to for it in possible_castles(rules, state)]
    ['d6']
    """
    if not any(army == state.turn for army, _ in state.castling):
        return
    enemies = rules.enemies(state.turn, state.in_play)
    for side, it in castles(rules, state.turn):
        if (state.turn, side) not in state.castling:
            continue
        if any(square in state.pieces for square in it.between):
            continue
        if not moats_between(rules, it) <= state.bridged:
            continue
        lifted = {s: p for s, p in state.pieces.items() if s != it.king_from}
        path = (it.king_from, it.rook_to, it.king_to)
        if not any(is_attacked(rules, lifted, enemies, square) for square in path):
            yield it


def moats_between(rules: Rules, it: Castle) -> frozenset[int]:
    """The moats between king and rook: like any move, castling crosses only bridged ones."""
    board = rules.topology
    if not board.moats or board.ring(it.king_from) != board.ring(it.rook_from):
        return frozenset()
    path = (it.king_from, *it.between, it.rook_from)
    steps = pairwise(path)
    beside = board.step(path[0], 0, 1)
    along = 1 if beside is not None and beside[0] == path[1] else -1
    return frozenset().union(*(crossed_by_step(board, s, 0, along) for s, _ in steps))


def homes_occupied(pieces: Pieces, army: str, it: Castle) -> bool:
    """Do king and rook of `army` stand on the home squares of this castling?"""
    king, rook = pieces.get(it.king_from), pieces.get(it.rook_from)
    return (
        king is not None
        and rook is not None
        and (king.army, king.type) == (army, PieceType.KING)
        and (rook.army, rook.type) == (army, PieceType.ROOK)
    )


def rights_after(
    rules: Rules, rights: frozenset[CastlingRight], touched: set[Square]
) -> frozenset[CastlingRight]:
    """The rights left after a move that left or entered the squares `touched`.

    A right is lost when its king or rook moves and when its rook is taken.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> rights_after(rules, frozenset({("r", "K"), ("g", "Q")}), {Square("d1"), Square("c1")})
    frozenset({('g', 'Q')})
    """
    if not rights:
        return rights
    kept = []
    for right in rights:
        it = castle(rules, right)
        if it is not None and it.king_from not in touched and it.rook_from not in touched:
            kept.append(right)
    return frozenset(kept)

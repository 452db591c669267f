"""Movements laid out on the board: every line along which a piece goes from a square.

A line is worked out on the empty board, once for each square and kind of piece. What stands
in the way is for `pieces` and `attacks` to look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..values.piece import Piece
from ..values.square import Square
from .betza import STEP_ATOMS, Facing, Term, turned
from .moats import crossed_by_leap, crossed_by_step
from .rules import Pieces, Rules
from .topology import Topology

__all__ = ["Line", "Ways", "capturing_ways", "is_open", "laid_out", "lines"]


class Line(NamedTuple):
    """The squares that a piece may reach one after the other by one kind of step or leap."""

    squares: tuple[Square, ...]
    #: For each of the squares the moats crossed on the way there; empty when none ever is.
    moats: tuple[frozenset[int], ...]
    #: What must be empty besides: the square that would stop a lame piece.
    clear: tuple[Square, ...]
    quiet: bool
    captures: bool
    hop: Literal["", "over", "next"]
    #: The (radial, along) parts of the first step; None where it leaps.
    direction: tuple[int, int] | None
    #: How many of the squares lie before a null centre; None if it crosses none.
    before_centre: int | None


def lines(rules: Rules, piece: Piece, square: Square) -> tuple[Line, ...]:
    """The lines of a piece, no pawn, from a square.

    >>> from circularchess import PieceType
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> found = lines(rules, Piece("w", PieceType.ROOK), Square("a1"))
    >>> sorted(len(line.squares) for line in found)
    [3, 15, 15]
    """
    memo = rules.line_memo[piece.army][piece.type]
    known: tuple[Line, ...] | None = memo.get(square)
    if known is None:
        terms = rules.movements[piece.type]
        if any(term.initial for term in terms):
            at_home = rules.starts[piece.army].get(square) == piece.type
            terms = tuple(term for term in terms if at_home or not term.initial)
        known = tuple(laid_out(rules.topology, terms, rules.forward(piece.army), square))
        memo[square] = known
    return known


#: By each square that a piece could attack, the ways there: each a line, and where on it.
Ways = dict[Square, tuple[tuple[Line, int], ...]]


def capturing_ways(rules: Rules, piece: Piece, square: Square) -> Ways:
    """By each square that a piece, no pawn, could attack: the ways there, as line and index.

    No attack crosses a moat, bridged or not.
    """
    ways: Ways = {}
    for line in lines(rules, piece, square):
        if line.captures:
            for index, target in enumerate(line.squares):
                if line.moats and line.moats[index]:
                    break
                ways[target] = (*ways.get(target, ()), (line, index))
    return ways


def is_open(pieces: Pieces, line: Line, index: int) -> bool:
    """Does what stands on the board let a piece capture an enemy on this square of the line?

    The enemy need not stand there yet. A hopper whose line comes to the square a second time
    finds it there the first time, as a man to pass over.
    """
    for square in line.clear:
        if square in pieces:
            return False
    passed = line.squares[:index]
    if not line.hop:
        return all(square not in pieces for square in passed)
    target = line.squares[index]
    if sum(square in pieces or square == target for square in passed) != 1:
        return False
    return line.hop == "over" or passed[-1] in pieces


def laid_out(
    board: Topology, terms: tuple[Term, ...], facing: Facing | None, square: Square
) -> Iterator[Line]:
    """The lines of a movement from a square, for a piece that faces that way."""
    for term in terms:
        for vector in term.vectors:
            radial, along = turned(vector, facing)
            steps = term.atom in STEP_ATOMS
            if steps:
                path = list(_slide(board, square, radial, along, term.reach))
            else:
                path = list(_repeated_leap(board, square, radial, along, term.reach))
            if not path:
                continue
            clear: tuple[Square, ...] = ()
            if term.lame:
                stops = _stops(board, square, radial, along)
                if stops is None:
                    continue
                clear = stops
            squares, moats, beyond = zip(*path, strict=True)
            yield Line(
                squares,
                moats if any(moats) else (),
                clear,
                term.quiet,
                term.captures,
                term.hop,
                (radial, along) if steps else None,
                beyond.index(True) if True in beyond else None,
            )


#: A square, the moats crossed on the way there, and whether it lies beyond the centre.
Reached = tuple[Square, frozenset[int], bool]


def _slide(
    board: Topology, square: Square, radial: int, along: int, reach: int | None
) -> Iterator[Reached]:
    """Steps of W or F. A diagonal crosses the centre one way in a slide, another by one step."""
    shift = board.null_step if reach == 1 else board.null_shift
    here, moats, beyond, gone = square, frozenset[int](), False, 0
    while reach is None or gone < reach:
        moats = moats | crossed_by_step(board, here, radial, along)
        beyond = beyond or board.crosses_centre(here, radial)
        reached = board.step(here, radial, along, shift)
        if reached is None or reached[0] == square:
            return
        here, radial = reached
        gone += 1
        yield here, moats, beyond


def _repeated_leap(
    board: Topology, square: Square, radial: int, along: int, reach: int | None
) -> Iterator[Reached]:
    here, moats, beyond, gone = square, frozenset[int](), False, 0
    while reach is None or gone < reach:
        reached = board.leap(here, radial, along)
        if reached is None or reached[0] == square:
            return
        moats = moats | crossed_by_leap(board, here, reached[0], radial, along)
        beyond = beyond or board.crosses_centre(here, radial)
        here, radial = reached
        gone += 1
        yield here, moats, beyond


def _stops(board: Topology, square: Square, radial: int, along: int) -> tuple[Square, ...] | None:
    """The squares that must be empty for a lame leap; None if one of them is no square.

    On straight leaps that is all between; on a leap of two by two the square half way; on a
    knight's one straight step along its longer part.
    """
    if abs(radial) == abs(along):
        parts = [(radial // 2, along // 2)]
    elif abs(radial) > abs(along):
        parts = [(_towards(radial) * n, 0) for n in range(1, max(abs(radial), 2))]
    else:
        parts = [(0, _towards(along) * n) for n in range(1, max(abs(along), 2))]
    places = [board.leap(square, *part) for part in parts]
    found = tuple(place[0] for place in places if place is not None)
    return found if len(found) == len(places) else None


def _towards(part: int) -> int:
    return 1 if part > 0 else -1

"""What a legal move is: who moves, what it takes, whom it checks, and the ways it may go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..values.event import Event
from ..values.move import Move
from ..values.move_info import CastlingSide, Direction, MoveInfo, MovePath
from ..values.piece import Piece, PieceType
from ..values.square import Square
from . import castling, pawns
from .attacks import attacks_king_of, is_attacked
from .elimination import eliminate
from .meeting import met_by
from .movement import Line, lines
from .moves import make
from .rules import Rules
from .state import State, king_square

__all__ = ["described", "paths"]

DIRECTIONS: Final[dict[tuple[int, int], Direction]] = {
    (0, 1): "clockwise",
    (0, -1): "anticlockwise",
    (1, 0): "outward",
    (-1, 0): "inward",
    (1, 1): "outward-clockwise",
    (1, -1): "outward-anticlockwise",
    (-1, 1): "inward-clockwise",
    (-1, -1): "inward-anticlockwise",
}
SIDES: Final[dict[str, CastlingSide]] = {"K": "king_side", "Q": "queen_side"}

#: A way as the squares after the first, the parts of its first step (None for a leap), and
#: whether it goes through the centre.
Way = tuple[tuple[Square, ...], tuple[int, int] | None, bool]


def described(rules: Rules, state: State, move: Move, events: tuple[Event, ...]) -> MoveInfo:
    """What a legal move is. `events` are what came of it.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> rook = {Square("a1"): Piece("w", PieceType.ROOK)}
    >>> state = State(rook, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> info = described(rules, state, Move("a1", "a9"), ())
    >>> [path.direction for path in info.paths]
    ['clockwise', 'anticlockwise']
    """
    mover = state.pieces[move.from_square]
    made, captured = make(rules, state, move)
    castled = _castling(rules, state, move, mover)
    where = None
    if captured is not None:
        where = move.to_square
        if where not in state.pieces:
            # A pawn taken in passing is the enemy that has gone from another square.
            (where,) = (s for s in state.pieces if s not in made.pieces and _enemy(rules, state, s))
    met = None
    if mover.type == PieceType.PAWN and move.to_square not in made.pieces:
        before = dict(state.pieces)
        before[move.to_square] = before.pop(move.from_square)
        met = met_by(rules, before, move.to_square)
    return MoveInfo(
        move,
        mover,
        captured,
        where,
        SIDES[castled[0]] if castled else None,
        (castled[1].rook_from, castled[1].rook_to) if castled else None,
        captured is not None and where != move.to_square,
        met,
        _checks(rules, made, captured),
        events,
        paths(rules, state, move, captured),
    )


def _enemy(rules: Rules, state: State, square: Square) -> bool:
    return rules.are_enemies(state.turn, state.pieces[square].army)


def _castling(
    rules: Rules, state: State, move: Move, mover: Piece
) -> tuple[str, castling.Castle] | None:
    """The side and the squares of the castling that a king's move is, if it is one."""
    if mover.type != PieceType.KING or not state.castling:
        return None
    if move.to_square in rules.topology.neighbours[move.from_square]:
        return None
    for side, it in castling.castles(rules, state.turn):
        if (state.turn, side) in state.castling and it.king_to == move.to_square:
            return side, it
    return None


def _checks(rules: Rules, made: State, captured: Piece | None) -> tuple[str, ...]:
    """The enemies in check from the mover's side on the board just after the move."""
    if captured is not None and captured.type == PieceType.KING and captured.army in made.in_play:
        over = rules.data.checkmate == "ends"
        made = eliminate(rules, made, captured.army, men_stand=over)
    side = [a for a in made.in_play if not rules.are_enemies(made.turn, a)]
    found = []
    for army in rules.enemies(made.turn, made.in_play):
        king = king_square(made.pieces, army)
        if king is not None and is_attacked(rules, made.pieces, side, king):
            found.append(army)
    return tuple(found)


def paths(rules: Rules, state: State, move: Move, captured: Piece | None) -> tuple[MovePath, ...]:
    """All ways that a legal move may go, as `MoveInfo` orders them.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> queen = {Square("a1"): Piece("w", PieceType.QUEEN)}
    >>> state = State(queen, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> [path.squares for path in paths(rules, state, Move("a1", "a3"), None)][0]
    ('a1', 'a2', 'a3')
    """
    mover = state.pieces[move.from_square]
    castled = _castling(rules, state, move, mover)
    if castled is not None:
        ways = [_way_of_castling(rules, castled[1])]
    elif move.to_square in rules.topology.citadels:
        ways = [((move.to_square,), (-1, 0), False)]
    elif mover.type == PieceType.PAWN:
        ways = list(_ways_of_pawn(rules, state, move, captured))
    else:
        ways = list(_ways_of_piece(rules, state, move, captured))

    def order(way: Way) -> tuple[object, ...]:
        radial, along = way[1] or (0, 0)
        places = [(rules.topology.ring(s), rules.topology.file(s)) for s in way[0]]
        return len(way[0]), -along, -radial, way[2], places

    return tuple(
        MovePath((move.from_square, *beyond), DIRECTIONS[first] if first else None, crossed)
        for beyond, first, crossed in sorted(dict.fromkeys(ways), key=order)
    )


def _way_of_castling(rules: Rules, it: castling.Castle) -> Way:
    """The king's way toward the rook: the arc that has no man and no void between them."""
    whole = (*it.between, it.rook_from)
    for first in DIRECTIONS:
        if rules.topology.ray(it.king_from, *first)[: len(whole)] == whole:
            return (it.rook_to, it.king_to), first, False
    raise AssertionError("king and rook face each other")


def _ways_of_piece(rules: Rules, state: State, move: Move, captured: Piece | None) -> Iterator[Way]:
    mover = state.pieces[move.from_square]
    for line in lines(rules, mover, move.from_square):
        if not (line.quiet if captured is None else line.captures):
            continue
        for index, square in enumerate(line.squares):
            if square == move.to_square and _is_open(rules, state, move, line, index, captured):
                crossed = line.before_centre is not None and index >= line.before_centre
                yield line.squares[: index + 1], line.direction, crossed
                break


def _is_open(
    rules: Rules, state: State, move: Move, line: Line, index: int, captured: Piece | None
) -> bool:
    """Does nothing stand in the way to this square of the line, no man and no moat?"""
    pieces = state.pieces
    if any(square in pieces for square in line.clear):
        return False
    men = [square for square in line.squares[:index] if square in pieces]
    if len(men) != (1 if line.hop else 0):
        return False
    if line.hop == "next" and line.squares[index - 1] not in pieces:
        return False
    moats = line.moats[index] if line.moats else frozenset()
    if not moats:
        return True
    if captured is not None or not moats <= state.bridged:
        return False
    after = dict(pieces)
    after[move.to_square] = after.pop(move.from_square)
    enemies = rules.enemies(state.turn, state.in_play)
    return not attacks_king_of(rules, after, enemies, move.to_square)


def _ways_of_pawn(rules: Rules, state: State, move: Move, captured: Piece | None) -> Iterator[Way]:
    board, pieces = rules.topology, state.pieces
    start, target = move.from_square, move.to_square
    pawn = pieces[start]
    ahead = pawns.heading(rules, pawn, start)
    if ahead is None:
        return
    if captured is None and target in pawns.advances(rules, pieces, start):
        walked: list[Square] = []
        here, radial, crossed = start, ahead[0], False
        while here != target and len(walked) < 2:
            reached = board.step(here, radial, ahead[1])
            if reached is None:
                return
            crossed = crossed or board.crosses_centre(here, radial)
            here, radial = reached
            walked.append(here)
        yield tuple(walked), ahead, crossed
    aside = captured is not None or target in pawns.sidesteps(rules, pieces, start)
    if not aside or target not in pawns.captured_squares(rules, pawn, start):
        return
    for turn in (1, -1):
        step = (ahead[0], turn) if ahead[0] else (turn, ahead[1])
        reached = board.step(start, *step)
        if reached is not None and reached[0] == target:
            yield (target,), step, board.crosses_centre(start, step[0])

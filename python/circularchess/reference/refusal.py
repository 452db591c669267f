"""Why a move is not legal: the first of the rules that forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..values.move import Move
from ..values.piece import Piece, PieceType
from ..values.refusal import Refusal, RefusalKind
from ..values.square import Square
from . import castling, pawns
from .attacks import attackers
from .betza import STEP_ATOMS, turned
from .elimination import remaining_pieces
from .movement import Line, lines
from .moves import moves_from, placement_after
from .rules import Rules
from .state import State, king_square, may_capture

__all__ = ["refusal"]


def refusal(rules: Rules, state: State, move: Move) -> Refusal:
    """Why a move that is not legal is none, in a game that goes on. Its squares are the board's.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pawn = {Square("b2"): Piece("w", PieceType.PAWN)}
    >>> state = State(pawn, "w", ("w", "b"), frozenset(), {}, 0, 1)
    >>> refusal(rules, state, Move("b2", "b4"))
    Refusal(kind='far', squares=(), steps=2)
    """
    start, target = move.from_square, move.to_square
    piece = state.pieces.get(start)
    if piece is None:
        return Refusal("empty")
    if piece.army != state.turn:
        return Refusal("not_yours")
    if start == target:
        return Refusal("same")
    if target in rules.topology.voids:
        return Refusal("void")
    possible = [own for own in moves_from(rules, state, start) if own.to_square == target]
    if possible:
        return _of_possible(rules, state, move, possible)
    other = state.pieces.get(target)
    if other is not None and not may_capture(rules, state, piece.army, other):
        return Refusal("own")
    if piece.type == PieceType.PAWN:
        return _of_pawn(rules, state, piece, move)
    if piece.type == PieceType.KING:
        for side, it in castling.castles(rules, state.turn):
            if (it.king_from, it.king_to) == (start, target):
                return _of_castling(rules, state, side, it)
    return _of_lines(rules, state, piece, move)


def _listed(rules: Rules, kind: RefusalKind, squares: Iterable[Square]) -> Refusal:
    return Refusal(kind, tuple(rules.topology.by_place(set(squares))))


def _of_possible(rules: Rules, state: State, move: Move, possible: list[Move]) -> Refusal:
    """Why the piece may go there, but not so: it promotes otherwise, or its king is attacked."""
    becomes = [own.promotion for own in possible]
    if move.promotion not in becomes:
        if move.promotion is None:
            return Refusal("must_promote")
        return Refusal("no_promotion" if None in becomes else "bad_promotion")
    pieces, taken = placement_after(rules, state, move)
    in_play = state.in_play
    if taken is not None and taken.type == PieceType.KING and taken.army in in_play:
        in_play = tuple(army for army in in_play if army != taken.army)
        pieces = remaining_pieces(rules, pieces, taken.army)
    king = king_square(pieces, state.turn)
    enemies = rules.enemies(state.turn, in_play)
    found = () if king is None else attackers(rules, pieces, enemies, king)
    return _listed(rules, "exposes", found)


def _of_castling(rules: Rules, state: State, side: str, it: castling.Castle) -> Refusal:
    if (state.turn, side) not in state.castling:
        return Refusal("no_right")
    for square in it.between:
        if square in state.pieces:
            return Refusal("blocked", (square,))
    enemies = rules.enemies(state.turn, state.in_play)
    lifted = {square: piece for square, piece in state.pieces.items() if square != it.king_from}
    if not castling.moats_between(rules, it) <= state.bridged:
        return Refusal("moat")
    for square in (it.king_from, it.rook_to, it.king_to):
        found = list(attackers(rules, lifted, enemies, square))
        if found:
            told = tuple(rules.topology.by_place(found))
            if square == it.king_from:
                return Refusal("castling_in_check", told)
            return Refusal("castling_through", (square, *told))
    return Refusal("unreachable")


def _of_lines(rules: Rules, state: State, piece: Piece, move: Move) -> Refusal:
    """Why a piece that is no pawn cannot go there, whatever becomes of its king."""
    start, target = move.from_square, move.to_square
    captures = target in state.pieces
    there = [line for line in lines(rules, piece, start) if target in line.squares]
    fit = [line for line in there if (line.captures if captures else line.quiet)]
    if not fit:
        if there:
            return Refusal("only_quiet" if captures else "only_captures")
        return _far(_steps(rules, piece, move))
    blocked: list[Square] = []
    moat = False
    for line in fit:
        if line.hop:
            continue
        moats = line.moats[line.squares.index(target)] if line.moats else frozenset[int]()
        first = _first_man(state, line, target)
        if moats and (captures or not moats <= state.bridged):
            moat = True
        elif first is not None:
            blocked.append(first)
        elif moats:
            moat = True
    if blocked:
        return _listed(rules, "blocked", blocked)
    if moat:
        return Refusal("moat")
    return Refusal("hop" if any(line.hop for line in fit) else "unreachable")


def _first_man(state: State, line: Line, target: Square) -> Square | None:
    """The first man in the way of a line that is no hopper's."""
    passed = line.clear or line.squares[: line.squares.index(target)]
    return next((square for square in passed if square in state.pieces), None)


def _steps(rules: Rules, piece: Piece, move: Move) -> Iterator[int]:
    """For each direction of the piece's short slides: how many steps away the target is."""
    at_home = rules.starts[piece.army].get(move.from_square) == piece.type
    for term in rules.movements[piece.type]:
        if term.reach is None or term.atom not in STEP_ATOMS or (term.initial and not at_home):
            continue
        for vector in term.vectors:
            yield from _straight(rules, move, turned(vector, rules.forward(piece.army)))


def _of_pawn(rules: Rules, state: State, pawn: Piece, move: Move) -> Refusal:
    board, pieces = rules.topology, state.pieces
    start, target = move.from_square, move.to_square
    ahead = pawns.heading(rules, pawn, start)
    if ahead is None:
        return Refusal("unreachable")
    first = board.step(start, *ahead)
    leap = pawns.double_step(rules, pawn, start) if rules.data.double_step else None
    if leap is not None and leap[1] == target:
        if leap[0] in pieces:
            return Refusal("blocked", (leap[0],))
        if target in pieces:
            return Refusal("only_quiet")
    if first is not None and first[0] == target and target in pieces:
        return Refusal("only_quiet")
    if target in pawns.captured_squares(rules, pawn, start):
        return Refusal("only_captures")
    for turn in (1, -1):
        aside = board.step(start, *((ahead[0], turn) if ahead[0] else (turn, ahead[1])))
        if aside is not None and aside[0] == target:
            return Refusal("moat")
    return _far(_straight(rules, move, ahead, pawn))


def _far(steps: Iterable[int]) -> Refusal:
    nearest = min(steps, default=0)
    return Refusal("far", (), nearest) if nearest else Refusal("unreachable")


def _straight(
    rules: Rules, move: Move, step: tuple[int, int], pawn: Piece | None = None
) -> Iterator[int]:
    """How many steps straight on, not over the centre, the target is away: two or more.

    A pawn does not run past a square where it would promote or turn round.
    """
    board = rules.topology
    here, gone = move.from_square, 0
    while not board.crosses_centre(here, step[0]):
        reached = board.step(here, *step)
        if reached is None or reached[0] == move.from_square:
            return
        here, gone = reached[0], gone + 1
        if here == move.to_square:
            if gone > 1:
                yield gone
            return
        if pawn is not None and (
            pawns.must_promote(rules, pawn, here) or pawns.heading(rules, pawn, here) != step
        ):
            return

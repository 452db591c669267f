"""Passing the turn, judging the army it comes to, and the end of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..values.event import Event
from ..values.move import Move
from ..values.piece import PieceType
from .attacks import is_in_check
from .bare_king import bare_king_loser
from .citadels import citadel_entered
from .elimination import eliminate, winners
from .first_mate import mater_of, winners_over, winners_without
from .legality import has_safe_move
from .moves import make
from .rules import Rules
from .state import MAX_COUNT, State, king_square

__all__ = [
    "Judged",
    "after_move",
    "after_resignation",
    "judge",
    "over_already",
    "pass_turn",
]

#: How a game ended and the letters of the armies that won it.
End = tuple[str, tuple[str, ...]]


class Judged(NamedTuple):
    """A state whose turn has settled on an army that can move, or the end of the game."""

    state: State
    end: End | None
    events: tuple[Event, ...]


def after_move(rules: Rules, state: State, move: Move) -> Judged:
    """Make a move of the army to move and settle the turn.

    First an army whose king was taken is eliminated, which may end the game, and a king that
    entered a citadel ends it; then the turn passes on.
    """
    made, taken = make(rules, state, move)
    # The king of an army that is out already is a man like any other.
    if taken is not None and taken.type == PieceType.KING and taken.army in state.in_play:
        return _after_king_taken(rules, made, taken.army)
    return judge(rules, pass_turn(rules, made))


def _after_king_taken(rules: Rules, made: State, army: str) -> Judged:
    events = (Event("king_taken", army), Event("eliminated", army))
    if rules.data.checkmate == "ends":
        left = pass_turn(rules, eliminate(rules, made, army, men_stand=True))
        return Judged(left, ("king_taken", winners_over(rules, army, made.turn)), events)
    return _go_on(rules, pass_turn(rules, eliminate(rules, made, army)), events, "king_taken")


def after_resignation(rules: Rules, state: State, army: str) -> Judged:
    """`army`, in play, gives up: it is eliminated, and whoever is to move is judged anew.

    Where the first mate ends the game, so does this.
    """
    events = (Event("resigned", army), Event("eliminated", army))
    over = rules.data.checkmate == "ends"
    left = eliminate(rules, state, army, men_stand=over)
    if state.turn == army:
        left = pass_turn(rules, left)
    if over:
        return Judged(left, ("resignation", winners_without(rules, army)), events)
    return _go_on(rules, left, events, "resignation")


def over_already(rules: Rules, state: State) -> Judged | None:
    """The end of a game of three or more armies that the first mate ends, seen on the board.

    The men of the army that resigned, or of that whose king was taken, stand but are out of
    play. An army that took a king has passed the turn on.

    >>> from circularchess import Piece, Square
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("three-circular").data)
    >>> pieces = {Square(f"a{n}"): Piece(own, PieceType.KING) for n, own in enumerate("wrb", 1)}
    >>> state = State(pieces, "r", ("r", "b"), frozenset(), {}, 0, 1)
    >>> over_already(rules, state).end
    ('resignation', ('r', 'b'))
    """
    if rules.two_army or rules.data.checkmate != "ends":
        return None
    standing = {piece.army for piece in state.pieces.values()}.difference(state.in_play)
    if not standing:
        return None
    (army,) = standing
    if king_square(state.pieces, army) is not None:
        events = (Event("resigned", army), Event("eliminated", army))
        return Judged(state, ("resignation", winners_without(rules, army)), events)
    events = (Event("king_taken", army), Event("eliminated", army))
    taker = state.in_play[state.in_play.index(state.turn) - 1]
    return Judged(state, ("king_taken", winners_over(rules, army, taker)), events)


def _go_on(rules: Rules, state: State, events: tuple[Event, ...], why: str) -> Judged:
    """After an elimination: the game is won, or the army to move is judged."""
    won = winners(rules, state)
    if won is not None:
        return Judged(state, (why if rules.two_army else "last_side_standing", won), events)
    judged = judge(rules, state)
    return judged._replace(events=events + judged.events)


def pass_turn(rules: Rules, state: State) -> State:
    """The turn goes clockwise to the next army in play, whose en passant right lapses.

    A new round begins whenever it comes to a seat not after the one before.

    >>> from circularchess import Square
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-3").data)
    >>> rights = {"y": Square("b24"), "b": Square("b44")}
    >>> state = State({}, "b", ("y", "b"), frozenset(), rights, 0, 5)
    >>> passed = pass_turn(rules, state)
    >>> passed.turn, passed.round, passed.en_passant
    ('y', 6, {'b': 'b44'})
    """
    seat = rules.armies[state.turn].seat
    later = [army for army in state.in_play if rules.armies[army].seat > seat]
    turn = later[0] if later else state.in_play[0]
    return replace(
        state,
        turn=turn,
        round=state.round if later else min(state.round + 1, MAX_COUNT),
        en_passant={own: square for own, square in state.en_passant.items() if own != turn},
    )


def judge(rules: Rules, state: State) -> Judged:
    """Judge the army to move; while it cannot, pass, eliminate or end the game.

    An army is judged when its turn has come, never before, on the board as it is then.

    Here rings a and b are attacked all round, and White's king is mated.

    >>> from circularchess import Piece
    >>> from circularchess import Square
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> rook = Piece("b", PieceType.ROOK)
    >>> pieces = {
    ...     Square("a1"): Piece("w", PieceType.KING), Square("a9"): rook, Square("b9"): rook
    ... }
    >>> judge(rules, State(pieces, "w", ("w", "b"), frozenset(), {}, 0, 1)).end
    ('checkmate', ('b',))
    """
    entered = citadel_entered(rules, state.pieces)
    if entered is not None:
        return Judged(state, ("citadel", ()), (Event("citadel", entered),))
    events: list[Event] = []
    # The states in which an army passed, one after the other, since the last elimination.
    passes: list[State] = []
    while True:
        army = state.turn
        stuck = not has_safe_move(rules, state)
        mated = stuck and is_in_check(rules, state.pieces, state.in_play, army)
        if not mated:
            # A mate comes before a bare king, a bare king before a stalemate.
            loser = bare_king_loser(rules, state)
            if loser is not None:
                events.append(Event("bare_king", loser))
                end = ("bare_king", winners_without(rules, loser))
                return Judged(state, end, tuple(events))
        if not stuck:
            return Judged(state, None, tuple(events))
        events.append(Event("checkmated" if mated else "stalemated", army))
        fate = _fate(rules, state, mated)
        if fate == "over":
            return Judged(state, _end_by(rules, state, mated), tuple(events))
        if fate == "pass":
            events.append(Event("passed", army))
            passes.append(state)
            if len(passes) == len(state.in_play):
                return Judged(passes[0], ("stalemate", ()), tuple(events))
            state = pass_turn(rules, state)
            continue
        events.append(Event("eliminated", army))
        state = pass_turn(rules, eliminate(rules, state, army))
        passes.clear()
        won = winners(rules, state)
        if won is not None:
            why = "checkmate" if rules.two_army else "last_side_standing"
            return Judged(state, (why, won), tuple(events))


def _fate(rules: Rules, state: State, mated: bool) -> str:
    """What becomes of an army without a safe move: "over" (the game), "pass", "eliminate".

    A mated army ends a game of the orthodox kind and goes out of one that eliminates. A
    stalemate ends the game when two armies are in play; with more the option decides.
    """
    if mated:
        return "over" if rules.data.checkmate == "ends" else "eliminate"
    if len(state.in_play) == 2 or rules.data.stalemate in (None, "draw"):
        return "over"
    return "eliminate" if rules.data.stalemate == "eliminate" else "pass"


def _end_by(rules: Rules, state: State, mated: bool) -> End:
    """How the game ends with the army to move mated, or stalemated."""
    army = state.turn
    if mated:
        by = "" if rules.two_sided else mater_of(rules, state, army)
        return ("checkmate", winners_over(rules, army, by))
    # Where stalemate loses there are two armies.
    loses = rules.data.stalemate == "loses"
    return ("stalemate", winners_without(rules, army) if loses else ())

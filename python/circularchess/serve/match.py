"""`State`: all of a game that players change, and the changes there are.

States are values. A change gives a new one or raises `RefusedError`; nothing here waits, stores or
sends anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..board import Board
from ..errors import CircularChessError, InvalidMoveError, shorten
from ..values.move import Move
from ..values.outcome import Outcome, Termination
from .clocks import Clocks
from .refusal import RefusedError

__all__ = [
    "Entry",
    "State",
    "answer_draw",
    "answer_undo",
    "claim_draw",
    "lose_on_time",
    "move",
    "resign",
    "restored",
]

_CLAIM: Final = "claim "


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a game: a move, `resign w`, `time w`, `draw`, or `claim` and the reason."""

    action: str
    #: The move in short form, None for what is no move.
    san: str | None
    at: float
    #: What was left on the clocks after it.
    left: Mapping[str, float]

    def to_json(self) -> dict[str, Any]:
        return {"action": self.action, "san": self.san}


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment."""

    board: Board
    clocks: Clocks
    log: tuple[Entry, ...] = ()
    #: Armies that want a draw, and that want the last move of `undo_by` taken back.
    draw: frozenset[str] = field(default_factory=frozenset)
    undo: frozenset[str] = field(default_factory=frozenset)
    undo_by: str | None = None

    def outcome(self) -> Outcome | None:
        """How the game ended; a draw that was claimed by the reason of the claim."""
        ended = self.board.outcome()
        if ended is not None and self.log and self.log[-1].action.startswith(_CLAIM):
            return Outcome(Termination(self.log[-1].action.removeprefix(_CLAIM)))
        return ended

    def offers(self) -> dict[str, Any]:
        """What is asked of the others."""
        undo = None if self.undo_by is None else {"by": self.undo_by, "agreed": sorted(self.undo)}
        return {"draw": sorted(self.draw), "undo": undo}


def move(
    state: State, armies: frozenset[str], text: str, now: float, ply: int | None = None
) -> State:
    """One of the armies moves. `ply`, if told, is how many actions the player knew of."""
    _going_on(state)
    board = state.board
    if board.turn not in armies:
        raise RefusedError(409, f"it is not your turn: {board.turn} is to move")
    if ply is not None and ply != len(state.log):
        raise RefusedError(409, f"the game is at ply {len(state.log)}, not {shorten(ply)}")
    made = _read_move(board, text)
    san = board.san(made)
    after = board.copy()
    after.push(made)
    # An offer stands until somebody answers by moving on.
    draw = state.draw if board.turn in state.draw else frozenset()
    new = replace(state, board=after, draw=draw, undo=frozenset(), undo_by=None)
    return _logged(new, made.uci(), san, now, moved=True)


def _read_move(board: Board, text: str) -> Move:
    try:
        try:
            return board.parse_uci(text)
        except InvalidMoveError:
            return board.parse_san(text)
    except CircularChessError as error:
        raise RefusedError(422, str(error)) from None


def resign(state: State, army: str, now: float) -> State:
    """An army resigns, whoever's turn it is."""
    return _left(state, army, "resign", now)


def lose_on_time(state: State, now: float) -> State | None:
    """The state once the running clock has run out, None while it has not."""
    flag, army = state.clocks.flag_at(), state.clocks.running
    if flag is None or flag > now or army is None or state.board.outcome() is not None:
        return None
    return _left(state, army, "time", now)


def _left(state: State, army: str, reason: str, now: float) -> State:
    _going_on(state)
    after = state.board.copy()
    try:
        if reason == "time":
            after.lose_on_time(army)
        else:
            after.resign(army)
    except CircularChessError as error:
        raise RefusedError(409, str(error)) from None
    gone = frozenset((army,))
    by = None if state.undo_by == army else state.undo_by
    undo = state.undo - gone if by else frozenset()
    new = replace(state, board=after, draw=state.draw - gone, undo=undo, undo_by=by)
    return _logged(new, f"{reason} {army}", None, now, moved=False)


def answer_draw(
    state: State,
    armies: frozenset[str],
    agree: bool,
    now: float,
    also: frozenset[str] = frozenset(),
) -> State:
    """Armies offer a draw, agree to one, or will not have it; `also` agree if nobody else minds."""
    _going_on(state)
    mine = armies.intersection(state.board.in_play)
    if not mine:
        raise RefusedError(409, "your armies are out of the game")
    if not agree:
        if not state.draw:
            raise RefusedError(409, "no draw has been offered")
        return replace(state, draw=frozenset())
    draw = state.draw | mine
    if draw | also < set(state.board.in_play):
        return replace(state, draw=draw)
    after = state.board.copy()
    after.agree_draw()
    return _logged(replace(state, board=after, draw=frozenset()), "draw", None, now, moved=False)


def claim_draw(state: State, armies: frozenset[str], now: float) -> State:
    """The army to move claims a draw: a third occurrence, or fifty rounds."""
    _going_on(state)
    if state.board.turn not in armies:
        raise RefusedError(409, "only the army to move can claim a draw")
    ended = state.board.outcome(claim_draw=True)
    if ended is None:
        raise RefusedError(409, "no draw to claim: neither a third occurrence nor fifty rounds")
    after = state.board.copy()
    after.agree_draw()
    action = f"{_CLAIM}{ended.termination.value}"
    return _logged(replace(state, board=after, draw=frozenset()), action, None, now, moved=False)


def answer_undo(
    state: State,
    armies: frozenset[str],
    agree: bool,
    now: float,
    also: frozenset[str] = frozenset(),
) -> State:
    """Armies ask to have their last move back, or answer who asked; `also` always agree."""
    if not agree:
        if state.undo_by is None:
            raise RefusedError(409, "nobody asked to take a move back")
        return replace(state, undo=frozenset(), undo_by=None)
    by = state.undo_by
    if by is None:
        by = _last_mover(state, armies)
    if _last_of(state, by) is None:
        raise RefusedError(409, "there is no move of yours to take back")
    undo = state.undo | armies
    needed = set(state.board.in_play) if state.board.outcome() is None else set(state.board.armies)
    if undo | also < needed | {by}:
        _going_on(state)
        return replace(state, undo=undo, undo_by=by)
    return _taken_back(state, by, now)


def _last_mover(state: State, armies: frozenset[str]) -> str:
    """Of some armies the one that moved last."""
    board = state.board.copy()
    for entry in reversed(state.log):
        board.pop()
        if entry.san is not None and board.turn in armies:
            return board.turn
    raise RefusedError(409, "there is no move of yours to take back")


def _last_of(state: State, army: str) -> int | None:
    """Where in the log an army's last move is."""
    board = state.board.copy()
    for number in range(len(state.log) - 1, -1, -1):
        board.pop()
        if state.log[number].san is not None and board.turn == army:
            return number
    return None


def _taken_back(state: State, by: str, now: float) -> State:
    keep = _last_of(state, by)
    assert keep is not None
    board = state.board.copy()
    for _ in range(len(state.log) - keep):
        board.pop()
    clocks = Clocks.new(state.clocks.controls)
    if keep:
        clocks = replace(clocks, remaining=dict(state.log[keep - 1].left)).run(board.turn, now)
    return State(board, clocks, state.log[:keep])


def _going_on(state: State) -> None:
    if state.board.outcome() is not None:
        raise RefusedError(409, "the game is over")


def _logged(state: State, action: str, san: str | None, now: float, *, moved: bool) -> State:
    """The state with an action noted, and the clock of the next army running."""
    clocks = state.clocks
    ended = state.board.outcome() is not None
    turn = state.board.turn
    # Time runs from the first move on. Who is to move still goes on with the clock that runs.
    if ended:
        clocks = clocks.stop(now, moved=moved)
    elif moved or clocks.running not in (None, turn):
        clocks = clocks.stop(now, moved=moved).run(turn, now)
    entry = Entry(
        action, san, now, {army: clocks.left(army, now) or 0.0 for army in clocks.remaining}
    )
    return replace(state, clocks=clocks, log=(*state.log, entry))


def restored(
    board: Board, clocks: Clocks, log: tuple[Entry, ...], offers: Mapping[str, Any]
) -> State:
    """The state that a start and everything done since lead to."""
    for entry in log:
        word, _, army = entry.action.partition(" ")
        if word == "resign":
            board.resign(army)
        elif word == "time":
            board.lose_on_time(army)
        elif word in ("draw", "claim"):
            board.agree_draw()
        else:
            board.push_uci(entry.action)
    undo = offers.get("undo") or {}
    return State(
        board,
        clocks,
        log,
        frozenset(offers.get("draw", ())),
        frozenset(undo.get("agreed", ())),
        undo.get("by"),
    )

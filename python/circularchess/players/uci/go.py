"""The words of UCI's `go`, read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ...errors import CircularChessError, shorten
from ...values.move import Move
from ..limit import Limit

if TYPE_CHECKING:
    from ...board import Board

__all__ = ["Go", "read_go", "write_go"]

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_NUMBERS: Final = (
    *("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"),
    "perft",
)
_FLAGS: Final = ("infinite", "ponder")
_BY_ARMY: Final = ("time", "increments")
_KEYWORDS: Final = frozenset((*_NUMBERS, *_FLAGS, *_BY_ARMY, "searchmoves"))


@dataclass
class Go:
    """What `go` asks for."""

    limit: Limit = field(default_factory=Limit)
    infinite: bool = False
    ponder: bool = False
    #: The moves to choose among, None for all.
    moves: list[Move] | None = None
    #: Count move sequences so deep instead of searching.
    perft: int | None = None
    #: What could not be understood, a line each.
    problems: list[str] = field(default_factory=list)


def read_go(words: Sequence[str], board: Board) -> Go:
    """What the words after `go` ask for. What is wrong among them is left out, and told.

    >>> from circularchess import Board
    >>> read_go("wtime 60000 btime 50000 winc 1000".split(), Board("circular")).limit.clocks["w"]
    60.0
    >>> read_go("depth many".split(), Board("circular")).problems
    ["depth needs a whole number, not 'many'"]
    """
    go = Go()
    found: dict[str, int] = {}
    by_army: dict[str, dict[str, float]] = {name: {} for name in _BY_ARMY}
    place = 0
    while place < len(words):
        word = words[place]
        end = place + 1
        while end < len(words) and words[end] not in _KEYWORDS:
            end += 1
        rest = words[place + 1 : end]
        place = end
        if word in _NUMBERS:
            if not rest or _INTEGER.fullmatch(rest[0]) is None:
                shown = shorten(rest[0]) if rest else "nothing"
                go.problems.append(f"{word} needs a whole number, not {shown}")
                continue
            found[word] = int(rest[0])
            rest = rest[1:]
        elif word in _BY_ARMY:
            rest = _read_by_army(word, rest, by_army[word], board, go.problems)
        elif word == "searchmoves":
            go.moves = _read_moves(rest, board, go.problems) or None
            rest = ()
        elif word in _FLAGS:
            setattr(go, word, True)
        else:
            rest = (word, *rest)
        if rest:
            go.problems.append(f"go: {shorten(' '.join(rest))} is not understood")
    _set_limit(go, found, by_army, board)
    return go


def _read_by_army(
    word: str,
    words: Sequence[str],
    into: dict[str, float],
    board: Board,
    problems: list[str],
) -> Sequence[str]:
    """Milliseconds by army; what is left of the words."""
    while len(words) >= 2:
        army, text = words[:2]
        if army not in board.armies or _INTEGER.fullmatch(text) is None:
            problems.append(
                f"{word} needs an army and milliseconds, not {shorten(f'{army} {text}')}"
            )
        else:
            into[army] = _seconds(int(text))
        words = words[2:]
    return words


def _seconds(milliseconds: int) -> float:
    """Clocks of a network game may be overdrawn, and some programs show years."""
    return min(max(milliseconds, 0), 30_000_000_000) / 1000


def _read_moves(words: Sequence[str], board: Board, problems: list[str]) -> list[Move]:
    moves: list[Move] = []
    for word in words:
        try:
            move = board.parse_uci(word)
        except CircularChessError as error:
            problems.append(f"searchmoves: {error}")
            continue
        if move not in moves:
            moves.append(move)
    return moves


def _set_limit(
    go: Go, found: dict[str, int], by_army: dict[str, dict[str, float]], board: Board
) -> None:
    clocks, increments = by_army["time"], by_army["increments"]
    for letter, army in _usual_armies(board).items():
        if f"{letter}time" in found:
            clocks.setdefault(army, _seconds(found[f"{letter}time"]))
        if f"{letter}inc" in found:
            increments.setdefault(army, _seconds(found[f"{letter}inc"]))
    counts = {name: max(1, found[name]) for name in ("depth", "nodes", "mate") if name in found}
    go.perft = max(0, found["perft"]) if "perft" in found else None
    if clocks and board.turn not in clocks:
        go.problems.append(f"no clock is given for {board.turn!r}, which is to move")
        clocks = {board.turn: 10.0}
    go.limit = Limit(
        time=_seconds(max(1, found["movetime"])) if "movetime" in found else None,
        clocks=clocks,
        increments=increments if clocks else {},
        remaining_moves=found["movestogo"] if found.get("movestogo", 0) > 0 else None,
        **counts,
    )


def _usual_armies(board: Board) -> dict[str, str]:
    """Which armies `w` and `b` mean."""
    letters = board.armies
    if len(letters) == 2:
        return dict(zip("wb", letters, strict=True))
    return {letter: letter for letter in "wb" if letter in letters}


def write_go(
    limit: Limit, board: Board, *, moves: Sequence[Move] | None = None, ponder: bool = False
) -> str:
    """The line that asks for a search.

    >>> from circularchess import Board
    >>> write_go(Limit(clocks={"w": 60, "b": 50}, time=2), Board("circular"))
    'go movetime 2000 wtime 60000 btime 50000'
    """
    words = ["go"]
    words += ["ponder"] if ponder else []
    variant = board.variant
    clocks = {army: limit.clock_of(variant, army) for army in board.armies}
    given = {army: clock for army, clock in clocks.items() if clock is not None}
    if limit.time is not None:
        words.append(f"movetime {max(1, round(1000 * limit.time))}")
    usual = {army: letter for letter, army in _usual_armies(board).items()}
    two = len(board.armies) == 2
    increments = {army: limit.increment_of(variant, army) for army in given}
    if two:
        words += [f"{usual[army]}time {round(1000 * clock)}" for army, clock in given.items()]
        words += [
            f"{usual[army]}inc {round(1000 * inc)}" for army, inc in increments.items() if inc
        ]
    elif given:
        words.append("time " + _pairs(given))
        if any(increments.values()):
            words.append("increments " + _pairs(increments))
    if limit.remaining_moves is not None and given:
        words.append(f"movestogo {limit.remaining_moves}")
    for name in ("depth", "nodes", "mate"):
        value = getattr(limit, name)
        words += [f"{name} {value}"] if value is not None else []
    words += ["infinite"] if limit.is_endless and not ponder else []
    if moves is not None:
        # Last: everything after it is taken for a move by some.
        words.append(f"searchmoves {' '.join(move.uci() for move in moves)}")
    return " ".join(words)


def _pairs(seconds: dict[str, float]) -> str:
    return " ".join(f"{army} {round(1000 * value)}" for army, value in seconds.items())

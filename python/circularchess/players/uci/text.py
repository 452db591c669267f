"""The lines of UCI that tell of a search, written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ...errors import CircularChessError
from ...values.move import Move
from ..results import pov_score, pov_wdl

if TYPE_CHECKING:
    from ...board import Board
    from ..results import InfoDict

__all__ = ["read_info", "read_line_of_play", "write_info"]

_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
#: What is followed by one whole number.
_COUNTS: Final = (
    *("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"),
    *("cpuload", "currmovenumber"),
)
_KEYWORDS: Final = frozenset(
    (*_COUNTS, "score", "wdl", "pv", "currmove", "refutation", "currline", "string", "ebf")
)
_WRITTEN: Final = ("nodes", "nps", "hashfull", "tbhits")


def write_info(info: InfoDict, *, wdl: bool = False) -> str:
    """The line of an information.

    >>> from circularchess.values.score import Cp, PovScore
    >>> write_info({"depth": 3, "score": PovScore(Cp(20), "w"), "pv": [Move("b2", "b3")]})
    'info depth 3 score cp 20 pv b2b3'
    """
    values: Mapping[str, Any] = info
    words = ["info"]
    words += [f"{key} {values[key]}" for key in ("depth", "seldepth", "multipv") if key in info]
    if "score" in info:
        score = info["score"].relative
        mate = score.mate()
        words.append(f"score cp {score.score()}" if mate is None else f"score mate {mate}")
        words += [bound for bound in ("lowerbound", "upperbound") if info.get(bound)]
    if wdl and "wdl" in info:
        words.append(f"wdl {' '.join(map(str, info['wdl'].relative))}")
    words += [f"{key} {values[key]}" for key in _WRITTEN if key in info]
    if "time" in info:
        words.append(f"time {round(1000 * info['time'])}")
    if info.get("pv"):
        words.append(f"pv {' '.join(move.uci() for move in info['pv'])}")
    if "string" in info:
        words.append(f"string {info['string']}")
    return " ".join(words)


def read_info(line: str, board: Board) -> InfoDict:
    """An information about a search on a board, as an engine writes it.

    What cannot be understood is left out: engines write much of their own. A line of play ends
    before the first move that is not legal.

    >>> from circularchess import Board
    >>> read_info("info depth 3 score mate -2 time 20 pv b2b3 c7c6", Board("circular"))
    {'depth': 3, 'score': PovScore(Mate(-2), 'w'), 'time': 0.02, 'pv': [Move.from_uci('b2b3'), ...]}
    """
    info: Any = {}
    words = line.split()[1:]
    place = 0
    while place < len(words):
        word = words[place]
        rest = words[place + 1 :]
        if word == "string":
            info["string"] = line.split("string", 1)[1].strip()
            break
        taken = _until_keyword(rest)
        _READERS.get(word, _ignore)(info, word, rest[:taken], board)
        place += 1 + taken
    found: InfoDict = info
    return found


def _until_keyword(words: Sequence[str]) -> int:
    """How many words come before the next keyword."""
    for number, word in enumerate(words):
        if word in _KEYWORDS:
            return number
    return len(words)


def _number(text: str) -> int | None:
    return int(text) if _INTEGER.fullmatch(text) else None


def _read_count(info: Any, key: str, words: Sequence[str], _: Board) -> None:
    number = _number(words[0]) if words else None
    if number is not None and number >= 0:
        info[key] = number / 1000 if key == "time" else number


def _read_score(info: Any, _: str, words: Sequence[str], board: Board) -> None:
    for kind, text in pairwise(words):
        value = _number(text)
        if kind in ("cp", "mate") and value is not None:
            info["score"] = pov_score(kind, value, board.variant, board.turn)
            for bound in ("lowerbound", "upperbound"):
                if bound in words:
                    info[bound] = True
            return


def _read_wdl(info: Any, _: str, words: Sequence[str], board: Board) -> None:
    shares = [_number(word) for word in words[:3]]
    whole = [share for share in shares if share is not None and share >= 0]
    if len(whole) == 3 and any(whole):
        info["wdl"] = pov_wdl(whole, board.variant, board.turn)


def _read_pv(info: Any, _: str, words: Sequence[str], board: Board) -> None:
    info["pv"] = read_line_of_play(words, board)


def _read_currmove(info: Any, _: str, words: Sequence[str], board: Board) -> None:
    moves = read_line_of_play(words[:1], board)
    if moves:
        info["currmove"] = moves[0]


def _read_refutation(info: Any, _: str, words: Sequence[str], board: Board) -> None:
    moves = read_line_of_play(words, board)
    if moves:
        info.setdefault("refutation", {})[moves[0]] = moves[1:]


def _read_currline(info: Any, _: str, words: Sequence[str], board: Board) -> None:
    processor = _number(words[0]) if words else None
    moves = words if processor is None else words[1:]
    info.setdefault("currline", {})[processor or 1] = read_line_of_play(moves, board)


def _read_ebf(info: Any, _: str, words: Sequence[str], __: Board) -> None:
    if words and re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", words[0], re.ASCII):
        info["ebf"] = float(words[0])


def _ignore(*_: object) -> None:
    """A word of the engine's own."""


_READERS: Final = {
    **dict.fromkeys(_COUNTS, _read_count),
    "score": _read_score,
    "wdl": _read_wdl,
    "pv": _read_pv,
    "currmove": _read_currmove,
    "refutation": _read_refutation,
    "currline": _read_currline,
    "ebf": _read_ebf,
}


def read_line_of_play(words: Iterable[str], board: Board) -> list[Move]:
    """The moves of a line from a position, up to the first that is none."""
    position = board.position
    moves: list[Move] = []
    for word in words:
        try:
            move = board.variant.read_move(Move.from_uci(word))
        except CircularChessError:
            break
        after = position.play(move)
        if after is None:
            break
        position = after
        moves.append(move)
    return moves

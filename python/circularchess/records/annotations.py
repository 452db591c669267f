"""Annotations in comments: clocks, evaluations, arrows and marked squares.

Programs write them as commands in comments, and keep the other text of the comment:

| command | what it says |
|---|---|
| `[%clk 1:02:03.5]` | time left on the clock after the move |
| `[%emt 0:00:12]` | time spent on the move |
| `[%eval -0.25,12]`, `[%eval #-3]` | pawns, or moves to mate; and the depth of the search |
| `[%csl Gb3,Ra10]` | marked squares: green, red, yellow or blue |
| `[%cal Gb2b4]` | arrows |

Evaluations are written as the side of the first seat sees them, which is White's side where there
is a White. A command that is not well formed is text like any other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..errors import InvalidGameError, shorten
from ..values.score import Cp, Mate, Score

__all__ = [
    "COLORS",
    "read_marks",
    "read_score",
    "read_time",
    "write_marks",
    "write_score",
    "write_time",
]

#: The colours of arrows and marked squares, by the letter that records have for them.
COLORS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_COLOR_LETTERS: Final = {name: letter for letter, name in COLORS.items()}

_TIMES: Final = {
    name: re.compile(rf"\[%{name}\s(?P<h>\d{{1,7}}):(?P<m>\d+):(?P<s>\d+(?:\.\d*)?)\]", re.ASCII)
    for name in ("clk", "emt")
}
_SCORE: Final = re.compile(
    r"\[%eval\s(?:#(?P<mate>[+-]?\d{1,6})|(?P<pawns>[+-]?(?:\d{1,10}(?:\.\d{0,2})?|\.\d{1,2})))"
    r"(?:,(?P<depth>\d{1,6}))?\]",
    re.ASCII,
)
_MARK: Final = r"[RGYB][a-z]\d{1,3}(?:[a-z]\d{1,3})?"
_MARKS: Final = re.compile(rf"\[%(?:csl|cal)\s(?P<marks>{_MARK}(?:,{_MARK})*)\]", re.ASCII)
_MARKED: Final = re.compile(r"([RGYB])([a-z]\d+)([a-z]\d+)?", re.ASCII)
#: The longest time a clock can show, in hours.
_MOST_HOURS: Final = 9_999_999
#: The highest score, in centipawns or moves, and the greatest depth.
_MOST_SCORE: Final = 999_999


def _replaced(comment: str, pattern: re.Pattern[str], command: str) -> str:
    """A comment with a command in place of the first that was there, or at its end."""
    match = pattern.search(comment)
    if match is not None:
        before, after = comment[: match.start()], comment[match.end() :]
        if not command:
            return _joined(before, after)
        return before + command + after
    return f"{comment} {command}" if comment and command else comment + command


def _joined(before: str, after: str) -> str:
    """Two parts of a comment from between which something was taken."""
    if before and before[-1].isspace() and (not after or after[0].isspace()):
        before = before[:-1]
    elif not before and after[:1] == " ":
        after = after[1:]
    return before + after


def read_time(comment: str, command: str) -> float | None:
    """The seconds that `clk` or `emt` tell in a comment.

    >>> read_time("Quick. [%clk 0:02:03.5]", "clk")
    123.5
    """
    match = _TIMES[command].search(comment)
    if match is None:
        return None
    return int(match["h"]) * 3600 + int(match["m"]) * 60 + float(match["s"])


def write_time(comment: str, command: str, seconds: float | None) -> str:
    """A comment that tells a time, or none.

    Seconds are rounded to thousandths, negative ones are written as 0. Raises
    `InvalidGameError` for what is no time.

    >>> write_time("Quick.", "clk", 3723.25)
    'Quick. [%clk 1:02:03.25]'
    """
    text = ""
    if seconds is not None:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise TypeError(f"seconds must be a number, not {shorten(seconds)}")
        # A comparison, since the greatest whole numbers are no floats; false for what is no number.
        if not -math.inf < seconds < (_MOST_HOURS + 1) * 3600:
            raise InvalidGameError(f"no clock shows {shorten(seconds)} seconds")
        thousandths = round(max(seconds, 0) * 1000)
        whole, thousandths = divmod(thousandths, 1000)
        rest = f".{thousandths:03d}".rstrip("0") if thousandths else ""
        minutes, whole = divmod(whole, 60)
        text = f"[%{command} {minutes // 60}:{minutes % 60:02d}:{whole:02d}{rest}]"
    return _replaced(comment, _TIMES[command], text)


def read_score(comment: str) -> tuple[Score, int | None] | None:
    """The score in a comment, as the side of the first seat sees it, and the search's depth.

    >>> read_score("[%eval -0.25,12]"), read_score("[%eval #3]"), read_score("0.25")
    ((Cp(-25), 12), (Mate(+3), None), None)
    """
    match = _SCORE.search(comment)
    if match is None:
        return None
    depth = None if match["depth"] is None else int(match["depth"])
    if match["mate"] is not None:
        return Mate(int(match["mate"])), depth
    return Cp(round(float(match["pawns"]) * 100)), depth


def write_score(comment: str, score: Score | None, depth: int | None = None) -> str:
    """A comment that tells a score, or none.

    A mate that stands on the board is not written: the record tells it. Raises
    `InvalidGameError` for numbers over 999999.

    >>> write_score("Equal.", Cp(7), 20), write_score("", Mate(-2)), write_score("Over.", Mate(0))
    ('Equal. [%eval 0.07,20]', '[%eval #-2]', 'Over.')
    """
    text = ""
    if score is not None and score.mate() != 0:
        if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int)):
            raise TypeError(f"a depth must be a whole number, not {shorten(depth)}")
        tail = "" if depth is None else f",{max(depth, 0)}"
        mate, cp = score.mate(), score.score()
        if abs(cp or mate or 0) > _MOST_SCORE or (depth or 0) > _MOST_SCORE:
            raise InvalidGameError(
                f"no record holds the score {shorten(score)}, depth {depth!r:.20}"
            )
        text = f"[%eval #{mate}{tail}]" if cp is None else f"[%eval {cp / 100:.2f}{tail}]"
    return _replaced(comment, _SCORE, text)


def read_marks(comment: str) -> Iterator[list[tuple[str, str, str]]]:
    """Arrows in a comment, command by command: tail, head and colour of each.

    A marked square is an arrow on itself.

    >>> list(read_marks("[%csl Gb3][%cal Ra1b2,Yc1c9] Look."))
    [[('b3', 'b3', 'green')], [('a1', 'b2', 'red'), ('c1', 'c9', 'yellow')]]
    """
    for match in _MARKS.finditer(comment):
        found = _MARKED.findall(match["marks"])
        yield [(tail, head or tail, COLORS[color]) for color, tail, head in found]


def write_marks(comment: str, arrows: Iterable[tuple[str, str, str]]) -> str:
    """A comment with these arrows and marked squares before its text, in place of all others.

    Raises `InvalidGameError` for a colour that records have no letter for.

    >>> write_marks("Look. [%csl Ga1]", [("b2", "b4", "red"), ("b3", "b3", "green")])
    '[%csl Gb3][%cal Rb2b4] Look.'
    """
    squares, lines = [], []
    for tail, head, color in arrows:
        letter = _COLOR_LETTERS.get(color)
        if letter is None:
            known = ", ".join(COLORS.values())
            raise InvalidGameError(f"records have no colour {shorten(color)} for arrows: {known}")
        if tail == head:
            squares.append(f"{letter}{tail}")
        else:
            lines.append(f"{letter}{tail}{head}")
    parts: list[str] = []
    place = 0
    text = ""
    for match in _MARKS.finditer(comment):
        parts.append(comment[place : match.start()])
        place = match.end()
    for part in (*parts, comment[place:]):
        text = _joined(text, part) if text or not parts else part.lstrip(" ")
    front = f"[%csl {','.join(squares)}]" if squares else ""
    front += f"[%cal {','.join(lines)}]" if lines else ""
    return f"{front} {text}" if front and text else front + text

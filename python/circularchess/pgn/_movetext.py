"""Reading the movetext of one game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..errors import CircularChessError, shorten
from ..game import possible_results
from ..game_node import COMMAND, MAX_NAG
from ..san import notation
from ._line import Line
from ._setup import check_result

if TYPE_CHECKING:
    from ..game import Game

__all__ = ["Movetext"]

_MARKS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_RESULT: Final = re.compile(r"1-0|0-1|[a-z](?:\+[a-z])+", re.ASCII)

#: Reports what is wrong, at a line and column.
Fault = Callable[[str, int, int], None]


class Movetext:
    """Takes the movetext of a game word by word and builds the game's tree."""

    __slots__ = (
        "_bhati",
        "_fault",
        "_results",
        "_san",
        "_seats",
        "_stack",
        "game",
        "line",
    )

    def __init__(self, game: Game, playable: bool, fault: Fault) -> None:
        data = game.variant.data
        self.game = game
        self.line = Line(data, game, (), 0, 0)
        self.line.dead = not playable
        self._stack: list[Line] = []
        self._fault = fault
        self._san = notation(data)
        self._seats = {army.letter: army.seat for army in data.armies}
        self._bhati = data.fen_style == "commas"
        self._results = possible_results(game.variant)

    def word(self, text: str, number: int, column: int) -> bool:
        """Read a move, a number or a result. True when it ends the game."""
        line = self.line
        if text in self._results:
            return self._result(text, number, column)
        if line.dead:
            return False
        if text.isdigit():
            self._number(text, number, column)
            return False
        try:
            position = line.node.position
            if self._bhati:
                if len(text) == 1:
                    return self._single(text, number, column)
                move = self._san.parse(position, text)
                self._check_places(number, column)
            else:
                move = self._san.parse(position, text)
            after = position.play(move)
            assert after is not None
            line.play(move, after)
        except CircularChessError as error:
            return self._no_move(text, error, number, column)
        return False

    def _no_move(self, text: str, error: CircularChessError, number: int, column: int) -> bool:
        if text == "e.p.":  # it says what the move before it was
            return False
        if _RESULT.fullmatch(text):
            known = ", ".join(self._results)
            self._fault(f"no result {shorten(text)}: it is one of {known}", number, column)
            return not self._stack
        self.line.dead = True
        self._fault(str(error), number, column)
        return False

    def _single(self, text: str, number: int, column: int) -> bool:
        """What stands in place of a move in bhati. It never ends the game."""
        line = self.line
        if text in ("R", "T"):
            self._check_places(number, column)
            line.leave(line.node.position.turn, on_time=text == "T")
        elif text in ("S", "#"):
            if not line.mention(text):
                what = "mated" if text == "#" else "stalemated"
                self._fault(f"{text!r} where no army is {what}", number, column)
        else:
            self._san.parse(line.node.position, text)
        return False

    def _check_places(self, number: int, column: int) -> None:
        problem = self.line.places_fault(self._seats)
        if problem is not None:
            self._fault(problem, number, column)

    def _number(self, text: str, number: int, column: int) -> None:
        line = self.line
        line.numbered = True
        line.dots = 0
        position = line.node.position
        if text == str(position.round):
            return
        due = line.rounds()
        if not (len(text) <= 10 and text.isascii() and int(text) in due):
            wanted = " or ".join(map(str, sorted(due)))
            self._fault(f"round {shorten(text)} where {wanted} is due", number, column)

    def dots(self, text: str, after_number: bool, number: int, column: int) -> None:
        """Read dots. In bhati every two are an army's place; elsewhere they say nothing."""
        if not self._bhati or self.line.dead:
            return
        places = len(text) - after_number
        if places % 2:
            self._fault(f"{len(text)} dots in a row: places are two each", number, column)
        self.line.dots += places // 2

    def _result(self, text: str, number: int, column: int) -> bool:
        if self._stack:
            self._fault(f"result {text!r} inside a variation", number, column)
            return False
        problem = None if self.line.dead else check_result(self.game, text)
        if problem is not None:
            self._fault(problem, number, column)
        self.game.result = text
        return True

    def glyph(self, text: str, number: int, column: int) -> None:
        """Read `$1`, or `!` and its like."""
        line = self.line
        if line.dead:
            return
        nag = _MARKS.get(text)
        if nag is None:
            digits = text[1:]
            if text[0] != "$":
                self._fault(f"no annotation {shorten(text)}", number, column)
                return
            if not digits or len(digits) > 4 or int(digits) > MAX_NAG:
                wanted = f"a number from 0 to {MAX_NAG} belongs after '$'"
                self._fault(f"no annotation {shorten(text)}: {wanted}", number, column)
                return
            nag = int(digits)
        if not line.begun and not line.main:
            self._fault(f"annotation {text!r} before the first move", number, column)
        elif nag not in line.node.nags:
            line.node.nags.append(nag)

    def comment(self, text: str, number: int, column: int) -> None:
        """Read a comment, and carry out the commands in it."""
        if self.line.dead:
            return
        if "[%" not in text:
            self._say(text)
            return
        place = 0
        for match in COMMAND.finditer(text):
            self._say(text[place : match.start()])
            self._command(match[1], match[2].strip(), bool(match[3]), number, column)
            place = match.end()
        self._say(text[place:])

    def _say(self, text: str) -> None:
        if "\n" in text or not text.isprintable():
            text = " ".join(filter(None, (part.strip() for part in text.splitlines())))
        text = text.strip()
        if text:
            self.line.comment(text)

    def _command(self, name: str, army: str, closed: bool, number: int, column: int) -> None:
        if not closed or army not in self._seats:
            written = f"[%{name} {army}" + ("]" if closed else "")
            problem = f"the command {shorten(written)} names no army"
        else:
            try:
                self.line.leave(army, on_time=name == "time")
                return
            except CircularChessError as error:
                problem = str(error)
        self._fault(problem, number, column)

    def open(self, number: int, column: int) -> None:
        """Begin a variation, in place of the last move."""
        line = self.line
        if line.dead:
            line.skipped += 1
            return
        self._stack.append(line)
        parent = line.node.parent
        if line.begun and parent is not None:
            self.line = Line(line.data, parent, line.before, number, column)
            return
        self.line = Line(line.data, line.node, (), number, column)
        self.line.dead = True
        self._fault("a variation before the first move", number, column)

    def close(self, number: int, column: int) -> None:
        """End a variation."""
        line = self.line
        if line.skipped:
            line.skipped -= 1
            return
        if not self._stack:
            if not line.dead:
                self._fault("')' without '('", number, column)
            return
        if not line.begun and not line.dead:
            self._fault("a variation without a move", number, column)
        self.line = self._stack.pop()
        self.line.dots = 0
        self.line.numbered = False

    def spoil(self, problem: str, number: int, column: int) -> None:
        """Meet what is no part of any movetext: the rest of the line is not read."""
        if not self.line.dead:
            self.line.dead = True
            self._fault(problem, number, column)

    def finish(self) -> None:
        """Look at what is left open at the end of the game."""
        if self._stack:
            self._fault("this variation is not closed", self.line.number, self.line.column)

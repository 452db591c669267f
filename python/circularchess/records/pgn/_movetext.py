"""Reading the movetext of one game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ...errors import CircularChessError, IllegalMoveError, InvalidMoveError, shorten
from ...notation.san import is_move_text
from ...notation.schemes import spelling
from ...values.outcome import possible_results
from ..comments import COMMAND, MAX_NAG, SURROGATE
from ..first_release import hint
from ._line import Line
from ._setup import check_result

if TYPE_CHECKING:
    from ...game import Game

__all__ = ["Movetext"]

_MARKS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
#: No move with a result right after it is longer.
_LONGEST: Final = 40
#: No round has a number of more digits.
_MOST_DIGITS: Final = 10
#: How programs write that an army makes no move.
_NULL_MOVES: Final = frozenset(("--", "Z0", "@@@@", "null", "pass"))
_RESULT: Final = re.compile(r"1-0|0-1|[a-z](?:\+[a-z])+", re.ASCII)

#: Reports what is wrong, at a line and column.
Fault = Callable[[str, int, int], None]


class Movetext:
    """Takes the movetext of a game word by word and builds the game's tree."""

    __slots__ = (
        "_bhati",
        "_counted",
        "_fault",
        "_results",
        "_results_after_moves",
        "_san",
        "_seats",
        "_shift",
        "_stack",
        "game",
        "line",
        "result",
    )

    def __init__(self, game: Game, playable: bool, fault: Fault) -> None:
        data = game.variant.data
        self.game = game
        #: The result that the moves end with, once it was met.
        self.result = "*"
        self.line = Line(data, game, (), 0, 0)
        self.line.dead = not playable
        self._stack: list[Line] = []
        self._fault = fault
        self._san = spelling(data, game.headers)
        self._seats = {army.letter: army.seat for army in data.armies}
        self._bhati = data.fen_style == "commas"
        self._results = possible_results(game.variant)
        # The results that no move can end with, so that they end a word.
        self._results_after_moves = [text for text in self._results if len(text) > 1]
        # Whether a round number was read, and what to add to the position's number for the
        # record's.
        self._counted = False
        self._shift = 0

    def word(self, text: str, number: int, column: int) -> bool:
        """Read a move, a number or a result. True when it ends the game."""
        line = self.line
        if text in self._results:
            return self._result(text, number, column)
        if line.dead:
            place = self._start_of_result(text)
            self._keep(text[:place] if place else text)
            return place > 0 and self._result(text[place:], number, column + place)
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
            line.play(move)
        except CircularChessError as error:
            place = self._start_of_result(text) if isinstance(error, InvalidMoveError) else 0
            if place:
                self.word(text[:place], number, column)
                return self._result(text[place:], number, column + place)
            return self._no_move(text, error, number, column)
        return False

    def _start_of_result(self, text: str) -> int:
        """Where a result begins that stands right after a move; 0 when there is none."""
        if len(text) <= _LONGEST and not is_move_text(text):
            for result in self._results_after_moves:
                word = text[: -len(result)]
                if text.endswith(result) and (
                    is_move_text(word) or (self._bhati and word in ("R", "T", "S", "#"))
                ):
                    return len(word)
        return 0

    def _no_move(self, text: str, error: CircularChessError, number: int, column: int) -> bool:
        if text == "e.p.":  # it says what the move before it was
            return False
        if _RESULT.fullmatch(text):
            known = ", ".join(self._results)
            self._fault(f"no result {shorten(text)}: it is one of {known}", number, column)
            return not self._stack
        self.line.dead = True
        if text in _NULL_MOVES:
            self.line.kept = [text]
            said = (
                f"not a move: {text!r} (a null move; it and the rest of the line are kept as text)"
            )
            self._fault(said, number, column)
            return False
        said = str(error)
        if isinstance(error, IllegalMoveError):
            said += hint(self.game.variant, self.line.node.position, text)
        self._fault(said, number, column)
        return False

    def _keep(self, text: str) -> None:
        """Keep as text what follows a null move."""
        if self.line.kept is not None:
            self.line.kept.append(text)

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
        if text == str(line.node.position.round + self._shift):
            self._counted = True
            return
        value = int(text) if len(text) <= _MOST_DIGITS and text.isascii() else 0
        if not self._counted:
            self._counted = True
            self._shift = self._other_count(value)
        due = {round_ + self._shift for round_ in line.rounds()}
        if value not in due:
            wanted = " or ".join(map(str, sorted(due)))
            self._fault(f"round {shorten(text)} where {wanted} is due", number, column)

    def _other_count(self, value: int) -> int:
        """What a record adds to the numbers of rounds, as its first number shows.

        Many programs number from 1 whatever the start position says, and many write start
        positions of round 1 that stand in the middle of a game.
        """
        start, line = self.game.start, self.line
        if start is None:
            return 0
        if value - 1 + start.round in line.rounds():
            return 1 - start.round
        if start.round == 1 and line.main and not line.begun and value:
            return value - line.node.position.round
        return 0

    def dots(self, text: str, after_number: bool, number: int, column: int) -> None:
        """Read dots. In bhati every two are an army's place; elsewhere they say nothing."""
        if self.line.kept is not None:
            if self.line.kept[-1].isdigit():
                self.line.kept[-1] += text
            else:
                self.line.kept.append(text)
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
        self.game.result = self.result = text
        return True

    def glyph(self, text: str, number: int, column: int) -> None:
        """Read `$1`, or `!` and its like."""
        line = self.line
        if line.dead:
            self._keep(text)
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
            # A command would be carried out when the text is read again.
            self._keep(f"{{{' '.join(COMMAND.sub('', text).split())}}}")
            return
        if "[%" not in text:
            self._say(text, number, column)
            return
        place = 0
        for match in COMMAND.finditer(text):
            self._say(text[place : match.start()], number, column)
            army, closed = match["army"].strip(), bool(match["end"])
            self._command(match["reason"], army, closed, number, column)
            place = match.end()
        self._say(text[place:], number, column)

    def _say(self, text: str, number: int, column: int) -> None:
        if not text.isprintable():
            if SURROGATE.search(text):
                self._fault("this comment is not valid Unicode", number, column)
                text = SURROGATE.sub("\ufffd", text)
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
            self._keep("(")
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
            self._keep(")")
            return
        if not self._stack:
            if not line.dead:
                self._fault("')' without '('", number, column)
            return
        if not line.begun and not line.dead:
            self._fault("a variation without a move", number, column)
        self.line = self._stack.pop()
        self._end(line, self.line)
        self.line.dots = 0
        self.line.numbered = False

    @staticmethod
    def _end(line: Line, outer: Line) -> None:
        """End a variation. One of a null move alone is said of the move it stands after."""
        if line.kept is not None and not line.begun:
            outer.comment(line.take_kept("(", ")"))
        line.flush_comments()

    def reject(self, problem: str, number: int, column: int) -> None:
        """Meet what is no part of any movetext: the rest of the line is not read."""
        if not self.line.dead:
            self.line.dead = True
            self._fault(problem, number, column)

    def finish(self, *, cut: bool) -> None:
        """Look at what is left open at the end of the game, which may have been cut short."""
        lines = [*self._stack, self.line]
        for outer, line in zip(lines[-2::-1], lines[:0:-1], strict=True):
            self._end(line, outer)
        lines[0].flush_comments()
        if self._stack and not cut:
            self._fault("this variation is not closed", self.line.number, self.line.column)

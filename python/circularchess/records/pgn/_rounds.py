"""Round numbers and the places of armies in a round, as movetext shows them.

Two-army records are numbered as in orthodox chess. In bhati a round is written as its number and
then what each army in play did in turn, with `..` between: a move, `R` (resigned), `T` (lost on
time), `#` (mated, and out) or `S` (stalemated: passed, or out).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ...notation.san import notation
from ...values.move import Move

if TYPE_CHECKING:
    from ...engine import Position
    from ...notation.san import Notation
    from ...values.action import Action
    from ...variant import VariantData

__all__ = ["RoundText", "Slot", "slots"]


class Slot(NamedTuple):
    """The place in a round of an army that could not move when its turn came."""

    round: int
    army: str
    #: `#` or `S`.
    token: str


def slots(before: Position, action: Action, after: Position, data: VariantData) -> list[Slot]:
    """The armies that a move, or a departure, left unable to move, in order."""
    seats = {army.letter: army.seat for army in data.armies}
    found: list[Slot] = []
    turn, round_ = before.turn, before.round
    # When an army leaves out of turn, the one to move is judged again in the same turn.
    same_turn = not isinstance(action, Move) and action.army != turn
    events = after.events
    for event, following in pairwise(events):
        if event.army != following.army or following.kind not in ("eliminated", "passed"):
            continue
        if event.kind not in ("checkmated", "stalemated"):
            continue
        if seats[event.army] <= seats[turn] and not (same_turn and event.army == turn):
            round_ += 1
        turn, same_turn = event.army, False
        found.append(Slot(round_, turn, "#" if event.kind == "checkmated" else "S"))
    return found


class RoundText:
    """Makes the tokens of one line of moves, one move after the other.

    >>> from circularchess import Board
    >>> board = Board("bhati-3")
    >>> text, tokens = RoundText(board.variant.data), []
    >>> for name in ("a1", "Nb23", "a44", "b2"):
    ...     move, before = board.parse_san(name), board.position
    ...     board.push(move)
    ...     tokens += text.tokens(before, move, board.position)
    >>> " ".join(tokens)
    '1. a1 .. Nb23 .. a44 2. b2'

    `words` are what moves are written in, by default SAN.
    """

    __slots__ = ("_army", "_data", "_notation", "_pending", "_round", "_seats")

    def __init__(self, data: VariantData, words: Notation | None = None) -> None:
        self._data = data
        self._notation = words or notation(data)
        self._seats = {army.letter: army.seat for army in data.armies}
        # The number last written, 0 when the next move must show where it stands.
        self._round = 0
        self._pending: list[Slot] = []

    def interrupt(self) -> None:
        """Something came between the moves: the next one shows its number again."""
        if self._data.fen_style == "letters":
            self._round = 0

    def tokens(self, before: Position, action: Action, after: Position) -> list[str]:
        """What to write for a move or departure, whatever must go before it included.

        A departure with no place in the round is written as a command in a comment.
        """
        if self._data.fen_style == "letters":
            return self._orthodox(before, action)
        written: list[str] = []
        if isinstance(action, Move):
            word = self._notation.san(before, action)
        elif action.army == before.turn:
            word = "R" if action.reason == "resign" else "T"
        else:
            word = ""
            written.append(_command(action.army, action.reason))
        if word:
            written += self.finish()
            written += self._placed(before, before.round, word)
        if after.events:
            self._pending += slots(before, action, after, self._data)
        return written

    def finish(self) -> list[str]:
        """What remains to be written at the end of a line."""
        written: list[str] = []
        for slot in self._pending:
            written += self._placed(None, slot.round, slot.token)
        self._pending = []
        return written

    def _placed(self, position: Position | None, round_: int, word: str) -> list[str]:
        if round_ == self._round:
            return ["..", word]
        begins = self._round == 0
        self._round = round_
        if not begins or position is None:
            return [f"{round_}.", word]
        return [f"{round_}.", *[".."] * armies_before(position, self._seats), word]

    def _orthodox(self, before: Position, action: Action) -> list[str]:
        if not isinstance(action, Move):
            self._round = 0
            return [_command(action.army, action.reason)]
        word = self._notation.san(before, action)
        if before.turn == self._data.armies[0].letter:
            self._round = before.round
            return [f"{before.round}.", word]
        if self._round == before.round:
            return [word]
        self._round = before.round
        return [f"{before.round}...", word]


def armies_before(position: Position, seats: dict[str, int]) -> int:
    """How many armies in play have their place in the round before the one to move."""
    seat = seats[position.turn]
    return sum(1 for army in position.in_play if seats[army] < seat)


def _command(army: str, reason: str) -> str:
    return f"{{[%{reason} {army}]}}"

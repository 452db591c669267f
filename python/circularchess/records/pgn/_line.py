"""One line of moves while it is being read: the main line, or a variation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...values.action import Departure
from ._rounds import Slot, armies_before, slots

if TYPE_CHECKING:
    from ...game_node import GameNode
    from ...values.action import Action
    from ...values.move import Move
    from ...variant import VariantData

__all__ = ["Line"]


def _spaced(words: Iterable[str]) -> str:
    """Words as they stand in a record, brackets close to what they hold."""
    text: list[str] = []
    gap = ""
    for word in words:
        text += ("" if word == ")" else gap, word)
        gap = "" if word == "(" else " "
    return "".join(text)


class Line:
    """A line being read: the node reached, and where in a round it stands."""

    __slots__ = (
        "before",
        "begun",
        "column",
        "comments",
        "data",
        "dead",
        "dots",
        "kept",
        "main",
        "node",
        "number",
        "numbered",
        "skipped",
        "slots",
        "starting_comments",
        "used",
    )

    def __init__(
        self, data: VariantData, node: GameNode, around: Sequence[Slot], number: int, column: int
    ) -> None:
        self.data = data
        #: The last node; in a variation that has not begun the one it branches off from.
        self.node = node
        #: Where in the record a variation begins; 0 for the main line.
        self.number, self.column = number, column
        self.main = node.parent is None and not number
        #: Whether something was played in this line.
        self.begun = False
        #: Whether a fault made the rest of the line meaningless, and how many variations opened
        #: since then.
        self.dead = False
        self.skipped = 0
        #: What follows a null move, which is kept as text; None where there was none.
        self.kept: list[str] | None = None
        #: Comments after the last move, not yet given to its node: joined once, however many.
        self.comments: list[str] = []
        #: Comments before the first move of a variation.
        self.starting_comments: list[str] = []
        #: Armies that could not move since the last move, and how many of them were mentioned.
        self.slots: Sequence[Slot] = around
        self.used = 0
        #: The `slots` there were before the last move.
        self.before: Sequence[Slot] = around
        #: How many `..` since the last move, and whether there was a number before them.
        self.dots = 0
        self.numbered = False

    def play(self, move: Move) -> None:
        """Go on by a legal move."""
        self._go(move, ())

    def leave(self, army: str, *, on_time: bool) -> None:
        """Go on by an army's leaving the game. Raises `IllegalMoveError`."""
        kept = () if army == self.node.position.turn else self.slots
        self._go(Departure(army, "time" if on_time else "resign"), kept)

    def _go(self, action: Action, kept: Sequence[Slot]) -> None:
        parent = self.node
        node = parent.add(action)
        after = node.position
        self.flush_comments()
        self.before = self.slots
        if after.events:
            self.slots = [*kept, *slots(parent.position, action, after, self.data)]
        elif kept is not self.slots:
            self.slots = ()
        if not kept:
            self.used = 0
        self.node = node
        self.begun = True
        self.dots = 0
        self.numbered = False
        if self.starting_comments:
            node.starting_comment = "\n".join(self.starting_comments)
            self.starting_comments = []

    def comment(self, text: str) -> None:
        """Add a comment, in its tidy form."""
        if not self.begun and not self.main:
            self.starting_comments.append(text)
        else:
            self.comments.append(text)

    def take_kept(self, *around: str) -> str:
        """The text that follows a null move, once."""
        words, self.kept = self.kept or [], None
        return _spaced([*around[:1], *words, *around[1:]])

    def flush_comments(self) -> None:
        """Give the last node its comments, which nothing is to be added to any more."""
        if self.kept is not None:
            self.comment(self.take_kept())
        if self.comments:
            self.node.comment = "\n".join(self.comments)
            self.comments = []

    def mention(self, token: str) -> bool:
        """Read `#` or `S`. False when no army is there that it could mean."""
        for place in range(self.used, len(self.slots)):
            if self.slots[place].token == token:
                self.used = place + 1
                self.dots = 0
                self.numbered = False
                return True
        return False

    def rounds(self) -> set[int]:
        """The round numbers that may stand here."""
        return {self.node.position.round, *(slot.round for slot in self.slots)}

    def places_fault(self, seats: dict[str, int]) -> str | None:
        """What is wrong with the number of `..` before a move of a bhati record."""
        position, missing = self.node.position, len(self.slots)
        if self.numbered or not self.begun:
            due = armies_before(position, seats)
            least, most = (due - missing if self.numbered else 0), due + missing
        else:
            parent = self.node.parent
            same = parent is not None and parent.position.round == position.round
            least, most = int(same and not self.slots), 1 + missing
        if least <= self.dots <= most:
            return None
        wanted = str(most) if least == most else f"{max(least, 0)} to {most}"
        return f"{self.dots} times '..' before a move of {position.turn!r}, where {wanted} belong"

"""`JudgedBoard`: how a game stands and how it ended, which needs the moves that led here."""

from __future__ import annotations

from typing import Final, Literal

from .events import Event
from .move import Move
from .outcome import Outcome, Termination, is_dead_position
from .protocol import Position
from .state import BoardState

__all__ = ["AGREED", "DoneAction", "JudgedBoard"]

# What players do besides moving: the action and the army's letter.
_Deed = tuple[Literal["resign", "time", "agree"], str]
#: What was done on a board: a move, or what players do besides.
DoneAction = Move | _Deed

#: Not an army's action, but all sides'.
AGREED: Final[_Deed] = ("agree", "")


class JudgedBoard(BoardState):
    """A board that knows what led to its position, and so whether the game is over."""

    __slots__ = ("_dead", "_steps")

    # What was done, each with the position it was done in.
    _steps: list[tuple[DoneAction, Position]]
    # Whether the position is dead, once somebody asked. Only what resets the halfmove count
    # changes the material.
    _dead: bool | None

    def is_checkmate(self) -> bool:
        """Whether the last move mated somebody: it ended the game so, or an army went out mated.

        With several armies the one to move is never mated: a mated army is eliminated before its
        turn, which `events` tells.

        >>> board = Board("circular")
        >>> for text in ("b14", "Nb11", "Qb15", "Nc13", "Na16", "Nxb15"):
        ...     _ = board.push_san(text)
        >>> board.is_checkmate()
        True
        """
        return self._happened("checkmate", "checkmated")

    def is_stalemate(self) -> bool:
        """Whether the last move stalemated somebody: see `is_checkmate` and `events`.

        >>> Board("orthodox", "7k**/5Q2**/8**/8**/8**/8**/8**/K7** b - - 0 1").is_stalemate()
        True
        """
        return self._happened("stalemate", "stalemated")

    def _happened(self, termination: str, kind: str) -> bool:
        position = self._playable()
        ended = position.end is not None and position.end[0] == termination
        return ended or any(event.kind == kind for event in position.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move or resignation did besides: kings taken, armies mated, and so on.

        For a board just made: what became of the armies when the position was judged.

        >>> board = Board("bhati-3")
        >>> board.resign("b")
        >>> [event.kind for event in board.events]
        ['resigned', 'eliminated']
        """
        events = self._playable().events
        if self._last_deed() == "time":
            return tuple(
                Event("lost_on_time", event.army) if event.kind == "resigned" else event
                for event in events
            )
        return events

    def _last_deed(self) -> str:
        action = self._steps[-1][0] if self._steps else None
        return action[0] if isinstance(action, tuple) else ""

    # --- The end -------------------------------------------------------------------------------

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or None while it goes on.

        Mate, stalemate and elimination come first; then dead positions, the fifth occurrence of a
        position, 75 rounds (75 single moves for each army in play) without capture, pawn move or
        elimination, and an agreed draw. With `claim_draw` also the third occurrence and 50 rounds,
        of the present position. Only mate, stalemate and elimination end the legal moves.

        >>> Board("circular", "K7k7/16/16/16 w - - 0 1").outcome()
        Outcome(termination=<Termination.DEAD_POSITION: 'dead_position'>, winners=())
        """
        position = self._playable()
        if position.end is not None:
            termination, winners = Termination(position.end[0]), position.end[1]
            if termination is Termination.RESIGNATION and self._last_deed() == "time":
                termination = Termination.TIME
            return Outcome(termination, winners)
        if self.is_dead_position():
            return Outcome(Termination.DEAD_POSITION)
        if self.is_repetition(5):
            return Outcome(Termination.FIVEFOLD_REPETITION)
        if self._rounds_without_progress(75):
            return Outcome(Termination.SEVENTYFIVE_ROUNDS)
        if self._last_deed() == "agree":
            return Outcome(Termination.AGREEMENT)
        if claim_draw and self.can_claim_threefold_repetition():
            return Outcome(Termination.THREEFOLD_REPETITION)
        if claim_draw and self.can_claim_fifty_rounds():
            return Outcome(Termination.FIFTY_ROUNDS)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether there is an `outcome`.

        >>> Board("circular").is_game_over()
        False
        >>> Board("circular", "K7k7/16/16/16 w - - 0 1").is_game_over()
        True
        """
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result as game records write it, `*` while the game goes on.

        >>> board = Board("bhati-3")
        >>> board.result()
        '*'
        >>> board.resign("y")
        >>> board.resign("b")
        >>> board.result()
        'r'
        """
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result(self._variant.data)

    def is_dead_position(self) -> bool:
        """Whether nobody could ever mate: only kings left, or what the variant counts so too.

        >>> Board("circular", "K7k7/7N8/16/16 w - - 0 1").is_dead_position()
        True
        >>> Board("circular", "K7k7/7NN7/16/16 w - - 0 1").is_dead_position()
        False
        """
        if self._dead is not None:
            return self._dead
        data = self._variant.data
        dead = is_dead_position(self._playable(), data)
        # Bishops that cross a null centre may change colour without changing the material.
        if data.centre == "closed" or not data.dead_same_colour_bishops:
            self._dead = dead
        return dead

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the present position has now occurred `count` times or more.

        The same means: placement (with pawns in- and outbound), army to move, armies in play,
        castling rights, and an en passant square where an enemy pawn attacks it.

        `count` is at least 1.

        >>> board = Board("circular")
        >>> for text in 2 * ("Nb14", "Nb11", "Nc16", "Nc9"):
        ...     _ = board.push_san(text)
        >>> board.is_repetition(3), board.is_repetition(4)
        (True, False)
        """
        position = self._playable()
        # Nothing comes again after a capture, a pawn move or an elimination, and coming back takes
        # an army two moves: most positions need no look at those before.
        if position.halfmove < 2 * (count - 1):
            return False
        key = position.key()
        current, found = position, 1
        for action, before in reversed(self._steps):
            if found >= count or current.halfmove == 0:
                break
            if action != AGREED:
                current = before
                found += before.key() == key
        return found >= count

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the present position occurs for the third time or more, the game not over.

        >>> Board("circular").can_claim_threefold_repetition()
        False
        """
        return self._playable().end is None and self.is_repetition(3)

    def can_claim_fifty_rounds(self) -> bool:
        """Whether 50 single moves for each army in play went by without progress.

        Not when the game is over: the last of those moves may have mated.

        >>> Board("circular", "K7k7/7R8/16/16 w - - 100 60").can_claim_fifty_rounds()
        True
        """
        return self._playable().end is None and self._rounds_without_progress(50)

    def _rounds_without_progress(self, rounds: int) -> bool:
        position = self._playable()
        return position.halfmove >= rounds * len(position.in_play)

    def is_draw_agreed(self) -> bool:
        """Whether a draw was agreed in the present position.

        >>> board = Board("circular")
        >>> board.agree_draw()
        >>> board.is_draw_agreed()
        True
        """
        return self._last_deed() == "agree"

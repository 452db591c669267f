"""What players do: move, leave the game, agree to a draw; and the chain of what was done.

A board's history is a chain of links, the last action first. A link never changes, so that
boards and copies of them share what they have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ..errors import IllegalMoveError, shorten
from .move import Move

if TYPE_CHECKING:
    from ..board import Board
    from ..engine import Position

__all__ = [
    "AGREED",
    "Action",
    "Departure",
    "Done",
    "Link",
    "apply_action",
    "leave",
    "links",
    "push_action",
]


class Departure(NamedTuple):
    """An army's leaving the game: it resigns, or loses on time.

    >>> Departure("r", "resign")
    Departure(army='r', reason='resign')
    """

    army: str
    reason: Literal["resign", "time"] = "resign"


#: What is done in a game, by one army.
Action = Move | Departure

#: That all sides agreed to a draw: no action of one army, and it changes no position.
AGREED: Final = "agreed"
Done = Move | Departure | Literal["agreed"]

#: What was done, the position it was done in, and the link before.
Link = tuple[Done, "Position", "Link | None"]


def links(last: Link | None) -> Iterator[Link]:
    """The links of a history, the last one first."""
    while last is not None:
        yield last
        last = last[2]


def leave(position: Position, army: str) -> Position:
    """The position after an army has left the game. Raises `IllegalMoveError`.

    >>> from circularchess import Board
    >>> leave(Board("bhati-3").position, "y").in_play
    ('r', 'b')
    """
    if position.end is not None:
        raise IllegalMoveError(f"{shorten(army)} cannot leave the game: it is over")
    if army not in position.in_play:
        raise IllegalMoveError(f"{shorten(army)} cannot leave the game: it is not in play")
    return position.resign(army)


def apply_action(position: Position, action: Action) -> Position:
    """The position after a move or departure. Raises `IllegalMoveError`.

    >>> from circularchess import Board
    >>> apply_action(Board("circular").position, Move("b2", "b3")).turn
    'b'
    """
    if isinstance(action, Move):
        after = position.play(action)
        if after is None:
            what = "the game is over" if position.end is not None else f"{position.turn} to move"
            raise IllegalMoveError(f"illegal move {action.uci()!r} ({what})")
        return after
    if not isinstance(action, Departure) or action.reason not in ("resign", "time"):
        raise TypeError(f"a Move or Departure is needed, not {shorten(action)}")
    return leave(position, action.army)


def push_action(board: Board, action: Action) -> None:
    """Do on a board what was done in another place. Raises `IllegalMoveError`.

    >>> from circularchess import Board
    >>> board = Board("bhati-3")
    >>> push_action(board, Departure("y", "time"))
    >>> board.in_play
    ('r', 'b')
    """
    if isinstance(action, Move):
        board.push(action)
    elif action.reason == "resign":
        board.resign(action.army)
    else:
        board.lose_on_time(action.army)

"""What the last action brought about besides the move itself."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["Event", "EventKind"]

EventKind = Literal[
    "king_taken",
    "checkmated",
    "stalemated",
    "passed",
    "resigned",
    "lost_on_time",
    "eliminated",
    "bare_king",
    "citadel",
]


class Event(NamedTuple):
    """Something that happened to `army`, in the order it happened.

    `king_taken`: its king was captured. `checkmated`, `stalemated`: it was judged so when its turn
    came. `passed`: it was stalemated and another goes on. `resigned`, `lost_on_time`: its player
    left. `eliminated`: it is out of play. `bare_king`: it has lost, being bare. `citadel`: its
    king entered a citadel.

    >>> Event("eliminated", "r").army
    'r'
    """

    kind: EventKind
    army: str

"""What the last action brought about besides the move itself."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["Event", "EventKind"]

EventKind = Literal[
    "king_taken", "checkmated", "stalemated", "passed", "resigned", "lost_on_time", "eliminated"
]


class Event(NamedTuple):
    """Something that happened to `army`, in the order it happened."""

    kind: EventKind
    army: str

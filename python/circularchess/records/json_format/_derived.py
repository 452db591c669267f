"""What JSON tells twice: fields that follow from others must not contradict them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, get_args

from ...errors import InvalidFenError, shorten
from ...notation.fen import write_fen
from ...values.event import EventKind
from ...values.move import Move
from ...values.outcome import Outcome, Termination
from ._parts import move_dict

if TYPE_CHECKING:
    from ...values.setup import Setup
    from ...variant import Variant
    from ._check import Place

__all__ = [
    "as_told",
    "check_equal",
    "check_events",
    "check_fen",
    "check_last_move",
    "check_outcome",
    "points_dict",
]

#: Of what follows from the rest, errors show so many characters.
_MOST_SHOWN: Final = 100

_EVENTS: Final[tuple[str, ...]] = get_args(EventKind)

#: Ends that no position shows, only the moves before it or the players' word.
_UNSEEN: Final = (Termination.AGREEMENT, Termination.FIVEFOLD_REPETITION)


def check_equal(place: Place, due: Any) -> None:
    """Refuse what is not exactly what follows from the rest of the document."""
    if not _same(place.value, due):
        told = shorten(place.value) if isinstance(place.value, str) else "it"
        text = json.dumps(due, ensure_ascii=True)
        shown = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
        place.fail(f"{told} contradicts the rest, from which {shown} follows")


def _same(told: Any, due: Any) -> bool:
    # True is 1 to Python, not to JSON.
    if type(told) is not type(due):
        return False
    if isinstance(due, dict):
        return told.keys() == due.keys() and all(_same(told[key], due[key]) for key in due)
    if isinstance(due, list):
        return len(told) == len(due) and all(map(_same, told, due))
    return bool(told == due)


def check_fen(place: Place, variant: Variant, *setups: Setup) -> None:
    """Refuse a position text of none of some positions: as described, and as judged."""
    due = []
    for setup in setups:
        try:
            due.append(write_fen(setup, variant))
        except InvalidFenError as error:
            place.fail(f"the position has no text: {error}")
    if place.text() not in due:
        check_equal(place, due[0])


# --- Without the history ------------------------------------------------------------------------


def check_events(place: Place, variant: Variant) -> None:
    """Refuse what cannot be events."""
    for event in place.items():
        parts = event.fields(("kind", "army"), ())
        parts["kind"].one_of(_EVENTS)
        parts["army"].one_of(variant.letters)


def check_last_move(place: Place) -> None:
    """Refuse what cannot be a move, or contradicts itself."""
    if place.value is not None:
        fields = place.fields(("uci", "from", "to", "promotion"), ())
        with fields["uci"].named():
            move = Move.from_uci(fields["uci"].text())
        for name, part in move_dict(move).items():
            check_equal(fields[name], part)


def points_dict(points: Mapping[str, Fraction]) -> dict[str, int | float]:
    """Points as JSON has them: whole numbers, or quarters."""
    return {
        army: int(score) if score.denominator == 1 else float(score)
        for army, score in points.items()
    }


def as_told(place: Place, due: dict[str, Any] | None) -> dict[str, Any] | None:
    """The outcome that is due, without points where none are told: the first release had none."""
    if due is not None and isinstance(place.value, dict) and "points" not in place.value:
        return {name: value for name, value in due.items() if name != "points"}
    return due


def check_outcome(place: Place, due: dict[str, Any] | None, variant: Variant) -> None:
    """Refuse an end of the game that the position alone belies.

    How an army went out is not seen any more, only who is left.
    """
    told = place.value
    if due is not None and told is not None:
        fields = place.fields(("termination", "winners", "result"), ("points",))
        fields["termination"].one_of(tuple(end.value for end in Termination))
        check_equal(fields["winners"], due["winners"])
        check_equal(fields["result"], due["result"])
        if "points" in fields:
            check_equal(fields["points"], due["points"])
    elif due is not None:
        check_equal(place, due)
    elif told is not None:
        fields = place.fields(("termination", "winners", "result"), ("points",))
        if fields["termination"].text() not in [end.value for end in _UNSEEN]:
            place.fail(f"{shorten(fields['termination'].value)} contradicts the position")
        check_equal(fields["winners"], [])
        check_equal(fields["result"], "1/2-1/2")
        if "points" in fields:
            check_equal(fields["points"], points_dict(Outcome(_UNSEEN[0]).points(variant)))

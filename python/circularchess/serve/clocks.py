"""Clocks: how much time each army has, and whose runs. Times are in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ..errors import shorten
from .refusal import RefusedError

__all__ = ["Clocks", "Control", "read_controls"]

#: The most that can be asked for: a year.
_MOST: Final = 366 * 86_400.0


@dataclass(frozen=True, slots=True)
class Control:
    """An army's time: at the start, added after each move, and free at the start of each."""

    initial: float
    increment: float = 0.0
    delay: float = 0.0

    def to_json(self) -> dict[str, float]:
        return {"initial": self.initial, "increment": self.increment, "delay": self.delay}


def read_controls(given: Any, armies: tuple[str, ...]) -> dict[str, Control]:
    """The controls that a request asks for, by army. Armies without any have all the time.

    One for all, `{"initial": 300, "increment": 2}`, and others by army under `seats`, where null
    means none. Raises `RefusedError`.

    >>> read_controls({"initial": 60, "seats": {"b": None}}, ("w", "b"))
    {'w': Control(initial=60.0, increment=0.0, delay=0.0)}
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise RefusedError(422, f"clock: an object or null is needed, not {shorten(given)}")
    usual = {key: value for key, value in given.items() if key != "seats"}
    seats = given.get("seats") or {}
    if not isinstance(seats, Mapping) or not set(seats) <= set(armies):
        raise RefusedError(422, f"clock.seats: an object by army is needed: {', '.join(armies)}")
    found: dict[str, Control] = {}
    for army in armies:
        one = seats.get(army, usual or None)
        if one is not None:
            found[army] = _control(one, f"clock.seats.{army}" if army in seats else "clock")
    return found


def _control(given: Any, where: str) -> Control:
    if not isinstance(given, Mapping) or not set(given) <= {"initial", "increment", "delay"}:
        raise RefusedError(422, f"{where}: only initial, increment and delay can be told")
    for name, value in given.items():
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not right or not 0 <= value <= _MOST:
            raise RefusedError(422, f"{where}.{name}: {shorten(value)} is no number of seconds")
    control = Control(**{"initial": 0.0, **{name: float(value) for name, value in given.items()}})
    if "initial" not in given or control.initial + control.delay <= 0:
        raise RefusedError(422, f"{where}: initial is needed, and some time for the first move")
    return control


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a game at a moment. A value: every change gives a new one.

    >>> clocks = Clocks.new({"w": Control(60.0, increment=2.0)}).run("w", now=100.0)
    >>> clocks.left("w", now=110.0), clocks.flag_at(), clocks.left("b", now=110.0)
    (50.0, 160.0, None)
    >>> clocks.stop(now=110.0, moved=True).left("w", now=999.0)
    52.0
    """

    controls: Mapping[str, Control]
    #: What is left for each army that has a clock, when it last stopped.
    remaining: Mapping[str, float]
    #: Whose clock runs, and since when.
    running: str | None = None
    since: float = 0.0

    @classmethod
    def new(cls, controls: Mapping[str, Control]) -> Clocks:
        """Clocks that stand, at their full time."""
        return cls(controls, {army: control.initial for army, control in controls.items()})

    def left(self, army: str, now: float) -> float | None:
        """The time an army has left, not less than 0; None without a clock."""
        if army not in self.remaining:
            return None
        left = self.remaining[army]
        if army == self.running:
            left -= max(0.0, now - self.since - self.controls[army].delay)
        return max(0.0, left)

    def flag_at(self) -> float | None:
        """When the running clock will have run out; None when none runs."""
        if self.running is None or self.running not in self.remaining:
            return None
        delay = self.controls[self.running].delay
        return self.since + delay + self.remaining[self.running]

    def stop(self, now: float, *, moved: bool = False) -> Clocks:
        """Stop what runs; who has moved gets the increment."""
        army = self.running
        if army is None or army not in self.remaining:
            return replace(self, running=None)
        left = self.left(army, now) or 0.0
        if moved:
            left += self.controls[army].increment
        return replace(self, remaining={**self.remaining, army: left}, running=None)

    def run(self, army: str, now: float) -> Clocks:
        """Start an army's clock; none may run."""
        return replace(self, running=army, since=now)

    def to_json(self, now: float) -> dict[str, Any]:
        """What is told of them: controls, what is left, whose runs."""
        return {
            "controls": {army: control.to_json() for army, control in self.controls.items()},
            "left": {army: round(self.left(army, now) or 0.0, 3) for army in self.remaining},
            "running": self.running if self.running in self.remaining else None,
        }

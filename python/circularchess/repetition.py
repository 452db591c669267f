"""How often positions occurred: kept while playing, never touched by looking ahead."""

from __future__ import annotations

from collections.abc import Hashable

__all__ = ["Occurrences"]


class Occurrences:
    """Counts the positions of a game, cheaply at every ply.

    A capture, a pawn move or an elimination can never be undone, so nothing before it can come
    again: such a move opens a new period with counts of its own. Taking a move back just steps
    back, into the period before if need be.

    >>> seen = Occurrences("a")
    >>> for key in "bab":
    ...     seen.push(key, irreversible=False)
    >>> seen.current
    2
    >>> seen.push("a", irreversible=True)
    >>> seen.current
    1
    >>> seen.pop()
    >>> seen.current
    2
    """

    __slots__ = ("_keys", "_periods")

    def __init__(self, key: Hashable) -> None:
        #: The keys of all positions of the game, with whether each opened a period.
        self._keys: list[tuple[Hashable, bool]] = [(key, True)]
        self._periods: list[dict[Hashable, int]] = [{key: 1}]

    @property
    def current(self) -> int:
        """How often the present position has occurred, this time included."""
        return self._periods[-1][self._keys[-1][0]]

    def push(self, key: Hashable, *, irreversible: bool) -> None:
        """Take note of the position reached by a move."""
        self._keys.append((key, irreversible))
        if irreversible:
            self._periods.append({key: 1})
        else:
            period = self._periods[-1]
            period[key] = period.get(key, 0) + 1

    def pop(self) -> None:
        """Forget the present position. There must be an earlier one."""
        key, opened = self._keys.pop()
        if opened:
            self._periods.pop()
            return
        period = self._periods[-1]
        period[key] -= 1
        if not period[key]:
            del period[key]

    def copy(self) -> Occurrences:
        """An independent copy."""
        twin = object.__new__(Occurrences)
        twin._keys = self._keys.copy()
        twin._periods = [period.copy() for period in self._periods]
        return twin

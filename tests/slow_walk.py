"""A third opinion on how pieces move: plain coordinates, one step at a time, no tables.

It shares nothing with the engines and knows no armies: it says where a piece could capture.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from circularchess import Variant

#: A ring and a file, both from 0.
Place = tuple[int, int]


class SlowWalk:
    """The walks over a variant's board."""

    def __init__(self, variant: Variant) -> None:
        self.rings, self.files = variant.rings, variant.files
        self.null = variant.centre == "null"
        self.shift = variant.data.null_shift or 0
        self.open_seam = variant.seam == "open"
        self.file_first = variant.names == "file-ring"
        self.voids = {self._place_of(square) for square in variant.voids}

    def attacked(self, kind: str, origin: str, occupied: Collection[str] = ()) -> set[str]:
        """What a piece `kind` (one of KQRBN) on `origin` could capture, among these blockers."""
        start, blockers = self._place_of(origin), set(map(self._place_of, occupied))
        found: set[Place] = set()
        match kind:
            case "N":
                for radial in (1, -1):
                    for count, sideways in ((1, 2), (2, 1)):
                        for along in (sideways, -sideways):
                            found.update(self._leap(start, radial, count, along))
            case "K":
                for radial, along in _COMPASS:
                    step = self._step(start, radial, along, 1)
                    found.update([step[0]] if step else [])
            case _:
                ways = _COMPASS if kind == "Q" else [w for w in _COMPASS if (kind == "B") == all(w)]
                for way in ways:
                    found.update(self._slide(start, *way, blockers))
        return {self._name_of(place) for place in found - self.voids - {start}}

    def _name_of(self, place: Place) -> str:
        letter, number = place[::-1] if self.file_first else place
        return f"{chr(97 + letter)}{number + 1}"

    def _place_of(self, name: str) -> Place:
        letter, number = ord(name[0]) - 97, int(name[1:]) - 1
        return (number, letter) if self.file_first else (letter, number)

    def _over_the_edge(self, file: int) -> bool:
        return self.open_seam and not 0 <= file < self.files

    def _step(self, place: Place, radial: int, along: int, shift: int) -> tuple[Place, int] | None:
        """The place one step on and the radial direction there, if there is such a step."""
        ring, file = place
        if self._over_the_edge(file + along):
            return None
        if 0 <= ring + radial < self.rings:
            return (ring + radial, (file + along) % self.files), radial
        if ring + radial < 0 and self.null:
            return (0, (file + self.files // 2 + shift * along) % self.files), 1
        return None

    def _slide(self, start: Place, radial: int, along: int, blockers: set[Place]) -> set[Place]:
        seen: set[Place] = set()
        here = start
        while True:
            step = self._step(here, radial, along, self.shift)
            if step is None:
                return seen
            here, radial = step
            if here == start or here in self.voids:
                return seen
            seen.add(here)
            if here in blockers:
                return seen

    def _leap(self, start: Place, radial: int, count: int, along: int) -> Iterator[Place]:
        here = start
        for _ in range(count):
            step = self._step(here, radial, 0, 0)
            if step is None:
                return
            here, radial = step
        if not self._over_the_edge(here[1] + along):
            yield here[0], (here[1] + along) % self.files


_COMPASS = [(r, a) for r in (-1, 0, 1) for a in (-1, 0, 1) if (r, a) != (0, 0)]

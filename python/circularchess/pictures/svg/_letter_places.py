"""Where the letters of the rings stand: in corners of squares, along one line from hub to rim."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from ...geometry import Cell, Geometry
from ...variant import VariantData

__all__ = ["Place", "ring_letter_places"]

#: Sizes of the letters, in units of the picture.
_LARGEST: Final = 20.0
_SMALLEST: Final = 5.0
#: How far a letter's middle is from the edges of its corner: half of its diagonal, and a little.
_REACH: Final = 0.52
_CLEAR: Final = 1.4
#: This part of the circle of a piece is kept free; where pieces stand at the start, also some of
#: the letter's size beyond the corners of a rook, the broadest.
_KEPT: Final = 0.86
_KEPT_AT_HOME: Final = (0.84, 0.3)


@dataclass(frozen=True)
class Place:
    """The middle of a letter and the size of its font."""

    cell: Cell
    x: float
    y: float
    size: float


def ring_letter_places(
    picture: Geometry, data: VariantData, scale: float, share: float
) -> list[Place]:
    """A place for the letter of each ring, the innermost first.

    All are beside one line, near the bottom; on a file that is free at the start if there is one;
    on the other side of the line where that is void, and in a void cell only where both sides are.
    `share` is how much of the circle of its cell a piece takes.
    """
    files = data.files
    taken = {square.file for army in data.armies for square in army.start}
    homes = {square for army in data.armies for square in army.start}
    half = 180 / files

    def columns(file: int, side: int) -> list[Cell]:
        """The cells of a file, or of the next on that side of the picture where they are void."""
        other = (file - 1 + (-side if picture.mirrored else side)) % files + 1
        found = []
        for ring in range(data.rings):
            cell, beyond = (picture.cells[ring * files + f - 1] for f in (file, other))
            found.append(beyond if cell.void and not beyond.void else cell)
        return found

    def cost(choice: tuple[int, int]) -> tuple[float, ...]:
        file, side = choice
        cells = columns(file, side)
        angle = picture.cells[file - 1].angle
        busy = len(taken) < files and file in taken
        voids = sum(cell.void for cell in cells)
        return (voids, busy, abs(angle + side * half - 180), -side, -angle)

    file, side = min(
        ((file, side) for file in range(1, files + 1) for side in (1, -1)),
        key=lambda choice: tuple(round(value, 6) for value in cost(choice)),
    )
    edge = picture.cells[file - 1].angle + side * half
    return [
        _corner(
            cell,
            edge,
            half,
            scale,
            share,
            side if cell.file == file else -side,
            _KEPT_AT_HOME if cell.square in homes else (_KEPT, 0.0),
        )
        for cell in columns(file, side)
    ]


def _corner(
    cell: Cell,
    edge: float,
    half: float,
    scale: float,
    share: float,
    side: int,
    kept: tuple[float, float],
) -> Place:
    """The largest letter for the inner corner of a cell at its edge on a `side` of the picture."""
    turn = math.radians(edge)
    inner, height = cell.inner * scale, (cell.outer - cell.inner) * scale
    piece = cell.radius * scale * share
    centre = (cell.centre[0] * scale, cell.centre[1] * scale)
    size = min(_LARGEST, height * 0.6, 2 * math.sin(math.radians(half)) * inner * 0.7)
    while True:
        apart = size * _REACH + _CLEAR
        # From the inner arc and from the side, in units of the picture.
        away = inner + apart
        x = away * math.sin(turn) - side * apart * math.cos(turn)
        y = -away * math.cos(turn) - side * apart * math.sin(turn)
        room = math.dist((x, y), centre) - piece * kept[0]
        if size <= _SMALLEST or room >= kept[1] * size:
            return Place(cell, x, y, max(size, _SMALLEST))
        size -= 0.5

"""The piece pictures: vector drawings made for this project.

Each is a fragment of SVG in a box of 100 x 100 and stays inside the circle of radius 48 around its
middle, so that it fits a cell whichever way the cell is turned. Fill, stroke and line width come
from the group around it; `currentColor` is the colour of details.
"""

from __future__ import annotations

from typing import Final

__all__ = ["DRAWINGS", "MARKS"]

#: The foot all pieces stand on.
_FOOT: Final = '<path d="M28 79H72a4.5 4.5 0 0 1 0 9H28a4.5 4.5 0 0 1 0-9Z"/>'
_DETAIL: Final = 'fill="none" stroke="currentColor" stroke-width="3.2"'
_DOT: Final = 'fill="currentColor" stroke="none"'

#: By the letters of position texts; `O` is the pawn that has crossed the centre.
DRAWINGS: Final[dict[str, str]] = {
    "K": (
        '<path d="M47 7h6v6h6v6h-6v8h-6v-8h-6v-6h6Z"/>'
        '<path d="M50 33C54 22 81 19 79 39C78 50 67 55 67 67H33'
        'C33 55 22 50 21 39C19 19 46 22 50 33Z"/>'
        '<path d="M33 67H67C67 72 71 74 72 79H28C29 74 33 72 33 67Z"/>'
        f"{_FOOT}"
    ),
    "Q": (
        '<path d="M20 33L36 46L36 23L46 42L50 17L54 42L64 23L64 46L80 33L67 67H33Z"/>'
        '<circle cx="20" cy="31" r="4.6"/><circle cx="36" cy="20" r="4.6"/>'
        '<circle cx="64" cy="20" r="4.6"/><circle cx="80" cy="31" r="4.6"/>'
        '<circle cx="50" cy="13" r="4.8"/>'
        '<path d="M33 67H67C67 72 71 74 72 79H28C29 74 33 72 33 67Z"/>'
        f"{_FOOT}"
    ),
    "R": (
        '<path d="M26 17H37V24H45V17H55V24H63V17H74V33L67 40V67L72 79H28L33 67V40L26 33Z"/>'
        f'<path {_DETAIL} d="M27 33H73"/>'
        f"{_FOOT}"
    ),
    "B": (
        '<circle cx="50" cy="13" r="5"/>'
        '<path d="M50 18C33 29 27 44 37 61H63C73 44 67 29 50 18Z"/>'
        f'<path {_DETAIL} d="M52 37L60 27"/>'
        '<path d="M37 61H63C63 70 70 72 72 79H28C30 72 37 70 37 61Z"/>'
        f"{_FOOT}"
    ),
    "N": (
        '<path d="M31 79C31 66 45 62 47 50C42 54 39 53 35 56C33 61 28 63 24 61C18 58 16 54 19 48'
        'C22 41 26 38 27 31C29 25 34 21 39 19L40 9L50 17C69 20 78 45 73 79Z"/>'
        f'<circle {_DOT} cx="36" cy="32" r="3.2"/><circle {_DOT} cx="23.5" cy="52" r="2"/>'
        f'<path {_DETAIL} d="M54 25C64 31 67 42 67 54"/>'
        f"{_FOOT}"
    ),
    "P": (
        '<path d="M42 45C42 60 30 65 28 79H72C70 65 58 60 58 45Z"/>'
        '<circle cx="50" cy="31" r="13.5"/>'
        '<path d="M38 43H62a3 3 0 0 1 0 6H38a3 3 0 0 1 0-6Z"/>'
        f"{_FOOT}"
    ),
    "O": (
        '<path d="M42 45C42 60 30 65 28 79H72C70 65 58 60 58 45Z"/>'
        '<path d="M50 10L73 35H60V45H40V35H27Z"/>'
        '<path d="M38 43H62a3 3 0 0 1 0 6H38a3 3 0 0 1 0-6Z"/>'
        f"{_FOOT}"
    ),
}

#: Where an army's letter stands on a drawing: middle of the letter and its size.
MARKS: Final[dict[str, tuple[float, float, float]]] = {
    "K": (50, 50, 27),
    "Q": (50, 57, 24),
    "R": (50, 55, 27),
    "B": (50, 51, 24),
    "N": (58, 67, 24),
    "P": (50, 69, 24),
    "O": (50, 69, 24),
}

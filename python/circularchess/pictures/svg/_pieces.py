"""The piece pictures: vector drawings made for this project.

Each is a fragment of SVG in a box of 100 x 100 and stays inside the circle of radius 48 around its
middle, so that it fits a cell whichever way the cell is turned. Fill, stroke and line width come
from the group around it; `currentColor` is the colour of details.
"""

from __future__ import annotations

from typing import Final

__all__ = ["DRAWINGS", "MARKS", "TOKEN", "TOKEN_LETTER", "TURNING"]

#: The foot all pieces stand on.
_FOOT: Final = '<path d="M28 79H72a4.5 4.5 0 0 1 0 9H28a4.5 4.5 0 0 1 0-9Z"/>'
_DETAIL: Final = 'fill="none" stroke="currentColor" stroke-width="3.2"'
_LINE: Final = 'fill="none"'
_STRIPE: Final = 'fill="none" stroke="currentColor" stroke-width="5"'
_DOT: Final = 'fill="currentColor" stroke="none"'

#: A horse's head; as it stands, or smaller below what it wears.
_HORSE: Final = (
    '<path d="M31 79C31 66 45 62 47 50C42 54 39 53 35 56C33 61 28 63 24 61C18 58 16 54 19 48'
    'C22 41 26 38 27 31C29 25 34 21 39 19L40 9L50 17C69 20 78 45 73 79Z"/>'
    f'<circle {_DOT} cx="36" cy="32" r="3.2"/><circle {_DOT} cx="23.5" cy="52" r="2"/>'
)
_MANE: Final = f'<path {_DETAIL} d="M54 25C64 31 67 42 67 54"/>'
_LOW_HORSE: Final = (
    f'<g transform="matrix(.74 0 0 .74 12 22.9)" stroke-width="5.4">{_HORSE}{_FOOT}</g>'
)

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
    "N": f"{_HORSE}{_MANE}{_FOOT}",
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
    "F": (
        '<path d="M25 33L40 47L50 22L60 47L75 33L66 67H34Z"/>'
        '<circle cx="25" cy="30" r="5"/><circle cx="75" cy="30" r="5"/>'
        '<circle cx="50" cy="18" r="5.6"/>'
        '<path d="M33 67H67C67 72 71 74 72 79H28C29 74 33 72 33 67Z"/>'
        f"{_FOOT}"
    ),
    "E": (
        '<path d="M35 79C38 72 42 68 42 61C36 60 34 55 32 49C31 58 31 67 24 71C17 74 12 69 13 62'
        'C20 65 20 54 19 43C18 26 32 14 49 15C71 16 80 33 77 53C75 65 71 71 72 79Z"/>'
        f'<path {_DETAIL} d="M48 30C56 22 69 27 69 38C69 50 58 56 52 49C47 43 48 36 48 30Z"/>'
        f'<circle {_DOT} cx="34" cy="36" r="3.4"/>'
        f"{_FOOT}"
    ),
    "W": (
        '<path d="M41 50H59C59 64 70 68 72 79H28C30 68 41 64 41 50Z"/>'
        '<path d="M50 19C44 14 46 9 53 6C56 11 55 16 50 19Z"/>'
        '<path d="M25 37C25 24 38 18 50 18C62 18 75 24 75 37C75 46 68 52 60 52H40'
        'C32 52 25 46 25 37Z"/>'
        f'<path {_DETAIL} d="M28 31C42 31 56 39 65 50M72 31C63 31 55 35 50 39"/>'
        f"{_FOOT}"
    ),
    "G": (
        f'<path {_LINE} d="M24 53C22 42 19 33 26 22M30 50C31 42 33 32 41 25"/>'
        '<path d="M17 62C17 52 28 46 40 50L79 66C81 68 80 71 77 71L34 75C23 76 17 71 17 62Z"/>'
        f'<path {_LINE} d="M33 74L28 80M46 73L43 80"/>'
        '<path d="M50 65L66 18C68 15 72 15 73 19L81 76C81 80 75 81 74 77L66 42L60 69Z"/>'
        f'<circle {_DOT} cx="25" cy="59" r="3.2"/>'
        f"{_FOOT}"
    ),
    "D": (
        '<path d="M31 13H40V20H46V13H54V20H60V13H69V31H65V59H73V76H27V59H35V31H31Z"/>'
        f'<path {_DETAIL} d="M36 31H64M36 59H64"/>'
        '<circle cx="36" cy="78" r="9.5"/><circle cx="64" cy="78" r="9.5"/>'
        f'<circle {_DOT} cx="36" cy="78" r="2.6"/><circle {_DOT} cx="64" cy="78" r="2.6"/>'
    ),
    "C": (
        '<path d="M14 31C13 24 19 21 25 22L29 17L33 22C38 25 38 30 36 34C34 41 36 45 41 44'
        "C46 43 47 21 58 21C69 21 68 41 75 47C80 52 78 62 77 79H67L65 63H47L45 79H35L33 61"
        'C25 57 23 47 24 37C19 39 15 36 14 31Z"/>'
        f'<circle {_DOT} cx="26" cy="28" r="2.6"/>'
        f"{_FOOT}"
    ),
    "Z": (
        '<g transform="matrix(-1 0 0 1 100 0)">'
        f"{_HORSE}"
        f'<path {_STRIPE} d="M54 21L48 31M64 28L52 42M71 41L58 55"/>'
        "</g>"
        f"{_FOOT}"
    ),
    "I": (
        '<path d="M58 79C76 66 84 44 67 27L66 15L56 22C50 24 47 27 45 32"/>'
        '<g transform="matrix(.86 0 0 .86 2 11.5)" stroke-width="4.6">'
        f"{_HORSE}</g>"
        f"{_FOOT}"
    ),
    "A": (
        f"{_LOW_HORSE}"
        '<path d="M50 10C38 18 34 27 38 38H62C66 27 62 18 50 10Z"/>'
        '<circle cx="50" cy="8" r="4"/>'
        f'<path {_DETAIL} d="M51 26L57 18"/>'
    ),
    "M": (
        f"{_LOW_HORSE}"
        '<path d="M32 9H41V16H46V9H54V16H59V9H68V24L63 29V38H37V29L32 24Z"/>'
        f'<path {_DETAIL} d="M36 27H64"/>'
    ),
    "Y": (
        f"{_LOW_HORSE}"
        '<path d="M29 16L40 24L43 10L50 22L57 10L60 24L71 16L64 38H36Z"/>'
        '<circle cx="29" cy="14" r="3.6"/><circle cx="43" cy="8" r="3.6"/>'
        '<circle cx="57" cy="8" r="3.6"/><circle cx="71" cy="14" r="3.6"/>'
    ),
    "V": (
        '<circle cx="50" cy="23" r="10"/>'
        '<path d="M50 38C54 28 77 27 75 44C74 54 64 58 64 67H36C36 58 26 54 25 44'
        'C23 27 46 28 50 38Z"/>'
        '<path d="M33 67H67C67 72 71 74 72 79H28C29 74 33 72 33 67Z"/>'
        f"{_FOOT}"
    ),
    "X": (
        '<path d="M58 79L80 79L74 64L52 56Z"/>'
        '<path d="M19 53C14 47 17 39 24 36L68 15L79 34L36 61C30 64 23 60 19 53Z"/>'
        f'<path {_DETAIL} d="M61 19L72 38"/>'
        '<circle cx="46" cy="64" r="20"/>'
        f'<circle {_DETAIL} cx="46" cy="64" r="11.5"/>'
        f"{_FOOT}"
    ),
}

#: An anticlockwise pawn, where each pawn keeps a direction of its own: its head turns that way.
TURNING: Final = (
    '<path d="M42 47C42 60 30 65 28 79H72C70 65 58 60 58 47Z"/>'
    '<path d="M35.5 21L18 22L26.5 40L31 34A20 20 0 1 0 46 9.6L47 19A10.5 10.5 0 1 1 38.5 33'
    'L35.5 29Z"/>'
    '<path d="M38 47H62a3 3 0 0 1 0 6H38a3 3 0 0 1 0-6Z"/>'
    f"{_FOOT}"
)

#: Under the letter of a piece that has no drawing of its own.
TOKEN: Final = (
    '<path d="M33 60H67C67 70 71 73 72 79H28C29 73 33 70 33 60Z"/>'
    '<circle cx="50" cy="36" r="28"/>'
    f"{_FOOT}"
)
#: Middle and size of that letter.
TOKEN_LETTER: Final = (50.0, 36.0, 44.0)

#: Where an army's letter stands on a drawing: middle of the letter and its size.
MARKS: Final[dict[str, tuple[float, float, float]]] = {
    "K": (50, 50, 27),
    "Q": (50, 57, 24),
    "R": (50, 55, 27),
    "B": (50, 51, 24),
    "N": (58, 67, 24),
    "P": (50, 69, 24),
    "O": (50, 69, 24),
    "F": (50, 57, 24),
    "E": (56, 66, 22),
    "W": (50, 67, 24),
    "G": (41, 61, 18),
    "D": (50, 45, 26),
    "C": (57, 48, 22),
    "Z": (44, 67, 24),
    "I": (49, 68, 22),
    "A": (55, 72, 20),
    "M": (55, 72, 20),
    "Y": (55, 72, 20),
    "V": (50, 52, 25),
    "X": (46, 64, 22),
    "token": (50, 72, 19),
}

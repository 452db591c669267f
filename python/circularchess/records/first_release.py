"""Records of the first release, which named the squares of `orthodox` and `cylinder` otherwise.

There the letter was the ring and the number the file, as on round boards: `e4` was `d5`. Such
records are not read; here is what tells them from others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..errors import CircularChessError
from ..notation.san import notation

if TYPE_CHECKING:
    from ..engine import Position
    from ..variant import Variant

__all__ = ["hint", "usual"]

_PARTS: Final = re.compile("([a-h])([1-8])|([a-h])|([1-8])", re.ASCII)
_LETTERS: Final = "abcdefgh"


def usual(text: str) -> str:
    """A move of the first release in usual names.

    >>> usual("d5"), usual("N7c6"), usual("d5xe4")
    ('e4', 'Ngf3', 'e4xd5')
    """

    def part(match: re.Match[str]) -> str:
        ring, file = match[1] or match[3], match[2] or match[4]
        letter = _LETTERS[int(file) - 1] if file else ""
        return letter + (str(_LETTERS.index(ring) + 1) if ring else "")

    return _PARTS.sub(part, text)


def hint(variant: Variant, position: Position, text: str) -> str:
    """What to add to the error for a move that cannot be made, if it seems to be such a move.

    >>> from circularchess import Board
    >>> board = Board("orthodox")
    >>> hint(board.variant, board.position, "d5")
    "; it would be 'e4' in a record of the first release, which had ring letters first"
    >>> hint(board.variant, board.position, "e5")
    ''
    """
    if variant.id not in ("orthodox", "cylinder") or variant.names != "file-ring":
        return ""
    try:
        notation(variant).parse(position, usual(text))
    except CircularChessError:
        return ""
    return (
        f"; it would be {usual(text)!r} in a record of the first release, "
        "which had ring letters first"
    )

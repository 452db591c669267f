"""Records of the first release, which named the squares of `orthodox` and `cylinder` otherwise.

There the letter was the ring and the number the file, as on round boards: `e4` was `d5`. Such
records are not read as others are; here is what tells them from others, and the two variants as
they were, to read them by. `circularchess.first_release` makes today's games of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ...errors import CircularChessError
from ...notation.san import notation
from ...variant import Variant
from ..variants import find_variant

if TYPE_CHECKING:
    from ...engine import Position

__all__ = ["find_old", "hint", "old_variant", "today", "usual"]

#: The variants whose squares had other names.
RENAMED: Final = ("orthodox", "cylinder")

_PARTS: Final = re.compile("([a-h])([1-8])|([a-h])|([1-8])", re.ASCII)
_LETTERS: Final = "abcdefgh"


@cache
def old_variant(name: str) -> Variant:
    """`orthodox` or `cylinder` as the first release had it.

    >>> old_variant("orthodox").square("d5"), old_variant("orthodox").files
    ('d5', 10)
    """
    return Variant.from_toml(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


def find_old(text: str, known: Iterable[Variant], digest: str | None = None) -> Variant:
    """The variant that a record of the first release names; as `records.variants.find_variant`.

    >>> find_old("orthodox", ()).files, find_old("circular", ()).files
    (10, 16)
    """
    wanted = text.strip().casefold()
    for name in RENAMED:
        if wanted in (name, old_variant(name).name.casefold()):
            return old_variant(name)
    return find_variant(text, known, digest)


def today(variant: Variant) -> Variant:
    """Today's variant in place of one that `old_variant` gave; any other as it is.

    >>> today(old_variant("cylinder").with_options({"en_passant": False})).names
    'file-ring'
    """
    for name in RENAMED:
        if variant.id == name and variant.toml == old_variant(name).toml:
            return Variant.load(name).with_options(variant.changed_options)
    return variant


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
    if variant.id not in RENAMED or variant.names != "file-ring":
        return ""
    try:
        notation(variant).parse(position, usual(text))
    except CircularChessError:
        return ""
    return (
        f"; it would be {usual(text)!r} in a record of the first release, "
        "which had ring letters first"
    )

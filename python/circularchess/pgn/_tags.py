"""The tags of game records: which there are, and what they say of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ..errors import InvalidGameError, shorten

if TYPE_CHECKING:
    from ..variant import Variant

__all__ = [
    "ROSTER",
    "TAG_NAME",
    "UNQUOTABLE",
    "check_headers",
    "check_value",
    "known_headers",
    "player_tags",
    "reserved_tags",
    "unescaped",
]

#: The tags every record begins with, beside players and result, and how they say "unknown".
ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}

#: What cannot stand in a value: it would end the line, or is no text at all.
UNQUOTABLE: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029]")

TAG_NAME: Final = re.compile("[A-Za-z0-9_]{1,255}", re.ASCII)


def player_tags(variant: Variant) -> dict[str, str]:
    """The letter of each army by the tag that names its player: the army's own name.

    >>> from circularchess import Variant
    >>> player_tags(Variant.load("bhati-3"))
    {'Red': 'r', 'Yellow': 'y', 'Blue': 'b'}
    """
    tags = {}
    for army in variant.armies:
        name = army.name if TAG_NAME.fullmatch(army.name) else f"Army_{army.letter}"
        tags[name] = army.letter
    return tags


def reserved_tags(variant: Variant) -> frozenset[str]:
    """The tags that say what a game knows by itself."""
    return frozenset(("Result", "Variant", "Options", "SetUp", "FEN", *player_tags(variant)))


def known_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers without those that only say that something is unknown.

    >>> known_headers({"Event": "?", "Date": "2026.01.01", "Annotator": "?"})
    {'Date': '2026.01.01', 'Annotator': '?'}
    """
    return {
        name: value
        for name, value in headers.items()
        if name not in ROSTER or value not in ("", "?", ROSTER[name])
    }


def check_headers(headers: Mapping[str, str], variant: Variant) -> None:
    """Raise `InvalidGameError` for headers that no record of the variant can hold.

    >>> from circularchess import Variant
    >>> check_headers({"Event": "Club"}, Variant.load("circular"))
    >>> check_headers({"FEN": "?"}, Variant.load("circular"))
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidGameError: the tag 'FEN' is written from the game itself
    """
    reserved = reserved_tags(variant)
    for name, value in headers.items():
        if not isinstance(name, str) or not TAG_NAME.fullmatch(name):
            raise InvalidGameError(f"no name for a tag: {shorten(name)}")
        if name in reserved:
            raise InvalidGameError(f"the tag {shorten(name)} is written from the game itself")
        check_value(name, value)


def check_value(name: str, value: object) -> str:
    """The value of a tag. Raises `InvalidGameError` for what no record can hold.

    >>> check_value("Event", "Club")
    'Club'
    """
    if not isinstance(value, str) or UNQUOTABLE.search(value):
        raise InvalidGameError(f"tag {shorten(name)}: not a single line of text: {shorten(value)}")
    return value


def unescaped(text: str) -> str:
    """The value of a tag from its quoted form."""
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)

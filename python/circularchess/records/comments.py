"""Comments and annotation glyphs: what a game may say of a move, and a record of it can hold."""

from __future__ import annotations

import re
from typing import Final

from ..errors import InvalidGameError, shorten

__all__ = ["COMMAND", "MAX_NAG", "SURROGATE", "check_nag", "check_text", "tidy_comment"]

#: What game records write for a departure, which no comment can hold. A bracket that is not
#: closed is a command too, a faulty one.
COMMAND: Final = re.compile(r"\[%(?P<reason>resign|time)\b(?P<army>[^\]\n]*)(?P<end>\]?)")

#: Highest number of a numeric annotation glyph.
MAX_NAG: Final = 255

#: Half a character, which no file can hold.
SURROGATE: Final = re.compile("[\ud800-\udfff]")


def check_text(what: str, text: object) -> str:
    """A text of any lines, such as a comment. Raises `InvalidGameError` for what is none.

    >>> check_text("a comment", "Slow.")
    'Slow.'
    >>> check_text("a comment", "Slow" + chr(0xD800))
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidGameError: a comment must be valid Unicode: 'Slow\\ud800'
    """
    if not isinstance(text, str):
        raise InvalidGameError(f"{what} must be text, not {shorten(text)}")
    if not text.isascii():
        half = SURROGATE.search(text)
        if half is not None:
            near = text[max(half.start() - 20, 0) : half.end() + 20]
            raise InvalidGameError(f"{what} must be valid Unicode: {shorten(near)}")
    return text


def tidy_comment(text: str) -> str:
    """A comment without spaces around its lines, and without empty lines.

    Raises `InvalidGameError` for what no record could hold.

    >>> tidy_comment("  Slow,  \\n\\n but sound. ")
    'Slow,\\nbut sound.'
    """
    if not check_text("a comment", text):
        return ""
    lines = (line.strip() for line in text.splitlines())
    tidy = "\n".join(line for line in lines if line)
    if COMMAND.search(tidy):
        raise InvalidGameError(f"a comment cannot hold a command; add a Departure: {shorten(text)}")
    return tidy


def check_nag(nag: object) -> int:
    """The number of an annotation glyph. Raises `InvalidGameError`.

    >>> check_nag(3)
    3
    """
    if isinstance(nag, bool) or not isinstance(nag, int) or not 0 <= nag <= MAX_NAG:
        raise InvalidGameError(f"no annotation glyph {shorten(nag)}: they go from 0 to {MAX_NAG}")
    return nag

"""The lines of a game record, from whatever they come."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

__all__ = ["TAG", "TOKEN", "Source", "lines_of", "unescaped"]

#: Where records come from: an open file, text or binary, or any lines; or the path of a file.
Source = Iterable[str] | Iterable[bytes] | os.PathLike[str]

#: What movetext is made of. The name of the group that matched says what it is.
TOKEN: Final = re.compile(
    # A number, move or result; `*` is one by itself. After a result of digits the number of the
    # next game may follow at once.
    r"(?P<word>\*|(?:1-0|0-1|1/2-1/2)(?=[0-9]{1,3}\.)"
    r"|[^\s\ufeff{}()\[\];$.!?<>\"*]+(?:(?<=e)\.p\.)?)"
    r"|(?P<dots>\.+)"
    # Comments; one in braces may go on in the next lines.
    r"|(?P<braces>\{[^}]*\}?)|(?P<line_comment>;.*)"
    # `$1`, or `!` and its like. A result may follow a number at once.
    r"|(?P<glyph>\$(?:[0-9]{1,3}?(?=(?:1-0|0-1|1/2-1/2)(?![^\s{}();$\[*]))|[0-9]*)|[!?]+)"
    r"|(?P<open>\()|(?P<close>\))|(?P<bracket>\[)|(?P<stray>[^\s\ufeff])"
)

#: A tag: its name, its value as quoted.
TAG: Final = re.compile(
    r"\[\s*(?P<name>[A-Za-z0-9_]+)\s*\"(?P<value>[^\"\\]*+(?:\\.[^\"\\]*+)*+)\"\s*\]", re.ASCII
)

_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


def lines_of(source: Source) -> Iterator[str]:
    """The lines, without what ends them: `\\n`, `\\r\\n` or `\\r`, and nothing else.

    Bytes are UTF-8, or else Latin-1.
    A text file that cannot be decoded raises `UnicodeDecodeError`.

    >>> list(lines_of([b"Gr\\xfc\\xdfe\\r\\n", "1. b3 *"]))
    ['Grüße', '1. b3 *']
    """
    if isinstance(source, str | bytes):
        raise TypeError("read records from a file, from lines or a pathlib.Path, not from a text")
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            yield from lines_of(file)
        return
    for line in source:
        if isinstance(line, bytes):
            line = _decoded(line)
        elif not isinstance(line, str):
            raise TypeError(f"a line must be text or bytes, not {type(line).__name__}")
        line = line.rstrip("\r\n")
        if "\n" in line or "\r" in line:
            # Old files end their lines with `\r` alone; a caller's "line" may be a whole text.
            yield from re.split("\r\n|\r|\n", line)
        else:
            yield line


def unescaped(text: str) -> str:
    """The value of a tag from its quoted form."""
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")

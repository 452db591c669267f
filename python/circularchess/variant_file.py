"""Tools for those who write variant files: what is wrong with one, and its second edition.

`check` tells everything at once that is wrong with a file, and what is legal but suspicious;
`upgrade` makes a file of the first edition one of the second. `circularchess.json_format.schema`
has the JSON Schema of variant files for editors.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .engine import make_position
from .errors import CircularChessError, InvalidVariantError, shorten
from .notation.fen import parse_fen
from .values.diagnostic import Diagnostic
from .variant import Variant

__all__ = ["Diagnostic", "Upgrade", "check", "upgrade"]

#: The edition that `upgrade` makes.
NEWEST: Final = 2

#: The key that says which edition the file is of, and its value.
_FORMAT: Final = re.compile(r"""((?:format|"format"|'format')[ \t]*=[ \t]*)([+]?\w+)""")
#: What may stand before the first key: blank lines and comments.
_HEAD: Final = re.compile(r"\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*")


def check(text: str | bytes) -> tuple[Diagnostic, ...]:
    """All that is wrong with the text of a variant file, and what is suspicious, from top to end.

    A key is judged whatever is wrong with others, unless its meaning hangs on one of these: with a
    wrong number of rings nobody can tell whether a square exists. The first error says what
    `Variant.from_toml` refuses the file for. Without errors the file can be played.

    Warnings tell what is hardly meant: a piece that gets to a part of the board only, pawns that
    never promote, an army that cannot mate, a kind that no army ever has, a letter or a name used
    for something else than in other variants, a named start that is no position of the game. They
    are given where nothing is wrong, and, but for the named starts, where only names or options
    are. Bytes are read as UTF-8. Raises `TypeError` for what is neither text nor bytes, else
    nothing.

    >>> text = Variant.load("circular").toml
    >>> check(text)
    ()
    >>> wrong = text.replace("rings = 4", "rings = 40").replace('"strict"', '"mild"')
    >>> for found in check(wrong.replace('"snaffle"', '"mild"')):
    ...     print(found)
    7:1: error: board.rings: 40 is not between 1 and 26
    21:1: error: options.check: "mild" is not strict or snaffle
    >>> [found.key for found in check(Variant.load("byzantine").toml)][:2]
    ['armies[0].pawns', 'armies[0].start.ferz']
    """
    from ._core import diagnose

    if isinstance(text, bytes):
        raw = text
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            known = raw[: error.start].decode()
            return (_at_end(known, f"not UTF-8 text at byte {error.start}"),)
    elif not isinstance(text, str):
        raise TypeError(f"the text of a variant file is needed, not {shorten(text)}")
    else:
        try:
            text.encode()
        except UnicodeEncodeError as error:
            known = text[: error.start]
            return (_at_end(known, f"not valid Unicode at character {error.start}"),)
    found = tuple(Diagnostic(*fields) for fields in diagnose(text))  # type: ignore[arg-type]
    if any(finding.severity == "error" for finding in found):
        return found
    return found + tuple(_faulty_starts(text))


def _at_end(known: str, what: str) -> Diagnostic:
    """An error where the part of a file that could be read ends."""
    lines = known.split("\n")
    return Diagnostic("error", len(lines), len(lines[-1]) + 1, "", what)


def _faulty_starts(text: str) -> list[Diagnostic]:
    """Named start positions that cannot be read or played."""
    from ._core import places_of

    variant = Variant.from_toml(text)
    faults: dict[str, str] = {}
    for name, fen in variant.starts.items():
        try:
            make_position(variant, parse_fen(fen, variant))
        except CircularChessError as error:
            faults[name] = str(error)
    places = places_of(text, [["starts", name] for name in faults])
    return [
        Diagnostic("warning", *place, f"starts.{name}", f"starts.{shorten(name)}: {fault}")
        for (name, fault), place in zip(faults.items(), places, strict=True)
    ]


class Upgrade(NamedTuple):
    """A file of the newest edition, and what was done to get it, a line each.

    `changes` is empty where the file was of that edition already; `hints` say what the edition
    offers that the file might use, which is left to you.
    """

    text: str
    changes: tuple[str, ...]
    hints: tuple[str, ...]


def upgrade(text: str) -> Upgrade:
    """A variant file of the second edition that describes the same game.

    Only what must change is changed: comments, order and spacing stay. Raises
    `InvalidVariantError` when the file is refused as it is; `check` then tells all its faults.

    >>> old = '''
    ... # My game
    ... id = "mine"
    ... ''' + Variant.load("circular").toml.partition('id = "circular"')[2]
    >>> new = upgrade(old)
    >>> new.text.splitlines()[1:4]
    ['# My game', 'format = 2', 'id = "mine"']
    >>> new.changes
    ('line 3: added `format = 2`',)
    >>> Variant.from_toml(new.text) == Variant.from_toml(old)
    True
    >>> upgrade(new.text).changes
    ()
    """
    variant = Variant.from_toml(text)
    said = _edition(text)
    if said is None:
        start = _first_key(text)
        end = "\r\n" if text[start:].partition("\n")[0].endswith("\r") else "\n"
        new = f"{text[:start]}format = {NEWEST}{end}{text[start:]}"
        change = f"added `format = {NEWEST}`"
    elif int(said[2].replace("_", ""), 0) == NEWEST:
        return Upgrade(text, (), _hints(variant))
    else:
        start = said.start()
        new = f"{text[:start]}{said[1]}{NEWEST}{text[said.end() :]}"
        change = f"changed `{said[0]}` to `format = {NEWEST}`"
    if Variant.from_toml(new) != variant:
        raise InvalidVariantError(f"with `format = {NEWEST}` the variant file means another game")
    line = text.count("\n", 0, start) + 1
    return Upgrade(new, (f"line {line}: {change}",), _hints(variant))


def _edition(text: str) -> re.Match[str] | None:
    """Where the text of a file says its edition, if it does."""
    from ._core import places_of

    ((line, column),) = places_of(text, [["format"]])
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return _FORMAT.match(text, start + column - 1)


def _first_key(text: str) -> int:
    """Where the first key or table of a file stands, after comments and blank lines."""
    head = _HEAD.match(text)
    return 0 if head is None else head.end()


def _hints(variant: Variant) -> tuple[str, ...]:
    """What the second edition says better than this file does."""
    hints = []
    files = range(1, variant.files + 1)
    voids: dict[int, int] = dict.fromkeys(files, 0)
    for square in variant.voids:
        voids[square.file] += 1
    whole = [file for file in files if voids[file] == variant.rings]
    if whole and variant.seam == "closed" and variant.centre == "closed":
        names = ", ".join(map(str, whole))
        hints.append(
            f"files with nothing but voids ({names}) part the rest: "
            '`seam = "open"` and fewer files may say the same'
        )
    return tuple(hints)

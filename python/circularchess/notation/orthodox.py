"""Orthodox chess in its usual notation; `circularchess.orthodox` tells what is what."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NoReturn

from ..errors import InvalidFenError, InvalidMoveError, InvalidSquareError, shorten
from ..values.square import Square

__all__ = [
    "export_fen",
    "export_square",
    "export_uci",
    "import_fen",
    "import_square",
    "import_uci",
    "is_usual_fen",
]

_FILES: Final = "abcdefgh"
_SQUARE: Final = re.compile("[a-h][1-8]", re.ASCII)
_MOVE: Final = re.compile(
    "(?P<origin>[a-h][1-8])(?P<target>[a-h][1-8])(?P<promotion>[qrbn]?)", re.ASCII
)
#: No position text of orthodox chess is longer.
_MAX_LENGTH: Final = 200


def import_square(name: str) -> Square:
    """The library's square for a usual name. Raises `InvalidSquareError`.

    >>> import_square("e4")
    'd5'
    """
    if not isinstance(name, str) or not _SQUARE.fullmatch(name):
        raise InvalidSquareError(f"not a square of an 8 x 8 board: {shorten(name)}")
    return Square.at(int(name[1]), _FILES.index(name[0]) + 1)


def export_square(square: str) -> str:
    """The usual name of a square. Raises `InvalidSquareError` for one that has none.

    >>> export_square("d5")
    'e4'
    """
    own = Square(square)
    if own.ring > 8 or own.file > 8:
        raise InvalidSquareError(f"no square of an 8 x 8 board: {str(own)!r}")
    return f"{_FILES[own.file - 1]}{own.ring}"


def import_uci(text: str) -> str:
    """The library's text of a move written as usual. Raises `InvalidMoveError`.

    >>> import_uci("b7a8n")
    'g2h1n'
    """
    return _translate_move(text, import_square)


def export_uci(text: str) -> str:
    """The usual text of a move. Raises `InvalidMoveError` for one that has none.

    >>> export_uci("g2h1n")
    'b7a8n'
    """
    return _translate_move(text, export_square)


def _translate_move(text: str, square: Callable[[str], str]) -> str:
    match = _MOVE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise InvalidMoveError(f"not a move on an 8 x 8 board: {shorten(text)}")
    return f"{square(match['origin'])}{square(match['target'])}{match['promotion']}"


def is_usual_fen(text: str) -> bool:
    """Whether a text looks like a usual position text: it has eight ranks and no void squares.

    >>> is_usual_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
    True
    """
    if not isinstance(text, str):
        raise TypeError(f"a text is needed, not {shorten(text)}")
    placement = text[:_MAX_LENGTH].strip().partition(" ")[0]
    return placement.count("/") == 7 and "*" not in placement


def import_fen(text: str) -> str:
    """The library's form of a usual position text. Raises `InvalidFenError`.

    Only the form is looked at, not whether the position can be played.

    >>> import_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    '4k3**/8**/8**/8**/8**/8**/8**/4K3** w - - 0 1'
    """
    fields = _fields(text)
    rows = fields[0].split("/")
    if len(rows) != 8:
        raise InvalidFenError(f"placement: 8 ranks are needed, not {len(rows)}: {fields[0]!r}")
    fields[0] = "/".join(
        _row(row, rank) + "**" for rank, row in zip(range(8, 0, -1), rows, strict=True)
    )
    return " ".join(_with_en_passant(fields, import_square))


def export_fen(text: str) -> str:
    """The usual form of a position text of the library's. Raises `InvalidFenError`.

    >>> export_fen("8**/8**/8**/4k3**/8**/8**/4P3**/4K3** w - - 0 1")
    '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'
    """
    fields = _fields(text)
    rows = fields[0].split("/")
    if len(rows) != 8:
        raise InvalidFenError(f"placement: 8 rings are needed, not {len(rows)}: {fields[0]!r}")
    usual = []
    for rank, row in zip(range(8, 0, -1), rows, strict=True):
        if not row.endswith("**"):
            raise InvalidFenError(
                f"placement: ring {_FILES[rank - 1]}: {row!r} does not end in two void squares"
            )
        usual.append(_row(row[:-2], rank))
    fields[0] = "/".join(usual)
    return " ".join(_with_en_passant(fields, export_square))


def _fields(text: str) -> list[str]:
    if not isinstance(text, str) or len(text) > _MAX_LENGTH:
        raise InvalidFenError(f"not a position of orthodox chess: {shorten(text)}")
    fields = text.strip(" \t\r\n").split(" ")
    if len(fields) != 6:
        raise InvalidFenError(
            "6 fields separated by single spaces are needed (placement, turn, castling, "
            f"en passant, halfmove, round), not {len(fields)}: {shorten(text)}"
        )
    return fields


def _row(row: str, rank: int) -> str:
    """The rank with neighbouring numbers, which the usual notation allows, drawn together."""

    def fail(what: str) -> NoReturn:
        raise InvalidFenError(f"placement: rank {rank}: {what} in {row!r}")

    cells = ""
    for letter in row:
        if letter in "12345678":
            cells += "." * int(letter)
        elif letter in "KQRBNPkqrbnp":
            cells += letter
        else:
            fail(f"no piece {letter!r}")
    if len(cells) != 8:
        fail(f"{len(cells)} squares, not 8,")
    return re.sub(r"\.+", lambda run: str(len(run[0])), cells)


def _with_en_passant(fields: list[str], translate: Callable[[str], str]) -> list[str]:
    if fields[3] != "-":
        try:
            fields[3] = translate(fields[3])
        except InvalidSquareError:
            raise InvalidFenError(
                f"en passant: {fields[3]!r} is no square of an 8 x 8 board"
            ) from None
    return fields

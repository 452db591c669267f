"""Reading moves as people type them: as SAN (`Nc12`) or as two squares (`c16b14`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ..errors import InvalidGameError, InvalidMoveError, shorten
from ..values.move import Move
from ..values.outcome import possible_results

if TYPE_CHECKING:
    from ..board import Board
    from ..variant import Variant

__all__ = ["move_words", "read_move"]


def read_move(board: Board, text: str) -> Move:
    """The legal move that a text means.

    Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.

    >>> board = Board("circular")
    >>> read_move(board, "c16b14") == read_move(board, "Nb14")
    True
    """
    try:
        Move.from_uci(text)
    except InvalidMoveError:
        return board.parse_san(text)
    return board.parse_uci(text)


# A comment, a number with its dots, dots alone, a glyph, or anything else up to a space.
_WORD: Final = re.compile(
    r"\{[^}]*\}|[0-9]{1,10}\.+|\.{2,3}(?=\s|$)|\$[0-9]+|[^\s{}]+|[{}]", re.ASCII
)
_COUNT: Final = re.compile(r"[0-9]{1,10}\.*|\.+", re.ASCII)


def move_words(text: str, variant: Variant) -> Iterator[str]:
    """The moves of a text, with or without what records write around them.

    Round numbers, dots, comments, glyphs and a result at the end are passed over. Raises
    `InvalidGameError` for what follows a result, for variations and for comments without an end.

    >>> from circularchess import Variant
    >>> circular = Variant.load("circular")
    >>> list(move_words("1. b3! c6 {good} 2.Nb14 $1 1-0", circular))
    ['b3!', 'c6', 'Nb14']
    >>> list(move_words("b2b3 Nc9", circular))
    ['b2b3', 'Nc9']
    """
    results = possible_results(variant)
    ended = ""
    for match in _WORD.finditer(text):
        word = match[0]
        if word in ("{", "}"):
            raise InvalidGameError(f"{word!r} without the other brace")
        if word[0] in "{$" or _COUNT.fullmatch(word):
            continue
        if ended:
            raise InvalidGameError(f"{shorten(word)} after the result {ended!r}")
        if word[0] == "(":
            raise InvalidGameError("a variation: only one line of moves is read")
        if word in results:
            ended = word
            continue
        yield word

"""A described position: whatever a text or a front end says, playable or not."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

from ..errors import InvalidPieceError, shorten
from .piece import Piece, PieceType

if TYPE_CHECKING:
    from .square import Square

__all__ = ["Setup", "check_setup"]

_KINDS: Final = frozenset(map(int, PieceType))


@dataclass
class Setup:
    """Everything a position text says. An engine turns it into a position, or says why not.

    `pieces` by square; `turn`, the letter of the army to move; `castling`, rights as (army letter,
    "K" or "Q"); `en_passant`, the squares passed over while the right to capture there lasts;
    `halfmove`, single moves since the last capture, pawn move or elimination; `round`, from 1;
    `in_play`, letters of the armies in play, None for all that have a piece and are not inert;
    `bridged`, the moats that have been bridged, each by its file; `inert`, letters of eliminated
    armies whose men are still on the board. It is an empty form to fill in: what is put into it is
    looked at when a board or a text is made of it.

    >>> from circularchess import Piece, PieceType, Square
    >>> setup = Setup({Square("a1"): Piece("w", PieceType.KING)}, turn="w")
    >>> setup.halfmove, setup.round
    (0, 1)
    """

    pieces: dict[Square, Piece] = field(default_factory=dict)
    turn: str = ""
    castling: frozenset[tuple[str, str]] = frozenset()
    en_passant: tuple[Square, ...] = ()
    halfmove: int = 0
    round: int = 1
    in_play: frozenset[str] | None = None
    bridged: frozenset[int] = frozenset()
    inert: frozenset[str] = frozenset()

    def copy(self) -> Self:
        """An independent copy.

        >>> setup = Setup(turn="w")
        >>> twin = setup.copy()
        >>> twin.turn = "b"
        >>> setup.turn
        'w'
        """
        twin = copy.copy(self)
        twin.pieces = dict(self.pieces)
        return twin


def check_setup(setup: Setup) -> None:
    """Look at the types of all that a set-up holds, so that engines need not.

    Raises `TypeError`, and `InvalidPieceError` for a kind of piece that does not exist. Whether
    letters and squares mean anything on a board is for engines to say.

    >>> check_setup(Setup(turn=1))
    Traceback (most recent call last):
    ...
    TypeError: setup: turn is a letter, not 1
    """
    if not isinstance(setup, Setup):
        raise TypeError(f"a Setup is needed, not {shorten(setup)}")
    if not isinstance(setup.pieces, dict):
        raise TypeError(f"setup: pieces are a dict by square, not {shorten(setup.pieces)}")
    for square, piece in setup.pieces.items():
        if not isinstance(square, str) or not isinstance(piece, Piece):
            raise TypeError(
                f"setup: a Piece on a square is needed, not {shorten(piece)} on {shorten(square)}"
            )
        army, kind, outbound = piece
        if type(kind) is not PieceType:
            if not isinstance(kind, int):
                raise TypeError(f"setup: the type of a Piece is a PieceType, not {shorten(kind)}")
            if kind not in _KINDS:
                raise InvalidPieceError(f"setup: no kind of piece {shorten(kind)}")
        if not isinstance(army, str) or not isinstance(outbound, bool):
            raise TypeError(
                "setup: a Piece has the letter of an army and is outbound or not, "
                f"not {shorten(army)} and {shorten(outbound)}"
            )
    if not isinstance(setup.turn, str):
        raise TypeError(f"setup: turn is a letter, not {shorten(setup.turn)}")
    _check_collection("castling", setup.castling, "(army, wing)", _is_right)
    _check_collection("en_passant", setup.en_passant, "squares", _is_text)
    if setup.in_play is not None:
        _check_collection("in_play", setup.in_play, "letters", _is_text)
    _check_collection("bridged", setup.bridged, "files", _is_file)
    _check_collection("inert", setup.inert, "letters", _is_text)
    for name in ("halfmove", "round"):
        value = getattr(setup, name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"setup: {name} is a whole number, not {shorten(value)}")


def _check_collection(
    name: str, found: object, what: str, is_one: Callable[[object], bool]
) -> None:
    if not isinstance(found, Collection) or isinstance(found, str | bytes):
        raise TypeError(f"setup: {name} is a collection of {what}, not {shorten(found)}")
    for item in found:
        if not is_one(item):
            raise TypeError(f"setup: {name} is a collection of {what}, not of {shorten(item)}")


def _is_text(item: object) -> bool:
    return isinstance(item, str)


def _is_file(item: object) -> bool:
    return isinstance(item, int) and not isinstance(item, bool)


def _is_right(item: object) -> bool:
    return isinstance(item, tuple) and len(item) == 2 and all(map(_is_text, item))

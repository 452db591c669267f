"""Pieces: a type, the letter of an army, and for pawns whether they are outbound."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["Piece", "PieceType"]


class PieceType(IntEnum):
    """The six kinds of piece, numbered as python-chess numbers them."""

    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4
    QUEEN = 5
    KING = 6


class Piece(NamedTuple):
    """A piece of `army` (its letter). `outbound` is for pawns that crossed a null centre."""

    army: str
    type: PieceType
    outbound: bool = False

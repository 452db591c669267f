"""Variants as data: the parsed form of a variant file, shared by both engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .piece import PieceType
from .square import Square

__all__ = ["Army", "Variant"]


@dataclass(frozen=True)
class Castling:
    """Home squares of an army that may castle; a side that cannot is None."""

    king: Square
    king_side: Square | None
    queen_side: Square | None


@dataclass(frozen=True)
class Army:
    """One player's pieces and how they move."""

    letter: str
    name: str
    seat: int
    side: str
    #: Radial pawns: forward at the start. None with ring pawns.
    pawn_direction: Literal["inward", "outward"] | None
    #: Ring pawns: the files where a pawn goes clockwise, and where anticlockwise.
    clockwise_files: frozenset[int]
    anticlockwise_files: frozenset[int]
    promotion_squares: frozenset[Square]
    castling: Castling | None
    start: Mapping[Square, PieceType]


@dataclass(frozen=True)
class VariantData:
    """All that a variant file says, checked. Rings and files count from 1."""

    id: str
    name: str
    source: str
    rings: int
    files: int
    centre: Literal["closed", "null"]
    voids: frozenset[Square]
    pawn_kind: Literal["ring", "radial"]
    armies: tuple[Army, ...]  # in seat order
    #: "ends": two armies, mate ends the game and pieces stay on the board.
    #: "eliminates": a mated army is eliminated and its pieces leave (Bhati).
    checkmate: Literal["ends", "eliminates"]
    #: Lone pieces that cannot mate a bare king (beside king against king).
    dead_with_bare_king: frozenset[PieceType]
    dead_same_colour_bishops: bool
    fen_style: Literal["letters", "commas"]
    #: Named other start positions, as FEN.
    starts: Mapping[str, str]
    # Options in force.
    check: Literal["strict", "snaffle"]
    stalemate: Literal["pass", "eliminate", "draw"] | None  # None: fewer than three armies
    double_step: bool
    en_passant: bool
    castling: bool
    null_shift: int | None  # None: closed centre

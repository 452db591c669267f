"""What a legal move is and does, as the engines tell it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .event import Event
from .move import Move
from .piece import Piece, PieceType
from .square import Square

__all__ = ["CastlingSide", "Direction", "MoveInfo", "MovePath"]

CastlingSide = Literal["king_side", "queen_side"]
Direction = Literal[
    "clockwise",
    "anticlockwise",
    "outward",
    "inward",
    "outward-clockwise",
    "outward-anticlockwise",
    "inward-clockwise",
    "inward-anticlockwise",
]


class MovePath(NamedTuple):
    """One way that a piece may take from the square it leaves to the square it reaches.

    `squares` are those passed, both ends included; between any two that follow each other lies
    one step. A leap passes none: it has its two ends (a rider's repeated leaps those between).
    `direction` is that of the first step, None for leaps; a way through a null centre begins
    inward and goes on outward, which `through_centre` says.

    >>> MovePath((Square("a1"), Square("a16")), "anticlockwise", False).direction
    'anticlockwise'
    """

    squares: tuple[Square, ...]
    direction: Direction | None
    through_centre: bool


class MoveInfo(NamedTuple):
    """What a legal move is: who moves, what it takes, what comes of it, and by which ways.

    Get it from `Board.describe`. Armies are letters.

    - `mover`: the piece as it stands before the move.
    - `captured`, `capture_square`: the piece taken and where it stood, None if none is. Of a pawn
      taken in passing that is not the square the move goes to.
    - `castling`: "king_side" or "queen_side", else None; `rook_move` is then from where to where
      the rook goes.
    - `en_passant`: whether a pawn is taken in passing.
    - `met`: the square of the pawn of its own army that a pawn's move takes off the board
      together with itself, where pawns that meet vanish; else None.
    - `check`: the armies whose king a man of the mover's side attacks once the move is made,
      those mated by it too, in seat order. An army whose king is taken has gone by then.
    - `events`: what follows, in order, as the turn passes on: kings taken, mates, eliminations.
    - `paths`: all the ways it may take, the shortest first. Of ways of one length the clockwise
      ones come first, then those straight in or out, then the anticlockwise ones; in each,
      outward before inward.
    - `san`: the move in short form; empty when the engine's position was asked, which knows no
      text.

    >>> from circularchess import Board
    >>> board = Board("circular", "8k7/16/16/R6K8 w - - 0 1")
    >>> info = board.describe(board.parse_san("Ra15"))
    >>> info.path, info.direction
    (('a1', 'a16', 'a15'), 'anticlockwise')
    >>> info.mover.symbol, info.is_capture, info.check
    ('wR', False, ())
    """

    move: Move
    mover: Piece
    captured: Piece | None
    capture_square: Square | None
    castling: CastlingSide | None
    rook_move: tuple[Square, Square] | None
    en_passant: bool
    met: Square | None
    check: tuple[str, ...]
    events: tuple[Event, ...]
    paths: tuple[MovePath, ...]
    san: str = ""

    @property
    def promotion(self) -> PieceType | None:
        """What a pawn becomes, None if it stays one."""
        return self.move.promotion

    @property
    def is_capture(self) -> bool:
        """Whether a piece is taken, in passing or not."""
        return self.captured is not None

    @property
    def path(self) -> tuple[Square, ...]:
        """The squares of the first of the `paths`."""
        return self.paths[0].squares

    @property
    def direction(self) -> Direction | None:
        """Which way the first of the `paths` begins, None for a leap."""
        return self.paths[0].direction

    @property
    def through_centre(self) -> bool:
        """Whether the first of the `paths` goes through a null centre."""
        return self.paths[0].through_centre

    @property
    def checkmates(self) -> tuple[str, ...]:
        """The armies found mated as the turn passes on, in that order."""
        return tuple(event.army for event in self.events if event.kind == "checkmated")

    @property
    def eliminates(self) -> tuple[str, ...]:
        """The armies it puts out of play, in that order."""
        return tuple(event.army for event in self.events if event.kind == "eliminated")

"""What an engine must offer. `Board` and everything above it know engines only by this.

There are two: the Rust engine and `circularchess.reference`, written independently in plain
Python. Positions are values: nothing a caller does changes one.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Literal, Protocol, Self

from .errors import CircularChessError, shorten
from .values.setup import check_setup
from .variant import Variant, rules_of

if TYPE_CHECKING:
    from fractions import Fraction

    from .values.event import Event
    from .values.move import Move
    from .values.move_info import MoveInfo
    from .values.piece import Piece
    from .values.refusal import Refusal
    from .values.setup import Setup
    from .values.square import Square

__all__ = ["ENGINES", "EngineName", "Position", "check_position", "make_position"]

EngineName = Literal["rust", "reference"]
ENGINES: tuple[EngineName, ...] = ("rust", "reference")


class Position(Protocol):
    """A playable state of a game: what stands where, who moves, and with which rights.

    >>> from circularchess import Board, Move
    >>> start = Board("circular").position
    >>> later = start.play(Move.from_uci("b2b3"))
    >>> start.turn, later.turn, later.legal_count(), later.perft(2)
    ('w', 'b', 12, 156)
    """

    @property
    def turn(self) -> str:
        """Letter of the army to move."""

    @property
    def in_play(self) -> tuple[str, ...]:
        """Letters of the armies not eliminated, in seat order."""

    @property
    def halfmove(self) -> int:
        """Single moves since the last capture, pawn move or elimination."""

    @property
    def round(self) -> int:
        """Round number, from 1."""

    @property
    def end(self) -> tuple[str, tuple[str, ...]] | None:
        """How the game ended by mate, stalemate or elimination, and the winning armies."""

    def points(self) -> dict[str, Fraction] | None:
        """What each army has scored, in seat order; None while `end` is None."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the action that led here brought about, in order."""

    def piece_at(self, square: str, /) -> Piece | None:
        """The piece on a square. Raises `InvalidSquareError` for a square not on the board."""

    def piece_map(self) -> dict[Square, Piece]:
        """All pieces by square."""

    def castling(self) -> tuple[tuple[str, str], ...]:
        """Rights as (army, "K" or "Q"), in seat order."""

    def en_passant(self) -> tuple[Square, ...]:
        """Passed-over squares, in the seat order of their owners."""

    def setup(self) -> Setup:
        """The position described, with the armies in play filled in."""

    def legal_moves(self) -> list[Move]:
        """All legal moves in order; none when the game is finished."""

    def safe_moves(self) -> list[Move]:
        """The legal moves that leave the mover's own king unattacked."""

    def legal_count(self) -> int:
        """Number of legal moves."""

    def is_legal(self, move: Move, /) -> bool:
        """Whether the move is legal here."""

    def is_safe(self, move: Move, /) -> bool:
        """Whether the move is legal here and leaves the mover's own king unattacked."""

    def is_check(self, army: str, /) -> bool:
        """Whether an enemy attacks the army's king."""

    def attackers(self, army: str, square: str, /) -> list[Square]:
        """Squares of the army's pieces that attack the square, sorted."""

    def pinned(self, army: str, /) -> list[Square]:
        """The army's pieces of which each alone shuts an enemy's line to its king, sorted."""

    def play(self, move: Move, /) -> Self | None:
        """The position after the move; None when it is not legal."""

    def describe(self, move: Move, /) -> MoveInfo | None:
        """What a legal move is and does, its text left out; None when it is not legal."""

    def refusal(self, move: Move, /) -> Refusal | None:
        """Why a move is not legal; None if it is, or if its squares are not on the board."""

    def resign(self, army: str, /) -> Self:
        """The position after the army, which must be in play, has left the game."""

    def key(self) -> Hashable:
        """Equal for two positions when the repetition rule says they are the same."""

    def perft(self, depth: int, /) -> int:
        """Number of sequences of `depth` legal moves."""


def check_position(position: object) -> None:
    """Refuse what is no position of any engine. Raises `TypeError`.

    >>> check_position("start")
    Traceback (most recent call last):
    ...
    TypeError: a position is needed, not 'start'
    """
    if not callable(getattr(position, "legal_moves", None)):
        raise TypeError(f"a position is needed, not {shorten(position)}")


def make_position(variant: Variant, setup: Setup, engine: EngineName = "rust") -> Position:
    """Have an engine judge a described position.

    Raises `InvalidPositionError` with all the reasons why the position cannot be played, and
    `TypeError` when parts of the description have the wrong type.

    >>> from circularchess import Variant
    >>> variant = Variant.load("circular")
    >>> make_position(variant, variant.start_setup()).legal_count()
    12
    """
    if not isinstance(variant, Variant):
        raise TypeError(f"a Variant is needed, not {shorten(variant)}")
    check_setup(setup)
    return judged(variant, setup, engine)


def judged(variant: Variant, setup: Setup, engine: EngineName) -> Position:
    """As `make_position`, for a set-up that needs no look at its types."""
    if engine == "rust":
        return rules_of(variant).position(setup)
    if engine == "reference":
        from .reference import from_setup

        return from_setup(variant.data, setup)
    raise CircularChessError(f"no engine {shorten(engine)}: there are {', '.join(ENGINES)}")

"""`BoardState`: what a board knows without its history, which `Board` adds."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from .drawing import draw_text, draw_unicode
from .errors import (
    CircularChessError,
    InvalidFenError,
    InvalidPositionError,
    InvalidSquareError,
    shorten,
)
from .fen import write_fen
from .protocol import ENGINES, EngineName, Position, make_position
from .square import Square
from .views import LegalMoves, SafeMoves

if TYPE_CHECKING:
    from .move import Move
    from .piece import Piece
    from .setup import Setup
    from .variant import Variant

__all__ = ["BoardState"]


class BoardState:
    """A variant and a position of it, playable or only described, with all one can ask of it."""

    __slots__ = ("_engine", "_position", "_problems", "_setup", "_variant")

    _variant: Variant
    _engine: EngineName
    # The position, or None while the board holds a setup that cannot be played.
    _position: Position | None
    _setup: Setup | None
    _problems: tuple[tuple[str, str], ...]

    def _hold(self, variant: Variant, setup: Setup, engine: EngineName, validate: bool) -> None:
        if engine not in ENGINES:
            raise CircularChessError(f"no engine {shorten(engine)}: there are {', '.join(ENGINES)}")
        position: Position | None = None
        problems: tuple[tuple[str, str], ...] = ()
        try:
            position = make_position(variant, setup, engine)
        except InvalidPositionError as error:
            if validate:
                raise
            problems = error.problems
        # Nothing can fail from here on: a refused position leaves the board as it was.
        self._variant = variant
        self._engine = engine
        self._position = position
        self._setup = _copy_setup(setup) if position is None else None
        self._problems = problems

    def _playable(self) -> Position:
        if self._position is None:
            raise _invalid(self._problems)
        return self._position

    @property
    def variant(self) -> Variant:
        """The variant with the options in force.

        >>> Board("circular", options={"check": "strict"}).variant
        <Variant 'circular' check=strict>
        """
        return self._variant

    @property
    def engine(self) -> EngineName:
        """Which engine knows the rules: "rust" or "reference".

        >>> Board("circular").engine
        'rust'
        """
        return self._engine

    @property
    def position(self) -> Position:
        """The engine's position, an immutable value. Raises for a position not playable.

        >>> position = Board("circular").position
        >>> position.play(Move("b2", "b3")).turn, position.turn
        ('b', 'w')
        """
        return self._playable()

    @property
    def armies(self) -> tuple[str, ...]:
        """All armies of the variant, in seat order.

        >>> Board("bhati-3").armies
        ('r', 'y', 'b')
        """
        return self._variant.letters

    @property
    def in_play(self) -> tuple[str, ...]:
        """The armies not eliminated, in seat order.

        >>> Board("bhati-3").in_play
        ('r', 'y', 'b')
        """
        return self._playable().in_play

    def side_of(self, army: str) -> str:
        """The name of an army's side; armies with the same side are allies.

        >>> board = Board("bhati-4-pairs")
        >>> board.side_of("r") == board.side_of("g")
        True
        """
        return self._variant.army(army).side

    def allies(self, army: str) -> tuple[str, ...]:
        """The other armies of an army's side, eliminated or not, in seat order.

        >>> Board("bhati-6-trios").allies("y")
        ('r', 'b')
        """
        side = self.side_of(army)
        return tuple(a for a in self._variant.sides[side] if a != army)

    # --- The position --------------------------------------------------------------------------

    @property
    def turn(self) -> str:
        """The letter of the army to move. After the end: of the army mated or next in play.

        >>> Board("bhati-3").turn
        'r'
        """
        return self._position.turn if self._position is not None else self._described().turn

    @property
    def halfmove_clock(self) -> int:
        """Single moves since the last capture, pawn move or elimination.

        >>> board = Board("circular")
        >>> _ = board.push_san("Nb14")
        >>> board.halfmove_clock
        1
        """
        position = self._position
        return position.halfmove if position is not None else self._described().halfmove

    @property
    def round(self) -> int:
        """Round number, from 1; one more whenever the turn comes round to an earlier seat.

        >>> board = Board("circular")
        >>> for text in ("b3", "c6"):
        ...     _ = board.push_san(text)
        >>> board.round
        2
        """
        return self._position.round if self._position is not None else self._described().round

    @property
    def castling_rights(self) -> tuple[tuple[str, str], ...]:
        """Rights of castling as (army, "K" or "Q"), in seat order.

        >>> Board("bhati-2").castling_rights
        (('r', 'K'), ('r', 'Q'), ('g', 'K'), ('g', 'Q'))
        """
        if self._position is not None:
            return self._position.castling()
        return tuple(sorted(self._described().castling))

    @property
    def en_passant_squares(self) -> tuple[Square, ...]:
        """Squares passed over by double steps, while the right to capture there lasts.

        >>> board = Board("orthodox")
        >>> _ = board.push_san("d5")  # e4, as others write it
        >>> board.en_passant_squares
        ('c5',)
        """
        if self._position is not None:
            return self._position.en_passant()
        return self._described().en_passant

    def piece_at(self, square: str) -> Piece | None:
        """The piece on a square, None if it is empty or void.

        Raises `InvalidSquareError` for a text that is no square of the board.

        >>> Board("circular").piece_at("a16")
        Piece(army='w', type=<PieceType.QUEEN: 5>, outbound=False)
        """
        if self._position is not None:
            return self._position.piece_at(self._on_board(square))
        return self._described().pieces.get(self._on_board(square))

    def piece_map(self) -> dict[Square, Piece]:
        """All pieces by square.

        >>> board = Board("circular", "8k7/16/16/K15 w - - 0 1")
        >>> {square: piece.symbol for square, piece in board.piece_map().items()}
        {'a1': 'wK', 'd9': 'bK'}
        """
        if self._position is not None:
            return self._position.piece_map()
        return dict(self._described().pieces)

    def king(self, army: str) -> Square | None:
        """The square of an army's king, None when it has none on the board.

        >>> Board("circular").king("b")
        'a8'
        """
        army = self._variant.army(army).letter
        for square, piece in self.piece_map().items():
            if piece.army == army and piece.letter == "K":
                return square
        return None

    def setup(self) -> Setup:
        """The position described as plain data, a copy.

        >>> board = Board("circular")
        >>> setup = board.setup()
        >>> setup.turn = "b"
        >>> Board.from_setup(setup).turn, board.turn
        ('b', 'w')
        """
        if self._position is not None:
            return self._position.setup()
        return _copy_setup(self._described())

    def _described(self) -> Setup:
        assert self._setup is not None
        return self._setup

    def _on_board(self, square: str) -> Square:
        known = Square(square)
        variant = self._variant
        if known.ring > variant.rings or known.file > variant.files:
            raise InvalidSquareError(
                f"no square {str(known)!r} on this board of {variant.rings} rings "
                f"and {variant.files} files"
            )
        return known

    # --- Legal moves ---------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves:
        """A live view of the legal moves; empty when the game is over.

        >>> board = Board("circular")
        >>> len(board.legal_moves), Move("b2", "b3") in board.legal_moves
        (12, True)
        """
        return LegalMoves(self)

    @property
    def safe_moves(self) -> SafeMoves:
        """A live view of the legal moves that leave the mover's own king unattacked.

        >>> board = Board("circular", "4r3K7/16/3k12/16 w - - 0 1")
        >>> len(board.legal_moves), len(board.safe_moves)
        (5, 3)
        """
        return SafeMoves(self)

    def is_legal(self, move: Move) -> bool:
        """Whether the move is legal here.

        >>> Board("circular").is_legal(Move("b2", "b4"))
        False
        """
        return self._playable().is_legal(move)

    def is_safe(self, move: Move) -> bool:
        """Whether the move is legal here and leaves the mover's own king unattacked.

        >>> board = Board("circular", "4r3K7/16/3k12/16 w - - 0 1")
        >>> board.is_legal(Move("d9", "d10")), board.is_safe(Move("d9", "d10"))
        (True, False)
        """
        return self._playable().is_safe(move)

    # --- Attacks and check ---------------------------------------------------------------------

    def attackers(self, army: str, square: str) -> list[Square]:
        """The squares of an army's pieces that could capture an enemy on `square`, sorted.

        Pins make no difference, nor does what stands on the square; an army out of play attacks
        nothing. En passant does not count.

        >>> Board("circular").attackers("w", "c3")
        ['b2', 'd2']
        """
        army = self._variant.army(army).letter
        return self._playable().attackers(army, self._on_board(square))

    def is_attacked_by(self, army: str, square: str) -> bool:
        """Whether any piece of an army attacks a square, as `attackers` says.

        >>> Board("circular").is_attacked_by("b", "c3")
        False
        """
        return bool(self.attackers(army, square))

    def is_check(self, army: str | None = None) -> bool:
        """Whether an enemy attacks the king of an army, by default of the one to move.

        >>> Board("circular", "4r3K7/16/3k12/16 w - - 0 1").is_check()
        True
        """
        position = self._playable()
        return position.is_check(position.turn if army is None else self._variant.army(army).letter)

    # --- Text ----------------------------------------------------------------------------------

    def fen(self) -> str:
        """The position as text; see `circularchess.fen` for the form.

        A finished game may have a text that cannot be read back: where a king was taken, its army
        is there without it.

        >>> Board("circular").fen()
        'RP4prrp4PR/NP4pnnp4PN/BP4pbbp4PB/KP4pkqp4PQ w - - 0 1'
        """
        return write_fen(self.setup(), self._variant)

    def status(self) -> tuple[tuple[str, str], ...]:
        """All reasons why the position cannot be played, as (kind, text); () if it can.

        >>> Board("circular", "K7k7/K15/16/16 w - - 0 1", validate=False).status()[0][0]
        'kings'
        """
        return self._problems

    def is_valid(self) -> bool:
        """Whether the position can be played.

        >>> Board("circular", "K7k7/K15/16/16 w - - 0 1", validate=False).is_valid()
        False
        """
        return self._position is not None

    def unicode(self, *, width: int | None = None) -> str:
        """The board drawn with chess figures; see `circularchess.drawing`.

        >>> print(Board("circular", "8k7/16/16/K15 w - - 0 1").unicode())
            1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
        d   .  .  .  .  .  .  .  .  ♚  .  .  .  .  .  .  .
        c   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
        b   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
        a   ♔  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
        """
        return draw_unicode(self.piece_map(), self._variant, width=width)

    def text(self, *, width: int | None = None) -> str:
        """The board drawn with letters, in blocks of at most `width` columns if given.

        >>> print(Board("circular", "8k7/16/16/K15 w - - 0 1").text().splitlines()[-1])
        a   K  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
        """
        return draw_text(self.piece_map(), self._variant, width=width)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: see `circularchess.svg`."""
        from . import svg

        # Narrow cells need a larger picture.
        return svg.snapshot(self, size=440 if self._variant.files <= 24 else 720)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        options = self._variant.changed_options
        extra = f", options={options!r}" if options else ""
        if self._engine != "rust":
            extra += f", engine={self._engine!r}"
        if self._position is None:
            extra += ", validate=False"
        try:
            fen = repr(self.fen())
        except InvalidFenError:
            fen = "<a position without text>"
        return f"Board({self._variant.id!r}, {fen}{extra})"


def _invalid(problems: tuple[tuple[str, str], ...]) -> InvalidPositionError:
    text = problems[0][1] if problems else "unknown reason"
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return InvalidPositionError(f"the position cannot be played: {text}{more}", problems)


def _copy_setup(setup: Setup) -> Setup:
    twin = copy(setup)
    twin.pieces = dict(setup.pieces)
    return twin

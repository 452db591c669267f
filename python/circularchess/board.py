"""`Board`: a variant, a position and the moves that led to it."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, Self

from .engine import ENGINES, EngineName, Position, judged
from .errors import (
    CircularChessError,
    IllegalMoveError,
    InvalidFenError,
    InvalidOptionError,
    InvalidPositionError,
    InvalidSquareError,
    shorten,
)
from .notation.fen import parse_fen, write_checked_fen
from .notation.illegal import reason
from .notation.san import notation
from .pictures.text import draw_text, draw_unicode
from .subclassing import added_by_subclass, set_added
from .values.action import AGREED, Departure, Done, Link, leave, links
from .values.event import Event
from .values.move import Move, as_move
from .values.move_info import MoveInfo
from .values.outcome import Outcome, Termination, is_dead_position, outcome_of
from .values.piece import PieceType
from .values.setup import Setup, check_setup
from .values.square import Square
from .variant import Variant
from .views import LegalMoves, SafeMoves

if TYPE_CHECKING:
    from .values.piece import Piece

__all__ = ["Board", "variant_of"]


def variant_of(
    variant: str | Variant, options: Mapping[str, str | bool | int] | None = None
) -> Variant:
    """The variant that an id or a `Variant` and options laid over its own mean.

    >>> variant_of("circular", {"check": "strict"})
    <Variant 'circular' check=strict>
    """
    if not isinstance(variant, Variant):
        variant = Variant.load(variant)
    return variant if options is None else variant.with_options(options)


class Board:
    """A game in progress: the variant, the position and the stack of earlier ones.

    `variant` is the id of a built-in variant or a `Variant`; `options` are laid over its own (see
    `Variant.with_options`). `fen` is the position to begin with, by default the start position.
    `engine` is "rust" or "reference" (the slow and independent one, for checking). A position
    that cannot be played raises `InvalidPositionError`; with `validate=False` the board holds it
    all the same, can show and write it and tell its `status()`, but everything that needs the
    rules then raises.

    Armies are named by letter everywhere, as in `turn`. Boards compare equal when variant,
    position and counters are the same; the moves before and the engine make no difference.

    - Which moves: `legal_moves`, `safe_moves`, `is_legal`, `find_move`.
    - Playing: `push`, `push_san`, `push_uci`, `pop`, `peek`, `resign`, `lose_on_time`,
      `agree_draw`; `move_stack` and `actions` are what was played, `replay` goes through it again,
      `events` are what came of it.
    - What a move is: `describe`, `is_capture`, `gives_check`, `is_castling`, `is_zeroing`.
    - Who and where: `turn`, `in_play`, `piece_at`, `piece_map`, `pieces`, `king`, `attackers`,
      `attacks`, `checkers`, `is_pinned`.
    - How it stands: `is_check`, `is_checkmate`, `is_stalemate`, `outcome`, `result`.
    - Text and pictures: `fen`, `san`, `parse_san`, `to_json`, `text`, `unicode`; see also
      `circularchess.svg`.

    A subclass stays one in `copy`, `root`, pickles and what its class methods make, and copies
    carry what it adds along. `from_setup` and `from_json` call its constructor as `Board`'s.

    >>> board = Board("circular")
    >>> board.turn, len(board.legal_moves)
    ('w', 12)
    >>> board.push(Move("b2", "b3"))
    >>> board.push_uci("c7c6")
    Move.from_uci('c7c6')
    >>> board.pop()
    Move.from_uci('c7c6')
    >>> board.piece_at("b3").symbol
    'wP'
    >>> Board("circular-strict") == Board("circular-strict", engine="reference")
    True
    """

    __hash__ = None  # type: ignore[assignment]

    __slots__ = (
        "__weakref__",
        "_dead",
        "_engine",
        "_history",
        "_position",
        "_problems",
        "_setup",
        "_variant",
    )

    _variant: Variant
    _engine: EngineName
    # The position, or None while the board holds a setup that cannot be played.
    _position: Position | None
    _setup: Setup | None
    _problems: tuple[tuple[str, str], ...]
    # The last link of what was done here.
    _history: Link | None
    # Whether the position is dead, once somebody asked. Only what resets the halfmove count
    # changes the material.
    _dead: bool | None

    def __init__(
        self,
        variant: str | Variant = "circular",
        fen: str | None = None,
        *,
        engine: EngineName = "rust",
        options: Mapping[str, str | bool | int] | None = None,
        validate: bool = True,
    ) -> None:
        variant = variant_of(variant, options)
        setup = variant.start_setup() if fen is None else parse_fen(fen, variant)
        self._set_up(variant, setup, engine, validate)

    @classmethod
    def from_setup(
        cls,
        setup: Setup,
        variant: str | Variant = "circular",
        *,
        engine: EngineName = "rust",
        options: Mapping[str, str | bool | int] | None = None,
        validate: bool = True,
    ) -> Self:
        """A board with a described position, for those who have no text of it.

        Raises `InvalidPositionError` as the constructor does, and `TypeError` when parts of the
        description have the wrong type.

        >>> from circularchess import Piece, Setup, Square
        >>> kings = {Square("a1"): Piece.from_symbol("wK"), Square("a9"): Piece.from_symbol("bK")}
        >>> Board.from_setup(Setup(kings, turn="w")).fen()
        '16/16/16/K7k7 w - - 0 1'
        """
        variant = variant_of(variant, options)
        check_setup(setup)
        plain = cls.__init__ is Board.__init__
        board = cls.__new__(cls) if plain else cls(variant, engine=engine)
        board._set_up(variant, setup, engine, validate)
        return board

    @classmethod
    def _from_position(
        cls, variant: Variant, engine: EngineName, position: Position, history: Link | None
    ) -> Self:
        """A board with an engine's position and what led to it, made without a constructor."""
        board: Self = object.__new__(cls)
        board._variant = variant
        board._engine = engine
        board._hold(position, history)
        return board

    @classmethod
    def _converted(cls, board: Board) -> Self:
        """The same board as one of this class."""
        if type(board) is cls:
            return board
        twin = cls(board._variant, engine=board._engine)
        for name in _OWN_STATE:
            setattr(twin, name, getattr(board, name))
        return twin

    def _set_up(self, variant: Variant, setup: Setup, engine: EngineName, validate: bool) -> None:
        if engine not in ENGINES:
            raise CircularChessError(f"no engine {shorten(engine)}: there are {', '.join(ENGINES)}")
        position: Position | None = None
        problems: tuple[tuple[str, str], ...] = ()
        try:
            position = judged(variant, setup, engine)
        except InvalidPositionError as error:
            if validate:
                raise
            problems = error.problems
        # Nothing can fail from here on: a refused position leaves the board as it was.
        self._variant = variant
        self._engine = engine
        self._hold(position, None)
        if position is None:
            self._setup = _with_own_squares(setup, variant)
            self._problems = problems

    def _hold(self, position: Position | None, history: Link | None) -> None:
        """Hold a position and what led to it."""
        self._position = position
        self._setup = None
        self._problems = ()
        self._history = history
        self._dead = None

    def _playable(self) -> Position:
        position = self._position
        if position is not None:
            return position
        problems = self._problems
        text = problems[0][1] if problems else "unknown reason"
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise InvalidPositionError(f"the position cannot be played: {text}{more}", problems)

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
    def fullmove_number(self) -> int:
        """The `round`, by python-chess's name.

        >>> Board("orthodox").fullmove_number
        1
        """
        return self.round

    def ply(self) -> int:
        """Single moves since the beginning of the game.

        Those before the first position of this board are reckoned from its round, as if every
        army had moved in each.

        >>> board = Board("circular", "8k7/16/16/K15 b - - 0 3")
        >>> board.ply()
        5
        """
        start = self if self._history is None else self.root()
        before = (start.round - 1) * len(self.armies) + self.armies.index(start.turn)
        return before + sum(isinstance(done, Move) for done, _, _ in links(self._history))

    @property
    def castling_rights(self) -> tuple[tuple[str, str], ...]:
        """Rights of castling as (army, "K" or "Q"), in seat order.

        >>> Board("bhati-2").castling_rights
        (('r', 'K'), ('r', 'Q'), ('g', 'K'), ('g', 'Q'))
        """
        if self._position is not None:
            return self._position.castling()
        return tuple(sorted(self._described().castling))

    def has_castling_rights(self, army: str) -> bool:
        """Whether an army has a right to castle left, to whichever side.

        >>> Board("bhati-2").has_castling_rights("r"), Board("circular").has_castling_rights("w")
        (True, False)
        """
        return self.has_kingside_castling_rights(army) or self.has_queenside_castling_rights(army)

    def has_kingside_castling_rights(self, army: str) -> bool:
        """Whether an army has the right to castle to the king's side left.

        >>> Board("orthodox").has_kingside_castling_rights("b")
        True
        """
        return (self._variant.army(army).letter, "K") in self.castling_rights

    def has_queenside_castling_rights(self, army: str) -> bool:
        """Whether an army has the right to castle to the queen's side left.

        >>> Board("orthodox").has_queenside_castling_rights("b")
        True
        """
        return (self._variant.army(army).letter, "Q") in self.castling_rights

    @property
    def en_passant_squares(self) -> tuple[Square, ...]:
        """Squares passed over by double steps, while the right to capture there lasts.

        >>> board = Board("orthodox")
        >>> _ = board.push_san("e4")
        >>> board.en_passant_squares
        ('e3',)
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

    def piece_type_at(self, square: str) -> PieceType | None:
        """The kind of piece on a square, None if it is empty or void.

        >>> Board("orthodox").piece_type_at("d8")
        <PieceType.QUEEN: 5>
        """
        piece = self.piece_at(square)
        return None if piece is None else piece.type

    def pieces(self, piece_type: PieceType, army: str) -> list[Square]:
        """The squares of an army's pieces of one kind, sorted; pawns of either heading.

        >>> Board("orthodox").pieces(PieceType.ROOK, "w")
        ['a1', 'h1']
        """
        if not isinstance(piece_type, int) or isinstance(piece_type, bool):
            raise TypeError(f"a PieceType is needed, not {shorten(piece_type)}")
        wanted = (self._variant.army(army).letter, piece_type)
        return sorted(s for s, p in self.piece_map().items() if (p.army, p.type) == wanted)

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
        return self._described().copy()

    def _described(self) -> Setup:
        assert self._setup is not None
        return self._setup

    def _on_board(self, square: str) -> Square:
        return self._variant.square(square)

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

    def is_legal(self, move: Move | str) -> bool:
        """Whether the move, or the one written in the text, is legal here.

        Raises `InvalidMoveError` for a text that is no move.

        >>> board = Board("circular")
        >>> board.is_legal(Move("b2", "b4")), board.is_legal("b2b3")
        (False, True)
        """
        return self._playable().is_legal(move if type(move) is Move else as_move(move))

    def is_safe(self, move: Move | str) -> bool:
        """Whether the move is legal here and leaves the mover's own king unattacked.

        It may be given as text, as for `is_legal`.

        >>> board = Board("circular", "4r3K7/16/3k12/16 w - - 0 1")
        >>> board.is_legal(Move("d9", "d10")), board.is_safe(Move("d9", "d10"))
        (True, False)
        """
        return self._playable().is_safe(move if type(move) is Move else as_move(move))

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

    def attacks(self, square: str) -> list[Square]:
        """The squares that the piece on a square attacks, sorted, as `attackers` says.

        None if the square is empty, or the piece's army out of play.

        >>> Board("circular").attacks("c16")
        ['a1', 'a15', 'b2', 'b14', 'd2', 'd14']
        """
        position, origin = self._playable(), self._on_board(square)
        piece = position.piece_at(origin)
        if piece is None:
            return []
        variant = self._variant
        targets = (
            variant.square_at(ring, file)
            for ring in range(1, variant.rings + 1)
            for file in range(1, variant.files + 1)
        )
        return sorted(
            target
            for target in targets
            if target not in variant.voids and origin in position.attackers(piece.army, target)
        )

    def checkers(self, army: str | None = None) -> list[Square]:
        """The enemies that attack the king of an army, by default of the one to move, sorted.

        >>> Board("circular", "4r3K7/16/3k12/16 w - - 0 1").checkers()
        ['d5']
        """
        position = self._playable()
        army = position.turn if army is None else self._variant.army(army).letter
        king = self.king(army)
        if king is None or not position.is_check(army):
            return []
        side = self.side_of(army)
        return sorted(
            square
            for other in position.in_play
            if self.side_of(other) != side
            for square in position.attackers(other, king)
        )

    def is_pinned(self, army: str, square: str) -> bool:
        """Whether a piece of an army on a square shields its king from an enemy.

        That is, it alone shuts a line by which the enemy would attack the king. On a ring the
        enemy may still attack it the other way round.

        >>> Board("orthodox", "4k3/8/8/4r3/8/8/4N3/4K3 w - - 0 1").is_pinned("w", "e2")
        True
        """
        army = self._variant.army(army).letter
        return self._on_board(square) in self._playable().pinned(army)

    def is_check(self, army: str | None = None) -> bool:
        """Whether an enemy attacks the king of an army, by default of the one to move.

        >>> Board("circular", "4r3K7/16/3k12/16 w - - 0 1").is_check()
        True
        """
        position = self._playable()
        return position.is_check(position.turn if army is None else self._variant.army(army).letter)

    # --- What kind of move ---------------------------------------------------------------------

    def is_capture(self, move: Move | str) -> bool:
        """Whether a legal move takes a piece, in passing or not. Raises as `describe` does.

        >>> Board("circular").is_capture("b2b3")
        False
        """
        return self._told(move).captured is not None

    def is_en_passant(self, move: Move | str) -> bool:
        """Whether a legal move takes a pawn in passing. Raises as `describe` does.

        >>> Board("circular").is_en_passant("b2b3")
        False
        """
        return self._told(move).en_passant

    def is_castling(self, move: Move | str) -> bool:
        """Whether a legal move is castling. Raises as `describe` does.

        >>> Board("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_castling("e1g1")
        True
        """
        return self._told(move).castling is not None

    def is_kingside_castling(self, move: Move | str) -> bool:
        """Whether a legal move is castling to the king's side. Raises as `describe` does.

        >>> Board("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_kingside_castling("e1g1")
        True
        """
        return self._told(move).castling == "king_side"

    def is_queenside_castling(self, move: Move | str) -> bool:
        """Whether a legal move is castling to the queen's side. Raises as `describe` does.

        >>> Board("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_queenside_castling("e1g1")
        False
        """
        return self._told(move).castling == "queen_side"

    def gives_check(self, move: Move | str) -> bool:
        """Whether an enemy is in check from the mover's side after a legal move, or mated.

        Raises as `describe` does.

        >>> Board("circular", "K7k7/16/16/R15 w - - 0 1").gives_check("a1a9")
        True
        """
        return bool(self._told(move).check)

    def is_zeroing(self, move: Move | str) -> bool:
        """Whether a legal move is a capture or one of a pawn, and so sets the halfmove clock to 0.

        Raises as `describe` does.

        >>> Board("circular").is_zeroing("b2b3"), Board("circular").is_zeroing("c16b14")
        (True, False)
        """
        info = self._told(move)
        return info.captured is not None or info.mover.type is PieceType.PAWN

    def is_irreversible(self, move: Move | str) -> bool:
        """Whether no later position can be the one before a legal move.

        So it is where `is_zeroing` says so, where a right of castling ends, and where a capture
        in passing was possible. Raises as `describe` does.

        >>> board = Board("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> board.is_irreversible("e1e2")
        True
        """
        if self.is_zeroing(move) or self.has_legal_en_passant():
            return True
        before = self._playable()
        after = before.play(self._told(move).move)
        return after is None or after.castling() != before.castling()

    def has_legal_en_passant(self) -> bool:
        """Whether a pawn may be taken in passing now.

        >>> Board("orthodox", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").has_legal_en_passant()
        True
        """
        passed = self.en_passant_squares
        return bool(passed) and any(
            move.to_square in passed and self.is_en_passant(move) for move in self.legal_moves
        )

    def _told(self, move: Move | str) -> MoveInfo:
        """What the engine tells of a legal move, its text left out."""
        info = self._playable().describe(move := as_move(move))
        if info is None:
            raise self._illegal(move)
        return info

    # --- Moves ---------------------------------------------------------------------------------

    def parse_uci(self, text: str) -> Move:
        """Read a move, which must be legal here.

        Raises `InvalidMoveError` for a text that is no move, `IllegalMoveError` for another move.

        >>> Board("circular").parse_uci("b2b4")
        Traceback (most recent call last):
        ...
        circularchess.errors.IllegalMoveError: illegal move 'b2b4' (b4 is two steps away)
        """
        move = self._variant.read_move(Move.from_uci(text))
        if not self.is_legal(move):
            raise self._illegal(move)
        return move

    def parse_san(self, text: str) -> Move:
        """Read a move in short or long form, which must be legal here; see `circularchess.san`.

        Raises `InvalidMoveError` for a text that is no move, `IllegalMoveError` when no legal
        move fits it, `AmbiguousMoveError` when several do.

        >>> board = Board("circular")
        >>> board.parse_san("b3"), board.parse_san("Nb14")
        (Move.from_uci('b2b3'), Move.from_uci('c16b14'))
        >>> board.parse_san("Nxb9")
        Traceback (most recent call last):
        ...
        circularchess.errors.IllegalMoveError: illegal move 'Nxb9' (w to move: no wN goes to b9)
        """
        return notation(self._variant.data).parse(self._playable(), text)

    def describe(self, move: Move | str) -> MoveInfo:
        """What a legal move is and does: mover, what it takes, its ways, its short form.

        It may be given as text, as for `is_legal`. Raises `IllegalMoveError` when it is not legal.

        >>> board = Board("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> info = board.describe("e1g1")
        >>> info.san, info.castling, info.rook_move, info.path
        ('O-O', 'king_side', ('h1', 'f1'), ('e1', 'f1', 'g1'))
        """
        move = as_move(move)
        return notation(self._variant.data).describe(self._legal(move), move)

    def uci(self, move: Move) -> str:
        """The move as text, as `Move.uci` gives it; legal or not.

        >>> Board("circular").uci(Move("b2", "b3"))
        'b2b3'
        """
        if not isinstance(move, Move):
            raise TypeError(f"a Move is needed, not {shorten(move)}")
        return move.uci()

    def san(self, move: Move) -> str:
        """The move in short form: `Nc12`, `b7xc8=Q+`. Raises `IllegalMoveError`.

        >>> Board("circular").san(Move("b2", "b3"))
        'b3'
        """
        return notation(self._variant.data).san(self._legal(move), move)

    def lan(self, move: Move) -> str:
        """The move in long form, with its whole from-square. Raises `IllegalMoveError`.

        >>> Board("circular").lan(Move("c16", "b14"))
        'Nc16-b14'
        """
        return notation(self._variant.data).lan(self._legal(move), move)

    def variation_san(self, moves: Iterable[Move]) -> str:
        """The moves one after the other from here, as a game record writes them.

        The board stays as it is. Raises `IllegalMoveError` for a move that is not legal when its
        turn comes.

        >>> board = Board("circular")
        >>> board.variation_san([Move("b2", "b3"), Move("c7", "c6"), Move("c16", "b14")])
        '1. b3 c6 2. Nb14'
        """
        from .records.pgn import variation_text

        return variation_text(self, moves)

    def _legal(self, move: Move) -> Position:
        """The position, in which the move must be legal."""
        position = self._playable()
        if not isinstance(move, Move):
            raise TypeError(f"a Move is needed, not {shorten(move)}")
        if not position.is_legal(move):
            raise self._illegal(move)
        return position

    def find_move(
        self, from_square: str, to_square: str, promotion: PieceType | None = None
    ) -> Move:
        """The legal move between two squares; a promotion is to a queen unless said otherwise.

        Raises `IllegalMoveError` when there is none.

        >>> Board("circular").find_move("b2", "b3")
        Move.from_uci('b2b3')
        """
        move = self._variant.read_move(Move(from_square, to_square, promotion))
        if self.is_legal(move):
            return move
        if promotion is None:
            queening = Move(move.from_square, move.to_square, PieceType.QUEEN)
            if self.is_legal(queening):
                return queening
        raise self._illegal(move)

    def push(self, move: Move) -> None:
        """Make a move. Raises `IllegalMoveError`, with nothing changed, when it is not legal.

        >>> board = Board("circular")
        >>> board.push(Move("b2", "b3"))
        >>> board.turn
        'b'
        """
        # Loops live here: look at what is usual first.
        position = self._position
        if position is None:
            position = self._playable()
        if type(move) is not Move:
            raise TypeError(f"push takes a Move, not {shorten(move)}; push_uci takes text")
        after = position.play(move)
        if after is None:
            raise self._illegal(move)
        variant = self._variant
        if variant.names == "file-ring" and (
            type(move.from_square) is Square or type(move.to_square) is Square
        ):
            move = variant.read_move(move)
        self._history = (move, position, self._history)
        self._position = after
        if self._dead is not None and after.halfmove == 0:
            self._dead = None

    def push_uci(self, text: str) -> Move:
        """Make the move written in the text and return it. Raises as `parse_uci` does.

        >>> Board("circular").push_uci("b2b3")
        Move.from_uci('b2b3')
        """
        move = self._variant.read_move(Move.from_uci(text))
        self.push(move)
        return move

    def push_san(self, text: str) -> Move:
        """Make the move written in the text and return it. Raises as `parse_san` does.

        >>> Board("circular").push_san("b3")
        Move.from_uci('b2b3')
        """
        move = self.parse_san(text)
        self.push(move)
        return move

    def pop(self) -> Move | Departure | None:
        """Take back what was done last: a move, a departure, or an agreed draw.

        Returns the `Move` or `Departure`, None for an agreed draw. So what is popped is always
        what a player did last; to take back the last move with all that came after it, pop
        until a `Move` comes. `IndexError` if there is nothing to take back.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.resign()
        >>> board.pop(), board.turn
        (Departure(army='b', reason='resign'), 'b')
        >>> board.pop(), board == Board("circular")
        (Move.from_uci('b2b3'), True)
        """
        last = self._history
        if last is None:
            raise IndexError("there is nothing to take back")
        done, self._position, self._history = last
        self._dead = None
        return None if done == AGREED else done

    def peek(self) -> Move:
        """The last move, whatever was done after it. `IndexError` if there is none.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.peek()
        Move.from_uci('b2b3')
        """
        for done, _, _ in links(self._history):
            if isinstance(done, Move):
                return done
        raise IndexError("there is no last move")

    @property
    def move_stack(self) -> list[Move]:
        """The moves made on this board, the first one first.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.move_stack
        [Move.from_uci('b2b3')]
        """
        found = [done for done, _, _ in links(self._history) if isinstance(done, Move)]
        return found[::-1]

    @property
    def actions(self) -> list[Move | Departure]:
        """The moves and departures on this board, the first one first.

        >>> board = Board("circular")
        >>> _ = board.push_san("b3")
        >>> board.resign("w")
        >>> board.actions
        [Move.from_uci('b2b3'), Departure(army='w', reason='resign')]
        """
        found = [done for done, _, _ in links(self._history) if done != AGREED]
        return found[::-1]

    def root(self) -> Self:
        """A board with the position before all moves, and no moves.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.root() == Board("circular"), board.root().move_stack
        (True, [])
        """
        board = self.copy(stack=False)
        if self._history is not None:
            board._hold(self._first_position(self._history), None)
        return board

    def replay(self) -> Iterator[Self]:
        """Go through what was done on this board: a board at the start, then after each action.

        Each is a board of its own, with all that led there behind it. They share what they have in
        common, so that the whole costs time in proportion to the length of the game. The last is a
        copy of this board, an agreed draw included.

        >>> board = Board("circular")
        >>> _ = board.push_san("b3")
        >>> board.resign()
        >>> [state.in_play for state in board.replay()]
        [('w', 'b'), ('w', 'b'), ('w',)]
        """
        states: list[tuple[Position | None, Link | None]] = []
        position = self._position
        for link in links(self._history):
            done, before, _ = link
            if done != AGREED:
                states.append((position, link))
            position = before
        if states:
            yield self.root()
        for position, history in reversed(states[1:]):
            state = self.copy(stack=False)
            state._hold(position, history)
            yield state
        yield self.copy()

    @staticmethod
    def _first_position(history: Link) -> Position:
        for _, position, _ in links(history):  # noqa: B007 - the last one is meant
            pass
        return position

    def resign(self, army: str | None = None) -> None:
        """Have an army resign, by default the one to move: it is eliminated.

        Any army in play may resign at any moment. Raises `IllegalMoveError` when it is not in
        play or the game is over.

        >>> board = Board("bhati-3")
        >>> board.resign("y")
        >>> board.in_play, board.events
        (('r', 'b'), (Event(kind='resigned', army='y'), Event(kind='eliminated', army='y')))
        """
        self._leave("resign", army)

    def lose_on_time(self, army: str | None = None) -> None:
        """Have an army, by default the one to move, lose on time: as resigning.

        >>> board = Board("circular")
        >>> board.lose_on_time()
        >>> board.outcome()
        Outcome(termination=<Termination.TIME: 'time'>, winners=('b',))
        """
        self._leave("time", army)

    def agree_draw(self) -> None:
        """Note that all sides in play have agreed to a draw.

        It shows in `outcome()` until a move is made, or it is taken back by `pop`. Raises
        `IllegalMoveError` when the game is over.

        >>> board = Board("circular")
        >>> board.agree_draw()
        >>> board.result()
        '1/2-1/2'
        """
        position = self._playable()
        if position.end is not None:
            raise IllegalMoveError("no draw can be agreed: the game is over")
        self._history = (AGREED, position, self._history)

    def _leave(self, reason: Literal["resign", "time"], army: str | None) -> None:
        position = self._playable()
        army = position.turn if army is None else self._variant.army(army).letter
        after = leave(position, army)
        self._history = (Departure(army, reason), position, self._history)
        self._position = after
        self._dead = None

    def _illegal(self, move: Move) -> IllegalMoveError:
        """The error for an illegal move, with the reason."""
        why = reason(self._playable(), move, self._variant.data)
        return IllegalMoveError(f"illegal move {move.uci()!r} ({why})")

    # --- How it stands ---------------------------------------------------------------------------

    def is_checkmate(self) -> bool:
        """Whether the last move mated somebody: it ended the game so, or an army went out mated.

        With several armies the one to move is never mated: a mated army is eliminated before its
        turn, which `events` tells.

        >>> board = Board("circular")
        >>> for text in ("b14", "Nb11", "Qb15", "Nc13", "Na16", "Nxb15"):
        ...     _ = board.push_san(text)
        >>> board.is_checkmate()
        True
        """
        return self._happened("checkmate", "checkmated")

    def is_stalemate(self) -> bool:
        """Whether the last move stalemated somebody: see `is_checkmate` and `events`.

        >>> Board("orthodox", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1").is_stalemate()
        True
        """
        return self._happened("stalemate", "stalemated")

    def _happened(self, termination: str, kind: str) -> bool:
        position = self._playable()
        ended = position.end is not None and position.end[0] == termination
        return ended or any(event.kind == kind for event in position.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move or resignation did besides: kings taken, armies mated, and so on.

        For a board just made: what became of the armies when the position was judged.

        >>> board = Board("bhati-3")
        >>> board.resign("b")
        >>> [event.kind for event in board.events]
        ['resigned', 'eliminated']
        """
        events = self._playable().events
        if self._last_done_is("time"):
            return tuple(
                Event("lost_on_time", event.army) if event.kind == "resigned" else event
                for event in events
            )
        return events

    def _last_done_is(self, reason: Literal["time", "agreed"]) -> bool:
        """Whether the last thing done was a loss on time, or an agreement."""
        if self._history is None:
            return False
        done = self._history[0]
        return done == AGREED if reason == "agreed" else getattr(done, "reason", "") == reason

    # --- The end -------------------------------------------------------------------------------

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or None while it goes on.

        Mate, stalemate and elimination come first; then dead positions, the fifth occurrence of a
        position, 75 rounds (75 single moves for each army in play) without capture, pawn move or
        elimination, and an agreed draw. With `claim_draw` also the third occurrence and 50 rounds,
        of the present position. Only mate, stalemate and elimination end the legal moves.

        >>> board = Board("circular", "K7k7/16/16/16 w - - 0 1")
        >>> board.outcome().termination
        <Termination.DEAD_POSITION: 'dead_position'>
        >>> board.outcome().points(board.variant)
        {'w': Fraction(1, 2), 'b': Fraction(1, 2)}
        """
        outcome = self._outcome(claim_draw)
        return None if outcome is None else Outcome._told(outcome, self._variant.data)

    def _outcome(self, claim_draw: bool) -> Outcome | None:
        position = self._playable()
        ended = outcome_of(position, self._variant.data)
        if ended is not None:
            if ended.termination is Termination.RESIGNATION and self._last_done_is("time"):
                return ended._replace(termination=Termination.TIME)
            return ended
        if self.is_dead_position():
            return Outcome(Termination.DEAD_POSITION)
        if self.is_repetition(5):
            return Outcome(Termination.FIVEFOLD_REPETITION)
        if self._rounds_without_progress(75):
            return Outcome(Termination.SEVENTYFIVE_ROUNDS)
        if self._last_done_is(AGREED):
            return Outcome(Termination.AGREEMENT)
        if claim_draw and self.can_claim_threefold_repetition():
            return Outcome(Termination.THREEFOLD_REPETITION)
        if claim_draw and self.can_claim_fifty_rounds():
            return Outcome(Termination.FIFTY_ROUNDS)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether there is an `outcome`.

        >>> Board("circular").is_game_over()
        False
        >>> Board("circular", "K7k7/16/16/16 w - - 0 1").is_game_over()
        True
        """
        return self._outcome(claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result as game records write it, `*` while the game goes on.

        >>> board = Board("bhati-3")
        >>> board.result()
        '*'
        >>> board.resign("y")
        >>> board.resign("b")
        >>> board.result()
        'r'
        """
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    def is_dead_position(self) -> bool:
        """Whether nobody could ever mate: only kings left, or what the variant counts so too.

        >>> Board("circular", "K7k7/7N8/16/16 w - - 0 1").is_dead_position()
        True
        >>> Board("circular", "K7k7/7NN7/16/16 w - - 0 1").is_dead_position()
        False
        """
        if self._dead is not None:
            return self._dead
        data = self._variant.data
        dead = is_dead_position(self._playable(), data)
        # Bishops that cross a null centre may change colour without changing the material.
        if data.centre == "closed" or not data.dead_same_colour_bishops:
            self._dead = dead
        return dead

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the present position has now occurred `count` times or more.

        The same means: placement (with pawns in- and outbound), army to move, armies in play,
        castling rights, and an en passant square where an enemy pawn attacks it.

        `count` is at least 1, else `InvalidOptionError`.

        >>> board = Board("circular")
        >>> for text in 2 * ("Nb14", "Nb11", "Nc16", "Nc9"):
        ...     _ = board.push_san(text)
        >>> board.is_repetition(3), board.is_repetition(4)
        (True, False)
        """
        position = self._playable()
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise InvalidOptionError(f"count: {shorten(count)} is no whole number from 1")
        # Nothing comes again after a capture, a pawn move or an elimination, and coming back takes
        # an army two moves: most positions need no look at those before.
        if position.halfmove < 2 * (count - 1):
            return False
        key = position.key()
        current, found = position, 1
        for done, before, _ in links(self._history):
            if found >= count or current.halfmove == 0:
                break
            if done != AGREED:
                current = before
                found += before.key() == key
        return found >= count

    def is_fivefold_repetition(self) -> bool:
        """Whether the present position occurs for the fifth time or more, which ends the game.

        >>> Board("circular").is_fivefold_repetition()
        False
        """
        return self.is_repetition(5)

    def can_claim_draw(self) -> bool:
        """Whether a draw may be claimed now, by repetition or by rounds without progress.

        >>> Board("circular", "K7k7/7R8/16/16 w - - 100 60").can_claim_draw()
        True
        """
        return self.can_claim_threefold_repetition() or self.can_claim_fifty_rounds()

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the present position occurs for the third time or more, the game not over.

        >>> Board("circular").can_claim_threefold_repetition()
        False
        """
        return self._playable().end is None and self.is_repetition(3)

    def can_claim_fifty_rounds(self) -> bool:
        """Whether 50 single moves for each army in play went by without progress.

        Not when the game is over: the last of those moves may have mated.

        >>> Board("circular", "K7k7/7R8/16/16 w - - 100 60").can_claim_fifty_rounds()
        True
        """
        return self._playable().end is None and self._rounds_without_progress(50)

    def _rounds_without_progress(self, rounds: int) -> bool:
        position = self._playable()
        return position.halfmove >= rounds * len(position.in_play)

    def is_draw_agreed(self) -> bool:
        """Whether a draw was agreed in the present position.

        >>> board = Board("circular")
        >>> board.agree_draw()
        >>> board.is_draw_agreed()
        True
        """
        return self._last_done_is(AGREED)

    # --- Text ----------------------------------------------------------------------------------

    def fen(self) -> str:
        """The position as text; see `circularchess.fen` for the form.

        A finished game may have a text that cannot be read back: where a king was taken, its army
        is there without it.

        >>> Board("circular").fen()
        'RP4prrp4PR/NP4pnnp4PN/BP4pbbp4PB/KP4pkqp4PQ w - - 0 1'
        """
        return write_checked_fen(self.setup(), self._variant)

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
        return draw_unicode(self.piece_map(), self._variant, width=width, inert=self._inert())

    def text(self, *, width: int | None = None) -> str:
        """The board drawn with letters, in blocks of at most `width` columns if given.

        >>> print(Board("circular", "8k7/16/16/K15 w - - 0 1").text().splitlines()[-1])
        a   K  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
        """
        return draw_text(self.piece_map(), self._variant, width=width, inert=self._inert())

    def _inert(self) -> frozenset[str]:
        """The armies that are out but whose men are still on the board."""
        return self.setup().inert if self._variant.eliminated == "stay" else frozenset()

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: see `circularchess.svg`."""
        from .pictures.notebook import board_svg

        return board_svg(self)

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

    # --- JSON ----------------------------------------------------------------------------------

    def to_json(
        self, *, legal_moves: bool = False, history: bool = True, indent: int | None = None
    ) -> str:
        """The board as JSON text, the wire format of front ends; see `json_format`.

        With `legal_moves` also every legal move, with its short form. Without `history` the moves
        that led here are left out: repetitions and how a game was ended by players are not
        known to who reads it.

        >>> text = Board("circular").to_json()
        >>> Board.from_json(text) == Board("circular")
        True
        """
        from .records.json_format import board_to_json

        return board_to_json(self, legal_moves=legal_moves, history=history, indent=indent)

    @classmethod
    def from_json(
        cls,
        source: str | bytes | Mapping[str, Any],
        *,
        engine: EngineName = "rust",
        validate: bool = True,
    ) -> Self:
        """The board that a JSON text, or what was read from it, describes.

        Raises `InvalidJsonError` naming the place. `validate` is as for `Board`.

        >>> pieces = {"a1": "wK", "d9": "bK"}
        >>> Board.from_json({"variant": "circular", "pieces": pieces, "turn": "b"})
        Board('circular', '8k7/16/16/K15 b - - 0 1')
        """
        from .records.json_format import board_from_json

        board = board_from_json(source, Board, engine=engine, validate=validate)
        return cls._converted(board)

    # --- Setting up ----------------------------------------------------------------------------

    def set_fen(self, fen: str, *, validate: bool = True) -> None:
        """Put up another position and forget the moves. When it is refused, nothing changes.

        Raises `InvalidFenError` for a text that cannot be read, `InvalidPositionError` for one
        that cannot be played.

        >>> board = Board("circular")
        >>> board.set_fen("8k7/16/16/K14R b - - 0 1")
        >>> len(board.piece_map()), board.turn
        (3, 'b')
        """
        self._set_up(self._variant, parse_fen(fen, self._variant), self._engine, validate)

    def reset(self) -> None:
        """Put up the start position and forget the moves.

        >>> board = Board("circular", "8k7/16/16/K14R b - - 0 1")
        >>> board.reset()
        >>> board == Board("circular")
        True
        """
        self._set_up(self._variant, self._variant.start_setup(), self._engine, True)

    # --- Copies --------------------------------------------------------------------------------

    def copy(self, *, stack: bool | int = True) -> Self:
        """An independent copy, with all moves that led here, none of them, or the last few.

        Repetitions are counted from the moves that are kept. A whole copy costs no more for a
        long game: boards share the history they have in common.

        >>> board = Board("circular")
        >>> twin = board.copy()
        >>> _ = twin.push_uci("b2b3")
        >>> board.turn, twin.turn
        ('w', 'b')
        """
        if not isinstance(stack, int):
            raise TypeError(f"stack is True, False or a number of moves, not {shorten(stack)}")
        twin = self._bare_copy()
        set_added(twin, added_by_subclass(self, Board))
        if stack is not True:
            twin._history = _last_moves(self._history, int(stack))
        return twin

    def _bare_copy(self) -> Self:
        """A copy without what a subclass adds."""
        twin: Self = object.__new__(type(self))
        for name in _OWN_STATE:
            setattr(twin, name, getattr(self, name))
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # All that a board itself holds never changes.
        twin = memo[id(self)] = self._bare_copy()
        set_added(twin, copy.deepcopy(added_by_subclass(self, Board), memo))
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        done = [done for done, _, _ in links(self._history)][::-1]
        before = self._position if self._history is None else self._first_position(self._history)
        # A finished position cannot be set up again: its king may be gone.
        playable = before is not None
        start: Setup | Position = self.setup() if before is None else before.setup()
        if before is not None and before.end is not None:
            start = before
        args = (type(self), self._variant, self._engine, start, playable, done)
        return (_rebuild, args, added_by_subclass(self, Board))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if self._variant != other._variant or self._problems != other._problems:
            return False
        mine, theirs = self._position, other._position
        if mine is None or theirs is None:
            return self._setup == other._setup
        return mine.setup() == theirs.setup() and mine.end == theirs.end

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from .python_chess import missing

            raise AttributeError(missing("Board", name), name=name, obj=self)


_OWN_STATE: Final = tuple(name for name in Board.__slots__ if name != "__weakref__")


def _with_own_squares(setup: Setup, variant: Variant) -> Setup:
    """A copy of a set-up, its squares as the variant reads their names where they are names."""

    def own(name: str) -> Square:
        try:
            return variant.read_square(name)
        except InvalidSquareError:
            # What is wrong with it is among the problems.
            return name  # type: ignore[return-value]

    twin = setup.copy()
    twin.pieces = {own(name): piece for name, piece in twin.pieces.items()}
    twin.en_passant = tuple(map(own, twin.en_passant))
    return twin


def _last_moves(history: Link | None, keep: int) -> Link | None:
    """The history from the last few moves on."""
    kept: list[Link] = []
    for link in links(history):
        if keep <= 0:
            break
        kept.append(link)
        keep -= isinstance(link[0], Move)
    else:
        return history
    short: Link | None = None
    for done, position, _ in reversed(kept):
        short = (done, position, short)
    return short


def _rebuild(
    kind: type[Board],
    variant: Variant,
    engine: EngineName,
    start: Setup | Position,
    playable: bool,
    actions: list[Done],
) -> Board:
    """Unpickle a board by playing its game again."""
    if isinstance(start, Setup):
        board = object.__new__(kind)
        board._set_up(variant, start, engine, playable)
    else:
        board = kind._from_position(variant, engine, start, None)
    for action in actions:
        # What a subclass does in its own `push` is in what it adds.
        if isinstance(action, Move):
            Board.push(board, action)
        elif isinstance(action, Departure):
            Board._leave(board, action.reason, action.army)
        else:
            Board.agree_draw(board)
    return board

"""`Board`: a variant, a position and the moves that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from .errors import IllegalMoveError, shorten
from .fen import parse_fen
from .judging import AGREED, DoneAction, JudgedBoard
from .move import Move
from .protocol import EngineName, Position
from .san import notation
from .variant import Variant

if TYPE_CHECKING:
    from .game_node import Departure
    from .piece import PieceType
    from .setup import Setup

__all__ = ["Board"]


class Board(JudgedBoard):
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
      `agree_draw`; `move_stack` and `actions` are what was played, `events` what came of it.
    - Who and where: `turn`, `in_play`, `piece_at`, `piece_map`, `king`, `attackers`.
    - How it stands: `is_check`, `is_checkmate`, `is_stalemate`, `outcome`, `result`.
    - Text and pictures: `fen`, `san`, `parse_san`, `to_json`, `text`, `unicode`; see also
      `circularchess.svg`.

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

    __slots__ = ("__weakref__",)

    def __init__(
        self,
        variant: str | Variant = "circular",
        fen: str | None = None,
        *,
        engine: EngineName = "rust",
        options: Mapping[str, str | bool | int] | None = None,
        validate: bool = True,
    ) -> None:
        if not isinstance(variant, Variant):
            variant = Variant.load(variant)
        if options:
            variant = variant.with_options(options)
        setup = variant.start_setup() if fen is None else parse_fen(fen, variant)
        self._begin(variant, setup, engine, validate)

    @classmethod
    def from_setup(
        cls,
        setup: Setup,
        variant: str | Variant = "circular",
        *,
        engine: EngineName = "rust",
        options: Mapping[str, str | bool | int] | None = None,
        validate: bool = True,
    ) -> Board:
        """A board with a described position, for those who have no text of it.

        >>> from circularchess import Piece, Setup, Square
        >>> kings = {Square("a1"): Piece.from_symbol("wK"), Square("a9"): Piece.from_symbol("bK")}
        >>> Board.from_setup(Setup(kings, turn="w")).fen()
        '16/16/16/K7k7 w - - 0 1'
        """
        if not isinstance(variant, Variant):
            variant = Variant.load(variant)
        if options:
            variant = variant.with_options(options)
        board = cls.__new__(cls)
        board._begin(variant, setup, engine, validate)
        return board

    def _begin(self, variant: Variant, setup: Setup, engine: EngineName, validate: bool) -> None:
        self._hold(variant, setup, engine, validate)
        self._steps = []
        self._dead = None

    # --- Moves ---------------------------------------------------------------------------------

    def parse_uci(self, text: str) -> Move:
        """Read a move, which must be legal here.

        Raises `InvalidMoveError` for a text that is no move, `IllegalMoveError` for another move.

        >>> Board("circular").parse_uci("b2b4")
        Traceback (most recent call last):
        ...
        circularchess.errors.IllegalMoveError: illegal move 'b2b4' (w to move)
        """
        move = Move.from_uci(text)
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
        >>> board.parse_san("b5")
        Traceback (most recent call last):
        ...
        circularchess.errors.IllegalMoveError: illegal move 'b5' (w to move)
        """
        return notation(self._variant.data).parse(self._playable(), text)

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
        from .pgn import variation_text

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
        move = Move(from_square, to_square, promotion)
        if self.is_legal(move):
            return move
        if promotion is None:
            from .piece import PieceType

            queening = Move(from_square, to_square, PieceType.QUEEN)
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
        self._steps.append((move, position))
        self._position = after
        if self._dead is not None and after.halfmove == 0:
            self._dead = None

    def push_uci(self, text: str) -> Move:
        """Make the move written in the text and return it. Raises as `parse_uci` does.

        >>> Board("circular").push_uci("b2b3")
        Move.from_uci('b2b3')
        """
        move = Move.from_uci(text)
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

    def pop(self) -> Move:
        """Take back the last move, and any resignation after it. `IndexError` if there is none.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.pop(), board == Board("circular")
        (Move.from_uci('b2b3'), True)
        """
        steps = self._steps
        # Find the move first, so that a failure changes nothing.
        place = len(steps) - 1
        while place >= 0 and type(steps[place][0]) is not Move:
            place -= 1
        if place < 0:
            raise IndexError("there is no move to take back")
        move, position = steps[place]
        assert isinstance(move, Move)
        del steps[place:]
        self._position = position
        self._dead = None
        return move

    def peek(self) -> Move:
        """The last move. `IndexError` if there is none.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.peek()
        Move.from_uci('b2b3')
        """
        for action, _ in reversed(self._steps):
            if isinstance(action, Move):
                return action
        raise IndexError("there is no last move")

    @property
    def move_stack(self) -> list[Move]:
        """The moves made on this board, the first one first.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.move_stack
        [Move.from_uci('b2b3')]
        """
        return [action for action, _ in self._steps if isinstance(action, Move)]

    @property
    def actions(self) -> list[Move | Departure]:
        """The moves and departures on this board, the first one first.

        >>> board = Board("circular")
        >>> _ = board.push_san("b3")
        >>> board.resign("w")
        >>> board.actions
        [Move.from_uci('b2b3'), Departure(army='w', reason='resign')]
        """
        from .game_node import Departure

        done: list[Move | Departure] = []
        for action, _ in self._steps:
            if isinstance(action, Move):
                done.append(action)
            elif action[0] != "agree":
                done.append(Departure(action[1], action[0]))
        return done

    def root(self) -> Board:
        """A board with the position before all moves, and no moves.

        >>> board = Board("circular")
        >>> _ = board.push_uci("b2b3")
        >>> board.root() == Board("circular"), board.root().move_stack
        (True, [])
        """
        setup = self._steps[0][1].setup() if self._steps else self.setup()
        validate = self._position is not None
        return Board.from_setup(setup, self._variant, engine=self._engine, validate=validate)

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

        It shows in `outcome()` until a move is made or taken back. Raises `IllegalMoveError` when
        the game is over.

        >>> board = Board("circular")
        >>> board.agree_draw()
        >>> board.result()
        '1/2-1/2'
        """
        position = self._playable()
        if position.end is not None:
            raise IllegalMoveError("no draw can be agreed: the game is over")
        self._steps.append((AGREED, position))

    def _leave(self, deed: Literal["resign", "time"], army: str | None) -> None:
        position = self._playable()
        army = position.turn if army is None else self._variant.army(army).letter
        if position.end is not None:
            raise IllegalMoveError(f"{army!r} cannot leave the game: it is over")
        if army not in position.in_play:
            raise IllegalMoveError(f"{army!r} cannot leave the game: it is not in play")
        after = position.resign(army)
        self._steps.append(((deed, army), position))
        self._position = after
        self._dead = None

    def _illegal(self, move: Move) -> IllegalMoveError:
        """The error for an illegal move, with the reason where it is plain."""
        position = self._playable()
        variant = self._variant
        reason = f"{position.turn} to move"
        off = [s for s in (move.from_square, move.to_square) if not variant.has_square(s)]
        if position.end is not None:
            reason = f"the game is over: {position.end[0].replace('_', ' ')}"
        elif off:
            reason = f"{str(off[0])!r} is not on the board"
        else:
            piece = position.piece_at(move.from_square)
            if piece is None:
                reason = f"{str(move.from_square)!r} is empty"
            elif piece.army != position.turn:
                reason = f"{piece.symbol} does not move: {reason}"
            elif any(
                (other.from_square, other.to_square) == (move.from_square, move.to_square)
                for other in position.legal_moves()
            ):
                reason = "the pawn must promote" if move.promotion is None else "no promotion there"
        return IllegalMoveError(f"illegal move {move.uci()!r} ({reason})")

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
        from .json_format import board_to_json

        return board_to_json(self, legal_moves=legal_moves, history=history, indent=indent)

    @classmethod
    def from_json(
        cls,
        source: str | bytes | Mapping[str, Any],
        *,
        engine: EngineName = "rust",
        validate: bool = True,
    ) -> Board:
        """The board that a JSON text, or what was read from it, describes.

        Raises `InvalidJsonError` naming the place. `validate` is as for `Board`.

        >>> pieces = {"a1": "wK", "d9": "bK"}
        >>> Board.from_json({"variant": "circular", "pieces": pieces, "turn": "b"})
        Board('circular', '8k7/16/16/K15 b - - 0 1')
        """
        from .json_format import board_from_json

        return board_from_json(source, engine=engine, validate=validate)

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
        self._begin(self._variant, parse_fen(fen, self._variant), self._engine, validate)

    def reset(self) -> None:
        """Put up the start position and forget the moves.

        >>> board = Board("circular", "8k7/16/16/K14R b - - 0 1")
        >>> board.reset()
        >>> board == Board("circular")
        True
        """
        self._begin(self._variant, self._variant.start_setup(), self._engine, True)

    # --- Copies --------------------------------------------------------------------------------

    def copy(self, *, stack: bool | int = True) -> Board:
        """An independent copy, with all moves that led here, none of them, or the last few.

        Repetitions are counted from the moves that are kept.

        >>> board = Board("circular")
        >>> twin = board.copy()
        >>> _ = twin.push_uci("b2b3")
        >>> board.turn, twin.turn
        ('w', 'b')
        """
        twin = Board.__new__(Board)
        for name in ("_variant", "_engine", "_position", "_setup", "_problems", "_dead"):
            setattr(twin, name, getattr(self, name))
        if stack is True:
            twin._steps = self._steps.copy()
            return twin
        places = [n for n, (action, _) in enumerate(self._steps) if isinstance(action, Move)]
        keep = max(int(stack), 0)
        if keep >= len(places):
            start = 0 if keep else len(self._steps)
        else:
            start = places[-keep] if keep else len(self._steps)
        twin._steps = self._steps[start:]
        return twin

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self._steps[0][1].setup() if self._steps else self.setup()
        actions = [action for action, _ in self._steps]
        return (_replay, (self._variant, self._engine, setup, actions))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if self._variant != other._variant or self._problems != other._problems:
            return False
        mine, theirs = self._position, other._position
        if mine is None or theirs is None:
            return self._setup == other._setup
        return mine.setup() == theirs.setup() and mine.end == theirs.end


def _replay(variant: Variant, engine: EngineName, setup: Setup, actions: list[DoneAction]) -> Board:
    """Unpickle a board by playing its game again."""
    board = Board.from_setup(setup, variant, engine=engine, validate=bool(actions))
    for action in actions:
        if isinstance(action, Move):
            board.push(action)
        elif action[0] == "agree":
            board.agree_draw()
        else:
            board._leave(action[0], action[1])
    return board

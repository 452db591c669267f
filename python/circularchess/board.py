"""`Board`: a variant, a position and the moves that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from .errors import IllegalMoveError, shorten
from .events import Event
from .fen import parse_fen
from .move import Move
from .outcome import Outcome, Termination, is_dead_position
from .protocol import EngineName, Position
from .san import notation
from .state import BoardState
from .variant import Variant

if TYPE_CHECKING:
    from .game_node import Departure
    from .piece import PieceType
    from .setup import Setup

__all__ = ["Board"]

# What players do besides moving: the action and the army's letter.
_Deed = tuple[Literal["resign", "time", "agree"], str]
_Action = Move | _Deed


class Board(BoardState):
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

    __slots__ = (
        "__weakref__",
        "_dead",
        "_steps",
    )

    # What was done, each with the position it was done in.
    _steps: list[tuple[_Action, Position]]
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
        """Make a move. Raises `IllegalMoveError`, with nothing changed, when it is not legal."""
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
        """Make the move written in the text and return it. Raises as `parse_uci` does."""
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
        """Take back the last move, and any resignation after it. `IndexError` if there is none."""
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
        """The last move. `IndexError` if there is none."""
        for action, _ in reversed(self._steps):
            if isinstance(action, Move):
                return action
        raise IndexError("there is no last move")

    @property
    def move_stack(self) -> list[Move]:
        """The moves made on this board, the first one first."""
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
        """A board with the position before all moves, and no moves."""
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
        """Have an army, by default the one to move, lose on time: as resigning."""
        self._leave("time", army)

    def agree_draw(self) -> None:
        """Note that all sides in play have agreed to a draw.

        It shows in `outcome()` until a move is made or taken back. Raises `IllegalMoveError` when
        the game is over.
        """
        position = self._playable()
        if position.end is not None:
            raise IllegalMoveError("no draw can be agreed: the game is over")
        self._steps.append((_AGREED, position))

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

    def is_checkmate(self) -> bool:
        """Whether the last move mated somebody: it ended the game so, or an army went out mated.

        With several armies the one to move is never mated: a mated army is eliminated before its
        turn, which `events` tells.
        """
        return self._happened("checkmate", "checkmated")

    def is_stalemate(self) -> bool:
        """Whether the last move stalemated somebody: see `is_checkmate` and `events`."""
        return self._happened("stalemate", "stalemated")

    def _happened(self, termination: str, kind: str) -> bool:
        position = self._playable()
        ended = position.end is not None and position.end[0] == termination
        return ended or any(event.kind == kind for event in position.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move or resignation did besides: kings taken, armies mated, and so on.

        For a board just made: what became of the armies when the position was judged.
        """
        events = self._playable().events
        if self._last_deed() == "time":
            return tuple(
                Event("lost_on_time", event.army) if event.kind == "resigned" else event
                for event in events
            )
        return events

    def _last_deed(self) -> str:
        action = self._steps[-1][0] if self._steps else None
        return action[0] if isinstance(action, tuple) else ""

    # --- The end -------------------------------------------------------------------------------

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or None while it goes on.

        Mate, stalemate and elimination come first; then dead positions, the fifth occurrence of a
        position, 75 rounds (75 single moves for each army in play) without capture, pawn move or
        elimination, and an agreed draw. With `claim_draw` also the third occurrence and 50 rounds,
        of the present position. Only mate, stalemate and elimination end the legal moves.

        >>> Board("circular", "K7k7/16/16/16 w - - 0 1").outcome()
        Outcome(termination=<Termination.DEAD_POSITION: 'dead_position'>, winners=())
        """
        position = self._playable()
        if position.end is not None:
            termination, winners = Termination(position.end[0]), position.end[1]
            if termination is Termination.RESIGNATION and self._last_deed() == "time":
                termination = Termination.TIME
            return Outcome(termination, winners)
        if self.is_dead_position():
            return Outcome(Termination.DEAD_POSITION)
        if self.is_repetition(5):
            return Outcome(Termination.FIVEFOLD_REPETITION)
        if self._rounds_without_progress(75):
            return Outcome(Termination.SEVENTYFIVE_ROUNDS)
        if self._last_deed() == "agree":
            return Outcome(Termination.AGREEMENT)
        if claim_draw and self.can_claim_threefold_repetition():
            return Outcome(Termination.THREEFOLD_REPETITION)
        if claim_draw and self.can_claim_fifty_rounds():
            return Outcome(Termination.FIFTY_ROUNDS)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether there is an `outcome`."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result as game records write it, `*` while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result(self._variant.data)

    def is_dead_position(self) -> bool:
        """Whether nobody could ever mate: only kings left, or what the variant counts so too."""
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
        """
        position = self._playable()
        # Nothing comes again after a capture, a pawn move or an elimination, and coming back takes
        # an army two moves: most positions need no look at those before.
        if position.halfmove < 2 * (count - 1):
            return False
        key = position.key()
        current, found = position, 1
        for action, before in reversed(self._steps):
            if found >= count or current.halfmove == 0:
                break
            if action != _AGREED:
                current = before
                found += before.key() == key
        return found >= count

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the present position occurs for the third time or more, the game not over."""
        return self._playable().end is None and self.is_repetition(3)

    def can_claim_fifty_rounds(self) -> bool:
        """Whether 50 single moves for each army in play went by without progress.

        Not when the game is over: the last of those moves may have mated.
        """
        return self._playable().end is None and self._rounds_without_progress(50)

    def _rounds_without_progress(self, rounds: int) -> bool:
        position = self._playable()
        return position.halfmove >= rounds * len(position.in_play)

    def is_draw_agreed(self) -> bool:
        """Whether a draw was agreed in the present position."""
        return self._last_deed() == "agree"

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
        """
        from .json_format import board_from_json

        return board_from_json(source, engine=engine, validate=validate)

    # --- Setting up ----------------------------------------------------------------------------

    def set_fen(self, fen: str, *, validate: bool = True) -> None:
        """Put up another position and forget the moves. When it is refused, nothing changes."""
        self._begin(self._variant, parse_fen(fen, self._variant), self._engine, validate)

    def reset(self) -> None:
        """Put up the start position and forget the moves."""
        self._begin(self._variant, self._variant.start_setup(), self._engine, True)

    # --- Copies --------------------------------------------------------------------------------

    def copy(self, *, stack: bool | int = True) -> Board:
        """An independent copy, with all moves that led here, none of them, or the last few.

        Repetitions are counted from the moves that are kept.
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


_AGREED: Final[_Deed] = ("agree", "")


def _replay(variant: Variant, engine: EngineName, setup: Setup, actions: list[_Action]) -> Board:
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

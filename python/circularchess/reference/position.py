"""The reference engine's position: what the rules modules find, behind one class."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Final

from ..errors import (
    IllegalMoveError,
    InvalidDepthError,
    InvalidPositionError,
    InvalidSquareError,
    UnknownArmyError,
    shorten,
)
from ..values.event import Event
from ..values.move import Move
from ..values.move_info import MoveInfo
from ..values.piece import Piece
from ..values.refusal import Refusal
from ..values.setup import Setup, check_setup
from ..values.square import Square
from ..variant import VariantData
from . import attacks, describe, legality, turns, validation
from . import refusal as refused
from .elimination import winners
from .first_mate import points
from .rules import Rules, rules_for
from .state import State, inert_armies

__all__ = ["MAX_DEPTH", "Position", "from_setup"]

#: Depths beyond it are never reached; the limit keeps the recursion bounded.
MAX_DEPTH: Final = 100


class Position:
    """A playable position. It never changes: playing a move makes another.

    Two positions are equal when the rule of repetition calls them the same.

    >>> from circularchess.variant import Variant
    >>> data = Variant.load("circular").data
    >>> pieces = {s: Piece(a.letter, kind) for a in data.armies for s, kind in a.start.items()}
    >>> start = from_setup(data, Setup(pieces=pieces, turn="w"))
    >>> start.perft(2)
    144
    >>> start.play(Move.from_uci("b2b3")).turn
    'b'
    """

    __slots__ = ("_end", "_events", "_rules", "_state")

    def __init__(
        self,
        rules: Rules,
        state: State,
        end: tuple[str, tuple[str, ...]] | None = None,
        events: tuple[Event, ...] = (),
    ) -> None:
        """For the engine's own use; see `from_setup`."""
        self._rules = rules
        self._state = state
        self._end = end
        self._events = events

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self._rules.data, self._state, self._end, self._events))

    @property
    def turn(self) -> str:
        """Letter of the army to move. Of a finished game: an army in play all the same."""
        return self._state.turn

    @property
    def in_play(self) -> tuple[str, ...]:
        """Letters of the armies in play, in seat order."""
        return self._state.in_play

    @property
    def halfmove(self) -> int:
        """Single moves since the last capture, pawn move or elimination."""
        return self._state.halfmove

    @property
    def round(self) -> int:
        """The round number, one more whenever the turn comes round."""
        return self._state.round

    @property
    def end(self) -> tuple[str, tuple[str, ...]] | None:
        """How the game ended and the winning armies in seat order; None while it goes on.

        One of "checkmate", "king_taken", "resignation", "bare_king", "last_side_standing",
        "stalemate" (no winner, unless it loses) and "citadel" (no winner).
        """
        return self._end

    def points(self) -> dict[str, Fraction] | None:
        """What each army has scored, in seat order; None while the game goes on.

        One point for a win, none for a loss, half for a draw. Where the first mate ends a
        game of three or more sides, its mater has one, the mated army none, the others half.
        """
        if self._end is None:
            return None
        lost = ("checkmated", "king_taken", "resigned", "lost_on_time")
        losers = [event.army for event in self._events if event.kind in lost]
        return points(self._rules, self._end, losers[-1] if losers else None)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the move or resignation that led here, or the first judging, brought about."""
        return self._events

    def piece_at(self, square: str) -> Piece | None:
        """What stands on a square, if anything. Nothing ever stands on a void one.

        Raises `InvalidSquareError` when the board has no such square.
        """
        return self._state.pieces.get(self._named(square))

    def piece_map(self) -> dict[Square, Piece]:
        """All pieces by their squares, in a new dictionary, by ring and then by file."""
        pieces = self._state.pieces
        return {square: pieces[square] for square in self._rules.topology.by_place(pieces)}

    def castling(self) -> tuple[tuple[str, str], ...]:
        """The castling rights as (army, "K" or "Q"), in seat order, K before Q."""
        rights = self._state.castling
        return tuple((a, s) for a in self._rules.armies for s in "KQ" if (a, s) in rights)

    def en_passant(self) -> tuple[Square, ...]:
        """The squares passed over by pawns that may be captured so, in seat order of these."""
        rights = self._state.en_passant
        return tuple(rights[army] for army in self._rules.armies if army in rights)

    def setup(self) -> Setup:
        """A description of this position, from which `from_setup` makes it again."""
        state = self._state
        return Setup(
            pieces=self.piece_map(),
            turn=state.turn,
            castling=state.castling,
            en_passant=self.en_passant(),
            halfmove=state.halfmove,
            round=state.round,
            in_play=frozenset(state.in_play),
            bridged=state.bridged,
            inert=inert_armies(self._rules, state),
        )

    def legal_moves(self) -> list[Move]:
        """The legal moves in order; none when the game is finished."""
        return [] if self._end else sorted(legality.legal_moves(self._rules, self._state))

    def safe_moves(self) -> list[Move]:
        """The moves that do not leave the mover's king attacked, in order."""
        return [] if self._end else sorted(legality.safe_moves(self._rules, self._state))

    def legal_count(self) -> int:
        """The number of legal moves."""
        if self._end:
            return 0
        return sum(1 for _ in legality.legal_moves(self._rules, self._state))

    def is_legal(self, move: Move) -> bool:
        """Is this move legal here?"""
        _check_move(move)
        return self._end is None and legality.is_legal(self._rules, self._state, move)

    def is_safe(self, move: Move) -> bool:
        """Is this move legal here and does it leave the mover's king unattacked?"""
        _check_move(move)
        return self._end is None and legality.is_safe(self._rules, self._state, move)

    def is_check(self, army: str) -> bool:
        """Is the king of `army` attacked by an enemy in play? False if it has no king.

        Raises `UnknownArmyError`.
        """
        self._check_army(army)
        state = self._state
        return attacks.is_in_check(self._rules, state.pieces, state.in_play, army)

    def attackers(self, army: str, square: str) -> list[Square]:
        """Squares of the pieces of `army` that could capture an enemy on `square`, in order.

        None if the army is out of play. Raises `UnknownArmyError`, and `InvalidSquareError` when
        the board has no such square.
        """
        target = self._named(square)
        self._check_army(army)
        state = self._state
        board = self._rules.topology
        if army not in state.in_play or target in board.voids or target in board.citadels:
            return []
        found = attacks.attackers(self._rules, state.pieces, (army,), target)
        return sorted(found)

    def pinned(self, army: str) -> list[Square]:
        """The pieces of `army` that shield its king: each alone shuts an enemy's line to it.

        Raises `UnknownArmyError`.
        """
        self._check_army(army)
        state = self._state
        return sorted(attacks.pinned(self._rules, state.pieces, state.in_play, army))

    def play(self, move: Move) -> Position | None:
        """The position after a move; None when the move is not legal."""
        if not self.is_legal(move):
            return None
        # The board's own squares, for they are handed out again.
        start, target = self._named(move.from_square), self._named(move.to_square)
        return self._after(Move(start, target, move.promotion))

    def describe(self, move: Move) -> MoveInfo | None:
        """What a legal move is and does; None when it is not legal."""
        after = self.play(move)
        if after is None:
            return None
        start, target = self._named(move.from_square), self._named(move.to_square)
        own = Move(start, target, move.promotion)
        return describe.described(self._rules, self._state, own, after.events)

    def refusal(self, move: Move) -> Refusal | None:
        """Why a move is not legal; None if it is, or if its squares are not on the board."""
        if self.is_legal(move):
            return None
        start, target = self._rules.square(move.from_square), self._rules.square(move.to_square)
        if start is None or target is None:
            return None
        if self._end is not None:
            return Refusal("over")
        return refused.refusal(self._rules, self._state, Move(start, target, move.promotion))

    def resign(self, army: str) -> Position:
        """The position after `army`, which must be in play in an unfinished game, gives up.

        Raises `UnknownArmyError`, or `IllegalMoveError` when it is not in play.
        """
        self._check_army(army)
        if self._end is not None or army not in self._state.in_play:
            why = "it is not in play" if self._end is None else "the game is over"
            raise IllegalMoveError(f"army {army!r} cannot resign: {why}")
        judged = turns.after_resignation(self._rules, self._state, army)
        return Position(self._rules, *judged)

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` legal moves; a finished game has none.

        Raises `InvalidDepthError` when the depth is not from 0 to 100.
        """
        if not isinstance(depth, int) or isinstance(depth, bool):
            raise TypeError(f"depth is a whole number, not {shorten(depth)}")
        if not 0 <= depth <= MAX_DEPTH:
            limit = "must not be negative" if depth < 0 else f"is at most {MAX_DEPTH}"
            raise InvalidDepthError(f"no depth {shorten(depth)}: it {limit}")
        if depth == 0:
            return 1
        if depth == 1:
            return self.legal_count()
        return sum(self._after(move).perft(depth - 1) for move in self._moves())

    def key(self) -> Hashable:
        """What the rule of repetition compares.

        Placement, army to move, armies in play, castling rights, bridged moats, and an en
        passant square while it matters: with two armies while the capture is legal, with
        more while a pawn of some enemy attacks it.
        """
        state = self._state
        # No capture is legal in a finished game; pawns attack in it as before.
        if state.en_passant and (self._end is None or not self._rules.two_army):
            rights = legality.rights_that_matter(self._rules, state)
        else:
            rights = frozenset()
        return (
            frozenset(state.pieces.items()),
            state.turn,
            state.in_play,
            state.castling,
            state.bridged,
            rights,
        )

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        state = self._state
        return (
            f"<reference.Position {self._rules.data.id} {len(state.pieces)} pieces,"
            f" {state.turn!r} to move in round {state.round}>"
        )

    def _moves(self) -> list[Move]:
        return [] if self._end else list(legality.legal_moves(self._rules, self._state))

    def _after(self, move: Move) -> Position:
        """The position after a move known to be legal."""
        return Position(self._rules, *turns.after_move(self._rules, self._state, move))

    def _check_army(self, army: str) -> None:
        if not isinstance(army, str):
            raise TypeError(f"an army's letter is needed, not {shorten(army)}")
        if army not in self._rules.armies:
            letters = ", ".join(self._rules.armies)
            raise UnknownArmyError(
                f"no army {shorten(army)} in {self._rules.data.id}: it has {letters}"
            )

    def _named(self, square: str) -> Square:
        found = self._rules.square(square)
        if found is None:
            data = self._rules.data
            name = str(Square(square))
            raise InvalidSquareError(
                f"no square {name!r} on a board of {data.rings} rings and {data.files} files"
            )
        return found


def _check_move(move: Move) -> None:
    if not isinstance(move, Move):
        raise TypeError(f"a Move is needed, not {shorten(move)}")


def _rebuild(
    data: VariantData,
    state: State,
    end: tuple[str, tuple[str, ...]] | None,
    events: tuple[Event, ...],
) -> Position:
    return Position(rules_for(data), state, end, events)


def from_setup(variant: VariantData, setup: Setup) -> Position:
    """The position that `setup` describes, judged as at the start of a turn.

    With only one side in play the game is won and nothing is judged; nor is it where an army
    out of play is left standing, as the first mate of a game does. Raises
    `InvalidPositionError` with every reason when the position cannot be played.

    >>> from circularchess.variant import Variant
    >>> from_setup(Variant.load("circular").data, Setup(turn="w"))
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidPositionError: the army to move, 'w', is not in play
    """
    if not isinstance(variant, VariantData):
        raise TypeError(f"VariantData is needed, not {shorten(variant)}")
    check_setup(setup)
    rules = rules_for(variant)
    found = tuple(validation.problems(rules, setup))
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise InvalidPositionError(found[0][1] + more, found)
    state = State(
        pieces=validation.placed_pieces(rules, setup),
        turn=setup.turn,
        in_play=validation.armies_in_play(rules, setup),
        castling=frozenset(setup.castling),
        en_passant=validation.rights_of(rules, setup),
        halfmove=setup.halfmove,
        round=setup.round,
        bridged=frozenset(setup.bridged),
    )
    over = turns.over_already(rules, state)
    if over is not None:
        return Position(rules, *over)
    won = winners(rules, state)
    if won is not None:
        return Position(rules, state, ("last_side_standing", won))
    return Position(rules, *turns.judge(rules, state))

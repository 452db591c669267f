"""The exceptions of circularchess. Every one is a `ValueError` with a one-line message.

The message says what is wrong, shows the offending text by its `repr` (shortened when it is
long) and says where it stands.
"""

from __future__ import annotations

__all__ = [
    "AmbiguousMoveError",
    "CircularChessError",
    "EngineError",
    "EngineTerminatedError",
    "IllegalMoveError",
    "InvalidDepthError",
    "InvalidFenError",
    "InvalidGameError",
    "InvalidJsonError",
    "InvalidMoveError",
    "InvalidOptionError",
    "InvalidPieceError",
    "InvalidPositionError",
    "InvalidSquareError",
    "InvalidVariantError",
    "NoVariationError",
    "PgnError",
    "UnknownArmyError",
    "UnknownNotationError",
    "UnknownVariantError",
    "check_has",
    "shorten",
]


class CircularChessError(ValueError):
    """Base of all errors this package raises for bad input.

    >>> from circularchess import Board
    >>> try:
    ...     Board("circular").push_uci("b2b5")
    ... except CircularChessError as error:
    ...     print(type(error).__name__, "-", error)
    IllegalMoveError - illegal move 'b2b5' (b5 is three steps away)
    """


class InvalidSquareError(CircularChessError):
    """A text that is no square name, or a square the board does not have.

    >>> from circularchess import Square
    >>> Square("z0")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidSquareError: not a square name: 'z0'
    """


class InvalidPieceError(CircularChessError):
    """A text that is no piece.

    >>> from circularchess import Piece
    >>> Piece.from_symbol("x")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidPieceError: not a piece: 'x'
    """


class InvalidMoveError(CircularChessError):
    """A text that is no move at all.

    >>> from circularchess import Move
    >>> Move.from_uci("b2")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidMoveError: not a move: 'b2'
    """


class IllegalMoveError(CircularChessError):
    """A well-formed move (or resignation) that is not possible in the position.

    >>> from circularchess import Board
    >>> Board("circular").push_uci("b2b5")
    Traceback (most recent call last):
    ...
    circularchess.errors.IllegalMoveError: illegal move 'b2b5' (b5 is three steps away)
    """


class AmbiguousMoveError(CircularChessError):
    """A move text that several legal moves fit.

    >>> from circularchess import Board
    >>> Board("circular", "8k7/8Q7/16/K7Q7 w - - 0 1").push_san("Qb9")
    Traceback (most recent call last):
    ...
    circularchess.errors.AmbiguousMoveError: ambiguous move 'Qb9' (w to move): it may be a9b9, c9b9
    """


class InvalidFenError(CircularChessError):
    """A position text that cannot be read.

    >>> from circularchess import Board
    >>> Board("circular", "8 w - - 0 1")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidFenError: placement: 4 rings are needed, not 1: '8'
    """


class InvalidPositionError(CircularChessError):
    """A described position that cannot be played.

    `problems` holds every reason, as pairs of a short kind and a sentence fragment.

    >>> from circularchess import Board
    >>> try:
    ...     Board("circular", "8k7/16/16/KK14 w - - 0 1")
    ... except InvalidPositionError as error:
    ...     print(error.problems[0][0])
    kings
    """

    def __init__(self, message: str, problems: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self), self.problems))


class UnknownVariantError(CircularChessError):
    """A variant id that is not built in.

    >>> from circularchess import Variant
    >>> Variant.load("chess960")
    Traceback (most recent call last):
    ...
    circularchess.errors.UnknownVariantError: unknown variant 'chess960'; `variants()` lists them
    """


class UnknownArmyError(CircularChessError):
    """A letter that names no army of the variant.

    >>> from circularchess import Board
    >>> Board("circular").resign("x")
    Traceback (most recent call last):
    ...
    circularchess.errors.UnknownArmyError: no army 'x' in circular: it has w, b
    """


class UnknownNotationError(CircularChessError):
    """A notation that does not exist, or that has not letters enough for a variant's board.

    >>> from circularchess import Variant
    >>> from circularchess.notation.schemes import scheme
    >>> scheme("descriptive", Variant.load("circular"))
    Traceback (most recent call last):
    ...
    circularchess.errors.UnknownNotationError: no notation 'descriptive': there are ring-file, ...
    """


class InvalidVariantError(CircularChessError):
    """A variant file that is malformed or describes an impossible game.

    >>> from circularchess import Variant
    >>> Variant.from_toml("id = 1")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidVariantError: invalid type: integer `1`, expected a string ...
    """


class InvalidOptionError(CircularChessError):
    """An option that does not exist or has no meaning for the variant."""


class InvalidGameError(CircularChessError):
    """A header, comment, annotation or result that no game record can hold.

    >>> from circularchess import Game
    >>> game = Game("circular")
    >>> game.headers["A b"] = "c"
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidGameError: no name for a tag: 'A b'
    """


class NoVariationError(InvalidGameError, KeyError, IndexError):
    """A node of a game does not go on so. Also a `KeyError` and `IndexError`, as lists have it.

    >>> from circularchess import Game
    >>> Game("circular").variation(0)
    Traceback (most recent call last):
    ...
    circularchess.errors.NoVariationError: no variation 0: there are 0
    """

    def __str__(self) -> str:
        # A KeyError would show the message by its repr.
        return ValueError.__str__(self)


class InvalidJsonError(CircularChessError):
    """A JSON text that describes no board or no game. The message names the place.

    >>> from circularchess import Game
    >>> Game.from_json("[]")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidJsonError: game: an object is needed, not a list
    """


class PgnError(CircularChessError):
    """A fault in a game record, at a line and column (both from 1).

    >>> from circularchess import Game
    >>> try:
    ...     Game.from_pgn("1. b3 c6 2. b9 *")
    ... except PgnError as error:
    ...     print(error.line, error.column)
    1 13
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self), self.line, self.column))


class InvalidDepthError(CircularChessError):
    """A perft depth that is negative, no whole number, or beyond the limit.

    >>> from circularchess import Board, perft
    >>> perft(Board("circular"), -1)
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidDepthError: no depth -1: it is a whole number from 0 to 100
    """


class EngineError(CircularChessError):
    """A playing engine that cannot do what it is asked, or that answers what makes no sense.

    >>> from circularchess.players.uci import UciEngine
    >>> UciEngine.popen("/no/such/engine")
    Traceback (most recent call last):
    ...
    circularchess.errors.EngineError: cannot start '/no/such/engine': No such file or directory
    """


class EngineTerminatedError(EngineError):
    """A playing engine that has ended, of itself or because it was closed.

    >>> from circularchess.players import Engine, Limit
    >>> engine = Engine("circular")
    >>> engine.close()
    >>> engine.play(Board("circular"), Limit(nodes=1))
    Traceback (most recent call last):
    ...
    circularchess.errors.EngineTerminatedError: the engine is closed
    """


def check_has(value: object, attribute: str, what: str) -> None:
    """Refuse what has not the attribute that tells a thing. Raises `TypeError`.

    >>> check_has("b2b3", "legal_moves", "a Board")
    Traceback (most recent call last):
    ...
    TypeError: a Board is needed, not 'b2b3'
    """
    if not hasattr(value, attribute):
        raise TypeError(f"{what} is needed, not {shorten(value)}")


def shorten(value: object, limit: int = 60) -> str:
    """The `repr` of `value` for an error message: one line, never much longer than `limit`.

    >>> shorten("b2b3")
    "'b2b3'"
    >>> shorten("x" * 1000, limit=10)
    "'xxxxxxxxxx'... (1000 characters)"
    >>> shorten(3.5)
    '3.5'
    """
    if isinstance(value, str):
        # Cut first: the text may be enormous, and escapes may make it ten times as long.
        head = value[:limit]
        while len(repr(head)) > 2 * limit + 2:
            head = head[: len(head) // 2]
        cut = f"... ({len(value)} characters)" if len(head) < len(value) else ""
        return f"{head!r}{cut}"
    if isinstance(value, int):
        # Python refuses to print very long whole numbers.
        if value.bit_length() > 200:
            return f"a whole number of {value.bit_length()} bits"
        return repr(value)
    if value is None or isinstance(value, float):
        return repr(value)
    return f"an object of type {type(value).__name__}"

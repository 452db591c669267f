"""The exceptions of circularchess. Every one is a `ValueError` with a one-line message."""

from __future__ import annotations

__all__ = [
    "AmbiguousMoveError",
    "CircularChessError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "InvalidOptionError",
    "InvalidPositionError",
    "InvalidSquareError",
    "InvalidVariantError",
    "UnknownVariantError",
]


class CircularChessError(ValueError):
    """Base of all errors this package raises for bad input."""


class InvalidSquareError(CircularChessError):
    """A text that is no square name, or a square the board does not have."""


class InvalidMoveError(CircularChessError):
    """A text that is no move at all."""


class IllegalMoveError(CircularChessError):
    """A well-formed move that is not legal in the position."""


class AmbiguousMoveError(CircularChessError):
    """A move text that several legal moves fit."""


class InvalidFenError(CircularChessError):
    """A position text that cannot be read."""


class InvalidPositionError(CircularChessError):
    """A described position that cannot be played.

    `problems` holds every reason, as pairs of a short kind and a sentence fragment.
    """

    def __init__(self, message: str, problems: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self), self.problems))


class UnknownVariantError(CircularChessError):
    """A variant id that is not built in."""


class InvalidVariantError(CircularChessError):
    """A variant file that is malformed or describes an impossible game."""


class InvalidOptionError(CircularChessError):
    """An option that does not exist or has no meaning for the variant."""

"""Why a move is not legal, as the engines tell it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .square import Square

__all__ = ["Refusal", "RefusalKind"]

RefusalKind = Literal[
    "over",
    "empty",
    "not_yours",
    "same",
    "void",
    "own",
    "must_promote",
    "no_promotion",
    "bad_promotion",
    "exposes",
    "blocked",
    "moat",
    "hop",
    "only_captures",
    "only_quiet",
    "far",
    "no_right",
    "castling_in_check",
    "castling_through",
    "unreachable",
]


class Refusal(NamedTuple):
    """Why a move between two squares of the board is not legal.

    - `over`: the game is over. `empty`: nothing stands on the square to leave. `not_yours`: what
      stands there is not of the army to move. `same`, `void`: the target is the same square, or a
      void one. `own`: a man of the own side stands on it.
    - `must_promote`, `no_promotion`, `bad_promotion`: the piece may go there, but as something
      else.
    - `exposes`: the piece may go there, but leaves the king attacked from `squares`.
    - `blocked`: men on `squares` are in the way, the first on each way there is. `moat`: water
      is. `hop`: a hopper has not just one man to go over.
    - `only_captures`, `only_quiet`: there is nothing to capture on the target, or something,
      where the piece does not go without, or with it.
    - `far`: the target is `steps` steps straight on, more than the piece goes.
    - `no_right`: the right of castling is lost. `castling_in_check`: the king is in check from
      `squares`. `castling_through`: the first of the squares, which the king would cross or
      reach, is attacked from the others.
    - `unreachable`: the piece does not move so.

    >>> from circularchess import Board, Move
    >>> Board("circular").position.refusal(Move("b2", "b5"))
    Refusal(kind='far', squares=(), steps=3)
    """

    kind: RefusalKind
    squares: tuple[Square, ...] = ()
    steps: int = 0

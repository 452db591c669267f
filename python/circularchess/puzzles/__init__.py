"""Mate problems of the package's own, to be solved by people.

Positions of all variants of two sides in which the side to move can win in so many of its own
moves, and no sooner, whatever the other side does; only one first move does it. Every one was
proved by the reference engine, which looked at all moves.

>>> problem = puzzles("circular")[0]
>>> problem.moves, problem.board().turn == problem.turn
(2, True)
>>> problem.is_key(problem.line[0])
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from ..board import Board
from ..errors import CircularChessError, IllegalMoveError, UnknownVariantError, shorten
from ..values.move import Move, as_move
from ..variant import Variant
from .proof import longest_defence, main_line, shortest_win, winning_moves

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Puzzle",
    "longest_defence",
    "main_line",
    "puzzle",
    "puzzles",
    "shortest_win",
    "winning_moves",
]

_FILE: Final = "problems.jsonl"


@dataclass(frozen=True)
class Puzzle:
    """A mate problem.

    `number` is its place among all, from 1. `variant` is the id of the game, `fen` the position,
    `moves` in how many own moves the side to move wins. `line` is a solution: the winning moves
    and the longest defence.
    """

    number: int
    variant: str
    fen: str
    moves: int
    line: tuple[Move, ...]

    def board(self) -> Board:
        """A new board with the position.

        >>> puzzle(1).board().is_game_over()
        False
        """
        return Board(self.variant, self.fen)

    @property
    def turn(self) -> str:
        """The letter of the army to move.

        >>> puzzle(1).turn == puzzle(1).board().turn
        True
        """
        return self.board().turn

    @property
    def side(self) -> tuple[str, ...]:
        """The armies of the side to move, in seat order.

        >>> puzzle(1).turn in puzzle(1).side
        True
        """
        board = self.board()
        return board.variant.sides[board.side_of(board.turn)]

    def is_key(self, move: Move | str) -> bool:
        """Whether a move is the one that wins in time.

        Raises `IllegalMoveError` for a move that cannot be made.

        >>> first = puzzle(1)
        >>> [first.is_key(move) for move in first.board().legal_moves].count(True)
        1
        """
        board = self.board()
        move = board.variant.read_move(as_move(move))
        if not board.is_legal(move):
            raise IllegalMoveError(f"illegal move {move.uci()!r} ({board.turn} to move)")
        return move == self.line[0]

    def prove(self, moves: Iterable[Move] = ()) -> int | None:
        """In how many own moves the side still wins after some moves, as far as it has them.

        None if it does not any more. It looks at all moves, which takes long for long problems.

        >>> problem = puzzle(1)
        >>> problem.prove(problem.line[:2])
        1
        """
        board = self.board()
        left = self.moves
        for move in moves:
            left -= board.turn in self.side
            board.push(move)
        return shortest_win(board.position, left, self.side)


@cache
def _all() -> tuple[Puzzle, ...]:
    text = files(__name__).joinpath(_FILE).read_text(encoding="utf-8")
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        raw = json.loads(line)
        read = Variant.load(raw["variant"]).read_move
        moves = tuple(read(move) for move in raw["line"])
        found.append(Puzzle(number, raw["variant"], raw["fen"], raw["moves"], moves))
    return tuple(found)


def puzzles(variant: str | None = None) -> list[Puzzle]:
    """All problems, or those of a variant, in their order: by variant, the shortest first.

    Raises `UnknownVariantError` for an id that is not built in.

    >>> len(puzzles()) >= 60
    True
    """
    if variant is None:
        return list(_all())
    if not isinstance(variant, str):
        raise UnknownVariantError(f"unknown variant {shorten(variant)}; `variants()` lists them")
    Variant.load(variant)
    return [problem for problem in _all() if problem.variant == variant]


def puzzle(number: int) -> Puzzle:
    """The problem of a number, from 1. Raises `CircularChessError` if there is none.

    >>> puzzle(1).number
    1
    """
    count = len(_all())
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= count:
        raise CircularChessError(f"no problem {shorten(number)}: there are 1 to {count}")
    return _all()[number - 1]

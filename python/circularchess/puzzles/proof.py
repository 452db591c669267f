"""Proving forced wins by looking at every move: slow, plain, and with either engine.

A side *wins in n* when it can move so that, whatever the others do, the rules end the game in its
favour with its nth move at the latest. All moves of the side count, whichever of its armies makes
them. Draws that players would have to claim, and repetitions, are left out of account.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine import Position
    from ..values.move import Move

__all__ = ["longest_defence", "main_line", "shortest_win", "winning_moves"]


def winning_moves(position: Position, moves: int, side: Iterable[str]) -> list[Move]:
    """All moves with which a side, which is to move, wins in `moves` of its own, in order.

    `side` are its armies' letters.

    >>> from circularchess import Board
    >>> board = Board("orthodox", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> winning_moves(board.position, 1, "w")
    [Move.from_uci('a1a8')]
    """
    return Prover(frozenset(side)).winning_moves(position, moves)


def main_line(position: Position, moves: int, side: Iterable[str]) -> list[Move]:
    """A line to the end of a win in `moves`: the first winning moves, the longest defences.

    Empty if there is no such win.
    """
    return Prover(frozenset(side)).main_line(position, moves)


def shortest_win(position: Position, most: int, side: Iterable[str]) -> int | None:
    """In how many own moves a side wins at the soonest, at most so many; None if it does not.

    Whoever is to move: 0 if it has won.

    >>> from circularchess import Board
    >>> board = Board("orthodox", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    >>> shortest_win(board.position, 3, "w"), shortest_win(board.position, 3, "b")
    (1, None)
    """
    return Prover(frozenset(side)).length(position, most)


def longest_defence(position: Position, most: int, side: Iterable[str]) -> Move | None:
    """What the others, one of whom is to move, should do against a side that wins in `most`.

    A move after which the side does not win in time if there is one, else the one that holds out
    longest. None where there is no move.

    >>> from circularchess import Board
    >>> board = Board("orthodox", "7k/8/5KQ1/8/8/8/8/8 b - - 0 1")
    >>> longest_defence(board.position, 1, "w") is None
    True
    """
    prover = Prover(frozenset(side))
    best: tuple[int, Move] | None = None
    for move in position.legal_moves():
        after = position.play(move)
        assert after is not None
        length = prover.length(after, most)
        if length is None:
            return move
        if best is None or length > best[0]:
            best = (length, move)
    return None if best is None else best[1]


class TooLongError(Exception):
    """More positions would have to be looked at than may be."""


class Prover:
    """Looks through the tree of moves, remembering what it has seen."""

    def __init__(self, side: frozenset[str], most: int | None = None) -> None:
        self._side = side
        # How many positions may be looked at, where somebody is in a hurry.
        self._most = most
        self._known: dict[tuple[object, int], bool] = {}
        # The reply that last refuted a try, by the moves left: it often refutes the next one too.
        self._refutation: dict[int, Move] = {}

    def winning_moves(self, position: Position, moves: int) -> list[Move]:
        """See the function of that name."""
        found = []
        for move in position.legal_moves():
            after = position.play(move)
            assert after is not None
            if self._wins(after, moves - 1):
                found.append(move)
        return found

    def main_line(self, position: Position, moves: int) -> list[Move]:
        """See the function of that name."""
        line: list[Move] = []
        while position.end is None and self._wins(position, moves):
            # Not merely the first that wins in time: the one that wins soonest.
            while moves and self._wins(position, moves - 1):
                moves -= 1
            ours = position.turn in self._side
            best: tuple[int, Move, Position] | None = None
            for move in position.legal_moves():
                after = position.play(move)
                assert after is not None
                if ours and not self._wins(after, moves - 1):
                    continue
                length = self.length(after, moves) or 0
                if best is None or (not ours and length > best[0]):
                    best = (length, move, after)
                if ours:
                    break
            assert best is not None
            line.append(best[1])
            moves -= ours
            position = best[2]
        return line

    def length(self, position: Position, most: int) -> int | None:
        """See `shortest_win`."""
        return next((n for n in range(most + 1) if self._wins(position, n)), None)

    def _wins(self, position: Position, moves: int) -> bool:
        """Whether the side wins in so many more moves of its own, whoever is to move."""
        if position.end is not None:
            return not self._side.isdisjoint(position.end[1])
        if moves == 0:
            return False
        key = (position.key(), moves)
        known = self._known.get(key)
        if known is None:
            if self._most is not None and len(self._known) >= self._most:
                raise TooLongError
            known = self._known[key] = (
                self._attack(position, moves)
                if position.turn in self._side
                else self._defence(position, moves)
            )
        return known

    def _attack(self, position: Position, moves: int) -> bool:
        """Whether one of the side's moves wins."""
        children = [position.play(move) for move in position.legal_moves()]
        for child in children:
            assert child is not None
            if child.end is not None and not self._side.isdisjoint(child.end[1]):
                return True
        if moves == 1:
            return False
        # Checks leave few answers, which are soon looked through.
        going_on = [child for child in children if child is not None and child.end is None]
        going_on.sort(key=lambda child: not child.is_check(child.turn))
        return any(self._wins(child, moves - 1) for child in going_on)

    def _defence(self, position: Position, moves: int) -> bool:
        """Whether all moves of the others lose."""
        tried = self._refutation.get(moves)
        if tried is not None:
            after = position.play(tried)
            if after is not None and not self._wins(after, moves):
                return False
        for move in position.legal_moves():
            if move == tried:
                continue
            after = position.play(move)
            assert after is not None
            if not self._wins(after, moves):
                self._refutation[moves] = move
                return False
        return True

"""Random games by the thousand, for statistics and for searches by sampling."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from ..values.outcome import Outcome, Termination
from .perft import MAX_THREADS, check_board, check_range

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..board import Board

__all__ = ["MAX_GAMES", "Playouts", "playouts"]

#: The most games of one call, and the most plies of a game.
MAX_GAMES: Final = 10**8
MAX_PLIES: Final = 10**6

#: Games that are tallied at a time.
_PART: Final = 1 << 16


@dataclass(frozen=True)
class Playouts:
    """What random games came to.

    The arrays have an entry for each game and share their memory with NumPy:
    `numpy.frombuffer(result.plies, "uint32")`.

    >>> from circularchess import Board
    >>> result = playouts(Board("circular"), 3, seed=1, max_plies=2)
    >>> result.counts, list(result.plies), [result.endings[end] for end in result.ends]
    ({None: 3}, [2, 2, 2], [None, None, None])
    """

    #: How many games ended how; None counts those that reached the most plies unfinished. Of
    #: outcomes only `termination` and `winners` are told, no `loser`.
    counts: dict[Outcome | None, int]
    #: Single moves of each game (32 bits).
    plies: array[int]
    #: The ending of each game, as a number in `endings` (8 bits).
    ends: array[int]
    #: The winning armies of each game, as bits in seat order (8 bits); 0 for none.
    winners: array[int]
    #: What the numbers in `ends` mean; None is unfinished.
    endings: tuple[Termination | None, ...]
    #: The sum, over all positions that were moved from, of the legal moves there.
    choices: int

    def __len__(self) -> int:
        return len(self.plies)

    @property
    def moves(self) -> int:
        """All single moves of all games.

        >>> from circularchess import Board
        >>> playouts(Board("circular"), 2, max_plies=5).moves
        10
        """
        return sum(self.plies)


class _Game(NamedTuple):
    outcome: Outcome | None
    plies: int
    choices: int


_ENDINGS: Final = (
    Termination.CHECKMATE,
    Termination.KING_TAKEN,
    Termination.LAST_SIDE_STANDING,
    Termination.STALEMATE,
    Termination.RESIGNATION,
    Termination.DEAD_POSITION,
    Termination.FIVEFOLD_REPETITION,
    Termination.SEVENTYFIVE_ROUNDS,
    None,
    Termination.BARE_KING,
    Termination.CITADEL,
)


def playouts(
    board: Board,
    n: int,
    *,
    seed: int = 0,
    max_plies: int = 1000,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Playouts:
    """Play `n` games of random legal moves from the board's position, each move as likely.

    A game ends as `Board.outcome()` says (draws by claim are not claimed), with repetition and
    rounds counted from this position on, or after `max_plies` single moves. The same `seed`, 0 to
    2**64 - 1, gives the same games whatever the number of `threads`; the two engines give
    different ones. The Rust engine plays without the interpreter lock and can be interrupted;
    the reference engine plays in plain Python, on one thread.

    Raises `InvalidOptionError` when a number is out of range (`MAX_GAMES`, `MAX_PLIES`) and
    `OSError` when the system refuses so many threads.

    >>> from circularchess import Board
    >>> result = playouts(Board("circular"), 10, seed=1, max_plies=400)
    >>> len(result), sum(result.counts.values()), result.moves == sum(result.plies)
    (10, 10, True)
    """
    check_board(board)
    check_range("n", n, 0, MAX_GAMES)
    check_range("seed", seed, 0, 2**64 - 1)
    check_range("max_plies", max_plies, 0, MAX_PLIES)
    check_range("threads", threads, 1, MAX_THREADS)
    if board.engine == "rust":
        ends, winners, plies, choices = _by_rust(board, n, seed, max_plies, threads, progress)
    else:
        ends, winners, plies, choices = _by_reference(board, n, seed, max_plies, progress)
    letters = board.variant.letters
    counts: dict[Outcome | None, int] = {}
    tally: Counter[tuple[int, int]] = Counter()
    # Part by part, for Ctrl-C is not heard while a counter counts.
    for first in range(0, len(ends), _PART):
        part = slice(first, first + _PART)
        tally.update(zip(ends[part], winners[part], strict=True))
    for (end, mask), count in sorted(tally.items()):
        termination = _ENDINGS[end]
        won = tuple(letter for bit, letter in enumerate(letters) if mask >> bit & 1)
        counts[None if termination is None else Outcome(termination, won)] = count
    return Playouts(counts, plies, ends, winners, _ENDINGS, choices)


_Arrays = tuple["array[int]", "array[int]", "array[int]", int]


def _by_rust(
    board: Board,
    n: int,
    seed: int,
    max_plies: int,
    threads: int,
    progress: Callable[[int], object] | None,
) -> _Arrays:
    from .._core import Position

    position = board.position
    assert isinstance(position, Position)
    ends, winners, plies, choices = position.playouts(n, seed, max_plies, threads, progress)
    lengths = array("I")
    lengths.frombytes(plies)
    return array("B", ends), array("B", winners), lengths, choices


def _by_reference(
    board: Board, n: int, seed: int, max_plies: int, progress: Callable[[int], object] | None
) -> _Arrays:
    ends, winners, plies, choices = array("B"), array("B"), array("I"), 0
    letters = board.variant.letters
    for number in range(n):
        game = _play(board.copy(stack=False), Random(f"{seed} {number}"), max_plies)
        outcome = game.outcome
        ends.append(_ENDINGS.index(outcome.termination if outcome else None))
        won = outcome.winners if outcome else ()
        winners.append(sum(1 << letters.index(letter) for letter in won))
        plies.append(game.plies)
        choices += game.choices
        if progress is not None:
            progress(number + 1)
    return ends, winners, plies, choices


def _play(board: Board, random: Random, max_plies: int) -> _Game:
    choices = 0
    for ply in range(max_plies):
        outcome = board.outcome()
        if outcome is not None:
            return _Game(outcome, ply, choices)
        moves = list(board.legal_moves)
        choices += len(moves)
        board.push(random.choice(moves))
    return _Game(board.outcome(), max_plies, choices)

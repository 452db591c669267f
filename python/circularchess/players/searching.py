"""`Search`: one search of the compiled engine, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..engine import make_position
from .analysis_result import AnalysisResult
from .results import BestMove, Info, core_info

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["Search", "expected_board", "repetition_keys", "rust_position"]


def repetition_keys(board: Board) -> tuple[int, ...]:
    """The keys of the positions that may come again, the oldest first, without the present one.

    >>> board = Board("circular")
    >>> for text in ("b3", "c6", "Nb14"):
    ...     _ = board.push_san(text)
    >>> len(repetition_keys(board))
    1
    """
    past = board.copy()
    keys: list[int] = []
    while past.position.halfmove > 0:
        try:
            done = past.pop()
        except IndexError:
            break
        if done is not None:
            keys.append(rust_position(past).key())
    return tuple(reversed(keys))


def rust_position(board: Board) -> Any:
    """The position of a board of either engine, as the compiled one has it."""
    position = board.position
    if board.engine == "rust":
        return position
    return make_position(board.variant, position.setup())


def expected_board(board: Board, move: Move, answer: Move) -> Board | None:
    """The board to ponder on after a move, and the answer that is expected to it.

    None where that cannot be played, or leaves it to others to move.

    >>> board = Board("circular")
    >>> expected_board(board, Move("b2", "b3"), Move("c7", "c6")).turn
    'w'
    >>> expected_board(board, Move("b2", "b3"), Move("b3", "b4")) is None
    True
    """
    expected = board.copy()
    expected.push(move)
    if expected.position.end is not None or not expected.is_legal(answer):
        return None
    expected.push(answer)
    ours = expected.position.end is None and expected.turn == board.turn
    return expected if ours else None


class Search:
    """One search of an engine, in a thread of its own."""

    def __init__(self, owner: object, core: Any, board: Board, wanted: Info) -> None:
        # An engine lives as long as it searches.
        self._owner: object = owner
        self._core = core
        self._variant = board.variant
        self._position = rust_position(board)
        self._board = board
        self._stopped = False
        # Whether the search is known to have begun, and the word that came before it had.
        self._begun = False
        self._hit: tuple[int | None, int | None] | None = None
        self._telling = threading.Lock()
        self.result = AnalysisResult(self.stop, wanted)
        self._thread: threading.Thread | None = None

    def begin(self, **settings: Any) -> None:
        """Start it, with the arguments of the compiled search."""
        keys = repetition_keys(self._board)
        args = (keys, settings)
        self._thread = threading.Thread(target=self._run, args=args, daemon=True)
        self._thread.start()

    def _run(self, keys: tuple[int, ...], settings: dict[str, Any]) -> None:
        result = self.result
        try:
            found = self._core.go(self._position, history=keys, on_info=self._on_info, **settings)
            infos = [core_info(raw, self._position, self._variant) for raw in found["infos"]]
            result._finish(BestMove(found["move"], found["ponder"]), infos)
        except BaseException as error:
            result._fail(error)
        finally:
            self._owner = None

    def _on_info(self, raw: Mapping[str, Any]) -> None:
        with self._telling:
            first, self._begun = not self._begun, True
            hit = self._hit if first else None
        if hit is not None:
            self._core.ponderhit(soft_ms=hit[0], hard_ms=hit[1])
        if self._stopped:
            # It came before the search had begun.
            self._core.stop()
        self.result._tell(core_info(raw, self._position, self._variant))

    def ponderhit(self, soft_ms: int | None, hard_ms: int | None) -> None:
        """The move pondered on was played: go on under these limits."""
        with self._telling:
            if not self._begun:
                self._hit = (soft_ms, hard_ms)
                return
        self._core.ponderhit(soft_ms=soft_ms, hard_ms=hard_ms)

    def stop(self) -> None:
        """Have it end."""
        self._stopped = True
        self._core.stop()

    def end(self) -> None:
        """Stop it and wait until it has ended."""
        thread = self._thread
        while thread is not None and thread.is_alive():
            self.stop()
            thread.join(0.02)

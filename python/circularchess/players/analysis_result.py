"""`AnalysisResult`: a search that goes on while its caller looks at what it finds."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, Self

from ..errors import EngineError
from .results import BestMove, Info, InfoDict, ended_info, selected

if TYPE_CHECKING:
    from types import TracebackType

    from ..board import Board

__all__ = ["AnalysisComplete", "AnalysisResult"]

#: How long to wait in one go, in seconds: Ctrl-C must be noticed on every system.
_PATIENCE: Final = 0.05


class AnalysisComplete(Exception):  # noqa: N818 - its name in `chess.engine`
    """There is no more information: the search has ended and all of it was read."""


class AnalysisResult:
    """A search under way; `Engine.analysis` and `UciEngine.analysis` give one.

    Iterating over it gives each information as it comes, until the search ends. `multipv` has the
    latest of each line, `info` that of the best one. As a context manager it stops the search at
    the end of the block.

    >>> from circularchess.players import Engine, Limit
    >>> with Engine("circular") as engine, engine.analysis(Board(), Limit(depth=3)) as analysis:
    ...     depths = [info["depth"] for info in analysis if "depth" in info]
    >>> depths[-1], analysis.wait().move in Board().legal_moves
    (3, True)
    """

    def __init__(self, stop: Callable[[], None], wanted: Info = Info.ALL) -> None:
        #: The latest information of each line, the best one first.
        self.multipv: list[InfoDict] = [{}]
        self._stop = stop
        self._wanted = wanted
        self._changed = threading.Condition()
        self._news: deque[InfoDict] = deque()
        self._best: BestMove | None = None
        self._error: BaseException | None = None
        self._stopping = False

    @classmethod
    def of_ended(cls, board: Board, wanted: Info = Info.ALL) -> Self:
        """What there is to say of a game that is over, without a search.

        >>> board = Board("circular", "16/16/8K7/8k7 w - - 0 1")
        >>> board.resign()
        >>> AnalysisResult.of_ended(board).wait().move is None
        True
        """
        ended = cls(lambda: None, wanted)
        ended._tell(ended_info(board))
        ended._finish(BestMove(None, None))
        return ended

    # --- What the engine tells it ----------------------------------------------------------------

    def _tell(self, info: InfoDict) -> None:
        """Take in an information."""
        info = selected(info, self._wanted)
        with self._changed:
            if self._best is not None or self._error is not None:
                return
            self._note(info)
            self._news.append(info)
            self._changed.notify_all()

    def _note(self, info: InfoDict) -> None:
        place = info.get("multipv", 1)
        while len(self.multipv) < place:
            self.multipv.append({})
        latest = self.multipv[place - 1]
        if "score" in info:
            latest.pop("lowerbound", None)
            latest.pop("upperbound", None)
        latest.update(info)

    def _finish(self, best: BestMove, infos: list[InfoDict] | None = None) -> None:
        """The search has ended, with these lines as the last ones where they are given."""
        with self._changed:
            if self._best is not None or self._error is not None:
                return
            for info in infos or ():
                self._note(selected(info, self._wanted))
            self._best = best
            self._changed.notify_all()

    def _fail(self, error: BaseException) -> None:
        """The search has failed."""
        with self._changed:
            if self._best is None and self._error is None:
                self._error = error
                self._changed.notify_all()

    @property
    def _done(self) -> bool:
        return self._best is not None or self._error is not None

    def _await(self, ready: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait, with the lock held, until something is so; whether it is."""
        waited = 0.0
        while not ready():
            if timeout is not None and waited >= timeout:
                return False
            self._changed.wait(_PATIENCE)
            waited += _PATIENCE
            if self._stopping and not self._done:
                # An engine that had not yet begun may have missed it.
                self._stop()
        return True

    # --- What its caller asks --------------------------------------------------------------------

    @property
    def info(self) -> InfoDict:
        """The latest information of the best line."""
        return self.multipv[0]

    def stop(self) -> None:
        """Ask the search to end. It may be called from any thread, and at any time."""
        self._stopping = True
        if not self._done:
            self._stop()

    def wait(self, timeout: float | None = None) -> BestMove:
        """Wait for the search to end; its best move.

        Raises what made it fail, an `EngineError`, and `TimeoutError` if it takes longer than
        `timeout` seconds.
        """
        with self._changed:
            if not self._await(lambda: self._done, timeout):
                raise TimeoutError(f"the search has not ended after {timeout} s")
        if self._best is None:
            assert self._error is not None
            raise self._error
        return self._best

    def get(self) -> InfoDict:
        """Wait for the next information.

        Raises `AnalysisComplete` when the search has ended and all was read.
        """
        with self._changed:
            self._await(lambda: bool(self._news) or self._done)
            if self._news:
                return self._news.popleft()
            if self._error is not None:
                raise self._error
        raise AnalysisComplete

    def next(self) -> InfoDict | None:
        """As `get`, with None at the end."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def empty(self) -> bool:
        """Whether all information that came was read."""
        return not self._news

    def would_block(self) -> bool:
        """Whether `get` would have to wait."""
        return not self._news and not self._done

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        try:
            self.wait()
        except EngineError:
            # Who is still reading has been told.
            if kind is None and self._news:
                raise

"""`AsyncEngine`: engines for programs that run on `asyncio`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..variant import Variant
from .analysis_result import AnalysisComplete, AnalysisResult
from .engine import Engine

if TYPE_CHECKING:
    from types import TracebackType

    from ..board import Board
    from .limit import Limit
    from .results import BestMove, InfoDict, PlayResult
    from .uci.client import UciEngine

__all__ = ["AsyncAnalysisResult", "AsyncEngine"]

_T = TypeVar("_T")


class AsyncEngine:
    """An engine to await: one of this process, or a `UciEngine`.

    `engine` is the engine, or a variant (its id or a `Variant`) for a new `Engine` with the
    `settings` of its constructor. The arguments of the methods are those of the engine's own.
    Cancelling a task stops its search. What is asked while a search is awaited waits its turn.

    >>> import asyncio
    >>> from circularchess.players import AsyncEngine, Limit
    >>> async def first_move():
    ...     async with AsyncEngine("circular", hash_mb=1) as engine:
    ...         return (await engine.play(Board("circular"), Limit(nodes=1000))).move
    >>> asyncio.run(first_move()) in Board("circular").legal_moves
    True
    """

    def __init__(
        self, engine: Engine | UciEngine | str | Variant = "circular", **settings: Any
    ) -> None:
        made = isinstance(engine, str | Variant)
        if settings and not made:
            raise TypeError("settings go with a variant, not with an engine there is")
        #: The engine behind it.
        self.engine: Engine | UciEngine
        self.engine = Engine(engine, **settings) if isinstance(engine, str | Variant) else engine
        self._turn = asyncio.Lock()

    async def play(self, board: Board, limit: Limit, **settings: Any) -> PlayResult:
        """A move for the army to move; see `Engine.play`."""
        return await self._call(lambda: self.engine.play(board, limit, **settings))

    async def analyse(
        self, board: Board, limit: Limit, **settings: Any
    ) -> InfoDict | list[InfoDict]:
        """What a search finds; see `Engine.analyse`."""
        return await self._call(lambda: self.engine.analyse(board, limit, **settings))

    async def analysis(
        self, board: Board, limit: Limit | None = None, **settings: Any
    ) -> AsyncAnalysisResult:
        """Begin a search; see `Engine.analysis`."""
        begun = await self._call(lambda: self.engine.analysis(board, limit, **settings))
        return AsyncAnalysisResult(begun)

    async def ping(self) -> None:
        """Wait until the engine answers."""
        await self._call(self.engine.ping)

    def stop(self) -> None:
        """Have the search under way end."""
        self.engine.stop()

    async def close(self) -> None:
        """End the engine, and a search under way."""
        await asyncio.to_thread(self.engine.close)

    quit = close

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _call(self, deed: Callable[[], _T]) -> _T:
        """Do something in another thread; where the task is cancelled, the search is stopped."""
        async with self._turn:
            work = asyncio.ensure_future(asyncio.to_thread(deed))
            try:
                return await asyncio.shield(work)
            except asyncio.CancelledError:
                while not work.done():
                    self.engine.stop()
                    await asyncio.wait([work], timeout=0.02)
                # Told to nobody: whoever asked has gone.
                work.cancelled() or work.exception()
                raise


class AsyncAnalysisResult:
    """A search under way; see `AnalysisResult`. It is iterated over by `async for`.

    >>> import asyncio
    >>> from circularchess.players import AsyncEngine, Limit
    >>> async def deepest():
    ...     async with AsyncEngine("circular", hash_mb=1) as engine:
    ...         async with await engine.analysis(Board("circular")) as analysis:
    ...             async for info in analysis:
    ...                 if info.get("depth", 0) >= 2:
    ...                     return info["depth"]
    >>> asyncio.run(deepest()) >= 2
    True
    """

    def __init__(self, analysis: AnalysisResult) -> None:
        self._analysis = analysis

    @property
    def info(self) -> InfoDict:
        """The latest information of the best line."""
        return self._analysis.info

    @property
    def multipv(self) -> list[InfoDict]:
        """The latest information of each line."""
        return self._analysis.multipv

    def stop(self) -> None:
        """Ask the search to end."""
        self._analysis.stop()

    def empty(self) -> bool:
        """Whether all information that came was read."""
        return self._analysis.empty()

    def would_block(self) -> bool:
        """Whether `get` would have to wait."""
        return self._analysis.would_block()

    async def wait(self) -> BestMove:
        """Wait for the search to end; its best move."""
        return await self._call(self._analysis.wait)

    async def get(self) -> InfoDict:
        """Wait for the next information. Raises `AnalysisComplete` at the end."""
        if not self._analysis.would_block():
            return self._analysis.get()
        return await self._call(self._analysis.get)

    async def next(self) -> InfoDict | None:
        """As `get`, with None at the end."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    async def __aiter__(self) -> AsyncIterator[InfoDict]:
        while (info := await self.next()) is not None:
            yield info

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        await self.wait()

    async def _call(self, deed: Callable[[], _T]) -> _T:
        work = asyncio.ensure_future(asyncio.to_thread(deed))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            # The thread that waits must not outlive the task.
            self._analysis.stop()
            await asyncio.wait([work])
            work.cancelled() or work.exception()
            raise

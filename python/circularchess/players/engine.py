"""`Engine`: the package's own engine, in this process."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Self, overload

from ..board import Board, variant_of
from ..errors import EngineTerminatedError
from ..values.move import Move
from ..variant import Variant, rules_of
from .analysis_result import AnalysisResult
from .checking import check_board, check_limit, check_multipv, check_number, check_root_moves
from .limit import Limit, search_depth, spending
from .results import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    Info,
    InfoDict,
    PlayResult,
    ended_info,
    selected,
)
from .searching import Search, expected_board, repetition_keys, rust_position
from .strength import check_elo, check_skill, skill_of_elo, weakened

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Engine"]

_MAX_THREADS: Final = 1024
_MAX_HASH_MB: Final = 1 << 20
#: Seconds that a move takes beside the search.
_OVERHEAD: Final = 0.01


class _Running:
    """The search of an engine that is under way, or was the last one."""

    def __init__(self) -> None:
        self.search: Search | None = None

    def end(self) -> None:
        """Have it end."""
        search, self.search = self.search, None
        if search is not None:
            search.end()


class Engine:
    """The package's own engine: it plays every variant, one of your own too.

    `variant` is the id of a built-in variant or a `Variant`, `options` are laid over its own.
    `threads` (1 to 1024) search together, with a table of `hash_mb` megabytes (1 to 1048576).
    `skill` from 0 to 20 or `elo` from 800 to 2300 make it play weaker; it plays at full strength
    without them. `contempt` is how many centipawns a draw is worse for it than an even position.

    Names and meanings are those of `chess.engine.SimpleEngine`. One engine does one thing at a
    time: what is asked of it stops the analysis that is under way. Methods may be called from any
    thread; Ctrl-C stops a search at once. `AsyncEngine` is the same for `asyncio`.

    Raises `InvalidOptionError` for numbers out of range.

    >>> from circularchess.players import Engine, Limit
    >>> board = Board("circular", "8k7/16/QR14/K15 w - - 0 1")
    >>> with Engine("circular") as engine:
    ...     result = engine.play(board, Limit(nodes=5000))
    >>> result.move in board.legal_moves
    True
    """

    def __init__(
        self,
        variant: str | Variant = "circular",
        *,
        options: Mapping[str, str | bool | int] | None = None,
        threads: int = 1,
        hash_mb: int = 16,
        skill: int | None = None,
        elo: int | None = None,
        contempt: int = 0,
    ) -> None:
        from .. import _core

        self._variant = variant_of(variant, options)
        self._threads = check_number("threads", threads, 1, _MAX_THREADS)
        self._hash_mb = check_number("hash_mb", hash_mb, 1, _MAX_HASH_MB)
        self._skill = check_skill(skill)
        self._elo = check_elo(elo)
        self._contempt = check_number("contempt", contempt, -1000, 1000)
        self._core: Any = _core.Search(rules_of(self._variant), threads=threads, hash_mb=hash_mb)
        # One at a time; searches run in threads of their own.
        self._lock = threading.RLock()
        self._running = _Running()
        # A search must not outlive the interpreter.
        weakref.finalize(self, self._running.end)
        # The board that is being pondered on, and the limit that goes with it.
        self._expected: tuple[Board, Limit] | None = None
        self._game: object = None
        self._closed = False

    # --- Settings --------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant it plays.

        >>> Engine("circular").variant.id
        'circular'
        """
        return self._variant

    @property
    def id(self) -> dict[str, str]:
        """Its name and who made it.

        >>> sorted(Engine("circular").id)
        ['author', 'name']
        """
        from .. import __version__

        return {"name": f"circularchess {__version__}", "author": "the circularchess authors"}

    @property
    def threads(self) -> int:
        """How many threads search. It can be set between searches.

        >>> Engine("circular", threads=2).threads
        2
        """
        return self._threads

    @threads.setter
    def threads(self, threads: int) -> None:
        self._threads = check_number("threads", threads, 1, _MAX_THREADS)
        with self._alone():
            self._core.threads = threads

    @property
    def hash_mb(self) -> int:
        """The size of its table in megabytes. Setting it empties the table.

        >>> Engine("circular").hash_mb
        16
        """
        return self._hash_mb

    @hash_mb.setter
    def hash_mb(self, hash_mb: int) -> None:
        self._hash_mb = check_number("hash_mb", hash_mb, 1, _MAX_HASH_MB)
        with self._alone():
            self._core.hash_mb = hash_mb

    @property
    def skill(self) -> int | None:
        """The level it plays at, 0 to 20; None for full strength.

        >>> Engine("circular", elo=800).skill
        0
        """
        return self._skill if self._elo is None else skill_of_elo(self._elo)

    @skill.setter
    def skill(self, skill: int | None) -> None:
        self._skill, self._elo = check_skill(skill), None

    @property
    def elo(self) -> int | None:
        """The rating it plays at about, None if none was asked for.

        >>> Engine("circular", elo=1200).elo
        1200
        """
        return self._elo

    @elo.setter
    def elo(self, elo: int | None) -> None:
        self._elo = check_elo(elo)

    def clear_hash(self) -> None:
        """Forget all that was found.

        >>> Engine("circular").clear_hash()
        """
        with self._alone():
            self._core.clear()

    # --- What it does ----------------------------------------------------------------------------

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        root_moves: Iterable[Move | str] | None = None,
    ) -> PlayResult:
        """A move for the army to move, after a search that ends with the limit.

        `game` is anything that tells games apart: where it differs from the last one, what was
        found before is forgotten. `info` says what to keep of the search. With `ponder` the engine
        goes on thinking about the answer it expects while the opponent thinks, until it is asked
        again. `root_moves` are the moves to choose among.

        The moves that led to the position are known from the board, so that it neither walks into
        a repetition nor misses one. Where the game is over there is no move: it is None.

        Raises `EngineError` for a limit without end, a board of another variant, or clocks without
        the army's own; `IllegalMoveError` for root moves that are none; `EngineTerminatedError`
        after `close`.

        >>> with Engine("circular") as engine:
        ...     result = engine.play(Board("circular"), Limit(nodes=1000), info=Info.SCORE)
        >>> sorted(result.info)
        ['score', 'wdl']
        """
        moves = self._check(board, limit, root_moves)
        if board.position.end is not None:
            return PlayResult(None, None, ended_info(board) if info else None)
        with self._lock:
            search = self._pondered(board, limit, moves, game)
            if search is None:
                search = self._start(board, limit, moves, game, info=info, skilled=True)
            else:
                search.result._wanted = info
            best = self._finish(search)
            result = PlayResult(best.move, best.ponder, selected(search.result.info, info))
            if ponder and best.move is not None and best.ponder is not None:
                self._ponder(board, best.move, best.ponder, limit)
        return result

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move | str] | None = None,
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move | str] | None = None,
    ) -> list[InfoDict]: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move | str] | None = None,
    ) -> InfoDict | list[InfoDict]:
        """What a search finds: its best line; with `multipv` a list of the best ones.

        The other arguments, and what is raised, are as for `play`. It always searches at full
        strength.

        >>> with Engine("circular") as engine:
        ...     lines = engine.analyse(Board("circular"), Limit(nodes=1000), multipv=3)
        >>> [line["multipv"] for line in lines]
        [1, 2, 3]
        """
        check_limit(limit, endless=False)
        with self._lock:
            analysis = self.analysis(
                board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves
            )
            try:
                analysis.wait()
            except BaseException:
                self._stop_all()
                raise
        return analysis.info if multipv is None else analysis.multipv

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move | str] | None = None,
    ) -> AnalysisResult:
        """Begin a search and return at once; see `AnalysisResult`.

        Without a limit it goes on until it is stopped. The other arguments, and what is raised,
        are as for `analyse`.

        >>> with Engine("circular") as engine, engine.analysis(Board("circular")) as analysis:
        ...     for found in analysis:
        ...         if found.get("depth", 0) >= 2:
        ...             break
        >>> analysis.info["pv"][0] in Board("circular").legal_moves
        True
        """
        limit = Limit() if limit is None else limit
        moves = self._check(board, limit, root_moves, endless=True)
        lines = check_multipv(multipv)
        if board.position.end is not None:
            return AnalysisResult.of_ended(board, info)
        with self._lock:
            search = self._start(board, limit, moves, game, info=info, multipv=lines)
        return search.result

    def evaluate(self, board: Board) -> int:
        """What a position is worth by itself, without a search, in centipawns.

        It is the view of the army to move and its side. Raises as `play`.

        >>> isinstance(Engine("circular").evaluate(Board("circular")), int)
        True
        """
        self._check(board, Limit(), None, endless=True)
        value: int = self._core.evaluate(rust_position(board))
        return value

    def explain(self, board: Board) -> list[tuple[str, int, int]]:
        """What makes up `evaluate`: names of terms, centipawns of the own side and of the others.

        >>> all(len(term) == 3 for term in Engine("circular").explain(Board("circular")))
        True
        """
        self._check(board, Limit(), None, endless=True)
        terms: list[tuple[str, int, int]] = self._core.explain(rust_position(board))
        return terms

    def stop(self) -> None:
        """Have the search under way end: what was asked for is answered at once.

        From any thread, or a handler of a signal.

        >>> Engine("circular").stop()
        """
        search = self._running.search
        if search is not None:
            search.result.stop()

    def ping(self) -> None:
        """Do nothing, for engines of other processes do something here.

        >>> Engine("circular").ping()
        """
        self._check_open()

    def close(self) -> None:
        """End it: a search under way is stopped, and nothing more can be asked.

        >>> Engine("circular").close()
        """
        self._closed = True
        self.stop()
        with self._lock:
            self._stop_all()

    quit = close

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        more = "" if self.skill is None else f", skill={self.skill}"
        return f"<Engine {self._variant!r}{more}>"

    # --- How -------------------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._closed:
            raise EngineTerminatedError("the engine is closed")

    def _check(
        self,
        board: Board,
        limit: Limit,
        moves: Iterable[Move | str] | None,
        *,
        endless: bool = False,
    ) -> list[Move] | None:
        self._check_open()
        check_board(board, self._variant)
        check_limit(limit, endless=endless)
        return check_root_moves(board, moves)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """With nothing under way."""
        with self._lock:
            self._check_open()
            self._stop_all()
            yield

    def _stop_all(self) -> None:
        self._expected = None
        self._running.end()

    def _start(
        self,
        board: Board,
        limit: Limit,
        moves: list[Move] | None,
        game: object,
        *,
        info: Info,
        multipv: int = 1,
        skilled: bool = False,
        ponder: bool = False,
    ) -> Search:
        self._stop_all()
        self._check_open()
        if game is not None and game != self._game:
            self._core.clear()
        self._game = game if game is not None else self._game
        soft, hard = spending(limit, self._variant, board.turn, _OVERHEAD)
        search = Search(self, self._core, board.copy(), info)
        search.begin(
            depth=search_depth(limit, board),
            nodes=limit.nodes,
            mate=limit.mate,
            soft_ms=None if ponder else soft,
            hard_ms=None if ponder else hard,
            infinite=limit.is_endless and not ponder,
            ponder=ponder,
            multipv=multipv,
            moves=moves,
            skill=weakened(self.skill) if skilled else None,
            analysis=not skilled,
            contempt=self._contempt if skilled else 0,
        )
        self._running.search = search
        return search

    def _finish(self, search: Search) -> BestMove:
        try:
            return search.result.wait()
        except BaseException:
            self._stop_all()
            raise

    def _ponder(self, board: Board, move: Move, answer: Move, limit: Limit) -> None:
        """Think on about the position after the answer that is expected."""
        expected = expected_board(board, move, answer)
        if expected is not None:
            self._start(expected, limit, None, None, info=INFO_ALL, skilled=True, ponder=True)
            self._expected = (expected, limit)

    def _pondered(
        self, board: Board, limit: Limit, moves: list[Move] | None, game: object
    ) -> Search | None:
        """The search that was right to ponder on this board, made a search within the limit."""
        search = self._running.search
        if self._expected is None or search is None or moves is not None:
            return None
        expected, before = self._expected
        same = (limit.depth, limit.nodes, limit.mate) == (before.depth, before.nodes, before.mate)
        if not same or (game is not None and game != self._game):
            return None
        if expected != board or repetition_keys(expected) != repetition_keys(board):
            return None
        self._expected = None
        soft, hard = spending(limit, self._variant, board.turn, _OVERHEAD)
        search.ponderhit(soft, hard)
        return search

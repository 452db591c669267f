"""`UciEngine`: an engine in a process of its own, driven by UCI."""

from __future__ import annotations

import logging
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self, overload

from ...board import Board, variant_of
from ...errors import (
    CircularChessError,
    EngineError,
    UnknownVariantError,
    shorten,
)
from ...values.move import Move
from ...variant import Variant
from ..analysis_result import AnalysisResult
from ..checking import check_board, check_limit, check_multipv, check_root_moves
from ..limit import Limit
from ..results import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    Info,
    InfoDict,
    PlayResult,
    ended_info,
    selected,
)
from ..searching import expected_board
from .go import write_go
from .options import Option, OptionValue
from .process import EngineProcess, start
from .settings import ORTHODOX
from .text import read_info

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["UciEngine"]

_LOGGER: Final = logging.getLogger(__name__)
#: What the client sets by itself.
_MANAGED: Final = frozenset(
    ("uci_variant", "variantpath", "variantoptions", "multipv", "ponder", "uci_chess960")
)
_PATIENCE: Final = 0.05


class UciEngine:
    """An engine in a process of its own that speaks UCI: `UciEngine.popen` starts it.

    It plays every variant that the engine knows; `circularchess uci` knows all of them, your own
    too. Names and meanings are those of `chess.engine.SimpleEngine`. What is asked of it stops the
    analysis that is under way. Methods may be called from any thread; `AsyncEngine` is the same
    for `asyncio`.

    >>> import sys
    >>> from circularchess.players import Limit
    >>> command = [sys.executable, "-m", "circularchess", "uci"]
    >>> board = Board("circular")
    >>> with UciEngine.popen(command, variant="circular") as engine:
    ...     result = engine.play(board, Limit(nodes=1000))
    ...     name = engine.id["name"]
    >>> result.move in board.legal_moves, name.split()[0]
    (True, 'circularchess')
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        variant: str | Variant = "circular",
        *,
        options: Mapping[str, str | bool | int] | None = None,
        uci_variant: str | None = None,
        timeout: float | None = 10.0,
    ) -> None:
        """Take over a process whose input and output are pipes; see `popen`."""
        self._variant = variant_of(variant, options)
        self._uci_variant = uci_variant
        #: Seconds to wait for an answer that needs no thinking; None waits for ever.
        self.timeout = timeout
        self._process = EngineProcess(process, self._take, self._note_end)
        self._lock = threading.RLock()
        self._changed = threading.Condition()
        # Answers that are waited for: uciok, readyok.
        self._answers: list[str] = []
        self._id: dict[str, str] = {}
        self._options: dict[str, Option] = {}
        self._values: dict[str, OptionValue] = {}
        self._search: _Search | None = None
        self._expected: tuple[Board, Limit] | None = None
        self._game: object = None
        self._ended = False
        self._file: str | None = None
        self._process.listen()
        try:
            self._send("uci")
            self._await("uciok")
            self._set_variant()
        except BaseException:
            self.close()
            raise

    @classmethod
    def popen(
        cls,
        command: str | os.PathLike[str] | Iterable[str],
        variant: str | Variant = "circular",
        *,
        options: Mapping[str, str | bool | int] | None = None,
        uci_variant: str | None = None,
        timeout: float | None = 10.0,
        **popen_args: Any,
    ) -> Self:
        """Start an engine by its command: a text, as in a shell, or a list of words.

        `variant` is what it is to play, with `options` laid over its own; `uci_variant` is the
        engine's own name for it where it differs. `timeout` is how many seconds it may take to
        answer what needs no thinking. More arguments are those of `subprocess.Popen`.

        Raises `EngineError` if it cannot be started, does not answer, or does not know the
        variant; `EngineTerminatedError` if it ends.
        """
        process = start(command, popen_args)
        return cls(process, variant, options=options, uci_variant=uci_variant, timeout=timeout)

    # --- What it is ------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant it plays."""
        return self._variant

    @property
    def id(self) -> Mapping[str, str]:
        """What it says of itself: `name` and `author`, usually."""
        return MappingProxyType(self._id)

    @property
    def options(self) -> Mapping[str, Option]:
        """What can be set, by name; see `configure`."""
        return MappingProxyType({option.name: option for option in self._options.values()})

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Set options by name, as `{"Hash": 64, "UCI_LimitStrength": True}`.

        Raises `EngineError` for an option it has not, or that this class sets by itself
        (`UCI_Variant`, `MultiPV`, `Ponder` and what belongs to the variant), `InvalidOptionError`
        for a value that does not fit; then nothing is set.
        """
        if not isinstance(options, Mapping):
            raise TypeError(f"options are a mapping of names to values, not {shorten(options)}")
        parsed: dict[str, OptionValue] = {}
        for name, value in options.items():
            option = self._option(name)
            if option.name.lower() in _MANAGED:
                raise EngineError(f"{option.name} is set by itself; it cannot be configured")
            parsed[option.name] = option.parse(value)
        with self._lock:
            self._end_search()
            for name, value in parsed.items():
                self._set(name, value)
            self._ping()

    def _option(self, name: object) -> Option:
        option = self._options.get(name.lower()) if isinstance(name, str) else None
        if option is None:
            raise EngineError(f"the engine has no option {shorten(name)}")
        return option

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
        """A move for the army to move; arguments and errors are as for `Engine.play`.

        Also raises `EngineError` if the engine plays an illegal move, or does not answer `timeout`
        seconds after the limit's time, and `EngineTerminatedError` if it has ended.
        """
        moves = self._check(board, limit, root_moves)
        if board.position.end is not None:
            return PlayResult(None, None, ended_info(board) if info else None)
        with self._lock:
            search = self._pondered(board, limit, moves, game)
            if search is None:
                search = self._begin(board, limit, moves, game, info=info, ponder=False)
            best = self._finish(search, limit)
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
        """What a search finds; arguments and errors are as for `Engine.analyse` and `play`."""
        check_limit(limit, endless=False)
        with self._lock:
            analysis = self.analysis(
                board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves
            )
            if self._search is not None and self._search.result is analysis:
                self._finish(self._search, limit)
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
        """Begin a search and return at once; as `Engine.analysis`."""
        limit = Limit() if limit is None else limit
        moves = self._check(board, limit, root_moves, endless=True)
        lines = check_multipv(multipv)
        if board.position.end is not None:
            return AnalysisResult.of_ended(board, info)
        with self._lock:
            if multipv is not None or "multipv" in self._options:
                # Raises before anything is begun.
                self._option("MultiPV").parse(lines)
            search = self._begin(board, limit, moves, game, info=info, multipv=lines, ponder=False)
        return search.result

    def stop(self) -> None:
        """Have the search under way end: what was asked for is answered at once."""
        search = self._search
        if search is not None:
            search.result.stop()

    def ping(self) -> None:
        """Wait until the engine answers. Raises `EngineError` if it does not.

        It answers while it searches, too.
        """
        with self._lock:
            self._ping()

    def quit(self) -> None:
        """Ask the engine to end, and wait until it has."""
        with suppress(EngineError):
            self._send("quit")
            self._process.closed = True
            self._process.wait(self.timeout)
        self.close()

    def close(self) -> None:
        """End the engine's process, whatever it is at."""
        self._process.close()
        if self._file is not None:
            with suppress(OSError):
                os.unlink(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.quit()

    def __repr__(self) -> str:
        name = self._id.get("name", "without a name")
        return f"<UciEngine {name!r} {self._variant!r} pid={self._process.process.pid}>"

    # --- Lines out and in ------------------------------------------------------------------------

    def _send(self, line: str) -> None:
        self._process.send(line)

    def _note_end(self) -> None:
        """It says no more."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        search = self._search
        if search is not None:
            search.result._fail(self._process.gone())

    def _take(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        search = self._search
        if word == "info" and search is not None:
            search.take_info(line)
        elif word == "bestmove" and search is not None:
            search.take_best_move(rest.split())
        elif word in ("uciok", "readyok"):
            with self._changed:
                self._answers.append(word)
                self._changed.notify_all()
        elif word == "id":
            key, _, value = rest.partition(" ")
            self._id[key] = value.strip()
        elif word == "option":
            try:
                option = Option.read(line)
            except EngineError as error:
                _LOGGER.warning("%s", error)
                return
            self._options[option.name.lower()] = option
            self._values.setdefault(option.name.lower(), option.default)

    def _await(self, answer: str) -> None:
        """Wait for a word of the engine's."""
        end = None if self.timeout is None else time.monotonic() + self.timeout
        with self._changed:
            while answer not in self._answers:
                if self._ended:
                    break
                if end is not None and time.monotonic() > end:
                    raise EngineError(f"no {answer!r} from the engine within {self.timeout} s")
                self._changed.wait(_PATIENCE)
            else:
                self._answers.remove(answer)
                return
        raise self._process.gone()

    def _ping(self) -> None:
        self._send("isready")
        self._await("readyok")

    # --- Options ---------------------------------------------------------------------------------

    def _set(self, name: str, value: OptionValue) -> None:
        """Set an option that the engine has, unless it has that value already."""
        key = name.lower()
        option = self._options[key]
        if option.type == "button":
            self._send(f"setoption name {option.name}")
            return
        if self._values.get(key) == value:
            return
        self._values[key] = value
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if option.type == "string" and not text:
            text = "<empty>"
        self._send(f"setoption name {option.name} value {text}")

    def _set_variant(self) -> None:
        """Tell the engine which game it plays. Raises `EngineError` if it does not know it."""
        variant = self._variant
        option = self._options.get("uci_variant")
        if option is None:
            if self._uci_variant is None and variant != _builtin("orthodox"):
                raise EngineError(f"the engine plays orthodox chess alone, not {variant.id}")
            return
        name = self._uci_variant or variant.id
        usual = {own: theirs for theirs, own in ORTHODOX.items()}
        if name not in option.var and usual.get(name) in option.var:
            name = usual[name]
        ours = _builtin(variant.id)
        own_rules = ours is None or Variant.from_toml(variant.toml) != ours
        if self._uci_variant is None and (own_rules or name not in option.var):
            self._send_file(option)
        elif name not in option.var:
            raise EngineError(f"the engine does not know the variant {shorten(name)}")
        changed = variant.changed_options
        if self._uci_variant is None and changed:
            if "variantoptions" not in self._options:
                raise EngineError(f"the engine cannot set options of {variant.id}")
            shown = (f"{key}={str(value).lower()}" for key, value in changed.items())
            self._set("VariantOptions", ",".join(shown))
        self._values["uci_variant"] = name
        self._send(f"setoption name {option.name} value {name}")
        self._ping()

    def _send_file(self, option: Option) -> None:
        """Hand the variant over in a file."""
        variant = self._variant
        if "variantpath" not in self._options or "variantoptions" not in self._options:
            # Other engines have files of a form of their own.
            raise EngineError(f"the engine does not know the variant {shorten(variant.id)}")
        handle, self._file = tempfile.mkstemp(prefix="circularchess-", suffix=".toml")
        with os.fdopen(handle, "wb") as file:
            file.write(variant.toml.encode())
        if os.pathsep in self._file:
            raise EngineError(f"{option.name}: the folder for temporary files has a {os.pathsep!r}")
        self._set("VariantPath", self._file)

    # --- Searching -------------------------------------------------------------------------------

    def _check(
        self,
        board: Board,
        limit: Limit,
        moves: Iterable[Move | str] | None,
        *,
        endless: bool = False,
    ) -> list[Move] | None:
        if self._process.closed or self._ended:
            raise self._process.gone()
        check_board(board, self._variant)
        check_limit(limit, endless=endless)
        if limit.has_clocks and limit.clock_of(self._variant, board.turn) is None:
            raise EngineError(f"no clock is given for {board.turn!r}, which is to move")
        return check_root_moves(board, moves)

    def _begin(
        self,
        board: Board,
        limit: Limit,
        moves: list[Move] | None,
        game: object,
        *,
        info: Info,
        ponder: bool,
        multipv: int = 1,
    ) -> _Search:
        self._end_search()
        if game is not None and game != self._game:
            self._game = game
            self._send("ucinewgame")
        if "multipv" in self._options:
            self._set("MultiPV", multipv)
        if ponder and "ponder" in self._options:
            self._set("Ponder", True)
        self._ping()
        self._send(_position_line(board))
        board = board.copy(stack=False)
        search = _Search(board, self._stop_search, info)
        self._search = search
        self._send(write_go(limit, board, moves=moves, ponder=ponder))
        if self._ended:
            search.result._fail(self._process.gone())
        return search

    def _stop_search(self) -> None:
        search = self._search
        if search is None or search.told_to_stop or search.result._done:
            return
        search.told_to_stop = True
        with suppress(EngineError):
            self._send("stop")

    def _end_search(self) -> None:
        """Stop what is under way, and wait for its last line."""
        search, self._expected = self._search, None
        if search is None:
            return
        if not search.result._done:
            search.result.stop()
            self._wait_for(search, self.timeout)
        self._search = None

    def _wait_for(self, search: _Search, timeout: float | None) -> BestMove:
        try:
            return search.result.wait(timeout)
        except TimeoutError:
            # It cannot be told what belongs to which search any more.
            self.close()
            raise EngineError(f"no move from the engine within {timeout:g} s") from None

    def _finish(self, search: _Search, limit: Limit) -> BestMove:
        timeout = self.timeout
        if timeout is not None:
            clock = limit.clock_of(self._variant, search.board.turn)
            bounds = [bound for bound in (limit.time, clock) if bound is not None]
            timeout = min(bounds) + timeout if bounds else None
        try:
            return self._wait_for(search, timeout)
        except BaseException:
            if not (self._process.closed or self._ended):
                self._end_search()
            raise

    def _ponder(self, board: Board, move: Move, answer: Move, limit: Limit) -> None:
        """Have it think on about the position after the answer that is expected."""
        expected = expected_board(board, move, answer)
        if expected is not None:
            self._begin(expected, limit, None, None, info=INFO_ALL, ponder=True)
            self._expected = (expected, limit)

    def _pondered(
        self, board: Board, limit: Limit, moves: list[Move] | None, game: object
    ) -> _Search | None:
        """The search that was right to ponder on this board, told so."""
        if self._expected is None or self._search is None or moves is not None:
            return None
        expected, before = self._expected
        # The engine keeps to the limit it was given, but for the clocks which it runs by itself.
        same = (limit.depth, limit.nodes, limit.mate, limit.time) == (
            *(before.depth, before.nodes, before.mate, before.time),
        )
        if not same or (game is not None and game != self._game):
            return None
        if expected != board or _position_line(expected) != _position_line(board):
            return None
        self._expected = None
        self._send("ponderhit")
        return self._search


class _Search:
    """A search under way, as the lines of the engine tell of it."""

    def __init__(self, board: Board, stop: Callable[[], None], wanted: Info) -> None:
        self.board = board
        self.told_to_stop = False
        self.result = AnalysisResult(stop, wanted)

    def take_info(self, line: str) -> None:
        info = read_info(line, self.board)
        if info:
            self.result._tell(info)

    def take_best_move(self, words: list[str]) -> None:
        """The last line of a search: `MOVE`, perhaps followed by `ponder MOVE`."""
        if not words or words[0] in ("(none)", "none", "0000"):
            self.result._finish(BestMove(None, None))
            return
        try:
            move = self.board.parse_uci(words[0])
        except CircularChessError as error:
            self.result._fail(EngineError(f"the engine plays what it cannot: {error}"))
            return
        answer = None
        if words[1:2] == ["ponder"] and len(words) > 2:
            # Some write moves here that they took from elsewhere.
            with suppress(CircularChessError):
                after = self.board.copy()
                after.push(move)
                answer = after.parse_uci(words[2])
        self.result._finish(BestMove(move, answer))


def _builtin(name: str) -> Variant | None:
    try:
        return Variant.load(name)
    except UnknownVariantError:
        return None


def _position_line(board: Board) -> str:
    """The line that sets up a board, with the moves that led there."""
    past = board.copy()
    moves: list[str] = []
    while True:
        try:
            done = past.pop()
        except IndexError:
            break
        if isinstance(done, Move):
            moves.append(done.uci())
        elif done is not None:
            # An army that left: UCI has no word for it.
            past = _after(board, len(moves))
            break
    fen = past.fen()
    text = "startpos" if fen == board.variant.start_fen() else f"fen {fen}"
    return f"position {text} moves {' '.join(reversed(moves))}" if moves else f"position {text}"


def _after(board: Board, moves: int) -> Board:
    """The board before its last moves."""
    past = board.copy()
    while moves:
        moves -= past.pop() is not None
    return past

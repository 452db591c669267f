"""`UciServer`: the engine as graphical programs use it, a line of UCI at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ...board import Board
from ...errors import CircularChessError, shorten
from ...values.move import Move
from ...variant import Variant, rules_of
from ..analysis_result import AnalysisResult
from ..limit import search_depth, spending
from ..results import INFO_ALL, BestMove, InfoDict
from ..searching import Search, rust_position
from .go import Go, read_go
from .settings import Settings
from .text import write_info

if TYPE_CHECKING:
    from ..limit import Limit

__all__ = ["UciServer"]

#: Beyond this nobody waits for a count.
_MAX_PERFT: Final = 100


class _StoppedError(Exception):
    """A count was told to stop."""


class UciServer:
    """An engine that is told lines and writes lines.

    `write` is called with every line of the answer, from several threads but never from two at
    once. `variant` is what it plays until `UCI_Variant` says otherwise, by default orthodox chess.
    A line that makes no sense is answered by an `info string`, and changes nothing; after a
    position that cannot be set up there is none, and `go` has no move to give.

    >>> server = UciServer(print)
    >>> server.command("isready")
    readyok
    >>> server.command("position startpos moves e2e5")
    info string illegal move 'e2e5' (e5 is three steps away)
    """

    def __init__(self, write: Callable[[str], None], variant: Variant | None = None) -> None:
        self._write = write
        self._writing = threading.Lock()
        self._settings = Settings(variant)
        #: Whether it was told to quit.
        self.finished = False
        self._variant: Variant | None = None
        self._variant_asked: tuple[str, ...] = ()
        self._core: Any = None
        self._clear = False
        # None after one that could not be set up.
        self._board: Board | None = None
        self._job: _Job | None = None
        self._commands: Final[dict[str, Callable[[list[str]], None]]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "quit": self._quit,
            "perft": self._perft,
            "d": self._d,
            "eval": self._eval,
            # Nothing to tell, and nothing to sell.
            "debug": lambda _: None,
            "register": lambda _: None,
        }

    def command(self, line: str) -> None:
        """Do what a line says."""
        words = line.split()
        if not words:
            return
        deed = self._commands.get(words[0])
        if deed is None:
            self._say(f"unknown command {shorten(words[0])}")
            return
        try:
            deed(words[1:])
        except CircularChessError as error:
            self._say(str(error))
        except MemoryError as error:
            self._say(str(error) or "not enough memory")

    def close(self) -> None:
        """Stop what is under way and wait for its last line."""
        self._end_job()

    # --- Writing ---------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        with self._writing:
            self._write(text)

    def _say(self, text: str) -> None:
        self._line(f"info string {text}")

    # --- The game and its settings ---------------------------------------------------------------

    def _uci(self, _: list[str]) -> None:
        from ... import __version__

        self._line(f"id name circularchess {__version__}")
        self._line("id author the circularchess authors")
        for option in self._settings.options.values():
            self._line(option.declaration())
        self._line("uciok")

    def _isready(self, _: list[str]) -> None:
        if self._job is None or self._job.done:
            try:
                self._get_ready()
            except (CircularChessError, MemoryError) as error:
                self._say(str(error) or "not enough memory")
        self._line("readyok")

    def _setoption(self, words: list[str]) -> None:
        if words[:1] != ["name"]:
            self._say("setoption needs a name")
            return
        rest = words[1:]
        place = rest.index("value") if "value" in rest else len(rest)
        name, value = " ".join(rest[:place]), " ".join(rest[place + 1 :])
        if name.lower() == "uci_chess960":
            return
        self._settings.set(name, value if place < len(rest) else None)
        if name.lower() == "clear hash":
            self._clear = True

    def _get_ready(self) -> None:
        """Make what the settings ask for. Nothing is searching."""
        settings = self._settings
        asked = tuple(map(settings.text, ("UCI_Variant", "VariantPath", "VariantOptions")))
        if self._variant is None or asked != self._variant_asked:
            self._variant, self._board = None, None
            variant = settings.variant()
            rules = rules_of(variant)
            from ... import _core

            self._core = _core.Search(
                rules, threads=settings.whole("Threads"), hash_mb=settings.whole("Hash")
            )
            self._variant, self._variant_asked = variant, asked
            self._board = Board(variant)
        for name, option in (("threads", "Threads"), ("hash_mb", "Hash")):
            if getattr(self._core, name) != settings.whole(option):
                setattr(self._core, name, settings.whole(option))
        if self._clear:
            self._clear = False
            self._core.clear()

    def _ready(self) -> Variant:
        """The variant, all settings in force and nothing under way."""
        self._end_job()
        self._get_ready()
        assert self._variant is not None
        return self._variant

    def _ucinewgame(self, _: list[str]) -> None:
        self._clear = True
        self._board = Board(self._ready())

    def _position(self, words: list[str]) -> None:
        variant = self._ready()
        place = words.index("moves") if "moves" in words else len(words)
        what, moves = words[:place], words[place + 1 :]
        self._board = None
        if what == ["startpos"]:
            board = Board(variant)
        elif what[:1] == ["fen"]:
            board = Board(variant, " ".join(what[1:]))
        else:
            raise CircularChessError(f"position needs startpos or fen, not {_shown(what)}")
        for text in moves:
            board.push_uci(text)
        self._board = board

    def _standing(self) -> Board:
        """The board. Raises `CircularChessError` where there is none."""
        self._ready()
        if self._board is None:
            raise CircularChessError("there is no position: the last one could not be set up")
        return self._board

    # --- Searching -------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> None:
        try:
            board = self._standing()
        except (CircularChessError, MemoryError) as error:
            # Whoever asks for a move waits for an answer.
            self._say(str(error) or "not enough memory")
            self._line("bestmove (none)")
            return
        go = read_go(words, board)
        for problem in go.problems:
            self._say(problem)
        if go.perft is not None:
            self._count(board, go.perft)
            return
        if board.position.end is not None:
            ended = AnalysisResult.of_ended(board)
            self._begin(_SearchJob(self, board, go, None, ended))
            return
        settings = self._settings
        infinite = go.infinite or go.limit.is_endless
        soft, hard = self._spending(go.limit, board)
        search = Search(self, self._core, board, INFO_ALL)
        weakened = None if settings.on("UCI_AnalyseMode") else settings.skill
        # Known before it begins: Ctrl-C may come at any time, and must find what to stop.
        self._job = job = _SearchJob(self, board, go, search, search.result)
        search.begin(
            depth=search_depth(go.limit, board),
            nodes=go.limit.nodes,
            mate=go.limit.mate,
            soft_ms=None if go.ponder else soft,
            hard_ms=None if go.ponder else hard,
            infinite=infinite and not go.ponder,
            ponder=go.ponder,
            multipv=settings.whole("MultiPV"),
            moves=go.moves,
            skill=weakened,
            analysis=settings.on("UCI_AnalyseMode"),
        )
        job.begin()

    def _begin(self, job: _Job) -> None:
        self._job = job
        job.begin()

    def _spending(self, limit: Limit, board: Board) -> tuple[int | None, int | None]:
        overhead = self._settings.whole("Move Overhead") / 1000
        return spending(limit, board.variant, board.turn, overhead)

    def _stop(self, _: list[str]) -> None:
        job = self._job
        if job is not None and not job.done:
            job.stop()

    def _ponderhit(self, _: list[str]) -> None:
        job = self._job
        if not isinstance(job, _SearchJob) or job.done or not job.go.ponder:
            return
        job.go.ponder = False
        soft, hard = self._spending(job.go.limit, job.board)
        if job.search is not None:
            job.search.ponderhit(soft, hard)
        job.release()

    def _quit(self, _: list[str]) -> None:
        self.finished = True
        self._end_job()

    def _end_job(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.end()

    # --- Extras ----------------------------------------------------------------------------------

    def _perft(self, words: list[str]) -> None:
        board = self._standing()
        if len(words) != 1 or not (words[0].isascii() and words[0].isdigit()):
            raise CircularChessError(f"perft needs a depth, not {_shown(words)}")
        self._count(board, int(words[0][:9]))

    def _count(self, board: Board, depth: int) -> None:
        if depth > _MAX_PERFT:
            raise CircularChessError(f"no depth {depth}: perft goes from 0 to {_MAX_PERFT}")
        self._begin(_CountJob(self, board, depth))

    def _d(self, _: list[str]) -> None:
        board = self._standing()
        self._line("")
        for line in board.text().splitlines():
            self._line(line)
        self._line("")
        self._line(f"Fen: {board.fen()}")
        self._line(f"Key: {rust_position(board).key():016X}")
        self._line(f"Variant: {board.variant!r}")
        in_check = [army for army in board.in_play if board.is_check(army)]
        self._line(f"In check: {' '.join(in_check) or '-'}")
        self._line(f"Legal moves: {' '.join(move.uci() for move in board.legal_moves) or '-'}")

    def _eval(self, _: list[str]) -> None:
        board = self._standing()
        position = rust_position(board)
        if position.end is not None:
            raise CircularChessError("no evaluation: the game is over")
        for name, own, others in self._core.explain(position):
            self._line(f"{name:<24} {own:>7} {others:>7} {own - others:>7}")
        value = self._core.evaluate(position)
        self._line(f"Evaluation: {value:+d} centipawns for {board.turn}, which is to move")


def _shown(words: list[str]) -> str:
    return shorten(" ".join(words)) if words else "nothing"


class _Job:
    """Something under way in a thread of its own."""

    def __init__(self, server: UciServer) -> None:
        self.server = server
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def done(self) -> bool:
        return not self._thread.is_alive()

    def begin(self) -> None:
        """Start it; made alone, it waits."""
        self._thread.start()

    def _run(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        """Stop it and wait until it has ended."""
        self.stop()
        while not self.done:
            self._thread.join(0.02)
            self.stop()


class _SearchJob(_Job):
    """A search: writes what it finds, and at the end the move."""

    def __init__(
        self, server: UciServer, board: Board, go: Go, search: Search | None, result: AnalysisResult
    ) -> None:
        super().__init__(server)
        self.board = board
        self.go = go
        self.search = search
        self._result = result
        # Until then there may be no move: the search is endless, or ponders.
        self._released = threading.Event()
        self._wdl = server._settings.on("UCI_ShowWDL")
        if not (go.ponder or go.infinite):
            self._released.set()

    def release(self) -> None:
        """The opponent has made the move that was pondered on."""
        if not self.go.infinite:
            self._released.set()

    def stop(self) -> None:
        self._result.stop()
        self._released.set()

    def _run(self) -> None:
        written: dict[int, str] = {}
        try:
            for info in self._result:
                self._tell(info, written)
            best = self._result.wait()
            for info in filter(None, self._result.multipv):
                self._tell(info, written)
        except Exception as error:
            # Who asked must have an answer, whatever went wrong here.
            self.server._say(f"error: {' '.join(str(error).split()) or type(error).__name__}")
            best = BestMove(self._any_move(), None)
        self._released.wait()
        move = "(none)" if best.move is None else best.move.uci()
        ponder = "" if best.ponder is None else f" ponder {best.ponder.uci()}"
        self.server._line(f"bestmove {move}{ponder}")

    def _tell(self, info: InfoDict, written: dict[int, str]) -> None:
        """Write a line, unless it says what the last one did."""
        place, text = info.get("multipv", 1), write_info(info, wdl=self._wdl)
        if written.get(place) != text:
            written[place] = text
            self.server._line(text)

    def _any_move(self) -> Move | None:
        moves = self.go.moves or list(self.board.legal_moves)
        return moves[0] if moves else None


class _CountJob(_Job):
    """A count of move sequences, move by move."""

    def __init__(self, server: UciServer, board: Board, depth: int) -> None:
        super().__init__(server)
        self._board = board
        self._depth = depth
        self._stopped = False

    def stop(self) -> None:
        self._stopped = True

    def _run(self) -> None:
        position = rust_position(self._board)
        total = 0 if self._depth else 1
        try:
            for move in position.legal_moves() if self._depth else ():
                after = position.play(move)
                count = after.perft(self._depth - 1, self._check)
                total += count
                self.server._line(f"{move.uci()}: {count}")
        except _StoppedError:
            self.server._say("perft was stopped")
            return
        self.server._line("")
        self.server._line(f"Nodes searched: {total}")

    def _check(self, _: int) -> None:
        if self._stopped:
            raise _StoppedError

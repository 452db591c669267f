"""`UciEngine`: it drives our own engine on every kind of game, and survives others."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from circularchess import (
    Board,
    EngineError,
    EngineTerminatedError,
    InvalidOptionError,
    Move,
    Variant,
)
from circularchess.players import INFO_ALL, AsyncEngine, Limit, Mate
from circularchess.players.uci import Option, UciEngine
from commands import PROGRAM
from made_up_games import made_up_games
from random_games import random_board

MADE_UP = Variant.from_toml(made_up_games(1)[0])
OURS = [*PROGRAM, "uci"]
AT_ONCE = 0.5


@pytest.fixture(scope="module")
def engine() -> Iterator[UciEngine]:
    with UciEngine.popen(OURS, "circular") as engine:
        yield engine


# --- Our own -------------------------------------------------------------------------------------


def test_who_it_is(engine: UciEngine) -> None:
    assert engine.id["name"].startswith("circularchess ")
    assert engine.options["Hash"] == Option("Hash", "spin", 16, 1, 1 << 20)
    assert engine.options["Clear Hash"].type == "button"
    assert "circular" in engine.options["UCI_Variant"].var
    assert engine.variant.id == "circular"
    engine.ping()
    assert repr(engine).startswith("<UciEngine 'circularchess ")


def test_playing_and_analysing(engine: UciEngine) -> None:
    board = Board("circular")
    for limit in (
        Limit(nodes=500),
        Limit(depth=2),
        Limit(time=0.05),
        Limit(white_clock=1, black_clock=1, white_inc=0.1),
    ):
        result = engine.play(board, limit, info=INFO_ALL)
        assert result.move in board.legal_moves
        assert result.info["pv"][0] in board.legal_moves
    lines = engine.analyse(board, Limit(depth=2), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert engine.analyse(board, Limit(depth=2))["depth"] == 2
    moves = ["b2b3", "d2d3"]
    assert str(engine.play(board, Limit(depth=2), root_moves=moves).move) in moves


def test_moves_that_led_here_are_told(engine: UciEngine) -> None:
    for seed in range(4):
        board = random_board("circular", seed, plies=15)
        if not board.is_game_over():
            assert engine.play(board, Limit(nodes=200)).move in board.legal_moves


def test_finished_games_need_no_engine(engine: UciEngine) -> None:
    board = Board("circular")
    for text in ("b14", "Nb11", "Qb15", "Nc13", "Na16", "Nxb15"):
        board.push_san(text)
    assert board.is_checkmate()
    assert engine.play(board, Limit(depth=1)).move is None
    assert engine.analyse(board, Limit(depth=1))["score"].pov("w") == Mate(0)
    assert engine.analysis(board).wait().move is None


def test_what_it_is_not_asked(engine: UciEngine) -> None:
    board = Board("circular")
    with pytest.raises(EngineError, match="a limit is needed"):
        engine.play(board, Limit())
    with pytest.raises(EngineError, match="the engine plays circular, not orthodox"):
        engine.play(Board("orthodox"), Limit(depth=1))
    with pytest.raises(EngineError, match="no clock is given for 'w'"):
        engine.play(board, Limit(clocks={"b": 3}))
    with pytest.raises(TypeError, match="a Board is needed"):
        engine.play("start", Limit(depth=1))  # type: ignore[arg-type]


def test_configuring(engine: UciEngine) -> None:
    engine.configure({"Hash": 2, "skill level": 3, "UCI_ShowWDL": True, "Clear Hash": None})
    info = engine.analyse(Board("circular"), Limit(depth=1))
    assert info["wdl"].relative.total() == 1000
    engine.configure({"Skill Level": 20, "UCI_ShowWDL": False})
    with pytest.raises(EngineError, match="the engine has no option 'Nonsense'"):
        engine.configure({"Nonsense": 1})
    for name in ("UCI_Variant", "MultiPV", "Ponder"):
        with pytest.raises(EngineError, match=f"{name} is set by itself"):
            engine.configure({name: "3"})
    for name, bad in (("Hash", 0), ("Hash", "much"), ("Ponder", 1), ("VariantPath", "a\nb")):
        with pytest.raises((InvalidOptionError, EngineError)):
            engine.configure({name: bad})


def test_stopping(engine: UciEngine) -> None:
    board = Board("circular")
    for pause in (0, 0, 0.01, 0.1):
        with engine.analysis(board) as analysis:
            time.sleep(pause)
            start = time.monotonic()
            analysis.stop()
            assert analysis.wait().move in board.legal_moves
            assert time.monotonic() - start < AT_ONCE
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    start = time.monotonic()
    assert engine.play(board, Limit(time=30)).move in board.legal_moves
    assert time.monotonic() - start < 0.1 + AT_ONCE
    timer.join()
    analysis = engine.analysis(board)
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves
    assert analysis.wait().move in board.legal_moves


def test_ctrl_c(engine: UciEngine) -> None:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.play(Board("circular"), Limit(time=30))
    assert time.monotonic() - start < 0.2 + AT_ONCE
    timer.join()
    assert engine.play(Board("circular"), Limit(depth=1)).move is not None


def test_pondering(engine: UciEngine) -> None:
    board = Board("circular")
    for number in range(4):
        limit = Limit(white_clock=1, black_clock=1)
        result = engine.play(board, limit, ponder=True)
        assert result.move is not None
        board.push(result.move)
        answer = result.ponder if number % 2 else None
        board.push(answer or next(m for m in board.legal_moves if m != result.ponder))
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves


@pytest.mark.parametrize(
    "variant", ["orthodox", "byzantine-citadel", "bhati-2", "bhati-4-pairs", "three-circular"]
)
def test_games_of_all_kinds(variant: str) -> None:
    board = Board(variant)
    with UciEngine.popen(OURS, variant) as engine:
        clocks = Limit(clocks=dict.fromkeys(board.armies, 0.5))
        for limit in (Limit(nodes=200), clocks):
            for _ in board.armies:
                result = engine.play(board, limit)
                assert result.move is not None
                board.push(result.move)
        # An army that left is nothing UCI could tell: the position is.
        board.resign(board.turn)
        if not board.is_game_over():
            for _ in range(2):
                move = engine.play(board, Limit(nodes=200)).move
                assert move is not None
                board.push(move)


def test_own_games_and_options() -> None:
    with UciEngine.popen(OURS, MADE_UP) as engine:
        path = engine._file
        assert path is not None
        assert engine.play(Board(MADE_UP), Limit(nodes=200)).move in Board(MADE_UP).legal_moves
    assert not Path(path).exists()
    # Other rules under a name that is built in.
    changed = Variant.from_toml(Variant.load("circular").toml.replace('"snaffle"', '"strict"'))
    for variant in (changed, Variant.load("circular").with_options({"check": "strict"})):
        assert variant.check == "strict"
        board = Board(variant, "4r3K7/16/3k12/16 w - - 0 1")
        with UciEngine.popen(OURS, variant) as engine:
            lines = engine.analyse(board, Limit(depth=1), multipv=100)
        # Five moves where the king may be left to be taken, three where it may not.
        assert len(lines) == 3


def test_awaiting_it() -> None:
    async def work() -> None:
        with UciEngine.popen(OURS, "circular") as ours:
            engine = AsyncEngine(ours)
            board = Board("circular")
            assert (await engine.play(board, Limit(nodes=200))).move in board.legal_moves
            task = asyncio.create_task(engine.play(board, Limit(time=30)))
            await asyncio.sleep(0.05)
            start = time.monotonic()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert time.monotonic() - start < AT_ONCE
            async with await engine.analysis(board) as analysis:
                async for info in analysis:
                    if info.get("depth", 0) >= 2:
                        break
            await engine.quit()
            with pytest.raises(EngineTerminatedError):
                await engine.play(board, Limit(depth=1))

    asyncio.run(work())


# --- Engines that end, hang and lie --------------------------------------------------------------


def fake(script: str) -> list[str]:
    """An engine that answers the handshake, and then does something else."""
    code = f"""
import sys, time
def say(*lines):
    for line in lines:
        print(line, flush=True)
def told(word):
    for line in sys.stdin:
        if line.startswith(word):
            return line
    sys.exit(3)
told("uci")
say("id name Fake", "junk \\x00", "option name Odd type nothing", "option", "id")
say("option name UCI_Variant type combo default chess var chess var circular", "uciok")
told("isready")
say("readyok")
{script}
"""
    return [sys.executable, "-c", code]


@pytest.mark.parametrize(
    ("script", "error", "text"),
    [
        ("sys.exit(7)", EngineTerminatedError, "the engine has ended, with status 7"),
        (
            "told('isready'); say('readyok'); told('go'); sys.exit(0)",
            EngineTerminatedError,
            "the engine has ended, with status 0",
        ),
        ("time.sleep(60)", EngineError, "no 'readyok' from the engine within 0.7 s"),
        (
            "told('isready'); say('readyok'); told('go'); time.sleep(60)",
            EngineError,
            "no move from the engine within 0.8 s",
        ),
        (
            "told('isready'); say('readyok'); told('go'); say('bestmove b2b9')",
            EngineError,
            "the engine plays what it cannot: illegal move 'b2b9'",
        ),
        (
            "told('isready'); say('readyok'); told('go'); say('bestmove nonsense')",
            EngineError,
            "the engine plays what it cannot: not a move: 'nonsense'",
        ),
    ],
)
def test_engines_that_fail(script: str, error: type[EngineError], text: str) -> None:
    engine = UciEngine.popen(fake(script), "circular", timeout=0.7)
    try:
        with pytest.raises(error, match=text) as caught:
            engine.play(Board("circular"), Limit(time=0.1))
        assert "\n" not in str(caught.value)
    finally:
        engine.close()
    with pytest.raises(EngineTerminatedError, match="the engine is closed"):
        engine.play(Board("circular"), Limit(time=0.1))


def test_an_engine_with_odd_manners() -> None:
    script = """
while True:
    line = sys.stdin.readline()
    if not line or line.startswith("quit"):
        break
    if line.startswith("isready"):
        say("readyok")
    if line.startswith("go"):
        say("info depth x score", "info string hello", "", "bestmove b2b3 ponder nonsense")
        say("bestmove")
"""
    board = Board("circular")
    with UciEngine.popen(fake(script), "circular") as engine:
        assert dict(engine.id) == {"name": "Fake", "": ""}
        for _ in range(3):
            result = engine.play(board, Limit(time=0.1), info=INFO_ALL, ponder=True)
            assert (result.move, result.ponder) == (Move.from_uci("b2b3"), None)
            assert result.info == {"string": "hello"}


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("byzantine", "the engine does not know the variant 'byzantine'"),
        (
            Variant.load("circular").with_options({"check": "strict"}),
            "the engine cannot set options of circular",
        ),
        (MADE_UP, "the engine does not know the variant"),
    ],
    ids=["unknown", "options", "own"],
)
def test_games_an_engine_does_not_know(variant: str | Variant, text: str) -> None:
    with pytest.raises(EngineError, match=text):
        UciEngine.popen(fake("told('quit')"), variant)
    # Under a name of its own it may.
    with UciEngine.popen(fake("told('quit')"), variant, uci_variant="circular") as engine:
        assert engine.id["name"] == "Fake"


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("/no/such/engine", "cannot start '/no/such/engine': No such file"),
        ([], "the command of an engine is needed"),
        ("", "the command of an engine is needed"),
        ("'unclosed", 'no command: "\'unclosed": No closing quotation'),
        ([sys.executable, "-c", "pass"], "the engine has ended, with status 0"),
        ([sys.executable, "-c", "import time; time.sleep(60)"], "no 'uciok' from the engine"),
        (["a\0b"], "cannot start"),
        (Path("/"), "cannot start '/': Permission denied"),
    ],
)
def test_commands_that_are_no_engine(command: str | list[str] | Path, text: str) -> None:
    with pytest.raises(EngineError, match=text) as caught:
        UciEngine.popen(command, "orthodox", timeout=0.7)
    assert "\n" not in str(caught.value)


def test_closing_ends_the_process() -> None:
    engine = UciEngine.popen(OURS, "circular")
    analysis = engine.analysis(Board("circular"))
    engine.close()
    assert engine._process.process.poll() is not None
    # With its last word, or without one.
    with suppress(EngineTerminatedError):
        assert analysis.wait(1).move in Board("circular").legal_moves
    engine.close()
    engine.quit()
    # One that does not listen is ended all the same.
    deaf = UciEngine.popen(fake("time.sleep(60)"), "circular", timeout=0.3)
    start = time.monotonic()
    deaf.quit()
    assert time.monotonic() - start < 3
    assert deaf._process.process.poll() is not None


# --- Declarations --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "option",
    [
        Option("Hash", "spin", 16, 1, 1024),
        Option("Nullmove", "check", True),
        Option("Style", "combo", "Normal", var=("Solid", "Normal", "Very Risky")),
        Option("Book File", "string", "/a path/with words"),
        Option("Empty", "string", ""),
        Option("Clear Hash", "button"),
        Option("Low", "spin", -5, -10, 10),
    ],
)
def test_options_are_read_as_they_are_declared(option: Option) -> None:
    assert Option.read(option.declaration()) == option


@pytest.mark.parametrize(
    "text",
    ["option", "option name", "option type spin", "option name X type y", "option name  type spin"],
)
def test_declarations_that_are_none(text: str) -> None:
    with pytest.raises(EngineError, match="an option that is none"):
        Option.read(text)

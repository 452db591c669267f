"""The package's own engine from Python: what it answers, and that it stops when told to."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from circularchess import (
    Board,
    EngineError,
    EngineTerminatedError,
    IllegalMoveError,
    InvalidOptionError,
    Move,
    Variant,
    variants,
)
from circularchess.players import (
    INFO_ALL,
    INFO_NONE,
    INFO_PV,
    INFO_SCORE,
    AnalysisComplete,
    AsyncEngine,
    Cp,
    Engine,
    Limit,
    Mate,
    MateGiven,
    PovScore,
)
from circularchess.players.searching import repetition_keys
from made_up_games import made_up_games
from random_games import random_board

#: What it may take at most to stop, in seconds; the machine may be busy with other things.
AT_ONCE = 0.5

#: Mates in one by the rules: position, variant, the only mating move.
MATES = [
    # The fool's mate, and the back rank.
    ("orthodox", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"),
    ("orthodox", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine("circular", hash_mb=4) as engine:
        yield engine


MADE_UP = [Variant.from_toml(text) for text in made_up_games(6)]


@pytest.mark.parametrize("variant", [*variants(), *MADE_UP], ids=lambda variant: variant.id)
def test_every_variant_is_played(variant: Variant) -> None:
    with Engine(variant, hash_mb=1) as engine:
        for seed in range(3):
            board = random_board(variant, seed, plies=20 * seed)
            if board.is_game_over():
                continue
            result = engine.play(board, Limit(nodes=300), info=INFO_ALL)
            assert result.move in board.legal_moves
            assert result.info["score"].turn == board.turn
            allies = board.allies(board.turn)
            assert result.info["score"].allies == set(allies)
            line = board.copy()
            for move in result.info["pv"]:
                line.push(move)


@pytest.mark.parametrize(("variant", "fen", "mate"), MATES)
def test_mates_are_found_and_counted(variant: str, fen: str, mate: str) -> None:
    board = Board(variant, fen)
    with Engine(variant, hash_mb=1) as engine:
        result = engine.play(board, Limit(depth=4), info=INFO_SCORE)
        assert result.move == Move.from_uci(mate)
        assert result.info["score"].relative == Mate(1)
        assert engine.play(board, Limit(mate=1)).move == Move.from_uci(mate)
        board.push_uci(mate)
        # Mated: no move, and the score says so.
        assert engine.play(board, Limit(depth=1)).move is None
        info = engine.analyse(board, Limit(depth=1))
        assert info["score"] == PovScore(Mate(0), board.turn)
        board.pop()
        board.resign()
        assert engine.analyse(board, Limit(depth=1))["score"].relative == MateGiven


def test_a_drawn_end_is_even() -> None:
    board = Board("orthodox", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1")
    with Engine("orthodox", hash_mb=1) as engine:
        assert engine.analyse(board, Limit(depth=1))["score"] == PovScore(Cp(0), "b")
        analysis = engine.analysis(board)
        assert analysis.wait().move is None


def test_what_is_kept_of_a_search(engine: Engine) -> None:
    board = Board("circular")
    assert engine.play(board, Limit(depth=2)).info == {}
    assert engine.play(board, Limit(depth=2), info=INFO_NONE).info == {}
    assert set(engine.play(board, Limit(depth=2), info=INFO_SCORE).info) == {"score", "wdl"}
    assert set(engine.play(board, Limit(depth=2), info=INFO_PV).info) == {"pv"}
    info = engine.analyse(board, Limit(depth=3))
    assert info["depth"] == 3
    assert info["seldepth"] >= 3
    assert info["nodes"] > 0
    assert info["wdl"].relative.total() == 1000


def test_several_lines(engine: Engine) -> None:
    board = Board("circular")
    lines = engine.analyse(board, Limit(depth=3), multipv=5)
    assert [line["multipv"] for line in lines] == [1, 2, 3, 4, 5]
    assert len({line["pv"][0] for line in lines}) == 5
    scores = [line["score"].relative for line in lines]
    assert scores == sorted(scores, reverse=True)
    # No more than there are moves: 12 at the start.
    assert len(engine.analyse(board, Limit(depth=2), multipv=500)) == 12
    for bad in (0, 501):
        with pytest.raises(InvalidOptionError, match="multipv"):
            engine.analyse(board, Limit(depth=1), multipv=bad)


def test_root_moves(engine: Engine) -> None:
    board = Board("circular")
    for text in ("b2b3", "c16b14"):
        assert engine.play(board, Limit(depth=3), root_moves=[text]).move == Move.from_uci(text)
    two = [Move.from_uci("b2b3"), Move.from_uci("d2d3")]
    assert engine.play(board, Limit(depth=3), root_moves=two).move in two
    with pytest.raises(IllegalMoveError, match="illegal root move 'b2b9'"):
        engine.play(board, Limit(depth=1), root_moves=["b2b9"])
    with pytest.raises(EngineError, match="no root moves"):
        engine.play(board, Limit(depth=1), root_moves=[])
    with pytest.raises(TypeError, match="several moves"):
        engine.play(board, Limit(depth=1), root_moves="b2b3")


def test_limits(engine: Engine) -> None:
    board = Board("circular")
    with pytest.raises(EngineError, match="a limit is needed"):
        engine.play(board, Limit())
    with pytest.raises(EngineError, match="a limit is needed"):
        engine.analyse(board, Limit(remaining_moves=3))
    with pytest.raises(TypeError, match="a Limit is needed"):
        engine.play(board, 3)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="no clock is given for 'w'"):
        engine.play(board, Limit(black_clock=3))
    start = time.monotonic()
    engine.play(board, Limit(time=0.2))
    assert 0.1 < time.monotonic() - start < 0.2 + AT_ONCE
    start = time.monotonic()
    engine.play(board, Limit(white_clock=3, black_clock=3))
    assert time.monotonic() - start < 1.5
    info = engine.analyse(board, Limit(nodes=5000))
    assert info["nodes"] <= 10_000


def test_another_game_is_refused(engine: Engine) -> None:
    for variant, name in (
        (Variant.load("orthodox"), "orthodox"),
        (Variant.load("circular").with_options({"check": "strict"}), "circular .check=strict."),
    ):
        with pytest.raises(EngineError, match=f"the engine plays circular, not {name}"):
            engine.play(Board(variant), Limit(depth=1))
    with Engine("circular", options={"check": "strict"}, hash_mb=1) as strict:
        board = Board("circular", options={"check": "strict"})
        assert strict.play(board, Limit(depth=1)).move in board.legal_moves


@pytest.mark.parametrize(
    ("name", "bad"),
    [("threads", 0), ("threads", 1025), ("hash_mb", 0), ("skill", 21), ("elo", 799), ("elo", 2301)],
)
def test_settings_out_of_range(name: str, bad: int) -> None:
    with pytest.raises(InvalidOptionError, match=f"{name}: {bad} is no whole number"):
        Engine("circular", **{name: bad})  # type: ignore[arg-type]
    with Engine("circular", hash_mb=1) as engine:
        with pytest.raises(InvalidOptionError, match=name):
            setattr(engine, name, bad)
        assert engine.play(Board("circular"), Limit(depth=1)).move is not None


def test_settings() -> None:
    with Engine("circular", threads=2, hash_mb=2, skill=3) as engine:
        assert (engine.threads, engine.hash_mb, engine.skill, engine.elo) == (2, 2, 3, None)
        engine.elo = 2300
        assert (engine.skill, engine.elo) == (20, 2300)
        engine.skill = None
        assert engine.skill is None
        engine.threads, engine.hash_mb = 1, 1
        engine.clear_hash()
        assert engine.play(Board("circular"), Limit(nodes=500)).move is not None


def test_weakened_play_is_legal() -> None:
    board = Board("circular")
    rng = random.Random(1)
    with Engine("circular", hash_mb=1, skill=0) as engine:
        for _ in range(30):
            if board.is_game_over():
                break
            move = engine.play(board, Limit(nodes=300)).move
            assert move is not None
            board.push(move)
            if not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))


# --- Repetition ----------------------------------------------------------------------------------


def test_what_may_come_again_is_told() -> None:
    board = Board("circular")
    assert repetition_keys(board) == ()
    keys = []
    for text in ("Nb14", "Nb11", "Nc16", "Nc9"):
        keys.append(board.position.key())
        board.push_san(text)
    assert repetition_keys(board) == tuple(keys)
    assert board.position.key() == keys[0]
    board.push_san("b3")
    assert repetition_keys(board) == ()
    twin = Board("circular", engine="reference")
    for text in ("Nb14", "Nb11", "Nc16", "Nc9"):
        twin.push_san(text)
    assert repetition_keys(twin) == tuple(keys)


# --- Stopping ------------------------------------------------------------------------------------


def test_an_analysis_stops_when_told(engine: Engine) -> None:
    board = Board("circular")
    for pause in (0, 0, 0, 0.001, 0.01, 0.2):
        analysis = engine.analysis(board)
        time.sleep(pause)
        start = time.monotonic()
        analysis.stop()
        best = analysis.wait()
        assert time.monotonic() - start < AT_ONCE
        assert best.move in board.legal_moves
        # Too late, and no harm.
        analysis.stop()
        assert analysis.wait() is best


def test_information_comes_as_it_is_found(engine: Engine) -> None:
    with engine.analysis(Board("circular"), Limit(depth=4)) as analysis:
        depths = [info["depth"] for info in analysis]
        assert depths == sorted(depths)
        assert depths[-1] == 4
        assert analysis.next() is None
        assert analysis.empty()
        assert not analysis.would_block()
        with pytest.raises(AnalysisComplete):
            analysis.get()
    assert analysis.info["depth"] == 4


def test_the_next_question_stops_an_analysis(engine: Engine) -> None:
    board = Board("circular")
    analysis = engine.analysis(board)
    start = time.monotonic()
    assert engine.play(board, Limit(depth=1)).move in board.legal_moves
    assert time.monotonic() - start < AT_ONCE
    assert analysis.wait().move in board.legal_moves


def test_stopping_from_another_thread(engine: Engine) -> None:
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    start = time.monotonic()
    assert engine.play(Board("circular"), Limit(time=30)).move in Board("circular").legal_moves
    assert time.monotonic() - start < 0.1 + AT_ONCE
    timer.join()


def test_closing() -> None:
    engine = Engine("circular", hash_mb=1)
    analysis = engine.analysis(Board("circular"))
    start = time.monotonic()
    engine.close()
    assert time.monotonic() - start < AT_ONCE
    assert analysis.wait().move is not None
    engine.close()
    asks = (
        lambda: engine.play(Board("circular"), Limit(depth=1)),
        lambda: engine.analyse(Board("circular"), Limit(depth=1)),
        lambda: engine.analysis(Board("circular")),
        lambda: engine.evaluate(Board("circular")),
        lambda: setattr(engine, "threads", 2),
        engine.ping,
        engine.clear_hash,
    )
    for ask in asks:
        with pytest.raises(EngineTerminatedError, match="the engine is closed"):
            ask()


def test_ctrl_c_stops_a_search() -> None:
    engine = Engine("circular", hash_mb=1)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.play(Board("circular"), Limit(time=30))
    assert time.monotonic() - start < 0.2 + AT_ONCE
    timer.join()
    # It goes on as if nothing had been.
    assert engine.play(Board("circular"), Limit(depth=2)).move is not None


def test_a_search_does_not_hold_up_the_end_of_a_program() -> None:
    code = (
        "from circularchess import Board; from circularchess.players import Engine;"
        "analysis = Engine('circular').analysis(Board('circular'));"
        "print(analysis.get()['depth'])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_engines_are_let_go() -> None:
    engine = Engine("circular", hash_mb=1)
    engine.play(Board("circular"), Limit(depth=1))
    gone = weakref.ref(engine)
    del engine
    gc.collect()
    assert gone() is None


# --- Pondering -----------------------------------------------------------------------------------


def test_pondering_on_the_right_answer() -> None:
    board = Board("circular")
    with Engine("circular", hash_mb=1) as engine:
        for _ in range(4):
            result = engine.play(board, Limit(time=0.05), ponder=True)
            assert result.move is not None
            board.push(result.move)
            if result.ponder is None:
                break
            time.sleep(0.02)
            board.push(result.ponder)
            if board.is_game_over():
                break


def test_pondering_on_the_wrong_answer_and_on_other_limits() -> None:
    board = Board("circular")
    rng = random.Random(2)
    with Engine("circular", hash_mb=1) as engine:
        for limit in (Limit(time=0.05), Limit(depth=3), Limit(nodes=500), Limit(white_clock=1)):
            result = engine.play(board, limit, ponder=True)
            assert result.move is not None
            board.push(result.move)
            board.push(rng.choice([m for m in board.legal_moves if m != result.ponder]))
    board = Board("circular")
    with Engine("circular", hash_mb=1) as engine:
        result = engine.play(board, Limit(time=0.05), ponder=True)
        assert result.move is not None
        assert result.ponder is not None
        board.push(result.move)
        board.push(result.ponder)
        start = time.monotonic()
        assert engine.play(board, Limit(depth=2)).move in board.legal_moves
        assert time.monotonic() - start < AT_ONCE + 0.5


# --- Several at once -----------------------------------------------------------------------------


def test_two_engines_in_one_process() -> None:
    games = [Board("circular"), Board("orthodox")]
    engines = [Engine(board.variant, hash_mb=1) for board in games]
    analyses = [engine.analysis(board) for engine, board in zip(engines, games, strict=True)]
    for analysis in analyses:
        assert analysis.get()["depth"] >= 1
    for analysis, board in zip(analyses, games, strict=True):
        analysis.stop()
        assert analysis.wait().move in board.legal_moves
    for engine in engines:
        engine.close()


def test_many_threads_ask_one_engine() -> None:
    boards = [random_board("circular", seed, plies=seed) for seed in range(6)]
    found: dict[int, Move | None] = {}
    with Engine("circular", hash_mb=1) as engine:

        def ask(number: int) -> None:
            found[number] = engine.play(boards[number], Limit(nodes=300)).move

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert all(found[number] in board.legal_moves for number, board in enumerate(boards))


# --- asyncio -------------------------------------------------------------------------------------


def test_an_engine_to_await() -> None:
    board = Board("circular")

    async def work() -> None:
        async with AsyncEngine("circular", hash_mb=1) as engine:
            await engine.ping()
            result = await engine.play(board, Limit(nodes=500), info=INFO_SCORE)
            assert result.move in board.legal_moves
            assert result.info["score"].turn == "w"
            lines = await engine.analyse(board, Limit(depth=2), multipv=2)
            assert len(lines) == 2
            async with await engine.analysis(board) as analysis:
                async for info in analysis:
                    if info["depth"] >= 2:
                        break
            assert (await analysis.wait()).move in board.legal_moves
            # Others run meanwhile, and several questions take their turn.
            ticks = 0
            asked = [asyncio.create_task(engine.play(board, Limit(time=0.1))) for _ in range(3)]
            while not all(task.done() for task in asked):
                await asyncio.sleep(0.01)
                ticks += 1
            assert ticks >= 3
            assert all(task.result().move in board.legal_moves for task in asked)
        with pytest.raises(EngineTerminatedError):
            await engine.play(board, Limit(depth=1))

    asyncio.run(work())


def test_cancelling_stops_the_search() -> None:
    board = Board("circular")

    async def work() -> None:
        async with AsyncEngine("circular", hash_mb=1) as engine:
            for pause in (0.0, 0.001, 0.1):
                task = asyncio.create_task(engine.play(board, Limit(time=30)))
                await asyncio.sleep(pause)
                start = time.monotonic()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert time.monotonic() - start < AT_ONCE
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await engine.play(board, Limit(time=30))
            analysis = await engine.analysis(board)
            waiting = asyncio.create_task(analysis.wait())
            await asyncio.sleep(0.05)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert (await engine.play(board, Limit(depth=1))).move in board.legal_moves

    asyncio.run(work())

"""Counts shared out to executors are the plain counts."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures import ThreadPoolExecutor as Threads
from multiprocessing import get_context
from typing import Any

import pytest

from circularchess import Board, Variant, divide, perft, variants
from circularchess.engine import EngineName
from random_games import random_board

VARIANTS = [variant.id for variant in variants()]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Here(Executor):
    """Does every task at once, as another machine would: all goes through pickle."""

    def __init__(self, workers: int = 1) -> None:
        self.num_workers = workers
        self.sizes: list[int] = []
        self.positions = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        data = pickle.dumps((fn, args, kwargs))
        self.sizes.append(len(data))
        self.positions += sum(len(arg) for arg in args if isinstance(arg, list))
        fn, args, kwargs = pickle.loads(data)
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


def after_random_moves(variant: str, plies: int) -> Board:
    """A board on which there is something left to count."""
    board = random_board(variant, plies, plies=plies)
    if not board.legal_moves:
        board.pop()
    return board


@pytest.mark.parametrize("variant", VARIANTS)
def test_threads(variant: str) -> None:
    with Threads(2) as executor:
        for board in (Board(variant), after_random_moves(variant, 30)):
            for depth in range(5):
                assert perft(board, depth, executor=executor) == perft(board, depth)


@pytest.mark.parametrize("variant", VARIANTS)
def test_processes(variant: str, processes: Executor) -> None:
    for plies in (0, 25):
        board = after_random_moves(variant, plies)
        assert divide(board, 4, executor=processes) == divide(board, 4)


@pytest.mark.parametrize("variant", VARIANTS)
def test_reference_engine(variant: str) -> None:
    # The Rust engine is the judge of the reference's shares.
    board = Board(variant, engine="reference")
    depth = 3 if len(board.armies) < 4 else 2
    assert perft(board, depth, executor=Here()) == perft(Board(variant), depth)


@pytest.mark.parametrize("variant", VARIANTS)
def test_long_games(variant: str) -> None:
    # Armies have left, pawns have turned round, clocks run.
    for plies in (80, 160, 240):
        board = after_random_moves(variant, plies)
        assert divide(board, 3, executor=Here()) == divide(board, 3)


def test_published_counts(processes: Executor) -> None:
    assert perft(Board("orthodox"), 5, executor=processes) == 4_865_609

    kiwipete = Board("orthodox", KIWIPETE)
    assert perft(kiwipete, 4, executor=processes) == 4_085_603
    assert perft(kiwipete, 4, executor=processes, threads=2, hash_mb=1) == 4_085_603


def test_options_and_own_variants() -> None:
    board = Board("circular-society", options={"check": "strict"})
    assert perft(board, 3, executor=Here()) == 8584
    text = Variant.load("circular").toml.replace('id = "circular"', 'id = "mine"')
    board = Board(Variant.from_toml(text))
    assert perft(board, 4, executor=Here()) == perft(Board("circular"), 4)


def test_no_moves() -> None:
    board = Board("orthodox")
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        board.push_uci(text)
    executor = Here()
    assert perft(board, 4, executor=executor) == 0
    assert divide(board, 4, executor=executor) == {}
    board.pop()
    # One of the moves mates: it counts, and begins nothing.
    assert divide(board, 3, executor=executor) == divide(board, 3)
    assert divide(board, 3, executor=executor)[board.parse_uci("d8h4")] == 0
    assert perft(board, 1, executor=executor) == perft(board, 1)
    assert perft(board, 0, executor=executor) == 1


def test_tasks_are_enough_and_small() -> None:
    executor = Here()
    board = after_random_moves("bhati-6", 400)
    perft(board, 4, executor=executor)
    assert 64 <= len(executor.sizes) <= 256
    fresh = Here()
    perft(Board.from_setup(board.setup(), "bhati-6"), 4, executor=fresh)
    # What was played before goes nowhere.
    assert sum(executor.sizes) == pytest.approx(sum(fresh.sizes), rel=0.01)
    assert max(executor.sizes) < 40_000
    many = Here(workers=100)
    perft(Board("circular-strict"), 5, executor=many)
    assert len(many.sizes) >= 800


def test_equal_positions_are_counted_once() -> None:
    # The numbers of different orthodox positions after one to three plies, as published (OEIS
    # A083276); 8,902 sequences of three lead there.
    for workers, positions in ((1, 400), (50, 400), (51, 5362)):
        executor = Here(workers)
        assert perft(Board("orthodox"), 5, executor=executor) == 4_865_609
        assert executor.positions == positions


def test_positions_with_the_same_key_by_chance_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from circularchess.reference import Position

    monkeypatch.setattr(Position, "key", lambda _: 0)
    board = Board("circular", engine="reference")
    assert perft(board, 4, executor=Here()) == 28_904


def test_progress(engine: EngineName) -> None:
    told: list[tuple[float, int]] = []
    board = Board("circular", engine=engine)
    with Threads(2) as executor:
        total = perft(
            board, 3, executor=executor, progress=lambda done, nodes: told.append((done, nodes))
        )
    assert total == 2040
    assert len(told) >= 12
    assert told == sorted(told)
    assert told[-1] == (1, total)


class Failing(Threads):
    """One thread; the third task fails, and what comes of the others can be seen."""

    def __init__(self) -> None:
        super().__init__(1)
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(self.futures) == 2:
            future = super().submit(self.fail)
        else:
            future = super().submit(fn, *args, **kwargs)
        self.futures.append(future)
        return future

    def fail(self) -> None:
        raise OSError("the worker has no power")


def test_failing_workers() -> None:
    with Failing() as executor, pytest.raises(OSError, match="no power"):
        perft(Board("circular", engine="reference"), 5, executor=executor)
    assert len(executor.futures) >= 64
    assert sum(future.cancelled() for future in executor.futures) >= 50


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_interruption(error: type[BaseException]) -> None:
    def stop(*_: object) -> None:
        raise error

    board = Board("circular", engine="reference")
    with Failing() as executor, pytest.raises(error):
        perft(board, 5, executor=executor, progress=stop)
    assert sum(future.cancelled() for future in executor.futures) >= 50


def test_tasks_cancelled_by_others() -> None:
    class Cancelling(Here):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(CancelledError):
        perft(Board("circular"), 4, executor=Cancelling())


def test_an_executor_shut_down() -> None:
    executor = Threads(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        perft(Board("circular"), 4, executor=executor)

"""Boards among threads, processes and event loops; copies; memory that stays flat."""

from __future__ import annotations

import asyncio
import copy
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import circularchess
from circularchess import (
    Board,
    Departure,
    Event,
    Game,
    Move,
    Outcome,
    Piece,
    PieceType,
    Square,
    Termination,
    Variant,
    errors,
    variants,
)
from circularchess.analysis.perft import perft
from circularchess.engine import EngineName
from circularchess.pgn import PgnFault
from process_work import count_and_play

ENGINES: tuple[EngineName, ...] = ("rust", "reference")


def play(variant: str, seed: int, plies: int = 40) -> str:
    """The position after a game of random moves, looked at in many ways on the way."""
    chance = Random(seed)
    board = Board(variant)
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = chance.choice(legal)
        assert board.parse_san(board.san(move)) == move
        board.push(move)
        board.outcome()
    return board.fen()


def in_threads(count: int, work: Callable[[int], object]) -> list[Any]:
    """What `work` gives in `count` threads that begin at the same moment."""
    barrier = threading.Barrier(count)

    def begin(number: int) -> object:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))


@pytest.fixture
def _often_switching() -> Any:
    """Threads take turns a thousand times as often as they do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_often_switching")
def test_many_threads_on_many_boards() -> None:
    ids = [variant.id for variant in variants()]

    def work(number: int) -> list[str]:
        return [play(ids[(number + n) % len(ids)], (number + n) % len(ids)) for n in range(4)]

    alone = [play(id_, seed) for seed, id_ in enumerate(ids)]
    for number, found in enumerate(in_threads(16, work)):
        assert found == [alone[(number + n) % len(ids)] for n in range(4)]


@pytest.mark.usefixtures("_often_switching")
@pytest.mark.parametrize("engine", ENGINES)
def test_many_threads_read_one_board(engine: EngineName) -> None:
    board = Board("bhati-3", engine=engine)
    for text in ("a4", "Nb23", "a46"):
        board.push_san(text)

    def work(_: int) -> list[object]:
        answers: list[object] = []
        for _ in range(5):
            moves = list(board.legal_moves)
            answers += [moves, [board.san(move) for move in moves], board.fen(), board.to_json()]
            answers += [board.outcome(), board.is_repetition(), board.copy() == board]
            answers += [board.attackers("r", move.to_square) for move in moves[:4]]
            answers += [pickle.loads(pickle.dumps(board)).fen(), perft(board.copy(), 1)]
        return answers

    expected = work(0)
    assert all(found == expected for found in in_threads(8, work))


@pytest.mark.usefixtures("_often_switching")
def test_threads_that_play_on_one_board_leave_it_whole() -> None:
    """Whoever shares a board among writers keeps a lock of their own; without one moves may be
    refused or lost, but the board stays one that can be played from and nothing crashes."""
    board = Board("circular")

    def work(number: int) -> int:
        chance, played = Random(number), 0
        for _ in range(200):
            try:
                if chance.random() < 0.4:
                    board.pop()
                else:
                    board.push(chance.choice(list(board.legal_moves)))
                    played += 1
            except (ValueError, IndexError):
                continue
        return played

    assert sum(in_threads(8, work)) > 0
    position = board.position
    assert position.legal_count() == len(position.legal_moves())
    again = Board("circular", board.fen())
    assert list(again.legal_moves) == list(board.legal_moves)


@pytest.mark.usefixtures("_often_switching")
def test_threads_make_the_same_things_at_once() -> None:
    """Squares, variants and the engines' tables are made once and shared."""

    def work(_: int) -> tuple[int, ...]:
        variant = Variant.load("bhati-6-trios")
        squares = [Square.at(ring, file) for ring in range(1, 27) for file in range(900, 999)]
        return (id(variant), *map(id, squares))

    assert len(set(in_threads(8, work))) == 1


def test_counts_on_many_threads_at_once() -> None:
    board = Board("circular-society")
    counts = in_threads(6, lambda number: perft(board, 4, threads=1 + number % 3))
    assert counts == [184031] * 6


def test_an_event_loop_goes_on_while_a_count_runs() -> None:
    def five_counts() -> int:
        return sum(perft(Board("circular-society"), 5) for _ in range(5))

    async def main() -> tuple[int, int]:
        count = asyncio.create_task(asyncio.to_thread(five_counts))
        ticks = 0
        while not count.done():
            await asyncio.sleep(0.001)
            # Another board is played on meanwhile.
            assert len(Board("circular").legal_moves) == 12
            ticks += 1
        return await count, ticks

    count, ticks = asyncio.run(main())
    # 184,031 nodes one ply less: five plies take some milliseconds.
    assert count > 20_000_000
    assert ticks > 3


# --- Processes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_boards_go_to_other_processes(method: str) -> None:
    boards = [Board(variant) for variant in variants()[:4]]
    here = [count_and_play(board.copy()) for board in boards]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert list(pool.map(count_and_play, boards)) == here


def test_boards_after_a_fork() -> None:
    """In a process of its own, without threads besides: a fork takes only the thread it is in."""
    code = """
import os
from circularchess import Board
from circularchess.analysis.perft import perft
board = Board("bhati-2")
before = perft(board, 3, threads=2)
child = os.fork()
if child == 0:
    same = perft(board, 3, threads=2) == before and len(board.legal_moves) == 22
    os._exit(0 if same else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert perft(board, 3, threads=2) == before == 12776
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# --- Copies --------------------------------------------------------------------------------------


def _played(variant: str = "bhati-4", engine: EngineName = "rust") -> Board:
    board = Board(variant, engine=engine)
    chance = Random(5)
    for _ in range(12):
        board.push(chance.choice(list(board.legal_moves)))
    board.resign(board.turn)
    return board


def _an_error(kind: type[errors.CircularChessError]) -> errors.CircularChessError:
    if kind is errors.InvalidPositionError:
        return errors.InvalidPositionError("two problems", (("kings", "none"), ("turn", "x")))
    if kind is errors.PgnError:
        return errors.PgnError("line 3, column 4: bad", 3, 4)
    return kind("what is wrong")


def _annotated_game() -> Game:
    game = Game("bhati-3", players={"r": "Ann"}, headers={"Event": "Cup"})
    node = game.add_san("a4")
    node.comment = "good"
    node.nags = [1, 14]
    game.add_san("Nb3").add_san("a24")
    node.add(Departure("y", "resign"))
    return game


PUBLIC: dict[str, Callable[[], Any]] = {
    "Square": lambda: Square("d16"),
    "PieceType": lambda: PieceType.QUEEN,
    "Piece": lambda: Piece("r", PieceType.PAWN, True),
    "Move": lambda: Move("c7", "d8", PieceType.ROOK),
    "Setup": lambda: _played().setup(),
    "Event": lambda: Event("resigned", "r"),
    "Outcome": lambda: Outcome(Termination.CHECKMATE, ("w",)),
    "Termination": lambda: Termination.DEAD_POSITION,
    "Departure": lambda: Departure("o", "time"),
    "MoveInfo": lambda: Board("circular").describe("c16b14"),
    "MovePath": lambda: Board("circular").describe("c16b14").paths[0],
    "Playouts": lambda: circularchess.playouts(Board(), 5, seed=1),
    "PgnFault": lambda: PgnFault(1, 2, "bad"),
    "Variant": lambda: Variant.load("bhati-6-pairs"),
    "Variant with options": lambda: Variant.load("circular").with_options({"check": "strict"}),
    "Variant of one's own": lambda: Variant.from_toml(
        Variant.load("circular").toml.replace('id = "circular"', 'id = "mine"')
    ),
    "VariantData": lambda: Variant.load("bhati-5").data,
    "Army": lambda: Variant.load("bhati-5").army("g"),
    "Castling": lambda: Variant.load("bhati-5").army("g").castling,
    "Board": _played,
    "Board of the reference": lambda: _played(engine="reference"),
    "Board with options": lambda: Board("circular", options={"check": "strict"}),
    "Board that cannot be played": lambda: Board(
        "circular", "16/16/16/16 w - - 0 1", validate=False
    ),
    "Game": _annotated_game,
}
PUBLIC |= {
    name: lambda kind=kind: _an_error(kind)  # type: ignore[misc]
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.CircularChessError)
}


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, BaseException):
        return type(one) is type(other) and str(one) == str(other) and vars(one) == vars(other)
    same = type(one) is type(other) and one == other
    if isinstance(one, Board) and one.status() == other.status() == []:
        same = same and one.move_stack == other.move_stack and one.actions == other.actions
        same = same and one.engine == other.engine and one.outcome() == other.outcome()
    return bool(same)


@pytest.mark.parametrize("name", list(PUBLIC))
def test_public_objects_survive_pickling_and_copying(name: str) -> None:
    thing = PUBLIC[name]()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert _same(thing, pickle.loads(pickle.dumps(thing, protocol)))
        # Also inside other things, and twice in one.
        pair = pickle.loads(pickle.dumps([thing, {"again": thing}], protocol))
        assert _same(thing, pair[0])
        assert pair[0] is pair[1]["again"]
    assert _same(thing, copy.deepcopy(thing))
    assert _same(thing, copy.copy(thing))
    deep = copy.deepcopy([thing, thing])
    assert deep[0] is deep[1]


def test_every_public_class_is_among_them() -> None:
    named = {name.split()[0] for name in PUBLIC}
    for name in circularchess.__all__:
        if name != "__version__" and isinstance(getattr(circularchess, name), type):
            # A node belongs to its game and goes with it.
            assert name in named | {"GameNode", "Geometry", "CircularChessError"}, name


# --- Memory --------------------------------------------------------------------------------------


def _memory() -> int:
    """Kilobytes of this process that are in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.parametrize("boards", [20_000, pytest.param(1_000_000, marks=pytest.mark.deep)])
def test_boards_made_and_dropped_leave_memory_flat(boards: int) -> None:
    circular, six = Variant.load("circular"), Variant.load("bhati-6")

    def make(count: int) -> None:
        for number in range(count):
            board = Board(six if number % 8 == 0 else circular)
            move = Move("a1", "a2") if number % 8 else Move("c1", "b1")
            if move in board.legal_moves:
                board.push(move)
            board.position.legal_moves()

    make(boards // 10)
    gc.collect()
    before = _memory()
    make(boards)
    gc.collect()
    # A leak of ten bytes a board would show in the million.
    assert _memory() - before < max(2_000, boards // 100)


def test_errors_variants_and_games_leave_memory_flat() -> None:
    toml = Variant.load("circular").toml

    def make(count: int) -> None:
        for number in range(count):
            variant = Variant.from_toml(toml)
            with pytest.raises(ValueError, match="6 fields"):
                Board(variant, f"x{number}")
            game = Game(variant)
            game.add_san("b3").add_san("c6")
            Game.from_json(game.to_json())

    make(150)
    gc.collect()
    before = _memory()
    make(300)
    gc.collect()
    # A variant's tables are some 100 kilobytes: nothing keeps more than a few.
    assert _memory() - before < 10_000

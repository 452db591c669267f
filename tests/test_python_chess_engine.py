"""python-chess's own driver of engines plays with ours on the orthodox board."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from commands import PROGRAM


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci([*PROGRAM, "uci"]) as engine:
        yield engine


def test_it_is_known(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("circularchess ")
    assert "chess" in (engine.options["UCI_Variant"].var or [])
    engine.configure({"Hash": 8, "Threads": 1, "Skill Level": 20, "Move Overhead": 20})
    engine.ping()


def test_a_game_against_random_moves(engine: chess.engine.SimpleEngine) -> None:
    board, rng = chess.Board(), random.Random(1)
    while not board.is_game_over() and board.ply() < 200:
        if board.turn == chess.WHITE:
            result = engine.play(board, chess.engine.Limit(nodes=3000))
            assert result.move is not None
            board.push(result.move)
        else:
            board.push(rng.choice(list(board.legal_moves)))
    assert board.result() == "1-0"
    assert board.is_checkmate()


def test_castling_en_passant_and_promotion(engine: chess.engine.SimpleEngine) -> None:
    for fen, text in (
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"),
    ):
        board, move = chess.Board(fen), chess.Move.from_uci(text)
        result = engine.play(board, chess.engine.Limit(depth=2), root_moves=[move])
        assert result.move == move
        board.push(move)
        assert engine.play(board, chess.engine.Limit(depth=1)).move in set(board.legal_moves)


def test_analysing(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=3))
    assert info["score"].white() == chess.engine.Mate(1)
    assert info["pv"][0] == chess.Move.from_uci("a1a8")
    # One move, and the rook mates on the eighth rank: the other side sees it too.
    board = chess.Board("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=5))
    assert info["score"].pov(chess.BLACK) == chess.engine.Mate(-1)
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=4)
    assert len({line["pv"][0] for line in lines}) == 4


def test_clocks(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    clock = {chess.WHITE: 0.6, chess.BLACK: 0.6}
    while board.ply() < 30 and not board.is_game_over():
        start = time.monotonic()
        limit = chess.engine.Limit(
            white_clock=clock[chess.WHITE],
            black_clock=clock[chess.BLACK],
            white_inc=0.02,
            black_inc=0.02,
        )
        result = engine.play(board, limit)
        clock[board.turn] += 0.02 - (time.monotonic() - start)
        assert clock[board.turn] > 0
        assert result.move is not None
        board.push(result.move)


def test_an_analysis_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 2:
                break
    assert analysis.wait().move in set(chess.Board().legal_moves)


def test_pondering(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(3):
        result = engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1), ponder=True)
        assert result.move is not None
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))


def test_a_finished_game(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        board.push_uci(text)
    assert engine.play(board, chess.engine.Limit(depth=1)).move is None

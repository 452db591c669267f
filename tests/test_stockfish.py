"""Another engine, Debian's Stockfish, driven by ours on the orthodox board.

Collected where it is installed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from circularchess import Board, EngineError, Game
from circularchess.players import INFO_ALL, Limit, Mate, annotate
from circularchess.players.uci import UciEngine
from other_engines import STOCKFISH
from random_games import random_board

assert STOCKFISH is not None
COMMAND = [STOCKFISH]


@pytest.fixture(scope="module")
def stockfish() -> Iterator[UciEngine]:
    with UciEngine.popen(COMMAND, "orthodox") as engine:
        engine.configure({"Hash": 16, "Threads": 1})
        yield engine


def test_who_it_is(stockfish: UciEngine) -> None:
    assert stockfish.id["name"].startswith("Stockfish")
    assert stockfish.options["Threads"].type == "spin"
    stockfish.ping()


def test_it_beats_random_moves(stockfish: UciEngine) -> None:
    board, rng = Board("orthodox"), random.Random(1)
    while not board.is_game_over():
        if board.turn == "w":
            result = stockfish.play(board, Limit(nodes=3000))
            assert result.move is not None
            board.push(result.move)
        else:
            board.push(rng.choice(list(board.legal_moves)))
    assert board.result() == "1-0"


def test_every_position_of_a_game_is_understood(stockfish: UciEngine) -> None:
    # Castling, en passant and promotions among them: 40 random games.
    for seed in range(40):
        board = random_board("orthodox", seed, plies=10 + 3 * seed)
        if board.is_game_over():
            continue
        info = stockfish.analyse(board, Limit(depth=4))
        assert info["pv"][0] in board.legal_moves
        lines = stockfish.analyse(board, Limit(depth=1), multipv=256)
        assert {line["pv"][0] for line in lines} == set(board.legal_moves)


def test_scores_lines_and_stopping(stockfish: UciEngine) -> None:
    board = Board("orthodox", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    info = stockfish.analyse(board, Limit(depth=5))
    assert info["score"].pov("w") == Mate(1)
    assert info["score"].pov("b") == Mate(-1)
    stockfish.configure({"UCI_ShowWDL": True})
    assert stockfish.analyse(board, Limit(depth=5))["wdl"].pov("w").winning_chance() > 0.9
    with stockfish.analysis(Board("orthodox")) as analysis:
        for found in analysis:
            if found.get("depth", 0) >= 5:
                break
        start = time.monotonic()
    assert time.monotonic() - start < 1
    result = stockfish.play(Board("orthodox"), Limit(white_clock=1, black_clock=1), info=INFO_ALL)
    assert result.info["nodes"] > 0


def test_it_plays_nothing_else(stockfish: UciEngine) -> None:
    with pytest.raises(EngineError, match="the engine plays orthodox chess alone, not circular"):
        UciEngine.popen(COMMAND, "circular")
    with pytest.raises(EngineError, match="the engine has no option 'Contempt Factor'"):
        stockfish.configure({"Contempt Factor": 3})


def test_it_annotates_games(stockfish: UciEngine) -> None:
    # The fool's mate: 2. g4 is the blunder, 2... Qh4# the mate.
    game = Game("orthodox")
    node = game
    for text in ("f3", "e5", "g4", "Qh4#"):
        node = node.add_san(text)  # type: ignore[assignment]
    assert annotate(game, stockfish, Limit(depth=8)) >= 1
    moves = list(game.mainline())
    assert 4 in moves[2].nags
    assert moves[2].parent is not None
    assert len(moves[2].parent.variations) == 2
    score = moves[2].eval()
    assert score is not None
    assert score.pov("b") == Mate(1)
    assert moves[3].nags == []

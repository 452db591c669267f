"""What `circularchess annotate` writes into records."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from circularchess import Board, EngineError, Game, Move
from circularchess.players import Cp, Engine, InfoDict, Limit, Mate, PovScore, annotate
from circularchess.players.annotating import chance
from circularchess.values.score import Score
from commands import PROGRAM, call, run, status
from random_games import random_board

FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")


def played(variant: str, texts: Iterable[str]) -> Game:
    board = Board(variant)
    for text in texts:
        board.push_san(text)
    return Game.from_board(board)


class Oracle:
    """An engine that knows scores, as the army to move sees them, and best moves, by the ply."""

    def __init__(self, scores: dict[int, Score], best: dict[int, str]) -> None:
        self.scores = scores
        self.best = best
        self.asked: list[tuple[int, list[Move] | None]] = []

    def analyse(
        self, board: Board, limit: Limit, *, root_moves: Iterable[Move | str] | None = None
    ) -> InfoDict:
        assert limit == Limit(depth=7)
        ply = len(board.move_stack)
        moves = None if root_moves is None else [m for m in root_moves if isinstance(m, Move)]
        self.asked.append((ply, moves))
        allies = board.allies(board.turn)
        score = self.scores[ply] if moves is None else self.scores[-ply - 1]
        line = [board.parse_san(self.best[ply])] if ply in self.best else []
        return {"score": PovScore(score, board.turn, allies), "depth": 7, "pv": line}


@pytest.mark.parametrize(
    ("before", "after", "glyphs"),
    [
        # Views of the army to move: White before, Black after. On the curve even is 0.5, 50
        # centipawns are 0.546, 100 0.591, 150 0.635, 200 0.676.
        (0, 0, []),
        (0, 50, []),
        (0, 60, [6]),
        (0, 100, [6]),
        (0, 120, [2]),
        (0, 160, [2]),
        (0, 170, [4]),
        (100, 0, [6]),
        (100, 100, [4]),
        (-50, 60, []),
        # What is lost for good is not lost again.
        (-1000, 1200, []),
        (1500, -1200, []),
    ],
)
def test_glyphs_by_what_is_given_away(before: int, after: int, glyphs: list[int]) -> None:
    game = played("circular", ["b3"])
    oracle = Oracle({0: Cp(before), 1: Cp(after)}, {0: "c3"})
    bad = annotate(game, oracle, Limit(depth=7))
    node = next(iter(game.mainline()))
    assert node.nags == glyphs
    assert bad == bool(glyphs)
    assert node.eval() == PovScore(Cp(after), "b")
    assert node.eval_depth() == 7
    assert len(game.variations) == (2 if glyphs else 1)
    if glyphs:
        better = game.variations[1]
        assert better.san() == "c3"
        assert better.eval() == PovScore(Cp(before), "w")


def test_the_best_move_is_never_blamed() -> None:
    game = played("circular", ["b3"])
    oracle = Oracle({0: Cp(300), 1: Cp(300)}, {0: "b3"})
    assert annotate(game, oracle, Limit(depth=7)) == 0
    assert next(iter(game.mainline())).nags == []


def test_what_people_wrote_is_kept() -> None:
    game = played("circular", ["b3"])
    node = next(iter(game.mainline()))
    node.comment, node.nags = "My favourite. [%clk 0:01:00]", [1, 40]
    mine = game.add_san("c3")
    mine.comment = "Better?"
    oracle = Oracle({0: Cp(0), 1: Cp(500)}, {0: "c3"})
    assert annotate(game, oracle, Limit(depth=7)) == 1
    assert node.nags == [1, 40]
    assert node.comment.startswith("My favourite. [%clk 0:01:00]")
    assert node.clock() == 60
    assert game.variations == [node, mine]
    assert mine.comment == "Better?"
    # A second time the score is replaced, not doubled.
    oracle = Oracle({0: Cp(0), 1: Cp(-20)}, {0: "c3"})
    annotate(game, oracle, Limit(depth=7))
    assert node.comment.count("%eval") == 1
    assert node.eval() == PovScore(Cp(-20), "b")


def test_without_variations() -> None:
    game = played("circular", ["b3"])
    oracle = Oracle({0: Cp(0), 1: Cp(500)}, {0: "c3"})
    annotate(game, oracle, Limit(depth=7), variations=False)
    assert len(game.variations) == 1
    assert next(iter(game.mainline())).nags == [4]


def test_every_position_is_looked_at_once() -> None:
    game = played("circular", ["b3", "b6", "c3", "c6"])
    oracle = Oracle(dict.fromkeys(range(5), Cp(0)), {})
    told: list[int] = []
    annotate(game, oracle, Limit(depth=7), progress=told.append)
    assert [ply for ply, _ in oracle.asked] == [0, 1, 2, 3, 4]
    assert told == [1, 2, 3, 4]


def test_among_many_the_movers_own_view_counts() -> None:
    game = played("bhati-3", ["a1"])
    first = Board("bhati-3").parse_san("a1")
    # Terrible for the next army, which says nothing of the mover; by its own view all is well.
    oracle = Oracle({0: Cp(50), 1: Cp(900), -1: Cp(40)}, {0: "b1"})
    assert annotate(game, oracle, Limit(depth=7)) == 0
    assert oracle.asked == [(0, None), (1, None), (0, [first])]
    game = played("bhati-3", ["a1"])
    oracle = Oracle({0: Cp(50), 1: Cp(0), -1: Cp(-400)}, {0: "b1"})
    assert annotate(game, oracle, Limit(depth=7)) == 1


def test_the_curve() -> None:
    assert chance(Cp(0)) == 0.5
    for value in (10, 100, 1000, 5000):
        assert chance(Cp(value)) + chance(Cp(-value)) == pytest.approx(1)
        assert chance(Cp(value)) > chance(Cp(value // 2))
    assert chance(Mate(1)) >= chance(Mate(9)) >= chance(Cp(5000)) > 0.999
    assert chance(Mate(-1)) < 0.001


# --- With our own engine -------------------------------------------------------------------------


def test_a_fools_mate() -> None:
    game = played("orthodox", FOOLS_MATE)
    with Engine("orthodox", hash_mb=4) as engine:
        assert annotate(game, engine, Limit(depth=4)) >= 1
    nodes = list(game.mainline())
    assert 4 in nodes[2].nags
    score = nodes[2].eval()
    assert score is not None
    assert score.pov("b") == Mate(1)
    assert nodes[3].nags == []
    assert Game.from_pgn(game.to_pgn()).to_pgn() == game.to_pgn()


def test_an_engine_of_another_game() -> None:
    game = played("circular", ["b3"])
    before = game.to_pgn()
    with Engine("orthodox", hash_mb=1) as engine, pytest.raises(EngineError):
        annotate(game, engine, Limit(depth=1))
    assert game.to_pgn() == before


def test_departures_are_no_moves() -> None:
    board = random_board("bhati-4", 3, plies=5)
    board.resign(board.turn)
    board.push(next(iter(board.legal_moves)))
    game = Game.from_board(board)
    with Engine("bhati-4", hash_mb=1) as engine:
        annotate(game, engine, Limit(nodes=100))
    moves = [node for node in game.mainline() if node.move is not None]
    assert len(moves) == 6
    assert all(node.eval() is not None for node in moves)
    assert all(node.comment == "" for node in game.mainline() if node.move is None)


# --- The command ---------------------------------------------------------------------------------


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    games = [
        played("orthodox", FOOLS_MATE),
        Game.from_board(random_board("circular", 1, plies=6)),
        Game.from_board(random_board("three-circular", 1, plies=4)),
    ]
    path.write_text("\n".join(game.to_pgn() for game in games), encoding="utf-8")
    return path


def test_a_file_of_several_games(records: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert call("annotate", str(records), "-o", str(out), "--depth", "3") == ""
    text = out.read_text(encoding="utf-8")
    assert text.count("[Event ") == 3
    assert "$4 {[%eval #-1" in text
    shown = call("annotate", str(records), "--nodes", "200", "--no-variations")
    assert "(" not in shown.replace('"', "")
    # After each of 4, 6 and 4 moves; but a mate that is on the board is not written.
    assert shown.count("%eval") == 13
    asjson = tmp_path / "out.json"
    call("annotate", str(records), "-o", str(asjson), "--nodes", "200")
    assert len(json.loads(asjson.read_text(encoding="utf-8"))) == 3


def test_another_engine_annotates(records: Path) -> None:
    command = " ".join([*PROGRAM, "uci"])
    shown = call("annotate", str(records), "--nodes", "200", "--uci", command)
    assert shown.count("%eval") >= 13


def test_what_cannot_be_annotated(tmp_path: Path) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_text("1. b3 b9 *", encoding="utf-8")
    out = tmp_path / "out.pgn"
    for args in (
        (str(bad), "-o", str(out)),
        (str(tmp_path / "none.pgn"),),
        (str(bad), "--time", "0"),
        (str(bad), "--time", "-1"),
        (str(bad), "--time", "1e9"),
        (str(bad), "--depth", "0"),
        (str(bad), "--uci", "/no/such/engine"),
    ):
        assert status("annotate", *args) == 2
    assert not out.exists()
    good = tmp_path / "good.pgn"
    good.write_text("1. b3 *", encoding="utf-8")
    result = run("annotate", str(good), "--uci", "/no/such/engine", "-o", str(out))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert not out.exists()
    empty = tmp_path / "empty.pgn"
    empty.write_text("", encoding="utf-8")
    assert call("annotate", str(empty)) == ""


def test_random_games_are_written_so_that_they_can_be_read() -> None:
    rng = random.Random(5)
    for variant in ("bhati-2", "byzantine", "mattlage", "three-man"):
        game = Game.from_board(random_board(variant, rng.random(), plies=8))
        with Engine(variant, hash_mb=1) as engine:
            annotate(game, engine, Limit(nodes=150))
        assert Game.from_pgn(game.to_pgn()) == game

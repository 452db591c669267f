"""Boards, records, JSON, scores and games in the terminal for every built-in variant."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import jsonschema
import pytest

from circularchess import (
    Board,
    Game,
    InvalidJsonError,
    Move,
    Outcome,
    Termination,
    Variant,
    playouts,
)
from circularchess.cli.main import main
from circularchess.engine import EngineName, make_position
from circularchess.json_format import schema
from circularchess.players.greedy import Greedy, movement_worth
from random_games import VARIANTS
from random_variants import made_up

each = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)

HALF = Fraction(1, 2)


def finished(variant: Variant, engine: EngineName, seed: int) -> Board:
    """A board after random moves, with armies leaving until the game is over."""
    dice = random.Random(f"{variant.id} {seed}")
    board = Board(variant, engine=engine)
    for _ in range(dice.randrange(4, 60)):
        if board.position.end is not None:
            return board
        board.push(dice.choice(list(board.legal_moves)))
    while board.position.end is None:
        leave = board.resign if seed % 2 else board.lose_on_time
        leave(dice.choice(board.in_play))
    return board


def games(variant: Variant, engine: EngineName) -> Iterator[Board]:
    for seed in range(6 if engine == "rust" else 3):
        yield finished(variant, engine, seed)


@each
def test_points(variant: Variant) -> None:
    """By both engines alike; all sides share as many points as they could have drawn for."""
    sides = variant.sides
    shared = variant.checkmate == "ends" and len(sides) > 2
    for seed in range(6):
        boards = [finished(variant, engine, seed) for engine in ("rust", "reference")]
        outcome = boards[0].outcome()
        assert outcome is not None
        assert outcome == boards[1].outcome()
        points = outcome.points(variant)
        assert list(points) == list(variant.letters)
        for board in boards:
            assert board.position.points() == points
            assert board.position.points() == pickle.loads(pickle.dumps(board.position)).points()
        total = sum(points[armies[0]] for armies in sides.values())
        assert total == (Fraction(len(sides), 2) if shared or not outcome.winners else 1)
        for armies in sides.values():
            assert len({points[army] for army in armies}) == 1
        if outcome.winners:
            most = max(points.values())
            assert {army for army in points if points[army] == most} == set(outcome.winners)


@each
def test_no_points_before_the_end(variant: Variant, engine: EngineName) -> None:
    board = Board(variant, engine=engine)
    assert board.position.points() is None
    board.agree_draw()
    outcome = board.outcome()
    assert outcome is not None
    assert set(outcome.points(variant).values()) == {HALF}


def test_who_leaves_a_game_of_first_mate(engine: EngineName) -> None:
    for leave, termination in (
        (Board.resign, Termination.RESIGNATION),
        (Board.lose_on_time, Termination.TIME),
    ):
        board = Board("three-circular", engine=engine)
        leave(board, "r")
        assert board.outcome() == Outcome(termination, ("w", "b"), "r")
        assert board.result() == "w+b"
        again = Game.from_pgn(Game.from_board(board).to_pgn())
        assert (again.result, again.winners) == ("w+b", ("w", "b"))
        text = board.to_json()
        assert json.loads(text)["outcome"]["points"] == {"w": 0.75, "r": 0, "b": 0.75}
        assert Board.from_json(text) == board


def test_points_need_the_loser() -> None:
    variant = Variant.load("three-circular")
    with pytest.raises(ValueError, match="names no loser"):
        Outcome(Termination.CHECKMATE, ("w",)).points(variant)
    with pytest.raises(ValueError, match="names no loser"):
        Outcome(Termination.CHECKMATE, ("w",), "x").points(variant)
    with pytest.raises(TypeError):
        Outcome(Termination.STALEMATE).points("three-circular")  # type: ignore[arg-type]
    drawn = Outcome(Termination.STALEMATE).points(variant)
    assert drawn == {"w": HALF, "r": HALF, "b": HALF}


@each
def test_a_finished_position_is_so_when_set_up_again(variant: Variant, engine: EngineName) -> None:
    """Where its men tell it, by either engine; and the winners and points are the same."""
    for board in games(variant, engine):
        position = board.position
        assert position.end is not None
        for other in ("rust", "reference"):
            again = make_position(variant, position.setup(), other)
            assert again.end is not None
            assert again.points() == position.points()
            assert not again.legal_moves()


def test_an_army_left_standing_ends_a_game_of_first_mate_only() -> None:
    board = Board("three-circular")
    board.resign("r")
    setup = board.setup()
    # Two armies left standing are none that a game leaves so.
    setup.in_play = frozenset("b")
    setup.turn = "b"
    for engine in ("rust", "reference"):
        with pytest.raises(ValueError, match="out of play"):
            make_position(board.variant, setup, engine)
        begun = Board("three-man").setup()
        begun.in_play = frozenset("wg")
        with pytest.raises(ValueError, match="out of play"):
            make_position(Variant.load("three-man"), begun, engine)


@each
def test_json(variant: Variant, engine: EngineName) -> None:
    validator = jsonschema.Draft202012Validator(schema("board"))
    of_games = jsonschema.Draft202012Validator(schema("game"))
    for board in games(variant, engine):
        while True:
            for history in (True, False):
                document = json.loads(board.to_json(legal_moves=True, history=history))
                assert not list(validator.iter_errors(document))
                assert Board.from_json(document).setup() == board.setup()
            # Whatever a document of the first release does not tell.
            old = copy.deepcopy(document)
            if old["outcome"] is not None:
                del old["outcome"]["points"]
            assert Board.from_json(old).setup() == board.setup()
            if len(board.actions) % 2:
                break
            board.pop()
        game = Game.from_board(board)
        document = json.loads(game.to_json())
        assert not list(of_games.iter_errors(document))
        assert Game.from_json(document) == game
        assert Game.from_pgn(game.to_pgn(), variant=variant) == game


def test_json_of_the_first_release() -> None:
    """Its boards had four fields, its positions neither inert armies nor moats."""
    board = json.loads(Board("circular").to_json())
    assert board["version"] == 1
    assert set(board["board"]) == {"rings", "files", "centre", "voids"}
    assert not {"inert", "bridged"} & set(board)


def test_json_of_inert_armies_and_moats(engine: EngineName) -> None:
    board = Board("three-man", engine=engine)
    board.resign("g")
    found = json.loads(board.to_json(history=False))
    assert (found["inert"], found["bridged"]) == (["g"], [8, 16])
    assert (found["board"]["moats"], found["in_play"]) == ([8, 16, 24], ["w", "b"])
    again = Board.from_json(found, engine=engine)
    assert again == board
    wrong: tuple[tuple[str, Any, str], ...] = (
        ("bridged", [7], r"^board\.bridged\[0\]: no moat at file 7"),
        ("bridged", [8, 8], r"^board\.bridged\[1\]"),
        ("bridged", [True], r"^board\.bridged\[0\]"),
        ("bridged", "8", r"^board\.bridged"),
        ("inert", ["x"], r"^board\.inert\[0\]"),
        ("inert", [], "^board: "),
        ("inert", ["w"], "^board: "),
    )
    for name, value, message in wrong:
        with pytest.raises(InvalidJsonError, match=message) as caught:
            Board.from_json({**found, name: value}, engine=engine)
        assert "\n" not in str(caught.value)


def test_json_of_boards(engine: EngineName) -> None:
    told: dict[str, dict[str, Any]] = {
        "orthodox": {"seam": "open", "names": "file-ring"},
        "byzantine-citadel": {"citadels": 4},
        "byzantine-torus": {"centre": "torus"},
        "three-man": {"moats": [8, 16, 24]},
    }
    for variant, features in told.items():
        document = json.loads(Board(variant, engine=engine).to_json())
        assert features.items() <= document["board"].items()
        for name in features:
            for other in (None, "closed", [1]):
                wrong = {**document, "board": {**document["board"], name: other}}
                with pytest.raises(InvalidJsonError, match=r"^board\.board"):
                    Board.from_json(wrong)


@each
def test_play_in_the_terminal(
    variant: Variant, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two of the machine's players finish a game, which says its result."""

    def no_more(_: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", no_more)
    first = variant.letters[0]
    machines = ["--opponent", f"{first}=greedy", "--opponent", "random"]
    with pytest.raises(SystemExit) as caught:
        main(["play", variant.id, *machines, "--seed", "3"])
    assert caught.value.code == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("\nResult: ") == 1


@each
def test_playouts(variant: Variant, engine: EngineName) -> None:
    result = playouts(Board(variant, engine=engine), 3, seed=2, max_plies=60)
    assert len(result) == 3
    assert sum(result.counts.values()) == 3
    for end in result.ends:
        assert result.endings[end] is None or isinstance(result.endings[end], Termination)


def test_playouts_name_every_ending() -> None:
    """By a king that can only enter a citadel, and one that is bare."""
    bare = Board("byzantine", "16/8k7/3r12/3K12 w - - 0 1")
    ends = playouts(bare, 40, seed=1).counts
    kinds = {outcome.termination for outcome in ends if outcome is not None}
    assert kinds == {Termination.BARE_KING, Termination.DEAD_POSITION}
    checked = Board("byzantine-citadel", "F7f7/16/8k7/2K12r/4 w - - 0 1")
    kinds = {outcome.termination for outcome in playouts(checked, 40, seed=1).counts if outcome}
    assert Termination.CITADEL in kinds


def test_sidesteps_are_no_captures(engine: EngineName) -> None:
    board = Board("jelliss", "3PN11/P7oO6/6Po3pr2O/1K7k6 w - - 0 1", engine=engine)
    for text in ("b7a8", "b7c8", "c10b9", "c10d9", "d4c5"):
        move = Move.from_uci(text)
        assert "x" not in board.san(move)
        assert board.parse_san(text) == move
        assert board.parse_san(board.san(move)) == move
        with pytest.raises(ValueError, match="nothing to capture"):
            board.parse_san(f"{move.from_square}x{move.to_square}")


def test_inert_men_and_citadels_in_text() -> None:
    board = Board("three-man")
    board.resign("g")
    assert board.text().count("~g") == 16
    assert board.text().count("~") == 16
    assert board.unicode().count("~g") == 16
    assert "~" not in Board("three-man").text()
    assert "z4" in Board("byzantine-citadel").text().splitlines()[-1]


@pytest.mark.parametrize("seed", range(60))
def test_made_up_games(seed: int) -> None:
    """Moves, records and JSON of games with pieces, pawns and endings of their own."""
    try:
        variant = Variant.from_toml(made_up(seed))
        board = Board(variant)
    except ValueError:
        return
    dice = random.Random(seed)
    greedy = Greedy(dice)
    while board.position.end is None and len(board.actions) < 60:
        if dice.random() < 0.02:
            board.resign(dice.choice(board.in_play))
            continue
        legal = list(board.legal_moves)
        for move in dice.sample(legal, min(6, len(legal))):
            assert board.parse_san(board.san(move)) == move
            assert board.parse_san(board.lan(move)) == move
        chosen = greedy.choose(board) if len(board.actions) % 2 and board.safe_moves else None
        board.push(chosen or dice.choice(legal))
    assert Board.from_json(board.to_json(legal_moves=True)) == board
    game = Game.from_board(board)
    assert Game.from_json(game.to_json()) == game
    assert Game.from_pgn(game.to_pgn(), variants=[variant]) == game
    assert board.text()
    assert board.unicode()
    outcome = board.outcome()
    if board.position.end is not None:
        assert outcome is not None
        assert board.position.points() == outcome.points(variant)


def test_what_pieces_are_worth() -> None:
    """Queen, rook and bishop as their movements; a part of a movement less than the whole."""
    assert movement_worth("W") < movement_worth("W3") < movement_worth("R")
    assert movement_worth("RN") == movement_worth("R") + movement_worth("N")
    assert movement_worth("R") == movement_worth("WW") == movement_worth("W0")
    assert movement_worth("K") == movement_worth("WF")
    assert movement_worth("NN") > movement_worth("N") > movement_worth("fN")
    assert movement_worth("mR") == movement_worth("cR") < movement_worth("mcR")
    # A rook before a ferz.
    board = Board("byzantine", "r15/8k7/R2f12/7K8 w - - 0 1")
    assert board.is_legal("b1b4")
    assert Greedy(random.Random(1)).choose(board) == Move.from_uci("b1d1")

"""Games: the tree of moves and what is said of it."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from circularchess import (
    Board,
    Departure,
    Game,
    GameNode,
    IllegalMoveError,
    InvalidFenError,
    InvalidGameError,
    InvalidPositionError,
    Move,
    UnknownArmyError,
    Variant,
)
from circularchess.engine import EngineName
from random_games import VARIANTS, random_game


def play(game: Game, text: str) -> Game:
    for word in text.split():
        game.end().add_san(word)
    return game


def test_a_main_line_and_a_variation(engine: EngineName) -> None:
    game = Game("circular", engine=engine)
    assert game.move is None
    assert game.end() is game
    first = game.add_san("b3", comment="one")
    second = first.add_san("c6")
    other = first.add_san("d6", starting_comment="or", nags=[1, 14])
    assert [node.san() for node in game.mainline()] == ["b3", "c6"]
    assert list(game.mainline_moves()) == [Move("b2", "b3"), Move("c7", "c6")]
    assert game.next() is first
    assert second.next() is None
    assert (second.ply, other.ply, game.ply) == (2, 2, 0)
    assert second.is_main_line()
    assert not other.is_main_line()
    assert other.game is game
    assert other.board().move_stack == [Move("b2", "b3"), Move("d7", "d6")]
    assert other.board().engine == engine
    assert (other.nags, other.starting_comment, first.comment) == ([1, 14], "or", "one")
    other.promote_to_main()
    assert game.end() is other
    second.remove()
    assert first.variations == [other]
    with pytest.raises(InvalidGameError, match="does not belong"):
        second.board()
    for call in (game.remove, game.promote_to_main, game.san):
        with pytest.raises(InvalidGameError):
            call()


def test_nothing_impossible_can_be_added(engine: EngineName) -> None:
    game = play(Game("bhati-3", engine=engine), "a1")
    node = game.end()
    with pytest.raises(IllegalMoveError, match=r"illegal move 'c2b2' .y to move"):
        node.add(Move("c2", "b2"))
    for army, reason in (("x", "not in play"), ("o", "not in play")):
        with pytest.raises(IllegalMoveError, match=reason):
            node.add(Departure(army))
    for nonsense in ("c22b22", None, ("r", "resign")):
        with pytest.raises(TypeError):
            node.add(nonsense)  # type: ignore[arg-type]
    for nag in (-1, 256, True, "1", 1.0):
        with pytest.raises(InvalidGameError, match="glyph"):
            node.add(Move("c22", "b22"), nags=[nag])  # type: ignore[list-item]
    for comment in (None, 3, b"x", "[%resign o]", "well [%time o]", "[%resign"):
        with pytest.raises(InvalidGameError, match="comment"):
            node.add(Move("c22", "b22"), comment=comment)  # type: ignore[arg-type]
    assert node.variations == []
    node.add(Departure("r")).add(Departure("y"))
    with pytest.raises(IllegalMoveError, match="over"):
        game.end().add(Departure("b"))
    with pytest.raises(IllegalMoveError, match="over"):
        game.end().add(Move("c42", "b42"))


def test_comments_are_kept_tidy() -> None:
    game = Game()
    game.comment = "  one \r\n\n two\u2028three\x0b "
    assert game.comment == "one\ntwo\nthree"
    game.comment = "[%clk 0:01:00] [%resigned]"
    assert game.comment == "[%clk 0:01:00] [%resigned]"


def test_replay_gives_every_step_a_board_of_its_own(engine: EngineName) -> None:
    game = play(Game("bhati-3", engine=engine), "a1 Nb23")
    game.end().add(Departure("r", "time"))
    game.end().add(Departure("b"))
    boards = list(game.replay())
    first, last = boards[0], boards[-1]
    assert (first.turn, len(first.legal_moves)) == ("r", 22)
    seen = [(board.turn, board.in_play, len(board.actions)) for board in boards[1:]]
    assert seen == [
        ("y", ("r", "y", "b"), 1),
        ("b", ("r", "y", "b"), 2),
        ("b", ("y", "b"), 3),
        ("y", ("y",), 4),
    ]
    assert last.events[0] == ("resigned", "b")
    first.push_san("a1")
    boards[2].pop()
    assert [len(board.actions) for board in boards] == [1, 1, 1, 3, 4]
    assert game.end().board() == last
    assert game.result == "y"
    assert game.winners == ("y",)


def test_replaying_a_long_game_takes_time_in_proportion() -> None:
    game = Game()
    node = game.end()
    moves = ("Nb3", "Nb11", "Nc1", "Nc9")
    for number in range(10_000):
        node = node.add_san(moves[number % 4])
    *_, last = game.replay()
    assert last.is_repetition(2500)
    assert last.halfmove_clock == 10_000
    assert game.end().ply == 10_000
    assert game.copy() == game


@pytest.mark.parametrize(
    ("variant", "results"),
    [
        ("circular", {"1-0": ("w",), "0-1": ("b",)}),
        ("bhati-2", {"1-0": ("r",), "0-1": ("g",)}),
        ("bhati-4-pairs", {"1-0": ("r", "g"), "0-1": ("o", "b")}),
        ("bhati-6-trios", {"1-0": ("r", "y", "b"), "0-1": ("o", "g", "v")}),
        ("bhati-3", {"r": ("r",), "y": ("y",), "b": ("b",)}),
        ("bhati-6-pairs", {"r+g": ("r", "g"), "o+b": ("o", "b"), "y+v": ("y", "v")}),
    ],
)
def test_results(variant: str, results: dict[str, tuple[str, ...]]) -> None:
    game = Game(variant)
    assert game.result == "*"
    for text, winners in {**results, "1/2-1/2": (), "*": ()}.items():
        game.result = text
        assert (game.result, game.winners) == (text, winners)
    wrong: set[Any] = {"1-0", "0-1", "r", "r+g", "g+r", "x", "", "0-0", "1/2", None}
    for nonsense in wrong - set(results):
        with pytest.raises(InvalidGameError, match="no result"):
            game.result = nonsense
    # What the rules say goes before.
    for army in game.variant.letters:
        if game.end().position.end is None and army not in results[next(iter(results))]:
            game.end().add(Departure(army))
    assert game.result == next(iter(results))


def test_games_from_boards(engine: EngineName) -> None:
    board = Board("bhati-3", engine=engine)
    board.push_san("a1")
    board.resign("b")
    board.lose_on_time()
    game = Game.from_board(board, players={"r": "Ann"}, headers={"Event": "Cup"})
    actions = [node.action for node in game.mainline()]
    assert actions == [Move("c1", "a1"), Departure("b"), Departure("y", "time")]
    assert (game.result, game.engine, game.players) == ("r", engine, {"r": "Ann"})
    assert game.end().board() == board
    drawn = Board("circular", "K7k7/16/16/R15 b - - 7 3", engine=engine)
    drawn.agree_draw()
    game = Game.from_board(drawn)
    assert (game.result, game.start) == ("1/2-1/2", drawn.setup())
    assert Game.from_board(drawn, result="*").result == "*"


def test_starts(engine: EngineName) -> None:
    other = Variant.load("circular").starts
    game = Game("circular", start=next(iter(other.values())), engine=engine)
    assert game.start is not None
    assert game.start_board().fen() == next(iter(other.values()))
    assert Game("circular", start=Variant.load("circular").start_fen(), engine=engine).start is None
    with pytest.raises(InvalidFenError):
        Game("circular", start="nonsense")
    with pytest.raises(InvalidPositionError):
        Game("circular", start="16/16/16/16 w - - 0 1")
    with pytest.raises(UnknownArmyError):
        Game("circular", players={"r": "Ann"})


def test_equality() -> None:
    def make(**more: Any) -> Game:
        return play(Game("circular", **more), "b3 c6")

    game = make()
    assert game == make(headers={"Event": "?", "Date": "????.??.??"}, players={"w": "?"})
    assert game != make(headers={"Event": "Cup"})
    assert game != make(players={"w": "Ann"})
    assert game != make(result="1-0")
    assert game != make(options={"check": "strict"})
    assert game != play(make(), "c3")
    assert game != "game"
    changed = make()
    changed.end().comment = "x"
    assert game != changed
    changed = make()
    changed.end().nags = [1]
    assert game != changed
    assert game == make(engine="reference")
    with pytest.raises(TypeError):
        hash(game)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_copies_and_pickles(variant: Variant) -> None:
    game = random_game(variant, 1)
    for twin in (
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ):
        assert twin == game
        assert twin is not game
        twin.end().comment = "other"
        assert twin != game


def test_a_tree_of_any_depth_can_be_handled() -> None:
    game = Game()
    node: GameNode = game
    moves = ("Nb3", "Nb11", "Nc1", "Nc9")
    others = ("Nd3", "Nd11", "Nc1", "Nc9")
    # Every move of the line is itself a variation.
    for number in range(5_000):
        node.add_san(moves[number % 4])
        node = node.add_san(others[number % 4])
    assert game.copy() == game
    assert repr(game) == "<Game of circular: ? - ?, *>"
    del game, node

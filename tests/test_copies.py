"""Copies and pickles: nothing is lost, nothing is played again, nothing becomes another class."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circularchess import (
    Board,
    Departure,
    Game,
    GameNode,
    InvalidGameError,
    Move,
    Setup,
    Square,
    Variant,
)
from circularchess.engine import EngineName
from random_games import VARIANTS, random_game
from strategies import games


class NotedBoard(Board):
    """A board with more to it, made like any other."""

    __slots__ = ("__dict__", "__private", "_by", "unset")
    pushed = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._by = ["Ann"]
        self.__private = "kept"
        self.me = self

    def push(self, move: Move) -> None:
        type(self).pushed += 1
        super().push(move)

    def told(self) -> object:
        return (self._by, self.__private, self.__dict__.keys(), hasattr(self, "unset"))


class PlainBoard(Board):
    """A subclass that adds nothing."""

    __slots__ = ()


class NotedGame(Game):
    """A game with more to it."""

    __slots__ = ("rated",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rated = [True]


def pickled(protocol: int) -> Callable[[Any], Any]:
    return lambda value: pickle.loads(pickle.dumps(value, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "method": lambda value: value.copy(),
    **{f"pickle {number}": pickled(number) for number in range(pickle.HIGHEST_PROTOCOL + 1)},
}
ways = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


# --- Subclasses ----------------------------------------------------------------------------------


@ways
@pytest.mark.parametrize("kind", [NotedBoard, PlainBoard])
def test_a_board_of_a_subclass_stays_one(
    kind: type[Board], way: Callable[[Any], Any], engine: EngineName
) -> None:
    board = kind(engine=engine)
    board.push_san("b3")
    board.resign()
    twin: Board = way(board)
    assert type(twin) is kind
    assert (twin, twin.actions, twin.engine) == (board, board.actions, engine)
    if isinstance(board, NotedBoard) and isinstance(twin, NotedBoard):
        assert twin.told() == board.told()


def test_what_a_subclass_holds_is_shared_or_copied_as_python_has_it() -> None:
    board = NotedBoard()
    board.push_san("b3")
    pushed = NotedBoard.pushed
    assert copy.copy(board)._by is board._by
    deep = copy.deepcopy(board)
    assert deep._by is not board._by
    assert deep.me is deep
    again = pickle.loads(pickle.dumps(board))
    assert again.me is again
    # Making a copy is no move.
    assert NotedBoard.pushed == pushed


@pytest.mark.parametrize("kind", [NotedBoard, PlainBoard])
def test_other_boards_of_a_subclass(kind: type[Board], engine: EngineName) -> None:
    board = kind(engine=engine)
    board.push_san("b3")
    made = [
        board.root(),
        board.copy(stack=False),
        kind.from_setup(board.setup(), engine=engine),
        kind.from_json(board.to_json(), engine=engine),
        kind.from_json(board.to_json(history=False), engine=engine),
    ]
    for other in made:
        assert type(other) is kind
        assert other.engine == engine
        if isinstance(other, NotedBoard) and isinstance(board, NotedBoard):
            assert other.told() == board.told()
    assert made[0] == Board()
    assert made[3].move_stack == board.move_stack
    assert all(other == board for other in made[1:])


@ways
def test_a_game_of_a_subclass_stays_one(way: Callable[[Any], Any]) -> None:
    game = NotedGame(players={"w": "Ann"})
    game.add_san("b3")
    game.rated = [False]
    twin = way(game)
    assert type(twin) is NotedGame
    assert twin == game
    assert twin.rated == [False]
    assert (twin.rated is game.rated) == (way in (WAYS["copy"], WAYS["method"]))


def test_games_of_a_subclass_from_elsewhere() -> None:
    board = Board()
    board.push_san("b3")
    game = NotedGame.from_board(board)
    for other in (game, NotedGame.from_pgn(game.to_pgn()), NotedGame.from_json(game.to_json())):
        assert type(other) is NotedGame
        assert other.rated == [True]
        assert other == Game.from_board(board)
        assert all(node.game is other for node in other.mainline())


@pytest.mark.parametrize("kind", [Move, Square])
def test_values_that_engines_make_have_no_subclasses(kind: type) -> None:
    with pytest.raises(TypeError, match="final"):
        type("Mine", (kind,), {})
    assert type(Square("a1")) is Square


def test_a_setup_of_a_subclass_stays_one() -> None:
    class Noted(Setup):
        by = ""

    setup = Noted(turn="w")
    setup.by = "Ann"
    twin = setup.copy()
    assert (type(twin), twin.by, twin) == (Noted, "Ann", setup)
    twin.pieces[Square("a1")] = Board().piece_map()[Square("a1")]
    assert not setup.pieces


# --- Boards --------------------------------------------------------------------------------------


def test_copies_of_a_finished_position_without_its_moves(engine: EngineName) -> None:
    # A king was taken: set up again the position could not be.
    board = Board("circular", "4r3K7/16/3k12/16 w - - 0 1", engine=engine)
    board.push_uci("d9d10")
    board.push_uci("d5d10")
    outcome = board.outcome()
    assert outcome is not None
    last = board.copy(stack=False)
    for twin in (last, last.copy(), last.root(), copy.deepcopy(last)):
        assert twin.outcome() == outcome
        assert twin.fen() == board.fen()


@given(games(max_plies=30), st.integers(0, 40))
def test_boards_that_share_a_history_go_their_own_ways(board: Board, taken: int) -> None:
    plain = [(board.fen(), board.actions)]
    twin = board.copy()
    for _ in range(min(taken, len(board.actions))):
        twin.pop()
        plain.append((twin.fen(), twin.actions))
    for move in list(twin.legal_moves)[-1:]:
        twin.push(move)
    assert (board.fen(), board.actions) == plain[0]
    for fen, actions in plain[1:]:
        board.pop()
        assert (board.fen(), board.actions) == (fen, actions)


def test_a_long_history_ends_quietly() -> None:
    # A chain of links that is let go of must not need a stack as deep.
    board = Board()
    for number in range(200_000):
        board.push_uci(("c1b3", "c8b6", "b3c1", "b6c8")[number % 4])
    again = board.copy()
    del board
    assert len(again.move_stack) == 200_000
    while again.actions[-1:] and len(again.move_stack) > 199_990:
        again.pop()
    del again


# --- Games, by counting what the engine is asked for ---------------------------------------------


class Counting:
    """A position that counts the moves played from it and those that come after."""

    played = 0

    def __init__(self, position: Any) -> None:
        self._position = position

    def play(self, move: Move) -> Counting | None:
        Counting.played += 1
        after = self._position.play(move)
        return None if after is None else Counting(after)

    def resign(self, army: str) -> Counting:
        Counting.played += 1
        return Counting(self._position.resign(army))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._position, name)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Game]:
    """Makes games of so many plies, whose positions count what is played."""
    import circularchess.game as module

    usual = module._start_of

    def start(variant: Variant, engine: EngineName) -> Any:
        position, setup = usual(variant, engine)
        return Counting(position), setup

    monkeypatch.setattr(module, "_start_of", start)

    def make(plies: int) -> Game:
        game = Game()
        node: GameNode = game
        for number in range(plies):
            node = node.add(Move.from_uci(("c1b3", "c8b6", "b3c1", "b6c8")[number % 4]))
            if number % 7 == 0:
                node.parent.add(Departure("w"))  # type: ignore[union-attr]
        Counting.played = 0
        return game

    return make


def test_copying_a_game_plays_nothing(counted: Callable[[int], Game]) -> None:
    game = counted(600)
    for way in (copy.copy, copy.deepcopy, Game.copy):
        twin = way(game)
        assert twin == game
        assert twin.end().position is game.end().position
    assert Counting.played == 0


def test_pickling_a_game_plays_nothing_until_asked(counted: Callable[[int], Game]) -> None:
    game = counted(600)
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game
    assert twin.end().move == game.end().move
    # The comparison asks for the result, and so for the end of the main line, once.
    assert Counting.played == 600
    assert [node.position.turn for node in twin.mainline()] == ["b", "w"] * 300
    assert Counting.played == 600


def test_the_boards_of_a_game_cost_nothing_to_play(counted: Callable[[int], Game]) -> None:
    game = counted(600)
    boards = [node.board() for node in game.mainline()]
    again = list(game.replay())
    assert Counting.played == 0
    assert [len(board.move_stack) for board in boards] == list(range(1, 601))
    assert [len(board.move_stack) for board in again] == list(range(601))
    # Neither in memory: every link of the chain is there once.
    chain = set()
    for board in (*boards, *again):
        link = board._history
        while link is not None and id(link) not in chain:
            chain.add(id(link))
            link = link[2]
    assert len(chain) == 600


def test_a_game_from_a_board_is_not_played_again() -> None:
    board = Board("bhati-3")
    board.push_san("a1")
    board.resign("b")
    board.agree_draw()
    board.push_san("Nb23")
    board._position = Counting(board._position)
    Counting.played = 0
    game = Game.from_board(board)
    assert Counting.played == 0
    assert game.end().board().actions == board.actions
    by_hand = Game("bhati-3")
    by_hand.add_san("a1").add(Departure("b")).add_san("Nb23")
    assert game == by_hand
    assert [n.position for n in list(game.mainline())[:2]] == [
        n.position for n in list(by_hand.mainline())[:2]
    ]


@ways
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_node_of_a_copy_is_as_it_was(way: Callable[[Any], Any], variant: Variant) -> None:
    game = random_game(variant, 3)
    twin = way(game)
    pairs: list[tuple[GameNode, GameNode]] = [(game, twin)]
    while pairs:
        node, other = pairs.pop()
        assert node is not other
        assert (node.action, node.comment, node.nags) == (other.action, other.comment, other.nags)
        assert node.starting_comment == other.starting_comment
        assert node.position.setup() == other.position.setup()
        assert node.position.events == other.position.events
        assert other.game is twin
        assert node.board() == other.board()
        assert node.board().outcome() == other.board().outcome()
        pairs += zip(node.variations, other.variations, strict=True)
    assert twin.to_pgn() == game.to_pgn()
    twin.end().nags.append(9)
    twin.headers["Event"] = "another"
    assert game.to_pgn() == random_game(variant, 3).to_pgn()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, *map(pickled, range(6))])
def test_a_copied_node_is_the_same_place_in_a_copied_game(way: Callable[[Any], Any]) -> None:
    game = Game.from_pgn("1. b3 (1. a3 c6 (1... a6)) 1... c6 *")
    node = game.variations[1].variations[1]
    twin = way(node)
    assert twin.game == game
    assert twin.game is not game
    assert (twin.san(), twin.ply, twin.board().move_stack) == ("a6", 2, node.board().move_stack)
    both = way([node, game])
    if way is copy.deepcopy or way not in (copy.copy, copy.deepcopy):
        assert both[0].game is both[1]
    game.variations[1].remove()
    for lost in (node, node.parent):
        with pytest.raises(InvalidGameError, match="belong"):
            way(lost)
        with pytest.raises(InvalidGameError, match="belong"):
            lost.board()  # type: ignore[union-attr]


def test_what_was_unpickled_can_be_removed_and_gone_on_with() -> None:
    game = Game.from_pgn("1. b3 (1. a3 c6) 1... c6 2. c3 *")
    twin = pickle.loads(pickle.dumps(game))
    side = twin.variations[1]
    below = side.variations[0]
    side.remove()
    assert below.position.turn == "w"
    assert twin.end().add_san("a6").ply == 4
    assert twin.to_pgn().splitlines()[-1] == "1. b3 c6 2. c3 a6 *"

"""JSON fields that follow from others: they may be left out, but must not contradict the rest."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from circularchess import Board, Departure, Game, InvalidJsonError, Variant
from circularchess.engine import EngineName
from random_games import VARIANTS, random_game

each = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)

TOLD = ("fen", "board", "armies", "check", "events", "last_move", "outcome", "legal_moves")

Path = tuple[str | int, ...]


def some_board(variant: Variant, seed: int, engine: EngineName = "rust") -> Board:
    """A board in the middle of a game or at its end."""
    chance = random.Random(f"told {variant.id} {seed}")
    board = Board(variant, engine=engine)
    for _ in range(chance.randrange(1, 50)):
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(chance.choice(legal))
        if chance.random() < 0.05 and not board.is_game_over():
            chance.choice((board.resign, board.lose_on_time))(chance.choice(board.in_play))
    if seed % 3 == 0 and board.position.end is None:
        board.agree_draw()
    return board


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a document, the whole included."""
    yield path
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from paths(value[key], (*path, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: Any, path: Path, chance: random.Random) -> Any:
    """The document with something else there, of the same kind where there is another."""
    document = copy.deepcopy(document)
    holder, value = at(document, path[:-1]), at(document, path)
    other: Any
    if isinstance(value, bool):
        other = chance.choice([not value, int(value)])
    elif isinstance(value, int):
        other = value + 1
    elif isinstance(value, str):
        other = chance.choice(
            [value + " ", value.swapcase() if value.upper() != value.lower() else "x", ""]
        )
    elif isinstance(value, list):
        other = chance.choice([value[1:], value[:-1], [*value, value[0]]]) if value else ["w"]
    elif isinstance(value, dict):
        other = dict(list(value.items())[1:])
    else:
        other = {"x": 1}
    if other == value and type(other) is type(value):
        other = None
    holder[path[-1]] = other
    return document


@each
def test_boards_that_contradict_themselves(variant: Variant) -> None:
    chance = random.Random(variant.id)
    refused = dict.fromkeys((*TOLD, "history"), 0)
    for seed in range(6):
        board = some_board(variant, seed)
        document = json.loads(board.to_json(legal_moves=True))
        assert Board.from_json(document) == board
        for name in TOLD:
            # What is left out does no harm.
            less = {key: value for key, value in document.items() if key != name}
            assert Board.from_json(less) == board
            places = [(name, *path) for path in paths(document[name])]
            for path in chance.sample(places, min(len(places), 12)):
                with pytest.raises(InvalidJsonError, match=rf"^board(\.{name}|: )") as caught:
                    Board.from_json(changed(document, path, chance))
                assert "\n" not in str(caught.value)
                assert len(str(caught.value)) < 400
                refused[name] += 1
        with pytest.raises(InvalidJsonError, match=r"^board\.history\.start\.fen"):
            Board.from_json(changed(document, ("history", "start", "fen"), chance))
        # In whatever order.
        chance.shuffle(document["legal_moves"])
        assert Board.from_json(document) == board
        document["problems"] = [{"kind": "kings", "text": "White has 2 kings, not one"}]
        with pytest.raises(InvalidJsonError, match=r"^board\.problems"):
            Board.from_json(document)
    assert all(refused[name] for name in TOLD)


@each
def test_boards_without_a_history_that_contradict_themselves(variant: Variant) -> None:
    chance = random.Random(variant.id)
    seen = ("fen", "board", "armies", "check", "legal_moves")
    for seed in range(4):
        board = some_board(variant, seed)
        document = json.loads(board.to_json(legal_moves=True, history=False))
        assert Board.from_json(document).setup() == board.setup()
        for name in seen:
            places = [(name, *path) for path in paths(document[name])]
            for path in chance.sample(places, min(len(places), 8)):
                with pytest.raises(InvalidJsonError, match=rf"^board\.{name}"):
                    Board.from_json(changed(document, path, chance))
        # What the position does not show must at least be what there can be.
        impossible: dict[str, list[Any]] = {
            "events": [
                {},
                [1],
                [{"kind": "checkmated"}],
                [{"kind": "won", "army": variant.letters[0]}],
                [{"kind": "passed", "army": "?"}],
            ],
            "last_move": [
                3,
                {},
                {"uci": "b2b3", "from": "b2", "to": "b4", "promotion": None},
                {"uci": "b2", "from": "b2", "to": "b4", "promotion": None},
                {"uci": "b2b3", "from": "b2", "to": "b3", "promotion": "q"},
            ],
            "outcome": [
                {"termination": "checkmate", "winners": [], "result": "*"},
                {"termination": "agreement", "winners": list(variant.letters), "result": "*"},
                {"termination": "agreement", "winners": [], "result": "*"},
                {"termination": "x", "winners": [], "result": "1/2-1/2"},
                3,
            ],
        }
        for name, wrong in impossible.items():
            for value in wrong:
                with pytest.raises(InvalidJsonError, match=rf"^board\.{name}"):
                    Board.from_json({**document, name: value})
    over = Board(variant)
    for army in variant.letters[1:]:
        if over.position.end is None:
            over.resign(army)
    document = json.loads(over.to_json(history=False))
    agreed = {"termination": "agreement", "winners": [], "result": "1/2-1/2"}
    for outcome in (None, agreed):
        with pytest.raises(InvalidJsonError, match=r"^board\.outcome"):
            Board.from_json({**document, "outcome": outcome})


@each
def test_whatever_boards_write_they_read(variant: Variant, engine: EngineName) -> None:
    for seed in range(6 if engine == "rust" else 2):
        board = some_board(variant, seed, engine)
        for stack in (True, False, 1, 2, 5):
            part = board.copy(stack=stack)
            for history in (True, False):
                text = part.to_json(history=history)
                again = Board.from_json(text, engine=engine)
                assert again.setup() == board.setup()
                assert again.result() == part.result() or not history or stack is False


def test_positions_that_cannot_be_played_have_no_more_to_tell() -> None:
    board = Board("circular", "K7k7/K15/16/16 w - - 0 1", validate=False)
    document = json.loads(board.to_json())
    assert Board.from_json(document, validate=False).status() == board.status()
    told: dict[str, Any] = {
        "check": [],
        "events": [],
        "last_move": None,
        "outcome": None,
        "legal_moves": [],
        "fen": "K7k7/16/16/16 w - - 0 1",
        "problems": [],
        "armies": [],
    }
    for name, value in told.items():
        with pytest.raises(InvalidJsonError, match=rf"^board\.{name}"):
            Board.from_json({**document, name: value}, validate=False)


def test_a_position_before_it_is_judged() -> None:
    """A described army that is mated goes out: both the texts before and after are true."""
    pieces = {"d4": "rK", "c40": "rR", "b28": "rR", "d28": "rR", "d21": "yK", "d44": "bK"}
    document: dict[str, Any] = {"variant": "bhati-3", "pieces": pieces, "turn": "y"}
    board = Board.from_json(document)
    before = board.setup()
    described = copy.deepcopy(before)
    text = Board.from_json(document, validate=False).fen()
    assert Board.from_json({**document, "fen": text}) == board
    assert described == before
    with pytest.raises(InvalidJsonError, match=r"^board\.fen"):
        Board.from_json({**document, "fen": text.replace(" y ", " r ") + "0"})


@each
def test_games_that_contradict_themselves(variant: Variant) -> None:
    chance = random.Random(variant.id)
    for seed in range(3):
        game = random_game(variant, seed, size=25, departures=0.1)
        document = json.loads(game.to_json())
        for number, entry in enumerate(document["moves"]):
            for name in ("army", "san", "number"):
                if name not in entry:
                    assert (name, entry["action"].split()[0]) in (
                        ("san", "resign"),
                        ("san", "time"),
                    )
                    more = copy.deepcopy(document)
                    more["moves"][number]["san"] = "b3"
                    with pytest.raises(InvalidJsonError, match=r"\.san: only moves"):
                        Game.from_json(more)
                    continue
                with pytest.raises(InvalidJsonError, match=rf"^game\.moves\[{number}\]\.{name}"):
                    Game.from_json(changed(document, ("moves", number, name), chance))
                less = copy.deepcopy(document)
                del less["moves"][number][name]
                assert Game.from_json(less) == game
    middle = some_board(variant, 1)
    document = json.loads(Game(variant, start=middle.setup()).to_json())
    if document["start"] is not None:
        with pytest.raises(InvalidJsonError, match=r"^game\.start\.fen"):
            Game.from_json(changed(document, ("start", "fen"), chance))


def test_who_left_is_who_left() -> None:
    game = Game("bhati-3")
    game.add(Departure("y"))
    document = json.loads(game.to_json())
    assert document["moves"][0]["army"] == "y"
    for army in ("r", "b", "", None, ["y"]):
        document["moves"][0]["army"] = army
        with pytest.raises(InvalidJsonError, match=r"^game\.moves\[0\]\.army"):
            Game.from_json(document)

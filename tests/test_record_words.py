"""Players, headers and comments: what cannot be written does not enter, wherever it is put in."""

from __future__ import annotations

import copy
import io
import json
import pickle
import random
from collections.abc import Callable

import pytest

from circularchess import (
    CircularChessError,
    Game,
    InvalidGameError,
    InvalidJsonError,
    PgnError,
    UnknownArmyError,
    Variant,
)
from circularchess.pgn import read_games

#: Every way into a game: what it is called, and how a text gets in.
WAYS: dict[str, Callable[[Game, str], object]] = {
    "player": lambda game, text: game.players.__setitem__("w", text),
    "players": lambda game, text: setattr(game, "players", {"b": "Ben", "w": text}),
    "players.update": lambda game, text: game.players.update(b="Ben", w=text),
    "players.setdefault": lambda game, text: game.players.setdefault("b", text),
    "players |=": lambda game, text: game.players.__ior__({"b": text}),
    "new players": lambda _, text: Game(players={"w": text}),
    "header": lambda game, text: game.headers.__setitem__("Event", text),
    "player by header": lambda game, text: game.headers.__setitem__("Black", text),
    "headers": lambda game, text: setattr(game, "headers", {"Site": "here", "Event": text}),
    "headers.update": lambda game, text: game.headers.update(Site="here", Event=text),
    "headers.setdefault": lambda game, text: game.headers.setdefault("Event", text),
    "headers |=": lambda game, text: game.headers.__ior__({"Event": text}),
    "new headers": lambda _, text: Game(headers={"Event": text}),
    "name of a header": lambda game, text: game.headers.__setitem__(text, "x"),
    "comment": lambda game, text: setattr(game, "comment", text),
    "starting comment": lambda game, text: setattr(game, "starting_comment", text),
    "comment of a new move": lambda game, text: game.add_san("b3", comment=text),
    "start of a new move": lambda game, text: game.add_san("b3", starting_comment=text),
}
COMMENTS = [way for way in WAYS if "comment" in way or "start of" in way]


def described(game: Game) -> tuple[object, ...]:
    said = (game.comment, game.starting_comment, len(game.variations))
    return (dict(game.headers), dict(game.players), *said)


@pytest.mark.parametrize("way", WAYS)
def test_half_characters_enter_nowhere(way: str) -> None:
    chance = random.Random(way)
    for _ in range(20):
        half = chr(chance.randrange(0xD800, 0xE000))
        text = "".join(chance.choices(["é", "a", " ", "\U0001f600"], k=chance.randrange(4)))
        text = text + half + chance.choice(["", "tail"])
        game = Game(players={"w": "Ann"})
        before = described(game)
        with pytest.raises(InvalidGameError) as caught:
            WAYS[way](game, text)
        str(caught.value).encode()
        assert "\n" not in str(caught.value)
        assert described(game) == before


@pytest.mark.parametrize("way", [way for way in WAYS if way not in COMMENTS])
@pytest.mark.parametrize("letter", ["\n", "\r", "\0", "\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_no_line_ends_in_tags(way: str, letter: str) -> None:
    game = Game(players={"w": "Ann"})
    before = described(game)
    with pytest.raises(InvalidGameError):
        WAYS[way](game, f"a{letter}b")
    assert described(game) == before


@pytest.mark.parametrize("way", WAYS)
def test_whatever_enters_can_be_written(way: str) -> None:
    """Random texts, of letters that have made trouble: refused at once, or written and read."""
    chance = random.Random(f"all {way}")
    letters = ['"', "\\", "}", "{", ";", "%", "]", "[", "\t", "\ud800", "\udfff", "\0", "\x7f"]
    letters += ["\u2028", "\u2029", "\x85", "\n", "é", "\U0001f600", "\ufeff", "a", " ", "Event"]
    entered = 0
    for _ in range(200):
        game = Game("circular")
        text = "".join(chance.choices(letters, k=chance.randrange(1, 5)))
        try:
            WAYS[way](game, text)
        except InvalidGameError:
            continue
        entered += 1
        game.to_pgn().encode()
        game.to_json().encode()
        assert Game.from_json(game.to_json()) == game
        (again,) = read_games(io.BytesIO(game.to_pgn().encode()))
        assert again.faults == ()
        assert again.players == {a: n for a, n in game.players.items() if n not in ("", "?")}
    assert entered


def test_half_characters_in_the_text_of_a_record() -> None:
    chance = random.Random(4)
    for number in range(60):
        half = chr(chance.randrange(0xD800, 0xE000))
        record = [
            f'[White "A{half}"]\n\n1. b3 *',
            f'[Annotator "A{half}"]\n\n1. b3 *',
            f"1. b3 {{so {half}}} *",
            f"1. b3 ; so {half}\n*",
            f"{{so {half}}} 1. b3 *",
            f"1. b3 ({{so {half}}} 1. c3 {{{half}}}) *",
        ][number % 6]
        with pytest.raises(PgnError, match="valid Unicode") as caught:
            Game.from_pgn(record)
        assert caught.value.line >= 1
        (game,) = read_games(io.StringIO(record))
        assert game.faults
        game.to_pgn().encode()
        assert "\ufffd" in game.to_pgn()
        assert Game.from_json(game.to_json()) == game


def test_half_characters_in_json() -> None:
    document = json.loads(Game.from_pgn("{x} 1. b3 {y} (1. c3) *").to_json())
    for key, value in {
        "players": {"w": "\ud800"},
        "headers": {"Event": "\udc00"},
        "comment": "\udfff",
    }.items():
        with pytest.raises(InvalidJsonError, match=rf"^game\.{key}"):
            Game.from_json({**document, key: value})
    with pytest.raises(InvalidJsonError, match=r"^game\.headers: no name"):
        Game.from_json({**document, "headers": {"\ud800": "x"}})


# --- The tag of a player is the player -----------------------------------------------------------


def test_the_tag_of_a_player_means_the_player() -> None:
    game = Game(headers={"Event": "Club", "White": "Ann"})
    assert (game.players, game.headers) == ({"w": "Ann"}, {"Event": "Club"})
    game.headers["Black"] = "Ben"
    assert game.players == {"w": "Ann", "b": "Ben"}
    assert (game.headers["White"], game.headers.get("Black")) == ("Ann", "Ben")
    assert "White" in game.headers
    assert list(game.headers) == ["Event"]
    assert [line for line in game.to_pgn().splitlines() if line.startswith(("[W", "[B"))] == [
        '[White "Ann"]',
        '[Black "Ben"]',
    ]
    game.headers |= {"White": "Cleo", "Site": "Lincoln"}
    assert (game.players["w"], game.headers["Site"]) == ("Cleo", "Lincoln")
    assert game.headers.pop("White") == "Cleo"
    del game.headers["Black"]
    assert game.players == {}
    assert game.headers.get("White") is None
    assert game.headers.pop("White", "none") == "none"
    for call in (
        lambda: game.headers["White"],
        lambda: game.headers["Nobody"],
        lambda: game.headers.pop("White"),
        lambda: game.headers.__delitem__("White"),
    ):
        with pytest.raises(KeyError):
            call()
    assert game.headers.setdefault("White", "Dora") == "Dora"
    assert game.headers.setdefault("White", "Emil") == "Dora"
    assert game.players == {"w": "Dora"}
    with pytest.raises(InvalidGameError, match="'White' names 'Ann', but the player is 'Ben'"):
        Game(headers={"White": "Ann"}, players={"w": "Ben"})
    assert Game(headers={"White": "Ann"}, players={"w": "Ann", "b": "Ben"}).players["b"] == "Ben"


def test_what_replaces_replaces_all() -> None:
    game = Game(headers={"Event": "Club"}, players={"w": "Ann"})
    game.headers = {"Site": "Lincoln"}
    assert (game.headers, game.players) == ({"Site": "Lincoln"}, {"w": "Ann"})
    game.players = {"b": "Ben"}
    assert (game.headers, game.players) == ({"Site": "Lincoln"}, {"b": "Ben"})
    game.headers = game.headers
    game.players = game.players
    assert (game.headers, game.players) == ({"Site": "Lincoln"}, {"b": "Ben"})


def test_armies_that_are_not_there() -> None:
    game = Game("bhati-3")
    for army in ("w", "", "R", None, 1):
        with pytest.raises(UnknownArmyError):
            game.players[army] = "Ann"  # type: ignore[index]
    for wrong in ("Ann", 3, ["r"], None):
        with pytest.raises(TypeError):
            game.players = wrong  # type: ignore[assignment]
        with pytest.raises(TypeError):
            game.headers = wrong  # type: ignore[assignment]


def test_copies_of_players_and_headers() -> None:
    game = Game(headers={"Event": "Club"}, players={"w": "Ann"})
    for one in (game.headers, game.players):
        for twin in (
            one.copy(),
            copy.copy(one),
            copy.deepcopy(one),
            pickle.loads(pickle.dumps(one)),
        ):
            assert twin == one
            twin["x y"] = "no part of the game"
        assert json.loads(json.dumps(one)) == one
    assert game == Game(headers={"Event": "Club"}, players={"w": "Ann"})


# --- Armies named as tags ------------------------------------------------------------------------

TAKEN = ["Event", "Site", "Date", "Round", "Result", "Variant", "VariantDigest", "Options", "SetUp"]
NAMES = [*TAKEN, "FEN", "fen", "RESULT", "Setup", "event", "Annotator", "ECO", "White"]


def named(first: str, second: str) -> Variant:
    toml = Variant.load("circular").toml.replace('"circular"', '"mine"', 1)
    toml = toml.replace('name = "White"', f'name = "{first}"')
    return Variant.from_toml(toml.replace('name = "Black"', f'name = "{second}"'))


@pytest.mark.parametrize("name", NAMES)
def test_armies_with_the_names_of_tags(name: str) -> None:
    for variant in (named(name, "Other"), named("Other", name)):
        game = Game(
            variant,
            start="K7k7/16/16/R15 b - - 7 3",
            options={"check": "strict"},
            players={"w": "Ann", "b": "Ben"},
            headers={"Event": "Club", "Round": "4"} | ({"Opening": "none"}),
            result="1-0",
        )
        game.add_san("Kc9")
        (again,) = read_games(io.StringIO(game.to_pgn()), variants=[variant])
        assert again.faults == ()
        assert again == game
        assert again.players == {"w": "Ann", "b": "Ben"}
        assert Game.from_json(game.to_json()) == game
        # Each tag stands once.
        tags = [line.split()[0] for line in game.to_pgn().splitlines() if line.startswith("[")]
        assert len(set(tags)) == len(tags)


def test_errors_name_what_is_wrong() -> None:
    for text in ("a\nb", "\ud800"):
        with pytest.raises(CircularChessError, match="White"):
            Game(players={"w": text})

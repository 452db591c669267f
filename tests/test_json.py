"""Boards and games as JSON: the schemas, reading back, and what is refused."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any, Literal

import pytest
from jsonschema import Draft202012Validator

from circularchess import (
    Board,
    CircularChessError,
    Departure,
    Game,
    InvalidGameError,
    InvalidJsonError,
    InvalidOptionError,
    InvalidPositionError,
    Termination,
    Variant,
    variants,
)
from circularchess.engine import EngineName
from circularchess.json_format import schema
from circularchess.variant import OPTION_NAMES
from made_variants import kings_only
from placing import place
from random_games import VARIANTS, random_board, random_game


@cache
def validator(kind: Any) -> Draft202012Validator:
    found = schema(kind)
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


def checked(text: str, kind: str) -> dict[str, Any]:
    """What a text says, which must be as the schema of its kind has it."""
    found: dict[str, Any] = json.loads(text)
    errors = [f"{error.json_path}: {error.message}" for error in validator(kind).iter_errors(found)]
    assert errors == []
    return found


# --- Boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_boards(variant: Variant, engine: EngineName) -> None:
    for seed, plies in enumerate((0, 15, 30, 59) if engine == "rust" else (0, 2, 5, 7)):
        board = random_board(variant, seed, plies=plies, engine=engine, departures=0.03)
        text = board.to_json(legal_moves=True)
        found = checked(text, "board")
        again = Board.from_json(text, engine=engine)
        assert again == board
        assert (again.engine, again.actions) == (engine, board.actions)
        assert again.outcome() == board.outcome()
        assert again.to_json(legal_moves=True) == text
        assert found["fen"] == board.fen()
        assert {entry["san"]: entry["uci"] for entry in found["legal_moves"]} == {
            board.san(move): move.uci() for move in board.legal_moves
        }
        assert [entry["uci"] for entry in found["legal_moves"] if entry["safe"]] == [
            move.uci() for move in board.safe_moves
        ]
        short = board.to_json(history=False)
        assert "legal_moves" not in checked(short, "board")
        bare = Board.from_json(short)
        assert bare.setup() == board.setup()
        assert bare.actions == []


def test_what_a_board_says(engine: EngineName) -> None:
    board = place(engine, "bhati-3", "r", {"r": "Kd4 Rc40 Rb28", "y": "Kd21", "b": "Kd44"})
    board.push_san("Rd28")
    found = checked(board.to_json(indent=2), "board")
    assert found["last_move"] == {"uci": "b28d28", "from": "b28", "to": "d28", "promotion": None}
    assert found["events"] == [
        {"kind": "checkmated", "army": "y"},
        {"kind": "eliminated", "army": "y"},
    ]
    assert (found["turn"], found["in_play"], found["check"]) == ("b", ["r", "b"], [])
    assert [army["in_play"] for army in found["armies"]] == [True, False, True]
    assert found["board"]["rings"] == 4
    assert len(found["board"]["voids"]) == 12
    assert found["pieces"] == {"c40": "rR", "d4": "rK", "d28": "rR", "d44": "bK"}
    assert found["history"]["actions"] == ["b28d28"]
    assert found["outcome"] is None
    board.resign("b")
    found = checked(board.to_json(), "board")
    assert found["outcome"] == {
        "termination": "last_side_standing",
        "winners": ["r"],
        "result": "r",
        "points": {"r": 1, "y": 0, "b": 0},
    }
    assert found["history"]["actions"] == ["b28d28", "resign b"]


def test_finished_positions_that_have_no_text(engine: EngineName) -> None:
    board = place(engine, "circular", "w", {"w": "Ka1 Rd5", "b": "Kd9 Nd1"})
    board.push_san("Rxd9")
    with pytest.raises(CircularChessError):
        Board("circular", board.fen(), engine=engine)
    for history in (True, False):
        again = Board.from_json(board.to_json(history=history), engine=engine)
        assert again.in_play == ("w",)
        assert again.setup() == board.setup()
        assert not again.legal_moves
        assert again.result() == "1-0"
    again = Board.from_json(board.to_json(), engine=engine)
    assert again == board
    outcome = again.outcome()
    assert outcome is not None
    assert outcome.termination is Termination.KING_TAKEN


def test_what_players_did_is_kept(engine: EngineName) -> None:
    for deed in ("resign", "lose_on_time", "agree_draw"):
        board = Board("circular", engine=engine)
        board.push_san("b3")
        getattr(board, deed)()
        checked(board.to_json(), "board")
        assert Board.from_json(board.to_json(), engine=engine).outcome() == board.outcome()


def test_repetitions_are_kept(engine: EngineName) -> None:
    board = Board("circular", engine=engine)
    for san in ("Nb3", "Nb11", "Nc1", "Nc9") * 2:
        board.push_san(san)
    assert board.is_repetition(3)
    assert Board.from_json(board.to_json(), engine=engine).is_repetition(3)
    assert not Board.from_json(board.to_json(history=False), engine=engine).is_repetition(2)


def test_options_and_variants_of_ones_own() -> None:
    board = Board("bhati-4", options={"stalemate": "draw", "en_passant": False})
    found = checked(board.to_json(), "board")
    assert found["options"]["stalemate"] == "draw"
    assert Board.from_json(board.to_json()).variant == board.variant
    own = Variant.from_toml(kings_only(5, 12))
    board = Board(own)
    assert checked(board.to_json(), "board")["variant_file"] == own.toml
    assert Board.from_json(board.to_json()).variant == own
    game = Game(own)
    checked(game.to_json(), "game")
    assert Game.from_json(game.to_json()) == game
    assert Board("circular", options={"check": "strict"}).to_json() != Board("circular").to_json()


def test_positions_that_cannot_be_played(engine: EngineName) -> None:
    board = Board("circular", "K7k7/K15/16/16 w - - 0 1", validate=False, engine=engine)
    text = board.to_json(legal_moves=True)
    found = checked(text, "board")
    assert found["problems"][0]["kind"] == "kings"
    with pytest.raises(InvalidJsonError, match=r"^board: .*2 kings"):
        Board.from_json(text, engine=engine)
    again = Board.from_json(text, engine=engine, validate=False)
    assert again.status() == board.status()
    assert again.piece_map() == board.piece_map()


def test_little_is_needed() -> None:
    assert (
        Board.from_json(
            '{"variant": "circular", "pieces": {"a1": "wK", "d9": "bK"}, "turn": "b"}'
        ).fen()
        == "8k7/16/16/K15 b - - 0 1"
    )
    assert Board.from_json({"variant": "circular", "pieces": {"a1": "wK", "d9": "bK"}, "turn": "b"})
    game = Game.from_json(b'{"variant": "circular", "moves": [{"action": "b2b3"}]}')
    assert [node.san() for node in game.mainline()] == ["b3"]


# --- Games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_games(variant: Variant, engine: EngineName) -> None:
    for seed in range(4):
        game = random_game(variant, seed, engine=engine, size=60 if engine == "rust" else 8)
        text = game.to_json()
        found = checked(text, "game")
        again = Game.from_json(text, engine=engine)
        assert again == game
        assert again.to_json() == text
        assert again.to_pgn() == game.to_pgn()
        assert Game.from_json(again.to_json(indent=1)) == game
        # The main line stands first, as front ends want it.
        line = [node.san() for node in game.mainline()]
        moves = [entry.get("san") for entry in found["moves"][: len(line)]]
        assert [san or text for san, text in zip(moves, line, strict=True)] == line


def test_what_a_game_says(engine: EngineName) -> None:
    game = Game("bhati-3", engine=engine, players={"r": "Ann"}, headers={"Event": "Cup"})
    game.comment = "well"
    first = game.add_san("a4", nags=[1])
    first.add_san("Nb23").add(Departure("r", "time"))
    first.add_san("b22", starting_comment="or", comment="so")
    game.add_san("b2")
    found = checked(game.to_json(), "game")
    assert found["players"] == {"r": "Ann", "y": "?", "b": "?"}
    assert (found["headers"], found["comment"], found["start"]) == ({"Event": "Cup"}, "well", None)
    keys = ("parent", "army", "action", "san", "nags", "comment", "starting_comment")
    assert [tuple(entry.get(key) for key in keys) for entry in found["moves"]] == [
        (0, "r", "c4a4", "a4", [1], None, None),
        (1, "y", "d22b23", "Nb23", None, None, None),
        (2, "r", "time r", None, None, None, None),
        (0, "r", "c2b2", "b2", None, None, None),
        (1, "y", "c22b22", "b22", None, "so", "or"),
    ]


def test_a_start_of_its_own(engine: EngineName) -> None:
    taken = place(engine, "circular", "w", {"w": "Ka1 Rd5", "b": "Kd9 Nd1"})
    game = Game("circular", start=taken.setup(), engine=engine)
    game.add_san("Rxd9")
    assert checked(game.to_json(), "game")["start"]["pieces"]["d5"] == "wR"
    assert Game.from_json(game.to_json(), engine=engine) == game
    taken.push_san("Rxd9")
    over = Game("circular", start=taken.setup(), engine=engine)
    assert Game.from_json(over.to_json(), engine=engine) == over


# --- What is refused -----------------------------------------------------------------------------

BOARD = '{"variant": "circular", "turn": "w", "pieces": {"a1": "wK", "d9": "bK"}'
HISTORY = BOARD + ', "history": {"start": {"turn": "w", "pieces": {"a1": "wK", "d9": "bK"}}, '
MOVE = '{"variant": "circular", "moves": [{"action": "b2b3"}, '

BAD_BOARDS = [
    ("", "board: no JSON at line 1, column 1: "),
    ("{", "board: no JSON at line 1, column 2: "),
    ("nonsense", "board: no JSON at line 1"),
    ("[]", "board: an object is needed, not a list"),
    ("null", "board: an object is needed, not null"),
    ("{}", "board: the key 'variant' is missing"),
    ('{"variant": NaN}', "board: NaN is no JSON"),
    ('{"variant": -Infinity}', "board: -Infinity is no JSON"),
    ('{"a": 1, "a": 2}', "board: the key 'a' stands twice in one object"),
    ("[" * 200_000, "board: the JSON is nested too deeply"),
    ("1" * 10_000, "board: a number in the JSON is too long"),
    (b"\xff", "board: the JSON is not UTF-8 at byte 0"),
    (None, "board: JSON must be text, not None"),
    (17, "board: JSON must be text, not 17"),
    (BOARD + ', "more": 1}', "board: unknown key 'more'"),
    (BOARD.replace('"circular"', '"x"') + "}", "board.variant: unknown variant 'x'"),
    (BOARD.replace('"circular"', "3") + "}", "board.variant: a text is needed, not a whole number"),
    (BOARD + ', "options": []}', "board.options: an object is needed"),
    (BOARD + ', "options": {"check": "no"}}', "board.options: "),
    (BOARD + ', "options": {"check": null}}', "board.options.check: a text, a whole number"),
    (BOARD + ', "options": {"x": 1}}', "board.options: unknown option 'x'"),
    (BOARD + ', "variant_file": "x"}', "board.variant_file: "),
    (BOARD + ', "format": "circularchess.game"}', "board.format: 'circularchess.game' is none of"),
    (BOARD + ', "version": 2}', "board.version: 2 is not from 1 to 1"),
    (BOARD.replace('"w"', '"r"') + "}", "board.turn: 'r' is none of w, b"),
    (BOARD.replace('"a1"', '"e"') + "}", "board.pieces.e: not a square name: 'e'"),
    (BOARD.replace('"a1"', '"z9"') + "}", "board: "),
    (BOARD.replace('"wK"', '"w?"') + "}", "board.pieces.a1: not a piece"),
    (BOARD.replace('"wK"', '"rK"') + "}", "board.pieces.a1: no army 'r' in circular"),
    (BOARD.replace('"wK"', "true") + "}", "board.pieces.a1: a text is needed, not true or false"),
    (BOARD.replace('"wK"', '"wQ"') + "}", "board: "),
    (BOARD + ', "in_play": ["w", "w"]}', "board.in_play[1]: 'w' stands twice"),
    (BOARD + ', "in_play": "w"}', "board.in_play: a list is needed"),
    (BOARD + ', "in_play": ["r"]}', "board.in_play[0]: 'r' is none of w, b"),
    (BOARD + ', "castling": ["wX"]}', "board.castling[0]: 'wX' is none of"),
    (BOARD + ', "castling": ["wK"]}', "board: "),
    (BOARD + ', "en_passant": ["b0"]}', "board.en_passant[0]: not a square name"),
    (BOARD + ', "halfmove": -1}', "board.halfmove: -1 is not from 0 to 2147483647"),
    (BOARD + ', "halfmove": 1.0}', "board.halfmove: a whole number is needed, not a number"),
    (BOARD + ', "halfmove": true}', "board.halfmove: a whole number is needed, not true or false"),
    (BOARD + ', "round": 0}', "board.round: 0 is not from 1"),
    (BOARD + f', "round": {10**400}}}', "board.round: a whole number of 1329 bits is not from 1"),
    (BOARD + ', "history": {}}', "board.history: the key 'start' is missing"),
    (HISTORY + '"actions": 1}}', "board.history.actions: a list is needed"),
    (HISTORY + '"actions": ["b9"]}}', "board.history.actions[0]: not a move: 'b9'"),
    (HISTORY + '"actions": ["a1a2", 3]}}', "board.history.actions[1]: a text is needed"),
    (HISTORY + '"actions": ["a1a9"]}}', "board.history.actions[0]: illegal move 'a1a9'"),
    (HISTORY + '"actions": ["resign r"]}}', "board.history.actions[0]: no army 'r'"),
    (HISTORY + '"actions": ["leave w"]}}', "board.history.actions[0]: not a move"),
    (HISTORY + '"actions": ["a1a2"]}}', "board: the position is not the one that its history"),
]

BAD_GAMES = [
    ('{"variant": "circular"}', "game: the key 'moves' is missing"),
    (MOVE + "3]}", "game.moves[1]: an object is needed, not a whole number"),
    (MOVE + "{}]}", "game.moves[1]: the key 'action' is missing"),
    (MOVE + '{"action": "b3b4"}]}', "game.moves[1].action: illegal move 'b3b4' (b to move)"),
    (MOVE + '{"action": "x"}]}', "game.moves[1].action: not a move: 'x'"),
    (MOVE + '{"action": "resign x"}]}', "game.moves[1].action: no army 'x'"),
    (MOVE + '{"action": "c7c6", "parent": 2}]}', "game.moves[1].parent: 2 is not from 0 to 1"),
    (MOVE + '{"action": "c7c6", "number": 1}]}', "game.moves[1].number: 1 is not from 2 to 2"),
    (MOVE + '{"action": "c7c6", "nags": [256]}]}', "game.moves[1].nags[0]: 256 is not from 0"),
    (MOVE + '{"action": "c7c6", "nags": [1, 1]}]}', "game.moves[1].nags[1]: 1 stands twice"),
    (MOVE + '{"action": "c7c6", "comment": 3}]}', "game.moves[1].comment: a text is needed"),
    (MOVE + '{"action": "c7c6", "comment": "[%time w]"}]}', "game.moves[1].comment: a comment"),
    (MOVE + '{"action": "c7c6", "comment": "\\ud800"}]}', "game.moves[1].comment: no valid Unic"),
    (MOVE + '{"action": "c7c6", "x": 3}]}', "game.moves[1]: unknown key 'x'"),
    (MOVE[:-2] + '], "result": "r"}', "game.result: 'r' is none of 1/2-1/2, 1-0, 0-1, *"),
    (MOVE + '{"action": "resign b"}], "result": "0-1"}', "game.result: '0-1' does not fit"),
    (MOVE[:-2] + '], "players": {"r": "x"}}', "game.players.r: no army 'r'"),
    (MOVE[:-2] + '], "players": {"w": 1}}', "game.players.w: a text is needed"),
    (MOVE[:-2] + '], "headers": {"two words": null}}', "game.headers.'two words': a text"),
    (MOVE[:-2] + '], "headers": {"two words": "x"}}', "game.headers: no name for a tag"),
    (MOVE[:-2] + '], "headers": {"White": "x"}}', "game.headers: the tag 'White'"),
    (
        MOVE[:-2] + '], "players": {"w": "x\\u007f"}}',
        "game.players.w: tag 'White': not a single line of text",
    ),
    (MOVE[:-2] + '], "start": {"turn": "w", "pieces": {}}}', "game.start: "),
    (MOVE[:-2] + '], "start": 3}', "game.start: an object is needed"),
]


@pytest.mark.parametrize(("text", "message"), BAD_BOARDS, ids=lambda value: str(value)[:40])
def test_bad_boards(text: Any, message: str) -> None:
    with pytest.raises(InvalidJsonError) as caught:
        Board.from_json(text)
    _one_line(caught.value, message)


@pytest.mark.parametrize(("text", "message"), BAD_GAMES, ids=lambda value: str(value)[:40])
def test_bad_games(text: Any, message: str) -> None:
    with pytest.raises(InvalidJsonError) as caught:
        Game.from_json(text)
    _one_line(caught.value, message)


def _one_line(error: InvalidJsonError, message: str) -> None:
    text = str(error)
    assert text.startswith(message)
    assert "\n" not in text
    assert len(text) < 400


def test_the_reading_of_what_is_damaged() -> None:
    chance = random.Random(11)
    texts: list[tuple[type[Board | Game], str]] = [
        (Board, Board("bhati-4").to_json()),
        (Game, random_game(VARIANTS[5], 2).to_json()),
    ]
    for _ in range(300):
        kind, text = chance.choice(texts)
        found = json.loads(text)
        holder, key = found, None
        while key is None or (isinstance(holder[key], dict | list) and holder[key]):
            if key is not None:
                holder = holder[key]
            key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        holder[key] = chance.choice([None, True, -1, 10**30, 1.5, "", "x", [], {}, [[]], "\ud800"])
        try:
            kind.from_json(json.dumps(found))
        except InvalidJsonError as error:
            _one_line(error, "board" if kind is Board else "game")


@pytest.mark.parametrize("kind", ["board", "game"])
def test_schemas_know_every_option_and_its_values(kind: Literal["board", "game"]) -> None:
    known = schema(kind)["$defs"]["options"]["properties"]
    assert tuple(known) == OPTION_NAMES
    for variant in variants():
        for name, value in variant.options.items():
            assert Draft202012Validator(known[name]).is_valid(value), (variant, name)
    # No value is there that no variant takes.
    for name in ("check", "stalemate", "bare_king", "meeting_pawns"):
        assert all(
            any(_takes(it, name, value) for it in variants()) for value in known[name]["enum"]
        )


def _takes(variant: Variant, name: str, value: str) -> bool:
    try:
        return variant.with_options({name: value}).options[name] == value
    except InvalidOptionError:
        return False


def test_schemas() -> None:
    assert schema("board")["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    with pytest.raises(CircularChessError, match="no schema 'x'"):
        schema("x")  # type: ignore[arg-type]
    # They are not so wide that anything would do.
    for kind, text in (
        ("board", Board().to_json()),
        ("game", random_game(VARIANTS[0], 1).to_json()),
    ):
        good = json.loads(text)
        for key in good:
            assert not validator(kind).is_valid({**good, key: {"x": 1}})
            less = {name: value for name, value in good.items() if name != key}
            optional = key in ("history", "comment", "nags")
            assert validator(kind).is_valid(less) is optional
        assert not validator(kind).is_valid({**good, "more": 1})
    with pytest.raises(InvalidPositionError):
        Board.from_setup(
            place("rust", "circular", "w", {"w": "Ka1", "b": "Ka9"}).setup(), "bhati-2"
        )


def test_what_no_record_can_hold_does_not_enter() -> None:
    with pytest.raises(InvalidGameError, match="White"):
        Game("circular", players={"w": "Ann\n"})
    game = Game("circular")
    with pytest.raises(InvalidGameError, match="FEN"):
        game.headers["FEN"] = "?"
    assert Game.from_json(game.to_json()) == Game("circular")

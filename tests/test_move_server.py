"""The move server in `examples/`. Needs the extra `examples`; collected where that is installed."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from circularchess import Board
from test_examples import load


@pytest.fixture
def server() -> ModuleType:
    return load("move_server")


@pytest.fixture
def client(server: ModuleType) -> FlaskClient:
    client: FlaskClient = server.app.test_client()
    return client


def data(response: TestResponse) -> dict[str, Any]:
    """The JSON object that was answered."""
    found: dict[str, Any] = response.get_json()
    return found


def test_a_game_on_the_server(client: FlaskClient) -> None:
    made = client.post("/games", json={"variant": "circular"})
    assert made.status_code == 201
    assert made.headers["Location"] == "/games/1"
    state = data(made)
    assert len(state["legal_moves"]) == 12
    for move in ("b2b3", "c6"):
        state = data(client.post("/games/1/moves", json={"move": move}))
    assert state["turn"] == "w"
    assert state["last_move"]["uci"] == "c7c6"
    assert data(client.get("/games/1")) == state
    board = Board("circular")
    board.push_san("b3")
    board.push_san("c6")
    assert state["fen"] == board.fen()
    assert Board.from_json(state) == board
    picture = client.get("/games/1/board.svg")
    assert picture.mimetype == "image/svg+xml"
    assert fromstring(picture.text).tag.endswith("svg")


def test_several_games_on_the_server(client: FlaskClient) -> None:
    for number, variant in enumerate(("circular", "bhati-6", "orthodox"), 1):
        assert client.post("/games", json={"variant": variant}).headers["Location"] == (
            f"/games/{number}"
        )
    client.post("/games/3/moves", json={"move": "e4"})
    assert data(client.get("/games/2"))["turn"] == "r"
    assert data(client.get("/games/3"))["turn"] == "b"


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/games", b'{"variant": "chess960"}', 400, "unknown variant 'chess960'"),
        ("/games", b'{"variant": 7}', 400, "'variant'"),
        ("/games", b"[]", 400, "'variant'"),
        ("/games", b"{", 400, "could not understand"),
        ("/games", b"\xff", 400, "could not understand"),
        ("/games/1/moves", b'{"move": "b4"}', 400, "illegal move 'b4'"),
        ("/games/1/moves", b'{"move": "b2b4"}', 400, "illegal move 'b2b4'"),
        ("/games/1/moves", b'{"move": "nonsense"}', 400, "not a move: 'nonsense'"),
        ("/games/9/moves", b'{"move": "b3"}', 404, "no game 9"),
        ("/nothing", b"{}", 404, "not found"),
    ],
)
def test_mistakes_on_the_server(
    client: FlaskClient, path: str, body: bytes, status: int, words: str
) -> None:
    before = data(client.post("/games", json={"variant": "circular"}))
    answer = client.post(path, data=body, content_type="application/json")
    assert answer.status_code == status
    assert words in data(answer)["error"]
    assert data(client.get("/games/1")) == before


def test_the_server_forgets(
    server: ModuleType, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_GAMES", 3)
    for _ in range(5):
        client.post("/games", json={"variant": "circular"})
    found = [client.get(f"/games/{number}").status_code for number in range(1, 6)]
    assert found == [404, 404, 200, 200, 200]

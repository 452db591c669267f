"""Live games by WebSocket, and games that outlive the server."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from circularchess import Board, CircularChessError
from circularchess.serve import Limits
from circularchess.serve.store import MIGRATIONS, Store
from serve_games import MATE, Match, client_of
from test_serve_http import hostile


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path / "games.sqlite") as client:
        yield client


def live(client: TestClient, match: Match, army: str | None = None, **more: Any) -> Any:
    """A connection to a game, with a seat's token or none."""
    headers = {} if army is None else {"Authorization": f"Bearer {match.tokens[army]}"}
    return client.websocket_connect(
        f"ws://localhost/api/games/{match.id}/live", headers=headers | more
    )


def hear(socket: WebSocketTestSession, kind: str, **wanted: Any) -> dict[str, Any]:
    """The next message of a kind in which some things are as wanted."""
    for _ in range(50):
        found: dict[str, Any] = socket.receive_json()
        if found["type"] == kind and wanted.items() <= found.items():
            return found
    raise AssertionError(f"no {kind} with {wanted}")


def test_players_and_spectators_see_every_move(client: TestClient) -> None:
    match = Match(client)
    with (
        live(client, match, "w") as white,
        live(client, match, "b") as black,
        live(client, match) as other,
    ):
        assert hear(white, "state")["you"] == ["w"]
        assert hear(other, "state")["you"] == []
        white.send_json({"type": "moves", "move": "b2b3", "ply": 0, "id": 1})
        assert hear(white, "done") == {"type": "done", "id": 1}
        for socket in (black, other):
            assert hear(socket, "state", ply=1)["last_move"]["uci"] == "b2b3"
        match.do("b", "moves", move="c7c6")  # by HTTP
        for socket in (white, black, other):
            assert hear(socket, "state", ply=2)["turn"] == "w"


def test_who_is_there_is_told(client: TestClient) -> None:
    match = Match(client)
    with live(client, match, "w") as white:
        assert hear(white, "presence", online=["w"])["watchers"] == 0
        with live(client, match, "b"), live(client, match):
            hear(white, "presence", online=["b", "w"], watchers=1)
        hear(white, "presence", online=["w"], watchers=0)
    assert client.get("/health").json()["sockets"] == 0


def test_several_windows_of_one_player(client: TestClient) -> None:
    match = Match(client)
    with live(client, match, "w") as one, live(client, match, "w") as two:
        one.send_json({"type": "moves", "move": "b2b3", "ply": 0, "id": "a"})
        hear(two, "state", ply=1)
        two.send_json({"type": "moves", "move": "a2a3", "ply": 0, "id": "b"})
        assert hear(two, "refused", id="b")["status"] == 409


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ({"type": "moves", "move": "b2b3"}, 401),
        ({"type": "resign"}, 401),
        ({"type": "token", "token": "x"}, 401),
        ({"type": "token"}, 401),
        ({"type": "state"}, 400),
        ({"type": 7}, 400),
        ({}, 400),
        ([], 400),
        ("moves", 400),
        (None, 400),
    ],
)
def test_spectators_cannot_act(client: TestClient, message: Any, status: int) -> None:
    match = Match(client)
    with live(client, match) as socket:
        socket.send_json(message)
        assert hear(socket, "refused")["status"] == status
        socket.send_json({"type": "ping", "id": 3})
        assert hear(socket, "pong") == {"type": "pong", "id": 3}
    assert match.state()["ply"] == 0


def test_a_token_can_be_sent(client: TestClient) -> None:
    match = Match(client)
    with live(client, match) as socket:
        socket.send_json({"type": "token", "token": match.tokens["w"], "id": 1})
        hear(socket, "done", id=1)
        hear(socket, "state", you=["w"])
        socket.send_json({"type": "moves", "move": "b2b3", "id": 2})
        hear(socket, "done", id=2)


def test_pages_of_other_sites_get_no_connection(client: TestClient) -> None:
    match = Match(client, seats={"w": {"kind": "here"}})
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {},  # the cookie alone
    ):
        with (
            client.websocket_connect(
                f"ws://localhost/api/games/{match.id}/live", headers=headers
            ) as socket,
            pytest.raises(WebSocketDisconnect) as closed,
        ):
            socket.receive_json()
        assert closed.value.code == 4403
    with client.websocket_connect(
        f"ws://localhost/api/games/{match.id}/live", headers={"Origin": "http://localhost"}
    ) as socket:
        assert hear(socket, "state")["you"] == ["w"]


def test_no_such_game(client: TestClient) -> None:
    with (
        client.websocket_connect("ws://localhost/api/games/none/live") as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_json()
    assert closed.value.code == 4404


def test_connections_are_counted(tmp_path: Path) -> None:
    limits = Limits(sockets_per_game=2)
    with client_of(tmp_path / "games.sqlite", limits=limits) as client:
        match = Match(client)
        with live(client, match), live(client, match):
            with live(client, match) as third, pytest.raises(WebSocketDisconnect) as closed:
                third.receive_json()
            assert closed.value.code == 4429
        with live(client, match) as socket:
            hear(socket, "state")


def test_who_sends_too_much_is_cut_off(tmp_path: Path) -> None:
    limits = Limits(requests_at_once=10, requests_per_second=0.1)
    with client_of(tmp_path / "games.sqlite", limits=limits) as client:
        match = Match(client)
        with live(client, match) as socket:
            for _ in range(20):
                socket.send_json({"type": "ping"})
            with pytest.raises(WebSocketDisconnect) as closed:
                drain(socket)
        assert closed.value.code == 4429


def test_hostile_messages_change_nothing(tmp_path: Path) -> None:
    limits = Limits(requests_at_once=100_000)
    rng = random.Random(11)
    known = ["type", "type", "move", "token", "army", "action", "ply"]
    with client_of(tmp_path / "games.sqlite", limits=limits) as client:
        match = Match(client)
        before = match.move("b2b3") | {"you": []}
        for _ in range(12):
            with live(client, match) as socket:
                for _ in range(45):
                    data = hostile(rng, known)
                    if rng.random() < 0.5:
                        socket.send_bytes(data)
                    else:
                        long = " " * rng.choice([0, 5000])
                        socket.send_text(data.decode("utf-8", "replace") + long)
                # It has an answer for each, or has closed politely.
                socket.send_json({"type": "ping", "id": "end"})
                assert drain(socket) in ("end", 4403)
        assert match.state() | {"you": []} == before


def drain(socket: WebSocketTestSession) -> Any:
    """Read to the answer named `end`; the code where the server closes before."""
    try:
        while socket.receive_json().get("id") != "end":
            pass
    except WebSocketDisconnect as closed:
        if closed.code == 4429:
            raise
        return closed.code
    return "end"


# --- What survives -------------------------------------------------------------------------------


def test_a_restart_brings_everything_back(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with client_of(path) as client:
        match = Match(
            client,
            "bhati-3",
            options={"stalemate": "draw"},
            clock={"initial": 600, "increment": 5},
            seats={"r": {"name": "Ann"}},
        )
        match.move("c1b1", "c21b21")
        match.do("b", "resign")
        match.do("r", "draw")
        match.move("b1a1")
        match.do("r", "undo")
        before = match.state()
    with client_of(path) as client:
        match.client = client
        after = match.state()
        clocks, old = after.pop("clocks"), before.pop("clocks")
        assert after == before
        assert clocks["running"] == old["running"] == "y"
        assert clocks["left"]["r"] == old["left"]["r"]
        # Nobody is charged for the time between.
        assert 0 <= old["left"]["y"] - clocks["left"]["y"] < 1
        state = match.do("y", "undo", action="accept").json()
        assert state["turn"] == "r"
        match.move("b1a1")


def test_a_claimed_draw_survives(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with client_of(path) as client:
        match = Match(client)
        match.move(*2 * ("c16b14", "c9b11", "b14c16", "b11c9"))
        match.do("w", "draw", action="claim")
        before = match.state()
    with client_of(path) as client:
        match.client = client
        assert match.state() == before
        assert before["result"]["termination"] == "threefold_repetition"


def test_a_flag_falls_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with client_of(path) as client:
        match = Match(client, clock={"initial": 0.4})
        match.move("b2b3")
    with client_of(path) as client:
        match.client = client
        # The clock runs on though nobody looks on or asks.
        time.sleep(0.6)
        assert match.state()["result"]["termination"] == "time"


def test_a_game_that_cannot_be_read_keeps_nobody_from_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.sqlite"
    with client_of(path) as client:
        bad, good = Match(client, clock={"initial": 600}), Match(client, clock={"initial": 600})
        for match in (bad, good):
            match.move("b2b3")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE actions SET action = 'b2b4' WHERE game = ?", (bad.id,))
    database.close()
    with client_of(path) as client:
        bad.client = good.client = client
        assert f"game {bad.id} cannot be gone on with" in caplog.text
        answer = client.get(f"/api/games/{bad.id}")
        assert answer.status_code == 422
        assert "illegal move 'b2b4'" in answer.json()["error"]
        good.move("c7c6")


def test_a_machine_moves_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with client_of(path) as client:
        match = Match(client, seats={"b": {"kind": "machine", "player": "greedy"}})
    with sqlite3.connect(path) as database:
        row = (match.id, 0, "b2b3", "b3", 1.0, "{}")
        database.execute("INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?)", row)
    database.close()
    with client_of(path) as client:
        match.client = client
        for _ in range(100):
            if match.state()["ply"] == 2:
                break
            time.sleep(0.02)
        assert match.state()["turn"] == "w"


def test_a_killed_server_has_lost_nothing_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    board, rng = Board("circular"), random.Random(3)
    tokens: dict[str, str] = {}
    name = ""
    played: list[str] = []
    for _ in range(3):
        with Process(path) as base:
            if not tokens:
                made = _post(f"{base}/api/games", {})
                name, tokens = made["id"], made["seats"]
            state = _get(f"{base}/api/games/{name}")
            assert [one["action"] for one in state["log"]] == played
            assert state["fen"] == board.fen()
            for _ in range(rng.randrange(3, 8)):
                move = rng.choice(list(board.legal_moves))
                _post(f"{base}/api/games/{name}/moves", {"move": move.uci()}, tokens[board.turn])
                board.push(move)
                played.append(move.uci())
    with Process(path) as base:
        assert _get(f"{base}/api/games/{name}")["fen"] == board.fen()


class Process:
    """A server in a process of its own, killed at the end."""

    def __init__(self, path: Path) -> None:
        words = ("serve", "--no-browser", "--port", "0", "--database", str(path))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "circularchess", *words], stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("Play at "):
                base = line.split()[2].rstrip("/")
                break
        for _ in range(200):
            try:
                _get(f"{base}/health")
                return base
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


def _get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=10) as answer:
        return json.load(answer)


def _post(address: str, body: Any, token: str | None = None) -> Any:
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


# --- The database --------------------------------------------------------------------------------


def test_two_servers_cannot_share_a_database(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    with pytest.raises(CircularChessError, match="another server uses it"):
        Store(tmp_path / "games.sqlite")
    store.close()
    Store(tmp_path / "games.sqlite").close()


def test_databases_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database" * 100)
    for path in (tmp_path, tmp_path / "text", tmp_path / "text" / "games.sqlite"):
        with pytest.raises(CircularChessError, match="database") as caught:
            Store(path)
        assert "\n" not in str(caught.value)


def test_migrations_are_made_once_in_order(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Store(path).close()
    later = (*MIGRATIONS, "ALTER TABLE games ADD COLUMN place TEXT DEFAULT 'Lincoln'")
    for _ in range(2):
        store = Store(path, later)
        names = asyncio.run(
            store.run(lambda database: database.execute("PRAGMA table_info(games)").fetchall())
        )
        assert [row[1] for row in names].count("place") == 1
        store.close()
    with pytest.raises(CircularChessError, match="of a later release: its version is 2"):
        Store(path)


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Store(path).close()
    bad = (*MIGRATIONS, "CREATE TABLE more (x); CREATE TABLE games (y)")
    with pytest.raises(CircularChessError, match="already exists"):
        Store(path, bad)
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        assert {name for (name,) in tables} == {"games", "actions", "notes"}
    database.close()


def test_old_games_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with client_of(path) as client:
        old, ended, fresh = Match(client), Match(client), Match(client)
        ended.do("w", "resign")
    with sqlite3.connect(path) as database:
        day = 86_400
        database.execute("UPDATE games SET changed = changed - ? WHERE id = ?", (366 * day, old.id))
        database.execute(
            "UPDATE games SET finished = finished - ? WHERE id = ?", (91 * day, ended.id)
        )
    database.close()
    with client_of(path) as client:
        tables = client.app.state.tables  # type: ignore[attr-defined]
        assert client.portal is not None
        assert client.portal.call(tables.clean_up) == 2
        codes = [client.get(f"/api/games/{one.id}").status_code for one in (old, ended, fresh)]
        assert codes == [404, 404, 200]
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM actions").fetchone() == (0,)
    database.close()


def test_what_was_refused_by_the_disk_is_not_played(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(client)
    before = match.move("b2b3") | {"you": []}
    store = client.app.state.tables.store  # type: ignore[attr-defined]

    async def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "write", full)
        with pytest.raises(sqlite3.OperationalError):
            match.do("b", "moves", move="c7c6")
    assert match.state() | {"you": []} == before
    match.move("c7c6")


def test_a_whole_game_is_on_disk(tmp_path: Path) -> None:
    with client_of(tmp_path / "games.sqlite") as client:
        Match(client).move(*MATE)
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        rows = database.execute("SELECT action FROM actions ORDER BY number").fetchall()
    database.close()
    assert [action for (action,) in rows] == list(MATE)

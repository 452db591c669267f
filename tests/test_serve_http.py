"""The server's HTTP interface besides games, and what it does with strangers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from circularchess import Board, Departure, Game, InvalidOptionError, Variant, variants
from circularchess.serve import Limits, app
from circularchess.serve.http import Rates
from serve_games import MATE, Match, client_of


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("serve") / "games.sqlite"
    limits = Limits(requests_at_once=1_000_000, open_games_per_address=4_000, engine_seconds=0.01)
    with client_of(path, limits=limits) as client:
        yield client


@pytest.fixture(autouse=True)
def _no_cookies(client: TestClient) -> None:
    client.cookies.clear()


def test_health(client: TestClient) -> None:
    before = client.get("/health").json()
    Match(client)
    assert client.get("/health").json() == {**before, "games": before["games"] + 1}
    assert before["status"] == "ok"
    assert before["sockets"] == 0


def test_every_variant_is_there(client: TestClient) -> None:
    listed = client.get("/api/variants").json()
    assert [one["id"] for one in listed["variants"]] == [one.id for one in variants()]
    assert [one["id"] for one in listed["machines"]][:3] == ["random", "greedy", "engine-0"]


@pytest.mark.parametrize("name", [variant.id for variant in variants()])
def test_a_game_of_every_variant(client: TestClient, name: str) -> None:
    told = client.get(f"/api/variants/{name}").json()
    board = Board(name)
    assert told["fen"] == board.fen()
    assert told["start"] == {
        str(square): piece.symbol for square, piece in board.piece_map().items()
    }
    assert Variant.load(name).name in told["rules"]
    match = Match(client, name)
    first = min(move.uci() for move in board.legal_moves)
    assert match.move(first)["last_move"]["uci"] == first
    cells = client.get(f"/api/variants/{name}/geometry").json()["cells"]
    assert len(cells) == board.variant.rings * board.variant.files
    picture = client.get(f"/api/variants/{name}/board.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def test_geometry_from_any_seat(client: TestClient) -> None:
    found = client.get("/api/variants/bhati-6/geometry?seat=g&mirrored=1").json()
    assert found["seat"] == "g"
    assert found["mirrored"] is True
    flat = client.get("/api/variants/cylinder/geometry?layout=flat").json()
    assert flat["side"] == 0.25
    assert client.get("/api/variants/circular/geometry?seat=x").status_code == 422
    assert client.get("/api/variants/bhati-6/geometry?layout=flat").status_code == 422


def test_a_position_with_its_moves(client: TestClient) -> None:
    answer = client.post("/api/position", json={"moves": list(MATE)}).json()
    assert answer["outcome"]["result"] == "0-1"
    pieces = {"a1": "wK", "d9": "bK", "b5": "wQ"}
    placed = client.post("/api/position", json={"pieces": pieces, "turn": "b"}).json()
    assert placed["fen"] == "8k7/16/4Q11/K15 b - - 0 1"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"variant": "chess960"}, "unknown variant 'chess960'"),
        ({"variant": ["circular"]}, "unknown variant"),
        ({"variant": "../../etc/passwd"}, "unknown variant"),
        ({"options": []}, "options: an object"),
        ({"options": {"check": "none"}}, "check"),
        ({"options": {"gravity": True}}, "gravity"),
        ({"fen": 7}, "fen: a text"),
        ({"fen": "K7k7/16/16/17 w - - 0 1"}, ""),
        ({"fen": "K7k7/K15/16/16 w - - 0 1"}, "king"),
        ({"moves": "b2b3"}, "moves: a list"),
        ({"moves": [7]}, "moves: a list"),
        ({"moves": ["b2b4"]}, "illegal move 'b2b4'"),
        ({"moves": ["resign x"]}, "no army 'x'"),
        ({"moves": ["draw", "resign w", "b2b3"]}, "illegal move"),
        ({"moves": ["b2b3"] * 6001}, "at most 6000"),
        ({"pieces": {"a1": "wK"}, "fen": "x"}, "not together"),
        ({"pieces": {"a1": "wK", "c1": "wK"}, "turn": "w"}, "king"),
        ({"pieces": {"a99": "wK"}, "turn": "w"}, "a99"),
        ({"pieces": 7, "turn": "w"}, "pieces"),
        ({"turn": "w"}, "pieces"),
        ({"colour": "w"}, "unknown key 'colour'"),
    ],
)
def test_positions_that_cannot_be(client: TestClient, body: Any, words: str) -> None:
    answer = client.post("/api/position", json=body)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert words in error
    assert "\n" not in error
    assert len(error) < 400


def test_what_the_engine_thinks(client: TestClient) -> None:
    body = {"moves": list(MATE[:5]), "lines": 2}
    found = client.post("/api/analysis", json=body).json()
    best, second = found["lines"]
    assert found["turn"] == "b"
    assert (best["mate"], best["pv"], best["san"]) == (1, ["c13b15"], ["Nxb15#"])
    assert second["pv"][0] != "c13b15"
    # What each line says can be played.
    board = Board("circular")
    for text in (*MATE[:5], *second["pv"]):
        board.push_uci(text)
    for lines in (0, 6, True, "2", None):
        assert client.post("/api/analysis", json={"lines": lines}).status_code == 422
    assert client.post("/api/analysis", json={"moves": list(MATE)}).status_code == 422


def test_the_engine_is_asked_one_thing_at_a_time(tmp_path: Path) -> None:
    limits = Limits(engine_seconds=1)
    with client_of(tmp_path / "games.sqlite", limits=limits) as client:
        with ThreadPoolExecutor() as threads:
            body = {"player": "engine-20"}
            asked = [threads.submit(client.post, "/api/engine", json=body) for _ in range(3)]
            codes = sorted(one.result().status_code for one in asked)
        assert codes == [200, 429, 429]
        assert client.post("/api/engine", json={"player": "engine-0"}).status_code == 200


def test_a_record_is_read(client: TestClient) -> None:
    match = Match(client)
    match.move(*MATE)
    pgn = client.get(f"/api/games/{match.id}/pgn").text.replace("b14", "b14 {The first.}", 1)
    found = client.post("/api/record", json={"pgn": pgn}).json()
    assert [one["action"] for one in found["nodes"]] == list(MATE)
    first = {"parent": None, "action": "b15b14", "san": "b14", "comment": "The first."}
    assert found["nodes"][0] == first
    assert found["result"] == "0-1"
    assert client.post("/api/record", json={"pgn": "1. b4 *"}).status_code == 422
    assert client.post("/api/record", json={"pgn": 7}).status_code == 422


def test_a_tree_of_moves_is_written_and_read_again(client: TestClient) -> None:
    game = Game("bhati-3")
    main = game.add_san("a1", comment="So.")
    game.add_san("b1", comment="Or so.").add(Departure("y", "time")).add_san("b41")
    main.add(Departure("y", "resign"))
    found = client.post("/api/record", json={"pgn": game.to_pgn()}).json()
    asked = {"variant": "bhati-3", "nodes": found["nodes"]}
    written = client.post("/api/pgn", json=asked).json()["pgn"]
    again = Game.from_pgn(written)
    assert again == Game.from_pgn(game.to_pgn())
    assert [node.comment for node in again.variations] == ["So.", "Or so."]
    # A long game is no deeper than a short one.
    board, moves = Board("circular"), ["c16b14", "c9b11", "b14c16", "b11c9"] * 400
    nodes = [
        {"parent": place - 1 if place else None, "action": text} for place, text in enumerate(moves)
    ]
    long = client.post("/api/pgn", json={"variant": board.variant.id, "nodes": nodes}).json()
    assert len(Game.from_pgn(long["pgn"]).end().board().move_stack) == 1600


@pytest.mark.parametrize(
    "nodes",
    [
        None,
        {},
        "b2b3",
        [7],
        [{}],
        [{"action": 7}],
        [{"action": "b2b4"}],
        [{"action": "resign"}],
        [{"action": "resign x"}],
        [{"action": "b2b3", "comment": 7}],
        [{"action": "b2b3", "parent": 0}],
        [{"action": "b2b3", "parent": True}],
        [{"action": "b2b3"}, {"action": "c7c6", "parent": -1}],
        [{"action": "b2b3"}, {"action": "c7c6", "parent": 1}],
        [{"action": "b2b3"}] * 10_001,
    ],
)
def test_trees_that_cannot_be(client: TestClient, nodes: Any) -> None:
    answer = client.post("/api/pgn", json={"nodes": nodes})
    assert answer.status_code in (413, 422)
    assert "\n" not in answer.json()["error"]


# --- Strangers -----------------------------------------------------------------------------------


def test_pages_keep_to_themselves(client: TestClient) -> None:
    for path in ("/", "/static/page.js", "/health", "/nothing", "/api/variants"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_page_has_no_script_or_style_inside(client: TestClient) -> None:
    page = client.get("/").text
    assert "style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count('<script type="module" src="static/') == 1
    assert "onclick" not in page


def test_files_are_a_fixed_list(client: TestClient) -> None:
    component = client.get("/static/circular-board.js")
    assert component.headers["content-type"].startswith("text/javascript")
    assert component.headers["access-control-allow-origin"] == "*"
    tag = {"If-None-Match": component.headers["etag"]}
    assert client.get("/static/circular-board.js", headers=tag).status_code == 304
    for path in (
        "/static/",
        "/static/../application.py",
        "/static/%2e%2e/application.py",
        "/static/..%2fapplication.py",
        "/static//etc/passwd",
        "/static/page.js/..",
        "/application.py",
    ):
        assert client.get(path).status_code == 404, path


def test_other_names_of_the_server_are_refused(client: TestClient) -> None:
    # A page of another name that resolves to this machine must not reach the games.
    assert client.get("/health", headers={"Host": "evil.example"}).status_code == 400
    for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]", "[::1]:8000"):
        assert client.get("/health", headers={"Host": host}).status_code == 200, host


def test_other_sites_may_not_open_games(client: TestClient) -> None:
    for origin in ("https://evil.example", "null", "http://localhost.evil.example", "http://"):
        answer = client.post("/api/games", json={}, headers={"Origin": origin})
        assert answer.status_code == 403, origin
    answer = client.post("/api/games", json={}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 201


def test_other_sites_that_are_allowed(tmp_path: Path) -> None:
    hub = "https://hub.example"
    with client_of(tmp_path / "games.sqlite", origins=(hub,)) as client:
        answer = client.post("/api/games", json={}, headers={"Origin": hub})
        assert answer.status_code == 201
        assert answer.headers["access-control-allow-origin"] == hub
        asked = {"Origin": hub, "Access-Control-Request-Method": "POST"}
        assert client.options("/api/games", headers=asked).status_code == 200
        asked["Origin"] = "https://evil.example"
        assert client.options("/api/games", headers=asked).status_code == 400


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 200_000, "application/json", 400),
        (b'{"a":' * 40_000, "application/json", 400),
        (b"[]", "application/json", 400),
        (b"null", "application/json", 400),
        (b"NaN", "application/json", 400),
        (b'{"fen": Infinity}', "application/json", 400),
        (b'{"fen": ' + b"9" * 10_000 + b"}", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"variant=circular", "application/x-www-form-urlencoded", 415),
        (b"{}", "multipart/form-data; boundary=x", 415),
        (b'{"fen": "' + b"a" * 300_000 + b'"}', "application/json", 413),
        (b'{"__proto__": {}}', "application/json", 422),
    ],
)
def test_bodies_that_are_no_requests(
    client: TestClient, body: bytes, kind: str, status: int
) -> None:
    for path in ("/api/games", "/api/position", "/api/engine", "/api/record"):
        answer = client.post(path, content=body, headers={"Content-Type": kind})
        assert answer.status_code == status
        assert len(answer.json()["error"]) < 300


def test_who_asks_too_much_must_wait(tmp_path: Path) -> None:
    limits = Limits(requests_at_once=5, requests_per_second=0.5)
    with client_of(tmp_path / "games.sqlite", limits=limits) as client:
        codes = [client.get("/health").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert client.get("/health").headers["retry-after"] in ("1", "2", "3")


def test_buckets_of_addresses_are_forgotten() -> None:
    rates = Rates(per_second=1, at_once=10)
    for number in range(10_500):
        rates.take(str(number), now=number / 1000)
    rates.take("last", now=10_000)
    assert len(rates._buckets) < 10


@pytest.mark.parametrize("value", [0, -1, "5", True, None, float("nan")])
def test_limits_that_cannot_be(value: Any) -> None:
    with pytest.raises(InvalidOptionError, match="body_bytes"):
        Limits(body_bytes=value)


def test_unknown_paths_and_methods(client: TestClient) -> None:
    match = Match(client)
    for path in ("/api", "/api/games", "/api/games/none", "/api/variants/none", "/admin", "/%00"):
        assert client.get(path).status_code in (404, 405), path
    assert client.post(f"/api/games/{match.id}/cheat", json={}).status_code == 404
    assert client.delete(f"/api/games/{match.id}").status_code == 405
    assert client.put(f"/api/games/{match.id}", json={}).status_code == 405


# --- The description -----------------------------------------------------------------------------


def test_the_description_is_openapi(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    validate(document)
    described = {
        (path, method.upper()) for path, methods in document["paths"].items() for method in methods
    }
    from circularchess.serve.api import ACTS, ROUTES

    served: set[tuple[str, str]] = set()
    for route in ROUTES:
        path = route.path.replace(":str", "").replace(":int", "")
        for method in (route.methods or set()) - {"HEAD"}:
            words = ACTS if "{what}" in path else [""]
            served |= {(path.replace("{what}", word), method) for word in words}
    assert described == served


def test_mounted_elsewhere(tmp_path: Path) -> None:
    inner = app(tmp_path / "games.sqlite")
    outer = Starlette(routes=[Mount("/chess", inner)], lifespan=inner.router.lifespan_context)
    with TestClient(outer, base_url="http://localhost") as client:
        assert client.get("/chess/health").json()["status"] == "ok"
        assert client.get("/chess/openapi.json").json()["servers"] == [{"url": "/chess"}]
        made = client.post("/chess/api/games", json={"seats": {"w": {"kind": "here"}}})
        assert made.headers["location"] == f"/chess/api/games/{made.json()['id']}"
        [cookie] = client.cookies.jar
        assert cookie.path == "/chess"
        assert client.get("/chess/").status_code == 200


# --- Fuzz ----------------------------------------------------------------------------------------


def hostile(rng: random.Random, known: list[str]) -> bytes:
    """A body that may be nearly right, or anything."""
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        10**30,
        1e300,
        "",
        "w",
        "b2b3",
        "b2b4",
        "\u0000",
        "a" * 3000,
        "' OR 1=1 --",
        "<script>",
        [],
        {},
        [[]],
        {"w": {}},
        {"kind": "machine"},
        "circular",
        "bhati-6",
        "claim",
        "accept",
        {"initial": 1},
    ]
    keys = [*known, "id", "type", "", "\ud83d", "__class__"]
    found: Any = {rng.choice(keys): rng.choice(values) for _ in range(rng.randrange(5))}
    if rng.random() < 0.1:
        found = rng.choice(values)
    data = json.dumps(found).encode()
    if rng.random() < 0.3:
        spoiled = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
        data = bytes(spoiled)
    return data


def fuzz(client: TestClient, match: Match, count: int, seed: int) -> None:
    """Hostile requests, none of them with a seat's token."""
    rng = random.Random(seed)
    known = ["move", "ply", "army", "action", "code", "cookie", "name", "variant", "options"]
    known += ["fen", "clock", "seats", "moves", "player", "pgn", "pieces", "turn"]
    posts = ["moves", "resign", "draw", "undo", "join", "invitations", "rematch", "nothing"]
    paths = [f"/api/games/{match.id}/{what}" for what in posts]
    paths += ["/api/games", "/api/position", "/api/engine", "/api/record", f"/api/games/{match.id}"]
    kinds = ["application/json"] * 9 + ["text/plain", "", "\u00e9"]
    for _ in range(count):
        token = rng.choice(["", "Bearer x", "Bearer " + "y" * 32, "Basic x", "\u00ff"])
        headers = {b"Content-Type": rng.choice(kinds).encode("latin-1")}
        headers |= {b"Authorization": token.encode("latin-1")} if token else {}
        if rng.random() < 0.2:
            headers[b"Cookie"] = (
                f"circular_{match.id}={rng.choice(['', 'x', '.', 'a.b.c'])}".encode()
            )
        answer = client.post(rng.choice(paths), content=hostile(rng, known), headers=headers)
        assert answer.status_code < 500 or answer.status_code == 503, answer.text


ODD: list[Any] = [None, True, 0, -1, 1e300, "", "x", "\x00", "w" * 3000, [], [[]], {}, {"a": {}}]


@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("moves", ("move", "ply")),
        ("resign", ("army",)),
        ("draw", ("action",)),
        ("undo", ("action",)),
        ("invitations", ("army",)),
        ("join", ("code", "name", "cookie")),
        ("/api/games", ("variant", "options", "fen", "clock", "seats")),
        ("/api/position", ("variant", "options", "fen", "moves", "pieces", "turn")),
        ("/api/engine", ("variant", "options", "fen", "moves", "player")),
        ("/api/analysis", ("variant", "options", "fen", "moves", "lines")),
        ("/api/record", ("pgn",)),
    ],
)
def test_players_may_send_anything_too(
    client: TestClient, path: str, keys: tuple[str, ...]
) -> None:
    for key in keys:
        for odd in ODD:
            for value in (odd, {"w": odd}, [odd]):
                match = Match(client)
                told = {"code": "x", key: value} if path == "join" else {key: value}
                if path.startswith("/"):
                    answer = client.post(path, json=told)
                else:
                    answer = match.do("w", path, **told)
                assert answer.status_code < 500, (path, told)
                if answer.status_code >= 400:
                    assert "\n" not in answer.json()["error"]


def test_hostile_requests_change_nothing(client: TestClient) -> None:
    # The client raises what the application does not catch.
    match = Match(client)
    before = match.move("b2b3", "c7c6")
    before.pop("you")
    fuzz(client, match, 1000, seed=7)
    assert match.state() | {"you": []} == before | {"you": []}

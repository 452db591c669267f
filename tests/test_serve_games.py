"""Games on the server by HTTP. Needs the extras `serve` and `browser`."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from circularchess import Board, Game
from circularchess.serve import Limits
from serve_games import MATE, Match, client_of


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("serve") / "games.sqlite"
    limits = Limits(requests_at_once=1_000_000, open_games_per_address=1_000, engine_seconds=0.05)
    with client_of(path, limits=limits) as client:
        yield client


@pytest.fixture(autouse=True)
def _no_cookies(client: TestClient) -> None:
    client.cookies.clear()


def test_a_game_is_opened_with_a_token_for_each_seat(client: TestClient) -> None:
    match = Match(client)
    assert set(match.tokens) == {"w", "b"}
    assert all(len(token) >= 32 for token in match.tokens.values())
    assert len({*match.tokens.values()}) == 2
    six = Match(client, "bhati-6-pairs")
    assert list(six.tokens) == ["r", "o", "y", "g", "b", "v"]


def test_the_state_is_the_board_with_its_moves(client: TestClient) -> None:
    match = Match(client)
    state = match.move("b2b3", "c7c6")
    board = Board("circular")
    board.push_uci("b2b3")
    board.push_uci("c7c6")
    own = ("id", "ply", "log", "clocks", "result", "claims", "seats", "offers", "rematch", "you")
    assert state["log"] == [{"action": "b2b3", "san": "b3"}, {"action": "c7c6", "san": "c6"}]
    assert state["result"] is None
    plain = {name: value for name, value in state.items() if name not in own}
    read = Board.from_json(plain)
    assert read == board
    assert read.move_stack == board.move_stack
    assert {move["uci"] for move in state["legal_moves"]} == {
        move.uci() for move in board.legal_moves
    }


def test_moves_may_be_told_in_short_form(client: TestClient) -> None:
    assert Match(client).move("Nb14")["last_move"]["uci"] == "c16b14"


@pytest.mark.parametrize(
    ("army", "body", "status", "words"),
    [
        (None, {"move": "b2b3"}, 401, "token is needed"),
        ("b", {"move": "c7c6"}, 409, "w is to move"),
        ("w", {"move": "b2b4"}, 422, "illegal move 'b2b4'"),
        ("w", {"move": "c7c6"}, 422, "illegal move 'c7c6'"),
        ("w", {"move": "nonsense"}, 422, "not a move"),
        ("w", {"move": 7}, 422, "move: a text is needed"),
        ("w", {"move": None}, 422, "move: a text is needed"),
        ("w", {}, 422, "move: a text is needed"),
        ("w", {"move": "b2b3", "ply": 3}, 409, "at ply 0, not 3"),
        ("w", {"move": "b2b3", "ply": "0"}, 422, "ply: a whole number"),
        ("w", {"move": "b2b3", "ply": True}, 422, "ply: a whole number"),
        ("w", {"move": "b2b3", "colour": 1}, 422, "unknown key 'colour'"),
        ("w", {"move": "b2b3\ud800"}, 400, ""),
    ],
)
def test_what_is_refused_changes_nothing(
    client: TestClient, army: str | None, body: dict[str, Any], status: int, words: str
) -> None:
    match = Match(client)
    before = match.state()
    if status == 400:
        # httpx cannot write half a character; JSON can.
        answer = client.post(
            f"/api/games/{match.id}/moves",
            content=b'{"move": "\\ud800',
            headers={
                "Authorization": f"Bearer {match.tokens['w']}",
                "Content-Type": "application/json",
            },
        )
    else:
        answer = match.do(army, "moves", **body)
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert match.state() == before


def test_a_token_of_another_game_is_good_for_nothing(client: TestClient) -> None:
    one, two = Match(client), Match(client)
    headers = {"Authorization": f"Bearer {two.tokens['w']}"}
    for what in ("moves", "resign", "draw", "undo", "rematch", "invitations"):
        answer = client.post(f"/api/games/{one.id}/{what}", json={}, headers=headers)
        assert answer.status_code == 401
    for wrong in ("Basic abc", "Bearer", "Bearer ", "bearer\x7f x", "x" * 5000):
        answer = client.post(
            f"/api/games/{one.id}/moves", json={"move": "b2b3"}, headers={"Authorization": wrong}
        )
        assert answer.status_code == 401, wrong
    assert one.state()["ply"] == 0


def test_secrets_are_told_once_and_never_kept(tmp_path: Path) -> None:
    with client_of(tmp_path / "games.sqlite") as client:
        match = Match(client, seats={"b": {"kind": "invite"}})
        told = client.get(f"/api/games/{match.id}").text
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert match.id.encode() in kept
    for secret in (match.tokens["w"], match.opened["invitations"]["b"]):
        assert secret not in told
        assert secret.encode() not in kept


def test_mate_ends_the_game(client: TestClient) -> None:
    match = Match(client)
    state = match.move(*MATE)
    assert state["result"] == {
        "result": "0-1",
        "termination": "checkmate",
        "winners": ["b"],
        "points": {"w": 0, "b": 1},
    }
    for what, body in (("moves", {"move": "a1a2"}), ("resign", {}), ("draw", {})):
        assert match.do("w", what, **body).status_code == 409
    assert match.state()["ply"] == 6


def test_the_record_is_that_of_the_game(client: TestClient) -> None:
    match = Match(client, seats={"w": {"name": "Ann"}, "b": {"name": "Ben & <b>Co</b>"}})
    match.move(*MATE)
    answer = client.get(f"/api/games/{match.id}/pgn")
    game = Game.from_pgn(answer.text)
    assert game.result == "0-1"
    assert dict(game.players) == {"w": "Ann", "b": "Ben & <b>Co</b>"}
    assert [move.uci() for move in game.end().board().move_stack] == list(MATE)


def test_resigning(client: TestClient) -> None:
    match = Match(client)
    match.move("b2b3")
    answer = match.do("w", "resign")  # out of turn
    assert answer.json()["result"]["result"] == "0-1"
    assert answer.json()["result"]["termination"] == "resignation"
    six = Match(client, "bhati-6")
    assert six.do("g", "resign", army="r").status_code == 403
    state = six.do("g", "resign").json()
    assert state["in_play"] == ["r", "o", "y", "b", "v"]
    assert state["turn"] == "r"
    assert six.do("g", "resign").status_code == 409


def test_draws_need_everybody_in_play(client: TestClient) -> None:
    match = Match(client, "bhati-3")
    assert match.do("r", "draw", action="accept").status_code == 409
    assert match.do("r", "draw", action="decline").status_code == 409
    assert match.do("r", "draw", action="give me").status_code == 422
    assert match.do("r", "draw").json()["offers"]["draw"] == ["r"]
    assert match.do("y", "draw", action="accept").json()["offers"]["draw"] == ["r", "y"]
    assert match.state()["result"] is None
    assert match.do("b", "draw", action="decline").json()["offers"]["draw"] == []
    for army in "ryb":
        state = match.do(army, "draw").json()
    assert state["result"]["result"] == "1/2-1/2"
    assert state["result"]["termination"] == "agreement"


def test_an_offer_lapses_when_somebody_else_moves(client: TestClient) -> None:
    match = Match(client)
    match.do("w", "draw")
    assert match.move("b2b3")["offers"]["draw"] == ["w"]  # White's own move
    assert match.move("c7c6")["offers"]["draw"] == []


def test_a_third_occurrence_is_claimed_by_who_is_to_move(client: TestClient) -> None:
    match = Match(client)
    assert match.do("w", "draw", action="claim").status_code == 409
    state = match.move(*2 * ("c16b14", "c9b11", "b14c16", "b11c9"))
    assert state["claims"] is True
    assert match.do("b", "draw", action="claim").status_code == 409
    state = match.do("w", "draw", action="claim").json()
    assert state["result"]["termination"] == "threefold_repetition"
    assert state["result"]["result"] == "1/2-1/2"
    assert Game.from_pgn(client.get(f"/api/games/{match.id}/pgn").text).result == "1/2-1/2"


def test_a_move_is_taken_back_when_all_agree(client: TestClient) -> None:
    match = Match(client)
    assert match.do("w", "undo").status_code == 409
    match.move("b2b3")
    asked = match.do("w", "undo").json()
    assert asked["offers"]["undo"] == {"by": "w", "agreed": ["w"]}
    assert match.do("b", "undo", action="decline").json()["offers"]["undo"] is None
    assert match.do("b", "undo", action="accept").status_code == 409
    match.move("c7c6")
    # White's last move comes back, and Black's answer with it.
    match.do("w", "undo")
    state = match.do("b", "undo", action="accept").json()
    assert state["ply"] == 0
    assert state["fen"] == Board("circular").fen()
    assert match.move("a2a3", "a7a6")["log"][0]["action"] == "a2a3"


def test_who_asks_for_a_move_back_and_then_moves_asks_no_more(client: TestClient) -> None:
    match = Match(client)
    match.move("b2b3")
    match.do("w", "undo")
    assert match.move("c7c6")["offers"]["undo"] is None


def test_any_ply_can_be_looked_at(client: TestClient) -> None:
    match = Match(client)
    match.move(*MATE)
    board = Board("circular")
    for ply, text in enumerate((*MATE, None)):
        found = client.get(f"/api/games/{match.id}/plies/{ply}").json()
        assert found["fen"] == board.fen()
        if text is not None:
            board.push_uci(text)
    assert client.get(f"/api/games/{match.id}/plies/7").status_code == 404
    assert client.get(f"/api/games/{match.id}/plies/-1").status_code == 404


# --- Clocks --------------------------------------------------------------------------------------


def test_clocks_are_told_and_the_first_move_starts_them(client: TestClient) -> None:
    match = Match(client, clock={"initial": 60, "increment": 2, "seats": {"b": {"initial": 30}}})
    clocks = match.state()["clocks"]
    assert clocks["left"] == {"w": 60, "b": 30}
    assert clocks["running"] is None
    clocks = match.move("b2b3")["clocks"]
    assert clocks["running"] == "b"
    assert clocks["left"]["w"] == 60  # nothing was running: no increment either
    clocks = match.move("c7c6")["clocks"]
    assert clocks["running"] == "w"
    assert 29 < clocks["left"]["b"] < 30


def test_losing_on_time_ends_a_game_of_two(client: TestClient) -> None:
    match = Match(client, clock={"initial": 0.15})
    match.move("b2b3")
    state = _wait(match, lambda state: state["result"] is not None)
    assert state["result"]["termination"] == "time"
    assert state["result"]["winners"] == ["w"]
    assert state["log"][-1] == {"action": "time b", "san": None}
    assert state["clocks"]["left"]["b"] == 0
    assert state["clocks"]["running"] is None


def test_who_loses_on_time_among_many_is_eliminated(client: TestClient) -> None:
    match = Match(client, "bhati-3", clock={"initial": 60, "seats": {"y": {"initial": 0.1}}})
    match.move("c1b1")
    state = _wait(match, lambda state: state["turn"] == "b")
    assert state["in_play"] == ["r", "b"]
    assert state["result"] is None
    assert state["clocks"]["running"] == "b"


def test_a_move_that_comes_too_late_is_refused(client: TestClient) -> None:
    match = Match(client, clock={"initial": 0.05})
    match.move("b2b3")
    time.sleep(0.1)
    answer = match.do("b", "moves", move="c7c6")
    assert answer.status_code == 409
    assert match.state()["result"]["termination"] == "time"


def test_a_delay_costs_nothing(client: TestClient) -> None:
    match = Match(client, clock={"initial": 1, "delay": 30})
    match.move("b2b3")
    time.sleep(0.05)
    assert match.move("c7c6")["clocks"]["left"] == {"w": 1, "b": 1}


@pytest.mark.parametrize(
    "clock",
    [
        5,
        [],
        {"initial": -1},
        {"initial": "5"},
        {"initial": True},
        {"initial": 0},
        {"increment": 5},
        {"initial": 1e12},
        {"initial": 5, "bonus": 1},
        {"seats": {"x": None}},
        {"initial": 5, "seats": {"w": 3}},
    ],
)
def test_clocks_that_cannot_be(client: TestClient, clock: Any) -> None:
    answer = client.post("/api/games", json={"clock": clock})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("clock")


def _wait(match: Match, until: Any) -> dict[str, Any]:
    for _ in range(100):
        state = match.state()
        if until(state):
            return state
        time.sleep(0.02)
    raise AssertionError(f"nothing has happened: {match.state()}")


# --- Seats ---------------------------------------------------------------------------------------


def test_an_invitation_is_good_for_one(client: TestClient) -> None:
    match = Match(client, seats={"b": {"kind": "invite"}})
    assert set(match.tokens) == {"w"}
    code = match.opened["invitations"]["b"]
    assert match.state()["seats"]["b"]["taken"] is False
    for wrong, status in (("nope", 403), (None, 422), (7, 422)):
        answer = client.post(f"/api/games/{match.id}/join", json={"code": wrong})
        assert answer.status_code == status
    answer = client.post(f"/api/games/{match.id}/join", json={"code": code, "name": "Ben"})
    assert answer.json()["seat"] == "b"
    match.tokens = {**match.tokens, "b": answer.json()["token"]}
    assert match.state()["seats"]["b"]["name"] == "Ben"
    again = client.post(f"/api/games/{match.id}/join", json={"code": code})
    assert again.status_code == 403
    match.move("b2b3", "c7c6")


def test_a_code_is_no_token(client: TestClient) -> None:
    match = Match(client, seats={"w": {"kind": "invite"}})
    match.tokens = {"w": match.opened["invitations"]["w"]}
    assert match.do("w", "moves", move="b2b3").status_code == 401


def test_a_new_invitation_ends_the_old_one(client: TestClient) -> None:
    match = Match(client, seats={"b": {"kind": "invite"}})
    old = match.opened["invitations"]["b"]
    assert match.do(None, "invitations", army="b").status_code == 401
    assert match.do("w", "invitations", army="w").status_code == 409
    new = match.do("w", "invitations", army="b").json()["invitations"]["b"]
    assert client.post(f"/api/games/{match.id}/join", json={"code": old}).status_code == 403
    assert client.post(f"/api/games/{match.id}/join", json={"code": new}).status_code == 200
    assert match.do("w", "invitations", army="b").status_code == 409


def test_two_who_use_an_invitation_at_once(client: TestClient) -> None:
    match = Match(client, seats={"b": {"kind": "invite"}})
    code, found = match.opened["invitations"]["b"], []

    def join() -> None:
        answer = client.post(f"/api/games/{match.id}/join", json={"code": code})
        found.append(answer.status_code)

    threads = [threading.Thread(target=join) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200, 403, 403, 403]


def test_seats_in_a_browser_are_held_by_a_cookie(client: TestClient) -> None:
    match = Match(client, seats={"w": {"kind": "here"}, "b": {"kind": "invite"}})
    assert match.tokens == {}
    assert match.opened["here"] == ["w"]
    [cookie] = client.cookies.jar
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert str(cookie.get_nonstandard_attr("SameSite")).lower() == "strict"
    path, body = f"/api/games/{match.id}/moves", {"move": "b2b3"}
    # A cookie speaks only where the page is ours.
    assert client.post(path, json=body).status_code == 403
    foreign = {"Origin": "https://evil.example"}
    assert client.post(path, json=body, headers=foreign).status_code == 403
    own = {"Origin": "http://localhost"}
    assert client.post(path, json=body, headers=own).status_code == 200
    # The other seat in the same browser: both are held then.
    code = match.opened["invitations"]["b"]
    joined = client.post(
        f"/api/games/{match.id}/join", json={"code": code, "cookie": True}, headers=own
    )
    assert joined.json() == {"seat": "b"}
    assert client.get(f"/api/games/{match.id}").json()["you"] == ["b", "w"]
    assert client.post(path, json={"move": "c7c6"}, headers=own).status_code == 200


def test_who_holds_all_seats_needs_nobody(client: TestClient) -> None:
    match = Match(client, seats={"w": {"kind": "here"}, "b": {"kind": "here"}})
    own = {"Origin": "http://localhost"}
    path = f"/api/games/{match.id}"
    client.post(f"{path}/moves", json={"move": "b2b3"}, headers=own)
    client.post(f"{path}/moves", json={"move": "c7c6"}, headers=own)
    assert client.post(f"{path}/undo", json={}, headers=own).json()["ply"] == 1
    state = client.post(f"{path}/draw", json={}, headers=own).json()
    assert state["result"]["termination"] == "agreement"


def test_a_rematch_turns_the_seats(client: TestClient) -> None:
    match = Match(client, seats={"w": {"name": "Ann"}, "b": {"name": "Ben"}}, clock={"initial": 60})
    assert match.do("w", "rematch").status_code == 409
    match.do("b", "resign")
    assert match.do(None, "rematch").status_code == 401
    found = match.do("w", "rematch").json()
    assert found["seats"] == ["b"]
    again = match.do("b", "rematch").json()
    assert again == {"id": found["id"], "seats": ["w"]}
    assert match.state()["rematch"] == found["id"]
    new = client.get(f"/api/games/{found['id']}").json()
    assert {army: seat["name"] for army, seat in new["seats"].items()} == {"w": "Ben", "b": "Ann"}
    assert new["clocks"]["left"] == {"w": 60, "b": 60}
    moved = client.post(
        f"/api/games/{found['id']}/moves",
        json={"move": "b2b3"},
        headers={"Authorization": f"Bearer {match.tokens['b']}"},
    )
    assert moved.status_code == 200


@pytest.mark.parametrize(
    "seats",
    [
        [],
        {"x": {}},
        {"w": 7},
        {"w": {"kind": "guest"}},
        {"w": {"kind": "machine", "player": "stockfish"}},
        {"w": {"player": "greedy"}},
        {"w": {"name": 7}},
        {"w": {"name": "a" * 41}},
        {"w": {"name": "a\x00b"}},
        {"w": {"name": "\u202eevil"}},
        {"w": {"token": "mine"}},
    ],
)
def test_seats_that_cannot_be(client: TestClient, seats: Any) -> None:
    answer = client.post("/api/games", json={"seats": seats})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("seats")


# --- Machines ------------------------------------------------------------------------------------


def test_a_machine_answers(client: TestClient) -> None:
    match = Match(client, seats={"b": {"kind": "machine", "player": "greedy"}})
    match.move("b2b3")
    state = _wait(match, lambda state: state["ply"] == 2)
    assert state["turn"] == "w"
    # It takes a mate where there is one, as it promises.
    mated = Match(client, seats={"b": {"kind": "machine", "player": "greedy"}})
    for text in MATE[:5:2]:
        _wait(mated, lambda state: state["turn"] == "w")
        if text in {m["uci"] for m in mated.state()["legal_moves"]}:
            mated.do("w", "moves", move=text)


def test_machines_play_each_other_to_the_end(client: TestClient) -> None:
    machine = {"kind": "machine", "player": "random"}
    fen = "8k7/16/QR14/K15 w - - 0 1"
    match = Match(client, fen=fen, seats={"w": {"kind": "machine"}, "b": machine})
    state = _wait(match, lambda state: state["ply"] > 4 or state["result"])
    assert state["ply"] > 0


@pytest.mark.parametrize("variant", ["circular", "bhati-6-pairs", "byzantine"])
def test_the_engine_answers(client: TestClient, variant: str) -> None:
    armies = Board(variant).armies
    machine = {"kind": "machine", "player": "engine-0"}
    match = Match(client, variant, seats=dict.fromkeys(armies[1:], machine))
    move = next(iter(Board(variant).legal_moves))
    match.move(move.uci())
    state = _wait(match, lambda state: state["ply"] >= len(armies))
    assert state["turn"] == armies[0]


def test_machines_answer_offers(client: TestClient) -> None:
    # White has a queen more, so that the greedy one is glad of a draw.
    fen = "8k7/16/QR14/K15 w - - 0 1"
    match = Match(client, fen=fen, seats={"b": {"kind": "machine", "player": "greedy"}})
    state = match.do("w", "draw").json()
    assert state["result"]["termination"] == "agreement"
    behind = "8k7/16/5q10/K15 w - - 0 1"
    match = Match(client, fen=behind, seats={"b": {"kind": "machine", "player": "greedy"}})
    state = match.do("w", "draw").json()
    assert state["result"] is None


def test_machines_give_moves_back(client: TestClient) -> None:
    match = Match(client, seats={"b": {"kind": "machine", "player": "greedy"}})
    match.move("b2b3")
    _wait(match, lambda state: state["ply"] == 2)
    assert match.do("w", "undo").json()["ply"] == 0


def test_the_best_of_a_machine(client: TestClient) -> None:
    body = {"variant": "circular", "moves": list(MATE[:5]), "player": "greedy"}
    assert client.post("/api/engine", json=body).json() == {"move": "c13b15", "san": "Nxb15#"}
    over = {**body, "moves": list(MATE)}
    assert client.post("/api/engine", json=over).status_code == 422
    assert client.post("/api/engine", json={**body, "player": "x"}).status_code == 422


# --- Limits of games -----------------------------------------------------------------------------


def test_too_many_open_games(tmp_path: Path) -> None:
    limits = Limits(open_games_per_address=3)
    with client_of(tmp_path / "games.sqlite", limits=limits) as client:
        matches = [Match(client) for _ in range(3)]
        answer = client.post("/api/games", json={})
        assert answer.status_code == 503
        matches[0].do("w", "resign")
        Match(client)


def test_a_game_has_an_end(tmp_path: Path) -> None:
    with client_of(tmp_path / "games.sqlite", limits=Limits(actions=2)) as client:
        match = Match(client)
        match.move("b2b3", "c7c6")
        assert match.do("w", "moves", move="a2a3").status_code == 409
        assert match.state()["ply"] == 2

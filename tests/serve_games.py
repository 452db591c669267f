"""What the tests of the server share: an application, players, and their requests."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx2 import Response
    from starlette.testclient import TestClient

#: Mate in three by White's mistakes: docs/index.md has the picture.
MATE = ("b15b14", "c9b11", "a16b15", "b11c13", "c1a16", "c13b15")


@contextmanager
def client_of(path: Path, **settings: Any) -> Iterator[TestClient]:
    """A client of an application of its own, which is ended afterwards."""
    from starlette.testclient import TestClient

    from circularchess.serve import app

    with TestClient(app(path, **settings), base_url="http://localhost") as client:
        yield client


class Match:
    """A game on the server and the tokens of its seats."""

    def __init__(self, client: TestClient, variant: str = "circular", **more: Any) -> None:
        self.client = client
        made = client.post("/api/games", json={"variant": variant, **more})
        assert made.status_code == 201, made.text
        self.opened: dict[str, Any] = made.json()
        self.id: str = self.opened["id"]
        self.tokens: Mapping[str, str] = self.opened["seats"]
        assert made.headers["location"] == f"/api/games/{self.id}"

    def state(self) -> dict[str, Any]:
        """What everybody sees."""
        found: dict[str, Any] = self.client.get(f"/api/games/{self.id}").json()
        return found

    def do(self, who: str | None, what: str, /, **body: Any) -> Response:
        """Ask for something with the token of a seat, or with none."""
        headers = {} if who is None else {"Authorization": f"Bearer {self.tokens[who]}"}
        return self.client.post(f"/api/games/{self.id}/{what}", json=body, headers=headers)

    def move(self, *moves: str) -> dict[str, Any]:
        """Play moves, each by the army to move. The state after them."""
        state = self.state()
        for text in moves:
            answer = self.do(state["turn"], "moves", move=text)
            assert answer.status_code == 200, answer.text
            state = answer.json()
        return state

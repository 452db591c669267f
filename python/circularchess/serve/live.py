"""Live games by WebSocket: whoever looks on is told of every change, players act here too.

The server sends `state` (as `GET /api/games/ID`, with the seats held as `you`) at the beginning and
after every change, `presence` when somebody comes or goes, and answers each message that has an
`id` by `done` or `refused` with the same `id`. Players send what the HTTP interface takes:
`{"type": "moves", "move": "b2b3", "id": 1}`, `resign`, `draw`, `undo`; `{"type": "token", "token":
...}` sits down; `{"type": "ping"}` is answered by `pong`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .api import ACTS, act
from .http import Rates, address_of, check_origin, read_text, tokens_of
from .refusal import RefusedError
from .seats import held
from .tables import Table, Tables, Watcher

__all__ = ["Live"]

#: Closing codes: refused, and too much of something.
_REFUSED: Final = 4403
_NO_GAME: Final = 4404
_TOO_MANY: Final = 4429
_MOST_REFUSALS: Final = 50


class Live:
    """The endpoint of live games."""

    def __init__(self, tables: Tables, rates: Rates, origins: tuple[str, ...]) -> None:
        self._tables, self._rates, self._origins = tables, rates, origins
        self._by_address: Counter[str] = Counter()

    async def __call__(self, socket: WebSocket) -> None:
        """Serve one WebSocket from its beginning to its end."""
        address = address_of(socket)
        try:
            check_origin(socket, self._origins, needed=False)
            table = await self._tables.get(socket.path_params["id"])
            tokens, by_cookie = tokens_of(socket, table.name)
            armies = held(table.seats, tokens)
            if armies and by_cookie:
                check_origin(socket, self._origins, needed=True)
            self._check_room(table, address)
        except RefusedError as refusal:
            # A closing code can be read by pages, a refused handshake cannot.
            await socket.accept()
            code = {404: _NO_GAME, 429: _TOO_MANY}.get(refusal.status, _REFUSED)
            await socket.close(code, refusal.message[:120])
            return
        await socket.accept()
        watcher = Watcher()
        watcher.armies = armies
        self._by_address[address] += 1
        self._tables.sockets += 1
        table.watchers.add(watcher)
        _tell_presence(table)
        sender = asyncio.ensure_future(self._send_news(socket, table, watcher))
        try:
            with contextlib.suppress(WebSocketDisconnect):
                await self._receive(socket, table, watcher, address)
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender
            table.watchers.discard(watcher)
            self._tables.sockets -= 1
            self._by_address[address] -= 1
            if self._by_address[address] <= 0:
                del self._by_address[address]
            _tell_presence(table)

    def _check_room(self, table: Table, address: str) -> None:
        limits = self._tables.limits
        for there, most in (
            (len(table.watchers), limits.sockets_per_game),
            (self._by_address[address], limits.sockets_per_address),
            (self._tables.sockets, limits.sockets),
        ):
            if there >= most:
                raise RefusedError(429, "too many connections")

    async def _send_news(self, socket: WebSocket, table: Table, watcher: Watcher) -> None:
        """Send the state whenever it has changed; who is slow gets the latest one only."""
        sent, present, armies = -1, None, frozenset("?")
        try:
            while True:
                watcher.news.clear()
                if sent != table.revision or armies != watcher.armies:
                    sent, armies = table.revision, watcher.armies
                    await socket.send_text(table.text(armies))
                now_present = table.presence()
                if present != now_present:
                    present = now_present
                    await socket.send_text(json.dumps(present))
                await watcher.news.wait()
        except (WebSocketDisconnect, RuntimeError):
            return  # it has gone; the receiver notices

    async def _receive(
        self, socket: WebSocket, table: Table, watcher: Watcher, address: str
    ) -> None:
        limit = self._tables.limits.message_bytes
        refusals = 0
        while socket.application_state is not WebSocketState.DISCONNECTED:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._rates.take(address):
                await socket.close(_TOO_MANY, "too many messages")
                return
            data: str | bytes = message.get("text") or message.get("bytes") or ""
            told: Any = None
            try:
                if len(data) > limit:
                    raise RefusedError(413, f"a message has at most {limit} bytes")
                told = read_text(data)
                answer = await self._obey(told, table, watcher)
            except RefusedError as refusal:
                refusals += 1
                answer = {"type": "refused", "status": refusal.status, "error": refusal.message}
            number = told.get("id") if isinstance(told, dict) else None
            if isinstance(number, int | str) and len(str(number)) <= 40:
                answer["id"] = number
            await socket.send_text(json.dumps(answer))
            if refusals >= _MOST_REFUSALS:
                await socket.close(_REFUSED, "too much that cannot be done")
                return

    async def _obey(self, told: Any, table: Table, watcher: Watcher) -> dict[str, Any]:
        if not isinstance(told, dict) or not isinstance(told.get("type"), str):
            raise RefusedError(400, "a message is an object with a type")
        kind = told["type"]
        if kind == "ping":
            return {"type": "pong"}
        if kind == "token":
            token = told.get("token")
            found = held(table.seats, [token] if isinstance(token, str) else [])
            if not found:
                raise RefusedError(401, "this token holds no seat")
            watcher.armies |= found
            _tell_presence(table)
            watcher.news.set()
            return {"type": "done"}
        if kind not in ACTS:
            raise RefusedError(400, f"no type of message: there are token, ping, {', '.join(ACTS)}")
        if not watcher.armies:
            raise RefusedError(401, "a seat's token is needed")
        await act(table, watcher.armies, kind, told)
        return {"type": "done"}


def _tell_presence(table: Table) -> None:
    for watcher in table.watchers:
        watcher.news.set()

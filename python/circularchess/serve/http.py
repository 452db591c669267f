"""What all answers and requests have in common: JSON, sizes, rates, origins, headers."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.responses import Response

from ..errors import shorten
from .refusal import RefusedError

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = [
    "Answer",
    "Guard",
    "Rates",
    "address_of",
    "check_origin",
    "cookie_of",
    "read_json",
    "read_text",
    "tokens_of",
]

#: Pages load what this server has, and nothing else; nobody may put them in a frame.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Answer(Response):
    """JSON that nobody may keep."""

    media_type = "application/json"

    def __init__(
        self, content: Any, status_code: int = 200, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(content, status_code, {"Cache-Control": "no-store", **(headers or {})})

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )


def read_text(data: str | bytes) -> Any:
    """Read JSON that strangers wrote. Raises `RefusedError`.

    >>> read_text('{"a": 1}')
    {'a': 1}
    """

    def refuse(name: str) -> Any:
        raise ValueError(f"{name} is no JSON")

    try:
        return json.loads(data, parse_constant=refuse)
    except RecursionError:
        raise RefusedError(400, "not JSON: nested too deeply") from None
    except ValueError as error:  # UnicodeDecodeError is one too
        raise RefusedError(400, f"not JSON: {shorten(str(error))}") from None


async def read_json(request: Request, limit: int, known: Collection[str]) -> dict[str, Any]:
    """The object a request brings, an empty one without a body. Raises `RefusedError`."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise RefusedError(413, f"a body has at most {limit} bytes")
    if not body:
        return {}
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, f"content type {shorten(kind)}: application/json is needed")
    found = read_text(bytes(body))
    if not isinstance(found, dict):
        raise RefusedError(400, "the body is no JSON object")
    strange = sorted(set(found) - set(known))
    if strange:
        names = ", ".join(known) or "nothing"
        raise RefusedError(422, f"unknown key {shorten(strange[0])}: there are {names}")
    return found


def address_of(connection: HTTPConnection) -> str:
    """The address a request comes from."""
    return connection.client.host if connection.client is not None else "?"


def cookie_of(name: str) -> str:
    """The name of the cookie that holds the seats of a game."""
    return f"circular_{name}"


def tokens_of(connection: HTTPConnection, name: str) -> tuple[list[str], bool]:
    """The tokens a request brings for a game, and whether they come by cookie."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind:
        if kind.lower() != "bearer" or not token:
            raise RefusedError(401, "authorization: Bearer and a seat's token are needed")
        return [token.strip()], False
    return [t for t in connection.cookies.get(cookie_of(name), "").split(".") if t], True


def check_origin(connection: HTTPConnection, origins: Iterable[str], *, needed: bool) -> None:
    """Refuse what another site's page has sent. `needed`: an origin must be told."""
    origin = connection.headers.get("origin")
    if origin is None:
        site = connection.headers.get("sec-fetch-site")
        if needed and site not in ("same-origin", "none"):
            raise RefusedError(403, "an Origin is needed where a cookie speaks")
        return
    if origin in origins:
        return
    own = connection.headers.get("host", "")
    if urlsplit(origin).netloc.lower() != own.lower() or not own:
        raise RefusedError(403, f"origin {shorten(origin)} is not allowed")


class Rates:
    """How much each address may still ask for: a bucket that fills steadily."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._per_second, self._at_once = per_second, float(at_once)
        self._buckets: dict[str, tuple[float, float]] = {}
        self._forgot = 0.0

    def take(self, address: str, now: float | None = None) -> float:
        """Take one; returns the seconds to wait, 0 when it was there.

        >>> rates = Rates(per_second=1, at_once=2)
        >>> [round(rates.take("a", now=5.0), 1) for _ in range(3)], rates.take("a", now=7.0)
        ([0.0, 0.0, 1.0], 0.0)
        """
        now = time.monotonic() if now is None else now
        left, since = self._buckets.get(address, (self._at_once, now))
        left = min(self._at_once, left + (now - since) * self._per_second)
        # Never more than once a second: with many addresses it takes a while.
        if len(self._buckets) > 10_000 and abs(now - self._forgot) > 1:
            self._forgot = now
            self._forget(now)
        if left < 1:
            self._buckets[address] = (left, now)
            return (1 - left) / self._per_second
        self._buckets[address] = (left - 1, now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Leave out the addresses whose buckets are full again."""
        full = self._at_once / self._per_second
        self._buckets = {a: b for a, b in self._buckets.items() if now - b[1] < full}


class Guard:
    """Middleware: rates, and the headers that keep pages to themselves."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self._app, self._rates = app, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        client = scope.get("client")
        wait = self._rates.take(client[0] if client else "?")
        if wait:
            answer = Answer(
                {"error": "too many requests: wait a moment"},
                429,
                {"Retry-After": str(int(wait) + 1)},
            )
            await answer(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

"""`app`: the ASGI application."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

try:
    from platformdirs import user_data_path
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.cors import CORSMiddleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.routing import Route, WebSocketRoute
except ImportError:
    raise ImportError("serving boards needs the extra 'serve': circularchess[serve]") from None

from .api import ROUTES, errors
from .http import Guard, Rates
from .limits import Limits
from .live import Live
from .pages import page_routes
from .store import Store
from .tables import Tables

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

__all__ = ["app", "default_database"]


def default_database() -> Path:
    """Where games are kept unless told otherwise: a file in the user's data folder.

    >>> default_database().name
    'games.sqlite'
    """
    return user_data_path("circularchess", appauthor=False) / "games.sqlite"


def app(
    database: str | os.PathLike[str] | None = None,
    *,
    limits: Limits | None = None,
    allowed_hosts: Iterable[str] = ("localhost", "127.0.0.1", "[::1]"),
    origins: Iterable[str] = (),
) -> Starlette:
    """An ASGI application with the page, the HTTP interface and live games.

    `database` is a file for SQLite, made where it is missing; by default `games.sqlite` in the
    user's data folder. One application at a time can use it. `limits` is what strangers may ask.
    `allowed_hosts` are the names the server goes by (`"*"` for any; `"*.example.org"` for all below
    one): a page of another name cannot reach it. `origins` are other sites whose pages may use
    the interface, as `https://hub.example.org`.

    Run it with any ASGI server, in one process, or mount it in another application, whose lifespan
    must then enter this one's: `app.router.lifespan_context(app)`. Raises `CircularChessError` when
    the database cannot be opened, `ImportError` without the extra `serve`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     application = app(f"{folder}/games.sqlite")
    ...     application.state.tables.store.close()
    >>> application.url_path_for("game", id="x")
    '/api/games/x'
    """
    limits = Limits() if limits is None else limits
    origins = tuple(origins)
    store = Store(default_database() if database is None else database)
    tables = Tables(store, limits)
    rates = Rates(limits.requests_per_second, limits.requests_at_once)
    live = Live(tables, rates, origins)

    async def socket(one: WebSocket) -> None:
        await live(one)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await tables.begin()
        try:
            yield
        finally:
            await tables.end()

    middleware = [
        Middleware(Guard, rates=rates),
        Middleware(TrustedHostMiddleware, allowed_hosts=list(allowed_hosts), www_redirect=False),
    ]
    if origins:
        middleware.append(
            Middleware(
                CORSMiddleware,
                allow_origins=list(origins),
                allow_methods=["GET", "POST"],
                allow_headers=["authorization", "content-type"],
            )
        )
    routes: list[Route | WebSocketRoute] = [
        *page_routes(),
        WebSocketRoute("/api/games/{id:str}/live", socket),
        *ROUTES,
    ]
    application = Starlette(
        routes=routes, middleware=middleware, exception_handlers=errors(), lifespan=lifespan
    )
    application.state.tables = tables
    application.state.origins = origins
    return application

"""Running the application by uvicorn, until Ctrl-C."""

from __future__ import annotations

import socket
import threading
import webbrowser
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["run"]


class _Server(uvicorn.Server):
    """Opens the browser once there is something to see."""

    browser: str | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.browser is not None and self.started:
            threading.Thread(target=webbrowser.open, args=(self.browser,), daemon=True).start()


def run(application: Starlette, listener: socket.socket, *, browser: str | None = None) -> None:
    """Serve at a bound socket; opens an address in the browser when it is time.

    Ends by Ctrl-C, for which `KeyboardInterrupt` is raised, or by SIGTERM.
    """
    limits = application.state.tables.limits
    config = uvicorn.Config(
        application,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=4 * limits.message_bytes,
        ws_max_queue=8,
        # Packing a state takes longer than making it.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        server_header=False,
        lifespan="on",
    )
    server = _Server(config)
    server.browser = browser
    server.run([listener])

"""`circularchess serve`."""

from __future__ import annotations

import contextlib
import socket
from typing import Any, Final

import click

from ..errors import CircularChessError, shorten
from .options import WholeNumber

__all__ = ["serve"]

_LOCAL: Final = ("127.0.0.1", "localhost", "::1")


@click.command(short_help="Play in the browser: a server with a page and live games.")
@click.option(
    "--port",
    type=WholeNumber(0, 65_535),
    default=8_000,
    show_default=True,
    help="Where to listen; 0 for any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at: 0.0.0.0 for all of this machine's, so that others can play.",
)
@click.option(
    "--allow-host",
    "names",
    metavar="NAME",
    multiple=True,
    help="A name the server goes by besides, as chess.example.org. May be repeated.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the page in a browser.")
@click.option(
    "--database",
    metavar="FILE",
    help="Where the games are kept, by default in the user's data folder.",
)
def serve(
    port: int, host: str, names: tuple[str, ...], no_browser: bool, database: str | None
) -> None:
    """Serve boards to play on in the browser, alone or with others.

    Listens at this machine's own address alone unless --host says otherwise, and keeps the games
    in a file, so that they go on after a restart. Ctrl-C ends it. Needs the extra "serve".
    """
    from ..serve.application import app, default_database
    from ..serve.running import run

    listener = _listen(host, port)
    with contextlib.closing(listener):
        path = default_database() if database is None else database
        allowed = ("*",) if host not in _LOCAL and not names else (*_LOCAL[:2], "[::1]", *names)
        application: Any = app(path, allowed_hosts=allowed)
        at = listener.getsockname()[1]
        shown = "localhost" if host in (*_LOCAL, "0.0.0.0", "::") else host
        address = f"http://{shown}:{at}/"
        click.echo(f"Games are kept in {path}")
        if host in _LOCAL:
            click.echo("Only this machine can reach the server; --host 0.0.0.0 lets others in.")
        else:
            click.echo(f"Everybody who can reach {host} port {at} can reach the server.")
        click.echo(f"Play at {address} (Ctrl-C ends)")
        run(application, listener, browser=None if no_browser else address)


def _listen(host: str, port: int) -> socket.socket:
    """A socket at an address. Raises `CircularChessError` where there can be none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Who comes before the server is ready waits.
        listener.listen(1024)
    except OSError as error:
        listener.close()
        reason = error.strerror or str(error)
        raise CircularChessError(
            f"cannot listen at {shorten(host)} port {port}: {reason}"
        ) from None
    return listener

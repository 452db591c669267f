"""Boards in the browser: a page to play on, live games, and an HTTP interface.

`app` makes an ASGI application that any ASGI server runs, or another application mounts;
`circularchess serve` runs it. Needs the extra `serve`. The drawn board alone is one
file of JavaScript, for which `component` gives the path.

>>> from circularchess.serve import Limits
>>> Limits(open_games=10).open_games
10
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..pictures.component import component
from .limits import Limits

if TYPE_CHECKING:
    from .application import app

__all__ = ["Limits", "app", "component"]


def __getattr__(name: str) -> Any:
    # The component needs no extra; the server does.
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .application import app

    return app

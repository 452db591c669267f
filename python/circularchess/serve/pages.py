"""The page and its files: a fixed list, read once. No request names a file."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.responses import Response
from starlette.routing import Route

from ..pictures.component import component

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["page_routes"]

_FOLDER: Final = Path(__file__).parent / "static"
_KINDS: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
#: What is served, by address.
_FILES: Final = {
    "/": ("index.html", "text/html"),
    **{
        f"/static/{name}": (name, _KINDS[name.rpartition(".")[2]])
        for name in (
            "analysis.js",
            "circular-board.js",
            "dom.js",
            "game.js",
            "icon.svg",
            "new-game.js",
            "page.css",
            "page.js",
        )
    },
}


@cache
def _read(name: str) -> tuple[bytes, str]:
    path = component() if name == component().name else _FOLDER / name
    data = path.read_bytes()
    return data, f'"{hashlib.sha256(data).hexdigest()[:20]}"'


def page_routes() -> list[Route]:
    """The routes of the page's files."""
    return [Route(path, _endpoint(*file)) for path, file in _FILES.items()]


def _endpoint(name: str, kind: str):  # type: ignore[no-untyped-def]
    async def serve(request: Request) -> Response:
        data, tag = _read(name)
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if name == "circular-board.js":
            # Other sites may embed the component.
            headers |= {
                "Access-Control-Allow-Origin": "*",
                "Cross-Origin-Resource-Policy": "cross-origin",
            }
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=f"{kind}; charset=utf-8", headers=headers)

    return serve

"""Boards and games as JSON. `circularchess.json_format` tells the form."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal

from ...errors import CircularChessError, shorten
from ._board import board_from_json, board_to_dict, board_to_json
from ._check import Place, load
from ._game import game_from_json, game_to_dict, game_to_json

__all__ = [
    "Place",
    "board_from_json",
    "board_to_dict",
    "board_to_json",
    "game_from_json",
    "game_to_dict",
    "game_to_json",
    "load",
    "schema",
]


def schema(kind: Literal["board", "game"]) -> dict[str, Any]:
    """The JSON Schema of boards or games, as a dictionary of its own.

    >>> schema("board")["title"]
    'A board of circularchess'
    """
    if kind not in ("board", "game"):
        raise CircularChessError(f"no schema {shorten(kind)}: there are board, game")
    text = (files("circularchess.records") / "schema" / f"{kind}.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found

"""Boards and games as JSON. `circularchess.json_format` tells the form."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, Literal

from ...errors import CircularChessError, shorten
from ._board import board_from_json, board_to_dict, board_to_json, legal_moves_list
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
    "legal_moves_list",
    "load",
    "schema",
]


#: What there are schemas of.
_SCHEMAS: Final = ("board", "game", "variant")


def schema(kind: Literal["board", "game", "variant"]) -> dict[str, Any]:
    """The JSON Schema of boards, games or variant files, as a dictionary of its own.

    That of variant files is for editors of TOML (draft 07, which all of them know): it knows
    every key, and the values that a key may have by itself; `circularchess.variant_file.check`
    tells all the rest. Raises `CircularChessError` for another kind.

    >>> schema("board")["title"]
    'A board of circularchess'
    """
    if kind not in _SCHEMAS:
        raise CircularChessError(f"no schema {shorten(kind)}: there are {', '.join(_SCHEMAS)}")
    text = (files("circularchess.records") / "schema" / f"{kind}.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found

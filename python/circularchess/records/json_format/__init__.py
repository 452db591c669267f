"""Boards and games as JSON, the wire format of front ends.

`schema("board")` and `schema("game")` are the JSON Schemas (draft 2020-12) of what is written;
they are shipped with the package. Reading needs less: of a board `variant`, `pieces` and `turn`,
of a game `variant` and `moves`. What follows from the rest (`fen`, `armies`, `legal_moves` and the
like) may be left out, but what is there must not contradict it. Unknown keys are refused.

A variant that is not built in stands there with its whole file (`variant_file`) and the digest of
its rules (`variant_digest`).

Moves are written as `b2b3` or `c7d8q`, an army's leaving as `resign w` or `time w`, an agreed
draw as `draw`; pieces as army letter and piece letter (`wK`; `rO` is an outbound pawn); rights of
castling as army letter and `K` or `Q`.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal

from ...errors import CircularChessError, shorten
from ._board import board_from_json, board_to_dict, board_to_json
from ._game import game_from_json, game_to_dict, game_to_json

__all__ = [
    "board_from_json",
    "board_to_dict",
    "board_to_json",
    "game_from_json",
    "game_to_dict",
    "game_to_json",
    "schema",
]


def schema(kind: Literal["board", "game"]) -> dict[str, Any]:
    """The JSON Schema of boards or games, as a dictionary of its own.

    >>> schema("board")["title"]
    'A board of circularchess'
    """
    if kind not in ("board", "game"):
        raise CircularChessError(f"no schema {shorten(kind)}: there are board, game")
    text = (files("circularchess") / "schema" / f"{kind}.schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found

"""Boards and games as JSON, the wire format of front ends.

`schema("board")` and `schema("game")` are the JSON Schemas (draft 2020-12) of what is written;
they are shipped with the package. Reading needs less: of a board `variant`, `pieces` and `turn`,
of a game `variant` and `moves`. What follows from the rest (`fen`, `armies`, `legal_moves` and the
like) may be left out, but what is there must not contradict it. Unknown keys are refused.

A variant that is not built in stands there with its whole file (`variant_file`) and the digest of
its rules (`variant_digest`).

Moves are written as `b2b3` or `c7d8q`, an army's leaving as `resign w` or `time w`, an agreed
draw as `draw`; pieces as army letter and piece letter (`wK`; `rO` is a pawn that heads the other
way); rights of castling as army letter and `K` or `Q`.

A legal move is told with what the engine knows of it (`circularchess.MoveInfo`): `uci`, `from`,
`to`, `promotion`, `san`; the pieces `mover` and `captured` with `capture_square`; `castling`
("king_side", "queen_side" or null) with the rook's two squares, `rook_move`; `en_passant`; `met`;
the armies it puts in `check`, `checkmates` and `eliminates`; `path`, the squares passed, with the
`direction` of the first step and `through_centre`; all its ways as `paths`, each with `squares`,
`direction` and `through_centre`; and whether it is `safe` for the mover's own king.

Positions tell `inert` armies and `bridged` moats in games that have them, the shape of the board
its `seam`, `names`, `citadels` and `moats` where they are special; an `outcome` has the `points`
of each army. Documents of the first release, which have none of this, are read all the same. A
finished game whose first mate was a king taken, the last man of its army, needs its `history`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .board import Board
from .game import Game
from .records import json_format as records
from .records.json_format import (
    board_to_dict,
    board_to_json,
    game_to_dict,
    game_to_json,
    schema,
)

if TYPE_CHECKING:
    from .engine import EngineName

__all__ = [
    "board_from_json",
    "board_to_dict",
    "board_to_json",
    "game_from_json",
    "game_to_dict",
    "game_to_json",
    "schema",
]


def board_from_json(
    source: str | bytes | Mapping[str, Any], *, engine: EngineName = "rust", validate: bool = True
) -> Board:
    """The board that a JSON text describes; see `Board.from_json`.

    >>> board = Board("circular")
    >>> board_from_json(board_to_json(board)) == board
    True
    """
    return records.board_from_json(source, Board, engine=engine, validate=validate)


def game_from_json(source: str | bytes | Mapping[str, Any], *, engine: EngineName = "rust") -> Game:
    """The game that a JSON text describes; see `Game.from_json`.

    >>> game = Game.from_pgn("1. b3 {quiet} c6 *")
    >>> game_from_json(game_to_json(game)) == game
    True
    """
    return records.game_from_json(source, Game, engine=engine)

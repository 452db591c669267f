"""Boards in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ..board import Board
from ..errors import InvalidOptionError, shorten
from ..move import Move
from ..protocol import EngineName
from ..san import notation
from ._check import Place, load
from ._parts import (
    FORMAT_KEYS,
    SETUP_KEYS,
    check_format,
    format_of,
    read_action,
    read_setup,
    read_variant,
    setup_dict,
    variant_dict,
    write_action,
)

if TYPE_CHECKING:
    from ..actions import Departure
    from ..variant import Variant

#: The most spaces a level is indented by.
MAX_INDENT: Final = 64

__all__ = ["board_from_json", "board_to_dict", "board_to_json"]

# What only tells a front end what it could work out: not read.
_TOLD = (
    "fen",
    "board",
    "armies",
    "check",
    "events",
    "last_move",
    "outcome",
    "legal_moves",
    "problems",
)


def board_to_dict(
    board: Board, *, legal_moves: bool = False, history: bool = True
) -> dict[str, Any]:
    """What `board_to_json` writes, as plain dictionaries and lists.

    >>> board_to_dict(Board("circular"))["turn"]
    'w'
    """
    variant = board.variant
    found: dict[str, Any] = {
        **format_of("board"),
        **variant_dict(variant),
        "board": {
            "rings": variant.rings,
            "files": variant.files,
            "centre": variant.centre,
            "voids": [str(square) for square in sorted(variant.voids)],
        },
        **setup_dict(board.setup(), variant),
        "armies": _armies(board),
    }
    if not board.is_valid():
        found["problems"] = [{"kind": kind, "text": text} for kind, text in board.status()]
        return found
    outcome = board.outcome()
    steps = board.actions
    last = next((step for step in reversed(steps) if isinstance(step, Move)), None)
    found |= {
        "check": [army for army in board.in_play if board.is_check(army)],
        "events": [{"kind": event.kind, "army": event.army} for event in board.events],
        "last_move": None if last is None else _move(last),
        "outcome": outcome
        and {
            "termination": outcome.termination.value,
            "winners": list(outcome.winners),
            "result": outcome.result(variant.data),
        },
    }
    if legal_moves:
        found["legal_moves"] = _legal_moves(board)
    if history:
        actions = [write_action(step) for step in steps]
        found["history"] = {
            "start": setup_dict(board.root().setup(), variant),
            "actions": [*actions, "draw"] if board.is_draw_agreed() else actions,
        }
    return found


def _armies(board: Board) -> list[dict[str, Any]]:
    in_play = board.in_play if board.is_valid() else ()
    return [
        {
            "letter": army.letter,
            "name": army.name,
            "seat": army.seat,
            "side": army.side,
            "in_play": army.letter in in_play,
        }
        for army in board.variant.armies
    ]


def _move(move: Move) -> dict[str, Any]:
    return {
        "uci": move.uci(),
        "from": str(move.from_square),
        "to": str(move.to_square),
        "promotion": None if move.promotion is None else move.promotion.letter.lower(),
    }


def _legal_moves(board: Board) -> list[dict[str, Any]]:
    position = board.position
    legal = position.legal_moves()
    safe = set(position.safe_moves())
    san = notation(board.variant.data).san
    return [
        {**_move(move), "san": san(position, move, legal), "safe": move in safe} for move in legal
    ]


def board_to_json(
    board: Board,
    *,
    legal_moves: bool = False,
    history: bool = True,
    indent: int | None = None,
) -> str:
    """The board as JSON text; see `Board.to_json`.

    >>> text = board_to_json(Board("circular"), legal_moves=True)
    >>> json.loads(text)["legal_moves"][0]
    {'uci': 'a2a3', 'from': 'a2', 'to': 'a3', 'promotion': None, 'san': 'a3', 'safe': True}
    """
    found = board_to_dict(board, legal_moves=legal_moves, history=history)
    return _dump(found, indent)


def _dump(found: dict[str, Any], indent: int | None) -> str:
    if indent is not None and (not isinstance(indent, int) or not 0 <= indent <= MAX_INDENT):
        raise InvalidOptionError(
            f"indent: {shorten(indent)} is no whole number from 0 to {MAX_INDENT}"
        )
    separators = (",", ":") if indent is None else None
    return json.dumps(found, ensure_ascii=False, indent=indent, separators=separators)


def board_from_json(
    source: str | bytes | Mapping[str, Any], *, engine: EngineName = "rust", validate: bool = True
) -> Board:
    """The board that a JSON text describes; see `Board.from_json`.

    >>> board = Board("circular")
    >>> board_from_json(board_to_json(board)) == board
    True
    """
    document = load(source, "board")
    needed = ("variant", "pieces", "turn")
    others = (*FORMAT_KEYS, *SETUP_KEYS, "options", "variant_file", "history", *_TOLD)
    fields = document.fields(needed, others)
    check_format(fields, "board")
    variant = read_variant(fields)
    setup = read_setup(fields, variant)
    if "history" in fields:
        return _replayed(fields["history"], variant, document, fields, engine)
    with document.named():
        return Board.from_setup(setup, variant, engine=engine, validate=validate)


def _replayed(
    history: Place,
    variant: Variant,
    document: Place,
    fields: dict[str, Place],
    engine: EngineName,
) -> Board:
    """Play the game again, which must lead to the position described beside it."""
    parts = history.fields(("start", "actions"), ())
    start = parts["start"].fields(("pieces", "turn"), (*SETUP_KEYS, "fen"))
    setup = read_setup(start, variant)
    with parts["start"].named():
        board = Board.from_setup(setup, variant, engine=engine)
    actions = parts["actions"].items()
    for place in actions:
        with place.named():
            if place.value == "draw":
                board.agree_draw()
                continue
            _do(board, read_action(place, variant))
    described = read_setup(fields, variant)
    reached = board.setup()
    if described.in_play is None:
        described.in_play = reached.in_play
    if described != reached:
        document.fail("the position is not the one that its history leads to")
    return board


def _do(board: Board, action: Move | Departure) -> None:
    if isinstance(action, Move):
        board.push(action)
    elif action.reason == "resign":
        board.resign(action.army)
    else:
        board.lose_on_time(action.army)

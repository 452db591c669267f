"""Boards in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ...errors import InvalidOptionError, check_has, shorten
from ...notation.san import notation
from ...values.action import push_action
from ...values.move import Move
from ._check import Place, load
from ._derived import (
    as_told,
    check_equal,
    check_events,
    check_fen,
    check_last_move,
    check_outcome,
    points_dict,
)
from ._parts import (
    FORMAT_KEYS,
    SETUP_KEYS,
    VARIANT_KEYS,
    check_format,
    format_of,
    info_dict,
    move_dict,
    read_action,
    read_setup,
    read_variant,
    setup_dict,
    variant_dict,
    write_action,
)

if TYPE_CHECKING:
    from ...board import Board
    from ...engine import EngineName
    from ...values.setup import Setup
    from ...variant import Variant

#: The most spaces a level is indented by.
MAX_INDENT: Final = 64

__all__ = ["board_from_json", "board_to_dict", "board_to_json", "dump", "legal_moves_list"]

# What tells a front end what it could work out: none of it is needed, and none may be wrong.
_DERIVED = (
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

#: What must be told of a legal move.
_OF_EVERY_MOVE = ("uci", "from", "to", "promotion", "san", "safe")


def board_to_dict(
    board: Board, *, legal_moves: bool = False, history: bool = True
) -> dict[str, Any]:
    """What `board_to_json` writes, as plain dictionaries and lists.

    >>> board_to_dict(Board("circular"))["turn"]
    'w'
    """
    check_has(board, "legal_moves", "a Board")
    variant = board.variant
    found: dict[str, Any] = {
        **format_of("board"),
        **variant_dict(variant),
        "board": _shape(variant),
        **setup_dict(board.setup(), variant),
        "armies": _armies(board),
    }
    if not board.is_valid():
        found["problems"] = _problems(board)
        return found
    steps = board.actions
    found |= {
        "check": _check(board),
        "events": _events(board),
        "last_move": _last_move(board),
        "outcome": _outcome(board),
    }
    if legal_moves:
        found["legal_moves"] = legal_moves_list(board)
    if history:
        actions = [write_action(step) for step in steps]
        found["history"] = {
            "start": setup_dict(board.root().setup(), variant),
            "actions": [*actions, "draw"] if board.is_draw_agreed() else actions,
        }
    return found


def _shape(variant: Variant) -> dict[str, Any]:
    found: dict[str, Any] = {
        "rings": variant.rings,
        "files": variant.files,
        "centre": variant.centre,
        "voids": [str(square) for square in sorted(variant.voids)],
    }
    # What only some boards have is told of those alone.
    if variant.seam != "closed":
        found["seam"] = variant.seam
    if variant.names != "ring-file":
        found["names"] = variant.names
    if variant.citadels:
        found["citadels"] = variant.citadels
    if variant.moats:
        found["moats"] = list(variant.moats)
    return found


def _problems(board: Board) -> list[dict[str, Any]]:
    return [{"kind": kind, "text": text} for kind, text in board.status()]


def _check(board: Board) -> list[str]:
    return [army for army in board.in_play if board.is_check(army)]


def _events(board: Board) -> list[dict[str, Any]]:
    return [{"kind": event.kind, "army": event.army} for event in board.events]


def _last_move(board: Board) -> dict[str, Any] | None:
    last = next((step for step in reversed(board.actions) if isinstance(step, Move)), None)
    return None if last is None else move_dict(last)


def _outcome(board: Board) -> dict[str, Any] | None:
    outcome = board.outcome()
    return outcome and {
        "termination": outcome.termination.value,
        "winners": list(outcome.winners),
        "result": outcome.result(board.variant.data),
        "points": points_dict(outcome.points(board.variant.data)),
    }


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


def legal_moves_list(board: Board) -> list[dict[str, Any]]:
    """Every legal move with all that is told of it.

    >>> legal_moves_list(Board("circular"))[0]["san"]
    'a3'
    """
    position = board.position
    legal = position.legal_moves()
    safe = set(position.safe_moves())
    describe = notation(board.variant.data).describe
    return [{**info_dict(describe(position, move, legal)), "safe": move in safe} for move in legal]


def board_to_json(
    board: Board,
    *,
    legal_moves: bool = False,
    history: bool = True,
    indent: int | None = None,
) -> str:
    """The board as JSON text; see `Board.to_json`.

    >>> text = board_to_json(Board("circular"), legal_moves=True)
    >>> move = json.loads(text)["legal_moves"][0]
    >>> move["uci"], move["san"], move["safe"], move["mover"], move["path"], move["direction"]
    ('a2a3', 'a3', True, 'wP', ['a2', 'a3'], 'clockwise')
    """
    found = board_to_dict(board, legal_moves=legal_moves, history=history)
    return dump(found, indent)


def dump(found: dict[str, Any], indent: int | None) -> str:
    """A document as text. Raises `InvalidOptionError` for an indent that cannot be."""
    if indent is not None and (not isinstance(indent, int) or not 0 <= indent <= MAX_INDENT):
        raise InvalidOptionError(
            f"indent: {shorten(indent)} is no whole number from 0 to {MAX_INDENT}"
        )
    separators = (",", ":") if indent is None else None
    return json.dumps(found, ensure_ascii=False, indent=indent, separators=separators)


def board_from_json(
    source: str | bytes | Mapping[str, Any],
    board_class: type[Board],
    *,
    engine: EngineName = "rust",
    validate: bool = True,
) -> Board:
    """The board, of the class given, that a JSON text describes; see `Board.from_json`.

    >>> board = Board("circular")
    >>> board_from_json(board_to_json(board), Board) == board
    True
    """
    document = load(source, "board")
    needed = ("variant", "pieces", "turn")
    others = (*FORMAT_KEYS, *SETUP_KEYS, *VARIANT_KEYS, "history", *_DERIVED)
    fields = document.fields(needed, others)
    check_format(fields, "board")
    variant = read_variant(fields)
    setup = read_setup(fields, variant)
    if "history" in fields:
        board = _replayed(fields["history"], board_class, variant, document, setup, engine)
    else:
        with document.named():
            board = board_class.from_setup(setup, variant, engine=engine, validate=validate)
    _check_derived(fields, board, setup)
    return board


def _check_derived(fields: dict[str, Place], board: Board, setup: Setup) -> None:
    """Refuse what contradicts the board."""
    variant = board.variant
    if "fen" in fields:
        check_fen(fields["fen"], variant, setup, board.setup())
    valid = board.is_valid()
    due: dict[str, Callable[[], Any]] = {
        "board": lambda: _shape(variant),
        "armies": lambda: _armies(board),
        "problems": lambda: _problems(board),
    }
    if valid:
        due["check"] = lambda: _check(board)
        if "history" in fields:
            due["last_move"] = lambda: _last_move(board)
        elif "last_move" in fields:
            check_last_move(fields["last_move"])
        # A history may begin after the last move.
        if board.actions:
            due["events"] = lambda: _events(board)
            due["outcome"] = lambda: as_told(fields["outcome"], _outcome(board))
        else:
            if "events" in fields:
                check_events(fields["events"], variant)
            if "outcome" in fields:
                check_outcome(fields["outcome"], _outcome(board), variant)
    for name in _DERIVED:
        place = fields.get(name)
        if place is None:
            continue
        if name in due:
            check_equal(place, due[name]())
        elif not valid and name != "fen":
            place.fail("no position that cannot be played has any")
    if "legal_moves" in fields:
        _check_legal_moves(fields["legal_moves"], board)


def _check_legal_moves(told: Place, board: Board) -> None:
    """Refuse other moves, in whatever order, or other words about them."""
    due = {move["uci"]: move for move in legal_moves_list(board)}
    for place in told.items():
        uci = place.entries().get("uci")
        move = None if uci is None else due.pop(uci.text(), None)
        if move is None:
            place.fail("no legal move of the position, or told twice")
        # The first release told no more than these.
        others = tuple(name for name in move if name not in _OF_EVERY_MOVE)
        for name, part in place.fields(_OF_EVERY_MOVE, others).items():
            check_equal(part, move[name])
    if due:
        told.fail(f"the legal move {next(iter(due))!r} is missing")


def _replayed(
    history: Place,
    board_class: type[Board],
    variant: Variant,
    document: Place,
    described: Setup,
    engine: EngineName,
) -> Board:
    """Play the game again, which must lead to the position described beside it."""
    parts = history.fields(("start", "actions"), ())
    start = parts["start"].fields(("pieces", "turn"), (*SETUP_KEYS, "fen"))
    setup = read_setup(start, variant)
    with parts["start"].named():
        board = board_class.from_setup(setup, variant, engine=engine)
    if "fen" in start:
        check_fen(start["fen"], variant, setup, board.setup())
    actions = parts["actions"].items()
    for place in actions:
        with place.named():
            if place.value == "draw":
                board.agree_draw()
                continue
            push_action(board, read_action(place, variant))
    reached = board.setup()
    if described.in_play is None:
        described.in_play = reached.in_play
    if described != reached:
        document.fail("the position is not the one that its history leads to")
    return board

"""Game records for the page: trees of moves as flat lists, each node after its parent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ..errors import shorten
from ..game import Game
from ..records.json_format._parts import write_action
from ..values.action import Departure
from ..values.move import Move
from .refusal import RefusedError

if TYPE_CHECKING:
    from ..board import Board
    from ..game_node import GameNode

__all__ = ["read_record", "write_record"]

_MOST_NODES: Final = 10_000


def read_record(text: str) -> dict[str, Any]:
    """The game of a record. Raises as `Game.from_pgn` does."""
    game = Game.from_pgn(text)
    nodes: list[dict[str, Any]] = []
    waiting: list[tuple[GameNode, int | None]] = [(game, None)]
    for node, place in waiting:
        for child in node.variations:
            assert child.action is not None
            waiting.append((child, len(nodes)))
            nodes.append(
                {
                    "parent": place,
                    "action": write_action(child.action),
                    "san": child.san() if isinstance(child.action, Move) else None,
                    "comment": child.comment,
                }
            )
    return {
        "variant": game.variant.id,
        "options": game.variant.changed_options,
        "fen": None if game.start is None else game.start_board().fen(),
        "players": dict(game.players),
        "headers": dict(game.headers),
        "result": game.result,
        "nodes": nodes,
    }


def write_record(start: Board, told: Any) -> str:
    """A record of moves with variations and comments. Raises `RefusedError`, `ValueError`."""
    if not isinstance(told, list) or len(told) > _MOST_NODES:
        raise RefusedError(422, f"nodes: a list of at most {_MOST_NODES} is needed")
    game = Game(start.variant, start=start.setup())
    made: list[GameNode] = []
    for number, one in enumerate(told):
        where = f"nodes[{number}]"
        if not isinstance(one, Mapping):
            raise RefusedError(422, f"{where}: an object is needed, not {shorten(one)}")
        parent, action, comment = one.get("parent"), one.get("action"), one.get("comment", "")
        known = isinstance(parent, int) and not isinstance(parent, bool) and 0 <= parent < number
        if not known and parent is not None:
            raise RefusedError(422, f"{where}.parent: {shorten(parent)} is no node before it")
        if not isinstance(action, str) or not isinstance(comment, str):
            raise RefusedError(422, f"{where}: action and comment are texts")
        above = game if parent is None else made[parent]
        word, _, army = action.partition(" ")
        if word in ("resign", "time"):
            departure = Departure(army, "time" if word == "time" else "resign")
            made.append(above.add(departure, comment=comment))
        else:
            made.append(above.add(Move.from_uci(action), comment=comment))
    return game.to_pgn()

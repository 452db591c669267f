"""Games in JSON: the tree of moves as a flat list, each move naming the one before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from ..game import Game, possible_results
from ..game_node import GameNode, check_nag
from ..move import Move
from ..pgn import check_headers, check_value, known_headers
from ..protocol import EngineName
from ..san import notation
from ._board import _dump
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

__all__ = ["game_from_json", "game_to_dict", "game_to_json"]


def game_to_dict(game: Game) -> dict[str, Any]:
    """What `game_to_json` writes, as plain dictionaries and lists.

    Raises `InvalidGameError` for names and headers that no record can hold.

    >>> game_to_dict(Game("circular"))["result"]
    '*'
    """
    headers = known_headers(game.headers)
    check_headers(headers, game.variant)
    for army in game.variant.armies:
        check_value(army.name, game.players.get(army.letter, "?"))
    return {
        **format_of("game"),
        **variant_dict(game.variant),
        "players": {army: game.players.get(army, "?") for army in game.variant.letters},
        "headers": headers,
        "start": None if game.start is None else setup_dict(game.start, game.variant),
        "result": game.result,
        **_said(game),
        "moves": list(_moves(game)),
    }


def _said(node: GameNode) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if node.comment:
        said["comment"] = node.comment
    if node.nags:
        said["nags"] = list(map(check_nag, node.nags))
    return said


def _moves(game: Game) -> Iterator[dict[str, Any]]:
    """The main line first, then every variation whole, each after the move it replaces."""
    data = game.variant.data
    numbers: dict[int, int] = {id(game): 0}
    lines: deque[GameNode] = deque(game.variations[:1])
    lines.extend(game.variations[1:])
    while lines:
        node: GameNode | None = lines.popleft()
        while node is not None:
            parent = node.parent
            assert parent is not None
            assert node.action is not None
            number = numbers[id(node)] = len(numbers)
            entry: dict[str, Any] = {
                "number": number,
                "parent": numbers[id(parent)],
                "army": parent.position.turn,
                "action": write_action(node.action),
            }
            if isinstance(node.action, Move):
                entry["san"] = notation(data).san(parent.position, node.action)
            else:
                entry["army"] = node.action.army
            if node.starting_comment and parent.variations[0] is not node:
                entry["starting_comment"] = node.starting_comment
            yield entry | _said(node)
            lines.extend(node.variations[1:])
            node = node.next()


def game_to_json(game: Game, *, indent: int | None = None) -> str:
    """The game as JSON text; see `Game.to_json`.

    >>> text = game_to_json(Game.from_pgn("1. b3 *"))
    >>> text[text.index('"moves"') :]
    '"moves":[{"number":1,"parent":0,"army":"w","action":"b2b3","san":"b3"}]}'
    """
    return _dump(game_to_dict(game), indent)


def game_from_json(source: str | bytes | Mapping[str, Any], *, engine: EngineName = "rust") -> Game:
    """The game that a JSON text describes; see `Game.from_json`.

    >>> game = Game.from_pgn("1. b3 {quiet} c6 *")
    >>> game_from_json(game_to_json(game)) == game
    True
    """
    document = load(source, "game")
    others = ("options", "variant_file", "players", "headers", "start", "result")
    fields = document.fields(("variant", "moves"), (*FORMAT_KEYS, *others, "comment", "nags"))
    check_format(fields, "game")
    variant = read_variant(fields)
    start = fields.get("start")
    setup = None
    if start is not None and start.value is not None:
        setup = read_setup(start.fields(("pieces", "turn"), (*SETUP_KEYS, "fen")), variant)
    with (start or document).named():
        game = Game(variant, start=setup, engine=engine)
    if "players" in fields:
        for army, place in fields["players"].entries().items():
            with place.named():
                letter = variant.army(army).letter
                # What no record could hold is no name of a player here either.
                check_value(variant.army(army).name, place.text())
            if place.text() not in ("", "?"):
                game.players[letter] = place.text()
    if "headers" in fields:
        entries = fields["headers"].entries()
        game.headers = known_headers({name: place.text() for name, place in entries.items()})
        with fields["headers"].named():
            check_headers(game.headers, variant)
    _read_said(game, fields)
    nodes: list[GameNode] = [game]
    for place in fields["moves"].items():
        nodes.append(_read_move(place, nodes, game))
    _read_result(fields.get("result"), game)
    return game


def _read_move(place: Place, nodes: list[GameNode], game: Game) -> GameNode:
    told = ("number", "army", "san")
    said = ("parent", "comment", "starting_comment", "nags")
    fields = place.fields(("action",), (*told, *said))
    parent = nodes[-1]
    if "number" in fields:
        fields["number"].number(len(nodes), len(nodes))
    if "parent" in fields:
        parent = nodes[fields["parent"].number(0, len(nodes) - 1)]
    action = fields["action"]
    with action.named():
        node = parent.add(read_action(action, game.variant))
    _read_said(node, fields)
    return node


def _read_said(node: GameNode, fields: dict[str, Place]) -> None:
    if "comment" in fields:
        with fields["comment"].named():
            node.comment = fields["comment"].text()
    if "starting_comment" in fields:
        with fields["starting_comment"].named():
            node.starting_comment = fields["starting_comment"].text()
    if "nags" in fields:
        node.nags = fields["nags"].texts(lambda place: place.number(0, 255))


def _read_result(place: Place | None, game: Game) -> None:
    if place is None:
        return
    text = place.one_of(possible_results(game.variant))
    game.result = text
    if game.result != text:
        place.fail(f"{text!r} does not fit the moves: {game.result!r}")

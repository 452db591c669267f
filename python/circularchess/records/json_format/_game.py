"""Games in JSON: the tree of moves as a flat list, each move naming the one before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...errors import check_has
from ...notation.san import notation
from ...values.move import Move
from ...values.outcome import possible_results
from ..comments import MAX_NAG, check_nag
from ..tags import check_headers, known_headers
from ._board import dump
from ._check import Place, load
from ._derived import check_equal, check_fen
from ._parts import (
    FORMAT_KEYS,
    SETUP_KEYS,
    VARIANT_KEYS,
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
    from ...engine import EngineName
    from ...game import Game
    from ...game_node import GameNode

__all__ = ["game_from_json", "game_to_dict", "game_to_json"]


def game_to_dict(game: Game) -> dict[str, Any]:
    """What `game_to_json` writes, as plain dictionaries and lists.

    >>> game_to_dict(Game("circular"))["result"]
    '*'
    """
    check_has(game, "mainline", "a Game")
    return {
        **format_of("game"),
        **variant_dict(game.variant),
        "players": {army: game.players.get(army, "?") for army in game.variant.letters},
        "headers": known_headers(game.headers),
        "start": None if game.start is None else setup_dict(game.start, game.variant),
        "result": game.result,
        **_annotations(game),
        "moves": list(_moves(game)),
    }


def _annotations(node: GameNode) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if node.comment:
        said["comment"] = node.comment
    if node.nags:
        said["nags"] = list(map(check_nag, node.nags))
    return said


def _moves(game: Game) -> Iterator[dict[str, Any]]:
    """The main line first, then every variation whole, each after the move it replaces."""
    data = game.variant.data
    # Where each line begins, and the number of the move before it.
    lines: deque[tuple[GameNode, int]] = deque((node, 0) for node in game.variations)
    number = 0
    while lines:
        line, before = lines.popleft()
        for node in (line, *line.mainline()):
            parent = node.parent
            assert parent is not None
            assert node.action is not None
            number += 1
            entry: dict[str, Any] = {
                "number": number,
                "parent": before,
                "army": parent.position.turn,
                "action": write_action(node.action),
            }
            if isinstance(node.action, Move):
                entry["san"] = notation(data).san(parent.position, node.action)
            else:
                entry["army"] = node.action.army
            if node.starting_comment and parent.variations[0] is not node:
                entry["starting_comment"] = node.starting_comment
            yield entry | _annotations(node)
            before = number
            lines.extend((other, number) for other in node.variations[1:])


def game_to_json(game: Game, *, indent: int | None = None) -> str:
    """The game as JSON text; see `Game.to_json`.

    >>> text = game_to_json(Game.from_pgn("1. b3 *"))
    >>> text[text.index('"moves"') :]
    '"moves":[{"number":1,"parent":0,"army":"w","action":"b2b3","san":"b3"}]}'
    """
    return dump(game_to_dict(game), indent)


def game_from_json(
    source: str | bytes | Mapping[str, Any],
    game_class: type[Game],
    *,
    engine: EngineName = "rust",
) -> Game:
    """The game, of the class given, that a JSON text describes; see `Game.from_json`.

    >>> game = Game.from_pgn("1. b3 {quiet} c6 *")
    >>> game_from_json(game_to_json(game), Game) == game
    True
    """
    document = load(source, "game")
    others = (*VARIANT_KEYS, "players", "headers", "start", "result")
    fields = document.fields(("variant", "moves"), (*FORMAT_KEYS, *others, "comment", "nags"))
    check_format(fields, "game")
    variant = read_variant(fields)
    start = fields.get("start")
    setup = None
    if start is not None and start.value is not None:
        parts = start.fields(("pieces", "turn"), (*SETUP_KEYS, "fen"))
        setup = read_setup(parts, variant)
    with (start or document).named():
        game = game_class(variant, start=setup, engine=engine)
    if setup is not None and "fen" in parts:
        check_fen(parts["fen"], variant, setup, game.position.setup())
    if "players" in fields:
        for army, place in fields["players"].entries().items():
            with place.named():
                game.players[army] = place.text()
                if place.text() in ("", "?"):
                    del game.players[army]
    if "headers" in fields:
        entries = fields["headers"].entries()
        headers = known_headers({name: place.text() for name, place in entries.items()})
        with fields["headers"].named():
            check_headers(headers, variant)
            game.headers = headers
    _read_annotations(game, fields)
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
    _check_derived(fields, parent, node, game)
    _read_annotations(node, fields)
    return node


def _check_derived(fields: dict[str, Place], parent: GameNode, node: GameNode, game: Game) -> None:
    """Refuse what contradicts a move, or departure."""
    action = node.action
    assert action is not None
    if "army" in fields:
        moved = parent.position.turn if isinstance(action, Move) else action.army
        check_equal(fields["army"], moved)
    if "san" in fields:
        if not isinstance(action, Move):
            fields["san"].fail("only moves have a short form")
        check_equal(fields["san"], notation(game.variant.data).san(parent.position, action))


def _read_annotations(node: GameNode, fields: dict[str, Place]) -> None:
    if "comment" in fields:
        with fields["comment"].named():
            node.comment = fields["comment"].text()
    if "starting_comment" in fields:
        with fields["starting_comment"].named():
            node.starting_comment = fields["starting_comment"].text()
    if "nags" in fields:
        node.nags = fields["nags"].texts(lambda place: place.number(0, MAX_NAG))


def _read_result(place: Place | None, game: Game) -> None:
    if place is None:
        return
    text = place.one_of(possible_results(game.variant))
    game.result = text
    if game.result != text:
        place.fail(f"{text!r} does not fit the moves: {game.result!r}")

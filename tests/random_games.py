"""Random games with everything a game record can hold."""

from __future__ import annotations

import random

from circularchess import Board, Departure, Game, GameNode, Variant, variants
from circularchess.engine import EngineName
from circularchess.game import possible_results

VARIANTS = variants()

COMMENTS = (
    "good",
    "it ends } here",
    "one line\nand } another",
    "(not a variation) ; nor a comment",
    "[%clk 0:01:00] in time",
    "% no escape",
    "1. b3 *",
    '"quoted" \\ back',
    "Grüße \u2654",
    "x" * 200,
)


def random_board(
    variant: Variant | str,
    seed: object,
    *,
    plies: int,
    engine: EngineName = "rust",
    departures: float = 0.0,
) -> Board:
    """A board after so many random moves, or at the end of the game if that comes before.

    With probability `departures` an army leaves instead, by resigning or on time.
    """
    board = Board(variant, engine=engine)
    chance = random.Random(f"{board.variant.id} {seed}")
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        if chance.random() < departures:
            leave = chance.choice((board.resign, board.lose_on_time))
            leave(chance.choice(board.in_play))
        else:
            board.push(chance.choice(legal))
    return board


def random_game(
    variant: Variant,
    seed: int,
    *,
    engine: EngineName = "rust",
    size: int = 80,
    annotated: bool = True,
    departures: float = 0.02,
) -> Game:
    """A game tree of about `size` nodes, captures rather often, with all that can be said."""
    chance = random.Random(f"{variant.id} {seed}")
    names = {army: f"Player {army}" for army in variant.letters if chance.random() < 0.8}
    game = Game(variant, engine=engine, players=names)
    if annotated:
        game.headers = {"Event": 'A "cup" \\ 2', "Annotator": "Ann O'Tate", "Empty": ""}
        game.comment = chance.choice(COMMENTS)
    nodes: list[GameNode] = [game]
    node: GameNode = game
    for _ in range(size):
        position = node.position
        if position.end is not None:
            node = chance.choice(nodes)
            continue
        if chance.random() < departures:
            army = chance.choice(position.in_play)
            node = node.add(Departure(army, chance.choice(("resign", "time"))))
        else:
            legal = position.legal_moves()
            sharp = [m for m in legal if m.promotion or position.piece_at(m.to_square)]
            node = node.add(chance.choice(sharp if sharp and chance.random() < 0.5 else legal))
        nodes.append(node)
        if annotated:
            _annotate(node, chance)
            if chance.random() < 0.15:
                node = chance.choice(nodes)
    if game.end().position.end is None:
        game.result = chance.choice(list(possible_results(variant)))
    return game


def _annotate(node: GameNode, chance: random.Random) -> None:
    if chance.random() < 0.1:
        node.comment = chance.choice(COMMENTS)
    if chance.random() < 0.1 and node.parent is not None and node.parent.variations[0] is not node:
        node.starting_comment = chance.choice(COMMENTS)
    if chance.random() < 0.1:
        node.nags = sorted(chance.sample(range(256), 2))

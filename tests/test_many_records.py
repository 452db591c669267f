"""Hundreds of random games of every variant: records and moves in short form read back."""

from __future__ import annotations

import random

import pytest

from circularchess import Game, Variant
from random_games import VARIANTS, random_game
from tally import TALLY

GAMES, SIZE = 300, 50


def round_trip(variant: Variant, seed: int) -> None:
    """A record reads back equal; at two places of the game so does each move, all different."""
    game = random_game(variant, seed, size=SIZE, annotated=False, departures=0.01)
    text = game.to_pgn()
    again = Game.from_pgn(text)
    assert again == game
    assert again.to_pgn() == text
    dice = random.Random(f"{variant.id} {seed}")
    nodes = [game, *game.mainline()]
    for node in dice.sample(nodes, min(2, len(nodes))):
        board = node.board()
        written = {move: board.san(move) for move in board.legal_moves}
        assert len(set(written.values())) == len(written)
        for move, san in written.items():
            assert board.parse_san(san) == move
        TALLY["moves written in short form and read"] += len(written)
    TALLY["records written and read"] += 1


@pytest.mark.deep
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_many_games_are_written_and_read(variant: Variant) -> None:
    for seed in range(1000, 1000 + GAMES):
        round_trip(variant, seed)

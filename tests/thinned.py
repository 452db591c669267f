"""Positions of every game with few men, so that lines are open and come round."""

from __future__ import annotations

import random
from collections.abc import Iterator

from circularchess import InvalidPositionError, Variant
from circularchess.engine import Position, make_position
from circularchess.reference import Position as ReferencePosition
from random_games import random_board


def positions(variant: Variant, seed: int, count: int) -> Iterator[tuple[Position, Position]]:
    """So many positions, each of both engines: random games with some of the men taken away."""
    chance = random.Random(f"{variant.id} {seed}")
    found = 0
    while found < count:
        board = random_board(variant, chance.random(), plies=chance.randrange(80))
        setup = board.setup()
        # Mostly few: both ways round a ring are seldom open.
        keep = chance.random() ** 3
        setup.pieces = {
            square: piece
            for square, piece in setup.pieces.items()
            if piece.letter == "K" or chance.random() < keep
        }
        setup.en_passant = ()
        if chance.random() < 0.5:
            setup.castling = frozenset()
        try:
            fast = make_position(variant, setup)
        except InvalidPositionError:
            continue
        slow = make_position(variant, setup, "reference")
        assert isinstance(slow, ReferencePosition)
        found += 1
        yield fast, slow

"""Made-up games, drawn at random: both engines agree on every position of random play."""

from __future__ import annotations

import random

import pytest

from circularchess import InvalidVariantError, Variant
from circularchess.engine import make_position
from random_variants import made_up
from tally import TALLY
from test_agreement import compare


def play(variant: Variant, chance: random.Random, plies: int) -> int:
    """Plays at random with both engines, comparing at every ply; how many moves were made."""
    rust, reference = (
        make_position(variant, variant.start_setup(), engine) for engine in ("rust", "reference")
    )
    assert rust.perft(2) == reference.perft(2)
    for ply in range(plies):
        compare(rust, reference)
        assert rust.key() == rust.key_from_scratch()  # type: ignore[attr-defined]
        if rust.end is None:
            assert make_position(variant, rust.setup()).key() == rust.key()
        for army in rust.in_play:
            men = sorted(rust.piece_map())
            for square in chance.sample(men, min(2, len(men))):
                assert rust.attackers(army, square) == reference.attackers(army, square)
        moves = rust.legal_moves()
        if not moves:
            return ply
        if chance.random() < 0.01:
            army = chance.choice(rust.in_play)
            rust, reference = rust.resign(army), reference.resign(army)
            continue
        sharp = [move for move in moves if move.promotion or rust.piece_at(move.to_square)]
        move = chance.choice(sharp if sharp and chance.random() < 0.3 else moves)
        after, again = rust.play(move), reference.play(move)
        assert after is not None
        assert again is not None
        rust, reference = after, again
    return plies


def try_out(seeds: range) -> int:
    """Plays the variants of some seeds that can be played; how many there were."""
    played = 0
    for seed in seeds:
        try:
            variant = Variant.from_toml(made_up(seed))
        except InvalidVariantError:
            continue
        played += 1
        plies = play(variant, random.Random(seed), 40)
        TALLY["plies of made-up variants on which the engines agree"] += plies
    return played


def test_both_engines_play_made_up_variants_alike() -> None:
    assert try_out(range(160)) > 40


@pytest.mark.deep
@pytest.mark.parametrize("block", range(40))
def test_both_engines_play_many_made_up_variants_alike(block: int) -> None:
    assert try_out(range(1000 + block * 200, 1200 + block * 200)) > 50

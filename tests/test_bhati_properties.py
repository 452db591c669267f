"""Random games of all Bhati's variants: both engines, texts and turned boards agree all along.

`pytest -m deep` plays 2,000 games, each run of the suite only a few.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bhati_games import TURNS_BY, VARIANTS, Tally, Turner, begin, choose, play_both, random_options
from circularchess import Variant
from circularchess.engine import EngineName, make_position
from tally import TALLY

RARE = (
    "king_taken",
    "checkmated",
    "stalemated",
    "passed",
    "resigned",
    "eliminated",
    "castling",
    "en passant",
    "promotion",
    "crossing pawn",
    "checkmate",
    "last_side_standing",
)

seeds = st.integers(0, 2**32 - 1)


@given(
    name=st.sampled_from(VARIANTS),
    seed=seeds,
    plies=st.integers(1, 90),
    sparse=st.booleans(),
    greed=st.sampled_from([0.0, 0.8]),
)
def test_engines_agree(name: str, seed: int, plies: int, sparse: bool, greed: float) -> None:
    options = random_options(random.Random(seed), name)
    variant = Variant.load(name).with_options(options)
    play_both(variant, seed, plies=plies, sparse=sparse, greed=greed, tally=Tally())


@given(
    name=st.sampled_from(sorted(TURNS_BY)),
    seed=seeds,
    plies=st.integers(1, 120),
    sparse=st.booleans(),
    engine=st.sampled_from(["rust", "reference"]),
)
def test_turning_the_board_changes_nothing_but_names(
    name: str, seed: int, plies: int, sparse: bool, engine: EngineName
) -> None:
    rng = random.Random(seed)
    variant = Variant.load(name).with_options(random_options(rng, name))
    turner = Turner(name)
    setup = begin(rng, variant, sparse)
    here = make_position(variant, setup, engine)
    turned = make_position(variant, turner.setup(setup), engine)
    turner.compare(here, turned)
    for _ in range(plies):
        if here.end is not None:
            break
        if rng.random() < 0.01:
            army = rng.choice(here.in_play)
            here, turned = here.resign(army), turned.resign(turner.army(army))
        else:
            move = choose(rng, here, 0.8)
            after, turned_after = here.play(move), turned.play(turner.move(move))
            assert after is not None
            assert turned_after is not None
            here, turned = after, turned_after
        turner.compare(here, turned)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_to_its_end(name: str) -> None:
    # Capturing whenever it can, it ends in a win or with bare kings.
    tally = Tally()
    variant = Variant.load(name)
    play_both(variant, 7, plies=900, sparse=False, greed=0.9, tally=tally)
    assert tally.plies < 900
    assert tally.seen["capture"] >= 20


@pytest.mark.deep
@pytest.mark.parametrize("name", VARIANTS)
def test_engines_agree_over_many_games(name: str) -> None:
    tally = Tally()
    for seed in range(250):
        rng = random.Random(f"{name} {seed}")
        variant = Variant.load(name).with_options(random_options(rng, name))
        play_both(
            variant,
            seed,
            plies=rng.choice([25, 50, 100]),
            sparse=seed % 3 != 0,
            greed=rng.choice([0.2, 0.8]),
            tally=tally,
        )
    assert tally.games == 250
    assert tally.plies >= 5_000
    # All that can happen has happened: what only three or more armies know, there.
    rare = set(RARE) - ({"passed", "last_side_standing"} if name == "bhati-2" else {"checkmate"})
    assert [kind for kind in rare if not tally.seen[kind]] == []
    TALLY["random games of Bhati's variants compared at every ply"] += tally.games
    TALLY["plies of these games"] += tally.plies
    for kind in sorted(tally.seen):
        TALLY[f"... {kind}"] += tally.seen[kind]

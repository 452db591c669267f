"""When searches end, and how clocks are spent."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from circularchess import (
    EngineError,
    InvalidOptionError,
    UnknownArmyError,
    Variant,
    variants,
)
from circularchess.players import Limit
from circularchess.players.limit import spending

CIRCULAR = Variant.load("circular")


def made(name: str, value: Any) -> Limit:
    return Limit(**{name: value})


@pytest.mark.parametrize("name", ["time", "white_clock", "black_clock", "white_inc", "black_inc"])
def test_times_are_seconds_from_nought(name: str) -> None:
    for good in (0, 0.5, 86400):
        assert getattr(made(name, good), name) == good
    for bad in (-1, float("nan"), float("inf"), 1e12, 10**400):
        with pytest.raises(InvalidOptionError, match=f"{name}: .* is no number of seconds from 0"):
            made(name, bad)
    for wrong in ("1", True, [1]):
        with pytest.raises(TypeError, match="seconds are needed"):
            made(name, wrong)


@pytest.mark.parametrize("name", ["depth", "nodes", "mate", "remaining_moves"])
def test_counts_are_whole_numbers_from_one(name: str) -> None:
    assert getattr(made(name, 7), name) == 7
    for bad in (0, -3, 10**30):
        with pytest.raises(InvalidOptionError, match=f"{name}: .* is no whole number from 1"):
            made(name, bad)
    wrong: list[Any] = [1.0, "1", True]
    for value in wrong:
        with pytest.raises(TypeError, match="whole number"):
            made(name, value)


def test_clocks_by_army() -> None:
    with pytest.raises(TypeError, match="clocks maps armies to seconds"):
        Limit(clocks=[60])  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionError, match="clocks of 'r'"):
        Limit(clocks={"r": -1})
    with pytest.raises(UnknownArmyError):
        spending(Limit(clocks={"x": 1}), CIRCULAR, "w")
    four = Variant.load("bhati-4")
    limit = Limit(clocks={"r": 60, "o": 30}, increments={"r": 2})
    assert (limit.clock_of(four, "r"), limit.clock_of(four, "y")) == (60, None)
    assert (limit.increment_of(four, "r"), limit.increment_of(four, "o")) == (2, 0)
    with pytest.raises(EngineError, match="no clock is given for 'y'"):
        spending(limit, four, "y")


def test_white_and_black_are_the_first_seats_of_two() -> None:
    limit = Limit(white_clock=60, black_clock=50, white_inc=1, black_inc=2)
    for variant in variants():
        first, second = variant.letters[:2]
        if len(variant.letters) == 2:
            assert (limit.clock_of(variant, first), limit.clock_of(variant, second)) == (60, 50)
            assert limit.increment_of(variant, second) == 2
        else:
            # With more armies only those of that name can be meant.
            for army in variant.letters:
                assert limit.clock_of(variant, army) == {"w": 60, "b": 50}.get(army)


def test_limits_are_values() -> None:
    limit = Limit(time=1, clocks={"w": 5})
    assert limit == Limit(time=1, clocks={"w": 5}) != Limit(time=1)
    assert pickle.loads(pickle.dumps(limit)) == limit
    assert len({limit, Limit(time=1, clocks={"w": 5})}) == 1
    with pytest.raises(TypeError):
        limit.clocks["w"] = 6  # type: ignore[index]


def test_a_fixed_time_is_used_up() -> None:
    assert spending(Limit(time=1.5), CIRCULAR, "w") == (None, 1500)
    assert spending(Limit(time=0), CIRCULAR, "w") == (None, 1)
    assert spending(Limit(depth=5), CIRCULAR, "w") == (None, None)
    # The clock still counts.
    soft, hard = spending(Limit(time=60, white_clock=1), CIRCULAR, "w")
    assert soft is not None
    assert hard is not None
    assert soft < hard < 1000


@pytest.mark.parametrize("increment", [0, 0.05, 1, 30])
@pytest.mark.parametrize("clock", [0.0, 0.01, 0.1, 1, 10, 300, 7200])
@pytest.mark.parametrize("moves", [None, 1, 2, 10, 40, 500])
def test_a_clock_never_runs_out(clock: float, increment: float, moves: int | None) -> None:
    """However many moves are to come, each within its hard bound, and the overhead on top."""
    overhead = 0.01
    left = clock
    to_go = moves or 60
    for played in range(min(to_go, 120)):
        limit = Limit(
            white_clock=left,
            white_inc=increment,
            remaining_moves=None if moves is None else moves - played,
        )
        soft, hard = spending(limit, CIRCULAR, "w", overhead)
        assert soft is not None
        assert hard is not None
        assert 1 <= soft <= max(hard, 1)
        # A clock that is as good as out leaves a move at once.
        assert hard / 1000 <= max(0.001, left - overhead)
        if clock > 2 * to_go * overhead:
            # A search that ends where it should, now and then where it must.
            used = hard if played % 10 == 0 else soft
            left -= used / 1000 + overhead
            assert left > 0
            left += increment


def test_more_time_is_spent_where_there_is_more() -> None:
    def soft(**clock: Any) -> int:
        found = spending(Limit(**clock), CIRCULAR, "w").soft_ms
        assert found is not None
        return found

    assert soft(white_clock=10) < soft(white_clock=60) < soft(white_clock=60, white_inc=2)
    assert soft(white_clock=60, remaining_moves=40) < soft(white_clock=60, remaining_moves=5)
    assert soft(white_clock=60, remaining_moves=1) > 40_000

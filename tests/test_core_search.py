"""The binding of the playing engine, `circularchess._core.Search`."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import circularchess
from circularchess import _core
from circularchess.errors import InvalidOptionError

TEXTS = dict(_core.builtin_variants())


def engine(variant: str, **options: Any) -> tuple[_core.Rules, _core.Search]:
    rules = _core.Rules(_core.ParsedVariant(TEXTS[variant]))
    return rules, _core.Search(rules, **options)


def start(rules: _core.Rules, variant: str) -> _core.Position:
    return rules.position(circularchess.Board(variant).setup())


@pytest.fixture(scope="module")
def circular() -> tuple[_core.Search, _core.Position]:
    rules, search = engine("circular")
    return search, start(rules, "circular")


def test_a_search_tells_its_lines(circular: tuple[_core.Search, _core.Position]) -> None:
    search, position = circular
    told: list[dict[str, Any]] = []
    answer = search.go(position, depth=5, on_info=told.append)
    assert [info["depth"] for info in told] == [1, 2, 3, 4, 5]
    assert answer["infos"] == told[-1:]
    last = told[-1]
    assert set(last) == {
        "depth", "seldepth", "multipv", "score", "bound", "wdl", "nodes", "nps", "time_ms",
        "hashfull", "tbhits", "pv",
    }  # fmt: skip
    assert sum(last["wdl"]) == 1000
    assert last["pv"][0] == answer["move"]
    assert last["pv"][1] == answer["ponder"]
    played = position
    for move in last["pv"]:
        after = played.play(move)
        assert after is not None
        played = after


def test_many_lines_begin_with_different_moves(
    circular: tuple[_core.Search, _core.Position],
) -> None:
    search, position = circular
    moves = position.legal_moves()[2:5]
    infos = search.go(position, depth=3, multipv=9, moves=moves)["infos"]
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert {info["pv"][0] for info in infos} == set(moves)


def test_the_position_is_not_searched_when_the_game_is_over(
    circular: tuple[_core.Search, _core.Position],
) -> None:
    search, position = circular
    over = position.resign("w")
    assert search.go(over) == {"move": None, "ponder": None, "infos": []}


def test_stop_ends_an_endless_search(circular: tuple[_core.Search, _core.Position]) -> None:
    search, position = circular
    stopped: list[float] = []

    def stop() -> None:
        while not search.searching:
            time.sleep(0.005)
        time.sleep(0.1)
        stopped.append(time.monotonic())
        search.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    move = search.go(position, infinite=True)["move"]
    ended = time.monotonic()
    thread.join()
    assert position.is_legal(move)
    assert ended - stopped[0] < 0.5  # 0.1 s on a machine of its own
    assert not search.searching


def test_times_end_a_search(circular: tuple[_core.Search, _core.Position]) -> None:
    search, position = circular
    began = time.monotonic()
    search.go(position, soft_ms=60, hard_ms=80)
    assert time.monotonic() - began < 1


def test_a_search_that_ponders_waits_for_the_move(
    circular: tuple[_core.Search, _core.Position],
) -> None:
    search, position = circular
    hit: list[float] = []

    def play() -> None:
        while not search.searching:
            time.sleep(0.005)
        time.sleep(0.15)
        hit.append(time.monotonic())
        search.ponderhit(soft_ms=30, hard_ms=50)

    thread = threading.Thread(target=play)
    thread.start()
    # The depth is reached long before, and no answer may come before the move was played.
    search.go(position, depth=2, ponder=True, soft_ms=1, hard_ms=1)
    ended = time.monotonic()
    thread.join()
    assert hit[0] <= ended < hit[0] + 1


def test_ctrl_c_ends_a_search(circular: tuple[_core.Search, _core.Position]) -> None:
    search, position = circular
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            search.go(position, infinite=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not search.searching


def test_what_on_info_raises_ends_the_search(
    circular: tuple[_core.Search, _core.Position],
) -> None:
    search, position = circular

    def refuse(info: dict[str, Any]) -> None:
        raise LookupError(info["depth"])

    with pytest.raises(LookupError):
        search.go(position, infinite=True, on_info=refuse)
    assert search.go(position, depth=1)["move"] is not None


def test_one_search_at_a_time(circular: tuple[_core.Search, _core.Position]) -> None:
    search, position = circular
    refused: list[str] = []

    def disturb(_: dict[str, Any]) -> None:
        attempts: list[Callable[[], object]] = [
            lambda: search.go(position),
            search.clear,
            lambda: setattr(search, "threads", 2),
            lambda: setattr(search, "hash_mb", 2),
        ]
        for attempt in attempts:
            with pytest.raises(RuntimeError) as caught:
                attempt()
            refused.append(str(caught.value))
        assert isinstance(search.evaluate(position), int)

    search.go(position, depth=1, on_info=disturb)
    assert len(refused) == 4
    assert all("searching" in text for text in refused)


def test_two_engines_search_at_once() -> None:
    found: dict[str, Any] = {}

    def run(name: str, variant: str) -> None:
        rules, search = engine(variant)
        answer = search.go(start(rules, variant), depth=6)
        found[name] = (str(answer["move"]), answer["infos"][0]["nodes"])

    variants = ("circular", "orthodox")
    for variant in variants:
        run(f"{variant} alone", variant)
    threads = [threading.Thread(target=run, args=(variant, variant)) for variant in variants]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for variant in variants:
        assert found[variant] == found[f"{variant} alone"]


def test_threads_and_hash_can_be_set() -> None:
    rules, search = engine("orthodox", threads=2, hash_mb=1)
    assert (search.threads, search.hash_mb) == (2, 1)
    search.threads, search.hash_mb = 1, 3
    assert (search.threads, search.hash_mb) == (1, 3)
    search.clear()
    assert search.go(start(rules, "orthodox"), depth=2)["move"] is not None


@pytest.mark.parametrize(
    "options",
    [
        {"depth": 0}, {"nodes": -1}, {"mate": 0}, {"soft_ms": -1}, {"hard_ms": 1 << 40},
        {"multipv": 0}, {"skill": 21}, {"contempt": 5000},
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(
    circular: tuple[_core.Search, _core.Position], options: dict[str, Any]
) -> None:
    search, position = circular
    name = next(iter(options))
    with pytest.raises(InvalidOptionError, match=name):
        search.go(position, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"depth": 2.0}, {"depth": True}, {"nodes": "9"}, {"history": [0.5]}, {"history": 3},
        {"moves": ["a1a2"]}, {"on_info": 3}, {"contempt": "x"},
    ],
)  # fmt: skip
def test_wrong_types_are_refused(
    circular: tuple[_core.Search, _core.Position], options: dict[str, Any]
) -> None:
    search, position = circular
    with pytest.raises(TypeError):
        search.go(position, **options)


def test_moves_and_positions_from_elsewhere_are_refused(
    circular: tuple[_core.Search, _core.Position],
) -> None:
    search, position = circular
    rules, _ = engine("orthodox")
    other = start(rules, "orthodox")
    with pytest.raises(ValueError, match="orthodox"):
        search.go(other)
    with pytest.raises(ValueError, match="orthodox"):
        search.evaluate(other)
    after = position.play(position.legal_moves()[0])
    assert after is not None
    with pytest.raises(ValueError, match="not legal"):
        search.go(position, moves=after.legal_moves())
    with pytest.raises(ValueError, match="none"):
        search.go(position, moves=[])
    for options in ({"threads": 0}, {"hash_mb": 0}, {"threads": 1 << 40}):
        with pytest.raises(InvalidOptionError):
            engine("circular", **options)


@pytest.mark.parametrize("variant", list(TEXTS))
def test_every_variant_is_played_and_explained(variant: str) -> None:
    rules, search = engine(variant, hash_mb=1)
    position = start(rules, variant)
    for nodes in (0, 1, 7, 400):
        move = search.go(position, nodes=nodes)["move"]
        assert position.is_legal(move)
    weak = search.go(position, skill=0)["move"]
    assert position.is_legal(weak)
    terms = search.explain(position)
    assert len({name for name, _, _ in terms}) == len(terms) > 3
    if len(position.in_play) == 2:
        total = sum(own - others for _, own, others in terms)
        # Each term is rounded on its own.
        assert abs(total - search.evaluate(position)) <= len(terms)

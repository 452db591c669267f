"""Racing: the package and python-chess do the same thing in turn, round after round."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

import pytest

#: Rounds of a race, and the least seconds that each runner runs in each.
ROUNDS: Final = 9
LEAST_SECONDS: Final = 0.02


class Result(NamedTuple):
    """Microseconds a unit of work: median and least of all rounds."""

    subject: str
    ours: tuple[float, float]
    peers: tuple[float, float]
    aim: str

    @property
    def ratio(self) -> float:
        """Our median by theirs."""
        return self.ours[0] / self.peers[0]


RESULTS: Final[list[Result]] = []

Race = Callable[..., None]


@pytest.fixture
def race(benchmark: Any) -> Race:
    """Times two callables in turn, and notes how much time the first needs of the second's.

    `units` says how many units of work a call of each does.
    """

    def run(
        subject: str,
        ours: Callable[[], Any],
        peers: Callable[[], Any],
        *,
        units: tuple[int, int] = (1, 1),
        aim: str = "",
    ) -> None:
        loops = [_loops(runner) for runner in (ours, peers)]
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(ROUNDS):
            for runner, count, unit, taken in zip((ours, peers), loops, units, times, strict=True):
                taken.append(_seconds(runner, count) / count / unit * 1e6)
        ours_taken, peers_taken = ((median(taken), min(taken)) for taken in times)
        result = Result(subject, ours_taken, peers_taken, aim)
        RESULTS.append(result)
        benchmark.extra_info.update(
            subject=subject,
            ours=result.ours,
            peers=result.peers,
            ratio=result.ratio,
            aim=aim,
        )
        # For pytest-benchmark's own table and its comparison with earlier runs.
        benchmark.pedantic(ours, rounds=ROUNDS, iterations=loops[0])

    return run


def _seconds(runner: Callable[[], Any], count: int) -> float:
    start = perf_counter()
    for _ in range(count):
        runner()
    return perf_counter() - start


def _loops(runner: Callable[[], Any]) -> int:
    """How many calls take long enough to be timed."""
    count = 1
    while (seconds := _seconds(runner, count)) < LEAST_SECONDS:
        count = max(count * 2, int(count * LEAST_SECONDS / max(seconds, 1e-9)))
    return count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table of ratios."""
    if not RESULTS:
        return
    terminalreporter.section("against python-chess, in turn (microseconds: median, least)")
    for result in RESULTS:
        (ours, our_least), (peers, peers_least) = result.ours, result.peers
        terminalreporter.write_line(
            f"{result.subject:<44} {ours:>11,.2f} {our_least:>11,.2f}"
            f" {peers:>13,.2f} {peers_least:>13,.2f} {result.ratio:>7.3f}  {result.aim}"
        )

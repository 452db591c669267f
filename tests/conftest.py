"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from circularchess.protocol import EngineName
from tally import TALLY

# The same examples on every run; `HYPOTHESIS_PROFILE=search` looks for new ones.
settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("search", settings.get_profile("steady"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(params=["rust", "reference"])
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each of the two engines in turn."""
    name: EngineName = request.param
    return name


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker of `pytest -n`, hand the counts over to the one who sums them up."""
    output: dict[str, object] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["tally"] = dict(TALLY)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object | None) -> None:  # noqa: ARG001
    """Take the counts of a worker that is done; one that crashed leaves none."""
    TALLY.update(getattr(node, "workeroutput", {}).get("tally", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much was counted, so that a green run shows what it stands for."""
    if TALLY:
        terminalreporter.section("counted")
        for what, amount in TALLY.items():
            terminalreporter.write_line(f"{amount:>16,} {what}")

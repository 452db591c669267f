"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from circularchess.engine import EngineName
from other_engines import STOCKFISH
from tally import TALLY

# A shell that starts something in the background has it ignore Ctrl-C, and its children with it:
# then those tests would wait for ever that press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

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

# Tests of heavy extras and of other programs are collected where those are installed; `.ci/run`
# names each of them.
collect_ignore_glob = [
    name
    for name, *needs in (
        ("test_cluster.py", "distributed"),
        ("test_move_server.py", "flask"),
        ("test_peers.py", "betza_visualizer", "pyffish"),
        ("test_widget.py", "anywidget", "playwright"),
        ("test_serve_*.py", "starlette", "httpx2"),
        ("test_browser_*.py", "starlette", "playwright"),
    )
    if not all(map(find_spec, needs))
]
if STOCKFISH is None:
    collect_ignore_glob.append("test_stockfish.py")


@pytest.fixture(params=["rust", "reference"])
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each of the two engines in turn."""
    name: EngineName = request.param
    return name


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """By default several processes only for whole folders.

    Each process collects all the tests it is given: for a file or a test that takes longer than it
    saves. Nor where output is not captured or a test is stepped through; `--pdb` xdist knows
    itself. The default says "logical", so that `-n auto`, as typed, always is on all cores.
    """
    option = config.option
    if option.numprocesses != "logical":
        return None
    chosen = config.args_source is pytest.Config.ArgsSource.ARGS and not any(
        Path(argument).is_dir() for argument in config.args
    )
    alone = option.keyword or option.lf or option.collectonly or option.capture == "no"
    return 0 if chosen or alone or option.trace else None


_SKIPPED: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note_skipped(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note_skipped(report)


def _note_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _SKIPPED.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker of `pytest -n`, hand the counts over to the one who sums them up.

    No test is skipped: a run with one that is has failed.
    """
    output: dict[str, object] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["tally"] = dict(TALLY)
    elif _SKIPPED and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object | None) -> None:  # noqa: ARG001
    """Take the counts of a worker that is done; one that crashed leaves none."""
    TALLY.update(getattr(node, "workeroutput", {}).get("tally", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much was counted, so that a green run shows what it stands for."""
    if _SKIPPED:
        terminalreporter.section("skipped, which no test may be", red=True)
        for nodeid in _SKIPPED:
            terminalreporter.write_line(nodeid)
    if TALLY:
        terminalreporter.section("counted")
        for what, amount in TALLY.items():
            terminalreporter.write_line(f"{amount:>16,} {what}")

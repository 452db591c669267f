"""`circularchess perft --dask`, on clusters of processes of this machine.

Needs the extra `cluster`; collected where that is installed.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from commands import PROGRAM, run

# Plain Python counts: slow enough for something to happen in the middle.
SLOW = ["perft", "circular", "--engine", "reference"]
DASK = [sys.executable, "-m", "dask"]


def refused(*args: str, program: list[str] = PROGRAM) -> str:
    """The one line of a command that ends with status 2."""
    result = run(*args, program=program)
    assert result.returncode == 2
    assert "Nodes searched" not in result.stdout
    assert re.fullmatch(r"circularchess: error: [^\n]+\n", result.stderr)
    return result.stderr


@contextmanager
def program(*args: str, wait_for: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A program that has said something, ended at the end; and the line."""
    process = subprocess.Popen(
        [*DASK, *args], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, encoding="utf-8"
    )
    try:
        assert process.stderr is not None
        line = next((line for line in process.stderr if wait_for in line), None)
        assert line is not None, f"dask {' '.join(args)} ended"
        yield process, line
    finally:
        process.kill()
        process.wait()
        process.stderr.close()  # type: ignore[union-attr]


@contextmanager
def scheduler() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A scheduler and its address."""
    args = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with program(*args, wait_for="Scheduler at:") as (process, line):
        yield process, line.split()[-1]


@contextmanager
def worker(address: str) -> Iterator[subprocess.Popen[str]]:
    """A worker of one thread that nobody starts again."""
    args = ("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    with program(*args, wait_for="Registered to:") as (process, _):
        yield process


def test_a_local_cluster() -> None:
    result = run("perft", "bhati-3", "--depth", "3", "--dask", "local", "--divide", "--check")
    assert result.returncode == 0
    assert result.stderr == ""
    plain = run("perft", "bhati-3", "--depth", "3", "--divide", "--check")
    # All but the times are the same.
    assert result.stdout.splitlines()[4:] == plain.stdout.splitlines()[4:]
    assert "The engines rust and reference agree." in result.stdout


def test_a_running_cluster() -> None:
    with scheduler() as (_, address), worker(address):
        for options in ((), ("--threads", "2", "--hash", "1")):
            result = run("perft", "circular-strict", "--depth", "5", "--dask", address, *options)
            assert (result.returncode, result.stderr) == (0, "")
            assert result.stdout.endswith("Nodes searched: 464393\n")


@pytest.mark.deep
def test_a_worker_dies_in_the_middle(tmp_path: Path) -> None:
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduler())
        workers = [stack.enter_context(worker(address)) for _ in range(2)]
        command = (*SLOW, "--depth", "5", "--json")
        output = tmp_path / "output"
        with output.open("w") as file:
            counting = subprocess.Popen([*PROGRAM, *command, "--dask", address], stdout=file)
        done_before, left = _wait_until_busy(address)
        assert counting.poll() is None
        workers[0].send_signal(signal.SIGKILL)
        assert workers[0].wait(10) == -signal.SIGKILL
        assert done_before > 0
        assert left > 10
        assert counting.wait(300) == 0
    # 464,557 sequences, as the plain count of both engines and the rotated board say.
    assert '"nodes": 464557' in output.read_text()


def _wait_until_busy(address: str) -> tuple[int, int]:
    """Wait until both workers count at depth 5; how many tasks of it are done, and how many not."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            tasks = client.run_on_scheduler(
                lambda dask_scheduler: [task.state for task in dask_scheduler.tasks.values()]
            )
            left = sum(state != "memory" for state in tasks)
            # The last depth has the most tasks, some of which are done by now.
            if len(tasks) > 100 and 10 < left < len(tasks) - 10:
                return len(tasks) - left, left
            time.sleep(0.05)
    raise AssertionError("the cluster never worked")


# --- What goes wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["nonsense", "", "a\nb", "tcp://", "foo://x:1", "tls://127.0.0.1:9", "x" * 10_000]
)
def test_addresses_refused(address: str) -> None:
    line = refused("perft", "circular", "--depth", "1", "--dask", address)
    assert "no Dask cluster at '" in line
    assert len(line) < 400


@pytest.mark.deep
def test_nobody_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = "tcp://{}:{}".format(*free.getsockname())
        start = time.monotonic()
        line = refused("perft", "circular", "--depth", "1", "--dask", address)
        assert f"no Dask cluster at {address!r}" in line
        # The same when somebody listens and never says a word.
        free.listen()
        line = refused("perft", "circular", "--depth", "1", "--dask", address)
        assert "no answer within 10 seconds" in line
        assert time.monotonic() - start < 60


@pytest.mark.deep
def test_no_workers() -> None:
    with scheduler() as (_, address):
        line = refused("perft", "circular", "--depth", "1", "--dask", address)
        assert f"the Dask cluster at {address!r} has no workers" in line


def test_workers_with_another_version(tmp_path: Path) -> None:
    (tmp_path / "circularchess-0.0.7.dist-info").mkdir()
    metadata = tmp_path / "circularchess-0.0.7.dist-info" / "METADATA"
    metadata.write_text("Metadata-Version: 2.1\nName: circularchess\nVersion: 0.0.7\n")
    with scheduler() as (_, address), pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path))
        with worker(address):
            patch.undo()
            line = refused("perft", "circular", "--depth", "2", "--dask", address)
            assert "a worker of the Dask cluster has circularchess '0.0.7', not '" in line


def test_the_scheduler_dies() -> None:
    with scheduler() as (process, address), worker(address):
        counting = subprocess.Popen(
            [*PROGRAM, *SLOW, "--depth", "6", "--dask", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        assert counting.stdout is not None
        # Depth 4 is done, depth 5 begins.
        assert any(line.startswith("    4 ") for line in counting.stdout)
        process.kill()
        _, error = counting.communicate(timeout=100)
        assert counting.returncode == 2
        assert re.fullmatch("circularchess: error: the Dask cluster failed: [^\n]+\n", error)


def test_ctrl_c() -> None:
    counting = subprocess.Popen(
        [*PROGRAM, *SLOW, "--depth", "7", "--dask", "local"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    assert counting.stdout is not None
    assert any(line.startswith("    3 ") for line in counting.stdout)
    # As a terminal does: to the workers too.
    os.killpg(counting.pid, signal.SIGINT)
    _, error = counting.communicate(timeout=60)
    assert counting.returncode == 130
    assert error.strip() == ""

"""Ctrl-C ends long work soon, however deep and wide it is when the signal comes.

Each count runs in a process of its own. On a quiet machine it ends within 0.2 s; how much work
may follow a stop is tested by counting it, beside the engine (`count/stopping.rs`). Here the bound
on the time only tells a count that stops from one that goes on, for minutes or years.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

#: Seconds of grace for a busy machine. What is counted takes many times longer to end by itself.
GRACE = 6.0

WORK = {
    "two armies, wide": 'perft(Board("bhati-2"), 8)',
    "orthodox": 'perft(Board("orthodox"), 9)',
    "threads": 'perft(Board("bhati-6"), 9, threads=2)',
    "many threads": 'perft(Board("bhati-6"), 12, threads=64)',
    "a table": 'perft(Board("orthodox"), 12, hash_mb=256)',
    "a table and threads": 'perft(Board("bhati-6"), 20, threads=2, hash_mb=256)',
    "progress": 'perft(Board("bhati-4"), 12, progress=lambda part, nodes: None)',
    "the deepest": 'perft(Board("cylinder"), 100)',
    "parts": 'divide(Board("bhati-5"), 9)',
    "playouts": 'playouts(Board("bhati-6"), 10**8, max_plies=10**6)',
    "playouts on threads": 'playouts(Board("orthodox"), 10**8, max_plies=10**6, threads=3)',
    "short playouts": 'playouts(Board("circular"), 10**8, max_plies=1)',
    "the reference": 'perft(Board("bhati-6", engine="reference"), 8)',
}

EXECUTORS = {
    "an executor of threads": ("ThreadPoolExecutor(2)", "rust", 1),
    "an executor of threads, reference": ("ThreadPoolExecutor(2)", "reference", 1),
    "an executor of processes": ("ProcessPoolExecutor(2, mp_context=spawn)", "rust", 1),
    "an executor of processes with threads": ("ProcessPoolExecutor(2)", "rust", 2),
    "an executor of processes, reference": ("ProcessPoolExecutor(2)", "reference", 1),
}

PROGRAM = """
import multiprocessing, os, sys, threading, time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from circularchess import Board, divide, perft
from circularchess.analysis.playouts import playouts

def main():
    spawn = multiprocessing.get_context("spawn")
    print("ready", flush=True)
    try:
        {work}
    except KeyboardInterrupt:
        print("stopped", flush=True)

if __name__ == "__main__":
    main()
"""


def interrupt(folder: Path, work: str, after: float) -> None:
    """Run the work, send the signal `after` some seconds, and see it end in time."""
    # A file, for workers that are spawned import it.
    program = folder / "work.py"
    text = PROGRAM.replace("{work}", textwrap.indent(work, " " * 8).lstrip())
    program.write_text(text, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(after)
        assert process.poll() is None, "the work was not long enough"
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        output, errors = process.communicate(timeout=GRACE * 10)
        assert time.monotonic() - start < GRACE
        assert (output, errors) == ("stopped\n", "")
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_ends_deep_work(name: str, tmp_path: Path) -> None:
    interrupt(tmp_path, WORK[name], 1.5)


@pytest.mark.parametrize("name", EXECUTORS)
def test_ctrl_c_ends_the_tasks_of_an_executor(name: str, tmp_path: Path) -> None:
    # Only the process that asked hears of it; its workers are told. Leaving `with` waits for them.
    pool, engine, threads = EXECUTORS[name]
    work = f"""\
with {pool} as executor:
    perft(Board("bhati-6", engine="{engine}"), 9, executor=executor, threads={threads})
"""
    interrupt(tmp_path, work, 4.0)


@pytest.mark.parametrize("options", [(), ("--threads", "2"), ("--hash", "64")])
def test_ctrl_c_ends_the_command(options: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "circularchess", "perft", "bhati-2", "--depth", "9", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    # Depth 5 is told; those after it take minutes.
    assert any(line.split()[:1] == ["5"] for line in process.stdout)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, errors = process.communicate(timeout=GRACE * 10)
    assert time.monotonic() - start < GRACE
    assert (process.returncode, errors.strip()) == (130, "")


def test_a_tiny_count_does_not_pay_for_a_large_table() -> None:
    # The table is gone when the count ends; the peak remembers it.
    code = """
    import resource
    from circularchess import Board, perft
    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    perft(Board("bhati-6"), 3)
    before = peak()
    assert perft(Board("bhati-6"), 3, hash_mb=2048) == 10648
    assert perft(Board("bhati-6"), 3, hash_mb=2048, threads=2) == 10648
    print(peak() - before)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    # 484 positions of depth 1 go by uncounted; each of the 22 of depth 2 may touch a page.
    assert int(done.stdout) < 32 << 20

"""`circularchess serve`. Needs the extras `serve` and `browser`."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "circularchess", "serve", "--no-browser"]


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, which does not outlive the test."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, *words], stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def lines_to_play(process: subprocess.Popen[str]) -> list[str]:
    """What it says until it says where to play."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if line.startswith("Play at "):
            return lines
    raise AssertionError(f"it does not start: {process.communicate()}")


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)]
)
def test_it_says_where_and_ends_when_told(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    path = tmp_path / "deep" / "games.sqlite"
    with started("--port", "0", "--database", str(path)) as process:
        kept, reach, play = lines_to_play(process)
        assert kept == f"Games are kept in {path}"
        assert reach.startswith("Only this machine can reach the server")
        address = play.split()[2]
        # The socket listens already: who asks now waits until it answers.
        with urllib.request.urlopen(address + "health", timeout=10) as answer:
            assert json.load(answer)["status"] == "ok"
        process.send_signal(number)
        _, errors = process.communicate(timeout=10)
        assert process.returncode == status
        assert errors.strip() == ""
    assert path.exists()


def test_it_says_when_others_can_reach_it(tmp_path: Path) -> None:
    words = ("--port", "0", "--host", "0.0.0.0", "--database", str(tmp_path / "a"))
    with started(*words) as process:
        _, reach, _ = lines_to_play(process)
        assert reach.startswith("Everybody who can reach 0.0.0.0 port")


def test_what_it_refuses(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for words, said in (
            (("--port", port), f"cannot listen at '127.0.0.1' port {port}"),
            (("--host", "no.such.host.invalid"), "cannot listen at 'no.such.host.invalid'"),
            (("--port", "0", "--database", str(tmp_path)), "database"),
            (("--port", "99999"), "99999"),
        ):
            with started(*words) as process:
                out, errors = process.communicate(timeout=20)
            assert process.returncode == 2, words
            assert said in errors
            assert errors.count("\n") == 1
            assert "Play at" not in out

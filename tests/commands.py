"""The command line as tests use it: in this process, which is quick, or as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

import pytest
from click.testing import CliRunner

from circularchess.cli.main import cli, main

PROGRAM = [sys.executable, "-m", "circularchess"]


def run(
    *args: str, program: Sequence[str] = PROGRAM, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program as users do."""
    return subprocess.run(
        [*program, *args],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
        check=False,
    )


def call_bytes(*args: str) -> bytes:
    """Run a command in this process and return what it prints; it must succeed."""
    result = CliRunner().invoke(cli, args, catch_exceptions=False, standalone_mode=False)
    assert result.exit_code == 0
    return result.stdout_bytes


def call(*args: str) -> str:
    """The same as text."""
    return call_bytes(*args).decode()


def status(*args: str) -> int:
    """The exit status of a command run in this process."""
    with pytest.raises(SystemExit) as caught:
        main(args)
    assert isinstance(caught.value.code, int)
    return caught.value.code

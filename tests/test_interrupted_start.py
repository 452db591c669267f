"""Ctrl-C while the command is still starting, or ending, leaves no traceback."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time

import pytest

#: What the installed command does, once Python itself has started.
PROGRAM = """
import sys
from circularchess.__main__ import main
print("up", flush=True)
sys.argv = ["circularchess", "variants"]
main()
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_signal_at_any_time(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(8):
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline() == b"up\n"
            time.sleep(rng.uniform(0, 0.15))
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            # At most the end of the line that "^C" stands on.
            assert process.stderr.read().strip() == b""
            # Ended before the signal, by it, or by the command's own word.
            assert process.wait(60) in (0, -signal.SIGINT, 130)

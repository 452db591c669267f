"""Runs one target under atheris: `fuzz.py TARGET [libFuzzer's options and folders]`."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "tests")]

with atheris.instrument_imports(include=["circularchess"]):
    from targets import TARGETS


def main() -> None:
    """Never returns: libFuzzer ends the process."""
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()

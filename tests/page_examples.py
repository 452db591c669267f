"""The code blocks of a Markdown page, run in the order in which they stand.

What stands in a page is typed by its readers, so everything is run:

- `pycon`: examples as in docstrings, all of a page one after the other;
- `console`: lines after `$` are commands, the lines that follow are what they print;
- a block with a `:caption:` is a file of that name, which later blocks may read or run;
- other `json` and `toml` is at least well-formed. `sh` and `text` are only shown.

`...` in an expected output stands for anything.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

# The messages of errors are part of what a page promises.
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

FENCE = re.compile(r"^```(?:\{code-block\} )?([\w{}-]+) *(.*)$")
CAPTION = re.compile(r"^:caption: (\S+)$")
#: Blocks that are nothing to run.
SHOWN = ("sh", "text", "rust", "html")


class Block(NamedTuple):
    """A fenced block: its language, the caption, the lines and the number of the first one."""

    language: str
    caption: str
    lines: list[str]
    number: int


def blocks(text: str) -> Iterator[Block]:
    """All fenced blocks of a page, directives left out."""
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        match = FENCE.match(line)
        if match is None:
            continue
        body: list[str] = []
        caption = ""
        for _, inner in lines:
            if inner.startswith("```"):
                break
            found = CAPTION.match(inner)
            if found and not body:
                caption = found[1]
            else:
                body.append(inner)
        else:
            raise AssertionError(f"line {number}: the block is not closed")
        if "{" not in match[1]:
            yield Block(match[1], caption, body, number)


class Page:
    """Runs the blocks of one page in the current folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.faults: list[str] = []
        self.run = 0

    def run_all(self) -> None:
        """Run everything. What went wrong is in `faults`, what was run is counted in `run`."""
        for block in blocks(self.path.read_text(encoding="utf-8")):
            text = "\n".join(block.lines) + "\n"
            if block.caption:
                Path(block.caption).write_text(text, encoding="utf-8")
            elif block.language == "pycon":
                self._python(text, block)
            elif block.language == "console":
                self._console(block)
            elif block.language == "json":
                json.loads(text)
            elif block.language == "toml":
                tomllib.loads(text)
            elif block.language not in SHOWN:
                self.faults.append(f"{self._place(block)}: a block of {block.language!r}")

    def _place(self, block: Block, line: int = 0) -> str:
        return f"{self.path.name}, line {block.number + line}"

    def _python(self, text: str, block: Block) -> None:
        name = self.path.name
        test = doctest.DocTestParser().get_doctest(text, self.names, name, name, block.number)
        test.globs = self.names  # the parser copies them: a page is one program
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        self.run += len(test.examples)
        runner.run(test, out=self.faults.append, clear_globs=False)

    def _console(self, block: Block) -> None:
        checker = doctest.OutputChecker()
        for command, expected in commands(block):
            self.run += 1
            found = run_command(command)
            if not checker.check_output(expected, found, FLAGS):
                self.faults.append(f"{self._place(block)}: $ {command}\n{found}")


def commands(block: Block) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output it shows."""
    found: list[tuple[str, list[str]]] = []
    for line in block.lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line + "\n")
    return [(command, "".join(lines)) for command, lines in found]


def run_command(command: str) -> str:
    """What `circularchess ...` or `python ...` prints, errors too."""
    program, *arguments = shlex.split(command)
    start = {"circularchess": ["-m", "circularchess"], "python": []}[program]
    done = subprocess.run(
        [sys.executable, *start, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={
            **os.environ,
            "PYTHONIOENCODING": "utf-8",
            "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry),
        },
    )
    return done.stdout

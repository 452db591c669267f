"""Builds and runs the package and its peers in turn and prints one table of ratios.

    pip install '.[bench]' && python benches/compare.py

needs a Rust toolchain, and Valgrind for the instruction counts. `--help` lists what can be left
out. The peers from crates.io are in `benches/peers`, a crate of its own; python-chess and pyffish
come with the extra `bench`. The table also goes to `benches/RESULTS.md`, its picture to
`benches/results.svg`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from python_peers import PythonCase, time_python_peers
from report import plot, render

HERE: Final = Path(__file__).resolve().parent
PEERS: Final = HERE / "peers"
#: What the Rust programs are built for: the name, and what the compiler is told.
BUILDS: Final = {"x86-64-v3": "-C target-cpu=x86-64-v3", "portable": ""}
CALLGRIND: Final = ("valgrind", "--tool=callgrind")
#: Too long for callgrind; the same position a ply less deep is there too.
NOT_COUNTED: Final = {"cozy-chess start 6"}


@dataclass
class Row:
    """A case, with what was measured for each build."""

    case: str
    generated: int = 0
    nodes: int = 0
    #: By build: median and least seconds.
    seconds: dict[str, tuple[float, float]] = field(default_factory=dict)
    #: By build: instructions for a generated position.
    instructions: dict[str, float] = field(default_factory=dict)
    #: Why there are no figures, if there are none.
    missing: str = ""

    def nanoseconds(self, build: str) -> tuple[float, float] | None:
        """Median and least time of a generated position."""
        if build not in self.seconds:
            return None
        median, least = self.seconds[build]
        return median * 1e9 / self.generated, least * 1e9 / self.generated


def main() -> None:
    options = _options()
    rows: dict[str, Row] = {}
    for build, program in _programs().items():
        print(f"timing {build}, {options.rounds} rounds", file=sys.stderr)
        output = subprocess.check_output([program, "time", str(options.rounds)], text=True)
        for line in map(json.loads, output.splitlines()):
            row = rows.setdefault(line["case"], Row(line["case"]))
            row.generated, row.nodes = line["generated"], line["nodes"]
            row.seconds[build] = (line["median"], line["least"])
        if options.instructions:
            for case in rows.keys() - NOT_COUNTED:
                print(f"counting instructions, {build}: {case}", file=sys.stderr)
                _count_instructions(program, build, rows[case])
    for peer in time_python_peers(options.rounds):
        rows[peer.name] = _python_row(peer)
    python = _race() if options.python else []
    text = render(list(rows.values()), list(BUILDS), _versions(), python)
    print(text)
    if options.write:
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")
        plot(list(rows.values()), list(BUILDS), HERE / "results.svg")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds, at least 5 (default 7)")
    parser.add_argument("--no-instructions", dest="instructions", action="store_false")
    parser.add_argument("--no-python", dest="python", action="store_false", help="Rust only")
    parser.add_argument("--no-write", dest="write", action="store_false", help="only print")
    options = parser.parse_args()
    if options.rounds < 5:
        parser.error("medians of fewer than 5 rounds mean little")
    if options.instructions and shutil.which("valgrind") is None:
        print("no Valgrind: instructions are not counted", file=sys.stderr)
        options.instructions = False
    return options


def _programs() -> dict[str, Path]:
    """The peers' program, built for each kind of processor."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", PEERS / "target"))
    programs = {}
    for build, flags in BUILDS.items():
        print(f"building {build}", file=sys.stderr)
        folder = target / f"peers-{build}"
        subprocess.run(
            ["cargo", "build", "--release", "--locked", "--quiet", "--target-dir", folder],
            cwd=PEERS,
            env={**os.environ, "RUSTFLAGS": flags},
            check=True,
        )
        programs[build] = folder / "release" / "circularchess-peers"
    return programs


def _count_instructions(program: Path, build: str, row: Row) -> None:
    counted, prepared = (_instructions(program, verb, row.case) for verb in ("run", "prepare"))
    row.instructions[build] = (counted - prepared) / row.generated


def _instructions(program: Path, verb: str, case: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [*CALLGRIND, f"--callgrind-out-file={folder}/out", program, verb, case],
            capture_output=True,
            text=True,
            check=True,
        )
    found = re.search(r"Collected : (\d+)", result.stderr)
    assert found is not None, result.stderr
    return int(found[1])


def _python_row(case: PythonCase) -> Row:
    row = Row(case.name, case.generated, case.nodes, missing=case.missing)
    if not case.missing:
        # Not built here, but for any processor: that is who they are measured against.
        row.seconds = {"portable": (case.median, case.least)}
    return row


def _race() -> list[dict[str, object]]:
    """The Python benches: what each subject takes of python-chess's time."""
    print("racing python-chess", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "benches.json"
        benches = HERE / "python"
        options = ["-q", "-c", f"{benches}/pytest.ini", str(benches), f"--benchmark-json={output}"]
        subprocess.run(
            [sys.executable, "-m", "pytest", *options],
            check=True,
            stdout=sys.stderr,
        )
        return [
            benchmark["extra_info"] for benchmark in json.loads(output.read_text())["benchmarks"]
        ]


def _versions() -> dict[str, str]:
    """Whom we met."""
    lock = tomllib.loads((PEERS / "Cargo.lock").read_text(encoding="utf-8"))
    found = {package["name"]: package["version"] for package in lock["package"]}
    rustc = subprocess.check_output(["rustc", "--version"], text=True).split()[1]
    versions = {
        "rustc": rustc,
        "Python": ".".join(map(str, sys.version_info[:3])),
        "circularchess": found["circularchess"],
        "cozy-chess": found["cozy-chess"],
        "shakmaty": found["shakmaty"],
    }
    for name, package in (("python-chess", "chess"), ("pyffish", "pyffish")):
        try:
            versions[name] = version(package)
        except PackageNotFoundError:
            versions[name] = "not installed"
    return versions


if __name__ == "__main__":
    main()

"""The programs in `examples/`, run as their users run them."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from defusedxml.ElementTree import fromstring

from circularchess import Board, Variant

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *args: str) -> str:
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *args],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
        env={"PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error", "PYTHONHASHSEED": "0"},
    ).stdout


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_drawing_a_game(tmp_path: Path) -> None:
    output = run("draw_game.py", str(tmp_path / "pictures"))
    positions = output.splitlines()
    assert len(positions) == 8
    assert positions[0] == Board("circular").fen()
    assert sorted(p.name for p in (tmp_path / "pictures").iterdir()) == [
        "game.html",
        "knight.svg",
        "start.svg",
    ]
    for name in ("knight.svg", "start.svg"):
        text = (tmp_path / "pictures" / name).read_text(encoding="utf-8")
        assert fromstring(text).tag.endswith("svg")


def test_a_tournament() -> None:
    output = run("tournament.py", "--games", "3", "--seed", "5")
    assert output == run("tournament.py", "--games", "3", "--seed", "5")
    results = re.findall(r"^Game \d: (\S+), \d+ moves$", output, re.MULTILINE)
    assert len(results) == 3
    table = re.findall(r"^(\w+) +(\d\.\d\d)$", output, re.MULTILINE)
    assert {name for name, _ in table} == {"Ada", "Bo", "Cleo", "Dan", "Eve", "Finn"}
    assert sum(float(score) for _, score in table) == pytest.approx(3, abs=0.05)


def test_everyone_moves_on_by_one_seat() -> None:
    module = load("tournament")
    table, games = module.tournament(2, 3)
    assert sum(table.values()) == 2
    assert all(isinstance(score, int | Fraction) for score in table.values())
    assert [games[0].players["o"], games[1].players["r"]] == ["Bo", "Bo"]


def test_a_variant_of_ones_own() -> None:
    output = run("custom_variant.py")
    # By hand: eight pawn moves, three of the knight, one of the rook; the armies cannot meet
    # before each has moved.
    for depth in (1, 2, 3):
        assert f"perft {depth}: {12**depth} = {12**depth}\n" in output
    assert re.search(r"^Result \S+ after \d+ moves:$", output, re.MULTILINE)
    variant = Variant.from_file(EXAMPLES / "three_knights.toml")
    assert len(list(variant.squares())) == 4 * 24 - 6

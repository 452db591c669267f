"""The engines know no game by its name: what a game is, its file says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import circularchess
from circularchess import variants

ROOT = Path(__file__).parent.parent
PACKAGE = Path(circularchess.__file__).parent

#: Parts of the package that judge, or read and write positions and moves.
ENGINES = (
    *("reference", "engine.py", "values", "notation", "fen.py", "san.py", "rules_digest.py"),
    *("geometry.py", "views.py", "game_node.py"),
)
#: Parts that play, count and serve. They may name the game that is meant if none is named.
PLAYERS = ("players", "analysis", "serve", "puzzles")
DEFAULT = "circular"
#: The protocol by which others' programs play has names of its own, `chess` for one.
OTHER_NAMES = {PACKAGE / "players" / "uci" / name for name in ("settings.py", "client.py")}
#: Crates that are no engine: the referee is a slow judge for the tests of the others.
NO_ENGINES = ("referee",)

#: An id as a word of its own, in a text or as part of a name: `three-man`, `three_man`, `ThreeMan`.
IDS = [
    spelled
    for variant in variants()
    for spelled in (
        variant.id,
        variant.id.replace("-", "_"),
        "".join(part.title() for part in variant.id.split("-")),
        variant.id.replace("-", "_").upper(),
    )
]
WORD = re.compile(rf"(?<![A-Za-z0-9_-])(?:{'|'.join(map(re.escape, IDS))})(?![A-Za-z0-9_-])")

PYTHON_FILES = [
    file
    for part in (*ENGINES, *PLAYERS)
    for file in (
        [PACKAGE / part] if part.endswith(".py") else sorted((PACKAGE / part).rglob("*.py"))
    )
    if file not in OTHER_NAMES
]

_TEST_FILE = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)?mod (\w+);")


def rust_files() -> Iterator[Path]:
    """The files of the engines, but for those that are tests."""
    for crate in sorted((ROOT / "rust").iterdir()):
        files = sorted((crate / "src").rglob("*.rs")) if crate.name not in NO_ENGINES else []
        tests = {
            file.parent / f"{name}.rs"
            for file in files
            for name in _TEST_FILE.findall(file.read_text("utf-8"))
        }
        for file in files:
            if file.name != "tests.rs" and file not in tests:
                yield file


RUST_FILES = list(rust_files())


def python_words(source: str) -> list[str]:
    """Names and texts of a program, its descriptions left out."""
    tree = ast.parse(source)
    told = {
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            found.append(node.value)
        for field in ("id", "attr", "name", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                found.append(name.strip("_"))
    return found


_RUST = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|r(?P<raw>\#*)".*?"(?P=raw)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'""",
    re.DOTALL,
)


def rust_code(source: str) -> str:
    """A program without comments, its tests, and the list of built-in games."""
    code = _RUST.sub(lambda found: "" if found["comment"] else found[0], source)
    code = re.sub(r"#\[cfg\(test\)\]\s*(pub(\(\w+\))? )?mod \w+ \{.*\Z", "", code, flags=re.DOTALL)
    return re.sub(r"(?<=pub const BUILTIN: ).*?(?=\n\];)", "", code, flags=re.DOTALL)


@pytest.mark.parametrize("file", PYTHON_FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_variant_id_in_a_module(file: Path) -> None:
    allowed = {DEFAULT} if file.relative_to(PACKAGE).parts[0] in PLAYERS else set()
    words = set(python_words(file.read_text("utf-8"))) - allowed
    assert not [word for word in words if WORD.search(word)]


@pytest.mark.parametrize("file", RUST_FILES, ids=lambda file: str(file.relative_to(ROOT / "rust")))
def test_no_variant_id_in_a_crate(file: Path) -> None:
    assert not WORD.findall(rust_code(file.read_text("utf-8")))


def test_an_id_would_be_seen() -> None:
    assert any(WORD.search(w) for w in python_words('"""byzantine"""\nif own == "three-man": pass'))
    assert not any(WORD.search(w) for w in python_words('def f():\n    """As three-man."""'))
    assert WORD.search(rust_code('match id { "big-four" => 1, _ => 0 }'))
    assert WORD.search(rust_code("enum Game { BigFour }"))
    assert not WORD.search(rust_code('// "big-four"\nlet a = "//";'))
    lists = (ROOT / "rust" / "circularchess" / "src" / "variant" / "mod.rs").read_text("utf-8")
    assert WORD.search(lists)
    assert len(PYTHON_FILES) > 40
    assert len(RUST_FILES) > 40

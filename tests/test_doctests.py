"""The examples of the README and of every docstring, against the installed package."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
from pathlib import Path

import pytest

import circularchess

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE
README = Path(__file__).parents[1] / "README.md"

# The rooms of heavy extras only where those are installed; `.ci/run` asks for them.
LEFT_OUT = tuple(
    room
    for room, needs in (
        ("circularchess.serve.", "starlette"),
        ("circularchess.pictures.widget", "anywidget"),
    )
    if importlib.util.find_spec(needs) is None
)
MODULES = [
    module.name
    for module in pkgutil.walk_packages(circularchess.__path__, "circularchess.")
    if not module.name.endswith(("._core", ".__main__")) and not module.name.startswith(LEFT_OUT)
]


@pytest.mark.parametrize("name", ["circularchess", *MODULES])
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    # Examples may use the public names without importing them one by one.
    names = {name: getattr(circularchess, name) for name in circularchess.__all__}
    result = doctest.testmod(module, extraglobs=names, optionflags=FLAGS)
    assert result.failed == 0


def test_readme() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=FLAGS)
    assert result.attempted >= 10
    assert result.failed == 0

"""The package as a whole: names, imports, errors."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys

import pytest

import circularchess
from circularchess import errors


def test_public_names_are_there() -> None:
    assert circularchess.__all__ == sorted(circularchess.__all__)
    for name in circularchess.__all__:
        assert getattr(circularchess, name) is not None
        assert name in dir(circularchess)
    with pytest.raises(AttributeError, match="no attribute 'Bored'"):
        _ = circularchess.Bored


def test_functions_are_not_hidden_by_modules() -> None:
    code = (
        "import circularchess.cli.main, circularchess.cli.perft, circularchess as c;"
        "print(c.perft(c.Board(), 1), callable(c.divide))"
    )
    assert _python(code) == "12 True"
    # Asking for one name imports its module, which must not take the place of another name.
    code = (
        "import types, circularchess as c;"
        "_ = [getattr(c, name) for name in c.__all__];"
        "print([name for name in c.__all__ if isinstance(getattr(c, name), types.ModuleType)])"
    )
    assert _python(code) == "[]"


def test_importing_is_light() -> None:
    # Heavy modules are what makes an import slow; a clock would only measure the machine.
    code = "import sys, circularchess; print(*sys.modules)"
    loaded = _python(code).split()
    assert not [name for name in loaded if name.startswith("circularchess.")]
    assert not {"click", "rich", "importlib.metadata", "dataclasses", "inspect"} & set(loaded)


def test_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert circularchess.__version__ == version("circularchess")


def test_errors_are_value_errors_and_pickle() -> None:
    classes = [
        value
        for _, value in inspect.getmembers(errors, inspect.isclass)
        if value.__module__ == errors.__name__
    ]
    assert len(classes) == 16
    for kind in classes:
        assert issubclass(kind, errors.CircularChessError)
        assert issubclass(kind, ValueError)
        assert kind.__doc__
        assert kind.__name__ in errors.__all__
        assert str(pickle.loads(pickle.dumps(kind("what, where")))) == "what, where"
    error = errors.InvalidPositionError("bad", (("kings", "none"),))
    assert pickle.loads(pickle.dumps(error)).problems == (("kings", "none"),)


def _python(code: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return run.stdout.strip()

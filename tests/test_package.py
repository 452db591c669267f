"""The package as a whole: names, imports, errors."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

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


# The names that were public before the package had rooms, by the module people import them from.
DOORS = {
    "animation": "Replayable frames gif_of history positions to_gif to_html",
    "drawing": "draw_text draw_unicode files_per_block piece_names",
    "fen": "MAX_COUNTER MAX_LENGTH parse_fen write_fen",
    "flat": "FlatCell FlatGeometry flat_geometry",
    "game": "Game possible_results",
    "geometry": "Cell Geometry Point geometry",
    "json_format": "board_from_json board_to_dict board_to_json game_from_json game_to_dict "
    "game_to_json schema",
    "notebook": "game_html",
    "pgn": "MAX_FAULTS PgnFault check_headers check_value known_headers parse_game read_games "
    "variation_text write_game write_games write_moves",
    "san": "Notation is_move_text notation",
    "svg": "DEFAULT_COLORS Arrow ArrowLike Drawable Svg board checked piece snapshot to_png",
    "variant": "Army Castling Variant VariantData variants",
    "views": "LegalMoves SafeMoves",
}


@pytest.mark.parametrize("door", DOORS)
def test_public_doors_are_open(door: str) -> None:
    # By itself: a door must not need that another one was opened before.
    names = DOORS[door].split()
    code = (
        f"from circularchess.{door} import {', '.join(names)};"
        f"import circularchess.{door} as door; print(*door.__all__)"
    )
    assert set(names) <= set(_python(code).split())


@pytest.mark.parametrize("room", ["pgn", "json_format"])
def test_records_do_not_load_what_they_build(room: str) -> None:
    code = f"import sys, circularchess.records.{room}; print(*sys.modules)"
    loaded = {name for name in _python(code).split() if name.startswith("circularchess.")}
    assert not loaded & {f"circularchess.{name}" for name in ("board", "game", "game_node", room)}


def test_layers_are_declared_without_exceptions() -> None:
    with open(Path(__file__).parents[1] / "pyproject.toml", "rb") as file:
        linter = tomllib.load(file)["tool"]["importlinter"]
    layers, circles = linter["contracts"]
    assert (layers["type"], circles["type"]) == ("layers", "acyclic_siblings")
    assert layers["exhaustive"]
    assert circles["ancestors"] == ["circularchess", "circularchess.**"]
    # Nothing is let off: these are all the ways the linter knows of.
    allowed = {"name", "type", "layers", "containers", "exhaustive", "ancestors"}
    assert {*layers, *circles} <= allowed
    listed = {name.strip() for layer in layers["layers"] for name in layer.split(":")}
    folder = Path(circularchess.__path__[0])
    assert listed == {
        path.stem
        for path in folder.iterdir()
        if path.name != "__init__.py" and (path.suffix == ".py" or (path / "__init__.py").exists())
    }


def test_no_module_is_named_by_a_text() -> None:
    # Else the linter would not see who imports whom. The lazy table of the package may.
    folder = Path(circularchess.__path__[0])
    for path in folder.rglob("*.py"):
        if path != folder / "__init__.py":
            text = path.read_text("utf-8")
            assert "import_module" not in text, path
            assert "__import__" not in text, path


def test_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert circularchess.__version__ == version("circularchess")


def test_errors_are_value_errors_and_pickle() -> None:
    classes = [
        value
        for _, value in inspect.getmembers(errors, inspect.isclass)
        if value.__module__ == errors.__name__
    ]
    assert len(classes) == 20
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

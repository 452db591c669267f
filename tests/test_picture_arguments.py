"""Whatever is given to what draws is drawn or refused in one line, with the right kind of error.

The calls come out of the signatures: every parameter of every public function is given every odd
value in turn.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from circularchess import (
    Board,
    CircularChessError,
    Game,
    Piece,
    Square,
    Variant,
    animation,
    drawing,
    geometry,
    notebook,
    svg,
)

ODD: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**400,
    -(10**400),
    10**5000,
    1e308,
    math.nan,
    math.inf,
    -math.inf,
    1j,
    "",
    "x",
    "\0",
    "\ud800",
    "400",
    "\u0664",
    "x" * 100_000,
    b"w",
    b"\xff",
    [],
    [None],
    ["\ud800"],
    [[]],
    {},
    {"w": None},
    {None: "red"},
    {3: 4},
    ("a1",),
    ("a1", "a2", "red", "x", "y"),
    set(),
    object(),
    object,
    len,
    iter([1]),
    Square("a1"),
    Variant.load("bhati-6"),
]

BOARD = Board("circular")
VARIANT = BOARD.variant
#: What a parameter without default is given while another one is tried, by its name.
USUAL: dict[str, Any] = {
    "board": BOARD,
    "board_": BOARD,
    "game": BOARD,
    "piece": Piece.from_symbol("wK"),
    "variant": VARIANT,
    "svg": svg.piece(Piece.from_symbol("wK"), VARIANT),
    "drawings": [svg.piece(Piece.from_symbol("wK"), VARIANT)],
    "picture": svg.board(BOARD),
    "pieces": BOARD.piece_map(),
    "tail": "a1",
    "head": "a2",
    "square": "a1",
    "x": 0.1,
    "y": 0.1,
    "radius": 0.5,
    "file": 1,
    "figures": True,
    "cell": 3,
    "width": 80,
}
#: Small pictures, so that all this takes no time.
SMALL = {"size": 20}


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function and method of what draws."""
    view = VARIANT.geometry()
    for module in (svg, animation, drawing, geometry):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing):
                yield f"{module.__name__.rpartition('.')[2]}.{name}", thing
    yield "svg.Arrow", svg.Arrow
    for name in ("square_at", "point", "__getitem__"):
        yield f"Geometry.{name}", getattr(view, name)
    yield "Variant.geometry", VARIANT.geometry
    for method in (BOARD.text, BOARD.unicode):
        yield f"Board.{method.__name__}", method


FUNCTIONS = dict(functions())


def parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """By name; those that are handed on to `svg.board` as its own."""
    found = dict(inspect.signature(function).parameters)
    if "options" in found:
        del found["options"]
        own = inspect.signature(svg.board).parameters
        found |= {name: p for name, p in own.items() if p.kind is p.KEYWORD_ONLY}
    return found


CALLS = [
    pytest.param(function, name, id=f"{where}-{name}")
    for where, function in FUNCTIONS.items()
    for name in parameters(function)
]


def test_there_is_much_to_try() -> None:
    tried = {(call.values[0], call.values[1]) for call in CALLS}
    assert {(svg.board, "size"), (svg.to_png, "size"), (svg.Arrow, "way")} <= tried
    assert {(animation.to_gif, "delay"), (animation.to_html, "style")} <= tried
    assert {(geometry.geometry, "seat"), (drawing.draw_text, "width")} <= tried
    assert len(CALLS) > 80


@pytest.mark.parametrize(("function", "name"), CALLS)
def test_odd_values(function: Callable[..., Any], name: str) -> None:
    known = parameters(function)
    usual = {key: USUAL[key] for key, p in known.items() if p.default is p.empty and key != name}
    if "size" in known and name != "size" and function is not svg.piece:
        usual |= SMALL
    for value in ODD:
        if isinstance(value, type(iter([]))):
            value = iter([1])  # a fresh one each time
        given = {**usual, name: value}
        first = [
            given.pop(key)
            for key, p in known.items()
            if p.kind is p.POSITIONAL_ONLY and key in given
        ]
        try:
            result = function(*first, **given)
            result = list(result) if inspect.isgenerator(result) else result
        except (CircularChessError, TypeError) as error:
            text = str(error)
            assert text
            assert "\n" not in text
            assert len(text) < 600
            # Nothing of Python's own machinery shows.
            assert "NoneType" not in text
            assert "unhashable" not in text
            assert "has no attribute" not in text
            text.encode()
            continue
        if isinstance(result, svg.Svg):
            root = ET.fromstring(result)
            size = root.get("width")
            assert size is None or 0 < float(size.removesuffix("mm")) <= 1_000_000
        if isinstance(result, str):
            result.encode()


@pytest.mark.parametrize(
    "size", [10**400, -(10**400), 10**5000, 1e308, math.nan, math.inf, True], ids=range(7)
)
def test_sizes_are_refused_alike(size: Any) -> None:
    for call in (
        lambda: svg.board(BOARD, size=size),
        lambda: svg.snapshot(BOARD, size=size),
        lambda: svg.piece(Piece.from_symbol("wK"), VARIANT, size=size),
        lambda: svg.to_png("<svg/>", size=size),
        lambda: animation.to_gif(BOARD, size=size),
        lambda: animation.to_html(BOARD, size=size),
    ):
        with pytest.raises(CircularChessError, match=r"size is not .{5,200}$"):
            call()


@pytest.mark.parametrize(("size", "text"), [(1_234_567 / 2, "617283.5"), (999_999, "999999")])
def test_sizes_are_written_whole(size: float, text: str) -> None:
    assert ET.fromstring(svg.board(BOARD, size=size)).get("width") == text


@pytest.mark.parametrize("value", ODD, ids=range(len(ODD)))
def test_notebooks_take_games_only(value: Any) -> None:
    with pytest.raises((CircularChessError, TypeError)):
        notebook.game_html(value)
    assert notebook.game_html(Game()).startswith("<div")

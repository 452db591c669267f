"""Colours, bad arguments and PNG files of pictures of boards."""

from __future__ import annotations

import io
import math
from typing import Any

import pytest
from PIL import Image

from circularchess import Board, Move, Piece, PieceType, Square, Variant, svg
from circularchess.svg import Arrow
from made_variants import kings_only
from svg_reading import BUILTIN, NS, classes, parse, squares


@pytest.fixture(params=BUILTIN)
def board(request: pytest.FixtureRequest) -> Board:
    return Board(request.param)


# Colours.


def test_colours_by_key() -> None:
    board = Board("circular")
    dead = "3,wK,7,gK,3,gR,bR,2,bK,4/11,wQ,5,bN,5,bP/24/18,gP,5/11,wR,12/24 b~g - - 0 1 8,16"
    others = {
        "void": Board("bhati-2"),
        "null": Board("bhati-2"),
        "citadel": Board("byzantine-citadel"),
        "rim": Board("byzantine-torus"),
        **dict.fromkeys(("water", "bridge", "inert"), Board("three-man", dead)),
    }
    keys = [*svg.DEFAULT_COLORS, "w", "w line", "w detail", "b"]
    for number, key in enumerate(keys):
        color = f"#0{number:05x}"
        shows = next((b for name, b in others.items() if key.startswith(name)), board)
        picture = svg.board(
            shows,
            colors={key: color},
            last_move=Move("b2", "b3"),
            check="a1",
            squares=["a4"],
            arrows=[("a1", "a4", name) for name in ("green", "red", "yellow", "blue")],
        )
        assert color in picture, key
        parse(picture)


def _simulated(color: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """CIE L*a*b* of a colour as a colour-blind person sees it."""
    linear = []
    for place in (1, 3, 5):
        value = int(color[place : place + 2], 16) / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    seen = [min(max(sum(m * v for m, v in zip(row, linear, strict=True)), 0), 1) for row in matrix]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(m * v for m, v in zip(row, seen, strict=True)) for row in to_xyz]
    white = (0.95047, 1.0, 1.08883)
    fx, fy, fz = (
        math.cbrt(v / w) if v / w > 0.008856 else 7.787 * v / w + 16 / 116
        for v, w in zip(xyz, white, strict=True)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
# deficiency" (2009), severity 1.0.
VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _army_colours(name: str) -> dict[str, tuple[str, str]]:
    """Fill and detail colours by army, as drawn."""
    root = parse(svg.board(Board(name)))
    return {
        (symbol.get("id") or "")[-2]: (symbol[0].get("fill", ""), symbol[0].get("color", ""))
        for symbol in root.iter(f"{NS}symbol")
    }


@pytest.mark.parametrize("vision", VISION)
def test_armies_differ_for_colour_blind_eyes(vision: str) -> None:
    """A distance of 2.3 is just noticeable; 20 is plain at a glance."""
    seen = [_simulated(fill, VISION[vision]) for fill, _ in _army_colours("bhati-6").values()]
    assert len(seen) == 6
    for number, one in enumerate(seen):
        for other in seen[:number]:
            assert math.dist(one, other) > 20


TWELVE = (
    *("Red", "Orange", "Yellow", "Lime", "Teal", "Green"),
    *("Cyan", "Blue", "Indigo", "Violet", "Magenta", "Pink"),
)


@pytest.mark.parametrize("vision", VISION)
def test_twelve_armies_differ(vision: str) -> None:
    """Less plainly for colour-blind eyes; every man of theirs carries a letter."""
    from circularchess.pictures.svg._colors import _PALETTE

    seen = [_simulated(_PALETTE[name.lower()].fill, VISION[vision]) for name in TWELVE]
    for number, one in enumerate(seen):
        for other in seen[:number]:
            assert math.dist(one, other) > (25 if vision == "normal" else 15)


@pytest.mark.parametrize("vision", VISION)
def test_armies_of_every_game_differ(vision: str) -> None:
    for name in BUILTIN:
        seen = [_simulated(fill, VISION[vision]) for fill, _ in _army_colours(name).values()]
        assert len(seen) == len(Board(name).armies)
        for number, one in enumerate(seen):
            for other in seen[:number]:
                assert math.dist(one, other) > 20, name


def test_army_letters_stand_out() -> None:
    """WCAG 2.1 asks for a contrast of 3 in large text and graphics."""

    def luminance(color: str) -> float:
        lightness = _simulated(color, VISION["normal"])[0]
        return float(((lightness + 16) / 116) ** 3)

    from circularchess.pictures.svg._colors import _PALETTE

    listed = [(colors.fill, colors.detail) for colors in _PALETTE.values()]
    assert len(listed) == 15
    for fill, detail in [*_army_colours("bhati-6").values(), *listed]:
        bright, dim = sorted([luminance(fill), luminance(detail)], reverse=True)
        assert (bright + 0.05) / (dim + 0.05) >= 3


# Manners.


def test_drawing_changes_nothing_and_is_repeatable(board: Board) -> None:
    before = board.fen()
    assert svg.board(board) == svg.board(board)
    assert board.fen() == before


def test_notebooks_show_it() -> None:
    board = Board("circular")
    picture = svg.board(board)
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture
    parse(board._repr_svg_())
    parse(Board("circular", "16/16/16/16 w - - 0 1", validate=False)._repr_svg_())


def test_style_and_text_are_escaped() -> None:
    board = Board("circular")
    style = "g > path { fill: red } </style><script>alert(1)</script>"
    picture = svg.board(board, style=style)
    root = parse(picture)
    assert root.findtext(f"{NS}style") == style
    assert "<script" not in picture


@pytest.mark.parametrize(
    "options",
    [
        {"orientation": "x"},
        {"orientation": 3},
        {"last_move": "b2b3"},
        {"last_move": Move("e1", "a1")},
        {"check": "e9"},
        {"check": ["a1", "nowhere"]},
        {"check": 5},
        {"check": [None]},
        {"arrows": "a1a2"},
        {"arrows": ["a1a2"]},
        {"arrows": [("a1",)]},
        {"arrows": [("a1", "a2", "red", "auto", 5)]},
        {"arrows": [("a1", "a99")]},
        {"arrows": [("a1", "a2", "url(#x)")]},
        {"arrows": [("a1", "a2", '"><script>')]},
        {"arrows": 7},
        {"fill": {"a1": ""}},
        {"fill": {"a1": None}},
        {"fill": {"z1": "red"}},
        {"fill": ["a1"]},
        {"squares": "a1"},
        {"squares": ["a17"]},
        {"squares": [1]},
        {"size": 0},
        {"size": -5},
        {"size": math.nan},
        {"size": math.inf},
        {"size": "400"},
        {"size": True},
        {"colors": {"no such key": "red"}},
        {"colors": {"void": "red; x"}},
        {"colors": {"void": 5}},
        {"colors": {"r": "red"}},
        {"colors": {3: "red"}},
        {"colors": ["red"]},
        {"pieces": {"XX": "<g/>"}},
        {"pieces": {"x": "<g/>"}},
        {"pieces": {"1": "<g/>"}},
        {"pieces": {"rK": "<g/>"}},
        {"pieces": {"K": "<g>"}},
        {"pieces": {"K": "</g><g>"}},
        {"pieces": {"K": "<a:b/>"}},
        {"pieces": {"K": "&nbsp;"}},
        {"pieces": {"K": "\x00"}},
        {"pieces": {"K": "\ud800"}},
        {"pieces": {"K": None}},
        {"pieces": "K"},
        {"style": 5},
        {"style": "\x00"},
        {"style": "\ud800"},
    ],
    ids=str,
)
def test_bad_arguments(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
        svg.board(Board("circular"), **options)


@pytest.mark.parametrize(
    "arguments",
    [("a1", "a2", "red", "sideways"), ("x", "a2"), ("a1", "a2", 5), ("a1", "a2", "a;b")],
)
def test_bad_arrow(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
        Arrow(*arguments)


def test_piece_of_an_unknown_army() -> None:
    with pytest.raises(ValueError, match="no army 'z'"):
        svg.piece(Piece("z", PieceType.KING), Variant.load("circular"))


# PNG.


def test_png() -> None:
    data = svg.to_png(svg.board(Board("circular")), size=300)
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.size) == ("PNG", (300, 300))
    corner = image.convert("RGBA").getpixel((0, 0))
    assert corner == (0, 0, 0, 0)
    filled = Image.open(io.BytesIO(svg.to_png(svg.board(Board("circular")), background="#ff0000")))
    assert filled.size == (800, 800)
    assert filled.convert("RGB").getpixel((0, 0)) == (255, 0, 0)


def test_png_shows_squares_where_geometry_says() -> None:
    board = Board("circular", "16/16/16/K7k7 w - - 0 1")
    picture = svg.board(board, fill={"c4": "#ff00ff"})
    image = Image.open(io.BytesIO(svg.to_png(picture, size=992))).convert("RGB")
    cell = board.variant.geometry()["c4"]
    x, y = (round(496 + 452 * value) for value in cell.centre)
    assert image.getpixel((x, y)) == (255, 0, 255)
    assert image.getpixel((992 - x, y)) != (255, 0, 255)


@pytest.mark.parametrize("size", [0, -1, 10**6, 3.5, "300", True, None])
def test_bad_png_size(size: Any) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
        svg.to_png(svg.board(Board("circular")), size=size)


@pytest.mark.parametrize("text", ["", "no svg", "<svg", b"<svg/>", None])
def test_bad_svg_text(text: Any) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
        svg.to_png(text)


def test_png_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"circularchess\[png\]"):
        svg.to_png(svg.board(Board("circular")))


def test_squares_are_named_as_squares() -> None:
    """A custom board with letters and numbers of its own size."""
    variant = Variant.from_toml(kings_only(3, 10, voids='"c2"'))
    found = squares(parse(svg.board(Board(variant))))
    assert {Square(name).ring for name in found} == {1, 2, 3}
    assert [name for name, e in found.items() if "void" in classes(e)] == ["c2"]

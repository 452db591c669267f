"""Light and dark pictures, empty boards, and the names of python-chess's options."""

from __future__ import annotations

import inspect
import re
from itertools import combinations
from typing import Any, Literal

import chess.svg
import pytest

from circularchess import Board, Move, svg
from svg_reading import BUILTIN, NS, classes, having, parse, squares
from test_svg_manners import VISION, _simulated

Theme = Literal["light", "dark"]

#: What is read against what: WCAG 2.1 asks for a contrast of 4.5 in text, 3 in large text.
GROUNDS = [
    ("coord", "margin", 4.5),
    ("ring letter", "square light", 4.5),
    ("ring letter", "square dark", 4.5),
    ("ring letter", "square light lastmove", 4.5),
    ("ring letter", "square dark lastmove", 4.5),
    ("ring letter", "citadel", 4.5),
]
DEAD = "3,wK,7,gK,3,gR,bR,2,bK,4/11,wQ,5,bN,5,bP/24/18,gP,5/11,wR,12/24 b~g - - 0 1 8,16"


def luminance(color: str) -> float:
    lightness = _simulated(color, VISION["normal"])[0]
    return ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3


def contrast(one: str, other: str) -> float:
    bright, dim = sorted([luminance(one), luminance(other)], reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def drawn(theme: Theme) -> dict[str, str]:
    """The colours by what they colour, out of pictures."""
    board = Board("byzantine-citadel")
    marked = svg.board(board, theme=theme, last_move=Move("c3", "c4"))
    bhati = parse(svg.board(Board("bhati-6"), theme=theme))
    root = parse(marked)
    moved = [e for e in having(root, "lastmove") if "square" in classes(e)]
    found = {
        "margin": having(root, "margin")[0],
        "coord": having(root, "file-1")[0],
        "ring letter": having(root, "ring-a")[0],
        "square light": squares(root)["a2"],
        "square dark": squares(root)["a1"],
        "citadel": having(root, "citadel")[0],
        "void": having(bhati, "void")[0],
        **{f"square {classes(e)[1]} lastmove": e for e in moved},
    }
    return {key: element.get("fill", "") for key, element in found.items()}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letters_are_readable(theme: Theme) -> None:
    colors = drawn(theme)
    for text, ground, least in GROUNDS:
        assert contrast(colors[text], colors[ground]) >= least, (text, ground)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_squares_voids_and_pieces_differ(theme: Theme) -> None:
    colors = drawn(theme)
    tones = [colors[key] for key in ("square light", "square dark", "void")]
    for one, other in combinations(tones, 2):
        assert contrast(one, other) >= 1.5
    # Of a white piece its outline stands out, of a black one its filling.
    root = parse(svg.board(Board("circular"), theme=theme))
    for symbol in root.iter(f"{NS}symbol"):
        fill, line = symbol[0].get("fill", ""), symbol[0].get("stroke", "")
        for tone in tones[:2]:
            assert max(contrast(fill, tone), contrast(line, tone)) >= 2.5


def test_the_dark_theme_is_dark() -> None:
    light, dark = drawn("light"), drawn("dark")
    for key in ("margin", "square light", "square dark", "void", "citadel"):
        assert luminance(dark[key]) < luminance(light[key]) * 0.8
    assert luminance(dark["margin"]) < 0.05
    assert luminance(dark["coord"]) > 0.5


def rules(sheet: str) -> list[tuple[list[tuple[list[str], list[str], bool]], str, str]]:
    """The rules of the sheet of an `auto` picture: what must be had, what must not, what is set."""
    match = re.fullmatch(r"@media \(prefers-color-scheme:dark\)\{(.*)\}", sheet)
    assert match is not None
    found = re.findall(r":where\(((?:[^()]|\([^()]*\))*)\)\{([\w-]+):([^}]*)\}", match[1])
    assert "".join(f":where({a}){{{b}:{c}}}" for a, b, c in found) == match[1]
    made = []
    for selectors, what, color in found:
        alternatives = []
        for selector in selectors.split(","):
            scope, own = selector.split(" ", 1)
            assert re.fullmatch(r"\.cc[0-9a-f]{8}", scope)
            without = re.findall(r":not\(\.([\w-]+)\)", own)
            rest = re.sub(r":not\([^)]*\)", "", own)
            first_child = ">:first-child" in rest
            have = re.findall(r"\.([\w-]+)", rest)
            alternatives.append((have, without, first_child))
        made.append((alternatives, what, color))
    return made


def restyled(picture: str) -> list[tuple[str | None, ...]]:
    """The elements with the colours that the sheet in the picture gives them."""
    root = parse(picture)
    sheet = root.findtext(f"{NS}style")
    if sheet is not None:
        parents = {child: parent for parent in root.iter() for child in parent}
        for alternatives, what, color in rules(sheet):
            for element in root.iter():
                for have, without, first in alternatives:
                    carrier = element
                    if first:
                        if element not in parents or parents[element][0] is not element:
                            continue
                        carrier = parents[element]
                    names = set(classes(carrier))
                    if names.issuperset(have) and not names.intersection(without):
                        element.set(what, color)
    return [
        (
            element.tag,
            " ".join(name for name in classes(element) if name != "filled"),
            element.get("fill"),
            element.get("stroke"),
        )
        for element in root.iter()
        if element.tag not in (f"{NS}style", f"{NS}svg", f"{NS}use")
    ]


@pytest.mark.parametrize("name", BUILTIN)
def test_auto_is_the_dark_picture_where_dark_is_preferred(name: str) -> None:
    """The sheet, applied as a browser does, makes every colour that of the dark theme."""
    board = Board("three-man", DEAD) if name == "three-man" else Board(name)
    move = next(iter(board.legal_moves))
    board.push(move)
    first = board.variant.geometry().cells[-1].square
    options: dict[str, Any] = {
        "fill": {first: "#123456"},
        "check": [move.to_square],
        "squares": [move.from_square],
        "colors": {"hub": "#010203", "square light": "#fefefe"},
    }
    auto, dark = (svg.snapshot(board, theme=theme, **options) for theme in ("auto", "dark"))
    assert restyled(auto) == restyled(dark)
    # Without it, or where it is not known, it is the light one.
    plain = re.sub("<style>.*?</style>", "", auto)
    assert restyled(plain) == restyled(svg.snapshot(board, theme="light", **options))


def test_where_nothing_is_preferred_auto_is_light() -> None:
    board = Board("bhati-2")
    auto, light = (svg.to_png(svg.board(board, theme=t), size=200) for t in ("auto", "light"))
    assert auto == light


def test_a_style_sheet_of_ones_own_wins() -> None:
    """It comes after the picture's own, whose rules have no weight."""
    root = parse(svg.board(Board("circular"), theme="auto", style=".square { fill: red }"))
    sheets = [element.text or "" for element in root.iter(f"{NS}style")]
    assert len(sheets) == 2
    assert sheets[1] == ".square { fill: red }"
    assert sheets[0].count("{") - 1 == sheets[0].count(":where(")


def test_auto_pictures_on_one_page_do_not_disturb_others() -> None:
    board = Board("circular")
    one = svg.board(board, theme="auto")
    other = svg.board(board, theme="auto", colors={"hub": "#ff0000"})
    scopes = {parse(picture).get("class") for picture in (one, other)}
    assert len(scopes) == 2
    assert parse(svg.board(board)).get("class") is None


@pytest.mark.parametrize("theme", ["", "Dark", None, 5, ["dark"]])
def test_no_such_theme(theme: Any) -> None:
    with pytest.raises(ValueError, match=r"^no theme [^\n]{1,150}$"):
        svg.board(Board("circular"), theme=theme)


# Empty boards, seats by name, python-chess.


@pytest.mark.parametrize("name", BUILTIN)
def test_a_variant_is_drawn_as_its_empty_board(name: str) -> None:
    board = Board(name)
    empty, full = parse(svg.board(board.variant)), parse(svg.board(board))
    assert {n: e.attrib for n, e in squares(empty).items()} == {
        n: e.attrib for n, e in squares(full).items()
    }
    assert not having(empty, "piece")
    assert not having(empty, "to-move")
    assert not having(empty, "turn")
    assert len(having(empty, "seat")) == len(having(full, "seat"))
    assert all(e.get("opacity") is None for e in having(empty, "seat"))
    assert not (empty.findtext(f"{NS}desc") or "").endswith("to move")


def test_seats_by_name() -> None:
    for name in BUILTIN:
        board = Board(name)
        for army in board.variant.armies:
            expected = svg.board(board, orientation=army.letter)
            assert svg.board(board, orientation=army.name) == expected
            assert svg.board(board, orientation=army.name.lower()) == expected


def test_options_have_the_names_of_python_chess() -> None:
    """All but those that only a square board can mean."""
    theirs = set(inspect.signature(chess.svg.board).parameters)
    ours = set(inspect.signature(svg.board).parameters)
    assert theirs - ours == {"borders", "flipped"} & theirs


def test_lastmove_is_last_move() -> None:
    board = Board("circular")
    move = Move("b2", "b3")
    assert svg.board(board, lastmove=move) == svg.board(board, last_move=move)
    board.push(move)
    other = Move("a1", "a2")
    assert svg.snapshot(board, lastmove=other) == svg.snapshot(board, last_move=other)
    assert svg.board(board, squares=None) == svg.board(board)
    with pytest.raises(ValueError, match="two names of one option"):
        svg.board(board, lastmove=move, last_move=other)


def test_boards_of_one_id_do_not_share_their_pictures() -> None:
    """What is kept is kept for a variant, not for its name."""
    from circularchess import Variant

    plain = Variant.load("circular")
    toml = plain.toml.replace('name = "Circular Chess"', 'name = "Other chess"', 1)
    assert toml != plain.toml
    other = Variant.from_toml(toml)
    for _ in range(2):
        assert "<title>Circular Chess</title>" in svg.board(Board(plain))
        assert "<title>Other chess</title>" in svg.board(Board(other))

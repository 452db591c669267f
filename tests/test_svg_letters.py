"""Letters and numbers in PNG and GIF: there without any font, and each to be told from the rest."""

from __future__ import annotations

import io
import re
import string
from itertools import combinations
from typing import Any

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageOps

from circularchess import Board, PieceType, Variant, svg
from circularchess.animation import to_gif
from made_variants import kings_only
from svg_reading import BUILTIN, having, numbers, parse

SIGNS = {
    "digits": string.digits,
    "capitals": string.ascii_uppercase,
    "small": string.ascii_lowercase,
}
TEXT = re.compile(r"<text\b[^>]*>[^<]*</text>")
SIDE = 96


@pytest.fixture(autouse=True)
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine without fonts."""
    render = resvg_py.svg_to_bytes

    def without(**options: Any) -> bytes:
        return bytes(render(**{**options, "skip_system_fonts": True}))

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without)


def image(picture: str, size: int) -> Image.Image:
    png = svg.to_png(picture, size=size, background="#ffffff")
    return Image.open(io.BytesIO(png)).convert("RGB")


def load(name: str) -> Board:
    if name in BUILTIN:
        return Board(name)
    rings, files = map(int, name.split("x"))
    return Board(Variant.from_toml(kings_only(rings, files)))


@pytest.mark.parametrize("name", [*BUILTIN, "26x8", "1x4"])
def test_every_coordinate_is_in_the_picture(name: str) -> None:
    picture = svg.board(load(name))
    root = parse(picture)
    left, _, width, _ = numbers(root.get("viewBox", ""))
    scale = 992 / width
    changed = ImageChops.difference(image(picture, 992), image(TEXT.sub("", picture), 992))
    shown = having(root, "coord")
    variant = load(name).variant
    assert len(shown) == variant.files + variant.rings + variant.citadels
    for element in shown:
        x, y, size = (float(element.get(key, "")) for key in ("x", "y", "font-size"))
        box = (x - 0.3 * size, y - 0.7 * size, x + 0.3 * size, y)
        region = changed.crop(tuple(round((value - left) * scale) for value in box)).convert("L")  # type: ignore[arg-type]
        inked = sum(value > 60 for value in region.tobytes())
        assert 0.04 < inked / (region.width * region.height) < 0.9, element.text


@pytest.mark.parametrize("kind", [*(kind.letter for kind in PieceType), "O"])
def test_armies_are_told_apart_without_colour(kind: str) -> None:
    variant = Variant.load("bhati-6")
    colors = {
        army + part: color
        for army in variant.letters
        for part, color in (("", "#777777"), (" line", "#000000"), (" detail", "#ffffff"))
    }
    drawn = {}
    for army in variant.letters:
        from circularchess import Piece

        picture = svg.piece(Piece.from_symbol(army + kind), variant, colors=colors)
        drawn[army] = image(picture, 120)
        bare = image(TEXT.sub("", picture), 120)
        assert ImageChops.difference(drawn[army], bare).getbbox() is not None
    for (a, one), (b, other) in combinations(drawn.items(), 2):
        apart = ImageChops.difference(one, other).convert("L").tobytes()
        assert sum(value > 60 for value in apart) > 8, (a, b)


def test_a_gif_has_them_too() -> None:
    board = Board("bhati-6")
    found = Image.open(io.BytesIO(to_gif(board, size=500))).convert("RGB")
    bare = image(TEXT.sub("", svg.snapshot(board)), 500)
    whole = image(svg.snapshot(board), 500)

    # Nearer to the picture with letters than to the one without.
    def far(one: Image.Image, other: Image.Image) -> int:
        return sum(v > 60 for v in ImageChops.difference(one, other).convert("L").tobytes())

    assert far(found, whole) < far(found, bare) / 10


def sign(text: str, attributes: str = 'class="coord"') -> Image.Image:
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"><text {attributes} '
        f'fill="#000000" x="{SIDE / 2}" y="70" font-size="60" text-anchor="middle">'
        f"{text}</text></svg>"
    )
    return image(picture, SIDE).convert("L")


@pytest.mark.parametrize("weight", ["400", "700"])
def test_signs_differ(weight: str) -> None:
    drawn = {
        text: sign(text, f'class="coord" font-weight="{weight}"')
        for text in string.digits + string.ascii_letters
    }
    assert all(ImageOps.invert(one).getbbox() is not None for one in drawn.values())
    for (a, one), (b, other) in combinations(drawn.items(), 2):
        apart = sum(v > 60 for v in ImageChops.difference(one, other).tobytes())
        assert apart > 40, (a, b)


def shape(picture: Image.Image) -> Image.Image:
    """The ink of a sign alone, at one size."""
    box = ImageOps.invert(picture).getbbox()
    assert box is not None
    return picture.crop(box).resize((32, 32), Image.Resampling.BOX)


@pytest.mark.parametrize("kind", SIGNS)
def test_signs_are_what_another_font_takes_them_for(kind: str) -> None:
    """Of all signs of a printer's font, the one that looks most like it is the right one."""
    font = ImageFont.load_default(60)
    printed = {}
    for text in SIGNS[kind]:
        page = Image.new("L", (SIDE, SIDE), 255)
        ImageDraw.Draw(page).text((SIDE / 2, 70), text, fill=0, font=font, anchor="ms")
        printed[text] = shape(page)
    wrong = []
    for text in SIGNS[kind]:
        mine = shape(sign(text))
        apart = {
            other: sum(ImageChops.difference(mine, picture).tobytes())
            for other, picture in printed.items()
        }
        if min(apart, key=lambda other: apart[other]) != text:
            wrong.append((text, min(apart, key=lambda other: apart[other])))
    assert wrong == []


def test_texts_stand_where_a_font_puts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Around their middle, on their line, about as high and wide."""
    monkeypatch.undo()
    for text in ("1", "16", "128", "m", "R"):
        one, other = sign(text), sign(text, 'font-family="DejaVu Sans, sans-serif"')
        mine, theirs = (ImageOps.invert(picture).getbbox() for picture in (one, other))
        assert mine is not None
        if theirs is None:  # no font here
            theirs = (48 - 18 * len(text), 26, 48 + 18 * len(text), 70)
        assert abs((mine[0] + mine[2]) - SIDE) < 10
        assert abs(mine[3] - 70) < 3
        assert abs(mine[1] - theirs[1]) < 6


def test_style_sheets_reach_outlines() -> None:
    board = Board("circular")
    plain = image(svg.board(board), 400)
    styled = image(svg.board(board, style=".coord { fill: #ff00ff }"), 400)
    assert (255, 0, 255) in {color for _, color in styled.getcolors(1 << 20) or []}
    assert (255, 0, 255) not in {color for _, color in plain.getcolors(1 << 20) or []}


def test_texts_of_ones_own_are_left_alone() -> None:
    from circularchess.pictures.svg._letters import has_text, outline_letters

    own = '<svg xmlns="http://www.w3.org/2000/svg"><text x="1" y="2" font-size="3">ab</text></svg>'
    assert outline_letters(own) == own
    assert has_text(own)
    assert not has_text(outline_letters(svg.board(Board("bhati-6"))))


def test_letters_drawn_as_lines_look_the_same() -> None:
    from circularchess.pictures.svg._letters import has_text, outline_letters

    picture = svg.board(Board("bhati-6"))
    areas, lines = (outline_letters(picture, stroked=stroked) for stroked in (False, True))
    assert not has_text(lines)
    assert len(lines) - len(picture) < (len(areas) - len(picture)) / 4
    images = []
    for drawing in (areas, lines):
        png = svg.to_png(drawing, size=1200, background="#ffffff")
        images.append(Image.open(io.BytesIO(png)).convert("L"))
    difference = ImageChops.difference(*images)
    assert max(difference.tobytes()) < 64

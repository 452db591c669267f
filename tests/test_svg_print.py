"""Boards in their true size: SVG in millimetres, and PDF, whose pages are read back."""

from __future__ import annotations

import math
import re
import sys
import zlib
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from circularchess import Board, Variant, svg
from circularchess.cli.main import main
from commands import call_bytes, status
from svg_reading import BUILTIN, NS, classes, having, numbers, parse, squares

#: PDF counts in points, 72 to the inch.
POINT = 25.4 / 72


def inner(root: Element) -> Element:
    """The board in a sheet."""
    (found,) = root.findall(f"{NS}svg")
    return found


def scale_of(root: Element) -> float:
    """Millimetres to a unit of the board's picture."""
    board = inner(root)
    _, _, width, height = numbers(board.get("viewBox", ""))
    across = float(board.get("width", "")) / width
    assert float(board.get("height", "")) / height == pytest.approx(across)
    # And a unit of the sheet is a millimetre.
    view = numbers(root.get("viewBox", ""))
    assert view[:2] == [0, 0]
    assert [f"{value:g}mm" for value in view[2:]] == [root.get("width"), root.get("height")]
    return across


@pytest.mark.parametrize("name", BUILTIN)
def test_the_board_is_as_wide_as_is_said(name: str) -> None:
    """Measured on the squares: a rim of so many millimetres, as the picture's units say."""
    picture = svg.board(Board(name))
    root = parse(svg.sheet(picture, width=400))
    scale = scale_of(root)
    board = inner(root)
    frame = having(board, "margin")[0]
    border = float(frame.get("stroke-width", ""))
    if frame.tag == f"{NS}circle":
        across = 2 * float(frame.get("r", "")) + border
    else:
        across = float(frame.get("width", "")) + border
    assert across * scale == pytest.approx(400)
    # The board itself is the picture's, untouched.
    assert {n: e.attrib for n, e in squares(board).items()} == {
        n: e.attrib for n, e in squares(parse(picture)).items()
    }


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (400, 400),
        (99.5, 99.5),
        ("400mm", 400),
        ("400 mm", 400),
        ("40cm", 400),
        ("10in", 254),
        ("400", 400),
        ("15.75in", 400.05),
    ],
)
def test_lengths(width: Any, expected: float) -> None:
    root = parse(svg.sheet(svg.board(Board("circular")), width=width))
    assert float(inner(root).get("width", "")) == pytest.approx(expected, abs=1e-3)


BAD_LENGTHS: list[Any] = [
    0, -5, 9.9, 5001, math.nan, math.inf, 10**400, True, None, [], "", "mm", "400 miles", "4e2mm",
    "-40mm", "400mm 3", "1" * 5000, "\u0664\u0660\u0660mm",
]  # fmt: skip


@pytest.mark.parametrize("width", BAD_LENGTHS, ids=range(len(BAD_LENGTHS)))
def test_bad_lengths(width: Any) -> None:
    picture = svg.board(Board("circular"))
    for make in (svg.sheet, svg.to_pdf):
        with pytest.raises(ValueError, match=r"^width is not from 10 to 5000 mm [^\n]{1,150}$"):
            make(picture, width=width)


@pytest.mark.parametrize(
    "picture", ["", "no svg", "<svg", b"<svg/>", None, "<svg/>", "<a/>", svg.piece]
)
def test_other_pictures(picture: Any) -> None:
    for make in (svg.sheet, svg.to_pdf):
        with pytest.raises(ValueError, match=r"^not (an SVG text|a picture of a board)[^\n]*$"):
            make(picture, width=100)


@pytest.mark.parametrize(("name", "layout"), [("circular", None), ("orthodox", None),
    ("bhati-6", None), ("cylinder", "flat"), ("big-four", None)])  # fmt: skip
def test_cut_marks_touch_the_board_from_outside(name: str, layout: Any) -> None:
    """All lie along the edges of the box around it, and none inside."""
    picture = svg.board(Board(name), layout=layout)
    root = parse(svg.sheet(picture, width=300))
    board = inner(root)
    left, top, width, height = (float(board.get(key, "")) for key in ("x", "y", "width", "height"))
    right, bottom = left + width, top + height
    (layer,) = having(root, "cut-marks")
    path = next(e for e in layer if "ruler" not in classes(e) and e.tag == f"{NS}path")
    values = numbers(path.get("d", ""))
    lines = list(zip(*[iter(values)] * 4, strict=True))
    corners: set[tuple[str, float]] = set()
    middles: set[tuple[str, float]] = set()
    for ax, ay, bx, by in lines:
        assert (ax == bx) != (ay == by)
        for x, y in ((ax, ay), (bx, by)):
            assert not (left < x < right and top < y < bottom)
            assert 0 <= x <= right + left
            assert 0 <= y <= bottom + top
        if ax == bx:
            (corners if ax in (left, right) else middles).add(("x", round(ax, 3)))
        else:
            (corners if ay in (top, bottom) else middles).add(("y", round(ay, 3)))
    assert corners == {("x", left), ("x", right), ("y", top), ("y", bottom)}
    round_ = having(board, "margin")[0].tag == f"{NS}circle"
    middle = {("x", (left + right) / 2), ("y", (top + bottom) / 2)}
    assert middles == (middle if round_ else set())
    assert len(lines) == (12 if round_ else 8)
    # A line as long as is written below it.
    ruler = next(e for e in layer if "ruler" in classes(e) and e.tag == f"{NS}path")
    start, _, end = numbers(ruler.get("d", ""))[:3]
    (text,) = [e.text for e in layer if e.tag == f"{NS}text"]
    assert text == f"{end - start:g}mm" == "100mm"
    bare = parse(svg.sheet(picture, width=300, cut_marks=False))
    assert not having(bare, "cut-marks")
    assert bare.get("width") == "300mm"


def test_a_sheet_can_be_a_png_too() -> None:
    """The nested picture is drawn where the sheet says."""
    import io

    from PIL import Image

    picture = svg.board(Variant.load("circular"), fill={"c4": "#ff00ff"})
    sheet = svg.sheet(picture, width=272)  # 300 mm with its marks
    image = Image.open(io.BytesIO(svg.to_png(sheet, size=600, background="#ffffff")))
    cell = Variant.load("circular").geometry()["c4"]
    rim = 272 / 987 * 452
    x, y = (round(2 * (150 + rim * value)) for value in cell.centre)
    assert image.convert("RGB").getpixel((x, y)) == (255, 0, 255)
    assert image.convert("RGB").getpixel((600 - x, y)) != (255, 0, 255)


# PDF.


def unpacked(pdf: bytes) -> bytes:
    """A PDF with its streams in the clear."""

    def clear(match: re.Match[bytes]) -> bytes:
        try:
            return match[1] + zlib.decompress(match[2]) + b"\nendstream"
        except zlib.error:
            return match[0]

    return re.sub(rb"(stream\r?\n)(.*?)\r?\nendstream", clear, pdf, flags=re.DOTALL)


def pages(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of the pages in millimetres."""
    boxes = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", unpacked(pdf))
    found = []
    for box in boxes:
        left, bottom, right, top = map(float, box.split())
        found.append(((right - left) * POINT, (top - bottom) * POINT))
    return found


@pytest.mark.parametrize("name", ["circular", "bhati-6", "orthodox", "three-man", "mattlage"])
def test_a_pdf_is_a_page_of_vectors_in_true_size(name: str) -> None:
    pdf = svg.to_pdf(svg.board(Board(name)), width="400mm")
    assert pdf.startswith(b"%PDF-")
    ((width, height),) = pages(pdf)
    assert width == pytest.approx(428, abs=0.01)
    assert height == pytest.approx(428, abs=0.01)
    # Neither pictures nor fonts are in it, and it is short.
    assert len(pdf) < 100_000
    text = unpacked(pdf)
    assert b"/Subtype /Image" not in text
    assert b"/Subtype/Image" not in text
    assert b"/Font" not in text  # letters are outlines
    # Every square is filled: as many paths as there are, and more.
    assert len(re.findall(rb"(?<![\w.])(?:f|B|b)\*?(?=\s)", text)) > len(
        Board(name).variant.geometry().cells
    )


def test_two_pdfs_of_one_board_are_alike() -> None:
    picture = svg.board(Variant.load("bhati-6"))
    one, other = (svg.to_pdf(picture, width=300) for _ in range(2))
    assert one == other
    assert b"CreationDate" not in unpacked(one)


@pytest.mark.parametrize(
    ("paper", "width", "size", "count"),
    [
        # 190 x 277 mm of an A4 page are printed, 10 of them twice: 428 mm are 3 x 2 pages lying
        # on their side: 10 + 2 * 267 across, 10 + 3 * 180 down.
        ("A4", "400mm", (297, 210), 6),
        # 128 mm fit on one page.
        ("a4", "100mm", (210, 297), 1),
        ("A3", "249mm", (297, 420), 1),
        ("letter", "400mm", (279.4, 215.9), 6),
        ("A0", "1m", None, 0),
    ],
)
def test_a_board_is_spread_over_pages(
    paper: str, width: str, size: tuple[float, float] | None, count: int
) -> None:
    picture = svg.board(Variant.load("circular"))
    if size is None:
        with pytest.raises(ValueError, match="width"):
            svg.to_pdf(picture, width=width, paper=paper)
        return
    found = pages(svg.to_pdf(picture, width=width, paper=paper))
    assert len(found) == count
    for page in found:
        assert sorted(page) == pytest.approx(sorted(size), abs=0.01)
    # As few pages as the other way round, or fewer.
    whole = float(width.removesuffix("mm")) + 28
    counts = [
        math.prod(math.ceil((whole - 10) / (side - 30)) for side in sides)
        for sides in (size, size[::-1])
    ]
    assert count == min(counts)


@pytest.mark.parametrize("paper", ["", "A9", "A44", 4, ["A4"], "x" * 5000])
def test_no_such_paper(paper: Any) -> None:
    with pytest.raises(ValueError, match=r"^no paper [^\n]{1,250}$"):
        svg.to_pdf(svg.board(Board("circular")), width=100, paper=paper)


def test_too_many_pages() -> None:
    picture = svg.board(Board("circular"))
    with pytest.raises(ValueError, match=r"^\d+ pages are too many: no more than 400$"):
        svg.to_pdf(picture, width=5000, paper="A5")


def test_pdf_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ImportError, match=r"circularchess\[pdf\]"):
        svg.to_pdf(svg.board(Board("circular")), width=100)


# The command.


def test_render_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    assert status("render", "circular", "--width", "400mm", "-o", str(path)) == 0
    picture = svg.snapshot(Board("circular"))
    assert path.read_bytes() == svg.to_pdf(picture, width=400)
    content = call_bytes(
        "render", "bhati-2", "--no-pieces", "--width", "25cm", "--no-cut-marks", "--format", "pdf",
        "--paper", "A3", "-o", "-",
    )  # fmt: skip
    empty = svg.board(Variant.load("bhati-2"))
    assert content == svg.to_pdf(empty, width=250, cut_marks=False, paper="A3")


def test_render_in_millimetres() -> None:
    shown = call_bytes("render", "orthodox", "--width", "8in", "-o", "-").decode()
    assert shown == f"{svg.sheet(svg.snapshot(Board('orthodox')), width=203.2)}\n"
    bare = call_bytes("render", "orthodox", "--no-pieces", "-o", "-").decode()
    assert bare == f"{svg.board(Variant.load('orthodox'))}\n"
    dark = call_bytes("render", "orthodox", "--theme", "dark", "-o", "-").decode()
    assert dark == f"{svg.snapshot(Board('orthodox'), theme='dark')}\n"


BAD = [
    ("-o", "a.pdf"),
    ("-o", "a.pdf", "--width", "4mm"),
    ("-o", "a.pdf", "--width", "wide"),
    ("-o", "a.pdf", "--width", "100mm", "--paper", "A9"),
    ("-o", "a.pdf", "--width", "100mm", "--size", "500"),
    ("-o", "a.png", "--width", "100mm"),
    ("-o", "a.svg", "--width", "100mm", "--size", "500"),
    ("-o", "a.svg", "--width", "100mm", "--paper", "A4"),
    ("-o", "a.svg", "--no-cut-marks"),
    ("-o", "a.svg", "--theme", "blue"),
]


@pytest.mark.parametrize("args", BAD, ids=range(len(BAD)))
def test_bad_options_are_one_line_and_nothing_is_written(
    args: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(["render", "circular", *args])
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("circularchess: error: ")
    assert captured.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_render_without_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(SystemExit) as caught:
        main(["render", "circular", "--width", "100mm", "--format", "pdf", "-o", "-"])
    assert caught.value.code == 2
    expected = "circularchess: error: PDF pictures need the extra 'pdf': circularchess[pdf]\n"
    assert capsys.readouterr().err == expected

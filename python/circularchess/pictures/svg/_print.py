"""Boards to be printed and cut out: pictures in millimetres, with cut marks, as SVG and PDF."""

from __future__ import annotations

import math
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, shorten
from ._letters import has_text, outline_letters
from ._picture import Svg

__all__ = ["PAPERS", "millimetres", "sheet", "to_pdf"]

#: Width and height of papers in millimetres.
PAPERS: Final = {
    "A0": (841.0, 1189.0),
    "A1": (594.0, 841.0),
    "A2": (420.0, 594.0),
    "A3": (297.0, 420.0),
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
#: Boards between a coin and the largest page that PDF knows (200 inches), in millimetres.
_SMALLEST: Final = 10.0
_LARGEST: Final = 5000.0
_UNITS: Final = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4}
_LENGTH: Final = re.compile(r"\s*(\d{1,9}(?:\.\d{1,9})?)\s*(mm|cm|in)?\s*", re.ASCII)
#: Around the board, in millimetres: room for the cut marks, where they begin, how long they are.
_ROOM: Final = 14.0
_GAP: Final = 2.0
_MARK: Final = 7.0
#: A line to measure, so that a printer that shrinks is found out.
_RULERS: Final = (100.0, 50.0, 10.0, 5.0)
#: Printers leave this much of a page white; neighbouring pages show this much of the board twice.
_EDGE: Final = 10.0
_OVERLAP: Final = 10.0
_MOST_PAGES: Final = 400
_LINE: Final = {"fill": "none", "stroke": "#000000", "stroke-width": "0.2"}


def millimetres(width: object) -> float:
    """A width as a number of millimetres, or as a text with `mm`, `cm` or `in`.

    Raises `ValueError` for one outside 10 to 5000 mm, or none at all.
    """
    found = math.nan
    if isinstance(width, str):
        match = _LENGTH.fullmatch(width)
        if match is not None:
            found = float(match[1]) * _UNITS[match[2] or ""]
    elif isinstance(width, int | float) and not isinstance(width, bool):
        # Compared first: a whole number may be too large for a float.
        found = float(width) if abs(width) <= _LARGEST else math.nan
    if not _SMALLEST <= found <= _LARGEST:
        raise CircularChessError(
            f"width is not from {_SMALLEST:g} to {_LARGEST:g} mm (write 400mm, 40cm or 15.7in): "
            f"{shorten(width)}"
        )
    return found


def sheet(picture: str, *, width: float | str, cut_marks: bool = True) -> Svg:
    """A picture of a board in its true size: SVG in millimetres.

    `width` is that of the board from edge to edge, in millimetres or as `"400mm"`, `"40cm"`,
    `"15.75in"` (10 mm to 5 m). Around it are, unless `cut_marks` is False, marks where to cut and
    a line to measure with a ruler; without them the sheet is as large as the board.

    `picture` is what `board` and `snapshot` draw; of a variant, `board` draws the empty board.
    Raises `ValueError` for anything else.

    >>> from circularchess import Variant, svg
    >>> empty = svg.board(Variant.load("circular"))
    >>> svg.sheet(empty, width="40cm").partition(" height=")[0].rpartition(" ")[2]
    'width="428mm"'
    """
    return _sheet(picture, millimetres(width), bool(cut_marks)).text


def to_pdf(
    picture: str, *, width: float | str, cut_marks: bool = True, paper: str | None = None
) -> bytes:
    """A picture of a board in its true size as a PDF of vectors.

    `width` and `cut_marks` are as for `sheet`. The page is as large as the board and its marks;
    with a `paper` (`A0` to `A5`, `letter`, `legal`, `tabloid`) it is that, and a larger board is
    spread over several pages, to be glued together where they overlap by 10 mm.

    Needs the extra `pdf` (`pip install circularchess[pdf]`); raises `ImportError` without it, and
    `ValueError` for anything that cannot be drawn. Coordinates and army letters are outlines, so
    that no fonts are needed.

    >>> from circularchess import Board, svg
    >>> svg.to_pdf(svg.board(Board("circular")), width="400mm")[:5]
    b'%PDF-'
    """
    made = _sheet(picture, millimetres(width), bool(cut_marks))
    size = _paper(paper)
    try:
        import typst
    except ImportError:
        raise ImportError("PDF pictures need the extra 'pdf': circularchess[pdf]") from None
    # A style sheet may colour texts, and then areas: as lines they are a tenth as long.
    drawing = outline_letters(made.text, stroked="<style" not in made.text)
    with tempfile.TemporaryDirectory(prefix="circularchess-") as name:
        folder = Path(name)
        (folder / "board.svg").write_text(drawing, encoding="utf-8")
        (folder / "page.typ").write_text(_pages(made, size), encoding="utf-8")
        try:
            content = typst.compile(
                str(folder / "page.typ"),
                root=str(folder),
                format="pdf",
                # Marks for readers aloud, of which a picture has none.
                pdf_tags=False,
                # Not looked for where there is nothing to write.
                ignore_system_fonts=not has_text(drawing),
            )
        except RuntimeError as error:
            reason = re.sub(r"\s+", " ", str(error)) or "not rendered"
            raise CircularChessError(f"cannot render as PDF: {reason[:150]}") from None
    assert isinstance(content, bytes)
    return content


@dataclass(frozen=True)
class _Sheet:
    """A picture in millimetres."""

    text: Svg
    width: float
    height: float


def _sheet(picture: object, width: float, cut_marks: bool) -> _Sheet:
    root, (left, top, wide, high) = _read(picture)
    scale = width / wide
    height = high * scale
    room = _ROOM if cut_marks else 0.0
    whole = (width + 2 * room, height + 2 * room)
    for key in ("width", "height", "role"):
        root.attrib.pop(key, None)
    root.set("viewBox", f"{left:g} {top:g} {wide:g} {high:g}")
    place = {"x": room, "y": room, "width": width, "height": height}
    for key, value in place.items():
        root.set(key, _n(value))
    size = {"width": f"{_n(whole[0])}mm", "height": f"{_n(whole[1])}mm"}
    outer = ET.Element("svg", {"xmlns": _NAME, **size})
    outer.set("viewBox", f"0 0 {_n(whole[0])} {_n(whole[1])}")
    outer.set("font-family", root.get("font-family", "sans-serif"))
    outer.append(root)
    if cut_marks:
        round_ = any(e.tag == "circle" and _is_margin(e) for e in root.iter())
        outer.append(_marks(width, height, round_))
    return _Sheet(Svg(ET.tostring(outer, encoding="unicode")), *whole)


_NAME: Final = "http://www.w3.org/2000/svg"


def _read(picture: object) -> tuple[ET.Element, tuple[float, float, float, float]]:
    """The picture of a board, and the box that its frame fills: left, top, width, height."""
    if not isinstance(picture, str):
        raise CircularChessError(f"not an SVG text: {shorten(picture)}")
    try:
        root = ET.fromstring(picture)
    except (ET.ParseError, UnicodeEncodeError):
        raise CircularChessError(f"not an SVG text: {shorten(picture)}") from None
    for element in root.iter():
        element.tag = element.tag.replace(f"{{{_NAME}}}", "")
    frame = next((element for element in root.iter() if _is_margin(element)), None)
    if root.tag != "svg" or frame is None:
        raise CircularChessError("not a picture of a board: it has no frame")
    try:
        half = float(frame.get("stroke-width", "0")) / 2
        if frame.tag == "circle":
            radius = float(frame.get("r", "")) + half
            return root, (-radius, -radius, 2 * radius, 2 * radius)
        x, y, wide, high = (float(frame.get(key, "")) for key in ("x", "y", "width", "height"))
    except ValueError:
        raise CircularChessError("not a picture of a board: its frame has no size") from None
    return root, (x - half, y - half, wide + 2 * half, high + 2 * half)


def _is_margin(element: ET.Element) -> bool:
    return element.get("class") == "margin"


def _marks(width: float, height: float, round_: bool) -> ET.Element:
    """Where to cut, and a line of known length below the board."""
    layer = ET.Element("g", {"class": "cut-marks"})
    left, top, right, bottom = _ROOM, _ROOM, _ROOM + width, _ROOM + height
    lines = []
    for x, out in ((left, -1), (right, 1)):
        for y, down in ((top, -1), (bottom, 1)):
            lines.append((x + out * _GAP, y, x + out * (_GAP + _MARK), y))
            lines.append((x, y + down * _GAP, x, y + down * (_GAP + _MARK)))
    if round_:
        # Where the circle touches the square around it: the middle is where these lines meet.
        x, y = (left + right) / 2, (top + bottom) / 2
        for edge, out in ((left, -1), (right, 1)):
            lines.append((edge + out * _GAP, y, edge + out * (_GAP + _MARK), y))
        for edge, out in ((top, -1), (bottom, 1)):
            lines.append((x, edge + out * _GAP, x, edge + out * (_GAP + _MARK)))
    path = "".join(f"M{_n(a)} {_n(b)}L{_n(c)} {_n(d)}" for a, b, c, d in lines)
    ET.SubElement(layer, "path", {"d": path, **_LINE})
    long = next((ruler for ruler in _RULERS if ruler < width / 2 - 10), None)
    if long is not None:
        # Left of the middle, clear of the marks.
        x, y = left + 3, bottom + _ROOM / 2
        ends = f"M{_n(x)} {_n(y - 1.5)}V{_n(y + 1.5)}M{_n(x + long)} {_n(y - 1.5)}V{_n(y + 1.5)}"
        line = f"M{_n(x)} {_n(y)}H{_n(x + long)}{ends}"
        ET.SubElement(layer, "path", {"class": "ruler", "d": line, **_LINE})
        place = {"x": _n(x + long / 2), "y": _n(y + 4.5), "font-size": "3.5"}
        text = {"class": "coord ruler", "text-anchor": "middle", "fill": "#000000", **place}
        ET.SubElement(layer, "text", text).text = f"{long:g}mm"
    return layer


def _paper(paper: object) -> tuple[float, float] | None:
    if paper is None:
        return None
    for name, size in PAPERS.items():
        if isinstance(paper, str) and paper.lower() == name.lower():
            return size
    raise CircularChessError(f"no paper {shorten(paper)}: it is one of {', '.join(PAPERS)}")


def _pages(made: _Sheet, paper: tuple[float, float] | None) -> str:
    """The pages of the PDF, in the language of the renderer."""
    start = '#set document(title: "Board", date: none)\n#set text(size: 8pt)\n'
    image = f'image("board.svg", width: {_n(made.width)}mm, height: {_n(made.height)}mm)'
    if paper is None:
        size = f"width: {_n(made.width)}mm, height: {_n(made.height)}mm"
        return f"{start}#set page({size}, margin: 0mm)\n#place({image})\n"
    tiles = (_tiles(made, side) for side in (paper, paper[::-1]))
    page_size, columns, rows = min(tiles, key=lambda tiled: tiled[1] * tiled[2])
    if columns * rows > _MOST_PAGES:
        raise CircularChessError(f"{columns * rows} pages are too many: no more than {_MOST_PAGES}")
    sides = f"width: {_n(page_size[0])}mm, height: {_n(page_size[1])}mm"
    text = f"{start}#set page({sides}, margin: 0mm)\n"
    wide, high = page_size[0] - 2 * _EDGE, page_size[1] - 2 * _EDGE
    # What is left over goes to the outside, evenly.
    left = (columns * (wide - _OVERLAP) + _OVERLAP - made.width) / 2
    top = (rows * (high - _OVERLAP) + _OVERLAP - made.height) / 2
    pages = []
    for row in range(rows):
        for column in range(columns):
            dx, dy = left - column * (wide - _OVERLAP), top - row * (high - _OVERLAP)
            shown = f"place(dx: {_n(dx)}mm, dy: {_n(dy)}mm, {image})"
            several = columns * rows > 1
            border = "0.2mm + luma(60%)" if several else "none"
            box = f"box(width: {_n(wide)}mm, height: {_n(high)}mm, clip: true, stroke: {border}"
            page = f"#place(dx: {_n(_EDGE)}mm, dy: {_n(_EDGE)}mm, {box}, {shown}))\n"
            if several:
                label = f"row {row + 1} of {rows}, column {column + 1} of {columns}"
                page += f"#place(dx: {_n(_EDGE)}mm, dy: {_n(page_size[1] - 7)}mm)[{label}]\n"
            pages.append(page)
    return text + "#pagebreak()\n".join(pages)


def _tiles(made: _Sheet, paper: tuple[float, float]) -> tuple[tuple[float, float], int, int]:
    """A paper, and how many columns and rows of it hold the sheet."""
    columns, rows = (
        max(1, math.ceil(round((whole - _OVERLAP) / (side - 2 * _EDGE - _OVERLAP), 6)))
        for whole, side in zip((made.width, made.height), paper, strict=True)
    )
    return paper, columns, rows


def _n(value: float) -> str:
    return f"{round(value, 3) + 0.0:.10g}"

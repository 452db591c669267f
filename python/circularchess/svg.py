"""Pictures of round boards as SVG, and of SVG as PNG.

`board` draws a position, `snapshot` draws it with the last move and checks marked, `piece` draws
one piece, `to_png` makes a PNG of any of these, `to_pdf` a PDF of a board in its true size, and
`sheet` an SVG of it in millimetres. Nothing here changes what it is given.

Colours are set by key: see `colors` of `board`; everything also has a CSS class, and colours
are presentation attributes, so a style sheet (of the page, or `style`) overrides them.
"""

from __future__ import annotations

from .pictures.svg import (
    DEFAULT_COLORS,
    Arrow,
    ArrowLike,
    Drawable,
    Svg,
    board,
    checked,
    piece,
    sheet,
    snapshot,
    to_pdf,
    to_png,
)

__all__ = [
    "DEFAULT_COLORS",
    "Arrow",
    "ArrowLike",
    "Drawable",
    "Svg",
    "board",
    "checked",
    "piece",
    "sheet",
    "snapshot",
    "to_pdf",
    "to_png",
]

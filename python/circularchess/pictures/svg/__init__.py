"""Pictures of round boards as SVG, and of SVG as PNG; see `circularchess.svg`."""

from __future__ import annotations

from ._arrows import Arrow, ArrowLike, to_arrow
from ._board import Drawable, Svg, board, checked, piece, snapshot
from ._colors import DEFAULTS as DEFAULT_COLORS
from ._png import to_png
from ._print import sheet, to_pdf

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
    "to_arrow",
    "to_pdf",
    "to_png",
]

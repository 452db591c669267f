"""PNG pictures through resvg, a renderer that needs no system libraries."""

from __future__ import annotations

import math

from ..errors import CircularChessError, shorten
from ._colors import check_color

__all__ = ["to_png"]

#: No picture is wider: larger ones only exhaust memory.
_LARGEST = 16384


def to_png(svg: str, *, size: int = 800, background: str | None = None) -> bytes:
    """An SVG text as a PNG, `size` pixels wide; transparent unless a `background` is given.

    Needs the extra `png` (`pip install circularchess[png]`); raises `ImportError` without it and
    `ValueError` for a text that is no SVG or a size outside 1 to 16384. Coordinates and
    army letters are drawn in the system's sans-serif font.

    >>> from circularchess import Board, svg
    >>> svg.to_png(svg.board(Board("circular")), size=100)[1:4]
    b'PNG'
    """
    if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= _LARGEST:
        raise CircularChessError(f"size is not from 1 to {_LARGEST} pixels: {shorten(size)}")
    if background is not None:
        check_color(background, "background")
    if not isinstance(svg, str):
        raise CircularChessError(f"not an SVG text: {shorten(svg)}")
    try:
        import resvg_py
    except ImportError:
        raise ImportError("PNG pictures need the extra 'png': circularchess[png]") from None
    try:
        return resvg_py.svg_to_bytes(svg_string=svg, width=size, background=background)
    except ValueError as error:
        reason = str(error).splitlines()[0] if str(error) else "not rendered"
        raise CircularChessError(f"cannot render as PNG: {reason}") from None


def check_size(size: object) -> float | None:
    """A width in pixels for an SVG, or None. Raises `ValueError`."""
    if size is None:
        return None
    if isinstance(size, bool) or not isinstance(size, int | float):
        raise CircularChessError(f"size is not a number of pixels: {shorten(size)}")
    if not math.isfinite(size) or size <= 0:
        raise CircularChessError(f"size is not a positive number of pixels: {shorten(size)}")
    return size

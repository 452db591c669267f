"""PNG pictures through resvg, a renderer that needs no system libraries."""

from __future__ import annotations

from ...errors import CircularChessError, shorten
from ._colors import check_color
from ._letters import has_text, outline_letters

__all__ = ["to_png"]

#: No picture is wider: larger ones only exhaust memory.
_LARGEST = 16384
#: No browser draws larger ones.
_LARGEST_SVG = 1_000_000


def to_png(svg: str, *, size: int = 800, background: str | None = None) -> bytes:
    """An SVG text as a PNG, `size` pixels wide; transparent unless a `background` is given.

    Needs the extra `png` (`pip install circularchess[png]`); raises `ImportError` without it and
    `ValueError` for a text that is no SVG or a size outside 1 to 16384. Coordinates and
    army letters are drawn as outlines, whatever fonts there are; only texts of your own (in
    `pieces`) are written in a font of the system's.

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
    drawing = outline_letters(svg)
    try:
        return resvg_py.svg_to_bytes(
            svg_string=drawing,
            width=size,
            background=background,
            # Without it no lengths in millimetres.
            dpi=96,
            # Not looked for where there is nothing to write.
            skip_system_fonts=not has_text(drawing),
        )
    except ValueError as error:
        reason = str(error).splitlines()[0] if str(error) else "not rendered"
        raise CircularChessError(f"cannot render as PNG: {reason}") from None


def check_size(size: object) -> float | None:
    """A width in pixels for an SVG, or None. Raises `ValueError`."""
    if size is None:
        return None
    if isinstance(size, bool) or not isinstance(size, int | float):
        raise CircularChessError(f"size is not a number of pixels: {shorten(size)}")
    # Compared, not computed with: a whole number may be too large for that.
    if not 0 < size <= _LARGEST_SVG:  # also for NaN
        raise CircularChessError(
            f"size is not a number of pixels above 0, up to {_LARGEST_SVG}: {shorten(size)}"
        )
    return float(size)

"""Text drawings of a board: a grid of rings and files, the outermost ring on top."""

from __future__ import annotations

from .pictures.text import draw_text, draw_unicode, files_per_block, piece_names

__all__ = ["draw_text", "draw_unicode", "files_per_block", "piece_names"]

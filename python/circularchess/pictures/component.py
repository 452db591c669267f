"""`<circular-board>`, the board of browsers: where its file is."""

from __future__ import annotations

from pathlib import Path

__all__ = ["component"]


def component() -> Path:
    """The file of `<circular-board>`: one module of JavaScript to serve or copy.

    >>> component().name
    'circular-board.js'
    """
    return Path(__file__).parent / "circular-board.js"

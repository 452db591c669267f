"""A game as moving pictures: SVG frames, one self-contained HTML page, or a GIF.

Everything here takes a game in any of three shapes: a `Board`, whose own moves are shown;
something with a method `replay()` that goes through its positions, as `Game` has; or an iterable
of boards, one a frame. Further options are those of `svg.board`.
"""

from __future__ import annotations

from .pictures.animation import Replayable, frames, gif_of, history, positions, to_gif, to_html

__all__ = ["Replayable", "frames", "gif_of", "history", "positions", "to_gif", "to_html"]

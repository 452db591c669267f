"""What notebooks show of a game: who played, the last position, and the moves."""

from __future__ import annotations

from .pictures.notebook import game_html

__all__ = ["game_html"]

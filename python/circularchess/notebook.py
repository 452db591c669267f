"""What notebooks show: games, and boards to play on.

A game shows who played, the last position and the moves. `BoardWidget` is a board to play on, which
gives the moves to Python; it needs the extra `notebook`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .pictures.notebook import game_html

if TYPE_CHECKING:
    from .pictures.widget import BoardWidget

__all__ = ["BoardWidget", "game_html"]


def __getattr__(name: str) -> Any:
    if name != "BoardWidget":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .pictures.widget import BoardWidget

    return BoardWidget

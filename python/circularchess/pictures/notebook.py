"""What notebooks show: of a board its picture; of a game who played, the last position, moves."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Final

from ..errors import shorten
from ..records.pgn import write_moves
from . import svg

if TYPE_CHECKING:
    from ..board import Board
    from ..game import Game

__all__ = ["board_svg", "game_html"]


# Narrow cells need a larger picture. These are its widths in pixels.
_FEW_FILES: Final = 24
_SMALL: Final = 440
_LARGE: Final = 720


def board_svg(board: Board) -> svg.Svg:
    """A board as a picture, with the last move and checks marked.

    >>> from circularchess import Board
    >>> board_svg(Board("circular")).startswith("<svg")
    True
    """
    return svg.snapshot(board, size=_SMALL if board.variant.files <= _FEW_FILES else _LARGE)


def game_html(game: Game) -> str:
    """A game as a fragment of HTML: a heading, a picture, and the moves with all that is said.

    >>> from circularchess import Game
    >>> game = Game.from_pgn('[White "Ann & Co"] 1. b3 {good} c6 *')
    >>> text = game_html(game)
    >>> text.partition("<svg")[0]
    '<div class="circularchess"><p><b>Ann &amp; Co - ?</b> * (Circular Chess)</p>'
    >>> text.rpartition("</svg>")[2]
    '<p>1. b3 <i>good</i> 1... c6 *</p></div>'
    """
    if not hasattr(game, "mainline") or not hasattr(game, "players"):
        raise TypeError(f"not a game: {shorten(game)}")
    variant = game.variant
    names = " - ".join(game.players.get(army, "?") for army in variant.letters)
    heading = f"<b>{escape(names)}</b> {escape(game.result)} ({escape(variant.name)})"
    picture = board_svg(game.end().board())
    moves = _joined(map(_token, write_moves(game)))
    return f'<div class="circularchess"><p>{heading}</p>{picture}<p>{moves}</p></div>'


def _joined(tokens: Iterable[str]) -> str:
    """Words with spaces between, but none inside parentheses at their ends."""
    text = ""
    for token in tokens:
        text += token if not text or text.endswith("(") or token == ")" else f" {token}"
    return text


def _token(token: str) -> str:
    """A word of the moves; comments are set apart by their type instead of their braces."""
    if token.startswith("{") and token.endswith("}"):
        return f"<i>{escape(token[1:-1])}</i>"
    if token.startswith("; "):
        return f"<i>{escape(token[2:])}</i>"
    return escape(token)

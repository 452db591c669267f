"""What notebooks show of a game: who played, the last position, and the moves."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from ..errors import shorten
from ..records.pgn import write_moves
from . import svg

if TYPE_CHECKING:
    from ..game import Game

__all__ = ["game_html"]


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
    # Narrow cells need a larger picture.
    picture = svg.snapshot(game.end().board(), size=440 if variant.files <= 24 else 720)
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

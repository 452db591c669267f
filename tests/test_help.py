"""What users see who ask: `help()`, and notebooks."""

from __future__ import annotations

import inspect
import pydoc
from html.parser import HTMLParser

import pytest

import circularchess
from circularchess import Board, Game

PUBLIC = [name for name in circularchess.__all__ if not name.startswith("__")]


@pytest.mark.parametrize("name", PUBLIC)
def test_everything_public_is_explained(name: str) -> None:
    thing = getattr(circularchess, name)
    assert inspect.getdoc(thing)
    if not inspect.isclass(thing):
        return
    for attribute, value in inspect.getmembers(thing):
        inherited = any(attribute in vars(base) for base in (str, tuple, int, ValueError))
        if attribute.startswith("_") or inherited:
            continue
        if inspect.isroutine(value) or isinstance(value, property):
            assert inspect.getdoc(value), attribute


def test_help_tells_what_there_is() -> None:
    text = pydoc.plain(pydoc.render_doc(circularchess))
    for word in ("Board", "Game", "Variant", "circularchess.svg", "CircularChessError"):
        assert f"`{word}`" in text.partition("PACKAGE CONTENTS")[0]
    # Every name that the package lists is documented there, though fetched on first use.
    for name in PUBLIC:
        assert name in text.partition("PACKAGE CONTENTS")[2]
    text = pydoc.plain(pydoc.render_doc(Board))
    head = text.partition("Method resolution order")[0]
    for name in ("push_san", "legal_moves", "outcome", "to_json"):
        assert f"`{name}`" in head


class _Tags(HTMLParser):
    """Checks that tags are balanced, and keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - a given signature
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_game_in_a_notebook() -> None:
    game = Game("bhati-6-pairs", players={"r": "<Ann>", "o": "Ben & Co"})
    node = game.add_san("a1").add_san("Nb13")
    node.comment = "a <b> } comment"
    game.variations[0].comment = "good"
    game.add_san("b1")
    tags = _Tags()
    tags.feed(game._repr_html_())
    assert tags.open == []
    assert "<Ann> - Ben & Co - ?" in tags.text
    assert "a <b> } comment" in tags.text
    assert "good" in tags.text
    assert "(1. b1)" in tags.text
    assert "{" not in tags.text

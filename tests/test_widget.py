"""`BoardWidget` in notebooks. Needs the extras `notebook` and `browser`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from browser_pages import chromium, click, listen, man, static_site
from circularchess import Board, IllegalMoveError, Move
from circularchess.notebook import BoardWidget


def hear(widget: Any, message: Any) -> list[Any]:
    """What the widget sends back to a message of the browser."""
    sent: list[Any] = []
    widget.send = sent.append
    widget._handle_custom_msg(message, [])
    return sent


def test_moves_of_the_browser_reach_python() -> None:
    board = Board("circular")
    widget = BoardWidget(board, seat="b", movable="w")
    told: list[Move] = []
    widget.on_move(told.append)
    assert hear(widget, {"type": "move", "uci": "b2b3"}) == []
    assert board.peek() == Move("b2", "b3")
    assert told == [Move("b2", "b3")]
    assert json.loads(widget.state) == json.loads(board.to_json(legal_moves=True))
    assert (widget.seat, widget.movable, widget.board is board) == ("b", "w", True)


@pytest.mark.parametrize("uci", ["b2b4", "c7c6", "nonsense", "", None, 7, {"a": 1}])
def test_moves_that_cannot_be(uci: Any) -> None:
    widget = BoardWidget(Board("circular"))
    before = widget.state
    [answer] = hear(widget, {"type": "move", "uci": uci})
    assert answer["type"] == "refused"
    assert widget.state == before
    assert hear(widget, {"type": "other"}) == hear(widget, "b2b3") == hear(widget, None) == []


def test_a_function_may_answer() -> None:
    widget = BoardWidget(Board("circular"))

    def answer(move: Move) -> None:
        if move == Move("b2", "b3"):
            widget.board.push_uci("c7c6")

    widget.on_move(answer)
    widget.play("b2b3")
    assert json.loads(widget.state)["last_move"]["uci"] == "c7c6"
    with pytest.raises(IllegalMoveError):
        widget.play("b2b3")


def test_boards_are_needed() -> None:
    with pytest.raises(TypeError, match="a Board is needed"):
        BoardWidget("circular")  # type: ignore[arg-type]


def test_in_a_browser(tmp_path: Path) -> None:
    widget = BoardWidget(Board("circular"), seat="b", captured=True)
    (tmp_path / "widget.js").write_text(BoardWidget._esm, encoding="utf-8")
    names = ("state", "seat", "movable", "premove", "captured", "theme", "width")
    (tmp_path / "model.json").write_text(
        json.dumps({name: getattr(widget, name) for name in names})
    )
    # A model as anywidget gives one.
    (tmp_path / "host.js").write_text(
        """
        import widget from "./widget.js";
        const values = await (await fetch("model.json")).json(), heard = {};
        window.sent = [];
        window.change = (name, value) => {
            values[name] = value;
            for (const act of heard[`change:${name}`] || []) act();
        };
        window.tell = (message) => { for (const act of heard["msg:custom"]) act(message); };
        window.end = widget.render({ el: document.body, model: {
            get: (name) => values[name],
            on: (name, act) => { (heard[name] ||= []).push(act); },
            off: (name, act) => { heard[name] = heard[name].filter((one) => one !== act); },
            send: (message) => window.sent.push(message),
        } });
        window.left = () => Object.values(heard).flat().length;
        """
    )
    (tmp_path / "page.html").write_text(
        "<!doctype html><title>Notebook</title><script type=module src=host.js></script><body>"
    )
    with chromium() as browser, static_site(tmp_path, {}) as base:
        page = browser.new_page()
        page.set_default_timeout(10_000)
        faults = listen(page)
        page.goto(base + "page.html")
        page.locator("circular-board .man").first.wait_for()
        board = page.locator("circular-board")
        assert board.get_attribute("seat") == "b"
        click(page, "b2", "b3")
        assert page.evaluate("() => sent") == [{"type": "move", "uci": "b2b3"}]
        assert man(page, "b3") == "wP"
        page.evaluate("() => tell({ type: 'refused' })")
        assert man(page, "b2") == "wP"
        widget.play("a2a3")
        page.evaluate("(state) => change('state', state)", widget.state)
        page.locator('circular-board .man[data-square="a3"]').wait_for(state="attached")
        page.evaluate("() => change('movable', 'none')")
        click(page, "c7", "c6")
        assert len(page.evaluate("() => sent")) == 1
        page.evaluate("() => end()")
        assert page.evaluate("() => left()") == 0
        assert [fault for fault in faults if "favicon" not in fault and "404" not in fault] == []

"""Games as moving pictures: every frame comes out of the page and of the GIF again."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import canonicalize

import pytest
from PIL import Image

from circularchess import Board, svg
from circularchess.animation import frames, to_gif, to_html


def played(name: str, moves: int) -> tuple[Board, list[Board]]:
    """A board with a random game on it, and all its positions."""
    rng, board = random.Random(11), Board(name)
    boards = [board.copy()]
    for _ in range(moves):
        board.push(rng.choice(list(board.legal_moves)))
        boards.append(board.copy())
    return board, boards


class Replayed:
    def __init__(self, boards: list[Board]) -> None:
        self.boards = boards

    def replay(self) -> Iterator[Board]:
        return iter(self.boards)


def data_of(page: str) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    data: dict[str, Any] = json.loads(match[1])
    return data


def rebuilt(data: dict[str, Any]) -> list[str]:
    """What the page's script puts into the picture, frame by frame."""
    parts, texts = data["parts"], []
    before: list[Any] = []
    for frame in data["frames"]:
        before = [layer or before[place] for place, layer in enumerate(frame)]
        texts.append(
            "".join(
                parts[start] + "".join(parts[n] for n in inside) + parts[end]
                for start, end, *inside in before
            )
        )
    return texts


@pytest.mark.parametrize(("name", "moves"), [("circular", 12), ("bhati-6", 14), ("orthodox", 6)])
def test_frames_of_a_board_a_game_and_a_list_agree(name: str, moves: int) -> None:
    board, boards = played(name, moves)
    expected = [svg.snapshot(position) for position in boards]
    assert list(frames(board)) == expected
    assert list(frames(Replayed(boards))) == expected
    assert list(frames(boards)) == expected
    assert board.fen() == boards[-1].fen()
    assert board.move_stack == boards[-1].move_stack


@pytest.mark.parametrize(("name", "moves"), [("circular", 12), ("bhati-6", 14)])
def test_the_page_holds_every_frame(name: str, moves: int) -> None:
    board, boards = played(name, moves)
    page = to_html(board, orientation=board.armies[1], delay=300)
    data = data_of(page)
    found = rebuilt(data)
    assert len(found) == len(data["captions"]) == moves + 1
    for position, inside in zip(boards, found, strict=True):
        whole = svg.snapshot(position, orientation=board.armies[1])
        start, rest = whole.split(">", 1)
        assert start.startswith("<svg ")
        assert canonicalize(f"<svg>{rest}") == canonicalize(f"<svg>{inside}</svg>")
    assert data["delay"] == 300


def test_the_page_needs_no_other_file() -> None:
    page = to_html(played("circular", 2)[0])
    assert not re.search(r"(src|href)\s*=\s*\"(?!#)", page)
    assert set(re.findall(r"https?://[^\s\"<]*", page)) == {"http://www.w3.org/2000/svg"}


def test_titles_and_captions_are_text() -> None:
    board, _ = played("circular", 1)
    nasty = "</script><script>alert('x')</script>&amp;"
    page = to_html(board, title=nasty, captions=[nasty, "two"])
    assert page.count("<script") == 2
    assert data_of(page)["captions"] == [nasty, "two"]
    assert "<title>&lt;/script&gt;" in page


def test_default_captions_tell_the_move() -> None:
    board = Board("circular")
    board.push_uci("b2b3")
    captions = data_of(to_html(board))["captions"]
    assert captions == ["White to move.", "White: b3. Black to move."]


def test_gif() -> None:
    board, boards = played("circular", 5)
    image = Image.open(io.BytesIO(to_gif(board, size=200, delay=250)))
    assert image.format == "GIF"
    assert image.size == (200, 200)
    assert getattr(image, "n_frames", 1) == 6
    assert image.info["duration"] == 250
    assert image.info["loop"] == 0
    # Each frame is about what its PNG is.
    for number, position in enumerate(boards):
        image.seek(number)
        png = svg.to_png(svg.snapshot(position), size=200, background="#ffffff")
        exact = Image.open(io.BytesIO(png)).convert("RGB").tobytes()
        near = image.convert("RGB").tobytes()
        off = sum(abs(a - b) > 48 for a, b in zip(exact, near, strict=True))
        assert off < len(exact) / 1000


@pytest.mark.parametrize("make", [to_html, to_gif])
@pytest.mark.parametrize("game", [[], None, "circular", 5])
def test_no_game(make: Any, game: Any) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
        make(game)


@pytest.mark.parametrize("make", [to_html, to_gif])
@pytest.mark.parametrize(
    "options", [{"delay": 0}, {"delay": "1s"}, {"delay": 10**9}, {"orientation": "x"}], ids=str
)
def test_bad_options(make: Any, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
        make(Board("circular"), **options)


def test_too_few_captions() -> None:
    with pytest.raises(ValueError, match="no caption for frame 1"):
        to_html(played("circular", 3)[0], captions=["one"])


def test_bad_loop() -> None:
    with pytest.raises(ValueError, match="loop"):
        to_gif(Board("circular"), loop=-1)


def test_gif_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"circularchess\[png\]"):
        to_gif(Board("circular"))

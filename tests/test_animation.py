"""Games as moving pictures: every frame comes out of the page and of the GIF again."""

from __future__ import annotations

import io
import json
import math
import random
import re
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, canonicalize, tostring

import pytest
from defusedxml.ElementTree import fromstring
from PIL import Image

from circularchess import Board, Game, svg
from circularchess.animation import frames, to_gif, to_html
from svg_reading import NS, classes, having, parse


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


LAYERS = ("lamp", "citadels", "waters", "seats", "marks", "arrows")


def group(root: Element, name: str) -> Element | None:
    found = [child for child in root if child.tag == f"{NS}g" and child.get("class") == name]
    assert len(found) <= 1
    return found[0] if found else None


def played_back(page: str) -> Iterator[Element]:
    """The drawings that the page's script makes of the one in the page, frame by frame."""
    data = data_of(page)
    assert tuple(data["layers"]) == LAYERS
    match = re.search(r'<div id="board">(.*?)</div>', page, re.DOTALL)
    assert match is not None
    text = match[1].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    standing: dict[int, int] = {}
    parts: dict[int, int] = {}
    for differing, change, moved, checks, _ in data["frames"]:
        parts |= dict(zip(differing[::2], differing[1::2], strict=True))
        standing |= dict(zip(change[::2], change[1::2], strict=True))
        standing = {place: man for place, man in standing.items() if man >= 0}
        root = parse(text)
        for place, name in enumerate(LAYERS):
            layer = group(root, name)
            inside = data["parts"][parts[place]]
            assert layer is not None or not inside
            if layer is not None:
                layer[:] = list(fromstring(f'<g xmlns="{NS[1:-1]}">{inside}</g>'))
        for place, path in enumerate(having(root, "square")):
            tone = classes(path)[1]
            if place in moved:
                path.set("class", path.get("class", "") + " lastmove")
                if "void" not in classes(path):
                    path.set("fill", data["fills"][tone])
            if place in checks:
                path.set("class", path.get("class", "") + " check")
                path.set("fill", data["fills"]["check"])
        men = group(root, "pieces")
        assert men is not None
        men[:] = []
        for place, man in standing.items():
            names, href = data["men"][man]
            x, y, side = data["boxes"][place].split()
            box = {"x": x, "y": y, "width": side, "height": side, "href": f"#{href}"}
            names += f" on-{data['names'][place]}"
            men.append(Element(f"{NS}use", {"class": names, **box}))
        yield root


def comparable(root: Element) -> str:
    """A drawing without its text and the order of its men and their drawings."""
    for place in (f"{NS}desc", f"{NS}defs"):
        found = root.find(place)
        assert found is not None
        root.remove(found)
    men = group(root, "pieces")
    assert men is not None
    men[:] = sorted(men, key=lambda use: use.get("class", ""))
    return canonicalize(tostring(root, encoding="unicode"))


@pytest.mark.parametrize(("name", "moves"), [("circular", 12), ("bhati-6", 14), ("orthodox", 6)])
def test_frames_of_a_board_a_game_and_a_list_agree(name: str, moves: int) -> None:
    board, boards = played(name, moves)
    expected = [svg.snapshot(position) for position in boards]
    assert list(frames(board)) == expected
    assert list(frames(Replayed(boards))) == expected
    assert list(frames(boards)) == expected
    assert board.fen() == boards[-1].fen()
    assert board.move_stack == boards[-1].move_stack


@pytest.mark.parametrize(
    ("name", "moves", "options"),
    [
        ("circular", 12, {"delay": 300}),
        ("bhati-6", 14, {}),
        ("orthodox", 30, {"size": 300}),
        ("byzantine-citadel", 60, {"coordinates": False}),
        ("three-man", 60, {"mirrored": True}),
        ("circular", 12, {"theme": "dark", "colors": {"b": "#123456"}}),
        ("circular", 8, {"arrows": [("a1", "a5")], "squares": ["b3"], "fill": {"c4": "#fedcba"}}),
    ],
)
def test_the_page_plays_back_every_frame(name: str, moves: int, options: dict[str, Any]) -> None:
    """Out of one drawing and what the moves change come the pictures of all positions."""
    board, boards = played(name, moves)
    page = to_html(board, orientation=board.armies[1], **options)
    data = data_of(page)
    assert len(data["captions"]) == moves + 1
    delay = options.pop("delay", 1000)
    assert data["delay"] == delay
    drawing = {"theme": "auto", "orientation": board.armies[1], **options}
    for position, shown in zip(boards, played_back(page), strict=True):
        expected = parse(svg.snapshot(position, **drawing))
        # Every man is drawn by a drawing that is there.
        ids = {element.get("id") for element in shown.iter(f"{NS}symbol")}
        assert {f"#{name}" for name in ids} >= {use.get("href") for use in having(shown, "piece")}
        assert comparable(shown) == comparable(expected)


def test_a_long_game_is_a_small_page() -> None:
    """600 moves on the largest board, with a board that is drawn once."""
    board, _ = played("bhati-6", 600)
    page = to_html(board)
    assert len(page.encode()) <= 200_000
    assert page.count('class="square ') == 240
    assert len(data_of(page)["frames"]) == 601


def test_the_list_of_moves() -> None:
    game = Game.from_pgn(
        '[White "Ann & Co"] [Black "Ben"] [Event "Club"]\n\n'
        "{Before.} 1. b3 $1 {Quiet. [%cal Gb2b3,Rc7c6] [%csl Yd4]} c6 (1... b6 {No.}) 2. Nd3 *"
    )
    page = to_html(game)
    assert "<title>Ann &amp; Co - Ben</title>" in page
    assert "<h1>Ann &amp; Co - Ben</h1>" in page
    assert "Club, Circular Chess</p>" in page
    assert data_of(page)["moves"] == [
        ["", "", "", "Before."], ["1.", "b3", "!", "Quiet."], ["", "c6"], ["2.", "Nd3"],
    ]  # fmt: skip
    arrows = [classes(e)[1:] for root in played_back(page) for e in having(root, "arrow")]
    assert sorted(arrows) == [["b2-b3"], ["c7-c6"], ["d4-d4"]]
    # The ways the pieces go, in the order of squares on the page.
    data = data_of(page)
    ways = [[data["names"][place] for place in frame[4]] for frame in data["frames"]]
    assert ways == [[], ["b2", "b3"], ["c7", "c6"], ["c1", "d3"]]
    assert "<title>Circular Chess</title>" in to_html(Board("circular"))


def test_the_board_turns_to_every_seat() -> None:
    """By angles that bring each army's squares where they are seen from its seat."""
    for name, count in (("circular", 2), ("bhati-6", 6), ("bhati-3", 3), ("orthodox", 2)):
        board = Board(name)
        for mirrored in (False, True):
            turns = data_of(to_html(board, mirrored=mirrored))["turns"]
            assert turns[0] == 0
            assert len(turns) == count
            if board.variant.seam == "open":
                assert turns == [0, 180]
                continue
            base = board.variant.geometry(mirrored=mirrored)["a1"].centre
            places = []
            for turn in map(math.radians, turns):
                x, y = base
                places.append(
                    (
                        x * math.cos(turn) - y * math.sin(turn),
                        x * math.sin(turn) + y * math.cos(turn),
                    )
                )
            for seat in board.armies:
                centre = board.variant.geometry(seat=seat, mirrored=mirrored)["a1"].centre
                assert min(math.dist(centre, place) for place in places) < 1e-6


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_gif(theme: str) -> None:
    board, boards = played("circular", 5)
    image = Image.open(io.BytesIO(to_gif(board, size=200, delay=250, theme=theme)))
    assert image.format == "GIF"
    assert image.size == (200, 200)
    assert getattr(image, "n_frames", 1) == 6
    assert image.info["duration"] == 250
    assert image.info["loop"] == 0
    # Each frame is about what its PNG is.
    for number, position in enumerate(boards):
        image.seek(number)
        png = svg.to_png(svg.snapshot(position, theme=theme), size=200, background="#ffffff")
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

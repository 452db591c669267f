"""`<circular-board>` alone in a page of somebody else's, and how all pages look and read.

Needs the extras `serve` and `browser`.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from browser_pages import (
    Server,
    chromium,
    click,
    drag,
    listen,
    man,
    middle,
    said,
    static_site,
    wait_for_words,
)
from circularchess import Board, Variant, variants
from circularchess.serve import component

#: As strict as a page that loads its own scripts can be.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
#: A host that writes down what it is told, and knows nothing else of the board.
HOST = """
const board = document.querySelector("circular-board");
const log = document.querySelector("#log");
for (const name of ["move", "premove", "select", "shapes", "seat", "square", "error"]) {
	board.addEventListener(name, (event) => {
		log.append(JSON.stringify([name, event.detail]), "\\n");
		if (name === "move" && board.dataset.veto) event.preventDefault();
	});
}
window.show = async (name, options = {}) => {
	for (const [key, value] of Object.entries(options)) board.setAttribute(key, value);
	board.state = await (await fetch(name)).json();
};
"""
SCALE = 440


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(component(), folder)
    (folder / "host.js").write_text(HOST)
    for variant in variants():
        _write(folder, variant.id, Board(variant))
    with static_site(folder, {"Content-Security-Policy": POLICY}) as base:
        yield base, folder


def _write(folder: Path, name: str, board: Board, **more: Any) -> None:
    state = json.loads(board.to_json(legal_moves=True)) | more
    (folder / f"{name}.json").write_text(json.dumps(state))


@pytest.fixture
def visit(browser: Browser, site: tuple[str, Path]) -> Iterator[Any]:
    base, folder = site
    contexts, faults = [], []

    def visit(name: str = "circular", attributes: str = "", **look: Any) -> Page:
        (folder / "page.html").write_text(
            "<!doctype html><html lang=en><title>Host</title>"
            '<script type="module" src="circular-board.js"></script>'
            '<script type="module" src="host.js"></script>'
            f'<main><h1>Board</h1><circular-board src="{name}.json" animation="0" {attributes}>'
            '</circular-board><pre id="log"></pre></main>'
        )
        settings = {"viewport": {"width": 700, "height": 900}, **look}
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        faults.append(listen(page))
        page.goto(base + "page.html")
        page.locator("circular-board .man").first.wait_for()
        return page

    yield visit
    for context in contexts:
        context.close()
    assert [fault for page in faults for fault in page] == []


def told(page: Page, name: str) -> list[Any]:
    """What the host was told by events of a name."""
    lines = page.locator("#log").inner_text().splitlines()
    return [detail for kind, detail in map(json.loads, lines) if kind == name]


def test_the_component_is_small_and_alone() -> None:
    text = component().read_text(encoding="utf-8")
    assert component().stat().st_size <= 60 * 1024
    assert "import " not in text.replace('import "./circular-board.js"', "")
    for word in ("innerHTML", "eval(", "document.write", "insertAdjacent", "Function("):
        assert word not in text


def test_its_drawings_are_those_of_the_package() -> None:
    script = Path(__file__).parent.parent / "scripts" / "board-pieces"
    words = [sys.executable, str(script), "--check"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_move_by_mouse_in_a_foreign_page(visit: Any) -> None:
    page = visit()
    click(page, "b2")
    [selected] = told(page, "select")
    assert selected == {"square": "b2", "targets": ["b3"]}
    click(page, "b3")
    expected = {"uci": "b2b3", "from": "b2", "to": "b3", "promotion": None, "san": "b3"}
    assert told(page, "move") == [expected]
    assert man(page, "b3") == "wP"  # shown before the host has answered
    click(page, "a2", "a3")  # which it never does: no second move
    assert len(told(page, "move")) == 1


def test_a_host_may_keep_the_move_back(visit: Any) -> None:
    page = visit(attributes='data-veto="1"')
    drag(page, "b2", "b3")
    assert len(told(page, "move")) == 1
    assert man(page, "b2") == "wP"
    assert man(page, "b3") is None


def test_what_cannot_be_moved(visit: Any) -> None:
    page = visit()
    click(page, "c7", "c6")  # not Black's turn
    drag(page, "b2", "b4")  # illegal
    click(page, "b2", "b3")  # still picked up: put back
    assert told(page, "move") == []
    assert man(page, "b2") == "wP"
    page = visit(attributes='movable="b"')
    click(page, "b2", "b3")
    page = visit(attributes='movable="none"')
    click(page, "b2", "b3")
    assert told(page, "move") == []
    assert told(page, "square") == [{"square": "b2"}, {"square": "b3"}]


def test_walking_by_keys(visit: Any) -> None:
    page = visit()
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    live = page.locator("circular-board [aria-live]")
    assert live.inner_text() == "a1 White king"
    steps = {
        "ArrowRight": "a2 White pawn",
        "ArrowUp": "b2 White pawn",
        "ArrowLeft": "b1 White bishop",
        "ArrowDown": "a1 White king",
    }
    for key, words in steps.items():
        page.keyboard.press(key)
        assert live.inner_text() == words
    page.keyboard.press("ArrowLeft")  # round the ring
    assert live.inner_text() == "a16 White queen"
    page.keyboard.press("ArrowDown")
    assert live.inner_text() == "edge"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    assert live.inner_text() == "a15 White pawn, picked up, 1 move"
    page.keyboard.press("PageDown")
    assert live.inner_text() == "a14 empty, can go there"
    page.keyboard.press(" ")
    assert [move["uci"] for move in told(page, "move")] == ["a15a14"]


@pytest.mark.parametrize(
    ("name", "keys", "end"),
    [
        # From the king: across a null centre, over a void, round a torus, into a citadel, over
        # the seam or to it.
        ("mattlage", "DDDD", "a13"),
        ("mattlage", "RRRRR", "d10"),
        ("byzantine-torus", "D", "d1"),
        ("byzantine-torus", "DU", "a1"),
        ("byzantine-citadel", "DDDD", "z1"),
        ("byzantine-citadel", "DDDDR", "z2"),
        ("byzantine-citadel", "DDDDRRRRU", "a2"),
        ("orthodox", "U", "e2"),
        ("orthodox", "RRR", "h1"),
        ("orthodox", "RRRR", "edge"),
        ("cylinder", "RRRR", "a1"),
        ("three-man", "DDDDDD", "a17"),
    ],
)
def test_arrow_keys_know_the_board(visit: Any, name: str, keys: str, end: str) -> None:
    page = visit(name)
    page.locator("circular-board .board").focus()
    page.keyboard.press("Home")
    for key in keys:
        way = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}[key]
        page.keyboard.press(f"Arrow{way}")
    assert said(page) == end


def test_squares_lie_where_the_package_has_them(visit: Any) -> None:
    page = visit(attributes='layout="round"')
    for variant in variants():
        board = Board(variant)
        flat = variant.seam == "open"
        for seat in {variant.letters[0], variant.letters[-1]}:
            for mirrored in (False, True) if seat == variant.letters[0] else (False,):
                make = variant.flat_geometry if flat else variant.geometry
                cells = make(seat=seat, mirrored=mirrored)
                page.evaluate(
                    "async ([name, seat, mirrored, layout]) => {"
                    "  const board = document.querySelector('circular-board');"
                    "  board.toggleAttribute('mirrored', mirrored);"
                    "  await show(name + '.json', { seat, layout }); }",
                    [variant.id, seat, mirrored, "flat" if flat else "round"],
                )
                places = page.evaluate(
                    "() => [...document.querySelector('circular-board').shadowRoot"
                    "  .querySelectorAll('.man')].map((man) =>"
                    "    [man.dataset.square, man.getAttribute('transform')])"
                )
                assert len(places) == len(board.piece_map())
                for square, transform in places:
                    x, y = map(float, transform[10:-1].split())
                    due = cells[square].centre
                    assert math.dist((x, y), (due[0] * SCALE, due[1] * SCALE)) < 0.05


def test_geometry_may_be_given(visit: Any, site: tuple[str, Path]) -> None:
    # Of another variant with as many squares, so that it shows.
    other = Variant.load("byzantine").geometry(seat="b").to_json() | {"seat": "w"}
    (site[1] / "other.json").write_text(json.dumps(other))
    page = visit()
    before = middle(page, "a1")
    page.evaluate(
        "async () => { document.querySelector('circular-board').geometry ="
        " await (await fetch('other.json')).json(); }"
    )
    after = middle(page, "a1")
    assert after[1] < before[1] - 50  # Black's seat is on the other side


def test_every_seat_at_the_bottom(visit: Any) -> None:
    page = visit("bhati-6")
    lowest = []
    for seat in "royGbv".lower():
        page.evaluate("(seat) => document.querySelector('circular-board').turnTo(seat)", seat)
        kings = {
            piece: middle(page, square)[1]
            for square, piece in (
                (str(square), piece.symbol)
                for square, piece in Board("bhati-6").piece_map().items()
                if piece.letter == "K"
            )
        }
        lowest.append(max(kings, key=lambda piece: kings[piece]))
    assert lowest == ["rK", "oK", "yK", "gK", "bK", "vK"]
    assert [detail["seat"] for detail in told(page, "seat")] == list("roygbv")


def test_six_armies_are_told_apart_without_colour(visit: Any) -> None:
    page = visit("bhati-6")
    found = page.evaluate(
        "() => Object.fromEntries("
        "  [...document.querySelector('circular-board').shadowRoot.querySelectorAll('symbol')]"
        "  .map((one) => [one.id, one.querySelector('text')?.textContent]))"
    )
    assert len(found) == 36
    assert all(letter == name[4].upper() for name, letter in found.items())


def test_marks_and_arrows_by_the_right_button(visit: Any) -> None:
    page = visit()
    drag(page, "b2", "c5", button="right")
    page.mouse.click(*middle(page, "a9"), button="right")
    page.keyboard.down("Shift")
    drag(page, "c1", "b3", button="right")
    page.keyboard.up("Shift")
    assert told(page, "shapes")[-1]["shapes"] == [
        {"from": "b2", "to": "c5", "color": "green"},
        {"from": "a9", "to": "a9", "color": "green"},
        {"from": "c1", "to": "b3", "color": "red"},
    ]
    assert page.locator("circular-board .layer-shapes circle").count() == 1
    drag(page, "b2", "c5", button="right")  # once more takes it off
    assert len(told(page, "shapes")[-1]["shapes"]) == 2
    click(page, "d12")
    assert told(page, "shapes")[-1]["shapes"] == []
    assert page.locator("circular-board .layer-shapes *").count() == 0


def test_premove_in_a_foreign_page(visit: Any, site: tuple[str, Path]) -> None:
    page = visit(attributes='movable="b" premove')
    drag(page, "c7", "c6")
    assert told(page, "premove") == [{"from": "c7", "to": "c6"}]
    board = Board("circular")
    board.push_uci("b2b3")
    _write(site[1], "next", board)
    page.evaluate("() => show('next.json')")
    wait_for_words(page, "#log", '"move"')
    assert [move["uci"] for move in told(page, "move")] == ["c7c6"]
    assert told(page, "premove") == [{"from": "c7", "to": "c6"}, None]


def test_check_last_move_and_unsafe_moves_are_shown(visit: Any, site: tuple[str, Path]) -> None:
    board = Board("circular", "4r3K7/16/3k12/16 b - - 0 1")
    board.push_uci("b4b3")
    _write(site[1], "check", board)
    page = visit("check")
    moved = page.locator("circular-board .lastmove")
    assert {moved.nth(i).get_attribute("data-square") for i in range(2)} == {"b4", "b3"}
    assert page.locator("circular-board .in-check").count() == 1
    click(page, "d9")
    safe = {str(move.to_square) for move in board.safe_moves}
    for move in board.legal_moves:
        mark = page.locator(f'circular-board .target[data-square="{move.to_square}"]')
        assert ("unsafe" in (mark.get_attribute("class") or "")) == (
            str(move.to_square) not in safe
        )


def test_captured_men(visit: Any, site: tuple[str, Path]) -> None:
    start = Board("circular", "K7k7/6P9/q15/16 w - - 0 1")
    start.push_uci("c7c8q")
    start.push_uci("b1c1")
    _write(site[1], "gone", start)
    page = visit("gone", "captured")
    # The pawn became a queen: nothing is gone.
    assert page.locator("circular-board .tray [role=img]").count() == 0
    board = Board("circular", "K7k7/16/q15/B15 w - - 0 1")
    board.push_uci("d1c1")
    board.push_uci("b1a1")
    _write(site[1], "gone", board)
    page = visit("gone", "captured")
    gone = page.locator("circular-board .tray [role=img]")
    assert gone.count() == 1
    assert gone.get_attribute("aria-label") == "White lost 1 bishop"


def test_a_man_goes_the_way_it_went(visit: Any, site: tuple[str, Path]) -> None:
    board = Board("circular", "16/16/16/R7k6K w - - 0 1")
    _write(site[1], "before", board)
    board.push_uci("a1a7")
    # The long way round, as a move's description tells it.
    path = ["a1", *(f"a{file}" for file in range(15, 6, -1))]
    state = json.loads(board.to_json(legal_moves=True))
    state["last_move"]["path"] = path
    (site[1] / "after.json").write_text(json.dumps(state))
    page = visit("before", attributes='movable="none"')
    cells = Variant.load("circular").geometry()
    places = page.evaluate(
        """async () => {
            const board = document.querySelector("circular-board"), places = [];
            board.setAttribute("animation", "300");
            await show("after.json");
            const man = board.shadowRoot.querySelector('.man[data-square="a7"]');
            for (let i = 0; i < 200; i++) {
                await new Promise(requestAnimationFrame);
                places.push(man.getAttribute("transform").slice(10, -1).split(" ").map(Number));
                if (i > 5 && String(places.at(-1)) === String(places.at(-3))) break;
            }
            return places;
        }"""
    )
    away = math.hypot(*cells["a1"].centre) * SCALE
    radii = [math.hypot(x, y) for x, y in places]
    assert len({tuple(place) for place in places}) > 5
    # It stays on its ring, and passes the far side, not the near one.
    assert all(abs(radius - away) < 2 for radius in radii)
    far = [value * SCALE for value in cells["a12"].centre]
    near = [value * SCALE for value in cells["a4"].centre]
    assert min(math.dist(place, far) for place in places) < 30
    assert min(math.dist(place, near) for place in places) > 60
    end = [value * SCALE for value in cells["a7"].centre]
    assert math.dist(places[-1], end) < 0.1


def test_no_motion_for_who_wants_none(visit: Any, site: tuple[str, Path]) -> None:
    board = Board("circular")
    board.push_uci("b2b3")
    _write(site[1], "still", board)
    page = visit(reduced_motion="reduce")
    page.evaluate("() => show('still.json', { animation: 5000 })")
    page.locator('circular-board .man[data-square="b3"]').wait_for(state="attached")
    due = Variant.load("circular").geometry()["b3"].centre
    transform = page.locator('circular-board .man[data-square="b3"]').get_attribute("transform")
    x, y = map(float, transform[10:-1].split())
    assert math.dist((x, y), (due[0] * SCALE, due[1] * SCALE)) < 0.05


def test_a_document_that_cannot_be_read(visit: Any) -> None:
    page = visit()
    page.evaluate("() => document.querySelector('circular-board').setAttribute('src', 'host.js')")
    wait_for_words(page, "#log", "error")
    assert man(page, "b2") == "wP"


@pytest.mark.parametrize("width", [320, 1920])
def test_from_a_phone_to_a_wall(visit: Any, width: int) -> None:
    page = visit(viewport={"width": width, "height": width + 200})
    box = page.locator("circular-board svg").first.bounding_box()
    assert box is not None
    assert box["width"] > width - 40
    click(page, "b2", "b3")
    assert len(told(page, "move")) == 1


# --- Who reads and how ------------------------------------------------------------------------


def _violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_the_pages(browser: Browser, tmp_path: Path, theme: Any) -> None:
    server = Server(tmp_path / "games.sqlite")
    context = browser.new_context(color_scheme=theme, viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto(server.base)
    wait_for_words(page, "pre", "Circular Chess")
    assert _violations(page) == []
    back = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, back[4:-1].split(","))) < 200) == (theme == "dark")
    page.get_by_label("Who plays Black").select_option("invite")
    page.get_by_label("Time").select_option("300,3")
    page.get_by_role("button", name="Start the game").click()
    page.locator("circular-board .man").first.wait_for()
    click(page, "b2", "b3")
    page.locator(".moves button").wait_for()
    assert _violations(page) == []
    page.get_by_role("link", name="Analyse this position").click()
    page.locator("circular-board .man").first.wait_for()
    page.get_by_role("button", name="What would it play?").click()
    wait_for_words(page, ".status", "would play")
    page.get_by_role("button", name="Best lines").click()
    page.locator(".lines li").nth(2).wait_for()
    assert page.locator("circular-board .layer-shapes .shaft").count() == 3
    page.get_by_role("button", name="Edit the position").click()
    page.locator(".palette").wait_for()
    assert _violations(page) == []
    # The other theme by choice, against the system's.
    other = "light" if theme == "dark" else "dark"
    page.get_by_label("Theme").select_option(other)
    back = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, back[4:-1].split(","))) < 200) == (other == "dark")
    assert _violations(page) == []
    context.close()
    server.kill()

"""Games in a real browser, by mouse, keys and touch. Needs the extras `serve` and `browser`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browser_pages import (
    Cable,
    Server,
    chromium,
    click,
    drag,
    listen,
    man,
    middle,
    press,
    wait_for_man,
    wait_for_words,
)
from circularchess import Board, Game
from serve_games import MATE

#: White mates in one: the queen to the back of the king, guarded by the rook's file and ring.
WON = "8k7/7R1R6/16/K6Q8 w - - 0 1"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("browser") / "games.sqlite")
    yield server
    server.kill()


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    people = People(browser)
    yield people
    people.leave()


class People:
    """Browsers of people who know nothing of each other, and what went wrong in them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: list[tuple[Page, list[str]]] = []

    def come(self, address: str | None = None, **look: object) -> Page:
        """A page in a new context."""
        settings: dict[str, object] = {"viewport": {"width": 1100, "height": 800}, **look}
        page = self._browser.new_context(**settings).new_page()  # type: ignore[arg-type]
        page.set_default_timeout(10_000)
        self._pages.append((page, listen(page)))
        if address is not None:
            page.goto(address)
        return page

    def faults_of(self, page: Page) -> list[str]:
        """What went wrong in a page, which is then forgiven."""
        [faults] = [faults for one, faults in self._pages if one is page]
        found = list(faults)
        faults.clear()
        return found

    def leave(self) -> None:
        """Close everything. Nothing may have gone wrong."""
        for page, _ in self._pages:
            page.context.close()
        assert [fault for _, faults in self._pages for fault in faults] == []


def invited(page: Page) -> list[str]:
    """The links of invitations that a page shows."""
    page.locator("text=Each link is good for one person").wait_for()
    links = page.locator('input[aria-label^="Invite"]')
    return [links.nth(number).input_value() for number in range(links.count())]


def sit(page: Page, link: str, name: str) -> None:
    """Follow an invitation."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.locator("circular-board .man").first.wait_for()


def open_for_two(people: People, server: Server, fen: str = "") -> tuple[Page, Page]:
    """White makes a game in the page, Black comes by the invitation."""
    white = people.come(server.base)
    white.get_by_label("Who plays Black").select_option("invite")
    white.get_by_label("Name of White").fill("Ann")
    white.get_by_label("Position (FEN)").fill(fen)
    white.get_by_role("button", name="Start the game").click()
    white.locator("circular-board .man").first.wait_for()
    black = people.come()
    sit(black, invited(white)[0], "Ben")
    return white, black


def test_two_browsers_play_to_mate_by_mouse_and_by_keys(people: People, server: Server) -> None:
    white, black = open_for_two(people, server)
    wait_for_words(white, ".seat", "Ben (Black)")
    wait_for_words(black, ".seat", "Ann (White)")
    assert "#join" not in black.url
    board = Board("circular")
    for number, text in enumerate(MATE):
        move = board.parse_uci(text)
        board.push(move)
        start, end = str(move.from_square), str(move.to_square)
        if number % 2:
            press(black, start, end)
        elif number % 4:
            drag(white, start, end)
        else:
            click(white, start, end)
        for page in (white, black):
            wait_for_man(page, end, board.piece_map()[move.to_square].symbol)
    for page in (white, black):
        wait_for_words(page, ".status", "0-1: checkmate, Ben (Black) won")
        assert "♘xb15#" in page.locator(".moves").inner_text()
    # The mate is announced to who cannot see it.
    wait_for_words(black, "circular-board [aria-live]", "Game over, checkmate: Black won.")
    # And once more, with seats turned.
    black.get_by_role("button", name="Play again").click()
    black.locator("circular-board .man").first.wait_for()
    wait_for_words(white, ".panel", "The next game")
    white.get_by_role("link", name="The next game").click()
    wait_for_words(white, ".seat.turn", "Ben")
    click(black, "b2", "b3")
    wait_for_man(white, "b3", "wP")


def test_an_invitation_cannot_be_used_twice(people: People, server: Server) -> None:
    white = people.come(server.base)
    white.get_by_label("Who plays Black").select_option("invite")
    white.get_by_role("button", name="Start the game").click()
    [link] = invited(white)
    sit(people.come(), link, "Ben")
    third = people.come(link)
    third.get_by_role("button", name="Sit down").click()
    wait_for_words(third, ".panel", "this invitation has been used")
    # The third may look on, but not touch.
    third.locator("circular-board .man").first.wait_for()
    click(third, "b2", "b3")
    assert man(third, "b3") is None
    wait_for_words(white, ".panel", "1 looking on")
    # The browser notes the refusal in its console.
    assert ["403" in fault for fault in people.faults_of(third)] == [True]


def test_six_at_a_table(people: People, server: Server) -> None:
    red = people.come(server.base)
    red.get_by_label("Variant").select_option("bhati-6-pairs")
    for name in ("Orange", "Yellow", "Green", "Blue", "Violet"):
        red.get_by_label(f"Who plays {name}").select_option("invite")
    red.get_by_label("Time").select_option("600,5")
    red.get_by_label("Minutes of Yellow").fill("0.02")
    red.get_by_role("button", name="Start the game").click()
    links = invited(red)
    assert len(links) == 5
    players = {"r": red}
    for army, link in zip("oygbv", links, strict=True):
        players[army] = people.come()
        sit(players[army], link, army.upper() * 3)
    click(red, "c1", "b1")
    for page in players.values():
        wait_for_man(page, "b1", "rP")
    drag(players["o"], "c11", "b11")
    # Yellow loses on time, which all of them see.
    for page in players.values():
        wait_for_words(page, ".moves", "time y")
        wait_for_words(page, ".seat.turn", "GGG")
    assert man(players["b"], "c21") is None  # Yellow's men have left the board
    # Violet resigns out of turn.
    violet = players["v"]
    violet.get_by_role("button", name="Resign").click()
    violet.get_by_role("button", name="Really resign?").click()
    for page in players.values():
        wait_for_words(page, ".moves", "resign v")
    # Green reloads, has the seat still, and moves.
    green = players["g"]
    green.reload()
    green.locator("circular-board .man").first.wait_for()
    click(green, "c31", "b31")
    for page in players.values():
        wait_for_man(page, "b31", "gP")
        wait_for_words(page, ".seat.turn", "BBB")


def test_a_promotion(people: People, server: Server) -> None:
    white, black = open_for_two(people, server, "K7k7/6P9/16/16 w - - 0 1")
    click(white, "c7", "c8")
    choice = white.get_by_role("dialog", name="Promote to")
    assert choice.get_by_role("button").count() == 4
    white.keyboard.press("Escape")
    assert choice.count() == 0
    assert man(white, "c7") == "wP"
    # By keys: to the third, the knight being the last.
    press(white, "c7", "c8")
    white.keyboard.press("ArrowLeft")
    white.keyboard.press("Enter")
    for page in (white, black):
        wait_for_man(page, "c8", "wN")
    wait_for_words(white, ".moves", "c8=♘")


def test_premoves(people: People, server: Server) -> None:
    white, black = open_for_two(people, server)
    click(black, "c7", "c6")  # before its turn
    assert man(black, "c7") == "bP"
    wait_for_words(black, ".panel", "Will move c7 to c6")
    click(white, "b2", "b3")
    for page in (white, black):
        wait_for_man(page, "c6", "bP")
    # One that has become illegal is forgotten, and nothing is stuck.
    click(black, "c6", "d5")  # a capture, if somebody were there
    click(white, "b3", "b4")
    wait_for_man(black, "b4", "wP")
    wait_for_words(black, "circular-board [aria-live]", "Premove c6 to d5 is not possible")
    assert man(black, "c6") == "bP"
    assert black.locator("circular-board .pre").count() == 0
    click(black, "c6", "c5")
    wait_for_man(white, "c5", "bP")
    # One that is taken back by Escape is not made.
    drag(black, "a7", "a6")
    assert black.locator("circular-board .pre").count() == 2
    black.keyboard.press("Escape")
    assert black.locator("circular-board .pre").count() == 0
    click(white, "a2", "a3")
    wait_for_man(black, "a3", "wP")
    assert man(black, "a7") == "bP"


def test_a_game_against_the_machine_is_won(people: People, server: Server) -> None:
    page = people.come(server.base)
    board = Board("circular", WON)
    mates = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        if after.is_checkmate():
            mates.append(move)
    page.get_by_label("Who plays Black").select_option("machine:engine-0")
    page.get_by_label("Position (FEN)").fill(WON)
    page.get_by_role("button", name="Start the game").click()
    page.locator("circular-board .man").first.wait_for()
    click(page, str(mates[0].from_square), str(mates[0].to_square))
    wait_for_words(page, ".status", "1-0: checkmate")


def test_taking_back_from_the_machine(people: People, server: Server) -> None:
    page = people.come(server.base)
    page.get_by_role("button", name="Start the game").click()
    page.locator("circular-board .man").first.wait_for()
    click(page, "b2", "b3")
    page.locator('.moves button[data-ply="2"]').wait_for()
    page.get_by_role("button", name="Take back").click()
    wait_for_man(page, "b2", "wP")
    assert page.locator(".moves button").count() == 0


def test_going_through_the_moves(people: People, server: Server) -> None:
    page = people.come(server.base)
    page.get_by_label("Who plays Black").select_option("here")
    page.get_by_role("button", name="Start the game").click()
    page.locator("circular-board .man").first.wait_for()
    for start, end in (("b2", "b3"), ("c7", "c6"), ("a2", "a3")):
        click(page, start, end)
        page.locator(f'circular-board .man[data-square="{end}"]').wait_for(state="attached")
        page.wait_for_function("() => !document.querySelector('.bad')?.textContent")
    page.locator('.moves button[data-ply="3"]').wait_for()
    page.locator('.moves button[data-ply="1"]').click()
    wait_for_man(page, "c7", "bP")
    assert man(page, "b3") == "wP"
    click(page, "c7", "c6")  # only looked at
    assert man(page, "c7") == "bP"
    page.get_by_role("button", name="To the start").click()
    wait_for_man(page, "b2", "wP")
    page.get_by_role("button", name="To the game as it stands").click()
    wait_for_man(page, "a3", "wP")
    click(page, "c6", "c5")
    wait_for_man(page, "c5", "bP")
    page.get_by_role("button", name="Offer a draw").click()
    wait_for_words(page, ".status", "1/2-1/2: agreement")


def test_a_draw_is_offered_and_declined(people: People, server: Server) -> None:
    white, black = open_for_two(people, server)
    white.get_by_role("button", name="Offer a draw").click()
    wait_for_words(black, ".seat", "offers a draw")
    black.get_by_role("button", name="Decline the draw").click()
    white.get_by_role("button", name="Offer a draw").click()
    black.get_by_role("button", name="Accept the draw").click()
    for page in (white, black):
        wait_for_words(page, ".status", "1/2-1/2: agreement")


def test_the_network_is_cut_and_comes_back(people: People, server: Server) -> None:
    cable = Cable(server.port)
    made = server.open(seats={"w": {"kind": "invite"}, "b": {"kind": "invite"}})
    path = f"?game={made['id']}#join="
    white, black = people.come(), people.come()
    sit(white, cable.base + path + made["invitations"]["w"], "Ann")
    sit(black, server.base + path + made["invitations"]["b"], "Ben")
    click(white, "b2", "b3")
    wait_for_man(black, "b3", "wP")
    cable.pull()
    wait_for_words(white, ".bad", "Not connected")
    click(black, "c7", "c6")
    wait_for_man(black, "c6", "bP")
    assert man(white, "c7") == "bP"
    click(white, "a2", "a3")  # kept back: nobody knows whose turn it is
    cable.plug()
    wait_for_man(white, "c6", "bP")
    click(white, "a2", "a3")
    wait_for_man(black, "a3", "wP")
    cable.close()


def test_the_server_is_killed_and_started_again(people: People, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    server = Server(path)
    white, black = open_for_two(people, server)
    click(white, "b2", "b3")
    wait_for_man(black, "b3", "wP")
    server.kill()
    for page in (white, black):
        wait_for_words(page, ".bad", "Not connected")
    again = Server(path, server.port)
    wait_for_words(black, ".seat", "Ann (White) here")
    click(black, "c7", "c6")
    wait_for_man(white, "c6", "bP")
    drag(white, "a2", "a3")
    wait_for_man(black, "a3", "wP")
    again.kill()


def test_several_windows(people: People, server: Server) -> None:
    white, black = open_for_two(people, server)
    other = white.context.new_page()
    other.goto(white.url)
    other.locator("circular-board .man").first.wait_for()
    click(other, "b2", "b3")
    for page in (white, black):
        wait_for_man(page, "b3", "wP")


def test_on_a_phone(people: People, server: Server) -> None:
    look = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
    page = people.come(server.base, **look)
    page.get_by_label("Who plays Black").select_option("here")
    page.get_by_role("button", name="Start the game").tap()
    page.locator("circular-board .man").first.wait_for()
    for square in ("b2", "b3"):
        page.touchscreen.tap(*middle(page, square))
    wait_for_man(page, "b3", "wP")
    page.wait_for_function("() => document.querySelectorAll('.moves button').length === 1")
    # A finger drags too: a touch that moves, from the browser's own input.
    session = page.context.new_cdp_session(page)
    (x, y), (u, v) = middle(page, "c7"), middle(page, "c6")
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for share in (0.3, 0.7, 1):
        point = {"x": x + (u - x) * share, "y": y + (v - y) * share}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_for_man(page, "c6", "bP")
    box = page.locator("circular-board").bounding_box()
    assert box is not None
    assert box["width"] > 290
    # Nothing hangs over the side.
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 320


def test_analysing_with_variations_comments_and_the_editor(people: People, server: Server) -> None:
    page = people.come(server.base + "?analyse=circular")
    page.locator("circular-board .man").first.wait_for()
    moves = page.locator(".moves")
    click(page, "b2", "b3")
    wait_for_words(page, ".moves", "b3")
    page.get_by_label("Comment on the move").fill("<b>The</b> usual one")
    drag(page, "c7", "c6")
    wait_for_words(page, ".moves", "c6")
    page.get_by_role("button", name="Back").click()
    wait_for_man(page, "c7", "bP")
    click(page, "a7", "a6")
    wait_for_words(page, ".moves .variation", "a6")
    assert "<b>The</b> usual one" in moves.inner_text()
    assert moves.locator("b").count() == 0
    # The address leads to the same position, in another browser.
    other = people.come(page.url)
    wait_for_man(other, "a6", "bP")
    assert other.get_by_label("Position (FEN)").input_value() == (
        page.get_by_label("Position (FEN)").input_value()
    )
    # A record is read.
    page.locator("summary").click()
    page.get_by_label("Game record (PGN)").fill(
        '[Variant "circular"]\n\n1. b14 {First} Nb11 2. Qb15 Nc13 3. Na16 Nxb15# 0-1'
    )
    page.get_by_role("button", name="Read", exact=True).click()
    wait_for_words(page, ".status", "0-1: checkmate")
    wait_for_words(page, ".moves", "First")
    page.get_by_role("button", name="To the start").click()
    wait_for_man(page, "b15", "wP")
    click(page, "b2", "b3")
    wait_for_words(page, ".moves .variation", "b3")
    page.get_by_role("button", name="Write", exact=True).click()
    page.wait_for_function(
        "() => document.querySelector('details textarea').value.includes('(1. b3)')"
    )
    record = page.get_by_label("Game record (PGN)").input_value()
    assert [node.san() for node in Game.from_pgn(record).variations] == ["b14", "b3"]
    # A position is set up on the board.
    page.get_by_role("button", name="Edit the position").click()
    page.get_by_role("button", name="Empty the board").click()
    for piece, square in (("wK", "a1"), ("bK", "d9"), ("wQ", "c5")):
        page.get_by_role("button", name=piece, exact=True).click()
        click(page, square)
    page.get_by_label("Army to move").select_option("b")
    page.get_by_role("button", name="Done").click()
    page.locator(".palette").wait_for(state="hidden")
    wait_for_words(page, ".status", "Black to move")
    assert page.get_by_label("Position (FEN)").input_value() == "8k7/4Q11/16/K15 b - - 0 1"
    # What cannot be is said, and nothing is lost.
    page.get_by_role("button", name="Edit the position").click()
    page.get_by_role("button", name="Take off").click()
    click(page, "a1")
    page.get_by_role("button", name="Done").click()
    wait_for_words(page, ".bad", "king")
    # The browser notes the refusal in its console.
    assert all("422" in fault for fault in people.faults_of(page))

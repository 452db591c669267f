"""What stands below the positions of a game: the same from Python and from the command."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from circularchess import Board, Departure, Game, Move, variants
from circularchess.animation import history, to_html
from circularchess.cli.main import main
from circularchess.notation.words import event_sentences

VARIANTS = [variant.id for variant in variants()]


def captions(page: str) -> list[str]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    found: list[str] = json.loads(match[1])["captions"]
    return found


def random_board(variant: str, seed: int) -> Board:
    """A game with departures; some end by agreement."""
    rng, board = random.Random(seed), Board(variant)
    for _ in range(rng.randrange(12)):
        if board.is_game_over():
            return board
        if rng.random() < 0.12:
            leave = rng.choice([board.resign, board.lose_on_time])
            leave(rng.choice(board.in_play))
        else:
            board.push(rng.choice(list(board.legal_moves)))
    if not board.is_game_over() and rng.random() < 0.5:
        board.agree_draw()
    return board


def told(game: Board) -> list[list[str]]:
    """For each position what its caption must mention, found from the actions alone."""
    walker = game.root()
    needed: list[list[str]] = [[]]
    for action in game.actions:
        if isinstance(action, Move):
            mover = game.variant.army(walker.turn).name
            needed.append([f"{mover}: {walker.san(action)}."])
            walker.push(action)
        else:
            name = game.variant.army(action.army).name
            deed = "resigns" if action.reason == "resign" else "loses on time"
            needed.append([f"{name} {deed}"])
            leave = walker.resign if action.reason == "resign" else walker.lose_on_time
            leave(action.army)
        if not walker.is_game_over():
            needed[-1].append(f"{game.variant.army(walker.turn).name} to move.")
    if game.is_draw_agreed():
        if needed[-1]:
            needed[-1].pop()
        needed[-1].append("The game is drawn by agreement.")
    return needed


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_captions_tell_moves_and_departures(variant: str, seed: int) -> None:
    board = random_board(variant, seed)
    found = captions(to_html(board))
    needed = told(board)
    assert len(found) == len(needed) == len(history(board))
    for caption, parts in zip(found, needed, strict=True):
        for part in parts:
            assert part in caption
        assert caption.endswith(".")
        for move in board.move_stack:
            assert move.uci() not in caption.split()


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_path_for_all(
    variant: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A board, its game, the command, and boards one by one."""
    for seed in (3, 4):
        board = random_board(variant, seed)
        game = Game.from_board(board)
        path = tmp_path / f"{seed}.pgn"
        path.write_text(game.to_pgn(), encoding="utf-8")
        with pytest.raises(SystemExit) as caught:
            main(["animate", "--pgn", str(path), "-o", "-", "--format", "html"])
        assert caught.value.code == 0
        by_command = captions(capsysbinary.readouterr().out.decode())
        by_game = captions(to_html(game))
        assert by_command == by_game
        assert by_game[:-1] == captions(to_html(board))[:-1]
        boards = [state.copy() for state in game.replay()]
        assert captions(to_html(boards))[:-1] == by_game[:-1]


def test_a_result_that_no_move_brought_about() -> None:
    game = Game(result="1/2-1/2")
    game.add_san("b3")
    game.result = "1/2-1/2"
    assert captions(to_html(game)) == ["White to move.", "White: b3. Result: 1/2-1/2."]
    assert captions(to_html(game.end().board()))[-1] == "White: b3. Black to move."


def test_a_draw_by_repetition_is_told() -> None:
    board = Board("circular")
    for text in 4 * ("Nb14", "Nb11", "Nc16", "Nc9"):
        board.push_san(text)
    expected = "The game is drawn by the fifth occurrence of the position."
    assert expected in captions(to_html(board))[-1]
    assert expected in captions(to_html(Game.from_board(board)))[-1]


def test_a_board_that_only_describes_a_position() -> None:
    board = Board("circular", "16/16/16/16 w - - 0 1", validate=False)
    assert captions(to_html(board)) == ["White to move."]


def test_departures_are_positions_of_their_own() -> None:
    board = Board("bhati-3")
    board.push_uci("c1a1")
    board.resign("y")
    last = [state.actions[-1:] for state in history(board)]
    assert last == [[], [Move("c1", "a1")], [Departure("y", "resign")]]


class _Buttons(HTMLParser):
    """What buttons show."""

    def __init__(self) -> None:
        super().__init__()
        self.inside = False
        self.shown: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "button":
            self.inside = True
            self.shown.append([])
            assert dict(attrs)["aria-label"]
        elif self.inside:
            self.shown[-1].append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "button"

    def handle_data(self, data: str) -> None:
        if self.inside:
            assert data.strip() == ""


def test_the_page_needs_no_signs_that_fonts_lack() -> None:
    page = to_html(Board("circular"))
    buttons = _Buttons()
    buttons.feed(page)
    assert len(buttons.shown) == 6
    assert all(shown[0] == "svg" and "path" in shown for shown in buttons.shown)
    # All signs, written plainly or as references, are those of any font.
    import html

    assert html.unescape(page).isascii()


@pytest.mark.parametrize(
    "options",
    [
        {"title": 5},
        {"title": b"x"},
        {"title": "\ud800"},
        {"captions": "one"},
        {"captions": 5},
        {"captions": [1]},
        {"captions": ["\udfff"]},
    ],
    ids=str,
)
def test_texts_that_no_page_holds(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{5,200}$"):
        to_html(Board("circular"), **options)


def test_what_becomes_of_the_men_is_told_as_the_game_has_it() -> None:
    # 3 Man Chess: "its men stay, inert"; Green Chess with stalemate=eliminate: "leaves the board".
    board = Board("three-man")
    for text in ("c6", "d12", "d23", "c7", "Bc8+", "d24#"):
        board.push_san(text)
    told = event_sentences(board.variant, board.events)
    assert told == ["White is checkmated and goes out, and its men stay."]
    board.resign("b")
    assert event_sentences(board.variant, board.events)[0] == (
        "Black resigns and goes out, and its men stay."
    )
    # Black, next in turn, is stalemated and White after it mated.
    fen = "21,bK,2/14,rR,9/2,rQ,14,rK,6/wK,11,rR,11 r - - 0 1"
    board = Board("three-circular", fen, options={"stalemate": "eliminate"})
    board.push_uci("b3b21")
    assert event_sentences(board.variant, board.events) == [
        "Black is stalemated and leaves the board.",
        "White is checkmated.",
    ]

"""Records read one game at a time, as `chess.pgn.read_game` reads them."""

from __future__ import annotations

import gc
import io
import os
import random
import tempfile
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import chess.pgn
import pytest

from circularchess import Game, Variant
from circularchess.pgn import read_game, read_games, read_headers, skip_game

#: Texts of some games, faulty ones among them.
TEXTS = (
    '[Event "One"]\n\n1. b3 c6 *\n\n[Event "Two"]\n[White "Ann"]\n\n1. c3 1-0\n',
    "1. b3 * 1. c3 c6 * 1. a3\n*\n\n1. b4 *",
    '[Event "One"]\n\n1. b3 c6\n\n[Event "Two"]\n\n1. c3 {not closed\n\n[Event "Three"]\n\n1. a3 *',
    '[Event "One"]\n[Event "Two"]\n\n[Event "Three"]\n1. b9 b3 * [Event "Four"] 1. c3 *\n',
    '\ufeff% a line\n\n\n[Variant "bhati-3"]\n\n1. b1 .. b21 *\n\n\n1. Nb3 {x\ny} 0-1 ; end\n%\n',
    '[Event "One"]\r\r1. b3 *\r\r[Event "Two"]\r\r1. c3 c6 *\r',
    '[Event "One"]\r\n\r\n1. b3 *\r\n\r\n[Event "Two"]\r\n\r\n1. c3 c6 *\r\n',
    "",
    "\n\n% nothing\n",
)


class Pipe(io.StringIO):
    """A text that cannot be gone back in."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: Any) -> int:
        raise io.UnsupportedOperation

    def tell(self) -> int:
        raise io.UnsupportedOperation


def on_disk(text: str) -> IO[str]:
    file = tempfile.TemporaryFile(  # noqa: SIM115 - closed by the caller
        "w+", encoding="utf-8", newline=""
    )
    file.write(text)
    file.seek(0)
    return file


KINDS: dict[str, Callable[[str], IO[Any]]] = {
    "text": lambda text: io.StringIO(text, newline=""),
    "bytes": lambda text: io.BytesIO(text.encode()),
    "pipe": Pipe,
    "file": on_disk,
}


def one_by_one(file: IO[Any]) -> Iterator[Game]:
    while (game := read_game(file)) is not None:
        yield game


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", TEXTS)
def test_one_by_one_is_the_same_as_all_at_once(text: str, kind: str) -> None:
    whole = list(read_games(io.StringIO(text, newline="")))
    with KINDS[kind](text) as file:
        single = list(one_by_one(file))
        assert read_game(file) is None
    assert single == whole
    if kind != "pipe" or "\r" not in text:
        # The faults stand in the same places.
        assert [game.faults for game in single] == [game.faults for game in whole]
    assert [[str(error) for error in game.errors] for game in whole] == [
        [str(fault) for fault in game.faults] for game in whole
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_skipping_counts_games(text: str) -> None:
    file = io.StringIO(text, newline="")
    count = 0
    while skip_game(file):
        count += 1
    assert count == len(list(read_games(io.StringIO(text, newline=""))))


def standard_games(count: int) -> str:
    """Records by python-chess."""
    rng = random.Random(15)
    texts = []
    for number in range(count):
        game = chess.pgn.Game({"Event": f"Game {number}", "White": rng.choice(["Ann", "Ben"])})
        node: chess.pgn.GameNode = game
        for _ in range(rng.randrange(12)):
            node = node.add_variation(rng.choice(list(node.board().legal_moves)))
        texts.append(str(game))
    return "\n\n".join(texts)


def test_offsets_as_with_python_chess(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(standard_games(30))
    with path.open() as ours, path.open() as theirs:
        places = []
        while True:
            offset = ours.tell()
            mine, other = read_headers(ours), chess.pgn.read_headers(theirs)
            assert (mine is None) == (other is None)
            if mine is None or other is None:
                break
            assert mine == dict(other)
            places.append((offset, mine["Event"]))
        assert len(places) == 30
        random.Random(1).shuffle(places)
        for offset, event in places:
            ours.seek(offset)
            theirs.seek(offset)
            game = read_game(ours, variant="orthodox")
            same = chess.pgn.read_game(theirs)
            assert game is not None
            assert same is not None
            assert not game.errors
            assert game.headers["Event"] == same.headers["Event"] == event
            assert [move.uci() for move in game.mainline_moves()] == [
                move.uci() for move in same.mainline_moves()
            ]


def test_moving_the_file_forgets_what_was_held() -> None:
    file = io.StringIO("1. b3 * 1. c3 *\n")
    first = read_game(file)
    file.seek(0)
    assert read_game(file) == first
    assert read_game(file) is not None
    assert read_game(file) is None


def test_a_file_that_is_gone_is_forgotten() -> None:
    file = io.StringIO("1. b3 * 1. c3 *\n")
    read_game(file)
    gone = weakref.ref(file)
    del file
    gc.collect()
    assert gone() is None


def test_a_variant_of_ones_own() -> None:
    own = Variant.from_toml(Variant.load("circular").toml.replace('"circular"', '"my-game"', 1))
    text = Game(own).to_pgn()
    game = read_game(io.StringIO(text), variants=[own])
    assert game is not None
    assert game.variant == own
    unknown = read_game(io.StringIO(text))
    assert unknown is not None
    assert "my-game" in str(unknown.errors[0])


@pytest.mark.parametrize("wrong", ["1. b3 *", b"1. b3 *", Path(os.devnull), ["1. b3 *"], None])
def test_only_open_files(wrong: Any) -> None:
    for call in (read_game, read_headers, skip_game):
        with pytest.raises(TypeError, match="an open file is needed"):
            call(wrong)


# --- Null moves --------------------------------------------------------------------------------

#: The movetext of `orthodox`, and what is left of it: the moves, and the comment after the last.
NULL_MOVES = (
    ("1. e4 -- 2. d4 d5 *", "e4", "-- 2. d4 d5"),
    (
        "1. e4 e5 2. Z0 Nf6 {a good one} 3. d4 $1 exd4 *",
        "e4 e5",
        "Z0 Nf6 {a good one} 3. d4 $1 exd4",
    ),
    (
        "1. e4 {why?} -- (1... e5 2. Nf3 (2. d4 exd4)) 2. d4*",
        "e4",
        "why?\n-- (1... e5 2. Nf3 (2. d4 exd4)) 2. d4",
    ),
    ("1. -- e5 ; nothing yet\n 2. d4 1-0", "", "-- e5 {nothing yet} 2. d4"),
    ("1. e4 pass 2. e5! *", "e4", "pass 2. e5 !"),
    ("1. e4 -- {[%resign w]} *", "e4", "-- {}"),
)


@pytest.mark.parametrize(("moves", "played", "comment"), NULL_MOVES)
def test_a_null_move_keeps_the_rest_as_text(moves: str, played: str, comment: str) -> None:
    [game] = read_games(io.StringIO(f'[Variant "Standard"]\n\n{moves}\n'))
    assert len(game.faults) == 1
    assert "null move" in game.faults[0].message
    assert [node.san() for node in game.mainline()] == played.split()
    assert game.end().comment == comment
    assert Game.from_pgn(game.to_pgn()) == game


def test_a_null_move_in_a_variation_leaves_the_main_line_alone() -> None:
    text = '[Variant "Standard"]\n\n1. e4 e5 (1... -- 2. d4 {strong}) 2. Nf3 Nc6 *'
    [game] = read_games(io.StringIO(text))
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3", "Nc6"]
    assert game.variations[0].variations[0].comment == "(-- 2. d4 {strong})"
    assert len(game.faults) == 1


def test_a_variation_of_null_moves_that_is_not_closed() -> None:
    text = '[Variant "Standard"]\n\n1. e4 (1. d4 d5 (1... -- 2. c4'
    [game] = read_games(io.StringIO(text))
    assert game.variations[1].end().comment == "(-- 2. c4)"
    assert game.faults[0].message.startswith("not a move: '--'")

"""What release 0.1 wrote is read: records, JSON and pickles, as files it wrote itself show.

Only squares of `orthodox` and `cylinder` are named otherwise now; here the names are worked out
from the files' letters and the rings' numbers once more.
"""

from __future__ import annotations

import contextlib
import json
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import chess
import pytest

from circularchess import Board, CircularChessError, Game, InvalidGameError, Variant
from circularchess import first_release as old

DATA = Path(__file__).parent / "data" / "release-0.1"
VARIANTS = sorted(path.name for path in DATA.iterdir() if path.is_dir())


def renamed(text: str, variant: str) -> str:
    """A square or move of 0.1 in the names of today."""
    if variant not in ("orthodox", "cylinder"):
        return text

    def square(match: re.Match[str]) -> str:
        return "abcdefgh"[int(match[2]) - 1] + str("abcdefgh".index(match[1]) + 1)

    return re.sub("([a-h])([1-8])", square, text)


def told(variant: str) -> Any:
    return json.loads((DATA / variant / "told.json").read_text())


def placement(fen: str) -> str:
    """The part of a position text that says where the pieces stand; 0.1 had void files."""
    text = fen.split(maxsplit=1)[0]
    return text if "," in text else text.replace("**", "")


def games(variant: str) -> dict[str, Game]:
    folder = DATA / variant
    with (folder / "game.pgn").open("rb") as file:
        [record] = old.read_games(file)
    pickled = old.loads((folder / "game.pickle").read_bytes())
    assert isinstance(pickled, Game)
    return {
        "record": record,
        "JSON": old.game_from_json((folder / "game.json").read_text()),
        "pickle": pickled,
    }


def boards(variant: str) -> dict[str, Board]:
    folder = DATA / variant
    pickled = old.loads((folder / "board.pickle").read_bytes())
    assert isinstance(pickled, Board)
    return {
        "JSON": old.board_from_json((folder / "board.json").read_text()),
        "pickle": pickled,
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_games(variant: str) -> None:
    known = told(variant)
    for kind, game in games(variant).items():
        assert not game.faults
        assert game.variant == Variant.load(variant), kind
        assert game.headers == {"Event": "Release 0.1", "Date": "2026.10.01"}
        assert list(game.players.values()) == ["Ann"]
        assert [placement(board.fen()) for board in game.replay()] == [
            placement(fen) for fen in known["fens"]
        ]
        moves = [node.move.uci() for node in game.mainline() if node.move is not None]
        assert moves == [renamed(text, variant) for text in known["uci"] if " " not in text]
        assert game == games(variant)["record"]
        assert "A variation {of sorts" in game.to_pgn()


@pytest.mark.parametrize("variant", VARIANTS)
def test_boards(variant: str) -> None:
    known = told(variant)
    for kind, board in boards(variant).items():
        assert board.variant == Variant.load(variant), kind
        assert placement(board.fen()) == placement(known["fen"])
        assert sorted(move.uci() for move in board.legal_moves) == sorted(
            renamed(text, variant) for text in known["legal"]
        )
        assert len(board.move_stack) == len(boards(variant)["JSON"].move_stack)
        board.pop()


def test_orthodox_is_what_python_chess_makes_of_it() -> None:
    game = games("orthodox")["JSON"]
    board = chess.Board()
    for node in game.mainline():
        assert node.move is not None
        board.push_uci(node.move.uci())
    assert board.fen(en_passant="fen") == game.end().board().fen()


@pytest.mark.parametrize("variant", ["bhati-3", "bhati-6-pairs", "circular"])
def test_what_is_as_it_was_is_read_without_ado(variant: str) -> None:
    folder = DATA / variant
    assert Game.from_pgn((folder / "game.pgn").read_text()) == games(variant)["record"]
    assert Game.from_json((folder / "game.json").read_text()) == games(variant)["record"]
    assert Board.from_json((folder / "board.json").read_text()) == boards(variant)["JSON"]
    for fen in told(variant)["fens"]:
        assert Board(variant, fen).fen().split()[0] == fen.split()[0]


@pytest.mark.parametrize("variant", ["orthodox", "cylinder"])
def test_what_has_other_names_is_refused_elsewhere(variant: str) -> None:
    folder = DATA / variant
    with pytest.raises(CircularChessError, match="record of the first release"):
        Game.from_pgn((folder / "game.pgn").read_text())
    with pytest.raises(CircularChessError):
        Game.from_json((folder / "game.json").read_text())
    with pytest.raises(CircularChessError):
        Board.from_json((folder / "board.json").read_text())


@pytest.mark.parametrize("variant", ["orthodox", "cylinder"])
def test_todays_texts_are_no_texts_of_the_first_release(variant: str) -> None:
    game = games(variant)["record"]
    text = game.to_pgn().replace("Standard", "orthodox")
    [wrong] = old.read_games([text])
    assert wrong.faults
    with pytest.raises(CircularChessError):
        old.game_from_json(game.to_json())
    with pytest.raises(CircularChessError):
        old.board_from_json(game.end().board().to_json())


def convert(path: Path, kind: str) -> subprocess.CompletedProcess[str]:
    words = ["convert", str(path), "-", "--to", kind, "--from", "0.1"]
    command = [sys.executable, "-m", "circularchess", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("variant", ["orthodox", "bhati-3"])
def test_the_command(variant: str) -> None:
    folder = DATA / variant
    game = games(variant)["record"]
    for name in ("game.pgn", "game.json", "game.pickle"):
        assert Game.from_pgn(convert(folder / name, "pgn").stdout) == game
        assert Game.from_json(convert(folder / name, "json").stdout) == game
    board = boards(variant)["pickle"]
    for name in ("board.json", "board.pickle"):
        assert Board.from_json(convert(folder / name, "json").stdout) == board
        played = Game.from_pgn(convert(folder / name, "pgn").stdout)
        assert played == Game.from_board(board)


def test_files_that_say_nothing_of_their_form(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("1. b3 *")
    found = convert(path, "pgn")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.count("\n") == 1
    assert "ends with .pgn, .json or .pickle" in found.stderr


class Runs:
    """A pickle that would run a program."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (exec, ("raise SystemExit(7)",))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        pickle.dumps(Runs()),
        pickle.dumps({"a": 1}),
        pickle.dumps(None),
        pickle.dumps(Board("circular")),
        b"\x80\x04\x8c\x12circularchess.game\x8c\x09_unpickle\x93\x8c\x02{}\x8c\x04rust\x86R.",
        b"\x80\x04\x8c\x12circularchess.game\x8c\x09_unpickle\x93)R.",
        b"\x80\x04\x8c\x12circularchess.game\x8c\x09_unpickle\x93K\x01K\x01\x86R.",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_other_pickles_do_nothing(data: bytes) -> None:
    with pytest.raises(CircularChessError) as caught:
        old.loads(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("variant", VARIANTS)
def test_spoiled_pickles(variant: str) -> None:
    rng = random.Random(variant)
    for name in ("board.pickle", "game.pickle"):
        data = (DATA / variant / name).read_bytes()
        for _ in range(150):
            spoiled = bytearray(data)
            for _ in range(rng.randrange(1, 4)):
                spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
            if rng.random() < 0.2:
                del spoiled[rng.randrange(len(spoiled)) :]
            with contextlib.suppress(CircularChessError):
                assert isinstance(old.loads(bytes(spoiled)), Board | Game)


def test_only_bytes() -> None:
    with pytest.raises(TypeError, match="bytes of a pickle"):
        old.loads("text")  # type: ignore[arg-type]
    with pytest.raises(InvalidGameError, match=r"release 0\.1"):
        old.loads(b"\x80\x04N.")

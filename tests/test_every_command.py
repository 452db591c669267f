"""Every command of the command line, once for every built-in variant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import click
import pytest
from click.testing import CliRunner
from PIL import Image

from circularchess import Board, Game, Move, Variant, playouts
from circularchess.cli.main import cli
from commands import call, call_bytes
from random_games import VARIANTS, random_board

#: First moves, from the rules: the tables of counts of the games of either part.
FIRST_MOVES = {
    "circular": 12,
    "circular-strict": 12,
    "cylinder": 20,
    "orthodox": 20,
    "byzantine": 14,
    "byzantine-mirror": 14,
    "byzantine-citadel": 14,
    "byzantine-torus": 14,
    "jelliss": 12,
    "three-circular": 20,
    "four-circular": 20,
    "big-four": 20,
    "mattlage": 22,
    "mattlage-68": 20,
    "mattlage-66": 20,
    "three-man": 20,
    "bhati-4-small": 22,
    "bhati-4-small-pairs": 22,
}


def game_of(variant: Variant) -> Game:
    return Game.from_board(random_board(variant, "commands", plies=10))


def variants_(variant: Variant, _: Path) -> None:
    assert re.search(rf"^ *{variant.id} ", call("variants"), re.MULTILINE)


def rules(variant: Variant, _: Path) -> None:
    assert call("rules", variant.id).startswith(f"{variant.name} ({variant.id})\n")


def variant_(variant: Variant, path: Path) -> None:
    file = path / "mine.toml"
    file.write_text(variant.toml, encoding="utf-8")
    assert ": no errors, " in call("variant", "check", str(file))
    upgraded = path / "new.toml"
    call("variant", "upgrade", str(file), "-o", str(upgraded))
    assert Variant.from_file(upgraded) == variant


def show(variant: Variant, _: Path) -> None:
    board = random_board(variant, "commands", plies=10)
    for figures in ((), ("--unicode",)):
        shown = call("show", variant.id, "--fen", board.fen(), *figures)
        assert shown.splitlines()[-1] == board.fen()


def moves(variant: Variant, _: Path) -> None:
    told = call("moves", variant.id).splitlines()
    assert {line.split()[0] for line in told} == {m.uci() for m in Board(variant).legal_moves}
    assert len(told) == FIRST_MOVES.get(variant.id, len(told))
    assert len(json.loads(call("moves", variant.id, "--json"))["moves"]) == len(told)


def perft(variant: Variant, _: Path) -> None:
    nodes = len(list(Board(variant).legal_moves))
    assert call("perft", variant.id, "--depth", "1").endswith(f"Nodes searched: {nodes}\n")
    divided = call("perft", variant.id, "--depth", "2", "--divide", "--check")
    assert "The engines rust and reference agree." in divided


def render(variant: Variant, _: Path) -> None:
    ET.fromstring(call("render", variant.id, "-o", "-", "--format", "svg"))
    picture = call_bytes("render", variant.id, "-o", "-", "--format", "png", "--size", "120")
    assert Image.open(BytesIO(picture)).size[0] == 120


def animate(variant: Variant, path: Path) -> None:
    record = path / "game.pgn"
    record.write_text(game_of(variant).to_pgn(), encoding="utf-8")
    page = call("animate", variant.id, "--pgn", str(record), "-o", "-", "--format", "html")
    HTMLParser().feed(page)
    assert page.rstrip().endswith("</html>")
    first = Board(variant).san(next(iter(Board(variant).legal_moves)))
    options = ("--format", "gif", "--size", "100", "--moves", first)
    gif = Image.open(BytesIO(call_bytes("animate", variant.id, "-o", "-", *options)))
    assert gif.n_frames == 2  # type: ignore[attr-defined]


def convert(variant: Variant, path: Path) -> None:
    record, json_, back = (path / name for name in ("a.pgn", "a.json", "b.pgn"))
    record.write_text(game_of(variant).to_pgn(), encoding="utf-8")
    call("convert", str(record), str(json_))
    call("convert", str(json_), str(back))
    assert back.read_bytes() == record.read_bytes()


def annotate(variant: Variant, path: Path) -> None:
    record, judged = path / "a.pgn", path / "b.pgn"
    game = Game.from_board(random_board(variant, "commands", plies=3))
    record.write_text(game.to_pgn(), encoding="utf-8")
    call("annotate", str(record), "-o", str(judged), "--nodes", "50")
    read = Game.from_pgn(judged.read_text(encoding="utf-8"))
    assert [node.action for node in read.mainline()] == [node.action for node in game.mainline()]
    assert all("[%eval" in node.comment for node in read.mainline())


def play(variant: Variant, path: Path) -> None:
    record = path / "played.pgn"
    board = Board(variant)
    typed = []
    for _ in variant.armies:
        move = next(iter(board.legal_moves))
        typed.append(board.san(move))
        board.push(move)
    lines = "\n".join([*typed, "resign", "quit", ""])
    result = CliRunner().invoke(
        cli, ["play", variant.id, "--save", str(record)], input=lines, catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    game = Game.from_pgn(record.read_text(encoding="utf-8"))
    found = [node.action for node in game.mainline() if isinstance(node.action, Move)]
    assert found == board.move_stack


#: By command. Each checks what the command does against something else.
COMMANDS: dict[str, Callable[[Variant, Path], None]] = {
    "variants": variants_,
    "rules": rules,
    "variant": variant_,
    "show": show,
    "moves": moves,
    "perft": perft,
    "render": render,
    "animate": animate,
    "convert": convert,
    "annotate": annotate,
    "play": play,
}


def test_no_command_is_left_out() -> None:
    assert isinstance(cli, click.Group)
    # Servers, and what takes problems for some variants, have tests of their own.
    assert set(cli.commands) - {"puzzle", "serve", "uci"} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_command(variant: Variant, command: str, tmp_path: Path) -> None:
    COMMANDS[command](variant, tmp_path)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_playouts(variant: Variant) -> None:
    played = playouts(Board(variant), 2, seed=3, max_plies=60)
    assert len(played.plies) == 2
    assert all(0 < plies <= 60 for plies in played.plies)
    assert sum(played.counts.values()) == 2

"""`circularchess convert`, and games that go all the way from the terminal to JSON and back."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import jsonschema
import pytest

from circularchess import Board, Game, Variant, variants
from circularchess.json_format import schema
from circularchess.pgn import read_games, write_games
from commands import PROGRAM, status

ANNOTATED = """\
[Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "?"]
[Result "1-0"]
[Variant "circular"]

{Before} 1. b3 $1 {good} (1. c3 c6) 1... c6 2. b4 1-0
"""


def run(*args: str) -> int:
    """The exit status of a command run in this process."""
    return status("convert", *args)


def random_game(variant: Variant, seed: int, moves: int = 30) -> Game:
    rng, board = random.Random(seed), Board(variant)
    while len(board.move_stack) < moves and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        if rng.random() < 0.03 and len(board.in_play) > 2:
            board.resign(rng.choice(board.in_play))
    return Game.from_board(board, headers={"Event": f"Number {seed}"})


def write(path: Path, games: list[Game]) -> None:
    with path.open("w", encoding="utf-8") as file:
        write_games(games, file)


def test_there_and_back(tmp_path: Path) -> None:
    pgn, form, back = (str(tmp_path / name) for name in ("a.pgn", "b.json", "c.PGN"))
    write(Path(pgn), [random_game(v, n) for n, v in enumerate(variants())])
    assert run(pgn, form) == 0
    assert run(form, back) == 0
    assert Path(back).read_bytes() == Path(pgn).read_bytes()
    documents = json.loads(Path(form).read_text(encoding="utf-8"))
    assert len(documents) == len(variants())
    for document in documents:
        jsonschema.validate(document, schema("game"))
    # And the other way round.
    assert run(back, str(tmp_path / "d.json")) == 0
    assert (tmp_path / "d.json").read_bytes() == Path(form).read_bytes()


def test_one_game_is_one_object(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(ANNOTATED, encoding="utf-8")
    assert run(str(tmp_path / "a.pgn"), str(tmp_path / "b.json")) == 0
    text = (tmp_path / "b.json").read_text(encoding="utf-8")
    jsonschema.validate(json.loads(text), schema("game"))
    game = Game.from_json(text)
    assert game == Game.from_pgn(ANNOTATED)
    assert game.variations[0].comment == "good"
    assert len(game.variations) == 2
    assert run(str(tmp_path / "b.json"), str(tmp_path / "c.pgn")) == 0
    assert Game.from_pgn((tmp_path / "c.pgn").read_text(encoding="utf-8")) == game
    assert run(str(tmp_path / "b.json"), "-", "--to", "json") == 0


def test_no_game_is_an_empty_list(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_bytes(b"")
    assert run(str(tmp_path / "a.pgn"), str(tmp_path / "b.json")) == 0
    assert json.loads((tmp_path / "b.json").read_text(encoding="utf-8")) == []
    assert run(str(tmp_path / "b.json"), str(tmp_path / "c.pgn")) == 0
    assert (tmp_path / "c.pgn").read_bytes() == b""


def test_a_pipe_of_conversions() -> None:
    def through(content: bytes, *args: str) -> bytes:
        command = [*PROGRAM, "convert", "-", "-", *args]
        return subprocess.run(
            command, input=content, capture_output=True, timeout=60, check=True
        ).stdout

    # A byte-order mark and the line ends of other systems are no faults.
    content = b"\xef\xbb\xbf" + ANNOTATED.replace("\n", "\r\n").encode()
    form = through(content, "--from", "pgn", "--to", "json")
    back = through(form, "--from", "json", "--to", "pgn")
    assert Game.from_pgn(back.decode()) == Game.from_pgn(ANNOTATED)


def test_a_variant_of_ones_own(tmp_path: Path) -> None:
    toml = Variant.load("circular").toml.replace('id = "circular"', 'id = "mine"', 1)
    (tmp_path / "mine.toml").write_text(toml, encoding="utf-8")
    mine = Variant.from_toml(toml).with_options({"check": "strict"})
    pgn, form, back = (tmp_path / name for name in ("a.pgn", "b.json", "c.pgn"))
    write(pgn, [random_game(mine, 1), random_game(Variant.load("circular"), 2)])
    assert run(str(pgn), str(form), "--variant-file", str(tmp_path / "mine.toml")) == 0
    # JSON carries the variant with it.
    assert run(str(form), str(back)) == 0
    assert back.read_bytes() == pgn.read_bytes()


# --- Faults --------------------------------------------------------------------------------------

FAULTY = [
    ("a.pgn", "1. b3 b9 *", "'a.pgn': line 1, column 7: illegal move 'b9'"),
    ("a.pgn", '[Variant "chess960"]\n\n*\n', "'a.pgn': line 1, column"),
    ("a.pgn", "1. b3 *\n\n1. zz *\n", "'a.pgn': line 3, column 4"),
    ("a.json", "{", "'a.json': game: no JSON at line 1, column 2"),
    ("a.json", "[1, 2]", "'a.json': game 1 of the list: game"),
    ("a.json", "null", "'a.json': game: an object is needed, not null"),
    ("a.json", '{"variant": "circular"}', "'a.json': game: the key 'moves' is missing"),
    (
        "a.json",
        '[{"variant":"circular","moves":[]},{"variant":"circular","moves":[{"action":"b2b4"}]}]',
        "'a.json': game 2 of the list: game.moves[0].action: illegal move 'b2b4' (w to move)",
    ),
]


@pytest.mark.parametrize(("name", "content", "message"), FAULTY, ids=range(len(FAULTY)))
def test_a_fault_is_one_line_with_its_place(
    name: str,
    content: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content, encoding="utf-8")
    target = "out.json" if name.endswith("pgn") else "out.pgn"
    assert run(name, target) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"circularchess: error: {message}")
    assert captured.err.count("\n") == 1
    assert not Path(target).exists()


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("a.pgn",),
        ("no-such.pgn", "b.json"),
        ("a.pgn", "b"),
        ("a", "b.json"),
        (".", "b.json", "--from", "pgn"),
        ("a.pgn", "no-such-folder/b.json"),
        ("a.pgn", "b.json", "--variant-file", "no-such.toml"),
        ("a.pgn", "b.json", "--from", "csv"),
    ],
)
def test_bad_arguments_are_one_line(
    args: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text(ANNOTATED, encoding="utf-8")
    Path("a").write_text(ANNOTATED, encoding="utf-8")
    assert run(*args) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("circularchess: error: ")
    assert captured.err.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "a.pgn"]


def test_faulty_games_can_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "a.pgn", tmp_path / "b.pgn"
    source.write_text("1. b3 *\n\n1. b9 *\n\n1. c3 Qz9 *\n\n1. d3 *\n", encoding="utf-8")
    assert run(str(source), str(target), "--skip-faulty") == 1
    games = list(read_games(target))
    assert [[node.san() for node in game.mainline()] for game in games] == [["b3"], ["d3"]]
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[2] for line in lines] == ["line 3, column 4", "line 5, column 7"]


# --- From the terminal to JSON and back ----------------------------------------------------------


def script_of(variant: str, seed: int) -> tuple[list[str], Board]:
    """Lines to type that play a game to its end, mistakes and all, and where they lead."""
    rng, board = random.Random(seed), Board(variant)
    lines = ["help", "moves"]
    while not board.is_game_over():
        if len(board.move_stack) >= 120:
            board.resign()
            lines.append("resign")
            continue
        move = rng.choice(list(board.legal_moves))
        lines.append(move.uci() if rng.random() < 0.5 else board.san(move))
        board.push(move)
        if rng.random() < 0.1:
            lines += ["undo", lines[-1], "nonsense", "board"]
        if len(board.in_play) > 3 and rng.random() < 0.01:
            army = rng.choice(board.in_play)
            board.resign(army)
            lines.append(f"resign {board.variant.army(army).name}")
    return lines, board


@pytest.mark.parametrize("variant", ["circular", "bhati-6-pairs"])
def test_a_game_from_the_terminal_to_json_and_back(variant: str, tmp_path: Path) -> None:
    lines, board = script_of(variant, 8)
    saved, form, back = (str(tmp_path / name) for name in ("saved.pgn", "b.json", "back.pgn"))

    def play(*args: str, lines: list[str]) -> str:
        return subprocess.run(
            [*PROGRAM, "play", *args],
            input="\n".join(lines),
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=True,
        ).stdout

    output = play(variant, lines=[*lines, f"save {saved}", "quit"])
    assert f"Result: {board.result()}\n" in output
    assert board.result() not in ("*", "1/2-1/2")

    game = Game.from_pgn(Path(saved).read_text(encoding="utf-8"))
    assert game.end().board() == board
    assert game.end().board().actions == board.actions

    loaded = play(variant, lines=[f"load {saved}", "fen", f"save {tmp_path / 'again.pgn'}"])
    assert board.fen() in loaded
    assert (tmp_path / "again.pgn").read_bytes() == Path(saved).read_bytes()

    assert run(saved, form) == 0
    assert run(form, back) == 0
    assert Path(back).read_bytes() == Path(saved).read_bytes()
    jsonschema.validate(json.loads(Path(form).read_text(encoding="utf-8")), schema("game"))

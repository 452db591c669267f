"""Input from strangers: whatever is given is refused in one line, at once, and nothing breaks.

What needs much time or memory is marked deep. Everything that could abort or hang runs in a
process of its own, with bounded memory.
"""

from __future__ import annotations

import io
import resource
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from circularchess import (
    Board,
    CircularChessError,
    Game,
    InvalidPositionError,
    InvalidVariantError,
    Move,
    Piece,
    PieceType,
    Setup,
    Square,
    Variant,
)
from circularchess.analysis.perft import perft
from circularchess.engine import EngineName, make_position
from circularchess.errors import shorten
from circularchess.fen import parse_fen
from circularchess.pgn import read_games

ENGINES: tuple[EngineName, ...] = ("rust", "reference")
CIRCULAR = Variant.load("circular")
LONG = 100_000

#: Things that are not what anybody asks for.
ODD: dict[str, Any] = {
    "nothing": "",
    "NUL": "\0",
    "long": "x" * LONG,
    "lone surrogate": "\ud800",
    "astral": "\U0001f600" * 70,
    "line ends": "a\nb\r\u2028",
    "digits of other scripts": "\u0661\u0662",
    "None": None,
    "bytes": b"b2b3",
    "float": 1.5,
    "nan": float("nan"),
    "huge": 10**5000,
    "negative": -1,
    "list": [],
    "deep list": [[[[]]]],
    "type": int,
}
odd = pytest.mark.parametrize("value", list(ODD.values()), ids=list(ODD))


def refused(call: Callable[[], object], *, also: tuple[type[Exception], ...] = ()) -> None:
    """An error of ours (or, for wrong types, Python's own), in one line that can be written."""
    with pytest.raises((CircularChessError, *also)) as caught:
        call()
    text = str(caught.value)
    assert text
    assert len(text) < 600
    assert "\n" not in text
    text.encode()


@odd
def test_odd_values_are_refused_everywhere(value: Any) -> None:
    board = Board()
    wrong_type = (TypeError,) if isinstance(value, str) else (TypeError, AttributeError)
    game = Game()
    calls: list[Callable[[], object]] = [
        lambda: Variant.load(value),
        lambda: Variant.from_toml(value),
        lambda: CIRCULAR.with_options({"check": value}),
        lambda: CIRCULAR.with_options({value: "strict"} if value.__hash__ else {"x": value}),
        lambda: CIRCULAR.army(value),
        lambda: parse_fen(value, CIRCULAR),
        lambda: Board(value),
        lambda: board.push(value),
        lambda: board.push_uci(value),
        lambda: board.push_san(value),
        lambda: board.san(value),
        lambda: board.piece_at(value),
        lambda: board.attackers("w", value),
        lambda: board.attackers(value, "a1"),
        lambda: board.lose_on_time(value) if value is not None else board.push_uci(""),
        lambda: board.find_move(value, "a1"),
        lambda: Board.from_json(value),
        lambda: Game.from_json(value),
        lambda: Game.from_pgn(value),
        lambda: Game(result=value),
        lambda: game.add(value),
        lambda: game.add_san(value),
        lambda: Square(value),
        lambda: Square.at(value, 1),
        lambda: Square.at(1, value),
        lambda: Move.from_uci(value),
        lambda: Move(value, "a1"),
        lambda: Piece.from_symbol(value),
        lambda: PieceType.from_letter(value),
        lambda: perft(board, value),
        lambda: perft(board, 1, threads=value),
        lambda: perft(board, 1, hash_mb=value),
    ]
    for call in calls:
        refused(call, also=wrong_type)
    assert board == Board()
    assert game == Game()


@pytest.mark.parametrize("engine", ENGINES)
@odd
def test_odd_values_in_a_setup_are_refused(value: Any, engine: EngineName) -> None:
    wrong_type = () if isinstance(value, str) else (TypeError, AttributeError, OverflowError)
    king = Piece("w", PieceType.KING)
    here, there = Square("a1"), Square("a9")
    kings = {here: king, there: Piece("b", PieceType.KING)}
    setups = [
        Setup({**kings, here: Piece(value, PieceType.KING)}, "w"),
        Setup(kings, value),
        Setup(kings, "w", castling=frozenset([(value, "K")])) if value.__hash__ else Setup(),
        Setup(kings, "w", castling=frozenset([("w", value)])) if value.__hash__ else Setup(),
        Setup(kings, "w", en_passant=(value,)),
    ]
    if isinstance(value, str):
        setups.append(Setup({**kings, value: king}, "w"))  # type: ignore[dict-item]
    if value != [] and value is not None:
        setups.append(Setup(kings, "w", in_play=frozenset([value]) if value.__hash__ else value))
    for setup in setups:
        refused(lambda setup=setup: make_position(CIRCULAR, setup, engine), also=wrong_type)  # type: ignore[misc]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("counter", ["halfmove", "round"])
@pytest.mark.parametrize("value", [-1, 2**31, 2**32, 2**63, 2**64, 10**5000], ids=shorten)
def test_counters_out_of_range_are_refused(value: int, counter: str, engine: EngineName) -> None:
    kings = {Square("a1"): Piece("w", PieceType.KING), Square("a9"): Piece("b", PieceType.KING)}
    setup = Setup(kings, "w")
    setattr(setup, counter, value)
    with pytest.raises(InvalidPositionError) as caught:
        make_position(CIRCULAR, setup, engine)
    assert {kind for kind, _ in caught.value.problems} == {"counter"}
    refused(lambda: make_position(CIRCULAR, setup, engine))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_largest_counters_play_on(engine: EngineName) -> None:
    board = Board(fen=f"K7k7/16/16/16 w - - {2**31 - 1} {2**31 - 1}", engine=engine)
    for _ in range(4):
        board.push(next(iter(board.legal_moves)))
    assert board.is_game_over()
    assert board.pop()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("files = 16", "files = 1000000000"),
        ("files = 16", "files = -16"),
        ("files = 16", "files = 0"),
        ("files = 16", "files = 99999999999999999999"),
        ("files = 16", "files = 1e9"),
        ("files = 16", 'files = "16"'),
        ("rings = 4", "rings = 1000000000"),
        ("rings = 4", "rings = -9223372036854775808"),
        ("rings = 4", "rings = nan"),
        ("seat = 1", "seat = 1000000000"),
        ("seat = 1", "seat = -1"),
        ("seat = 1", "seat = 0"),
        ("id = ", "id = '''\n''' #"),
    ],
)
def test_variant_files_with_impossible_numbers(old: str, new: str) -> None:
    text = CIRCULAR.toml
    assert old in text
    refused(lambda: Variant.from_toml(text.replace(old, new, 1)))


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * LONG,
        "a = " + "{a=" * LONG,
        "a." * LONG + "b = 1",
        "[" + "a." * LONG + "b]",
        "[[a]]\n" * LONG,
        '"' * LONG,
        "'''" + "\n" * LONG,
        "a = 1\n" * LONG,
        "".join(f"a{n} = 1\n" for n in range(LONG // 2)),
        "#" * 2_000_000,
        "[[armies]]\n" * (LONG // 2),
    ],
    ids=lambda text: text[:6] + "...",
)
def test_monstrous_variant_files(text: str) -> None:
    refused(lambda: Variant.from_toml(text))


def test_variant_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    for content in (b"\xff\xfe\0", b"\0" * 1000, b"x" * 1_000_001, b"id = '\xed\xa0\x80'"):
        path.write_bytes(content)
        with pytest.raises(InvalidVariantError):
            Variant.from_file(path)
    with pytest.raises(OSError, match="directory"):
        Variant.from_file(tmp_path)
    refused(lambda: Variant.from_file("/dev/zero"))


@pytest.mark.parametrize(
    "text",
    [
        "[" * LONG,
        '{"a":' * LONG,
        '{"variant":"circular","moves":' + "[" * LONG,
        '{"variant":"circular","moves":[' + "9" * LONG + "]}",
        '{"variant":"circular","moves":["' + "x" * LONG + '"]}',
        '{"variant":"\\ud800","moves":[]}',
        '{"variant":"circular","moves":[],"comment":"\\udfff"}',
        '{"variant":"circular","moves":[],"players":{"\\udfff":"x"}}',
        '{"variant":"circular","moves":[],"players":{"w":"\\udfff"}}',
        '{"variant":"circular","pieces":{"a1":"wK","a9":"bK"},"turn":"w","round":1e999}',
        '{"variant":"circular","pieces":{"a1":"wK","a9":"bK"},"turn":"w","round":NaN}',
        '{"variant":"circular","pieces":{"a1":"wK","a9":"bK"},"turn":"w","round":-1}',
        '{"variant":"circular","pieces":{"a1":"wK","a9":"bK"},"turn":"w","round":true}',
        '{"variant":"circular","pieces":{"a1":"wK","a9":"bK"},"turn":"w","halfmove":'
        + "9" * LONG
        + "}",
        "\0",
        "\ufeff{",
    ],
    ids=lambda text: text[:40] + "...",
)
def test_monstrous_json(text: str) -> None:
    refused(lambda: Board.from_json(text))
    refused(lambda: Game.from_json(text))
    refused(lambda: Game.from_json(text.encode()))


MONSTROUS_RECORDS = [
    "x" * 1_000_000,
    "\0" * LONG,
    "{" * LONG,
    "}" * LONG,
    ";" * LONG,
    "[" * LONG,
    "]" * LONG,
    "(" * LONG,
    ")" * LONG,
    "$" * LONG,
    "." * LONG,
    "9" * LONG + ". b3 *",
    "1. b3 $" + "9" * LONG + " *",
    "1. b3 " + "(1. b3 " * LONG,
    "1. b3 " + "(1. a3 " * 200 + "(" * LONG,
    "\n" * LONG,
    '[A "b"]\n' * LONG,
    '[FEN "' + "9" * LONG + '"]\n\n*',
    '[Variant "' + "x" * LONG + '"]\n\n*',
    '[Variant "bhati-6"]\n\n1. ' + ".. " * LONG,
    "1. b3 {[%resign " + "x" * LONG + "]} *",
    '[Event "\\' * LONG,
]


@pytest.mark.parametrize("text", MONSTROUS_RECORDS, ids=lambda text: text[:12] + "...")
def test_monstrous_records(text: str) -> None:
    refused(lambda: Game.from_pgn(text))
    for game in read_games(io.StringIO(text)):
        assert len(game.faults) <= 101
        for fault in game.faults:
            assert len(str(fault)) < 600


@pytest.mark.parametrize("nested", [1000, pytest.param(100_000, marks=pytest.mark.deep)])
def test_nested_variations(nested: int) -> None:
    """Every variation holds another, as deep as may be."""
    text = "1. b3 " + "(1. a3 " * nested + ")" * nested + " *"
    game = Game.from_pgn(text)
    assert Game.from_pgn(game.to_pgn()) == game
    # Each one deeper in the game, too: a line that goes back and forth.
    moves = ["Nb14", "Nb11", "Nc16", "Nc9"]
    line = ""
    depth = min(nested, 2000)
    for ply in range(depth):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
        line += f"{number} {moves[ply % 4]} ({number} a{3 if ply % 2 == 0 else 6} "
        line += ") "
    again = Game.from_pgn(line + "*")
    assert Game.from_json(again.to_json()) == again


def test_lone_surrogates_in_records_become_replacement_characters() -> None:
    record = '[White "\ud800"]\n\n1. b3 {\udfff} *'
    (game,) = read_games(io.StringIO(record))
    assert game.players["w"] == "\ufffd"
    assert game.copy() == game
    game.to_pgn().encode()
    # Which nobody asked for, so it is a fault.
    assert [fault[:2] for fault in game.faults] == [(1, 1), (3, 7)]
    refused(lambda: Game.from_pgn(record))


def test_files_that_are_no_utf8() -> None:
    record = b'[White "Gr\xfc\xdfe"]\n\n1. b3 {\xff\xfe\xed\xa0\x80} *\n' + b"\xff" * 1000
    for game in read_games(io.BytesIO(record)):
        game.to_pgn().encode()
        assert Game.from_json(game.to_json()) == Game.from_pgn(game.to_pgn())


# --- In a process of its own ---------------------------------------------------------------------


def run(code: str, *, seconds: float = 60, megabytes: int = 2048) -> str:
    """Run a program that prints its answer; it must not be killed, nor print a traceback."""
    size = megabytes << 20

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))

    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=seconds,
        preexec_fn=limit,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "panicked" not in done.stderr
    return done.stdout


def test_no_number_makes_the_engine_abort() -> None:
    code = """
    from circularchess import Board
    position = Board().position
    for call in (
        lambda: position.perft(10**6), lambda: position.perft(2**32), lambda: position.perft(-1),
        lambda: position.perft(2, threads=10**9), lambda: position.perft(2, threads=-1),
        lambda: position.perft(2, hash_mb=2**40), lambda: position.perft(2, hash_mb=2**63),
        lambda: position.perft(2, hash_mb=-1), lambda: position.playouts(10**18, 1, 9),
        lambda: position.playouts(-1, 1, 9), lambda: position.playouts(9, -1, 9),
        lambda: position.playouts(9, 2**64, 9), lambda: position.playouts(9, 1, 2**40),
        lambda: position.playouts(9, 1, 9, threads=10**9),
        lambda: position.attackers("w", chr(0xd800)), lambda: position.is_check(chr(0xd800)),
        lambda: position.piece_at(chr(0xdfff)), lambda: position.resign(chr(0xdfff)),
        lambda: position.is_legal(None), lambda: position.play(object()),
    ):
        try:
            call()
        except (ValueError, TypeError, AttributeError, OverflowError, MemoryError,
                OSError) as error:
            assert len(str(error)) < 200 and "\\n" not in str(error)
    class Forged:
        _key = 0
    for key in (0, -1, 2**33 - 1, 2**64 - 1, 2**64, 2**70, 1.5, None, 1 << 28):
        Forged._key = key
        try:
            assert not position.is_legal(Forged) and position.play(Forged) is None
        except (OverflowError, TypeError):
            pass
    assert position.perft(3) == 2040
    print("alive")
    """
    assert run(code) == "alive\n"


def test_memory_is_bounded_by_the_length_of_the_input() -> None:
    code = """
    import resource
    from circularchess import Board, Game, Move, Square, Variant
    text = "x" * 20_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for call in (Variant.load, Variant.from_toml, Board, Move.from_uci, Square, Board().push_san,
                 Board().set_fen, Board.from_json, Game.from_json, Game.from_pgn):
        try:
            call(text)
        except ValueError as error:
            assert len(str(error)) < 300
        else:
            raise AssertionError(call)
    # In kilobytes: a few copies of the text at most.
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 160_000)
    """
    assert run(code) == "True\n"


CLI = [
    ["perft", "circular", "--depth", "1000000"],
    ["perft", "circular", "--depth", "-1"],
    ["perft", "circular", "--depth", "9" * 1000],
    ["perft", "circular", "--depth", "3", "--hash", "1048576"],
    ["perft", "circular", "--depth", "1", "--threads", "1000000000"],
    ["perft", "x" * LONG, "--depth", "1"],
    ["perft", "circular", "--depth", "1", "--fen", "9" * LONG],
    ["moves", "circular", "--fen", "\udcff"],
    ["moves", "\udcff"],
    ["show", "circular", "--width", "-1"],
    ["convert", "/dev/zero", "-", "--from", "pgn", "--to", "json"],
    ["convert", "/nonexistent/\udcff.pgn", "-", "--to", "json"],
]


@pytest.mark.parametrize("args", CLI, ids=lambda args: " ".join(args)[:40])
def test_the_command_line_refuses_in_one_line(args: list[str]) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))

    done = subprocess.run(
        [sys.executable, "-m", "circularchess", *args],
        capture_output=True,
        timeout=60,
        preexec_fn=limit,
        check=False,
    )
    assert done.returncode == 2, done.stderr[-2000:]
    assert done.stderr.startswith(b"circularchess: error: ")
    assert done.stderr.count(b"\n") == 1
    assert len(done.stderr) < 1000


def test_threads_that_the_system_refuses() -> None:
    code = """
    from circularchess import Board, perft, playouts
    for call in (lambda: perft(Board(), 5, threads=1024),
                 lambda: playouts(Board(), 10**6, seed=1, max_plies=9, threads=1024)):
        try:
            call()
        except OSError as error:
            print(error)
    assert perft(Board(), 4, threads=2) == 28904
    """
    # Their stacks alone take more than that.
    assert run(code, megabytes=1024) == "cannot start 1024 threads\n" * 2


@pytest.mark.parametrize(
    "args",
    [["perft", "circular", "--depth", "2"], ["moves", "circular"], ["show", "circular"]],
    ids=" ".join,
)
def test_output_that_cannot_be_written(args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "circularchess", *args],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"circularchess: error: No space left on device\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("nul.pgn", b"\0" * LONG),
        ("ff.pgn", b"\xff" * LONG),
        ("nul.json", b"\0" * LONG),
        ("ff.json", b'{"a":"\xff"}'),
        ("deep.json", b"[" * LONG),
        ("deep.pgn", b"1. b3 " + b"(" * LONG),
        pytest.param("line.pgn", b"x" * 100_000_000, marks=pytest.mark.deep),
        pytest.param("line.json", b"x" * 100_000_000, marks=pytest.mark.deep),
        pytest.param("tag.pgn", b'[Event "' + b"x" * 100_000_000, marks=pytest.mark.deep),
        pytest.param("lines.pgn", b"\n" * 20_000_000, marks=pytest.mark.deep),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_of_strangers(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "circularchess", "convert", str(path), str(tmp_path / "out.json")],
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr[-2000:]
    assert done.returncode in (0, 2)
    for line in done.stderr.splitlines():
        assert len(line) < 1000


@pytest.mark.parametrize("engine", ENGINES)
def test_only_armies_in_play_can_leave_a_position(engine: EngineName) -> None:
    position = Board("bhati-3", engine=engine).position
    for army in ("z", "", "ry", "R", "\ud800", "o"):
        for ask in (position.resign, position.is_check):
            with pytest.raises(ValueError):  # noqa: PT011 - which of them is for the engine to say
                ask(army)
    left = position.resign("y")
    assert left.in_play == ("r", "b")
    for gone, army in ((left, "y"), (left.resign("b"), "r"), (left.resign("b"), "b")):
        with pytest.raises(ValueError):  # noqa: PT011
            gone.resign(army)

"""The command line, in this process and as a program of its own."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from circularchess import Board, Variant, svg, variants
from circularchess.cli.main import main
from circularchess.engine import EngineName
from commands import PROGRAM, call, run

# --- perft ---------------------------------------------------------------------------------------


def test_perft() -> None:
    result = run("perft", "circular-strict", "--depth", "4")
    assert result.returncode == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert [line.split()[:2] for line in lines[1:-1]] == [
        ["1", "12"],
        ["2", "144"],
        ["3", "2,040"],
        ["4", "28,901"],
    ]
    assert all(len(line.split()) == 4 for line in lines[:-1])
    assert lines[-1] == "Nodes searched: 28901"


@pytest.mark.parametrize(
    ("args", "nodes"),
    [
        (("circular", "--depth", "3"), 2040),
        (("circular", "--depth", "0"), 1),
        (("circular-society", "--set", "check=strict", "--depth", "3"), 8584),
        (("bhati-6", "--depth", "3"), 10648),
        (("cylinder", "--depth", "3"), 9162),
        (("orthodox", "--depth", "3"), 8902),
        (("orthodox", "--depth", "2", "--moves", "e2e4 e7e5"), 835),  # python-chess
    ],
)
def test_perft_ends_with_the_count(args: tuple[str, ...], nodes: int, engine: EngineName) -> None:
    output = call("perft", *args, "--engine", engine)
    assert output.splitlines()[-1] == f"Nodes searched: {nodes}"


def test_perft_of_an_orthodox_position() -> None:
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    output = call("perft", "orthodox", "--fen", fen, "--depth", "2")
    assert output.splitlines()[-1] == "Nodes searched: 2039"


def test_perft_divide() -> None:
    lines = call("perft", "circular", "--depth", "2", "--divide").splitlines()
    parts = dict(line.split(": ") for line in lines[3:-1])
    assert list(parts) == [move.uci() for move in Board("circular").legal_moves]
    assert set(parts.values()) == {"12"}
    assert lines[-1] == "Nodes searched: 144"


@pytest.mark.parametrize("variant", ["circular", "bhati-3", "orthodox"])
def test_perft_check(variant: str) -> None:
    lines = call("perft", variant, "--depth", "2", "--check").splitlines()
    assert lines[-2] == "The engines rust and reference agree."
    assert lines[-1].startswith("Nodes searched: ")


def test_perft_check_after_moves() -> None:
    output = call("perft", "circular", "--depth", "2", "--check", "--moves", "b2b3 c7c6", "--json")
    report = json.loads(output)
    assert report["check"] == {"engines": ["rust", "reference"], "agree": True}
    assert report["moves"] == ["b2b3", "c7c6"]


def test_perft_check_finds_a_planted_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from circularchess import Move
    from circularchess.reference import Position

    sound = Position.legal_moves
    blind = Move("b3", "c5")

    def legal_moves(self: Position) -> list[Move]:
        return [move for move in sound(self) if move != blind]

    def perft(self: Position, depth: int) -> int:
        if depth == 0:
            return 1
        children = (self.play(move) for move in self.legal_moves())
        return sum(child.perft(depth - 1) for child in children if child is not None)

    monkeypatch.setattr(Position, "legal_moves", legal_moves)
    monkeypatch.setattr(Position, "perft", perft)
    with pytest.raises(SystemExit) as caught:
        main(["perft", "circular", "--depth", "3", "--check"])
    assert caught.value.code == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[4:6] == ["The engines differ.", "Moves: c1b3 a7a6"]
    board = Board()
    board.push_uci("c1b3")
    board.push_uci("a7a6")
    assert lines[6:] == [f"FEN: {board.fen()}", "Only rust: b3c5", "Only reference: (none)"]
    with pytest.raises(SystemExit) as caught:
        main(["perft", "circular", "--depth", "3", "--check", "--json"])
    assert caught.value.code == 1
    report = json.loads(capsys.readouterr().out)
    assert report["check"]["only"] == {"rust": ["b3c5"], "reference": []}
    assert report["check"]["path"] == ["c1b3", "a7a6"]


def test_perft_json() -> None:
    report = json.loads(call("perft", "circular", "--depth", "2", "--json", "--divide"))
    assert report["variant"] == "circular"
    assert report["engine"] == "rust"
    assert report["options"]["check"] == "snaffle"
    assert report["fen"] == Variant.load("circular").start_fen()
    assert [(line["depth"], line["nodes"]) for line in report["depths"]] == [(1, 12), (2, 144)]
    assert all(line["seconds"] >= 0 for line in report["depths"])
    assert report["nodes"] == sum(report["divide"].values()) == 144
    assert "check" not in report


# --- moves, show, variants -----------------------------------------------------------------------


def test_moves(engine: EngineName) -> None:
    lines = call("moves", "circular", "--engine", engine).splitlines()
    board = Board("circular")
    assert lines == [f"{move.uci()} {board.san(move)}" for move in board.legal_moves]
    report = json.loads(call("moves", "circular", "--engine", engine, "--json"))
    assert report["moves"] == json.loads(board.to_json(legal_moves=True))["legal_moves"]


def test_moves_marks_the_unsafe() -> None:
    fen = "K2r12/16/16/7k8 w - - 0 1"
    lines = call("moves", "circular", "--fen", fen).splitlines()
    unsafe = [line for line in lines if "unsafe" in line]
    assert unsafe == ["d1d2 Kd2 unsafe", "d1d16 Kd16 unsafe"]
    report = json.loads(call("moves", "circular", "--fen", fen, "--json"))
    assert report["turn"] == "w"
    assert report["outcome"] is None
    assert [m["uci"] for m in report["moves"] if not m["safe"]] == ["d1d2", "d1d16"]


def test_moves_of_a_finished_game() -> None:
    mate = ("--moves", "f2f3 e7e5 g2g4 d8h4")
    assert call("moves", "orthodox", *mate) == ""
    report = json.loads(call("moves", "orthodox", *mate, "--json"))
    assert report["moves"] == []
    assert report["outcome"] == {"termination": "checkmate", "winners": ["b"]}


def test_show() -> None:
    board = Board("circular")
    output = call("show", "circular")
    assert str(board) in output
    assert board.fen() in output
    assert "White (w) to move; 12 legal moves; round 1" in output
    assert board.unicode() in call("show", "circular", "--unicode")
    board.push_uci("b2b3")
    assert str(board) in call("show", "circular", "--moves", "b2b3")
    assert "in check" in call("show", "circular", "--fen", "K2r12/16/16/7k8 w - - 0 1")
    over = call("show", "orthodox", "--moves", "f2f3 e7e5 g2g4 d8h4")
    assert "Game over by checkmate: Black won" in over
    assert "a draw" in call("show", "circular", "--fen", "K7k7/16/16/16 w - - 0 1")


@pytest.mark.parametrize(("columns", "blocks"), [("200", 1), ("80", 3), ("40", 6)])
def test_show_fits_the_terminal(columns: str, blocks: int) -> None:
    result = run("show", "bhati-6", env={"COLUMNS": columns})
    assert result.returncode == 0
    drawing = result.stdout.split("\nRed (r) to move")[0]
    assert drawing.count("d  rR" if blocks == 1 else "\nd ") == blocks
    assert all(len(line) <= int(columns) for line in drawing.splitlines())
    assert run("show", "bhati-6", "--width", columns).stdout == result.stdout


def test_list_of_variants() -> None:
    lines = run("variants").stdout.splitlines()
    assert len(lines) == 28
    # By family: the smaller boards of Bhati's game stand beside the large ones.
    ids = [line.partition(" ")[0] for line in lines[1:]]
    assert set(ids) == {variant.id for variant in variants()}
    assert ids.index("bhati-4-small") == ids.index("bhati-6-trios") + 1
    for line, variant in zip(lines[1:], map(Variant.load, ids), strict=True):
        assert line.startswith(variant.id + " ")
        assert variant.name in line
        assert variant.source in line
        assert f" {variant.players} " in line
    rows = json.loads(call("variants", "--json"))
    assert [row["id"] for row in rows] == [variant.id for variant in variants()]
    assert rows[0]["files"] == 16


def test_a_variant_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(Variant.load("cylinder").toml, encoding="utf-8")
    output = call("perft", "--variant-file", str(path), "--depth", "2")
    assert output.splitlines()[-1] == "Nodes searched: 392"


# --- Bad input -----------------------------------------------------------------------------------

BAD = [
    ("perft", "circular", "--fen", "nonsense", "--depth", "1"),
    ("perft", "circular", "--fen", "KK6k7/16/16/16 w - - 0 1", "--depth", "1"),
    ("perft", "circular"),
    ("perft", "--depth", "1"),
    ("perft", "chess960", "--depth", "1"),
    ("perft", "x" * 10_000, "--depth", "1"),
    ("perft", "circular", "--depth", "-1"),
    ("perft", "circular", "--depth", "101"),
    ("perft", "circular", "--depth", "1000000"),
    ("perft", "circular", "--depth", "9" * 10_000),
    ("perft", "circular", "--depth", "x"),
    ("perft", "circular", "--depth", "1.5"),
    ("perft", "circular", "--depth", ""),
    ("perft", "circular", "--depth", "1", "--engine", "stockfish"),
    ("perft", "circular", "--depth", "1", "--moves", "b2b4"),
    ("perft", "circular", "--depth", "1", "--moves", "b2b3 nonsense"),
    ("perft", "circular", "--depth", "1", "--moves", "b2b3\nb2b3"),
    ("perft", "circular", "--depth", "1", "--set", "check"),
    ("perft", "circular", "--depth", "1", "--set", "check=never"),
    ("perft", "circular", "--depth", "1", "--set", "colour=red"),
    ("perft", "circular", "--depth", "1", "--set", "castling=true"),
    ("perft", "circular", "--depth", "1", "--variant-file", "x.toml"),
    ("perft", "--depth", "1", "--variant-file", "no-such-file.toml"),
    ("perft", "--depth", "1", "--variant-file", "."),
    ("perft", "circular", "--depth", "1", "--nonsense"),
    ("perft", "circular", "extra", "--depth", "1"),
    ("perft", "orthodox", "--depth", "1", "--fen", "8/8/8/8/8/8/8/9 w - - 0 1"),
    ("moves", "circular", "--fen", "x\ny"),
    ("moves",),
    ("show", "circular", "--width", "0"),
    ("show", "circular", "--fen", "\udcff"),
    ("nonsense",),
    ("--nonsense",),
]


@pytest.mark.parametrize("args", BAD, ids=range(len(BAD)))
def test_bad_input_is_one_line_and_status_2(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(args)
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("circularchess: error: ")
    assert captured.err.count("\n") == 1
    assert captured.err.endswith("\n")
    assert len(captured.err) < 500


def test_bad_input_to_the_program() -> None:
    result = run("perft", "circular", "--fen", "nonsense", "--depth", "1")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "'nonsense'" in result.stderr


def test_a_variant_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"id = \xff")
    with pytest.raises(SystemExit) as caught:
        main(["show", "--variant-file", str(path)])
    assert caught.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


# --- The rest ------------------------------------------------------------------------------------


def test_help_and_version() -> None:
    from importlib.metadata import version

    for args in ((), ("--help",), ("perft", "-h"), ("moves", "--help"), ("variants", "-h")):
        result = run(*args)
        assert result.returncode == 0
        assert "Usage: circularchess" in result.stdout
    assert run("--version").stdout == f"circularchess {version('circularchess')}\n"


def test_a_terminal_without_chess_figures_is_told_so() -> None:
    result = run("show", "circular", "--unicode", env={"PYTHONIOENCODING": "latin-1"})
    assert result.returncode == 2
    assert "chess figures" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "perft", "circular", "--depth", "5"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 1
    assert errors == b""


@pytest.mark.parametrize("engine_name", ["rust", "reference"])
def test_interrupting_a_deep_perft(engine_name: str) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "perft", "bhati-6", "--depth", "40", "--engine", engine_name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    # Once two depths are told, the program is at work on those that would take for ever.
    for _ in range(3):
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, errors = process.communicate(timeout=60)
    # A second is what is asked for; the machine may be busy with other things.
    assert time.monotonic() - start < 5
    assert process.returncode == 130
    assert errors.strip() == b""


def test_no_cluster_without_its_extra() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from circularchess.cli.main import main; main()"
    )
    result = run(
        "perft", "circular", "--depth", "1", "--dask", "local", program=[sys.executable, "-c", code]
    )
    assert result.returncode == 2
    assert "Nodes searched" not in result.stdout
    assert re.fullmatch(r"circularchess: error: [^\n]+\n", result.stderr)
    assert "needs the extra 'cluster': circularchess[cluster]" in result.stderr


def test_progress_on_a_terminal_only() -> None:
    args = ("perft", "circular-strict", "--depth", "3", "--engine", "reference")
    assert run(*args).stderr == ""
    # A pseudo-terminal for standard error, a pipe for the rest.
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *args],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 60)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        output, _ = process.communicate(timeout=60)
    os.close(ours)
    assert b"depth 3, reference" in shown
    assert b"nodes" in shown
    assert output.endswith(b"Nodes searched: 2040\n")


# One name for one thing, and moves as people have them.

WRITTEN = [
    "b2b3 c7c6 c16b14",
    "b3 c6 Nb14",
    "1. b3 c6 2. Nb14",
    "1.b3 c6 2.Nb14 *",
    "1 b3 c6 2 Nb14",
    "1. b3! {the ring pawn} c6 $2 2. Nb14?! 1/2-1/2",
    "1. b2b3 1... c6 2. c16b14 1-0",
    "\n1. b3\nc6\n2. Nb14\n",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_moves_are_read_as_records_write_them(text: str) -> None:
    board = Board("circular")
    for move in ("b2b3", "c7c6", "c16b14"):
        board.push_uci(move)
    assert call("show", "circular", "--moves", text).splitlines()[-1] == board.fen()


def test_moves_of_six_armies_are_read_as_records_write_them() -> None:
    board = Board("bhati-3")
    for san in ("a4", "Nb23", "b43", "b3"):
        board.push_san(san)
    text = "1. a4 .. Nb23 .. b43 2. b3 r"
    assert call("show", "bhati-3", "--moves", text).splitlines()[-1] == board.fen()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1. b3 c6 2. b9", "move 3 of --moves: illegal move 'b9'"),
        ("1. b3 (1. c3) c6", "--moves: a variation"),
        ("1. b3 {open", "--moves: '{' without the other brace"),
        ("b3} c6", "--moves: '}' without the other brace"),
        ("1. b3 1-0 c6", "--moves: 'c6' after the result '1-0'"),
        ("hello", "move 1 of --moves: not a move: 'hello'"),
        ("1-0 b3", "--moves: 'b3' after the result '1-0'"),
    ],
)
def test_moves_that_cannot_be_read(text: str, fault: str) -> None:
    result = run("show", "circular", "--moves", text)
    assert result.returncode == 2
    assert f"error: {fault}" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_same_options_have_the_same_names() -> None:
    board = Board("circular")
    for option in ("--unicode", "--figures"):
        assert board.unicode() in call("show", "circular", option)
    assert str(board) in call("show", "circular", "--letters")
    for option in ("--hash-mb", "--hash"):
        assert "Nodes searched: 144\n" in call("perft", "circular", "--depth", "2", option, "1")


@pytest.mark.parametrize("orientation", ["b", "Black", "black", "BLACK"])
def test_orientation_by_letter_or_name(orientation: str, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    call("render", "circular", "--orientation", orientation, "-o", str(path))
    board = Board("circular")
    assert svg.board(board, orientation=orientation) == svg.board(board, orientation="b")
    assert Variant.load("circular").geometry(seat=orientation).seat == "b"
    assert path.read_text("utf-8") == f"{svg.board(board, orientation='b')}\n"

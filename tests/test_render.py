"""`circularchess render` and `animate`."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from circularchess import Board, Game, svg
from circularchess.cli.main import main
from commands import call_bytes, status
from svg_reading import classes, having, parse, squares

RECORDS = """\
[Event "One"]

1. b3 c6 2. Nd3 *

[Variant "bhati-3"]

1. a1 .. Nb23 .. a44 {[%resign r]} *

1. b3 b9 *
"""


def draw(*args: str) -> bytes:
    """What a command writes to standard output."""
    return call_bytes(*args, "-o", "-")


def picture(*args: str) -> str:
    return draw("render", *args).decode()


@pytest.fixture
def records(tmp_path: Path) -> str:
    path = tmp_path / "records.pgn"
    path.write_text(RECORDS, encoding="utf-8")
    return str(path)


def test_the_start_position() -> None:
    assert picture("circular") == f"{svg.snapshot(Board('circular'))}\n"
    assert len(squares(parse(picture("bhati-6")))) == 240


def test_moves_mark_the_last_one_and_check() -> None:
    root = parse(picture("orthodox", "--moves", "f3 e5 g4 Qh4"))
    found = squares(root)
    assert {n for n, path in found.items() if "lastmove" in classes(path)} == {"d8", "h4"}
    # The king of the mated army, on its home square.
    assert {n for n, path in found.items() if "check" in classes(path)} == {"e1"}
    root = parse(picture("circular", "--fen", "K2r12/16/16/7k8 w - - 0 1"))
    assert {n for n, path in squares(root).items() if "check" in classes(path)} == {"d1"}


def test_moves_in_both_forms() -> None:
    assert picture("circular", "--moves", "b3 Nb11") == picture("circular", "--moves", "b2b3 c9b11")


def test_options_of_the_picture(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.css"
    sheet.write_text(".void { fill: red }", encoding="utf-8")
    args = ["bhati-6", "--orientation", "Green", "--mirrored", "--no-coordinates", "--size", "333"]
    shown = picture(*args, "--style", str(sheet), "--arrow", "a1-a5", "--arrow", "a2-c9:red")
    board = Board("bhati-6")
    assert shown == "{}\n".format(
        svg.snapshot(
            board,
            orientation="g",
            mirrored=True,
            coordinates=False,
            size=333,
            style=".void { fill: red }",
            arrows=[("a1", "a5"), ("a2", "c9", "red")],
        )
    )
    assert having(parse(shown), "arrow")


def test_a_ply_of_a_record(records: str) -> None:
    board = Board("circular")
    assert picture("--pgn", records, "--ply", "0") == f"{svg.snapshot(board)}\n"
    board.push_san("b3")
    assert picture("--pgn", records, "--ply", "1") == f"{svg.snapshot(board)}\n"
    board.push_san("c6")
    board.push_san("Nd3")
    last = picture("--pgn", records)
    assert last == picture("--pgn", records, "--ply", "3") == f"{svg.snapshot(board)}\n"
    # The variant is the record's.
    root = parse(picture("--pgn", records, "--game", "2"))
    assert len(squares(root)) == 240
    armies = {name for use in having(root, "piece") for name in classes(use)}
    assert not armies & {"r"}
    assert {"y", "b"} <= armies


def test_a_record_from_standard_input(records: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "circularchess", "render", "--pgn", "-", "-o", "-"],
        input=Path(records).read_bytes(),
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert result.stdout.decode() == picture("--pgn", records)


def test_files_by_their_names(tmp_path: Path) -> None:
    for name, args in (("a.svg", []), ("a.PNG", []), ("b", ["--format", "png", "--size", "120"])):
        assert status("render", "circular", "-o", str(tmp_path / name), *args) == 0
    assert parse((tmp_path / "a.svg").read_text(encoding="utf-8")) is not None
    for name, width in (("a.PNG", 800), ("b", 120)):
        with Image.open(tmp_path / name) as image:
            assert image.size == (width, width)
    assert sorted(os.listdir(tmp_path)) == ["a.PNG", "a.svg", "b"]


def test_png_on_standard_output() -> None:
    image = Image.open(io.BytesIO(draw("render", "circular", "--format", "png", "--size", "90")))
    assert (image.format, image.size) == ("PNG", (90, 90))
    # The corners are outside the board, the middle of the hub shows whose turn it is.
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert image.getpixel((45, 45)) == (255, 255, 255, 255)


def test_a_written_file_replaces_another_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text("x" * 1_000_000, encoding="utf-8")
    path.chmod(0o640)
    assert status("render", "circular", "-o", str(path)) == 0
    assert path.read_text(encoding="utf-8") == picture("circular")
    assert path.stat().st_mode & 0o777 == 0o640
    fresh = tmp_path / "fresh.svg"
    mask = os.umask(0o027)
    try:
        assert status("render", "circular", "-o", str(fresh)) == 0
    finally:
        os.umask(mask)
    assert fresh.stat().st_mode & 0o777 == 0o640
    assert status("render", "circular", "--format", "svg", "-o", os.devnull) == 0


def test_a_page(records: str, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert (
        status("animate", "--pgn", records, "--game", "2", "-o", str(page), "--delay", "200") == 0
    )
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert '"delay":200' in text
    # Start, three moves and a resignation.
    assert 'max="4"' in text
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert data is not None
    assert json.loads(data[1])["captions"] == [
        "Red to move.",
        "Red: a1. Yellow to move.",
        "Yellow: Nb23. Blue to move.",
        "Blue: a44. Red to move.",
        "Red resigns and leaves the board. Yellow to move.",
    ]


def test_a_gif() -> None:
    moves = "b3 c6 Nd3"
    content = draw("animate", "circular", "--moves", moves, "--format", "gif", "--size", "60")
    image = Image.open(io.BytesIO(content))
    assert image.format == "GIF"
    assert image.size == (60, 60)
    assert getattr(image, "n_frames", 1) == 4


BAD = [
    ("render", "circular"),
    ("render", "circular", "-o", "a.txt"),
    ("render", "circular", "-o", "a"),
    ("render", "circular", "-o", "a.svg", "--format", "gif"),
    ("render", "circular", "-o", "no-such-folder/a.svg"),
    ("render", "circular", "-o", "a\0.svg"),
    ("render", "circular", "-o", "a.svg", "--size", "0"),
    ("render", "circular", "-o", "a.svg", "--size", "99999"),
    ("render", "circular", "-o", "a.svg", "--orientation", "green"),
    ("render", "circular", "-o", "a.svg", "--arrow", "a1"),
    ("render", "circular", "-o", "a.svg", "--arrow", "a1-z99"),
    ("render", "circular", "-o", "a.svg", "--arrow", "a1-a2:"),
    ("render", "circular", "-o", "a.svg", "--arrow", 'a1-a2:"x"'),
    ("render", "circular", "-o", "a.svg", "--style", "no-such.css"),
    ("render", "circular", "-o", "a.svg", "--moves", "b3 c6 Nc12"),
    ("render", "circular", "-o", "a.svg", "--ply", "1"),
    ("render", "circular", "-o", "a.svg", "--game", "1"),
    ("render", "-o", "a.svg"),
    ("render", "-o", "a.svg", "--pgn", "x" * 300),
    ("render", "circular", "-o", f"{'x' * 300}.svg"),
    ("render", "-o", "a.svg", "--pgn", "no-such.pgn"),
    ("render", "-o", "a.svg", "--pgn", "RECORDS", "--ply", "4"),
    ("render", "-o", "a.svg", "--pgn", "RECORDS", "--ply", "-1"),
    ("render", "-o", "a.svg", "--pgn", "RECORDS", "--game", "0"),
    ("render", "-o", "a.svg", "--pgn", "RECORDS", "--game", "4"),
    ("render", "-o", "a.svg", "--pgn", "RECORDS", "--moves", "b3"),
    ("animate", "circular", "-o", "a.svg"),
    ("animate", "circular", "-o", "a.html", "--delay", "1"),
    ("animate", "circular", "-o", "."),
]


@pytest.mark.parametrize("args", BAD, ids=range(len(BAD)))
def test_bad_input_is_one_line_and_nothing_is_written(
    args: tuple[str, ...],
    records: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main([records if arg == "RECORDS" else arg for arg in args])
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("circularchess: error: ")
    assert captured.err.count("\n") == 1
    assert os.listdir(tmp_path) == ["records.pgn"]


def test_a_fault_in_a_record_is_told_with_its_place(
    records: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["render", "--pgn", records, "--game", "3", "-o", "-"])
    assert "line 9, column 7: illegal move 'b9'" in capsys.readouterr().err


def test_without_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(SystemExit) as caught:
        main(["render", "circular", "--format", "png", "-o", "-"])
    assert caught.value.code == 2
    expected = "circularchess: error: PNG pictures need the extra 'png': circularchess[png]\n"
    assert capsys.readouterr().err == expected


def test_a_variant_of_ones_own_in_a_record(tmp_path: Path) -> None:
    from circularchess import Variant

    toml = Variant.load("circular").toml.replace('id = "circular"', 'id = "mine"', 1)
    (tmp_path / "mine.toml").write_text(toml, encoding="utf-8")
    game = Game(Variant.from_toml(toml).with_options({"check": "strict"}))
    game.add_san("b3")
    (tmp_path / "game.pgn").write_text(game.to_pgn(), encoding="utf-8")
    args = ("--variant-file", str(tmp_path / "mine.toml"), "--pgn", str(tmp_path / "game.pgn"))
    assert len(squares(parse(picture(*args)))) == 64

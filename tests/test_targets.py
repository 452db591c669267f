"""Where results go: what cannot be written is refused before the work, and nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from circularchess.cli.main import cli, main
from circularchess.cli.output import check_target, write_file

PROGRAM = [sys.executable, "-m", "circularchess"]


def link_to_nowhere(folder: Path) -> str:
    (folder / "link").symlink_to("no/such/place.pgn")
    return "link"


def link_to_itself(folder: Path) -> str:
    (folder / "link").symlink_to("link")
    return "link"


def link_to_a_folder(folder: Path) -> str:
    (folder / "link").symlink_to(".")
    return "link"


def file_as_folder(folder: Path) -> str:
    (folder / "file").write_text("mine", encoding="utf-8")
    return "file/game.pgn"


def file_with_a_slash(folder: Path) -> str:
    (folder / "file").write_text("mine", encoding="utf-8")
    return "file/"


TARGETS: dict[str, Callable[[Path], str]] = {
    "nothing": lambda _: "",
    "this folder": lambda _: ".",
    "the folder above": lambda _: "..",
    "a folder": str,
    "a new folder": lambda _: "new/",
    "no such folder": lambda _: "no/such/place.pgn",
    "a folder of the system": lambda _: "/proc/game.pgn",
    "a name too long": lambda _: "x" * 300,
    "a path too long": lambda _: "x/" * 3000 + "y",
    "NUL": lambda _: "a\0b",
    "link to nowhere": link_to_nowhere,
    "link to itself": link_to_itself,
    "link to a folder": link_to_a_folder,
    "a file taken for a folder": file_as_folder,
    "a file with a slash": file_with_a_slash,
}
targets = pytest.mark.parametrize("make", list(TARGETS.values()), ids=list(TARGETS))

#: What is called with a file to write, by the parameter that names the file.
CALLS = {
    ("render", "output"): ["render", "circular", "--format", "svg", "-o"],
    ("animate", "output"): ["animate", "circular", "--format", "html", "-o"],
    ("convert", "target"): ["convert", "--to", "json", "no-such-file.pgn"],
    ("play", "target"): ["play", "circular", "--save"],
    ("annotate", "output"): ["annotate", "no-such-file.pgn", "-o"],
}


def test_the_calls_are_all_there_are() -> None:
    """Every parameter of a command whose value is a file to write has its call above."""
    found = {
        (name, parameter.name)
        for name, command in cli.commands.items()
        for parameter in command.params
        if {"-o", "--output", "--save"} & {*parameter.opts}
        or parameter.make_metavar(click.Context(command)) == "OUT"
    }
    assert found == set(CALLS)


@targets
@pytest.mark.parametrize("call", list(CALLS), ids=lambda call: call[0])
def test_what_cannot_be_written_is_refused_first(
    call: tuple[str, str],
    make: Callable[[Path], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    target = make(tmp_path)
    before = sorted(os.listdir(tmp_path))
    # What comes after would take for ever, or fail in another way.
    for work in ("circularchess.cli.terminal.loop.run", "circularchess.svg.snapshot"):
        monkeypatch.setattr(work, lambda *_, **__: pytest.fail("the work has begun"))
    with pytest.raises(SystemExit) as caught:
        main([*CALLS[call], target])
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("circularchess: error: ")
    assert captured.err.count("\n") == 1
    assert "no-such-file" not in captured.err
    assert sorted(os.listdir(tmp_path)) == before


@targets
def test_the_check_says_what_writing_says(
    make: Callable[[Path], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    target = make(tmp_path)
    with pytest.raises(ValueError, match=r"^[^\n]{5,300}$") as checked:
        check_target(target)
    with pytest.raises(ValueError, match=r"^[^\n]{5,300}$") as written:
        write_file(target, b"x")
    assert str(checked.value) == str(written.value)


def test_the_check_leaves_good_targets_alone(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to("not yet")
    (tmp_path / "~").mkdir()
    for name in ("old", "new", "link", "~/x", "-"):
        check_target(tmp_path / name)
    check_target(os.devnull)
    assert sorted(os.listdir(tmp_path)) == ["link", "old", "~"]
    assert (tmp_path / "old").read_text(encoding="utf-8") == "mine"
    for name in ("old", "new", "link", "~/x", "-"):
        write_file(tmp_path / name, b"x")
        assert (tmp_path / name).read_bytes() == b"x"


def test_protected_files_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_text("mine", encoding="utf-8")
    path.chmod(0o444)
    # As for anybody but the administrator, who may do everything.
    monkeypatch.setattr(os, "access", lambda where, _: not str(where).endswith("a"))
    for call in (check_target, lambda target: write_file(target, b"x")):
        with pytest.raises(ValueError, match="Permission denied"):
            call(path)
    assert path.read_text(encoding="utf-8") == "mine"


# --- What `play` saves ---------------------------------------------------------------------------


def play(folder: Path, lines: str, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "play", "circular", *args],
        cwd=folder,
        input=lines,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "HOME": str(folder)},
        check=False,
    )


def test_standard_output_is_no_place_for_a_game(tmp_path: Path) -> None:
    result = play(tmp_path, "b3\n", "--save", "-")
    assert result.returncode == 2
    assert result.stdout == ""
    assert "standard output" in result.stderr
    assert os.listdir(tmp_path) == []
    result = play(tmp_path, "b3\nsave -\nload -\nquit\n")
    assert result.stdout.count("needs a file") == 2
    assert os.listdir(tmp_path) == []
    assert play(tmp_path, "b3\n", "--save", "./-").returncode == 0
    assert "1. b3 *" in (tmp_path / "-").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["~", "~x.pgn", "~nobody", "$HOME", "%d", "a b", "é"])
def test_the_file_checked_is_the_file_written(name: str, tmp_path: Path) -> None:
    result = play(tmp_path, "b3\n", "--save", name)
    assert (result.returncode, result.stderr) == (0, "")
    assert "1. b3 *" in (tmp_path / name).read_text(encoding="utf-8")
    assert os.listdir(tmp_path) == [name]
    assert play(tmp_path, "c3\n", "--save", name).returncode == 2
    assert "1. b3 *" in (tmp_path / name).read_text(encoding="utf-8")


def test_a_game_whose_place_has_gone_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    process = subprocess.Popen(
        [*PROGRAM, "play", "circular", "--save", str(folder / "game.pgn")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    process.stdout.readline()  # the game has begun
    folder.rmdir()
    output, errors = process.communicate("b3\n", timeout=60)
    assert process.returncode == 2
    assert errors.count("\n") == 1
    assert "1. b3 *" in output


def test_going_on_with_a_game_from_standard_input(tmp_path: Path) -> None:
    """`--load -` has no file that `--save` might replace."""
    (tmp_path / "old.pgn").write_text("mine", encoding="utf-8")
    result = play(tmp_path, "1. b3 *", "--load", "-", "--save", "old.pgn")
    assert result.returncode == 2
    assert "exists" in result.stderr
    assert play(tmp_path, "1. b3 *", "--load", "-", "--save", "new.pgn").returncode == 0
    assert "1. b3 *" in (tmp_path / "new.pgn").read_text(encoding="utf-8")

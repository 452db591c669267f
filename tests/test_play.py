"""`circularchess play` as a program: on a pipe, and on a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from circularchess import Board, Game
from circularchess.cli.main import main
from commands import PROGRAM

SNAFFLE = "K2r12/16/16/7k8 w - - 0 1"


# --- The program on a pipe -----------------------------------------------------------------------


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    return {**kept, "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color", **more}


def play(lines: str | bytes, *args: str) -> subprocess.CompletedProcess[bytes]:
    content = lines.encode() if isinstance(lines, str) else lines
    return subprocess.run(
        [*PROGRAM, "play", *args],
        input=content,
        capture_output=True,
        timeout=60,
        env=environment(),
        check=False,
    )


def test_a_pipe(tmp_path: Path) -> None:
    saved = tmp_path / "saved.pgn"
    lines = b"b3\n\xff\xfe\nnonsense\nc6\nresign"
    result = play(lines, "circular", "--save", str(saved))
    assert result.returncode == 0
    assert result.stderr == b""
    assert b"\x1b" not in result.stdout
    assert Board("circular").text().encode() in result.stdout
    assert b"not a move: 'nonsense'" in result.stdout
    assert b"White resigns.\nBlack wins by resignation.\nResult: 0-1\n" in result.stdout
    game = Game.from_pgn(saved.read_text(encoding="utf-8"))
    assert game.result == "0-1"
    again = play("", "--load", str(saved))
    assert again.returncode == 0
    assert b"Game over by resignation: Black won" in again.stdout


def test_the_machine_plays_itself() -> None:
    args = ("circular-strict", "--opponent", "white=greedy", "--opponent", "random", "--seed", "4")
    one, two = play("", *args), play("", *args)
    assert one.returncode == 0
    assert one.stdout == two.stdout
    assert b"White (greedy): " in one.stdout
    assert b"Black (random): " in one.stdout
    assert b"\nResult: " in one.stdout


def test_start_options() -> None:
    args = ("circular", "--fen", SNAFFLE, "--set", "check=strict", "--engine", "reference")
    output = play("moves d1\n", *args).stdout.decode()
    assert "Circular Chess (check=strict)" in output
    assert "Leaving the king" not in output


@pytest.mark.parametrize(
    "args",
    [
        ("circular", "--opponent", "clever"),
        ("circular", "--opponent", "green=greedy"),
        ("circular", "--opponent", "black="),
        ("circular", "--load", "no-such.pgn"),
        ("circular", "--save", "no-such-folder/x.pgn"),
        ("circular", "--save", "."),
        ("circular", "--load", os.devnull),
        ("circular", "--load", os.devnull, "--fen", SNAFFLE),
        ("circular", "--save", "x" * 300),
        ("circular", "--seed", "x"),
        ("circular", "--fen", "nonsense"),
        ("chess960",),
        (),
    ],
)
def test_bad_options_are_one_line(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["play", *args])
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("circularchess: error: ")
    assert captured.err.count("\n") == 1


def test_a_file_that_never_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("circularchess.cli.output.MAX_SIZE", 1000)
    with pytest.raises(SystemExit):
        main(["play", "--load", "/dev/zero"])
    assert capsys.readouterr().err.endswith("'/dev/zero': larger than 1000 bytes\n")


def test_nothing_of_others_is_overwritten_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine", encoding="utf-8")
    result = play("b3\n", "circular", "--save", str(path))
    assert result.returncode == 2
    assert b"exists" in result.stderr
    assert path.read_text(encoding="utf-8") == "mine"


def test_an_interrupted_pipe_saves(tmp_path: Path) -> None:
    saved = tmp_path / "saved.pgn"
    process = subprocess.Popen(
        [*PROGRAM, "play", "circular", "--save", str(saved)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"b3\n")
    process.stdin.flush()
    while b"White: b3" not in process.stdout.readline():
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == b""
    assert "1. b3 *" in saved.read_text(encoding="utf-8")


# --- The program on a terminal -------------------------------------------------------------------


def terminal(*args: str, columns: int = 100, **env: str) -> pexpect.spawn[str]:
    return pexpect.spawn(
        sys.executable,
        ["-m", "circularchess", "play", *args],
        env=environment(**env),
        encoding="utf-8",
        dimensions=(50, columns),
        timeout=30,
    )


def test_a_game_on_a_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "game.pgn"
    with terminal("circular", "--opponent", "black=greedy", "--seed", "1") as child:
        child.expect_exact("White> ")
        start = child.before or ""
        assert "\x1b[" in start
        assert "♜" in start
        child.sendline("b3")
        child.expect("White \\(human\\): b3")
        child.expect("Black \\(greedy\\): ")
        child.expect_exact("White> ")
        child.sendline("b99")
        child.expect("illegal move 'b99'")
        child.sendline(f"save {saved}")
        child.expect_exact("Saved to")
        child.expect_exact("White> ")
        child.sendeof()
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
    assert Game.from_pgn(saved.read_text(encoding="utf-8")).end().ply == 2


def test_no_colour_and_a_narrow_terminal() -> None:
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with terminal("bhati-6", "--letters", columns=40, **env) as child:
            child.expect_exact("Red> ")
            shown = child.before or ""
            assert "\x1b[3" not in shown
            assert "\x1b[4" not in shown
            assert shown.count("\nd ") == 6
            assert all(len(line) <= 40 for line in shown.replace("\r", "").split("\n"))
            child.sendline("quit")
            child.expect(pexpect.EOF)
            child.close()
            assert child.exitstatus == 0


def press_ctrl_c(child: pexpect.spawn[str], answer: str | type[pexpect.EOF]) -> None:
    """Press Ctrl-C until the answer comes.

    Python's reader of lines misses an interrupt that comes just as it begins to wait: then
    press again, as anybody would. Interrupts missed count as one with the next.
    """
    for _ in range(10):
        child.sendintr()
        if child.expect([answer, pexpect.TIMEOUT], timeout=3) == 0:
            return
    raise AssertionError(f"no answer {answer!r} to Ctrl-C")


def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    saved = tmp_path / "game.pgn"
    with terminal("circular", "--save", str(saved)) as child:
        child.expect_exact("White> ")
        child.send("half a li")
        # Until it is echoed the keys are on their way, and Ctrl-C would take them back from
        # under the reader of lines, which then waits for another key.
        child.expect_exact("half a li")
        press_ctrl_c(child, "Type quit, or press Ctrl-C again, to leave.")
        child.expect_exact("White> ")
        child.sendline("b3")
        child.expect_exact("Black> ")
        press_ctrl_c(child, "Type quit, or press Ctrl-C again, to leave.")
        child.expect_exact("Black> ")
        press_ctrl_c(child, pexpect.EOF)
        child.close()
        assert child.exitstatus == 130
    assert "1. b3 *" in saved.read_text(encoding="utf-8")


def test_ctrl_c_stops_the_machine() -> None:
    with terminal("bhati-6", "--opponent", "red=random", "--opponent", "random") as child:
        child.expect("Violet \\(random\\): ")
        child.sendintr()
        child.expect("Stopped. go lets the machine play on.")
        child.expect("> ")
        child.sendline("go")
        child.expect("\\(random\\): ")
        child.sendintr()
        child.expect("Stopped")
        child.expect("> ")
        child.sendline("quit")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0

"""Ctrl-C ends whatever a command is at: at once, with status 130 and without a traceback."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from circularchess import Board, Game, Square
from circularchess.cli.main import cli
from circularchess.cli.process import run_in_process

PROGRAM = [sys.executable, "-m", "circularchess"]

#: Works that last for minutes, by the command and how it is called.
LONG = {
    "perft": ["perft", "bhati-6", "--depth", "40", "--engine", "reference"],
    "perft --check": ["perft", "circular", "--depth", "40", "--check"],
    "perft --divide": ["perft", "bhati-6", "--depth", "7", "--divide", "--engine", "reference"],
    "render": ["render", "bhati-6", "--size", "16384", "--format", "png", "-o", "OUT"],
    "animate page": ["animate", "--pgn", "LONG", "--format", "html", "-o", "OUT"],
    "animate gif": ["animate", "--pgn", "LONG", "--format", "gif", "--size", "300", "-o", "OUT"],
    "animate large": ["animate", "bhati-6", "--format", "gif", "--size", "12000", "-o", "OUT"],
    "convert pgn": ["convert", "MANY", "OUT", "--to", "json"],
    "convert json": ["convert", "JSON", "OUT", "--to", "pgn"],
    "play": ["play", "bhati-6", "--opponent", "red=greedy", "--opponent", "greedy"],
    "play engine": ["play", "circular", "--opponent", "white=engine", "--time", "600"],
    "annotate": ["annotate", "MANY", "--time", "600", "-o", "OUT"],
    "puzzle": ["puzzle", "1"],
    "uci": ["uci"],
}
#: Commands that are done in no time.
SHORT = {"moves", "rules", "show", "variant", "variants"}
#: Needs an extra, and is tried where that is installed: `test_serve_command.py`.
EXTRA = {"serve"}


def test_every_command_is_tried() -> None:
    assert {words[0] for words in LONG.values()} | SHORT | EXTRA == set(cli.commands)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("long")
    rng, board = random.Random(1), Board("bhati-6")
    for _ in range(1500):
        if board.is_game_over():
            break
        board.push(rng.choice(list(board.legal_moves)))
    game = Game.from_board(board)
    record, text = game.to_pgn(), game.to_json()
    # Knights that go out and home again, for as long as one likes.
    there_and_back = "Nf3 Nf6 Ng1 Ng8\n"
    tags = '[Variant "Standard"]\n\n'
    (folder / "long.pgn").write_text(tags + there_and_back * 6000 + "*\n", encoding="utf-8")
    (folder / "many.pgn").write_text((record + "\n") * 300, encoding="utf-8")
    (folder / "many.json").write_text(f"[{','.join([text] * 300)}]", encoding="utf-8")
    return {
        "LONG": str(folder / "long.pgn"),
        "MANY": str(folder / "many.pgn"),
        "JSON": str(folder / "many.json"),
    }


def children(pid: int) -> list[int]:
    """The processes begun by one, as long as they are there."""
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(text) for text in listed.split()]


@pytest.mark.parametrize("seconds", [0.8, pytest.param(2.5, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c(name: str, seconds: float, files: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*PROGRAM, *({**files, "OUT": str(out)}.get(word, word) for word in LONG[name])],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(seconds)
    over = process.poll() is not None
    if over:
        process.communicate()
    assert not over, "over before it could be interrupted"
    begun = children(process.pid)
    # As a terminal does it: to all processes of the group.
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    _, errors = process.communicate(timeout=60)
    # A fifth of a second is what is asked for; the machine may be busy with other things.
    assert time.monotonic() - start < 1
    assert process.returncode == 130
    assert errors.strip() == b""
    assert os.listdir(tmp_path) == []
    while [pid for pid in begun if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() - start < 10, "a process is left"
        time.sleep(0.05)


def shown_on_a_terminal(words: list[str], until: bytes) -> tuple[bytes, int]:
    """What a program with a terminal for its errors shows, interrupted at a certain word."""
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(theirs)
        shown, sent = b"", False
        while select.select([ours], [], [], 60)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
            if until in shown and not sent:
                process.send_signal(signal.SIGINT)
                sent = True
        status = process.wait(60)
    os.close(ours)
    return shown, status


@pytest.mark.parametrize(
    ("name", "until"),
    [
        ("perft", b"reference"),
        ("animate page", b"drawing"),
        ("animate gif", b"drawing"),
        ("convert pgn", b"games"),
        ("convert json", b"games"),
    ],
)
def test_progress_and_a_word_on_a_terminal(
    name: str, until: bytes, files: dict[str, str], tmp_path: Path
) -> None:
    words = [{**files, "OUT": str(tmp_path / "out")}.get(word, word) for word in LONG[name]]
    shown, status = shown_on_a_terminal(words, until)
    assert until in shown
    assert b"Traceback" not in shown
    assert shown.rstrip().endswith(b"circularchess: interrupted")
    assert status == 130


def test_rendering_tells_how_far_it_is(tmp_path: Path) -> None:
    out = str(tmp_path / "a.gif")
    words = ["animate", "circular", "--moves", "b3 c6 b4 c5", "--size", "900", "-o", out]
    shown, status = shown_on_a_terminal(words, b"nothing")
    assert status == 0
    assert b"rendering" in shown
    assert Path(out).read_bytes()[:3] == b"GIF"


# --- Work in a process of its own ----------------------------------------------------------------


def test_what_comes_back() -> None:
    assert run_in_process(divmod, 17, 5) == (3, 2)
    assert run_in_process(sorted, [1, 3, 2], reverse=True) == [3, 2, 1]
    with pytest.raises(ValueError, match="not a square name: 'z0'"):
        run_in_process(Square, "z0")
    # Ended from outside, as the system does it for want of memory.
    with pytest.raises(MemoryError):
        run_in_process(os._exit, 1)


def test_progress_comes_back() -> None:
    from circularchess.animation import frames, gif_of

    told: list[int] = []
    board = Board("circular")
    board.push_san("b3")
    pictures = list(frames(board))
    gif = run_in_process(gif_of, pictures, size=50, progress=told.append)
    assert told == [1, 2]
    assert gif == gif_of(pictures, size=50)


def test_no_process_is_left() -> None:
    run_in_process(divmod, 1, 1)
    import multiprocessing

    assert multiprocessing.active_children() == []

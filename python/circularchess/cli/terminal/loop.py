"""The part of the terminal game that reads lines and prints."""

from __future__ import annotations

import io
import shutil
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING

from .screen import draw_board, has_colours

if TYPE_CHECKING:
    from rich.console import Console

    from .session import Reply, Session

__all__ = ["run"]

#: What is no terminal (a pipe, a file) has room for the widest built-in board.
_WIDE = 200


def run(session: Session, console: Console, *, figures: bool) -> int:
    """Play until the player leaves. Returns the exit status: 130 after Ctrl-C, else 0.

    At a terminal the first Ctrl-C stops the machine's moves, or drops the line being typed, and
    only a second one leaves.
    """
    show = _Printer(session, console, figures)
    terminal = sys.stdin.isatty()
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A byte that is no text spoils one line, not the game.
        sys.stdin.reconfigure(errors="replace")
    if terminal:
        # Editing and history of lines, where the system has them.
        with suppress(ImportError):
            import readline  # noqa: F401
    show(session.greeting())
    interrupted = False
    while not session.finished:
        try:
            while session.machine_to_move:
                move = session.choose()
                with _uninterrupted():
                    replies = session.make(move)
                show(replies)
            line = _read_line(session.prompt if terminal else "")
            if line is None:
                if terminal:
                    console.print()
                return 0
            with nullcontext() if session.only_thinks(line) else _uninterrupted():
                replies = session.command(line)
            show(replies)
        except KeyboardInterrupt:
            if not terminal or interrupted:
                return 130
            console.print()
            if session.machine_to_move:
                show(session.interrupt())
            else:
                console.print("Type quit, or press Ctrl-C again, to leave.")
                interrupted = True
        else:
            interrupted = False
    return 0


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put off a Ctrl-C until what is inside is done, so that no game is left half changed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)
    if came:
        raise KeyboardInterrupt


def _read_line(prompt: str) -> str | None:
    """The next line, None at the end."""
    try:
        return input(prompt)
    except EOFError:
        return None


class _Printer:
    """Shows replies."""

    def __init__(self, session: Session, console: Console, figures: bool) -> None:
        self._session = session
        self._console = console
        self._figures = figures

    def __call__(self, replies: Iterable[Reply]) -> None:
        for kind, text in replies:
            if kind == "board":
                self._board()
            else:
                self._print(text, "red" if kind == "fault" else "")

    def _board(self) -> None:
        from rich.text import Text

        console = self._console
        picture = draw_board(
            self._session.board,
            width=_columns(console) or _WIDE,
            figures=self._figures,
            colours=has_colours(console),
        )
        console.print(Text("\n").append_text(picture).append("\n"), soft_wrap=True)

    def _print(self, text: str, style: str) -> None:
        from rich.text import Text

        # Lines for a pipe are not broken, so that programs can read them.
        columns = _columns(self._console)
        colours = has_colours(self._console)
        printable = "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)
        self._console.print(
            Text(printable, style if colours else ""), width=columns, soft_wrap=columns is None
        )


def _columns(console: Console) -> int | None:
    """How wide the terminal is now, None where there is none."""
    # Not `console.width`, which takes every simple terminal to have 80.
    return shutil.get_terminal_size().columns if console.is_terminal else None

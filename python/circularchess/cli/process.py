"""Work in a process of its own, for what Python cannot interrupt: it is ended with the process."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import CircularChessError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["run_in_process"]

_T = TypeVar("_T")


def run_in_process(
    function: Callable[..., _T],
    *args: Any,
    progress: Callable[[Any], None] | None = None,
    **options: Any,
) -> _T:
    """What a function of a module returns or raises, run in another process.

    Ctrl-C here ends the other process at once. With `progress` the function is given an argument
    of that name to call, and what it says there is said here.

    >>> run_in_process(divmod, 17, 5)
    (3, 2)
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    work = (theirs, function, args, options, progress is not None)
    worker = context.Process(target=_work, args=work, daemon=True)
    try:
        with _interrupts_held():
            worker.start()
        theirs.close()
        try:
            kind, value = ours.recv()
            while kind == "told" and progress is not None:
                progress(value)
                kind, value = ours.recv()
        except EOFError:
            # Whoever ends a process without a word is the system, for want of memory.
            raise MemoryError from None
    finally:
        ours.close()
        if worker.pid is not None:
            worker.kill()
            worker.join()
    if kind == "done":
        result: _T = value
        return result
    raise value


def _work(
    out: Connection,
    function: Callable[..., Any],
    args: tuple[Any, ...],
    options: dict[str, Any],
    tells: bool,
) -> None:
    if tells:
        options["progress"] = lambda value: out.send(("told", value))
    try:
        out.send(("done", function(*args, **options)))
    except (CircularChessError, ImportError, MemoryError) as error:
        out.send(("failed", error))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes begun meanwhile leave Ctrl-C, which a terminal sends to all, to this one."""
    held = threading.current_thread() is threading.main_thread() and hasattr(
        signal, "pthread_sigmask"
    )
    if not held:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""`EngineProcess`: a process that is sent lines and says lines."""

from __future__ import annotations

import logging
import os
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

from ...errors import EngineError, EngineTerminatedError, shorten

__all__ = ["EngineProcess", "start"]

_LOGGER: Final = logging.getLogger(__name__)


def start(
    command: str | os.PathLike[str] | Iterable[str], popen_args: dict[str, Any]
) -> subprocess.Popen[bytes]:
    """Start an engine by its command: a text, as in a shell, or a list of words.

    Raises `EngineError` if that fails.
    """
    if isinstance(command, str):
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise EngineError(f"no command: {shorten(command)}: {error}") from None
    elif isinstance(command, os.PathLike):
        words = [os.fspath(command)]
    else:
        words = [os.fspath(word) for word in command]
    if not words:
        raise EngineError("the command of an engine is needed")
    settings: dict[str, Any] = {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.DEVNULL,
        # Ctrl-C is for this program, which stops the engine itself.
        "start_new_session": True,
        **popen_args,
    }
    try:
        return subprocess.Popen(words, **settings)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise EngineError(f"cannot start {shorten(words[0])}: {reason}") from None


class EngineProcess:
    """A process whose input and output are pipes.

    `take` is called with every line it says, and `ended` when it says no more, both in a thread of
    their own. Lines sent and said are logged, with the level of debugging.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        take: Callable[[str], None],
        ended: Callable[[], None],
    ) -> None:
        self.process: Final = process
        #: Whether it was closed here.
        self.closed = False
        self._take = take
        self._ended = ended
        self._sending = threading.Lock()
        self._reader = threading.Thread(target=self._read, daemon=True)

    def listen(self) -> None:
        """Begin to take in what it says."""
        self._reader.start()

    def send(self, line: str) -> None:
        """Send a line. Raises `EngineTerminatedError` if nobody is there."""
        _LOGGER.debug("%s << %s", self.process.pid, line)
        stdin = self.process.stdin
        if stdin is None:
            raise EngineError("the engine has no input")
        try:
            with self._sending:
                stdin.write(f"{line}\n".encode())
                stdin.flush()
        except (OSError, ValueError):
            raise self.gone() from None

    def gone(self) -> EngineTerminatedError:
        """The error that tells how it ended."""
        if self.closed:
            return EngineTerminatedError("the engine is closed")
        try:
            status = self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            return EngineTerminatedError("the engine has closed its input or output")
        return EngineTerminatedError(f"the engine has ended, with status {status}")

    def wait(self, timeout: float | None) -> None:
        """Wait until it has ended, at most so many seconds."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout)

    def close(self) -> None:
        """End it, whatever it is at."""
        self.closed = True
        process = self.process
        with suppress(OSError, ValueError):
            if process.stdin is not None:
                # Most end by themselves then.
                process.stdin.close()
        self.wait(0.5)
        if process.poll() is None:
            process.kill()
            process.wait()
        if self._reader is not threading.current_thread():
            self._reader.join()
        if process.stdout is not None:
            process.stdout.close()

    def _read(self) -> None:
        try:
            for raw in self.process.stdout or ():
                line = raw.decode("utf-8", "replace").strip()
                _LOGGER.debug("%s >> %s", self.process.pid, line)
                try:
                    self._take(line)
                except Exception:
                    # No line of an engine may end this thread.
                    _LOGGER.exception("a line of the engine could not be read")
        except (OSError, ValueError):
            pass
        self._ended()

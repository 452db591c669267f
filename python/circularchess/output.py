"""Writing files so that a failure leaves no half of one."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Final

from .errors import CircularChessError, shorten

__all__ = ["MAX_SIZE", "file_error", "read_file", "write_file", "write_output"]

#: No larger file is read; some devices never end.
MAX_SIZE: Final = 2**28


def write_file(path: str | Path, content: bytes) -> None:
    """Write a whole file, or leave what was there. Raises `ValueError` (one line).

    What is no ordinary file, such as `/dev/null` or a named pipe, is written to directly.
    """
    import tempfile

    try:
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode if target.exists() else None
        if mode is not None and not stat.S_ISREG(mode):
            target.write_bytes(content)
            return
        handle, temporary = tempfile.mkstemp(prefix=".circularchess-", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, _permissions() if mode is None else stat.S_IMODE(mode))
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except (OSError, ValueError) as error:
        raise file_error(path, error) from None


def write_output(path: str, content: bytes) -> None:
    """Write to a file, or to standard output for `-`. Raises `ValueError` (one line)."""
    if path == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
    else:
        write_file(path, content)


def read_file(path: str) -> bytes:
    """The content of a file, or of standard input for `-`. Raises `ValueError` (one line)."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read(MAX_SIZE + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        raise file_error(path, error) from None
    if len(content) > MAX_SIZE:
        raise CircularChessError(f"{shorten(path)}: larger than {MAX_SIZE} bytes")
    return content


def file_error(path: str | Path, error: OSError | ValueError) -> CircularChessError:
    """What went wrong with a file, with its name."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return CircularChessError(f"{shorten(str(path))}: {reason}")


def _permissions() -> int:
    """What new files may do here."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

"""Writing files so that a failure leaves no half of one."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Final

from ..errors import CircularChessError, shorten

__all__ = [
    "MAX_SIZE",
    "check_output",
    "check_target",
    "file_error",
    "read_file",
    "write_file",
    "write_output",
]

#: No larger file is read; some devices never end.
MAX_SIZE: Final = 2**28


def write_file(path: str | Path, content: bytes) -> None:
    """Write a whole file, or leave what was there. Raises `ValueError` (one line).

    What is no ordinary file, such as `/dev/null` or a named pipe, is written to directly.
    """
    import tempfile

    try:
        target, mode = _target(path)
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


def check_target(path: str | Path) -> None:
    """Refuse what `write_file` could not write, before the work is done. Raises `ValueError`.

    Nothing is left behind, and what stands there is not touched.
    """
    import tempfile

    try:
        target, mode = _target(path)
        if mode is None or stat.S_ISREG(mode):
            # Only trying tells: rights, read-only disks, folders of the system.
            handle, temporary = tempfile.mkstemp(prefix=".circularchess-", dir=target.parent)
            os.close(handle)
            os.unlink(temporary)
    except (OSError, ValueError) as error:
        raise file_error(path, error) from None


def check_output(path: str) -> None:
    """`check_target`, unless it is standard output."""
    if path != "-":
        check_target(path)


def _target(path: str | Path) -> tuple[Path, int | None]:
    """The file that is meant, links followed, and its mode if it is there. Raises `OSError`."""
    text = os.fspath(path)
    if not text:
        raise ValueError("the name of a file is needed")
    if text.endswith((os.sep, os.altsep or os.sep)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return target, None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    # A new file put in its place would not mind, but whoever protected the file would.
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target, mode


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

"""Telling tasks at work to stop, whether they run in threads or processes of this machine.

Executors cancel what has not begun; what has begun they leave alone, for minutes and more. So a
count gives its tasks the name of a file that is not there. To stop them it makes the file, and
they, who look for it now and then, give up. A worker on another machine never sees it and ends
its task as it would have.
"""

from __future__ import annotations

import atexit
import os
import secrets
import tempfile
from contextlib import suppress

__all__ = ["is_up", "put_up", "stop_notice"]


def stop_notice() -> str:
    """The name of a notice that nobody has put up.

    >>> notice = stop_notice()
    >>> is_up(notice)
    False
    >>> put_up(notice)
    >>> is_up(notice)
    True
    """
    return os.path.join(tempfile.gettempdir(), f"circularchess-stop-{secrets.token_hex(16)}")


def put_up(notice: str) -> None:
    """Tell those who look for the notice to stop. It stays until this process ends.

    Tasks that an executor had already handed out begin after the count has ended, and must find
    it. Where no file can be made, tasks at work go on to their end.
    """
    with suppress(OSError), open(notice, "x", encoding="utf-8"):
        atexit.register(_take_down, notice)


def is_up(notice: str) -> bool:
    """Has somebody on this machine put it up?"""
    return os.path.exists(notice)


def _take_down(notice: str) -> None:
    with suppress(OSError):
        os.remove(notice)

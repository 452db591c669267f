"""`RefusedError`: what a request is told that cannot be done."""

from __future__ import annotations

__all__ = ["RefusedError"]


class RefusedError(Exception):
    """A status of HTTP and one line for people. Nothing has been changed."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message

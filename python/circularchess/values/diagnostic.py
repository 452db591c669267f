"""What is found in a variant file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Diagnostic"]


@dataclass(frozen=True)
class Diagnostic:
    """Something wrong or suspicious in a variant file, and where it stands.

    An "error" is what the file is refused for; a "warning" is legal, but hardly what was meant.
    `line` and `column`, in characters, count from 1; `key` is what it speaks of, as
    `armies[0].pawns.clockwise`, and empty for the file as a whole; `text` is one line.

    >>> print(Diagnostic("error", 7, 1, "board.rings", "board.rings: 0 is not between 1 and 26"))
    7:1: error: board.rings: 0 is not between 1 and 26
    """

    severity: Literal["error", "warning"]
    line: int
    column: int
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.text}"

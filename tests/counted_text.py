"""Counting the work of reading: characters copied, and steps of the interpreter."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from circularchess import GameNode

__all__ = ["CountedText", "Work", "counted"]


class Work:
    """What reading has cost: steps of the interpreter, and characters copied or looked through."""

    def __init__(self) -> None:
        self.steps = 0
        self.characters = 0


class CountedText(str):
    """A text that counts how much of it is copied or looked through by its methods."""

    __slots__ = ("work",)

    work: Work

    def _counts(self, text: str) -> CountedText:
        found = CountedText(text)
        found.work = self.work
        self.work.characters += len(found)
        return found

    def __getitem__(self, key: Any) -> CountedText:
        return self._counts(str.__getitem__(self, key))

    def strip(self, chars: str | None = None) -> CountedText:
        return self._counts(str.strip(self, chars))

    def lstrip(self, chars: str | None = None) -> CountedText:
        return self._counts(str.lstrip(self, chars))

    def rstrip(self, chars: str | None = None) -> CountedText:
        return self._counts(str.rstrip(self, chars))

    def find(self, *args: Any) -> int:
        self.work.characters += len(self)
        return str.find(self, *args)

    def splitlines(self, keepends: bool = False) -> list[CountedText]:  # type: ignore[override]
        return [self._counts(line) for line in str.splitlines(self, keepends)]


@contextmanager
def counted() -> Iterator[Work]:
    """Count the lines run, and the characters of comments stored, while a game is read."""
    work = Work()
    stored: dict[str, Any] = {}
    for name in ("_comment", "_starting_comment"):
        slot = stored[name] = GameNode.__dict__[name]

        def write(node: GameNode, text: str, slot: Any = slot) -> None:
            work.characters += len(text)
            slot.__set__(node, text)

        setattr(GameNode, name, property(slot.__get__, write))

    def step(_frame: FrameType, _event: str, _arg: object) -> Callable[..., Any]:
        work.steps += 1
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        yield work
    finally:
        sys.settrace(before)
        for name, slot in stored.items():
            setattr(GameNode, name, slot)

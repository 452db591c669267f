"""A line on the terminal that says how far long work has come, and goes away again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["counter"]


@contextmanager
def counter(title: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """What to tell how many are done; nothing is shown where there is no terminal.

    >>> with counter("frames", 2) as tell:
    ...     tell(1)
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)

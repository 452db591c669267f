"""What `circularchess perft` does once it has a board: it counts, compares and prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..analysis.counting import Progress
from ..analysis.perft import Difference, divide, find_difference, perft
from ..board import Board
from ..engine import ENGINES
from .report import describe

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..values.move import Move

__all__ = ["run"]


def run(
    board: Board,
    depth: int,
    *,
    divide: bool,
    check: bool,
    as_json: bool,
    threads: int = 1,
    hash_mb: int = 0,
    dask: str | None = None,
) -> int:
    """Count, print and return the exit status: 1 when the engines differ."""
    if dask is None:
        return _run(board, depth, _Resources(threads, hash_mb, None), divide, check, as_json)
    from ..analysis.cluster import dask_executor

    with dask_executor(dask) as executor:
        return _run(board, depth, _Resources(threads, hash_mb, executor), divide, check, as_json)


class _Resources(NamedTuple):
    """What to count with."""

    threads: int
    hash_mb: int
    executor: Executor | None


def _run(
    board: Board, depth: int, resources: _Resources, divide: bool, check: bool, as_json: bool
) -> int:
    boards = [board]
    if check:
        boards += [_on_engine(board, engine) for engine in ENGINES if engine != board.engine]
    lines: list[dict[str, Any]] = []
    nodes = 1
    difference: Difference | None = None
    if not as_json:
        click.echo(f"{'depth':>5} {'nodes':>20} {'seconds':>10} {'nodes/s':>16}")
    for level in range(1, depth + 1):
        start = perf_counter()
        nodes = _count(boards[0], level, resources)
        seconds = perf_counter() - start
        lines.append({"depth": level, "nodes": nodes, "seconds": seconds})
        if not as_json:
            rate = f"{nodes / seconds:,.0f}" if seconds > 0 else "-"
            click.echo(f"{level:>5} {nodes:>20,} {seconds:>10.3f} {rate:>16}")
        plainly = resources._replace(threads=1, hash_mb=0)
        if any(_count(other, level, plainly) != nodes for other in boards[1:]):
            difference = find_difference(
                boards[0].position, boards[1].position, level, board.variant
            )
            break
    counts = _divide(board, depth, resources) if divide and depth and difference is None else {}
    if as_json:
        report = {
            **describe(board),
            "engine": board.engine,
            "moves": [move.uci() for move in board.move_stack],
            "depths": lines,
            "nodes": nodes,
        }
        if divide:
            report["divide"] = {move.uci(): count for move, count in counts.items()}
        if check:
            report["check"] = _check_report(boards, difference)
        click.echo(json.dumps(report))
    elif difference is not None:
        _print_difference(boards, difference)
    else:
        for move, count in counts.items():
            click.echo(f"{move.uci()}: {count}")
        if check:
            click.echo(f"The engines {' and '.join(b.engine for b in boards)} agree.")
        click.echo(f"Nodes searched: {nodes}")
    return 0 if difference is None else 1


def _on_engine(board: Board, engine: Any) -> Board:
    """The same game played by another engine."""
    twin = Board.from_setup(board.root().setup(), board.variant, engine=engine)
    for move in board.move_stack:
        twin.push(move)
    return twin


def _count(board: Board, depth: int, resources: _Resources) -> int:
    with _watched(f"depth {depth}, {board.engine}", resources) as progress:
        return perft(board, depth, **resources._asdict(), progress=progress)


def _divide(board: Board, depth: int, resources: _Resources) -> dict[Move, int]:
    with _watched(f"dividing depth {depth}", resources) as progress:
        return divide(board, depth, executor=resources.executor, progress=progress)


@contextmanager
def _watched(title: str, resources: _Resources) -> Iterator[Progress | None]:
    """Shows the progress, and says in one line what goes wrong in a cluster."""
    failures: AbstractContextManager[None] = nullcontext()
    if resources.executor is not None:
        from ..analysis.cluster import one_line_failures

        failures = one_line_failures()
    with failures, _progress(title) as progress:
        yield progress


@contextmanager
def _progress(title: str) -> Iterator[Progress | None]:
    """A bar on the terminal that goes away again; nothing where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[nodes]:,} nodes"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0, nodes=0)
        yield lambda done, nodes: bar.update(task, completed=done, nodes=nodes)


def _check_report(boards: list[Board], difference: Difference | None) -> dict[str, Any]:
    engines = [board.engine for board in boards]
    if difference is None:
        return {"engines": engines, "agree": True}
    alone = (difference.only_first, difference.only_second)
    return {
        "engines": engines,
        "agree": False,
        "path": [move.uci() for move in difference.path],
        "fen": difference.fen,
        "only": {
            engine: [move.uci() for move in moves]
            for engine, moves in zip(engines, alone, strict=True)
        },
    }


def _print_difference(boards: list[Board], difference: Difference) -> None:
    click.echo("The engines differ.")
    click.echo(f"Moves: {' '.join(move.uci() for move in difference.path) or '(none)'}")
    click.echo(f"FEN: {difference.fen}")
    alone = (difference.only_first, difference.only_second)
    for board, moves in zip(boards, alone, strict=True):
        click.echo(f"Only {board.engine}: {' '.join(move.uci() for move in moves) or '(none)'}")

"""`circularchess perft`: its options. `perft_run` does the work."""

from __future__ import annotations

from typing import Any

import click

from ..errors import InvalidDepthError
from .options import WholeNumber, game_options, make_board, notation_option

__all__ = ["perft"]


class _Depth(click.ParamType[int]):
    """A perft depth, refused with a short message whatever is given."""

    name = "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from ..analysis.perft import check_depth

        text = str(value)
        # Python would also read digits of other scripts.
        plain = text.isascii() and text.isdigit() and len(text) <= 20
        try:
            return check_depth(int(text) if plain else text, 0)  # type: ignore[arg-type]
        except InvalidDepthError as error:
            self.fail(str(error), param, ctx)


@click.command()
@game_options
@notation_option
@click.option("--depth", type=_Depth(), required=True, help="Number of moves to look ahead.")
@click.option("--divide", is_flag=True, help="Also show the count below each first move.")
@click.option(
    "--check", is_flag=True, help="Count with both engines; exit with 1 where they differ."
)
@click.option(
    "--threads", type=WholeNumber(1, 1024), default=1, help="Threads to count on (Rust engine)."
)
@click.option(
    "--hash-mb",
    "--hash",
    "hash_mb",
    type=WholeNumber(0, 1 << 20),
    default=0,
    metavar="MB",
    help="Size of a table that finds subtrees met before (Rust engine).",
)
@click.option(
    "--dask",
    metavar="local|ADDRESS",
    help="Count on a Dask cluster, one started here or a running one; the extra 'cluster'. "
    "--threads and --hash-mb are then for each task.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def perft(
    depth: int,
    divide: bool,
    check: bool,
    threads: int,
    hash_mb: int,
    dask: str | None,
    as_json: bool,
    **game: Any,
) -> int:
    """Count the sequences of legal moves of VARIANT, depth by depth.

    Prints a line a depth (depth, nodes, seconds, nodes a second), with --divide a line a first
    move, and at the end "Nodes searched: N". With --json an object with the keys variant,
    options, engine, fen (after --moves), moves, depths (a list of objects with depth, nodes and
    seconds), nodes and, where asked for, divide (counts by move) and check (engines, agree and,
    where they differ, path, fen and only, the moves each engine has alone).
    """
    from .perft_run import run

    return run(
        make_board(**game),
        depth,
        divide=divide,
        check=check,
        as_json=as_json,
        threads=threads,
        hash_mb=hash_mb,
        dask=dask,
    )

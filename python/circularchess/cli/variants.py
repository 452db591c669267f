"""`circularchess variants`."""

from __future__ import annotations

import json
import sys

import click

__all__ = ["variants"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
def variants(as_json: bool) -> None:
    """List the built-in variants by family.

    With --json a list of objects with the keys id, name, family, players, rings, files, centre,
    source and options.
    """
    from ..variant import variants as builtin
    from .families import by_family, family_of

    if as_json:
        keys = ("id", "name", "players", "rings", "files", "centre", "source", "options")
        rows = [
            {key: getattr(variant, key) for key in keys} | {"family": family_of(variant.id)}
            for variant in builtin()
        ]
        click.echo(json.dumps(rows))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    people = sys.stdout.isatty()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in (
        "Variant",
        "Name",
        "Players",
        "Board",
        *(() if people else ("Family",)),
        "Source",
    ):
        table.add_column(title, no_wrap=title == "Variant")
    for family, found in by_family(builtin()).items():
        if people:
            table.add_row(Text(f"\n{family}", style="bold"))
        for variant in found:
            board = f"{variant.rings} x {variant.files}"
            row = [variant.id, variant.name, str(variant.players), board, variant.source]
            if not people:
                row.insert(-1, family)
            table.add_row(*map(Text, row))
    # A pipe gets one line a variant, whatever the width; people see families apart.
    console = Console(width=None if people else 200)
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))

"""`circularchess rules`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from .options import find_variant, variant_options

__all__ = ["rules"]


@click.command(short_help="Print the short rules of VARIANT.")
@variant_options
def rules(variant: str | None, settings: Sequence[str], variant_file: str | None) -> None:
    """Print the short rules of VARIANT: board, armies, pieces, pawns, endings and options.

    They are written out of the variant's own data, so those of your own variant file too.
    """
    from ..short_rules import short_rules

    click.echo(short_rules(find_variant(variant, variant_file, settings)), nl=False)

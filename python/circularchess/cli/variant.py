"""`circularchess variant`: for those who write variant files."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from ..errors import CircularChessError
from .output import check_output, read_file, write_output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..values.diagnostic import Diagnostic

__all__ = ["variant"]


@click.group(short_help="Check, upgrade and describe variant files.")
def variant() -> None:
    """Check variant files of your own, bring them to the newest edition, and help editors."""


@variant.command()
@click.argument("file")
@click.option("--strict", is_flag=True, help="Exit with 1 when there are warnings.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead of lines.")
def check(file: str, strict: bool, as_json: bool) -> int:
    """Print everything wrong with a variant file, and what is legal but suspicious.

    FILE is a variant file, or "-" for standard input. A line each: file, line, column, "error" or
    "warning", and what it is. The exit status is 2 with errors; with warnings alone it is 0, or 1
    with --strict. With --json an object with the keys file, errors, warnings (how many) and
    diagnostics, a list of objects with the keys severity, line, column, key and text.
    """
    from ..variant_file import check as diagnostics

    found = diagnostics(read_file(file))
    errors, warnings = (_count(found, severity) for severity in ("error", "warning"))
    if as_json:
        report = {
            "file": file,
            "errors": errors,
            "warnings": warnings,
            "diagnostics": [asdict(finding) for finding in found],
        }
        click.echo(json.dumps(report))
    else:
        # As compilers write it, which editors know how to follow.
        name = _name(file)
        for finding in found:
            click.echo(f"{name}:{_printable(str(finding))}")
        click.echo(f"{name}: {_number(errors, 'error')}, {_number(warnings, 'warning')}")
    return 2 if errors else 1 if warnings and strict else 0


def _count(found: Sequence[Diagnostic], severity: str) -> int:
    return sum(finding.severity == severity for finding in found)


def _number(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def _name(file: str) -> str:
    return "<stdin>" if file == "-" else _printable(file)


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


@variant.command()
@click.argument("file")
@click.option(
    "-o",
    "--output",
    default="-",
    metavar="OUT",
    help="Where to write the new file; standard output if left out. It may be FILE itself.",
)
def upgrade(file: str, output: str) -> None:
    """Make a variant file of the first edition one of the second.

    FILE is a variant file, or "-" for standard input. The game stays the same, and so do comments
    and order. What was done is told on standard error. A file that is wrong is refused; "variant
    check" tells all that is.
    """
    from ..variant_file import upgrade as upgraded

    check_output(output)
    name = _name(file)
    content = read_file(file)
    try:
        new = upgraded(content.decode())
    except UnicodeDecodeError as error:
        raise CircularChessError(f"{name}: not UTF-8 text at byte {error.start}") from None
    except CircularChessError as error:
        raise CircularChessError(f"{name}: {error}") from None
    write_output(output, new.text.encode())
    for change in new.changes or ("is of the second edition already: nothing changed",):
        click.echo(f"{name}: {change}", err=True)
    for hint in new.hints:
        click.echo(f"{name}: hint: {hint}", err=True)


@variant.command()
def schema() -> None:
    """Print the JSON Schema of variant files, for editors.

    Save it beside your file, and let the file's first line be "#:schema ./variant.schema.json":
    editors with a TOML language server then complete and check as you type.
    """
    from ..json_format import schema as schema_of

    click.echo(json.dumps(schema_of("variant"), indent=2))

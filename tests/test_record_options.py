"""Commands given both a variant and a record: the record must be of that variant, and say so."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from circularchess import Game, Variant, variants
from circularchess.cli.main import cli, main

VARIANTS = [variant.id for variant in variants()]

#: The commands that take a record beside the options of a game, by the option that names it.
RECORDS = {
    "render": ("--pgn", ["--format", "svg", "-o", "-"]),
    "animate": ("--pgn", ["--format", "html", "-o", "-"]),
    "play": ("--load", []),
}


def test_these_are_all_the_commands() -> None:
    both = {
        name
        for name, command in cli.commands.items()
        if any(p.name == "settings" for p in command.params)
        and {"--pgn", "--load"} & {opt for p in command.params for opt in p.opts}
    }
    assert both == set(RECORDS)
    assert isinstance(cli.commands["render"], click.Command)


def run(
    command: str,
    path: Path,
    *args: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> tuple[int, str]:
    option, more = RECORDS[command]
    monkeypatch.setattr("builtins.input", _no_more)
    with pytest.raises(SystemExit) as caught:
        main([command, option, str(path), *args, *more])
    captured = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    if caught.value.code:
        assert captured.out == ""
        assert captured.err.count("\n") == 1
    return caught.value.code, captured.err


def _no_more(_: str) -> str:
    raise EOFError


def record(game: Game, folder: Path, kind: str) -> Path:
    path = folder / f"game.{kind}"
    path.write_text(game.to_pgn() if kind == "pgn" else game.to_json(), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", RECORDS)
@pytest.mark.parametrize("kind", ["pgn", "json"])
def test_a_record_of_another_variant_is_refused(
    command: str,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for of, said in itertools.product(["circular", "bhati-3", "orthodox"], VARIANTS):
        path = record(Game(of), tmp_path, kind)
        status, errors = run(command, path, said, monkeypatch=monkeypatch, capsys=capsys)
        assert (status == 0) == (of == said)
        if of != said:
            assert f"{of!r}" in errors
            assert f"{said!r}" in errors


def settings(variant: Variant) -> Iterator[tuple[str, str]]:
    """Every value of every option of a variant."""
    for option in variant.options:
        for value in ("strict", "snaffle", "true", "false", "pass", "eliminate", "draw", *"012"):
            try:
                variant.with_options({option: value})
            except ValueError:
                continue
            yield option, value


@pytest.mark.parametrize("command", RECORDS)
@pytest.mark.parametrize("name", ["circular", "bhati-3"])
@pytest.mark.parametrize("named", [True, False])
def test_a_record_of_other_options_is_refused(
    command: str,
    name: str,
    named: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    variant = Variant.load(name)
    all_settings = list(settings(variant))
    assert len(all_settings) > 5 or name == "circular"
    for own in all_settings[::2]:
        game = Game(variant.with_options(dict([own])))
        path = record(game, tmp_path, "pgn")
        for option, value in all_settings:
            has = game.variant.options[option]
            shown = str(has).lower() if isinstance(has, bool) else str(has)
            args = [name] if named else []
            status, errors = run(
                command, path, *args, "--set", f"{option}={value}",
                monkeypatch=monkeypatch, capsys=capsys,
            )  # fmt: skip
            assert (status == 0) == (value == shown), (own, option, value, errors)
            if status:
                assert f"{option}={shown}" in errors


@pytest.mark.parametrize("command", RECORDS)
def test_a_record_of_the_variant_itself(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its own options need not be repeated, and a record that names none is of the one named."""
    strict = Game(Variant.load("circular").with_options({"check": "strict"}))
    path = record(strict, tmp_path, "pgn")
    for args in (["circular"], ["circular", "--set", "check=strict"], ["--set", "check=strict"]):
        assert run(command, path, *args, monkeypatch=monkeypatch, capsys=capsys)[0] == 0
    path.write_text("1. a1 *", encoding="utf-8")
    assert run(command, path, "bhati-2", monkeypatch=monkeypatch, capsys=capsys)[0] == 0
    for wrong in ("check=", "check=x", "nonsense=1", "check", "null_shift=1"):
        args = ["bhati-2", "--set", wrong] if wrong != "null_shift=1" else ["--set", wrong]
        path.write_text("1. b3 *" if wrong == "null_shift=1" else "1. a1 *", encoding="utf-8")
        assert run(command, path, *args, monkeypatch=monkeypatch, capsys=capsys)[0] == 2


@pytest.mark.parametrize("command", RECORDS)
@pytest.mark.parametrize("kind", ["pgn", "json"])
def test_a_variant_file_and_a_record(
    command: str,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = Variant.load("circular").toml
    mine = Variant.from_toml(text.replace('id = "circular"', 'id = "mine"', 1))
    (tmp_path / "mine.toml").write_text(mine.toml, encoding="utf-8")
    file = ["--variant-file", str(tmp_path / "mine.toml")]
    path = record(Game(mine), tmp_path, kind)
    assert run(command, path, *file, monkeypatch=monkeypatch, capsys=capsys)[0] == 0
    status, errors = run(
        command, path, *file, "--set", "check=strict", monkeypatch=monkeypatch, capsys=capsys
    )
    assert status == 2
    assert "check=snaffle" in errors
    path = record(Game("circular"), tmp_path, kind)
    status, errors = run(command, path, *file, monkeypatch=monkeypatch, capsys=capsys)
    assert status == 2
    assert "'circular'" in errors
    assert "'mine'" in errors
    if kind == "json":
        # The same name for other rules: JSON has the rules with it.
        other = mine.toml.replace('check = "snaffle"', 'check = "strict"', 1)
        assert other != mine.toml
        path = record(Game(Variant.from_toml(other)), tmp_path, kind)
        assert run(command, path, *file, monkeypatch=monkeypatch, capsys=capsys)[0] == 2

"""Checking, upgrading and telling of variant files: `circularchess variant` and `rules`."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path

import jsonschema
import pytest

from circularchess import Variant, variants
from circularchess.cli.main import main
from circularchess.json_format import schema
from circularchess.variant_file import check, upgrade

VARIANTS = [pytest.param(variant, id=variant.id) for variant in variants()]
CIRCULAR = Variant.load("circular").toml


def line_of(text: str, beginning: str) -> int:
    """The line, from 1, that begins so."""
    return 1 + [line.startswith(beginning) for line in text.splitlines()].index(True)


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(words))
    assert isinstance(caught.value.code, int)
    return caught.value.code


def test_faults_in_several_places_each_in_its_line() -> None:
    text = CIRCULAR.replace("promotion_files = [8, 9]", "promotion_files = [99]")
    text = text.replace('"d16"]', '"d17"]').replace('letter = "b"', 'letter = "w"')
    errors = [found for found in check(text) if found.severity == "error"]
    lines = {found.line for found in errors}
    assert {line_of(text, "promotion_files"), line_of(text, "rook")} <= lines
    assert any("'w' is used twice" in found.text for found in errors)
    for found in errors:
        assert found.column >= 1
        assert "\n" not in found.text


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_built_in_file_has_errors(variant: Variant) -> None:
    assert [found for found in check(variant.toml) if found.severity == "error"] == []


def test_what_the_rules_say_of_byzantine_pieces_is_told() -> None:
    # "Elephants leap (2,2) and keep to eight squares"; a ferz keeps its colour: half of 64;
    # "no promotion".
    texts = [found.text for found in check(Variant.load("byzantine").toml)]
    assert any("elephant" in text and "8 of 64" in text for text in texts)
    assert any("ferz" in text and "32 of 64" in text for text in texts)
    assert sum("never promote" in text for text in texts) == 2
    assert check(Variant.load("circular-strict").toml) == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_schema_takes_every_built_in_file(variant: Variant) -> None:
    jsonschema.Draft202012Validator(schema("variant")).validate(tomllib.loads(variant.toml))


def test_the_schema_refuses_unknown_and_missing_keys() -> None:
    validator = jsonschema.Draft202012Validator(schema("variant"))
    for section in ("board", "rules", "options"):
        document = tomllib.loads(CIRCULAR)
        document[section]["colour"] = "blue"
        assert not validator.is_valid(document)
    for key in ("id", "name", "board", "armies"):
        document = tomllib.loads(CIRCULAR)
        del document[key]
        assert not validator.is_valid(document)
        assert any(found.severity == "error" for found in check(CIRCULAR.replace(key, "x" + key)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_upgraded_file_is_the_same_game(variant: Variant) -> None:
    new = upgrade(variant.toml)
    assert tomllib.loads(new.text)["format"] == 2
    assert Variant.from_toml(new.text) == variant
    # What is of the second edition stays to the letter.
    assert upgrade(new.text).text == new.text


def test_damaged_files_give_findings_and_nothing_else() -> None:
    chance = random.Random(7)
    files = [variant.toml for variant in variants()]
    told = 0
    for _ in range(300):
        text = list(chance.choice(files))
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(text))
            text[place : place + chance.randint(0, 6)] = chance.choice(
                ["", "9", '"', "]", "z", "\n"]
            )
        found = check("".join(text))
        told += bool(found)
        for finding in found:
            assert finding.severity in ("error", "warning")
            assert finding.line >= 1
            assert finding.column >= 1
            assert "\n" not in str(finding)
    assert told > 100


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(Variant.load("byzantine").toml, encoding="utf-8")
    bad.write_text(CIRCULAR.replace("rings = 4", "rings = 40"), encoding="utf-8")
    assert run("variant", "check", str(bad)) == 2
    assert f"{bad}:{line_of(CIRCULAR, 'rings')}:" in capsys.readouterr().out
    assert run("variant", "check", str(good)) == 0
    assert run("variant", "check", "--strict", str(good)) == 1
    capsys.readouterr()
    assert run("variant", "check", "--json", str(good)) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["errors"], report["warnings"]) == (0, 4)
    new = tmp_path / "new.toml"
    assert run("variant", "upgrade", str(good), "-o", str(new)) == 0
    assert Variant.from_file(new) == Variant.load("byzantine")
    assert run("variant", "upgrade", str(bad), "-o", str(new)) == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_short_rules(variant: Variant, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", variant.id) == 0
    told = capsys.readouterr().out
    assert variant.name in told
    for army in variant.armies:
        assert army.name in told
    for kind in variant.pieces.values():
        assert kind.name in told.lower()
    assert all(len(line) <= 100 for line in told.splitlines())

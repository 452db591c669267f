"""`circularchess variant`, `circularchess rules`, and the families of `circularchess variants`."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from circularchess import Variant, variants
from circularchess.cli.families import FAMILIES, by_family
from circularchess.json_format import schema
from circularchess.short_rules import short_rules
from commands import PROGRAM, call, run, status

CIRCULAR = Variant.load("circular").toml
#: Files as the first release had them.
FIRST_EDITION = Path(__file__).parents[1] / "rust/circularchess/tests/engine/first_edition"


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.toml"
    text = CIRCULAR.replace("rings = 4", "rings = 40").replace('"snaffle"', '"mild"')
    path.write_text(text.replace("\nfiles", "\nfils = 1\nfiles"), encoding="utf-8")
    return path


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "odd.toml"
    path.write_text(Variant.load("byzantine").toml, encoding="utf-8")
    return path


# --- check ---------------------------------------------------------------------------------------


def test_check_prints_a_line_for_all_that_is_wrong(wrong: Path) -> None:
    result = run("variant", "check", str(wrong))
    assert (result.returncode, result.stderr) == (2, "")
    *lines, last = result.stdout.splitlines()
    assert last == f"{wrong}: 3 errors, no warnings"
    text = wrong.read_text(encoding="utf-8").splitlines()
    for line, key in zip(lines, ("rings", "fils", "check"), strict=True):
        match = re.fullmatch(rf"{re.escape(str(wrong))}:(\d+):(\d+): error: .+", line)
        assert match
        assert text[int(match[1]) - 1][int(match[2]) - 1 :].startswith(key)


def test_warnings_fail_only_with_strict(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status("variant", "check", str(odd)) == 0
    output = capsys.readouterr().out
    assert ": warning: " in output
    assert "the elephant reaches at most 8 of 64 squares" in output
    assert output.endswith("odd.toml: no errors, 4 warnings\n")
    assert status("variant", "check", "--strict", str(odd)) == 1


def test_a_right_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(CIRCULAR, encoding="utf-8")
    assert status("variant", "check", "--strict", str(path)) == 0
    assert capsys.readouterr().out == f"{path}: no errors, no warnings\n"


def test_check_as_json(wrong: Path, odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, expected, counts in ((wrong, 2, (3, 0)), (odd, 0, (0, 4))):
        assert status("variant", "check", "--json", str(path)) == expected
        report = json.loads(capsys.readouterr().out)
        assert (report["file"], report["errors"], report["warnings"]) == (str(path), *counts)
        assert len(report["diagnostics"]) == sum(counts)
        for finding in report["diagnostics"]:
            assert set(finding) == {"severity", "line", "column", "key", "text"}


@pytest.mark.parametrize("content", [CIRCULAR.encode(), b"id = '\xff\n", b"\x1b[31m = \x1b", b""])
def test_check_of_standard_input(content: bytes) -> None:
    command = [*PROGRAM, "variant", "check", "-"]
    result = subprocess.run(command, input=content, capture_output=True, timeout=120, check=False)
    good = content == CIRCULAR.encode()
    assert (result.returncode, result.stderr) == (0 if good else 2, b"")
    lines = result.stdout.decode().splitlines()
    assert all(line.startswith("<stdin>:") and line.isprintable() for line in lines)
    assert lines[-1].startswith("<stdin>: no errors") == good


def test_files_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "upgrade"):
        for path in (tmp_path / "none.toml", tmp_path):
            assert status("variant", command, str(path)) == 2
            captured = capsys.readouterr()
            assert captured.out == ""
            assert captured.err.startswith("circularchess: error: ")
            assert captured.err.count("\n") == 1


# --- upgrade -------------------------------------------------------------------------------------


def test_upgrade_to_standard_output() -> None:
    path = FIRST_EDITION / "orthodox.toml"
    result = run("variant", "upgrade", str(path))
    assert result.returncode == 0
    assert Variant.from_toml(result.stdout) == Variant.from_file(path)
    assert "format = 2" in result.stdout
    done, hint = result.stderr.splitlines()
    assert done == f"{path}: line 2: added `format = 2`"
    assert hint.startswith(f"{path}: hint: ")


def test_upgrade_in_place_and_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(CIRCULAR, encoding="utf-8")
    assert status("variant", "upgrade", str(path), "-o", str(path)) == 0
    first = path.read_text(encoding="utf-8")
    assert first != CIRCULAR
    assert Variant.from_toml(first) == Variant.load("circular")
    assert "added `format = 2`" in capsys.readouterr().err
    assert status("variant", "upgrade", str(path), "-o", str(path)) == 0
    assert path.read_text(encoding="utf-8") == first
    assert "nothing changed" in capsys.readouterr().err


def test_upgrade_refuses_and_writes_nothing(
    wrong: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "new.toml"
    assert status("variant", "upgrade", str(wrong), "-o", str(target)) == 2
    captured = capsys.readouterr()
    assert "board.rings" in captured.err
    assert captured.err.count("\n") == 1
    assert not target.exists()
    wrong.write_bytes(b"id = '\xff'")
    assert status("variant", "upgrade", str(wrong), "-o", str(target)) == 2
    assert "not UTF-8 text at byte 6" in capsys.readouterr().err


# --- schema --------------------------------------------------------------------------------------


def test_schema_is_printed() -> None:
    printed = json.loads(call("variant", "schema"))
    assert printed == schema("variant")
    Draft7Validator.check_schema(printed)


# --- variants and rules --------------------------------------------------------------------------


def test_every_variant_has_a_family() -> None:
    families = by_family(variants())
    assert list(families) == list(FAMILIES)
    assert sum(map(len, families.values())) == len(variants())
    # Those of one family have their maker in common, the square boards the usual names.
    for name in ("Mattlage", "Green Chess"):
        assert len({variant.source for variant in families[name]}) == 1
    assert all("Bhati" in variant.source for variant in families["Bhati"])
    assert all(variant.names == "file-ring" for variant in families["Square boards"])
    assert all("Byzantine" in variant.name for variant in families["Byzantine"])


def test_families_in_the_json_list() -> None:
    rows = json.loads(call("variants", "--json"))
    families = {row["id"]: row["family"] for row in rows}
    assert families["three-circular"] == "Green Chess"
    assert families["bhati-4-small"] == families["bhati-2"] == "Bhati"
    assert set(families.values()) == set(FAMILIES)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_short_rules_name_all_there_is(variant: Variant) -> None:
    text = short_rules(variant)
    assert text == call("rules", variant.id)
    assert all(line == line.rstrip() and len(line) <= 100 for line in text.splitlines())
    flat = " ".join(text.split())
    assert variant.name in flat
    assert variant.source in flat
    armies = flat[flat.index(" Armies ") : flat.index(" Pieces ")]
    for army in variant.armies:
        assert f"{army.name}, {army.letter}" in armies
        for square in army.start:
            assert re.search(rf"\b{square}\b", armies)
    # Every man stands there once.
    assert len(re.findall(r"\b[a-z]\d+\b", armies)) == sum(len(a.start) for a in variant.armies)
    for piece in variant.pieces.values():
        assert f"{piece.name.capitalize()} ({piece.letter}): " in flat
    options = flat[flat.rindex(" Options ") :]
    for name, value in variant.options.items():
        assert f"{name} = {str(value).lower()}" in options
    assert ("Castling: " in flat) == variant.castling


#: What the rules pages say of these games, in the words of the short rules.
TOLD = {
    "byzantine": [
        "An army with its king alone has lost, unless it can bare the other at once, which draws.",
        "A stalemated army has lost.",
        "Elephant (E): leaps two squares diagonally.",
        "White: no promotion.",
    ],
    "byzantine-citadel": [
        "4 citadels, z1 to z4: a king that enters one draws the game",
        "z1 from files 1-4 and so on; no other man goes there",
    ],
    "four-circular": ["judged when the mated army's turn comes", "Allies neither capture nor"],
    "byzantine-torus": ["The innermost and the outermost ring are neighbours."],
    "three-man": [
        "between files: 8 and 9, 16 and 17, 24 and 1.",
        "its men stay and do nothing",
        "An army's moats, one on either side, are bridged for good when none of its men is left",
        "on rings e and d does not capture from one side of a moat's line to the other",
        "A stalemated army goes out, but with two armies in play the game is drawn.",
        "a diagonal step by 2 files",
    ],
    "orthodox": [
        "White: outward, promotion to queen, rook, bishop or knight on row 8.",
        "Black: inward, promotion to queen, rook, bishop or knight on row 1.",
        "White e1 with h1 or a1",
        "the last file and the first are not neighbours",
        "or bishops all of one colour",
    ],
    "jelliss": ["A blocked pawn may step", "on arriving on file 2 for clockwise ones"],
    "bhati-6-pairs": [
        "allied with",
        "A stalemated army passes, but with two armies in play the game is drawn.",
        "Allies neither",
    ],
    "circular": ["clockwise on files 2-7", "Snaffling", "or one bishop or knight besides"],
}


@pytest.mark.parametrize(("id_", "sentences"), TOLD.items())
def test_short_rules_tell_what_is_unusual(id_: str, sentences: list[str]) -> None:
    flat = " ".join(call("rules", id_).split())
    for sentence in sentences:
        assert sentence in flat


#: Movements, and what they are in words.
MOVEMENTS = {
    "K": "one step in any direction",
    "Q": "slides straight or diagonally",
    "W": "one step straight",
    "NN": "leaps two squares one way and one across, again and again in the same direction",
    "N3": "leaps two squares one way and one across, up to 3 times in the same direction",
    "W3": "slides straight, 3 squares at most",
    "gQ": "slides straight or diagonally over exactly one man, to the square just beyond",
    "mRcpR": "slides straight, without capture; or slides straight over exactly one man, to any "
    "square beyond, to capture only",
    "nA": "leaps two squares diagonally, if nothing stands between",
    "KimD": "one step in any direction; or leaps two squares straight, without capture, from "
    "where its kind starts only",
    "fW": "one step straight, forward",
    "flF": "one step diagonally, forward left",
    "ffN": "leaps two squares one way and one across, forward and to the right or forward and to "
    "the left",
    "BN": "slides diagonally; or leaps two squares one way and one across",
}


@pytest.mark.parametrize(("betza", "words"), MOVEMENTS.items())
def test_movements_in_words(betza: str, words: str) -> None:
    text = Variant.load("byzantine").toml.replace("seat =", 'forward = "inward"\nseat =')
    text = text.replace("elephant", "sage")
    own = Variant.from_toml(f'{text}\n[pieces.S]\nname = "sage"\nbetza = "{betza}"\n')
    assert f"Sage (S): {words}." in " ".join(short_rules(own).split())


def test_short_rules_of_a_file_and_of_options(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = CIRCULAR.replace('id = "circular"', 'id = "mine"')
    path.write_text(text, encoding="utf-8")
    told = call("rules", "--variant-file", str(path), "--set", "check=strict")
    assert "(mine)" in told
    assert "Check must be answered" in told
    assert "check = strict" in told
    result = run("rules", "circular", "--set", "check=mild")
    assert (result.returncode, result.stdout) == (2, "")
    assert run("rules").returncode == 2

"""Digests of rules: a record is never read with other rules than it was written with."""

from __future__ import annotations

import io
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest

from circularchess import (
    Board,
    Game,
    InvalidJsonError,
    InvalidOptionError,
    InvalidVariantError,
    PgnError,
    UnknownVariantError,
    Variant,
    variants,
)
from circularchess.pgn import read_games
from circularchess.variant import OPTION_NAMES
from made_variants import kings_only
from random_games import VARIANTS, random_game

each = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)

VALUES: dict[str, tuple[str | bool | int, ...]] = {
    "check": ("strict", "snaffle"),
    "stalemate": ("pass", "eliminate", "draw", "loses"),
    "double_step": (True, False),
    "en_passant": (True, False),
    "castling": (True, False),
    "null_shift": (0, 1, 2),
    "bare_king": ("loses", "ignore"),
    "meeting_pawns": ("stay", "removed"),
}


def written_otherwise(toml: str, chance: random.Random) -> str:
    """The same rules in other words: comments, spaces, name, source, quotes."""
    lines: list[str] = []
    for line in toml.splitlines():
        key = line.partition("=")[0].strip()
        if key == "source" or (key == "name" and not lines_of_army(lines)):
            line = f'{key} = "something {chance.random()}"'
        elif line.startswith("[starts]"):
            line = "[starts]"
        if "=" in line and chance.random() < 0.5 and not line.rstrip().endswith(("[", "{", ",")):
            line = f"  {line}  # {chance.random()}"
        lines.append(line)
        if chance.random() < 0.1 and not line.rstrip().endswith(("[", ",", "{")) and "=" in line:
            lines.append("# a remark")
    return "\n".join(lines) + "\n"


def lines_of_army(lines: list[str]) -> bool:
    return any(line.startswith("[[armies]]") for line in lines)


def other_rules(variant: Variant) -> Iterator[Variant]:
    """Variants with the same id and some other rule."""
    toml = variant.toml
    changes: list[Callable[[str], str]] = [
        lambda text: text.replace('check = "snaffle"', 'check = "strict"'),
        lambda text: text.replace('check = "strict"', 'check = "snaffle"'),
        lambda text: text.replace("double_step = false", "double_step = true"),
        lambda text: text.replace("double_step = true", "double_step = false"),
        lambda text: text.replace("en_passant = true", "en_passant = false"),
        lambda text: text.replace("castling = true", "castling = false"),
        lambda text: text.replace('stalemate = "pass"', 'stalemate = "draw"'),
        lambda text: text.replace(
            "dead_same_colour_bishops = true", "dead_same_colour_bishops = false"
        ),
        lambda text: text.replace(
            "dead_same_colour_bishops = false", "dead_same_colour_bishops = true"
        ),
        lambda text: text.replace("null_shift = 2", "null_shift = 1"),
        lambda text: (
            text.replace("bishop = [", "? = [", 1)
            .replace("knight = [", "bishop = [", 1)
            .replace("? = [", "knight = [", 1)
        ),
    ]
    for change in changes:
        try:
            other = Variant.from_toml(change(toml))
        except InvalidVariantError:
            continue
        if other.data != variant.data:
            yield other


@each
def test_the_digest_depends_on_the_rules_alone(variant: Variant) -> None:
    assert len(variant.digest) == 16
    assert int(variant.digest, 16) >= 0
    chance = random.Random(variant.id)
    for _ in range(5):
        same = Variant.from_toml(written_otherwise(variant.toml, chance))
        assert same.toml != variant.toml
        assert same.name != variant.name
        assert same.digest == variant.digest
    # Options set since are told beside it.
    for name, values in VALUES.items():
        if name in variant.options:
            for value in values:
                try:
                    changed = variant.with_options({name: value})
                except InvalidOptionError:  # not with the others
                    continue
                assert changed.digest == variant.digest
                assert pickle.loads(pickle.dumps(changed)).digest == variant.digest


@each
def test_other_rules_have_other_digests(variant: Variant) -> None:
    others = list(other_rules(variant))
    assert others
    digests = {other.digest for other in others} | {variant.digest}
    assert len(digests) == len({json.dumps(_rules(other)) for other in (*others, variant)})


def _rules(variant: Variant) -> object:
    return [repr(getattr(variant.data, name)) for name in sorted(vars(variant.data))]


def test_all_built_in_variants_differ_as_their_rules_do() -> None:
    found: dict[str, Variant] = {}
    for variant in variants():
        twin = found.setdefault(variant.digest, variant)
        assert twin is variant, (twin, variant)
    assert set(VALUES) == set(OPTION_NAMES)


def test_options_in_a_file_are_rules() -> None:
    base = kings_only(4, 16)
    digests = set()
    for check, double in product(("strict", "snaffle"), ("true", "false")):
        text = base.replace('check = "strict"', f'check = "{check}"')
        digests.add(
            Variant.from_toml(text.replace("double_step = false", f"double_step = {double}")).digest
        )
    assert len(digests) == 4
    for rings, files in product((2, 3, 4), (12, 16)):
        digests.add(Variant.from_toml(kings_only(rings, files)).digest)
    assert len(digests) == 4 + 5


def test_the_digest_is_the_same_in_every_run() -> None:
    code = "from circularchess import variants; print([v.digest for v in variants()])"
    expected = str([variant.digest for variant in variants()])
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == expected


# --- Records -------------------------------------------------------------------------------------


@each
def test_records_of_built_in_variants_carry_no_digest(variant: Variant) -> None:
    same = Variant.from_toml(written_otherwise(variant.toml, random.Random(1)))
    for it in (variant, same):
        game = random_game(it, 1, size=8)
        assert "VariantDigest" not in game.to_pgn()
        (again,) = read_games(io.StringIO(game.to_pgn()))
        assert again.faults == ()
        assert again.to_pgn() == game.to_pgn()


@each
def test_records_never_change_rules(variant: Variant) -> None:
    for other in other_rules(variant):
        game = random_game(other, 2, size=20)
        text = game.to_pgn()
        assert f'[VariantDigest "{other.digest}"]' in text
        # With the right variant they are what they were.
        assert Game.from_pgn(text, variants=[other]) == game
        assert Game.from_pgn(text, variants=[variant, other]) == game
        assert Game.from_pgn(text, variants=[other, variant]) == game
        # Without it they are not read.
        for known in ([], [variant]):
            (read,) = read_games(io.StringIO(text), variants=known)
            assert read.end().ply == 0
            message = read.faults[0].message
            assert message.startswith(f"tag Variant: {variant.id!r} with other rules")
            assert message.endswith("give the record's variant file")
            with pytest.raises(PgnError, match="other rules"):
                Game.from_pgn(text, variants=known)
        # Nor is a record of the built-in variant read with the other.
        plain = random_game(variant, 2, size=20)
        assert Game.from_pgn(plain.to_pgn(), variants=[other]) == plain


def test_records_without_the_tag_of_a_variant() -> None:
    variant = Variant.load("circular")
    other = next(other_rules(variant))
    game = random_game(other, 3, size=10)
    text = game.to_pgn().replace('[Variant "circular"]\n', "")
    assert Game.from_pgn(text, variant=other) == game
    with pytest.raises(PgnError, match="tag VariantDigest: 'circular' with other rules"):
        Game.from_pgn(text)
    with pytest.raises(PgnError, match=r"tag VariantDigest: .* 'x y'"):
        Game.from_pgn('[VariantDigest "x y"]\n\n1. b3 *')


def test_ids_of_ones_own() -> None:
    own = Variant.from_toml(kings_only(4, 16))
    game = Game(own, players={"w": "Ann"})
    game.add_san("Kb1")
    text = game.to_pgn()
    assert Game.from_pgn(text, variants=[own]) == game
    with pytest.raises(PgnError, match="unknown variant 'kings-4x16': it is not built in, so give"):
        Game.from_pgn(text)
    # Records of before carried no digest.
    old = "".join(line for line in text.splitlines(True) if "Digest" not in line)
    assert old != text
    assert Game.from_pgn(old, variants=[own]) == game
    later = Variant.from_toml(own.toml.replace('check = "strict"', 'check = "snaffle"'))
    with pytest.raises(PgnError, match="other rules"):
        Game.from_pgn(text, variants=[later])
    # Options of a variant of one's own are told as those of any other.
    free = Game(own.with_options({"check": "snaffle"}))
    assert Game.from_pgn(free.to_pgn(), variants=[own]) == free


@each
def test_json_never_changes_rules(variant: Variant) -> None:
    for other in other_rules(variant):
        for text, read in (
            (random_game(other, 2, size=8).to_json(), Game.from_json),
            (Board(other).to_json(), Board.from_json),
        ):
            document = json.loads(text)
            assert document["variant_digest"] == other.digest
            assert read(text).variant == other
            for wrong in (
                {**document, "variant_file": None},
                {**document, "variant_file": variant.toml},
                {**document, "variant_digest": variant.digest},
                {**document, "variant_digest": ""},
            ):
                if wrong["variant_file"] is None:
                    del wrong["variant_file"]
                with pytest.raises(InvalidJsonError, match=r"^(game|board)\.variant_digest: "):
                    read(wrong)
        board = Board(other)
        assert pickle.loads(pickle.dumps(board)).variant.digest == other.digest


def test_json_of_unknown_variants_says_to_give_the_file() -> None:
    document = json.loads(Game(Variant.from_toml(kings_only(4, 16))).to_json())
    del document["variant_file"]
    with pytest.raises(
        InvalidJsonError, match="'kings-4x16': it is not built in, so give its variant_file"
    ):
        Game.from_json(document)


def test_on_the_command_line(tmp_path: Path) -> None:
    variant = Variant.load("circular")
    other = next(other_rules(variant))
    (tmp_path / "mine.toml").write_text(other.toml, encoding="utf-8")
    (tmp_path / "game.pgn").write_text(random_game(other, 5, size=9).to_pgn(), encoding="utf-8")

    def convert(*more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "circularchess", "convert", "game.pgn", "-", "--to", "pgn"]
        return subprocess.run(
            [*command, *more], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    done = convert()
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    assert "give the record's variant file" in done.stderr
    done = convert("--variant-file", "mine.toml")
    assert done.stderr == ""
    assert done.stdout == (tmp_path / "game.pgn").read_text(encoding="utf-8")


def test_errors_have_their_kinds() -> None:
    from circularchess.records.variants import find_variant

    with pytest.raises(UnknownVariantError):
        find_variant("nobody", ())
    with pytest.raises(UnknownVariantError):
        find_variant("nobody", (), "0" * 16)
    with pytest.raises(InvalidVariantError):
        find_variant("circular", (), "0" * 16)

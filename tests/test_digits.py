"""Numbers are written in the digits 0 to 9: those of other scripts are refused everywhere."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from typing import Any

import click
import pytest

from circularchess import Board, Game, Move, Square, Variant
from circularchess.cli.main import cli
from circularchess.errors import CircularChessError
from circularchess.fen import parse_fen

#: One set of decimal digits for each of some scripts, and digits that are not decimal.
OTHERS = {
    unicodedata.name(chr(code)).removesuffix(" DIGIT ONE"): [chr(code - 1 + n) for n in range(10)]
    for code in range(0x100, sys.maxunicode + 1)
    if unicodedata.name(chr(code), "").endswith(" DIGIT ONE") and chr(code).isdecimal()
}
OTHERS["SUPERSCRIPT"] = list("⁰¹²³⁴⁵⁶⁷⁸⁹")
OTHERS["CIRCLED"] = list("⓪①②③④⑤⑥⑦⑧⑨")
SOME = ["ARABIC-INDIC", "DEVANAGARI", "FULLWIDTH", "MATHEMATICAL BOLD", "SUPERSCRIPT", "CIRCLED"]


def variations(text: str) -> list[str]:
    """The text with one digit, or all, of another script."""
    found = []
    for script in SOME:
        digits = OTHERS[script]
        found.append("".join(digits[int(c)] if c in "0123456789" else c for c in text))
        places = [n for n, c in enumerate(text) if c in "0123456789"]
        found += [text[:n] + digits[int(text[n])] + text[n + 1 :] for n in places]
    return found


def test_there_are_scripts_to_try() -> None:
    assert set(SOME) <= set(OTHERS)
    assert all(int(sign) == n for n, sign in enumerate(OTHERS["ARABIC-INDIC"]))


def numeric() -> list[Any]:
    """Every option and argument that makes a whole number of a text."""
    found = []
    for name, command in sorted(cli.commands.items()):
        for parameter in command.params:
            for text in ("100", "3"):
                try:
                    value = parameter.type.convert(text, parameter, None)
                except click.UsageError:
                    continue
                if type(value) is int:
                    found.append(pytest.param(parameter, text, id=f"{name} {parameter.name}"))
                    break
    return found


def test_the_numbers_of_commands_are_found() -> None:
    names = {value.id for value in numeric()}
    assert {"perft depth", "perft threads", "perft hash_mb", "show width", "play seed"} <= names
    assert {"render size", "render ply", "render number", "animate delay"} <= names


@pytest.mark.parametrize(("parameter", "text"), numeric())
def test_options_take_plain_digits_only(parameter: click.Parameter, text: str) -> None:
    assert parameter.type.convert(text, parameter, None) == int(text)
    odd = [f" {text}", f"{text} ", f"{text}\n", f"{text[0]}_0", "1e1", "0x1", "", "9" * 10_000, "½"]
    for other in [*variations(text), *odd]:
        with pytest.raises(click.UsageError) as caught:
            parameter.type.convert(other, parameter, None)
        assert len(caught.value.message) < 300
        assert "\n" not in caught.value.message


CIRCULAR = Variant.load("circular")
READERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "square": ("d16", Square),
    "move": ("c16b14", Move.from_uci),
    "uci": ("c16b14", lambda text: Board().parse_uci(text)),
    "san": ("Nb14", lambda text: Board().parse_san(text)),
    "san with its square": ("Nc16b14", lambda text: Board().parse_san(text)),
    "fen": (Board().fen(), lambda text: parse_fen(text, CIRCULAR)),
    "fen of six": (Board("bhati-6").fen(), lambda text: parse_fen(text, Variant.load("bhati-6"))),
    "usual fen": (
        "8/8/8/8/8/8/4P3/K6k w - - 10 21",
        lambda text: Board("orthodox", text),
    ),
    "a round": ("1. b3 c6 *", Game.from_pgn),
    "a result": ("1. b3 c6 1-0", Game.from_pgn),
    "an annotation": ("1. b3 $1 *", Game.from_pgn),
    "an option": ("1", lambda text: Variant.load("bhati-6").with_options({"null_shift": text})),
}


@pytest.mark.parametrize(("text", "read"), list(READERS.values()), ids=list(READERS))
def test_readers_take_plain_digits_only(text: str, read: Callable[[str], object]) -> None:
    read(text)
    for other in variations(text):
        with pytest.raises(CircularChessError):
            read(other)

"""Faults planted in variant files: each is told, at its line and column, whatever else is wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from circularchess import Variant, variants
from circularchess.errors import InvalidVariantError
from circularchess.variant_file import Diagnostic, check

#: Games that use what no built-in one does.
MADE_UP = {
    "open": """
format = 2
id = "open"
name = "Open"
source = "made for the tests"

[board]
rings = 6
files = 9
centre = "closed"
seam = "open"
names = "file-ring"
voids = ["e3", "e4"]

[pawns]
kind = "ring"
direction_of = "file"
sidestep = true

[rules]
checkmate = "ends"
promotion = "QS"
dead_with_bare_king = ["squire", "knight"]
dead_same_colour_bishops = true
fen = "letters"

[options]
check = "snaffle"
stalemate = "loses"
bare_king = "ignore"
double_step = true
en_passant = true
castling = false

[pieces.S]
name = "squire"
betza = "fWF"

[pieces.T]
name = "toad"
betza = "DNimH"

[starts]
other = "9/9/4*4/4*4/9/K7k w - - 0 1"

[[armies]]
letter = "w"
name = "White"
seat = 3
side = "left"
forward = "clockwise"
promotion = "RS"

[armies.pawns]
clockwise = [2, 3, 4, 5, 6, 7]
anticlockwise = []
promotion_files = [8, 9]

[armies.castling]
king = "a3"
king_side = "a6"
queen_side = "a1"

[armies.start]
king = ["a3"]
rook = ["a1", "a6"]
squire = ["a2"]
pawn = ["b1", "b2", "b3"]

[[armies]]
letter = "b"
name = "Black"
seat = 5
side = "right"
forward = "anticlockwise"

[armies.pawns]
clockwise = []
anticlockwise = [3, 4, 5, 6, 7, 8]
promotion_files = [1, 2]

[armies.start]
king = ["i3"]
rook = ["i1", "i6"]
toad = ["i2"]
pawn = ["h1", "h2", "h3"]
""",
    "three": """
format = 2
id = "three"
name = "Three"
source = "made for the tests"

[board]
rings = 5
files = 12
centre = "closed"
citadels = 3
names = "ring-file"
voids = ["c4", "c8", "c12"]

[pawns]
kind = "radial"

[rules]
checkmate = "eliminates"
eliminated = "stay"
dead_with_bare_king = ["ferz"]
dead_same_colour_bishops = false
fen = "commas"

[options]
check = "strict"
stalemate = "pass"
double_step = false
en_passant = false

[[armies]]
letter = "r"
name = "Red"
seat = 0

[armies.pawns]
direction = "outward"
promotion_rings = ["d", "e"]

[armies.start]
king = ["a1"]
ferz = ["a2"]
nightrider = ["a3"]
pawn = ["b1", "b2", "b3"]

[[armies]]
letter = "g"
name = "Green"
seat = 1

[armies.pawns]
direction = "inward"
promotion_rings = ["a"]

[armies.start]
king = ["e5"]
rook = ["e6"]
pawn = ["d5", "d6", "d7"]

[[armies]]
letter = "b"
name = "Blue"
seat = 2

[armies.pawns]
direction = "inward"
promotion_rings = ["a"]

[armies.start]
king = ["e9"]
rook = ["e10"]
pawn = ["d9", "d10", "d11"]
""",
}
TEXTS = {variant.id: variant.toml for variant in variants()} | MADE_UP

#: Keys with a word for a value, and those with a number and what no game can have there.
WORDS = {
    "centre", "seam", "names", "kind", "direction_of", "checkmate", "eliminated", "fen", "check",
    "stalemate", "bare_king", "meeting_pawns", "direction", "forward",
}  # fmt: skip
BEYOND = {
    "format": ("0", "3"),
    "rings": ("0", "27", "-4"),
    "files": ("0", "257", "1000000000000"),
    "citadels": ("-1", "257"),
    "null_step": ("3", "-1"),
    "null_shift": ("3",),
    "seat": ("-1", "256"),
}
FILE_LISTS = {
    "moats", "clockwise", "anticlockwise", "promotion_files", "clockwise_promotion_files",
    "anticlockwise_promotion_files",
}  # fmt: skip
OPTIONAL = {
    "format", "seam", "names", "voids", "citadels", "null_step", "moats", "direction_of",
    "sidestep", "eliminated", "promotion", "side", "forward", "stalemate", "bare_king",
    "meeting_pawns", "null_shift", "queen_side", "king_side", "promotion_files",
    "clockwise_promotion_files", "anticlockwise_promotion_files",
}  # fmt: skip
BAD_BETZA = ("W1", "QQ", "wN", "", "xyz", "fN2f", "gpR", "nQ")


@dataclass(frozen=True)
class Line:
    """A line `key = value` of a file: its number from 0, its table and what it says."""

    number: int
    table: str
    key: str
    value: str

    @property
    def path(self) -> str:
        return f"{self.table}.{self.key}".lstrip(".")


def lines_of(text: str) -> Iterator[Line]:
    table, army = "", -1
    for number, line in enumerate(text.split("\n")):
        if line.startswith("[[armies]]"):
            army += 1
            table = f"armies[{army}]"
        elif line.startswith("["):
            table = line.strip("[]").replace("armies.", f"armies[{army}].")
        elif match := re.fullmatch(r"(\w+) = (.*)", line):
            yield Line(number, table, match[1], match[2])


@dataclass(frozen=True)
class Fault:
    """A line to put in place of another, and where the fault is told of in it.

    `mark` is what stands there, `words` are in what is told; for a lost line the place is the
    heading of its table. `needs` are keys without which nobody can tell.
    """

    line: Line
    new: str
    mark: str
    words: str
    needs: tuple[str, ...] = ()


def said(line: Line, new: str, words: str, mark: str = "", *needs: str) -> Fault:
    """The line with another value; it is told of where `mark` stands, by default the value."""
    return Fault(line, f"{line.key} = {new}", mark or new, words, needs)


def faults_of(line: Line, lines: list[Line]) -> Iterator[Fault]:
    """Every fault we know for a line of a file."""
    yield from faults_of_form(line, lines)
    yield from faults_of_values(line)
    yield from faults_of_lists(line)
    yield from faults_of_texts(line, lines)
    if line.table.endswith(".start"):
        yield from faults_of_starts(line, lines)


def faults_of_form(line: Line, lines: list[Line]) -> Iterator[Fault]:
    """Wrong types, unknown keys and words, lost keys."""
    key, value = line.key, line.value
    start = line.table.endswith(".start")
    yield said(line, '"7"' if value[0] != '"' else "7", "is not")
    if line.table != "starts":
        unheard = f"unheard_{line.number}"
        new = f"{key} = {value}\n{unheard} = {'[]' if start else '1'}"
        yield Fault(line, new, unheard, unheard)
    if value[0] == "[" and value != "[]":
        inner = "7" if value[1] == '"' else '"7"'
        yield said(line, f"{value[:-1]}, {inner}]", "is not a list of", f"{inner}]")
    if key in WORDS:
        yield said(line, '"signs"', "signs")
    if key in OPTIONAL or start or line.table == "starts":
        return
    if key == "en_passant" and not any(each.value == '"radial"' for each in lines):
        return
    needs: tuple[str, ...] = {"en_passant": ("pawns.kind", "format")}.get(key, ())
    if line.table.endswith(".pawns"):
        needs = ("pawns.kind", "pawns.direction_of", "format")
    yield Fault(line, "", "", key, needs)


def faults_of_values(line: Line) -> Iterator[Fault]:
    """Numbers, movements and squares that are none."""
    key = line.key
    for beyond in BEYOND.get(key, ()):
        yield said(line, beyond, beyond)
    if key == "betza":
        for bad in BAD_BETZA:
            yield said(line, f'"{bad}"', f"'{bad}'")
    if line.table.endswith(".castling"):
        yield said(line, '"a0"', "no square")
    if key == "double_step":
        yield said(line, "0", "is not true or false")


def faults_of_lists(line: Line) -> Iterator[Fault]:
    """Items of lists that cannot be, behind the others."""
    key, value = line.key, line.value
    more = "[" if value == "[]" else f"{value[:-1]}, "
    first = value[1:-1].split(",")[0]
    if key in FILE_LISTS:
        for bad in ("0", "1000"):
            yield said(line, f"{more}{bad}]", f"{bad} is no file", f"{bad}]")
    if key == "voids":
        yield said(line, f'{more}"a0"]', "no square", '"a0"]')
    if key in ("voids", "moats"):
        yield said(line, f"{more}{first}]", "listed twice", f"{first}]")
    if key == "promotion_rings":
        yield said(line, f'{more}"?"]', "no ring", '"?"]')
    if key == "dead_with_bare_king":
        yield said(line, f'{more}"unicorn"]', "unicorn", '"unicorn"]')


def faults_of_texts(line: Line, lines: list[Line]) -> Iterator[Fault]:
    """Names that are none, and names used twice."""
    key, table = line.key, line.table
    bad: dict[str, tuple[tuple[str, ...], str]] = {
        "id": (("Big", "", "a b", "x" * 65), "id: "),
        "name": ((" ", "a\\nb"), "is not one line"),
        "source": ((" ", "a\\nb"), "is not one line"),
        "promotion": (("Q?", "QQ", "", "QK"), "promotion"),
    }
    if table.startswith("pieces"):
        bad = {"name": (("Squire", "", "king", "a b"), "lower-case word")}
    army = re.fullmatch(r"armies\[\d+\]", table) is not None
    if army:
        bad |= {
            "letter": (("W", "ww", ""), "lower-case letter"),
            "name": (("a b", ""), "one word"),
            "side": (("", "a b"), "one word"),
        }
    for text in bad.get(key, ((), ""))[0]:
        yield said(line, f'"{text}"', bad[key][1])
    if army and table != "armies[0]" and key in ("letter", "name", "seat"):
        first = next(each for each in lines if each.path == f"armies[0].{key}")
        yield said(line, first.value, "is used twice", "", first.path)


def faults_of_starts(line: Line, lines: list[Line]) -> Iterator[Fault]:
    """Squares that are none, men on one square, kings and kinds that cannot be."""
    key, value = line.key, line.value
    for bad in ("a0", "7", "", "aa1", "a1000", "é1"):
        if key == "king":
            yield said(line, f'["{bad}"]', "no square", f'"{bad}"')
        else:
            yield said(line, f'{value[:-1]}, "{bad}"]', "no square", f'"{bad}"]')
    if key == "king":
        taken = re.findall(r'"(\w+)"', " ".join(each.value for each in lines))
        names = [f"{letter}{number}" for letter in "abcd" for number in range(1, 7)]
        free = [name for name in names if name not in taken][int(line.table[7])]
        yield Fault(line, f'{key} = {value[:-1]}, "{free}"]', "king", "2 kings")
        return
    before = [each for each in lines if each.table == line.table and each.number < line.number]
    for other in [line, *before[:1]]:
        square = re.findall(r'"(\w+)"', other.value)[0]
        new = f'{value[:-1]}, "{square}"]'
        needs = () if other is line else (other.path,)
        yield said(line, new, "already holds a piece", f'"{square}"]', *needs)
    if key != "pawn_anticlockwise":
        unicorn = f"unicorn_{line.number}"
        yield Fault(line, f"{unicorn} = {value}", unicorn, "no such piece")


def planted(text: str, faults: list[Fault]) -> tuple[str, list[tuple[int, set[int]]]]:
    """A text with faults, and for each the line and the columns where it may be told of."""
    rows = text.split("\n")
    headings: dict[int, int] = {}
    heading = 0
    for number, row in enumerate(rows):
        if row.startswith("["):
            heading = number
        headings[number] = heading
    chosen = {fault.line.number: fault for fault in faults}
    new: list[str] = []
    begins: dict[int, int] = {}
    for number, row in enumerate(rows):
        begins[number] = len(new) + 1
        fault = chosen.get(number)
        new += (fault.new if fault else row).split("\n")
    places = []
    for fault in faults:
        number = fault.line.number
        if not fault.new:
            top = fault.line.table == ""
            line = 1 if top else begins[headings[number]]
            columns = set(range(1, len(new[line - 1]) + 2))
        else:
            inserted = fault.new.count("\n")
            line = begins[number] + inserted
            row = new[line - 1]
            columns = {row.rindex(fault.mark) + 1}
            value = row.partition(" = ")[2]
            if value == fault.mark:
                columns.add(1)
        places.append((line, columns))
    return "\n".join(new), places


def is_told(fault: Fault, place: tuple[int, set[int]], found: tuple[Diagnostic, ...]) -> bool:
    return any(
        f.severity == "error"
        and f.line == place[0]
        and f.column in place[1]
        and fault.words in f.text
        for f in found
    )


def all_faults(text: str) -> list[Fault]:
    lines = list(lines_of(text))
    return [fault for line in lines for fault in faults_of(line, lines)]


@pytest.mark.parametrize("id_", MADE_UP)
def test_made_up_games_are_right(id_: str) -> None:
    assert [f for f in check(MADE_UP[id_]) if f.severity == "error"] == []


def consequence(fault: Fault, found: Diagnostic) -> bool:
    """Whether it is told because of the fault: who calls a piece by a lost name calls none."""
    lost = fault.line.path in ("pieces.S.name", "pieces.T.name")
    return lost and fault.line.table not in found.key and "piece" in found.text


@pytest.mark.parametrize("id_", TEXTS)
def test_a_lone_fault_is_told_and_nothing_else(id_: str) -> None:
    text = TEXTS[id_]
    for fault in all_faults(text):
        wrong, (place,) = planted(text, [fault])
        found = check(wrong)
        errors = [f for f in found if f.severity == "error"]
        assert is_told(fault, place, found), (fault, place, errors)
        more = [f for f in errors if not consequence(fault, f)]
        assert len(more) == 1, (fault, errors)
        with pytest.raises(InvalidVariantError) as caught:
            Variant.from_toml(wrong)
        assert str(caught.value).startswith(errors[0].text[:200])


def compatible(faults: list[Fault]) -> bool:
    paths = [fault.line.path for fault in faults]
    lost = {f.line.path for f in faults if f.new.startswith("unicorn")}
    return not any(need in paths or need in lost for fault in faults for need in fault.needs)


@pytest.mark.parametrize("id_", TEXTS)
def test_every_planted_fault_is_told(id_: str) -> None:
    text = TEXTS[id_]
    faults = all_faults(text)
    chance = random.Random(id_)
    planted_in_all = 0
    while planted_in_all < 120:
        chosen: list[Fault] = []
        for fault in chance.sample(faults, 6)[: chance.randint(2, 6)]:
            if all(fault.line.number != other.line.number for other in chosen) and compatible(
                [*chosen, fault]
            ):
                chosen.append(fault)
        wrong, places = planted(text, chosen)
        found = check(wrong)
        for fault, place in zip(chosen, places, strict=True):
            assert is_told(fault, place, found), (fault, place, [f.new for f in chosen], found)
        assert [(f.line, f.column) for f in found] == sorted((f.line, f.column) for f in found)
        planted_in_all += len(chosen)


def test_one_wrong_key_hides_no_other() -> None:
    wrong = TEXTS["circular"]
    for old, new in (
        ('fen = "letters"', 'fen = "signs"'),
        ("rings = 4", "rings = 0"),
        ('check = "snaffle"', 'check = "mild"'),
        ('queen = ["a9"]', 'queen = ["a9", "zz"]'),
    ):
        assert old in wrong
        wrong = wrong.replace(old, new)
    keys = [found.key for found in check(wrong)]
    assert keys == ["board.rings", "rules.fen", "options.check", "armies[1].start.queen"]


#: Options without a part in what is suspicious, and keys that have one.
@pytest.mark.parametrize(
    ("old", "new", "warned"),
    [
        ('id = "byzantine"', 'id = "B"', True),
        ('check = "strict"', 'check = "mild"', True),
        ("rings = 4", "rings = 0", False),
        ('ferz = ["a16"]', 'ferz = ["q16"]', False),
        ("double_step = false", "double_step = = false", False),
    ],
)
def test_warnings_are_given_beside_errors_without_a_part_in_them(
    old: str, new: str, warned: bool
) -> None:
    text = TEXTS["byzantine"]
    assert old in text
    usual = [found.text for found in check(text)]
    found = check(text.replace(old, new))
    assert [f.text for f in found if f.severity == "warning"] == (usual if warned else [])
    assert sum(f.severity == "error" for f in found) == 1


def test_faults_of_syntax_hide_no_faults_of_form() -> None:
    wrong = TEXTS["circular"]
    for old, new in (
        ("rings = 4", "rings = = 4"),
        ("files = 16", 'files = "16"'),
        ('check = "snaffle"', 'check = "mild"'),
        ("seat = 1", "seat = [1"),
    ):
        assert old in wrong
        wrong = wrong.replace(old, new)
    lines = wrong.splitlines()
    found = [lines[f.line - 1] for f in check(wrong)]
    for line in ("rings = = 4", 'files = "16"', 'check = "mild"'):
        assert found.count(line) == 1
    # What is lost with them is not asked for.
    assert not [f for f in check(wrong) if re.search(": missing$|^unknown", f.text)]


def test_what_a_start_is_refused_for_stands_at_its_man() -> None:
    # A pawn of Circular Chess has no direction on the files of kings, and White's rook takes
    # Black's king where nothing stands between and White begins.
    text = TEXTS["circular-strict"]
    for changes, place in (
        ([('"d15"]', '"d15", "a9"]'), ('queen = ["a9"]', "queen = []")], '"a9"'),
        (
            [
                ('rook = ["d1", "d16"]', 'rook = ["a12", "d16"]'),
                ('queen = ["a9"]', "queen = []"),
                ('"a10", ', ""),
            ],
            '"a8"',
        ),
    ):
        wrong = text
        for old, new in changes:
            assert old in wrong
            wrong = wrong.replace(old, new)
        (found,) = check(wrong)
        line = wrong.splitlines()[found.line - 1]
        assert place in line
        assert line[found.column - 1 :].startswith(place), (found, line)


def test_a_pawn_on_a_wrong_square_is_told_beside_other_faults() -> None:
    wrong = TEXTS["circular-strict"]
    for old, new in (
        ('id = "circular-strict"', 'id = "?"'),
        ('"d15"]', '"d15", "d1"]'),
        ('rook = ["d1", "d16"]', 'rook = ["d16", "d17"]'),
        ('check = "strict"', 'check = "mild"'),
        ("seat = 1", "seat = 256"),
    ):
        assert old in wrong
        wrong = wrong.replace(old, new)
    texts = [found.text for found in check(wrong)]
    assert len(texts) == 5
    assert any("White's pawn on d1 has no direction" in text for text in texts)

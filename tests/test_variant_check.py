"""What is wrong with variant files, and suspicious; upgrading them; their schema."""

from __future__ import annotations

import random
import re
import time
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from circularchess import Board, Variant, variants
from circularchess.errors import CircularChessError, InvalidVariantError
from circularchess.json_format import schema
from circularchess.variant_file import check, upgrade

CIRCULAR = Variant.load("circular").toml
BYZANTINE = Variant.load("byzantine").toml
FIRST_EDITION = Path(__file__).parents[1] / "rust/circularchess/tests/engine/first_edition"
SCHEMA = schema("variant")
VALIDATOR = Draft7Validator(SCHEMA)


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """The text with the first of each of some words replaced, which must be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def second(text: str) -> str:
    return f"format = 2\n{text}"


# --- Errors --------------------------------------------------------------------------------------


def test_everything_wrong_is_told_at_once_and_where() -> None:
    text = replaced(
        CIRCULAR,
        ('id = "circular"', 'id = "Circular"\ncolour = 3'),
        ("files = 16", "files = 16 # é\n  centres = 1"),
        ('check = "snaffle"', 'check = "mild"\nnull_shift = 1'),
        ("seat = 0", "seat = 300"),
        ('queen = ["a9"]', 'queen = ["e9"]'),
    )
    found = check(text)
    assert {f.key for f in found} == {
        "id",
        "colour",
        "board.centres",
        "options.check",
        "options.null_shift",
        "armies[0].seat",
        "armies[1].start.queen",
    }
    for finding in found:
        assert finding.severity == "error"
        # It stands on the line and in the column that it speaks of.
        line = text.splitlines()[finding.line - 1]
        # What is wrong in a list is told where it stands.
        place = '"e9"' if '"e9"' in finding.text else finding.key.rpartition(".")[2]
        assert line[finding.column - 1 :].startswith(place), finding
    with pytest.raises(InvalidVariantError) as caught:
        Variant.from_toml(text)
    assert str(caught.value).startswith(found[0].text)


def test_wrong_board_and_armies_are_told_together() -> None:
    text = replaced(CIRCULAR, ("rings = 4", "rings = 40"), ("files = 16", "files = 7"))
    text = text.partition("[[armies]]")[0] + "[[armies]]" + text.rpartition("[[armies]]")[2]
    assert [f.key for f in check(text)] == ["board.rings", "board.files", "armies"]


def test_every_fault_of_syntax_is_told() -> None:
    text = replaced(CIRCULAR, ("rings = 4", "rings = = 4"), ("seat = 0", 'seat = "0'))
    lines = text.splitlines()
    found = {lines[f.line - 1] for f in check(text)}
    assert {"rings = = 4", 'seat = "0'} <= found


def test_columns_count_characters() -> None:
    text = CIRCULAR.replace("rings = 4", 'rings = 4\nvoids = ["ééé", 3]', 1)
    accents, number = check(text)
    line = text.splitlines()[number.line - 1]
    assert line[accents.column - 1 :] == '"ééé", 3]'
    assert line[number.column - 1 :] == "3]"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"id = 1\nname = '\xff'", "not UTF-8 text at byte 15"),
        ("id = 1\nname = '\udc80'", "not valid Unicode at character 15"),
    ],
)
def test_what_is_no_text_is_told_with_its_place(content: str | bytes, what: str) -> None:
    (found,) = check(content)
    assert (found.severity, found.line, found.column, found.text) == ("error", 2, 9, what)


def test_wrong_types_are_refused() -> None:
    with pytest.raises(TypeError, match="text of a variant file"):
        check(3)  # type: ignore[arg-type]


def test_pieces_need_the_second_edition_even_where_the_first_is_named() -> None:
    text = f'format = 1\n{CIRCULAR}\n[pieces.S]\nname = "sage"\nbetza = "W"\n'
    assert [f.key for f in check(text)] == ["pieces"]
    with pytest.raises(InvalidVariantError, match="`pieces` needs `format = 2`"):
        Variant.from_toml(text)


def test_a_wrong_id_hides_no_impossible_board() -> None:
    # What is impossible by itself is told whatever else is wrong, and nothing is built on it.
    text = replaced(
        BYZANTINE,
        ('id = "byzantine"', 'id = "B"'),
        ('kind = "ring"\ndirection_of = "piece"', 'kind = "radial"'),
        ('centre = "closed"', 'centre = "torus"\nnull_step = -9\nmoats = [70000]'),
    )
    keys = {f.key for f in check(text)}
    assert {"id", "board.centre", "board.null_step", "board.moats[0]"} <= keys


# --- Warnings ------------------------------------------------------------------------------------


def reach(variant: Variant, kind: str, ways: Mapping[str, list[tuple[int, int]]]) -> int:
    """To how many squares of a closed ring board a leaper gets at most."""
    most = 0
    board = {(ring, file) for ring in range(variant.rings) for file in range(variant.files)}
    for start in board:
        found, todo = {start}, [start]
        while todo:
            ring, file = todo.pop()
            for up, along in ways[kind]:
                square = (ring + up, (file + along) % variant.files)
                if square in board - found:
                    found.add(square)
                    todo.append(square)
        most = max(most, len(found))
    return most


def test_pieces_that_reach_a_part_of_the_board() -> None:
    variant = Variant.load("byzantine")
    corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    ways = {"ferz": corners, "elephant": [(2 * a, 2 * b) for a, b in corners]}
    told = {}
    for finding in check(variant.toml):
        if match := re.search(r"the (\w+) reaches at most (\d+) of 64 squares(.*)", finding.text):
            told[match[1]] = int(match[2])
            assert match[3] == (", those of one colour" if match[1] == "ferz" else "")
            # It is found where an army has the piece.
            line = variant.toml.splitlines()[finding.line - 1]
            assert line.startswith(f"{match[1]} = ")
    assert told == {kind: reach(variant, kind, ways) for kind in ways}


def warnings(text: str) -> dict[str, str]:
    found = check(text)
    assert not [f for f in found if f.severity == "error"], found
    return {f.key: f.text for f in found}


def test_pawns_that_never_promote() -> None:
    found = warnings(BYZANTINE)
    assert found["armies[0].pawns"].endswith("White's pawns never promote")
    assert found["armies[1].pawns"].endswith("Black's pawns never promote")
    assert not [key for key in warnings(CIRCULAR) if key.endswith("pawns")]


def test_pawns_of_which_some_never_promote() -> None:
    # Each keeps its direction, and only one direction has a file to promote on.
    text = replaced(
        BYZANTINE,
        ("[armies.pawns]\n", "[armies.pawns]\nclockwise_promotion_files = [9]\n"),
        ('meeting_pawns = "stay"\n', ""),
        ("[rules]", '[rules]\npromotion = "RNF"'),
    )
    found = warnings(text)
    squares = "a15, b15, c15, d15"
    assert found["armies[0].pawns"].endswith(f"White's pawns on {squares} never promote")
    assert found["armies[1].pawns"].endswith("Black's pawns never promote")
    both = text.replace("files = [9]", "files = [9]\nanticlockwise_promotion_files = [8]")
    assert "armies[0].pawns" not in warnings(both)


def test_pawns_that_an_open_seam_stops() -> None:
    # On twelve files cut open pawns that go up to the edge without a goal on their way are lost.
    text = Variant.load("orthodox").toml
    text = replaced(
        text,
        ('kind = "radial"', 'kind = "ring"'),
        ("en_passant = true\n", ""),
    )
    ways = ("[1, 2, 3, 4, 5, 6, 7]", "[]", "[8]"), ("[]", "[2, 3, 4, 5, 6, 7, 8]", "[1]")
    for way in ways:
        keys = ("clockwise", "anticlockwise", "promotion_files")
        new = "".join(f"{key} = {value}\n" for key, value in zip(keys, way, strict=True))
        text = re.sub(r"direction = .*\npromotion_rings = .*\n", new, text, count=1)
    text = re.sub(r'"([a-h])2"(, "[a-h]2")*', '"a2", "b2", "c3"', text)
    text = re.sub(r'"([a-h])7"(, "[a-h]7")*', '"h6", "g6"', text)
    assert not [key for key in warnings(text) if key.endswith("pawns")]
    # White now has its goal behind the pawn on c3, whose way ends at the edge.
    lost = replaced(text, ("[1, 2, 3, 4, 5, 6, 7]", "[1, 3, 4, 5, 6, 7, 8]"), ("[8]", "[2]"))
    lost = lost.replace('"a2", "b2", "c3"', '"a2", "c3"')
    assert warnings(lost)["armies[0].pawns"].endswith("White's pawns on c3 never promote")


#: White has a king, and of the other men those that are written here.
HARMLESS = {
    "": "cannot mate: it has a king only",
    'knight = ["b1"]': "dead against a bare king",
    'knight = ["b1", "b16"]': "may never mate",
    'bishop = ["c1", "c3"]': "bishops of one colour only",
    'bishop = ["c1", "c2"]': "may never mate",
    'rook = ["a1"]': None,
    'knight = ["b1"]\npawn = ["a2"]': None,
}


@pytest.mark.parametrize(("men", "what"), HARMLESS.items())
def test_armies_that_cannot_mate(men: str, what: str | None) -> None:
    text = replaced(
        CIRCULAR, ("dead_same_colour_bishops = false", "dead_same_colour_bishops = true")
    )
    assert 'dead_with_bare_king = ["bishop", "knight"]' in text
    head, _, tail = text.partition("[armies.start]")
    text = f'{head}[armies.start]\nking = ["d1"]\n{men}\n\n{tail[tail.index("[[armies]]") :]}'
    found = warnings(text)
    assert ("armies[0].start" in found) == (what is not None)
    if what is not None:
        assert what in found["armies[0].start"]
        assert "White" in found["armies[0].start"]


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ('[pieces.F]\nname = "ferz"\nbetza = "FW"\n', "moves as FW; elsewhere a ferz moves as F"),
        ('[pieces.C]\nname = "clerk"\nbetza = "W"\n', "elsewhere it is the camel's letter"),
        ('[pieces.S]\nname = "camel"\nbetza = "C"\n', "elsewhere its letter is C"),
        ('[pieces.S]\nname = "sage"\nbetza = "W"\n', "no army ever has the sage"),
    ],
)
def test_kinds_that_mean_something_else_than_elsewhere(table: str, what: str) -> None:
    found = [f for f in check(BYZANTINE + table) if what in f.text]
    assert len(found) == 1
    letter = table[len("[pieces.")]
    assert found[0].key == f"pieces.{letter}"
    text = (BYZANTINE + table).splitlines()
    assert text[found[0].line - 1][found[0].column - 1 :].startswith(f"{letter}]")


def test_a_kind_said_as_everywhere_is_not_suspicious() -> None:
    own = '[pieces.F]\nname = "ferz"\nbetza = "F"\n'
    assert not [f for f in check(BYZANTINE + own) if "elsewhere" in f.text]


def test_a_forgotten_list_of_promotions() -> None:
    # Pawns of a game without queens and bishops would become these, for nothing else is said.
    text = BYZANTINE.replace("[armies.pawns]", "[armies.pawns]\nclockwise_promotion_files = [5]")
    text = text.replace('meeting_pawns = "stay"', "")
    found = warnings(text)
    assert "queen or bishop, which no army begins with" in found["armies[0].promotion"]
    named = replaced(text, ("[rules]", '[rules]\npromotion = "RNF"'))
    assert "armies[0].promotion" not in warnings(named)


def test_a_board_in_parts() -> None:
    # Twice two void files leave six files about each army: 24 squares of 48.
    voids = [f"{ring}{file}" for ring in "abcd" for file in (4, 5, 12, 13)]
    text = replaced(BYZANTINE, ('centre = "closed"', f'centre = "closed"\nvoids = {voids}'))
    assert warnings(text)["board.voids"] == "board: a king reaches at most 24 of 48 squares"
    assert "board.voids" not in warnings(BYZANTINE)


def test_named_starts_that_are_no_positions() -> None:
    text = replaced(CIRCULAR, ("[starts]\n", '[starts]\n"not. so" = "8/8 w"\n'))
    (found,) = check(text)
    assert found.severity == "warning"
    assert found.key == "starts.not. so"
    line = text.splitlines()[found.line - 1]
    assert line[found.column - 1 :].startswith('"not. so"')


def test_built_in_variants_are_right() -> None:
    for variant in variants():
        found = check(variant.toml)
        assert not [f for f in found if f.severity == "error"]
        # Only games whose sources say so have what is suspicious.
        if not variant.id.startswith("byzantine"):
            assert found == (), variant.id


# --- Hostile files -------------------------------------------------------------------------------


def damaged(text: str, random_: random.Random) -> str:
    """A file with some characters, lines or words changed, lost or doubled."""
    for _ in range(random_.randint(1, 4)):
        lines = text.split("\n")
        n = random_.randrange(len(lines))
        kind = random_.randrange(6)
        if kind == 0:
            del lines[n]
        elif kind == 1:
            lines.insert(random_.randrange(len(lines)), lines[n])
        elif kind == 2:
            lines[n] = re.sub(r"\d+", str(random_.choice((-1, 0, 1, 2, 255, 10**30))), lines[n])
        elif kind == 3:
            words = ('"x"', "[]", "[1, [2]]", "true", "1e9", "{a = 1}", "1979-05-27", '"z1"', "-0")
            lines[n] = re.sub(r"= .*", f"= {random_.choice(words)}", lines[n])
        else:
            at = random_.randrange(len(lines[n]) + 1)
            lines[n] = (
                lines[n][:at] + random_.choice('"[]{}=.#\\\x00é\r') + lines[n][at + kind - 4 :]
            )
        text = "\n".join(lines)
    return text


def agree(text: str) -> None:
    """Checking and reading agree, and neither does more than say so."""
    found = check(text)
    for finding in found:
        assert "\n" not in finding.text
        assert 1 <= finding.line <= text.count("\n") + 1
        line = text.split("\n")[finding.line - 1]
        assert 1 <= finding.column <= len(line) + 1
    errors = [finding for finding in found if finding.severity == "error"]
    if not errors:
        Variant.from_toml(text)
        return
    with pytest.raises(InvalidVariantError) as caught:
        Variant.from_toml(text)
    assert str(caught.value).startswith(errors[0].text[:250])


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_damaged_files_are_told_of_and_nothing_else(variant: Variant) -> None:
    random_ = random.Random(f"damaged {variant.id}")
    for _ in range(40):
        agree(damaged(variant.toml, random_))


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
@settings(max_examples=100, deadline=None)
def test_any_text_is_told_of(text: str) -> None:
    agree(text)
    assert check(text)[0].severity == "error"


VOID = '"a1",'
#: Files that go on and on, each made of as many parts as one says.
LONG = {
    "unknown keys": lambda n: CIRCULAR + "".join(f"k{i} = 1\n" for i in range(n)),
    "starts": lambda n: CIRCULAR + "[starts]\n" + "".join(f"k{i} = 1\n" for i in range(n)),
    "kinds": lambda n: CIRCULAR + "".join(f"k{i} = ['a1']\n" for i in range(n)),
    "voids": lambda n: CIRCULAR.replace("rings", f"voids = [{VOID * n}]\nrings", 1),
    "moats": lambda n: second(CIRCULAR).replace("rings", f"moats = [{'1,' * n}]\nrings", 1),
    "one line": lambda n: CIRCULAR.replace("rings", f"moats = [{'[],' * n}]\nrings", 1),
    "armies": lambda n: CIRCULAR + "[[armies]]\n" * n,
    "pieces": lambda n: second(CIRCULAR) + "".join(f"[pieces.k{i}]\n" for i in range(n)),
}


@pytest.mark.parametrize("make", LONG.values(), ids=LONG.keys())
def test_time_grows_with_the_length_alone(make: Any) -> None:
    def seconds(count: int) -> float:
        text = make(count)
        best = 1e9
        for _ in range(2):
            begun = time.process_time()
            check(text)
            best = min(best, time.process_time() - begun)
        return best

    # Eight times the length takes sixty-four times as long where time is quadratic.
    assert seconds(32_000) < 25 * max(seconds(4_000), 0.002)


# --- The second edition --------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FIRST_EDITION.glob("*.toml")), ids=lambda p: p.stem)
def test_files_of_the_first_release_are_upgraded(path: Path) -> None:
    old = path.read_text(encoding="utf-8")
    new = upgrade(old)
    assert Variant.from_toml(new.text) == Variant.from_toml(old)
    assert tomllib.loads(new.text) == tomllib.loads(old) | {"format": 2}
    # One line more, and all others as they were.
    lines = new.text.splitlines()
    lines.remove("format = 2")
    assert lines == old.splitlines()
    assert len(new.changes) == 1
    assert upgrade(new.text) == (new.text, (), new.hints)
    fen = Board(Variant.from_toml(old)).fen()
    assert Board(Variant.from_toml(new.text)).fen() == fen


def test_void_files_are_better_said_by_an_open_seam() -> None:
    old = (FIRST_EDITION / "orthodox.toml").read_text(encoding="utf-8")
    (hint,) = upgrade(old).hints
    assert "(9, 10)" in hint
    assert 'seam = "open"' in hint
    assert upgrade(CIRCULAR).hints == ()


@pytest.mark.parametrize(
    "said",
    ["format = 1", '  "format"\t=\t+1', "'format' = 0x1 # the first", "format = 0b1"],
)
def test_an_edition_that_is_named_is_changed_where_it_stands(said: str) -> None:
    # A line that looks the same inside of a text is none.
    old = CIRCULAR.replace('source = "', 'source = "format = 1, ', 1)
    place = old.index("\n[board]")
    old = f"{old[:place]}\n{said}{old[place:]}"
    new = upgrade(old)
    assert tomllib.loads(new.text) == tomllib.loads(old) | {"format": 2}
    assert new.text.count("\n") == old.count("\n")
    assert ("# the first" in new.text) == ("# the first" in said)


def test_line_ends_and_comments_stay() -> None:
    old = ("\n  # Above\n\n" + CIRCULAR).replace("\n", "\r\n")
    new = upgrade(old).text
    assert new.replace("format = 2\r\n", "", 1) == old
    assert new.index("# Above") < new.index("format = 2") < new.index("id = ")
    assert "\n" not in new.replace("\r\n", "")


def test_what_is_refused_is_not_upgraded() -> None:
    with pytest.raises(InvalidVariantError, match=r"board\.rings"):
        upgrade(CIRCULAR.replace("rings = 4", "rings = 40"))


# --- The schema ----------------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    with pytest.raises(CircularChessError, match="board, game, variant"):
        schema("x")  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_built_in_files_are_as_the_schema_says(variant: Variant) -> None:
    VALIDATOR.validate(tomllib.loads(variant.toml))


def test_files_of_the_first_edition_are_as_the_schema_says() -> None:
    paths = [*FIRST_EDITION.glob("*.toml"), *Path(__file__).parents[1].glob("examples/*.toml")]
    assert len(paths) >= 3
    for path in paths:
        VALIDATOR.validate(tomllib.loads(path.read_text(encoding="utf-8")))


#: Each table of the file, how a file says it, and its keys in the schema.
TABLES = {
    "": ("{}\n", SCHEMA["properties"]),
    "board": ("[board]\n{}\n", SCHEMA["definitions"]["board"]["properties"]),
    "pawns": ("[pawns]\n{}\n", SCHEMA["definitions"]["pawns"]["properties"]),
    "rules": ("[rules]\n{}\n", SCHEMA["definitions"]["rules"]["properties"]),
    "options": ("[options]\n{}\n", SCHEMA["definitions"]["options"]["properties"]),
    "pieces.S": ("[pieces.S]\n{}\n", SCHEMA["definitions"]["piece"]["properties"]),
    "armies[0]": ("[[armies]]\n{}\n", SCHEMA["definitions"]["army"]["properties"]),
    "armies[0].pawns": (
        "[[armies]]\n[armies.pawns]\n{}\n",
        SCHEMA["definitions"]["army_pawns"]["properties"],
    ),
    "armies[0].castling": (
        "[[armies]]\n[armies.castling]\n{}\n",
        SCHEMA["definitions"]["castling"]["properties"],
    ),
}


def known_keys(table: str, edition: int) -> set[str]:
    """The keys that the reader itself knows in a table: it names them when asked for another."""
    text = f"format = {edition}\n" + TABLES[table][0].format("unheard = 1")
    wanted = f"{table}.unheard".lstrip(".")
    (found,) = [f for f in check(text) if f.key == wanted]
    return set(re.findall("`([^`]+)`", found.text.partition("expected one of")[2]))


@pytest.mark.parametrize("table", TABLES)
def test_the_schema_has_every_key_of_the_reader(table: str) -> None:
    keys = known_keys(table, 2)
    assert len(keys) >= 2
    assert set(TABLES[table][1]) == keys
    if table.startswith("pieces"):
        return
    # The first edition's files may have fewer; the reader and the schema agree on which.
    for key in keys - known_keys(table, 1):
        found = check("format = 1\n" + TABLES[table][0].format(f"{key} = 1"))
        assert any(f"`{key}` needs `format = 2`" in f.text for f in found)
        assert key in SCHEMA_REFUSES.get(table, set()), key


def _refused_in_the_first() -> Iterator[tuple[str, set[str]]]:
    limits = SCHEMA["allOf"][0]["else"]["properties"]
    yield "", {key for key, value in limits.items() if value is False}
    for table in ("board", "pawns", "rules", "options"):
        yield table, {k for k, v in limits[table]["properties"].items() if v is False}
    army = limits["armies"]["items"]["properties"]
    yield "armies[0]", {key for key, value in army.items() if value is False}
    yield "armies[0].pawns", {k for k, v in army["pawns"]["properties"].items() if v is False}


SCHEMA_REFUSES = dict(_refused_in_the_first())


def wrong_forms(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Documents with one key lost, of another type or unknown, each with a word on what it is."""
    import copy

    def places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield (*path, key)
                yield from places(inner, (*path, key))
        elif isinstance(value, list):
            for index, inner in enumerate(value[:2]):
                yield from places(inner, (*path, index))

    for path in places(document, ()):
        for what in ("lost", "retyped", "unknown"):
            changed = copy.deepcopy(document)
            inside: Any = changed
            for part in path[:-1]:
                inside = inside[part]
            if what == "lost":
                del inside[path[-1]]
            elif what == "retyped":
                old = inside[path[-1]]
                inside[path[-1]] = 7 if isinstance(old, (str, list, dict, bool)) else "7"
            else:
                inside["unheard of"] = 1
            yield f"{what} {path}", changed


def toml(value: Any) -> str:
    """A document as one line of TOML for each of its keys."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return (
        f"'{value}'"
        if isinstance(value, str) and "'" not in value
        else (f'"{value}"' if isinstance(value, str) else repr(value))
    )


def _key(key: str) -> str:
    return f'"{key}"'


@pytest.mark.parametrize(
    "id_", ["circular", "orthodox", "byzantine-citadel", "three-man", "jelliss"]
)
def test_the_schema_refuses_the_forms_that_the_reader_refuses(id_: str) -> None:
    document = tomllib.loads(Variant.load(id_).toml)
    compared = refused = 0
    for what, changed in wrong_forms(document):
        text = "".join(f"{_key(key)} = {toml(value)}\n" for key, value in changed.items())
        found = [f for f in check(text) if f.severity == "error"]
        wrong = not VALIDATOR.is_valid(changed)
        compared += 1
        refused += wrong
        # The schema refuses nothing that can be played.
        assert found or not wrong, what
        # What is wrong in form is missing, of a wrong type or unknown.
        form = [
            f
            for f in found
            if re.search(r": missing$|: is not (a |true)|^unknown field|needs `format", f.text)
        ]
        assert wrong or not form, (what, form)
    assert compared > 100
    assert refused > 60

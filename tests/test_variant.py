"""Variants: the built-in ones, one's own, options, equality."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from circularchess import (
    Board,
    InvalidOptionError,
    InvalidVariantError,
    PieceType,
    Square,
    UnknownArmyError,
    UnknownVariantError,
    Variant,
    variants,
)
from circularchess.engine import EngineName
from circularchess.variant import MAX_FILE_SIZE

CIRCULAR = Variant.load("circular")

# id: players, rings, files, check, dead with a bare king
FACTS = {
    "circular": (2, 4, 16, "snaffle", "BN"),
    "circular-strict": (2, 4, 16, "strict", "BN"),
    "circular-society": (2, 4, 16, "snaffle", "BN"),
    "bhati-2": (2, 4, 60, "strict", ""),
    "bhati-3": (3, 4, 60, "strict", ""),
    "bhati-4": (4, 4, 60, "strict", ""),
    "bhati-4-pairs": (4, 4, 60, "strict", ""),
    "bhati-5": (5, 4, 60, "strict", ""),
    "bhati-6": (6, 4, 60, "strict", ""),
    "bhati-6-pairs": (6, 4, 60, "strict", ""),
    "bhati-6-trios": (6, 4, 60, "strict", ""),
    "orthodox": (2, 8, 8, "strict", "BN"),
    "cylinder": (2, 8, 8, "strict", ""),
    "byzantine": (2, 4, 16, "strict", ""),
    "byzantine-mirror": (2, 4, 16, "strict", ""),
    "byzantine-citadel": (2, 4, 16, "strict", ""),
    "byzantine-torus": (2, 4, 16, "strict", ""),
    "jelliss": (2, 4, 16, "strict", "BN"),
    "three-circular": (3, 4, 24, "strict", ""),
    "four-circular": (4, 4, 32, "strict", ""),
    "big-four": (4, 8, 16, "strict", ""),
    "mattlage": (2, 4, 18, "strict", ""),
    "mattlage-68": (2, 4, 18, "strict", ""),
    "mattlage-66": (2, 4, 18, "strict", ""),
    "three-man": (3, 6, 24, "strict", ""),
    "bhati-4-small": (4, 4, 40, "strict", ""),
    "bhati-4-small-pairs": (4, 4, 40, "strict", ""),
}


def test_the_built_in_variants() -> None:
    facts = {
        v.id: (
            v.players,
            v.rings,
            v.files,
            v.check,
            "".join(sorted(kind.letter for kind in v.data.dead_with_bare_king)),
        )
        for v in variants()
    }
    assert facts == FACTS
    for variant in variants():
        assert variant.name
        assert variant.source
        assert Variant.load(variant.id) is variant
        assert variant.letters == tuple(army.letter for army in variant.armies)
        assert [army.seat for army in variant.armies] == sorted(a.seat for a in variant.armies)


def test_squares_of_the_boards() -> None:
    for name, count in (("circular", 64), ("orthodox", 64), ("cylinder", 64), ("bhati-6", 228)):
        variant = Variant.load(name)
        squares = list(variant.squares())
        assert len(squares) == len(set(squares)) == count
        assert [(s.ring, s.file) for s in squares] == sorted((s.ring, s.file) for s in squares)
        assert all(map(variant.has_square, squares))
    bhati = Variant.load("bhati-4")
    assert bhati.voids == {f"d{10 * k + f}" for k in range(6) for f in (9, 10)}
    assert bhati.centre == "null"
    assert not bhati.has_square("d9")
    assert not bhati.has_square("e1")
    assert not bhati.has_square("a61")


def test_sides() -> None:
    sides = Variant.load("bhati-6-pairs").sides
    assert list(sides.values()) == [("r", "g"), ("o", "b"), ("y", "v")]
    assert list(Variant.load("bhati-6").sides.values()) == [tuple("roygbv"[k]) for k in range(6)]
    assert list(Variant.load("bhati-6-trios").sides.values()) == [tuple("ryb"), tuple("ogv")]


def test_armies() -> None:
    red = Variant.load("bhati-6").army("r")
    assert (red.name, red.seat, red.pawn_direction) == ("Red", 0, "inward")
    assert red.start[Square("d4")] is PieceType.KING
    assert red.castling is not None
    assert (red.castling.king, red.castling.king_side, red.castling.queen_side) == (
        "d4",
        "d1",
        "d8",
    )
    white = CIRCULAR.army("w")
    assert white.castling is None
    assert white.clockwise_files >= {2, 3, 4, 5, 6, 7}
    assert white.promotion_squares == {f"{r}{f}" for r in "abcd" for f in (8, 9)}
    for letter in ("x", "", "W", None):
        with pytest.raises(UnknownArmyError):
            CIRCULAR.army(letter)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["", "Circular", "circular ", "bhati-7", None, 3, "\0", "x" * 10**6]
)
def test_unknown_variants(name: str) -> None:
    with pytest.raises(UnknownVariantError) as caught:
        Variant.load(name)
    assert len(str(caught.value)) < 200


# --- Options -------------------------------------------------------------------------------------


def test_options_in_force() -> None:
    assert CIRCULAR.options == {
        "check": "snaffle",
        "double_step": False,
        "en_passant": False,
        "castling": False,
    }
    six = Variant.load("bhati-6").options
    assert six == {
        "check": "strict",
        "stalemate": "pass",
        "double_step": True,
        "en_passant": True,
        "castling": True,
        "null_shift": 2,
    }


def test_changing_options() -> None:
    strict = CIRCULAR.with_options({"check": "strict"})
    assert strict.check == "strict"
    assert strict.changed_options == {"check": "strict"}
    assert CIRCULAR.check == "snaffle"
    both = strict.with_options({"double_step": True})
    assert both.changed_options == {"check": "strict", "double_step": True}
    assert repr(both) == "<Variant 'circular' check=strict double_step=true>"
    back = both.with_options({"check": "snaffle", "double_step": "false"})
    assert back == CIRCULAR
    assert hash(back) == hash(CIRCULAR)
    assert back.changed_options == {}
    assert CIRCULAR.with_options({}) is CIRCULAR
    shifted = Variant.load("bhati-2").with_options({"null_shift": 0})
    assert shifted.data.null_shift == 0
    assert shifted == Variant.load("bhati-2").with_options({"null_shift": "0"})


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("circular", {"chess": "strict"}),
        ("circular", {"check": "Strict"}),
        ("circular", {"check": ""}),
        ("circular", {"check": True}),
        ("circular", {"check": None}),
        ("circular", {"check": "\ud800"}),
        ("circular", {"check": "x" * 100_000}),
        ("circular", {"double_step": "yes"}),
        ("circular", {"double_step": 1}),
        ("circular", {"double_step": 10**5000}),
        ("circular", {"castling": True}),
        ("circular", {"en_passant": True}),
        ("circular", {"stalemate": "draw"}),
        ("circular", {"null_shift": 1}),
        ("bhati-2", {"stalemate": "pass"}),
        ("bhati-3", {"stalemate": "lose"}),
        ("bhati-3", {"null_shift": 3}),
        ("bhati-3", {"null_shift": -1}),
        ("bhati-3", {"null_shift": True}),
        ("orthodox", {"double_step": False}),  # en passant needs it
        ("cylinder", {"castling": True}),
        ("circular", {5: "strict"}),
    ],
)
def test_options_refused(variant: str, options: dict[str, str]) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        Variant.load(variant).with_options(options)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 300


# --- Variant files -------------------------------------------------------------------------------


def test_a_variant_of_ones_own(engine: EngineName, tmp_path: Path) -> None:
    # Circular chess with queens for knights, under another name.
    text = CIRCULAR.toml.replace('id = "circular"', 'id = "two-queens"')
    text = text.replace('queen = ["a16"]', 'queen = ["a16", "c1", "c16"]')
    text = text.replace('knight = ["c1", "c16"]', "knight = []")
    variant = Variant.from_toml(text)
    assert variant.id == "two-queens"
    assert variant != CIRCULAR
    assert variant.start_fen().startswith("RP4prrp4PR/QP4pnnp4PQ/")
    board = Board(variant, engine=engine)
    assert board.piece_at("c16").type is PieceType.QUEEN  # type: ignore[union-attr]
    path = tmp_path / "two-queens.toml"
    path.write_text(text, encoding="utf-8")
    assert Variant.from_file(path) == Variant.from_file(str(path)) == variant


def test_changed_content_under_the_same_id_is_another_variant() -> None:
    other = Variant.from_toml(CIRCULAR.toml.replace("Circular Chess", "Round Chess"))
    assert other.id == CIRCULAR.id
    assert other != CIRCULAR
    assert Board(other) != Board(CIRCULAR)
    assert CIRCULAR != "circular"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[board",
        CIRCULAR.toml + "\nextra = 1",
        CIRCULAR.toml.replace("rings = 4\n", ""),
        CIRCULAR.toml.replace("rings = 4", "rings = -4"),
        CIRCULAR.toml.replace("rings = 4", "rings = 1000000000"),
        CIRCULAR.toml.replace("files = 16", "files = 1000000000"),
        CIRCULAR.toml.replace("files = 16", "files = 15"),
        CIRCULAR.toml.replace('"a1"', '"a17"'),
        "\ud800",
        "\0",
        None,
        b"",
    ],
)
def test_texts_that_are_no_variant(text: str) -> None:
    with pytest.raises(InvalidVariantError) as caught:
        Variant.from_toml(text)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 400


def test_files_that_are_no_variant(tmp_path: Path) -> None:
    path = tmp_path / "variant.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidVariantError, match="not UTF-8 text at byte 0"):
        Variant.from_file(path)
    path.write_bytes(b"#" * (MAX_FILE_SIZE + 1))
    with pytest.raises(InvalidVariantError, match="larger than"):
        Variant.from_file(path)
    with pytest.raises(FileNotFoundError):
        Variant.from_file(tmp_path / "missing.toml")


# --- Value behaviour -----------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_variants_pickle_and_copy(protocol: int) -> None:
    own = Variant.from_toml(CIRCULAR.toml.replace("Circular Chess", "Round Chess"))
    for variant in (*variants(), CIRCULAR.with_options({"check": "strict"}), own):
        again = pickle.loads(pickle.dumps(variant, protocol))
        assert again == variant
        assert again.options == variant.options
        assert copy.copy(variant) is copy.deepcopy(variant) is variant


def test_variants_do_not_change() -> None:
    with pytest.raises(AttributeError):
        CIRCULAR.data = None  # type: ignore[assignment, misc]
    with pytest.raises(AttributeError):
        del CIRCULAR.data
    with pytest.raises(TypeError):
        Variant()
    CIRCULAR.options["check"] = "strict"
    assert CIRCULAR.check == "snaffle"


# --- Reading does not compile --------------------------------------------------------------------


def _compiled_by(code: str) -> int:
    """How many variants a fresh Python makes ready for play in running some code."""
    script = (
        "import copy, pickle\n"
        "from circularchess import Board, Game, Variant, variants\n"
        "from circularchess._core import compiled_variants\n"
        f"{code}\nprint(compiled_variants())"
    )
    return int(subprocess.check_output([sys.executable, "-c", script]))


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("variants()", 0),
        ("[hash(v) for v in variants()]; Variant.load('bhati-6').start_fen()", 0),
        ("Variant.load('circular').with_options({'check': 'strict'}).changed_options", 0),
        ("Board('circular', engine='reference').legal_moves", 0),
        ("Board('circular'); Board('circular', Board('circular').fen())", 1),
        ("[Board('circular', options={'check': 'strict'}) for _ in range(9)]", 1),
        ("[Board('bhati-6', options={'stalemate': s}) for s in ('draw', 'pass', 'draw')]", 2),
        ("own = Variant.from_toml(Variant.load('circular').toml + '#'); Board(own)", 1),
        ("v = Variant.load('circular'); Board(pickle.loads(pickle.dumps(v))); Board(v)", 1),
        ("b = Board('circular'); copy.deepcopy(b); pickle.loads(pickle.dumps(b)); Game()", 1),
    ],
)
def test_a_variant_is_compiled_once(code: str, count: int) -> None:
    assert _compiled_by(code) == count


def test_start_positions_of_built_in_variants_can_be_played_under_all_options() -> None:
    choices = {"check": ("strict", "snaffle"), "null_shift": (0, 1, 2)}
    for variant in variants():
        named = [name for name in choices if name in variant.options]
        for values in product(*(choices[name] for name in named)):
            options = dict(zip(named, values, strict=True))
            assert Board(variant, options=options).legal_moves


def test_an_exposed_king_is_refused_where_the_file_is_read() -> None:
    # White's queen on Black's side of the board, and the pawn before the king not there.
    text = Variant.load("circular-strict").toml.replace('queen = ["a16"]', 'queen = ["a5"]')
    text = text.replace('pawn = ["a7", ', "pawn = [")
    with pytest.raises(InvalidVariantError, match="its king is attacked"):
        Variant.from_toml(text)
    # Under snaffle a king may stand attacked.
    snaffle = Variant.from_toml(text.replace('check = "strict"', 'check = "snaffle"'))
    with pytest.raises(InvalidVariantError, match="its king is attacked"):
        snaffle.with_options({"check": "strict"})


def test_parts_of_a_variant_do_not_change() -> None:
    start = CIRCULAR.army("w").start
    with pytest.raises(TypeError):
        start[Square("a1")] = PieceType.PAWN  # type: ignore[index]
    with pytest.raises(TypeError):
        CIRCULAR.starts["mine"] = ""  # type: ignore[index]
    army = CIRCULAR.army("w")
    assert pickle.loads(pickle.dumps(army)) == copy.deepcopy(army) == army
    assert hash(pickle.loads(pickle.dumps(army))) == hash(army)

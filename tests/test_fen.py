"""Position text: what is read, what is refused and how, and that it reads back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circularchess import Board, InvalidFenError, Piece, PieceType, Setup, Square, Variant, variants
from circularchess.errors import shorten
from circularchess.fen import MAX_COUNTER, MAX_LENGTH, parse_fen, write_fen
from strategies import games, variant_ids

FIRST_EDITION = (
    Path(__file__).parents[1] / "rust/circularchess/tests/engine/first_edition/orthodox.toml"
)

CIRCULAR = Variant.load("circular")
ORTHODOX = Variant.load("orthodox")
BHATI = Variant.load("bhati-2")

RINGS = "RP4prrp4PR/NP4pnnp4PN/BP4pbbp4PB/KP4pkqp4PQ"
REST = " w - - 0 1"

# The start positions as their inventors and players publish them.
STARTS = {
    "circular": f"{RINGS}{REST}",
    "cylinder": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".replace("KQkq", "-"),
    "orthodox": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bhati-2": (
        "rR,rN,rB,rK,rQ,rB,rN,rR,*,*,8,*,*,8,*,*,gR,gN,gB,gK,gQ,gB,gN,gR,*,*,8,*,*,8,*,*/"
        "rP,rP,rP,rP,rP,rP,rP,rP,22,gP,gP,gP,gP,gP,gP,gP,gP,22/60/60 r rKQ,gKQ - 0 1"
    ),
}


@pytest.mark.parametrize("name", STARTS)
def test_start_positions(name: str) -> None:
    variant = Variant.load(name)
    assert variant.start_fen() == STARTS[name]
    assert parse_fen(STARTS[name], variant) == variant.start_setup()


def test_the_other_array_of_circular_chess() -> None:
    (fen,) = CIRCULAR.starts.values()
    board = Board(CIRCULAR, fen)
    assert board.piece_at("a8") == Piece("b", PieceType.QUEEN)
    assert board.piece_at("a9") == Piece("b", PieceType.KING)
    assert len(board.legal_moves) == 12


def test_all_that_a_text_says() -> None:
    rest = "8,*,*,8,*,*,8,*,*,8,*,*,8,*,*"
    text = f"7,rK,*,*,{rest}/60/1,rO,27,gP,30/59,gK g - b34,b3 7 12"
    setup = parse_fen(text, BHATI)
    assert setup == Setup(
        pieces={
            Square("d8"): Piece("r", PieceType.KING),
            Square("b2"): Piece("r", PieceType.PAWN, outbound=True),
            Square("b30"): Piece("g", PieceType.PAWN),
            Square("a60"): Piece("g", PieceType.KING),
        },
        turn="g",
        castling=frozenset(),
        en_passant=(Square("b34"), Square("b3")),
        halfmove=7,
        round=12,
    )
    assert write_fen(setup, BHATI) == text


def test_castling_of_many_armies() -> None:
    variant = Variant.load("bhati-3")
    text = variant.start_fen().replace("rKQ,yKQ,bKQ", "rQ,bK")
    setup = parse_fen(text, variant)
    assert setup.castling == {("r", "Q"), ("b", "K")}
    assert write_fen(setup, variant) == text


def test_spaces_around_do_not_matter() -> None:
    assert parse_fen(f"  {RINGS}{REST}\r\n", CIRCULAR) == CIRCULAR.start_setup()


def test_counters_at_their_limits() -> None:
    setup = parse_fen(f"{RINGS} w - - {MAX_COUNTER} {MAX_COUNTER}", CIRCULAR)
    assert (setup.halfmove, setup.round) == (2**31 - 1, 2**31 - 1)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_starts_read_back(variant: Variant) -> None:
    for text in (variant.start_fen(), *variant.starts.values()):
        assert write_fen(parse_fen(text, variant), variant) == text


@given(games())
def test_games_read_back(board: Board) -> None:
    text = board.fen()
    setup = parse_fen(text, board.variant)
    assert write_fen(setup, board.variant) == text
    described = board.setup()
    described.in_play = None
    assert setup == described


# Orthodox chess as the first release had it: a ring of ten files, two of them void.
GAP = Variant.from_toml(FIRST_EDITION.read_text(encoding="utf-8"))

# (variant, text, parts of the message: the field, the offending text, the place)
EMPTY_D = "8,*,*,8,*,*,8,*,*,8,*,*,8,*,*,8,*,*"
ORTHO_REST = "8/8/8/8/8/8/8"
GAP_REST = "8**/8**/8**/8**/8**/8**/8**"
FAULTS = [
    # number of fields
    ("circular", "", "6 fields", "''"),
    ("circular", "nonsense", "6 fields", "'nonsense'"),
    ("circular", RINGS, "6 fields", "not 1"),
    ("circular", f"{RINGS} w - - 0", "6 fields", "not 5"),
    ("circular", f"{RINGS} w - - 0 1 1", "6 fields", "not 7"),
    ("circular", f"{RINGS}  w - - 0 1", "6 fields", "not 7"),
    ("circular", f"{RINGS}\tw\t-\t-\t0\t1", "6 fields", "not 1"),
    ("circular", f"{RINGS}\u00a0w - - 0 1", "6 fields", "not 5"),
    # rows
    ("circular", "16/16/16" + REST, "placement", "4 rings are needed, not 3"),
    ("circular", "16/16/16/16/16" + REST, "placement", "not 5"),
    ("circular", "16/16/16/16/" + REST, "placement", "not 5"),
    ("circular", "/16/16/16" + REST, "placement", "ring d, file 1", "0 of 16"),
    ("circular", "16/15/16/16" + REST, "placement", "ring c, file 16", "'15'", "15 of 16"),
    ("circular", "16/16/17/16" + REST, "placement", "ring b, file 1", "'17'", "past file 16"),
    ("circular", "16/16/16/9k7" + REST, "placement", "ring a, file 11", "'7'", "past file 16"),
    ("circular", "16/16/16/9k6K" + REST, "placement", "ring a, file 17", "'K'"),
    ("circular", "16/16/16/16K" + REST, "placement", "ring a, file 17", "'K'"),
    ("circular", "K7k8/16/16/16" + REST, "placement", "ring d, file 10", "'8'"),
    # numbers
    ("circular", "0K15/16/16/16" + REST, "placement", "ring d, file 1", "'0'", "zero"),
    ("circular", "K015/16/16/16" + REST, "placement", "ring d, file 2", "'015'", "zero"),
    ("circular", "K00/16/16/16" + REST, "placement", "ring d, file 2", "'00'", "zero"),
    ("circular", "16/-16/16/16" + REST, "placement", "ring c, file 1", "'-'"),
    ("circular", "16/+16/16/16" + REST, "placement", "ring c, file 1", "'+'"),
    ("circular", "16/1_6/16/16" + REST, "placement", "ring c, file 2", "'_'"),
    ("circular", "16/1.6/16/16" + REST, "placement", "ring c, file 2", "'.'"),
    ("circular", f"{'9' * 2000}/16/16/16" + REST, "placement", "ring d", "2000 characters"),
    ("circular", f"1{'0' * 5000}/16/16/16" + REST, "longer than 4096"),
    (
        "circular",
        "\uff116/16/16/16" + REST,
        "ring d, file 1",
        "'\uff11'",
    ),
    ("circular", "\N{ARABIC-INDIC DIGIT NINE}7/16/16/16" + REST, "ring d, file 1"),
    ("circular", "1²4/16/16/16" + REST, "ring d, file 2", "'²'"),
    # letters
    ("circular", "x15/16/16/16" + REST, "placement", "ring d, file 1", "'x'", "'x15'"),
    ("circular", "K7e7/16/16/16" + REST, "placement", "ring d, file 9", "'e'"),
    ("circular", "K7O7/16/16/16" + REST, "placement", "ring d, file 9", "'O'"),
    ("circular", "K7\u212a7/16/16/16" + REST, "placement", "ring d, file 9"),
    ("circular", "K7*7/16/16/16" + REST, "placement", "ring d, file 9", "'*'", "not void"),
    ("circular", "K7,k7/16/16/16" + REST, "placement", "ring d, file 9", "','"),
    ("circular", "K7\x007/16/16/16" + REST, "placement", "ring d, file 9", r"'\x00'"),
    ("circular", "K7\n7/16/16/16" + REST, "placement", "ring d, file 9", r"'\n'"),
    ("circular", "K7\ud8007/16/16/16" + REST, "placement", "ring d, file 9", r"'\ud800'"),
    # voids
    ("gap", f"10/{GAP_REST}{REST}", "placement", "ring h, file 9", "'10'", "void"),
    ("gap", f"8/{GAP_REST}{REST}", "placement", "ring h, file 9", "8 of 10"),
    ("gap", f"8*/{GAP_REST}{REST}", "placement", "ring h, file 10", "9 of 10"),
    ("gap", f"8***/{GAP_REST}{REST}", "placement", "ring h, file 11", "'*'"),
    ("gap", f"8K*/{GAP_REST}{REST}", "placement", "ring h, file 9", "'K'", "void"),
    ("gap", f"7*K*/{GAP_REST}{REST}", "placement", "ring h, file 8", "not void"),
    # usual names: files have letters, rings numbers
    ("orthodox", f"9/{ORTHO_REST}{REST}", "placement", "ring 8, file a", "'9'", "past file"),
    ("orthodox", f"7/{ORTHO_REST}{REST}", "placement", "ring 8", "7 of 8"),
    ("orthodox", f"8/{ORTHO_REST[:-1]}8K{REST}", "placement", "ring 1, file 9", "'K'"),
    ("orthodox", f"8/{ORTHO_REST[:-1]}2x5{REST}", "placement", "ring 1, file c", "'x'"),
    ("orthodox", "8/8/8/8/8/8/8" + REST, "placement", "8 rings", "not 7"),
    # as the first release wrote them, with two void files
    ("orthodox", f"8**/{GAP_REST}{REST}", "placement", "'*'", "first release"),
    ("cylinder", f"8*/{ORTHO_REST}{REST}", "placement", "'*'", "first release"),
    # commas
    ("bhati-2", f"{EMPTY_D}/60/60/59, r - - 0 1", "placement", "ring a, file 60", "''"),
    ("bhati-2", f"{EMPTY_D}/60/60/,59 r - - 0 1", "placement", "ring a, file 1", "''"),
    ("bhati-2", f"{EMPTY_D}/60/60/ r - - 0 1", "placement", "ring a, file 1", "''"),
    ("bhati-2", f"{EMPTY_D}/60/60/59rK r - - 0 1", "placement", "ring a, file 1", "'59rK'"),
    ("bhati-2", f"{EMPTY_D}/60/60/59,K r - - 0 1", "placement", "ring a, file 60", "'K'"),
    ("bhati-2", f"{EMPTY_D}/60/60/59,rX r - - 0 1", "placement", "ring a, file 60", "'rX'"),
    ("bhati-2", f"{EMPTY_D}/60/60/59,rk r - - 0 1", "placement", "ring a, file 60", "'rk'"),
    ("bhati-2", f"{EMPTY_D}/60/60/59,yK r - - 0 1", "placement", "ring a, file 60", "'yK'"),
    ("bhati-2", f"{EMPTY_D}/60/60/060 r - - 0 1", "placement", "ring a, file 1", "'060'"),
    ("bhati-2", f"{EMPTY_D}/60/60/30,31 r - - 0 1", "placement", "ring a, file 31", "'31'"),
    ("bhati-2", "60/60/60/60 r - - 0 1", "placement", "ring d, file 9", "'60'", "void"),
    ("bhati-2", f"{EMPTY_D}/*,59/60/60 r - - 0 1", "placement", "ring c, file 1", "not void"),
    # turn
    ("circular", f"{RINGS} W - - 0 1", "turn", "'W'", "w, b"),
    ("circular", f"{RINGS} r - - 0 1", "turn", "'r'", "w, b"),
    ("circular", f"{RINGS} wb - - 0 1", "turn", "'wb'"),
    ("circular", f"{RINGS} - - - 0 1", "turn", "'-'"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 y - - 0 1", "turn", "'y'", "r, g"),
    # castling
    ("orthodox", f"8/{ORTHO_REST} w KK - 0 1", "castling", "'KK'", "twice"),
    ("orthodox", f"8/{ORTHO_REST} w kK - 0 1", "castling", "'kK'", "'Kk'"),
    ("orthodox", f"8/{ORTHO_REST} w QK - 0 1", "castling", "'QK'", "'KQ'"),
    ("orthodox", f"8/{ORTHO_REST} w KQx - 0 1", "castling", "'x'", "place 3", "'KQx'"),
    ("orthodox", f"8/{ORTHO_REST} w HAha - 0 1", "castling", "'H'", "place 1"),
    ("orthodox", f"8/{ORTHO_REST} w -- - 0 1", "castling", "'-'"),
    ("orthodox", f"8/{ORTHO_REST} w {'K' * 3000} - 0 1", "castling", "3000 characters"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r KQ - 0 1", "castling", "'KQ'"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r rKQ, - 0 1", "castling", "''"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r gK,rK - 0 1", "castling", "'gK,rK'", "'rK,gK'"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r rQK - 0 1", "castling", "'rQK'"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r rK,rQ - 0 1", "castling", "'rKQ'"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r rK,rK - 0 1", "castling", "twice"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r yK - 0 1", "castling", "'yK'"),
    ("bhati-2", f"{EMPTY_D}/60/60/60 r r - 0 1", "castling", "'r'"),
    # en passant
    ("orthodox", f"8/{ORTHO_REST} w - x 0 1", "en passant", "'x'", "no square"),
    ("orthodox", f"8/{ORTHO_REST} w - c0 0 1", "en passant", "'c0'", "no square"),
    ("orthodox", f"8/{ORTHO_REST} w - e3, 0 1", "en passant", "''", "no square"),
    ("orthodox", f"8/{ORTHO_REST} w - e3,e3 0 1", "en passant", "'e3'", "twice"),
    ("orthodox", f"8/{ORTHO_REST} w - c11 0 1", "en passant", "'c11'", "not on this board"),
    ("orthodox", f"8/{ORTHO_REST} w - i5 0 1", "en passant", "'i5'", "not on this board"),
    ("orthodox", f"8/{ORTHO_REST} w - c9 0 1", "en passant", "'c9'", "not on this board"),
    ("orthodox", f"8/{ORTHO_REST} w - c{'9' * 3000} 0 1", "en passant", "no square"),
    # counters
    *(
        ("circular", f"{RINGS} w - - {count} 1", "halfmove", shorten(count), "from 0")
        for count in (
            "-1",
            "x",
            "+1",
            "01",
            "1.5",
            "-",
            "2147483648",
            "9" * 3000,
            "1_0",
            "\uff11",
        )
    ),
    *(
        ("circular", f"{RINGS} w - - 0 {count}", "round", shorten(count), "from 1")
        for count in ("0", "-1", "x", "01", "1.0", "-", "2147483648", "9" * 3000, "0x1")
    ),
]


@pytest.mark.parametrize(("variant", "text", "parts"), [(f[0], f[1], f[2:]) for f in FAULTS],
                         ids=range(len(FAULTS)))  # fmt: skip
def test_faults(variant: str, text: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(InvalidFenError) as caught:
        parse_fen(text, GAP if variant == "gap" else Variant.load(variant))
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 400
    for part in parts:
        assert part in message


@pytest.mark.parametrize("text", [None, 5, b"16", ["16"]])
def test_things_that_are_no_text(text: str) -> None:
    with pytest.raises(InvalidFenError):
        parse_fen(text, CIRCULAR)


def test_enormous_texts_are_refused_at_once() -> None:
    for text in ("1" * 100_000_000, "/" * 10_000_000, " " * 10_000_000 + "x"):
        with pytest.raises(InvalidFenError, match=f"longer than {MAX_LENGTH}"):
            parse_fen(text, CIRCULAR)


@given(st.text(), variant_ids())
def test_any_text_is_read_or_refused(text: str, name: str) -> None:
    variant = Variant.load(name)
    try:
        setup = parse_fen(text, variant)
    except InvalidFenError:
        return
    assert write_fen(setup, variant) == text.strip(" \t\r\n")


@given(st.data())
def test_damaged_texts_are_read_or_refused(data: st.DataObject) -> None:
    variant = Variant.load(data.draw(variant_ids()))
    letters = list(variant.start_fen())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(letters) - 1))
        letters[place] = data.draw(st.sampled_from([*"KQRBNPOkp*/-,0189 rgwb", "", "\n", "é"]))
    text = "".join(letters)
    try:
        setup = parse_fen(text, variant)
    except InvalidFenError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert refusal.isprintable()
    if refusal:
        return
    # What is read means what it says: the canonical form of it reads the same.
    assert parse_fen(write_fen(setup, variant), variant) == setup


# Set-ups of all sorts: most cannot be played, and many no text can describe.
PIECES = st.builds(
    Piece,
    st.sampled_from(["w", "b", "r", "g", "", "ww", "\ud800", "K"]) | st.sampled_from("wbrg"),
    st.sampled_from(PieceType),
    st.sampled_from([False, False, True]),
)
PLACES = st.builds(Square.at, st.integers(1, 5), st.integers(1, 61))
COUNTERS = st.integers(0, 200) | st.sampled_from([-1, 2**31 - 1, 2**31, 2**32, 10**30])
SETUPS = st.builds(
    Setup,
    st.dictionaries(PLACES, PIECES, max_size=6),
    st.sampled_from("wbrg") | st.sampled_from(["", "x", "w b", "\ud800"]),
    st.frozensets(
        st.tuples(st.sampled_from(["w", "b", "r", "g", ""]), st.sampled_from(["K", "Q", "x"])),
        max_size=3,
    ),
    st.lists(PLACES | st.sampled_from(["", "-", "a1 w", "\ud800"]), max_size=3).map(tuple),
    COUNTERS,
    COUNTERS,
)


@given(SETUPS, variant_ids())
def test_whatever_is_written_is_read_back_the_same(setup: Setup, variant_id: str) -> None:
    variant = Variant.load(variant_id)
    try:
        text = write_fen(setup, variant)
    except InvalidFenError as error:
        assert str(error).isprintable()  # noqa: PT017 - some can be written, some cannot
        return
    assert parse_fen(text, variant) == setup


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", ""),
        ("turn", "x"),
        ("turn", "w b"),
        ("castling", frozenset([("x", "K")])),
        ("castling", frozenset([("w", "x")])),
        ("en_passant", (Square("e1"),)),
        ("en_passant", (Square("a1"), Square("a1"))),
        ("en_passant", ("",)),
        ("halfmove", -1),
        ("halfmove", 2**31),
        ("round", 0),
        ("round", 2**31),
    ],
)
def test_what_no_text_describes_is_not_written(field: str, value: object) -> None:
    setup = CIRCULAR.start_setup()
    setattr(setup, field, value)
    with pytest.raises(InvalidFenError):
        write_fen(setup, CIRCULAR)
    # A board that holds it can still be looked at.
    board = Board.from_setup(setup, validate=False)
    assert not board.is_valid()
    assert "a position without text" in repr(board)
    with pytest.raises(InvalidFenError):
        board.fen()

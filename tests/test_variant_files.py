"""Variant files: what is refused, by the name of the key, and that other boards just work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from circularchess import Board, InvalidVariantError, Move, Variant, perft
from circularchess.cli.main import main
from circularchess.engine import EngineName
from made_variants import round_game
from placing import place, targets

TEXT = round_game(5, 12, double_step=True)
ORTHODOX = Variant.load("orthodox").toml
BHATI = Variant.load("bhati-3").toml


def _refused(text: str) -> str:
    with pytest.raises(InvalidVariantError) as caught:
        Variant.from_toml(text)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 400
    return message


def _changed(text: str, old: str, new: str) -> str:
    """The text with the first line that begins so made another."""
    changed, count = re.subn(f"(?m)^{re.escape(old)}.*$", lambda _: new, text, count=1)
    assert count == 1, old
    return changed


def _line(text: str, start: str) -> int:
    """The number of the first line that begins so."""
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


# --- Keys ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table", ["", "[board]", "[pawns]", "[rules]", "[options]", "[armies.pawns]", "[[armies]]"]
)
def test_unknown_keys(table: str) -> None:
    text = f"colour = 1\n{TEXT}" if not table else _changed(TEXT, table, f"{table}\ncolour = 1")
    assert "colour" in _refused(text)


@pytest.mark.parametrize("table", ["[extras]", "[armies.extras]"])
def test_unknown_tables(table: str) -> None:
    assert "extras" in _refused(f"{TEXT}\n{table}\n")


@pytest.mark.parametrize(
    "key",
    [
        *("id", "name", "source", "rings", "files", "centre", "kind", "checkmate", "fen"),
        *("dead_with_bare_king", "dead_same_colour_bishops", "check", "double_step", "letter"),
        *("seat", "clockwise", "anticlockwise", "promotion_files", "king"),
    ],
)
def test_missing_keys(key: str) -> None:
    assert key in _refused(_changed(TEXT, f"{key} = ", ""))


@pytest.mark.parametrize("key", ["direction", "promotion_rings", "en_passant", "castling"])
def test_missing_keys_of_radial_games(key: str) -> None:
    assert key in _refused(_changed(ORTHODOX, f"{key} = ", ""))


@pytest.mark.parametrize("table", ["board", "pawns", "rules", "options"])
def test_missing_tables(table: str) -> None:
    text = re.sub(rf"(?ms)^\[{table}\].*?(?=^\[)", "", TEXT)
    assert text != TEXT
    assert table in _refused(text)


def test_no_armies() -> None:
    assert "armies" in _refused(TEXT[: TEXT.index("[[armies]]")])


def test_a_key_twice() -> None:
    text = _changed(TEXT, "rings", "rings = 5\nrings = 5")
    assert f"line {_line(text, 'files = ') - 1}," in _refused(text)


# --- Values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value"),
    [
        # boards
        *(("rings", value) for value in ("0", "-1", "27", "1000000000000", '"4"', "4.0", "true")),
        *(("files", value) for value in ("0", "2", "13", "-12", "258", "52", "[12]", "nan")),
        *(("centre", value) for value in ('"open"', '"Closed"', "0")),
        *(("kind", value) for value in ('"square"', '""')),
        # rules and options
        *(("checkmate", value) for value in ('"draws"', "true")),
        *(("fen", value) for value in ('"words"', "1")),
        *(("check", value) for value in ('"loose"', "true")),
        *(("double_step", value) for value in ('"yes"', "2")),
        *(("dead_with_bare_king", value) for value in ('["king"]', '["pawn"]', '"bishop"')),
        # words
        *(("id", value) for value in ('""', '"Round"', '"a b"', '"a/b"', '"../x"', '"\\u0000"')),
        *(("name", value) for value in ('""', '" "', '"a\\nb"', "7")),
        # armies
        *(("letter", value) for value in ('"W"', '"ww"', '""', '"1"', '"é"')),
        *(("seat", value) for value in ("-1", "256", '"first"')),
        *(("clockwise", value) for value in ("[0]", "[13]", "[2.5]", "2")),
        *(("promotion_files", value) for value in ("[0]", "[13]")),
        *(("king", value) for value in ('["a13"]', '["f1"]', '["x"]', '"a1"', '["a01"]')),
    ],
)
def test_values_refused_by_the_name_of_their_key(key: str, value: str) -> None:
    text = _changed(TEXT, f"{key} = ", f"{key} = {value}")
    message = _refused(text)
    # What is not even of the right type is told by its line.
    assert key in message or f"line {_line(text, f'{key} = ')}," in message


@pytest.mark.parametrize(
    ("line", "other", "part"),
    [
        # Two armies of one letter, name or seat.
        ("letter = ", 'letter = "b"', "letter"),
        ('name = "White"', 'name = "Black"', "name"),
        ("seat = ", "seat = 1", "seat"),
        # Pawns that would stand without a way on, turn about, or start where they promote.
        ("clockwise = ", "clockwise = [2, 3, 4]", "clockwise"),
        ("clockwise = ", "clockwise = [2, 3, 4, 5, 6]", "clockwise"),
        ("clockwise = ", "clockwise = [2, 3, 4, 5, 8]", "clockwise"),
        ("promotion_files = ", "promotion_files = [7]", "clockwise"),
        ('king = ["a1"]', 'king = ["c4"]\nPAWN = ["a1"]', "pawn"),
        ('king = ["a6"]', 'king = ["c4"]\nPAWN = ["a6"]', "pawn"),
        # Not exactly one king; a square twice; a piece where another stands.
        ("king = ", "king = []", "king"),
        ("king = ", 'king = ["a1", "b4"]', "king"),
        ("queen = ", 'queen = ["a1"]', "a1"),
        ("queen = ", 'queen = ["a6"]', "a6"),
        # Voids under pieces, twice, off the board.
        ("centre = ", 'centre = "closed"\nvoids = ["a1"]', "a1"),
        ("centre = ", 'centre = "closed"\nvoids = ["c4", "c4"]', "voids"),
        ("centre = ", 'centre = "closed"\nvoids = ["c13"]', "voids"),
        # Options without a meaning here.
        ("double_step = ", "double_step = true\nen_passant = true", "en_passant"),
        ("double_step = ", "double_step = true\ncastling = false", "castling"),
        ("double_step = ", 'double_step = true\nstalemate = "pass"', "stalemate"),
        ("double_step = ", "double_step = true\nnull_shift = 1", "null_shift"),
    ],
)
def test_parts_that_do_not_fit_together(line: str, other: str, part: str) -> None:
    text = _changed(TEXT, line, other)
    if "PAWN" in text:
        # White's pawns where the king stood.
        square = text[text.index("PAWN = ") :].partition("\n")[0]
        text = _changed(text.replace(f"{square}\n", ""), "pawn = ", square.lower())
    assert part in _refused(text)


def test_games_of_many_refused() -> None:
    assert "checkmate" in _refused(_changed(BHATI, "checkmate = ", 'checkmate = "ends"'))
    assert "fen" in _refused(_changed(BHATI, "fen = ", 'fen = "letters"'))
    assert "null_shift" in _refused(_changed(BHATI, "null_shift = ", "null_shift = 3"))
    assert "stalemate" in _refused(_changed(BHATI, "stalemate = ", 'stalemate = "win"'))
    one_side = re.sub(r"(?m)^(letter = .*)$", r'\1\nside = "all"', BHATI)
    assert "side" in _refused(one_side)


def test_an_exposed_king_at_the_start() -> None:
    # Black's king on d3 is a leap from White's knight on c1, in a strict game with White to move.
    text = round_game(5, 12, check="strict")
    assert Variant.from_toml(text).check == "strict"
    text = _changed(text, 'king = ["a6"]', 'king = ["d3"]')
    assert "armies.start" in _refused(text)
    # Where the king may be taken, it may be taken at once.
    assert Variant.from_toml(text.replace('"strict"', '"snaffle"')).check == "snaffle"


# --- Another board -------------------------------------------------------------------------------


def test_the_board_of_five_rings_and_twelve_files(engine: EngineName) -> None:
    board = Board(Variant.from_toml(TEXT), engine=engine)
    # Rings e to a; the officers go a: king and queen, b: bishop, c: knight, d: rook, e: bishop.
    rows = ["BP2pbbp2PB", "RP2prrp2PR", "NP2pnnp2PN", "BP2pbbp2PB", "KP2pkqp2PQ"]
    assert board.fen() == "/".join(rows) + " w - - 0 1"
    # 10 pawns with two steps each; a knight on c1 reaches b3, d3 and over the seam b11 and d11
    # (pawns of its own), e2, a2, e12, a12 (own pieces): so b3 and d3; the other likewise b10, d10.
    assert len(board.legal_moves) == 10 * 2 + 2 * 2
    # A pawn on b4 takes both steps from the pawn on b5; those on a5 and c5 may capture it.
    board.push_uci("b2b4")
    assert len(board.legal_moves) == 24 - 2 + 2
    assert targets(board, "b5") == set()


def test_twelve_files_in_all_the_layers(engine: EngineName, tmp_path: Path) -> None:
    path = tmp_path / "round.toml"
    path.write_text(TEXT, encoding="utf-8")
    variant = Variant.from_file(path)
    board = Board(variant, engine=engine)
    # Promotion four steps from the start: file 2 to file 6.
    board.set_fen("12/12/4P7/12/K5k5 w - - 0 1")
    assert targets(board, "c5") == {"c6"}
    assert {m.uci() for m in board.legal_moves if m.from_square == "c5"} == {
        f"c5c6{kind}" for kind in "qrbn"
    }
    board.push(Move.from_uci("c5c6n"))
    assert board.fen() == "12/12/5N6/12/K5k5 b - - 0 1"
    again = Board(variant, board.fen(), engine=engine)
    assert again == board
    assert "e12" not in board.text()
    assert str(board.pop()) == "c5c6n"


@pytest.mark.parametrize("size", [(5, 12), (3, 20), (2, 8), (8, 32), (26, 8)], ids=str)
@pytest.mark.parametrize("check", ["strict", "snaffle"])
def test_both_engines_count_the_same(size: tuple[int, int], check: str) -> None:
    variant = Variant.from_toml(round_game(*size, check=check, double_step=size[1] > 8))
    depths = (1, 2) if size[0] * size[1] <= 64 else (1,)
    counts = [
        [perft(Board(variant, engine=engine), depth) for depth in depths]
        for engine in ("rust", "reference")
    ]
    assert counts[0] == counts[1]


@pytest.mark.deep
@pytest.mark.parametrize("size", [(5, 12), (3, 20), (2, 8), (8, 32)], ids=str)
def test_both_engines_count_the_same_deeper(size: tuple[int, int]) -> None:
    variant = Variant.from_toml(round_game(*size, double_step=size[1] > 8))
    fast, slow = (Board(variant, engine=engine) for engine in ("rust", "reference"))
    assert perft(fast, 3) == perft(slow, 3)


def test_the_command_line_takes_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.toml"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["perft", "--variant-file", str(path), "--depth", "2", "--check"])
    assert left.value.code == 0
    assert re.search(r"Nodes searched: [0-9]+\n$", capsys.readouterr().out)
    path.write_text(_changed(TEXT, "files = ", "files = 13"), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["show", "--variant-file", str(path)])
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "board.files" in captured.err


def test_the_largest_and_the_smallest_boards(engine: EngineName) -> None:
    # 4 x 64 squares, the most there are: a lone rook has 63 + 3 moves.
    board = place(engine, Variant.from_toml(round_game(4, 64)), "w", {"w": "Ka5 Rb64", "b": "Kc20"})
    assert len(targets(board, "b64")) == 66
    assert board.fen() == "64/19k44/63R/4K59 w - - 0 1"
    # 2 x 4: no file is left for pawns between the pieces.
    text = re.sub("(?m)^(pawn|rook|bishop|knight|queen) = .*$", r"\1 = []", round_game(2, 4))
    board = Board(Variant.from_toml(text), engine=engine)
    # Kings on a1 and a2: White takes at once, or steps to b1, b2, b4, a4.
    assert {m.uci() for m in board.legal_moves} == {"a1a2", "a1b1", "a1b2", "a1b4", "a1a4"}

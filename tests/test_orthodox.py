"""Orthodox chess in its usual notation; the rules are in `test_python_chess`."""

from __future__ import annotations

import copy
import io
import json
import pickle
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import given

from circularchess import Board, Game, InvalidSquareError, Move, PgnError, Square, Variant
from circularchess.engine import EngineName
from circularchess.pgn import read_games
from commands import status
from strategies import games

ORTHODOX = Variant.load("orthodox")

# --- Squares -------------------------------------------------------------------------------------


def test_squares_know_rank_and_file() -> None:
    for name in chess.SQUARE_NAMES:
        number = chess.parse_square(name)
        square = ORTHODOX.square(name)
        assert square == name
        assert hash(square) == hash(name) == hash(Square(name))
        assert square == Square(name)
        assert square.ring == chess.square_rank(number) + 1
        assert square.file == chess.square_file(number) + 1
        assert (square.file_name, square.ring_name) == (name[0], name[1])
        assert square.is_light == bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[number])
        assert ORTHODOX.square_at(square.ring, square.file) is square
        assert type(square).at(square.ring, square.file) is square
        assert isinstance(square, Square)


def test_there_is_one_object_a_square() -> None:
    square = ORTHODOX.square("e4")
    assert ORTHODOX.square(Square("e4")) is square
    assert Variant.load("cylinder").square("e4") is square
    assert Square(square) is square
    for twin in (pickle.loads(pickle.dumps(square)), copy.copy(square), copy.deepcopy(square)):
        assert twin is square
    # On other boards the same text is another place.
    assert Square("e4") is not square
    assert (Square("e4").ring, Square("e4").file) == (5, 4)
    assert Variant.load("circular").square("d4") is Square("d4")
    with pytest.raises(AttributeError):
        square.ring = 1


def test_squares_sort_as_their_texts_and_so_do_moves() -> None:
    named = [ORTHODOX.square(name) for name in chess.SQUARE_NAMES]
    plain = [Square(name) for name in chess.SQUARE_NAMES]
    assert sorted(named) == sorted(plain) == sorted(chess.SQUARE_NAMES)
    assert ORTHODOX.square("e4") <= Square("e4") <= ORTHODOX.square("e4") < Square("e5")
    moves = list(Board("orthodox").legal_moves)
    assert moves == sorted(moves)
    assert [move.uci() for move in moves] == sorted(move.uci() for move in moves)
    for move in moves:
        twin = Move.from_uci(move.uci())
        assert (twin, hash(twin)) == (move, hash(move))


@pytest.mark.parametrize("name", ["i1", "a9", "a0", "E4", "e44", "", "e4 ", None, 4])
def test_squares_refused(name: str) -> None:
    with pytest.raises(InvalidSquareError) as caught:
        ORTHODOX.square(name)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_all_squares_handed_out_are_the_boards_own(engine: EngineName) -> None:
    board = Board("orthodox", engine=engine)
    # Plain texts go in, moves made by hand too.
    board.push(Move("e2", "e4"))
    board.push_uci("d7d5")
    board.push_san("exd5")
    game = Game("orthodox")
    game.add(Move("g1", "f3"))
    seen = [
        *board.piece_map(),
        *board.setup().pieces,
        *Board.from_json(board.to_json()).setup().pieces,
        *pickle.loads(pickle.dumps(board)).piece_map(),
        *board.attackers("w", "f3"),
        *(s for move in board.legal_moves for s in (move.from_square, move.to_square)),
        *(s for move in board.move_stack for s in (move.from_square, move.to_square)),
        *(s for move in game.mainline_moves() for s in (move.from_square, move.to_square)),
        *ORTHODOX.squares(),
        *ORTHODOX.army("b").start,
        *ORTHODOX.army("b").promotion_squares,
        *(cell.square for cell in ORTHODOX.geometry().cells),
        *(cell.square for cell in ORTHODOX.flat_geometry().cells),
        board.king("b"),
        board.find_move("e8", "d7").to_square if board.is_legal("e8d7") else board.king("w"),
        board.parse_uci("a7a6").to_square,
    ]
    double = Board("orthodox", engine=engine)
    double.push_uci("e2e4")
    seen += double.en_passant_squares
    shown = Board("orthodox", "8/8/8/8/8/8/8/R7 w - e3 0 1", engine=engine, validate=False)
    seen += [*shown.piece_map(), *shown.en_passant_squares]
    for square in seen:
        assert square is not None
        assert square is ORTHODOX.square(square)


# --- Positions and moves -------------------------------------------------------------------------


def test_the_en_passant_square_is_written_after_every_double_step(engine: EngineName) -> None:
    board, twin = Board("orthodox", engine=engine), chess.Board()
    for text in ["a4", "h5", "a5", "b5", "axb6", "Rh6", "h4", "g5", "hxg5", "f5", "gxf6"]:
        board.push_san(text)
        twin.push_san(text)
        assert board.fen() == twin.fen(en_passant="fen")
        # Without it, where no capture is possible, the text is read as well.
        assert Board("orthodox", twin.fen(), engine=engine).fen() == twin.fen()


@given(games("orthodox"))
def test_positions_of_games_are_read_by_python_chess(board: Board) -> None:
    text = board.fen()
    assert chess.Board(text).fen(en_passant="fen") == text
    assert Board("orthodox", text) == board


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_perft_of_a_position(engine: EngineName, capsys: pytest.CaptureFixture[str]) -> None:
    assert status("perft", "orthodox", "--depth", "2", "--fen", KIWIPETE, "--engine", engine) == 0
    assert capsys.readouterr().out.endswith("\nNodes searched: 2039\n")


@pytest.mark.parametrize(
    "fen",
    [
        "9/8/8/8/8/8/8/8 w - - 0 1",
        KIWIPETE.replace("p1pp", "p1ppp"),
        KIWIPETE.replace("KQkq", "kqKQ"),
        KIWIPETE.replace(" w ", " x "),
        KIWIPETE.replace("- 0", "e9 0"),
        KIWIPETE.replace("- 0", "e6 0"),
        KIWIPETE.replace("R3K2R", "R3KR2"),
        KIWIPETE.replace("/", "|"),
        KIWIPETE.replace("/", "**/"),  # as the first release wrote them
    ],
)
def test_positions_refused(fen: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status("perft", "orthodox", "--depth", "1", "--fen", fen) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("circularchess: error: ")
    assert output.err.count("\n") == 1
    assert "Traceback" not in output.err


def test_moves_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("moves", "orthodox", "--moves", "e4 e5") == 0
    printed = capsys.readouterr().out.splitlines()
    twin = chess.Board()
    for text in ("e4", "e5"):
        twin.push_san(text)
    listed = (f"{move.uci()} {twin.san(move)}" for move in twin.legal_moves)
    assert sorted(printed) == sorted(listed)


def test_json_speaks_usual_names() -> None:
    board = Board("orthodox")
    board.push_san("e4")
    told = json.loads(board.to_json(legal_moves=True))
    assert told["en_passant"] == ["e3"]
    assert told["pieces"]["e4"] == "wP"
    knight = {"uci": "g8f6", "from": "g8", "to": "f6", "promotion": None, "san": "Nf6",
              "safe": True}  # fmt: skip
    assert any(knight.items() <= move.items() for move in told["legal_moves"])
    assert Board.from_json(told) == board


# --- Records -------------------------------------------------------------------------------------

RECORD = """[Event "Hastings"]
[White "Pillsbury"]
[Black "Lasker"]
[Result "1/2-1/2"]
{tag}
1. d4 d5 2. c4 e6 {{the usual}} 3. Nc3 (3. Nf3 Nf6) 3... Nf6 $1 4. Bg5 1/2-1/2
"""


@pytest.mark.parametrize(
    "name",
    ["Standard", "Chess", "chess", "STANDARD", "standard", "From Position", "orthodox",
     "Orthodox chess"],
)  # fmt: skip
def test_names_of_the_game_in_records(name: str) -> None:
    # Whatever the game of records that do not say is.
    game = Game.from_pgn(RECORD.format(tag=f'[Variant "{name}"]\n'))
    assert game.variant == ORTHODOX
    assert game.end().ply == 7
    assert game.variations[0].variations[0].move == Move("d7", "d5")


def test_a_record_without_the_tag() -> None:
    game = Game.from_pgn(RECORD.format(tag=""), variant="orthodox")
    assert game.variant == ORTHODOX
    written = game.to_pgn()
    assert '[Variant "Standard"]' in written
    twin = chess.pgn.read_game(io.StringIO(written))
    assert twin is not None
    assert not twin.errors
    assert type(twin.board()) is chess.Board
    assert [move.uci() for move in twin.mainline_moves()] == [
        move.uci() for move in game.mainline_moves()
    ]
    assert twin.next().next().next().next().comment == "the usual"  # type: ignore[union-attr]
    assert Game.from_pgn(written).to_pgn() == written


def test_the_command_line_converts_records_without_the_tag(tmp_path: Path) -> None:
    source, target, back = (tmp_path / name for name in ("in.pgn", "out.json", "back.pgn"))
    source.write_text(RECORD.format(tag=""), encoding="utf-8")
    assert status("convert", str(source), str(target), "--variant", "orthodox") == 0
    assert status("convert", str(target), str(back)) == 0
    twin = chess.pgn.read_game(io.StringIO(back.read_text(encoding="utf-8")))
    assert twin is not None
    assert [move.uci() for move in twin.mainline_moves()] == [
        "d2d4",
        "d7d5",
        "c2c4",
        "e7e6",
        "b1c3",
        "g8f6",
        "c1g5",
    ]
    # Another game than the record's makes no difference where the record says.
    source.write_text(back.read_text(encoding="utf-8"), encoding="utf-8")
    assert status("convert", str(source), str(target), "--variant", "bhati-2") == 0


def test_other_options_are_another_game() -> None:
    game = Game("orthodox", options={"castling": False})
    written = game.to_pgn()
    assert '[Variant "orthodox"]' in written
    assert '[Options "castling=false"]' in written
    assert Game.from_pgn(written).variant == game.variant


def test_a_variant_of_ones_own_keeps_its_name() -> None:
    toml = ORTHODOX.toml.replace('id = "orthodox"', 'id = "chess"').replace(
        'name = "Orthodox chess"', 'name = "My chess"'
    )
    own = Variant.from_toml(toml)
    written = Game(own).to_pgn()
    assert '[Variant "chess"]' in written
    (game,) = read_games(io.StringIO(written), variants=[own])
    assert game.variant == own


# What `orthodox` was in the first release: ring letters first, and two void files.
GAPS = "4k3**/8**/8**/8**/8**/8**/8**/4K3** w - - 0 1"
FIRST = [
    ('[Variant "orthodox"]\n\n1. d5 e5 2. Nc6 *\n', "e4"),
    ('[Variant "orthodox"]\n\n1. c3 c6 2. d5 *\n', "e4"),
    ('[Variant "cylinder"]\n\n1. d4 e4 2. Nc6 *\n', None),
    (f'[Variant "orthodox"]\n[SetUp "1"]\n[FEN "{GAPS}"]\n\n1. a5b5 *\n', None),
]


@pytest.mark.parametrize(("record", "usual"), FIRST)
def test_records_of_the_first_release_are_refused(record: str, usual: str | None) -> None:
    with pytest.raises(PgnError) as caught:
        Game.from_pgn(record)
    message = str(caught.value)
    assert "\n" not in message
    assert "first release" in message
    assert usual is None or f"'{usual}'" in message


def test_a_wrong_move_is_not_taken_for_the_first_release() -> None:
    with pytest.raises(PgnError) as caught:
        Game.from_pgn('[Variant "Standard"]\n\n1. e4 e5 2. Nf6 *\n')
    assert "first release" not in str(caught.value)

"""Orthodox chess in its usual notation, both ways; the rules are in `test_python_chess`."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given

from circularchess import Board, InvalidFenError, InvalidMoveError, InvalidSquareError, Move
from circularchess.engine import EngineName
from circularchess.orthodox import (
    export_fen,
    export_square,
    export_uci,
    import_fen,
    import_square,
    import_uci,
    is_usual_fen,
)
from commands import status
from strategies import games


def assert_one_line(error: Exception) -> None:
    assert str(error).isprintable()
    assert len(str(error)) < 300


# --- Notation ------------------------------------------------------------------------------------


def test_squares_both_ways() -> None:
    for name in chess.SQUARE_NAMES:
        square = import_square(name)
        number = chess.parse_square(name)
        assert square.ring == chess.square_rank(number) + 1
        assert square.file == chess.square_file(number) + 1
        assert export_square(square) == name
        # Even the colours are the same.
        assert square.is_light == bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[number])


def test_moves_both_ways() -> None:
    assert import_uci("e1g1") == "a5a7"
    assert import_uci("a7b8q") == "g1h2q"
    assert export_uci("g1h2q") == "a7b8q"
    assert import_uci("e7e8n") == "g5h5n"


def test_every_move_both_ways() -> None:
    # All that can be written on an 8 x 8 board, sense or none.
    usual = [
        f"{origin}{target}{promotion}"
        for origin in chess.SQUARE_NAMES
        for target in chess.SQUARE_NAMES
        for promotion in ("", "q", "r", "b", "n")
    ]
    own = list(map(import_uci, usual))
    assert list(map(export_uci, own)) == usual
    assert len(set(own)) == 64 * 64 * 5
    for text, name in zip(own, usual, strict=True):
        move = Move.from_uci(text)
        assert move.from_square == import_square(name[:2])
        assert move.to_square == import_square(name[2:4])
        assert move.uci() == text


@pytest.mark.parametrize("name", ["i1", "a9", "a0", "E4", "e44", "", "e4 ", None, 4])
def test_squares_refused(name: str) -> None:
    with pytest.raises(InvalidSquareError) as caught:
        import_square(name)
    assert_one_line(caught.value)


@pytest.mark.parametrize("name", ["d9", "d10", "i1", "a99", "x", ""])
def test_own_squares_refused(name: str) -> None:
    with pytest.raises(InvalidSquareError) as caught:
        export_square(name)
    assert_one_line(caught.value)


@pytest.mark.parametrize(
    "text", ["", "0000", "e2", "e2e9", "i1a1", "e2-e4", "e7e8k", "e7e8Q", "e2e4\n", "P@e4", None, 7]
)
def test_moves_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        import_uci(text)
    assert_one_line(caught.value)


@pytest.mark.parametrize("text", ["", "d9d10", "a5a10", "a1i1", "a1a2k", None])
def test_own_moves_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        export_uci(text)
    assert_one_line(caught.value)


def test_every_rank_field_and_right_both_ways() -> None:
    """Each of the fields over all it can say, the others held."""
    for pieces in ("KQRBNPkq", "rbnpPNBR", "k6K", "1q1r1b1n", "P7", "7p", "3K4", "8"):
        for rank in range(8):
            rows = ["8"] * 8
            rows[rank] = pieces
            usual = f"{'/'.join(rows)} w - - 0 1"
            own = import_fen(usual)
            assert own.split()[0].split("/")[rank] == f"{pieces}**"
            assert export_fen(own) == usual
    for turn in "wb":
        for rights in range(16):
            castling = "".join(c for n, c in enumerate("KQkq") if rights >> n & 1) or "-"
            for passed in ("-", *chess.SQUARE_NAMES):
                usual = f"k7/8/8/8/8/8/8/K7 {turn} {castling} {passed} 13 40"
                own = import_fen(usual)
                square = "-" if passed == "-" else import_square(passed)
                assert own == f"k7**/8**/8**/8**/8**/8**/8**/K7** {turn} {castling} {square} 13 40"
                assert export_fen(own) == usual


def test_positions_both_ways() -> None:
    start = Board("orthodox").fen()
    assert import_fen(chess.STARTING_FEN) == start
    assert export_fen(start) == chess.STARTING_FEN
    passed = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    own = import_fen(passed)
    assert own.split()[3] == "f6"  # of all squares this one has the same name in both
    assert import_fen(passed.replace("f6", "d6")).split()[3] == "f4"
    assert export_fen(own) == passed
    # Neighbouring numbers, allowed in the usual notation, are eight squares, not forty-four.
    assert import_fen("44/8/8/8/8/8/8/K1k5 w - - 0 1").startswith("8**/8**/")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        chess.STARTING_FEN.rsplit(" ", 1)[0],
        "8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/8/8 w - - 0 1",
        "9/8/8/8/8/8/8/8 w - - 0 1",
        "7/8/8/8/8/8/8/8 w - - 0 1",
        "8K/8/8/8/8/8/8/8 w - - 0 1",
        "8**/8/8/8/8/8/8/8 w - - 0 1",
        "x7/8/8/8/8/8/8/8 w - - 0 1",
        "07K/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - e9 0 1",
        "8/8/8/8/8/8/8/8 w - e 0 1",
        "8/8/8/8/8/8/8/8" + "8" * 10**6,
        None,
        5,
    ],
)
def test_positions_refused(text: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        import_fen(text)
    assert_one_line(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        chess.STARTING_FEN,
        "8**/8**/8**/8**/8**/8**/8**/7** w - - 0 1",
        "8**/8**/8**/8**/8**/8**/8** w - - 0 1",
        "8**/8**/8**/8**/8**/8**/8**/8** w - c9 0 1",
        "8**/8**/8**/8**/8**/8**/8**/8** w -",
        "10/8**/8**/8**/8**/8**/8**/8** w - - 0 1",
    ],
)
def test_own_positions_refused(text: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        export_fen(text)
    assert_one_line(caught.value)


def test_telling_the_two_forms_apart() -> None:
    assert is_usual_fen(chess.STARTING_FEN)
    assert not is_usual_fen(import_fen(chess.STARTING_FEN))
    assert not is_usual_fen("nonsense")


@given(games("orthodox"))
def test_positions_of_games_both_ways(board: Board) -> None:
    usual = export_fen(board.fen())
    assert import_fen(usual) == board.fen()
    assert chess.Board(usual).fen(en_passant="fen") == usual


# --- The command line ----------------------------------------------------------------------------

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize("fen", [KIWIPETE, import_fen(KIWIPETE)])
def test_perft_of_a_usual_text(
    fen: str, engine: EngineName, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status("perft", "orthodox", "--depth", "2", "--fen", fen, "--engine", engine) == 0
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
    ],
)
def test_usual_texts_refused(fen: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status("perft", "orthodox", "--depth", "1", "--fen", fen) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("circularchess: error: ")
    assert output.err.count("\n") == 1
    assert "Traceback" not in output.err


def test_other_variants_do_not_take_the_usual_text(capsys: pytest.CaptureFixture[str]) -> None:
    # On the cylinder the usual text is the library's own, but there is no castling.
    assert status("perft", "cylinder", "--depth", "1", "--fen", KIWIPETE) == 2
    assert "castling" in capsys.readouterr().err
    assert status("perft", "circular", "--depth", "1", "--fen", KIWIPETE) == 2
    assert "rings are needed" in capsys.readouterr().err

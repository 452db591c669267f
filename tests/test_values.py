"""Squares, pieces and moves over their whole domain."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circularchess import (
    InvalidMoveError,
    InvalidPieceError,
    InvalidSquareError,
    Move,
    Piece,
    PieceType,
    Square,
)
from circularchess.errors import shorten
from strategies import moves

ALL_SQUARES = [Square.at(ring, file) for ring in range(1, 27) for file in range(1, 1000)]


def test_every_square_reads_back() -> None:
    for square in ALL_SQUARES:
        assert square == f"{'abcdefghijklmnopqrstuvwxyz'[square.ring - 1]}{square.file}"
        assert Square(str(square)) is square
        assert Square.at(square.ring, square.file) is square
        assert square.ring_letter == square[0]


def test_squares_are_light_where_ring_and_file_add_up_to_odd() -> None:
    # White's queen of Circular Chess stands on her own colour, a16.
    assert Square("a16").is_light
    for square in ALL_SQUARES[::7]:
        assert square.is_light == ((square.ring + square.file) % 2 == 1)


def test_squares_sort_by_ring_and_file() -> None:
    shuffled = ALL_SQUARES.copy()
    random.Random(1).shuffle(shuffled)
    assert sorted(shuffled) == ALL_SQUARES
    low, high = Square("a9"), Square("a10")
    assert low < high
    assert low <= high
    assert high > low
    assert high >= low
    assert max("a9", "a10") == "a9"  # as plain texts would sort


@pytest.mark.parametrize(
    "name",
    [
        "", "a", "1", "a0", "a01", "A1", "a1 ", " a1", "a1\n", "aa1", "a1000", "a-1", "a+1", "a1.0",
        "ä1", "a\N{ARABIC-INDIC DIGIT ONE}", "a\N{FULLWIDTH DIGIT ONE}", "a\0", "\ud800",
        "a" * 10_000, "a" + "9" * 10_000,
    ],
    ids=shorten,
)  # fmt: skip
def test_texts_that_are_no_squares(name: str) -> None:
    with pytest.raises(InvalidSquareError) as caught:
        Square(name)
    _one_short_line(caught.value, shorten(name))


@pytest.mark.parametrize("name", [None, 5, b"a1", ["a1"], ("a", 1)])
def test_things_that_are_no_squares(name: object) -> None:
    with pytest.raises(InvalidSquareError):
        Square(name)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ring", "file"),
    [(0, 1), (27, 1), (1, 0), (1, 1000), (-1, 5), (10**5000, 1), (1, 10**5000)],
    ids=shorten,
)
def test_numbers_that_are_no_squares(ring: int, file: int) -> None:
    with pytest.raises(InvalidSquareError) as caught:
        Square.at(ring, file)
    _one_short_line(caught.value)


def test_squares_do_not_change() -> None:
    square = Square("b3")
    for name in ("ring", "file", "other"):
        with pytest.raises(AttributeError):
            setattr(square, name, 1)
        with pytest.raises(AttributeError):
            delattr(square, name)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_values_pickle_and_copy(protocol: int) -> None:
    values: list[object] = [
        Square("d16"),
        Piece("r", PieceType.PAWN, outbound=True),
        Move("c7", "d8", PieceType.KNIGHT),
    ]
    again = pickle.loads(pickle.dumps(values, protocol))
    assert again == values
    assert list(map(type, again)) == list(map(type, values))
    assert again[0].ring == 4
    assert copy.deepcopy(values) == values
    assert [copy.copy(value) for value in values] == values


def test_pieces_read_back() -> None:
    pieces = [Piece(army, kind) for army in "wbroygv" for kind in PieceType]
    pieces += [Piece(army, PieceType.PAWN, outbound=True) for army in "roygbv"]
    assert len({piece.symbol for piece in pieces}) == len(pieces)
    for piece in pieces:
        assert Piece.from_symbol(piece.symbol) == piece
        assert piece.symbol == piece.army + piece.letter
    for kind in PieceType:
        assert PieceType.from_letter(kind.letter) is kind
        assert PieceType.from_letter(kind.letter.lower()) is kind


@pytest.mark.parametrize("symbol", ["", "K", "rÄ", "rk", "rKK", None, 3, "r\ud800"], ids=shorten)
def test_texts_that_are_no_pieces(symbol: str) -> None:
    with pytest.raises(InvalidPieceError):
        Piece.from_symbol(symbol)


@pytest.mark.parametrize("letter", ["", "O", "Ä", "KQ", " ", "PNBRQK", None, 3])
def test_texts_that_are_no_piece_letters(letter: str) -> None:
    with pytest.raises(InvalidPieceError):
        PieceType.from_letter(letter)


@given(moves())
def test_moves_read_back(move: Move) -> None:
    assert Move.from_uci(move.uci()) == move
    assert str(move) == move.uci()
    assert eval(repr(move), {"Move": Move}) == move
    assert Move(move.from_square, move.to_square, move.promotion) == move
    assert hash(Move.from_uci(move.uci())) == hash(move)


@given(moves(), moves())
def test_moves_are_equal_only_when_all_is_equal(one: Move, other: Move) -> None:
    def parts(move: Move) -> tuple[Square, Square, int]:
        return (move.from_square, move.to_square, move.promotion or 0)

    assert (one == other) == (parts(one) == parts(other))
    assert (one < other) == (parts(one) < parts(other))
    assert (one <= other) == (parts(one) <= parts(other))
    assert (one > other) == (parts(one) > parts(other))
    assert (one >= other) == (parts(one) >= parts(other))


def test_no_two_moves_of_a_board_share_a_key() -> None:
    # Squares packed in too small a base would make b1 and a11 the same.
    squares = [Square.at(ring, file) for ring in range(1, 5) for file in range(1, 61)]
    promotions = (None, PieceType.KNIGHT, PieceType.QUEEN)
    some = [Move(a, b, p) for a in squares for b in squares[::3] for p in promotions]
    assert len(set(some)) == len({hash(move) for move in some}) == len(some)


def test_moves_do_not_change() -> None:
    move = Move("a1", "a2")
    with pytest.raises(AttributeError):
        move.promotion = PieceType.QUEEN
    with pytest.raises(AttributeError):
        del move.to_square
    assert move != "a1a2"
    assert move != None  # noqa: E711 - the operator is what is tested
    with pytest.raises(TypeError):
        move < "a1a3"  # type: ignore[operator]  # noqa: B015


@pytest.mark.parametrize(
    "text",
    [
        "", "a1", "a1a", "a1a2k", "a1a2p", "a1a2Q", "a1 a2", "a1-a2", "a1a2=q", "A1A2", "a1a2\n",
        "a0a1", "a1a01", "0000", "O-O", "a1a2qq", None, 7, b"a1a2", "a1a2" * 10_000, "\ud800",
    ],
    ids=shorten,
)  # fmt: skip
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move.from_uci(text)
    _one_short_line(caught.value)


@pytest.mark.parametrize("promotion", [PieceType.PAWN, PieceType.KING, 0, 7, -1, "q", 2.0, 10**9])
def test_promotions_that_are_none(promotion: PieceType) -> None:
    with pytest.raises(InvalidMoveError):
        Move("a1", "a2", promotion)


@given(st.text() | st.integers() | st.floats() | st.binary() | st.none())
def test_shortened_values_are_one_short_line(value: object) -> None:
    text = shorten(value)
    assert len(text) < 1000
    assert text.isprintable()


def _one_short_line(error: Exception, *parts: str) -> None:
    message = str(error)
    assert message.isprintable()
    assert len(message) < 400
    for part in parts:
        assert part in message


def test_shortened_texts_stay_short_whatever_needs_escaping() -> None:
    for letter in ("x", "\n", "\udcff", "\U000e0001", "'"):
        for length in (0, 1, 59, 60, 61, 100_000):
            short = shorten(letter * length)
            assert len(short) < 160
            assert "\n" not in short
            short.encode()
            assert short.startswith(("'", '"'))
            assert ("characters" in short) == (not short.startswith(repr(letter * length)))

"""Cylinder chess: orthodox pieces on a ring, so that the h- and the a-file are neighbours.

The positions are worked out by hand; what holds for every file alike is tried by turning boards.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circularchess import Board, InvalidPositionError, Move, Piece, PieceType, Setup, perft
from circularchess.engine import EngineName
from placing import legal, place, targets
from strategies import games
from symmetries import mapped, on_file, recoloured

# --- Pawns at the seam -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("army", "pawn", "prey", "free"),
    [
        ("w", "a4", ("h5", "b5"), "a5"),
        ("w", "h4", ("g5", "a5"), "h5"),
        ("b", "a5", ("h4", "b4"), "a4"),
        ("b", "h5", ("g4", "a4"), "h4"),
    ],
)
def test_captures_across_the_seam(
    army: str, pawn: str, prey: tuple[str, str], free: str, engine: EngineName
) -> None:
    other = "b" if army == "w" else "w"
    armies = {army: f"Kd1 P{pawn}", other: f"Ke8 N{prey[0]} N{prey[1]}"}
    board = place(engine, "cylinder", army, armies)
    assert targets(board, pawn) == {*prey, free}
    # A pawn attacks these two squares and no others, whatever stands there.
    for square in board.variant.squares():
        assert (pawn in board.attackers(army, square)) == (square in prey)


# Who makes the double step, from and to; the square passed; an enemy pawn and what it captures.
PASSING = [
    ("w", "a2", "a4", "a3", "h4", "b4"),
    ("w", "h2", "h4", "h3", "a4", "g4"),
    ("b", "a7", "a5", "a6", "h5", "b5"),
    ("b", "h7", "h5", "h6", "a5", "g5"),
]


@pytest.mark.parametrize(("army", "home", "stop", "passed", "across", "beside"), PASSING)
def test_en_passant_across_the_seam(
    army: str, home: str, stop: str, passed: str, across: str, beside: str, engine: EngineName
) -> None:
    other = "b" if army == "w" else "w"
    armies = {army: f"Kd1 P{home}", other: f"Ke8 P{across} P{beside}"}
    board = place(engine, "cylinder", army, armies)
    board.push(Move(home, stop))
    assert list(board.en_passant_squares) == [passed]
    assert board.fen().split()[3] == passed
    # Both neighbours may capture, the one over the seam as the one on the same side of it.
    ahead = f"{across[0]}{passed[1]}"
    assert targets(board, across) == {ahead, passed}
    assert passed in targets(board, beside)
    board.push(Move(across, passed))
    assert board.piece_at(stop) is None
    assert board.piece_at(passed) == Piece(other, PieceType.PAWN)
    assert board.piece_at(across) is None
    assert board.piece_at(beside) == Piece(other, PieceType.PAWN)
    assert board.halfmove_clock == 0
    assert not board.en_passant_squares
    board.pop()
    # The right is gone after any other move.
    king = Move("e8", "d8") if other == "b" else Move("e8", "e7")
    board.push(king)
    assert not board.en_passant_squares


@pytest.mark.parametrize("passing", PASSING)
def test_en_passant_squares_read_from_text(
    passing: tuple[str, str, str, str, str, str], engine: EngineName
) -> None:
    army, home, stop, _, across, beside = passing
    other = "b" if army == "w" else "w"
    board = place(engine, "cylinder", army, {army: f"Kd1 P{home}", other: f"Ke8 P{across}"})
    board.push(Move(home, stop))
    again = Board("cylinder", board.fen(), engine=engine)
    assert again == board
    assert legal(again) == legal(board)
    # The neighbour's file is no passed-over square.
    for wrong in (across, beside, home, stop):
        fields = board.fen().split()
        fields[3] = wrong
        with pytest.raises(InvalidPositionError, match="en passant"):
            Board("cylinder", " ".join(fields), engine=engine)


def test_en_passant_that_opens_the_ring(engine: EngineName) -> None:
    # The king on e5 is shielded from the rook on c5 by a knight on d5 on the one arc, and on the
    # other by the pawns on a5 and h5, which both leave the rank.
    white = "Ke5 Nd5 Pa5"
    board = place(engine, "cylinder", "b", {"w": white, "b": "Kb8 Rc5 Ph7"})
    board.push_uci("h7h5")
    assert board.en_passant_squares == ("h6",)
    assert not board.is_check()
    # One pawn alone may leave: straight ahead.
    assert targets(board, "a5") == {"a6"}
    # With a bishop in the rook's place nothing is opened.
    board = place(engine, "cylinder", "b", {"w": white, "b": "Kb8 Bc5 Ph7"})
    board.push_uci("h7h5")
    assert targets(board, "a5") == {"a6", "h6"}


def test_en_passant_that_opens_a_diagonal_over_the_seam(engine: EngineName) -> None:
    # The bishop on f7 looks at the king on b3 both ways round: over e6, d5, c4, where a knight
    # stands between, and over g6, h5, a4, where the pawn on h5 does.
    board = place(engine, "cylinder", "w", {"w": "Kb3 Nd5 Pa5", "b": "Kd8 Bf7 Ph5"})
    fen = board.fen().replace(" w - - ", " w - h6 ")
    board = Board("cylinder", fen, engine=engine)
    assert not board.is_check()
    assert targets(board, "a5") == {"a6"}
    board = Board("cylinder", fen.replace("b", "n", 1), engine=engine)
    assert targets(board, "a5") == {"a6", "h6"}


def test_en_passant_answers_a_check_over_the_seam(engine: EngineName) -> None:
    # The pawn that stops on h5 attacks g4 and a4.
    board = place(engine, "cylinder", "b", {"w": "Ka4 Pa5 Pg5", "b": "Kd8 Ph7"})
    board.push_uci("h7h5")
    assert board.is_check()
    assert {"a5h6", "g5h6"} <= legal(board)
    assert not {"a5a6", "g5g6"} & legal(board)


def test_promotion_in_the_corner(engine: EngineName) -> None:
    # The pawn on a7 may take on h8, across the seam, and on b8, and each is four moves.
    board = place(engine, "cylinder", "w", {"w": "Kd1 Pa7", "b": "Ke6 Rh8 Nb8 Ba8"})
    assert targets(board, "a7") == {"h8", "b8"}
    assert len(legal(board, "a7")) == 8
    assert {move[4:] for move in legal(board, "a7")} == {"q", "r", "b", "n"}


def test_no_castling(engine: EngineName) -> None:
    board = Board("cylinder", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", engine=engine)
    assert targets(board, "e1") == {"d1", "f1", "d2", "e2", "f2"}
    with pytest.raises(InvalidPositionError, match="castling"):
        Board("cylinder", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", engine=engine)


# --- What turning and mirroring leave alone ------------------------------------------------------


def turned(setup: Setup, files: int) -> Setup:
    """The position with every piece moved on by some files."""
    return mapped(setup, on_file(8, lambda file: file + files))


def mirrored(setup: Setup) -> Setup:
    """The position in a mirror along a file."""
    return mapped(setup, on_file(8, lambda file: 9 - file))


def swapped(setup: Setup) -> Setup:
    """The position with the armies in each other's places."""
    return mapped(recoloured(setup), lambda square: type(square).at(9 - square.ring, square.file))


@given(games("cylinder", max_plies=80), st.integers(1, 7))
def test_turning_and_mirroring_change_nothing(board: Board, files: int) -> None:
    setup = board.setup()
    counts = [perft(board, depth) for depth in (1, 2, 3)]
    for other in (turned(setup, files), mirrored(setup), swapped(setup)):
        twin = Board.from_setup(other, "cylinder")
        assert [perft(twin, depth) for depth in (1, 2, 3)] == counts
        assert twin.is_check() == board.is_check()


@given(games("cylinder", engine="reference", max_plies=25), st.integers(1, 7))
def test_turning_and_mirroring_the_reference(board: Board, files: int) -> None:
    setup = board.setup()
    for other in (turned(setup, files), mirrored(setup), swapped(setup)):
        twin = Board.from_setup(other, "cylinder", engine="reference")
        assert perft(twin, 1) == perft(board, 1)


def test_the_start_position_turned(engine: EngineName) -> None:
    """The published count of the start, with the seam between other files."""
    depth, nodes = (3, 9162) if engine == "rust" else (2, 392)
    setup = Board("cylinder").setup()
    for files in range(8):
        board = Board.from_setup(turned(setup, files), "cylinder", engine=engine)
        assert perft(board, depth) == nodes

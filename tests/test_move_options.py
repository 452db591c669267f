"""Double steps, en passant and castling as options of any variant, built in or not."""

from __future__ import annotations

from dataclasses import dataclass

import chess
import pytest

from circularchess import (
    Board,
    InvalidOptionError,
    InvalidPositionError,
    Piece,
    PieceType,
    Variant,
    perft,
)
from circularchess.engine import EngineName
from placing import described, legal, place, targets

# --- Orthodox chess with some moves missing, against python-chess without them -------------------


@dataclass(frozen=True)
class Rules:
    """Which of the three moves there are."""

    double_step: bool
    en_passant: bool
    castling: bool

    def options(self) -> dict[str, str | bool | int]:
        return dict(vars(self))

    def allow(self, board: chess.Board, move: chess.Move) -> bool:
        pawn = board.piece_type_at(move.from_square) == chess.PAWN
        double = pawn and abs(move.to_square - move.from_square) == 16
        return (
            (self.double_step or not double)
            and (self.en_passant or not board.is_en_passant(move))
            and (self.castling or not board.is_castling(move))
        )

    def count(self, board: chess.Board, depth: int) -> int:
        moves = [move for move in board.legal_moves if self.allow(board, move)]
        if depth == 1:
            return len(moves)
        nodes = 0
        for move in moves:
            board.push(move)
            nodes += self.count(board, depth - 1)
            board.pop()
        return nodes


CHOICES = [
    Rules(double, passing, castling)
    for double, passing in ((True, True), (True, False), (False, False))
    for castling in (True, False)
]
FENS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
]


@pytest.mark.parametrize("rules", CHOICES, ids=str)
@pytest.mark.parametrize("fen", FENS)
def test_any_choice_of_moves(rules: Rules, fen: str, engine: EngineName) -> None:
    fields = fen.split()
    if not rules.castling:
        fields[2] = "-"
    board = Board("orthodox", " ".join(fields), engine=engine, options=rules.options())
    for depth in (1, 2, 3) if engine == "rust" and len(fields[0]) < 45 else (1, 2):
        assert perft(board, depth) == rules.count(chess.Board(fen), depth)


# --- The start positions of the built-in variants, by hand ---------------------------------------

FEWER = {"double_step": False, "en_passant": False}


@pytest.mark.parametrize(
    ("variant", "options", "moves"),
    [
        ("orthodox", {}, 20),
        ("orthodox", FEWER, 12),  # a double step less for each of eight pawns
        ("cylinder", FEWER, 12),
        ("bhati-2", FEWER, 14),
        ("bhati-6-pairs", FEWER, 14),
        ("circular", {"double_step": True}, 20),
        ("circular-strict", {"double_step": True}, 20),
        ("circular-society", {"double_step": False}, 12),
    ],
)
def test_double_steps_from_the_start(
    variant: str, options: dict[str, bool], moves: int, engine: EngineName
) -> None:
    assert len(Board(variant, engine=engine, options=options).legal_moves) == moves


def test_the_same_game_by_options(engine: EngineName) -> None:
    """Circular chess with the double step is the Society's, and the other way round."""
    depth = 4 if engine == "rust" else 2
    for variant, step, published in (
        ("circular", True, (20, 400, 8584, 184031)),
        ("circular-society", False, (12, 144, 2040, 28904)),
    ):
        board = Board(variant, engine=engine, options={"double_step": step})
        for number, nodes in enumerate(published[:depth], 1):
            assert perft(board, number) == nodes


@pytest.mark.parametrize(
    ("variant", "options", "word"),
    [
        ("circular", {"en_passant": True}, "en_passant"),
        ("circular-society", {"en_passant": True}, "en_passant"),
        ("circular-society", {"en_passant": False}, "en_passant"),
        ("circular", {"castling": True}, "castling"),
        ("circular", {"castling": False}, "castling"),
        ("cylinder", {"castling": True}, "castling"),
        ("cylinder", {"castling": False}, "castling"),
        ("orthodox", {"double_step": False}, "en_passant"),
        ("bhati-3", {"double_step": False, "en_passant": True}, "en_passant"),
    ],
)
def test_options_without_a_meaning(variant: str, options: dict[str, bool], word: str) -> None:
    with pytest.raises(InvalidOptionError, match=word) as caught:
        Variant.load(variant).with_options(options)
    assert str(caught.value).isprintable()


def test_rights_without_their_option(engine: EngineName) -> None:
    passed = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
    board = Board("orthodox", passed, engine=engine)
    assert "d4e3" in legal(board)
    none = {"castling": False, "en_passant": False}
    board = Board("orthodox", passed, engine=engine, options=none, validate=False)
    assert {kind for kind, _ in board.status()} == {"castling", "en_passant"}
    with pytest.raises(InvalidPositionError) as caught:
        Board("orthodox", passed, engine=engine, options=none)
    assert str(caught.value).isprintable()
    # The start position has no rights then either.
    assert Board("orthodox", engine=engine, options=none).fen().split()[2] == "-"


def test_no_right_after_a_double_step_without_en_passant(engine: EngineName) -> None:
    armies = {"w": "Kd1 Pa2", "b": "Ke8 Ph4"}
    board = place(engine, "cylinder", "w", armies, options={"en_passant": False})
    board.push_uci("a2a4")
    assert board.en_passant_squares == ()
    assert targets(board, "h4") == {"h3"}


# --- A board of one's own: orthodox chess on a closed ring of ten files --------------------------


def drum() -> Variant:
    """Orthodox chess on ten files, of which the first and the last are neighbours."""
    text = Variant.load("orthodox").toml.replace('seam = "open"\n', "")
    text = text.replace("files = 8", "files = 10")
    return Variant.from_toml(text.replace('id = "orthodox"', 'id = "drum"'))


def test_the_drum_from_the_start(engine: EngineName) -> None:
    board = Board(drum(), engine=engine)
    assert board.fen() == ("rnbqkbnr2/pppppppp2/10/10/10/10/PPPPPPPP2/RNBQKBNR2 w KQkq - 0 1")
    # Besides the orthodox twenty: each rook to i1 and j1, the knights to j2 and i2.
    assert len(board.legal_moves) == 26
    assert targets(board, "a1") == targets(board, "h1") == {"i1", "j1"}
    assert targets(board, "b1") == {"a3", "c3", "j2"}
    assert perft(board, 2) == 26 * 26


def test_castling_on_a_closed_ring(engine: EngineName) -> None:
    board = place_with_rights(engine, "Ke1 Ra1 Rh1", "Kd8", "w")
    assert {"g1", "c1"} <= targets(board, "e1")
    board.push_uci("e1g1")
    assert board.piece_at("f1") == Piece("w", PieceType.ROOK)
    assert board.piece_at("h1") is None
    board.pop()
    board.push_uci("e1c1")
    assert board.piece_at("d1") == Piece("w", PieceType.ROOK)
    assert board.piece_at("a1") is None
    assert board.castling_rights == ()


@pytest.mark.parametrize(
    ("black", "castlings"),
    [
        # The rooks at home hide the king from the rook between them, but both leave.
        ("Rj1", set()),
        ("Rj2", {"c1", "g1"}),
        ("Rd8", {"g1"}),  # down the d-file, which the king passes
        ("Rg8", {"c1"}),
        ("Rb8", {"c1", "g1"}),  # passed by the rook alone
        ("Re8", set()),
        ("Bj4", set()),  # j4, i3, h2, g1 and, over the seam, j4, a3, b2, c1
        ("Ba3", {"g1"}),  # a3, b2, c1
        ("Bi4", {"c1"}),  # i4, h3, g2, f1; over the seam it meets b1
    ],
)
def test_castling_past_attacks_on_a_closed_ring(
    black: str, castlings: set[str], engine: EngineName
) -> None:
    board = place_with_rights(engine, "Ke1 Ra1 Rh1", f"Ki8 {black}", "w")
    assert targets(board, "e1") & {"c1", "g1"} == castlings


def place_with_rights(engine: EngineName, white: str, black: str, turn: str) -> Board:
    setup = described(turn, {"w": white, "b": black}, castling="wK wQ")
    return Board.from_setup(setup, drum(), engine=engine)


def test_en_passant_over_the_seam_of_ten_files(engine: EngineName) -> None:
    # Black's pawn came to the j-file by captures; White's starts on the a-file.
    board = place(engine, drum(), "w", {"w": "Kd1 Pa2", "b": "Kd8 Pj4 Pi4"})
    board.push_uci("a2a4")
    assert board.en_passant_squares == ("a3",)
    assert targets(board, "j4") == {"j3", "a3"}
    assert targets(board, "i4") == {"i3"}
    board.push_uci("j4a3")
    assert board.piece_at("a4") is None


def test_double_steps_only_from_start_squares(engine: EngineName) -> None:
    # No pawn starts on files 9 and 10, though one may get to their ring b.
    board = place(engine, drum(), "w", {"w": "Kd1 Pa2 Pi2 Pj2 Pc3", "b": "Kd8"})
    assert targets(board, "a2") == {"a3", "a4"}
    assert targets(board, "i2") == {"i3"}
    assert targets(board, "j2") == {"j3"}
    assert targets(board, "c3") == {"c4"}


# --- Voids in the way ----------------------------------------------------------------------------


def with_voids(*squares: str) -> Variant:
    """Cylinder chess with holes."""
    listed = ", ".join(f'"{square}"' for square in squares)
    text = Variant.load("cylinder").toml.replace("files = 8", f"files = 8\nvoids = [{listed}]")
    return Variant.from_toml(text.replace('id = "cylinder"', 'id = "holes"'))


def test_pawns_stop_before_voids(engine: EngineName) -> None:
    armies = {"w": "Kd1 Pa2 Pb2 Ph2", "b": "Kd8 Bc3"}
    board = place(engine, with_voids("a3", "b4"), "w", armies)
    assert targets(board, "a2") == set()  # the void is straight ahead; b3 and h3 are empty
    assert targets(board, "b2") == {"b3", "c3"}  # no double step onto a void
    assert targets(board, "h2") == {"h3", "h4"}


def test_a_void_is_no_passed_over_square(engine: EngineName) -> None:
    variant = with_voids("a3")
    fen = "3k4/8/8/8/P7/8/8/3K4 b - - 0 1".replace("/8/8/3K4", "/*7/8/3K4")
    assert Board(variant, fen, engine=engine).is_valid()
    fen = fen.replace("b - - 0", "b - h3 0")
    with pytest.raises(InvalidPositionError, match="en passant"):
        Board(variant, fen, engine=engine)


# --- Double steps of ring pawns ------------------------------------------------------------------


def test_double_steps_of_ring_pawns(engine: EngineName) -> None:
    armies = {"w": "Ka1 Pb2 Pc3 Pb15 Pc14", "b": "Kd9 Nd4"}
    for variant in ("circular", "circular-strict"):
        board = place(engine, variant, "w", armies, options={"double_step": True})
        assert targets(board, "b2") == {"b3", "b4"}
        assert targets(board, "b15") == {"b14", "b13"}
        # No longer on a start square.
        assert targets(board, "c3") == {"c4", "d4"}
        assert targets(board, "c14") == {"c13"}
        board.push_uci("b2b4")
        # Nothing can be taken in passing, and no text says so.
        assert board.en_passant_squares == ()
        assert board.fen().split()[3] == "-"
        board = place(engine, variant, "w", armies)
        assert targets(board, "b2") == {"b3"}


@pytest.mark.parametrize("blocker", ["b3", "b4"])
def test_double_steps_are_blocked(blocker: str, engine: EngineName) -> None:
    armies = {"w": "Ka1 Pb2", "b": f"Kd9 N{blocker}"}
    board = place(engine, "circular-society", "w", armies)
    assert targets(board, "b2") == ({"b3"} if blocker == "b4" else set())

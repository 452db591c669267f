"""Move text: written strictly, read tolerantly, three kinds of errors."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest

from circularchess import (
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Variant,
)
from circularchess.engine import EngineName
from made_variants import kings_only
from placing import place
from random_games import VARIANTS

# --- Writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "turn", "armies", "move", "san"),
    [
        ("circular", "w", {"w": "Ka1 Nd14", "b": "Ka9"}, "d14c12", "Nc12"),
        # From the file number, where it differs.
        ("circular", "w", {"w": "Ka1 Rd8 Rd16", "b": "Ka9 Nd14"}, "d8d14", "R8xd14"),
        ("circular", "w", {"w": "Ka1 Nc4 Nc8", "b": "Ka10"}, "c4b6", "N4b6"),
        # From the ring letter, where the file number does not tell.
        ("circular", "w", {"w": "Ka1 Nb4 Nd4", "b": "Ka9"}, "b4c6", "Nbc6"),
        # From both, where neither does.
        ("circular", "w", {"w": "Ka1 Qb3 Qb5 Qd3", "b": "Ka9"}, "b3d5", "Qb3d5"),
        # Knights that reach the square from elsewhere, and another kind of piece: no matter.
        ("circular", "w", {"w": "Ka1 Nb4 Rc12", "b": "Ka9"}, "b4c6", "Nc6"),
        # A rook seen along both arcs is still one rook.
        ("circular", "w", {"w": "Ka1 Rc4", "b": "Ka9"}, "c4c12", "Rc12"),
        # Captures of pawns show the whole from-square.
        ("circular", "w", {"w": "Ka1 Pb7", "b": "Ka8 Rc8"}, "b7c8q", "b7xc8=Q+"),
        ("circular", "w", {"w": "Ka1 Pb7", "b": "Ka8 Rc8"}, "b7c8n", "b7xc8=N"),
        ("circular", "w", {"w": "Ka1 Pb7", "b": "Ka8 Rc8"}, "b7b8r", "b8=R+"),
        ("circular", "w", {"w": "Ka1 Pb4", "b": "Ka9 Rc5"}, "b4c5", "b4xc5"),
        ("circular", "w", {"w": "Ka1 Pb4", "b": "Ka9 Rc5"}, "b4b5", "b5"),
        # Where check is not strict, an unsafe move is a rival too.
        ("circular", "w", {"w": "Ka1 Nb1 Nb5", "b": "Kc9 Rd1"}, "b5c3", "N5c3"),
        # Where it is, a pinned piece is none.
        ("circular-strict", "w", {"w": "Ka1 Nb1 Nb5", "b": "Kc9 Rd1"}, "b5c3", "Nc3"),
        # Two pawns that can go to one square: one comes in, the other across the centre.
        ("bhati-2", "r", {"r": "Kd4 Pb1 Pa31", "g": "Kd34"}, "b1a1", "b1a1"),
        ("bhati-2", "r", {"r": "Kd4 Pb1 Pa31", "g": "Kd34"}, "a31a1", "a31a1"),
        ("bhati-2", "r", {"r": "Kd4 Pb1", "g": "Kd34"}, "b1a1", "a1"),
        # Diagonally across the centre is a capture.
        ("bhati-2", "r", {"r": "Kd4 Pa1", "g": "Kd34 Na32"}, "a1a32", "a1xa32"),
        ("bhati-2", "r", {"r": "Kd4 Pa1", "g": "Kd34 Na32"}, "a1a31", "a31"),
    ],
)
def test_writing(
    variant: str, turn: str, armies: dict[str, str], move: str, san: str, engine: EngineName
) -> None:
    board = place(engine, variant, turn, armies)
    assert board.san(Move.from_uci(move)) == san
    assert board.parse_san(san).uci() == move
    assert board == place(engine, variant, turn, armies)


@pytest.mark.parametrize(
    ("variant", "turn", "armies", "move", "san"),
    [
        # The king's home is d4: K side toward d1, Q side toward d8, and so for every seat.
        ("bhati-2", "r", {"r": "Kd4 Rd1 Rd8", "g": "Kd34"}, "d4d2", "O-O"),
        ("bhati-2", "r", {"r": "Kd4 Rd1 Rd8", "g": "Kd34"}, "d4d6", "O-O-O"),
        ("bhati-3", "y", {"y": "Kd24 Rd21 Rd28", "r": "Kd4", "b": "Kd44"}, "d24d22", "O-O"),
        ("orthodox", "w", {"w": "Ke1 Ra1 Rh1", "b": "Kf8"}, "e1g1", "O-O+"),
        ("orthodox", "w", {"w": "Ke1 Ra1 Rh1", "b": "Kf8"}, "e1c1", "O-O-O"),
    ],
)
def test_castling(
    variant: str, turn: str, armies: dict[str, str], move: str, san: str, engine: EngineName
) -> None:
    board = place(engine, variant, turn, armies, castling=f"{turn}K {turn}Q")
    assert board.san(Move.from_uci(move)) == san
    assert board.lan(Move.from_uci(move)) == san
    zeros = san.replace("O", "0")
    assert board.parse_san(zeros) == board.parse_san(zeros.rstrip("+")) == Move.from_uci(move)
    without = place(engine, variant, turn, armies)
    with pytest.raises(
        IllegalMoveError, match=r"illegal move 'O-O' .*: the right to castle is lost"
    ):
        without.parse_san("O-O")


MATES = [
    # The rook takes ring d, the other holds ring c both ways round: d20 is void.
    ("bhati-3", "r", {"r": "Kd4 Rc40 Rb28", "y": "Kd21", "b": "Kd44"}, "b28d28", "Rd28#"),
    # Blue would be mated too, but Yellow moves before.
    ("bhati-3", "r", {"r": "Kd4 Rc20 Rb48", "y": "Kd24", "b": "Kd41"}, "b48d48", "Rd48+"),
    # With Yellow out of play Blue is next.
    ("bhati-3", "r", {"r": "Kd4 Rc20 Rb48", "b": "Kd41"}, "b48d48", "Rd48#"),
    # A king is taken.
    ("bhati-3", "r", {"r": "Kd4 Rb24", "y": "Kd24", "b": "Kd44"}, "b24d24", "Rxd24#"),
    ("circular", "w", {"w": "Ka1 Rd5", "b": "Kd9"}, "d5d9", "Rxd9#"),
    # Check by the mover.
    ("bhati-3", "r", {"r": "Kd4 Rb30", "y": "Kd24", "b": "Kd44"}, "b30b24", "Rb24+"),
    # Blue attacks Yellow, which is none of Red's doing.
    ("bhati-3", "r", {"r": "Kd4 Rb30", "y": "Kd24", "b": "Kd44 Rb24"}, "b30b29", "Rb29"),
    # Green, Red's ally, attacks Orange: the mover's side does.
    (
        "bhati-4-pairs",
        "r",
        {"r": "Kd4 Rb30", "o": "Kd14", "g": "Kd34 Rb14", "b": "Kd44"},
        "b30b29",
        "Rb29+",
    ),
    # An ally's king is not checked.
    (
        "bhati-4-pairs",
        "r",
        {"r": "Kd4 Rb30", "o": "Kd14", "g": "Kd34", "b": "Kd44"},
        "b30b34",
        "Rb34",
    ),
    # Orthodox mates: the king in the corner, and fool's mate's last move.
    ("orthodox", "w", {"w": "Ke1 Ra7 Rb6", "b": "Kh8"}, "b6b8", "Rb8#"),
]


@pytest.mark.parametrize(("variant", "turn", "armies", "move", "san"), MATES)
def test_marks(
    variant: str, turn: str, armies: dict[str, str], move: str, san: str, engine: EngineName
) -> None:
    board = place(engine, variant, turn, armies)
    assert board.san(Move.from_uci(move)) == san


def test_the_mark_of_an_army_that_goes_out_stalemated(engine: EngineName) -> None:
    # Yellow in the corner beside the void, all it could step on held: not mated, but out.
    armies = {"r": "Kd4 Rc40 Rb22 Rb52", "y": "Kd21", "b": "Kd44"}
    setup = place("rust", "bhati-3", "r", armies).setup()
    goes_out = Board.from_setup(setup, "bhati-3", engine=engine, options={"stalemate": "eliminate"})
    passes = Board.from_setup(setup, "bhati-3", engine=engine)
    # The rook on file 22 takes d22 away from the king. It could also go to b53, the long way.
    for board, san in ((goes_out, "R52b53#"), (passes, "R52b53")):
        assert board.san(Move("b52", "b53")) == san


def test_long_form(engine: EngineName) -> None:
    board = place(engine, "circular", "w", {"w": "Ka1 Rd8 Rd16 Pb7 Pb12", "b": "Ka12 Nd14 Rc8"})
    written = {move.uci(): board.lan(move) for move in board.legal_moves}
    assert written["d8d14"] == "Rd8xd14"
    assert written["b7c8q"] == "b7xc8=Q"
    assert written["b12b11"] == "b12-b11"
    for uci, text in written.items():
        assert board.parse_san(text).uci() == uci


def test_an_ascending_line(engine: EngineName) -> None:
    board = Board("circular", engine=engine)
    line = [board.parse_uci("b2b3"), Move("c7", "c6"), Move("c16", "b14")]
    assert board.variation_san(line) == "1. b3 c6 2. Nb14"
    board.push(line[0])
    assert board.variation_san(line[1:]) == "1... c6 2. Nb14"
    with pytest.raises(IllegalMoveError):
        board.variation_san([line[1], line[1]])
    assert board.variation_san([]) == ""
    assert board.move_stack == line[:1]
    three = Board("bhati-3", engine=engine)
    moves = [three.push_san(text) for text in ("a1", "Nb23", "a44", "b2")]
    assert Board("bhati-3").variation_san(moves) == "1. a1 .. Nb23 .. a44 2. b2"
    three.pop()
    three.pop()
    assert three.variation_san(moves[2:]) == "1. .. .. a44 2. b2"


# --- Against another program ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_orthodox_texts_are_those_of_another_program(seed: int) -> None:
    chance = random.Random(seed)
    board, other = Board("orthodox"), chess.Board()
    marks = set()
    for _ in range(150):
        legal = list(board.legal_moves)
        if not legal:
            break
        for move in legal:
            theirs = chess.Move.from_uci(move.uci())
            text = board.san(move)
            assert text == other.san(theirs)
            assert board.lan(move) == other.lan(theirs)
            marks.add(text[-1])
        # Few pieces of a kind would hardly ever need to be told apart: promote often.
        move = chance.choice([m for m in legal if m.promotion] or legal)
        board.push(move)
        other.push(chess.Move.from_uci(move.uci()))
    assert "+" in marks


# The pawn's file alone where it is enough, over the seam too; FIDE's order for pieces: the file,
# else the rank, else both.
USUAL = [
    ("cylinder", {"w": "Kd1 Pa4", "b": "Kd8 Nh5 Nb5"}, "a4h5", "axh5"),
    ("cylinder", {"w": "Kd1 Pa4 Pg4", "b": "Kd8 Nh5"}, "g4h5", "gxh5"),
    ("cylinder", {"w": "Kd1 Pa7", "b": "Ke6 Rh8 Nb8"}, "a7h8n", "axh8=N"),
    ("cylinder", {"w": "Kd1 Pa4", "b": "Kd8"}, "a4a5", "a5"),
    # Both rooks are on the rank, one to either side and one over the seam.
    ("cylinder", {"w": "Kd2 Ra1 Rf1", "b": "Kd8"}, "a1h1", "Rah1"),
    ("orthodox", {"w": "Ke1 Nb1 Nf3", "b": "Kd8"}, "b1d2", "Nbd2"),
    ("orthodox", {"w": "Kg2 Re1 Re4", "b": "Kc8"}, "e1e2", "R1e2"),
    ("orthodox", {"w": "Ka2 Qh4 Qe4 Qh1", "b": "Kc8"}, "h4e1", "Qh4e1"),
    ("orthodox", {"w": "Ka2 Qh4 Qe4 Qh1", "b": "Kc8"}, "e4e1", "Qee1"),
    ("orthodox", {"w": "Ka2 Qh4 Qe4 Qh1", "b": "Kc8"}, "h1e1", "Q1e1"),
    ("orthodox", {"w": "Ka2 Pe4", "b": "Kc8 Pd5"}, "e4d5", "exd5"),
    ("orthodox", {"w": "Ka2 Pe7", "b": "Kc8"}, "e7e8q", "e8=Q+"),
    ("orthodox", {"w": "Ka2 Pe7", "b": "Kc8 Nd8"}, "e7d8q", "exd8=Q+"),
]


@pytest.mark.parametrize(("variant", "armies", "move", "san"), USUAL)
def test_usual_texts(
    variant: str, armies: dict[str, str], move: str, san: str, engine: EngineName
) -> None:
    board = place(engine, variant, "w", armies)
    assert board.san(Move.from_uci(move)) == san
    assert board.parse_san(san).uci() == move


#: What FIDE's players and python-chess write and read besides.
TOLERATED_USUAL = ["exd5", "ed5", "e4xd5", "e4d5", "e4:d5", "ex d5", "xd5", "exd5!?", "exd5e.p."]


def test_tolerant_reading_of_usual_texts(engine: EngineName) -> None:
    board = place(engine, "orthodox", "w", {"w": "Ka2 Pe4", "b": "Kc8 Pd5"})
    for text in TOLERATED_USUAL:
        if " " in text:
            with pytest.raises(InvalidMoveError):
                board.parse_san(text)
        else:
            assert board.parse_san(text).uci() == "e4d5", text
    with pytest.raises(IllegalMoveError):
        board.parse_san("d5")  # straight ahead goes nobody


def test_castling_along_a_file_is_written_so(engine: EngineName) -> None:
    """King and rook on one file: `O-O` is toward the king's side."""
    homes = 'king = "d4"\nking_side = "d7"\nqueen_side = "d1"\n'
    text = Variant.load("cylinder").toml
    for old, new in (
        ("en_passant = true", "en_passant = true\ncastling = true"),
        ('id = "cylinder"', 'id = "upright"'),
        ("[armies.start]", f"[armies.castling]\n{homes}\n[armies.start]"),
        ('king = ["e1"]', 'king = ["d4"]'),
        ('rook = ["a1", "h1"]', 'rook = ["d1", "d7"]'),
        ('queen = ["d1"]', 'queen = ["a1"]'),
        ('"d7", "e7"', '"e7"'),
    ):
        text = text.replace(old, new, 1)
    variant = Variant.from_toml(text)
    board = place(engine, variant, "w", {"w": "Kd4 Rd7 Rd1", "b": "Kh8"}, castling="wK wQ")
    assert board.san(Move("d4", "d6")) == "O-O"
    assert board.san(Move("d4", "d2")) == "O-O-O"
    assert board.parse_san("O-O-O").uci() == "d4d2"


# --- Reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_text_names_its_move(variant: Variant, engine: EngineName) -> None:
    chance = random.Random(variant.id)
    board = Board(variant, engine=engine)
    for _ in range(30 if engine == "rust" else 3):
        legal = list(board.legal_moves)
        if not legal:
            board.reset()
            continue
        texts = {board.san(move): move for move in legal}
        assert len(texts) == len(legal)
        for text, move in texts.items():
            assert board.parse_san(text) == move
            assert board.parse_san(text.replace("x", "").rstrip("+#")) == move
            assert board.parse_san(board.lan(move)) == move
        board.push(chance.choice(legal))


TOLERATED = [
    ("Rxd14", "d8d14"),
    ("Rd14", "d8d14"),
    ("R8d14", "d8d14"),
    ("Rdxd14", "d8d14"),
    ("Rd8xd14", "d8d14"),
    ("Rd8d14", "d8d14"),
    ("Rd8:d14", "d8d14"),
    ("Rd8-d14", "d8d14"),
    ("Rxd14+", "d8d14"),
    ("Rxd14#", "d8d14"),
    ("Rxd14!?", "d8d14"),
    ("Rxd14++!!", "d8d14"),
    ("b7xc8=Q", "b7c8q"),
    ("b7c8=Q", "b7c8q"),
    ("b7c8Q", "b7c8q"),
    ("b7c8q", "b7c8q"),
    ("b7xc8/N", "b7c8n"),
    ("b7xc8(N)+", "b7c8n"),
    ("7xc8=R", "b7c8r"),
    ("bxc8=B", "b7c8b"),
    ("xc8=B", "b7c8b"),
    ("b8=Q", "b7b8q"),
    ("b8Q+", "b7b8q"),
    ("b7b8Q", "b7b8q"),
    ("Pb8Q", "b7b8q"),
    ("b7-b8=Q", "b7b8q"),
    ("b11", "b12b11"),
    ("Pb11", "b12b11"),
]


@pytest.mark.parametrize(("text", "uci"), TOLERATED)
def test_tolerant_reading(text: str, uci: str, engine: EngineName) -> None:
    board = place(engine, "circular", "w", {"w": "Ka1 Rd8 Pb7 Pb12", "b": "Ka9 Nd14 Rc8"})
    assert board.push_san(text).uci() == uci
    assert board.peek().uci() == uci


NO_MOVES = [
    "",
    " ",
    "b",
    "3",
    "Zb3",
    "b03",
    "b3 ",
    " b3",
    "b3\n",
    "b1234",
    "b3=K",
    "b3=P",
    "b3=",
    "Nb3xx",
    "N",
    "NN",
    "O-O-O-O",
    "O-0",
    "O",
    "0-1",
    "--",
    "Z0",
    "b3+#",
    "b3???",
    "é3",
    "b٣",
    "b3" * 50,
    "x" * 100_000,
    None,
    17,
    b"b3",
]


@pytest.mark.parametrize("text", NO_MOVES)
def test_texts_that_are_no_moves(text: Any) -> None:
    with pytest.raises(InvalidMoveError, match=r"^not a move: ") as caught:
        Board("circular").parse_san(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 120


ILLEGAL = [
    ("Nb1", "w to move: no wN on the board"),
    ("e1", "e1 is not on the board"),
    ("Rd17", "d17 is not on the board"),
    ("b8", "the pawn must promote"),
    ("b7xc8", "the pawn must promote"),
    ("b11=Q", "no promotion there"),
    ("Rxd7", "nothing to capture on d7"),
    ("b12xb11", "nothing to capture on b11"),
    # A pawn's capture does not go without its square.
    ("c8=Q", "w to move: no wP goes straight to c8"),
    ("O-O", "w to move: castling is not possible"),
    ("Rcxd14", "w to move: no wR on ring c"),
    ("Bd14", "w to move: no wB on the board"),
]


@pytest.mark.parametrize(("text", "reason"), ILLEGAL)
def test_illegal_texts(text: str, reason: str, engine: EngineName) -> None:
    board = place(engine, "circular", "w", {"w": "Ka1 Rd8 Pb7 Pb12", "b": "Ka9 Nd14 Rc8"})
    with pytest.raises(IllegalMoveError) as caught:
        board.parse_san(text)
    assert str(caught.value) == f"illegal move {text!r} ({reason})"


def test_ambiguous_texts(engine: EngineName) -> None:
    board = place(engine, "circular", "w", {"w": "Ka1 Qb3 Qb5 Qd3 Nc8", "b": "Ka9"})
    for text in ("Qd5", "Q3d5", "Qbd5"):
        with pytest.raises(AmbiguousMoveError, match=f"ambiguous move '{text}' .w to move.: it"):
            board.parse_san(text)
    assert board.parse_san("Qb3d5").uci() == "b3d5"
    pawns = place(engine, "bhati-2", "r", {"r": "Kd4 Pb1 Pa31", "g": "Kd34"})
    with pytest.raises(AmbiguousMoveError, match=r"b1a1, a31a1|a31a1, b1a1"):
        pawns.parse_san("a1")


def test_no_move_after_the_end(engine: EngineName) -> None:
    board = place(engine, "circular", "w", {"w": "Ka1 Rd5", "b": "Kd9"})
    board.push_san("Rxd9#")
    for call in (board.parse_san, board.push_san):
        with pytest.raises(IllegalMoveError, match="the game is over: king taken"):
            call("Ka2")
    with pytest.raises(IllegalMoveError, match="over"):
        board.san(Move("a1", "a2"))


@pytest.mark.parametrize("method", ["san", "lan"])
def test_only_legal_moves_have_texts(method: str, engine: EngineName) -> None:
    board = Board("circular", engine=engine)
    for move in (Move("b2", "b4"), Move("c7", "c6"), Move("z9", "z8"), Move("a5", "a6")):
        with pytest.raises(IllegalMoveError):
            getattr(board, method)(move)
    with pytest.raises(TypeError):
        getattr(board, method)("b2b3")


def test_a_ring_named_like_the_sign_of_a_capture() -> None:
    variant = Variant.from_toml(kings_only(26, 8))
    board = place("rust", variant, "w", {"w": "Ka1 Rx4 Rz2 Rx6 Rb4 Nx7 Nz7", "b": "Ka5 Nx3 Nb2"})
    texts = {board.san(move): move for move in board.legal_moves}
    assert len(texts) == len(board.legal_moves)
    for text, move in texts.items():
        assert board.parse_san(text) == move
    assert texts["Rxx3"].uci() == "x4x3"
    assert texts["Rx4d4"].uci() == "x4d4"
    assert texts["Rbd4"].uci() == "b4d4"

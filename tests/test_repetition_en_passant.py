"""When an en passant square makes two positions different: RULES, section 10.

With two armies while the capture is legal, as FIDE and python-chess have it; with more while a
pawn of some enemy attacks the square.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

import chess
import pytest

from circularchess import (
    Board,
    InvalidPositionError,
    Piece,
    PieceType,
    Setup,
    Square,
    Variant,
    variants,
)
from circularchess.engine import ENGINES, EngineName, make_position
from tally import TALLY

WITH_EN_PASSANT: Final = [v.id for v in variants() if v.en_passant]
OFFICERS: Final = (PieceType.QUEEN, PieceType.ROOK, PieceType.BISHOP)


def random_twin(chance: Random) -> chess.Board | None:
    """A valid position after a double step next to which an enemy pawn stands."""
    board = chess.Board(None)
    board.turn = chance.choice((chess.WHITE, chess.BLACK))
    rank, passed, behind = (4, 5, 6) if board.turn else (3, 2, 1)
    file = chance.randrange(8)
    beside = chance.choice([f for f in (file - 1, file + 1) if 0 <= f < 8])
    board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, not board.turn))
    board.set_piece_at(chess.square(beside, rank), chess.Piece(chess.PAWN, board.turn))
    kept = {chess.square(file, r) for r in (rank, passed, behind)} | {chess.square(beside, rank)}
    free = [square for square in chess.SQUARES if square not in kept]
    chance.shuffle(free)
    # The king on the rank of the pawns, or anywhere; likewise those that pin.
    on_rank = [s for s in free if chess.square_rank(s) == rank]
    king = chance.choice(on_rank if chance.random() < 0.4 else free)
    board.set_piece_at(king, chess.Piece(chess.KING, board.turn))
    for _ in range(chance.randrange(4)):
        square = chance.choice(on_rank if chance.random() < 0.3 else free)
        if board.piece_at(square) is None:
            kind = chance.choice((chess.QUEEN, chess.ROOK, chess.BISHOP))
            board.set_piece_at(square, chess.Piece(kind, not board.turn))
    empty = [square for square in free if board.piece_at(square) is None]
    board.set_piece_at(chance.choice(empty), chess.Piece(chess.KING, not board.turn))
    board.ep_square = chess.square(file, passed)
    return board if board.is_valid() else None


def test_as_python_chess_has_it() -> None:
    chance = Random(817)
    met: Counter[str] = Counter()
    while met["legal"] < 150 or met["pinned"] < 150 or met["on the rank"] < 25:
        twin = random_twin(chance)
        if twin is None:
            continue
        assert twin.ep_square is not None
        legal = twin.has_legal_en_passant()
        fen = twin.fen(en_passant="fen")
        without = " ".join([*fen.split()[:3], "-", *fen.split()[4:]])
        for engine in ENGINES:
            one = Board("orthodox", fen, engine=engine).position
            other = Board("orthodox", without, engine=engine).position
            assert (one != other) is legal, fen
            assert (one.key() != other.key()) is legal, fen
            assert legal or hash(one) == hash(other), fen
        king = twin.king(twin.turn)
        assert king is not None
        same_rank = chess.square_rank(king) == (4 if twin.turn else 3)
        met[
            "legal" if legal else "on the rank" if same_rank and not twin.checkers() else "pinned"
        ] += 1
    TALLY["en passant squares as python-chess counts them"] += sum(met.values())


@pytest.mark.parametrize(
    ("fen", "matters"),
    [
        # Free to capture; pinned on the file; pinned on a diagonal that the capture leaves, and
        # on one that it keeps to; both pawns leave the rank between king and rook.
        ("7k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", True),
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", False),
        ("7k/8/5b2/3pP3/3K4/8/8/8 w - d6 0 1", False),
        ("1b5k/8/8/3pP3/5K2/8/8/8 w - d6 0 1", True),
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", False),
        ("8/8/8/8/k2Pp2R/8/8/7K b - d3 0 1", False),
    ],
)
def test_by_hand(fen: str, matters: bool, engine: EngineName) -> None:
    without = fen.replace(" d6", " -").replace(" d3", " -")
    one = Board("orthodox", fen, engine=engine).position
    other = Board("orthodox", without, engine=engine).position
    assert (one != other) is matters


def test_a_threefold_that_a_pinned_capture_does_not_hide(engine: EngineName) -> None:
    # After d2d4 the pawn on e4 is pinned; the kings then walk to and fro. The position after the
    # double step comes three times.
    board = Board("orthodox", "8/8/8/8/k3p2R/8/3P4/7K w - - 0 1", engine=engine)
    twin = chess.Board("8/8/8/8/k3p2R/8/3P4/7K w - - 0 1")
    for text in ["d2d4", *["a4a3", "h1g1", "a3a4", "g1h1"] * 2]:
        move = chess.Move.from_uci(text)
        twin.push(move)
        board.push_uci(text)
    assert twin.is_repetition(3)
    assert board.is_repetition(3)


def crowded(variant: Variant, chance: Random) -> Setup | None:
    """A position after a random double step, with officers strewn over the board."""
    board = Board(variant)
    for _ in range(chance.randrange(4, 40)):
        moves = list(board.legal_moves)
        pawns = [
            move
            for move in moves
            if (piece := board.piece_at(move.from_square)) and piece.type == PieceType.PAWN
        ]
        board.push(chance.choice(pawns if pawns and chance.random() < 0.7 else moves))
        if board.is_game_over():
            return None
    setup = board.position.setup()
    if not setup.en_passant:
        return None
    letters = [army for army in variant.letters if army in (setup.in_play or ())]
    homes = set(variant.start_setup().pieces)
    for square in variant.squares():
        if square in setup.en_passant:
            continue
        there = setup.pieces.get(square)
        if there is not None and there.type not in (PieceType.KING, PieceType.PAWN):
            del setup.pieces[square]
        elif there is None and square not in homes and chance.random() < 0.08:
            setup.pieces[square] = Piece(chance.choice(letters), chance.choice(OFFICERS))
    setup.castling = frozenset()
    # A pawn of anybody beside the square, where it may attack it.
    passed = chance.choice(setup.en_passant)
    ring, file = passed.ring + chance.choice((-1, 1)), passed.file + chance.choice((-1, 1))
    if chance.random() < 0.8 and 1 <= ring <= variant.rings:
        square = Square.at(ring, (file - 1) % variant.files + 1)
        outbound = variant.centre == "null" and chance.random() < 0.5
        pawn = Piece(chance.choice(letters), PieceType.PAWN, outbound)
        if setup.pieces.get(square, pawn).type != PieceType.KING:
            setup.pieces[square] = pawn
    return setup


@pytest.mark.parametrize("variant_id", WITH_EN_PASSANT)
def test_both_engines_and_the_rule(variant_id: str) -> None:
    variant = Variant.load(variant_id)
    chance = Random(variant_id)
    met: Counter[bool] = Counter()
    for _ in range(400):
        setup = crowded(variant, chance)
        if setup is None:
            continue
        try:
            pairs = [
                (
                    make_position(variant, setup, engine),
                    make_position(variant, replace(setup, en_passant=()), engine),
                )
                for engine in ENGINES
            ]
        except InvalidPositionError:
            continue
        if pairs[0][0].setup().en_passant != setup.en_passant:
            continue
        matters = [one != other for one, other in pairs]
        assert [one.key() != other.key() for one, other in pairs] == matters
        assert matters[0] == matters[1], setup
        if len(variant.letters) == 2:
            # What the rule says, told by the moves: the right gives a move or it does not.
            one, other = pairs[0]
            assert matters[0] == (one.legal_moves() != other.legal_moves())
        met[matters[0]] += 1
    assert set(met) == {True, False}
    TALLY["en passant squares that both engines judge alike"] += met.total()

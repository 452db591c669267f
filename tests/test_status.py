"""Positions with faults: each refused with one clear line, and `status()` tells all at once."""

from __future__ import annotations

import pytest

from circularchess import Board, InvalidPositionError, Variant
from circularchess.engine import EngineName

# An orthodox position, its faults in no order, and what the line must name.
ORTHODOX = [
    # Castling without king or rook at home.
    ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", ["castling"] * 2, "castling"),
    ("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", ["castling"], "castling"),
    ("4k3/8/8/8/8/8/8/4K2N w K - 0 1", ["castling"], "castling"),
    ("4k3/8/8/8/8/8/8/4KB1r b K - 0 1", ["castling"], "castling"),
    ("r3k3/8/8/8/8/8/8/4K3 w kq - 0 1", ["castling"], "castling"),
    ("3qk3/8/8/8/8/8/8/3KN3 w Qq - 0 1", ["castling"] * 2, "castling"),
    # En passant without its pawn, behind a piece, onto a piece, of the wrong army.
    ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", ["en_passant"], "e3"),
    ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", ["en_passant"], "e3"),
    ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", ["en_passant"], "e3"),
    ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", ["en_passant"], "e3"),
    ("4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", ["en_passant"], "e3"),
    ("4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1", ["en_passant"], "e4"),
    ("4k3/8/8/4P3/8/8/8/4K3 b - e5 0 1", ["en_passant"], "e5"),
    ("4k3/8/8/4p3/8/8/8/4K3 w - d6 0 1", ["en_passant"], "d6"),
    # Kings too many or too few.
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", ["kings"], "king"),
    ("4k3/8/8/8/8/8/8/Q7 w - - 0 1", ["kings"], "king"),
    ("3qq3/8/8/8/8/8/8/3PP3 w - - 0 1", ["kings", "kings", "pawn", "pawn"], "king"),
    # Pawns where none can stand.
    ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", ["pawn"], "a1"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", ["pawn"], "h8"),
    ("4k3/8/8/8/8/8/8/2p1K3 w - - 0 1", ["pawn"], "c1"),
    ("3pk3/8/8/8/8/8/8/4K3 w - - 0 1", ["pawn"], "d8"),
    # The side not to move in check, kings side by side too.
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", ["opposite_check"], "king"),
    ("4k3/8/8/8/8/5n2/8/6K1 b - - 0 1", ["opposite_check"], "king"),
    ("8/8/8/3kK3/8/8/8/8 w - - 0 1", ["opposite_check"], "king"),
    # All at once.
    ("4k3/8/8/8/8/8/8/4R1K1 w KQ e6 0 1", ["castling"] * 2 + ["en_passant", "opposite_check"], ""),
    ("4k1kp/8/8/8/8/8/8/4K3 w q e6 0 1", ["castling", "en_passant", "kings", "pawn"], "king"),
]


@pytest.mark.parametrize(("fen", "kinds", "word"), ORTHODOX)
def test_faults_of_orthodox_positions(
    fen: str, kinds: list[str], word: str, engine: EngineName
) -> None:
    check(Board("orthodox", fen, engine=engine, validate=False), kinds, word)


CIRCULAR = [
    ("circular", "K7k7/16/16/16 w KQkq - 0 1", ["castling"] * 4, "castling"),
    ("circular", "K7k7/1P14/16/16 w - c2 0 1", ["en_passant"], "en passant"),
    ("circular", "K7k7/7P8/8p7/P14p w - - 0 1", ["pawn"] * 4, "pawn"),
    ("circular-strict", "K6k8/16/16/7R8 w - - 0 1", ["opposite_check"], "king"),
    ("circular", "K6k8/16/16/7R8 w - - 0 1", [], ""),  # it may be taken
    ("cylinder", "k7/8/8/8/8/8/8/7R w - - 0 1", ["kings"], "king"),
    ("cylinder", "k7/8/8/8/8/1K6/8/7b w - - 0 1", [], ""),
    ("cylinder", "3k4/8/8/p7/8/8/8/7K w - h6 0 1", ["en_passant"], "h6"),
    ("cylinder", "3k4/8/8/p7/8/8/8/7K w - a6 0 1", [], ""),
]


@pytest.mark.parametrize(("variant", "fen", "kinds", "word"), CIRCULAR)
def test_faults_of_round_positions(
    variant: str, fen: str, kinds: list[str], word: str, engine: EngineName
) -> None:
    check(Board(variant, fen, engine=engine, validate=False), kinds, word)


def bhati(rim: str, rights: str = "-", passed: str = "-", turn: str = "r") -> str:
    """A position of Bhati's game for two with pieces in the sectors of red and green."""
    red, green = rim.split()
    gap = "*,*,8,*,*,8,*,*"
    return f"{red},{gap},{green},{gap}/60/60/60 {turn} {rights} {passed} 0 1"


BHATI = [
    (bhati("3,rK,4 3,gK,4"), [], ""),
    (bhati("3,rK,4 3,gK,4", "rKQ,gK"), ["castling"] * 3, "castling"),
    (bhati("rR,2,rK,4 3,gK,4", "rK"), [], ""),
    (bhati("rR,2,rK,4 3,gK,4", "rQ"), ["castling"], "castling"),
    (bhati("rP,2,rK,4 3,gK,3,gO"), ["pawn"] * 2, "d1"),
    (bhati("3,rK,4 3,gK,4", passed="b34"), ["en_passant"], "b34"),
    (bhati("3,rK,rK,3 3,gK,4"), ["kings"], "king"),
    (bhati("3,rK,4 3,rR,4", turn="g"), ["turn"], ""),
    # The rook looks straight across the centre.
    (bhati("3,rK,4 3,gR,2,gK,1", turn="g"), ["opposite_check"], "king"),
    (bhati("3,rK,4 3,gR,2,gK,1"), [], ""),
]


@pytest.mark.parametrize(("fen", "kinds", "word"), BHATI)
def test_faults_of_bhatis_positions(
    fen: str, kinds: list[str], word: str, engine: EngineName
) -> None:
    check(Board("bhati-2", fen, engine=engine, validate=False), kinds, word)


def check(board: Board, kinds: list[str], word: str) -> None:
    """Compare what `status()` says, and every way in which the position is refused."""
    problems = board.status()
    assert sorted(kind for kind, _ in problems) == sorted(kinds)
    assert board.is_valid() == (not kinds)
    for _, text in problems:
        assert text.isprintable()
        assert 10 < len(text) < 100
    if not kinds:
        return
    assert word in " ".join(text for _, text in problems)
    first, *rest = [text for _, text in problems]
    line = f"{first} (and {len(rest)} more)" if rest else first
    fen = board.fen()
    with pytest.raises(InvalidPositionError) as caught:
        Board(board.variant, fen, engine=board.engine)
    assert str(caught.value) == line
    assert caught.value.problems == problems
    with pytest.raises(InvalidPositionError) as caught:
        list(board.legal_moves)
    assert str(caught.value) == f"the position cannot be played: {line}"
    # A board that holds another position keeps it.
    other = Board(board.variant, engine=board.engine)
    with pytest.raises(InvalidPositionError):
        other.set_fen(fen)
    assert other.fen() == Variant.start_fen(board.variant)

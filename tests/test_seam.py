"""Ring pawns that step from the last file to the first: by number the longest way, by rule one
step. The fuzzer `boards` found a double step there over an occupied square."""

from __future__ import annotations

import pytest

from circularchess import Board, Move, Variant
from circularchess.protocol import EngineName
from made_variants import kings_only


def board_with_pawns_at_the_seam(rings: int, files: int, engine: EngineName) -> Board:
    """White's pawns go clockwise from the last two files; only file 4 promotes."""
    round_ = [*range(5, files + 1), 1, 2, 3]
    text = kings_only(rings, files)
    here, there = list(range(2, files // 2 + 1)), list(range(files // 2 + 2, files + 1))
    text = text.replace("double_step = false", "double_step = true")
    text = text.replace(
        f"clockwise = {here}\nanticlockwise = {there}",
        f"clockwise = {round_}\nanticlockwise = []",
        1,
    )
    text = text.replace(f"promotion_files = [{files // 2 + 1}]", "promotion_files = [4]", 1)
    starts = f'["b{files - 1}", "b{files}"]'
    text = text.replace('king = ["a1"]', f'king = ["a1"]\npawn = {starts}', 1)
    return Board(Variant.from_toml(text), engine=engine)


@pytest.mark.parametrize("engine", ["rust", "reference"])
@pytest.mark.parametrize(("rings", "files"), [(2, 16), (4, 16), (4, 34), (8, 32)])
def test_double_steps_over_the_seam(rings: int, files: int, engine: EngineName) -> None:
    board = board_with_pawns_at_the_seam(rings, files, engine)
    last, passed = f"b{files}", "b1"
    moves = {move for move in board.legal_moves if move.from_square == last}
    assert moves == {Move(last, passed), Move(last, "b2")}
    # The pawn behind is blocked by the one before it.
    assert not any(move.from_square == f"b{files - 1}" for move in board.legal_moves)
    # The king steps onto the passed-over square: no pawn's way leads through it.
    board.push(Move("a1", passed))
    board.push(Move(f"a{files // 2 + 1}", f"a{files // 2 + 2}"))
    assert not any(move.from_square == last for move in board.legal_moves)
    board.push(Move(passed, "a1"))
    board.push(Move(f"a{files // 2 + 2}", f"a{files // 2 + 1}"))
    # From the file before the last the double step ends on the first.
    board.push(Move(last, "b2"))
    board.push(Move(f"a{files // 2 + 1}", f"a{files // 2 + 2}"))
    behind = f"b{files - 1}"
    moves = {move for move in board.legal_moves if move.from_square == behind}
    assert moves == {Move(behind, last), Move(behind, passed)}

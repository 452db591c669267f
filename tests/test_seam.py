"""The seam of the board, between the last file and the first: by number the longest way, by rule
one step. The fuzzer `boards` found a double step there over an occupied square."""

from __future__ import annotations

import re

import pytest

from circularchess import Board, Move, Variant
from circularchess.engine import EngineName
from made_variants import kings_only, round_game
from placing import place, targets


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


# --- The same game, begun elsewhere on the ring -------------------------------------------------

# The rings of Circular Chess turned by four files: the seam lies in the middle of the pawns' way,
# White's from file 3 down over 1 and 16 to 13, Black's from 14 up over 16 and 1 to 4.
TURNED = 4


def _turned(square: str) -> str:
    return f"{square[0]}{(int(square[1:]) + TURNED - 1) % 16 + 1}"


def _turned_variant() -> Variant:
    text = round_game(4, 16, double_step=True)
    text = re.sub(r'"([a-d][0-9]+)"', lambda name: f'"{_turned(name[1])}"', text)
    # The files of the pawns' ways, as `[2, 3, 4]`.
    text = re.sub(
        r"\[[0-9, ]+\]",
        lambda files: str([int(_turned(f"a{n}")[1:]) for n in files[0][1:-1].split(", ")]),
        text,
    )
    return Variant.from_toml(text)


def test_pawns_cross_the_seam(engine: EngineName) -> None:
    variant = _turned_variant()
    # White from file 3, by single or double step.
    board = place(engine, variant, "w", {"w": "Kd8 Pb3", "b": "Kd13 Nd16"})
    assert targets(board, "b3") == {"b2", "b1"}
    for origin, target, ahead in (("b3", "b2", "b1"), ("b2", "b1", "b16"), ("b1", "b16", "b15")):
        board = place(engine, variant, "w", {"w": f"Kd8 P{origin}", "b": "Kd5"})
        assert target in targets(board, origin)
        board = place(engine, variant, "w", {"w": f"Kd8 P{target}", "b": "Kd5"})
        assert targets(board, target) == {ahead}
    # Black the other way over the seam.
    board = place(engine, variant, "b", {"w": "Kd8", "b": "Kd5 Pb16"})
    assert targets(board, "b16") == {"b1"}


def test_pawns_capture_across_the_seam(engine: EngineName) -> None:
    variant = _turned_variant()
    board = place(engine, variant, "w", {"w": "Kd8 Pb1", "b": "Kd5 Na16 Nc16 Na2 Nc2"})
    assert targets(board, "b1") == {"b16", "a16", "c16"}
    board = place(engine, variant, "b", {"w": "Kd8 Na1 Nc1 Na15", "b": "Kd5 Pb16"})
    assert targets(board, "b16") == {"b1", "a1", "c1"}
    assert board.attackers("b", "a1") == ["b16"]
    # And on the innermost and the outermost ring only inward and outward: 'd' is not next to 'a'.
    board = place(engine, variant, "w", {"w": "Kb8 Pa1 Pd1", "b": "Kb5 Nd16 Na16 Nb16 Nc16"})
    assert targets(board, "a1") == {"b16"}
    assert targets(board, "d1") == {"c16"}


def test_the_turned_game_is_the_same_game(engine: EngineName) -> None:
    # The published counts of the game with double steps.
    board = Board(_turned_variant(), engine=engine)
    assert [board.position.perft(depth) for depth in (1, 2)] == [20, 400]


def test_radial_pawns_capture_across_the_seam(engine: EngineName) -> None:
    # White's outward, Black's inward, one file to either side, and h is next to a.
    board = place(engine, "cylinder", "w", {"w": "Kd1 Pa4", "b": "Kd8 Nh5 Nb5"})
    assert targets(board, "a4") == {"a5", "h5", "b5"}
    board = place(engine, "cylinder", "b", {"w": "Kd1 Na4 Ng4", "b": "Kd8 Ph5"})
    assert targets(board, "h5") == {"h4", "a4", "g4"}


def test_radial_pawns_do_not_capture_across_an_open_seam(engine: EngineName) -> None:
    # On the orthodox board the files h and a are no neighbours.
    board = place(engine, "orthodox", "w", {"w": "Kd1 Ph4", "b": "Kd8 Na5 Ng5"})
    assert targets(board, "h4") == {"h5", "g5"}
    board = place(engine, "orthodox", "w", {"w": "Kd1 Pa4", "b": "Kd8 Nh5"})
    assert targets(board, "a4") == {"a5"}


@pytest.mark.parametrize(("pawn", "taker", "passed"), [("h", "a", "h3"), ("a", "h", "a3")])
def test_en_passant_across_the_seam(engine: EngineName, pawn: str, taker: str, passed: str) -> None:
    # White's double step passes over rank 3, which a pawn on rank 4 attacks inward.
    armies = {"w": f"Kd1 P{pawn}2", "b": f"Kd8 P{taker}4"}
    board = place(engine, "cylinder", "w", armies)
    board.push_uci(f"{pawn}2{pawn}4")
    assert board.en_passant_squares == (passed,)
    assert targets(board, f"{taker}4") == {f"{taker}3", passed}
    board.push_uci(f"{taker}4{passed}")
    assert board.piece_at(f"{pawn}4") is None
    # On the orthodox board the seam is open.
    board = place(engine, "orthodox", "w", armies)
    board.push_uci(f"{pawn}2{pawn}4")
    assert targets(board, f"{taker}4") == {f"{taker}3"}

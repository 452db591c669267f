"""The counts of the `.perft` files, by both engines, under a budget of nodes."""

from __future__ import annotations

import pytest

from circularchess import Board, divide, perft
from circularchess.engine import EngineName
from perft_files import Case, read_cases
from tally import TALLY

CASES = read_cases()

by_every_engine = pytest.mark.parametrize(
    ("case", "engine"),
    [
        pytest.param(case, engine, id=f"{case.id}-{engine}")
        for case in CASES
        for engine in case.engines
    ],
)
from_moves_by_every_engine = pytest.mark.parametrize(
    ("case", "engine"),
    [
        pytest.param(case, engine, id=f"{case.id}-{engine}")
        for case in CASES
        if case.moves
        for engine in case.engines
    ],
)

# The largest counts that are worked out in every run, and in the deep one.
QUICK = {"rust": 1_000_000, "reference": 4_000}
DEEP = {"rust": 1_000_000_000, "reference": 100_000}


def test_ids_are_unique() -> None:
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids)) == 163


def check_counts(case: Case, engine: EngineName, least: int, most: int) -> None:
    """Compare the counts of some size, and note how many nodes that took."""
    board = case.board(engine)
    counts = {depth: nodes for depth, nodes in case.counts.items() if least <= nodes <= most}
    assert {depth: perft(board, depth) for depth in counts} == counts
    TALLY[f"perft nodes by {engine}"] += sum(counts.values())


@by_every_engine
def test_counts(case: Case, engine: EngineName) -> None:
    check_counts(case, engine, 0, QUICK[engine])


@pytest.mark.deep
@by_every_engine
def test_deep_counts(case: Case, engine: EngineName) -> None:
    check_counts(case, engine, QUICK[engine] + 1, DEEP[engine])


@from_moves_by_every_engine
def test_moves_lead_to_the_position(case: Case, engine: EngineName) -> None:
    board = Board(case.variant, engine=engine, options=case.options)
    for move in case.moves:
        board.push_uci(move)
    assert board.fen() == case.fen
    assert board == case.board(engine)
    assert perft(board, 1) == case.counts[1]


@by_every_engine
def test_divide_adds_up(case: Case, engine: EngineName) -> None:
    board = case.board(engine)
    for depth, nodes in case.counts.items():
        if nodes <= QUICK["reference"]:
            parts = divide(board, depth)
            assert sum(parts.values()) == nodes
            assert list(parts) == list(board.legal_moves)

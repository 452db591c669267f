"""Positions of Green Chess's rings, with the moves that the site itself listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from circularchess import Board
from circularchess.engine import EngineName
from round_games import ENGINES, targets

SERVED = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "ringsites.jsonl").read_text().splitlines()
]


def test_how_many() -> None:
    assert len(SERVED) == 61
    assert sum(len(served["moves"]) for served in SERVED) == 311


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", range(len(SERVED)))
def test_moves_are_those_that_the_site_listed(engine: EngineName, number: int) -> None:
    served: dict[str, Any] = SERVED[number]
    here = Board(served["variant"], served["fen"], engine=engine).position
    listed = {square: set(moves) for square, moves in served["moves"].items()}
    assert {square: targets(here, square) for square in listed} == listed

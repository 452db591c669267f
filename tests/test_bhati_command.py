"""Bhati's games on the command line."""

from __future__ import annotations

import pytest

from bhati_games import VARIANTS
from circularchess.engine import EngineName
from commands import call
from placing import place


@pytest.mark.parametrize("variant", VARIANTS)
def test_counts_agree(variant: str) -> None:
    # 22 moves each, and the first cannot touch the second army's.
    lines = call("perft", variant, "--depth", "2", "--check").splitlines()
    assert lines[-2:] == ["The engines rust and reference agree.", "Nodes searched: 484"]


def test_the_game_of_several_is_won(engine: EngineName) -> None:
    # Blue is out already and orange mated by the rooks on ring c and d18.
    armies = {"r": "Kb30 Rb18", "g": "Kb33 Rc50", "o": "Kd11 Pc38"}
    fen = place("rust", "bhati-4-pairs", "r", armies).fen()
    shown = call("show", "bhati-4-pairs", "--engine", engine, "--fen", fen, "--moves", "b18d18")
    assert "Game over by last side standing: Red and Green won" in shown
    # Orange's pieces have left.
    assert "oK" not in shown
    assert "oP" not in shown


def test_a_check_from_a_third_army_is_told(engine: EngineName) -> None:
    fen = place("rust", "bhati-3", "r", {"r": "Kd1", "y": "Kb30", "b": "Kb45 Rd5"}).fen()
    shown = call("show", "bhati-3", "--engine", engine, "--fen", fen)
    # Off ring d: c1, c2 and c60.
    assert "Red (r) to move, in check; 3 legal moves; round 1" in shown
    listed = call("moves", "bhati-3", "--fen", fen).splitlines()
    assert set(listed) == {"d1c1 Kc1", "d1c2 Kc2", "d1c60 Kc60"}


@pytest.mark.parametrize(
    ("width", "sectors"), [(200, 6), (182, 6), (181, 3), (80, 2), (62, 2), (61, 1), (32, 1)]
)
def test_drawn_by_whole_sectors_within_the_width(width: int, sectors: int) -> None:
    # Two columns and three a file: 182 for the board, 92 for half of it, 62 for a third.
    shown = call("show", "bhati-6", "--width", str(width)).split("\n\n")
    drawn = shown[:-1]
    assert len(drawn) == 6 // sectors
    for block in drawn:
        lines = block.splitlines()
        assert [line[0] for line in lines] == [" ", "d", "c", "b", "a"]
        assert {len(line) for line in lines} == {2 + 3 * 10 * sectors}
        assert 2 + 30 * sectors <= width
        # Voids stand at the end of each sector.
        cells = lines[1].split()[1:]
        assert all((cell == "*") == (n % 10 >= 8) for n, cell in enumerate(cells))

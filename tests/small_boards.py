"""Variant files for boards of any shape, with two kings and nothing else."""

from __future__ import annotations


def kings_only(rings: int, files: int, *, centre: str = "closed", voids: str = "") -> str:
    """The text of a variant with a king for each of two armies, opposite each other."""
    here = list(range(2, files // 2 + 1))
    there = list(range(files // 2 + 2, files + 1))
    # Across a null centre the kings are neighbours: then only a game where they may be taken.
    check = "strict" if centre == "closed" else "snaffle"
    shift = "" if centre == "closed" else "null_shift = 2"
    return f"""
id = "kings-{rings}x{files}"
name = "Kings on {rings} x {files}"
source = "made for the tests"

[board]
rings = {rings}
files = {files}
centre = "{centre}"
voids = [{voids}]

[pawns]
kind = "ring"

[rules]
checkmate = "ends"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "letters"

[options]
check = "{check}"
double_step = false
{shift}

[[armies]]
letter = "w"
name = "White"
seat = 0

[armies.pawns]
clockwise = {here}
anticlockwise = {there}
promotion_files = [{files // 2 + 1}]

[armies.start]
king = ["a1"]

[[armies]]
letter = "b"
name = "Black"
seat = 1

[armies.pawns]
clockwise = {there}
anticlockwise = {here}
promotion_files = [1]

[armies.start]
king = ["a{files // 2 + 1}"]
"""

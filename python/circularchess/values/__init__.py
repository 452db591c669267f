"""Plain values: squares, pieces, moves, described positions, what happened and how it ended."""

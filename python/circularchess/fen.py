"""Position text (FEN): `placement turn castling en-passant halfmove round`.

Placement goes from the outermost ring inward, `/` between rings, each ring from file 1; citadels
come last, like one more ring. A number stands for that many empty squares, `*` for one void
square. There are two styles, by variant:

- letters: `KQRBNP`, upper case for the first army, lower case for the second; castling `KQkq`;
- commas: items separated by commas, each an army letter and a piece letter (`rK`); castling
  `rKQ,gQ`.

`O` is a pawn that heads the other way: outbound, or anticlockwise. En passant squares are separated
by commas. After the army to move `~` and letters name the inert armies. Boards with moats have a
seventh field: the bridged ones by their file, or `-`. Reading is strict about the form and says
nothing about whether the position can be played: that is the engine's to judge.
"""

from __future__ import annotations

from .notation.fen import MAX_COUNTER, MAX_LENGTH, parse_fen, write_fen

__all__ = ["MAX_COUNTER", "MAX_LENGTH", "parse_fen", "write_fen"]

"""The same games in the notations of other programs: squares, moves and positions, both ways.

- `ring-file`: ring letter, `a` the innermost, and file, `b2`; SAN, and our position texts;
- `file-ring`: file letter and ring, 1 the innermost, `b2`; SAN, and our position texts;
- `greenchess`: squares as `file-ring`; moves `bd2`, `Nxt3`, `0-0`; positions are JSON;
- `jocly`: file letter, four on, and ring, 1 the outermost; `f3-g3`, `Ne2xf4+`; positions are FEN;
- `gamecourier`: squares as `file-ring`; moves `b2-c2`; positions are FEN code.

All but the first are for boards of at most 26 files. What the sources say, and what is decided
here, is told in the how-to page on other programs' notations.

>>> from circularchess import Board
>>> board = Board("circular")
>>> words = scheme("greenchess", board.variant)
>>> words.square_name("b2"), words.square("b2")
('b2', 'b2')
>>> words.san(board.position, board.parse_san("Nb14"))
'Nn2'
>>> scheme("jocly", board.variant).san(board.position, board.parse_san("Nb14"))
'Nd2-b3'
"""

from __future__ import annotations

from ._choice import SCHEMES, TAG, scheme, spelling
from ._scheme import Scheme

__all__ = ["SCHEMES", "TAG", "Scheme", "scheme", "spelling"]

"""Move text in the short form people write (SAN): `Nc12`, `R8xd14`, `b7xc8=Q+`, `O-O`.

As in orthodox chess, over the squares of round boards:

- a piece letter (none for pawns), just enough of the from-square to tell the move from all other
  legal ones (the file if that does, else the ring, else both), `x` for a capture, the to-square,
  and `=Q` for a promotion;
- a pawn capture shows the whole from-square; in variants with usual names (`orthodox`,
  `cylinder`) the file alone, unless two pawns of one file could capture there: `exd5`;
- any other pawn move shows the from-square only where two pawns could go there;
- a sidestep, which captures nothing, shows the whole from-square without `x`: `b7a8`;
- `#` when the move eliminates an army or mates, at once or before the next army moves; else `+`
  when it leaves an enemy king attacked by the mover's side.

Writing keeps to this form. Reading also takes texts without `x`, with `-` before the to-square,
with more of the from-square than needed, with wrong or no check marks, with `!` and `?`,
`0-0` for `O-O`, and `e8Q`, `e8=q`, `e8/Q` or `e8(Q)` for `e8=Q`.
"""

from __future__ import annotations

from .notation.san import Notation, is_move_text, notation

__all__ = ["Notation", "is_move_text", "notation"]

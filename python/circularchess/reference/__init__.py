"""The reference engine: the rules in plain Python, written for reading.

It has the same positions as the compiled engine and is worked out independently of it: it
shares only the value types and the parsed variant data. One module a rule:

`topology` the board, `pieces` and `pawns` how they move, `castling`, `en_passant`,
`attacks` who attacks what, `moves` all moves and what they do, `legality` which are safe
and legal, `elimination` and `turns` what happens between moves and how the game ends,
`validation` which positions can be played, `position` the class that joins them.
"""

from __future__ import annotations

from .position import Position, from_setup

__all__ = ["Position", "from_setup"]

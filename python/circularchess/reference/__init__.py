"""The reference engine: the rules in plain Python, written for reading.

It has the same positions as the compiled engine and is worked out independently of it: it
shares only the value types and the parsed variant data. One module a rule:

`topology` the board, `moats` what lies on it, `betza` and `movement` how pieces move and
`pieces` where they may go, `pawns` and `meeting` the same of pawns, `castling`, `en_passant`,
`citadels`, `attacks` who attacks what, `moves` all moves and what they do, `legality` which
are safe and legal, `elimination`, `first_mate`, `bare_king` and `turns` what happens between
moves and how the game ends, `validation` which positions can be played, `position` the class
that joins them.
"""

from __future__ import annotations

from .position import Position, from_setup

__all__ = ["Position", "from_setup"]

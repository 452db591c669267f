"""A rules engine for chess on round boards.

- `Board` is a game in progress: legal moves, making and taking back moves, check and outcome,
  position text (FEN), move text (SAN). It draws itself as text and, in notebooks, as a picture.
- `Game` is a game on record: players, moves with comments and variations, result; it is written
  and read as PGN and JSON. `circularchess.pgn` reads files of many games.
- `Variant` is a game's rules, built in (`variants()` lists them) or from a file of your own.
- `Move`, `Square`, `Piece` and `PieceType` are what they say; armies are named by a letter.
- `perft` and `divide` count move sequences, `playouts` plays random games.
- `circularchess.svg` draws boards, `circularchess.animation` games, `circularchess.geometry` says
  where every square lies, `circularchess.json_format` is the wire format of front ends.

Every error is a `CircularChessError`, which is a `ValueError`, with a message of one line.

>>> import circularchess
>>> board = circularchess.Board("circular")
>>> len(board.legal_moves)
12
>>> board.push_uci("b2b3")
Move.from_uci('b2b3')
>>> board.fen()
'RP4prrp4PR/NP4pnnp4PN/B1P3pbbp4PB/KP4pkqp4PQ b - - 0 1'
"""

from __future__ import annotations

# Importing `typing` would cost more than all the rest. Type checkers know this name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from .analysis.perft import divide, perft
    from .analysis.playouts import Playouts, playouts
    from .board import Board
    from .errors import (
        AmbiguousMoveError,
        CircularChessError,
        EngineError,
        EngineTerminatedError,
        IllegalMoveError,
        InvalidDepthError,
        InvalidFenError,
        InvalidGameError,
        InvalidJsonError,
        InvalidMoveError,
        InvalidOptionError,
        InvalidPieceError,
        InvalidPositionError,
        InvalidSquareError,
        InvalidVariantError,
        NoVariationError,
        PgnError,
        UnknownArmyError,
        UnknownNotationError,
        UnknownVariantError,
    )
    from .game import Game
    from .game_node import GameNode
    from .values.action import Departure
    from .values.event import Event
    from .values.move import Move
    from .values.move_info import MoveInfo, MovePath
    from .values.outcome import Outcome, Termination
    from .values.piece import Piece, PieceType
    from .values.setup import Setup
    from .values.square import Square
    from .variant import Army, Variant, variants

    __version__: str

__all__ = [
    "AmbiguousMoveError",
    "Army",
    "Board",
    "CircularChessError",
    "Departure",
    "EngineError",
    "EngineTerminatedError",
    "Event",
    "Game",
    "GameNode",
    "IllegalMoveError",
    "InvalidDepthError",
    "InvalidFenError",
    "InvalidGameError",
    "InvalidJsonError",
    "InvalidMoveError",
    "InvalidOptionError",
    "InvalidPieceError",
    "InvalidPositionError",
    "InvalidSquareError",
    "InvalidVariantError",
    "Move",
    "MoveInfo",
    "MovePath",
    "NoVariationError",
    "Outcome",
    "PgnError",
    "Piece",
    "PieceType",
    "Playouts",
    "Setup",
    "Square",
    "Termination",
    "UnknownArmyError",
    "UnknownNotationError",
    "UnknownVariantError",
    "Variant",
    "__version__",
    "divide",
    "perft",
    "playouts",
    "variants",
]

# Where each public name lives. They are fetched on first use, so that importing the package
# costs next to nothing.
_HOMES: Final = {
    "analysis.perft": ("divide", "perft"),
    "analysis.playouts": ("Playouts", "playouts"),
    "board": ("Board",),
    "errors": tuple(name for name in __all__ if name.endswith("Error")),
    "game": ("Game",),
    "game_node": ("GameNode",),
    "values.action": ("Departure",),
    "values.event": ("Event",),
    "values.move": ("Move",),
    "values.move_info": ("MoveInfo", "MovePath"),
    "values.outcome": ("Outcome", "Termination"),
    "values.piece": ("Piece", "PieceType"),
    "values.setup": ("Setup",),
    "values.square": ("Square",),
    "variant": ("Army", "Variant", "variants"),
}
_HOME: Final = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    import importlib

    value: Any
    if name == "__version__":
        from importlib.metadata import version

        value = version("circularchess")
    elif name in _HOME:
        value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
    else:
        from .python_chess import missing

        raise AttributeError(missing("chess", name, __name__), name=name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

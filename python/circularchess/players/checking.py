"""What every engine refuses before it begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ..board import Board
from ..errors import EngineError, IllegalMoveError, InvalidOptionError, shorten
from ..values.move import Move, as_move
from .limit import Limit

if TYPE_CHECKING:
    from ..variant import Variant

__all__ = ["check_board", "check_limit", "check_multipv", "check_number", "check_root_moves"]

_MAX_MULTIPV: Final = 500


def check_board(board: Board, variant: Variant) -> None:
    """Refuse what is no board of the variant."""
    if not isinstance(board, Board):
        raise TypeError(f"a Board is needed, not {shorten(board)}")
    if board.variant != variant:
        raise EngineError(f"the engine plays {_title(variant)}, not {_title(board.variant)}")


def _title(variant: Variant) -> str:
    """A variant's id, with the options that are changed."""
    changed = variant.changed_options
    options = ", ".join(f"{name}={value}" for name, value in changed.items())
    return f"{variant.id} ({options})" if options else variant.id


def check_root_moves(board: Board, moves: Iterable[Move | str] | None) -> list[Move] | None:
    """The moves, which must be legal. Raises `IllegalMoveError`; `EngineError` for none at all."""
    if moves is None:
        return None
    if isinstance(moves, str | Move) or not isinstance(moves, Iterable):
        raise TypeError(f"root_moves are several moves, not {shorten(moves)}")
    found = [board.variant.read_move(as_move(move)) for move in moves]
    for move in found:
        if not board.is_legal(move):
            raise IllegalMoveError(f"illegal root move {move.uci()!r} ({board.turn} to move)")
    if not found:
        raise EngineError("no root moves are given to choose among")
    return list(dict.fromkeys(found))


def check_limit(limit: Limit, *, endless: bool) -> Limit:
    """Refuse what is no limit, or has no end where one is needed."""
    if not isinstance(limit, Limit):
        raise TypeError(f"a Limit is needed, not {shorten(limit)}")
    if limit.is_endless and not endless:
        raise EngineError("a limit is needed: a time, a depth, nodes, a mate or clocks")
    return limit


def check_multipv(multipv: int | None) -> int:
    """How many lines to show. Raises `InvalidOptionError`."""
    return 1 if multipv is None else check_number("multipv", multipv, 1, _MAX_MULTIPV)


def check_number(name: str, value: object, least: int, most: int) -> int:
    """A whole number in a range. Raises `InvalidOptionError`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}: a whole number is needed, not {shorten(value)}")
    if not least <= value <= most:
        raise InvalidOptionError(
            f"{name}: {shorten(value)} is no whole number from {least} to {most}"
        )
    return value

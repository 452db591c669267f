"""Why a move is illegal, in words. What forbids it, the engines tell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ..values.move import Move
from ..values.piece import PieceType
from ..values.refusal import Refusal
from ..values.square import Square

if TYPE_CHECKING:
    from ..engine import Position
    from ..values.piece import Piece
    from ..variant import VariantData

__all__ = ["castled_king", "likeliest", "own_man", "reason"]

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

# What tells most of what a player overlooked comes first.
_TELLING: Final = (
    "exposes",
    "blocked",
    "moat",
    "hop",
    "only_quiet",
    "only_captures",
    "must_promote",
    "no_promotion",
    "bad_promotion",
    "far",
    "unreachable",
)


def reason(position: Position, move: Move, data: VariantData) -> str:
    """Why a move is illegal in a position, without the move itself.

    >>> from circularchess import Board
    >>> board = Board("circular")
    >>> reason(board.position, Move("b2", "b4"), board.variant.data)
    'b4 is two steps away'
    """
    for square in (move.from_square, move.to_square):
        if square in data.voids:
            return f"{square!s} is void"
        if not data.has_square(square):
            return f"{str(square)!r} is not on the board"
    refusal = position.refusal(move)
    if refusal is None:
        return f"{position.turn} to move"
    return _told(position, move, refusal)


def likeliest(position: Position, moves: Iterable[Move]) -> tuple[Move, Refusal, str] | None:
    """Of illegal moves one text may mean, the one whose reason tells most, and its words."""
    found = [(move, refusal) for move in moves if (refusal := position.refusal(move)) is not None]
    found = [(move, refusal) for move, refusal in found if refusal.kind in _TELLING]
    if not found:
        return None
    move, refusal = min(found, key=lambda it: (_TELLING.index(it[1].kind), it[1].steps, it[0]))
    return move, refusal, _told(position, move, refusal, str(move.from_square))


def _told(position: Position, move: Move, refusal: Refusal, origin: str = "") -> str:
    """The words for a refusal. `origin` is the square to leave where the move's text has none."""
    kind, squares, steps = refusal
    target = str(move.to_square)
    turn = position.turn
    if kind == "over":
        end = position.end
        return f"the game is over: {end[0].replace('_', ' ')}" if end else "the game is over"
    if kind == "empty":
        return f"{move.from_square!s} is empty"
    piece = position.piece_at(move.from_square)
    assert piece is not None
    if kind == "not_yours":
        return f"{piece.symbol} does not move: {turn} to move"
    if kind == "own":
        return own_man(position.piece_at(move.to_square), turn, target)
    if kind == "exposes":
        what = f"moving {origin} " if origin else ""
        return f"{what}leaves the king in check from {_listed(squares)}"
    if kind == "blocked":
        which = f" from {origin}" if origin else ""
        if len(squares) == 1:
            return f"the way{which} is blocked at {_listed(squares)}"
        count = "both" if len(squares) == 2 else "all"
        return f"{count} ways{which} are blocked, at {_listed(squares)}"
    if kind == "far":
        away = f" from {origin}" if origin else ""
        number = _NUMBERS[steps] if steps < len(_NUMBERS) else str(steps)
        return f"{target} is {number} steps away{away}"
    if kind == "only_quiet" and piece.type is PieceType.PAWN:
        return "a pawn does not capture straight ahead"
    if kind == "bad_promotion":
        assert move.promotion is not None
        return f"no promotion to {move.promotion.letter}"
    if kind == "castling_in_check":
        return f"no castling out of check from {_listed(squares)}"
    if kind == "castling_through":
        return f"no castling: {squares[0]!s} is attacked from {_listed(squares[1:])}"
    words = {
        "same": f"{target} is where it stands",
        "void": f"{target} is void",
        "must_promote": "the pawn must promote",
        "no_promotion": "no promotion there",
        "moat": "a moat is in the way",
        "hop": f"{piece.symbol} must jump over just one man",
        "only_captures": f"nothing to capture on {target}",
        "only_quiet": f"{piece.symbol} does not capture there",
        "no_right": "the right to castle is lost",
    }
    return words.get(kind, f"{piece.symbol} does not move like that")


def own_man(piece: Piece | None, turn: str, square: str) -> str:
    """Words for a man of the own side on the target."""
    assert piece is not None
    whose = "its own" if piece.army == turn else "an ally's"
    return f"{square} holds {whose} {piece.symbol}"


def _listed(squares: tuple[Square, ...]) -> str:
    names = [str(square) for square in squares]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def castled_king(data: VariantData, army: str, wing: str) -> Move | None:
    """The castling of an army to one side ("K" or "Q"), possible or not; None if it has none.

    The king goes two squares toward the rook.

    >>> from circularchess import Variant
    >>> castled_king(Variant.load("orthodox").data, "w", "Q")
    Move.from_uci('e1c1')
    """
    (homes,) = (own.castling for own in data.armies if own.letter == army)
    if homes is None:
        return None
    king, rook = homes.king, homes.king_side if wing == "K" else homes.queen_side
    if rook is None:
        return None
    if rook.file == king.file:
        ring = king.ring + (2 if rook.ring > king.ring else -2)
        return Move(king, data.square_at(ring, king.file))
    file = king.file + 2 * _toward(data, king, rook)
    return Move(king, data.square_at(king.ring, (file - 1) % data.files + 1))


def _toward(data: VariantData, king: Square, rook: Square) -> int:
    """The way along the ring, +1 for clockwise: the short one that meets no void nor seam."""
    if data.seam == "open":
        return 1 if rook.file > king.file else -1
    found: list[tuple[int, int]] = []
    for along in (1, -1):
        distance = (rook.file - king.file) * along % data.files
        between = (
            data.square_at(rook.ring, (king.file - 1 + along * step) % data.files + 1)
            for step in range(1, distance)
        )
        if not any(square in data.voids for square in between):
            found.append((distance, along))
    return min(found, key=lambda it: it[0], default=(0, 0))[1]

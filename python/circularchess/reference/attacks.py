"""Who attacks a square.

A man attacks a square when it could capture an enemy there. Movements need not lead both
ways, so each man is asked in turn whether one of its ways to the square is open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from ..values.piece import Piece, PieceType
from ..values.square import Square
from .movement import Line, Ways, capturing_ways, is_open
from .pawns import captured_squares
from .rules import Pieces, Rules
from .state import king_square

__all__ = ["attackers", "attacks_king_of", "is_attacked", "is_in_check", "pinned"]


def attackers(
    rules: Rules, pieces: Pieces, armies: Collection[str], square: Square
) -> Iterator[Square]:
    """The squares of those pieces of `armies` that could capture an enemy on `square`.

    What stands on the square itself makes no difference. Pins are disregarded, and so is
    capturing en passant. A rook that attacks both ways round a ring comes once.

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pieces = {Square("a1"): Piece("w", PieceType.ROOK)}
    >>> list(attackers(rules, pieces, "w", Square("a9")))
    ['a1']
    """
    known = rules.way_memo
    for origin, piece in pieces.items():
        if piece.army not in armies:
            continue
        ways = known[piece.army][_OTHER_PAWN if piece.outbound else piece.type].get(origin)
        if ways is None:
            ways = _ways(rules, piece, origin)
        if square in ways and _open(pieces, ways[square]):
            yield origin


#: Where the ways of pawns that head the other way are kept: beside those of all kinds.
_OTHER_PAWN: Final = 0


def _ways(rules: Rules, piece: Piece, origin: Square) -> Ways:
    """By each square that a piece could attack from `origin`: the ways there."""
    memo = rules.way_memo[piece.army][_OTHER_PAWN if piece.outbound else piece.type]
    ways: Ways | None = memo.get(origin)
    if ways is None:
        if piece.type == PieceType.PAWN:
            # Nothing stands in the way of a single step.
            ways = dict.fromkeys(captured_squares(rules, piece, origin), ())
        else:
            ways = capturing_ways(rules, piece, origin)
        memo[origin] = ways
    return ways


def _open(pieces: Pieces, ways: tuple[tuple[Line, int], ...]) -> bool:
    return not ways or any(is_open(pieces, line, index) for line, index in ways)


def attacks_king_of(rules: Rules, pieces: Pieces, armies: Iterable[str], origin: Square) -> bool:
    """Does the piece on `origin` attack the king of one of these armies?"""
    kings = (king_square(pieces, army) for army in armies)
    ways = _ways(rules, pieces[origin], origin)
    return any(king in ways and _open(pieces, ways[king]) for king in kings if king is not None)


def is_attacked(rules: Rules, pieces: Pieces, armies: Collection[str], square: Square) -> bool:
    """Does any piece of `armies` attack `square`?

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> is_attacked(rules, {Square("a1"): Piece("w", PieceType.ROOK)}, "w", Square("b2"))
    False
    """
    return any(True for _ in attackers(rules, pieces, armies, square))


def pinned(rules: Rules, pieces: Pieces, in_play: Collection[str], army: str) -> Iterator[Square]:
    """The pieces of `army` that shield its king: each alone shuts some enemy's line to it.

    An enemy may attack the king by another line all the same.

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pieces = {
    ...     Square("a1"): Piece("w", PieceType.KING), Square("a2"): Piece("w", PieceType.QUEEN),
    ...     Square("a9"): Piece("b", PieceType.ROOK), Square("a16"): Piece("w", PieceType.ROOK),
    ... }
    >>> list(pinned(rules, pieces, "wb", "w"))
    ['a2', 'a16']
    """
    king = king_square(pieces, army)
    if king is None or (rules.men_stay and army not in in_play):
        return
    enemies = rules.enemies(army, in_play)
    lines = [
        line
        for origin, piece in pieces.items()
        if piece.army in enemies
        for line in _ways(rules, piece, origin).get(king, ())
    ]
    shut = [line for line in lines if not is_open(pieces, *line)]
    for square, piece in pieces.items():
        if piece.army == army and square != king:
            without = {other: man for other, man in pieces.items() if other != square}
            if any(is_open(without, *line) for line in shut):
                yield square


def is_in_check(rules: Rules, pieces: Pieces, in_play: Collection[str], army: str) -> bool:
    """Is the king of `army` attacked by an enemy in play? False if it has no king.

    Inert kings are in nobody's check.

    >>> from circularchess import Piece
    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> pieces = {
    ...     Square("a1"): Piece("w", PieceType.ROOK), Square("a5"): Piece("b", PieceType.KING)
    ... }
    >>> is_in_check(rules, pieces, "wb", "b")
    True
    """
    if rules.men_stay and army not in in_play:
        return False
    king = king_square(pieces, army)
    return king is not None and is_attacked(rules, pieces, rules.enemies(army, in_play), king)

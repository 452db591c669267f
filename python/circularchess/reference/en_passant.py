"""En passant: capturing a pawn on the square that its double step passed over.

The right to be so captured belongs to the army that made the double step. It is open to
every enemy that moves until that army's own turn comes again, and ends early when a piece
lands on the passed-over square or on the pawn's, or when the pawn leaves the board.
"""

from __future__ import annotations

from ..values.piece import Piece, PieceType
from ..values.square import Square
from .pawns import captured_squares, double_step, heading
from .rules import Pieces, Rules
from .state import State

__all__ = [
    "attacked_rights",
    "capturable_on",
    "live_rights",
    "owners",
    "pawn_beyond",
    "right_from",
    "targets",
]


def pawn_beyond(rules: Rules, pieces: Pieces, army: str, passed: Square) -> Square | None:
    """Where the pawn of `army` stands that passed over `passed`, if it still does.

    >>> from circularchess.variant import Variant
    >>> pieces = {Square("a1"): Piece("r", PieceType.PAWN)}
    >>> pawn_beyond(Rules(Variant.load("bhati-2").data), pieces, "r", Square("b1"))
    'a1'
    """
    for pawn in rules.pawns_of(army):
        # Where pawns keep a direction, the start square behind tells which way it walked.
        behind = _beside(rules, pawn, passed, -1)
        if behind is not None and behind in rules.pawn_starts[pawn]:
            beyond = _beside(rules, pawn, passed, 1)
            if beyond is not None and pieces.get(beyond) == pawn:
                return beyond
    return None


def _beside(rules: Rules, pawn: Piece, passed: Square, sense: int) -> Square | None:
    """The square ahead of (sense 1) or behind (-1) `passed` as its pawn walked."""
    ahead = heading(rules, pawn, passed)
    if ahead is None:
        return None
    radial = ahead[0] * sense
    place = rules.topology.step(passed, radial, ahead[1] * sense)
    return None if place is None or place[1] != radial else place[0]


def right_from(rules: Rules, pawn: Piece, origin: Square, target: Square) -> Square | None:
    """The passed-over square if a pawn's move was a double step and grants a right.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> right_from(rules, Piece("r", PieceType.PAWN), Square("c1"), Square("a1"))
    'b1'
    """
    if not rules.data.en_passant:
        return None
    leap = double_step(rules, pawn, origin)
    return leap[0] if leap is not None and leap[1] == target else None


def live_rights(rules: Rules, pieces: Pieces, rights: dict[str, Square]) -> dict[str, Square]:
    """The rights that still stand on this placement: square empty, pawn in its place."""
    return {
        army: passed
        for army, passed in rights.items()
        if passed not in pieces and pawn_beyond(rules, pieces, army, passed) is not None
    }


def capturable_on(rules: Rules, state: State, capturer: str, square: Square) -> str | None:
    """The enemy of `capturer` whose pawn may be captured en passant on `square`, if any."""
    for owner, passed in state.en_passant.items():
        if passed == square and rules.are_enemies(owner, capturer):
            return owner
    return None


def targets(rules: Rules, state: State, square: Square) -> list[Square]:
    """The squares where the pawn on `square` may capture en passant.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> pieces = {
    ...     Square("a4"): Piece("r", PieceType.PAWN),
    ...     Square("a5"): Piece("g", PieceType.PAWN, outbound=True),
    ... }
    >>> state = State(pieces, "g", ("r", "g"), frozenset(), {"r": Square("b4")}, 0, 1)
    >>> targets(rules, state, Square("a5"))
    ['b4']
    """
    pawn = state.pieces[square]
    attacked = captured_squares(rules, pawn, square) if state.en_passant else ()
    return [s for s in attacked if capturable_on(rules, state, pawn.army, s) is not None]


def attacked_rights(rules: Rules, state: State) -> frozenset[tuple[str, Square]]:
    """The rights, as (owner, square), where a pawn of an enemy in play attacks the square."""
    return frozenset(
        (owner, passed)
        for owner, passed in state.en_passant.items()
        if any(
            piece.type == PieceType.PAWN
            and piece.army in state.in_play
            and rules.are_enemies(owner, piece.army)
            and passed in captured_squares(rules, piece, square)
            for square, piece in state.pieces.items()
        )
    )


def owners(rules: Rules, pieces: Pieces, in_play: tuple[str, ...], passed: Square) -> list[str]:
    """The armies of `in_play` that can have made a double step over `passed` just now.

    The square is empty; the pawn stands beyond it; behind it lies a square where pawns of
    that army start, empty again. With three or more armies another one's piece may stand
    there, having moved there since.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("bhati-2").data)
    >>> pawn = {Square("a4"): Piece("r", PieceType.PAWN)}
    >>> owners(rules, pawn, ("r", "g"), Square("b4"))
    ['r']
    """
    if passed in pieces:
        return []
    return [army for army in in_play if _can_have_passed(rules, pieces, army, passed)]


def _can_have_passed(rules: Rules, pieces: Pieces, army: str, passed: Square) -> bool:
    for pawn in rules.pawns_of(army):
        behind = _beside(rules, pawn, passed, -1)
        beyond = _beside(rules, pawn, passed, 1)
        if behind is None or behind not in rules.pawn_starts[pawn]:
            continue
        if beyond is None or pieces.get(beyond) != pawn:
            continue
        since = pieces.get(behind)
        if since is None or (not rules.two_army and since.army != army):
            return True
    return False

"""Which described positions can be played, and every reason why one cannot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..errors import shorten
from ..values.piece import Piece, PieceType
from ..values.setup import Setup
from ..values.square import Square
from .attacks import is_attacked
from .castling import castle, homes_occupied
from .en_passant import owners
from .meeting import meeting_pairs
from .moats import unbridged
from .pawns import heading, may_head_other_way, must_promote
from .rules import Pieces, Rules
from .state import king_square

__all__ = ["Problem", "armies_in_play", "placed_pieces", "problems", "rights_of"]

#: A short kind and a sentence fragment.
Problem = tuple[str, str]

_COUNTER_LIMIT = 2**31


def problems(rules: Rules, setup: Setup) -> Iterator[Problem]:
    """Every reason why the described position cannot be played; none if it can.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> list(problems(rules, Setup(pieces={Square("b5"): Piece("w", PieceType.ROOK)}, turn="w")))
    [('kings', "army 'w' has no king instead of one")]
    """
    yield from _placement_problems(rules, setup)
    yield from _inert_problems(rules, setup)
    pieces = placed_pieces(rules, setup)
    in_play = armies_in_play(rules, setup)
    yield from _in_play_problems(rules, setup, pieces)
    yield from _king_problems(pieces, in_play, setup.inert)
    if setup.turn not in rules.armies:
        yield "army", f"no army {shorten(setup.turn)} to move"
    elif setup.turn not in in_play:
        yield "turn", f"the army to move, {shorten(setup.turn)}, is not in play"
    for square, piece in pieces.items():
        yield from _pawn_problems(rules, square, piece)
    for one, other in meeting_pairs(rules, pieces):
        army = pieces[one].army
        yield (
            "pawn",
            f"pawns of army {shorten(army)} meet on {shorten(str(one))} and {shorten(str(other))}",
        )
    yield from _moat_problems(rules, setup, pieces, in_play)
    yield from _castling_problems(rules, setup, pieces, in_play)
    yield from _en_passant_problems(rules, setup, pieces, in_play)
    yield from _opposite_check(rules, setup, pieces, in_play)
    if not 0 <= setup.halfmove < _COUNTER_LIMIT:
        yield "counter", f"the halfmove count {shorten(setup.halfmove)} is out of range"
    if not 1 <= setup.round < _COUNTER_LIMIT:
        yield "counter", f"the round number {shorten(setup.round)} is out of range"


def placed_pieces(rules: Rules, setup: Setup) -> Pieces:
    """The pieces of known armies on squares of the board."""
    placed: Pieces = {}
    for name, piece in setup.pieces.items():
        square = rules.square(name)
        if square is None or square in rules.topology.voids:
            continue
        if piece.army in rules.armies and _kind_known(rules, piece):
            placed[square] = Piece(piece.army, PieceType(piece.type), bool(piece.outbound))
    return placed


def _kind_known(rules: Rules, piece: Piece) -> bool:
    try:
        return rules.knows(PieceType(piece.type))
    except ValueError:
        return False


def armies_in_play(rules: Rules, setup: Setup) -> tuple[str, ...]:
    """The armies said to be in play, or else all that have a piece and are not inert.

    They come in seat order.
    """
    if setup.in_play is not None:
        return rules.in_seat_order(setup.in_play)
    present = {piece.army for piece in placed_pieces(rules, setup).values()}
    return rules.in_seat_order(present.difference(setup.inert))


def rights_of(rules: Rules, setup: Setup) -> dict[str, Square]:
    """The en passant squares of a valid position by their owners, in seat order."""
    pieces, in_play = placed_pieces(rules, setup), armies_in_play(rules, setup)
    rights: dict[str, Square] = {}
    for passed in setup.en_passant:
        for owner in _possible_owners(rules, setup, pieces, in_play, passed):
            square = rules.square(passed)
            if square is not None:
                rights[owner] = square
    return {army: rights[army] for army in in_play if army in rights}


def _placement_problems(rules: Rules, setup: Setup) -> Iterator[Problem]:
    for name, piece in setup.pieces.items():
        square = rules.square(name)
        if square is None:
            yield "square", f"a piece on {shorten(name)}, which is no square of the board"
        elif square in rules.topology.voids:
            yield "void", f"a piece on the void square {shorten(name)}"
        elif square in rules.topology.citadels and piece.type != PieceType.KING:
            yield "citadel", f"a piece that is no king in the citadel {shorten(name)}"
        if piece.army not in rules.armies:
            yield "army", f"a piece on {shorten(name)} of no army: {shorten(piece.army)}"
        elif not _kind_known(rules, piece):
            yield "piece", f"a piece on {shorten(name)} of a kind that the game does not have"


def _in_play_problems(rules: Rules, setup: Setup, pieces: Pieces) -> Iterator[Problem]:
    if setup.in_play is None:
        return
    present = {piece.army for piece in pieces.values()}
    for letter in sorted(setup.in_play):
        if letter not in rules.armies:
            yield "army", f"no army {shorten(letter)} to be in play"
        elif letter not in present:
            yield "in_play", f"army {shorten(letter)} is in play without a piece"
    standing = rules.in_seat_order(present - setup.in_play - setup.inert)
    if rules.data.checkmate == "ends":
        # That is how a game ends: the men of the army that lost stand where they are.
        standing = () if rules.two_army else standing[1:]
    for letter in standing:
        yield "in_play", f"army {shorten(letter)} has pieces but is out of play"


def _inert_problems(rules: Rules, setup: Setup) -> Iterator[Problem]:
    present = {piece.army for piece in placed_pieces(rules, setup).values()}
    for letter in sorted(setup.inert):
        if letter not in rules.armies:
            yield "army", f"no army {shorten(letter)} to be inert"
        elif not rules.men_stay or rules.data.checkmate == "ends":
            yield "inert", f"army {shorten(letter)} is inert, but no men stay in this game"
        elif letter not in present:
            yield "inert", f"army {shorten(letter)} is inert without a man on the board"
        elif setup.in_play is not None and letter in setup.in_play:
            yield "inert", f"army {shorten(letter)} is inert and in play"


def _moat_problems(
    rules: Rules, setup: Setup, pieces: Pieces, in_play: tuple[str, ...]
) -> Iterator[Problem]:
    strange = set(setup.bridged) - rules.topology.moats
    for moat in sorted(strange, key=str):
        yield "moat", f"no moat at file {shorten(moat)} to be bridged"
    missing: set[int] = set()
    missing.update(*unbridged(rules, pieces, in_play))
    for moat in sorted(missing - set(setup.bridged)):
        yield "moat", f"the moat at file {moat} is not bridged, but must have been"


def _king_problems(
    pieces: Pieces, in_play: tuple[str, ...], inert: frozenset[str]
) -> Iterator[Problem]:
    kings = Counter(piece.army for piece in pieces.values() if piece.type == PieceType.KING)
    for letter in sorted(inert):
        if kings[letter] > 1:
            yield "kings", f"the inert army {shorten(letter)} has {kings[letter]} kings"
    for letter in in_play:
        if kings[letter] != 1:
            count = f"{kings[letter]} kings" if kings[letter] else "no king"
            yield "kings", f"army {shorten(letter)} has {count} instead of one"


def _pawn_problems(rules: Rules, square: Square, piece: Piece) -> Iterator[Problem]:
    where = f"of army {shorten(piece.army)} on {shorten(square)}"
    radial = rules.data.pawn_kind == "radial"
    if piece.outbound and not (piece.type == PieceType.PAWN and may_head_other_way(rules)):
        yield "pawn", f"the piece {where} cannot be outbound"
        return
    if piece.type != PieceType.PAWN or rules.pawns_keep_direction:
        # A pawn that keeps its direction may stand anywhere: it promotes by arriving.
        return
    ahead = heading(rules, piece, square)
    if must_promote(rules, piece, square):
        yield "pawn", f"the pawn {where} stands on a promotion square"
    elif ahead is None:
        yield "pawn", f"the pawn {where} has no direction there"
    elif radial and not piece.outbound and _behind_all_starts(rules, square, ahead[0]):
        yield "pawn", f"the pawn {where} cannot have come there"


def _behind_all_starts(rules: Rules, square: Square, radial: int) -> bool:
    """Does a pawn that has not crossed the centre stand where it could never have been?

    That is the rim for inward pawns, and for outward ones the innermost ring.
    """
    if rules.topology.crossable or radial == -1:
        return rules.topology.ring(square) == rules.data.rings
    return rules.topology.ring(square) == 1


def _castling_problems(
    rules: Rules, setup: Setup, pieces: Pieces, in_play: tuple[str, ...]
) -> Iterator[Problem]:
    for army, side in sorted(setup.castling):
        it = castle(rules, (army, side)) if rules.data.castling else None
        what = f"castling of army {shorten(army)} to side {shorten(side)}"
        if army not in rules.armies:
            yield "army", f"{what}: there is no such army"
        elif it is None:
            yield "castling", f"{what}: the variant has none"
        elif army not in in_play:
            yield "castling", f"{what}: the army is not in play"
        elif not homes_occupied(pieces, army, it):
            yield "castling", f"{what}: king and rook are not at home"


def _possible_owners(
    rules: Rules, setup: Setup, pieces: Pieces, in_play: tuple[str, ...], passed: str
) -> list[str]:
    square = rules.square(passed)
    board = rules.topology
    if square is None or square in board.voids or square in board.citadels:
        return []
    return [army for army in owners(rules, pieces, in_play, square) if army != setup.turn]


def _en_passant_problems(
    rules: Rules, setup: Setup, pieces: Pieces, in_play: tuple[str, ...]
) -> Iterator[Problem]:
    on_board = [passed for passed in setup.en_passant if rules.square(passed) is not None]
    for passed in setup.en_passant:
        if passed not in on_board:
            yield (
                "square",
                f"the en passant square {shorten(passed)} is no square of the board",
            )
    if on_board and not rules.data.en_passant:
        yield "en_passant", "en passant squares, but the rules have no en passant"
        return
    held: set[str] = set()
    for passed in on_board:
        found = _possible_owners(rules, setup, pieces, in_play, passed)
        if len(found) != 1:
            reason = "no pawn has just passed over it" if not found else "several pawns fit"
            yield "en_passant", f"the en passant square {shorten(passed)}: {reason}"
        elif found[0] in held:
            yield "en_passant", f"army {found[0]!r} has more than one en passant square"
        held.update(found)


def _opposite_check(
    rules: Rules, setup: Setup, pieces: Pieces, in_play: tuple[str, ...]
) -> Iterator[Problem]:
    """In a strict game of two the army that has just moved cannot have left its king."""
    if not rules.two_army or rules.data.check != "strict" or setup.turn not in in_play:
        return
    for army in in_play:
        king = king_square(pieces, army)
        if army == setup.turn or king is None:
            continue
        if is_attacked(rules, pieces, setup.turn, king):
            yield "opposite_check", f"the king of army {shorten(army)}, not to move, is attacked"

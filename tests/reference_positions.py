"""Short ways to say a position, for the tests of the reference engine alone."""

from __future__ import annotations

from dataclasses import replace

from circularchess.move import Move
from circularchess.piece import Piece, PieceType
from circularchess.reference import Position, from_setup
from circularchess.setup import Setup
from circularchess.square import Square
from circularchess.variant import Variant, VariantData

KINDS = {
    "K": PieceType.KING,
    "Q": PieceType.QUEEN,
    "R": PieceType.ROOK,
    "B": PieceType.BISHOP,
    "N": PieceType.KNIGHT,
    "P": PieceType.PAWN,
    "O": PieceType.PAWN,  # outbound
}


def data(variant: str, **options: str | bool | int) -> VariantData:
    return Variant.load(variant).with_options(options).data


def described(
    turn: str,
    armies: dict[str, str],
    *,
    castling: str = "",
    en_passant: str = "",
    halfmove: int = 0,
    round: int = 1,  # noqa: A002 - the position's own word
) -> Setup:
    """`described("w", {"w": "Ka1 Pb2", "b": "Kc5"}, castling="rK")`"""
    pieces = {
        Square(item[1:]): Piece(army, KINDS[item[0]], item[0] == "O")
        for army, items in armies.items()
        for item in items.split()
    }
    rights = frozenset((right[0], right[1]) for right in castling.split())
    passed = tuple(map(Square, en_passant.split()))
    return Setup(pieces, turn, rights, passed, halfmove, round)


def position(
    variant: str | VariantData,
    turn: str,
    armies: dict[str, str],
    *,
    voids: str = "",
    castling: str = "",
    en_passant: str = "",
    halfmove: int = 0,
    round: int = 1,  # noqa: A002 - the position's own word
    **options: str | bool | int,
) -> Position:
    """A position of a variant, by what each army has; `voids` adds void squares."""
    rules = data(variant, **options) if isinstance(variant, str) else variant
    if voids:
        rules = replace(rules, voids=rules.voids | set(map(Square, voids.split())))
    setup = described(
        turn,
        armies,
        castling=castling,
        en_passant=en_passant,
        halfmove=halfmove,
        round=round,
    )
    return from_setup(rules, setup)


def play(start: Position, moves: str) -> Position:
    """The position after moves that must all be legal."""
    for text in moves.split():
        after = start.play(Move.from_uci(text))
        assert after is not None, f"{text} is not legal"
        start = after
    return start


def legal(here: Position, origin: str = "") -> set[str]:
    """The legal moves as text, those from one square if given."""
    return {move.uci() for move in here.legal_moves() if origin in ("", move.from_square)}


def safe(here: Position) -> set[str]:
    return {move.uci() for move in here.safe_moves()}


def targets(here: Position, origin: str) -> set[str]:
    """Where the piece on a square may go."""
    return {str(m.to_square) for m in here.legal_moves() if m.from_square == origin}


def events(here: Position) -> list[str]:
    return [f"{event.kind} {event.army}" for event in here.events]

"""One short way to say a position, and what may be asked of it, for every test.

A position is a variant, the army to move, and what each army has: `"w", {"w": "Ka1 Pb2", "b":
"Kc5"}`. `O` is a pawn of Bhati's game that has crossed the middle. `place` makes a board of it,
`position` a bare position of the reference engine; the questions below take both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import TypeVar

from circularchess import Board, Move, Piece, PieceType, Setup, Square, Variant
from circularchess.engine import EngineName
from circularchess.reference import Position, from_setup
from circularchess.variant import VariantData

KINDS = {
    "K": PieceType.KING,
    "Q": PieceType.QUEEN,
    "R": PieceType.ROOK,
    "B": PieceType.BISHOP,
    "N": PieceType.KNIGHT,
    "P": PieceType.PAWN,
    "O": PieceType.PAWN,  # outbound
}

Options = Mapping[str, str | bool | int]
Here = TypeVar("Here", Board, Position)

# --- Saying a position ---------------------------------------------------------------------------


def described(
    turn: str,
    armies: dict[str, str],
    *,
    castling: str = "",
    en_passant: str = "",
    halfmove: int = 0,
    round: int = 1,  # noqa: A002 - the position's own word
) -> Setup:
    """`described("w", {"w": "Ka1 Pb2", "b": "Kc5"}, castling="wK")`"""
    pieces = {
        Square(item[1:]): Piece(army, KINDS[item[0]], item[0] == "O")
        for army, items in armies.items()
        for item in items.split()
    }
    rights = frozenset((right[0], right[1]) for right in castling.split())
    passed = tuple(map(Square, en_passant.split()))
    return Setup(pieces, turn, rights, passed, halfmove, round)


def place(
    engine: EngineName,
    variant: str | Variant,
    turn: str,
    armies: dict[str, str],
    *,
    castling: str = "",
    en_passant: str = "",
    halfmove: int = 0,
    round: int = 1,  # noqa: A002 - the position's own word
    options: Options | None = None,
) -> Board:
    """`place(engine, "circular", "w", {"w": "Ka1 Pb2", "b": "Kc5"}, halfmove=3)`"""
    setup = described(
        turn, armies, castling=castling, en_passant=en_passant, halfmove=halfmove, round=round
    )
    return Board.from_setup(setup, variant, engine=engine, options=options)


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
    options: Options | None = None,
) -> Position:
    """The reference engine's own; `voids` adds void squares, on which armies may start."""
    rules = data(variant, **(options or {})) if isinstance(variant, str) else variant
    if voids:
        rules = _with_voids(rules, set(map(Square, voids.split())))
    setup = described(
        turn, armies, castling=castling, en_passant=en_passant, halfmove=halfmove, round=round
    )
    return from_setup(rules, setup)


def _with_voids(rules: Variant, voids: set[Square]) -> Variant:
    """A variant that no file can describe."""
    twin = object.__new__(Variant)
    for field in fields(Variant):
        object.__setattr__(twin, field.name, getattr(rules, field.name))
    object.__setattr__(twin, "voids", rules.voids | voids)
    return twin


def data(variant: str, **options: str | bool | int) -> VariantData:
    """What the reference engine reads of a variant."""
    return Variant.load(variant).with_options(options).data


# --- Playing on, and asking ----------------------------------------------------------------------


#: In Circular Chess a knight of each army goes out and comes back: four single moves.
DANCE = "c1b3 c8b6 b3c1 b6c8 "


def push(board: Board, moves: str) -> Board:
    """The same board after moves that must all be legal."""
    for text in moves.split():
        board.push_uci(text)
    return board


def play(start: Here, moves: str) -> Here:
    """The position after moves that must all be legal; the given one stays as it is."""
    if isinstance(start, Board):
        return push(start.copy(), moves)
    for text in moves.split():
        after = start.play(Move.from_uci(text))
        assert after is not None, f"{text} is not legal"
        start = after
    return start


def legal(here: Board | Position, origin: str = "") -> set[str]:
    """The legal moves as text, those from one square if given."""
    return {move.uci() for move in _legal_moves(here, origin)}


def safe(here: Board | Position) -> set[str]:
    """The safe moves as text."""
    return {
        move.uci() for move in (here.safe_moves if isinstance(here, Board) else here.safe_moves())
    }


def targets(here: Board | Position, origin: str) -> set[str]:
    """Where the piece on a square may go; no square may be listed twice but by promotions."""
    moves = _legal_moves(here, origin)
    assert len(moves) == len(set(moves))
    return {str(move.to_square) for move in moves}


def _legal_moves(here: Board | Position, origin: str) -> list[Move]:
    moves = here.legal_moves if isinstance(here, Board) else here.legal_moves()
    return [move for move in moves if origin in ("", move.from_square)]


def at(here: Board, square: str) -> str | None:
    """What stands on a square, as `rK`."""
    piece = here.piece_at(square)
    return None if piece is None else piece.symbol


def events(here: Board | Position) -> list[str]:
    """What the last action did, as `checkmated y`."""
    return [f"{event.kind} {event.army}" for event in here.events]


# --- Sets of squares -----------------------------------------------------------------------------


def squares(text: str) -> set[str]:
    return set(text.split())


def ring(letter: str, *but: int, files: Iterable[int] = range(1, 61)) -> set[str]:
    """The squares of a ring, without some files: `ring("c", 25)`; all 60 of Bhati's board."""
    return {f"{letter}{file}" for file in files if file not in but}

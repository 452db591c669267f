"""Short ways to say a position of Bhati's game as a `Board` of either engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from circularchess import Board
from circularchess.protocol import EngineName
from circularchess.variant import Variant
from reference_positions import described

SEATS = "roygbv"

VARIANTS = (
    "bhati-2",
    "bhati-3",
    "bhati-4",
    "bhati-4-pairs",
    "bhati-5",
    "bhati-6",
    "bhati-6-pairs",
    "bhati-6-trios",
)


def board(
    engine: EngineName,
    variant: str,
    turn: str,
    armies: dict[str, str],
    *,
    castling: str = "",
    en_passant: str = "",
    halfmove: int = 0,
    round: int = 1,  # noqa: A002 - the position's own word
    options: Mapping[str, str | bool | int] | None = None,
) -> Board:
    """`board(engine, "bhati-2", "r", {"r": "Kd4 Pc4", "g": "Kd34"})`; `O` is an outbound pawn."""
    setup = described(
        turn, armies, castling=castling, en_passant=en_passant, halfmove=halfmove, round=round
    )
    game = Variant.load(variant).with_options(options or {})
    return Board.from_setup(setup, game, engine=engine)


def play(start: Board, moves: str) -> Board:
    """A copy of the board after moves that must all be legal."""
    here = start.copy()
    for text in moves.split():
        here.push_uci(text)
    return here


def legal(here: Board, origin: str = "") -> set[str]:
    """The legal moves as text, those from one square if given."""
    return {move.uci() for move in here.legal_moves if origin in ("", move.from_square)}


def targets(here: Board, origin: str) -> set[str]:
    """Where the piece on a square may go; no square may be listed twice but by promotions."""
    moves = [move for move in here.legal_moves if move.from_square == origin]
    assert len(moves) == len(set(moves))
    return {str(move.to_square) for move in moves}


def at(here: Board, square: str) -> str | None:
    """What stands on a square, as `rK`."""
    piece = here.piece_at(square)
    return None if piece is None else piece.symbol


def events(here: Board) -> list[str]:
    """What the last action did, as `checkmated y`."""
    return [f"{event.kind} {event.army}" for event in here.events]


def squares(text: str) -> set[str]:
    return set(text.split())


def ring(letter: str, *but: int, files: Iterable[int] = range(1, 61)) -> set[str]:
    """The squares of a ring, without some files."""
    return {f"{letter}{file}" for file in files if file not in but}

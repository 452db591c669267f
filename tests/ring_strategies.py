"""hypothesis strategies for boards with ring pawns, and the symmetries of their rules."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import assume
from hypothesis import strategies as st

from circularchess import Board, InvalidPositionError, Piece, PieceType, Setup, Square, Variant
from round_boards import round_game

OFFICERS = (PieceType.QUEEN, PieceType.ROOK, PieceType.BISHOP, PieceType.KNIGHT)

#: By name: the built-in games with ring pawns, and others of other sizes.
GAMES = {
    **{name: Variant.load(name) for name in ("circular", "circular-strict", "circular-society")},
    "5x12": Variant.from_toml(round_game(5, 12, check="strict", double_step=True)),
    "3x20": Variant.from_toml(round_game(3, 20)),
    "8x32": Variant.from_toml(round_game(8, 32, double_step=True)),
    "2x8": Variant.from_toml(round_game(2, 8, check="strict")),
}


def pawn_squares(variant: Variant, army: str) -> list[Square]:
    """Where a ring pawn of the army can stand."""
    data = variant.army(army)
    files = data.clockwise_files | data.anticlockwise_files
    return [s for s in variant.squares() if s.file in files and s not in data.promotion_squares]


@st.composite
def setups(draw: st.DrawFn, game: str, pawns: bool = True, most: int = 16) -> Setup:
    """Any valid position of a game, the kings wherever they like."""
    variant = GAMES[game]
    squares = list(variant.squares())
    # A number first: lists of hypothesis's own choice are mostly short.
    count = draw(st.integers(2, min(most, len(squares) // 2)))
    places = draw(st.lists(st.sampled_from(squares), min_size=count, max_size=count, unique=True))
    pieces = {
        square: Piece(army, PieceType.KING)
        for square, army in zip(places, variant.letters, strict=False)
    }
    kinds = (*OFFICERS, *[PieceType.PAWN] * 4) if pawns else OFFICERS
    for square in places[2:]:
        army, kind = draw(st.sampled_from(variant.letters)), draw(st.sampled_from(kinds))
        if kind == PieceType.PAWN and square not in pawn_squares(variant, army):
            kind = draw(st.sampled_from(OFFICERS))
        pieces[square] = Piece(army, kind)
    turn = draw(st.sampled_from(variant.letters))
    setup = Setup(pieces, turn, halfmove=draw(st.integers(0, 200)), round=draw(st.integers(1, 99)))
    try:
        Board.from_setup(setup, variant)
    except InvalidPositionError:
        # The only thing left that can be wrong: the other king is attacked, in a strict game.
        setup.turn = next(army for army in variant.letters if army != turn)
        try:
            Board.from_setup(setup, variant)
        except InvalidPositionError:
            assume(False)
    return setup


def moved(setup: Setup, where: Callable[[Square], Square]) -> Setup:
    """The position with every piece on another square."""
    pieces = {where(square): piece for square, piece in setup.pieces.items()}
    return Setup(pieces, setup.turn, halfmove=setup.halfmove, round=setup.round)


def recoloured(setup: Setup) -> Setup:
    """The position with White and Black exchanged, also the turn."""
    other = {"w": "b", "b": "w"}
    pieces = {s: Piece(other[piece.army], piece.type) for s, piece in setup.pieces.items()}
    return Setup(pieces, other[setup.turn], halfmove=setup.halfmove, round=setup.round)


def on_file(files: int, change: Callable[[int], int]) -> Callable[[Square], Square]:
    """A change of file, counted round."""
    return lambda square: Square.at(square.ring, (change(square.file) - 1) % files + 1)

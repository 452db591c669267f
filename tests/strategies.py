"""hypothesis strategies: random games, random positions."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from circularchess import (
    Board,
    InvalidPositionError,
    Move,
    Piece,
    PieceType,
    Setup,
    Square,
    Variant,
    variants,
)
from circularchess.protocol import EngineName

VARIANT_IDS = tuple(variant.id for variant in variants())
OFFICERS = (PieceType.QUEEN, PieceType.ROOK, PieceType.BISHOP, PieceType.KNIGHT)


def variant_ids() -> st.SearchStrategy[str]:
    """Any built-in variant."""
    return st.sampled_from(VARIANT_IDS)


def squares(variant: Variant) -> st.SearchStrategy[Square]:
    """Any square of a board, voids left out."""
    return st.sampled_from(list(variant.squares()))


def moves() -> st.SearchStrategy[Move]:
    """Any move that can be written, on whatever board."""
    any_square = st.builds(Square.at, st.integers(1, 26), st.integers(1, 999))
    return st.builds(Move, any_square, any_square, st.sampled_from((None, *OFFICERS)))


@st.composite
def games(
    draw: st.DrawFn,
    variant: str | Variant | None = None,
    engine: EngineName = "rust",
    max_plies: int = 60,
) -> Board:
    """A board after a random game of legal moves, shorter where the game ends."""
    board = Board(variant or draw(variant_ids()), engine=engine)
    plies = draw(st.integers(0, max_plies))
    # One number tells the whole game: shrinking it move by move would gain little.
    choice = draw(st.randoms(use_true_random=False))
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        # Captures and promotions rather often, so that games get somewhere.
        sharp = [
            move for move in legal if move.promotion or board.piece_at(move.to_square) is not None
        ]
        board.push(choice.choice(sharp if sharp and choice.random() < 0.4 else legal))
    return board


@st.composite
def piece_positions(draw: st.DrawFn, variant: str | Variant, max_officers: int = 10) -> Setup:
    """A valid position of kings and officers only, no rights, any army to move."""
    game = variant if isinstance(variant, Variant) else Variant.load(variant)
    letters = game.letters
    places = draw(
        st.lists(
            squares(game),
            min_size=len(letters),
            max_size=len(letters) + max_officers,
            unique=True,
        )
    )
    pieces = {
        square: Piece(army, PieceType.KING) for square, army in zip(places, letters, strict=False)
    }
    for square in places[len(letters) :]:
        pieces[square] = Piece(draw(st.sampled_from(letters)), draw(st.sampled_from(OFFICERS)))
    setup = Setup(pieces, draw(st.sampled_from(letters)))
    try:
        Board.from_setup(setup, game)
    except InvalidPositionError:
        assume(False)
    return setup

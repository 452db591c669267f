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
from circularchess.engine import EngineName
from made_variants import round_game

VARIANT_IDS = tuple(variant.id for variant in variants())
OFFICERS = (PieceType.QUEEN, PieceType.ROOK, PieceType.BISHOP, PieceType.KNIGHT)

#: By name: the built-in games with ring pawns, and others of other sizes.
RING_GAMES = {
    **{name: Variant.load(name) for name in ("circular", "circular-strict", "circular-society")},
    "5x12": Variant.from_toml(round_game(5, 12, check="strict", double_step=True)),
    "3x20": Variant.from_toml(round_game(3, 20)),
    "8x32": Variant.from_toml(round_game(8, 32, double_step=True)),
    "2x8": Variant.from_toml(round_game(2, 8, check="strict")),
}


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


def pawn_squares(variant: Variant, army: str) -> list[Square]:
    """Where a ring pawn of the army can stand."""
    data = variant.army(army)
    files = data.clockwise_files | data.anticlockwise_files
    return [s for s in variant.squares() if s.file in files and s not in data.promotion_squares]


@st.composite
def ring_setups(draw: st.DrawFn, game: str, pawns: bool = True, most: int = 16) -> Setup:
    """Any valid position of a game, the kings wherever they like."""
    variant = RING_GAMES[game]
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

"""Random games, and counts on several threads and with a table."""

from __future__ import annotations

from array import array

import pytest

from circularchess import (
    Board,
    InvalidOptionError,
    Outcome,
    Piece,
    PieceType,
    Setup,
    Square,
    Termination,
    Variant,
    perft,
    playouts,
    variants,
)
from circularchess.engine import EngineName
from made_variants import kings_only

IDS = [variant.id for variant in variants()]


@pytest.mark.parametrize("variant", IDS)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("hash_mb", [0, 1])
def test_threads_and_tables_change_no_count(variant: str, threads: int, hash_mb: int) -> None:
    # Counted plainly here; the plain counts are held against published ones elsewhere.
    board = Board(variant)
    for move in list(board.legal_moves)[:1]:
        board.push(move)
    assert perft(board, 4, threads=threads, hash_mb=hash_mb) == perft(board, 4)


def test_a_table_finds_en_passant_and_castling() -> None:
    # Kiwipete: rights come and go all over this tree.
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert perft(Board("orthodox", fen), 4, threads=2, hash_mb=8) == 4085603


def test_a_table_of_one_megabyte_forgets_but_counts_right() -> None:
    assert perft(Board("circular-strict"), 6, hash_mb=1) == 7455014


@pytest.mark.parametrize("wrong", [0, -1, 1025, 1.5, True, "2"])
def test_impossible_threads(wrong: object) -> None:
    with pytest.raises(InvalidOptionError, match="threads"):
        perft(Board(), 3, threads=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [-1, (1 << 20) + 1, None])
def test_impossible_tables(wrong: object) -> None:
    with pytest.raises(InvalidOptionError, match="hash_mb"):
        perft(Board(), 3, hash_mb=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", IDS)
def test_games_are_the_same_on_any_number_of_threads(variant: str) -> None:
    board = Board(variant)
    one = playouts(board, 20, seed=7, max_plies=200)
    assert playouts(board, 20, seed=7, max_plies=200, threads=2) == one
    assert playouts(board, 20, seed=8, max_plies=200).choices != one.choices


def test_totals(engine: EngineName) -> None:
    result = playouts(Board("circular", engine=engine), 12, seed=3, max_plies=60)
    assert len(result) == sum(result.counts.values()) == len(result.ends) == len(result.winners)
    assert result.moves == sum(result.plies)
    assert max(result.plies) <= 60
    # The start position alone gives each game 12 moves to choose from.
    assert result.choices >= 12 * 12
    assert memoryview(result.plies).itemsize == 4


def test_no_games_and_no_plies(engine: EngineName) -> None:
    board = Board("circular", engine=engine)
    assert playouts(board, 0).counts == {}
    none = playouts(board, 5, max_plies=0)
    assert (none.counts, none.plies, none.choices) == ({None: 5}, array("I", [0] * 5), 0)


def test_a_finished_game_stays_so(engine: EngineName) -> None:
    # Fool's mate, as its squares are called here.
    board = Board("orthodox", engine=engine)
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        board.push_uci(move)
    result = playouts(board, 3)
    assert result.counts == {Outcome(Termination.CHECKMATE, ("b",)): 3}
    assert result.moves == 0


def test_bare_kings_are_dead(engine: EngineName) -> None:
    board = Board("orthodox", "7k/8/8/8/8/8/8/K7 w - - 0 1", engine=engine)
    result = playouts(board, 4)
    assert result.counts == {Outcome(Termination.DEAD_POSITION): 4}
    assert result.moves == 0


def test_seventy_five_rounds(engine: EngineName) -> None:
    # Kings and rooks; 149 single moves without capture or pawn move stand on the clock, and
    # White's every move but the capture of the rook (out of reach) brings the 150th.
    fen = "7k/7r/8/8/8/8/8/K6R b - - 148 80"
    result = playouts(Board("orthodox", fen, engine=engine), 30, seed=1, max_plies=2)
    drawn = Outcome(Termination.SEVENTYFIVE_ROUNDS)
    # Black moves (149), White moves (150): drawn, unless a rook was taken or mate given.
    assert result.counts.get(drawn, 0) + result.counts.get(None, 0) == 30
    assert drawn in result.counts


def test_fivefold_repetition(engine: EngineName) -> None:
    # On a single ring of eight squares a bishop cannot move, and two kings have at most 5 x 5
    # places and 2 turns: 150 single moves without coming five times to one of them are all but
    # impossible. The bishop may be taken, and a king hemmed in.
    variant = Variant.from_toml(kings_only(1, 8))
    pieces = {
        Square("a1"): Piece("w", PieceType.KING),
        Square("a2"): Piece("w", PieceType.BISHOP),
        Square("a5"): Piece("b", PieceType.KING),
    }
    board = Board.from_setup(Setup(pieces, turn="w"), variant, engine=engine)
    counts = playouts(board, 200, seed=2).counts
    assert Outcome(Termination.FIVEFOLD_REPETITION) in counts
    assert {outcome.termination for outcome in counts if outcome} <= {
        Termination.FIVEFOLD_REPETITION,
        Termination.DEAD_POSITION,
        Termination.STALEMATE,
    }
    assert None not in counts


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("n", -1), ("n", 1.0), ("seed", -1), ("seed", 2**64), ("max_plies", -1), ("threads", 0)],
)
def test_numbers_out_of_range(name: str, wrong: object) -> None:
    arguments: dict[str, object] = {"n": 1, name: wrong}
    with pytest.raises(InvalidOptionError, match=name):
        playouts(Board(), **arguments)  # type: ignore[arg-type]


def test_progress_is_told() -> None:
    told: list[int] = []
    playouts(Board("circular", engine="reference"), 3, max_plies=2, progress=told.append)
    assert told == [1, 2, 3]

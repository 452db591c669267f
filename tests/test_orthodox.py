"""Orthodox notation, and the rules held against python-chess move for move."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given

from circularchess import Board, InvalidFenError, InvalidMoveError, InvalidSquareError, Square
from circularchess.orthodox import (
    export_fen,
    export_square,
    export_uci,
    import_fen,
    import_square,
    import_uci,
    is_usual_fen,
)
from circularchess.protocol import EngineName
from strategies import games

# --- Notation ------------------------------------------------------------------------------------


def test_squares_both_ways() -> None:
    for name in chess.SQUARE_NAMES:
        square = import_square(name)
        number = chess.parse_square(name)
        assert square.ring == chess.square_rank(number) + 1
        assert square.file == chess.square_file(number) + 1
        assert export_square(square) == name
        # Even the colours are the same.
        assert square.is_light == bool(chess.BB_LIGHT_SQUARES & chess.BB_SQUARES[number])


def test_moves_both_ways() -> None:
    assert import_uci("e1g1") == "a5a7"
    assert import_uci("a7b8q") == "g1h2q"
    assert export_uci("g1h2q") == "a7b8q"
    assert import_uci("e7e8n") == "g5h5n"


@pytest.mark.parametrize("name", ["i1", "a9", "a0", "E4", "e44", "", "e4 ", None, 4])
def test_squares_refused(name: str) -> None:
    with pytest.raises(InvalidSquareError):
        import_square(name)


@pytest.mark.parametrize("name", ["d9", "d10", "i1", "a99", "x", ""])
def test_own_squares_refused(name: str) -> None:
    with pytest.raises(InvalidSquareError):
        export_square(name)


@pytest.mark.parametrize(
    "text", ["", "0000", "e2", "e2e9", "i1a1", "e2-e4", "e7e8k", "e7e8Q", "e2e4\n", "P@e4", None, 7]
)
def test_moves_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        import_uci(text)


@pytest.mark.parametrize("text", ["", "d9d10", "a5a10", "a1i1", "a1a2k", None])
def test_own_moves_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        export_uci(text)


def test_positions_both_ways() -> None:
    start = Board("orthodox").fen()
    assert import_fen(chess.STARTING_FEN) == start
    assert export_fen(start) == chess.STARTING_FEN
    passed = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    own = import_fen(passed)
    assert own.split()[3] == "f6"  # of all squares this one has the same name in both
    assert import_fen(passed.replace("f6", "d6")).split()[3] == "f4"
    assert export_fen(own) == passed
    # Neighbouring numbers, allowed in the usual notation, are eight squares, not forty-four.
    assert import_fen("44/8/8/8/8/8/8/K1k5 w - - 0 1").startswith("8**/8**/")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        chess.STARTING_FEN.rsplit(" ", 1)[0],
        "8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/8/8 w - - 0 1",
        "9/8/8/8/8/8/8/8 w - - 0 1",
        "7/8/8/8/8/8/8/8 w - - 0 1",
        "8K/8/8/8/8/8/8/8 w - - 0 1",
        "8**/8/8/8/8/8/8/8 w - - 0 1",
        "x7/8/8/8/8/8/8/8 w - - 0 1",
        "07K/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - e9 0 1",
        "8/8/8/8/8/8/8/8 w - e 0 1",
        "8/8/8/8/8/8/8/8" + "8" * 10**6,
        None,
        5,
    ],
)
def test_positions_refused(text: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        import_fen(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        chess.STARTING_FEN,
        "8**/8**/8**/8**/8**/8**/8**/7** w - - 0 1",
        "8**/8**/8**/8**/8**/8**/8** w - - 0 1",
        "8**/8**/8**/8**/8**/8**/8**/8** w - c9 0 1",
        "8**/8**/8**/8**/8**/8**/8**/8** w -",
        "10/8**/8**/8**/8**/8**/8**/8** w - - 0 1",
    ],
)
def test_own_positions_refused(text: str) -> None:
    with pytest.raises(InvalidFenError):
        export_fen(text)


def test_telling_the_two_forms_apart() -> None:
    assert is_usual_fen(chess.STARTING_FEN)
    assert not is_usual_fen(import_fen(chess.STARTING_FEN))
    assert not is_usual_fen("nonsense")


@given(games("orthodox"))
def test_positions_of_games_both_ways(board: Board) -> None:
    usual = export_fen(board.fen())
    assert import_fen(usual) == board.fen()
    assert chess.Board(usual).fen(en_passant="fen") == usual


# --- The rules -----------------------------------------------------------------------------------


def compare(ours: Board, theirs: chess.Board) -> None:
    """Everything that both libraries can tell of a position."""
    mine = sorted(export_uci(move.uci()) for move in ours.legal_moves)
    assert mine == sorted(move.uci() for move in theirs.legal_moves), theirs.fen()
    assert ours.is_check() == theirs.is_check()
    assert ours.is_checkmate() == theirs.is_checkmate()
    assert ours.is_stalemate() == theirs.is_stalemate()
    assert ours.turn == ("w" if theirs.turn else "b")
    assert export_fen(ours.fen()) == theirs.fen(en_passant="fen")
    assert ours.is_repetition(3) == theirs.is_repetition(3)
    assert ours.can_claim_fifty_rounds() == (theirs.halfmove_clock >= 100)
    outcome = ours.outcome()
    their_outcome = theirs.outcome()
    # The material draws that both know are reported by both.
    assert (outcome is None) == (their_outcome is None)
    if outcome is not None and their_outcome is not None:
        assert ours.result() == their_outcome.result()


def play_random_games(count: int, seed: int, engine: EngineName, max_plies: int) -> int:
    chance = random.Random(seed)
    plies = 0
    for _ in range(count):
        ours, theirs = Board("orthodox", engine=engine), chess.Board()
        for _ in range(max_plies):
            compare(ours, theirs)
            moves = list(ours.legal_moves)
            if not moves or ours.outcome() is not None:
                break
            # Captures and promotions rather often, to see the endings too.
            sharp = [m for m in moves if m.promotion or ours.piece_at(m.to_square)]
            move = chance.choice(sharp if sharp and chance.random() < 0.3 else moves)
            ours.push(move)
            theirs.push_uci(export_uci(move.uci()))
            plies += 1
    return plies


def test_random_games_against_python_chess(engine: EngineName) -> None:
    count = 25 if engine == "rust" else 3
    assert play_random_games(count, seed=1983, engine=engine, max_plies=200) > 100 * count / 3


@pytest.mark.deep
def test_many_random_games_against_python_chess(capsys: pytest.CaptureFixture[str]) -> None:
    plies = play_random_games(2_000, seed=2012, engine="rust", max_plies=300)
    plies += play_random_games(30, seed=64, engine="reference", max_plies=200)
    with capsys.disabled():
        print(f"\n2,030 random games compared with python-chess, {plies:,} plies, no difference")


SQUARE_NAMES = [Square.at(rank, file) for rank in range(1, 9) for file in range(1, 9)]


@given(games("orthodox", max_plies=80))
def test_attackers_against_python_chess(board: Board) -> None:
    theirs = chess.Board(export_fen(board.fen()))
    for square in SQUARE_NAMES:
        number = chess.parse_square(export_square(square))
        for army, colour in (("w", chess.WHITE), ("b", chess.BLACK)):
            mine = sorted(map(export_square, board.attackers(army, square)))
            assert mine == sorted(map(chess.square_name, theirs.attackers(colour, number)))

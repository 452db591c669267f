"""How games end: by the rules, by what players do, and which of several endings counts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from circularchess import (
    Board,
    Departure,
    Event,
    Game,
    IllegalMoveError,
    Move,
    Outcome,
    Setup,
    Termination,
    Variant,
)
from circularchess.engine import EngineName
from circularchess.values.outcome import is_dead_position
from placing import DANCE, place, push
from random_games import VARIANTS
from strategies import games

DRAW = "1/2-1/2"

# --- Mate, stalemate, elimination ----------------------------------------------------------------


def test_checkmate(engine: EngineName) -> None:
    # Fool's mate.
    board = push(Board("orthodox", engine=engine), "f2f3 e7e5 g2g4 d8h4")
    assert board.is_check()
    assert board.is_checkmate()
    assert not board.is_stalemate()
    assert board.outcome() == Outcome(Termination.CHECKMATE, ("b",))
    assert board.is_game_over()
    assert board.result() == "0-1"
    assert board.events == (Event("checkmated", "w"),)
    assert board.turn == "w"
    assert not board.legal_moves
    assert not board.safe_moves
    with pytest.raises(IllegalMoveError, match="the game is over: checkmate"):
        board.push_uci("a2a3")
    with pytest.raises(IllegalMoveError, match="over"):
        board.resign()
    with pytest.raises(IllegalMoveError, match="over"):
        board.agree_draw()
    # A position loaded is judged as well.
    loaded = Board("orthodox", board.fen(), engine=engine)
    assert loaded.outcome() == board.outcome()
    assert loaded.is_checkmate()


def test_stalemate(engine: EngineName) -> None:
    # King h8, queen to g6.
    board = Board("orthodox", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1", engine=engine)
    push(board, "g5g6")
    assert board.is_stalemate()
    assert not board.is_checkmate()
    assert not board.is_check()
    assert board.outcome() == Outcome(Termination.STALEMATE)
    assert board.result() == DRAW
    assert board.turn == "b"


def test_a_taken_king(engine: EngineName) -> None:
    # White takes the king that Black left in the rook's line.
    board = Board("circular", "K4R7k2/16/16/n15 b - - 5 9", engine=engine)
    push(board, "a1c2 d6d14")
    assert board.outcome() == Outcome(Termination.KING_TAKEN, ("w",))
    assert board.result() == "1-0"
    assert board.events == (Event("king_taken", "b"), Event("eliminated", "b"))
    assert board.in_play == ("w",)
    assert board.turn == "w"
    assert not board.is_checkmate()
    assert board.piece_at("c2") is not None  # what else Black had stays
    assert board.king("b") is None
    assert not board.is_check("b")
    assert not board.legal_moves


def test_the_last_side_standing(engine: EngineName) -> None:
    board = Board("bhati-6-trios", engine=engine)
    for army in "vog":
        assert board.outcome() is None
        board.resign(army)
    # The winners include all the side's armies.
    assert board.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r", "y", "b"))
    assert board.result() == "1-0"
    assert board.in_play == ("r", "y", "b")
    pairs = Board("bhati-6-pairs", engine=engine)
    for army in "rogb":
        pairs.resign(army)
    assert pairs.result() == "y+v"


def test_a_side_wins_with_its_eliminated_armies(engine: EngineName) -> None:
    board = Board("bhati-4-pairs", engine=engine)
    for army in "gob":
        board.resign(army)
    assert board.in_play == ("r",)
    assert board.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r", "g"))
    assert board.result() == "1-0"


# --- Resignation, time, agreement ----------------------------------------------------------------


def test_resigning(engine: EngineName) -> None:
    board = push(Board(engine=engine), "b2b3")
    board.resign()
    assert board.outcome() == Outcome(Termination.RESIGNATION, ("w",))
    assert board.events == (Event("resigned", "b"), Event("eliminated", "b"))
    assert len(board.piece_map()) == 32
    assert board.pop() == Departure("b", "resign")
    assert board.outcome() is None
    assert board.move_stack == [Move("b2", "b3")]
    assert board.pop() == Move("b2", "b3")
    assert board == Board(engine=engine)
    board.resign("b")
    assert board.outcome() == Outcome(Termination.RESIGNATION, ("w",))
    assert board.pop() == Departure("b", "resign")
    assert board == Board(engine=engine)
    with pytest.raises(IndexError):
        board.pop()
    assert board == Board(engine=engine)


def test_losing_on_time(engine: EngineName) -> None:
    board = Board(engine=engine)
    board.lose_on_time()
    assert board.outcome() == Outcome(Termination.TIME, ("b",))
    assert board.result() == "0-1"
    assert board.events == (Event("lost_on_time", "w"), Event("eliminated", "w"))
    six = Board("bhati-3", engine=engine)
    six.lose_on_time("b")
    assert six.events == (Event("lost_on_time", "b"), Event("eliminated", "b"))
    assert six.turn == "r"
    assert six.outcome() is None
    six.resign("y")
    assert six.outcome() == Outcome(Termination.LAST_SIDE_STANDING, ("r",))


def test_resigning_out_of_turn(engine: EngineName) -> None:
    board = push(Board("bhati-4", engine=engine), "c1b1")
    assert board.turn == "o"
    board.resign("g")
    assert board.turn == "o"
    assert "".join(board.in_play) == "rob"
    assert {piece.army for piece in board.piece_map().values()} == {"r", "o", "b"}
    with pytest.raises(IllegalMoveError, match="'g' cannot leave the game: it is not in play"):
        board.resign("g")
    board.resign()
    assert board.turn == "b"
    assert board.halfmove_clock == 0
    # What was done last is taken back first.
    assert board.pop() == Departure("o", "resign")
    assert (board.turn, "".join(board.in_play)) == ("o", "rob")
    assert board.pop() == Departure("g", "resign")
    assert "".join(board.in_play) == "rogb"
    assert board.pop() == Move("c1", "b1")
    assert board == Board("bhati-4", engine=engine)


def test_an_agreed_draw(engine: EngineName) -> None:
    board = push(Board(engine=engine), "b2b3")
    board.agree_draw()
    assert board.outcome() == Outcome(Termination.AGREEMENT)
    assert board.result() == DRAW
    assert len(board.legal_moves) == 12
    assert board.is_repetition(1)
    assert board.copy().outcome() == Outcome(Termination.AGREEMENT)
    assert board.peek().uci() == "b2b3"
    assert board.pop() is None
    assert board.outcome() is None
    assert board.pop() == Move("b2", "b3")
    assert board.outcome() is None
    board.agree_draw()
    push(board, "b2b3")
    assert board.outcome() is None
    assert board.pop() == Move("b2", "b3")
    assert board.outcome() == Outcome(Termination.AGREEMENT)


# --- Which ending counts -------------------------------------------------------------------------


def test_mate_comes_before_draws(engine: EngineName) -> None:
    # Fool's mate with the counter at 75 rounds: mate all the same.
    board = Board("orthodox", engine=engine)
    push(board, "f2f3 e7e5 g2g4 d8h4")
    fen = board.fen().rsplit(" ", 2)[0] + " 200 150"
    mated = Board("orthodox", fen, engine=engine)
    assert mated.outcome(claim_draw=True) == Outcome(Termination.CHECKMATE, ("b",))


def test_which_ending_counts(engine: EngineName) -> None:
    armies = {"w": "Ka1 Rd5", "b": "Kd9"}
    # The king is taken at the 150th move: that wins.
    board = place(engine, "circular", "w", armies, halfmove=149)
    board.push_san("Rxd9")
    assert board.outcome() == Outcome(Termination.KING_TAKEN, ("w",))
    # A mate at the 150th move wins.
    mate = place(engine, "orthodox", "w", {"w": "Ke1 Ra7 Rb6", "b": "Kh8"}, halfmove=149)
    mate.push_san("Rb8")
    assert mate.outcome(claim_draw=True) == Outcome(Termination.CHECKMATE, ("w",))
    # Dead before everything that only counts moves.
    dead = place(engine, "circular", "w", {"w": "Ka1", "b": "Kd9"}, halfmove=200)
    dead.agree_draw()
    assert dead.outcome(claim_draw=True) == Outcome(Termination.DEAD_POSITION)
    # The fifth occurrence before the rounds, these before the agreement, that before a claim.
    start = Setup(Board().piece_map(), "w", halfmove=134)
    both = push(Board.from_setup(start, "circular", engine=engine), DANCE * 4)
    assert both.outcome() == Outcome(Termination.FIVEFOLD_REPETITION)
    both.push_san("Nd3")
    assert both.outcome() == Outcome(Termination.SEVENTYFIVE_ROUNDS)
    both.agree_draw()
    assert both.outcome() == Outcome(Termination.SEVENTYFIVE_ROUNDS)
    claim = push(Board("circular", engine=engine), DANCE * 2)
    claim.agree_draw()
    assert claim.outcome(claim_draw=True) == Outcome(Termination.AGREEMENT)
    # The third occurrence before fifty rounds.
    start.halfmove = 100
    third = push(Board.from_setup(start, "circular", engine=engine), DANCE * 2)
    assert third.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION)
    third.resign()
    assert third.outcome() == Outcome(Termination.RESIGNATION, ("b",))


# --- In general ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "winners", "result"),
    [
        ("circular", ("w",), "1-0"),
        ("circular", ("b",), "0-1"),
        ("circular", (), DRAW),
        ("bhati-2", ("g",), "0-1"),
        ("bhati-6-trios", ("o", "g", "v"), "0-1"),
        ("bhati-4-pairs", ("r", "g"), "1-0"),
        ("bhati-6-pairs", ("o", "b"), "o+b"),
        ("bhati-3", ("y",), "y"),
    ],
)
def test_results(variant: str, winners: tuple[str, ...], result: str) -> None:
    outcome = Outcome(Termination.CHECKMATE, winners)
    assert outcome.result(Variant.load(variant).data) == result
    assert outcome.is_draw == (not winners)


@given(games(max_plies=120))
def test_the_outcome_is_that_of_the_rules(board: Board) -> None:
    """The cached answers are those worked out afresh from the moves."""
    keys = []
    replay = Board(board.variant)
    keys.append(replay.position.key())
    for move in board.move_stack:
        replay.push(move)
        keys.append(replay.position.key())
        replay.outcome()
    position = board.position
    if position.end is not None:
        assert not board.legal_moves
        return
    assert board.legal_moves
    assert replay.is_dead_position() == is_dead_position(position, board.variant.data)
    count = keys.count(keys[-1])
    assert replay.is_repetition(count)
    assert not replay.is_repetition(count + 1)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_every_game_comes_to_an_end(variant: Variant) -> None:
    chance = random.Random(variant.id)
    board = Board(variant)
    kinds = set(Termination)
    while board.outcome() is None:
        board.push(chance.choice(list(board.legal_moves)))
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.termination in kinds
    end = board.position.end
    assert (end is None) == bool(board.legal_moves)
    if end is not None:
        assert (outcome.termination.value, outcome.winners) == end
    game = Game.from_board(board)
    assert game.result == board.result()
    assert Game.from_pgn(game.to_pgn()) == game

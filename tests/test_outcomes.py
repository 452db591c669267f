"""Draws that stick whatever a board is asked, and which of several endings counts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from circularchess import Board, Game, Move, Outcome, Setup, Termination, Variant
from circularchess.protocol import EngineName
from positions import place
from random_games import VARIANTS

#: Four knight moves that lead back to where they began.
ROUND_TRIP = ("Nb3", "Nb11", "Nc1", "Nc9")


def dance(board: Board, times: int) -> Board:
    for san in ROUND_TRIP * times:
        board.push_san(san)
    return board


def ask_everything(board: Board) -> None:
    """All that a front end would ask, and a program that looks ahead."""
    for move in board.legal_moves:
        board.san(move)
        board.lan(move)
        board.push(move)
        assert board.pop() == move
    board.to_json(legal_moves=True)
    board.variation_san(list(board.legal_moves)[:1])
    board.is_checkmate()
    Game.from_board(board).to_pgn()
    list(board.safe_moves)
    board.copy().push(next(iter(board.legal_moves)))


@pytest.mark.parametrize(
    ("times", "claimed", "plain"),
    [
        (1, None, None),
        (2, Termination.THREEFOLD_REPETITION, None),
        (3, Termination.THREEFOLD_REPETITION, None),
        (4, Termination.FIVEFOLD_REPETITION, Termination.FIVEFOLD_REPETITION),
    ],
)
def test_repetitions_stick(
    times: int, claimed: Termination | None, plain: Termination | None, engine: EngineName
) -> None:
    board = dance(Board("circular", engine=engine), times)
    for _ in range(2):
        for claim, expected in ((True, claimed), (False, plain)):
            outcome = board.outcome(claim_draw=claim)
            assert outcome == (None if expected is None else Outcome(expected))
        ask_everything(board)


@pytest.mark.parametrize(
    ("halfmove", "claimed", "plain"),
    [
        (99, None, None),
        (100, Termination.FIFTY_ROUNDS, None),
        (149, Termination.FIFTY_ROUNDS, None),
        (150, Termination.SEVENTYFIVE_ROUNDS, Termination.SEVENTYFIVE_ROUNDS),
    ],
)
def test_rounds_stick(
    halfmove: int, claimed: Termination | None, plain: Termination | None, engine: EngineName
) -> None:
    board = Board.from_setup(
        Setup(Board().piece_map(), "w", halfmove=halfmove), "circular", engine=engine
    )
    for _ in range(2):
        outcomes = board.outcome(claim_draw=True), board.outcome()
        wanted = [None if end is None else Outcome(end) for end in (claimed, plain)]
        assert list(outcomes) == wanted
        ask_everything(board)


def test_fewer_armies_need_fewer_moves(engine: EngineName) -> None:
    # Three armies begin; with two left in play 100 single moves are 50 rounds.
    three = place(engine, "bhati-3", "r", {"r": "Kd4 Rc2", "y": "Kd24", "b": "Kd44"}, halfmove=149)
    two = place(engine, "bhati-3", "r", {"r": "Kd4 Rc2", "b": "Kd44"}, halfmove=99)
    for board in (three, two):
        assert not board.can_claim_fifty_rounds()
        board.push_san("Rc3")
        assert board.can_claim_fifty_rounds()
    three.resign("y")
    assert not three.can_claim_fifty_rounds()


def test_which_ending_counts(engine: EngineName) -> None:
    armies = {"w": "Ka1 Rd5", "b": "Kd9"}
    # The king is taken at the 150th move: that wins.
    board = place(engine, "circular", "w", armies, halfmove=149)
    board.push_san("Rxd9")
    assert board.outcome() == Outcome(Termination.KING_TAKEN, ("w",))
    # A mate at the 150th move wins.
    mate = place(engine, "orthodox", "w", {"w": "Ka5 Rg1 Rf2", "b": "Kh8"}, halfmove=149)
    mate.push_san("Rh2")
    assert mate.outcome(claim_draw=True) == Outcome(Termination.CHECKMATE, ("w",))
    # Dead before everything that only counts moves.
    dead = place(engine, "circular", "w", {"w": "Ka1", "b": "Kd9"}, halfmove=200)
    dead.agree_draw()
    assert dead.outcome(claim_draw=True) == Outcome(Termination.DEAD_POSITION)
    # The fifth occurrence before the rounds, these before the agreement, that before a claim.
    start = Setup(Board().piece_map(), "w", halfmove=134)
    both = dance(Board.from_setup(start, "circular", engine=engine), 4)
    assert both.outcome() == Outcome(Termination.FIVEFOLD_REPETITION)
    both.push_san("Nd3")
    assert both.outcome() == Outcome(Termination.SEVENTYFIVE_ROUNDS)
    both.agree_draw()
    assert both.outcome() == Outcome(Termination.SEVENTYFIVE_ROUNDS)
    claim = dance(Board("circular", engine=engine), 2)
    claim.agree_draw()
    assert claim.outcome(claim_draw=True) == Outcome(Termination.AGREEMENT)
    # The third occurrence before fifty rounds.
    start.halfmove = 100
    third = dance(Board.from_setup(start, "circular", engine=engine), 2)
    assert third.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION)
    third.resign()
    assert third.outcome() == Outcome(Termination.RESIGNATION, ("b",))


def test_the_way_of_a_pawn_is_part_of_the_position(engine: EngineName) -> None:
    inbound = place(engine, "bhati-2", "r", {"r": "Kd4 Pb20", "g": "Kd34"})
    outbound = place(engine, "bhati-2", "r", {"r": "Kd4 Ob20", "g": "Kd34"})
    assert inbound.position.key() != outbound.position.key()
    assert inbound.position != outbound.position
    assert [m.uci() for m in inbound.legal_moves if m.from_square == "b20"] == ["b20a20"]
    assert [m.uci() for m in outbound.legal_moves if m.from_square == "b20"] == ["b20c20"]
    for board in (inbound, outbound):
        assert Board("bhati-2", board.fen(), engine=engine) == board
        assert Board.from_json(board.to_json(), engine=engine) == board


def test_who_moves_and_who_may_castle_are_part_of_the_position(engine: EngineName) -> None:
    armies = {"r": "Kd4 Rd1", "g": "Kd34"}
    keys = {
        place(engine, "bhati-2", turn, armies, castling=rights).position.key()
        for turn in "rg"
        for rights in ("", "rK")
    }
    assert len(keys) == 4
    counters = place(engine, "bhati-2", "r", armies, halfmove=7, round=9)
    assert counters.position.key() in keys


def _described(board: Board) -> object:
    """What makes two positions the same, told without an engine's key."""
    setup = board.setup()
    pieces = board.piece_map()
    enemies = {a for a in board.in_play if board.side_of(a) != board.side_of(board.turn)}
    # Whoever moves next may be the enemy of whose pawn went two steps.
    squares = [
        square
        for square in setup.en_passant
        if any(
            pieces[origin].letter in "PO"
            for army in {board.turn, *enemies}
            for origin in board.attackers(army, square)
        )
    ]
    return (
        frozenset(setup.pieces.items()),
        setup.turn,
        setup.in_play,
        setup.castling,
        tuple(squares),
    )


@pytest.mark.parametrize("variant", ["circular", "cylinder", "circular-society"])
def test_repetition_against_a_plain_count(variant: str) -> None:
    chance = random.Random(variant)
    board = Board(Variant.load(variant))
    seen = Counter([_described(board)])
    most = 1
    for _ in range(300):
        legal = list(board.legal_moves)
        if not legal:
            break
        # Officers only, and back again where possible, so that positions come again.
        quiet = [
            move
            for move in legal
            if board.piece_at(move.to_square) is None
            and board.piece_at(move.from_square).letter in "NRK"  # type: ignore[union-attr]
        ]
        last = board.move_stack[-2:-1]
        back = [m for m in quiet if last and m == Move(last[0].to_square, last[0].from_square)]
        board.push(chance.choice(back if back and chance.random() < 0.7 else quiet or legal))
        now = _described(board)
        seen[now] += 1
        most = max(most, seen[now])
        for count in range(1, 8):
            assert board.is_repetition(count) == (seen[now] >= count)
    assert most >= 3


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

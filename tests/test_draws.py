"""Draws that a board reports of itself: repetition, rounds without progress, dead positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from circularchess import Board, Game, Move, Outcome, Setup, Termination, Variant
from circularchess.engine import EngineName
from placing import DANCE, place, push

DRAW = "1/2-1/2"


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


# --- Repetition ----------------------------------------------------------------------------------


def test_repetition(engine: EngineName) -> None:
    board = Board(engine=engine)
    assert board.is_repetition(1)
    push(board, DANCE)
    assert board.is_repetition(2)
    assert not board.can_claim_threefold_repetition()
    push(board, DANCE)
    assert board.is_repetition(3)
    assert not board.is_repetition(4)
    assert board.can_claim_threefold_repetition()
    assert board.outcome() is None
    assert board.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION)
    assert board.result(claim_draw=True) == DRAW
    push(board, DANCE * 2)
    assert board.outcome() == Outcome(Termination.FIVEFOLD_REPETITION)
    # It does not touch the moves.
    assert len(board.legal_moves) == 12
    push(board, "c1d3")
    assert board.outcome() is None
    board.pop()
    assert board.outcome() == Outcome(Termination.FIVEFOLD_REPETITION)


def test_looking_ahead_does_not_wipe_repetitions(engine: EngineName) -> None:
    board = push(Board(engine=engine), DANCE * 2)
    for move in board.legal_moves:
        board.push(move)
        for reply in list(board.legal_moves)[:3]:
            board.push(reply)
            board.outcome(claim_draw=True)
            board.pop()
        board.pop()
    assert board.is_repetition(3)
    # A pawn move between makes the earlier positions impossible; taking it back, possible.
    push(board, "b2b3")
    assert not board.is_repetition(2)
    board.pop()
    assert board.is_repetition(3)


def test_a_repeated_placement_with_other_rights_is_another_position(engine: EngineName) -> None:
    # White's king's rook goes out and back: the right of castling is lost.
    board = Board("orthodox", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", engine=engine)
    push(board, "h1g1 e8d8 g1h1 d8e8")
    assert not board.is_repetition(2)
    push(board, "h1g1 e8d8 g1h1 d8e8")
    assert board.is_repetition(2)
    assert not board.is_repetition(3)


@pytest.mark.parametrize(
    ("fen", "repeated"),
    [
        # After e2e4 a black pawn on d4 could take in passing, so the first position is unlike.
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", False),
        # Here no black pawn could.
        ("4k3/8/8/8/p7/8/4P3/4K3 w - - 0 1", True),
    ],
)
def test_en_passant_counts_where_a_pawn_attacks(
    fen: str, repeated: bool, engine: EngineName
) -> None:
    board = push(Board("orthodox", fen, engine=engine), "e2e4")
    assert board.en_passant_squares == ("e3",)
    push(board, "e8d8 e1d1 d8e8 d1e1")
    assert board.is_repetition(2) == repeated


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
    board = push(Board("circular", engine=engine), DANCE * times)
    for _ in range(2):
        for claim, expected in ((True, claimed), (False, plain)):
            outcome = board.outcome(claim_draw=claim)
            assert outcome == (None if expected is None else Outcome(expected))
        ask_everything(board)


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


# --- Rounds without progress ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "armies"), [("circular", 2), ("bhati-2", 2), ("bhati-3", 3), ("bhati-6", 6)]
)
def test_rounds_are_counted_in_moves_of_all_armies(
    variant: str, armies: int, engine: EngineName
) -> None:
    start = Variant.load(variant).start_fen().removesuffix("0 1")
    for halfmove, claim, over in (
        (50 * armies - 1, False, False),
        (50 * armies, True, False),
        (75 * armies - 1, True, False),
        (75 * armies, True, True),
    ):
        board = Board(variant, f"{start}{halfmove} 99", engine=engine)
        assert board.can_claim_fifty_rounds() == claim
        assert board.outcome() == (Outcome(Termination.SEVENTYFIVE_ROUNDS) if over else None)
        claimed = board.outcome(claim_draw=True)
        if claim and not over:
            assert claimed == Outcome(Termination.FIFTY_ROUNDS)
        assert len(board.legal_moves) > 10


def test_progress_resets_the_count(engine: EngineName) -> None:
    start = Variant.load("circular").start_fen().removesuffix("0 1")
    board = Board("circular", f"{start}149 99", engine=engine)
    assert push(board.copy(), "c1b3").outcome() == Outcome(Termination.SEVENTYFIVE_ROUNDS)
    board.push_uci("b2b3")
    assert board.halfmove_clock == 0
    assert board.outcome() is None
    # An army that goes out counts as progress, and fewer rounds are needed from then on.
    start = Variant.load("bhati-6").start_fen().removesuffix("0 1")
    board = Board("bhati-6", f"{start}449 99", engine=engine)
    board.resign("y")
    assert board.halfmove_clock == 0
    assert board.outcome() is None


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


# --- Dead positions ------------------------------------------------------------------------------


# Pieces beside the two kings: which of these positions are dead.
DEAD = [
    ("circular", "K7k7/16/16/16", True),
    ("circular", "K7k7/B15/16/16", True),
    ("circular", "K7k7/16/16/n15", True),
    ("circular", "K7k7/1P14/16/16", False),
    ("circular", "K7k7/R15/16/16", False),
    ("circular", "K7k7/Q15/16/16", False),
    # Two minor pieces can mate on a round board, on whichever side they stand.
    ("circular", "K7k7/B15/16/b15", False),
    ("circular", "K7k7/BB14/16/16", False),
    ("circular", "K7k7/B1B13/16/16", False),
    ("circular", "K7k7/NN14/16/16", False),
    ("circular-strict", "K7k7/BN14/16/16", False),
    ("circular-society", "K7k7/N15/16/16", True),
    ("cylinder", "4k3/8/8/8/8/8/8/4K3", True),
    ("cylinder", "4k3/8/8/8/8/8/8/4K1B1", False),
    ("cylinder", "4k3/8/8/8/8/8/8/4KN2", False),
    ("orthodox", "4k3/8/8/8/8/8/8/4KB2", True),
    ("orthodox", "4k3/8/8/8/8/8/8/4KN2", True),
    # All bishops on squares of one colour, whosever they are; then on both colours.
    ("orthodox", "4k3/8/8/8/8/8/5b2/4KBB1", False),
    ("orthodox", "4k3/8/8/8/8/8/6b1/4KB2", True),
    ("orthodox", "4k3/8/8/8/8/8/5b2/4KB2", False),
    ("orthodox", "4k3/8/8/8/8/8/8/4KNN1", False),
    ("orthodox", "4k3/8/8/8/8/8/4P3/4K3", False),
]


@pytest.mark.parametrize(("variant", "placement", "dead"), DEAD)
@pytest.mark.parametrize("check", ["strict", "snaffle"])
def test_dead_positions(
    variant: str, placement: str, dead: bool, check: str, engine: EngineName
) -> None:
    fen = f"{placement} w - - 0 1"
    board = Board(variant, fen, engine=engine, options={"check": check})
    assert board.is_dead_position() == dead
    assert board.outcome() == (Outcome(Termination.DEAD_POSITION) if dead else None)
    assert board.legal_moves


def test_bare_kings_of_many_armies_are_dead(engine: EngineName) -> None:
    empty = "8,*,*,8,*,*,8,*,*,8,*,*,8,*,*,8,*,*"
    board = Board("bhati-3", f"{empty}/rK,29,yK,29/60/20,bK,39 r - - 0 1", engine=engine)
    assert board.outcome() == Outcome(Termination.DEAD_POSITION)
    board = Board("bhati-3", f"{empty}/rK,29,yK,29/60/20,bK,bN,38 r - - 0 1", engine=engine)
    assert board.outcome() is None


def test_death_is_seen_when_the_last_piece_goes(engine: EngineName) -> None:
    board = Board("circular", "K7k7/r15/16/16 w - - 0 1", engine=engine)
    assert board.outcome() is None
    push(board, "d1c1")
    assert board.outcome() == Outcome(Termination.DEAD_POSITION)
    board.pop()
    assert board.outcome() is None

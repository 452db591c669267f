"""How games end: by the rules, by draws that a board only reports, and by what players do."""

from __future__ import annotations

import pytest
from hypothesis import given

from circularchess import (
    Board,
    Departure,
    Event,
    IllegalMoveError,
    Move,
    Outcome,
    Termination,
    Variant,
)
from circularchess.outcome import is_dead_position
from circularchess.protocol import EngineName
from strategies import games

DRAW = "1/2-1/2"


def play(board: Board, moves: str) -> Board:
    for text in moves.split():
        board.push_uci(text)
    return board


# --- Mate, stalemate, elimination ----------------------------------------------------------------


def test_checkmate(engine: EngineName) -> None:
    # Fool's mate: f2f3 e7e5 g2g4 d8h4.
    board = play(Board("orthodox", engine=engine), "b6c6 g5e5 b7d7 h4d8")
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
        board.push_uci("b1c1")
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
    board = Board("orthodox", "7k**/8**/8**/6Q1**/8**/8**/8**/K7** w - - 0 1", engine=engine)
    play(board, "e7f7")
    assert board.is_stalemate()
    assert not board.is_checkmate()
    assert not board.is_check()
    assert board.outcome() == Outcome(Termination.STALEMATE)
    assert board.result() == DRAW
    assert board.turn == "b"


def test_a_taken_king(engine: EngineName) -> None:
    # White takes the king that Black left in the rook's line.
    board = Board("circular", "K4R7k2/16/16/n15 b - - 5 9", engine=engine)
    play(board, "a1c2 d6d14")
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


# --- Resignation and time ------------------------------------------------------------------------


def test_resigning(engine: EngineName) -> None:
    board = play(Board(engine=engine), "b2b3")
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
    board = play(Board("bhati-4", engine=engine), "c1b1")
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


# --- Draws that are only reported ----------------------------------------------------------------

# Knights go out and come back: four single moves.
DANCE = "c1b3 c8b6 b3c1 b6c8 "


def test_repetition(engine: EngineName) -> None:
    board = Board(engine=engine)
    assert board.is_repetition(1)
    play(board, DANCE)
    assert board.is_repetition(2)
    assert not board.can_claim_threefold_repetition()
    play(board, DANCE)
    assert board.is_repetition(3)
    assert not board.is_repetition(4)
    assert board.can_claim_threefold_repetition()
    assert board.outcome() is None
    assert board.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION)
    assert board.result(claim_draw=True) == DRAW
    play(board, DANCE + DANCE)
    assert board.outcome() == Outcome(Termination.FIVEFOLD_REPETITION)
    # It does not touch the moves.
    assert len(board.legal_moves) == 12
    play(board, "c1d3")
    assert board.outcome() is None
    board.pop()
    assert board.outcome() == Outcome(Termination.FIVEFOLD_REPETITION)


def test_looking_ahead_does_not_wipe_repetitions(engine: EngineName) -> None:
    board = play(Board(engine=engine), DANCE + DANCE)
    for move in board.legal_moves:
        board.push(move)
        for reply in list(board.legal_moves)[:3]:
            board.push(reply)
            board.outcome(claim_draw=True)
            board.pop()
        board.pop()
    assert board.is_repetition(3)
    # A pawn move between makes the earlier positions impossible; taking it back, possible.
    play(board, "b2b3")
    assert not board.is_repetition(2)
    board.pop()
    assert board.is_repetition(3)


def test_a_repeated_placement_with_other_rights_is_another_position(engine: EngineName) -> None:
    # White's king's rook goes out and back: the right of castling is lost.
    board = Board("orthodox", "4k3**/8**/8**/8**/8**/8**/8**/4K2R** w K - 0 1", engine=engine)
    play(board, "a8a7 h5h4 a7a8 h4h5")
    assert not board.is_repetition(2)
    play(board, "a8a7 h5h4 a7a8 h4h5")
    assert board.is_repetition(2)
    assert not board.is_repetition(3)


@pytest.mark.parametrize(
    ("fen", "repeated"),
    [
        # After e2e4 a black pawn on d4 could take in passing, so the first position is unlike.
        ("4k3**/8**/8**/8**/3p4**/8**/4P3**/4K3** w - - 0 1", False),
        # Here no black pawn could.
        ("4k3**/8**/8**/8**/p7**/8**/4P3**/4K3** w - - 0 1", True),
    ],
)
def test_en_passant_counts_where_a_pawn_attacks(
    fen: str, repeated: bool, engine: EngineName
) -> None:
    board = play(Board("orthodox", fen, engine=engine), "b5d5")
    assert board.en_passant_squares == ("c5",)
    play(board, "h5h4 a5a4 h4h5 a4a5")
    assert board.is_repetition(2) == repeated


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
    assert play(board.copy(), "c1b3").outcome() == Outcome(Termination.SEVENTYFIVE_ROUNDS)
    board.push_uci("b2b3")
    assert board.halfmove_clock == 0
    assert board.outcome() is None
    # An army that goes out counts as progress, and fewer rounds are needed from then on.
    start = Variant.load("bhati-6").start_fen().removesuffix("0 1")
    board = Board("bhati-6", f"{start}449 99", engine=engine)
    board.resign("y")
    assert board.halfmove_clock == 0
    assert board.outcome() is None


def test_an_agreed_draw(engine: EngineName) -> None:
    board = play(Board(engine=engine), "b2b3")
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
    play(board, "b2b3")
    assert board.outcome() is None
    assert board.pop() == Move("b2", "b3")
    assert board.outcome() == Outcome(Termination.AGREEMENT)


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
    ("orthodox", "4k3**/8**/8**/8**/8**/8**/8**/4KB2**", True),
    ("orthodox", "4k3**/8**/8**/8**/8**/8**/8**/4KN2**", True),
    # All bishops on squares of one colour, whosever they are; then on both colours.
    ("orthodox", "4k3**/8**/8**/8**/8**/8**/5b2**/4KBB1**", False),
    ("orthodox", "4k3**/8**/8**/8**/8**/8**/6b1**/4KB2**", True),
    ("orthodox", "4k3**/8**/8**/8**/8**/8**/5b2**/4KB2**", False),
    ("orthodox", "4k3**/8**/8**/8**/8**/8**/8**/4KNN1**", False),
    ("orthodox", "4k3**/8**/8**/8**/8**/8**/4P3**/4K3**", False),
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
    play(board, "d1c1")
    assert board.outcome() == Outcome(Termination.DEAD_POSITION)
    board.pop()
    assert board.outcome() is None


def test_mate_comes_before_draws(engine: EngineName) -> None:
    # Fool's mate with the counter at 75 rounds: mate all the same.
    board = Board("orthodox", engine=engine)
    play(board, "b6c6 g5e5 b7d7 h4d8")
    fen = board.fen().rsplit(" ", 2)[0] + " 200 150"
    mated = Board("orthodox", fen, engine=engine)
    assert mated.outcome(claim_draw=True) == Outcome(Termination.CHECKMATE, ("b",))


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

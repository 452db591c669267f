"""`Board`: what it tells, playing and taking back, copies, equality."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Hashable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circularchess import (
    Board,
    CircularChessError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    InvalidOptionError,
    InvalidPositionError,
    InvalidSquareError,
    Move,
    Piece,
    PieceType,
    Setup,
    Square,
    UnknownArmyError,
    UnknownVariantError,
    Variant,
    variants,
)
from circularchess.engine import EngineName
from strategies import games

NO_KING = "K15/16/16/16 b - - 0 1"
LONE_KINGS = "K7k7/16/16/16 w - - 0 1"
# White's pawn on d7 goes clockwise and promotes on file 8, where it may also capture on c8.
PROMOTING = "K5P9/7n8/16/4k11 w - - 0 1"


def test_the_start_of_circular_chess(engine: EngineName) -> None:
    board = Board(engine=engine)
    assert board.variant.id == "circular"
    assert board.engine == engine
    assert board.turn == "w"
    assert board.armies == board.in_play == ("w", "b")
    assert (board.halfmove_clock, board.round) == (0, 1)
    assert board.castling_rights == ()
    assert board.en_passant_squares == ()
    assert board.piece_at("a16") == Piece("w", PieceType.QUEEN)
    assert board.piece_at("a3") is None
    assert len(board.piece_map()) == 32
    assert board.king("w") == "a1"
    assert board.king("b") == "a8"
    assert not board.is_check()
    assert not board.is_checkmate()
    assert not board.is_stalemate()
    assert board.outcome() is None
    assert not board.is_game_over()
    assert board.result() == "*"
    assert board.events == ()
    assert board.status() == ()
    assert board.is_valid()


@pytest.mark.parametrize("variant", variants(), ids=lambda v: v.id)
def test_every_start(variant: Variant, engine: EngineName) -> None:
    board = Board(variant, engine=engine)
    assert board.fen() == variant.start_fen()
    assert board.setup().pieces == board.piece_map() == variant.start_setup().pieces
    assert board.is_valid()
    assert list(board.safe_moves) == list(board.legal_moves)
    assert eval(repr(board), {"Board": Board}) == board


def test_a_null_centre_game_knows_sides(engine: EngineName) -> None:
    board = Board("bhati-6-trios", engine=engine)
    assert board.armies == ("r", "o", "y", "g", "b", "v")
    assert board.allies("r") == ("y", "b")
    assert board.side_of("o") == board.side_of("g") != board.side_of("r")
    assert board.piece_at("d9") is None
    for army in board.armies:
        assert not board.is_check(army)


# --- Moves ---------------------------------------------------------------------------------------


def test_legal_moves_are_a_live_view(engine: EngineName) -> None:
    board = Board(engine=engine)
    moves = board.legal_moves
    assert len(moves) == moves.count() == len(list(moves)) == 12
    assert bool(moves)
    assert Move("b2", "b3") in moves
    assert Move("b2", "b4") not in moves
    assert "b2b3" in moves
    assert "b2b4" not in moves
    assert None not in moves
    assert list(moves) == sorted(moves)
    assert repr(moves).startswith("<LegalMoves (a2a3, ")
    board.push(Move("b2", "b3"))
    assert Move("b2", "b3") not in moves
    assert Move("b7", "b6") in moves
    assert repr(board.safe_moves).startswith("<SafeMoves (")
    # Pushing and popping inside a loop does it no harm.
    for move in moves:
        board.push(move)
        board.pop()


def test_safe_moves_leave_out_what_loses_the_king(engine: EngineName) -> None:
    # The white king in a rook's line: under snaffle it may stay there.
    board = Board("circular", "K2r12/16/16/7k8 w - - 0 1", engine=engine)
    assert board.is_check()
    unsafe = [move for move in board.legal_moves if move not in board.safe_moves]
    # Along the ring it stays in the rook's line, the other way round too.
    assert [move.uci() for move in unsafe] == ["d1d2", "d1d16"]
    assert len(board.safe_moves) == len(list(board.safe_moves)) == len(board.legal_moves) - 2
    assert board.is_legal(unsafe[0])
    assert not board.is_safe(unsafe[0])
    strict = Board("circular-strict", board.fen(), engine=engine)
    assert list(strict.legal_moves) == list(board.safe_moves)


def test_push_and_pop(engine: EngineName) -> None:
    board = Board(engine=engine)
    texts = ["b2b3", "c7c6", "c2c3", "b7b6"]
    fens = [board.fen()]
    for text in texts:
        assert board.push_uci(text) == Move.from_uci(text)
        fens.append(board.fen())
    assert board.move_stack == [Move.from_uci(text) for text in texts]
    assert board.peek() == Move("b7", "b6")
    for text in reversed(texts):
        assert board.fen() == fens.pop()
        assert board.pop() == Move.from_uci(text)
    assert board.fen() == fens.pop()
    assert board == Board(engine=engine)
    for action in (board.pop, board.peek):
        with pytest.raises(IndexError):
            action()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b2b4", "(b4 is two steps away)"),
        ("a3a4", "(a3 is empty)"),
        ("b7b6", "bP does not move"),
        ("b2b2", "(b2 is where it stands)"),
        ("a17a1", "'a17' is not on the board"),
        ("a1e1", "'e1' is not on the board"),
        ("b2b3q", "no promotion there"),
    ],
)
def test_illegal_moves_say_why(text: str, reason: str, engine: EngineName) -> None:
    board = Board(engine=engine)
    before = board.fen()
    for action in (board.parse_uci, board.push_uci, lambda t: board.push(Move.from_uci(t))):
        with pytest.raises(IllegalMoveError) as caught:
            action(text)
        assert repr(text) in str(caught.value)
        assert reason in str(caught.value)
    assert not board.is_legal(Move.from_uci(text))
    assert not board.is_safe(Move.from_uci(text))
    assert board.fen() == before
    assert board.move_stack == []


def test_no_move_on_a_void(engine: EngineName) -> None:
    board = Board("bhati-2", engine=engine)
    with pytest.raises(IllegalMoveError, match="d9 is void"):
        board.push_uci("d8d9")


def test_texts_that_are_no_moves(engine: EngineName) -> None:
    board = Board(engine=engine)
    for action in (board.parse_uci, board.push_uci):
        with pytest.raises(InvalidMoveError):
            action("b2-b3")
    with pytest.raises(TypeError, match="push_uci"):
        board.push("b2b3")  # type: ignore[arg-type]


def test_promotion(engine: EngineName) -> None:
    board = Board("circular", PROMOTING, engine=engine)
    promotions = [move.uci() for move in board.legal_moves if move.promotion]
    assert promotions == ["d7c8n", "d7c8b", "d7c8r", "d7c8q", "d7d8n", "d7d8b", "d7d8r", "d7d8q"]
    with pytest.raises(IllegalMoveError, match="must promote"):
        board.push_uci("d7d8")
    assert board.find_move("d7", "d8") == Move("d7", "d8", PieceType.QUEEN)
    assert board.find_move("d7", "d8", PieceType.KNIGHT).promotion is PieceType.KNIGHT
    assert board.find_move("d1", "d2") == Move("d1", "d2")
    with pytest.raises(IllegalMoveError):
        board.find_move("d1", "d3")
    with pytest.raises(InvalidMoveError):
        board.find_move("d7", "d8", PieceType.KING)
    board.push_uci("d7c8r")
    assert board.piece_at("c8") == Piece("w", PieceType.ROOK)
    assert board.halfmove_clock == 0


# --- Attacks -------------------------------------------------------------------------------------


def test_attackers(engine: EngineName) -> None:
    board = Board(engine=engine)
    assert board.attackers("w", "c3") == ["b2", "d2"]
    assert board.is_attacked_by("w", "c3")
    assert board.attackers("b", "c3") == []
    assert not board.is_attacked_by("b", "c3")
    # A rook attacks along its ring both ways at once.
    board = Board("circular", "K4r10/16/16/8k7 w - - 0 1", engine=engine)
    assert board.attackers("b", "d1") == ["d6"]
    assert board.attackers("b", "d2") == ["d6"]
    # The king stands between on the shorter way, nothing does on the longer.
    assert board.attackers("b", "d16") == ["d6"]
    board = Board("circular", "K4r5R4/16/16/8k7 w - - 0 1", engine=engine)
    assert board.attackers("b", "d16") == []


# --- Errors --------------------------------------------------------------------------------------


def test_squares_off_the_board(engine: EngineName) -> None:
    board = Board(engine=engine)
    for name in ("e1", "a17", "z999"):
        with pytest.raises(InvalidSquareError):
            board.piece_at(name)
        with pytest.raises(InvalidSquareError):
            board.attackers("w", name)
        with pytest.raises(InvalidSquareError):
            board.position.piece_at(Square(name))
    for name in ("", "d4x", "4d"):
        with pytest.raises(InvalidSquareError):
            board.piece_at(name)


@pytest.mark.parametrize("army", ["x", "", "wb", "W", 3, None])
def test_armies_that_are_not_there(army: Any, engine: EngineName) -> None:
    board = Board(engine=engine)
    for ask in (board.side_of, board.allies, board.king, lambda a: board.attackers(a, "a1")):
        with pytest.raises(UnknownArmyError):
            ask(army)
    if army is not None:  # there it means the army to move
        for ask_or_do in (board.is_check, board.resign, board.lose_on_time):
            with pytest.raises(UnknownArmyError):
                ask_or_do(army)


def test_bad_arguments() -> None:
    with pytest.raises(UnknownVariantError, match="'chess960'"):
        Board("chess960")
    with pytest.raises(UnknownVariantError):
        Board(5)  # type: ignore[arg-type]
    with pytest.raises(CircularChessError, match="no engine 'stockfish'"):
        Board(engine="stockfish")  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionError):
        Board(options={"check": "never"})
    with pytest.raises(InvalidFenError):
        Board("circular", "nonsense")


def test_a_refused_position_changes_nothing(engine: EngineName) -> None:
    board = Board(engine=engine)
    board.push_uci("b2b3")
    before = board.fen()
    for bad, error in (("nonsense", InvalidFenError), (LONE_KINGS[1:], InvalidFenError)):
        with pytest.raises(error):
            board.set_fen(bad)
        assert board.fen() == before
        assert board.peek() == Move("b2", "b3")
    board.set_fen(LONE_KINGS)
    assert board.fen() == LONE_KINGS
    assert board.move_stack == []
    board.reset()
    assert board == Board(engine=engine)


# --- Positions that cannot be played -------------------------------------------------------------

# Published orthodox faults and those of the ring: text, variant, kinds of problem.
UNPLAYABLE = [
    ("circular", "K15/16/16/K7k7 w - - 0 1", {"kings"}),
    ("circular", "16/16/16/R7k7 w - - 0 1", {"kings"}),
    ("circular", "KP14/16/16/kP14 w - - 0 1", set()),
    ("circular", "K7k7/P15/16/16 w - - 0 1", {"pawn"}),
    ("circular", "K7k7/7p8/16/16 w - - 0 1", {"pawn"}),
    ("circular", "K7k7/15p/16/16 w - - 0 1", {"pawn"}),
    ("circular", "K7k7/16/16/16 w K - 0 1", {"castling"}),
    ("circular", "K7k7/16/16/16 w - c3 0 1", {"en_passant"}),
    ("circular-strict", "K3r11/16/16/8k7 b - - 0 1", {"opposite_check"}),
    ("orthodox", "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", {"castling"}),
    ("orthodox", "4k3/8/8/8/8/8/4K3/7R w K - 0 1", {"castling"}),
    ("orthodox", "4k3/8/8/8/8/8/8/4K2P w - - 0 1", {"pawn"}),
    ("orthodox", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", {"en_passant"}),
    ("orthodox", "4k2R/8/8/8/8/8/8/4K3 w - - 0 1", {"opposite_check"}),
    (
        "orthodox",
        "4k2R/8/8/8/8/8/8/4K3 w K e6 0 1",
        {"castling", "en_passant", "opposite_check"},
    ),
    (
        "orthodox",
        "4k2p/8/8/8/8/8/8/4K2R w Q e6 0 1",
        {"castling", "en_passant", "pawn"},
    ),
]


@pytest.mark.parametrize(("variant", "fen", "kinds"), UNPLAYABLE)
def test_status(variant: str, fen: str, kinds: set[str], engine: EngineName) -> None:
    board = Board(variant, fen, engine=engine, validate=False)
    assert {kind for kind, _ in board.status()} == kinds
    assert board.is_valid() == (not kinds)
    assert board.fen() == fen
    if kinds:
        with pytest.raises(InvalidPositionError) as caught:
            Board(variant, fen, engine=engine)
        assert caught.value.problems == board.status()
        assert str(caught.value).isprintable()
        assert board.status()[0][1] in str(caught.value)


def test_an_unplayable_position_can_be_shown_but_not_played(engine: EngineName) -> None:
    fen = "K15/16/16/K7k7 b - - 3 7"
    board = Board("circular", fen, engine=engine, validate=False)
    assert board.turn == "b"
    assert board.piece_at("a9") == Piece("b", PieceType.KING)
    assert len(board.piece_map()) == 3
    assert (board.halfmove_clock, board.round) == (3, 7)
    assert board.castling_rights == ()
    assert board.en_passant_squares == ()
    assert str(board).count("K") == 2
    assert board.setup() == board.setup()
    assert board.armies == ("w", "b")
    assert eval(repr(board), {"Board": Board}) == board
    assert copy.copy(board) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert board != Board("circular", LONE_KINGS, engine=engine)
    for ask in (
        lambda: len(board.legal_moves),
        lambda: list(board.safe_moves),
        lambda: board.is_legal(Move("a1", "a2")),
        lambda: board.push_uci("a1a2"),
        lambda: board.attackers("w", "a1"),
        lambda: board.in_play,
        lambda: board.position,
        board.is_check,
        board.is_checkmate,
        board.outcome,
        board.resign,
        board.agree_draw,
        board.is_repetition,
        board.is_dead_position,
    ):
        with pytest.raises(InvalidPositionError, match="cannot be played"):
            ask()
    board.set_fen(LONE_KINGS)
    assert board.is_valid()


@pytest.mark.parametrize(
    ("square", "piece"),
    [
        ("e1", Piece("w", PieceType.KING)),
        ("a17", Piece("w", PieceType.KING)),
        ("a3", Piece("x", PieceType.KING)),
        ("a3", Piece("w", PieceType.PAWN, outbound=True)),
    ],
)
def test_a_position_without_text(square: str, piece: Piece, engine: EngineName) -> None:
    setup = Variant.load("circular").start_setup()
    setup.pieces[Square(square)] = piece
    board = Board.from_setup(setup, engine=engine, validate=False)
    assert not board.is_valid()
    assert board.status()
    with pytest.raises(InvalidFenError, match="cannot be written"):
        board.fen()
    assert "without text" in repr(board)
    assert str(board)
    assert pickle.loads(pickle.dumps(board)) == board


def test_a_board_from_a_setup(engine: EngineName) -> None:
    setup = Setup(
        {
            Square("a1"): Piece("w", PieceType.KING),
            Square("a9"): Piece("b", PieceType.KING),
            Square("c3"): Piece("w", PieceType.ROOK),
        },
        turn="b",
        halfmove=4,
        round=9,
    )
    board = Board.from_setup(setup, "circular", engine=engine, options={"check": "strict"})
    assert board.fen() == "16/2R13/16/K7k7 b - - 4 9"
    assert board.variant.check == "strict"
    setup.pieces.clear()
    assert len(board.piece_map()) == 3
    board.piece_map().clear()
    board.setup().pieces.clear()
    assert len(board.piece_map()) == 3
    with pytest.raises(InvalidPositionError):
        Board.from_setup(setup, engine=engine)


# --- Equality, copies, pickles -------------------------------------------------------------------


def test_equality(engine: EngineName) -> None:
    board = Board(engine=engine)
    assert board == Board(engine=engine)
    assert board != Board("circular-strict", engine=engine)
    assert board != Board(engine=engine, options={"check": "strict"})
    assert board != "board"
    assert not isinstance(board, Hashable)
    with pytest.raises(TypeError):
        hash(board)
    other = board.copy()
    for text in ["c1b3", "c8b6", "b3c1", "b6c8"]:
        other.push_uci(text)
    # The same placement, but the counters differ.
    assert other.piece_map() == board.piece_map()
    assert other != board
    assert Board("circular", LONE_KINGS, engine=engine) == Board("circular", LONE_KINGS)


@given(games(), st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_pickles_replay_the_game(board: Board, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(board, protocol))
    assert again == board
    assert again.move_stack == board.move_stack
    assert again.outcome() == board.outcome()
    assert again.events == board.events
    while board.move_stack:
        assert again.pop() == board.pop()
        assert again == board


@given(games(engine="reference", max_plies=10))
def test_pickles_keep_the_engine(board: Board) -> None:
    again = pickle.loads(pickle.dumps(board))
    assert again.engine == "reference"
    assert again == board


@given(games(max_plies=20))
def test_copies_are_independent(board: Board) -> None:
    fen, stack, outcome = board.fen(), board.move_stack, board.outcome()
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert twin == board
        assert twin.move_stack == stack
        while twin.move_stack:
            twin.pop()
        for move in list(twin.legal_moves)[:1]:
            twin.push(move)
    assert (board.fen(), board.move_stack, board.outcome()) == (fen, stack, outcome)


def test_copies_with_part_of_the_stack(engine: EngineName) -> None:
    board = Board(engine=engine)
    texts = ["c1b3", "c8b6", "b3c1", "b6c8", "c1b3"]
    for text in texts:
        board.push_uci(text)
    for keep, left in ((True, 5), (9, 5), (5, 5), (2, 2), (1, 1), (0, 0), (False, 0), (-1, 0)):
        twin = board.copy(stack=keep)
        assert twin == board
        assert [move.uci() for move in twin.move_stack] == texts[5 - left :]
    assert board.is_repetition(2)
    assert not board.copy(stack=2).is_repetition(2)
    assert board.copy(stack=4).is_repetition(2)


@given(games(max_plies=40))
def test_popping_restores_everything(board: Board) -> None:
    seen = []
    replay = Board(board.variant)
    for move in board.move_stack:
        seen.append((replay.setup(), replay.outcome(), replay.events, replay.is_repetition(2)))
        replay.push(move)
    assert replay == board
    for setup, outcome, events, repeated in reversed(seen):
        replay.pop()
        assert replay.setup() == setup
        assert replay.outcome() == outcome
        assert replay.events == events
        assert replay.is_repetition(2) == repeated


def test_replay_goes_through_all_that_was_done(engine: EngineName) -> None:
    board = Board("bhati-3", engine=engine)
    by_hand = [board.copy()]
    for text in ("a1", "Nb23", "a44"):
        board.push_san(text)
        by_hand.append(board.copy())
        board.agree_draw()
    board.pop()
    board.lose_on_time("y")
    by_hand.append(board.copy())
    board.resign("r")
    by_hand.append(board.copy())
    again = list(board.replay())
    assert again == by_hand
    assert [state.actions for state in again] == [state.actions for state in by_hand]
    assert [state.events for state in again] == [state.events for state in by_hand]
    assert [state.engine for state in again] == [engine] * 6
    assert list(board.replay())[-1].outcome() == board.outcome()
    # They are boards of their own.
    again[1].push_san("Nb23")
    assert board.actions == by_hand[-1].actions


def test_replay_ends_with_an_agreed_draw() -> None:
    board = Board("circular")
    board.push_san("b3")
    board.agree_draw()
    assert [state.is_draw_agreed() for state in board.replay()] == [False, True]
    board.pop()
    board.pop()
    board.agree_draw()
    assert [state.is_draw_agreed() for state in board.replay()] == [True]


def test_replay_of_a_position_that_cannot_be_played() -> None:
    board = Board("circular", "K15/16/16/16 w - - 0 1", validate=False)
    assert list(board.replay()) == [board]

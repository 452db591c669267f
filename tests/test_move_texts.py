"""Moves given as text where a `Move` is taken; and texts that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circularchess import Board, InvalidMoveError, Move
from circularchess.engine import EngineName
from circularchess.errors import shorten
from strategies import games

SQUARES = st.builds("{}{}".format, st.sampled_from("abcde"), st.integers(1, 18))
MOVE_TEXTS = st.builds("{}{}{}".format, SQUARES, SQUARES, st.sampled_from(["", "q", "n"]))


@given(games(max_plies=30), st.lists(MOVE_TEXTS, max_size=20))
def test_a_move_and_its_text_are_the_same_to_every_question(board: Board, texts: list[str]) -> None:
    texts += [move.uci() for move in board.legal_moves]
    for text in texts:
        move = Move.from_uci(text)
        assert board.is_legal(text) == board.is_legal(move) == (text in board.legal_moves)
        assert (text in board.legal_moves) == (move in list(board.legal_moves))
        assert board.is_safe(text) == board.is_safe(move) == (text in board.safe_moves)
        assert (text in board.safe_moves) == (move in list(board.safe_moves))


@given(st.text(max_size=8) | st.text("ab12qNxO-", max_size=8))
def test_a_text_is_a_move_to_all_or_to_none(text: str) -> None:
    board = Board()
    asked = (
        board.is_legal,
        board.is_safe,
        board.legal_moves.__contains__,
        board.safe_moves.__contains__,
    )
    try:
        Move.from_uci(text)
    except InvalidMoveError:
        for ask in asked:
            with pytest.raises(InvalidMoveError, match="not a move"):
                ask(text)
    else:
        assert {ask(text) for ask in asked} <= {True, False}


@pytest.mark.parametrize(
    "text", ["", "b3", "O-O", "b2-b3", "\ud800", "b2b3\n", "b2b3" * 1000], ids=shorten
)
def test_texts_that_are_no_moves(text: str, engine: EngineName) -> None:
    board = Board(engine=engine)
    with pytest.raises(InvalidMoveError):
        board.is_legal(text)
    with pytest.raises(InvalidMoveError):
        assert text in board.safe_moves


@pytest.mark.parametrize("value", [None, 3, 1.5, b"b2b3", ("b2", "b3"), ["b2b3"]], ids=repr)
def test_what_is_no_move_at_all(value: object, engine: EngineName) -> None:
    board = Board(engine=engine)
    # `in` is a question to a collection: what is of another kind is not in it.
    assert value not in board.legal_moves
    assert value not in board.safe_moves
    for ask in (board.is_legal, board.is_safe):
        with pytest.raises(TypeError, match="a Move or its text is needed"):
            ask(value)  # type: ignore[arg-type]

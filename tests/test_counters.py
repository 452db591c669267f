"""The counts of rounds and of moves without progress stop at their limit, in both engines."""

from __future__ import annotations

import pickle
from random import Random
from typing import Final

import pytest

from circularchess import Board, InvalidPositionError, Setup, Variant, variants
from circularchess.engine import ENGINES, EngineName, Position, make_position
from circularchess.fen import MAX_COUNTER, write_fen

IDS: Final = [variant.id for variant in variants()]


def near_the_limit(variant: Variant, chance: Random) -> Setup:
    """A position of a random game, with counters a few steps short of their limit."""
    board = Board(variant)
    for _ in range(chance.randrange(30)):
        board.push(chance.choice(list(board.legal_moves)))
        if board.is_game_over():
            board = Board(variant)
    setup = board.position.setup()
    setup.halfmove = MAX_COUNTER - chance.randrange(4)
    setup.round = MAX_COUNTER - chance.randrange(3)
    return setup


def check(variant: Variant, positions: list[Position], before: tuple[int, int]) -> None:
    """Both engines count alike, never beyond, and what they say can be read again."""
    halfmove, round_ = positions[0].halfmove, positions[0].round
    assert halfmove in (0, min(before[0] + 1, MAX_COUNTER), before[0])
    assert before[1] <= round_ <= MAX_COUNTER
    for position, engine in zip(positions, ENGINES, strict=True):
        assert (position.halfmove, position.round) == (halfmove, round_)
        copy = pickle.loads(pickle.dumps(position))
        assert (copy.halfmove, copy.round, copy.end) == (halfmove, round_, position.end)
        if position.end is not None:
            continue
        fen = write_fen(position.setup(), variant)
        board = Board(variant, fen, engine=engine)
        assert board.is_valid()
        assert board.fen() == fen
        assert (board.halfmove_clock, board.position.round) == (halfmove, round_)
        again = pickle.loads(pickle.dumps(board))
        assert again.is_valid()
        assert again.fen() == fen


@pytest.mark.parametrize("variant_id", IDS)
def test_no_action_counts_beyond_the_limit(variant_id: str) -> None:
    variant = Variant.load(variant_id)
    chance = Random(variant_id)
    for _ in range(3):
        setup = near_the_limit(variant, chance)
        positions = [make_position(variant, setup, engine) for engine in ENGINES]
        for _ in range(14):
            if positions[0].end is not None:
                break
            before = positions[0].halfmove, positions[0].round
            # An army that resigns out of turn passes nothing on; one on its turn does.
            if chance.random() < 0.1:
                army = chance.choice(positions[0].in_play)
                positions = [position.resign(army) for position in positions]
            else:
                # Moves that do not begin the count anew rather often.
                moves = positions[0].legal_moves()
                quiet = [
                    move
                    for move in moves
                    if positions[0].piece_at(move.to_square) is None
                    and (piece := positions[0].piece_at(move.from_square)) is not None
                    and piece.type != 1
                ]
                move = chance.choice(quiet if quiet and chance.random() < 0.9 else moves)
                played = [position.play(move) for position in positions]
                positions = [position for position in played if position is not None]
            check(variant, positions, before)


def test_a_knight_and_the_next_round_stop_there(engine: EngineName) -> None:
    # 2147483647 is the most that a position text says; a knight's move and two rounds follow.
    start = Board("circular").fen().rsplit(" ", 2)[0]
    board = Board("circular", f"{start} 2147483646 2147483646", engine=engine)
    for text, counters in (
        ("c1d3", "2147483647 2147483646"),
        ("c8d6", "2147483647 2147483647"),
        ("d3c1", "2147483647 2147483647"),
        ("d6c8", "2147483647 2147483647"),
        ("b2b3", "0 2147483647"),
    ):
        board.push_uci(text)
        assert board.fen().split(" ", 4)[4] == counters


@pytest.mark.parametrize("name", ["halfmove", "round"])
def test_what_lies_beyond_is_refused(engine: EngineName, name: str) -> None:
    variant = Variant.load("circular")
    setup = variant.start_setup()
    setattr(setup, name, MAX_COUNTER)
    assert getattr(make_position(variant, setup, engine), name) == MAX_COUNTER
    setattr(setup, name, MAX_COUNTER + 1)
    with pytest.raises(InvalidPositionError, match="out of range"):
        make_position(variant, setup, engine)

"""Both engines side by side: random games and random positions, compared at every ply."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circularchess import Board, InvalidPositionError, Move, Setup, Square, Variant
from circularchess.engine import ENGINES, Position, make_position
from circularchess.fen import parse_fen, write_fen
from strategies import VARIANT_IDS, games, piece_positions, squares
from tally import TALLY

# Random games a variant in the deep tests, and how long they may be; more on demand.
DEEP_GAMES = int(os.environ.get("CIRCULARCHESS_GAMES", "20"))
DEEP_PLIES = int(os.environ.get("CIRCULARCHESS_PLIES", "200"))

#: What each option may be set to; stalemate by the number of armies.
CHOICES = {
    "check": ("strict", "snaffle"),
    "bare_king": ("loses", "ignore"),
    "meeting_pawns": ("stay", "removed"),
}


def in_order(setup: Setup) -> Setup:
    """A setup that compares equal whatever order its squares came in."""
    return replace(setup, en_passant=tuple(sorted(setup.en_passant)))


def compare(rust: Position, reference: Position, *, strict: bool = False) -> None:
    """All that the protocol tells, but for attackers, which take long.

    Where the check rule is known to be strict, the reference is not asked for its moves again:
    the safe ones are the legal ones.
    """
    moves = reference.legal_moves()
    assert rust.legal_moves() == moves
    assert rust.legal_count() == len(moves)
    if strict:
        assert rust.safe_moves() == moves
    else:
        assert rust.safe_moves() == reference.safe_moves()
        assert reference.legal_count() == len(moves)
    assert in_order(rust.setup()) == in_order(reference.setup())
    assert rust.turn == reference.turn
    assert rust.in_play == reference.in_play
    assert rust.end == reference.end
    assert rust.events == reference.events
    assert rust.castling() == reference.castling()
    assert rust.en_passant() == reference.en_passant()
    for army in rust.in_play:
        assert rust.is_check(army) == reference.is_check(army)
    # Every army in play has its one king.
    kings = [piece.army for piece in rust.piece_map().values() if piece.letter == "K"]
    assert sorted(army for army in kings if army in rust.in_play) == sorted(rust.in_play)


def compare_texts(position: Position, variant: Variant) -> None:
    """A game that goes on is written and read back the same, by either engine."""
    if position.end is not None:
        return
    text = write_fen(position.setup(), variant)
    setup = parse_fen(text, variant)
    assert write_fen(setup, variant) == text
    for engine in ENGINES:
        again = make_position(variant, setup, engine)
        assert in_order(again.setup()) == in_order(position.setup())


def random_options(variant: Variant, chance: random.Random) -> dict[str, str]:
    """Values, drawn at random, of the options that say how a game goes and ends."""
    many = len(variant.armies) > 2
    stalemate = ("pass", "eliminate", "draw") if many else ("loses", "draw")
    choices = {**CHOICES, "stalemate": stalemate}
    return {name: chance.choice(choices[name]) for name in variant.options if name in choices}


def play_and_compare(variant_id: str, chance: random.Random, max_plies: int) -> int:
    """A random game, with captures often and now and then a resignation; its plies."""
    variant = Variant.load(variant_id)
    options = random_options(variant, chance)
    one = Board(variant, options=options)
    other = Board(variant, options=options, engine="reference")
    for ply in range(max_plies):
        compare(one.position, other.position)
        if ply % 4 == 0:
            compare_texts(one.position, one.variant)
        moves = list(one.legal_moves)
        if not moves:
            return ply
        if chance.random() < 0.003:
            army = chance.choice(one.in_play)
            one.resign(army)
            other.resign(army)
            continue
        sharp = [m for m in moves if m.promotion or one.piece_at(m.to_square) is not None]
        move = chance.choice(sharp if sharp and chance.random() < 0.4 else moves)
        one.push(move)
        other.push(move)
        # The engines' own notions of the same position part and meet together.
        assert one.is_repetition(2) == other.is_repetition(2)
    return max_plies


@pytest.mark.parametrize("variant", VARIANT_IDS)
def test_random_games(variant: str) -> None:
    plies = play_and_compare(variant, random.Random(variant), max_plies=150)
    assert plies > 0
    TALLY["plies of random games on which the engines agree"] += plies


@pytest.mark.deep
@pytest.mark.parametrize("variant", VARIANT_IDS)
def test_many_random_games(variant: str) -> None:
    chance = random.Random(f"deep {variant}")
    for _ in range(DEEP_GAMES):
        plies = play_and_compare(variant, chance, max_plies=DEEP_PLIES)
        TALLY["plies of random games on which the engines agree"] += plies
        TALLY["random games on which the engines agree"] += 1


@given(games(max_plies=80), st.data())
def test_attackers_and_any_move(board: Board, data: st.DataObject) -> None:
    variant = board.variant
    twin = make_position(variant, board.setup(), "reference")
    rust = make_position(variant, board.setup())
    for square in data.draw(st.lists(squares(variant), min_size=1, max_size=8)):
        for army in variant.letters:
            assert rust.attackers(army, square) == twin.attackers(army, square)
    promotions = (None, *(move.promotion for move in board.legal_moves if move.promotion))
    origins = [square for square, piece in board.piece_map().items() if piece.army == board.turn]
    legal = set(twin.legal_moves())
    safe = set(twin.safe_moves())
    for target in data.draw(st.lists(squares(variant), min_size=1, max_size=20)):
        for origin in origins[:20]:
            for promotion in set(promotions):
                move = Move(origin, target, promotion)
                assert rust.is_legal(move) == twin.is_legal(move) == (move in legal)
                assert rust.is_safe(move) == twin.is_safe(move) == (move in safe)
                assert (rust.play(move) is None) == (twin.play(move) is None) == (move not in legal)


@settings(max_examples=100)
@given(st.data())
def test_random_positions_of_officers(data: st.DataObject) -> None:
    variant = Variant.load(data.draw(st.sampled_from(VARIANT_IDS)))
    setup = data.draw(piece_positions(variant))
    compare(make_position(variant, setup), make_position(variant, setup, "reference"))


@settings(max_examples=200)
@given(games(max_plies=40), st.data())
def test_the_same_positions_are_refused(board: Board, data: st.DataObject) -> None:
    """Damage a position of a game: both engines take it, or refuse it for the same reasons."""
    variant = board.variant
    setup = board.setup()
    setup.in_play = None
    square = squares(variant)
    for _ in range(data.draw(st.integers(1, 3))):
        pieces = list(setup.pieces)
        damage = data.draw(st.sampled_from(("move", "remove", "turn", "rights", "passing", "pawn")))
        if damage == "move" and pieces:
            setup.pieces[data.draw(square)] = setup.pieces.pop(data.draw(st.sampled_from(pieces)))
        elif damage == "remove" and pieces:
            del setup.pieces[data.draw(st.sampled_from(pieces))]
        elif damage == "turn":
            setup.turn = data.draw(st.sampled_from(variant.letters))
        elif damage == "rights":
            right = (data.draw(st.sampled_from(variant.letters)), data.draw(st.sampled_from("KQ")))
            setup.castling = setup.castling ^ {right}
        elif damage == "passing":
            setup.en_passant = (*setup.en_passant, data.draw(square))
        elif damage == "pawn" and pieces:
            place = data.draw(st.sampled_from(pieces))
            piece = setup.pieces[place]
            setup.pieces[place] = piece._replace(outbound=not piece.outbound)
    found = []
    for engine in ("rust", "reference"):
        try:
            position = make_position(variant, setup, engine)
        except InvalidPositionError as error:
            kinds = {kind for kind, _ in error.problems}
            # Who attacks whom is told only where the pieces stand as they may.
            if not kinds <= {"castling", "counter", "en_passant", "opposite_check"}:
                kinds.discard("opposite_check")
            found.append(kinds)
        else:
            found.append(set())
            assert position.legal_count() == len(position.legal_moves())
    assert found[0] == found[1]
    if not found[0]:
        compare(make_position(variant, setup), make_position(variant, setup, "reference"))


def test_squares_of_moves_are_squares() -> None:
    for engine in ("rust", "reference"):
        for move in Board("bhati-6", engine=engine).legal_moves:
            assert type(move.from_square) is Square
            assert type(move.to_square) is Square

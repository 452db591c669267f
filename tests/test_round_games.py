"""Random games of the round chesses: texts read back the same, and symmetries hold."""

from __future__ import annotations

import random

import pytest

from circularchess import Board, Setup, Square, Variant
from circularchess.engine import EngineName, Position, make_position
from circularchess.fen import parse_fen, write_fen
from round_games import ENGINES, start

GAMES = (
    "byzantine",
    "byzantine-mirror",
    "byzantine-citadel",
    "byzantine-torus",
    "jelliss",
    "three-circular",
    "four-circular",
    "big-four",
    "mattlage",
    "mattlage-68",
    "mattlage-66",
    "three-man",
    "bhati-4-small",
    "bhati-4-small-pairs",
)
PLIES = 160

pytestmark = pytest.mark.parametrize("engine", ENGINES)


@pytest.mark.parametrize("variant", GAMES)
def test_every_position_of_a_game_reads_back_the_same(engine: EngineName, variant: str) -> None:
    game = Variant.load(variant)
    dice = random.Random(variant)
    here: Position = start(variant, engine)
    for _ in range(PLIES):
        moves = here.legal_moves()
        if not moves:
            break
        assert here.end is None
        assert len(set(moves)) == len(moves) == here.legal_count()
        text = write_fen(here.setup(), game)
        setup = parse_fen(text, game)
        assert write_fen(setup, game) == text
        again = make_position(game, setup, engine)
        assert again == here
        assert again.legal_moves() == moves
        assert again.setup() == here.setup()
        after = here.play(dice.choice(moves))
        assert after is not None
        here = after
    assert (here.end is None) == bool(here.legal_moves())


def _turned(here: Position, files: int, by: int, armies: dict[str, str], turn: str) -> Setup:
    """A position turned by some files, with armies renamed."""
    setup = here.setup()

    def move(square: Square) -> Square:
        return Square.at(square.ring, (square.file - 1 + by) % files + 1)

    return Setup(
        {move(s): p._replace(army=armies[p.army]) for s, p in setup.pieces.items()},
        turn,
        frozenset((armies[army], side) for army, side in setup.castling),
        en_passant=tuple(map(move, setup.en_passant)),
        bridged=frozenset((moat - 1 + by) % files + 1 for moat in setup.bridged),
        inert=frozenset(armies[letter] for letter in setup.inert),
    )


@pytest.mark.parametrize(
    ("variant", "by", "order"),
    [
        # Half a turn exchanges the two; a third or a quarter passes the men on by a seat.
        ("byzantine", 8, "wb"),
        ("byzantine-torus", 8, "wb"),
        ("byzantine-citadel", 8, "wb"),
        ("three-circular", 8, "wrb"),
        ("four-circular", 8, "ygrb"),
        ("three-man", 8, "wgb"),
        ("bhati-4-small", 10, "rygb"),
    ],
)
def test_turning_the_board_passes_the_men_on(
    engine: EngineName, variant: str, by: int, order: str
) -> None:
    game = Variant.load(variant)
    following = dict(zip(order, order[1:] + order[0], strict=True))
    dice = random.Random(variant)
    board = Board(variant, engine=engine)
    for _ in range(40):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(dice.choice(moves))
        here = board.position
        if here.end is not None:
            break
        turned = make_position(
            game, _turned(here, game.files, by, following, following[here.turn]), engine
        )
        assert turned.in_play == tuple(
            sorted((following[a] for a in here.in_play), key=order.index)
        )
        # An army's place in the order does not count; whose turn follows whose does.
        assert turned.perft(1) == here.perft(1)
        assert turned.is_check(following[here.turn]) == here.is_check(here.turn)


@pytest.mark.parametrize("variant", ["byzantine", "byzantine-torus"])
def test_pawns_that_circle_may_be_turned_by_any_number_of_files(
    engine: EngineName, variant: str
) -> None:
    here = start(variant, engine)
    same = {"w": "w", "b": "b"}
    for by in (1, 5, 11):
        setup = _turned(here, 16, by, same, "w")
        assert make_position(Variant.load(variant), setup, engine).perft(2) == 196

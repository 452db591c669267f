"""Boards turned, mirrored, turned inside out or shifted by a ring: the same game seen otherwise.

A symmetry of a game puts every square on another and gives every army another's place. Along
random games the moves, ends and counts of the changed positions are those of the position, changed
likewise.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from circularchess import Move, Piece, Setup, Square, Variant, variants
from circularchess.engine import EngineName, Position, make_position
from random_variants import name_of
from tally import TALLY

#: A ring and a file to another, neither of which need lie on the board: they are counted round.
Places = Callable[[int, int], tuple[int, int]]


@dataclass
class Symmetry:
    """What stays the same when squares and armies change places."""

    about: str
    places: Places
    #: Which army takes whose place; the order of turns is kept, or it is turned round.
    armies: str = ""
    order_kept: bool = True
    #: Ring pawns with a heading of their own turn about.
    mirrored: bool = False
    castling: bool = True


def turned(files: int, armies: str = "", *, order_kept: bool = True) -> Symmetry:
    return Symmetry(f"turned by {files}", lambda r, f: (r, f + files), armies, order_kept)


def mirrored(total: int, armies: str = "", *, order_kept: bool = True) -> Symmetry:
    """Files that add up to a number change places; castling's two sides do so too."""
    about = f"mirrored on {total}"
    return Symmetry(about, lambda r, f: (r, total - f), armies, order_kept, True, False)


def inside_out(*, castling: bool = True) -> Symmetry:
    return Symmetry("inside out", lambda r, f: (1 - r, f), castling=castling)


def shifted(rings: int) -> Symmetry:
    return Symmetry(f"shifted by {rings}", lambda r, f: (r + rings, f))


def colours(symmetry: Symmetry | None = None) -> Symmetry:
    """The two armies exchanged besides."""
    other = symmetry or Symmetry("", lambda r, f: (r, f))
    about = f"{other.about} with colours exchanged".strip()
    return Symmetry(about, other.places, "10", True, other.mirrored, other.castling)


SHATRANJ = (
    *(turned(1), turned(5), turned(8), mirrored(17), mirrored(4)),
    *(colours(), colours(turned(11)), colours(mirrored(9)), inside_out()),
)
CIRCULAR = (mirrored(17), colours(turned(8)), colours(mirrored(9)), inside_out())
MATTLAGE = (mirrored(9), colours(turned(9)), colours(mirrored(18)))

#: By game. Armies are numbered by seat: each digit says who takes that army's place.
SYMMETRIES: dict[str, tuple[Symmetry, ...]] = {
    "byzantine": SHATRANJ,
    "byzantine-mirror": SHATRANJ,
    "byzantine-torus": (*SHATRANJ, shifted(1), shifted(2), shifted(3), colours(shifted(1))),
    # Turned by a quarter, so that citadels come on citadels.
    "byzantine-citadel": (turned(4), turned(8), mirrored(17), colours(), colours(mirrored(9))),
    **dict.fromkeys(("circular", "circular-strict", "circular-society", "jelliss"), CIRCULAR),
    "three-circular": (
        *(turned(8, "120"), turned(16, "201"), inside_out()),
        *(mirrored(25, "021", order_kept=False), mirrored(17, "210", order_kept=False)),
    ),
    "four-circular": (
        *(turned(8, "1230"), turned(16, "2301"), turned(24, "3012"), inside_out()),
        mirrored(33, "0321", order_kept=False),
    ),
    "big-four": (
        Symmetry("mirrored on 17", lambda r, f: (r, 17 - f), "2301"),
        Symmetry("turned by 8", lambda r, f: (r, f + 8), "3210", order_kept=False),
        inside_out(castling=False),
    ),
    **dict.fromkeys(("mattlage", "mattlage-68", "mattlage-66"), MATTLAGE),
    "three-man": (turned(8, "120"), turned(16, "201"), mirrored(9, "021", order_kept=False)),
    "bhati-2": (colours(turned(30)), mirrored(9)),
    "bhati-3": (turned(20, "120"), turned(40, "201")),
    "bhati-4": (turned(30, "2301"),),
    "bhati-4-pairs": (turned(30, "2301"),),
    "bhati-6": (turned(10, "123450"), mirrored(9, "054321", order_kept=False)),
    "bhati-6-pairs": (turned(10, "123450"), turned(40, "450123")),
    "bhati-6-trios": (turned(10, "123450"), turned(50, "501234")),
    "bhati-4-small": (turned(10, "1230"), mirrored(9, "0321", order_kept=False)),
    "bhati-4-small-pairs": (turned(10, "1230"), turned(30, "3012")),
    "orthodox": (mirrored(9), colours(inside_out())),
    "cylinder": (turned(1), turned(3), mirrored(9), mirrored(4), colours(inside_out())),
}
#: Neighbours beside empty places: no turn makes them one another.
WITHOUT = {"bhati-5"}


def test_every_game_has_its_symmetries() -> None:
    assert SYMMETRIES.keys() | WITHOUT == {variant.id for variant in variants()}


class Mirror:
    """A symmetry of one game at work."""

    def __init__(self, variant: Variant, symmetry: Symmetry) -> None:
        self.variant, self.symmetry = variant, symmetry
        letters = variant.letters
        chosen = symmetry.armies or "0123456789"[: len(letters)]
        self.army = {letters[n]: letters[int(chosen[n])] for n in range(len(letters))}
        rings, files = variant.rings, variant.files
        self.square: dict[Square, Square] = {}
        for ring in range(1, rings + 1):
            for file in range(1, files + 1):
                to_ring, to_file = symmetry.places(ring, file)
                place = (to_ring - 1) % rings + 1, (to_file - 1) % files + 1
                self.square[self._named(ring, file)] = self._named(*place)
        # A citadel lies inside its squares of ring 1.
        share = files // variant.citadels if variant.citadels else 0
        for number in range(1, variant.citadels + 1):
            file = (symmetry.places(1, (number - 1) * share + 1)[1] - 1) % files
            self.square[Square(f"z{number}")] = Square(f"z{file // share + 1}")

    def _named(self, ring: int, file: int) -> Square:
        return Square(name_of(ring, file, self.variant.names))

    def piece(self, piece: Piece) -> Piece:
        heading = piece.outbound
        if self.symmetry.mirrored and self.variant.direction_of == "piece" and piece.letter in "PO":
            heading = not heading
        return piece._replace(army=self.army[piece.army], outbound=heading)

    def moat(self, file: int) -> int:
        """The moat lies between two files, and so does its image."""
        files = self.variant.files
        sides = {(self.symmetry.places(1, f)[1] - 1) % files + 1 for f in (file, file + 1)}
        return next(f for f in sides if f % files + 1 in sides)

    def setup(self, setup: Setup) -> Setup:
        return Setup(
            {self.square[square]: self.piece(piece) for square, piece in setup.pieces.items()},
            self.army[setup.turn],
            frozenset((self.army[army], side) for army, side in setup.castling),
            tuple(self.square[square] for square in setup.en_passant),
            setup.halfmove,
            setup.round,
            None if setup.in_play is None else frozenset(map(self.army.__getitem__, setup.in_play)),
            frozenset(map(self.moat, setup.bridged)),
            frozenset(map(self.army.__getitem__, setup.inert)),
        )

    def move(self, move: Move) -> Move:
        return Move(self.square[move.from_square], self.square[move.to_square], move.promotion)

    def compare(self, setup: Setup, engine: EngineName, depth: int) -> None:
        """The position and its image have the same moves, checks and counts."""
        one = make_position(self.variant, setup, engine)
        other = make_position(self.variant, self.setup(setup), engine)
        assert set(other.legal_moves()) == set(map(self.move, one.legal_moves()))
        assert set(other.safe_moves()) == set(map(self.move, one.safe_moves()))
        assert other.turn == self.army[one.turn]
        assert set(other.in_play) == set(map(self.army.__getitem__, one.in_play))
        for army in one.in_play:
            assert other.is_check(self.army[army]) == one.is_check(army)
        if self.symmetry.order_kept:
            assert other.perft(depth) == one.perft(depth)
        TALLY["positions compared with their images"] += 1


CASES = [
    pytest.param(variant, symmetry, id=f"{variant}: {symmetry.about}")
    for variant, symmetries in SYMMETRIES.items()
    for symmetry in symmetries
]


@pytest.mark.parametrize(("name", "symmetry"), CASES)
def test_the_image_of_a_position_is_the_same_game(
    name: str, symmetry: Symmetry, engine: EngineName
) -> None:
    variant = Variant.load(name)
    mirror = Mirror(variant, symmetry)
    start = variant.start_setup()
    dice = random.Random(f"{name} {symmetry.about}")
    here: Position = make_position(variant, start)
    every = 4 if engine == "rust" else 15
    for ply in range(61):
        if here.end is not None:
            return
        if ply % every == 0:
            setup = here.setup()
            if not symmetry.castling:
                setup.castling = frozenset()
            mirror.compare(setup, engine, 2 if engine == "rust" else 1)
        moves = here.legal_moves()
        sharp = [move for move in moves if move.promotion or here.piece_at(move.to_square)]
        move = dice.choice(sharp if sharp and dice.random() < 0.3 else moves)
        after = here.play(move)
        assert after is not None
        here = after


#: From the start, by how far a count is told; positions that change into one another.
@pytest.mark.parametrize(
    ("name", "symmetry", "count"),
    [
        ("byzantine-torus", shifted(1), 2968),
        ("byzantine-torus", shifted(3), 2968),
        ("byzantine", inside_out(), 2912),
        ("byzantine", mirrored(17), 2912),
        ("circular-strict", inside_out(), 2040),
        ("circular-strict", mirrored(17), 2040),
        ("jelliss", inside_out(), 2112),
        ("three-circular", inside_out(), 8000),
    ],
    ids=lambda value: value.about if isinstance(value, Symmetry) else None,
)
def test_the_image_of_the_start_counts_as_published(
    name: str, symmetry: Symmetry, count: int, engine: EngineName
) -> None:
    variant = Variant.load(name)
    image = Mirror(variant, symmetry).setup(variant.start_setup())
    assert make_position(variant, image, engine).perft(3) == count

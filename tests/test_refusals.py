"""Why moves are illegal: both engines say the same, and what they say is so on the board."""

from __future__ import annotations

import random
import re

import pytest

from circularchess import (
    AmbiguousMoveError,
    Board,
    IllegalMoveError,
    Move,
    Piece,
    PieceType,
    Square,
    Variant,
)
from circularchess.engine import EngineName, Position
from circularchess.reference.attacks import attackers
from circularchess.reference.moves import moves_from
from circularchess.reference.rules import Rules
from circularchess.reference.state import State
from circularchess.values.refusal import Refusal
from placing import place
from random_games import VARIANTS
from thinned import positions

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def squares_of(variant: Variant) -> list[Square]:
    board = [
        variant.square_at(ring, file)
        for ring in range(1, variant.rings + 1)
        for file in range(1, variant.files + 1)
    ]
    return board + [variant.square(f"z{n + 1}") for n in range(variant.citadels)]


def alone(position: Position, kept: dict[Square, Piece]) -> State:
    """The army to move with some of the men only."""
    bridged = position.setup().bridged
    return State(kept, position.turn, position.in_play, frozenset(), {}, 0, 1, bridged)


class Claim:
    """A reason for a move, and the board it is held against: a method for each kind."""

    def __init__(self, variant: Variant, position: Position, move: Move, refusal: Refusal) -> None:
        self.variant, self.position, self.move = variant, position, move
        self.kind, self.squares, self.steps = refusal
        self.rules = Rules(variant.data)
        self.pieces, self.turn = position.piece_map(), position.turn
        self.start, self.target = move.from_square, move.to_square
        self.piece, self.other = self.pieces.get(self.start), self.pieces.get(self.target)
        self.enemies = self.rules.enemies(self.turn, position.in_play)

    def hold(self) -> None:
        assert (self.steps > 1) is (self.kind == "far")
        assert (self.position.end is not None) is (self.kind == "over")
        if self.kind == "over":
            return
        assert (self.piece is None) is (self.kind == "empty")
        if self.piece is None:
            return
        assert (self.piece.army != self.turn) is (self.kind == "not_yours")
        if self.kind != "not_yours":
            getattr(self, self.kind)()

    def reached(self, *others: Square) -> set[Square]:
        """Where the piece could go if none but these other men stood on the board."""
        kept = {s: man for s, man in self.pieces.items() if s in (self.start, *others)}
        moves = moves_from(self.rules, alone(self.position, kept), self.start)
        return {own.to_square for own in moves}

    def attacked(self, pieces: dict[Square, Piece], square: Square) -> set[Square]:
        return set(attackers(self.rules, pieces, self.enemies, square))

    def same(self) -> None:
        assert self.start == self.target

    def void(self) -> None:
        assert self.target in self.variant.voids

    def own(self) -> None:
        assert self.other is not None
        assert not self.rules.are_enemies(self.turn, self.other.army)

    def must_promote(self) -> None:
        assert self.move.promotion is None
        self.may_go(PieceType.QUEEN)

    def no_promotion(self) -> None:
        assert self.move.promotion is not None
        self.may_go(None)

    def bad_promotion(self) -> None:
        assert self.move.promotion not in self.rules.promotions[self.turn]
        self.may_go(PieceType.QUEEN)

    def may_go(self, promotion: PieceType | None) -> None:
        told = self.position.refusal(Move(self.start, self.target, promotion))
        assert told is None or told.kind == "exposes"

    def exposes(self) -> None:
        assert self.piece is not None
        after = {square: man for square, man in self.pieces.items() if square != self.start}
        after[self.target] = self.piece
        (king,) = (s for s, m in after.items() if (m.army, m.letter) == (self.turn, "K"))
        assert set(self.squares) == self.attacked(after, king) != set()

    def blocked(self) -> None:
        assert self.squares
        assert self.pieces.keys() >= set(self.squares)
        assert not {self.start, self.target} & set(self.squares)
        # They stand in the way: without any man the piece would get there, or castle.
        if self.piece is not None and self.piece.letter != "K":
            assert self.target in self.reached(self.target)
            assert self.target not in self.reached(self.target, *self.squares)

    def moat(self) -> None:
        assert self.variant.moats

    def hop(self) -> None:
        assert self.target not in self.reached(self.target)

    def only_captures(self) -> None:
        assert self.other is None
        assert self.start in attackers(self.rules, self.pieces, (self.turn,), self.target)

    def only_quiet(self) -> None:
        assert self.other is not None
        assert self.target in self.reached() - self.reached(self.target)

    def far(self) -> None:
        start, target = self.start, self.target
        along, radial = abs(target.file - start.file), abs(target.ring - start.ring)
        ways = {along, self.variant.files - along} if self.variant.seam == "closed" else {along}
        radials = {radial}
        if self.variant.centre == "torus":
            radials.add(self.variant.rings - radial)
            # Spirals go round and round.
            ways |= {way + self.variant.files * n for way in ways for n in range(4)}
            radials |= {way + self.variant.rings * n for way in radials for n in range(16)}
        straight = {n for n in ways if 0 in radials} | {n for n in radials if 0 in ways}
        assert self.steps in straight | (ways & radials)
        assert self.target not in self.reached(self.target)

    def no_right(self) -> None:
        rights = self.position.castling()
        assert not {(self.turn, "K"), (self.turn, "Q")} <= set(rights)

    def castling_in_check(self) -> None:
        assert self.position.is_check(self.turn)
        assert set(self.squares) == self.attacked(self.pieces, self.start)

    def castling_through(self) -> None:
        lifted = {square: man for square, man in self.pieces.items() if square != self.start}
        assert set(self.squares[1:]) == self.attacked(lifted, self.squares[0]) != set()

    def unreachable(self) -> None:
        assert self.target not in self.reached(self.target)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_reason_is_so(variant: Variant) -> None:
    chance = random.Random(variant.id)
    board = squares_of(variant)
    promotions = [None, *(PieceType.from_letter(letter) for letter in "QNRE")]
    for fast, slow in positions(variant, 7, 5):
        men = [square for square, man in fast.piece_map().items() if man.army == fast.turn]
        starts = [*chance.sample(men, min(len(men), 5)), *chance.sample(board, 2)]
        kings = [square for square in men if fast.piece_map()[square].letter == "K"]
        for start in sorted({*starts, *kings}):
            for target in chance.sample(board, min(len(board), 60)):
                promotion = chance.choice(promotions) if chance.random() < 0.2 else None
                move = Move(start, target, promotion)
                refusal = fast.refusal(move)
                assert refusal == slow.refusal(move)
                assert (refusal is None) is fast.is_legal(move)
                if refusal is not None:
                    Claim(variant, fast, move, refusal).hold()


SAID = [
    # Variant, army to move and men, rights, move, the reason, the same as short form and reason.
    ("circular", "Ka1 Pb2 Nd16|Kd9", "", "b2b4", "b4 is two steps away", "b4",
     "w to move: b4 is two steps away from b2"),
    ("circular", "Kd5 Ra1 Na3 Na14|Kd9", "", "a1a8", "both ways are blocked, at a3 and a14", "Ra8",
     "w to move: both ways from a1 are blocked, at a3 and a14"),
    ("circular-strict", "Kd5 Rd6|Kb9 Rd8", "", "d6c6", "leaves the king in check from d8", "Rc6",
     "moving d6 leaves the king in check from d8"),
    ("circular-strict", "Kd5|Kb9 Rc8", "", "d5c5", "leaves the king in check from c8", "Kc5",
     "moving d5 leaves the king in check from c8"),
    ("circular", "Ka1 Pb2 Nb3|Kd9", "", "b2b3", "b3 holds its own wN", "b3",
     "b3 holds its own wN"),
    ("circular", "Ka1 Pb2|Kd9 Nb3", "", "b2b3", "a pawn does not capture straight ahead", "b3",
     "a pawn does not capture straight ahead"),
    ("circular", "Ka1 Pb2|Kd9", "", "b2c3", "nothing to capture on c3", "bxc3",
     "nothing to capture on c3"),
    ("orthodox", "Ke1 Ra1 Rh1|Ke8 Rf8", "wK wQ", "e1g1", "no castling: f1 is attacked from f8",
     "O-O", "w to move: no castling: f1 is attacked from f8"),
    ("orthodox", "Ke1 Ra1 Rh1|Kd8 Re8", "wK wQ", "e1c1", "no castling out of check from e8",
     "O-O-O", "w to move: no castling out of check from e8"),
    ("orthodox", "Ke1 Ra1 Nb1 Rh1|Kd8", "wK wQ", "e1c1", "the way is blocked at b1",
     "O-O-O", "w to move: the way is blocked at b1"),
    ("orthodox", "Ke1 Ra1 Rh1|Kd8", "wK", "e1c1", "the right to castle is lost",
     "O-O-O", "w to move: the right to castle is lost"),
    ("orthodox", "Ke1 Pb7|Kd6", "", "b7b8", "the pawn must promote", "b8",
     "the pawn must promote"),
    ("orthodox", "Ke1 Pb6|Kd6", "", "b6b7q", "no promotion there", "b7=Q",
     "no promotion there"),
    ("orthodox", "Ke1 Nb6|Kd6", "", "b6b7", "wN does not move like that", "Nb7",
     "w to move: no wN goes to b7"),
    ("orthodox", "Ke1 Pb2 Bb3|Kd6", "", "b2b4", "the way is blocked at b3", "b4",
     "w to move: the way from b2 is blocked at b3"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "men", "rights", "uci", "reason", "san", "san_reason"), SAID)
def test_reasons_in_words(
    variant: str,
    men: str,
    rights: str,
    uci: str,
    reason: str,
    san: str,
    san_reason: str,
    engine: EngineName,
) -> None:
    white, black = men.split("|")
    board = place(engine, variant, "w", {"w": white, "b": black}, castling=rights)
    for text, action, due in ((uci, board.push_uci, reason), (san, board.push_san, san_reason)):
        with pytest.raises(IllegalMoveError) as caught:
            action(text)
        assert str(caught.value) == f"illegal move {text!r} ({due})"


TELLING = ("exposes", "blocked", "far", "moat")
AWAY = re.compile(r"(\w+) is (\w+) steps away from (\w+)")
BLOCKED = re.compile(r"(?:the way|both ways|all ways) from (\w+) (?:is|are) blocked,? at (.*)")
EXPOSES = re.compile(r"moving (\w+) leaves the king in check from (.*)")
NOBODY = re.compile(r"no (..) goes (?:straight )?to (\w+)")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_words_for_short_forms_are_so(variant: Variant) -> None:
    """Short forms of all kinds and squares: the reason names men that are there."""
    chance = random.Random(variant.id)
    targets = squares_of(variant)
    letters = ["", *"NBRQK", *variant.pieces]
    for fast, _ in positions(variant, 8, 3):
        board = Board._from_position(variant, "rust", fast, None)
        pieces = fast.piece_map()
        for _ in range(80):
            letter, sign = chance.choice(letters), chance.choice(["", "", "x"])
            target = chance.choice(targets)
            if sign and not letter:
                continue
            try:
                move = board.parse_san(f"{letter}{sign}{target}")
            except AmbiguousMoveError:
                continue
            except IllegalMoveError as error:
                text = str(error)
            else:
                assert fast.is_legal(move)
                continue
            kinds = {letter} if letter else {"P", "O"}
            mine = {s for s, m in pieces.items() if m.symbol in {fast.turn + k for k in kinds}}
            if found := AWAY.search(text):
                refusal = fast.refusal(Move(found[3], found[1]))
                assert found[3] in mine
                assert refusal is not None
                number = str(refusal.steps) if refusal.steps > 9 else NUMBERS[refusal.steps]
                assert number == found[2]
            elif found := BLOCKED.search(text):
                assert found[1] in mine
                assert set(re.split(", | and ", found[2][:-1])) <= pieces.keys()
            elif found := EXPOSES.search(text):
                assert found[1] in mine
                attackers_named = re.split(", | and ", found[2][:-1])
                assert all(pieces[Square(s)].army != fast.turn for s in attackers_named)
            elif found := NOBODY.search(text):
                for square in mine:
                    told = fast.refusal(Move(square, target))
                    # Pawns without a letter go straight, and may well capture there.
                    assert not letter or (told is not None and told.kind not in TELLING)
            elif "holds" in text:
                assert pieces[target].army in variant.sides[variant.army(fast.turn).side]
            elif "nothing to capture" in text:
                assert target not in pieces

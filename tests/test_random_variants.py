"""Made-up games, drawn at random: both engines agree on every position of random play.

Feature by feature it is counted in how many of these positions the feature matters: how many have
other moves, or another end, in the same game without it.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable

import pytest

from circularchess import InvalidPositionError, Move, Piece, PieceType, Setup, Square
from circularchess.engine import Position, make_position
from circularchess.fen import parse_fen, write_fen
from feature_counts import Scatter, Watch
from features import FEATURES, has
from random_variants import name_of, playable
from tally import TALLY
from test_agreement import compare, in_order

#: The same games on every run; another number draws others.
SEED = int(os.environ.get("CIRCULARCHESS_SEED", "0"))
PLIES = "plies of made-up variants on which the engines agree"


class Match:
    """Both engines at one made-up game."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"{SEED} {seed}")
        game, self.variant = playable(f"{SEED} {seed}")
        self.counts: Counter[str] = Counter()
        self.watch = Watch(game, self.variant, self.counts)
        self.scatter = Scatter(game, self.variant, self.chance)
        self.strict = self.variant.options["check"] == "strict"
        self.compared = 0

    def see(self, rust: Position, reference: Position) -> None:
        """Compare a position, its text, its key, and what attacks some squares."""
        self.compared += 1
        compare(rust, reference, strict=self.strict and self.compared % 4 != 0)
        assert rust.key() == rust.key_from_scratch()  # type: ignore[attr-defined]
        if rust.end is None:
            text = write_fen(rust.setup(), self.variant)
            setup = parse_fen(text, self.variant)
            assert write_fen(setup, self.variant) == text
            again = make_position(self.variant, setup)
            assert in_order(again.setup()) == in_order(rust.setup())
            assert again.key() == rust.key()
        men = sorted(rust.piece_map())
        # Empty squares too: what could capture an enemy there, were there one.
        empty = self.chance.choice(list(self.variant.squares()))
        for square in (*self.chance.sample(men, min(2, len(men))), empty):
            for army in rust.in_play:
                assert rust.attackers(army, square) == reference.attackers(army, square)

    def play(self, rust: Position, reference: Position, plies: int) -> None:
        """Random moves, captures and promotions rather often, and now and then one resigns."""
        chance = self.chance
        for _ in range(plies):
            self.see(rust, reference)
            moves = rust.legal_moves()
            if not moves:
                return
            self.watch.position(rust)
            if chance.random() < 0.01:
                army = chance.choice(rust.in_play)
                rust, reference = rust.resign(army), reference.resign(army)
                continue
            sharp = [move for move in moves if move.promotion or rust.piece_at(move.to_square)]
            long = [move for move in moves if self.is_double_step(rust, move)]
            dice = chance.random()
            move = chance.choice((sharp if dice < 0.25 else long if dice < 0.4 else moves) or moves)
            setup = rust.setup()
            after, again = rust.play(move), reference.play(move)
            assert after is not None
            assert again is not None
            rust, reference = after, again
            self.watch.judged(setup, rust, move)
        self.see(rust, reference)

    def game(self, plies: int) -> None:
        """A game from the start."""
        start = self.variant.start_setup()
        one = make_position(self.variant, start)
        self.play(one, make_position(self.variant, start, "reference"), plies)

    def few_men(self, draws: int, plies: int) -> None:
        """Positions of few men: compared where something ends at once, some of them played on."""
        for number in range(draws):
            setup = self.scatter.setup()
            rust = self.judged(setup)
            if rust is None:
                if number % 16 == 0:
                    self.refuse(setup)
                continue
            setup, rust = self.hemmed_in(setup, rust)
            self.watch.judged(setup, rust)
            if rust.end is not None or rust.events:
                # Mates are many; of other ends all are compared.
                if number % 8 == 0 or any(e.kind != "checkmated" for e in rust.events):
                    self.see(rust, make_position(self.variant, setup, "reference"))
            elif number % 16 == 0:
                self.play(rust, make_position(self.variant, setup, "reference"), plies)
            else:
                self.special(setup, rust)

    def hemmed_in(self, setup: Setup, rust: Position) -> tuple[Setup, Position]:
        """Where an army has few moves and is in no check, more enemies that leave it fewer."""
        if len(rust.events) or not 1 <= rust.legal_count() <= 12 or rust.is_check(rust.turn):
            return setup, rust
        for _ in range(30 * (len(self.variant.letters) - 1)):
            more = self.scatter.one_more(setup)
            after = self.judged(more)
            if after is None or after.legal_count() >= rust.legal_count():
                continue
            if after.events:
                return more, after
            if not after.is_check(after.turn):
                setup, rust = more, after
        return setup, rust

    def special(self, setup: Setup, rust: Position) -> None:
        """Count a position, and those after double steps and steps into citadels."""
        self.watch.position(rust)
        for move in rust.legal_moves():
            if move.to_square[0] == "z":
                self.after(setup, move)
                return
            if self.is_double_step(rust, move):
                following = rust.play(move)
                assert following is not None
                for passed in following.en_passant() * 3:
                    self.after(self.with_taker(setup, passed), move)

    def after(self, setup: Setup, move: Move) -> None:
        """Compare and count what follows a move, if the position is one."""
        rust = self.judged(setup)
        following = rust and rust.play(move)
        if following is not None:
            again = make_position(self.variant, setup, "reference").play(move)
            assert again is not None
            self.see(following, again)
            self.watch.judged(setup, following, move)
            if following.end is None:
                self.watch.position(following)

    def with_taker(self, setup: Setup, passed: Square) -> Setup:
        """The position with an enemy's pawn beside a square that may be passed over."""
        more = setup.copy()
        ring, file = self.watch.place(passed)
        files, chance = self.variant.files, self.chance
        beside = ring + chance.choice((-1, 1)), (file + chance.choice((-1, 1)) - 1) % files + 1
        square = Square(name_of(*beside, self.variant.names)) if beside[0] else passed
        army = chance.choice([army for army in self.variant.letters if army != setup.turn])
        heading = self.scatter.two_ways and chance.random() < 0.5
        more.pieces.setdefault(square, Piece(army, PieceType.PAWN, heading))
        return more

    def is_double_step(self, rust: Position, move: Move) -> bool:
        """May it be one that grants a right, going by its length?"""
        pawn = rust.piece_at(move.from_square)
        if not self.variant.options["en_passant"] or pawn is None or pawn.letter not in "PO":
            return False
        (ring, file), (to, target) = map(self.watch.place, (move.from_square, move.to_square))
        files = self.variant.files
        return abs(to - ring) == 2 or (target - file) % files in (2, files - 2)

    def judged(self, setup: Setup) -> Position | None:
        """The position of a set-up, by the fast engine; None where it cannot be played."""
        try:
            return self.watch.here.position(setup)
        except InvalidPositionError:
            return None

    def refuse(self, setup: Setup) -> None:
        """See that the reference refuses a set-up too."""
        with pytest.raises(InvalidPositionError):
            make_position(self.variant, setup, "reference")


def play_all(seeds: Iterable[int]) -> Counter[str]:
    """Plays the games of some seeds; in how many positions each feature mattered."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        match = Match(seed)
        match.game(80)
        match.few_men(320, 16)
        counts += match.counts
        TALLY[PLIES] += match.compared
    return counts


def test_both_engines_play_made_up_variants_alike() -> None:
    counts = play_all(range(16))
    assert len(counts) > len(FEATURES) / 2


#: In how many positions each feature must have mattered, all deep blocks together.
LEAST, BLOCKS, EACH = 500, 10, 70


@pytest.mark.deep
@pytest.mark.parametrize("block", range(BLOCKS))
def test_both_engines_play_many_made_up_variants_alike(block: int) -> None:
    """Each block sees its share: of rare features in some more games that have them."""
    first = 1000 * (block + 1)
    counts = play_all(range(first, first + EACH))
    for seed in range(first + EACH, first + 1000):
        short = [name for name in FEATURES if counts[name] * BLOCKS < LEAST]
        if not short:
            break
        game, _ = playable(f"{SEED} {seed}")
        if any(has(game, name) for name in short):
            counts += play_all([seed])
    for feature in FEATURES:
        TALLY[f"positions of made-up variants, other without: {feature}"] += counts[feature]
    assert not short

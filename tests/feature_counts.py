"""Counts, feature by feature, the positions of made-up games in which the feature matters."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from circularchess import (
    InvalidPositionError,
    InvalidVariantError,
    Move,
    Piece,
    PieceType,
    Setup,
    Square,
    Variant,
)
from circularchess.engine import Position
from circularchess.variant import rules_of
from features import OF_ENDINGS, OF_MOVES, all_forward, in_other_names, renamed, swapped, without
from random_variants import MadeUp, name_of

if TYPE_CHECKING:
    from circularchess._core import Rules

PAWN = PieceType.PAWN
_AT_HOME = {"king": "KING", "king_side": "ROOK", "queen_side": "ROOK"}


class Watch:
    """One game beside the same game without each of its features."""

    def __init__(self, game: MadeUp, variant: Variant, counts: Counter[str]) -> None:
        self.game = game
        self.variant = variant
        self.counts = counts
        self.of_moves = self._variants(dict(without(game, OF_MOVES)))
        self.of_endings = self._variants(dict(without(game, OF_ENDINGS)))
        other_names = in_other_names(game)
        self.other_names = self._variants({"": other_names} if other_names else {}).get("")
        self.here = rules_of(variant)
        self.meeting_pawns_stay: Rules | None = None
        if variant.options.get("meeting_pawns") == "removed":
            self.meeting_pawns_stay = rules_of(variant.with_options({"meeting_pawns": "stay"}))
        self.rings = game.board["rings"]
        self.moats = set(game.board.get("moats", ()))
        self.file_first = game.board["names"] == "file-ring"

    def _variants(self, games: dict[str, MadeUp]) -> dict[str, Rules]:
        """The fast engine's own form of each, which is asked without looking at types again."""
        found = {}
        for name, game in games.items():
            # What starts with a king attacked, or pawns at their goal, is no game.
            with suppress(InvalidVariantError):
                found[name] = rules_of(Variant.from_toml(game.text()))
        return found

    def place(self, square: str) -> tuple[int, int]:
        """Ring and file of a square."""
        first, second = ord(square[0]) - 96, int(square[1:])
        return (second, first) if self.file_first else (first, second)

    def position(self, here: Position) -> None:
        """Count a position that goes on."""
        moves, setup = here.legal_moves(), here.setup()
        for name, rules in self.of_moves.items():
            bare = setup
            if setup.castling and name[:8] == "castling":
                bare = replace(setup, castling=frozenset())
            if setup.en_passant and name[:7] in ("en pass", "double "):
                bare = replace(setup, en_passant=())
            if setup.bridged and name == "moats":
                bare = replace(setup, bridged=frozenset())
            other = self._differs(name, rules, bare, moves)
            if other and name == "moats" and self._creek(here, moves, other):
                self.counts["creeks"] += 1
        if setup.bridged:
            bare = replace(setup, bridged=frozenset())
            self._differs("bridged moats", self.here, bare, moves)
        forward = all_forward(setup)
        if forward is not None:
            ring = self.variant.pawn_kind == "ring"
            name = "pawns' own direction" if ring else "pawns that crossed the centre"
            self._differs(name, self.here, forward, moves)
        if self.other_names is not None:
            twin = self.other_names.position(renamed(setup))
            found = {
                Move(Square(swapped(m.from_square)), Square(swapped(m.to_square)), m.promotion)
                for m in twin.legal_moves()
            }
            assert found == set(moves)
            self.counts["names"] += 1
        if self.meeting_pawns_stay is not None:
            self._meeting(here, self.meeting_pawns_stay.position(setup), moves)

    def _differs(
        self, name: str, rules: Rules, setup: Setup, moves: list[Move]
    ) -> list[Move] | None:
        """The moves without a feature, counted and given out if they are others."""
        try:
            found = rules.position(setup).legal_moves()
        except InvalidPositionError:
            return None
        if found == moves:
            return None
        self.counts[name] += 1
        return found

    def _creek(self, here: Position, moves: list[Move], other: list[Move]) -> bool:
        """Is there a capture, short of the rim, that only a creek stops?"""
        known = set(moves)
        for move in other:
            pawn = here.piece_at(move.from_square)
            if move in known or pawn is None or pawn.type != PAWN:
                continue
            (ring, file), (to, target) = self.place(move.from_square), self.place(move.to_square)
            between = file if (target - file) % self.variant.files == 1 else target
            if to < ring < self.rings and file != target and between in self.moats:
                return True
        return False

    def _meeting(self, here: Position, twin: Position, moves: list[Move]) -> None:
        for move in moves:
            pawn = here.piece_at(move.from_square)
            if pawn is None or pawn.type != PAWN:
                continue
            after, other = here.play(move), twin.play(move)
            if after is None or other is None or after.piece_map() != other.piece_map():
                self.counts["meeting pawns"] += 1
                return

    def judged(self, setup: Setup, here: Position, move: Move | None = None) -> None:
        """Count a position in which something ended: as set up, or after a move from there."""
        for name, rules in self.of_endings.items():
            if name == "kings in citadels draw":
                self.counts[name] += bool(here.end and here.end[0] == "citadel")
                continue
            if not here.events and name != "bare king ignored":
                continue
            other: Position | None = None
            with suppress(InvalidPositionError):
                other = rules.position(setup)
            if other is not None and move is not None:
                other = other.play(move)
            if other is not None and _what_follows(other) != _what_follows(here):
                self.counts[name] += 1


def _what_follows(here: Position) -> object:
    return here.end, here.turn, here.in_play, here.legal_moves()


class Scatter:
    """Positions of a game with few men, wherever they fall."""

    def __init__(self, game: MadeUp, variant: Variant, chance: random.Random) -> None:
        self.variant, self.chance = variant, chance
        self.squares = list(variant.squares())
        start = variant.start_setup().pieces.values()
        officers = {piece.type for piece in start} - {PieceType.KING, PAWN}
        self.officers = sorted(officers | {PieceType.QUEEN, PieceType.ROOK})
        self.letters = variant.letters
        self.armies = game.armies
        self.homes = {
            army["letter"]: [
                (kind, Square(name))
                for kind in ("pawn", "pawn_anticlockwise")
                for name in army["start"].get(kind, ())
            ]
            for army in game.armies
        }
        self.moats = game.board.get("moats", [])
        self.two_ways = "direction_of" in game.file["pawns"] or variant.centre == "null"
        castles = any("castling" in army for army in game.armies)
        self.ways = ["tight"] * (3 if len(self.letters) == 2 else 5) + ["loose", "pawns"]
        self.ways += ["castle"] * 2 * castles + ["pawns"] * bool(variant.options["en_passant"])
        self.meet = variant.options.get("meeting_pawns") == "removed"
        self.stay = game.file["rules"]["eliminated"] == "stay" and len(self.letters) > 2
        rings = range(1, variant.rings + 1)
        style = slice(1, None) if variant.names == "file-ring" else slice(0, 1)
        edge = {str(ring) if variant.names == "file-ring" else chr(96 + ring) for ring in rings}
        if variant.pawn_kind == "radial":
            ends = (1, variant.rings)
            edge -= {str(n) if variant.names == "file-ring" else chr(96 + n) for n in ends}
        inner = [square for square in self.squares if square[style] in edge]
        self.pawn_squares = {
            army.letter: [s for s in inner if s not in army.promotion_squares] or self.squares
            for army in variant.data.armies
        }

    def setup(self) -> Setup:
        """Another one each time; it need not be playable."""
        chance = self.chance
        turn = chance.choice(self.letters)
        # Often an army that can do little with enemies all about; else a crowd, pawns at home, or
        # armies about to castle.
        way = chance.choice(self.ways)
        pieces: dict[Square, Piece] = {}
        castling = set()
        for army in self.armies:
            letter = army["letter"]
            men = chance.randint(0, 2 if way == "castle" else 5)
            if way == "tight":
                men = chance.choice((0, 0, 0, 1)) if letter == turn else chance.randint(2, 5)
            kinds = [self._kind(way, letter == turn) for _ in range(men)]
            if way == "castle" and "castling" in army:
                for which, name in army["castling"].items():
                    pieces[Square(name)] = Piece(letter, PieceType[_AT_HOME[which]])
                    if which != "king":
                        castling.add((letter, which[0].upper()))
            else:
                kinds.insert(0, PieceType.KING)
            if way == "pawns":
                for name, square in self.homes[letter]:
                    pieces.setdefault(square, Piece(letter, PAWN, name != "pawn"))
                kinds += [PAWN] * 3
            if self.meet and way != "tight":
                self._pair(letter, pieces)
            for kind in kinds:
                square = chance.choice(self.pawn_squares[letter] if kind == PAWN else self.squares)
                heading = kind == PAWN and self.two_ways and chance.random() < 0.5
                pieces.setdefault(square, Piece(letter, kind, heading))
        setup = Setup(pieces, turn, frozenset(castling))
        if self.moats and chance.random() < 0.6:
            setup.bridged = frozenset(chance.sample(self.moats, chance.randint(1, len(self.moats))))
        if self.stay and chance.random() < 0.3:
            setup.inert = frozenset(chance.choice([a for a in self.letters if a != turn]))
            setup.castling = frozenset(c for c in castling if c[0] not in setup.inert)
        return setup

    def _pair(self, letter: str, pieces: dict[Square, Piece]) -> None:
        """Two pawns of an army that will meet."""
        ring, files = self.chance.randint(1, self.variant.rings), self.variant.files
        file, gap = self.chance.randint(1, files), self.chance.choice((2, 2, 3))
        for where, heading in ((file, False), ((file + gap - 1) % files + 1, True)):
            square = Square(name_of(ring, where, self.variant.names))
            if square in self.squares:
                pieces.setdefault(square, Piece(letter, PAWN, heading))

    def one_more(self, setup: Setup) -> Setup:
        """The same with another enemy of the army to move."""
        more = setup.copy()
        army = self.chance.choice([a for a in self.letters if a != setup.turn])
        square = self.chance.choice(self.squares)
        more.pieces.setdefault(square, Piece(army, self.chance.choice(self.officers)))
        return more

    def _kind(self, way: str, to_move: bool) -> PieceType:
        if self.chance.random() < (0.2 if way == "tight" and not to_move else 0.5):
            return PAWN
        return self.chance.choice(self.officers)

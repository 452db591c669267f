"""Random games of Bhati's variants, played by both engines side by side."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from circularchess import (
    Board,
    InvalidPositionError,
    Move,
    Piece,
    PieceType,
    Setup,
    Square,
    Variant,
)
from circularchess.engine import ENGINES, EngineName, Position, make_position
from circularchess.fen import parse_fen, write_fen
from symmetries import mapped, on_file

SEATS = "roygbv"

VARIANTS = (
    "bhati-2",
    "bhati-3",
    "bhati-4",
    "bhati-4-pairs",
    "bhati-5",
    "bhati-6",
    "bhati-6-pairs",
    "bhati-6-trios",
)

Options = Mapping[str, str | bool | int]

#: How many sectors a variant can be turned by so that armies fall on armies, and sides on sides.
TURNS_BY = {
    "bhati-2": 3,
    "bhati-3": 2,
    "bhati-4": 3,
    "bhati-4-pairs": 3,
    "bhati-6": 1,
    "bhati-6-pairs": 1,
    "bhati-6-trios": 1,
}


@dataclass
class Tally:
    """What happened in the games compared."""

    games: int = 0
    plies: int = 0
    seen: Counter[str] = field(default_factory=Counter)


def random_options(rng: random.Random, variant: str) -> dict[str, str | bool | int]:
    """Some setting of every option, most often the variant's own."""
    options: dict[str, str | bool | int] = {}
    if rng.random() < 0.4:
        options["check"] = "snaffle"
    if variant != "bhati-2":
        options["stalemate"] = rng.choice(["pass", "pass", "eliminate", "draw"])
    if rng.random() < 0.15:
        options["castling"] = False
    if rng.random() < 0.15:
        options["en_passant"] = False
        options["double_step"] = rng.random() < 0.5
    if rng.random() < 0.3:
        options["null_shift"] = rng.choice([0, 1])
    return options


def sparse_setup(rng: random.Random, variant: Variant) -> Setup:
    """Kings and a few pieces for most armies, strong ones above all, anywhere they may stand."""
    letters = list(variant.letters)
    armies = rng.sample(letters, rng.randint(min(3, len(letters)), len(letters)))
    places = list(variant.squares())
    rng.shuffle(places)
    pieces: dict[Square, Piece] = {}
    for army in armies:
        pieces[places.pop()] = Piece(army, PieceType.KING)
        for letter in rng.choices("QRBNPO", (3, 3, 1, 2, 3, 2), k=rng.randint(1, 5)):
            kind = PieceType.PAWN if letter == "O" else PieceType.from_letter(letter)
            square = next(s for s in places if kind is not PieceType.PAWN or s.ring < 4)
            places.remove(square)
            pieces[square] = Piece(army, kind, letter == "O")
        others = [other for other in armies if other != army]
        seat = variant.army(army).seat
        pieces.update(_pawns_meet(rng, army, seat, rng.choice(others), places))
    return Setup(pieces, rng.choice(armies), round=rng.randint(1, 9))


def _pawns_meet(
    rng: random.Random, army: str, seat: int, other: str, places: list[Square]
) -> dict[Square, Piece]:
    """A pawn at home and one of another army that attacks the square it may pass over."""
    file = 10 * seat + rng.randint(1, 8)
    home, beside = Square.at(3, file), Square.at(1, (file + rng.choice([-2, 0])) % 60 + 1)
    if home not in places or beside not in places:
        return {}
    places.remove(home)
    places.remove(beside)
    return {home: Piece(army, PieceType.PAWN), beside: Piece(other, PieceType.PAWN, True)}


def begin(rng: random.Random, variant: Variant, sparse: bool) -> Setup:
    """The start position, or a sparse one that can be played."""
    while sparse:
        setup = sparse_setup(rng, variant)
        try:
            make_position(variant, setup)
        except InvalidPositionError:
            continue
        return setup
    return variant.start_setup()


def choose(rng: random.Random, here: Position, greed: float) -> Move:
    """A legal move; with probability `greed` of a rare kind if there is one, else a capture."""
    moves = here.legal_moves()
    if rng.random() < greed:
        board = here.piece_map()
        captures = [move for move in moves if move.to_square in board]
        rare = [move for move in moves if _is_rare(move, board)]
        if not rare and rng.random() < 0.3:
            rare = [move for move in moves if _is_double_step(move, board)]
        moves = rare or captures or moves
    return rng.choice(moves)


def _is_rare(move: Move, board: Mapping[Square, Piece]) -> bool:
    """Takes a king, castles, captures en passant, or promotes."""
    taken = board.get(move.to_square)
    if taken is not None:
        return taken.type is PieceType.KING or move.promotion is not None
    return move.promotion is not None or _castles(move, board) or _passes(move, board)


def _is_double_step(move: Move, board: Mapping[Square, Piece]) -> bool:
    pawn = board[move.from_square].type is PieceType.PAWN
    return pawn and move.from_square.ring - move.to_square.ring == 2


def _castles(move: Move, board: Mapping[Square, Piece]) -> bool:
    """Does a king go two files along?"""
    return board[move.from_square].type is PieceType.KING and _across(move) in (2, 58)


def _passes(move: Move, board: Mapping[Square, Piece]) -> bool:
    """Does a pawn leave its file for an empty square?"""
    pawn = board[move.from_square].type is PieceType.PAWN
    return pawn and move.to_square not in board and _across(move) not in (0, 30)


def _across(move: Move) -> int:
    return (move.from_square.file - move.to_square.file) % 60


def check_kings(here: Position) -> None:
    """Armies in play have one king each; of the others nothing stands on the board."""
    kings = Counter(p.army for p in here.piece_map().values() if p.type is PieceType.KING)
    assert kings == Counter(here.in_play)
    assert {piece.army for piece in here.piece_map().values()} == set(here.in_play)


def compare(rust: Position, reference: Position, strict: bool) -> None:
    """Both engines say the same of a position."""
    assert rust.setup() == reference.setup()
    assert rust.turn == reference.turn
    assert rust.in_play == reference.in_play
    assert (rust.halfmove, rust.round) == (reference.halfmove, reference.round)
    assert rust.en_passant() == reference.en_passant()
    assert rust.castling() == reference.castling()
    assert rust.end == reference.end
    assert rust.events == reference.events
    moves = rust.legal_moves()
    assert moves == reference.legal_moves()
    assert len(moves) == rust.legal_count()
    assert rust.safe_moves() == (moves if strict else reference.safe_moves())
    assert bool(moves) == (rust.end is None)
    for army in rust.in_play:
        assert rust.is_check(army) == reference.is_check(army)
    check_kings(rust)


def round_trip(here: Position, variant: Variant, engine: EngineName) -> None:
    """A position written as text and read again is the same.

    The text does not say how a game ended. A draw by stalemate, also of all armies in a row, and
    an army or side left alone are judged again to the same end - but in the game for two the
    end by mate, by a king taken or by resignation reads as one side left. Events are not told
    either.
    """
    setup = parse_fen(write_fen(here.setup(), variant), variant)
    again = make_position(variant, setup, engine)
    assert again.setup() == here.setup()
    assert again.key() == here.key()
    assert again.legal_moves() == here.legal_moves()
    if here.end is not None and len(variant.armies) == 2 and here.end[0] != "stalemate":
        assert again.end == ("last_side_standing", here.end[1])
    else:
        assert again.end == here.end


def note(tally: Tally, before: Position, move: Move | None, after: Position) -> None:
    tally.plies += 1
    tally.seen.update(event.kind for event in after.events)
    if after.end is not None:
        tally.seen[after.end[0]] += 1
    if move is None:
        return
    board = before.piece_map()
    piece = board[move.from_square]
    tally.seen["capture"] += move.to_square in board
    tally.seen["promotion"] += move.promotion is not None
    tally.seen["castling"] += _castles(move, board)
    tally.seen["en passant"] += _passes(move, board)
    inbound = piece.type is PieceType.PAWN and not piece.outbound
    tally.seen["crossing pawn"] += inbound and _across(move) in (29, 30, 31)


def play_both(
    variant: Variant, seed: int, *, plies: int, sparse: bool, greed: float, tally: Tally
) -> None:
    """A random game to its end, at most so many plies, everything compared at every ply."""
    rng = random.Random(seed)
    setup = begin(rng, variant, sparse)
    pair = [Board.from_setup(setup, variant, engine=engine) for engine in ENGINES]
    rust, reference = pair
    strict = variant.check == "strict"
    compare(rust.position, reference.position, strict)
    tally.games += 1
    for _ in range(plies):
        assert rust.outcome() == reference.outcome()
        if rust.outcome() is not None:
            break
        before, move = rust.position, None
        if rng.random() < 0.004:
            army = rng.choice(rust.in_play)
            for board in pair:
                board.resign(army)
        else:
            move = choose(rng, before, greed)
            for board in pair:
                board.push(move)
        compare(rust.position, reference.position, strict)
        # The reading of texts is the same Python for both: the reference's turn comes less often.
        round_trip(rust.position, variant, "rust")
        if rng.random() < 0.1 or rust.position.end is not None:
            round_trip(reference.position, variant, "reference")
        note(tally, before, move, rust.position)


# --- Turning the board -------------------------------------------------------------------------


class Turner:
    """Turns names by whole sectors: files by ten, army letters by one seat."""

    def __init__(self, variant: str) -> None:
        sectors = TURNS_BY[variant]
        self.square = on_file(60, lambda file: file + 10 * sectors)
        self._seats = {a: SEATS[(SEATS.index(a) + sectors) % 6] for a in SEATS}

    def army(self, letter: str) -> str:
        return self._seats[letter]

    def move(self, move: Move) -> Move:
        return Move(self.square(move.from_square), self.square(move.to_square), move.promotion)

    def setup(self, setup: Setup) -> Setup:
        """All of it, but that texts list en passant squares by seat, and the round."""
        return mapped(setup, self.square, self._seats)

    def compare(self, here: Position, turned: Position) -> None:
        """The turned position is the other's, in everything but names and the round number.

        Rounds are counted from the first seat, which the turned game calls by another name.
        """
        mine, theirs = self.setup(here.setup()), turned.setup()
        assert mine.pieces == theirs.pieces
        assert mine.turn == theirs.turn
        assert mine.castling == theirs.castling
        assert set(mine.en_passant) == set(theirs.en_passant)
        assert mine.halfmove == theirs.halfmove
        assert mine.in_play == theirs.in_play
        assert {self.move(m) for m in here.legal_moves()} == set(turned.legal_moves())
        assert {self.move(m) for m in here.safe_moves()} == set(turned.safe_moves())
        assert [(e.kind, self.army(e.army)) for e in here.events] == list(turned.events)
        for army in here.in_play:
            assert here.is_check(army) == turned.is_check(self.army(army))
        assert (here.end is None) == (turned.end is None)
        if here.end is not None and turned.end is not None:
            assert here.end[0] == turned.end[0]
            assert set(map(self.army, here.end[1])) == set(turned.end[1])


def pick(rng: random.Random) -> Variant:
    """One of the eight variants with some options."""
    name = rng.choice(VARIANTS)
    return Variant.load(name).with_options(random_options(rng, name))

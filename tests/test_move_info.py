"""What a move is: told by both engines, and worked out from the boards before and after."""

from __future__ import annotations

import random
from itertools import pairwise

import chess
import pytest

from circularchess import (
    Board,
    IllegalMoveError,
    Move,
    Piece,
    PieceType,
    Setup,
    Square,
    Variant,
)
from circularchess.engine import EngineName, Position, make_position
from placing import place
from random_games import VARIANTS, random_board
from thinned import positions

KNIGHT, ROOK, KING = PieceType.KNIGHT, PieceType.ROOK, PieceType.KING


def on_ring(
    variant: Variant, ring: int, kings: tuple[tuple[int, int], ...], army: str, blockers: int
) -> tuple[Setup, list[Square]]:
    """A white rook on the first file of a ring among the knights that the bits say."""
    squares = [variant.square_at(ring, file) for file in range(1, variant.files + 1)]
    pieces = {squares[0]: Piece("w", ROOK)}
    for own, place_of in zip("wb", kings, strict=True):
        pieces[variant.square_at(*place_of)] = Piece(own, KING)
    for n in range(1, variant.files):
        if blockers >> (n - 1) & 1:
            pieces[squares[n]] = Piece(army, KNIGHT)
    return Setup(pieces, "w"), squares


def arcs(files: int, army: str, blockers: int, target: int) -> list[tuple[tuple[int, ...], str]]:
    """The ways round a ring from its file 0: none with a knight before the target on it."""

    def stands(n: int) -> bool:
        return n % files > 0 and bool(blockers >> (n % files - 1) & 1)

    if stands(target) and army == "w":
        return []
    ways = []
    for way, name in (
        (tuple(range(target + 1)), "clockwise"),
        (tuple(n % files for n in range(files, target - 1, -1)), "anticlockwise"),
    ):
        if not any(stands(n) for n in way[1:-1]):
            ways.append((way, name))
    return sorted(ways, key=lambda it: len(it[0]))


def check_ring(position: Position, squares: list[Square], army: str, blockers: int) -> None:
    for target in range(1, len(squares)):
        info = position.describe(Move(squares[0], squares[target]))
        due = [
            (tuple(squares[n] for n in way), direction, False)
            for way, direction in arcs(len(squares), army, blockers, target)
        ]
        assert ([] if info is None else [tuple(path) for path in info.paths]) == due


@pytest.mark.parametrize("army", "wb")
def test_every_set_of_blockers_on_a_small_ring(engine: EngineName, army: str) -> None:
    variant = Variant.load("cylinder")
    for blockers in range(1 << 7):
        setup, squares = on_ring(variant, 4, ((1, 5), (8, 3)), army, blockers)
        check_ring(make_position(variant, setup, engine), squares, army, blockers)


@pytest.mark.parametrize("army", "wb")
def test_sets_of_blockers_on_a_ring_of_sixteen(engine: EngineName, army: str) -> None:
    # The Rust tests try all of them.
    variant = Variant.load("circular")
    for blockers in random.Random(army).sample(range(1 << 15), 150):
        setup, squares = on_ring(variant, 1, ((4, 5), (4, 9)), army, blockers)
        check_ring(make_position(variant, setup, engine), squares, army, blockers)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_engines_tell_the_same(variant: Variant) -> None:
    through = 0
    for fast, slow in positions(variant, 1, 6):
        for move in fast.legal_moves():
            info = fast.describe(move)
            assert info is not None
            assert info == slow.describe(move)
            through += info.through_centre
    assert (through > 0) is (variant.centre == "null")


@pytest.mark.parametrize("name", ["circular", "cylinder", "four-circular", "jelliss"])
def test_thin_boards_have_moves_of_several_ways(name: str) -> None:
    several = 0
    for fast, slow in positions(Variant.load(name), 2, 30):
        for move in fast.legal_moves():
            info = fast.describe(move)
            assert info == slow.describe(move)
            assert info is not None
            lengths = [len(path.squares) for path in info.paths]
            assert lengths == sorted(lengths)
            several += len(lengths) > 1
    assert several >= 10


def next_to(variant: Variant, one: Square, other: Square) -> bool:
    """Whether a step leads from one square to the other."""
    files, rings = variant.files, variant.rings
    along = (other.file - one.file) % files
    radial = other.ring - one.ring
    beside = along in (0, 1, files - 1)
    if variant.centre == "torus" and abs(radial) == rings - 1:
        return beside
    if variant.centre == "null" and one.ring == other.ring == 1 and not beside:
        # Straight over the centre, or a few files on.
        return abs(along - files // 2) <= 3
    return beside and abs(radial) <= 1


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_facts_follow_from_the_boards_before_and_after(variant: Variant) -> None:
    board = random_board(variant, "facts", plies=0)
    chance = random.Random(variant.id)
    side = {army.letter: army.side for army in variant.armies}
    for _ in range(150):
        legal = list(board.legal_moves)
        if not legal:
            break
        sharp = [m for m in legal if board.piece_at(m.to_square) or m.promotion]
        move = chance.choice(sharp if sharp and chance.random() < 0.6 else legal)
        info, before, own, san = (
            board.describe(move),
            board.piece_map(),
            board.turn,
            board.san(move),
        )
        board.push(move)
        after = board.piece_map()
        assert (info.move, info.san, info.mover) == (move, san, before[move.from_square])
        assert info.promotion == move.promotion
        assert info.events == board.events
        gone = {event.army for event in board.events if event.kind == "eliminated"}
        assert set(info.eliminates) == gone
        mated = [event.army for event in board.events if event.kind == "checkmated"]
        assert list(info.checkmates) == mated
        path = info.path
        assert (path[0], path[-1]) == (move.from_square, move.to_square)
        assert info.paths[0].squares == path
        citadels = {square for square in path if square.ring > variant.rings}
        if info.direction is not None and not citadels:
            for one, other in pairwise(path):
                assert next_to(variant, one, other)
            if not variant.pieces:
                assert not any(square in before for square in path[1:-1])
        if gone and variant.eliminated == "leave":
            continue
        changed = {s for s in {*before, *after} if before.get(s) != after.get(s)}
        lost = {s: p for s, p in before.items() if s in changed and side[p.army] != side[own]}
        if info.captured is None:
            # An inert man of its own side may be taken too.
            assert not lost
            assert info.capture_square is None
        else:
            assert info.capture_square is not None
            assert before[info.capture_square] == info.captured
            assert set(lost) <= {info.capture_square}
        assert info.en_passant is (
            info.captured is not None and info.capture_square != move.to_square
        )
        others = changed - {move.from_square, move.to_square, info.capture_square}
        assert others == {*(info.rook_move or ()), *([info.met] if info.met else ())}
        assert (info.castling is not None) is (info.rook_move is not None)
        if board.position.end is None or board.outcome().termination == "checkmate":  # type: ignore[union-attr]
            checked = [
                army
                for army in board.in_play
                if side[army] != side[own]
                and (king := board.king(army)) is not None
                and any(
                    board.attackers(other, king)
                    for other in board.in_play
                    if side[other] == side[own]
                )
            ]
            assert list(info.check) == checked


def test_facts_are_those_of_python_chess() -> None:
    met = {"capture": 0, "castling": 0, "en_passant": 0, "check": 0, "promotion": 0}
    chance = random.Random(5)
    for _ in range(40):
        ours, theirs = Board("orthodox"), chess.Board()
        for _ in range(120):
            moves = list(theirs.legal_moves)
            if not moves:
                break
            for their in moves:
                info = ours.describe(their.uci())
                assert info.is_capture == theirs.is_capture(their)
                assert info.en_passant == theirs.is_en_passant(their)
                assert bool(info.check) == theirs.gives_check(their)
                castling = {"king_side": 1, "queen_side": 2, None: 0}[info.castling]
                assert castling == (
                    theirs.is_kingside_castling(their) + 2 * theirs.is_queenside_castling(their)
                )
                assert info.san == theirs.san(their)
                met["capture"] += info.is_capture
                met["castling"] += info.castling is not None
                met["en_passant"] += info.en_passant
                met["check"] += bool(info.check)
                met["promotion"] += info.promotion is not None
            sharp = [
                m for m in moves if theirs.is_castling(m) or theirs.is_en_passant(m) or m.promotion
            ]
            their = chance.choice(sharp or moves)
            ours.push_uci(their.uci())
            theirs.push(their)
    assert min(met.values()) > 0, met


def test_a_way_through_the_centre(engine: EngineName) -> None:
    board = place(engine, "bhati-2", "r", {"r": "Kd4 Rb10", "g": "Kd34"})
    info = board.describe("b10b40")
    assert info.path == ("b10", "a10", "a40", "b40")
    assert (info.direction, info.through_centre, len(info.paths)) == ("inward", True, 3)
    # Both ways round the ring are as long: clockwise comes first.
    assert [path.direction for path in info.paths[1:]] == ["clockwise", "anticlockwise"]


def test_castling_and_leaps(engine: EngineName) -> None:
    board = place(engine, "bhati-2", "r", {"r": "Kd4 Rd1 Rd8 Nb4", "g": "Kd34"}, castling="rK rQ")
    info = board.describe("d4d6")
    assert (info.castling, info.rook_move) == ("queen_side", ("d8", "d5"))
    assert (info.path, info.direction) == (("d4", "d5", "d6"), "clockwise")
    info = board.describe("b4d5")
    assert (info.path, info.direction, info.through_centre) == (("b4", "d5"), None, False)


def test_only_legal_moves_are_told(engine: EngineName) -> None:
    board = Board("circular", engine=engine)
    with pytest.raises(IllegalMoveError, match="two steps away"):
        board.describe("b2b4")
    assert board.position.describe(Move("b2", "b4")) is None
    assert board.position.describe(Move("b2", "z9")) is None
    for odd in (None, 3, b"b2b3"):
        with pytest.raises(TypeError):
            board.describe(odd)  # type: ignore[arg-type]

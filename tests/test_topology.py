"""The laws of round boards, asked of both engines through the pieces that walk there."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from circularchess import Board, Piece, PieceType, Setup, Square, Variant
from circularchess.engine import EngineName
from made_variants import kings_only
from slow_walk import SlowWalk


def _bare(rings: int, files: int, shift: int | None = None, voids: str = "") -> Variant:
    if shift is None:
        return Variant.from_toml(kings_only(rings, files, voids=voids))
    text = kings_only(rings, files, centre="null", voids=voids)
    text = text.replace("null_shift = 2", f"null_shift = {shift}\nen_passant = false")
    # Ring pawns would need a way on wherever a capture across the centre takes them.
    text = re.sub(r"(?m)^(anti)?clockwise = .*\n", "", text.replace('"ring"', '"radial"'))
    inward = f'direction = "inward"\npromotion_rings = ["{chr(96 + rings)}"]'
    return Variant.from_toml(re.sub("(?m)^promotion_files = .*$", inward, text))


CLOSED = {f"{r}x{f}": _bare(r, f) for r, f in [(5, 12), (3, 20), (2, 4), (1, 8), (8, 32), (26, 4)]}
BOARDS = {
    **{name: Variant.load(name) for name in ("circular", "bhati-2", "orthodox", "cylinder")},
    **CLOSED,
    # A diagonal leaves ring 1 and enters ring 1, so it keeps its colour across the centre where
    # half the files plus the shift is even.
    "bhati-2, shift 0": Variant.load("bhati-2").with_options({"null_shift": 0}),
    "3x12 null": _bare(3, 12, 2),
    "2x6 null": _bare(2, 6, 1),
    "1x4 null": _bare(1, 4, 2),
    "3x12 null, 0": _bare(3, 12, 0),
    "4x10 null, voids": _bare(4, 10, 1, '"b4", "a7", "d2"'),
}
# One file more or less changes the colour.
ODD_BOARDS = {
    "bhati-2, shift 1": Variant.load("bhati-2").with_options({"null_shift": 1}),
    "3x12 null, 1": _bare(3, 12, 1),
    "2x6 null, 2": _bare(2, 6, 2),
}
ALL_BOARDS = BOARDS | ODD_BOARDS

KINDS = "KQRBN"


def _lone(
    variant: Variant, engine: EngineName, kind: str, origin: Square, king: Square
) -> Board | None:
    """A piece of the first army and its king, the others out of play; None on the same square."""
    army = variant.letters[0]
    pieces = {king: Piece(army, PieceType.KING)}
    if kind != "K":
        if king == origin:
            return None
        pieces[origin] = Piece(army, PieceType.from_letter(kind))
    elif king != origin:
        return None
    # Said outright, for the two-army games in which the loser's pieces would stay.
    setup = Setup(pieces, army, in_play=frozenset(army))
    return Board.from_setup(setup, variant, engine=engine)


@cache
def reach(board: str, engine: EngineName, kind: str, origin: Square) -> frozenset[Square]:
    """Where a lone piece could capture.

    An army in play has a king, which may stand in the way; so it is put on several squares in
    turn and what the piece reaches with any of them is taken together.
    """
    variant = ALL_BOARDS[board]
    squares = list(variant.squares())
    kings = [squares[n] for n in (0, -1, len(squares) // 2 + 1)]
    if kind in "KN":
        # Nothing stands in their way.
        kings = [origin] if kind == "K" else [king for king in kings if king != origin][:1]
    army = variant.letters[0]
    found: set[Square] = set()
    for king in kings:
        lone = _lone(variant, engine, kind, origin, king)
        if lone is not None:
            found.update(s for s in squares if origin in lone.attackers(army, s))
    return frozenset(found)


def _origins(board: str, engine: EngineName, most: int = 10) -> list[Square]:
    """All squares for the fast engine, some for the slow one; always some of the edges."""
    squares = list(ALL_BOARDS[board].squares())
    if engine == "rust" and len(squares) <= 80:
        return squares
    few = squares[:1] + squares[-1:] + Random(1).sample(squares, min(most, len(squares)))
    return sorted(set(few))


every_board = pytest.mark.parametrize("board", ALL_BOARDS)


@every_board
@pytest.mark.parametrize("kind", "KN")
def test_neighbours_see_each_other(board: str, engine: EngineName, kind: str) -> None:
    for origin in _origins(board, engine, 2):
        for other in reach(board, engine, kind, origin):
            assert other != origin
            assert origin in reach(board, engine, kind, other)


@every_board
@pytest.mark.parametrize("kind", "RBQ")
def test_lines_lead_back(board: str, engine: EngineName, kind: str) -> None:
    for origin in _origins(board, engine, 1)[:3]:
        for other in sorted(reach(board, engine, kind, origin))[::5]:
            assert other != origin
            assert origin in reach(board, engine, kind, other)


@pytest.mark.parametrize("board", BOARDS)
def test_a_bishop_never_leaves_its_colour(board: str, engine: EngineName) -> None:
    for origin in _origins(board, engine):
        reached = reach(board, engine, "B", origin)
        assert {square.is_light for square in reached} <= {origin.is_light}


@pytest.mark.parametrize("board", ODD_BOARDS)
def test_other_shifts_change_the_colour(board: str, engine: EngineName) -> None:
    # From b2 inward: a1 and a3 of the same colour, then across the centre.
    reached = reach(board, engine, "B", Square("b2"))
    assert {square.is_light for square in reached} == {True, False}


@every_board
def test_a_queen_is_a_rook_and_a_bishop(board: str, engine: EngineName) -> None:
    for origin in _origins(board, engine, 3):
        queen, rook, bishop = (reach(board, engine, kind, origin) for kind in "QRB")
        assert queen == rook | bishop


def _in_ring(squares: frozenset[Square], origin: Square) -> list[Square]:
    return [square for square in squares if square.ring == origin.ring]


@pytest.mark.parametrize("board", ["circular", "cylinder", *CLOSED])
def test_a_rook_reaches_the_rest_of_its_ring_and_file(board: str, engine: EngineName) -> None:
    variant = ALL_BOARDS[board]
    for origin in _origins(board, engine):
        reached = reach(board, engine, "R", origin)
        assert len(_in_ring(reached, origin)) == variant.files - 1
        assert sum(s.file == origin.file for s in reached) == variant.rings - 1
        assert len(reached) == variant.files + variant.rings - 2


@pytest.mark.parametrize("board", ["bhati-2", "3x12 null", "2x6 null", "1x4 null"])
def test_a_rook_reaches_the_rest_of_its_diameter(board: str, engine: EngineName) -> None:
    variant = ALL_BOARDS[board]
    for origin in _origins(board, engine):
        across = (origin.file + variant.files // 2 - 1) % variant.files + 1
        if any(v.file in (origin.file, across) for v in variant.voids):
            continue  # a diameter that ends early; the slow walk knows
        column = {s for s in reach(board, engine, "R", origin) if s.file in (origin.file, across)}
        # The rest of this file, and all of the one across.
        assert len(column) == 2 * variant.rings - 1


@pytest.mark.parametrize("board", ["circular", "cylinder", *CLOSED])
def test_numbers_of_moves_on_closed_boards(board: str, engine: EngineName) -> None:
    """Counts by the geometry: at a distance of d rings lie files f - d and f + d.

    They are one file where 2d is a multiple of F, and the bishop's own where d is one.
    """
    rings, files = ALL_BOARDS[board].rings, ALL_BOARDS[board].files
    for origin in _origins(board, engine):
        distances = [abs(ring - origin.ring) for ring in range(1, rings + 1) if ring != origin.ring]
        next_rings, second_rings = distances.count(1), distances.count(2)
        bishop = sum(1 if 2 * d % files == 0 else 2 for d in distances)
        shared = sum(d % files == 0 for d in distances)
        rook = files - 1 + rings - 1
        counts = {
            # Two along the ring, three on each ring beside.
            "K": 2 + 3 * next_rings,
            # Two files on and back are the same file where there are only four.
            "N": next_rings * (1 if files == 4 else 2) + second_rings * 2,
            "B": bishop,
            "R": rook,
            "Q": rook + bishop - shared,
        }
        assert {kind: len(reach(board, engine, kind, origin)) for kind in KINDS} == counts


@pytest.mark.parametrize(
    "board", [name for name, b in BOARDS.items() if not b.voids and b.seam == "closed"]
)
def test_rotation_changes_nothing(board: str, engine: EngineName) -> None:
    at = ALL_BOARDS[board].square_at
    files, rings = ALL_BOARDS[board].files, ALL_BOARDS[board].rings
    turn = files // 2 - 1
    for kind in KINDS:
        for ring in {1, (rings + 1) // 2, rings}:
            here = reach(board, engine, kind, at(ring, 1))
            there = reach(board, engine, kind, at(ring, 1 + turn))
            turned = {at(s.ring, (s.file + turn - 1) % files + 1) for s in here}
            assert there == turned


@every_board
def test_a_slow_walk_agrees(board: str, engine: EngineName) -> None:
    variant = ALL_BOARDS[board]
    walk = SlowWalk(variant)
    squares = list(variant.squares())
    random = Random(7)
    army = variant.letters[0]
    for kind in KINDS:
        for origin in _origins(board, engine, 4):
            # Alone with its king, then among more and more blockers.
            for blockers in (0, 3, len(squares) // 4):
                others = [s for s in squares if s != origin]
                stones = random.sample(others, min(blockers + 1, len(others)))
                pieces = {s: Piece(army, PieceType.KNIGHT) for s in stones}
                pieces[origin] = Piece(army, PieceType.from_letter(kind))
                if kind != "K":
                    pieces[stones[0]] = Piece(army, PieceType.KING)
                setup = Setup(pieces, army, in_play=frozenset(army))
                there = Board.from_setup(setup, variant, engine=engine)
                asked = squares if engine == "rust" else random.sample(squares, len(squares) // 4)
                seen = {s for s in asked if origin in there.attackers(army, s)}
                assert seen == walk.attacked(kind, origin, pieces) & set(asked), (kind, origin)


# --- By hand, on the boards where mistakes hide --------------------------------------------------


@pytest.mark.parametrize(
    ("board", "kind", "origin", "reached"),
    [
        # One ring of eight: along it only.
        ("1x8", "K", "a1", "a2 a8"),
        ("1x8", "N", "a1", ""),
        ("1x8", "B", "a1", ""),
        ("1x8", "Q", "a1", "a2 a3 a4 a5 a6 a7 a8"),
        # Two rings of four: the knight's two files on and two files back are one square.
        ("2x4", "N", "a1", "b3"),
        ("2x4", "B", "a4", "b1 b3"),
        ("2x4", "K", "b1", "b2 b4 a1 a2 a4"),
        # Corners of the circular board; the seam lies between files 16 and 1.
        ("circular", "N", "d16", "b15 b1 c14 c2"),
        ("circular", "B", "a16", "b15 c14 d13 b1 c2 d3"),
        ("circular", "K", "d1", "d16 d2 c16 c1 c2"),
        # A diagonal of 26 rings winds round four files six times.
        ("26x4", "K", "z4", "z3 z1 y3 y4 y1"),
        # Across a null centre of one ring: straight 1 + 2, diagonally for a king 1 + 2 +- 1.
        ("1x4 null", "K", "a1", "a2 a3 a4"),
        ("1x4 null", "R", "a1", "a2 a3 a4"),
        # A bishop's step across is moved two files on, which is home.
        ("1x4 null", "B", "a1", ""),
        # One radial step across to a3 and two along: home both ways.
        ("1x4 null", "N", "a1", ""),
        # Bhati's board: d59 and d60 are void, so ring d ends between d1 and d8.
        ("bhati-2", "R", "d1", "d2 d3 d4 d5 d6 d7 d8 c1 b1 a1 a31 b31 c31 d31"),
        ("bhati-2", "K", "d1", "d2 c60 c1 c2"),
        ("bhati-2", "B", "d1", "c2 b3 a4 a36 b37 c38 c60 b59 a58 a26 b25 c24 d23"),
        # Orthodox: the seam is open, nothing wraps.
        ("orthodox", "K", "h1", "g1 g2 h2"),
        ("orthodox", "N", "a1", "b3 c2"),
        ("orthodox", "Q", "h1", "a1 b1 c1 d1 e1 f1 g1 h2 h3 h4 h5 h6 h7 h8 g2 f3 e4 d5 c6 b7 a8"),
        # Cylinder: they do wrap, but rings 1 and 8 are no neighbours.
        ("cylinder", "K", "h1", "g1 a1 g2 h2 a2"),
        ("cylinder", "N", "a1", "b3 h3 c2 g2"),
    ],
)
def test_by_hand(board: str, engine: EngineName, kind: str, origin: str, reached: str) -> None:
    assert reach(board, engine, kind, Square(origin)) == set(reached.split())

"""Betza texts as others read them, on plain boards: `betza-visualizer` and Fairy-Stockfish.

On a board with an open seam the rules of our movements are those of chess, and most texts mean the
same to all three. Where they do not, a test says so by name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pyffish
import pytest
from betza_visualizer import BetzaParser

from circularchess import (
    InvalidPositionError,
    InvalidVariantError,
    Piece,
    PieceType,
    Setup,
    Square,
    Variant,
)
from circularchess.engine import EngineName, Position, make_position
from circularchess.fen import write_fen
from random_variants import DIRECTIONS, LEAPERS, toml_text
from tally import TALLY

WALKER = PieceType.from_letter("A")


def plain(betza: str, rings: int, files: int, home: str, check: str) -> Variant:
    """A flat board for two kings, walkers and pawns that take single steps."""

    def army(letter: str, name: str, ways: tuple[str, int], king: str) -> dict[str, object]:
        return {
            "letter": letter,
            "name": name,
            "seat": "wb".index(letter),
            "forward": ways[0],
            "pawns": {"direction": ways[0], "promotion_rings": [str(ways[1])]},
            "start": {"king": [king], **({"walker": [home]} if letter == "w" else {})},
        }

    last = chr(96 + files)
    tables = {
        "format": 2,
        "id": "plain",
        "name": "Plain",
        "source": "the tests",
        "board": {
            "rings": rings,
            "files": files,
            "centre": "closed",
            "seam": "open",
            "names": "file-ring",
        },
        "pawns": {"kind": "radial"},
        "rules": {
            "checkmate": "ends",
            "dead_with_bare_king": [],
            "dead_same_colour_bishops": False,
            "fen": "letters",
        },
        "options": {"check": check, "double_step": False, "en_passant": False},
        "pieces": {
            "A": {"name": "walker", "betza": betza},
            "S": {"name": "stone", "betza": "mW"},
        },
        "armies": [
            army("w", "White", ("outward", rings), f"{last}1"),
            army("b", "Black", ("inward", 1), f"{last}{rings}"),
        ],
    }
    return Variant.from_toml(toml_text(tables))


def leapers_and_riders() -> Iterator[str]:
    for atom in LEAPERS:
        for reach in ("", atom, "0", "2", "3"):
            yield from (f"{only}{atom}{reach}" for only in ("", "m", "c"))
            yield from (f"{way}{atom}{reach}" for way in DIRECTIONS[atom])


def short_forms() -> Iterator[str]:
    for atom in ("R", "B", "Q", "R2", "B3", "Q4", "K", "K0", "K2"):
        yield from (f"{only}{atom}" for only in ("", "m", "c"))
        yield from (f"{way}{atom}" for way in DIRECTIONS[atom[0]])


def lame_leapers() -> Iterator[str]:
    for atom in "DAHN":
        yield from (f"{mods}n{atom}" for mods in ("", "m", "c", "f", "b", "l", "r"))


def hoppers() -> Iterator[str]:
    for hop in "pg":
        for slide in (
            "WW",
            "FF",
            "R",
            "B",
            "Q",
            "K0",
            "W0",
            "F0",
            "W3",
            "F3",
            "R3",
            "B2",
            "Q3",
            "K4",
        ):
            yield from (f"{mods}{hop}{slide}" for mods in ("", "m", "c", "f", "b"))


UNIONS = ["mRcpR", "mWcF", "fFbW", "KNN", "WDnA", "mNcK", "fbRlrB", "vNsWfF", "BN", "RN", "fRbFF"]
#: By the first capital letter of each.
GROUPS: dict[str, list[str]] = {"unions": UNIONS}
for _text in (*leapers_and_riders(), *short_forms(), *lame_leapers(), *hoppers()):
    GROUPS.setdefault(_text.lstrip("abcdefghijklmnopqrstuvwxyz")[0], []).append(_text)


# --- betza-visualizer: which squares, on an empty board ------------------------------------------

#: The walker stands in the middle of 15 x 15 squares; kings stand two files further off.
RINGS, FILES, CENTRE, FAR = 15, 17, 8, 7


def drawn(text: str) -> list[dict[str, object]]:
    """The moves that the program draws."""
    moves: list[dict[str, object]] = BetzaParser().parse(text, board_size=RINGS)
    return moves


def offsets(squares: set[str]) -> set[tuple[int, int]]:
    """Squares by files to the right and rings ahead, as far as the drawing goes."""
    found = {(ord(square[0]) - 96 - CENTRE, int(square[1:]) - CENTRE) for square in squares}
    return {place for place in found if max(map(abs, place)) <= FAR}


def walker(text: str, engine: EngineName, *, fenced: bool = False, home: str = "h8") -> Position:
    """The walker on h8, if fenced with a stone of its own on each square around."""
    variant = plain(text, RINGS, FILES, home, "snaffle")
    pieces = dict(variant.start_setup().pieces)
    pieces.pop(Square(home))
    pieces[Square("h8")] = Piece("w", WALKER)
    for name in ["g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"] if fenced else ():
        pieces[Square(name)] = Piece("w", PieceType.from_letter("S"))
    return make_position(variant, Setup(pieces, "w"), engine)


def reached(here: Position) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Where the walker may go without capture, and what it attacks."""
    moves = {str(move.to_square) for move in here.legal_moves() if move.from_square == "h8"}
    everywhere = {
        f"{chr(96 + file)}{ring}" for file in range(1, 16) for ring in range(1, RINGS + 1)
    }
    attacked = {name for name in everywhere - {"h8"} if "h8" in here.attackers("w", name)}
    return offsets(moves), offsets(attacked)


def shown(text: str) -> tuple[set[tuple[int, int]], ...]:
    """What is drawn, as `reached`; beyond the fence for hoppers, whose hurdle it is."""
    found: list[set[tuple[int, int]]] = [set(), set()]
    for move in drawn(text):
        x, y = move["x"], move["y"]
        assert isinstance(x, int)
        assert isinstance(y, int)
        far = max(abs(x), abs(y))
        if far > FAR:
            continue
        if move["hop_type"] and (far < 2 or (move["hop_type"] == "g" and far > 2)):
            continue
        if move["move_type"] != "capture":
            found[0].add((x, y))
        if move["move_type"] != "move":
            found[1].add((x, y))
    return tuple(found)


def of_one_hop(text: str) -> bool:
    """The fence is a hurdle for all terms or for none."""
    return len({move["hop_type"] for move in drawn(text)}) == 1


@pytest.mark.parametrize("group", GROUPS)
def test_the_visualizer_draws_the_same_squares(group: str) -> None:
    for text in filter(of_one_hop, GROUPS[group]):
        here = walker(text, "rust", fenced="p" in text or "g" in text)
        assert reached(here) == shown(text), text
        TALLY["Betza texts that betza-visualizer reads alike"] += 1


@pytest.mark.parametrize("text", ["N", "mWcF", "flN", "R3", "gQ", "pB", "nD", "fFbW", "rvZ", "K2"])
def test_the_reference_goes_to_the_squares_drawn(text: str) -> None:
    here = walker(text, "reference", fenced="p" in text or "g" in text)
    assert reached(here) == shown(text)


@pytest.mark.parametrize("text", ["iN", "WiF", "fWiD", "imWcF", "FiNN"])
def test_the_visualizer_tells_the_same_first_moves(text: str, engine: EngineName) -> None:
    assert reached(walker(text, engine)) == shown(text)
    again = [move for move in drawn(text) if not move.get("initial_only")]
    places = {(move["x"], move["y"]) for move in again}
    moved = reached(walker(text, engine, home="c3"))
    assert moved[0] | moved[1] == {place for place in places if place in shown(text)[0]} | {
        place for place in places if place in shown(text)[1]
    }


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        # Letters that are atoms of theirs: the (3, 3) leaper, other names of C and Z, two unions.
        ("G", 4),
        ("L", 8),
        ("J", 8),
        ("E", 36),
        ("M", 12),
        # Half of a skew leaper, as it is turned the one way; a number one.
        ("hlN", 4),
        ("hrN", 4),
        ("W1", 4),
    ],
)
def test_the_visualizer_reads_what_is_refused_here(text: str, squares: int) -> None:
    assert len(shown(text)[0]) == squares
    with pytest.raises(InvalidVariantError):
        walker(text, "rust")


# --- Fairy-Stockfish: whole positions ------------------------------------------------------------


#: What it reads in another way; each has its own test below.
def rides_far(text: str) -> bool:
    """Riders of other leaps than the knight's: its pieces do not move by them at all."""
    return re.search(r"([DAHCZ])(\1|[02-9])", text) is not None


def lame_leap_of_three(text: str) -> bool:
    """`nH`: likewise."""
    return "nH" in text


def numbered_grasshopper(text: str) -> bool:
    """`g` with a number: it reads `p`."""
    return re.search(r"g[a-z]*[A-Z][02-9]", text) is not None


@cache
def peer(text: str) -> str:
    """Its name for 8 x 8 with kings, pawns that take single steps, and this walker."""
    name = f"plain{text.lower()}{''.join(str(ord(letter)) for letter in text)}"
    pyffish.load_variant_config(
        f"[{name}:chess]\ncustomPiece1 = a:{text}\ncastling = false\ndoubleStep = false\n"
    )
    return name


def positions(text: str, count: int) -> Iterator[tuple[Position, str]]:
    """Random positions of one to three walkers a side, with pawns in the way, and their text."""
    variant = plain(text, 8, 8, "a2", "strict")
    chance = random.Random(text)
    squares = list(variant.squares())
    inner = [square for square in squares if square[1] not in "18"]
    while count:
        pieces: dict[Square, Piece] = {}
        for army in "wb":
            kinds = [PieceType.KING] + [WALKER] * chance.randint(1, 3)
            for kind in kinds + [PieceType.PAWN] * chance.randint(0, 6):
                square = chance.choice(inner if kind == PieceType.PAWN else squares)
                pieces.setdefault(square, Piece(army, kind))
        try:
            here = make_position(variant, Setup(pieces, chance.choice("wb")))
        except InvalidPositionError:
            continue
        count -= 1
        yield here, write_fen(here.setup(), variant)


def differing(text: str, as_text: str, count: int = 8) -> int:
    """In how many positions it moves otherwise, the walker having another text there."""
    return sum(
        {move.uci() for move in here.legal_moves()}
        != set(pyffish.legal_moves(peer(as_text), fen, []))
        for here, fen in positions(text, count)
    )


@pytest.mark.parametrize("group", GROUPS)
def test_fairy_stockfish_has_the_same_moves(group: str) -> None:
    for text in GROUPS[group]:
        if not (rides_far(text) or lame_leap_of_three(text) or numbered_grasshopper(text)):
            assert not differing(text, text, 4), text
            TALLY["Betza texts that Fairy-Stockfish reads alike"] += 1


@pytest.mark.parametrize("atom", "DAHCZ")
def test_fairy_stockfish_has_no_riders_but_of_steps_and_of_the_knights_leap(atom: str) -> None:
    for text in (atom * 2, f"{atom}0", f"{atom}2"):
        assert differing(text, text)
        for here, fen in positions(text, 8):
            walkers = {square for square, man in here.piece_map().items() if man.type == WALKER}
            moves = pyffish.legal_moves(peer(text), fen, [])
            assert not walkers & {move[:2] for move in moves}
    assert not differing("NN", "NN")


def test_fairy_stockfish_has_no_lame_leap_of_three() -> None:
    assert differing("nH", "nH")
    for here, fen in positions("nH", 8):
        walkers = {square for square, man in here.piece_map().items() if man.type == WALKER}
        assert not walkers & {move[:2] for move in pyffish.legal_moves(peer("nH"), fen, [])}
    assert not differing("nD", "nD")


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("gR3", "pR3"),
        ("gB3", "pB3"),
        ("gQ3", "pQ3"),
        ("gW0", "pWW"),
        ("gF0", "pFF"),
        ("gW3", "pW3"),
    ],
)
def test_fairy_stockfish_drops_g_with_a_number(text: str, read_as: str) -> None:
    """There a grasshopper of some range may go on beyond the square next to its hurdle."""
    assert differing(text, text, 40)
    assert not differing(read_as, text, 40)
    assert not differing(read_as, read_as, 40)

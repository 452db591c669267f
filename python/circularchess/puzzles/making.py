"""Making mate problems: positions put up at random, and kept where one move alone wins in time.

`scripts/make-puzzles` runs it. The engine looks for candidates; what it finds is proved by the
reference engine, which looks at all moves, before it is written down.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from ..board import Board
from ..engine import Position
from ..errors import InvalidPositionError
from ..players.engine import Engine
from ..players.limit import Limit
from ..reference import from_setup
from ..values.move import Move
from ..values.piece import Piece, PieceType
from ..values.setup import Setup
from ..values.square import Square
from ..variant import Variant, variants
from .proof import Prover, TooLongError

__all__ = ["candidate", "main", "prove", "random_setup", "two_sided"]

#: What the side to move may have besides its kings, and the other side, where the game has it;
#: other kinds of piece come on top.
_STRONG: Final = "QRRBNNP"
_WEAK: Final = "RBNPPP"
#: How many men besides kings, at least and at most, by the moves to mate: the fewer, the longer.
_MEN: Final = {2: ((2, 4), (0, 4)), 3: ((2, 3), (0, 2)), 4: ((2, 2), (0, 1)), 5: ((1, 2), (0, 1))}


def two_sided() -> list[Variant]:
    """The built-in variants of two sides."""
    return [variant for variant in variants() if len(variant.sides) == 2]


def random_setup(variant: Variant, moves: int, rng: random.Random) -> Setup:
    """Men put up at random, as many as suit a mate in so many moves. It need not be playable."""
    squares = list(variant.squares())
    sides = list(variant.sides.values())
    ours, theirs = sides if rng.random() < 0.5 else sides[::-1]
    pieces: dict[Square, Piece] = {}
    # All within a part of the board, and more of them, so that something happens on wide ones.
    wide = variant.files > 30
    middle, reach = rng.randrange(variant.files), rng.randint(3, 6 if wide else 8)
    near = [square for square in squares if _apart(square.file, middle, variant.files) <= reach]
    rng.shuffle(near)
    # Of allies some may be out already: to mate two of them in a few moves is asked too much.
    ours = tuple(rng.sample(ours, rng.randint(1, len(ours))))
    theirs = tuple(rng.sample(theirs, 1))
    for army in ours + theirs:
        pieces[near.pop()] = Piece(army, PieceType.KING)
    kinds = {kind.letter: kind for army in variant.armies for kind in army.start.values()}
    others = sorted(kinds.keys() - set("KQRBNP"))
    for side, (least, most), letters in zip(
        (ours, theirs), _MEN[moves], (_STRONG, _WEAK), strict=True
    ):
        known = [letter for letter in letters if letter in kinds] + others
        for _ in range(rng.randint(least + wide, most + wide)):
            pieces[near.pop()] = Piece(rng.choice(side), kinds[rng.choice(known)])
    return Setup(pieces, rng.choice(ours))


def _apart(file: int, other: int, files: int) -> int:
    """How many files lie between two, the shorter way round."""
    way = (file - other) % files
    return min(way, files - way)


def candidate(
    engine: Engine, lengths: Collection[int], rng: random.Random, most: int
) -> tuple[Board, int] | None:
    """A position with a mate in one of some numbers of moves, by one first move alone; and it.

    The engine has seen it, and the compiled positions have confirmed it, looking at no more than
    `most` of them.
    """
    variant = engine.variant
    try:
        setup = random_setup(variant, rng.choice(list(lengths)), rng)
        board = Board.from_setup(setup, variant)
    except (InvalidPositionError, IndexError):
        return None
    side = _side(board)
    if board.is_game_over() or any(board.is_check(a) for a in board.in_play if a not in side):
        return None
    depth = max(lengths) * len(board.in_play)
    # A quick look first: most positions have no mate, or a shorter one.
    glance = engine.analyse(board, Limit(depth=depth + 2, nodes=2_500 * max(lengths) ** 2))
    if (glance["score"].relative.mate() or 0) < min(lengths):
        return None
    first, *rest = engine.analyse(
        board, Limit(depth=depth + 4, nodes=15_000 * max(lengths) ** 2), multipv=2
    )
    moves = first["score"].relative.mate()
    if moves not in lengths or moves is None or not first["pv"]:
        return None
    if any((line["score"].relative.mate() or 0) in range(1, moves + 1) for line in rest):
        return None
    # Who only captures is soon found out.
    if board.piece_at(first["pv"][0].to_square) is not None:
        return None
    keys, line = _proved(board.position, frozenset(side), moves, most)
    unique = len(keys) == 1 and ends_in_mate(variant, setup, line)
    return (board, moves) if unique else None


def _side(board: Board) -> tuple[str, ...]:
    return _members(board.variant, board.turn)


def _members(variant: Variant, army: str) -> tuple[str, ...]:
    return variant.sides[variant.army(army).side]


def prove(
    variant: Variant, setup: Setup, moves: int, most: int | None = None
) -> tuple[list[Move], list[Move]]:
    """The winning first moves and a main line, as the reference engine finds them.

    Both are empty if the side to move does not win in `moves`, wins sooner, or if it would take a
    look at more than `most` positions to know.
    """
    position = from_setup(variant, setup)
    return _proved(position, frozenset(_members(variant, position.turn)), moves, most)


def _proved(
    position: Position, side: frozenset[str], moves: int, most: int | None
) -> tuple[list[Move], list[Move]]:
    prover = Prover(side, most)
    try:
        if prover.winning_moves(position, moves - 1):
            return [], []
        keys = prover.winning_moves(position, moves)
        return keys, prover.main_line(position, moves) if keys else []
    except TooLongError:
        return [], []


def ends_in_mate(variant: Variant, setup: Setup, line: Iterable[Move]) -> bool:
    """Whether a line ends with somebody mated, rather than a king taken or bare."""
    board = Board.from_setup(setup, variant)
    for move in line:
        board.push(move)
    return any(event.kind == "checkmated" for event in board.events)


def _problems(
    seed: int, wanted: dict[int, int], most: int, seconds: float, names: list[str]
) -> Iterator[dict[str, Any]]:
    """Problems of two-sided variants, so many of each length, as far as they are found in time."""
    for variant in two_sided():
        if names and variant.id not in names:
            continue
        engine = Engine(variant, hash_mb=4)
        rng = random.Random(f"{seed} {variant.id}")
        missing = dict(wanted)
        end = time.monotonic() + seconds * sum(wanted.values())
        while missing and time.monotonic() < end:
            found = candidate(engine, missing.keys(), rng, most)
            if found is None:
                continue
            board, moves = found
            keys, line = prove(variant, board.setup(), moves)
            assert len(keys) == 1
            missing[moves] -= 1
            if not missing[moves]:
                del missing[moves]
            yield {
                "variant": variant.id,
                "fen": board.fen(),
                "moves": moves,
                "line": [move.uci() for move in line],
            }
        print(f"{variant.id}: missing {missing}", file=sys.stderr)
        engine.close()


def main(args: list[str]) -> None:
    """`SEED POSITIONS SECONDS MOVES=COUNT... [VARIANT...]`: print a problem a line.

    A proof may look at so many positions, a search for one problem last so many seconds.
    """
    seed, most, seconds, *rest = args
    lengths = [text.split("=") for text in rest if "=" in text]
    wanted = {int(moves): int(count) for moves, count in lengths}
    names = [text for text in rest if "=" not in text]
    for problem in _problems(int(seed), wanted, int(most), float(seconds), names):
        print(json.dumps(problem), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

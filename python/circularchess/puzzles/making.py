"""Making mate problems: positions put up at random, and kept where one move alone wins in time.

`scripts/make-puzzles` runs it; what is found there is proved by the reference engine before it is
written down.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..board import Board
from ..engine import Position
from ..errors import InvalidPositionError
from ..reference import from_setup
from ..values.move import Move
from ..values.piece import Piece, PieceType
from ..values.setup import Setup
from ..values.square import Square
from ..variant import Variant, variants
from .proof import main_line, winning_moves

__all__ = ["find_problem", "main", "prove", "random_setup", "two_sided"]

#: What the side to move may have besides its kings, and the other side; the king's kind is not
#: here, nor are pawns too often.
_STRONG: Final = "QRRBNNP"
_WEAK: Final = "RBNPPP"


def two_sided() -> list[Variant]:
    """The built-in variants of two sides."""
    return [variant for variant in variants() if len(variant.sides) == 2]


def random_setup(variant: Variant, rng: random.Random, strong: int, weak: int) -> Setup:
    """Men put up at random: so many besides the kings of each side. It need not be playable."""
    squares = [square for square in variant.squares() if square.ring <= variant.rings]
    rng.shuffle(squares)
    pieces: dict[Square, Piece] = {}
    sides = list(variant.sides.values())
    ours, theirs = sides if rng.random() < 0.5 else sides[::-1]
    for army in variant.letters:
        pieces[squares.pop()] = Piece(army, PieceType.KING)
    kinds = {letter for army in variant.armies for letter in map(_letter, army.start.values())}
    for side, count, letters in ((ours, strong, _STRONG), (theirs, weak, _WEAK)):
        known = [letter for letter in letters if letter in kinds]
        others = sorted(kinds - set("KQRBNP"))
        for _ in range(count):
            letter = rng.choice(known + others)
            pieces[squares.pop()] = Piece(rng.choice(side), _kind(variant, letter))
    # A king at the rim of the fight is mated sooner: half of them stand near another man.
    return Setup(pieces, rng.choice(ours))


def _letter(kind: PieceType) -> str:
    return kind.letter


def _kind(variant: Variant, letter: str) -> PieceType:
    return next(
        kind for army in variant.armies for kind in army.start.values() if kind.letter == letter
    )


def find_problem(
    variant: Variant, moves: int, rng: random.Random, *, seconds: float = 60.0
) -> Board | None:
    """A position where the side to move wins in so many moves, no sooner, by one first move alone.

    None if none was found in time.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        few = moves > 3
        strong = rng.randint(1, 2) if few else rng.randint(2, 3)
        setup = random_setup(variant, rng, strong, rng.randint(0, 1) if few else rng.randint(0, 3))
        try:
            board = Board.from_setup(setup, variant)
        except InvalidPositionError:
            continue
        if not board.is_game_over() and _is_problem(board, moves):
            return board
    return None


def _side(board: Board) -> tuple[str, ...]:
    return variant_side(board.variant, board.turn)


def variant_side(variant: Variant, army: str) -> tuple[str, ...]:
    """The armies of an army's side."""
    return variant.sides[variant.army(army).side]


def _is_problem(board: Board, moves: int) -> bool:
    position, side = board.position, _side(board)
    if any(board.is_check(army) for army in board.in_play if army not in side):
        return False
    if winning_moves(position, moves - 1, side):
        return False
    keys = winning_moves(position, moves, side)
    if len(keys) != 1 or board.piece_at(keys[0].to_square) is not None:
        return False
    line = main_line(position, moves, side)
    return len(line) >= 2 * moves - 1 and _ends_in_mate(position, line)


def _ends_in_mate(position: Position, line: Iterable[Move]) -> bool:
    for move in line:
        after = position.play(move)
        assert after is not None
        position = after
    return any(event.kind == "checkmated" for event in position.events)


def prove(variant: Variant, setup: Setup, moves: int) -> tuple[list[Move], list[Move]]:
    """The winning first moves, and a main line, as the reference engine finds them.

    Both are empty if the side to move does not win in `moves`, or wins sooner.
    """
    position = from_setup(variant, setup)
    side = variant_side(variant, position.turn)
    if winning_moves(position, moves - 1, side):
        return [], []
    keys = winning_moves(position, moves, side)
    return keys, main_line(position, moves, side) if keys else []


def _problems(seed: int, wanted: dict[int, int], most: float) -> Iterator[dict[str, Any]]:
    """Problems of every two-sided variant, so many of each length, proved in `most` seconds."""
    for moves, count in wanted.items():
        for variant in two_sided():
            rng = random.Random(f"{seed} {variant.id} {moves}")
            found, end = 0, time.monotonic() + 90 * count
            while found < count and time.monotonic() < end:
                board = find_problem(variant, moves, rng)
                if board is None:
                    continue
                began = time.monotonic()
                keys, line = prove(variant, board.setup(), moves)
                took = time.monotonic() - began
                assert len(keys) == 1, board
                if took > most:
                    continue
                found += 1
                yield {
                    "variant": variant.id,
                    "fen": board.fen(),
                    "moves": moves,
                    "line": [move.uci() for move in line],
                }
            print(f"{variant.id} in {moves}: {found}", file=sys.stderr)


def main(args: list[str]) -> None:
    """`SEED LENGTH=COUNT... MOST`: print a problem a line."""
    seed, *lengths, most = args
    wanted = {int(n): int(count) for n, _, count in (text.partition("=") for text in lengths)}
    for problem in _problems(int(seed), wanted, float(most)):
        print(json.dumps(problem), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

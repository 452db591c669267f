"""A variant of one's own, from the text file beside this program.

python examples/custom_variant.py
circularchess play --variant-file examples/three_knights.toml --opponent greedy
"""

from __future__ import annotations

import random
from pathlib import Path

from circularchess import Board, Variant, perft

FILE = Path(__file__).with_name("three_knights.toml")


def main() -> None:
    """Show the game, count with both engines, and play it through."""
    variant = Variant.from_file(FILE)
    board = Board(variant)
    print(f"{variant.name}: {variant.players} players, {variant.rings} x {variant.files}")
    print(board.unicode(), "\n")

    reference = Board(variant, engine="reference")
    for depth in (1, 2, 3):
        print(f"perft {depth}: {perft(board, depth)} = {perft(reference, depth)}")

    rng = random.Random(1)
    while not board.is_game_over():
        mover = variant.army(board.turn).name
        move = rng.choice(list(board.legal_moves))
        san = board.san(move)
        board.push(move)
        for event in board.events:
            print(f"{mover} {san}: {variant.army(event.army).name} {event.kind}")
    print(f"\nResult {board.result()} after {len(board.move_stack)} moves:\n{board.unicode()}")


if __name__ == "__main__":
    main()

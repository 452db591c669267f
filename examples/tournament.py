"""A tournament of six players who move at random, on Bhati's board.

    python examples/tournament.py --games 6 --seed 1

Every game all six play, each for himself; from game to game they move on by one seat. The last
one left on the board gets a point, a draw is shared by those who are still there.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from fractions import Fraction

from circularchess import Board, Game

PLAYERS = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


def play(seats: Sequence[str], rng: random.Random) -> Game:
    """One game to its end. Those about to be mated have not even seen it coming."""
    board = Board("bhati-6")
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    players = dict(zip(board.armies, seats, strict=True))
    return Game.from_board(board, players=players, headers={"Event": "Random six"})


def points(game: Game) -> dict[str, Fraction]:
    """What each player who gets something gets."""
    winners = game.winners or game.end().position.in_play
    return {game.players[army]: Fraction(1, len(winners)) for army in winners}


def tournament(games: int, seed: int) -> tuple[dict[str, Fraction], list[Game]]:
    """The points of every player, and the games."""
    rng = random.Random(seed)
    table = dict.fromkeys(PLAYERS, Fraction(0))
    played = []
    for number in range(games):
        shift = number % len(PLAYERS)
        game = play([*PLAYERS[shift:], *PLAYERS[:shift]], rng)
        for name, share in points(game).items():
            table[name] += share
        played.append(game)
    return table, played


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description="A tournament of six random players.")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    table, games = tournament(options.games, options.seed)
    for number, game in enumerate(games, 1):
        print(f"Game {number}: {game.result}, {sum(1 for _ in game.mainline_moves())} moves")
    print()
    for name, score in sorted(table.items(), key=lambda row: -row[1]):
        print(f"{name:<5} {float(score):.2f}")


if __name__ == "__main__":
    main()

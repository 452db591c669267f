"""Random games in Rust, against the loop that people write with python-chess."""

from __future__ import annotations

from random import Random

import chess

from circularchess import Board, playouts
from racing import Race

MAX_PLIES, GAMES, PEERS_GAMES = 200, 200, 4


def peers_playouts(games: int, seed: int) -> int:
    """The plies of random games; those by python-chess end as ours do."""
    random, plies = Random(seed), 0
    for _ in range(games):
        board = chess.Board()
        while len(board.move_stack) < MAX_PLIES and board.outcome() is None:
            board.push(random.choice(list(board.legal_moves)))
        plies += len(board.move_stack)
    return plies


def test_playouts(race: Race) -> None:
    board = Board("orthodox")
    games = playouts(board, GAMES, seed=1, max_plies=MAX_PLIES)
    assert sum(games.counts.values()) == GAMES
    # The games are of the same kind: as long, give or take, and with as many moves to choose from.
    per_game = games.moves / GAMES
    peers_per_game = peers_playouts(40, 1) / 40
    assert abs(per_game - peers_per_game) < 0.15 * per_game
    race(
        f"a random game of at most {MAX_PLIES} plies",
        lambda: playouts(board, GAMES, seed=2, max_plies=MAX_PLIES),
        lambda: peers_playouts(PEERS_GAMES, 2),
        units=(GAMES, PEERS_GAMES),
        aim="at most 0.033",
    )

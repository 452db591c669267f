"""Positions and games of orthodox chess, on a board of this package and on python-chess's."""

from __future__ import annotations

from random import Random
from typing import Final

import chess

from circularchess import Board, Move

#: Kiwipete is Peter McKenzie's test position; the others are from well-known games.
POSITIONS: Final = {
    "start": chess.STARTING_FEN,
    "Kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "middle game": "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
}


def pair(fen: str) -> tuple[Board, chess.Board]:
    """The position on both boards."""
    return Board("orthodox", fen), chess.Board(fen)


def own_move(move: chess.Move) -> Move:
    """python-chess's move as one of ours."""
    return Move.from_uci(move.uci())


def peers_move(move: Move) -> chess.Move:
    """Our move as one of python-chess's."""
    return chess.Move.from_uci(move.uci())


def random_game(plies: int, seed: int) -> list[chess.Move]:
    """Random moves from the start position, as many as asked for, the game not over."""
    random = Random(seed)
    while True:
        board = chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
        if len(board.move_stack) == plies:
            return list(board.move_stack)

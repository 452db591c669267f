"""`circularchess moves`."""

from __future__ import annotations

import json
from typing import Any

import click

from .options import game_options, make_board
from .report import describe

__all__ = ["moves"]


@click.command()
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def moves(as_json: bool, **game: Any) -> None:
    """List the legal moves of VARIANT, a line a move.

    A move that leaves the mover's king to be taken is marked "unsafe". With --json an object with
    the keys variant, options, fen, turn, moves (a list of objects with uci and safe) and outcome
    (null while the game goes on, else termination and winners).
    """
    board = make_board(**game)
    safe = set(board.safe_moves)
    if not as_json:
        for move in board.legal_moves:
            click.echo(f"{move.uci()}" if move in safe else f"{move.uci()} unsafe")
        return
    outcome = board.outcome()
    report = {
        **describe(board),
        "turn": board.turn,
        "moves": [{"uci": move.uci(), "safe": move in safe} for move in board.legal_moves],
        "outcome": outcome
        and {"termination": outcome.termination.value, "winners": list(outcome.winners)},
    }
    click.echo(json.dumps(report))

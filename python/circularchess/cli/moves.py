"""`circularchess moves`."""

from __future__ import annotations

import json
from typing import Any

import click

from ..records.json_format import legal_moves_list
from .options import game_options, make_board
from .report import describe

__all__ = ["moves"]


@click.command()
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def moves(as_json: bool, **game: Any) -> None:
    """List the legal moves of VARIANT, a line a move: from- and to-square, and the short form.

    A move that leaves the mover's king to be taken is marked "unsafe". With --json an object with
    the keys variant, options, fen, turn, moves (a list of objects with uci, san, safe, mover,
    captured, path and all else that the board's JSON tells of legal moves) and outcome (null while
    the game goes on, else termination and winners).
    """
    board = make_board(**game)
    told = legal_moves_list(board)
    if not as_json:
        for move in told:
            click.echo(f"{move['uci']} {move['san']}" + ("" if move["safe"] else " unsafe"))
        return
    outcome = board.outcome()
    report = {
        **describe(board),
        "turn": board.turn,
        "moves": told,
        "outcome": outcome
        and {"termination": outcome.termination.value, "winners": list(outcome.winners)},
    }
    click.echo(json.dumps(report))

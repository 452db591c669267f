"""`circularchess moves`."""

from __future__ import annotations

import json
from typing import Any

import click

from ..records.json_format import legal_moves_list
from .options import game_options, make_board, notation_option
from .report import describe

__all__ = ["moves"]


@click.command()
@game_options
@notation_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def moves(as_json: bool, notation: str | None, **game: Any) -> None:
    """List the legal moves of VARIANT, a line a move: from- and to-square, and the short form.

    A move that leaves the mover's king to be taken is marked "unsafe". With --json an object with
    the keys variant, options, fen, turn, moves (a list of objects with uci, san, safe, mover,
    captured, path and all else that the board's JSON tells of legal moves) and outcome (null while
    the game goes on, else termination and winners). With --notation moves are written as that
    program writes them, in JSON under the key text.
    """
    from ..notation.schemes import scheme

    board = make_board(**game, notation=notation)
    told = legal_moves_list(board)
    if notation is not None:
        words = scheme(notation, board.variant)
        for move, entry in zip(board.legal_moves, told, strict=True):
            entry["text"] = words.san(board.position, move)
    if not as_json:
        for entry in told:
            text = entry.get("text") or f"{entry['uci']} {entry['san']}"
            click.echo(text + ("" if entry["safe"] else " unsafe"))
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

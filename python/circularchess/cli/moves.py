"""`circularchess moves`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from .options import game_options, make_board, notation_option
from .report import describe

if TYPE_CHECKING:
    from ..values.move import Move

__all__ = ["moves"]


@click.command()
@game_options
@notation_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def moves(as_json: bool, notation: str | None, **game: Any) -> None:
    """List the legal moves of VARIANT, a line a move.

    A move that leaves the mover's king to be taken is marked "unsafe". With --json an object with
    the keys variant, options, fen, turn, moves (a list of objects with uci and safe) and outcome
    (null while the game goes on, else termination and winners). With --notation moves are written
    as that program writes them, in JSON under the key text.
    """
    from ..notation.schemes import scheme

    board = make_board(**game, notation=notation)
    words = None if notation is None else scheme(notation, board.variant)

    def text(move: Move) -> str:
        return move.uci() if words is None else words.san(board.position, move)

    safe = set(board.safe_moves)
    if not as_json:
        for move in board.legal_moves:
            click.echo(text(move) if move in safe else f"{text(move)} unsafe")
        return
    outcome = board.outcome()
    report = {
        **describe(board),
        "turn": board.turn,
        "moves": [
            {"uci": move.uci(), "safe": move in safe} | ({"text": text(move)} if words else {})
            for move in board.legal_moves
        ],
        "outcome": outcome
        and {"termination": outcome.termination.value, "winners": list(outcome.winners)},
    }
    click.echo(json.dumps(report))

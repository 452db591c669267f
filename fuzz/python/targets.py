"""The fuzz targets: each takes any bytes and raises only when something is wrong."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

from choices import VARIANTS, Choices
from circularchess import (
    AmbiguousMoveError,
    Board,
    CircularChessError,
    Game,
    IllegalMoveError,
    InvalidFenError,
    InvalidJsonError,
    InvalidMoveError,
    InvalidPositionError,
    Move,
    PgnError,
)
from circularchess.engine import make_position
from circularchess.fen import parse_fen, write_fen
from circularchess.pgn import read_games
from test_agreement import compare

#: Errors are one readable line, however long the input.
_LONGEST: Final = 600


def one_line(error: CircularChessError) -> None:
    """The manners of every error."""
    text = str(error)
    assert text, error
    assert "\n" not in text and len(text) <= _LONGEST, repr(text)
    text.encode()  # no lone surrogates


def fen(data: bytes) -> None:
    """Position texts: read, write, read."""
    choices = Choices(data)
    variant = choices.pick(VARIANTS)
    text = choices.text()
    try:
        setup = parse_fen(text, variant)
    except InvalidFenError as error:
        one_line(error)
        return
    written = write_fen(setup, variant)
    assert parse_fen(written, variant) == setup
    assert write_fen(parse_fen(written, variant), variant) == written
    try:
        board = Board(variant, text)
    except InvalidPositionError as error:
        one_line(error)
        assert error.problems
        return
    # Judging may have changed it (a pass, an elimination), but not any more.
    assert Board(variant, board.fen()) == board or board.is_game_over()
    assert len(board.legal_moves) == len(list(board.legal_moves))
    board.outcome(claim_draw=True)
    assert Board.from_json(board.to_json()) == board


def uci(data: bytes) -> None:
    """Move texts: read, write, read; and in a position."""
    choices = Choices(data)
    board = choices.board(8)
    text = choices.text()
    try:
        move = Move.from_uci(text)
    except InvalidMoveError as error:
        one_line(error)
        return
    assert move.uci() == text and Move.from_uci(move.uci()) == move
    try:
        assert board.parse_uci(text) == move
    except IllegalMoveError as error:
        one_line(error)
        assert move not in board.legal_moves
    else:
        assert move in board.legal_moves
        board.push(move)
        assert board.pop() == move


def san(data: bytes) -> None:
    """Short and long move texts in a position: read, write, read."""
    choices = Choices(data)
    board = choices.board()
    legal = list(board.legal_moves)
    if legal:
        move = choices.pick(legal)
        assert board.parse_san(board.san(move)) == move
        assert board.parse_san(board.lan(move)) == move
    text = choices.text()
    try:
        move = board.parse_san(text)
    except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError) as error:
        one_line(error)
        return
    assert move in legal
    assert board.parse_san(board.san(move)) == move


def pgn(data: bytes) -> None:
    """Game records: whatever is read is written so that it reads the same."""
    for game in read_games(io.BytesIO(data)):
        for fault in game.faults:
            text = str(fault)
            assert text and "\n" not in text and len(text) <= _LONGEST, repr(text)
        _same_again(game)
    try:
        Game.from_pgn(data.decode(errors="surrogateescape"))
    except PgnError as error:
        one_line(error)


def _same_again(game: Game) -> None:
    written = game.to_pgn()
    again = Game.from_pgn(written)
    assert again == game, written
    assert again.to_pgn() == written
    assert Game.from_json(game.to_json()) == game


def json(data: bytes) -> None:
    """Boards and games as JSON: read, write, read."""
    try:
        board = Board.from_json(data)
    except CircularChessError as error:
        one_line(error)
    else:
        assert Board.from_json(board.to_json()) == board
        board.to_json(legal_moves=True)
    try:
        game = Game.from_json(data)
    except CircularChessError as error:
        assert isinstance(error, InvalidJsonError), repr(error)
        one_line(error)
    else:
        _same_again(game)


def engines(data: bytes) -> None:
    """Damaged positions: both engines refuse them, or play on from them alike."""
    choices = Choices(data)
    board = choices.board(24)
    variant = board.variant
    setup = board.setup()
    choices.damage(setup, variant)
    positions = []
    for engine in ("rust", "reference"):
        try:
            positions.append(make_position(variant, setup, engine))
        except InvalidPositionError as error:
            one_line(error)
    if len(positions) < 2:
        assert not positions, f"refused by one engine only: {setup}"
        return
    rust, reference = positions
    for _ in range(1 + choices.below(12)):
        compare(rust, reference)
        legal = rust.legal_moves()
        if not legal:
            break
        if choices.byte() == 255:
            army = choices.pick(rust.in_play)
            rust, reference = rust.resign(army), reference.resign(army)
            continue
        move = choices.pick(legal)
        after, twin = rust.play(move), reference.play(move)
        assert after is not None and twin is not None
        rust, reference = after, twin


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    target.__name__: target for target in (fen, uci, san, pgn, json, engines)
}

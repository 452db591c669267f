"""What release 0.1 wrote, read by this one: records, JSON and pickles.

All of it is read as it is, but for two things. The squares of `orthodox` and `cylinder` had other
names: the letter was the ring and the number the file, so that `e4` was `d5`. And pickles name
modules that are gone. Here is what reads both; nothing is guessed: a text that does not fit is
refused, with its place. `circularchess convert --from 0.1` does the same to files.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from .board import Board
from .errors import CircularChessError, InvalidGameError, shorten
from .game import Game
from .records.first_release import RENAMED, find_old, old_variant, today
from .records.json_format import Place, load
from .records.pgn import Reader
from .values.action import AGREED, Departure, links, push_action
from .values.move import Move
from .values.piece import Piece, PieceType
from .values.setup import Setup
from .values.square import Square
from .variant import Variant, variants

if TYPE_CHECKING:
    from .game_node import GameNode
    from .records.pgn import Source
    from .values.action import Done

__all__ = ["board_from_json", "game_from_json", "loads", "read_games"]


def read_games(
    source: Source, *, variant: str | Variant = "circular", variants: Iterable[Variant] = ()
) -> Iterator[Game]:
    """The games of a record that release 0.1 wrote; all else as for `circularchess.pgn.read_games`.

    >>> text = '[Variant "orthodox"]\\n\\n1. d5 e5 *'
    >>> [node.san() for node in next(read_games([text])).mainline()]
    ['e4', 'e5']
    """
    if not isinstance(variant, Variant):
        variant = find_old(variant, ())
    reader = Reader(Game, variant, tuple(variants), "rust", None, find=find_old)
    for game in reader.games(source):
        yield _game_of_today(game)


def game_from_json(source: str | bytes | Mapping[str, Any]) -> Game:
    """The game of a JSON text that release 0.1 wrote; as `circularchess.Game.from_json`.

    >>> moves = [{"action": "b5d5"}, {"action": "g5e5"}]
    >>> game_from_json({"variant": "orthodox", "moves": moves}).end().san()
    'e5'
    """
    return _game_of_today(Game.from_json(_document(source, "game")))


def board_from_json(source: str | bytes | Mapping[str, Any]) -> Board:
    """The board of a JSON text that release 0.1 wrote; as `circularchess.Board.from_json`.

    >>> old = {"variant": "cylinder", "pieces": {"a5": "wK", "c1": "wQ", "h5": "bK"}, "turn": "w"}
    >>> board_from_json(old).fen()
    '4k3/8/8/8/8/Q7/8/4K3 w - - 0 1'
    """
    return _board_of_today(Board.from_json(_document(source, "board"), validate=False))


def loads(data: bytes) -> Board | Game:
    """The `Board` or `Game` in a pickle that release 0.1 wrote.

    Only what such a pickle holds is read: no other pickle can do anything here. Raises
    `InvalidGameError` for one that is not of a board or a game of release 0.1.
    """
    if not isinstance(data, bytes | bytearray):
        raise TypeError(f"the bytes of a pickle are needed, not {shorten(data)}")
    try:
        found = _Unpickler(io.BytesIO(data)).load()
    except CircularChessError:
        raise
    except Exception as error:
        _refuse(str(error) or type(error).__name__)
    if not isinstance(found, Board | Game):
        _refuse(f"it is of {shorten(found)}")
    return found


def _refuse(why: str) -> NoReturn:
    raise InvalidGameError(f"no pickle of a board or game of release 0.1: {shorten(why)}")


def _document(source: str | bytes | Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """A document whose squares are named as its variant file says."""
    value: Any = source if isinstance(source, Mapping) else load(source, kind).value
    Place(value, kind).entries()  # refuses what is no object
    document: Mapping[str, Any] = value
    name = document.get("variant")
    if name in RENAMED and "variant_file" not in document:
        old = old_variant(name)
        return {**document, "variant_file": old.toml}
    return document


# --- Of today ----------------------------------------------------------------------------------


def _game_of_today(game: Game) -> Game:
    variant = today(game.variant)
    if variant is game.variant:
        return game
    renamed = _Renamed(variant)
    start = None if game.start is None else renamed.setup(game.start)
    twin = Game(variant, start=start, engine=game.engine)
    twin.players = game.players
    twin.headers = game.headers
    twin.comment, twin.nags, twin.faults = game.comment, game.nags, game.faults
    pairs: list[tuple[GameNode, GameNode]] = [(game, twin)]
    while pairs:
        old, new = pairs.pop()
        for child in old.variations:
            assert child.action is not None
            added = new.add(
                renamed.action(child.action),
                comment=child.comment,
                starting_comment=child.starting_comment,
                nags=child.nags,
            )
            pairs.append((child, added))
    twin.result = game.result
    return twin


def _board_of_today(board: Board) -> Board:
    variant = today(board.variant)
    if variant is board.variant:
        return board
    renamed = _Renamed(variant)
    actions = [done for done, _, _ in links(board._history)][::-1]
    setup = renamed.setup(board.root().setup())
    twin = Board.from_setup(setup, variant, engine=board.engine, validate=False)
    _do(twin, map(renamed.action, actions))
    return twin


def _do(board: Board, actions: Iterable[Done]) -> None:
    for action in actions:
        if isinstance(action, str):
            board.agree_draw()
        else:
            push_action(board, action)


class _Renamed:
    """Squares of the first release by today's names."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant

    def square(self, old: str) -> Square:
        ring, file = ord(old[0]) - ord("a") + 1, old[1:]
        return self._variant.square(f"{'abcdefgh'[int(file) - 1]}{ring}")

    def action(self, action: Any) -> Any:
        if not isinstance(action, Move):
            return action
        return Move(
            self.square(action.from_square), self.square(action.to_square), action.promotion
        )

    def setup(self, setup: Setup) -> Setup:
        found = setup.copy()
        found.pieces = {self.square(square): piece for square, piece in setup.pieces.items()}
        found.en_passant = tuple(map(self.square, setup.en_passant))
        return found


# --- Pickles -----------------------------------------------------------------------------------


class _OldSetup:
    """What stands for a `Setup` while a pickle is read: the fields it had."""

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.fields = dict(state)


def _restore(toml: str, options: Mapping[str, str]) -> Variant:
    for variant in variants():
        # The rules of the other variants are as they were.
        if variant.id not in RENAMED and variant.digest == Variant.from_toml(toml).digest:
            return variant.with_options(options)
    return Variant.from_toml(toml).with_options(options)


def _replay(variant: Variant, engine: Any, setup: _OldSetup, actions: list[Any]) -> Board:
    start = Setup(**setup.fields)
    board = Board.from_setup(start, variant, engine=engine, validate=bool(actions))
    _do(board, map(_action, actions))
    return _board_of_today(board)


def _action(old: Any) -> Any:
    if isinstance(old, Move):
        return old
    reason, army = old
    return AGREED if reason == "agree" else Departure(army, reason)


def _unpickle(text: str, engine: Any) -> Game:
    if engine not in ("rust", "reference"):
        _refuse(f"no engine {shorten(engine)}")
    return game_from_json(text)


#: Everything a pickle of a board or game names.
_NAMED: Final[dict[tuple[str, str], Callable[..., Any]]] = {
    ("circularchess.board", "_replay"): _replay,
    ("circularchess.game", "_unpickle"): _unpickle,
    ("circularchess.variant", "_restore"): _restore,
    ("circularchess.setup", "Setup"): _OldSetup,
    ("circularchess.square", "Square"): Square,
    ("circularchess.piece", "Piece"): Piece,
    ("circularchess.piece", "PieceType"): PieceType,
    ("circularchess.move", "Move"): Move,
    ("builtins", "frozenset"): frozenset,
}


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        found = _NAMED.get((module, name))
        if found is None:
            _refuse(f"it names {module}.{name}")
        return found

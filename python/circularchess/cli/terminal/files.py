"""Saving the game at the keyboard, and going on with a saved one."""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING

from ...errors import CircularChessError, shorten
from ...game import Game
from ..game_files import format_of, load_game, write_all
from ..output import write_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...board import Board
    from ...game_node import GameNode

__all__ = ["GameFile"]


class GameFile:
    """What is known of the files of a session: the game it was loaded from, and where it went."""

    def __init__(self) -> None:
        # The record the game was loaded from, with its tags, comments and variations.
        self._loaded: Game | None = None
        # Files that are this session's own, so that it may replace them.
        self._own: set[str] = set()

    def save(
        self, path: str, board: Board, players: Mapping[str, str], *, replace: bool = False
    ) -> None:
        """Write the game, as a game record unless the name ends with `.json`.

        Raises `ValueError` (one line) if that fails. A file that exists is replaced only on
        `replace`, or if it was written or loaded before.
        """
        target = os.path.expanduser(path)
        if not replace and os.path.exists(target) and self._name(target) not in self._own:
            raise CircularChessError(f"{shorten(path)} exists; save! replaces it")
        game = self.record(board, players)
        write_file(target, write_all([game], format_of(path) or "pgn"))
        self._own.add(self._name(target))

    def record(self, board: Board, players: Mapping[str, str]) -> Game:
        """The game as a record: the loaded one carried on, if it was loaded."""
        if self._loaded is None:
            headers = {"Date": date.today().strftime("%Y.%m.%d")}
            return Game.from_board(board, players=players, headers=headers)
        game = self._loaded
        node: GameNode = game
        actions = list(board.actions)
        while actions and (follower := node.next()) is not None and follower.action == actions[0]:
            node = follower
            actions.pop(0)
        taken_back = node.next()
        if taken_back is not None:
            taken_back.remove()
        changed = taken_back is not None or bool(actions)
        for action in actions:
            node = node.add(action)
        if changed or board.is_game_over():
            game.result = board.result()
        return game

    def load(self, path: str, number: int, board: Board) -> Board:
        """A board with the game of a file, its `number`th from 1, on the engine of `board`.

        The game may be of another variant. Raises `ValueError` (one line) if that fails.
        """
        source = os.path.expanduser(path)
        game = load_game(source, number, known=board.variant, engine=board.engine)
        self._loaded = game
        self._own.add(self._name(source))
        loaded = game.end().board()
        if game.result == "1/2-1/2" and not loaded.is_game_over():
            loaded.agree_draw()
        return loaded

    @staticmethod
    def _name(path: str) -> str:
        """The one name of a file that may have several."""
        return os.path.realpath(path)

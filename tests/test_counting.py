"""The perft harness: depths, progress, and the walk down to a difference."""

from __future__ import annotations

from typing import Any, cast

import pytest

from circularchess import Board, InvalidDepthError, Move, divide, perft
from circularchess.analysis.perft import MAX_DEPTH, find_difference
from circularchess.engine import EngineName, Position
from circularchess.errors import shorten


def test_depth_nought_is_one(engine: EngineName) -> None:
    assert perft(Board(engine=engine), 0) == 1


@pytest.mark.parametrize(
    "depth", [-1, MAX_DEPTH + 1, 10**6, 10**5000, 1.0, "3", None, True], ids=shorten
)
def test_depths_refused(depth: int, engine: EngineName) -> None:
    for count in (perft, divide):
        with pytest.raises(InvalidDepthError, match="whole number from") as caught:
            count(Board(engine=engine), depth)
        assert len(str(caught.value)) < 200
    with pytest.raises(InvalidDepthError):
        divide(Board(engine=engine), 0)


def test_a_finished_game_has_no_sequences(engine: EngineName) -> None:
    # Fool's mate: nothing goes on.
    board = Board("orthodox", engine=engine)
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        board.push_uci(text)
    assert perft(board, MAX_DEPTH) == 0
    assert divide(board, 1) == {}


@pytest.mark.parametrize("variant", ["circular", "bhati-3"])
def test_progress(variant: str, engine: EngineName) -> None:
    board = Board(variant, engine=engine)
    for count in (perft, divide):
        told: list[tuple[float, int]] = []
        result = count(board, 3, progress=lambda done, nodes, told=told: told.append((done, nodes)))  # type: ignore[misc]
        total = result if isinstance(result, int) else sum(result.values())
        assert total == perft(board, 3)
        assert told == sorted(told)
        assert len(told) >= 12
        assert told[-1][0] == pytest.approx(1)
        assert told[-1][1] == total


class Flawed:
    """A position of the reference whose engine never sees one move of one piece."""

    def __init__(self, position: Position, blind: Move) -> None:
        self._position = position
        self._blind = blind

    def legal_moves(self) -> list[Move]:
        return [move for move in self._position.legal_moves() if move != self._blind]

    def play(self, move: Move) -> Flawed | None:
        after = self._position.play(move)
        return None if after is None else Flawed(after, self._blind)

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(cast(Flawed, self.play(move)).perft(depth - 1) for move in self.legal_moves())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._position, name)


def test_the_difference_is_found() -> None:
    board = Board("circular", engine="reference")
    # The knight can go from b3 to c5 only after it came to b3.
    flawed = cast(Position, Flawed(board.position, Move("b3", "c5")))
    sound = board.position
    assert find_difference(flawed, sound, 2, board.variant) is None
    found = find_difference(flawed, sound, 3, board.variant)
    assert found is not None
    assert [move.uci() for move in found.path] == ["c1b3", "a7a6"]
    assert found.only_first == ()
    assert found.only_second == (Move("b3", "c5"),)
    reached = board.copy()
    for move in found.path:
        reached.push(move)
    assert found.fen == reached.fen()
    turned = find_difference(sound, flawed, 3, board.variant)
    assert turned is not None
    assert (turned.only_first, turned.only_second) == (found.only_second, ())


def test_no_difference_between_the_engines() -> None:
    for name in ("circular-strict", "bhati-4"):
        one, other = Board(name), Board(name, engine="reference")
        assert find_difference(one.position, other.position, 3, one.variant) is None

"""Perft by the peers that come as Python packages, timed in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

__all__ = ["PythonCase", "time_python_peers"]

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE: Final = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: Name, position, depth, nodes as published, positions generated: the nodes of all depths but one.
CASES: Final = (("start 3", START, 3, 8_902, 421), ("kiwipete 2", KIWIPETE, 2, 2_039, 49))


@dataclass
class PythonCase:
    """A count and the seconds it took, median and least; or why it was not made."""

    name: str
    generated: int = 0
    nodes: int = 0
    median: float = 0
    least: float = 0
    missing: str = ""


def time_python_peers(rounds: int) -> list[PythonCase]:
    """Count with each peer there is, round after round."""
    cases: list[PythonCase] = []
    runners: list[tuple[PythonCase, Callable[[], int]]] = []
    for peer, make in (("python-chess", _python_chess), ("pyffish", _pyffish)):
        try:
            perft = make()
        except ImportError as error:
            cases.append(PythonCase(peer, missing=f"not to be had here: {error}"))
            continue
        for name, fen, depth, nodes, generated in CASES:
            case = PythonCase(f"{peer} {name}", generated, nodes)
            assert perft(fen, depth) == nodes, case.name
            cases.append(case)
            runners.append((case, lambda perft=perft, fen=fen, depth=depth: perft(fen, depth)))  # type: ignore[misc]
    times: dict[str, list[float]] = {case.name: [] for case, _ in runners}
    for _ in range(rounds):
        for case, run in runners:
            begin = perf_counter()
            run()
            times[case.name].append(perf_counter() - begin)
    for case, _ in runners:
        case.median, case.least = median(times[case.name]), min(times[case.name])
    return cases


def _python_chess() -> Callable[[str, int], int]:
    import chess

    def count(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(board, depth - 1)
            board.pop()
        return nodes

    return lambda fen, depth: count(chess.Board(fen), depth)


def _pyffish() -> Callable[[str, int], int]:
    # It has no boards that stay: each call plays the moves anew from a position's text.
    import pyffish

    def count(fen: str, moves: list[str], depth: int) -> int:
        legal = pyffish.legal_moves("chess", fen, moves)
        if depth == 1:
            return len(legal)
        return sum(count(fen, [*moves, move], depth - 1) for move in legal)

    return lambda fen, depth: count(fen, [], depth)

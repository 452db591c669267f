"""The players of the machine: the package's own engine, others that speak UCI, and simple ones.

>>> from circularchess.players import Engine, Limit
>>> board = Board("circular")
>>> with Engine("circular") as engine:
...     board.push(engine.play(board, Limit(nodes=2000)).move)
>>> board.turn
'b'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..values.score import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl
from .analysis_result import AnalysisComplete, AnalysisResult
from .annotating import annotate
from .engine import Engine
from .limit import Limit
from .results import (
    INFO_ALL,
    INFO_BASIC,
    INFO_NONE,
    INFO_PV,
    INFO_SCORE,
    BestMove,
    Info,
    InfoDict,
    PlayResult,
)

if TYPE_CHECKING:
    from .asynchronous import AsyncAnalysisResult, AsyncEngine

__all__ = [
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_NONE",
    "INFO_PV",
    "INFO_SCORE",
    "AnalysisComplete",
    "AnalysisResult",
    "AsyncAnalysisResult",
    "AsyncEngine",
    "BestMove",
    "Cp",
    "Engine",
    "Info",
    "InfoDict",
    "Limit",
    "Mate",
    "MateGiven",
    "PlayResult",
    "PovScore",
    "PovWdl",
    "Score",
    "Wdl",
    "annotate",
]


def __getattr__(name: str) -> Any:
    # `asyncio` takes long to import: only for those who ask.
    if name not in ("AsyncAnalysisResult", "AsyncEngine"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import asynchronous

    return getattr(asynchronous, name)

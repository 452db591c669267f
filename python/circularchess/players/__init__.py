"""The players of the machine: the package's own engine, others that speak UCI, and simple ones.

>>> from circularchess.players import Engine, Limit
>>> board = Board("circular")
>>> with Engine("circular") as engine:
...     board.push(engine.play(board, Limit(nodes=2000)).move)
>>> board.turn
'b'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ..values.score import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl
    from .analysis_result import AnalysisComplete, AnalysisResult
    from .annotating import annotate
    from .asynchronous import AsyncAnalysisResult, AsyncEngine
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

# Where each name lives. They are fetched on first use: `asyncio` takes long to import.
_HOMES: Final = {
    ".analysis_result": ("AnalysisComplete", "AnalysisResult"),
    ".annotating": ("annotate",),
    ".asynchronous": ("AsyncAnalysisResult", "AsyncEngine"),
    ".engine": ("Engine",),
    ".limit": ("Limit",),
    ".results": (
        *(name for name in __all__ if name.startswith("INFO_")),
        *("BestMove", "Info", "InfoDict", "PlayResult"),
    ),
    "..values.score": ("Cp", "Mate", "MateGiven", "PovScore", "PovWdl", "Score", "Wdl"),
}
_HOME: Final = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    import importlib

    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""What engines answer: information about a search, and the move they choose.

Names and meanings are those of `chess.engine`.
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Any, Final, TypedDict

from ..values.score import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..board import Board
    from ..engine import Position
    from ..values.move import Move
    from ..variant import Variant

__all__ = [
    "INFO_ALL",
    "INFO_BASIC",
    "INFO_NONE",
    "INFO_PV",
    "INFO_SCORE",
    "BestMove",
    "Info",
    "InfoDict",
    "PlayResult",
    "ended_info",
    "pov_score",
    "pov_wdl",
    "selected",
]


class Info(IntFlag):
    """Which parts of the information about a search to keep.

    >>> Info.SCORE | Info.PV in Info.ALL
    True
    """

    NONE = 0
    #: Depths, counts and times.
    BASIC = 1
    #: `score` and `wdl`.
    SCORE = 2
    #: `pv`.
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE: Final = Info.NONE
INFO_BASIC: Final = Info.BASIC
INFO_SCORE: Final = Info.SCORE
INFO_PV: Final = Info.PV
INFO_ALL: Final = Info.ALL


class InfoDict(TypedDict, total=False):
    """Information about a search. Every key may be missing.

    >>> from circularchess.players import Engine, Limit
    >>> with Engine("circular") as engine:
    ...     info = engine.analyse(Board("circular"), Limit(nodes=1000))
    >>> info["score"].relative.is_mate(), info["pv"][0] in Board("circular").legal_moves
    (False, True)
    """

    #: The score, and whose view it is.
    score: PovScore
    #: The moves both sides are expected to make.
    pv: list[Move]
    #: Plies looked ahead on every line, and on the longest one.
    depth: int
    seldepth: int
    #: Seconds since the search began.
    time: float
    #: Positions looked at, and how many a second.
    nodes: int
    nps: int
    #: Positions found in endgame tables.
    tbhits: int
    #: Which line it is, from 1 for the best one.
    multipv: int
    #: How full the table is, per mille.
    hashfull: int
    #: The move being looked at, and its place among all, from 1.
    currmove: Move
    currmovenumber: int
    #: How busy the processor is, per mille.
    cpuload: int
    #: Moves by the moves that refute them.
    refutation: dict[Move, list[Move]]
    #: What each processor looks at.
    currline: dict[int, list[Move]]
    #: Effective branching factor.
    ebf: float
    #: Won, drawn and lost games out of a thousand.
    wdl: PovWdl
    #: The score is no more than a bound.
    lowerbound: bool
    upperbound: bool
    #: What else the engine says.
    string: str


class PlayResult:
    """What an engine plays: `move`, None if the game is over.

    `ponder` is the answer it expects, `info` what it knows of the search, as far as was asked for.
    `draw_offered` and `resigned` are always False for engines that speak UCI, which have no word
    for either.

    >>> PlayResult(Move.from_uci("b2b3"), None)
    PlayResult(move=Move.from_uci('b2b3'), ponder=None, info={}, draw_offered=False, resigned=False)
    """

    __slots__ = ("draw_offered", "info", "move", "ponder", "resigned")

    def __init__(
        self,
        move: Move | None,
        ponder: Move | None,
        info: InfoDict | None = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info: InfoDict = {} if info is None else info
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in _PLAY_PARTS)
        return f"PlayResult({parts})"


_PLAY_PARTS: Final = ("move", "ponder", "info", "draw_offered", "resigned")


class BestMove:
    """How an analysis ended: the best `move` and the answer to `ponder` on.

    >>> BestMove(Move.from_uci("b2b3"), None)
    BestMove(move=Move.from_uci('b2b3'), ponder=None)
    """

    __slots__ = ("move", "ponder")

    def __init__(self, move: Move | None, ponder: Move | None) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"BestMove(move={self.move!r}, ponder={self.ponder!r})"


_PART_OF: Final = {
    "score": Info.SCORE,
    "wdl": Info.SCORE,
    "lowerbound": Info.SCORE,
    "upperbound": Info.SCORE,
    "pv": Info.PV,
    "refutation": Info.REFUTATION,
    "currline": Info.CURRLINE,
}


def selected(info: InfoDict, wanted: Info) -> InfoDict:
    """The parts of an information that are wanted."""
    kept: Any = {key: v for key, v in info.items() if _PART_OF.get(key, Info.BASIC) & wanted}
    found: InfoDict = kept
    return found


def allies_of(variant: Variant, army: str) -> tuple[str, ...]:
    """The other armies of an army's side."""
    return tuple(a for a in variant.sides[variant.army(army).side] if a != army)


def pov_score(kind: str, value: int, variant: Variant, turn: str) -> PovScore:
    """A score, of kind "cp" or "mate", as the side of the army to move sees it."""
    score: Score = Mate(value) if kind == "mate" else Cp(value)
    return PovScore(score, turn, allies_of(variant, turn))


def pov_wdl(shares: Iterable[int], variant: Variant, turn: str) -> PovWdl:
    """Shares of games won, drawn and lost, as the side of the army to move sees them."""
    return PovWdl(Wdl(*shares), turn, allies_of(variant, turn))


def core_info(raw: Mapping[str, Any], position: Position, variant: Variant) -> InfoDict:
    """What the compiled search tells, in the words of `InfoDict`."""
    turn = position.turn
    info: InfoDict = {
        "score": pov_score(raw["score"][0], raw["score"][1], variant, turn),
        "depth": raw["depth"],
        "seldepth": raw["seldepth"],
        "time": raw["time_ms"] / 1000,
        "nodes": raw["nodes"],
        "nps": raw["nps"],
        "hashfull": raw["hashfull"],
        "tbhits": raw["tbhits"],
        "multipv": raw["multipv"],
        "pv": list(raw["pv"]),
    }
    if raw.get("wdl") is not None:
        info["wdl"] = pov_wdl(raw["wdl"], variant, turn)
    if raw.get("bound") == "lower":
        info["lowerbound"] = True
    elif raw.get("bound") == "upper":
        info["upperbound"] = True
    return info


def ended_info(board: Board) -> InfoDict:
    """What there is to say of a game that the rules have ended.

    >>> board = Board("circular")
    >>> board.resign()
    >>> ended_info(board)["score"]
    PovScore(MateGiven, 'b')
    """
    outcome = board.outcome()
    variant, turn = board.variant, board.turn
    score: Score
    if outcome is None or not outcome.winners:
        score = Cp(0)
    elif turn in outcome.winners:
        score = MateGiven
    else:
        score = Mate(0)
    return {"depth": 0, "score": PovScore(score, turn, allies_of(variant, turn)), "multipv": 1}

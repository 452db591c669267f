"""The compiled engine: variants read and checked, positions and their moves.

Private to the package; `circularchess.Variant` and `circularchess.Board` are what to use.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, final

from .values.event import Event
from .values.move import Move
from .values.move_info import MoveInfo
from .values.piece import Piece
from .values.refusal import Refusal
from .values.setup import Setup
from .values.square import Square

__all__ = [
    "PLAYOUT_ENDS",
    "ParsedVariant",
    "Position",
    "Rules",
    "Search",
    "__version__",
    "_restore",
    "build_profile",
    "builtin_variants",
    "compiled_variants",
    "diagnose",
    "places_of",
]

__version__: Final[str]
#: "release" or "debug": a debug build is many times slower.
build_profile: Final[str]
#: Names of the ways a random game ends.
PLAYOUT_ENDS: Final[list[str]]

def builtin_variants() -> list[tuple[str, str]]:
    """Id and file text of each built-in variant."""

def diagnose(toml_text: str) -> list[tuple[str, int, int, str, str]]:
    """All that is wrong with a variant file, or suspicious in one that is right: severity
    ("error" or "warning"), line, column, key and text of each finding."""

def places_of(toml_text: str, keys: Iterable[Iterable[str]]) -> list[tuple[int, int]]:
    """Line and column of each of some keys of a variant file, each given by its parts."""

def compiled_variants() -> int:
    """How many variants this process has made ready for play."""

def _restore(
    toml_text: str,
    options: Iterable[tuple[str, str]],
    setup: Setup,
    end: str | None,
    events: Iterable[Event],
) -> Position:
    """Unpickles a position."""

@final
class ParsedVariant:
    """A variant file read and checked, with options laid over its own; nothing is compiled."""

    def __new__(
        cls, toml_text: str, options: Iterable[tuple[str, str]] | None = None
    ) -> ParsedVariant: ...
    def data(self) -> dict[str, Any]:
        """The variant as plain data, with the fields of `Variant`."""

@final
class Rules:
    """A variant made ready for play; `InvalidVariantError` if its start cannot be played."""

    def __new__(cls, variant: ParsedVariant) -> Rules: ...
    def position(self, setup: Setup) -> Position:
        """The described position; `InvalidPositionError` with all the reasons if unplayable."""

    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Rules: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Rules: ...

@final
class Position:
    """A playable position, as `circularchess.engine.Position` says."""

    @property
    def turn(self) -> str: ...
    @property
    def in_play(self) -> tuple[str, ...]: ...
    @property
    def halfmove(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def end(self) -> tuple[str, tuple[str, ...]] | None: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    def points(self) -> dict[str, Fraction] | None: ...
    def piece_at(self, square: str) -> Piece | None: ...
    def piece_map(self) -> dict[Square, Piece]: ...
    def castling(self) -> tuple[tuple[str, str], ...]: ...
    def en_passant(self) -> tuple[Square, ...]: ...
    def setup(self) -> Setup: ...
    def legal_moves(self) -> list[Move]: ...
    def safe_moves(self) -> list[Move]: ...
    def legal_count(self) -> int: ...
    def is_legal(self, move: Move) -> bool: ...
    def is_safe(self, move: Move) -> bool: ...
    def is_check(self, army: str) -> bool: ...
    def attackers(self, army: str, square: str) -> list[Square]: ...
    def pinned(self, army: str) -> list[Square]: ...
    def play(self, move: Move) -> Position | None: ...
    def describe(self, move: Move) -> MoveInfo | None: ...
    def refusal(self, move: Move) -> Refusal | None: ...
    def resign(self, army: str) -> Position: ...
    def key(self) -> int: ...
    def key_from_scratch(self) -> int:
        """The key worked out anew, for checking the one kept while playing."""

    def perft(
        self,
        depth: int,
        progress: Callable[[int], object] | None = None,
        *,
        threads: int | None = None,
        hash_mb: int | None = None,
    ) -> int:
        """Count without the interpreter lock; `progress` is told the nodes now and then.

        One thread and no table if they are None. Raises `InvalidDepthError` for a depth that is
        not from 0 to 100, `InvalidOptionError` for other numbers out of range, as
        `circularchess.perft` says.
        """

    def playouts(
        self,
        games: int,
        seed: int,
        max_plies: int,
        threads: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> tuple[bytes, bytes, bytes, int]:
        """Random games: the number of each one's ending among `PLAYOUT_ENDS`, its winners as
        bits in seat order, its plies as 32-bit numbers; and the sum of legal moves met."""

    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Position: ...

@final
class Search:
    """A playing engine for one variant, with its table of positions met.

    Numbers out of range raise `InvalidOptionError`, positions of another variant and moves that
    are not legal `ValueError`, a second search at the same time `RuntimeError`.
    """

    def __new__(
        cls, rules: Rules, threads: int | None = None, hash_mb: int | None = None
    ) -> Search: ...
    threads: int
    hash_mb: int
    @property
    def searching(self) -> bool:
        """Whether a search is going on, that `stop` would end."""

    def go(
        self,
        position: Position,
        *,
        history: Iterable[int] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        soft_ms: int | None = None,
        hard_ms: int | None = None,
        infinite: bool = False,
        ponder: bool = False,
        multipv: int | None = None,
        moves: Iterable[Move] | None = None,
        on_info: Callable[[dict[str, Any]], object] | None = None,
        skill: int | None = None,
        analysis: bool = False,
        contempt: int | None = None,
    ) -> dict[str, Any]:
        """Search without the interpreter lock: the best move, the answer expected, and the last
        that is to be told of each of the best lines, as "move", "ponder" and "infos".

        `history` are the keys of earlier positions since the last irreversible move, oldest
        first. With no limit it goes on until `stop`, an exception of `on_info` or Ctrl-C; the
        latter two are raised.
        """

    def stop(self) -> None:
        """End the search that is going on, from any thread: `go` returns the best so far."""

    def ponderhit(self, soft_ms: int | None = None, hard_ms: int | None = None) -> None:
        """The move pondered on was played: the search goes on under these limits."""

    def clear(self) -> None:
        """Forget all positions met."""

    def evaluate(self, position: Position) -> int:
        """Centipawns for the army to move, without any search."""

    def explain(self, position: Position) -> list[tuple[str, int, int]]:
        """The terms of the evaluation: name, own side, others."""

"""Reader of the `.perft` files in tests/data; their form is described there."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from circularchess import Board, Variant
from circularchess.engine import ENGINES, EngineName

DATA = Path(__file__).parent / "data"

#: Files whose variants only some engines know; all others are for both.
ENGINES_OF: dict[str, tuple[EngineName, ...]] = {"round": ENGINES}


@dataclass
class Case:
    """One position with its published counts by depth."""

    id: str
    variant: str
    options: dict[str, str] = field(default_factory=dict)
    fen: str | None = None
    moves: list[str] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)
    engines: tuple[EngineName, ...] = ENGINES

    def board(self, engine: EngineName) -> Board:
        """The position on a board, by its text if it has one, else the start position."""
        return Board(self.variant, self.fen, engine=engine, options=self.options)


def read_cases() -> list[Case]:
    """All positions of all files."""
    return [
        _read_case(block, ENGINES_OF.get(path.stem, ENGINES))
        for path in sorted(DATA.glob("*.perft"))
        for block in path.read_text(encoding="utf-8").split("\n\n")
        if any(line and not line.startswith("#") for line in block.splitlines())
    ]


def _read_case(block: str, engines: tuple[EngineName, ...]) -> Case:
    case = Case("", "", engines=engines)
    for line in block.splitlines():
        if not line or line.startswith("#"):
            continue
        key, _, value = line.partition(" ")
        match key:
            case "id" | "variant" | "fen":
                setattr(case, key, value)
            case "options":
                case.options = dict(item.split("=") for item in value.split())
            case "moves":
                case.moves = value.split()
            case "perft":
                depth, count = map(int, value.split())
                case.counts[depth] = count
            case "about":
                pass
            case _:
                raise ValueError(f"unknown key {key!r}")
    # Fails here, with the id at hand, rather than in some test.
    Variant.load(case.variant)
    assert case.counts, case.id
    return case

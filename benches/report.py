"""The table of `compare.py` as text, and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from compare import Row

__all__ = ["plot", "render"]

#: All times are shown in terms of a case's: of the first, for Kiwipete of the last. Instructions
#: are not counted at the first's depth.
UNIT: Final = "cozy-chess start 6"
UNIT_INSTRUCTIONS: Final = "cozy-chess start 5"
UNIT_KIWIPETE: Final = "cozy-chess kiwipete 4"

BOARDS: Final = {
    "circular": "4 x 16",
    "orthodox": "8 x 8",
    "cylinder": "8 x 8",
    "bhati-4-small": "4 x 40",
    "bhati": "4 x 60",
    "byzantine": "4 x 16",
    "jelliss": "4 x 16",
    "three-circular": "4 x 24",
    "four-circular": "4 x 32",
    "big-four": "8 x 16",
    "mattlage": "4 x 18",
    "three-man": "6 x 24",
}

HEAD: Final = """# Speed against others

`python benches/compare.py` wrote this page and `results.svg`. To repeat it:

```sh
pip install '.[bench]'        # python-chess, pyffish, pytest-benchmark, matplotlib
python benches/compare.py     # needs a Rust toolchain, and Valgrind for instructions
```

"Time per generated position" is the time of a perft whose last ply is counted, not made, divided
by the number of positions whose moves were generated (all inner nodes). One thread, no table of
positions; all cases in turn in one process, round after round. Times are medians, with the least
in brackets, since machines are noisy; instructions, counted by callgrind, are not. Ratios are to
cozy-chess on the start position in the same run, for Kiwipete to cozy-chess on Kiwipete. Every
count was compared with the published one where there is one. A name without a peer's is ours.
Python packages are taken as they install; pyffish has no boards that stay, so that every call sets
the game up anew from text.

![Time per generated position against cozy-chess](results.svg)
"""


def render(
    rows: Sequence[Row],
    builds: Sequence[str],
    versions: dict[str, str],
    python: Sequence[dict[str, Any]],
) -> str:
    """The page."""
    parts = [
        HEAD.rstrip("\n"),
        ", ".join(f"{name} {number}" for name, number in versions.items()) + ".",
    ]
    head = ["case", "board", "nodes"]
    for build in builds:
        head += [f"ns/position, {build}", "ratio", "Mnodes/s", "instructions/position", "ratio"]
        head += ["instructions/node"]
    lines = [head, ["---", "---", *["---:"] * (len(head) - 2)]]
    lines += [_line(row, rows, builds) for row in rows]
    parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))
    if python:
        parts.append(
            "## From Python\n\nAgainst python-chess doing the same on orthodox chess, in turn, in"
            " microseconds (`benches/python`).\n\n" + _python_table(python)
        )
    return "\n\n".join(parts) + "\n"


def _line(row: Row, rows: Sequence[Row], builds: Sequence[str]) -> list[str]:
    if row.missing:
        return [row.case, "", row.missing, *[""] * (6 * len(builds))]
    cells = [row.case, _board(row.case), f"{row.nodes:,}"]
    for build in builds:
        time = row.nanoseconds(build)
        if time is None:
            cells += [""] * 6
            continue
        median, least = row.seconds[build]
        cells += [f"{time[0]:,.1f} ({time[1]:,.1f})", _ratios(row, rows, build)]
        cells.append(f"{row.nodes / median / 1e6:.3g} ({row.nodes / least / 1e6:.3g})")
        instructions = row.instructions.get(build)
        unit = _unit(row, rows, UNIT_INSTRUCTIONS).instructions.get(build)
        if instructions is None or unit is None:
            cells += ["", "", ""]
        else:
            cells += [f"{instructions:,.0f}", f"{instructions / unit:.2f}"]
            cells.append(f"{instructions * row.generated / row.nodes:.1f}")
    return cells


def _board(case: str) -> str:
    """Rings and files, voids counted: how cost grows with the board."""
    if case.startswith("made-up"):
        return case.split()[1].replace("x", " x ")
    return next((board for start, board in BOARDS.items() if case.startswith(start)), "8 x 8")


def _ratio(row: Row, rows: Sequence[Row], build: str) -> tuple[float, float]:
    """What a position takes of the unit's time, by medians and by the least."""
    unit, time = _unit(row, rows, UNIT).nanoseconds(build), row.nanoseconds(build)
    assert unit is not None
    assert time is not None
    return time[0] / unit[0], time[1] / unit[1]


def _ratios(row: Row, rows: Sequence[Row], build: str) -> str:
    return "{:.2f} ({:.2f})".format(*_ratio(row, rows, build))


def _unit(row: Row, rows: Sequence[Row], usual: str) -> Row:
    """The case to compare with."""
    name = UNIT_KIWIPETE if "kiwipete" in row.case else usual
    return next(r for r in rows if r.case == name)


def _python_table(python: Sequence[dict[str, Any]]) -> str:
    lines = ["| what | ours | python-chess | ratio | aim |", "| --- | ---: | ---: | ---: | --- |"]
    for result in python:
        ours, peers = (f"{m:,.2f} ({least:,.2f})" for m, least in (result["ours"], result["peers"]))
        lines.append(
            f"| {result['subject']} | {ours} | {peers} | {result['ratio']:.3f} | {result['aim']} |"
        )
    return "\n".join(lines)


def _short(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 100 else f"{ratio:,.0f}"


def plot(rows: Sequence[Row], builds: Sequence[str], path: Path) -> None:
    """Bars of the ratios, on a scale that has room for Python."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    # The same figures make the same file.
    mpl.rcParams["svg.hashsalt"] = "circularchess"
    mpl.rcParams["svg.fonttype"] = "none"
    shown = [row for row in rows if not row.missing]
    figure, axes = plt.subplots(figsize=(8, 0.42 * len(shown) + 1.2), layout="constrained")
    height = 0.8 / len(builds)
    for number, build in enumerate(builds):
        places = [index + (number - (len(builds) - 1) / 2) * height for index in range(len(shown))]
        # What was not built here has one bar.
        known = {
            place: _ratio(row, rows, build)[0]
            for place, row in zip(places, shown, strict=True)
            if build in row.seconds
        }
        bars = axes.barh(list(known), list(known.values()), height=height, label=build)
        axes.bar_label(bars, fmt=_short, padding=3, fontsize=7)
    axes.set_yticks(range(len(shown)), [row.case for row in shown])
    axes.invert_yaxis()
    axes.set_xscale("log")
    # Room for the longest bar's label; the line goes behind the others'.
    axes.set_xlim(right=axes.get_xlim()[1] * 2)
    axes.axvline(1, color="black", linewidth=0.8, zorder=0)
    axes.set_xlabel("time per generated position, cozy-chess = 1")
    axes.legend()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)

"""Letters and digits as outlines, so that a PNG needs no font.

Drawn for this project as strokes of one width with round ends, in the manner of the stencils of
technical drawings. A browser writes the same texts in a font of its own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

__all__ = ["STROKES", "has_text", "outline_letters", "outlined"]

_Point = tuple[float, float]

#: The strokes of a sign, apart by `;`. A stroke goes through points `x,y` and along arcs
#: `(cx,cy,rx,ry,from,to)` of ellipses, whose angles are in degrees from the right, growing
#: clockwise. Capitals and digits are 100 high from y=0 down to the line at y=100, small letters
#: begin at y=30.
STROKES: Final[dict[str, str]] = {
    "0": "(28,50,28,50,0,360)",
    "1": "6,24 32,0 32,100",
    "2": "(28,28,27,28,190,395) 0,100 56,100",
    "3": "(27,25,24,25,205,450);(27,75,28,25,270,515)",
    "4": "42,100 42,0 0,70 58,70",
    "5": "50,0 10,0 (27,67,29,33,222,515)",
    "6": "(28,68,28,32,0,360);(44,68,44,68,180,275)",
    "7": "0,0 56,0 20,100",
    "8": "(28,24,24,24,0,360);(28,74,28,26,0,360)",
    "9": "(28,32,28,32,0,360);(12,32,44,68,0,95)",
    "A": "0,100 34,0 68,100;12,66 56,66",
    "B": "0,48 28,48 (28,24,24,24,90,-90) 0,0 0,100 30,100 (30,74,28,26,90,-90)",
    "C": "(36,50,36,50,-48,-312)",
    "D": "0,0 24,0 (24,50,40,50,270,450) 0,100 0,0",
    "E": "54,0 0,0 0,100 54,100;0,48 46,48",
    "F": "54,0 0,0 0,100;0,48 46,48",
    "G": "(36,50,36,50,-48,-360) 40,50",
    "H": "0,0 0,100;62,0 62,100;0,48 62,48",
    "I": "0,0 0,100",
    "J": "42,0 42,70 (20,70,22,30,0,155)",
    "K": "0,0 0,100;58,0 0,62;20,43 62,100",
    "L": "0,0 0,100 52,100",
    "M": "0,100 0,0 38,90 76,0 76,100",
    "N": "0,100 0,0 62,100 62,0",
    "O": "(38,50,38,50,0,360)",
    "P": "0,100 0,0 28,0 (28,27,28,27,270,450) 0,54",
    "Q": "(38,50,38,50,0,360);46,66 74,104",
    "R": "0,100 0,0 28,0 (28,27,28,27,270,450) 0,54;28,54 58,100",
    "S": "(28,25,26,25,-30,-270) (28,75,28,25,270,510)",
    "T": "0,0 64,0;32,0 32,100",
    "U": "0,0 0,66 (31,66,31,34,180,0) 62,0",
    "V": "0,0 34,100 68,0",
    "W": "0,0 20,100 44,20 68,100 88,0",
    "X": "0,0 60,100;60,0 0,100",
    "Y": "0,0 32,50 64,0;32,50 32,100",
    "Z": "0,0 58,0 0,100 58,100",
    "a": "(25,54,25,24,200,360) 50,100;(25,80,25,20,0,360)",
    "b": "0,0 0,100;(26,65,26,35,0,360)",
    "c": "(28,65,28,35,-48,-312)",
    "d": "(26,65,26,35,0,360);52,0 52,100",
    "e": "2,65 54,65 (28,65,26,35,0,-310)",
    "f": "(36,22,20,22,300,180) 16,100;0,34 38,34",
    "g": "(26,65,26,35,0,360);52,30 52,104 (26,104,26,26,0,150)",
    "h": "0,0 0,100;0,60 (25,60,25,30,180,360) 50,100",
    "i": "0,30 0,100;0,4",
    "j": "20,30 20,108 (2,108,18,22,0,100);20,4",
    "k": "0,0 0,100;46,30 0,72;16,58 50,100",
    "l": "0,0 0,84 (16,84,16,16,180,90)",
    "m": "0,30 0,100;0,56 (21,56,21,26,180,360) 42,100;42,56 (63,56,21,26,180,360) 84,100",
    "n": "0,30 0,100;0,60 (25,60,25,30,180,360) 50,100",
    "o": "(28,65,28,35,0,360)",
    "p": "0,30 0,132;(26,65,26,35,0,360)",
    "q": "(26,65,26,35,0,360);52,30 52,132",
    "r": "0,30 0,100;0,60 (26,60,26,30,180,300)",
    "s": "(24,47,21,17,-25,-270) (24,82,24,18,270,515)",
    "t": "16,8 16,80 (34,80,18,20,180,70);0,32 38,32",
    "u": "0,30 0,70 (25,70,25,30,180,0);50,30 50,100",
    "v": "0,30 27,100 54,30",
    "w": "0,30 17,100 36,44 55,100 72,30",
    "x": "0,30 50,100;50,30 0,100",
    "y": "0,30 27,100;54,30 14,132",
    "z": "0,30 48,30 0,100 48,100",
}

#: Widths of the strokes: of common and of bold texts.
_PLAIN: Final = 13.0
_BOLD: Final = 20.0
#: What stands between two signs, besides the strokes' width.
_GAP: Final = 14.0
#: How high a capital is, as a share of the font's size; as in the usual fonts.
_CAPITAL: Final = 0.73
#: Degrees that one straight piece of an arc may turn.
_STEP: Final = 12.0

# The texts that this package writes itself, as it writes them: numbers and letters of squares,
# letters of armies, all around their middle. Anything else may want a font of its own.
_TEXT: Final = re.compile(r"<((?:\w+:)?)text\b([^<>]*)>([0-9A-Za-z]{1,9})</(?:\w+:)?text\s*>")
_OWN: Final = re.compile(r'\sclass="(?:coord|army-letter)[" ]')
_ATTRIBUTE: Final = re.compile(r'([\w:-]+)="([^"]*)"')
_ANY_TEXT: Final = re.compile(r"<(?:\w+:)?text\b")
#: What a text has and a path has not.
_OF_TEXT: Final = frozenset(("x", "y", "font-size", "font-weight", "text-anchor"))


def outline_letters(picture: str, *, stroked: bool = False) -> str:
    """The SVG with this package's own texts as paths, in the same place, class and colour.

    `stroked` draws them as lines instead of areas: much shorter, but a style sheet that colours
    texts does not colour lines.
    """
    return _TEXT.sub(_as_lines if stroked else _as_path, picture)


def has_text(picture: str) -> bool:
    """Whether there is a text that needs a font."""
    return _ANY_TEXT.search(picture) is not None


def _as_path(match: re.Match[str]) -> str:
    read = _read(match)
    if read is None:
        return match[0]
    prefix, text, (x, y, size), kept, bold = read
    names = "".join(f' {name}="{value}"' for name, value in kept.items())
    return f'<{prefix}path{names} d="{outlined(text, x, y, size, bold=bold)}"/>'


def _as_lines(match: re.Match[str]) -> str:
    read = _read(match)
    if read is None:
        return match[0]
    prefix, text, (x, y, size), kept, bold = read
    lines, width = _placed(text, x, y, size, bold)
    look = {"stroke": kept.get("fill", "#000000"), "fill": "none", "stroke-width": _n(width)}
    look |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    names = "".join(f' {name}="{value}"' for name, value in {**kept, **look}.items())
    d = "".join("M" + "L".join(f"{_n(px)} {_n(py)}" for px, py in line) for line in lines)
    return f'<{prefix}path{names} d="{d}"/>'


def _read(
    match: re.Match[str],
) -> tuple[str, str, tuple[float, float, float], dict[str, str], bool] | None:
    """Prefix of the name, text, place and size, other attributes, whether bold."""
    prefix, inside, text = match.groups()
    if _OWN.search(inside) is None:
        return None
    given = dict(_ATTRIBUTE.findall(inside))
    try:
        x, y, size = (float(given[name]) for name in ("x", "y", "font-size"))
    except (KeyError, ValueError):  # somebody changed it: leave it to them
        return None
    kept = {name: value for name, value in given.items() if name not in _OF_TEXT}
    return prefix, text, (x, y, size), kept, given.get("font-weight") == "700"


def outlined(text: str, x: float, y: float, size: float, *, bold: bool) -> str:
    """Path data of a text with its middle at `x` on the line `y`, in a font `size` units high.

    The shapes overlap and all turn the same way: fill them by the rule `nonzero`.
    """
    lines, width = _placed(text, x, y, size, bold)
    return "".join(_capsule(a, b, width / 2) for line in lines for a, b in pairwise(line))


def _placed(
    text: str, x: float, y: float, size: float, bold: bool
) -> tuple[list[list[_Point]], float]:
    """The lines of a text in its place, and how broad they are."""
    width = _BOLD if bold else _PLAIN
    scale = _CAPITAL * size / (100 + width)
    strokes = [_strokes(sign) for sign in text]
    advances = [max(px for line in lines for px, _ in line) for lines in strokes]
    total = sum(advances) + (len(text) - 1) * (width + _GAP)
    left, base = x - total / 2 * scale, y - (100 + width / 2) * scale
    placed: list[list[_Point]] = []
    for lines, advance in zip(strokes, advances, strict=True):
        placed += [[(left + px * scale, base + py * scale) for px, py in line] for line in lines]
        left += (advance + width + _GAP) * scale
    return placed, width * scale


@cache
def _strokes(sign: str) -> tuple[tuple[_Point, ...], ...]:
    """The lines of a sign, its leftmost point at 0. A dot is a line from a point to itself."""
    lines = [list(_points(stroke)) for stroke in STROKES[sign].split(";")]
    left = min(x for line in lines for x, _ in line)
    return tuple(
        tuple((x - left, y) for x, y in (line * 2 if len(line) == 1 else line)) for line in lines
    )


def _points(stroke: str) -> Iterator[_Point]:
    for item in stroke.split():
        numbers = [float(number) for number in item.strip("()").split(",")]
        if len(numbers) == 2:
            yield numbers[0], numbers[1]
            continue
        cx, cy, rx, ry, start, end = numbers
        steps = math.ceil(abs(end - start) / _STEP)
        for step in range(steps + 1):
            turn = math.radians(start + (end - start) * step / steps)
            yield cx + rx * math.cos(turn), cy + ry * math.sin(turn)


def _capsule(a: _Point, b: _Point, radius: float) -> str:
    """What a round pen covers on its way from one point to another."""
    length = math.dist(a, b)
    ux, uy = ((b[0] - a[0]) / length, (b[1] - a[1]) / length) if length else (1.0, 0.0)
    nx, ny = -uy * radius, ux * radius
    half = f"A{_n(radius)} {_n(radius)} 0 0 0"
    return (
        f"M{_n(a[0] + nx)} {_n(a[1] + ny)}L{_n(b[0] + nx)} {_n(b[1] + ny)}"
        f"{half} {_n(b[0] - nx)} {_n(b[1] - ny)}L{_n(a[0] - nx)} {_n(a[1] - ny)}"
        f"{half} {_n(a[0] + nx)} {_n(a[1] + ny)}Z"
    )


def _n(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"

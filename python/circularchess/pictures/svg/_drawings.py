"""Drawings made ready for a picture: parsed, given unique ids and an army's colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from xml.etree import ElementTree as ET

from ...errors import CircularChessError, shorten
from ...values.piece import PieceType
from ...variant import VariantData
from ._colors import ArmyColors
from ._letters import outlined
from ._pieces import DRAWINGS, MARKS, TOKEN, TOKEN_LETTER, TURNING

__all__ = ["check_pieces", "symbol"]

_LETTERS: Final = ("O", *(kind.letter for kind in PieceType))
#: The movements of the kinds that have drawings, under whatever name a game has them.
_MOVEMENTS: Final = {
    "F": "F",
    "E": "A",
    "W": "W",
    "G": "gQ",
    "D": "D",
    "C": "C",
    "Z": "Z",
    "I": "NN",
    "A": "BN",
    "M": "RN",
    "Y": "QN",
    "V": "K",
    "X": "mRcpR",
}
#: The box of this package's drawings on a square: it holds the circle that all of them stay in.
_OWN_BOX: Final = "2 1.5 96 96"
_SVG: Final = "{http://www.w3.org/2000/svg}"
_XLINK: Final = "{http://www.w3.org/1999/xlink}"
_REFERENCE: Final = re.compile(r"(url\(\s*['\"]?#|^#)")


def check_pieces(pieces: Mapping[str, str] | None, armies: list[str]) -> dict[str, str]:
    """The caller's drawings, keys and markup checked. Raises `ValueError`."""
    if pieces is None:
        return {}
    if not isinstance(pieces, Mapping):
        raise CircularChessError(f"pieces is not a mapping: {shorten(pieces)}")
    known = {prefix + letter for prefix in ("", *armies) for letter in _LETTERS}
    for key, fragment in pieces.items():
        if key not in known:
            raise CircularChessError(
                f"no piece {shorten(key)} to draw: write K, or rK for one army's"
            )
        if not isinstance(fragment, str):
            raise CircularChessError(f"drawing of {key!r} is not a text: {shorten(fragment)}")
        _parse(fragment, key)
    return dict(pieces)


def symbol(
    army: str,
    letter: str,
    own: Mapping[str, str],
    colors: ArmyColors,
    data: VariantData,
    *,
    name: str,
    marked: bool,
    mirrored: bool = False,
) -> ET.Element:
    """A `<symbol id=name>`: one army's drawing in its colours.

    `own` are the caller's drawings; only this package's carry the army's letter (`marked`).
    """
    fragment = own.get(army + letter, own.get(letter))
    # A symbol clips at its box, so that no drawing reaches into the next cell but one.
    drawing, mark = _drawing(letter, data)
    box = _OWN_BOX if fragment is None else "0 0 100 100"
    element = ET.Element("symbol", {"id": name, "viewBox": box})
    group = ET.SubElement(
        element,
        "g",
        {
            "fill": colors.fill,
            "stroke": colors.line,
            "stroke-width": "4",
            "stroke-linejoin": "round",
            "stroke-linecap": "round",
            "color": colors.detail,
        },
    )
    shapes = _parse(drawing if fragment is None else fragment, letter)
    if fragment is None and mirrored and drawing is TURNING:
        # Anticlockwise on the board is clockwise on its mirror image.
        flipped = ET.SubElement(group, "g", {"transform": "matrix(-1 0 0 1 100 0)"})
        flipped.extend(shapes)
    else:
        group.extend(shapes)
    if fragment is not None:
        _rename(group, name)
    elif marked:
        x, y, size = MARKS[mark]
        # Capital letters are about 0.72 of the font size high.
        text = {"x": f"{x:g}", "y": f"{y + size * 0.36:g}", "font-size": f"{size:g}"}
        text |= {"font-weight": "700", "text-anchor": "middle"}
        text |= {"fill": "currentColor", "stroke": "none", "class": "army-letter"}
        ET.SubElement(group, "text", text).text = army.upper()
    return element


def _drawing(letter: str, data: VariantData) -> tuple[str, str]:
    """This package's drawing of a kind of piece, and where the army's letter goes on it.

    The letters' usual kinds have drawings of their own; a kind that a game gives another name
    and another movement has its letter on a token.
    """
    if letter == "O" and data.direction_of == "piece":
        return TURNING, "O"
    kind = data.pieces.get(letter)
    usual = kind is None or (
        kind.betza == _MOVEMENTS.get(letter)
        or kind.name.lower() == PieceType.from_letter(letter).name.lower()
    )
    if letter in DRAWINGS and usual:
        return DRAWINGS[letter], letter
    x, y, size = TOKEN_LETTER
    sign = outlined(letter, x, y + size * 0.36, size, bold=True)
    path = f'<path class="token-letter" fill="currentColor" stroke="none" d="{sign}"/>'
    return TOKEN + path, "token"


def _parse(fragment: str, key: str) -> list[ET.Element]:
    return list(ET.fromstring(_canonical(fragment, key)))


@lru_cache(maxsize=128)
def _canonical(fragment: str, key: str) -> str:
    """The fragment inside one `<g>`, without namespace prefixes."""
    declared = f'xmlns="{_SVG[1:-1]}" xmlns:xlink="{_XLINK[1:-1]}"'
    try:
        root = ET.fromstring(f"<g {declared}>{fragment}</g>")
    except (ET.ParseError, ValueError) as error:
        raise CircularChessError(f"drawing of {key!r} is not well-formed SVG: {error}") from None
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        for name in [name for name in element.attrib if name.startswith(_XLINK)]:
            element.attrib[name.removeprefix(_XLINK)] = element.attrib.pop(name)
    try:
        return ET.tostring(root, encoding="unicode")
    except (TypeError, ValueError) as error:
        raise CircularChessError(f"drawing of {key!r} cannot be written: {error}") from None


def _rename(group: ET.Element, prefix: str) -> None:
    """Make the ids of a caller's drawing unique, and the references to them fit."""
    for element in group.iter():
        for name, value in element.attrib.items():
            if name == "id":
                element.set(name, f"{prefix}-{value}")
            elif "#" in value and (name == "href" or "url(" in value):
                element.set(name, _REFERENCE.sub(rf"\g<1>{prefix}-", value))

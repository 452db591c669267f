"""Colours: the keys a caller can set, their defaults, and the palette of the armies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, get_args

from ...errors import CircularChessError, shorten
from ...variant import Army, VariantData

__all__ = [
    "DARK",
    "DEFAULTS",
    "ArmyColors",
    "Theme",
    "army_colors",
    "check_color",
    "check_colors",
    "check_theme",
    "dark_sheet",
    "merge",
]

#: `auto` is light or dark as the surroundings of a picture prefer.
Theme = Literal["light", "dark", "auto"]

#: Every colour key but those of the armies.
DEFAULTS: Final[Mapping[str, str]] = {
    "background": "none",
    "margin": "#dde1e6",
    "coord": "#1d242b",
    "ring letter": "#1d242b",
    "border": "#2b333c",
    "square light": "#efece4",
    "square dark": "#b4bdc8",
    "square light lastmove": "#f6e58a",
    "square dark lastmove": "#d9c255",
    "square check": "#f4a3b8",
    "check": "#d1004b",
    "void": "#7b8692",
    "void line": "#4d5864",
    "hub": "#7b8692",
    "null": "#e6e9ed",
    "null line": "#b4bdc8",
    "mark": "#1f6f54",
    "citadel": "#e3d5b4",
    "citadel line": "#2b333c",
    "water": "#2f7fc4",
    "water line": "#d6ecff",
    "bridge": "#b98a52",
    "bridge line": "#4a2f12",
    "rim arrow": "#7a1fa2",
    "inert": "#d3d6da",
    "inert line": "#868d96",
    "inert detail": "#5a616a",
    "arrow green": "#15781b",
    "arrow red": "#b00020",
    "arrow yellow": "#d99a00",
    "arrow blue": "#1f4fa8",
}

#: What is different on dark ground.
DARK: Final[Mapping[str, str]] = {
    "margin": "#262c34",
    "coord": "#d5dbe2",
    "ring letter": "#0b0e12",
    "border": "#0b0e12",
    "square light": "#a3adb9",
    "square dark": "#74808d",
    "square light lastmove": "#c9b452",
    "square dark lastmove": "#a8912f",
    "square check": "#d9718d",
    "void": "#171b20",
    "void line": "#39424d",
    "hub": "#171b20",
    "null": "#323a44",
    "null line": "#56616d",
    "citadel": "#b09a68",
    "citadel line": "#0b0e12",
}
#: Where these colours are in a picture: CSS selectors and the property.
_PLACES: Final[tuple[tuple[str, str, str], ...]] = (
    ("margin", ".margin,.plate", "fill"),
    ("margin", ".meeting-rims", "stroke"),
    ("coord", ".coord", "fill"),
    ("coord", ".to-move,.seat", "stroke"),
    ("ring letter", ".coord.inside", "fill"),
    ("border", ".margin,.squares,.seam,.moat>:first-child", "stroke"),
    ("square light", ".square.light:not(.filled)", "fill"),
    ("square dark", ".square.dark:not(.filled)", "fill"),
    ("citadel", ".citadel:not(.filled)", "fill"),
    ("citadel line", ".citadels", "stroke"),
    (
        "square light lastmove",
        ".lastmove.light:not(.filled),.citadel.lastmove:not(.filled)",
        "fill",
    ),
    ("square dark lastmove", ".lastmove.dark:not(.filled)", "fill"),
    ("void", ".square.void:not(.filled)", "fill"),
    ("square check", ".check:not(.filled)", "fill"),
    ("void line", ".void-lines", "stroke"),
    ("hub", ".hub", "fill"),
    ("null", ".null-centre", "fill"),
    ("null line", ".null-lines", "stroke"),
)


class ArmyColors(NamedTuple):
    """Fill of the pieces, their outline, and details such as eyes and the army's letter."""

    fill: str
    line: str
    detail: str


# Chosen so that neighbours in hue are far apart in lightness: with red-green or blue-yellow
# blindness no two armies look alike, and in grey the dark ones carry white letters.
_PALETTE: Final[Mapping[str, ArmyColors]] = {
    "white": ArmyColors("#ffffff", "#20242a", "#20242a"),
    "black": ArmyColors("#3a3f47", "#0d0f12", "#f4f4f0"),
    "red": ArmyColors("#b5122a", "#33030a", "#ffffff"),
    "orange": ArmyColors("#f7931e", "#4a2600", "#3a1d00"),
    "yellow": ArmyColors("#fff04d", "#4d4300", "#3d3500"),
    "green": ArmyColors("#1a9a68", "#00251a", "#ffffff"),
    "blue": ArmyColors("#74bcff", "#062a52", "#04203f"),
    "violet": ArmyColors("#5b2a8c", "#1e0838", "#ffffff"),
    "gray": ArmyColors("#8b95a1", "#1b2027", "#0a0c0f"),
    "lime": ArmyColors("#b4d96a", "#2c3a00", "#222d00"),
    "teal": ArmyColors("#00565e", "#002528", "#ffffff"),
    "cyan": ArmyColors("#7ff5f5", "#003a40", "#002f34"),
    "indigo": ArmyColors("#4a63e0", "#0a1040", "#ffffff"),
    "magenta": ArmyColors("#e14bc0", "#3a0230", "#2a0023"),
    "pink": ArmyColors("#f7a8b8", "#571432", "#470d27"),
}
#: What follows an army's letter in the keys of its colours.
_OF_ARMIES: Final = ("", " line", " detail")
#: Colours that armies of other names take, in this order, when more than two play.
_SPARE: Final = (*list(_PALETTE)[2:8], "white", "black", *list(_PALETTE)[8:])

# Names, hex, rgb(), hsl(), var(): no quotes, semicolons, markup or urls.
_COLOR: Final = re.compile(r"(?!.*url)[#\w][\w#(),.%/ +-]{0,79}", re.ASCII | re.IGNORECASE)


def check_color(value: object, where: str) -> str:
    """`value` if it can be a CSS colour. Raises `ValueError` naming `where` otherwise."""
    if not isinstance(value, str) or _COLOR.fullmatch(value) is None:
        raise CircularChessError(f"not a colour: {shorten(value)} for {where}")
    return value


def check_theme(theme: object) -> Theme:
    """One of the themes. Raises `ValueError` for anything else."""
    for known in get_args(Theme):
        if theme == known:
            found: Theme = known
            return found
    raise CircularChessError(f"no theme {shorten(theme)}: it is light, dark or auto")


def check_colors(colors: Mapping[str, str], data: VariantData) -> dict[str, str]:
    """The caller's colours, keys and values checked. Raises `ValueError`."""
    if not isinstance(colors, Mapping):
        raise CircularChessError(f"colors is not a mapping: {shorten(colors)}")
    if not colors:
        return {}
    known = {*DEFAULTS, *(a.letter + part for a in data.armies for part in _OF_ARMIES)}
    for key, value in colors.items():
        if key not in known:
            raise CircularChessError(f"no colour key {shorten(key)}")
        check_color(value, f"key {key!r}")
    return dict(colors)


def merge(colors: Mapping[str, str], data: VariantData, theme: Theme = "light") -> dict[str, str]:
    """The theme's colours with the caller's, army keys included. Raises `ValueError`."""
    given = check_colors(colors, data)
    merged = dict(DEFAULTS)
    if theme == "dark":
        merged |= DARK
    for army in data.armies:
        merged |= dict(
            zip(
                (army.letter + part for part in _OF_ARMIES),
                _default(army.letter, data),
                strict=True,
            )
        )
    return merged | given


def dark_sheet(name: str, given: Mapping[str, str]) -> str:
    """A style sheet that makes a light picture of a class dark where dark is preferred.

    Colours that the caller gave stay. Nothing in it is stronger than any other style sheet.
    """
    rules = "".join(
        f":where({','.join(f'.{name} {place}' for place in places.split(','))})"
        f"{{{what}:{DARK[key]}}}"
        for key, places, what in _PLACES
        if key not in given
    )
    return f"@media (prefers-color-scheme:dark){{{rules}}}"


def army_colors(letter: str, merged: Mapping[str, str]) -> ArmyColors:
    """The three colours of an army out of `merge`."""
    return ArmyColors(merged[letter], merged[f"{letter} line"], merged[f"{letter} detail"])


def _default(letter: str, data: VariantData) -> ArmyColors:
    """By the army's name where it is a colour; other armies take the free ones in turn."""
    names = ["gray" if name == "grey" else name for name in map(_lower, data.armies)]
    order = list(_PALETTE) if len(names) == 2 else _SPARE
    free = iter([color for color in order if color not in names])
    chosen = {
        army.letter: name if name in _PALETTE else next(free)
        for army, name in zip(data.armies, names, strict=True)
    }
    return _PALETTE[chosen[letter]]


def _lower(army: Army) -> str:
    return army.name.lower()

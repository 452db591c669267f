"""Reading Betza texts, the usual short way to write how a piece moves.

A text is a row of terms, each of modifiers, an atom and a range: `mRcpR`, `fbNF`, `W3`. What
is read here knows no board: directions are pairs (forward, right), still to be turned to face
the army's way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, NoReturn

from ..errors import InvalidVariantError, shorten

__all__ = ["Facing", "Term", "read", "turned"]

#: Which way an army's pieces look.
Facing = Literal["inward", "outward", "clockwise", "anticlockwise"]

#: The lengths of the two parts of each atom, the shorter first.
ATOMS: Final = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "C": (1, 3),
    "Z": (2, 3),
}
#: Short forms: the atoms they stand for, and whether they slide when no range is given.
SHORT_FORMS: Final = {"K": ("WF", False), "R": ("W", True), "B": ("F", True), "Q": ("WF", True)}

STRAIGHT_ATOMS: Final = "WDH"
DIAGONAL_ATOMS: Final = "FA"
#: Atoms that step one square at a time, and so may slide and hop.
STEP_ATOMS: Final = "WF"
LAME_ATOMS: Final = "DHAN"

#: The sides of a piece as a unit vector (forward, right).
SIDES: Final = {"f": (1, 0), "b": (-1, 0), "l": (0, -1), "r": (0, 1)}
#: Two letters for one quarter between them; either may stand first.
CORNERS: Final = {
    one + other: (SIDES[one], SIDES[other])
    for pair in ("fl", "fr", "bl", "br")
    for one, other in (pair, reversed(pair))
}

_TERM: Final = re.compile(r"([a-z]*)([A-Z])([A-Z]?)([0-9]*)", re.ASCII)
_DIRECTION_LETTERS: Final = "fblrvsh"
_OTHER_LETTERS: Final = "mcnpgi"
#: No board is so large that a longer number makes a difference.
_LONGEST_NUMBER: Final = 4


class Term(NamedTuple):
    """One kind of step, slide or leap of a piece."""

    atom: str
    #: The (forward, right) parts of its steps.
    vectors: tuple[tuple[int, int], ...]
    #: How many steps it makes at most; None for any number.
    reach: int | None
    #: May it move to an empty square, and may it capture?
    quiet: bool
    captures: bool
    #: Is it stopped by what stands on the way of its single leap?
    lame: bool
    #: "": a slide. "over": it passes over exactly one man. "next": and lands just beyond it.
    hop: Literal["", "over", "next"]
    #: Only from a square where the kind stands at the start?
    initial: bool
    #: Do its directions depend on which way the piece faces?
    faces: bool


def read(text: str) -> tuple[Term, ...]:
    """The terms of a Betza text. Raises `InvalidVariantError` with the text and the place.

    >>> [(term.atom, term.reach) for term in read("WnA")], read("nA")[0].lame
    ([('W', 1), ('A', 1)], True)
    >>> read("fW")[0].vectors
    ((1, 0),)
    >>> read("W1")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidVariantError: betza 'W1', place 2: a range of one is not written
    """
    return tuple(_read(text))


def turned(vector: tuple[int, int], facing: Facing | None) -> tuple[int, int]:
    """A (forward, right) pair as (radial, along), seen from above.

    Without a way to face any will do: the term then has all its directions.

    >>> turned((2, 1), "inward")
    (-2, -1)
    """
    forward, right = vector
    if facing == "inward":  # its left is clockwise
        return -forward, -right
    if facing == "clockwise":  # its left is outward
        return -right, forward
    if facing == "anticlockwise":  # its left is inward
        return right, -forward
    return forward, right


def _read(text: str) -> Iterator[Term]:
    if not isinstance(text, str):
        raise TypeError(f"a Betza text is needed, not {shorten(text)}")
    if not text:
        _fail(text, 0, "no movement at all")
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if match is None:
            found = re.match("[a-z]*", text[place:], re.ASCII)
            place += 0 if found is None else found.end()
            if place < len(text):
                _fail(text, place, f"no atom {shorten(text[place])}")
            _fail(text, place - 1, "modifiers without an atom after them")
        modifiers, letter, doubled, digits = match.groups()
        if doubled != letter:
            doubled = ""
            digits = digits if match[3] == "" else ""
        yield from _terms(text, match.start(), modifiers, letter, bool(doubled), digits)
        place = match.start(3) + len(doubled) + len(digits)


def _terms(
    text: str, place: int, modifiers: str, letter: str, doubled: bool, digits: str
) -> Iterator[Term]:
    """What one term stands for: itself, or the two halves of a short form."""
    at_letter = place + len(modifiers)
    if letter not in ATOMS and letter not in SHORT_FORMS:
        _fail(text, at_letter, f"no atom {shorten(letter)}")
    if doubled and letter in SHORT_FORMS:
        _fail(text, at_letter + 1, f"{shorten(letter)} cannot be doubled")
    if doubled and digits:
        _fail(text, at_letter + 2, "a doubled atom has no number")
    atoms, slides = SHORT_FORMS.get(letter, (letter, False))
    reach = None if doubled or slides else 1
    if digits:
        reach = _reach(text, at_letter + 1, digits)
    others = _other_modifiers(text, place, modifiers, letter, reach)
    for atom in atoms:
        chosen = tuple(_chosen(text, place, modifiers, letter, atom))
        vectors = tuple(v for v in _all_vectors(atom) if not chosen or v in chosen)
        yield Term(
            atom,
            vectors,
            reach,
            quiet="m" in others or "c" not in others,
            captures="c" in others or "m" not in others,
            lame="n" in others,
            hop="over" if "p" in others else "next" if "g" in others else "",
            initial="i" in others,
            faces=bool(chosen),
        )


def _reach(text: str, place: int, digits: str) -> int | None:
    if digits == "0":
        return None
    if digits[0] == "0":
        _fail(text, place, f"the number {shorten(digits)} begins with zero")
    if digits == "1":
        _fail(text, place, "a range of one is not written")
    return int(digits) if len(digits) <= _LONGEST_NUMBER else None


def _other_modifiers(text: str, place: int, modifiers: str, letter: str, reach: int | None) -> str:
    """The modifiers that are no directions, when the atom may have them."""
    others = ""
    for n, modifier in enumerate(modifiers, place):
        if modifier in _DIRECTION_LETTERS:
            continue
        if modifier not in _OTHER_LETTERS:
            _fail(text, n, f"no modifier {shorten(modifier)}")
        if modifier in others:
            _fail(text, n, f"{shorten(modifier)} stands twice")
        others += modifier
        if modifier == "n" and (reach != 1 or letter not in LAME_ATOMS):
            _fail(text, n, "'n' is for single leaps D, H, A and N")
        if modifier in "pg":
            if reach == 1 or not (letter in STEP_ATOMS or letter in SHORT_FORMS):
                _fail(text, n, f"{shorten(modifier)} is for slides")
            if "p" in others and "g" in others:
                _fail(text, n, "'p' and 'g' exclude each other")
    return others


def _all_vectors(atom: str) -> Iterator[tuple[int, int]]:
    """Every pair of the atom's lengths, in both orders and with all signs."""
    short, long = ATOMS[atom]
    pairs = dict.fromkeys(
        (a * sign, b * other)
        for a, b in ((short, long), (long, short))
        for sign in (1, -1)
        for other in (1, -1)
    )
    yield from pairs


def _chosen(
    text: str, place: int, modifiers: str, letter: str, atom: str
) -> Iterator[tuple[int, int]]:
    """The vectors that the direction letters among the modifiers name; none without any."""
    alone = {m for m in modifiers if m in _DIRECTION_LETTERS}
    if letter in "KQ" and (len(alone) > 1 or not alone <= set("fblr")):
        first = next(n for n, m in enumerate(modifiers) if m in _DIRECTION_LETTERS)
        _fail(text, place + first, f"{shorten(letter)} takes one direction of f, b, l, r")
    n = 0
    while n < len(modifiers):
        name = modifiers[n : n + 2]
        named = _named_by_pair(atom, name)
        if named is None:
            name = modifiers[n]
            if name not in _DIRECTION_LETTERS:
                n += 1
                continue
            named = _named_by_letter(atom, name, len(alone) == 1)
        if named is None:
            _fail(text, place + n, f"no direction {shorten(name)} of {shorten(letter)}")
        yield from named
        n += len(name)


def _named_by_letter(atom: str, name: str, alone: bool) -> list[tuple[int, int]] | None:
    """What a single letter means for an atom; None when it means nothing there."""
    if name in "vs" and atom not in DIAGONAL_ATOMS and (atom in STRAIGHT_ATOMS or alone):
        pair = "fb" if name == "v" else "lr"
        return [v for side in pair for v in _named_by_letter(atom, side, alone) or ()]
    if name not in SIDES:
        return None
    # That way lies the whole of a straight step, half of a diagonal, the long part of others.
    long = ATOMS[atom][1]
    return [v for v in _all_vectors(atom) if _part(v, SIDES[name]) == long]


def _named_by_pair(atom: str, name: str) -> list[tuple[int, int]] | None:
    """What two letters side by side mean for an atom; None when they are no pair."""
    if len(name) != 2 or atom in STRAIGHT_ATOMS:
        return None
    short, long = ATOMS[atom]
    vectors = list(_all_vectors(atom))
    if name in CORNERS:
        first, second = CORNERS[name]
        # Of a knight's move the first letter has the shorter part, the second the longer.
        return [v for v in vectors if _part(v, first) == short and _part(v, second) == long]
    if atom in DIAGONAL_ATOMS:
        return None
    if name in ("fh", "bh", "lh", "rh"):
        return [v for v in vectors if _part(v, SIDES[name[0]]) > 0]
    if name in ("fs", "bs", "lv", "rv"):
        return [v for v in vectors if _part(v, SIDES[name[0]]) == short]
    return None


def _part(vector: tuple[int, int], side: tuple[int, int]) -> int:
    """How far a vector goes to one side."""
    return vector[0] * side[0] + vector[1] * side[1]


def _fail(text: str, index: int, what: str) -> NoReturn:
    raise InvalidVariantError(f"betza {shorten(text)}, place {index + 1}: {what}")

"""Which notations there are, and the one of a name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ...errors import CircularChessError, UnknownNotationError, check_has, shorten
from ..san import Notation, notation
from ._greenchess import GreenChess
from ._plain import FileRing, RingFile
from ._rows import GameCourier, Jocly
from ._scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...variant import VariantData

__all__ = ["SCHEMES", "TAG", "scheme", "spelling"]

_BY_NAME: Final[dict[str, type[Scheme]]] = {
    kind.name: kind for kind in (RingFile, FileRing, GreenChess, Jocly, GameCourier)
}
#: The names of all notations.
SCHEMES: Final = tuple(_BY_NAME)
#: The tag of a game record that names the notation of its moves.
TAG: Final = "Notation"


def scheme(name: str, variant: VariantData) -> Scheme:
    """The notation of that name, for a variant.

    Raises `UnknownNotationError` for a name that is none, and where the board has more files than
    the notation has letters.

    >>> from circularchess import Variant
    >>> scheme("greenchess", Variant.load("three-circular")).square_name("d24")
    'x4'
    >>> scheme("greenchess", Variant.load("four-circular"))
    Traceback (most recent call last):
    ...
    circularchess.errors.UnknownNotationError: the notation 'greenchess' has letters for 26 \
files, and four-circular has 32
    """
    if not isinstance(name, str) or name not in _BY_NAME:
        known = ", ".join(SCHEMES)
        raise UnknownNotationError(f"no notation {shorten(name)}: there are {known}")
    check_has(variant, "with_options", "a Variant")
    return _made(name, variant)


@lru_cache(maxsize=64)
def _made(name: str, variant: VariantData) -> Scheme:
    return _BY_NAME[name](variant)


def spelling(variant: VariantData, headers: Mapping[str, str]) -> Notation:
    """What the moves of a game record are written in: what its tag `Notation` names, else SAN.

    >>> from circularchess import Variant
    >>> spelling(Variant.load("circular"), {"Notation": "jocly"}).name
    'jocly'
    """
    name = headers.get(TAG)
    if name in _BY_NAME:
        try:
            return scheme(name, variant)
        except CircularChessError:
            pass
    return notation(variant)

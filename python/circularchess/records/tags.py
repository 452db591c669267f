"""Players and headers of a game, and which of them a record can hold.

Games, game records and JSON all check here, so that what one takes the others can write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ..errors import InvalidGameError, check_has, shorten

if TYPE_CHECKING:
    from ..variant import Variant

__all__ = [
    "ROSTER",
    "TAG_NAME",
    "UNQUOTABLE",
    "Headers",
    "Players",
    "check_headers",
    "check_value",
    "known_headers",
    "player_tags",
    "reserved_tags",
]

#: The tags every record begins with, beside players and result, and how they say "unknown".
ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}

#: The tags that say what a game knows by itself, beside those of its players.
_OWN: Final = ("Result", "Variant", "VariantDigest", "Options", "SetUp", "FEN")

#: What cannot stand in a value: it would end the line, or is no text at all.
UNQUOTABLE: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")

TAG_NAME: Final = re.compile("[A-Za-z0-9_]{1,255}", re.ASCII)

# No army's name may pass for one of these, in whatever case: other programs may not tell.
_NO_PLAYER: Final = frozenset(name.casefold() for name in (*ROSTER, *_OWN))


def player_tags(variant: Variant) -> dict[str, str]:
    """The letter of each army by the tag that names its player.

    It is the army's own name, or `Army_` and its letter where the name is another tag's.

    >>> from circularchess import Variant
    >>> player_tags(Variant.load("bhati-3"))
    {'Red': 'r', 'Yellow': 'y', 'Blue': 'b'}
    """
    return {_player_tag(army.name, army.letter): army.letter for army in variant.armies}


def _player_tag(name: str, letter: str) -> str:
    plain = TAG_NAME.fullmatch(name) and name.casefold() not in _NO_PLAYER
    return name if plain else f"Army_{letter}"


def reserved_tags(variant: Variant) -> frozenset[str]:
    """The tags that say what a game knows by itself."""
    return frozenset((*_OWN, *player_tags(variant)))


def known_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers without those that only say that something is unknown.

    >>> known_headers({"Event": "?", "Date": "2026.01.01", "Annotator": "?"})
    {'Date': '2026.01.01', 'Annotator': '?'}
    """
    check_has(headers, "items", "a mapping")
    return {
        name: value
        for name, value in headers.items()
        if name not in ROSTER or value not in ("", "?", ROSTER[name])
    }


def check_headers(headers: Mapping[str, str], variant: Variant) -> None:
    """Raise `InvalidGameError` for headers that no record of the variant can hold.

    >>> from circularchess import Variant
    >>> check_headers({"Event": "Club"}, Variant.load("circular"))
    >>> check_headers({"FEN": "?"}, Variant.load("circular"))
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidGameError: the tag 'FEN' is written from the game itself
    """
    check_has(headers, "items", "a mapping")
    check_has(variant, "armies", "a Variant")
    reserved = reserved_tags(variant)
    for name, value in headers.items():
        _check_header(name, value, reserved)


def _check_header(name: object, value: object, reserved: Iterable[str]) -> None:
    if not isinstance(name, str) or not TAG_NAME.fullmatch(name):
        raise InvalidGameError(f"no name for a tag: {shorten(name)}")
    if name in reserved:
        raise InvalidGameError(f"the tag {shorten(name)} is written from the game itself")
    check_value(name, value)


def check_value(name: str, value: object) -> str:
    """The value of a tag. Raises `InvalidGameError` for what no record can hold.

    >>> check_value("Event", "Club")
    'Club'
    """
    if not isinstance(value, str) or UNQUOTABLE.search(value):
        raise InvalidGameError(f"tag {shorten(name)}: not a single line of text: {shorten(value)}")
    return value


class _Checked(dict[str, str]):
    """A dictionary that looks at everything that is put in."""

    __slots__ = ("_variant",)

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self._variant = variant

    def setdefault(self, key: str, default: str = "") -> str:
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, *args: Any, **more: str) -> None:
        # All of it or nothing.
        given = dict(*args, **more)
        for key, value in given.items():
            self._check(key, value)
        for key, value in given.items():
            self[key] = value

    def __ior__(self, other: Any) -> Any:  # type: ignore[misc]
        self.update(other)
        return self

    def copy(self) -> dict[str, str]:
        return dict(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (dict, (dict(self),))

    def _check(self, key: str, value: str) -> None:
        raise NotImplementedError


class Players(_Checked):
    """Names by army letter.

    Only what a game record can hold can be put in: `UnknownArmyError` for a letter of no army,
    `InvalidGameError` for a name that is no single line of text.

    >>> from circularchess import Game
    >>> game = Game("circular", players={"w": "Ann"})
    >>> game.players["b"] = "Ben"
    >>> game.players
    {'w': 'Ann', 'b': 'Ben'}
    """

    __slots__ = ()

    def __setitem__(self, army: str, name: str) -> None:
        self._check(army, name)
        super().__setitem__(army, name)

    def _check(self, key: str, value: str) -> None:
        check_value(self._variant.army(key).name, value)


class Headers(_Checked):
    """Tags of a game record by name, without those that the game itself says.

    The tag of an army's player means the player: `headers["White"]` reads and sets
    `players["w"]`. Going through the headers leaves the players out. Anything else that a record
    of the game could not hold raises `InvalidGameError` when it is put in.

    >>> from circularchess import Game
    >>> game = Game("circular", headers={"Event": "Club", "White": "Ann"})
    >>> game.headers["Black"] = "Ben"
    >>> game.headers, game.players, game.headers["White"]
    ({'Event': 'Club'}, {'w': 'Ann', 'b': 'Ben'}, 'Ann')
    >>> game.headers["Result"] = "1-0"
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidGameError: the tag 'Result' is written from the game itself
    """

    __slots__ = ("_armies", "_players")

    def __init__(self, variant: Variant, players: Players) -> None:
        super().__init__(variant)
        self._players = players
        self._armies = player_tags(variant)

    def _check(self, key: str, value: str) -> None:
        _check_header(key, value, _OWN)

    def __setitem__(self, name: str, value: str) -> None:
        self._check(name, value)
        if name in self._armies:
            self._players[self._armies[name]] = value
        else:
            super().__setitem__(name, value)

    def __missing__(self, name: str) -> str:
        try:
            return self._players[self._armies[name]]
        except KeyError:
            raise KeyError(name) from None

    def __delitem__(self, name: str) -> None:
        if name in self:
            self.pop(name)
        else:
            raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or self._armies.get(name) in self._players  # type: ignore[call-overload]

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401 - this is `get`

    def pop(self, name: str, *default: Any) -> Any:
        if name in self._armies:
            return self._players.pop(self._armies[name], *default)
        return super().pop(name, *default)

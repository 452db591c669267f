"""Digests of rules: what tells a record of one variant from that of another with the same id."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from .values.piece import PieceType

if TYPE_CHECKING:
    from .variant import Army, Variant

__all__ = ["rules_digest"]

#: What is for people, or no part of the rules of a game that has begun.
_NO_RULES: Final = frozenset(("id", "name", "source", "starts", "armies"))
#: Turns go by the order of armies; who fights with whom is told by the first ally's place.
_NO_ARMY_RULES: Final = frozenset(("name", "seat", "side"))


@lru_cache(maxsize=256)
def rules_digest(variant: Variant) -> str:
    """16 hexadecimal digits that depend on the rules, with the options in force, and no more."""
    sides = [army.side for army in variant.armies]
    rules = _plain(variant, _NO_RULES)
    rules["armies"] = [
        {**_plain(army, _NO_ARMY_RULES), "ally": sides.index(army.side)} for army in variant.armies
    ]
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(what: Variant | Army, without: frozenset[str]) -> dict[str, Any]:
    # What a game does not have is left out, so that a rule that is new in a later release does
    # not change the digests of games that are without it.
    values = {
        field.name: _value(getattr(what, field.name))
        for field in fields(what)
        if field.compare and field.name not in without
    }
    return {name: value for name, value in values.items() if value not in (None, False, [], {})}


def _value(value: Any) -> Any:
    if isinstance(value, PieceType):
        return value.letter
    if isinstance(value, frozenset):
        return sorted(map(_value, value))
    if isinstance(value, Mapping):
        return {str(key): _value(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return list(map(_value, value))
    if value is None or isinstance(value, str | bool | int):
        return value
    return _plain(value, frozenset())  # homes of castling, a kind of piece

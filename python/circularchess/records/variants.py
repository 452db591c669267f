"""Which variant a record is of: by its name, and by the digest of its rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..errors import InvalidVariantError, UnknownVariantError, shorten
from ..variant import Variant, variants

__all__ = ["builtin_rules", "find_variant", "name_in_records", "record_digest"]

#: What the chess world calls the orthodox game in records, the name we write first.
_ORTHODOX: Final = ("Standard", "Chess", "Classical", "Normal", "From Position")

_ALIASES: Final = frozenset(name.casefold() for name in _ORTHODOX)


def builtin_rules(variant: Variant) -> bool:
    """Whether the built-in variant of that id has the same rules, whatever its options.

    >>> builtin_rules(Variant.load("circular").with_options({"check": "strict"}))
    True
    """
    builtin = next((known for known in variants() if known.id == variant.id), None)
    if builtin is None:
        return False
    return variant.toml == builtin.toml or variant.digest == builtin.digest


def record_digest(variant: Variant) -> str | None:
    """The digest that records of a variant carry: None where its id says it all.

    >>> record_digest(Variant.load("circular")) is None
    True
    """
    return None if builtin_rules(variant) else variant.digest


def name_in_records(variant: Variant) -> str:
    """What records call a variant: its id, and `Standard` for orthodox chess as it always is.

    >>> name_in_records(Variant.load("circular")), name_in_records(Variant.load("orthodox"))
    ('circular', 'Standard')
    >>> name_in_records(Variant.load("orthodox").with_options({"castling": False}))
    'orthodox'
    """
    usual = variant.id == "orthodox" and builtin_rules(variant) and not variant.changed_options
    return _ORTHODOX[0] if usual else variant.id


def find_variant(text: str, known: Iterable[Variant], digest: str | None = None) -> Variant:
    """The variant of that id or name, and of that digest if a record tells one.

    `Standard`, `Chess` and what else the chess world writes for it mean `orthodox`, unless one of
    `known` is called so. Capital letters make no difference.

    A record without a digest that names a built-in variant is of that one, or of one of `known`
    with the same rules. Raises `UnknownVariantError` for a name nobody has, `InvalidVariantError`
    when those who have it have other rules.

    >>> find_variant("Circular Chess", ())
    <Variant 'circular'>
    >>> find_variant("circular", (), "0123456789abcdef")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidVariantError: 'circular' with other rules than the record's: its...
    """
    wanted = text.strip().casefold()

    def named(those: Iterable[Variant]) -> list[Variant]:
        return [it for it in those if wanted in (it.id.casefold(), it.name.casefold())]

    known = tuple(known)
    if wanted in _ALIASES and not named(known):
        wanted = "orthodox"
    own, builtin = named(known), named(variants())
    if digest is not None:
        return with_digest([*own, *builtin], text, digest)
    for variant in own:
        if not builtin or builtin_rules(variant):
            return variant
    if not builtin:
        raise _unknown(text)
    return builtin[0]


def with_digest(those: Iterable[Variant], name: str, digest: str) -> Variant:
    """The one of some variants of a name that has a record's digest. Raises as `find_variant`."""
    found = None
    for found in those:
        if found.digest == digest.strip().lower():
            return found
    if found is None:
        raise _unknown(name)
    raise InvalidVariantError(
        f"{shorten(name)} with other rules than the record's: its digest is {shorten(digest)}, "
        f"not {found.digest!r}; give the record's variant file"
    )


def _unknown(name: str) -> UnknownVariantError:
    return UnknownVariantError(
        f"unknown variant {shorten(name)}: it is not built in, so give its variant file"
    )

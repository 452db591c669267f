"""The families of games that the built-in variants belong to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..variant import Variant

__all__ = ["FAMILIES", "by_family", "family_of"]

#: Families by name, in the order they are listed, and how the ids of their variants begin.
FAMILIES: Final = {
    "Circular Chess": ("circular",),
    "Bhati": ("bhati",),
    "Byzantine": ("byzantine",),
    "Jelliss": ("jelliss",),
    "Green Chess": ("three-circular", "four-circular", "big-four"),
    "Mattlage": ("mattlage",),
    "3 Man Chess": ("three-man",),
    "Square boards": ("orthodox", "cylinder"),
}
#: Where a variant without a family stands.
OTHERS: Final = "Others"


def family_of(variant_id: str) -> str:
    """The family of a built-in variant.

    >>> family_of("circular-strict"), family_of("three-circular"), family_of("bhatia")
    ('Circular Chess', 'Green Chess', 'Others')
    """
    for family, beginnings in FAMILIES.items():
        if any(f"{variant_id}-".startswith(f"{beginning}-") for beginning in beginnings):
            return family
    return OTHERS


def by_family(variants: Iterable[Variant]) -> dict[str, list[Variant]]:
    """Variants by family, families in their order; each family's keep theirs.

    >>> from circularchess import variants
    >>> [variant.id for variant in by_family(variants())["Mattlage"]]
    ['mattlage', 'mattlage-68', 'mattlage-66']
    """
    families: dict[str, list[Variant]] = {family: [] for family in (*FAMILIES, OTHERS)}
    for variant in variants:
        families[family_of(variant.id)].append(variant)
    return {family: found for family, found in families.items() if found}

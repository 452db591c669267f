"""A variant's data arranged for look-up: armies by letter, sides, enemies, the board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..piece import Piece, PieceType
from ..square import Square
from ..variant import Army, VariantData
from .topology import Topology, topology_for

__all__ = ["Pieces", "Rules", "rules_for"]

#: What stands where. Never changed in place: a move makes a new one.
Pieces = dict[Square, Piece]


class Rules:
    """What every other module asks of the variant.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> rules.are_enemies("w", "b")
    True
    """

    def __init__(self, data: VariantData) -> None:
        self.data = data
        self.topology: Topology = topology_for(
            data.rings, data.files, frozenset(data.voids), data.centre, data.null_shift or 0
        )
        #: Armies by letter, in seat order.
        self.armies: dict[str, Army] = {
            army.letter: army for army in sorted(data.armies, key=lambda army: army.seat)
        }
        #: The squares from which pawns of an army may make a double step.
        self.pawn_starts: dict[str, frozenset[Square]] = {
            letter: frozenset(s for s, kind in army.start.items() if kind == PieceType.PAWN)
            for letter, army in self.armies.items()
        }
        #: Filled by `pawns.pawns_attacking`, square by square.
        self.pawn_attack_memo: dict[Square, tuple[tuple[Square, frozenset[Piece]], ...]] = {}

    @property
    def two_army(self) -> bool:
        """Is this a variant for two armies?"""
        return len(self.armies) == 2

    def are_enemies(self, army: str, other: str) -> bool:
        """Are the two armies of different sides?"""
        return self.armies[army].side != self.armies[other].side

    def enemies(self, army: str, among: Iterable[str]) -> tuple[str, ...]:
        """The armies `among` those given that are not of `army`'s side."""
        side = self.armies[army].side
        return tuple(other for other in among if self.armies[other].side != side)

    def sides(self, letters: Iterable[str]) -> set[str]:
        """The sides that the armies of these letters belong to."""
        return {self.armies[letter].side for letter in letters}

    def members(self, side: str) -> tuple[str, ...]:
        """All armies of a side in seat order, eliminated ones too: they win together."""
        return tuple(letter for letter, army in self.armies.items() if army.side == side)

    def in_seat_order(self, letters: Iterable[str]) -> tuple[str, ...]:
        """The known ones of these letters, in seat order."""
        wanted = set(letters)
        return tuple(letter for letter in self.armies if letter in wanted)


@lru_cache(maxsize=64)
def rules_for(data: VariantData) -> Rules:
    """The `Rules` of a variant; the same object again for the same data.

    >>> from circularchess.variant import Variant
    >>> data = Variant.load("circular").data
    >>> rules_for(data) is rules_for(data)
    True
    """
    return Rules(data)

"""A variant's data arranged for look-up: armies by letter, sides, enemies, the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from ..errors import InvalidSquareError, InvalidVariantError, shorten
from ..values.piece import Piece, PieceType
from ..values.square import Square
from ..variant import Army, VariantData
from . import betza
from .topology import Topology, topology_for

__all__ = ["Pieces", "Rules", "rules_for"]

#: What stands where. Never changed in place: a move makes a new one.
Pieces = dict[Square, Piece]

#: How the kinds of piece move where a variant says nothing else.
MOVEMENTS: Final = {
    PieceType.KING: "K",
    PieceType.QUEEN: "Q",
    PieceType.ROOK: "R",
    PieceType.BISHOP: "B",
    PieceType.KNIGHT: "N",
}


class Rules:
    """What every other module asks of the variant.

    >>> from circularchess.variant import Variant
    >>> rules = Rules(Variant.load("circular").data)
    >>> rules.are_enemies("w", "b")
    True
    """

    def __init__(self, data: VariantData) -> None:
        self.data = data
        #: Does each ring pawn keep a direction of its own?
        self.pawns_keep_direction: bool = data.pawn_kind == "ring" and data.direction_of == "piece"
        self.meeting_pawns_go: bool = data.meeting_pawns == "removed"
        #: Do the men of an eliminated army stay on the board?
        self.men_stay: bool = data.eliminated == "stay"
        self.bare_king_loses: bool = data.bare_king == "loses"
        self.topology: Topology = topology_for(
            data.rings,
            data.files,
            frozenset(data.voids),
            data.centre,
            data.null_shift or 0,
            null_step=1 if data.null_step is None else data.null_step,
            seam=data.seam,
            citadels=data.citadels,
            moats=data.moats,
            names=data.names,
        )
        #: Armies by letter, in seat order.
        self.armies: dict[str, Army] = {
            army.letter: army for army in sorted(data.armies, key=lambda army: army.seat)
        }
        self._sides = {letter: army.side for letter, army in self.armies.items()}
        #: Where each army's kinds of piece stand at the start. Pawns of the other direction
        #: have none of their own here; see `pawn_starts`.
        self.starts: dict[str, Mapping[Square, PieceType]] = {
            letter: army.start for letter, army in self.armies.items()
        }
        #: What the pawns of an army may become.
        self.promotions: dict[str, tuple[PieceType, ...]] = {
            letter: army.promotion for letter, army in self.armies.items()
        }
        #: The squares from which pawns may make a double step, by the pawn as it starts.
        self.pawn_starts: dict[Piece, frozenset[Square]] = dict(self._pawn_starts())
        #: The moats that bound the part of the rim where an army starts.
        self.moats_of: dict[str, frozenset[int]] = (
            {letter: self._home_moats(army) for letter, army in self.armies.items()}
            if self.topology.moats
            else {}
        )
        #: How each kind of piece in the game moves.
        self.movements: dict[PieceType, tuple[betza.Term, ...]] = self._movements()
        #: Filled by `movement`, `pawns` and `attacks`: by army and kind, square by square.
        self.line_memo: dict[str, list[dict[Square, Any]]] = self._memo()
        self.way_memo: dict[str, list[dict[Square, Any]]] = self._memo()

    @property
    def two_army(self) -> bool:
        """Is this a variant for two armies?"""
        return len(self.armies) == 2

    @property
    def two_sided(self) -> bool:
        """Do the armies make up two sides?"""
        return len(set(self._sides.values())) == 2

    def square(self, name: str) -> Square | None:
        """The board's square or citadel of this name; None if it has none."""
        try:
            return self.topology.named(Square(name))
        except InvalidSquareError:
            return None

    def knows(self, kind: PieceType) -> bool:
        """Is this a kind of piece of the game?"""
        return kind == PieceType.PAWN or kind in self.movements

    def are_enemies(self, army: str, other: str) -> bool:
        """Are the two armies of different sides?"""
        return self._sides[army] != self._sides[other]

    def enemies(self, army: str, among: Iterable[str]) -> tuple[str, ...]:
        """The armies `among` those given that are not of `army`'s side."""
        side = self._sides[army]
        return tuple(other for other in among if self._sides[other] != side)

    def sides(self, letters: Iterable[str]) -> set[str]:
        """The sides that the armies of these letters belong to."""
        return {self._sides[letter] for letter in letters}

    def members(self, side: str) -> tuple[str, ...]:
        """All armies of a side in seat order, eliminated ones too: they win together."""
        return tuple(letter for letter, own in self._sides.items() if own == side)

    def in_seat_order(self, letters: Iterable[str]) -> tuple[str, ...]:
        """The known ones of these letters, in seat order."""
        wanted = set(letters)
        return tuple(letter for letter in self.armies if letter in wanted)

    def pawns_of(self, army: str) -> tuple[Piece, ...]:
        """The kinds of pawn an army starts with: two where pawns keep a direction."""
        headings = (False, True) if self.pawns_keep_direction else (False,)
        return tuple(Piece(army, PieceType.PAWN, other) for other in headings)

    def _pawn_starts(self) -> Iterable[tuple[Piece, frozenset[Square]]]:
        for letter, army in self.armies.items():
            pawns = frozenset(s for s, kind in army.start.items() if kind == PieceType.PAWN)
            anticlockwise = army.start_anticlockwise
            for pawn in self.pawns_of(letter):
                if self.pawns_keep_direction:
                    yield pawn, pawns & anticlockwise if pawn.outbound else pawns - anticlockwise
                else:
                    yield pawn, pawns

    def _home_moats(self, army: Army) -> frozenset[int]:
        """Going each way along the rim from where the army starts, the first moat met."""
        board = self.topology
        found: set[int] = set()
        for square in army.start:
            if board.ring(square) == board.rings:
                file = board.file(square)
                found.add(min(board.moats, key=lambda moat: (moat - file) % board.files))
                found.add(min(board.moats, key=lambda moat: (file - 1 - moat) % board.files))
        return frozenset(found)

    def _movements(self) -> dict[PieceType, tuple[betza.Term, ...]]:
        texts = dict(MOVEMENTS)
        for letter, own in self.data.pieces.items():
            texts[PieceType.from_letter(letter)] = own.betza
        movements = {kind: betza.read(text) for kind, text in texts.items()}
        for kind, terms in movements.items():
            if any(term.faces for term in terms):
                self._check_directions(texts[kind])
        return movements

    def _check_directions(self, text: str) -> None:
        if self.topology.crossable:
            raise InvalidVariantError(
                f"betza {shorten(text)}: no directions on a board with a null centre"
            )
        for letter, army in self.armies.items():
            if army.forward is None:
                raise InvalidVariantError(
                    f"betza {shorten(text)}: directions, but army {shorten(letter)} has no forward"
                )

    def _memo(self) -> dict[str, list[dict[Square, Any]]]:
        return {letter: [{} for _ in range(len(PieceType) + 1)] for letter in self.armies}

    def forward(self, army: str) -> betza.Facing | None:
        """Which way the pieces of an army look, if that is said."""
        return self.armies[army].forward

    def promotion_files(self, army: str, anticlockwise: bool) -> frozenset[int]:
        """Where pawns promote that keep a direction: separate files for each."""
        own = self.armies[army]
        return own.anticlockwise_promotion_files if anticlockwise else own.clockwise_promotion_files


@lru_cache(maxsize=64)
def rules_for(data: VariantData) -> Rules:
    """The `Rules` of a variant; the same object again for the same data.

    >>> from circularchess.variant import Variant
    >>> data = Variant.load("circular").data
    >>> rules_for(data) is rules_for(data)
    True
    """
    return Rules(data)

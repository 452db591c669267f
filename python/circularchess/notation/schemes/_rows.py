"""Jocly (jocly.com) and Game Courier (chessvariants.com): positions ring by ring."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, Final

from ...errors import InvalidFenError, shorten
from ...values.piece import PieceType
from ...values.setup import Setup
from ..fen import MAX_LENGTH, parse_fen, write_fen
from ._plain import FileRing
from ._scheme import file_letter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine import Position
    from ...values.move import Move
    from ...values.move_info import MoveInfo
    from ...variant import VariantData

__all__ = ["GameCourier", "Jocly"]

_TOKEN: Final = re.compile(r"[0-9]+|.", re.ASCII | re.DOTALL)
#: Jocly's files begin so many before ours: White's king, on our file 1, stands on its `e`.
_TURNED: Final = 4


class _Rows(FileRing):
    """Positions ring by ring as FEN has them, with the squares in another order.

    With more than two armies, which neither program has here, pieces are between commas as in our
    own texts. Citadels, which neither has, come last as there.
    """

    __slots__ = ()

    #: Whether each digit is a number of empty squares.
    _by_digits: ClassVar[bool] = False

    def write_position(self, setup: Setup) -> str:
        """The text of a position. Raises `InvalidFenError` where there is none."""
        fields = super().write_position(setup).split(" ")
        rows = fields[0].split("/")
        rings = [list(self._cells(row, by_digits=False)) for row in rows[: self.variant.rings]]
        texts = [self._packed(row) for row in self._turned(rings)]
        fields[0] = "/".join([*texts, *rows[self.variant.rings :]])
        return " ".join(fields)

    def parse_position(self, text: str) -> Setup:
        """The position of a text; without further fields the first army is to move.

        Raises `InvalidFenError`.
        """
        if not isinstance(text, str) or len(text) > MAX_LENGTH:
            return parse_fen(text, self.variant)  # says what is wrong
        variant = self.variant
        fields = text.strip().split(" ")
        if len(fields) == 1:
            army = variant.armies[0].letter
            fields += write_fen(Setup(turn=army), variant).split(" ")[1:]
        parts = fields[0].split("/")
        rows = [list(self._cells(row, by_digits=self._by_digits)) for row in parts]
        for row in rows[: variant.rings]:
            if len(row) != variant.files:
                raise InvalidFenError(
                    f"{self.name}: a ring has {variant.files} squares, not {len(row)}: "
                    f"{shorten(text)}"
                )
        back = [_our_row(row, self._comma) for row in self._turned_back(rows[: variant.rings])]
        back += parts[variant.rings :]
        if variant.citadels and len(parts) == variant.rings:
            back.append(str(variant.citadels))
        return super().parse_position(" ".join(["/".join(back), *fields[1:]]))

    @property
    def _comma(self) -> str:
        return "" if self.variant.fen_style == "letters" else ","

    def _cells(self, row: str, *, by_digits: bool) -> Iterator[str]:
        """A ring of a placement square by square; an empty one is an empty text."""
        for token in row.split(",") if self._comma else _TOKEN.findall(row):
            if not (token.isascii() and token.isdigit()):
                yield token or " "  # what nobody reads as a piece
            elif by_digits and not self._comma:
                yield from [""] * sum(map(int, token))
            elif len(token) <= 3:
                yield from [""] * int(token)

    def _packed(self, cells: list[str]) -> str:
        most = 9 if self._by_digits and not self._comma else 999
        return _our_row(cells, self._comma, most)

    def _turned(self, rows: list[list[str]]) -> list[list[str]]:
        """Our rings, from the outermost inward, as the scheme has them."""
        raise NotImplementedError

    def _turned_back(self, rows: list[list[str]]) -> list[list[str]]:
        raise NotImplementedError

    def _text(
        self,
        position: Position,  # noqa: ARG002 - the whole from-square is told anyway
        info: MoveInfo,
        legal: Sequence[Move] | None,  # noqa: ARG002
    ) -> str:
        return self._whole(info)


def _our_row(cells: list[str], comma: str, most: int = 999) -> str:
    """A ring as text, with numbers of empty squares of at most `most`."""
    items: list[str] = []
    for cell, row in groupby(cells):
        if cell:
            items += row
            continue
        empty = len(list(row))
        while empty:
            items.append(str(min(empty, most)))
            empty -= min(empty, most)
    return comma.join(items)


class Jocly(_Rows):
    """Ring 1 is the outermost, where rooks stand, and file `e` our file 1.

    Its FEN goes from the innermost ring outward, with numbers of one digit. Where a game has a ferz
    and no queen, or an elephant and no bishop, Jocly calls them Q and B. Its pawns are `P` whatever
    their direction; where each keeps its own, the anticlockwise ones are `O` as in our texts.
    """

    __slots__ = ("_back", "_letters")
    name: ClassVar[str] = "jocly"
    _by_digits: ClassVar[bool] = True

    def __init__(self, variant: VariantData) -> None:
        super().__init__(variant)
        seen = {kind for army in variant.armies for kind in army.start.values()}
        if any(army.promotion_squares or army.clockwise_promotion_files for army in variant.armies):
            seen |= {kind for army in variant.armies for kind in army.promotion}
        letters = {kind.letter for kind in seen}
        self._letters: dict[str, str] = {}
        for ours, theirs in (("F", "Q"), ("E", "B")):
            if ours in variant.pieces and theirs not in letters:
                self._letters |= {ours: theirs, ours.lower(): theirs.lower()}
        self._back = {theirs: ours for ours, theirs in self._letters.items()}

    def _grid_name(self, ring: int, file: int) -> str:
        files = self.variant.files
        return f"{file_letter((file - 1 + _TURNED) % files + 1)}{self.variant.rings - ring + 1}"

    def _letter(self, kind: PieceType) -> str:
        return self._letters.get(kind.letter, kind.letter)

    def _kind(self, letter: str) -> PieceType | None:
        return super()._kind(self._back.get(letter, letter))

    def _marked(self, sign: str) -> str:
        return "+" if sign else ""

    @staticmethod
    def _renamed(cell: str, letters: dict[str, str]) -> str:
        # With commas a piece is the letter of its army and its own.
        return cell[:-1] + letters.get(cell[-1:], cell[-1:])

    def _turned(self, rows: list[list[str]]) -> list[list[str]]:
        turned = []
        for row in rows:
            cells = [self._renamed(cell, self._letters) for cell in row]
            turned.append([*cells[-_TURNED:], *cells[:-_TURNED]])
        return turned[::-1]

    def _turned_back(self, rows: list[list[str]]) -> list[list[str]]:
        back = []
        for row in rows[::-1]:
            cells = [self._renamed(cell, self._back) for cell in row]
            back.append([*cells[_TURNED:], *cells[:_TURNED]])
        return back


class GameCourier(_Rows):
    """Files `a` to `p` clockwise, rings 1 to 4 outward; moves by their two squares.

    Moves are read as the site has them: with or without the label of the piece, and with what a
    pawn becomes behind a semicolon, `P g3-h4; Q-h4`. Written they have `=Q` for it, for in records
    of games a semicolon begins a comment. Its FEN code has a hyphen for what is no square.
    """

    __slots__ = ()
    name: ClassVar[str] = "gamecourier"

    def _whole(self, info: MoveInfo) -> str:
        move = info.move
        start, target = self._written[move.from_square], self._written[move.to_square]
        return f"{start}-{target}{self._promotion(move)}"

    def _marked(self, sign: str) -> str:  # noqa: ARG002 - the site tells check by itself
        return ""

    def parse(self, position: Position, text: str) -> Move:
        """As `Scheme.parse`; labels of pieces may be in either case."""
        if isinstance(text, str) and text[1:2] == " ":
            text = text[0].upper() + text[1:]
        return super().parse(position, text)

    def _turned(self, rows: list[list[str]]) -> list[list[str]]:
        return [["-" if cell == "*" else cell for cell in row] for row in rows]

    def _turned_back(self, rows: list[list[str]]) -> list[list[str]]:
        return [["*" if cell == "-" else cell for cell in row] for row in rows]

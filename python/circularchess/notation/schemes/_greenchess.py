"""Green Chess (greenchess.net): `three-circular`, `big-four` and its other round games.

A page of a game there holds its position as JSON, an object whose `pieces` say who stands where:
the index of a square is its ring counted from the rim inward, times the number of files, and its
file, both from 0; a piece is the seat of its army, a hyphen and its kind: `{"13": "2-pawn"}`. The
`moves` beside it mark with `d:` what the player to move may drag, which tells the turn.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ...errors import InvalidFenError, shorten
from ...values.piece import Piece, PieceType
from ...values.setup import Setup, check_setup
from ..fen import MAX_LENGTH, parse_fen, write_fen
from ._plain import FileRing

if TYPE_CHECKING:
    from ...values.move_info import CastlingSide
    from ...values.square import Square

__all__ = ["GreenChess"]

_KINDS: Final = {kind.name.lower(): kind for kind in PieceType}
_PIECE: Final = re.compile(r"([0-9])-([a-z]+)(_back)?", re.ASCII)
#: What our texts add to the word for a pawn that heads the other way.
_BACK: Final = "_back"
#: Longest text that is looked at: a page's positions list all moves too.
_LONGEST: Final = 16 * MAX_LENGTH


class GreenChess(FileRing):
    """Ring 1 is the innermost, where the kings of its first two games stand."""

    __slots__ = ()
    name: ClassVar[str] = "greenchess"
    _bare_pawns: ClassVar[bool] = False

    def _pawn_origin(self, start: str, rivals: list[str], manner: str) -> str:
        # A pawn always names its file.
        aside = manner == "aside" or start[0] == "x"
        alone = not aside and all(other[0] != start[0] for other in rivals)
        return start[0] if alone else start

    def _castled(self, side: CastlingSide) -> str:
        return "0-0" if side == "king_side" else "0-0-0"

    def _rank(self, square: Square) -> int:
        variant = self.variant
        if variant.citadels and square[0] == "z":
            return variant.rings * variant.files + square.file
        return (variant.rings - square.ring) * variant.files + square.file - 1

    def _index(self, square: Square) -> str:
        # The site has no citadels: they keep their names.
        citadel = self.variant.citadels and square[0] == "z"
        return str(square) if citadel else str(self._rank(square))

    def write_position(self, setup: Setup) -> str:
        """The position as a page of the site holds it.

        `state` is ours: the fields of a position text after the placement, which pages do not have.
        So are citadels, under their names, and `pawn_back` for pawns that head the other way, for
        games that the site does not have.

        >>> from circularchess import Board
        >>> from circularchess.notation.schemes import scheme
        >>> board = Board("three-circular", "24/24/24/wK,7,rK,7,bK,7 r - - 0 1")
        >>> scheme("greenchess", board.variant).write_position(board.setup())
        '{"pieces": {"72": "0-king", "80": "1-king", "88": "2-king"}, "state": "r - - 0 1"}'
        """
        check_setup(setup)
        seats = {army.letter: seat for seat, army in enumerate(self.variant.armies)}
        # The text refuses what cannot be written.
        state = write_fen(setup, self.variant).partition(" ")[2]
        pieces = {}
        for square in sorted(map(self.variant.read_square, setup.pieces), key=self._rank):
            piece = setup.pieces[square]
            kind = self.variant.pieces.get(piece.type.letter)
            name = kind.name if kind else piece.type.name.lower()
            back = _BACK if piece.outbound else ""
            pieces[self._index(square)] = f"{seats[piece.army]}-{name}{back}"
        return json.dumps({"pieces": pieces, "state": state})

    def parse_position(self, text: str) -> Setup:
        """The position of a text as a page of the site holds it, or a part of such a page.

        Without `state` the army to move is the one with pieces to drag, else the first; all rights
        to castle whose king and rook stand at home are given, none to capture en passant.

        >>> from circularchess import Board
        >>> from circularchess.notation.schemes import scheme
        >>> words = scheme("greenchess", Board("three-circular").variant)
        >>> setup = words.parse_position('{"pieces": {"72": "0-king", "80": "1-king"}}')
        >>> setup.turn, sorted(setup.pieces)
        ('w', ['a1', 'a9'])
        """
        document = self._document(text)
        pieces = self._pieces(document["pieces"])
        state = document.get("state")
        if state is None:
            return Setup(pieces, turn=self._turn(document, pieces), castling=self._rights(pieces))
        if not isinstance(state, str):
            raise InvalidFenError(f"{self.name}: state is a text, not {shorten(state)}")
        empty = write_fen(Setup(turn=self.variant.armies[0].letter), self.variant)
        setup = parse_fen(f"{empty.partition(' ')[0]} {state}", self.variant)
        setup.pieces = pieces
        return setup

    def _document(self, text: str) -> dict[str, Any]:
        if not isinstance(text, str):
            raise InvalidFenError(f"a position must be text, not {shorten(text)}")
        if len(text) > _LONGEST:
            raise InvalidFenError(
                f"the position is longer than {_LONGEST} characters: {shorten(text)}"
            )
        # A page has the object among others.
        begin = text.find('{"pieces"')
        try:
            document, _ = json.JSONDecoder().raw_decode(text, max(begin, 0))
        except (ValueError, RecursionError):
            raise InvalidFenError(f"{self.name}: no JSON object: {shorten(text)}") from None
        if not isinstance(document, dict) or not isinstance(document.get("pieces"), dict):
            raise InvalidFenError(f"{self.name}: no object with pieces: {shorten(text)}")
        return document

    def _pieces(self, found: dict[str, Any]) -> dict[Square, Piece]:
        variant = self.variant
        named = _KINDS | {k.name: PieceType.from_letter(k.letter) for k in variant.pieces.values()}
        squares = {self._index(square): square for square in variant.squares()}
        pieces = {}
        for index, value in found.items():
            square = squares.get(index)
            if square is None:
                raise InvalidFenError(f"{self.name}: no square {shorten(index)} on this board")
            match = _PIECE.fullmatch(value) if isinstance(value, str) else None
            kind = named.get(match[2]) if match else None
            if match is None or kind not in self._kinds or int(match[1]) >= len(variant.armies):
                raise InvalidFenError(f"{self.name}: no piece {shorten(value)} in this game")
            assert kind is not None
            pieces[square] = Piece(variant.armies[int(match[1])].letter, kind, bool(match[3]))
        return pieces

    def _turn(self, document: dict[str, Any], pieces: dict[Square, Piece]) -> str:
        """The army whose pieces may be dragged."""
        first = self.variant.armies[0].letter
        moves = document.get("moves")
        if not isinstance(moves, dict):
            return first
        by_index = {self._index(square): piece.army for square, piece in pieces.items()}
        armies = {
            by_index[index]
            for index, told in moves.items()
            if index in by_index and isinstance(told, str) and ",d:" in told
        }
        return armies.pop() if len(armies) == 1 else first

    def _rights(self, pieces: dict[Square, Piece]) -> frozenset[tuple[str, str]]:
        rights = set()
        if self.variant.castling:
            for army in self.variant.armies:
                homes = army.castling
                if homes is None or pieces.get(homes.king) != Piece(army.letter, PieceType.KING):
                    continue
                for wing, home in (("K", homes.king_side), ("Q", homes.queen_side)):
                    if home and pieces.get(home) == Piece(army.letter, PieceType.ROOK):
                        rights.add((army.letter, wing))
        return frozenset(rights)

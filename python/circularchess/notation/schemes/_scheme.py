"""What all notations have in common: names of squares, and moves spelt with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from ...errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSquareError,
    UnknownNotationError,
    shorten,
)
from ...values.move import Move
from ...values.piece import PieceType
from ...values.square import Square
from ..fen import parse_fen, write_fen
from ..san import Notation, is_straight, mark, told

if TYPE_CHECKING:
    from ...engine import Position
    from ...values.move_info import CastlingSide, MoveInfo
    from ...values.setup import Setup
    from ...variant import Variant, VariantData

__all__ = ["Scheme"]

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
#: The longest move text that is looked at.
_MAX_LENGTH: Final = 32
_SQUARE: Final = re.compile(r"([a-z])([1-9][0-9]{0,2})", re.ASCII)
_TWO_SQUARES: Final = re.compile(
    r"([a-z][1-9][0-9]{0,2})([a-z][1-9][0-9]{0,2})([A-NP-Za-np-z]?)", re.ASCII
)
#: `x` is also the 24th letter of squares: it is one only before a number, or before another `x`
#: that is the sign of a capture.
_MOVE: Final = re.compile(
    r"(?P<piece>[A-NP-Z\u2654-\u265f]?)[ ]?"
    r"(?P<letter>[a-wyz]|x(?=[1-9]|x[a-z]))?(?P<number>[1-9][0-9]{0,2})?"
    r"(?P<sign>[x:\-]?)(?P<target>[a-z][1-9][0-9]{0,2})"
    r"(?:(?:[=/]|;[ ]?)?(?P<promotion>[A-NP-Za-np-z\u2654-\u265f])(?:-[a-z][1-9][0-9]{0,2})?)?"
    r"(?:e\.p\.)?(?P<mark>\+\+?|#)?[!?]{0,2}",
    re.ASCII,
)
_CASTLING: Final = re.compile(
    r"(?P<sign>[O0o])-(?P=sign)(?P<long>-(?P=sign))?(?:\+\+?|#)?[!?]{0,2}", re.ASCII
)
#: Chess figures by their letters; colours do not matter.
_FIGURES: Final = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True))
_PAWN: Final = PieceType.PAWN


class Scheme(Notation):
    """Squares, moves and positions of one variant, spelt as a program does. Get it by `scheme`.

    It works on the positions of both engines. `name` is the scheme's, `variant` the game's.
    """

    __slots__ = ("_read", "_written", "variant")

    name: ClassVar[str]

    def __init__(self, variant: VariantData) -> None:
        super().__init__(variant)
        self.variant: Variant = variant
        self._written: dict[Square, str] = {}
        for square in self._all_squares():
            self._written[square] = self._spell(square)
        self._read = {text: square for square, text in self._written.items()}

    def _all_squares(self) -> list[Square]:
        variant = self.variant
        board = [
            variant.square_at(ring, file)
            for ring in range(1, variant.rings + 1)
            for file in range(1, variant.files + 1)
        ]
        return [*board, *(variant.square(f"z{n}") for n in range(1, variant.citadels + 1))]

    def _spell(self, square: Square) -> str:
        """The name of a square of the grid; citadels keep theirs."""
        if self.variant.citadels and square[0] == "z" and square not in self.variant.voids:
            return str(square)
        return self._grid_name(square.ring, square.file)

    def _grid_name(self, ring: int, file: int) -> str:
        raise NotImplementedError

    # --- Squares -------------------------------------------------------------------------------

    def square_name(self, square: str) -> str:
        """What the scheme calls a square of the board. Raises `InvalidSquareError`.

        >>> from circularchess import Variant
        >>> from circularchess.notation.schemes import scheme
        >>> scheme("jocly", Variant.load("byzantine-mirror")).square_name("a1")
        'e4'
        """
        name = self._written.get(self.variant.read_square(square))
        if name is None:
            raise InvalidSquareError(f"{shorten(square)} is not on the board")
        return name

    def square(self, name: str) -> Square:
        """The square that the scheme calls so. Raises `InvalidSquareError`.

        >>> from circularchess import Variant
        >>> from circularchess.notation.schemes import scheme
        >>> scheme("jocly", Variant.load("byzantine-mirror")).square("p4")
        'a12'
        """
        square = self._read.get(name) if isinstance(name, str) else None
        if square is None:
            known = isinstance(name, str) and _SQUARE.fullmatch(name)
            what = "is not on the board" if known else "is no name of a square"
            raise InvalidSquareError(f"{shorten(name)} {what} in the notation {self.name!r}")
        return square

    # --- Moves ---------------------------------------------------------------------------------

    def move_text(self, move: Move | str) -> str:
        """A move by its two squares, with the letter of a promotion. Raises `InvalidMoveError`.

        >>> from circularchess import Variant
        >>> from circularchess.notation.schemes import scheme
        >>> scheme("gamecourier", Variant.load("circular")).move_text("c7d8q")
        'g3h4q'
        """
        move = self.variant.read_move(move)
        letter = "" if move.promotion is None else move.promotion.letter.lower()
        return f"{self.square_name(move.from_square)}{self.square_name(move.to_square)}{letter}"

    def move(self, text: str) -> Move:
        """The move that two squares of the scheme tell. Raises `InvalidMoveError`.

        >>> from circularchess import Variant
        >>> from circularchess.notation.schemes import scheme
        >>> scheme("gamecourier", Variant.load("circular")).move("g3h4q").uci()
        'c7d8q'
        """
        match = None
        if isinstance(text, str) and len(text) <= _MAX_LENGTH:
            match = _TWO_SQUARES.fullmatch(text)
        if match is None:
            raise InvalidMoveError(f"not a move: {shorten(text)}")
        try:
            start, target = self.square(match[1]), self.square(match[2])
        except InvalidSquareError as error:
            raise InvalidMoveError(f"not a move: {shorten(text)}: {error}") from None
        return self.variant.read_move(f"{start}{target}{match[3].lower()}")

    def describe(
        self, position: Position, move: Move, legal: Sequence[Move] | None = None
    ) -> MoveInfo:
        """What the engine tells of a legal move, with its text as the scheme's records have it.

        `legal` may be given when it is known: all the position's legal moves.
        """
        info = told(position, self.variant.read_move(move))
        return info._replace(san=self._text(position, info, legal) + self._marked(mark(info)))

    def lan(self, position: Position, move: Move) -> str:
        """The text of a legal move with its whole from-square."""
        info = told(position, self.variant.read_move(move))
        return self._whole(info) + self._marked(mark(info))

    def _marked(self, sign: str) -> str:
        """How check and mate are told."""
        return sign

    def _text(self, position: Position, info: MoveInfo, legal: Sequence[Move] | None) -> str:
        """A move with as much of its from-square as is needed, as FIDE has it."""
        if info.castling is not None:
            return self._castled(info.castling)
        move, kind = info.move, info.mover.type
        captures = info.captured is not None
        pawn = kind is _PAWN
        straight = pawn and is_straight(info)
        rivals = [
            self._written[other.from_square]
            for other in (position.legal_moves() if legal is None else legal)
            if other.to_square == move.to_square
            and other.from_square != move.from_square
            and other.promotion == move.promotion
            and self._is_of(position, other, kind)
            and (not pawn or is_straight(told(position, other)) == straight)
        ]
        start = self._written[move.from_square]
        if pawn:
            letter = ""
            manner = "straight" if straight else "capture" if captures else "aside"
            origin = self._pawn_origin(start, rivals, manner)
        else:
            letter = self._letter(kind)
            origin = self._origin(start, rivals)
        target = self._written[move.to_square]
        return f"{letter}{origin}{'x' if captures else ''}{target}{self._promotion(move)}"

    def _whole(self, info: MoveInfo) -> str:
        if info.castling is not None:
            return self._castled(info.castling)
        move = info.move
        sign = "-" if info.captured is None else "x"
        letter = "" if info.mover.type is _PAWN else self._letter(info.mover.type)
        start, target = self._written[move.from_square], self._written[move.to_square]
        return f"{letter}{start}{sign}{target}{self._promotion(move)}"

    def _is_of(self, position: Position, move: Move, kind: PieceType) -> bool:
        piece = position.piece_at(move.from_square)
        return piece is not None and piece.type is kind

    def _origin(self, start: str, rivals: list[str]) -> str:
        """Just enough of a from-square to tell it from the others."""
        if not rivals:
            return ""
        # A lone `x` would be read as the sign of a capture.
        if all(other[0] != start[0] for other in rivals) and start[0] != "x":
            return start[0]
        if all(other[1:] != start[1:] for other in rivals):
            return start[1:]
        return start

    def _pawn_origin(self, start: str, rivals: list[str], manner: str) -> str:
        """What is told of the square that a pawn leaves; it goes straight or aside, or captures."""
        raise NotImplementedError

    def _castled(self, side: CastlingSide) -> str:
        return "O-O" if side == "king_side" else "O-O-O"

    def _promotion(self, move: Move) -> str:
        return "" if move.promotion is None else f"={self._letter(move.promotion)}"

    def _letter(self, kind: PieceType) -> str:
        """What the scheme calls a kind of piece."""
        return kind.letter

    def _kind(self, letter: str) -> PieceType | None:
        """The kind that a letter or a chess figure names; None when the game has none."""
        letter = _FIGURES.get(letter, letter)
        try:
            kind = PieceType.from_letter(letter)
        except ValueError:
            return None
        return kind if kind in self._kinds else None

    def parse(self, position: Position, text: str) -> Move:
        """The legal move that a text of the scheme means.

        Long and short forms are read, chess figures too, and the two squares alone. Where the
        scheme's pawns always name their file, a target alone is that of any other piece: so pages
        are read whose pictures of pieces got lost. Raises `InvalidMoveError` for what is no move,
        `IllegalMoveError` where no legal move fits and `AmbiguousMoveError` where several do.

        >>> from circularchess import Board
        >>> from circularchess.notation.schemes import scheme
        >>> board = Board("circular")
        >>> jocly = scheme("jocly", board.variant)
        >>> [jocly.parse(board.position, text).uci() for text in ("Nd2-b3", "Nb3", "d2b3")]
        ['c16b14', 'c16b14', 'c16b14']
        """
        match = castling = None
        if isinstance(text, str) and len(text) <= _MAX_LENGTH:
            match = _MOVE.fullmatch(text)
            castling = _CASTLING.fullmatch(text)
        if match is None and castling is None:
            raise InvalidMoveError(f"not a move: {shorten(text)}")
        legal = position.legal_moves()
        if match is None:
            assert castling is not None
            side: CastlingSide = "queen_side" if castling["long"] else "king_side"
            found = [move for move in legal if self._castles(position, move, side)]
        else:
            found = self._found(position, match, legal)
        if len(found) == 1:
            return found[0]
        turn = f"({position.turn} to move)"
        if not found:
            if position.end is not None:
                turn = f"(the game is over: {position.end[0].replace('_', ' ')})"
            raise IllegalMoveError(f"illegal move {shorten(text)} {turn}")
        choices = ", ".join(self.move_text(move) for move in found)
        raise AmbiguousMoveError(f"ambiguous move {shorten(text)} {turn}: it may be {choices}")

    def _found(self, position: Position, match: re.Match[str], legal: Sequence[Move]) -> list[Move]:
        """The legal moves that fit a text."""
        wanted = match["promotion"] and _FIGURES.get(match["promotion"], match["promotion"].upper())
        kind = self._kind(match["piece"]) if match["piece"] else None
        if match["piece"] and kind is None:
            return []
        target = self._read.get(match["target"])
        fit = []
        for move in legal:
            start = self._written[move.from_square]
            if (
                move.to_square == target
                and (match["letter"] or start[0]) == start[0]
                and (match["number"] or start[1:]) == start[1:]
                and (move.promotion and self._letter(move.promotion)) == wanted
            ):
                fit.append(move)

        def straight(move: Move) -> bool:
            return is_straight(told(position, move))

        def takes(move: Move) -> bool:
            return told(position, move).captured is not None

        captures = match["sign"] in ("x", ":")
        if kind is not None:
            return [
                move
                for move in fit
                if self._is_of(position, move, kind) and (not captures or takes(move))
            ]
        named = bool(match["letter"] or match["number"])
        pawns = [move for move in fit if self._is_of(position, move, _PAWN)]
        if not named and not self._bare_pawns:
            pawns = []
        elif captures:
            pawns = list(filter(takes, pawns))
        elif not named or (not match["number"] and any(map(straight, pawns))):
            pawns = list(filter(straight, pawns))
        if pawns or (self._bare_pawns and not (match["letter"] and match["number"])):
            return pawns
        others = [move for move in fit if not self._is_of(position, move, _PAWN)]
        if captures:
            others = list(filter(takes, others))
        return others

    #: Whether a pawn's move may be its target alone.
    _bare_pawns: ClassVar[bool] = True

    # --- Positions -----------------------------------------------------------------------------

    def write_position(self, setup: Setup) -> str:
        """The text of a position. Raises `InvalidFenError` for one that no text describes."""
        fields = write_fen(setup, self.variant).split(" ")
        if setup.en_passant:
            fields[3] = ",".join(map(self.square_name, setup.en_passant))
        return " ".join(fields)

    def parse_position(self, text: str) -> Setup:
        """The position that a text describes, playable or not. Raises `InvalidFenError`.

        >>> from circularchess import Board
        >>> from circularchess.notation.schemes import scheme
        >>> board = Board("circular")
        >>> words = scheme("gamecourier", board.variant)
        >>> words.write_position(board.setup())
        'RP4prrp4PR/NP4pnnp4PN/BP4pbbp4PB/KP4pkqp4PQ w - - 0 1'
        >>> Board.from_setup(words.parse_position("K15/16/16/7k8"), board.variant).turn
        'w'
        """
        if not isinstance(text, str):
            return parse_fen(text, self.variant)  # says what is wrong
        fields = text.strip().split(" ")
        if len(fields) > 3 and fields[3] != "-":
            passed = fields[3].split(",")
            fields[3] = ",".join(str(self._read.get(name, name)) for name in passed)
        return parse_fen(" ".join(fields), self.variant)


def needs_letters(variant: VariantData, name: str) -> None:
    """Refuse boards with more files than there are letters. Raises `UnknownNotationError`."""
    most = 25 if variant.citadels else 26
    if variant.files > most:
        raise UnknownNotationError(
            f"the notation {name!r} has letters for {most} files, "
            f"and {variant.id} has {variant.files}"
        )


def file_letter(file: int) -> str:
    """The letter of a file, `a` for 1."""
    return _LETTERS[file - 1]


def ring_letter_of(ring: int) -> str:
    """The letter of a ring, `a` for 1."""
    return _LETTERS[ring - 1]

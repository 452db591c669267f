"""Move text (SAN), read and written; `circularchess.san` tells the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ..errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, check_has, shorten
from ..values.move import Move
from ..values.piece import PieceType
from ..values.square import Square

if TYPE_CHECKING:
    from ..engine import Position
    from ..variant import VariantData

__all__ = ["Notation", "is_move_text", "notation"]

# Every capital letter but `O` may name a kind of piece; games have some of them. `x` is also a
# letter of squares, the 24th, so it is only read as one before a number.
_SAN: Final = re.compile(
    r"(?P<piece>[A-NP-Z]?)(?P<letter>[a-wyz]|x(?=[1-9]))?(?P<number>[1-9][0-9]{0,2})?"
    r"(?P<sign>[x:\-]?)(?P<target>[a-z][1-9][0-9]{0,2})"
    r"(?:[=/](?P<promotion>[A-JL-NQ-Za-jl-nq-z])|(?P<bare>[A-JL-NQ-Zqrbn])"
    r"|\((?P<in_parentheses>[A-JL-NQ-Za-jl-nq-z])\))?"
    r"(?:e\.p\.)?(?:\+\+?|#)?[!?]{0,2}",
    re.ASCII,
)
_CASTLING: Final = re.compile(
    r"(?P<sign>[O0o])-(?P=sign)(?P<long>-(?P=sign))?(?:\+\+?|#)?[!?]{0,2}", re.ASCII
)
#: What no pawn becomes in any game.
_NO_PROMOTION: Final = frozenset("PKOpko")
#: No move text is longer.
_MAX_LENGTH: Final = 24

_PAWN: Final = PieceType.PAWN
_KING: Final = PieceType.KING
_SIX: Final = tuple(PieceType.from_letter(letter) for letter in "PNBRQK")


class _Wanted(NamedTuple):
    """What a move text says."""

    #: "K" or "Q" for castling, which has no more to say.
    wing: str
    piece: PieceType
    #: Letter and number of the from-square, as far as given, else nothing.
    letter: str
    number: str
    capture: bool
    #: None for castling.
    to_square: Square | None
    promotion: int


@lru_cache(maxsize=4096)
def _read(text: str) -> _Wanted | None:
    """Take a move text apart; None when it is none."""
    match = _SAN.fullmatch(text)
    if match is None:
        castling = _CASTLING.fullmatch(text)
        if castling is None:
            return None
        return _Wanted("Q" if castling["long"] else "K", _KING, "", "", False, None, 0)
    piece, letter, number = match.group("piece", "letter", "number")
    promoted = match["promotion"] or match["bare"] or match["in_parentheses"]
    return _Wanted(
        "",
        PieceType.from_letter(piece) if piece else _PAWN,
        letter or "",
        number or "",
        match["sign"] in {"x", ":"},
        Square(match["target"]),
        int(PieceType.from_letter(promoted)) if promoted else 0,
    )


def is_move_text(text: str) -> bool:
    """Whether a text has the form of a move, possible or not.

    >>> is_move_text("Nb14"), is_move_text("O-O"), is_move_text("1-0")
    (True, True, False)
    """
    return len(text) <= _MAX_LENGTH and _read(text) is not None


class Notation:
    """Writes and reads move texts of one variant. Get it from `notation`.

    It works on the positions of both engines.
    """

    __slots__ = ("_armies", "_castled", "_data", "_file_first", "_half", "_kinds", "_two_sides")

    def __init__(self, data: VariantData) -> None:
        check_has(data, "pawn_kind", "VariantData")
        self._data = data
        self._armies = {army.letter: army for army in data.armies}
        self._file_first = data.names == "file-ring"
        self._two_sides = len({army.side for army in data.armies}) == 2
        # A radial pawn's straight step across a null centre lands this many files on.
        crosses = data.centre == "null" and data.pawn_kind == "radial"
        self._half = data.files // 2 if crosses else 0
        kinds = (PieceType.from_letter(letter) for letter in (*"PNBRQK", *data.pieces))
        self._kinds = frozenset(kinds)
        self._castled = dict(self._squares_of_castled_kings())

    # --- Writing -------------------------------------------------------------------------------

    def san(self, position: Position, move: Move, legal: Sequence[Move] | None = None) -> str:
        """The text of a move, which must be legal in the position.

        `legal` may be given when it is known: all the position's legal moves.
        """
        move = self._data.read_move(move)
        return self._text(position, move, legal) + self.mark(position, move)

    def lan(self, position: Position, move: Move) -> str:
        """The long text of a legal move, with its whole from-square: `Nb1-c3`, `b7xc8=Q`."""
        move = self._data.read_move(move)
        wing = self.castling_wing(position, move)
        if wing:
            text = "O-O" if wing == "K" else "O-O-O"
        else:
            kind = position.piece_at(move.from_square)
            assert kind is not None
            letter = "" if kind.type is _PAWN else kind.type.letter
            sign = "x" if self.is_capture(position, move, kind.type) else "-"
            text = f"{letter}{move.from_square}{sign}{move.to_square}{_promotion(move)}"
        return text + self.mark(position, move)

    def _text(self, position: Position, move: Move, legal: Sequence[Move] | None) -> str:
        piece = position.piece_at(move.from_square)
        assert piece is not None
        kind = piece.type
        start, target = move.from_square, move.to_square
        straight = self._straight(move)
        if kind is _PAWN and not straight:
            if self._quiet(position, move):  # a sidestep
                return f"{start}{target}{_promotion(move)}"
            if not self._file_first:
                return f"{start}x{target}{_promotion(move)}"
        if kind is _KING:
            wing = self.castling_wing(position, move)
            if wing:
                return "O-O" if wing == "K" else "O-O-O"
        promotion = move.promotion
        near = [
            other
            for other in (position.legal_moves() if legal is None else legal)
            if other.to_square == target
        ]
        rivals = [
            other.from_square
            for other in near
            if other.from_square != start
            and other.promotion == promotion
            and self._is(position, other, kind, straight)
        ]
        if kind is _PAWN:
            origin = str(start) if rivals else ""
            if not straight:
                file = start.file_name
                # A lone `x` would be read as the sign of a capture.
                alone = file != "x" and all(square.file != start.file for square in rivals)
                origin = f"{file if alone else start}x"
            return f"{origin}{target}{_promotion(move)}"
        sign = "x" if position.piece_at(target) is not None else ""
        return f"{kind.letter}{_origin(start, rivals)}{sign}{target}"

    def _is(self, position: Position, move: Move, kind: PieceType, straight: bool) -> bool:
        """Whether a legal move is one of a kind of piece, for pawns also straight ahead or not."""
        piece = position.piece_at(move.from_square)
        if piece is None or piece.type is not kind:
            return False
        return kind is not _PAWN or self._straight(move) == straight

    def mark(self, position: Position, move: Move) -> str:
        """`#`, `+` or nothing: what a legal move does to the enemy."""
        after = position.play(move)
        if after is None:
            return ""
        if any(event.kind in ("checkmated", "eliminated") for event in after.events):
            return "#"
        return "+" if self._gives_check(after, self._armies[position.turn].side) else ""

    def _gives_check(self, position: Position, side: str) -> bool:
        """Whether an enemy king is attacked by that side."""
        armies = self._armies
        in_play = position.in_play
        checked = [
            army for army in in_play if armies[army].side != side and position.is_check(army)
        ]
        if self._two_sides or not checked:
            return bool(checked)
        # A third side may be the one that gives check.
        mine = [army for army in in_play if armies[army].side == side]
        return any(
            position.attackers(army, square)
            for square, piece in position.piece_map().items()
            if piece.type is _KING and piece.army in checked
            for army in mine
        )

    # --- Reading -------------------------------------------------------------------------------

    def parse(self, position: Position, text: str) -> Move:
        """The legal move that a text means.

        Raises `InvalidMoveError` for a text that is no move, `IllegalMoveError` when no legal
        move fits it and `AmbiguousMoveError` when several do.
        """
        wanted = _read(text) if isinstance(text, str) and len(text) <= _MAX_LENGTH else None
        if wanted is None or not self._kinds.issuperset((wanted.piece, wanted.promotion or _PAWN)):
            raise InvalidMoveError(f"not a move: {shorten(text)}")
        legal = position.legal_moves()
        if wanted.wing:
            for move in legal:
                if self.castling_wing(position, move) == wanted.wing:
                    return move
            raise self._illegal(position, text, wanted, legal)
        # Most of the time goes here: look at the target first.
        target = wanted.to_square
        near = [move for move in legal if move.to_square == target]
        found = [
            move
            for move in near
            if (move.promotion or 0) == wanted.promotion and self._fits(position, move, wanted)
        ]
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._illegal(position, text, wanted, legal)
        choices = ", ".join(move.uci() for move in found)
        raise AmbiguousMoveError(
            f"ambiguous move {text!r} ({position.turn} to move): it may be {choices}"
        )

    def _fits(self, position: Position, move: Move, wanted: _Wanted) -> bool:
        """Whether a legal move to the wanted square is what the text means."""
        origin = move.from_square
        if wanted.number and origin[1:] != wanted.number:
            return False
        if wanted.letter and origin[0] != wanted.letter:
            return False
        piece = position.piece_at(origin)
        if piece is None or piece.type is not wanted.piece:
            return False
        if wanted.piece is not _PAWN:
            return not wanted.capture or position.piece_at(move.to_square) is not None
        if wanted.capture:
            return not self._quiet(position, move)
        # Without anything of the from-square and without `x` a pawn goes straight ahead.
        return bool(wanted.letter or wanted.number) or self._straight(move)

    def _illegal(
        self, position: Position, text: str, wanted: _Wanted, legal: Sequence[Move]
    ) -> IllegalMoveError:
        """The error for a text that no legal move fits, with the reason where it is plain."""
        reason = f"{position.turn} to move"
        if position.end is not None:
            reason = f"the game is over: {position.end[0].replace('_', ' ')}"
        elif wanted.wing:
            reason = f"{reason}: castling is not possible"
        elif not self._has(wanted.to_square):
            reason = f"{wanted.to_square!s} is not on the board"
        else:
            loose = wanted._replace(capture=False)
            there = [move for move in legal if move.to_square == wanted.to_square]
            if any(self._fits(position, move, loose) for move in there):
                if any(
                    self._fits(position, move, loose)
                    for move in there
                    if (move.promotion or 0) == wanted.promotion
                ):
                    reason = f"nothing to capture on {wanted.to_square!s}"
                else:
                    reason = "no promotion there" if wanted.promotion else "the pawn must promote"
        return IllegalMoveError(f"illegal move {text!r} ({reason})")

    def _has(self, square: Square | None) -> bool:
        return square is not None and self._data.has_square(square)

    # --- What kind of move ---------------------------------------------------------------------

    def is_capture(self, position: Position, move: Move, kind: PieceType) -> bool:
        """Whether a legal move of a kind of piece captures, en passant or otherwise."""
        if kind is _PAWN:
            return not self._quiet(position, move)
        return position.piece_at(move.to_square) is not None

    def _quiet(self, position: Position, move: Move) -> bool:
        """Whether a legal pawn move captures nothing: straight ahead, or a step aside."""
        if self._straight(move):
            return True
        target = move.to_square
        if not self._data.sidestep or position.piece_at(target) is not None:
            return False
        if target not in position.en_passant():
            return True
        after = position.play(move)
        own = position.turn

        def others(there: Position) -> int:
            return sum(piece.army != own for piece in there.piece_map().values())

        return after is None or others(after) == others(position)

    def _straight(self, move: Move) -> bool:
        """Whether a legal pawn move goes straight ahead."""
        start, target = move.from_square, move.to_square
        if self._data.pawn_kind == "ring":
            return start.ring == target.ring
        if start.file == target.file:
            return True
        across = start.ring == target.ring == 1
        return across and abs(start.file - target.file) == self._half

    def castling_wing(self, position: Position, move: Move) -> str:
        """ "K" or "Q" when a legal move is castling, else nothing."""
        army = self._armies[position.turn]
        homes = army.castling
        if homes is None or move.from_square != homes.king:
            return ""
        for owner, wing in position.castling():
            if owner == army.letter and move.to_square == self._castled.get((owner, wing)):
                return wing
        return ""

    def _squares_of_castled_kings(self) -> Iterator[tuple[tuple[str, str], Square]]:
        """By army and wing, two squares from the king's home toward the rook's."""
        data = self._data
        for army in data.armies:
            homes = army.castling
            if homes is None:
                continue
            king = homes.king
            for wing, rook in (("K", homes.king_side), ("Q", homes.queen_side)):
                if rook is None:
                    continue
                if rook.file == king.file:
                    ring = king.ring + (2 if rook.ring > king.ring else -2)
                    yield (army.letter, wing), data.square_at(ring, king.file)
                    continue
                file = king.file + 2 * self._toward(king, rook)
                square = data.square_at(king.ring, (file - 1) % data.files + 1)
                yield (army.letter, wing), square

    def _toward(self, king: Square, rook: Square) -> int:
        """The way along the ring, +1 for clockwise: the short one that meets no void nor seam."""
        data = self._data
        if data.seam == "open":
            return 1 if rook.file > king.file else -1
        found: list[tuple[int, int]] = []
        for along in (1, -1):
            distance = (rook.file - king.file) * along % data.files
            between = (
                data.square_at(rook.ring, (king.file - 1 + along * step) % data.files + 1)
                for step in range(1, distance)
            )
            if not any(square in data.voids for square in between):
                found.append((distance, along))
        return min(found, key=lambda it: it[0], default=(0, 0))[1]


def _promotion(move: Move) -> str:
    return "" if move.promotion is None else f"={move.promotion.letter}"


def _origin(start: Square, rivals: list[Square]) -> str:
    """Just enough of a from-square to tell it from the others."""
    if not rivals:
        return ""
    # A lone `x` would be read as the sign of a capture.
    if all(square.file != start.file for square in rivals) and start.file_name != "x":
        return start.file_name
    if all(square.ring != start.ring for square in rivals) and start.ring_name != "x":
        return start.ring_name
    return str(start)


@lru_cache(maxsize=64)
def notation(data: VariantData) -> Notation:
    """The notation of a variant.

    >>> from circularchess import Board
    >>> board = Board("circular")
    >>> notation(board.variant.data).san(board.position, board.parse_uci("c16b14"))
    'Nb14'
    """
    return Notation(data)

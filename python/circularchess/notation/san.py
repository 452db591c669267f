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
from .illegal import castled_king, likeliest, own_man
from .illegal import reason as illegal_reason

if TYPE_CHECKING:
    from ..engine import Position
    from ..values.move_info import CastlingSide, MoveInfo
    from ..variant import VariantData

__all__ = ["Notation", "is_move_text", "is_straight", "mark", "notation", "told"]

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
_CASTLED: Final = {"king_side": "O-O", "queen_side": "O-O-O"}
_WINGS: Final[dict[str, CastlingSide]] = {"K": "king_side", "Q": "queen_side"}
_STRAIGHT: Final = ("clockwise", "anticlockwise", "outward", "inward")


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

    __slots__ = ("_castling_kings", "_data", "_file_first", "_kinds")

    def __init__(self, data: VariantData) -> None:
        check_has(data, "pawn_kind", "VariantData")
        self._data = data
        self._file_first = data.names == "file-ring"
        kinds = (PieceType.from_letter(letter) for letter in (*"PNBRQK", *data.pieces))
        self._kinds = frozenset(kinds)
        homes = (army.castling for army in data.armies)
        self._castling_kings = frozenset(home.king for home in homes if home is not None)

    # --- Writing -------------------------------------------------------------------------------

    def san(self, position: Position, move: Move, legal: Sequence[Move] | None = None) -> str:
        """The text of a move, which must be legal in the position.

        `legal` may be given when it is known: all the position's legal moves.
        """
        return self.describe(position, move, legal).san

    def describe(
        self, position: Position, move: Move, legal: Sequence[Move] | None = None
    ) -> MoveInfo:
        """What the engine tells of a legal move, with its text; `legal` is as for `san`."""
        info = told(position, self._data.read_move(move))
        return info._replace(san=self._text(position, info, legal) + mark(info))

    def lan(self, position: Position, move: Move) -> str:
        """The long text of a legal move, with its whole from-square: `Nb1-c3`, `b7xc8=Q`."""
        info = told(position, self._data.read_move(move))
        if info.castling is not None:
            text = _CASTLED[info.castling]
        else:
            move = info.move
            letter = "" if info.mover.type is _PAWN else info.mover.type.letter
            sign = "-" if info.captured is None else "x"
            text = f"{letter}{move.from_square}{sign}{move.to_square}{_promotion(move)}"
        return text + mark(info)

    def _text(self, position: Position, info: MoveInfo, legal: Sequence[Move] | None) -> str:
        if info.castling is not None:
            return _CASTLED[info.castling]
        move, kind = info.move, info.mover.type
        start, target = move.from_square, move.to_square
        straight = kind is not _PAWN or is_straight(info)
        if not straight:
            if info.captured is None:  # a sidestep
                return f"{start}{target}{_promotion(move)}"
            if not self._file_first:
                return f"{start}x{target}{_promotion(move)}"
        promotion = move.promotion
        rivals = [
            other.from_square
            for other in (position.legal_moves() if legal is None else legal)
            if other.to_square == target
            and other.from_square != start
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
        sign = "" if info.captured is None else "x"
        return f"{kind.letter}{_origin(start, rivals)}{sign}{target}"

    def _is(self, position: Position, move: Move, kind: PieceType, straight: bool) -> bool:
        """Whether a legal move is one of a kind of piece, for pawns also straight ahead or not."""
        piece = position.piece_at(move.from_square)
        if piece is None or piece.type is not kind:
            return False
        return kind is not _PAWN or is_straight(told(position, move)) == straight

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
                if self._castles(position, move, _WINGS[wanted.wing]):
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
            return told(position, move).captured is not None
        # Without anything of the from-square and without `x` a pawn goes straight ahead.
        return bool(wanted.letter or wanted.number) or is_straight(told(position, move))

    def _castles(self, position: Position, move: Move, side: CastlingSide) -> bool:
        """Whether a legal move is castling to a side."""
        if move.from_square not in self._castling_kings:
            return False
        return told(position, move).castling == side

    def _illegal(
        self, position: Position, text: str, wanted: _Wanted, legal: Sequence[Move]
    ) -> IllegalMoveError:
        """The error for a text that no legal move fits, with the reason."""
        reason = self._reason(position, wanted, legal)
        return IllegalMoveError(f"illegal move {text!r} ({reason})")

    def _reason(self, position: Position, wanted: _Wanted, legal: Sequence[Move]) -> str:
        """Why no legal move fits a text."""
        data, turn = self._data, position.turn
        if position.end is not None:
            return f"the game is over: {position.end[0].replace('_', ' ')}"
        if wanted.wing:
            castling = castled_king(data, turn, wanted.wing)
            king = None if castling is None else position.piece_at(castling.from_square)
            if castling is None or king is None or (king.army, king.type) != (turn, _KING):
                return f"{turn} to move: castling is not possible"
            return f"{turn} to move: {illegal_reason(position, castling, data)}"
        assert wanted.to_square is not None
        target = data.read_square(wanted.to_square) if self._has(wanted.to_square) else None
        if target is None:
            return f"{wanted.to_square!s} is not on the board"
        there = position.piece_at(target)
        passed = target in position.en_passant()
        if wanted.capture and there is None and not passed:
            return f"nothing to capture on {target!s}"
        loose = wanted._replace(capture=False)
        if any(move.to_square == target and self._fits(position, move, loose) for move in legal):
            return "no promotion there" if wanted.promotion else "the pawn must promote"
        promotion = PieceType(wanted.promotion) if wanted.promotion else None
        meant = [
            Move(square, target, promotion)
            for square, piece in position.piece_map().items()
            if (piece.army, piece.type) == (turn, wanted.piece)
            and wanted.number in ("", square[1:])
            and wanted.letter in ("", square[0])
        ]
        symbol = turn + wanted.piece.letter
        if not meant:
            where = self._whence(wanted)
            return f"{turn} to move: no {symbol} on {where}"
        if target in data.voids:
            return f"{target!s} is void"
        if any((refusal := position.refusal(move)) and refusal.kind == "own" for move in meant):
            return own_man(there, turn, str(target))
        found = likeliest(position, self._as_read(meant, wanted))
        plain = wanted.capture and wanted.piece is _PAWN
        if found is None or found[1].kind == "unreachable" or (plain and found[1].kind == "far"):
            straight = wanted.piece is _PAWN and not (wanted.capture or wanted.letter)
            how = "straight to" if straight and not wanted.number else "to"
            return f"{turn} to move: no {symbol} goes {how} {target!s}"
        # The other army might well go there.
        if found[1].kind in ("far", "blocked"):
            return f"{turn} to move: {found[2]}"
        return found[2]

    @staticmethod
    def _as_read(meant: list[Move], wanted: _Wanted) -> Iterator[Move]:
        """The moves that a text can mean: pawns go aside where it says so, else straight on."""
        aside = wanted.capture or wanted.letter or wanted.number
        for move in meant:
            start, target = move.from_square, move.to_square
            straight = start.file == target.file or start.ring == target.ring
            if wanted.piece is not _PAWN or aside or straight:
                yield move

    def _whence(self, wanted: _Wanted) -> str:
        """What a text says of the from-square, in words."""
        letter, number = wanted.letter, wanted.number
        if letter and number:
            return letter + number
        letters, numbers = ("file", "ring") if self._file_first else ("ring", "file")
        if letter:
            return f"{letters} {letter}"
        return f"{numbers} {number}" if number else "the board"

    def _has(self, square: Square | None) -> bool:
        return square is not None and self._data.has_square(square)


def told(position: Position, move: Move) -> MoveInfo:
    """What the engine tells of a legal move."""
    info = position.describe(move)
    if info is None:
        raise IllegalMoveError(f"illegal move {move.uci()!r} ({position.turn} to move)")
    return info


def is_straight(info: MoveInfo) -> bool:
    """Whether a pawn's move goes straight ahead, not aside."""
    return info.direction in _STRAIGHT


def mark(info: MoveInfo) -> str:
    """`#`, `+` or nothing: what a move does to the enemy."""
    if any(event.kind in ("checkmated", "eliminated") for event in info.events):
        return "#"
    return "+" if info.check else ""


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

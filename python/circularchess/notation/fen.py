"""Position text (FEN), read and written; `circularchess.fen` tells the form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, NoReturn

from ..errors import InvalidFenError, InvalidSquareError, check_has, shorten
from ..values.piece import Piece
from ..values.setup import Setup, check_setup
from ..values.square import Square, ring_letter, square_at

if TYPE_CHECKING:
    from ..variant import Variant, VariantData

__all__ = ["MAX_COUNTER", "MAX_LENGTH", "parse_fen", "write_fen"]

#: Longest text that is looked at. The largest board's fullest position needs far less.
MAX_LENGTH: Final = 4096
#: Largest halfmove count and round number.
MAX_COUNTER: Final = 2**31 - 1

_FIELDS: Final = ("placement", "turn", "castling", "en passant", "halfmove", "round")
_NUMBER: Final = re.compile("[0-9]+", re.ASCII)
_LETTER_TOKEN: Final = re.compile(r"[0-9]+|.", re.ASCII | re.DOTALL)
#: Citadels are named `z1`, `z2` and so on.
_CITADEL_RING: Final = 26
_COUNTER: Final = re.compile("0|[1-9][0-9]{0,9}", re.ASCII)


def parse_fen(text: str, variant: Variant) -> Setup:
    """Read a position text. Raises `InvalidFenError` naming field, text and place.

    Spaces around the whole text do not matter.

    >>> from circularchess import Variant
    >>> variant = Variant.load("circular")
    >>> setup = parse_fen("K7k7/16/16/16 w - - 3 9", variant)
    >>> setup.pieces["d9"], setup.halfmove, setup.round
    (Piece(army='b', type=<PieceType.KING: 6>, outbound=False), 3, 9)
    >>> parse_fen("K7x7/16/16/16 w - - 3 9", variant)
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidFenError: placement: ring d, file 9: no piece 'x' in 'K7x7'
    """
    if not isinstance(text, str):
        raise InvalidFenError(f"a position must be text, not {shorten(text)}")
    _check_variant(variant)
    if len(text) > MAX_LENGTH:
        raise InvalidFenError(
            f"the position is longer than {MAX_LENGTH} characters: {shorten(text)}"
        )
    data = variant.data
    parts = text.strip(" \t\r\n").split(" ")
    fields = (*_FIELDS, "moats") if data.moats else _FIELDS
    if len(parts) != len(fields):
        raise InvalidFenError(
            f"{len(fields)} fields separated by single spaces are needed ({', '.join(fields)}), "
            f"not {len(parts)}: {shorten(text)}"
        )
    placement, turn, castling, en_passant, halfmove, round_ = parts[: len(_FIELDS)]
    turn, inert = _split_turn(turn, data)
    return Setup(
        pieces=_read_placement(placement, data),
        turn=_read_turn(turn, data),
        castling=_read_castling(castling, data),
        en_passant=_read_en_passant(en_passant, data),
        halfmove=_read_counter("halfmove", halfmove, 0),
        round=_read_counter("round", round_, 1),
        bridged=_read_moats(parts[-1], data) if len(parts) > len(_FIELDS) else frozenset(),
        inert=inert,
    )


def write_fen(setup: Setup, variant: Variant) -> str:
    """Write a position text, in the one canonical form.

    Any position that a text can describe is written, playable or not, and read back the same (but
    for the armies in play, which a text does not tell). One that no text describes raises
    `InvalidFenError`: with a piece off the board or of no army of the variant, rights of nobody, or
    counters out of range.

    >>> from circularchess import Variant
    >>> variant = Variant.load("bhati-2")
    >>> write_fen(variant.start_setup(), variant)[-19:]
    '/60 r rKQ,gKQ - 0 1'
    """
    _check_variant(variant)
    check_setup(setup)
    return write_checked_fen(setup, variant)


def write_checked_fen(setup: Setup, variant: Variant) -> str:
    """As `write_fen`, for a set-up that needs no look at its types."""
    data = variant.data
    fields_: tuple[str, ...] = (
        _write_placement(setup, data),
        _read_turn(setup.turn, data) + _write_inert(setup.inert, data),
        _write_castling(setup, data),
        _write_en_passant(setup, data),
        _write_counter("halfmove", setup.halfmove, 0),
        _write_counter("round", setup.round, 1),
    )
    if data.moats:
        fields_ = (*fields_, _write_moats(setup.bridged))
    return " ".join(fields_)


def _check_variant(variant: Variant) -> None:
    check_has(variant, "fen_style", "a Variant")


# --- Placement ---------------------------------------------------------------------------------


def _read_placement(text: str, data: VariantData) -> dict[Square, Piece]:
    if "*" in text and data.names == "file-ring" and not data.voids:
        raise InvalidFenError(
            f"placement: '*' on a board without void squares, as texts of the first release have "
            f"it, which had ring letters first: {shorten(text)}"
        )
    rows, parts = text.split("/"), _parts(data)
    if len(rows) != len(parts):
        citadels = " and one part of citadels" if len(parts) > data.rings else ""
        raise InvalidFenError(
            f"placement: {data.rings} rings{citadels} are needed, not {len(rows)}: {shorten(text)}"
        )
    names = _piece_names(data)
    pieces: dict[Square, Piece] = {}
    # Citadels, if there are any, count as ring 0.
    rings = range(data.rings, data.rings - len(parts), -1)
    for ring, squares, row in zip(rings, parts, rows, strict=True):
        pieces.update(_read_row(row, ring, squares, data, names))
    return pieces


def _read_row(
    row: str,
    ring: int,
    squares: tuple[Square, ...],
    data: VariantData,
    names: Mapping[str, Piece],
) -> Iterator[tuple[Square, Piece]]:
    def fail(file: int, what: str) -> NoReturn:
        place = _place(ring, file, data)
        raise InvalidFenError(f"placement: {place}: {what} in {shorten(row)}")

    voids, files = data.voids, len(squares)
    file = 1
    for token in _LETTER_TOKEN.findall(row) if data.fen_style == "letters" else row.split(","):
        piece = names.get(token)
        if piece is None and _NUMBER.fullmatch(token):
            if token[0] == "0":
                fail(file, f"the number {shorten(token)} is zero or begins with zero")
            # Look at the length first: Python does not read numbers of any length.
            width = int(token) if len(token) <= 3 else files + 1
            if file + width - 1 > files:
                fail(file, f"the number {shorten(token)} goes past file {files}")
            for place, empty in enumerate(squares[file - 1 : file - 1 + width], file):
                if empty in voids:
                    fail(place, f"a void square must be '*', not part of {shorten(token)},")
            file += width
            continue
        if piece is None and token != "*":
            fail(file, f"no piece {shorten(token)}")
        if file > files:
            fail(file, f"{shorten(token)} stands past file {files}")
        square = squares[file - 1]
        if piece is None and square not in voids:
            fail(file, "'*' on a square that is not void")
        if piece is not None:
            if square in voids:
                fail(file, f"{shorten(token)} on a void square")
            yield square, piece
        file += 1
    if file <= files:
        fail(file, f"the ring ends after {file - 1} of {files} files")


def _place(ring: int, file: int, data: VariantData) -> str:
    """A place of the board in the variant's own letters and numbers."""
    if data.names == "file-ring" and ring:
        return f"ring {ring}, file {ascii_lowercase[file - 1] if file <= data.files else file}"
    return f"ring {ring_letter(ring or _CITADEL_RING)}, file {file}"


def _write_placement(setup: Setup, data: VariantData) -> str:
    names = {piece: name for name, piece in _piece_names(data).items()}
    pieces, voids = setup.pieces, data.voids
    rows = []
    written = 0
    for ring in _parts(data):
        items: list[str] = []
        empty = 0
        for square in ring:
            piece = pieces.get(square)
            if piece is None and square not in voids:
                empty += 1
                continue
            if empty:
                items.append(str(empty))
                empty = 0
            if piece is None:
                items.append("*")
                continue
            if piece not in names:
                raise InvalidFenError(
                    f"{shorten(piece.symbol)} on {str(square)!r} cannot be written"
                )
            items.append(names[piece])
            written += 1
        if empty:
            items.append(str(empty))
        rows.append(("" if data.fen_style == "letters" else ",").join(items))
    if written < len(pieces):
        raise InvalidFenError("a piece off the board cannot be written")
    return "/".join(rows)


def _piece_names(data: VariantData) -> Mapping[str, Piece]:
    """Every piece of the variant by its text."""
    outbound = data.centre == "null" and data.pawn_kind == "radial"
    kinds = "KQRBNPO" if outbound or data.direction_of == "piece" else "KQRBNP"
    armies = tuple(army.letter for army in data.armies)
    return _names_of_armies(armies, data.fen_style, kinds + "".join(data.pieces))


def _parts(data: VariantData) -> tuple[tuple[Square, ...], ...]:
    """The squares of each part of the placement: the rings from outside, then the citadels."""
    return _rings_and_citadels(data.rings, data.files, data.citadels, data.names)


@lru_cache(maxsize=64)
def _names_of_armies(armies: tuple[str, ...], style: str, kinds: str) -> Mapping[str, Piece]:
    names: dict[str, Piece] = {}
    for index, army in enumerate(armies):
        for letter in kinds:
            piece = Piece.from_symbol(army + letter)
            if style == "commas":
                names[piece.symbol] = piece
            else:
                names[letter if index == 0 else letter.lower()] = piece
    return names


@lru_cache(maxsize=64)
def _rings_and_citadels(
    rings: int, files: int, citadels: int, names: str
) -> tuple[tuple[Square, ...], ...]:
    parts = [
        tuple(square_at(ring, file, names == "file-ring") for file in range(1, files + 1))
        for ring in range(rings, 0, -1)
    ]
    if citadels:
        parts.append(tuple(Square.at(_CITADEL_RING, n) for n in range(1, citadels + 1)))
    return tuple(parts)


# --- The other fields --------------------------------------------------------------------------


def _read_turn(text: str, data: VariantData) -> str:
    letters = [army.letter for army in data.armies]
    if text not in letters:
        raise InvalidFenError(f"turn: no army {shorten(text)}: it is one of {', '.join(letters)}")
    return text


def _split_turn(text: str, data: VariantData) -> tuple[str, frozenset[str]]:
    """The army to move and the inert ones, if the variant has such."""
    turn, tilde, letters = text.partition("~")
    if not tilde or data.eliminated != "stay":
        return text, frozenset()
    inert = frozenset(letters)
    if not letters or _write_inert(inert, data) != tilde + letters:
        armies = "".join(army.letter for army in data.armies)
        raise InvalidFenError(
            f"turn: {shorten(text)} does not name inert armies after '~', in the order {armies!r}"
        )
    return turn, inert


def _write_inert(inert: frozenset[str], data: VariantData) -> str:
    letters = "".join(army.letter for army in data.armies if army.letter in inert)
    return f"~{letters}" if letters else ""


def _read_moats(text: str, data: VariantData) -> frozenset[int]:
    names = {str(moat): moat for moat in data.moats}
    items = [] if text == "-" else text.split(",")
    for item in items:
        if item not in names:
            raise InvalidFenError(f"moats: {shorten(item)} in {shorten(text)} is no moat's file")
    bridged = frozenset(names[item] for item in items)
    if text != _write_moats(bridged):
        raise InvalidFenError(f"moats: {shorten(text)} should be {_write_moats(bridged)!r}")
    return bridged


def _write_moats(bridged: frozenset[int]) -> str:
    return ",".join(map(str, sorted(bridged))) or "-"


def _rights_in_order(data: VariantData) -> list[tuple[str, str]]:
    return [(army.letter, wing) for army in data.armies for wing in "KQ"]


def _write_castling(setup: Setup, data: VariantData) -> str:
    rights = [right for right in _rights_in_order(data) if right in setup.castling]
    if len(rights) < len(set(setup.castling)):
        raise InvalidFenError("castling: a right of no army, or to neither side, cannot be written")
    if data.fen_style == "letters":
        first = data.armies[0].letter
        return "".join(wing if army == first else wing.lower() for army, wing in rights) or "-"
    wings: dict[str, str] = {}
    for army, wing in rights:
        wings[army] = wings.get(army, army) + wing
    return ",".join(wings.values()) or "-"


def _read_castling(text: str, data: VariantData) -> frozenset[tuple[str, str]]:
    if text == "-":
        return frozenset()
    rights = (
        _read_castling_letters(text, data)
        if data.fen_style == "letters"
        else _read_castling_commas(text, data)
    )
    if len(set(rights)) != len(rights):
        raise InvalidFenError(f"castling: a right stands twice in {shorten(text)}")
    proper = _write_castling(Setup(castling=frozenset(rights)), data)
    if text != proper:
        raise InvalidFenError(f"castling: {shorten(text)} is out of order: write {proper!r}")
    return frozenset(rights)


def _read_castling_letters(text: str, data: VariantData) -> list[tuple[str, str]]:
    first, second = (army.letter for army in data.armies)
    meaning = {"K": (first, "K"), "Q": (first, "Q"), "k": (second, "K"), "q": (second, "Q")}
    for place, letter in enumerate(text, 1):
        if letter not in meaning:
            raise InvalidFenError(
                f"castling: {shorten(letter)} at place {place} of {shorten(text)} "
                "is none of K, Q, k, q"
            )
    if not text:
        raise InvalidFenError("castling: '' is empty: no rights are written '-'")
    return [meaning[letter] for letter in text]


def _read_castling_commas(text: str, data: VariantData) -> list[tuple[str, str]]:
    letters = {army.letter for army in data.armies}
    rights = []
    for item in text.split(","):
        if item[:1] not in letters or item[1:] not in ("K", "Q", "KQ"):
            raise InvalidFenError(
                f"castling: {shorten(item)} in {shorten(text)} is not "
                "an army letter with K, Q or KQ"
            )
        rights += [(item[0], wing) for wing in item[1:]]
    return rights


def _read_en_passant(text: str, data: VariantData) -> tuple[Square, ...]:
    return () if text == "-" else _en_passant_squares(text.split(","), text, data)


def _en_passant_squares(items: Iterable[str], text: str, data: VariantData) -> tuple[Square, ...]:
    squares: list[Square] = []
    for item in items:
        try:
            square = data.read_square(item)
        except InvalidSquareError:
            raise InvalidFenError(
                f"en passant: {shorten(item)} in {shorten(text)} is no square"
            ) from None
        on_board = any(square in ring for ring in _parts(data)[: data.rings])
        if not on_board or square in data.voids:
            raise InvalidFenError(
                f"en passant: {shorten(item)} in {shorten(text)} is not on this board"
            )
        if square in squares:
            raise InvalidFenError(f"en passant: {shorten(item)} stands twice in {shorten(text)}")
        squares.append(square)
    return tuple(squares)


def _write_en_passant(setup: Setup, data: VariantData) -> str:
    if not setup.en_passant:
        return "-"
    text = ",".join(setup.en_passant)
    _en_passant_squares(setup.en_passant, text, data)
    return text


def _write_counter(field: str, value: int, least: int) -> str:
    if not least <= value <= MAX_COUNTER:
        raise InvalidFenError(
            f"{field}: {shorten(value)} is no whole number from {least} to {MAX_COUNTER}"
        )
    return str(value)


def _read_counter(field: str, text: str, least: int) -> int:
    if not _COUNTER.fullmatch(text) or not least <= int(text) <= MAX_COUNTER:
        raise InvalidFenError(
            f"{field}: {shorten(text)} is no whole number from {least} to {MAX_COUNTER}"
        )
    return int(text)

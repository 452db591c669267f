"""Text drawings of a board: a grid of rings and files, the outermost ring on top."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from ..errors import CircularChessError, shorten
from ..values.piece import Piece
from ..values.square import Square
from ..variant import CITADEL_RING, Variant

__all__ = ["INERT_MARK", "draw_text", "draw_unicode", "files_per_block", "piece_names"]

# Figures by letter. The "white" ones have an outline only.
_OUTLINED: Final = dict(zip("KQRBNPO", "♔♕♖♗♘♙♙", strict=True))
_FILLED: Final = dict(zip("KQRBNPO", "♚♛♜♝♞♟♙", strict=True))


#: Stands before a man of an army that is out but whose men stay.
INERT_MARK: Final = "~"


def draw_text(
    pieces: Mapping[Square, Piece],
    variant: Variant,
    *,
    width: int | None = None,
    inert: Collection[str] = (),
) -> str:
    """Draw with letters, as position texts write pieces: `.` is empty, `*` void.

    Men of `inert` armies, given by letter, have a `~` before them.

    A last line has the citadels, where there are any.

    `width` is the number of columns there is room for; a wider board is drawn in several blocks
    of files, of whole sectors where the board has sectors. None means as wide as it needs.

    >>> from circularchess import Square, Piece, Variant
    >>> pieces = {Square("b2"): Piece.from_symbol("wN")}
    >>> print(draw_text(pieces, Variant.load("circular"), width=16))
        1  2  3  4
    d   .  .  .  .
    c   .  .  .  .
    b   .  N  .  .
    a   .  .  .  .
    ...
    """
    return _draw(pieces, variant, piece_names(variant, figures=False), width, inert)


def draw_unicode(
    pieces: Mapping[Square, Piece],
    variant: Variant,
    *,
    width: int | None = None,
    inert: Collection[str] = (),
) -> str:
    """Draw with chess figures, otherwise as `draw_text` does.

    Two armies have outlined and filled figures. More armies, and variants whose position texts
    name the army, have its letter and a filled figure, `♟` for an inbound pawn and `♙` for an
    outbound one. Pieces besides the six have no figures: they keep their letters.

    >>> from circularchess import Board
    >>> board = Board("circular")
    >>> print(draw_unicode(board.piece_map(), board.variant).splitlines()[-1])
    a   ♔  ♙  .  .  .  .  ♟  ♚  ♛  ♟  .  .  .  .  ♙  ♕
    """
    return _draw(pieces, variant, piece_names(variant, figures=True), width, inert)


def piece_names(
    variant: Variant, *, figures: bool, coloured: bool = False
) -> Callable[[Piece], str]:
    """How pieces are written: with letters as position texts have them, or with figures.

    A kind that has no figure keeps its letter. Where they are `coloured` all figures are filled,
    which is easier to see.

    >>> from circularchess import Board
    >>> board = Board("bhati-6")
    >>> write = piece_names(board.variant, figures=False)
    >>> write(next(iter(board.piece_map().values())))
    'rP'
    """
    _check_variant(variant)
    letters = variant.data.fen_style == "letters"
    first = variant.armies[0].letter

    def as_letters(piece: Piece) -> str:
        if not letters:
            return piece.symbol
        return piece.letter if piece.army == first else piece.letter.lower()

    def as_figure(piece: Piece) -> str:
        if not letters:
            return piece.army + _FILLED.get(piece.letter, piece.letter)
        names = _OUTLINED if piece.army == first and not coloured else {**_FILLED, "O": "♟"}
        mark = "'" if piece.outbound else ""
        return names.get(piece.letter, as_letters(piece)) + mark

    return as_figure if figures else as_letters


def _draw(
    pieces: Mapping[Square, Piece],
    variant: Variant,
    name: Callable[[Piece], str],
    width: int | None,
    inert: Collection[str],
) -> str:
    if not isinstance(inert, Collection):
        raise TypeError(f"inert is a collection of letters, not {shorten(inert)}")
    if not isinstance(pieces, Mapping):
        raise TypeError(f"not pieces by square: {shorten(pieces)}")
    names: dict[Square, str] = {}
    for square, piece in pieces.items():
        if not isinstance(piece, Piece):
            raise TypeError(f"not a piece on {shorten(square)}: {shorten(piece)}")
        mark = INERT_MARK * (piece.army in inert)
        names[variant.read_square(square)] = mark + name(piece)
    label = label_width(variant)
    cell = max(len(file_names(variant)[-1]), *(len(text) for text in names.values()), 1)
    per_block = files_per_block(variant, cell + 1, width)
    blocks = []
    for start in range(1, variant.files + 1, per_block):
        files = range(start, start + per_block)
        heads = file_names(variant)[start - 1 : start - 1 + per_block]
        lines = [" " * (label + 1) + "".join(f" {head:>{cell}}" for head in heads)]
        for ring in range(variant.rings, 0, -1):
            squares = [variant.square_at(ring, file) for file in files]
            texts = [names.get(s) or ("*" if s in variant.voids else ".") for s in squares]
            head = f"{squares[0].ring_name:>{label}} "
            lines.append(head + "".join(f" {text:>{cell}}" for text in texts))
        blocks.append("\n".join(lines))
    if variant.citadels:
        citadels = (Square.at(CITADEL_RING, number) for number in range(1, variant.citadels + 1))
        texts = [f"{square} {names.get(square, '.')}" for square in citadels]
        blocks.append("\n".join(_filled(texts, width)))
    return ("\n" if len(blocks) == 1 + bool(variant.citadels) else "\n\n").join(blocks)


def _filled(texts: list[str], width: int | None) -> list[str]:
    """The texts in lines of at most `width` columns, or of one text where that is too narrow."""
    lines = ["   " + texts[0]]
    for text in texts[1:]:
        if width is None or len(lines[-1]) + 3 + len(text) <= width:
            lines[-1] += "   " + text
        else:
            lines.append("   " + text)
    return lines


def files_per_block(variant: Variant, cell: int, width: int | None) -> int:
    """How many files of `cell` columns to draw side by side: the most that fit.

    All blocks are equal; they are whole sectors, where the voids show the board to have sectors.

    >>> from circularchess import Variant
    >>> files_per_block(Variant.load("bhati-6"), 3, 80)
    20
    """
    _check_variant(variant)
    _check_columns(cell, "number of columns for a file")
    if width is not None:
        _check_columns(width, "width")
    files = variant.files
    beside = label_width(variant) + 1
    if width is None or beside + files * cell <= width:
        return files
    divisors = [n for n in range(1, files + 1) if files % n == 0]
    sector = next(n for n in divisors if _is_period(variant, n))
    fitting = [n for n in divisors if n % sector == 0 and beside + n * cell <= width]
    # Too narrow even for one sector: let the terminal wrap as it may.
    return max(fitting, default=max(sector, 1))


def label_width(variant: Variant) -> int:
    """Columns that the names of rings need."""
    return len(variant.square_at(variant.rings, 1).ring_name)


def file_names(variant: Variant) -> list[str]:
    """The names of the files, the first one first."""
    return [variant.square_at(1, file).file_name for file in range(1, variant.files + 1)]


def _check_variant(variant: object) -> None:
    if not isinstance(variant, Variant):
        raise TypeError(f"not a variant: {shorten(variant)}")


def _check_columns(columns: object, what: str) -> None:
    if isinstance(columns, bool) or not isinstance(columns, int) or columns < 1:
        raise CircularChessError(f"no such {what}: {shorten(columns)}")


def _is_period(variant: Variant, shift: int) -> bool:
    files = variant.files
    return all(
        variant.square_at(void.ring, (void.file + shift - 1) % files + 1) in variant.voids
        for void in variant.voids
    )

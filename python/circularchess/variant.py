"""Variants as data: the parsed form of a variant file, shared by both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, final

from .errors import (
    InvalidOptionError,
    InvalidSquareError,
    InvalidVariantError,
    UnknownArmyError,
    UnknownVariantError,
    shorten,
)
from .values.move import Move, as_move, move_named
from .values.piece import Piece, PieceType
from .values.setup import Setup
from .values.square import Square, square_at, square_named

if TYPE_CHECKING:
    import os

    from ._core import ParsedVariant, Rules
    from .flat import FlatGeometry
    from .geometry import Geometry

__all__ = [
    "Army",
    "Castling",
    "Diagnostic",
    "PieceKind",
    "Variant",
    "VariantData",
    "diagnose",
    "variants",
]

#: Citadels are named as if they were a ring of their own.
CITADEL_RING: Final = 26
CITADEL_LETTER: Final = "z"

#: The options of a variant, in the order they are shown.
OPTION_NAMES: Final = (
    "check",
    "stalemate",
    "double_step",
    "en_passant",
    "castling",
    "null_shift",
    "bare_king",
    "meeting_pawns",
)


@dataclass(frozen=True)
class Castling:
    """Home squares of an army that may castle; a side that cannot is None."""

    king: Square
    king_side: Square | None
    queen_side: Square | None


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece besides the six of orthodox chess, as a variant has it.

    `letter` is a capital letter, `name` a lower-case word, `betza` its movement.

    >>> PieceKind("F", "ferz", "F").name
    'ferz'
    """

    letter: str
    name: str
    betza: str


@dataclass(frozen=True)
class Army:
    """One player's pieces and how they move.

    `letter` names the army everywhere, `name` is for people; turns go by `seat`, from 0; armies
    with the same `side` are allies. `start` is where its pieces begin, `promotion_squares` where
    its pawns promote. Radial pawns begin in `pawn_direction`; ring pawns go clockwise on
    `clockwise_files` and anticlockwise on `anticlockwise_files`, which are empty else.

    >>> Variant.load("circular").army("w").name
    'White'
    """

    letter: str
    name: str
    seat: int
    side: str
    #: Radial pawns: forward at the start. None with ring pawns.
    pawn_direction: Literal["inward", "outward"] | None
    #: Ring pawns: the files where a pawn goes clockwise, and where anticlockwise.
    clockwise_files: frozenset[int]
    anticlockwise_files: frozenset[int]
    promotion_squares: frozenset[Square]
    castling: Castling | None
    #: Where its pieces begin; cannot be changed.
    start: Mapping[Square, PieceType] = field(hash=False)
    #: Which way its pieces face, where the variant says so.
    forward: Literal["inward", "outward", "clockwise", "anticlockwise"] | None = None
    #: What its pawns may become, in the order moves are listed.
    promotion: tuple[PieceType, ...] = (
        PieceType.QUEEN,
        PieceType.ROOK,
        PieceType.BISHOP,
        PieceType.KNIGHT,
    )
    #: Pawns that keep their direction: the files on which those of either direction promote.
    clockwise_promotion_files: frozenset[int] = frozenset()
    anticlockwise_promotion_files: frozenset[int] = frozenset()
    #: Squares of `start` whose pawns go anticlockwise for life.
    start_anticlockwise: frozenset[Square] = frozenset()

    def __post_init__(self) -> None:
        if not isinstance(self.start, Mapping):
            raise TypeError(f"start maps squares to kinds of piece, not {shorten(self.start)}")
        object.__setattr__(self, "start", MappingProxyType(dict(self.start)))

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, field.name) for field in fields(self))
        return (Army, tuple(dict(v) if isinstance(v, Mapping) else v for v in values))

    def __deepcopy__(self, memo: dict[int, Any]) -> Army:
        return self


@final
@dataclass(frozen=True, eq=False, repr=False, init=False)
class Variant:
    """A game: board, armies, start position and rules, as a variant file describes them.

    Get one by `Variant.load` (built in), `Variant.from_toml` or `Variant.from_file` (your own),
    and change its options by `with_options`. Immutable and hashable; equal when it describes the
    same game. Reading a variant prepares nothing for play; that happens once, when the first
    position is made.

    >>> variant = Variant.load("circular")
    >>> variant.name, variant.rings, variant.files, variant.check
    ('Circular Chess', 4, 16, 'snaffle')
    >>> variant.with_options({"check": "strict"})
    <Variant 'circular' check=strict>
    """

    #: Short name, as `Variant.load` and the command line take it.
    id: str
    #: The variant's full name.
    name: str
    #: Who made the game, where and when.
    source: str
    #: Number of rings, 1 to 26.
    rings: int
    #: Number of files, from 4.
    files: int
    #: "closed": no way through the middle; "null": lines cross it; "torus": the innermost ring
    #: and the outermost are neighbours.
    centre: Literal["closed", "null", "torus"]
    #: "closed": the last file and the first are neighbours; "open": they are not.
    seam: Literal["closed", "open"]
    #: Number of citadels in the centre, `z1` and on.
    citadels: int
    #: How far single diagonal steps over a null centre are moved along. None: another centre.
    null_step: int | None
    #: Files with a moat on the outermost ring between them and the next, rising.
    moats: tuple[int, ...]
    #: How squares are named: ring letter and file number, or file letter and ring number.
    names: Literal["ring-file", "file-ring"]
    #: Squares that have a name but are no part of the board.
    voids: frozenset[Square]
    pawn_kind: Literal["ring", "radial"]
    #: What fixes a ring pawn's direction: its army and file, or the pawn itself. None: radial.
    direction_of: Literal["file", "piece"] | None
    #: Whether a blocked pawn may step aside.
    sidestep: bool
    #: Kinds of piece besides the six, by letter.
    pieces: Mapping[str, PieceKind]
    #: The armies in seat order.
    armies: tuple[Army, ...]
    #: "ends": the first mate ends the game and pieces stay on the board.
    #: "eliminates": a mated army is eliminated, and the others play on.
    checkmate: Literal["ends", "eliminates"]
    #: Whether the men of an eliminated army leave the board, or stay and do nothing.
    eliminated: Literal["leave", "stay"]
    #: Lone pieces that cannot mate a bare king (beside king against king).
    dead_with_bare_king: frozenset[PieceType]
    dead_same_colour_bishops: bool
    fen_style: Literal["letters", "commas"]
    #: Other published start positions, by name, as position texts.
    starts: Mapping[str, str]
    #: "strict": a king may never be left attacked; "snaffle": it may, and may be taken.
    check: Literal["strict", "snaffle"]
    #: None: two armies, and a draw.
    stalemate: Literal["pass", "eliminate", "draw", "loses"] | None
    double_step: bool
    en_passant: bool
    #: Whether there is castling.
    castling: bool
    #: None: another centre.
    null_shift: int | None
    #: What becomes of an army that has nothing but its king. None: nothing, and no option.
    bare_king: Literal["loses", "ignore"] | None
    #: What becomes of two pawns of an army that meet head-on. None: nothing, and no option.
    meeting_pawns: Literal["stay", "removed"] | None
    #: The text of the variant file.
    toml: str = field(compare=False)
    _options: tuple[tuple[str, str], ...] = field(compare=False)
    _parsed: ParsedVariant = field(compare=False)
    _hash: int = field(compare=False)

    def __init__(self) -> None:
        raise TypeError("make a Variant by Variant.load, Variant.from_toml or Variant.from_file")

    @property
    def data(self) -> Variant:
        """The variant itself: all that its file says is among its own attributes."""
        return self

    @classmethod
    def load(cls, id: str) -> Variant:  # noqa: A002 - the word everybody uses
        """A built-in variant by its id. Raises `UnknownVariantError`.

        >>> Variant.load("bhati-6").name
        "Bhati's circular chess for six"
        >>> Variant.load("chess960")
        Traceback (most recent call last):
        ...
        circularchess.errors.UnknownVariantError: unknown variant 'chess960'; `variants()` lists...
        """
        if not isinstance(id, str) or id not in _builtin_texts():
            raise UnknownVariantError(f"unknown variant {shorten(id)}; `variants()` lists them")
        return _builtin(id)

    @classmethod
    def from_toml(cls, text: str) -> Variant:
        """A variant from the text of a variant file. Raises `InvalidVariantError`.

        >>> Variant.from_toml(Variant.load("circular").toml) == Variant.load("circular")
        True
        """
        if not isinstance(text, str):
            raise InvalidVariantError(f"a variant file must be text, not {shorten(text)}")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidVariantError(
                f"the variant file is not valid Unicode at character {error.start}"
            ) from None
        return _checked(_read(text, ()))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Variant:
        """A variant from a file. Raises `InvalidVariantError`, or `OSError`.

        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "mine.toml")
        ...     _ = path.write_text(Variant.load("circular").toml, encoding="utf-8")
        ...     Variant.from_file(path).id
        'circular'
        """
        if isinstance(path, int):
            raise TypeError(f"a path is needed, not {shorten(path)}")
        try:
            file = open(path, "rb")  # noqa: SIM115 - closed below
        except ValueError:
            raise InvalidVariantError(f"no path of a file: {shorten(path)}") from None
        with file:
            content = file.read(MAX_FILE_SIZE + 1)
        if len(content) > MAX_FILE_SIZE:
            raise InvalidVariantError(f"the variant file is larger than {MAX_FILE_SIZE} bytes")
        try:
            return cls.from_toml(content.decode())
        except UnicodeDecodeError as error:
            raise InvalidVariantError(
                f"the variant file is not UTF-8 text at byte {error.start}"
            ) from None

    def with_options(self, options: Mapping[str, str | bool | int]) -> Variant:
        """The same variant with other options, on top of those already set.

        Options are `check` ("strict" or "snaffle"), `double_step`, `en_passant`, `castling`
        (True or False), `stalemate` ("pass", "eliminate" or "draw"; "loses" or "draw" in games of
        two that name it), `null_shift` (0, 1 or 2), `bare_king` ("loses" or "ignore") and
        `meeting_pawns` ("stay" or "removed"), each where it has a meaning for the variant; else
        `InvalidOptionError`.

        >>> Variant.load("bhati-3").with_options({"stalemate": "draw", "castling": False}).castling
        False
        """
        if not isinstance(options, Mapping):
            raise TypeError(f"options are a mapping of names to values, not {shorten(options)}")
        own = dict(self._options)
        merged = dict(own)
        for name, value in options.items():
            if not isinstance(name, str):
                raise InvalidOptionError(f"unknown option {shorten(name)}")
            if name not in OPTION_NAMES:
                raise InvalidOptionError(
                    f"unknown option {shorten(name)}; the options are {', '.join(OPTION_NAMES)}"
                )
            merged[name] = _option_text(name, value)
        if merged == own:
            return self
        items = tuple((key, merged[key]) for key in OPTION_NAMES if key in merged)
        return _checked(_read(self.toml, items))

    @property
    def options(self) -> dict[str, str | bool | int]:
        """The options in force that have a meaning for this variant.

        >>> Variant.load("circular").options
        {'check': 'snaffle', 'double_step': False, 'en_passant': False, 'castling': False}
        """
        values = {name: getattr(self, name) for name in OPTION_NAMES}
        return {name: value for name, value in values.items() if value is not None}

    @property
    def changed_options(self) -> dict[str, str | bool | int]:
        """The options in force that differ from the variant file's own.

        >>> Variant.load("circular").with_options({"check": "strict"}).changed_options
        {'check': 'strict'}
        """
        own = _read(self.toml, ()).options
        return {name: value for name, value in self.options.items() if value != own[name]}

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that tell the variant file's rules from all others.

        They depend on the rules alone: not on how the file is written, on names, source and named
        starts, nor on options set since. Records of variants that are not built in carry them.

        >>> circular = Variant.load("circular")
        >>> circular.with_options({"check": "strict"}).digest == circular.digest
        True
        >>> other = circular.toml.replace('check = "snaffle"', 'check = "strict"')
        >>> Variant.from_toml(other).digest == circular.digest
        False
        """
        from .rules_digest import rules_digest

        return rules_digest(_read(self.toml, ()))

    @property
    def players(self) -> int:
        """Number of armies.

        >>> Variant.load("bhati-3").players
        3
        """
        return len(self.armies)

    @property
    def letters(self) -> tuple[str, ...]:
        """The armies' letters in seat order.

        >>> Variant.load("bhati-4").letters
        ('r', 'o', 'g', 'b')
        """
        return tuple(army.letter for army in self.armies)

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Each side's armies by letter, sides in the order of their first seat.

        >>> list(Variant.load("bhati-4-pairs").sides.values())
        [('r', 'g'), ('o', 'b')]
        """
        sides: dict[str, tuple[str, ...]] = {}
        for army in self.armies:
            sides[army.side] = (*sides.get(army.side, ()), army.letter)
        return sides

    def army(self, letter: str) -> Army:
        """The army of that letter. Raises `UnknownArmyError`.

        >>> Variant.load("bhati-2").army("g").name
        'Green'
        """
        for army in self.armies:
            if army.letter == letter:
                return army
        letters = ", ".join(self.letters)
        raise UnknownArmyError(f"no army {shorten(letter)} in {self.id}: it has {letters}")

    def square(self, name: str) -> Square:
        """The board's square of a name, void or not, which knows its ring and file.

        Raises `InvalidSquareError` for a text that is no name, and for one that the board has not.

        >>> Variant.load("orthodox").square("e4").file, Variant.load("circular").square("c4").file
        (5, 4)
        """
        square = self.read_square(name)
        inside = square.ring <= self.rings and square.file <= self.files
        if not inside and not self.names_square(square):
            raise InvalidSquareError(
                f"no square {str(square)!r} on this board of {self.rings} rings "
                f"and {self.files} files"
            )
        return square

    def square_at(self, ring: int, file: int) -> Square:
        """The square on `ring` and `file`, both from 1, under the name the variant gives it.

        Raises `InvalidSquareError` where the board has no such square.

        >>> Variant.load("orthodox").square_at(4, 5), Variant.load("circular").square_at(4, 5)
        ('e4', 'd5')
        """
        for number, most, what in ((ring, self.rings, "ring"), (file, self.files, "file")):
            if not (isinstance(number, int) and 1 <= number <= most):
                raise InvalidSquareError(
                    f"no {what} {shorten(number)}: {what}s go from 1 to {most}"
                )
        return square_at(ring, file, self.names == "file-ring")

    def read_square(self, name: str) -> Square:
        """The square of a name as this variant reads names, whether the board has it or not.

        Raises `InvalidSquareError` for a text that is no name.

        >>> Variant.load("orthodox").read_square("j12").ring
        12
        """
        square = square_named(name, self.names == "file-ring")
        # Citadels have one name in all variants.
        if self.citadels and square[0] == CITADEL_LETTER:
            return square_named(name, False)
        return square

    def read_move(self, move: Move | str) -> Move:
        """The move with its squares as this variant reads names; it may be given as text.

        Whether it is possible is for a board to say. Raises `InvalidMoveError` for a text that is
        no move.

        >>> Variant.load("orthodox").read_move("e2e4").to_square.file
        5
        """
        move = as_move(move)
        if self.names == "ring-file":
            return move_named(move, False)
        start, target = self.read_square(move.from_square), self.read_square(move.to_square)
        if start is move.from_square and target is move.to_square:
            return move
        return Move(start, target, move.promotion)

    def squares(self) -> Iterator[Square]:
        """All squares of the board, voids left out, by ring and file; citadels last.

        >>> sum(1 for square in Variant.load("bhati-2").squares())
        228
        """
        for ring in range(1, self.rings + 1):
            for file in range(1, self.files + 1):
                square = self.square_at(ring, file)
                if square not in self.voids:
                    yield square
        for number in range(1, self.citadels + 1):
            yield Square.at(CITADEL_RING, number)

    def has_square(self, square: str) -> bool:
        """Whether the board has the square: inside its rings and files, and no void.

        >>> variant = Variant.load("bhati-2")
        >>> variant.has_square("d8"), variant.has_square("d9"), variant.has_square("e1")
        (True, False, False)
        """
        return self.names_square(square) and square not in self.voids

    def names_square(self, square: str) -> bool:
        """Whether the board has a square or a citadel of this name, void or not.

        Raises `InvalidSquareError` for what is no name of a square at all.

        >>> Variant.load("bhati-2").names_square("d9")
        True
        """
        own = self.read_square(square)
        if self.citadels and own[0] == CITADEL_LETTER:
            return own.file <= self.citadels
        return own.ring <= self.rings and own.file <= self.files

    def geometry(self, *, seat: str | None = None, mirrored: bool = False) -> Geometry:
        """Where the squares lie in a unit circle, an army (by default the first) at the bottom.

        File numbers rise clockwise, anticlockwise when `mirrored`. Raises `UnknownArmyError`.
        See `circularchess.geometry`.

        >>> square = Variant.load("circular").geometry(seat="b")["c12"]
        >>> square.light, square.void, square.angle
        (True, False, 258.75)
        """
        from .geometry import geometry

        return geometry(self, seat=seat, mirrored=mirrored)

    def flat_geometry(self, *, seat: str | None = None, mirrored: bool = False) -> FlatGeometry:
        """Where the squares lie in a rectangle, an army (by default the first) at the bottom.

        For boards with an open seam, and for others cut open there, where no line crosses the
        centre and nothing enters it; else `ValueError`. Raises `UnknownArmyError`. See
        `circularchess.flat`.

        >>> Variant.load("orthodox").flat_geometry()["h1"].centre
        (0.875, 0.875)
        """
        from .flat import flat_geometry

        return flat_geometry(self, seat=seat, mirrored=mirrored)

    def start_setup(self) -> Setup:
        """The start position: the first seat to move, all rights of castling there are.

        >>> len(Variant.load("bhati-6").start_setup().pieces)
        96
        """
        pieces: dict[Square, Piece] = {}
        rights: set[tuple[str, str]] = set()
        for army in self.armies:
            for square, kind in army.start.items():
                pieces[square] = Piece(army.letter, kind, square in army.start_anticlockwise)
            if self.castling and army.castling is not None:
                if army.castling.king_side is not None:
                    rights.add((army.letter, "K"))
                if army.castling.queen_side is not None:
                    rights.add((army.letter, "Q"))
        return Setup(pieces, self.armies[0].letter, frozenset(rights))

    def start_fen(self) -> str:
        """The start position as text.

        >>> Variant.load("circular").start_fen()
        'RP4prrp4PR/NP4pnnp4PN/BP4pbbp4PB/KP4pkqp4PQ w - - 0 1'
        """
        from .notation.fen import write_fen

        return write_fen(self.start_setup(), self)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return _compared(self) == _compared(other) if isinstance(other, Variant) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        options = "".join(
            f" {name}={_option_text(name, value)}" for name, value in self.changed_options.items()
        )
        return f"<Variant {self.id!r}{options}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.toml, self._options))

    def __copy__(self) -> Variant:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Variant:
        return self


class Diagnostic(NamedTuple):
    """Something found in a variant file.

    `severity` is "error" (the file is refused) or "warning" (legal, but hardly meant); `line` and
    `column` count from 1, columns in bytes; `key` is the key it speaks of, as in
    `armies[0].pawns.clockwise`; `text` is one line and names the key.
    """

    severity: Literal["error", "warning"]
    line: int
    column: int
    key: str
    text: str


def diagnose(text: str) -> list[Diagnostic]:
    """All that is wrong with the text of a variant file, and what is suspicious in it.

    The first error is the one that `Variant.from_toml` raises.

    >>> text = Variant.load("circular").toml
    >>> diagnose(text)
    []
    >>> for found in diagnose(text.replace("files = 16", "files = 15").replace('"b"', '"B"')):
    ...     print(found.line, found.column, found.text)
    8 1 board.files: 15 is not an even number between 4 and 256
    48 1 armies[1].letter: "B" is not one lower-case letter
    """
    from ._core import diagnose as found

    try:
        text.encode()
    except UnicodeEncodeError as error:
        place = f"the variant file is not valid Unicode at character {error.start}"
        return [Diagnostic("error", 1, 1, "", place)]
    return [Diagnostic(*finding) for finding in found(text)]  # type: ignore[arg-type]


#: No variant file needs more bytes than this.
MAX_FILE_SIZE: Final = 1 << 20


def variants() -> tuple[Variant, ...]:
    """The built-in variants.

    >>> [variant.id for variant in variants()][:3]
    ['circular', 'circular-strict', 'circular-society']
    """
    return tuple(map(_builtin, _builtin_texts()))


@lru_cache(maxsize=1)
def _builtin_texts() -> dict[str, str]:
    from ._core import builtin_variants

    return dict(builtin_variants())


def _builtin(id_: str) -> Variant:
    return _read(_builtin_texts()[id_], ())


#: Variants kept, and variants kept ready for play: more than the built-in ones.
_MOST_READ: Final = 256
_MOST_COMPILED: Final = 64


@lru_cache(maxsize=_MOST_READ)
def _read(toml: str, options: tuple[tuple[str, str], ...]) -> Variant:
    """The variant of a text, with options laid over its own. Nothing is compiled."""
    from ._core import ParsedVariant

    parsed = ParsedVariant(toml, list(options))
    values = _values(parsed.data())
    variant = object.__new__(Variant)
    for name in _COMPARED:
        object.__setattr__(variant, name, values[name])
    object.__setattr__(variant, "toml", toml)
    object.__setattr__(variant, "_options", options)
    object.__setattr__(variant, "_parsed", parsed)
    key = (variant.id, variant.name, variant.rings, variant.files, variant.armies)
    own = tuple(getattr(variant, name) for name in OPTION_NAMES)
    object.__setattr__(variant, "_hash", hash((key, own)))
    return variant


#: Names of the attributes that make two variants the same game.
_COMPARED: Final = tuple(field.name for field in fields(Variant) if field.compare)


def _compared(variant: Variant) -> tuple[object, ...]:
    return tuple(getattr(variant, name) for name in _COMPARED)


@lru_cache(maxsize=_MOST_COMPILED)
def rules_of(variant: Variant) -> Rules:
    """The variant made ready for play, once for equal variants.

    Raises `InvalidVariantError` when its start position cannot be played.
    """
    from ._core import Rules

    return Rules(variant._parsed)


def rules_again(toml: str, options: tuple[tuple[str, str], ...]) -> Rules:
    """Unpickle: the rules of a text and options, compiled if they are not at hand."""
    return rules_of(_read(toml, tuple(map(tuple, options))))


def _checked(variant: Variant) -> Variant:
    """The variant, its start position tried unless it is known to be playable.

    The start positions of built-in variants are, whatever the options; those of a user's file
    are refused where the file is read, as everything else that is wrong with it.
    """
    if _builtin_texts().get(variant.id) != variant.toml:
        rules_of(variant)
    return variant


def _restore(toml: str, options: tuple[tuple[str, str], ...]) -> Variant:
    """Unpickle."""
    return _checked(_read(toml, options))


def _option_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            pass
        else:
            return value
    if isinstance(value, int) and value.bit_length() < 64:
        return str(value)
    raise InvalidOptionError(f"option {name}: no such value: {shorten(value)}")


def _values(raw: dict[str, Any]) -> dict[str, Any]:
    """The plain dictionary that the Rust side's reader makes, in Python's types."""
    raw = dict(raw)
    named = partial(square_named, file_first=raw["names"] == "file-ring")
    raw["voids"] = frozenset(map(named, raw["voids"]))
    raw["armies"] = tuple(_army_from_dict(army, named) for army in raw["armies"])
    raw["dead_with_bare_king"] = frozenset(map(_kind, raw["dead_with_bare_king"]))
    raw["starts"] = MappingProxyType(dict(raw["starts"]))
    kinds = {letter: PieceKind(letter, *said) for letter, said in raw["pieces"].items()}
    raw["pieces"] = MappingProxyType(kinds)
    return raw


def _army_from_dict(raw: dict[str, Any], named: Callable[[str], Square]) -> Army:
    raw = dict(raw)
    homes = raw["castling"]
    if homes is not None:
        sides = (homes[name] for name in ("king_side", "queen_side"))
        raw["castling"] = Castling(
            named(homes["king"]), *(None if side is None else named(side) for side in sides)
        )
    raw["clockwise_files"] = frozenset(raw["clockwise_files"])
    raw["anticlockwise_files"] = frozenset(raw["anticlockwise_files"])
    for name in ("clockwise_promotion_files", "anticlockwise_promotion_files"):
        raw[name] = frozenset(raw[name])
    raw["promotion"] = tuple(map(_kind, raw["promotion"]))
    raw["start_anticlockwise"] = frozenset(map(named, raw["start_anticlockwise"]))
    raw["promotion_squares"] = frozenset(map(named, raw["promotion_squares"]))
    raw["start"] = {named(square): _kind(name) for square, name in raw["start"].items()}
    return Army(**{field.name: raw[field.name] for field in fields(Army)})


def _kind(letter: str) -> PieceType:
    return PieceType.from_letter(letter)


#: The name the first release had for what `Variant.data` held.
VariantData = Variant

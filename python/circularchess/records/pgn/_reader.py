"""Reading game records, one game at a time, whatever is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from ...errors import PgnError, shorten
from ...values.outcome import possible_results
from ...variant import Variant
from ..comments import SURROGATE
from ..tags import TAG_NAME, UNQUOTABLE
from ..variants import find_variant
from ._lines import TAG, TOKEN, Source, lines_of, unescaped
from ._movetext import Movetext
from ._setup import FindVariant, Tag, set_up

if TYPE_CHECKING:
    from ...engine import EngineName
    from ...game import Game

__all__ = ["MAX_FAULTS", "PgnFault", "Reader", "parse_game", "read_games"]

#: Faults reported of one game. Whatever has more is no game record.
MAX_FAULTS: Final = 100


class PgnFault(NamedTuple):
    """Something wrong in a game record.

    >>> print(PgnFault(3, 14, "illegal move 'b9' (w to move: b9 is six steps away from b15)"))
    line 3, column 14: illegal move 'b9' (w to move: b9 is six steps away from b15)
    """

    #: Where it stands, both counted from 1.
    line: int
    column: int
    #: What is wrong.
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


def read_games(
    source: Source,
    game_class: type[Game],
    *,
    variant: str | Variant = "circular",
    variants: Iterable[Variant] = (),
    engine: EngineName = "rust",
    on_fault: Callable[[PgnFault], None] | None = None,
) -> Iterator[Game]:
    """The games of a record, one by one, of the class given; see `circularchess.pgn.read_games`.

    >>> from circularchess import Game
    >>> [game.result for game in read_games(["1. b3 *"], Game)]
    ['*']
    """
    if not isinstance(variant, Variant):
        variant = Variant.load(variant)
    return Reader(game_class, variant, tuple(variants), engine, on_fault).games(source)


def parse_game(
    text: str,
    game_class: type[Game],
    *,
    variant: str | Variant = "circular",
    variants: Iterable[Variant] = (),
    engine: EngineName = "rust",
) -> Game:
    """One game, of the class given; see `circularchess.pgn.parse_game`.

    >>> from circularchess import Game
    >>> parse_game("1. b3 c6 *", Game).ply
    0
    """
    if not isinstance(text, str):
        raise PgnError(f"a game record must be text, not {shorten(text)}")
    games = read_games([text], game_class, variant=variant, variants=variants, engine=engine)
    game = next(games, None)
    if game is None:
        raise PgnError("line 1, column 1: there is no game", 1, 1)
    if game.faults:
        fault = game.faults[0]
        raise PgnError(str(fault), fault.line, fault.column)
    if next(games, None) is not None:
        raise PgnError("there is more than one game; read_games reads them all")
    return game


class _TooManyFaults(Exception):  # noqa: N818 - no error to the caller
    """The rest of a game is not worth reading."""


class Reader:
    """Cuts records into games and each game into tags and movetext."""

    __slots__ = (
        "_comment",
        "_comment_at",
        "_engine",
        "_faults",
        "_find",
        "_game_class",
        "_gap",
        "_known",
        "_lead",
        "_lost",
        "_moves",
        "_on_fault",
        "_place",
        "_rest",
        "_skim",
        "_tags",
        "_variant",
        "tags_read",
    )

    def __init__(
        self,
        game_class: type[Game],
        variant: Variant,
        known: tuple[Variant, ...],
        engine: EngineName,
        on_fault: Callable[[PgnFault], None] | None,
        *,
        skim: bool = False,
        find: FindVariant = find_variant,
    ) -> None:
        self._find = find
        # Whether moves are left out.
        self._skim = skim
        #: The tags of the game given last, as written.
        self.tags_read: dict[str, str] = {}
        self._game_class = game_class
        self._variant = variant
        self._known = known
        self._engine = engine
        self._on_fault = on_fault
        # The pieces of a comment in braces that goes on, and where it began.
        self._comment: list[str] = []
        self._comment_at = (0, 0)
        # When a game was given: the line read last, and where in it what follows begins.
        self._rest = ("", 0)
        self._begin()

    def _begin(self) -> None:
        """Be ready for the next game."""
        self._tags: dict[str, Tag] = {}
        # Comments before the first move, with their places.
        self._lead: list[tuple[str, int, int]] = []
        self._moves: Movetext | None = None
        self._faults: list[PgnFault] = []
        # Whether an empty line came after the tags.
        self._gap = False
        # Whether so much is wrong with the game that only the next one is looked for.
        self._lost = False
        # Where the game's last word stands.
        self._place = (1, 1)

    def _fault(self, message: str, line: int, column: int) -> None:
        if len(self._faults) < MAX_FAULTS:
            fault = PgnFault(line, column, message)
            self._faults.append(fault)
            if self._on_fault is not None:
                self._on_fault(fault)

    def _fault_in_moves(self, message: str, line: int, column: int) -> None:
        self._fault(message, line, column)
        if len(self._faults) == MAX_FAULTS and not self._lost:
            raise _TooManyFaults

    @property
    def rest(self) -> str:
        """What follows the game given last on the line read last."""
        line, place = self._rest
        return line[place:]

    def games(self, source: Source, first: int = 1) -> Iterator[Game]:
        """Read everything; `first` is the number of the first line."""
        number = first - 1
        try:
            for number, line in enumerate(lines_of(source), first):
                try:
                    yield from self._line(line, number)
                except _TooManyFaults:
                    self._lost = True
        except UnicodeDecodeError as error:
            what = f"the text cannot be decoded as {error.encoding}; open the file in binary mode"
            self._fault(what, number + 1, 1)
        cut = bool(self._comment)
        self._give_up_comment()
        if self._moves is not None or self._tags or self._faults:
            self._rest = ("", 0)
            yield self._finish(complete=False, cut=cut)

    def _line(self, line: str, number: int) -> Iterator[Game]:
        place = 0
        lead = len(line) - len(line.lstrip(" \t\ufeff"))
        tag = TAG.match(line, lead) if self._comment and line.startswith("[", lead) else None
        if tag is not None:
            # Nobody writes tags into comments: the end of this one was forgotten.
            gap = self._gap or any(not part.strip() for part in self._comment[1:])
            self._give_up_comment()
            among_tags = not self._tags or (not gap and tag["name"] not in self._tags)
            if self._moves is not None or not among_tags:
                self._rest = (line, 0)
                yield self._finish(complete=False, cut=True)
        elif self._comment:
            place = line.find("}") + 1
            if not place:
                self._comment.append(line)
                return
            self._comment.append(line[: place - 1])
            self._end_comment()
        elif line.startswith("%") or (self._lost and not TAG.match(line, lead)):
            return
        elif not line or line.isspace():
            self._gap = bool(self._tags)
            return
        numbered = False
        end = len(line)
        while place < end:
            # A tag ends the scan, which then goes on after it.
            for match in TOKEN.finditer(line, place):
                kind = match.lastgroup
                if kind == "word":
                    moves = self._moves or self._start_moves()
                    word = match[0]
                    if moves.word(word, number, match.start() + 1):
                        self._rest = (line, match.end())
                        yield self._finish(complete=True)
                    else:
                        self._place = (number, match.start() + 1)
                        numbered = word.isdigit()
                    continue
                if kind == "bracket":
                    if self._ends_moves(line, match.start(), lead):
                        self._rest = (line, match.start())
                        yield self._finish(complete=False)
                    place = self._tag(line, match.start(), number)
                    break
                self._sign(kind or "", match[0], numbered, number, match.start() + 1)
                numbered = False
            else:
                return

    def _sign(self, kind: str, text: str, numbered: bool, number: int, column: int) -> None:
        """Anything but words and tags."""
        self._place = (number, column)
        if kind == "braces":
            if text[-1] == "}" and len(text) > 1:
                self._say(text[1:-1], number, column)
            else:
                self._comment = [text[1:]]
                self._comment_at = (number, column)
            return
        if kind == "line_comment":
            self._say(text[1:], number, column)
            return
        moves = self._moves or self._start_moves()
        if kind == "dots":
            moves.dots(text, numbered, number, column)
        elif kind == "glyph":
            moves.glyph(text, number, column)
        elif kind == "open":
            moves.open(number, column)
        elif kind == "close":
            moves.close(number, column)
        else:
            moves.reject(f"{shorten(text)} where a move or a comment belongs", number, column)

    # --- Comments ------------------------------------------------------------------------------

    def _say(self, text: str, number: int, column: int) -> None:
        if self._moves is not None:
            self._moves.comment(text, number, column)
        else:
            self._lead.append((text, number, column))

    def _give_up_comment(self) -> None:
        """End a comment that nothing closes."""
        if self._comment:
            self._fault("this comment is not closed", *self._comment_at)
            try:
                self._end_comment()
            except _TooManyFaults:
                self._lost = True

    def _end_comment(self) -> None:
        text = "\n".join(self._comment)
        self._comment = []
        self._say(text, *self._comment_at)

    # --- Tags ----------------------------------------------------------------------------------

    def _ends_moves(self, line: str, place: int, lead: int) -> bool:
        """Whether a bracket begins another game. `lead` is where the line's first sign stands."""
        if self._moves is not None:
            return place == lead
        match = TAG.match(line, place)
        return self._gap and match is not None and match["name"] in self._tags

    def _tag(self, line: str, place: int, number: int) -> int:
        """Read a tag. Returns where to go on."""
        match = TAG.match(line, place)
        if match is not None and not TAG_NAME.fullmatch(match["name"]):
            match = None
        column = place + 1
        self._place = (number, column)
        if self._moves is not None:
            self._moves.reject("'[' among the moves", number, column)
            return len(line) if match is None else match.end()
        if match is None:
            self._fault(f"not a tag: {shorten(line[place : place + 100])}", number, column)
            # Remember that a game has begun.
            self._tags.setdefault("", Tag("", number, column))
            return len(line)
        name = match["name"]
        if name in self._tags:
            self._fault(f"the tag {shorten(name)} stands twice", number, column)
        else:
            value = unescaped(match["value"])
            if SURROGATE.search(value):
                self._fault(f"tag {name}: no valid Unicode: {shorten(value)}", number, column)
                value = SURROGATE.sub("\ufffd", value)
            if UNQUOTABLE.search(value):
                self._fault(f"tag {name}: a control character in {shorten(value)}", number, column)
                value = UNQUOTABLE.sub(" ", value)
            self._tags[name] = Tag(value, number, column)
        return match.end()

    # --- Games ---------------------------------------------------------------------------------

    def _start_moves(self) -> Movetext:
        self._tags.pop("", None)
        game, playable = set_up(
            self._tags,
            self._game_class,
            self._variant,
            self._known,
            self._engine,
            lambda message, tag: self._fault(message, tag.line, tag.column),
            self._find,
        )
        self._moves = Movetext(game, playable and not self._skim, self._fault_in_moves)
        for comment in self._lead:
            self._moves.comment(*comment)
        return self._moves

    def _finish(self, *, complete: bool, cut: bool = False) -> Game:
        """The game as far as it was read; be ready for the next.

        `cut` is whether a comment without end has taken what followed, which is fault enough.
        """
        self._lost = True
        moves = self._moves or self._start_moves()
        game = moves.game
        moves.finish(cut=cut)
        if not complete and not cut:
            self._fault("the game ends without a result", *self._place)
        tag = self._tags.get("Result")
        if tag is not None:
            self._check_result_tag(tag, game, moves.result if complete else None)
        game.faults = tuple(self._faults)
        self.tags_read = {name: tag.value for name, tag in self._tags.items() if name}
        self._begin()
        return game

    def _check_result_tag(self, tag: Tag, game: Game, written: str | None) -> None:
        """Look at the tag, and at the result that the moves end with, if they have one."""
        if tag.value not in possible_results(game.variant):
            self._fault(f"tag Result: no result {shorten(tag.value)}", tag.line, tag.column)
        elif written is None:
            game.result = tag.value
        elif tag.value != written:
            what = f"tag Result: {tag.value!r}, but the moves end with {written!r}"
            self._fault(what, tag.line, tag.column)

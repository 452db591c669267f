"""`Game`: players, headers, and a tree of moves with comments, annotations and variations.

The tree is made of `GameNode`s. The game itself is the root, the position at the start; every
other node is a move, or an army's leaving the game (`Departure`), played in the position of its
parent. The first child of a node continues the main line, the others are variations.

Only what is possible in a position can be added, so every game can be replayed and written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from .board import Board
from .errors import IllegalMoveError, InvalidGameError, shorten
from .fen import parse_fen
from .move import Move
from .outcome import Outcome, Termination
from .protocol import EngineName, Position, make_position
from .san import notation
from .setup import Setup
from .variant import Variant

if TYPE_CHECKING:
    from .pgn import PgnFault

__all__ = ["Action", "Departure", "Game", "GameNode"]


class Departure(NamedTuple):
    """An army's leaving the game: it resigns, or loses on time.

    >>> Departure("r", "resign")
    Departure(army='r', reason='resign')
    """

    army: str
    reason: Literal["resign", "time"] = "resign"


Action = Move | Departure

#: What game records write for a departure, which no comment can hold: name, army, end.
COMMAND: Final = re.compile(r"\[%(resign|time)\b([^\]\n]*)(\]?)")

#: Highest number of a numeric annotation glyph.
MAX_NAG: Final = 255


class GameNode:
    """A move (or departure) of a game, with what is said about it.

    >>> game = Game("circular")
    >>> node = game.add_san("b3").add_san("c6", comment="The usual answer.")
    >>> node.move, node.ply, node.parent.san()
    (Move.from_uci('c7c6'), 2, 'b3')
    """

    __slots__ = (
        "__weakref__",
        "_comment",
        "_nags",
        "_starting_comment",
        "action",
        "parent",
        "position",
        "variations",
    )

    #: What was done: a `Move` or a `Departure`; None for the start of the game.
    action: Action | None
    #: The node before, None for the start of the game.
    parent: GameNode | None
    #: The engine's position after it.
    position: Position
    #: What follows: the main line first, then the alternatives to it.
    variations: list[GameNode]
    # Most nodes have no glyphs, and need no list of them.
    _nags: list[int] | None
    _comment: str
    _starting_comment: str

    def __init__(self, parent: GameNode | None, action: Action | None, position: Position) -> None:
        """Make nodes by `add`, which checks what it is given."""
        self.parent = parent
        self.action = action
        self.position = position
        self.variations = []
        self._nags = None
        self._comment = ""
        self._starting_comment = ""

    # --- What is said --------------------------------------------------------------------------

    @property
    def comment(self) -> str:
        """The comment after the move; on the game itself the one before the first move.

        Its lines are kept without surrounding spaces, and no line is empty. Setting one that
        contains a command of game records (`[%resign w]`) raises `InvalidGameError`.

        >>> game = Game()
        >>> game.comment = "  Played in Lincoln. "
        >>> game.comment
        'Played in Lincoln.'
        """
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = _tidy(text)

    @property
    def starting_comment(self) -> str:
        """The comment before a move that begins a variation; elsewhere it says nothing."""
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self._starting_comment = _tidy(text)

    @property
    def nags(self) -> list[int]:
        """Numeric annotation glyphs, each 0 to 255.

        1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
        """
        if self._nags is None:
            self._nags = []
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._nags = [check_nag(nag) for nag in nags]

    # --- Where it stands -----------------------------------------------------------------------

    @property
    def move(self) -> Move | None:
        """The move, None for the start of the game and for departures."""
        return self.action if isinstance(self.action, Move) else None

    @property
    def ply(self) -> int:
        """How many moves and departures lead here."""
        return sum(1 for _ in self._ancestry())

    @property
    def game(self) -> Game:
        """The game this node belongs to."""
        node = self
        while node.parent is not None:
            node = node.parent
        if not isinstance(node, Game):
            raise InvalidGameError("the node does not belong to a game any more")
        return node

    def _ancestry(self) -> Iterator[GameNode]:
        """This node and those before it, without the game itself."""
        node = self
        while node.parent is not None:
            yield node
            node = node.parent

    def next(self) -> GameNode | None:
        """The node that continues the main line from here, None at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def mainline(self) -> Iterator[GameNode]:
        """The nodes of the main line after this one."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def mainline_moves(self) -> Iterator[Move]:
        """The moves of the main line after this node, departures left out."""
        return (node.action for node in self.mainline() if isinstance(node.action, Move))

    def is_main_line(self) -> bool:
        """Whether the node is on the game's main line."""
        return all(
            node.parent is not None and node.parent.variations[0] is node
            for node in self._ancestry()
        )

    def board(self) -> Board:
        """A board after this node, with all that led here in its stack."""
        board = self.game.start_board()
        for node in reversed(list(self._ancestry())):
            _push(board, node)
        return board

    def san(self) -> str:
        """The move in short form; for a departure what bhati records write, `R` or `T`.

        Raises `InvalidGameError` for the start of a game.

        >>> Game().add_san("Nb3").san()
        'Nb3'
        """
        if self.parent is None or self.action is None:
            raise InvalidGameError("the start of a game is no move")
        if isinstance(self.action, Departure):
            return "R" if self.action.reason == "resign" else "T"
        data = self.game.variant.data
        return notation(data).san(self.parent.position, self.action)

    # --- Changing the tree ---------------------------------------------------------------------

    def add(
        self,
        action: Action,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Add a move or departure after this node, as main line or, if there is one, variation.

        The same twice makes two variations. Raises `IllegalMoveError`, with nothing changed, for
        what is not possible here, `InvalidGameError` for comments or glyphs that cannot be.

        >>> game = Game("bhati-3")
        >>> _ = game.add(Move("c1", "a1")).add(Departure("b", "time"))
        >>> game.end().position.in_play
        ('r', 'y')
        """
        node = GameNode(self, action, _after(self, action))
        node.comment = comment
        node.starting_comment = starting_comment
        node.nags = nags
        self.variations.append(node)
        return node

    def add_san(self, text: str, **annotations: Any) -> GameNode:
        """Add the move a text means. Raises as `Board.parse_san` and `add` do."""
        move = notation(self.game.variant.data).parse(self.position, text)
        return self.add(move, **annotations)

    def remove(self) -> None:
        """Take this node, and all that follows it, out of the game."""
        if self.parent is None:
            raise InvalidGameError("the start of a game cannot be removed")
        self.parent.variations = [node for node in self.parent.variations if node is not self]
        self.parent = None

    def promote_to_main(self) -> None:
        """Make this node the continuation of its parent's main line.

        >>> game = Game()
        >>> _, other = game.add_san("b3"), game.add_san("c3")
        >>> other.promote_to_main()
        >>> [node.san() for node in game.variations]
        ['c3', 'b3']
        """
        if self.parent is None:
            raise InvalidGameError("the start of a game is no variation")
        others = [node for node in self.parent.variations if node is not self]
        self.parent.variations = [self, *others]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.action!s}>"


class Game(GameNode):
    """A game: what was played, by whom, and what is said about it.

    `variant`, `options`, `engine` are as for `Board`. `start` is where the game begins if not at
    the variant's start position: a position text or a `Setup`, which must be playable. `players`
    are names by army letter, `headers` all other tags of game records, such as Event and Date.
    `result` is `1-0`, `0-1` (two sides), the winning side's letters as `r+g` (more sides),
    `1/2-1/2` or `*`; a main line that ends the game by the rules has the result that follows.

    Games are equal when a game record would say the same of them.

    >>> game = Game("circular", players={"w": "Ann", "b": "Ben"}, headers={"Event": "Club"})
    >>> for text in ("b3", "c6"):
    ...     _ = game.end().add_san(text)
    >>> print(game.to_pgn())
    [Event "Club"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Ann"]
    [Black "Ben"]
    [Result "*"]
    [Variant "circular"]
    <BLANKLINE>
    1. b3 c6 *
    <BLANKLINE>
    """

    __slots__ = ("_result", "_start", "engine", "faults", "headers", "players", "variant")

    __hash__ = None  # type: ignore[assignment]

    variant: Variant
    engine: EngineName
    #: Names by army letter; armies without a known player are left out.
    players: dict[str, str]
    #: All other tags, in order; those that say nothing (`?`) are left out.
    headers: dict[str, str]
    #: What was wrong in the record this game was read from.
    faults: tuple[PgnFault, ...]
    _start: Setup | None
    _result: str

    def __init__(
        self,
        variant: str | Variant = "circular",
        *,
        start: str | Setup | None = None,
        options: Mapping[str, str | bool | int] | None = None,
        engine: EngineName = "rust",
        players: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        result: str = "*",
    ) -> None:
        if not isinstance(variant, Variant):
            variant = Variant.load(variant)
        if options:
            variant = variant.with_options(options)
        usual, usual_setup = _start_of(variant, engine)
        if start is None:
            position, self._start = usual, None
        else:
            setup = parse_fen(start, variant) if isinstance(start, str) else start
            position = make_position(variant, setup, engine)
            # What a loaded position becomes by being judged is where the game begins.
            judged = position.setup()
            self._start = None if judged == usual_setup else judged
        super().__init__(None, None, position)
        self.variant = variant
        self.engine = engine
        self.players = {variant.army(a).letter: name for a, name in (players or {}).items()}
        self.headers = dict(headers or {})
        self.faults = ()
        self._result = "*"
        self.result = result

    @classmethod
    def from_board(cls, board: Board, **tags: Any) -> Game:
        """The game played on a board; `players`, `headers` and `result` as for `Game`.

        >>> board = Board("circular")
        >>> _ = board.push_san("b3")
        >>> board.resign()
        >>> game = Game.from_board(board)
        >>> game.result, game.end().action
        ('1-0', Departure(army='b', reason='resign'))
        """
        given = tags.pop("result", None)
        root = board.root()
        game = cls(board.variant, start=root.setup(), engine=board.engine, **tags)
        node: GameNode = game
        for action in board.actions:
            node = node.add(action)
        game.result = board.result() if given is None else given
        return game

    @property
    def start(self) -> Setup | None:
        """Where the game begins, None for the variant's start position."""
        return self._start

    def start_board(self) -> Board:
        """A board at the start of the game."""
        setup = self.variant.start_setup() if self._start is None else self._start
        return Board.from_setup(setup, self.variant, engine=self.engine)

    @property
    def result(self) -> str:
        """The result. Setting one the variant does not have raises `InvalidGameError`.

        >>> Game("bhati-6-pairs", result="r+g").result
        'r+g'
        >>> Game("bhati-6-pairs", result="1-0")
        Traceback (most recent call last):
        ...
        circularchess.errors.InvalidGameError: no result '1-0': it is one of 1/2-1/2, r+g, o+b,...
        """
        end = self.end().position.end
        if end is None:
            return self._result
        return Outcome(Termination(end[0]), end[1]).result(self.variant.data)

    @result.setter
    def result(self, text: str) -> None:
        known = possible_results(self.variant)
        if text not in known:
            raise InvalidGameError(f"no result {shorten(text)}: it is one of {', '.join(known)}")
        self._result = text

    @property
    def winners(self) -> tuple[str, ...]:
        """The armies of the side that won; none for a draw or a game not finished.

        >>> Game("bhati-4-pairs", result="0-1").winners
        ('o', 'b')
        """
        return possible_results(self.variant)[self.result]

    def replay(self) -> Iterator[Board]:
        """Go through the main line: a board at the start, then after every move or departure.

        It is one and the same board that goes on, so that the whole costs time in proportion to
        the length of the game; `board.copy()` keeps a state.

        >>> game = Game()
        >>> _ = game.add_san("b3").add_san("c6")
        >>> [board.turn for board in game.replay()]
        ['w', 'b', 'w']
        """
        board = self.start_board()
        yield board
        for node in self.mainline():
            _push(board, node)
            yield board

    # --- Text ----------------------------------------------------------------------------------

    def to_pgn(self) -> str:
        """The game as a game record; see `circularchess.pgn`."""
        from .pgn import write_game

        return write_game(self)

    @classmethod
    def from_pgn(cls, text: str, *, engine: EngineName = "rust") -> Game:
        """Read one game from a record. Raises `PgnError` at its first fault.

        `circularchess.pgn.read_games` reads many, and what can be read of faulty ones.

        >>> Game.from_pgn("1. b3 c6 2. b4 *").end().ply
        3
        """
        from .pgn import parse_game

        return parse_game(text, engine=engine)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return _summary(self) == _summary(other) and _same_tree(self, other)

    def __repr__(self) -> str:
        names = " - ".join(self.players.get(army, "?") for army in self.variant.letters)
        return f"<Game of {self.variant.id}: {names}, {self.result}>"


_STARTS: Final[dict[tuple[int, EngineName], tuple[Variant, Position, Setup]]] = {}


def _start_of(variant: Variant, engine: EngineName) -> tuple[Position, Setup]:
    """The start position, remembered: readers of many games need it often."""
    key = (id(variant), engine)
    known = _STARTS.get(key)
    if known is None:
        if len(_STARTS) > 64:
            _STARTS.clear()
        position = make_position(variant, variant.start_setup(), engine)
        known = _STARTS[key] = (variant, position, position.setup())
    return known[1:]


def _push(board: Board, node: GameNode) -> None:
    action = node.action
    if isinstance(action, Move):
        board.push(action)
    elif action is not None:
        (board.resign if action.reason == "resign" else board.lose_on_time)(action.army)


def _after(parent: GameNode, action: Action) -> Position:
    """The position after a move or departure. Raises `IllegalMoveError`."""
    position = parent.position
    if isinstance(action, Move):
        after = position.play(action)
        if after is None:
            what = "the game is over" if position.end is not None else f"{position.turn} to move"
            raise IllegalMoveError(f"illegal move {action.uci()!r} ({what})")
        return after
    if not isinstance(action, Departure) or action.reason not in ("resign", "time"):
        raise TypeError(f"a Move or Departure is needed, not {shorten(action)}")
    return leave(position, action.army)


def leave(position: Position, army: str) -> Position:
    """The position after an army has left the game. Raises `IllegalMoveError`."""
    if position.end is not None:
        raise IllegalMoveError(f"{shorten(army)} cannot leave the game: it is over")
    if army not in position.in_play:
        raise IllegalMoveError(f"{shorten(army)} cannot leave the game: it is not in play")
    return position.resign(army)


def possible_results(variant: Variant) -> dict[str, tuple[str, ...]]:
    """Every result a game of the variant can have, and who won then.

    >>> list(possible_results(Variant.load("bhati-3")))
    ['1/2-1/2', 'r', 'y', 'b', '*']
    """
    known: dict[str, tuple[str, ...]] = {"1/2-1/2": ()}
    for winners in variant.sides.values():
        known[Outcome(Termination.CHECKMATE, winners).result(variant.data)] = winners
    return {**known, "*": ()}


def check_nag(nag: object) -> int:
    """The number of an annotation glyph. Raises `InvalidGameError`."""
    if isinstance(nag, bool) or not isinstance(nag, int) or not 0 <= nag <= MAX_NAG:
        raise InvalidGameError(f"no annotation glyph {shorten(nag)}: they go from 0 to {MAX_NAG}")
    return nag


def _tidy(text: str) -> str:
    if not isinstance(text, str):
        raise InvalidGameError(f"a comment must be text, not {shorten(text)}")
    if not text:
        return ""
    lines = (line.strip() for line in text.splitlines())
    tidy = "\n".join(line for line in lines if line)
    if COMMAND.search(tidy):
        raise InvalidGameError(f"a comment cannot hold a command; add a Departure: {shorten(text)}")
    return tidy


def _summary(game: Game) -> tuple[object, ...]:
    from .pgn import known_headers

    players = {army: name for army, name in game.players.items() if name not in ("", "?")}
    return (game.variant, game.start, players, known_headers(game.headers), game.result)


def _begins(node: GameNode) -> bool:
    """Whether a node begins a variation."""
    return node.parent is not None and node.parent.variations[0] is not node


def _same_tree(one: GameNode, other: GameNode) -> bool:
    pairs = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if (
            a.action != b.action
            or a._comment != b._comment
            or (_begins(a) and _begins(b) and a._starting_comment != b._starting_comment)
            or (a._nags or []) != (b._nags or [])
            or len(a.variations) != len(b.variations)
        ):
            return False
        pairs += zip(a.variations, b.variations, strict=True)
    return True

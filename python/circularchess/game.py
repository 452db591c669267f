"""`Game`: players, headers, and a tree of moves with comments, annotations and variations.

The tree is made of `GameNode`s. The game itself is the root, the position at the start; every
other node is a move, or an army's leaving the game (`Departure`), played in the position of its
parent. The first child of a node continues the main line, the others are variations.

Only what is possible in a position can be added, so every game can be replayed and written.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from .board import Board, variant_of
from .engine import EngineName, Position, make_position
from .errors import InvalidGameError, PgnError, shorten
from .game_node import GameNode, PackedNode, copy_tree, pack_tree, same_tree, unpack_tree
from .notation.fen import parse_fen
from .records.tags import Headers, Players, known_headers, player_tags
from .subclassing import added_by_subclass, set_added
from .values.action import AGREED, links
from .values.outcome import outcome_of, possible_results
from .values.setup import Setup
from .variant import Variant

if TYPE_CHECKING:
    from .records.pgn import PgnFault

__all__ = ["Game", "possible_results"]


class Game(GameNode):
    """A game: what was played, by whom, and what is said about it.

    `variant`, `options`, `engine` are as for `Board`. `start` is where the game begins if not at
    the variant's start position: a position text or a `Setup`, which must be playable. `players`
    are names by army letter, `headers` all other tags of game records, such as Event and Date;
    `InvalidGameError` for what no record can hold.
    `result` is `1-0`, `0-1` (two sides), the winning side's letters as `r+g` (more sides),
    `1/2-1/2` or `*`; a main line that ends the game by the rules has the result that follows.

    Games are equal when a game record would say the same of them. A subclass stays one in
    copies, pickles and what its class methods make, and copies carry what it adds along.

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

    __slots__ = ("_headers", "_players", "_result", "_start", "engine", "faults", "variant")

    __hash__ = None  # type: ignore[assignment]

    variant: Variant
    engine: EngineName
    #: What was wrong in the record this game was read from.
    faults: tuple[PgnFault, ...]
    _players: Players
    _headers: Headers
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
        variant = variant_of(variant, options)
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
        self._hold(variant, engine, self._start, "*")
        if headers is not None:
            self.headers = headers
        if players is not None:
            self._add_players(players)
        self.result = result

    def _hold(self, variant: Variant, engine: EngineName, start: Setup | None, result: str) -> None:
        """Be a game of which nothing is said."""
        self.variant = variant
        self.engine = engine
        self.faults = ()
        self._start = start
        self._result = result
        self._players = Players(variant)
        self._headers = Headers(variant, self._players)

    @classmethod
    def from_board(cls, board: Board, **tags: Any) -> Self:
        """The game played on a board; `players`, `headers` and `result` as for `Game`.

        >>> board = Board("circular")
        >>> _ = board.push_san("b3")
        >>> board.resign()
        >>> game = Game.from_board(board)
        >>> game.result, game.end().action
        ('1-0', Departure(army='b', reason='resign'))
        """
        if not isinstance(board, Board):
            raise TypeError(f"a Board is needed, not {shorten(board)}")
        given = tags.pop("result", None)
        root = board.root()
        game = cls(board.variant, start=root.setup(), engine=board.engine, **tags)
        # What a board has behind it was possible: there is nothing to play again.
        node: GameNode = game
        position = board.position
        done = []
        for action, before, _ in links(board._history):
            if action != AGREED:
                done.append((action, position))
                position = before
        for action, after in reversed(done):
            child = GameNode(node, action, after)
            node.variations.append(child)
            node = child
        game.result = board.result() if given is None else given
        return game

    @property
    def errors(self) -> list[PgnError]:
        """What was wrong in the record the game was read from, as errors; see `faults`.

        >>> import io
        >>> from circularchess import pgn
        >>> pgn.read_game(io.StringIO("1. b3 b9 *")).errors
        [PgnError("line 1, column 7: illegal move 'b9' ...")]
        """
        return [PgnError(str(fault), fault.line, fault.column) for fault in self.faults]

    @property
    def players(self) -> Players:
        """Names by army letter; armies without a known player are left out.

        Putting in what no record can hold raises `InvalidGameError`, or `UnknownArmyError`.

        >>> game = Game("circular", players={"w": "Ann"})
        >>> game.players["b"] = "Ben"
        >>> game.players["r"] = "Cleo"
        Traceback (most recent call last):
        ...
        circularchess.errors.UnknownArmyError: no army 'r' in circular: it has w, b
        """
        return self._players

    @players.setter
    def players(self, players: Mapping[str, str]) -> None:
        new = Players(self.variant)
        new.update(_mapping("players", players))
        self._players.clear()
        self._players.update(new)

    @property
    def headers(self) -> Headers:
        """All other tags, in order; those that say nothing (`?`) are left out of records.

        The tag of a player means the player: `headers["White"]` reads and sets `players["w"]`.
        Putting in what no record can hold, or what the game itself says (`Result`, `FEN`), raises
        `InvalidGameError`.

        >>> game = Game("circular", headers={"Event": "Club", "White": "Ann"})
        >>> game.headers, game.players
        ({'Event': 'Club'}, {'w': 'Ann'})
        """
        return self._headers

    @headers.setter
    def headers(self, headers: Mapping[str, str]) -> None:
        new = dict(_mapping("headers", headers))
        for name, value in new.items():
            self._headers._check(name, value)
        self._headers.clear()
        self._headers.update(new)

    def _add_players(self, players: Mapping[str, str]) -> None:
        """Players beside those that headers named, who cannot be others."""
        tags = {army: tag for tag, army in player_tags(self.variant).items()}
        for army, name in _mapping("players", players).items():
            known = self._players.get(army, name)
            self._players[army] = name
            if known != name:
                what = f"the tag {tags[army]!r} names {shorten(known)}, but the player is"
                raise InvalidGameError(f"{what} {shorten(name)}")

    @property
    def start(self) -> Setup | None:
        """Where the game begins, None for the variant's start position.

        >>> Game("circular").start is None
        True
        >>> Game("circular", start="8k7/16/16/K14R b - - 0 1").start.turn
        'b'
        """
        return self._start

    def start_board(self) -> Board:
        """A board at the start of the game.

        >>> Game("circular").start_board() == Board("circular")
        True
        """
        return Board._from_position(self.variant, self.engine, self.position, None)

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
        ended = outcome_of(self.end().position, self.variant.data)
        return self._result if ended is None else ended.result(self.variant.data)

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

        Each is a board of its own, with all that led there behind it. The boards share what
        they have in common, so that the whole costs time in proportion to the length of the
        game.

        >>> game = Game()
        >>> _ = game.add_san("b3").add_san("c6")
        >>> [board.turn for board in list(game.replay())]
        ['w', 'b', 'w']
        """
        yield self.start_board()
        for node in self.mainline():
            yield node.board()

    # --- Text ----------------------------------------------------------------------------------

    def to_pgn(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        variations: bool = True,
        comments: bool = True,
    ) -> str:
        """The game as a game record; see `circularchess.pgn`. `str(game)` is the same.

        Lines are broken before they are longer than `columns`; None keeps the moves on one line.
        Without `headers` there are no tags, without `variations` the main line alone is written,
        without `comments` neither comments nor glyphs.

        >>> game = Game("circular")
        >>> _ = game.add_san("b3", comment="Slow.")
        >>> print(game.to_pgn(headers=False, comments=False), end="")
        1. b3 *
        """
        from .records.pgn import write_game

        return write_game(
            self, columns=columns, headers=headers, variations=variations, comments=comments
        )

    def __str__(self) -> str:
        return self.to_pgn().rstrip("\n")

    @classmethod
    def from_pgn(
        cls,
        text: str,
        *,
        variant: str | Variant = "circular",
        variants: Iterable[Variant] = (),
        engine: EngineName = "rust",
    ) -> Self:
        """Read one game from a record. Raises `PgnError` at its first fault.

        `variant` is the game of a record that does not say; `variants` are variants of your own
        that it may name.

        `circularchess.pgn.read_games` reads many, and what can be read of faulty ones.

        >>> Game.from_pgn("1. b3 c6 2. b4 *").end().ply
        3
        """
        from .records.pgn import parse_game

        game = parse_game(text, Game, variant=variant, variants=variants, engine=engine)
        return cls._converted(game)

    def to_json(self, *, indent: int | None = None) -> str:
        """The game as JSON text; see `circularchess.json_format`.

        >>> game = Game(players={"w": "Ann"})
        >>> Game.from_json(game.to_json()) == game
        True
        """
        from .records.json_format import game_to_json

        return game_to_json(self, indent=indent)

    @classmethod
    def from_json(
        cls, source: str | bytes | Mapping[str, Any], *, engine: EngineName = "rust"
    ) -> Self:
        """The game that a JSON text, or what was read from it, describes.

        Raises `InvalidJsonError` naming the place.

        >>> game = Game.from_json({"variant": "circular", "moves": [{"action": "b2b3"}]})
        >>> game.end().san()
        'b3'
        """
        from .records.json_format import game_from_json

        return cls._converted(game_from_json(source, Game, engine=engine))

    @classmethod
    def _converted(cls, game: Game) -> Self:
        """The same game as one of this class."""
        if type(game) is cls:
            return game
        twin = cls(game.variant, engine=game.engine)
        twin._take(game)
        return twin

    def _take(self, game: Game) -> None:
        """Hold a copy of all that another game holds, its faults left out."""
        super().__init__(None, None, game._position)
        self._hold(game.variant, game.engine, game._start, game._result)
        self._players.update(game._players)
        self._headers.update(game._headers)
        copy_tree(game, self)

    def copy(self) -> Self:
        """An independent copy, faults left out.

        >>> game = Game("circular")
        >>> twin = game.copy()
        >>> _ = twin.add_san("b3")
        >>> game == twin
        False
        """
        twin: Self = object.__new__(type(self))
        twin._take(self)
        set_added(twin, added_by_subclass(self, Game))
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin: Self = object.__new__(type(self))
        memo[id(self)] = twin
        twin._take(self)
        set_added(twin, copy.deepcopy(added_by_subclass(self, Game), memo))
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        said = (dict(self._players), dict(self._headers), self._result)
        args = (type(self), self.variant, self.engine, self._start, *said, pack_tree(self))
        return (_unpickle, args, added_by_subclass(self, Game))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return _summary(self) == _summary(other) and same_tree(self, other)

    def _repr_html_(self) -> str:
        """What notebooks show: the players, the last position and the moves."""
        from .pictures.notebook import game_html

        return game_html(self)

    def __repr__(self) -> str:
        names = " - ".join(self.players.get(army, "?") for army in self.variant.letters)
        return f"<Game of {self.variant.id}: {names}, {self.result}>"


def _mapping(what: str, value: Mapping[str, str]) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a mapping, not {shorten(value)}")
    return value


def _unpickle(
    kind: type[Game],
    variant: Variant,
    engine: EngineName,
    start: Setup | None,
    players: dict[str, str],
    headers: dict[str, str],
    result: str,
    nodes: list[PackedNode],
) -> Game:
    game = object.__new__(kind)
    if start is None:
        position = _start_of(variant, engine)[0]
    else:
        position = make_position(variant, start, engine)
    GameNode.__init__(game, None, None, position)
    game._hold(variant, engine, start, result)
    game._players.update(players)
    game._headers.update(headers)
    unpack_tree(nodes, game)
    return game


@lru_cache(maxsize=64)
def _start_of(variant: Variant, engine: EngineName) -> tuple[Position, Setup]:
    """The start position, remembered: readers of many games need it often."""
    position = make_position(variant, variant.start_setup(), engine)
    return position, position.setup()


def _summary(game: Game) -> tuple[object, ...]:
    players = {army: name for army, name in game.players.items() if name not in ("", "?")}
    return (game.variant, game.start, players, known_headers(game.headers), game.result)

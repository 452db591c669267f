"""The nodes of a game's tree: moves, and armies' leaving the game, with what is said of them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, cast

from .board import Board
from .errors import (
    InvalidGameError,
    InvalidMoveError,
    InvalidSquareError,
    NoVariationError,
    shorten,
)
from .notation.san import notation
from .records.annotations import (
    read_marks,
    read_score,
    read_time,
    write_marks,
    write_score,
    write_time,
)
from .records.comments import check_nag, tidy_comment
from .values.action import Action, Departure, Link, apply_action, push_action
from .values.move import Move
from .values.score import PovScore, Score

if TYPE_CHECKING:
    from .engine import Position
    from .game import Game
    from .pictures.svg import Arrow, ArrowLike

__all__ = ["GameNode", "copy_tree", "pack_tree", "same_tree", "unpack_tree"]


class GameNode:
    """A move (or departure) of a game, with what is said about it.

    >>> game = Game("circular")
    >>> node = game.add_san("b3").add_san("c6", comment="The usual answer.")
    >>> node.move, node.ply, node.parent.san()
    (Move.from_uci('c7c6'), 2, 'b3')

    A node is a part of its game: its copy, or what is read from its pickle, is the node at the
    same place in a copy of the whole game.
    """

    __slots__ = (
        "__weakref__",
        "_comment",
        "_link",
        "_nags",
        "_position",
        "_removed",
        "_root",
        "_starting_comment",
        "action",
        "parent",
        "variations",
    )

    #: What was done: a `Move` or a `Departure`; None for the start of the game.
    action: Action | None
    #: The node before, None for the start of the game.
    parent: GameNode | None
    #: What follows: the main line first, then the alternatives to it.
    variations: list[GameNode]
    # Most nodes have no glyphs, and need no list of them.
    _nags: list[int] | None
    _root: GameNode
    # Unpickled nodes have none until somebody asks.
    _position: Position | None
    # What a board here has behind it, once somebody asked for a board.
    _link: Link | None
    _removed: bool
    _comment: str
    _starting_comment: str

    def __init__(
        self, parent: GameNode | None, action: Action | None, position: Position | None
    ) -> None:
        """Make nodes by `add`, which checks what it is given."""
        if parent is not None and not isinstance(parent, GameNode):
            raise TypeError(f"a GameNode is needed, not {shorten(parent)}")
        self.parent = parent
        self._root = self if parent is None else parent._root
        self.action = action
        self._position = position
        self._link = None
        self._removed = False
        self.variations = []
        self._nags = None
        self._comment = ""
        self._starting_comment = ""

    # --- What is said --------------------------------------------------------------------------

    @property
    def comment(self) -> str:
        """The comment after the move; on the game itself the one before the first move.

        Its lines are kept without surrounding spaces, and no line is empty. Setting one that
        contains a command of game records (`[%resign w]`), or half a character (a lone
        surrogate), raises `InvalidGameError`.

        >>> game = Game()
        >>> game.comment = "  Played in Lincoln. "
        >>> game.comment
        'Played in Lincoln.'
        """
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = tidy_comment(text)

    @property
    def starting_comment(self) -> str:
        """The comment before a move that begins a variation; elsewhere it says nothing.

        >>> game = Game()
        >>> _ = game.add_san("b3")
        >>> game.add_san("c3", starting_comment="Better is").starting_comment
        'Better is'
        """
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self._starting_comment = tidy_comment(text)

    @property
    def nags(self) -> list[int]:
        """Numeric annotation glyphs, each 0 to 255.

        1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.

        >>> game = Game()
        >>> game.add_san("b3", nags=[1]).nags
        [1]
        """
        if self._nags is None:
            self._nags = []
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._nags = [check_nag(nag) for nag in nags]

    def clock(self) -> float | None:
        """Seconds left on the mover's clock after the move, as `[%clk]` in the comment says.

        >>> Game().add_san("b3", comment="[%clk 0:04:59.5]").clock()
        299.5
        """
        return read_time(self._comment, "clk")

    def set_clock(self, seconds: float | None) -> None:
        """Write the clock into the comment, or take it out; the other text stays.

        >>> node = Game().add_san("b3", comment="Slow.")
        >>> node.set_clock(299.5)
        >>> node.comment
        'Slow. [%clk 0:04:59.5]'
        """
        self.comment = write_time(self._comment, "clk", seconds)

    def emt(self) -> float | None:
        """Seconds the move took, as `[%emt]` in the comment says.

        >>> Game().add_san("b3", comment="[%emt 0:00:03]").emt()
        3.0
        """
        return read_time(self._comment, "emt")

    def set_emt(self, seconds: float | None) -> None:
        """Write into the comment how long the move took, or take it out.

        >>> node = Game().add_san("b3")
        >>> node.set_emt(3)
        >>> node.comment
        '[%emt 0:00:03]'
        """
        self.comment = write_time(self._comment, "emt", seconds)

    def eval(self) -> PovScore | None:
        """The score of the position, as `[%eval]` in the comment says.

        Records write it as the side of the first seat sees it; what is given is the view of the
        army to move.

        >>> Game().add_san("b3", comment="[%eval 0.20,18]").eval()
        PovScore(Cp(-20), 'b')
        """
        found = read_score(self._comment)
        return None if found is None else self._first_view(found[0])

    def eval_depth(self) -> int | None:
        """The depth of the search behind `eval`, in plies, where the comment says it.

        >>> Game().add_san("b3", comment="[%eval 0.20,18]").eval_depth()
        18
        """
        found = read_score(self._comment)
        return None if found is None else found[1]

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Write a score, and the depth in plies, into the comment, or take them out.

        A mate that stands on the board already is not written.

        >>> from circularchess.values.score import Cp, PovScore
        >>> node = Game().add_san("b3")
        >>> node.set_eval(PovScore(Cp(-20), "b"), 18)
        >>> node.comment
        '[%eval 0.20,18]'
        """
        if score is not None and not isinstance(score, PovScore):
            raise TypeError(f"a PovScore is needed, not {shorten(score)}")
        first = self.game.variant.armies[0].letter
        self.comment = write_score(
            self._comment, None if score is None else score.pov(first), depth
        )

    def _first_view(self, score: Score) -> PovScore:
        """A score that the side of the first seat sees, as the army to move sees it."""
        variant = self.game.variant
        turn = self.position.turn
        ours = [army.letter for army in variant.armies if army.side == variant.army(turn).side]
        relative = score if variant.armies[0].letter in ours else -score
        return PovScore(relative, turn, allies=[letter for letter in ours if letter != turn])

    def arrows(self) -> list[Arrow]:
        """Arrows and marked squares, as `[%cal]` and `[%csl]` in the comment say.

        A marked square is an arrow on itself. `circularchess.svg.board(arrows=...)` draws them.
        Commands that name a square the board does not have are left out.

        >>> Game().add_san("b3", comment="[%csl Gb3][%cal Rc7c6]").arrows()
        [Arrow(tail='b3', head='b3', color='green', way='auto'), Arrow(tail='c7', ...)]
        """
        from .pictures.svg import Arrow

        square, known = self.game.variant.square, []
        for marks in read_marks(self._comment):
            try:
                known += [Arrow(square(tail), square(head), color) for tail, head, color in marks]
            except InvalidSquareError:
                continue
        return known

    def set_arrows(self, arrows: Iterable[ArrowLike]) -> None:
        """Write arrows and marked squares into the comment, before its text, instead of others.

        Takes what `circularchess.svg.board(arrows=...)` takes. Raises `InvalidGameError` for a
        colour that records cannot hold, `InvalidSquareError` for a square off the board.

        >>> node = Game().add_san("b3", comment="Slow.")
        >>> node.set_arrows([("b3", "b3"), ("c7", "c6", "red")])
        >>> node.comment
        '[%csl Gb3][%cal Rc7c6] Slow.'
        """
        from .pictures.svg import to_arrow

        square = self.game.variant.square
        items = [to_arrow(item) for item in arrows]
        marks = [(square(item.tail), square(item.head), item.color) for item in items]
        self.comment = write_marks(self._comment, marks)

    # --- Where it stands -----------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The engine's position after it.

        >>> Game().add_san("b3").position.turn
        'b'
        """
        position = self._position
        return position if position is not None else self._played_to()

    def _played_to(self) -> Position:
        """Play from the last known position on."""
        path = []
        node = self
        while node._position is None:
            assert node.parent is not None
            path.append(node)
            node = node.parent
        position = node._position
        for node in reversed(path):
            assert node.action is not None
            position = node._position = apply_action(position, node.action)
        return position

    @property
    def move(self) -> Move | None:
        """The move, None for the start of the game and for departures.

        >>> game = Game()
        >>> game.move is None, game.add_san("b3").move
        (True, Move.from_uci('b2b3'))
        """
        return self.action if isinstance(self.action, Move) else None

    @property
    def ply(self) -> int:
        """How many moves and departures lead here.

        >>> Game().add_san("b3").add_san("c6").ply
        2
        """
        return sum(1 for _ in self._ancestry())

    @property
    def game(self) -> Game:
        """The game this node belongs to, or did until it was removed.

        >>> game = Game()
        >>> game.add_san("b3").game is game
        True
        """
        # Whoever makes nodes by `add` has a game at the root.
        return cast("Game", self._root)

    def _ancestry(self) -> Iterator[GameNode]:
        """This node and those before it, without the game itself."""
        node = self
        while node.parent is not None:
            yield node
            node = node.parent

    def next(self) -> GameNode | None:
        """The node that continues the main line from here, None at its end.

        >>> game = Game()
        >>> node = game.add_san("b3")
        >>> game.next() is node, node.next()
        (True, None)
        """
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """The last node of the main line from here.

        >>> game = Game()
        >>> node = game.add_san("b3").add_san("c6")
        >>> game.end() is node
        True
        """
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def mainline(self) -> Iterator[GameNode]:
        """The nodes of the main line after this one.

        >>> game = Game()
        >>> _ = game.add_san("b3").add_san("c6")
        >>> [node.san() for node in game.mainline()]
        ['b3', 'c6']
        """
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def mainline_moves(self) -> Iterator[Move]:
        """The moves of the main line after this node, departures left out.

        >>> game = Game()
        >>> _ = game.add_san("b3").add_san("c6")
        >>> list(game.mainline_moves())
        [Move.from_uci('b2b3'), Move.from_uci('c7c6')]
        """
        return (node.action for node in self.mainline() if isinstance(node.action, Move))

    def root(self) -> Game:
        """The game this node belongs to, as `game`.

        >>> game = Game()
        >>> game.add_san("b3").root() is game
        True
        """
        return self.game

    def turn(self) -> str:
        """The army to move after the node, by its letter.

        >>> Game().add_san("b3").turn()
        'b'
        """
        return self.position.turn

    def uci(self) -> str:
        """The move as from-square and to-square. Raises `InvalidGameError` where there is none.

        >>> Game().add_san("b3").uci()
        'b2b3'
        """
        if self.move is None:
            what = "the start of a game" if self.action is None else "a departure"
            raise InvalidGameError(f"{what} is no move")
        return self.move.uci()

    def is_end(self) -> bool:
        """Whether nothing follows.

        >>> Game().is_end()
        True
        """
        return not self.variations

    def starts_variation(self) -> bool:
        """Whether the node begins a variation: an alternative to its parent's main line.

        >>> game = Game()
        >>> game.add_san("b3").starts_variation(), game.add_san("c3").starts_variation()
        (False, True)
        """
        return _begins(self)

    def is_main_variation(self) -> bool:
        """Whether the node is what its parent goes on with first; so is the start of a game.

        >>> game = Game()
        >>> game.add_san("b3").is_main_variation(), game.add_san("c3").is_main_variation()
        (True, False)
        """
        return not _begins(self)

    def is_mainline(self) -> bool:
        """As `is_main_line`, by the name python-chess has for it.

        >>> Game().add_san("b3").is_mainline()
        True
        """
        return self.is_main_line()

    def is_main_line(self) -> bool:
        """Whether the node is on the game's main line.

        >>> game = Game()
        >>> game.add_san("b3").is_main_line(), game.add_san("c3").is_main_line()
        (True, False)
        """
        return all(
            node.parent is not None and node.parent.variations[0] is node
            for node in self._ancestry()
        )

    def board(self) -> Board:
        """A board after this node, with all that led here in its stack.

        Raises `InvalidGameError` for a node that was removed from its game.

        >>> Game().add_san("b3").board().move_stack
        [Move.from_uci('b2b3')]
        """
        if self._removed:
            raise InvalidGameError("the node does not belong to a game any more")
        game = self.game
        return Board._from_position(game.variant, game.engine, self.position, self._linked())

    def _linked(self) -> Link | None:
        """What led here, as boards have it. Boards of a game share it."""
        path = []
        node = self
        while node._link is None and node.parent is not None:
            path.append(node)
            node = node.parent
        for node in reversed(path):
            assert node.parent is not None
            assert node.action is not None
            node._link = (node.action, node.parent.position, node.parent._link)
        return self._link

    def push_to(self, board: Board) -> None:
        """Do on a board what was done here. Raises `IllegalMoveError`.

        >>> board = Board("circular")
        >>> Game().add_san("b3").push_to(board)
        >>> board.turn
        'b'
        """
        if not isinstance(board, Board):
            raise TypeError(f"a Board is needed, not {shorten(board)}")
        if self.action is not None:
            push_action(board, self.action)

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

    # --- Variations ----------------------------------------------------------------------------

    def variation(self, which: int | Action | GameNode) -> GameNode:
        """What follows here: by its place, by what was done, or itself.

        Raises `NoVariationError`, which is a `KeyError` and an `IndexError`, where there is none.

        >>> game = Game()
        >>> node = game.add_san("b3")
        >>> game.variation(0) is node, game.variation(Move.from_uci("b2b3")) is node
        (True, True)
        """
        return self.variations[self._place_of(which)]

    def _place_of(self, which: int | Action | GameNode) -> int:
        if isinstance(which, int) and not isinstance(which, bool):
            if not -len(self.variations) <= which < len(self.variations):
                raise NoVariationError(f"no variation {which:d}: there are {len(self.variations)}")
            return which % len(self.variations)
        if not isinstance(which, Move | Departure | GameNode):
            what = "its place, its move or itself"
            raise TypeError(f"a variation goes by {what}, not {shorten(which)}")
        if isinstance(which, Move):
            which = self.game.variant.read_move(which)
        for place, node in enumerate(self.variations):
            if node is which or (not isinstance(which, GameNode) and node.action == which):
                return place
        raise NoVariationError(f"no variation {shorten(str(which))}")

    def has_variation(self, which: int | Action | GameNode) -> bool:
        """Whether `variation` would find it.

        >>> game = Game()
        >>> _ = game.add_san("b3")
        >>> game.has_variation(0), game.has_variation(Move.from_uci("c2c3"))
        (True, False)
        """
        try:
            self._place_of(which)
        except (NoVariationError, InvalidMoveError):
            return False
        return True

    def __getitem__(self, which: int | Action | GameNode) -> GameNode:
        return self.variation(which)

    def __contains__(self, which: int | Action | GameNode) -> bool:
        return self.has_variation(which)

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
        position = apply_action(self.position, action)
        if isinstance(action, Move):
            action = self.game.variant.read_move(action)
        node = GameNode(self, action, position)
        # Readers of records add nodes by the million, most of them with nothing said.
        if comment != "":
            node.comment = comment
        if starting_comment != "":
            node.starting_comment = starting_comment
        if nags != ():
            node.nags = nags
        self.variations.append(node)
        return node

    def add_san(self, text: str, **annotations: Any) -> GameNode:
        """Add the move a text means. Raises as `Board.parse_san` and `add` do.

        >>> Game().add_san("b3", comment="Slow.").comment
        'Slow.'
        """
        move = notation(self.game.variant.data).parse(self.position, text)
        return self.add(move, **annotations)

    def add_variation(self, action: Action, **annotations: Any) -> GameNode:
        """As `add`, by the name python-chess has for it.

        >>> Game().add_variation(Move.from_uci("b2b3"), comment="Slow.").san()
        'b3'
        """
        return self.add(action, **annotations)

    def add_main_variation(self, action: Action, **annotations: Any) -> GameNode:
        """As `add`, as the main line: what there was becomes a variation.

        >>> game = Game()
        >>> _ = game.add_san("b3")
        >>> game.add_main_variation(Move.from_uci("c2c3")).is_main_line()
        True
        """
        node = self.add(action, **annotations)
        node.promote_to_main()
        return node

    def add_line(
        self,
        actions: Iterable[Action],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> GameNode:
        """Add moves one after the other; returns the last node.

        `starting_comment` is for the first of them, `comment` and `nags` for the last. Raises
        `IllegalMoveError`, with nothing changed, when one of them is not possible.

        >>> game = Game()
        >>> moves = [Move.from_uci("b2b3"), Move.from_uci("c7c6")]
        >>> game.add_line(moves, comment="The usual answer.").ply
        2
        """
        first: GameNode | None = None
        node = self
        try:
            for action in actions:
                node = node.add(action)
                first = first or node
            node.nags = [*node.nags, *nags] if nags != () else node.nags
            if first is not None:
                first.starting_comment = starting_comment or first.starting_comment
            if comment:
                node.comment = f"{node.comment}\n{comment}" if node.comment else comment
        except Exception:
            if first is not None:
                first.remove()
            raise
        return node

    def remove_variation(self, which: int | Action | GameNode) -> None:
        """Take what follows here, and all after it, out of the game; `which` as in `variation`.

        >>> game = Game()
        >>> _ = game.add_san("b3")
        >>> game.remove_variation(0)
        >>> game.variations
        []
        """
        self.variation(which).remove()

    def remove(self) -> None:
        """Take this node, and all that follows it, out of the game.

        Raises `InvalidGameError` for the start of a game.

        >>> game = Game()
        >>> game.add_san("b3").remove()
        >>> game.variations
        []
        """
        if self.parent is None:
            raise InvalidGameError("the start of a game cannot be removed")
        self.parent.variations = [node for node in self.parent.variations if node is not self]
        self._played_to()
        self.parent = None
        lost = [self]
        while lost:
            node = lost.pop()
            node._removed = True
            lost += node.variations

    def promote_to_main(self, which: int | Action | GameNode | None = None) -> None:
        """Make this node, or a variation of it, what its parent goes on with first.

        Raises `InvalidGameError` for the start of a game.

        >>> game = Game()
        >>> _, other = game.add_san("b3"), game.add_san("c3")
        >>> other.promote_to_main()
        >>> [node.san() for node in game.variations]
        ['c3', 'b3']
        """
        self._move_to(which, lambda place: min(place, 0))

    def promote(self, which: int | Action | GameNode | None = None) -> None:
        """Move this node, or a variation of it, one place up among its alternatives.

        Raises `InvalidGameError` for the start of a game.

        >>> game = Game()
        >>> nodes = [game.add_san(text) for text in ("b3", "c3", "Nb3")]
        >>> nodes[2].promote()
        >>> [node.san() for node in game.variations]
        ['b3', 'Nb3', 'c3']
        """
        self._move_to(which, lambda place: max(place - 1, 0))

    def demote(self, which: int | Action | GameNode | None = None) -> None:
        """Move this node, or a variation of it, one place down among its alternatives.

        Raises `InvalidGameError` for the start of a game.

        >>> game = Game()
        >>> nodes = [game.add_san(text) for text in ("b3", "c3", "Nb3")]
        >>> game.demote(0)
        >>> [node.san() for node in game.variations]
        ['c3', 'b3', 'Nb3']
        """
        self._move_to(which, lambda place: place + 1)

    def _move_to(
        self, which: int | Action | GameNode | None, new_place: Callable[[int], int]
    ) -> None:
        parent, node = (self.parent, self) if which is None else (self, self.variation(which))
        if parent is None:
            raise InvalidGameError("the start of a game is no variation")
        place = parent._place_of(node)
        others = [other for other in parent.variations if other is not node]
        others.insert(new_place(place), node)
        parent.variations = others

    # --- Copies --------------------------------------------------------------------------------

    def _path(self) -> list[int]:
        """The numbers of the variations that lead here."""
        if self._removed:
            raise InvalidGameError("the node does not belong to a game any more")
        numbers = []
        for node in self._ancestry():
            assert node.parent is not None
            others = node.parent.variations
            numbers.append(next(n for n, other in enumerate(others) if other is node))
        return numbers[::-1]

    def __copy__(self) -> GameNode:
        return _node_at(self.game.copy(), self._path())

    def __deepcopy__(self, memo: dict[int, Any]) -> GameNode:
        return _node_at(copy.deepcopy(self.game, memo), self._path())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_node_at, (self.game, self._path()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.action!s}>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from .python_chess import TABLES, missing

            owner = next(kind.__name__ for kind in type(self).__mro__ if kind.__name__ in TABLES)
            raise AttributeError(missing(owner, name), name=name, obj=self)


def _node_at(game: GameNode, path: list[int]) -> GameNode:
    node = game
    for number in path:
        node = node.variations[number]
    return node


def _begins(node: GameNode) -> bool:
    """Whether a node begins a variation."""
    return node.parent is not None and node.parent.variations[0] is not node


def same_tree(one: GameNode, other: GameNode) -> bool:
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


def copy_tree(root: GameNode, twin: GameNode) -> None:
    """Put copies of all nodes below one root below another, which is like it.

    Positions and what was done never change, and are shared.
    """
    pairs = [(root, twin)]
    while pairs:
        node, other = pairs.pop()
        _copy_annotations(node, other)
        for child in node.variations:
            copied = GameNode(other, child.action, child._position)
            other.variations.append(copied)
            pairs.append((child, copied))


def _copy_annotations(node: GameNode, other: GameNode) -> None:
    other._comment = node._comment
    other._starting_comment = node._starting_comment
    other._nags = list(node._nags) if node._nags else None


#: A node as plain data: the number of its parent, what was done, and what is said of it.
PackedNode = tuple[int, Action | None, str, str, list[int] | None]


def pack_tree(root: GameNode) -> list[PackedNode]:
    """All nodes from a root on, parents before children, as plain data."""
    packed: list[PackedNode] = []
    waiting = [(-1, root)]
    while waiting:
        parent, node = waiting.pop()
        number = len(packed)
        said = (node._comment, node._starting_comment, node._nags or None)
        packed.append((parent, node.action, *said))
        waiting += [(number, child) for child in reversed(node.variations)]
    return packed


def unpack_tree(packed: list[PackedNode], root: GameNode) -> None:
    """Put below a root what `pack_tree` made of another. Positions are played when asked for."""
    nodes: list[GameNode] = []
    for parent, action, comment, starting_comment, nags in packed:
        node = GameNode(nodes[parent], action, None) if nodes else root
        if nodes:
            nodes[parent].variations.append(node)
        nodes.append(node)
        node._comment, node._starting_comment, node._nags = comment, starting_comment, nags

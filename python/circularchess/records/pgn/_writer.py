"""Writing game records."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...errors import InvalidFenError, InvalidGameError, check_has, shorten
from ...notation.fen import parse_fen, write_fen
from ...notation.schemes import spelling
from ..comments import check_nag
from ..tags import ROSTER, check_headers, check_value, known_headers, player_tags
from ..variants import name_in_records, record_digest
from ._rounds import RoundText

if TYPE_CHECKING:
    from ...board import Board
    from ...engine import Position
    from ...game import Game
    from ...game_node import GameNode
    from ...values.move import Move

__all__ = ["variation_text", "write_game", "write_moves"]


def write_game(
    game: Game,
    *,
    columns: int | None = 80,
    headers: bool = True,
    variations: bool = True,
    comments: bool = True,
) -> str:
    """The record of a game: tags, an empty line, moves, and a newline at the end.

    Lines are broken before they are longer than `columns`; None keeps the moves on one line.
    What is not wanted of `headers`, `variations` and `comments` (with the glyphs) is left out.

    Raises `InvalidGameError` for headers or names that no record can hold (names of tags are
    letters, digits and `_`; values are single lines without control characters), and for a start
    position that has no text because its game was over.

    >>> from circularchess import Game
    >>> game = Game("bhati-2", players={"r": "Ann"}, headers={"Date": "2012.05.01"})
    >>> for text in ("b1", "Nb33"):
    ...     _ = game.end().add_san(text)
    >>> print(write_game(game).splitlines()[-1])
    1. b1 .. Nb33 *
    """
    check_has(game, "mainline", "a Game")
    if columns is not None and (isinstance(columns, bool) or not isinstance(columns, int)):
        raise TypeError(f"columns must be a whole number or None, not {shorten(columns)}")
    lines = []
    if headers:
        lines = [f'[{name} "{_quoted(name, value)}"]' for name, value in _tags(game).items()]
        lines.append("")
    moves = write_moves(game, variations=variations, comments=comments)
    return "\n".join([*lines, *_wrapped(moves, columns), ""])


def _tags(game: Game) -> dict[str, str]:
    variant = game.variant
    headers = known_headers(game.headers)
    check_headers(headers, variant)
    tags = {name: headers.pop(name, unknown) for name, unknown in ROSTER.items()}
    for name, army in player_tags(variant).items():
        tags[name] = game.players.get(army) or "?"
    tags["Result"] = game.result
    tags["Variant"] = name_in_records(variant)
    digest = record_digest(variant)
    if digest is not None:
        tags["VariantDigest"] = digest
    options = variant.changed_options
    if options:
        tags["Options"] = ",".join(f"{name}={_plain(value)}" for name, value in options.items())
    if game.start is not None:
        text = write_fen(game.start, variant)
        _check_text_of_start(game, text)
        tags["SetUp"] = "1"
        tags["FEN"] = text
    return {**tags, **headers}


def _check_text_of_start(game: Game, text: str) -> None:
    """A position text does not tell who is in play where pieces of the others stand."""
    try:
        described = parse_fen(text, game.variant)
    except InvalidFenError as error:
        raise InvalidGameError(f"the start position has no text: {error}") from None
    start = game.start
    assert start is not None
    armies = frozenset(piece.army for piece in described.pieces.values())
    if armies != start.in_play:
        raise InvalidGameError(f"the start position is of a finished game: {shorten(text)}")


def _plain(value: str | bool | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(name: str, value: object) -> str:
    value = check_value(name, value)
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(tokens: Iterable[str], columns: int | None) -> Iterator[str]:
    """Lines of at most so many columns, except where one token is longer, as comments may be."""
    most = math.inf if columns is None else columns
    line: list[str] = []
    width = 0
    opening = ""
    for token in tokens:
        if token == "(":
            opening += token
            continue
        ended = bool(line) and line[-1].startswith((";", "(;"))
        if token == ")" and line and not ended and width < most:
            line[-1] += token
            width += 1
            continue
        token = opening + token
        opening = ""
        if line and (ended or width + len(token) > most):
            yield " ".join(line)
            line, width = [], 0
        line.append(token)
        width += len(token) + 1
    if line:
        yield " ".join(line)


def variation_text(board: Board, moves: Iterable[Move]) -> str:
    """Moves that follow from a board's position. Raises `IllegalMoveError`.

    >>> variation_text(Board("circular"), [Move.from_uci("b2b3"), Move.from_uci("c7c6")])
    '1. b3 c6'
    """
    check_has(board, "legal_moves", "a Board")
    walker = board.copy(stack=False)
    text = RoundText(board.variant.data)
    words: list[str] = []
    for move in moves:
        before = walker.position
        walker.push(move)
        words += text.tokens(before, move, walker.position)
    return " ".join([*words, *text.finish()])


# --- Moves -------------------------------------------------------------------------------------


class _Line:
    """A line of moves being written: the main line or a variation."""

    __slots__ = ("node", "position", "text", "waiting")

    def __init__(self, node: GameNode | None, position: Position, text: RoundText) -> None:
        #: The node to write next, and the position it is played in.
        self.node = node
        self.position = position
        self.text = text
        #: The variations to write before it.
        self.waiting: Iterator[tuple[GameNode, Position]] = iter(())


def write_moves(game: Game, *, variations: bool = True, comments: bool = True) -> Iterator[str]:
    """The movetext, token by token, with the result at the end.

    Without `variations` it is the main line alone, without `comments` moves alone.

    >>> from circularchess import Game
    >>> list(write_moves(Game.from_pgn("1. b3 {quiet} c6 *")))
    ['1.', 'b3', '{quiet}', '1...', 'c6', '*']
    """
    check_has(game, "mainline", "a Game")
    data = game.variant.data
    if comments:
        yield from _comments(game.comment)
        yield from _glyphs(game)
    spelt = spelling(data, game.headers)
    stack = [_Line(game.next(), game.position, RoundText(data, spelt))]
    opening = False
    while stack:
        line = stack[-1]
        variation = next(line.waiting, None)
        if variation is not None:
            stack.append(_Line(*variation, RoundText(data, spelt)))
            opening = True
            yield "("
            continue
        node = line.node
        if node is None:
            yield from line.text.finish()
            stack.pop()
            if stack:
                stack[-1].text.interrupt()
                yield ")"
            continue
        before = line.position
        assert node.action is not None
        if opening and comments:
            yield from _comments(node.starting_comment)
        opening = False
        yield from line.text.tokens(before, node.action, node.position)
        if comments:
            yield from _glyphs(node)
            yield from _comments(node.comment)
            if node.comment:
                line.text.interrupt()
        parent = node.parent
        assert parent is not None
        if variations and parent.variations[0] is node and len(parent.variations) > 1:
            line.waiting = iter([(other, before) for other in parent.variations[1:]])
        line.node = node.next()
        line.position = node.position
    yield game.result


def _glyphs(node: GameNode) -> Iterator[str]:
    return (f"${check_nag(nag)}" for nag in node.nags)


def _comments(text: str) -> Iterator[str]:
    """A comment line by line. One that holds the closing brace goes to the end of its line."""
    for line in text.splitlines():
        yield f"; {line}" if "}" in line else f"{{{line}}}"

"""Every public call with wrong types and extreme values, made up from the signatures.

Nothing is listed but a good value for each name of a parameter, so that a new function is tried
as soon as it is public. What comes out of a call must be a value, a `TypeError`, an error of ours
of one line, or an error that the function's description names.
"""

from __future__ import annotations

import builtins
import importlib
import inspect
import io
import itertools
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import circularchess
import circularchess.svg
from circularchess import (
    Board,
    CircularChessError,
    Departure,
    Game,
    Move,
    Outcome,
    Piece,
    PieceType,
    Setup,
    Square,
    Termination,
    Variant,
)
from circularchess.engine import ENGINES, EngineName
from circularchess.values.score import Cp, Mate, PovScore, PovWdl, Wdl

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**31,
    2**64,
    10**400,
    -(10**400),
    1.5,
    float("nan"),
    float("inf"),
    "",
    "\0",
    "a\nb\u2028",
    "\ud800",
    "b9\ud800",
    "\u0661\u0662",
    "x" * 100_000,
    b"b2b3",
    [],
    [None],
    ["x"],
    {},
    {"x": None},
    {None: "x"},
    (),
    ("w", None),
    object(),
    type(None),
    Setup(),
    Departure("\ud800", None),  # type: ignore[arg-type]
    Move("z999", "a1"),
    Piece(None, 10**400),  # type: ignore[arg-type]
    Setup({Square("a1"): Piece("w", 10**400)}, "w"),  # type: ignore[arg-type]
    Setup({Square("a1"): None}, "w"),  # type: ignore[dict-item]
    Setup([], "w"),  # type: ignore[arg-type]
    Setup(turn=None),  # type: ignore[arg-type]
    Setup(turn="w", castling=frozenset([None])),  # type: ignore[list-item]
    Setup(turn="w", castling=3),  # type: ignore[arg-type]
    Setup(turn="w", en_passant=(None,)),  # type: ignore[arg-type]
    Setup(turn="w", halfmove=None),  # type: ignore[arg-type]
    Setup(turn="w", round=10**400, in_play="wb"),  # type: ignore[arg-type]
    Outcome(None, (None,)),  # type: ignore[arg-type]
)

#: A good value for each name of a parameter; functions make a new one for each call.
GOOD: dict[str, Callable[[], Any]] = {
    "piece_type": lambda: PieceType.PAWN,
    "action": lambda: Move("b2", "b3"),
    "actions": lambda: [Move("b2", "b3")],
    "allies": lambda: "w",
    "army": lambda: "w",
    "arrows": lambda: [("b2", "b3")],
    "board": Board,
    "board_": Board,
    "castling": frozenset,
    "cell": lambda: 3,
    "claim_draw": lambda: False,
    "columns": lambda: 80,
    "comment": lambda: "good",
    "comments": lambda: True,
    "cp": lambda: 20,
    "count": lambda: 3,
    "data": lambda: Variant.load("circular").data,
    "depth": lambda: 1,
    "draws": lambda: 1,
    "engine": lambda: "rust",
    "drawings": lambda: [circularchess.svg.board(Board())],
    "en_passant": tuple,
    "fen": lambda: Board().fen(),
    "file": lambda: 1,
    "figures": lambda: True,
    "first": lambda: Board().position,
    "second": lambda: Board(engine="reference").position,
    "from_square": lambda: "b2",
    "game": Game,
    "games": lambda: [Game()],
    "halfmove": lambda: 0,
    "headers": dict,
    "history": lambda: True,
    "id": lambda: "circular",
    "in_play": lambda: None,
    "indent": lambda: None,
    "kind": lambda: "resigned",
    "legal_moves": lambda: False,
    "letter": lambda: "w",
    "losses": lambda: 1,
    "mate_score": lambda: None,
    "mirrored": lambda: False,
    "move": lambda: Move("b2", "b3"),
    "moves": lambda: [Move("b2", "b3")],
    "n": lambda: 1,
    "name": lambda: "a1",
    "nags": lambda: [1],
    "on_fault": lambda: None,
    "options": lambda: {"check": "strict"},
    "outbound": lambda: False,
    "parent": Game,
    "picture": lambda: circularchess.svg.board(Board()),
    "piece": lambda: Piece("w", PieceType.KING),
    "pieces": lambda: {Square("a1"): Piece("w", PieceType.KING)},
    "players": lambda: {"w": "Ann"},
    "position": lambda: Board().position,
    "promotion": lambda: None,
    "reason": lambda: "resign",
    "relative": lambda: Cp(20),
    "result": lambda: "*",
    "ring": lambda: 1,
    "round": lambda: 1,
    "score": lambda: PovScore(Cp(20), "w"),
    "seat": lambda: "w",
    "seconds": lambda: 2.5,
    "setup": lambda: Board().setup(),
    "square": lambda: "a1",
    "stack": lambda: True,
    "start": lambda: None,
    "starting_comment": lambda: "or",
    "termination": lambda: Termination.CHECKMATE,
    "svg": lambda: circularchess.svg.board(Board()),
    "text": lambda: "b3",
    "to_square": lambda: "b3",
    "turn": lambda: "w",
    "type": lambda: PieceType.KING,
    "validate": lambda: True,
    "value": lambda: "*",
    "variant": lambda: Variant.load("circular"),
    "variations": lambda: True,
    "which": lambda: 0,
    "width": lambda: 80,
    "winners": lambda: ("w",),
    "wins": lambda: 1,
}
#: Where the name of a parameter means something else.
GOOD_HERE: dict[tuple[str, str], Callable[[], Any]] = {
    ("Variant.from_toml", "text"): lambda: Variant.load("circular").toml,
    ("Variant.from_file", "path"): lambda: "/nonexistent",
    ("Game.from_pgn", "text"): lambda: "1. b3 *",
    ("Game.from_json", "source"): lambda: Game().to_json(),
    ("Board.from_json", "source"): lambda: Board().to_json(),
    ("Board.push_uci", "text"): lambda: "b2b3",
    ("Board.parse_uci", "text"): lambda: "b2b3",
    ("Move.from_uci", "text"): lambda: "b2b3",
    ("Piece.from_symbol", "symbol"): lambda: "wK",
    ("PieceType.from_letter", "letter"): lambda: "K",
    ("Mate", "moves"): lambda: 3,
    ("PovWdl", "relative"): lambda: Wdl(1, 1, 1),
    ("Outcome.result", "variant"): lambda: Variant.load("circular").data,
    ("parse_fen", "text"): lambda: Board().fen(),
    ("from_setup", "variant"): lambda: Variant.load("circular").data,
    ("parse_game", "text"): lambda: "1. b3 *",
    ("read_game", "file"): lambda: io.StringIO("1. b3 *"),
    ("read_headers", "file"): lambda: io.StringIO("1. b3 *"),
    ("skip_game", "file"): lambda: io.StringIO("1. b3 *"),
    ("read_games", "source"): lambda: io.StringIO("1. b3 *"),
    ("write_games", "file"): io.StringIO,
    ("game_from_json", "source"): lambda: Game().to_json(),
    ("board_from_json", "source"): lambda: Board().to_json(),
}

#: Plain records that engines and files fill in: they take what they are given.
RECORDS = frozenset(
    {
        "Army",
        "Arrow",
        "Cell",
        "Difference",
        "FlatCell",
        "FlatGeometry",
        "Geometry",
        "MoveInfo",
        "MovePath",
        "PgnFault",
        "Playouts",
        "Position",
    }
)

MODULES = (
    "circularchess",
    "circularchess.animation",
    "circularchess.analysis.perft",
    "circularchess.drawing",
    "circularchess.fen",
    "circularchess.flat",
    "circularchess.geometry",
    "circularchess.json_format",
    "circularchess.pgn",
    "circularchess.engine",
    "circularchess.reference",
    "circularchess.san",
    "circularchess.svg",
    "circularchess.values.score",
)

#: Objects whose methods and properties are tried.
OBJECTS: dict[type, Callable[[], Any]] = {
    Board: lambda: Board.from_json(Board().to_json()),
    Game: lambda: Game.from_pgn("1. b3 (1. a3) 1... c6 *"),
    circularchess.GameNode: lambda: Game.from_pgn("1. b3 (1. a3) 1... c6 *").variations[0],
    Move: lambda: Move("b2", "b3"),
    Square: lambda: Square("a1"),
    Piece: lambda: Piece("w", PieceType.KING),
    PieceType: lambda: PieceType.KING,
    Setup: lambda: Board().setup(),
    Variant: lambda: Variant.load("circular"),
    Outcome: lambda: Outcome(Termination.CHECKMATE, ("w",)),
    Cp: lambda: Cp(20),
    Mate: lambda: Mate(3),
    PovScore: lambda: PovScore(Cp(20), "w"),
    PovWdl: lambda: PovWdl(Wdl(1, 1, 1), "w"),
    Wdl: lambda: Wdl(1, 1, 1),
    circularchess.Playouts: lambda: circularchess.playouts(Board(), 1, max_plies=1),
    circularchess.Army: lambda: Variant.load("circular").army("w"),
}


def use(value: Any) -> None:
    """Do with a value what one would do with it."""
    if isinstance(value, Iterator):
        list(itertools.islice(value, 20))
    elif isinstance(value, Piece):
        assert value.symbol.endswith(value.letter)
    elif isinstance(value, Setup):
        Board.from_setup(value, validate=False)
        circularchess.Board.from_setup(value, engine="reference", validate=False).fen()
    elif isinstance(value, Board):
        assert repr(value)
        pickle.loads(pickle.dumps(value))
    elif isinstance(value, Departure):
        Game().add(value)
    elif isinstance(value, Outcome):
        assert value.is_draw in (True, False)
        value.result(Variant.load("circular").data)


def members(kind: type, name: str) -> Iterator[tuple[str, Callable[[], Callable[..., Any]]]]:
    """The constructor, methods and setters of a class, each on a new object."""
    make = OBJECTS.get(kind)
    if not issubclass(kind, PieceType | Termination | Exception | circularchess.svg.Svg):
        yield name, lambda: kind
    for attribute in sorted(dir(kind)):
        if attribute.startswith("_"):
            continue
        found = inspect.getattr_static(kind, attribute)
        own = inspect.getmodule(getattr(found, "__func__", getattr(found, "fget", found)))
        if own is None or not own.__name__.startswith("circularchess"):
            continue
        title = f"{name}.{attribute}"
        if isinstance(found, classmethod | staticmethod):
            yield title, partial(getattr, kind, attribute)
        elif isinstance(found, property):
            if found.fset is not None and make is not None:
                yield title, partial(make_setter, make, found)
        elif callable(found) and make is not None:
            yield title, partial(make_method, make, attribute)


def itself(found: Callable[..., Any]) -> Callable[..., Any]:
    return found


def position(engine: EngineName) -> Any:
    return Board(engine=engine).position


def make_method(make: Callable[[], Any], name: str) -> Callable[..., Any]:
    method: Callable[..., Any] = getattr(make(), name)
    return method


def make_setter(make: Callable[[], Any], found: property) -> Callable[..., Any]:
    target = make()

    def put(value: Any) -> None:
        assert found.fset is not None
        found.fset(target, value)

    put.__doc__ = found.__doc__
    return put


def calls() -> Iterator[tuple[str, Callable[[], Callable[..., Any]]]]:
    seen: set[int] = set()
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in module.__all__:
            found = getattr(module, name)
            if id(found) in seen or not callable(found):
                continue
            seen.add(id(found))
            if inspect.isclass(found):
                yield from members(found, name)
            elif inspect.isfunction(found):
                yield name, partial(itself, found)
    for engine in ENGINES:
        for name in sorted(dir(circularchess.engine.Position)):
            if not name.startswith("_") and callable(getattr(Board().position, name)):
                yield (
                    f"Position({engine}).{name}",
                    partial(make_method, partial(position, engine), name),
                )


CALLS = dict(calls())


def good(title: str, name: str) -> Any:
    make = GOOD_HERE.get((title, name)) or GOOD.get(name)
    if make is None and title in RECORDS:
        return None
    assert make is not None, f"the test needs a good value for {name!r} of {title}"
    return make()


def allowed(call: Callable[..., Any]) -> tuple[type[BaseException], ...]:
    """The errors that a call may raise: ours, wrong types, and what its description names."""
    said = inspect.getdoc(call) or ""
    named = [
        error
        for error in vars(builtins).values()
        if isinstance(error, type)
        and issubclass(error, Exception)
        and f"`{error.__name__}`" in said
    ]
    return (CircularChessError, TypeError, *named)


def told(value: Any) -> str:
    text = repr(value.__dict__ if isinstance(value, Setup) else value) if value != 10**400 else ""
    return f"{type(value).__name__} {text[:60]}"


def try_call(title: str, arguments: dict[str, Any], names: list[str]) -> str | None:
    """What is wrong with the way a call fails, if it does."""
    call = CALLS[title]()
    parameters = inspect.signature(call).parameters
    positional, keywords = [], {}
    for name in names:
        if parameters[name].kind is inspect.Parameter.POSITIONAL_ONLY:
            positional.append(arguments[name])
        else:
            keywords[name] = arguments[name]
    shown = {name: told(value) for name, value in arguments.items()}
    try:
        use(call(*positional, **keywords))
    except allowed(call) as error:
        text = str(error)
        if isinstance(error, CircularChessError) and (
            "\n" in text or len(text) > 600 or not text or "\ud800" in text
        ):
            return f"{title}({shown}): {text!r} is not one line to show"
    except BaseException as error:
        return f"{title}({shown}): {type(error).__name__}: {str(error)[:200]}"
    return None


@pytest.mark.parametrize("title", sorted(CALLS))
def test_a_public_call_with_anything(title: str) -> None:
    parameters = inspect.signature(CALLS[title]()).parameters
    names = [
        name
        for name, parameter in parameters.items()
        if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    ]
    needed = [name for name in names if parameters[name].default is inspect.Parameter.empty]
    faults = []
    for name in names:
        for odd in ODD:
            given = {other: good(title, other) for other in needed} | {name: odd}
            faults.append(try_call(title, given, list(given)))
    if len(needed) > 1:
        faults += [try_call(title, dict.fromkeys(needed, odd), needed) for odd in ODD]
    if not names:
        faults.append(try_call(title, {}, []))
    found = [fault for fault in faults if fault is not None]
    assert not found, f"{len(found)} faults:\n" + "\n".join(found)

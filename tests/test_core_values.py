"""Every class, method and attribute of `_core`, found by looking, with every kind of value.

Whatever is given, the answer is a value or a `TypeError` or `ValueError` of one short line.
"""

from __future__ import annotations

import copy
import inspect
import pickle
import types
from random import Random
from typing import Any, Final

import pytest

from circularchess import Board, Move, Square, Variant, _core, variants
from circularchess.engine import ENGINES, EngineName, Position
from circularchess.errors import IllegalMoveError, InvalidDepthError, UnknownArmyError
from circularchess.variant import rules_of
from tally import TALLY


class Forged:
    """Looks like a move and is none."""

    _key = 1 << 28


def forged_move(key: object) -> Move:
    """A move with a key that no move has."""
    move = Move("a1", "a2")
    twin = Move.__new__(Move)
    for name in Move.__slots__:
        object.__setattr__(twin, name, getattr(move, name))
    object.__setattr__(twin, "_key", key)
    return twin


NOTHING = Move.__new__(Move)

VALUES: Final[list[Any]] = [
    None, True, 0, -1, 1, 2, 3, 101, 255, 256, 999, 2**31, 2**32, 2**63, 2**64, -(2**63),
    10**400, 10**5000, 0.5, float("nan"), float("inf"), 1j, "", "a1", "w", "z", "ww", "\ud800",
    "\0", "x" * 10**5, "♔", b"", b"a1", [], [None], [("a", "b", "c")], [("a", 1)], {}, {"a1":
    None}, {"a1": ("w", 10**400, False)}, (), (1,), set(), range(10**18), object(), object,
    len, Forged, Forged(), Square("a1"), Square("z999"), Move("a1", "a2"), Move("z999", "a1"),
    NOTHING, forged_move(-1), forged_move(2**70), forged_move(2**64 - 1), forged_move("x"),
    Board("orthodox").position, Variant.load("circular").start_setup(),
    types.SimpleNamespace(),
]  # fmt: skip


def targets() -> list[tuple[str, Any]]:
    """All that can be called in the module, bound where that is needed."""
    position = Board("circular").position
    instances = {
        "Position": position,
        "Rules": rules_of(Variant.load("circular")),
        "ParsedVariant": Variant.load("circular")._parsed,
        "Search": _core.Search(rules_of(Variant.load("circular")), 1, 1),
    }
    found: list[tuple[str, Any]] = []
    for name, member in inspect.getmembers(_core):
        if inspect.isclass(member):
            found.append((name, member))
            instance = instances[name]
            for method in dir(member):
                # What every object has is Python's own.
                own = getattr(member, method) is not getattr(object, method, None)
                if own and callable(getattr(instance, method)) and method != "__class__":
                    found.append((f"{name}.{method}", getattr(instance, method)))
        elif callable(member):
            found.append((name, member))
    return found


TARGETS: Final = dict(targets())


def answer(call: Any, *args: Any, **kwargs: Any) -> None:
    """Call it: it gives a value, or an error of the right kind."""
    said = ""
    try:
        call(*args, **kwargs)
    except (TypeError, ValueError) as error:
        said = str(error)
    assert len(said) < 400
    assert "\n" not in said


@pytest.mark.parametrize("name", TARGETS)
def test_any_value_is_answered(name: str) -> None:
    call = TARGETS[name]
    chance = Random(name)
    answer(call)
    for value in VALUES:
        answer(call, value)
    names = (
        "threads",
        "hash_mb",
        "progress",
        "depth",
        "games",
        "seed",
        "max_plies",
        "options",
        "x",
    )
    for _ in range(600):
        args = chance.choices(VALUES, k=chance.randrange(6))
        kwargs = {key: chance.choice(VALUES) for key in chance.sample(names, chance.randrange(3))}
        # Deep counts and millions of games are right answers, but long ones.
        if "perft" in name and any(type(v) in (int, bool) and 3 <= v <= 100 for v in args[:1]):
            continue
        answer(call, *args, **kwargs)
    TALLY["calls of the compiled module with strange values"] += 600


def test_all_of_the_module_was_found() -> None:
    assert {"Position.perft", "Position.play", "Position.resign", "Rules.position"} <= set(TARGETS)
    assert {"Position.playouts", "Rules", "Position", "builtin_variants"} <= set(TARGETS)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_engines_refuse_alike(engine: EngineName) -> None:
    position: Any = Board("circular", engine=engine).position
    for call in (position.is_legal, position.is_safe, position.play):
        for value in (None, "b2b3", 5, Forged(), object()):
            with pytest.raises(TypeError, match=r"(?i)a move is needed"):
                call(value)
    for value in (-1, 101, 999, 2**64, -(10**400)):
        with pytest.raises(InvalidDepthError):
            position.perft(value)
    for value in (None, "3", 3.0, [], True):
        with pytest.raises(TypeError, match="depth"):
            position.perft(value)
    for call in (position.resign, position.is_check, lambda army: position.attackers(army, "a1")):
        for value in ("z", "", "wb"):
            with pytest.raises(UnknownArmyError, match="no army"):
                call(value)
        for value in (None, 5, b"w"):
            with pytest.raises(TypeError):
                call(value)
    over = position.resign("w")
    for army in "wb":
        with pytest.raises(IllegalMoveError, match="cannot resign: the game is over"):
            over.resign(army)


# --- Copies --------------------------------------------------------------------------------------


def facts(position: Position) -> tuple[Any, ...]:
    return (
        position.setup(),
        position.end,
        position.events,
        position.key(),
        position.legal_moves(),
        position.safe_moves(),
        [position.is_check(army) for army in position.in_play],
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_copies_are_the_same_position(variant: Variant, engine: EngineName) -> None:
    chance = Random(variant.id)
    ends = set()
    for game in range(6 if engine == "rust" else 2):
        board = Board(variant, engine=engine)
        position = board.position
        for _ in range(250 if engine == "rust" else 20):
            for again in (
                *(pickle.loads(pickle.dumps(position, n)) for n in range(2, 6)),
                copy.copy(position),
                copy.deepcopy(position),
            ):
                assert type(again) is type(position)
                assert again == position
                assert facts(again) == facts(position)
            if position.end is not None:
                ends.add(position.end[0])
                break
            moves = position.legal_moves()
            # Kings that can be taken are; and armies resign, on their turn and out of it.
            kings = [
                move
                for move in moves
                if (piece := position.piece_at(move.to_square)) is not None and piece.type == 6
            ]
            if chance.random() < 0.02 * game:
                position = position.resign(chance.choice(position.in_play))
            else:
                after = position.play(chance.choice(kings or moves))
                assert after is not None
                position = after
    assert ends or engine == "reference"


@pytest.mark.parametrize("engine", ENGINES)
def test_ends_that_no_text_can_say(engine: EngineName) -> None:
    taken = Board("circular", engine=engine)
    chance = Random(5)
    position = taken.position
    while position.end is None or position.end[0] != "king_taken":
        if position.end is not None:
            position = taken.position
        moves = position.legal_moves()
        kings = [m for m in moves if (p := position.piece_at(m.to_square)) and p.type == 6]
        after = position.play(chance.choice(kings or moves))
        assert after is not None
        position = after
    resigned = taken.position.resign("b")
    for over, end in ((position, "king_taken"), (resigned, "resignation")):
        again = pickle.loads(pickle.dumps(over))
        assert again.end == over.end
        assert again.end[0] == end
        assert facts(again) == facts(over)
        assert again.legal_moves() == []


def test_rules_can_be_copied() -> None:
    variant = Variant.load("bhati-6").with_options({"stalemate": "draw"})
    rules = rules_of(variant)
    assert copy.copy(rules) is rules
    assert copy.deepcopy(rules) is rules
    again = pickle.loads(pickle.dumps(rules))
    assert again.position(variant.start_setup()) == Board(variant).position


def test_positions_of_one_game_share_what_they_can() -> None:
    # The text of the variant is in the pickle once, and its tables are made once.
    board = Board("bhati-2")
    line = [board.position]
    for _ in range(20):
        board.push(next(iter(board.legal_moves)))
        line.append(board.position)
    one, many = len(pickle.dumps(line[0])), len(pickle.dumps(line))
    alone = [len(pickle.dumps(position)) for position in line]
    assert many < sum(alone) - 19 * 1000
    assert one < many

"""What a made-up game has that a plain one has not, and the same game without one thing of it.

A feature matters in a position when the same men, in the game without it, have other moves, or
when something else follows. A feature that never mattered would be one that no test has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from circularchess import Setup, Square
from random_variants import MadeUp, Term

#: Without its feature; None where the game does not have it.
Without = Callable[[MadeUp], MadeUp | None]


def _changed(game: MadeUp, table: str, **values: object) -> MadeUp:
    """The game with keys of a table set anew, or gone where the value is None."""
    other = game.copy()
    for key, value in values.items():
        if value is None:
            other.file[table].pop(key, None)
        else:
            other.file[table][key] = value
    return other


def _when(table: str, key: str, old: object, new: object) -> Without:
    """The game with another value of a key, if it has the old one."""
    return lambda game: (
        _changed(game, table, **{key: new}) if game.file[table].get(key) == old else None
    )


def _without_key(game: MadeUp, key: str) -> MadeUp | None:
    """The game with nothing said of this for any army, if something is."""
    other = game.copy()
    said = [army.pop(key, None) for army in other.armies]
    return other if any(said) else None


# --- Boards --------------------------------------------------------------------------------------


def _closed_centre(game: MadeUp) -> MadeUp | None:
    if game.board["centre"] != "null":
        return None
    other = _changed(game, "board", centre="closed", null_step=None)
    del other.file["options"]["null_shift"]
    for army in other.armies:
        first = "1" if game.board["names"] == "file-ring" else "a"
        army["pawns"]["promotion_rings"] = [*army["pawns"]["promotion_rings"], first]
    return other


def _another_step(game: MadeUp) -> MadeUp | None:
    step = game.board.get("null_step", 1)
    return _changed(game, "board", null_step=1) if step != 1 else None


def _another_shift(game: MadeUp) -> MadeUp | None:
    shift = game.file["options"].get("null_shift")
    return None if shift is None else _changed(game, "options", null_shift=(shift + 1) % 3)


def _gone(table: str, key: str) -> Without:
    return lambda game: _changed(game, table, **{key: None}) if game.file[table].get(key) else None


def _one_more_file(game: MadeUp) -> MadeUp | None:
    files = game.board["files"]
    if files % 2 == 0 or "seam" in game.board or "citadels" in game.board:
        return None
    other = _changed(game, "board", files=files + 1)
    for army in other.armies:
        # The new file goes on as the last one does.
        ways = [army["pawns"].get(way, []) for way in ("clockwise", "anticlockwise")]
        if any(ways) and not any(files in way for way in ways):
            return None
        for way in ways:
            if files in way:
                way.append(files + 1)
    return other


def swapped(name: str) -> str:
    """A square's name in the other style; a citadel's is the same in either."""
    if name[0] == "z":
        return name
    return f"{chr(96 + int(name[1:]))}{ord(name[0]) - 96}"


def in_other_names(game: MadeUp) -> MadeUp | None:
    """A game in file-ring names as it is in ring-file names."""
    if game.board["names"] != "file-ring":
        return None
    other = _changed(game, "board", names="ring-file")
    other.board["voids"] = [swapped(name) for name in other.board["voids"]]
    for army in other.armies:
        army["start"] = {kind: [swapped(n) for n in where] for kind, where in army["start"].items()}
        if "castling" in army:
            army["castling"] = {which: swapped(name) for which, name in army["castling"].items()}
        rings = army["pawns"].get("promotion_rings")
        if rings:
            army["pawns"]["promotion_rings"] = [chr(96 + int(ring)) for ring in rings]
    return other


# --- Pieces --------------------------------------------------------------------------------------


def _each_term(change: Callable[[Term], Term]) -> Without:
    """The game with every term of its own kinds changed."""

    def without(game: MadeUp) -> MadeUp | None:
        kinds = {
            letter: tuple(dict.fromkeys(map(change, terms))) for letter, terms in game.kinds.items()
        }
        return MadeUp(game.file, kinds) if kinds != game.kinds else None

    return without


def _without_atom(atom: str) -> Without:
    """The game without the terms of an atom; a kind with no other goes one step straight."""
    other = Term("F" if atom == "W" else "W")

    def without(game: MadeUp) -> MadeUp | None:
        kinds = {
            letter: tuple(term for term in terms if term.atom != atom) or (other,)
            for letter, terms in game.kinds.items()
        }
        return MadeUp(game.file, kinds) if kinds != game.kinds else None

    return without


_STEP = {"R": "W", "B": "F", "Q": "K"}


def _one_step(term: Term) -> Term:
    if not term.rides or term.hop:
        return term
    return replace(term, atom=_STEP.get(term.atom, term.atom), reach="")


def _no_limit(term: Term) -> Term:
    if not term.reach or term.rides:
        return term
    return replace(term, reach="" if term.atom in "RBQ" else "0")


def _turned_round(game: MadeUp) -> MadeUp | None:
    if not any(term.directions for terms in game.kinds.values() for term in terms):
        return None
    other = game.copy()
    opposite = ("inward", "outward", "clockwise", "anticlockwise")
    for army in other.armies:
        army["forward"] = opposite[opposite.index(army["forward"]) ^ 1]
    return other


# --- Pawns ---------------------------------------------------------------------------------------


def _all_one_way(game: MadeUp) -> MadeUp | None:
    other = game.copy()
    for army in other.armies:
        pawns = army["pawns"]
        if not pawns.get("clockwise") and not pawns.get("anticlockwise"):
            return None
        pawns["clockwise"] = sorted(pawns["clockwise"] + pawns["anticlockwise"])
        pawns["anticlockwise"] = []
    return other


def _pawns_promote(game: MadeUp) -> MadeUp | None:
    """With pawns that circle for ever: they promote on every third file."""
    if game.file["pawns"]["kind"] == "radial":
        return None
    other = game.copy()
    other.file["options"].pop("meeting_pawns", None)
    goals = list(range(1, game.board["files"] + 1, 3))
    for army in other.armies:
        pawns = army["pawns"]
        if "promotion_files" in pawns or "clockwise_promotion_files" in pawns:
            return None
        if pawns:
            pawns["promotion_files"] = goals
            for way in ("clockwise", "anticlockwise"):
                pawns[way] = [file for file in pawns[way] if file not in goals]
        else:
            pawns["clockwise_promotion_files"] = pawns["anticlockwise_promotion_files"] = goals
    return other


def _promotion_changed_over(game: MadeUp) -> MadeUp | None:
    other = game.copy()
    for army in other.armies:
        pawns = army["pawns"]
        if "clockwise_promotion_files" not in pawns:
            return None
        keys = ("clockwise_promotion_files", "anticlockwise_promotion_files")
        pawns[keys[0]], pawns[keys[1]] = pawns[keys[1]], pawns[keys[0]]
    return other


def _usual_promotion(game: MadeUp) -> MadeUp | None:
    return _without_key(game, "promotion")


def _no_double_step(game: MadeUp) -> MadeUp | None:
    if not game.file["options"]["double_step"]:
        return None
    return _changed(game, "options", double_step=False, en_passant=False)


def _no_en_passant(kind: str) -> Without:
    off = _when("options", "en_passant", True, False)
    return lambda game: off(game) if game.file["pawns"]["kind"] == kind else None


def all_forward(setup: Setup) -> Setup | None:
    """The position with every pawn heading as an army's first ones do, if any heads otherwise."""
    pieces = {square: piece._replace(outbound=False) for square, piece in setup.pieces.items()}
    return replace(setup, pieces=pieces) if pieces != setup.pieces else None


# --- Castling, sides, endings --------------------------------------------------------------------


def _castling(line: str) -> Without:
    off = _when("options", "castling", True, False)

    def along_a_file(game: MadeUp) -> bool:
        letter = 0 if game.board["names"] == "file-ring" else slice(1, None)
        return any(
            len({name[letter] for name in army["castling"].values()}) == 1
            for army in game.armies
            if "castling" in army
        )

    return lambda game: off(game) if along_a_file(game) == (line == "file") else None


def _each_alone(game: MadeUp) -> MadeUp | None:
    return _without_key(game, "side")


def _stalemate(armies: int, value: str, instead: str) -> Without:
    change = _when("options", "stalemate", value, instead)
    return lambda game: change(game) if min(len(game.armies), 3) == armies else None


#: By name, what changes where a man may go.
OF_MOVES: dict[str, Without] = {
    "open seam": _gone("board", "seam"),
    "null centre": _closed_centre,
    "torus": _when("board", "centre", "torus", "closed"),
    "null step": _another_step,
    "null shift": _another_shift,
    "citadels": _gone("board", "citadels"),
    "voids": _gone("board", "voids"),
    "moats": _gone("board", "moats"),
    "odd number of files": _one_more_file,
    **{f"atom {atom}": _without_atom(atom) for atom in "WFDAHNCZKRBQ"},
    "rider": _each_term(_one_step),
    "range": _each_term(_no_limit),
    "move only": _each_term(lambda term: replace(term, only=term.only.replace("m", ""))),
    "capture only": _each_term(lambda term: replace(term, only=term.only.replace("c", ""))),
    "lame": _each_term(lambda term: replace(term, lame=False)),
    "hopper p": _each_term(lambda term: replace(term, hop=term.hop.replace("p", ""))),
    "hopper g": _each_term(lambda term: replace(term, hop=term.hop.replace("g", ""))),
    "only from home": _each_term(lambda term: replace(term, initial=False)),
    "directions": _each_term(lambda term: replace(term, directions="")),
    "forward of an army": _turned_round,
    "pawns' direction by file": _all_one_way,
    "pawns that circle for ever": _pawns_promote,
    "promotion by direction": _promotion_changed_over,
    "promotion choices of an army": _usual_promotion,
    "sidestep": _when("pawns", "sidestep", True, False),
    "double step": _no_double_step,
    "en passant along rings": _no_en_passant("ring"),
    "en passant along files": _no_en_passant("radial"),
    "castling along a ring": _castling("ring"),
    "castling along a file": _castling("file"),
    "check by snaffle": _when("options", "check", "snaffle", "strict"),
    "allies": _each_alone,
}

#: By name, what changes how a turn or the game ends.
OF_ENDINGS: dict[str, Without] = {
    "mate ends the game": _when("rules", "checkmate", "ends", "eliminates"),
    "mate eliminates": lambda game: (
        _changed(game, "rules", checkmate="ends", eliminated="leave")
        if game.file["rules"]["checkmate"] == "eliminates"
        else None
    ),
    "eliminated men stay, inert": _when("rules", "eliminated", "stay", "leave"),
    "stalemate loses": _stalemate(2, "loses", "draw"),
    "stalemate draws, two armies": _stalemate(2, "draw", "loses"),
    "stalemate draws, more armies": _stalemate(3, "draw", "pass"),
    "stalemate passes": _stalemate(3, "pass", "draw"),
    "stalemate eliminates": _stalemate(3, "eliminate", "draw"),
    "bare king loses": _when("options", "bare_king", "loses", None),
    "bare king ignored": _when("options", "bare_king", "ignore", "loses"),
    "kings in citadels draw": _gone("board", "citadels"),
}

#: What is taken out of the position, not of the game, or seen in another way (`Watch` does it):
#: whether a game has it.
OTHERS: dict[str, Callable[[MadeUp], bool]] = {
    "names": lambda game: game.board["names"] == "file-ring",
    "creeks": lambda game: "moats" in game.board,
    "bridged moats": lambda game: "moats" in game.board,
    "pawns' own direction": lambda game: "direction_of" in game.file["pawns"],
    "pawns that crossed the centre": lambda game: game.board["centre"] == "null",
    "meeting pawns": lambda game: game.file["options"].get("meeting_pawns") == "removed",
}

FEATURES = (*OF_MOVES, *OF_ENDINGS, *OTHERS)


def has(game: MadeUp, feature: str) -> bool:
    """Has a game this feature?"""
    if feature in OTHERS:
        return OTHERS[feature](game)
    return (OF_MOVES.get(feature) or OF_ENDINGS[feature])(game) is not None


def renamed(setup: Setup) -> Setup:
    """A position in the other style of names."""
    return replace(
        setup,
        pieces={Square(swapped(square)): piece for square, piece in setup.pieces.items()},
        en_passant=tuple(Square(swapped(square)) for square in setup.en_passant),
    )


def without(game: MadeUp, features: dict[str, Without]) -> Iterator[tuple[str, MadeUp]]:
    """Each of these features that a game has, and the game without it."""
    for name, change in features.items():
        other = change(game)
        if other is not None:
            yield name, other

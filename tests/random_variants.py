"""Made-up games: boards, pieces, pawns and endings drawn at random, as variant files.

A game is drawn as plain data, the tables of its file, so that `features` can take one thing out of
it and leave the rest.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from circularchess import InvalidVariantError, Variant

#: Kinds of piece that every game knows by their names.
NAMED = {"ferz": "F", "elephant": "E", "wazir": "W", "man": "V", "cannon": "X", "grasshopper": "G"}
#: Letters for kinds of a game's own; some are those of named kinds, and take their place.
LETTERS = "ACDFGHIJLMSTUVXYZ"
LEAPERS = "WFDAHNCZ"
SHORT = "KRBQ"
#: The directions that each atom knows, some of them added up.
_LINES = ("f", "b", "l", "r", "v", "s", "fl", "br", "fs")
_CORNERS = ("f", "b", "l", "r", "fl", "fr", "bl", "br", "flbr")
_PAIRS = ("fh", "bh", "lh", "rh", "fs", "bs", "lv", "rv", "lf", "rf", "lb", "rb", "flfr")
_SKEW = ("f", "b", "l", "r", "v", "s", "fl", "fr", "bl", "br", *_PAIRS)
DIRECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("WDHR", _LINES),
    **dict.fromkeys("FAB", _CORNERS),
    **dict.fromkeys("NCZ", _SKEW),
    **dict.fromkeys("KQ", ("f", "b", "l", "r")),
}
ARMIES = (("w", "White"), ("b", "Black"), ("r", "Red"), ("g", "Green"))


@dataclass(frozen=True)
class Term:
    """One term of a movement: a Betza text in parts."""

    atom: str
    #: "" for as far as the atom goes by itself, the atom doubled, "0", or a number.
    reach: str = ""
    only: str = ""
    lame: bool = False
    hop: str = ""
    initial: bool = False
    directions: str = ""

    def __str__(self) -> str:
        lame, initial = "n" * self.lame, "i" * self.initial
        return f"{initial}{self.only}{lame}{self.hop}{self.directions}{self.atom}{self.reach}"

    @property
    def rides(self) -> bool:
        """Does it go on without end?"""
        short = self.atom in "RBQ" and not self.reach
        return short or self.reach == "0" or (self.reach == self.atom)


@dataclass
class MadeUp:
    """A game: the tables of its file, and its own kinds of piece by letter, in terms."""

    file: dict[str, Any]
    kinds: dict[str, tuple[Term, ...]] = field(default_factory=dict)

    def copy(self) -> MadeUp:
        """An independent copy."""
        return MadeUp(copy.deepcopy(self.file), dict(self.kinds))

    @property
    def board(self) -> dict[str, Any]:
        return self.file["board"]  # type: ignore[no-any-return]

    @property
    def armies(self) -> list[dict[str, Any]]:
        return self.file["armies"]  # type: ignore[no-any-return]

    def text(self) -> str:
        """The variant file."""
        tables = dict(self.file)
        tables["pieces"] = {
            letter: {"name": f"kind{letter.lower()}", "betza": "".join(map(str, terms))}
            for letter, terms in self.kinds.items()
        }
        return toml_text(tables)


def toml_text(tables: dict[str, Any]) -> str:
    """A variant file of these tables."""
    return "\n".join(_toml(tables, ""))


def _toml(table: dict[str, Any], path: str) -> Iterator[str]:
    """Lines of TOML; lists and texts are written there as in JSON."""
    for key, value in table.items():
        if not isinstance(value, dict) and key != "armies":
            yield f"{key} = {json.dumps(value)}"
    for key, value in table.items():
        if isinstance(value, dict):
            yield f"[{path}{key}]"
            yield from _toml(value, f"{path}{key}.")
        elif key == "armies":
            for army in value:
                yield "[[armies]]"
                yield from _toml(army, "armies.")


def name_of(ring: int, file: int, names: str) -> str:
    """What a square is called."""
    first, second = (file, ring) if names == "file-ring" else (ring, file)
    return f"{chr(96 + first)}{second}"


class _Drawing:
    """One game being drawn."""

    def __init__(self, seed: object) -> None:
        self.chance = random.Random(str(seed))
        self.radial = self.often(0.45)
        if self.radial:
            self.centre = "null" if self.often(0.6) else "closed"
        else:
            self.centre = "torus" if self.often(0.3) else "closed"

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def board(self) -> dict[str, Any]:
        chance = self.chance
        # Now and then the smallest boards, and large ones.
        dice = chance.random()
        if dice < 0.08:
            self.rings = chance.choice((3, 4) if self.radial else (1, 2, 3))
            self.files = chance.choice((4, 6) if self.centre == "null" else (3, 4, 5))
            self.files = max(self.files, 10 // self.rings)
        elif dice < 0.13:
            self.rings = chance.randint(7, 10)
            self.files = chance.choice((12, 16, 20, 24))
        else:
            self.rings = chance.choice((4, 4, 5, 6) if self.radial else (2, 3, 4, 4, 5))
            self.files = chance.choice(
                (6, 8, 8, 10, 12) if self.centre == "null" else (5, 6, 7, 8, 9, 11, 12, 13, 16)
            )
        self.many = 2 if self.rings * self.files < 30 else chance.choice((2, 2, 3, 3, 4))
        self.names = "file-ring" if self.often(0.25) else "ring-file"
        board: dict[str, Any] = {
            "rings": self.rings,
            "files": self.files,
            "centre": self.centre,
            "names": self.names,
        }
        self.open = self.centre == "closed" and self.often(0.35)
        if self.open:
            board["seam"] = "open"
        if self.centre == "null":
            board["null_step"] = chance.randint(0, 2)
        if self.centre == "closed" and self.often(0.4):
            board["citadels"] = chance.choice(
                [n for n in range(1, self.files + 1) if self.files % n == 0]
            )
        self.moats: list[int] = []
        if self.radial and not self.open and self.often(0.7):
            self.moats = sorted(chance.sample(range(1, self.files + 1), chance.randint(1, 4)))
            board["moats"] = self.moats
        voids = chance.sample(list(self.places()), chance.choice((0, 0, 1, 3)))
        if len(voids) * 5 > self.rings * self.files:
            voids = []
        self.voids = set(voids)
        board["voids"] = [self.name(place) for place in voids]
        return board

    def places(self) -> Iterator[tuple[int, int]]:
        for ring in range(1, self.rings + 1):
            for file in range(1, self.files + 1):
                yield ring, file

    def name(self, place: tuple[int, int]) -> str:
        return name_of(*place, self.names)

    def term(self, atom: str, directed: bool) -> Term:
        chance = self.chance
        if atom in "RBQ":
            reach = chance.choice(("", "", "2", "3"))
        else:
            doubled = "0" if atom == "K" else atom
            reach = chance.choice(("", "", "", "0", doubled, "2", "3"))
        term = Term(atom, reach, only=chance.choice(("", "", "", "m", "c")))
        slides = atom in "RBQ" or (atom in "KWF" and reach != "")
        if slides and self.often(0.45):
            term = replace(term, hop=chance.choice("pg"))
        if atom in "DAHN" and not reach and self.often(0.5):
            term = replace(term, lame=True)
        if directed and self.often(0.6):
            term = replace(term, directions=chance.choice(DIRECTIONS[atom]))
        return replace(term, initial=self.often(0.15))

    def kinds(self) -> dict[str, tuple[Term, ...]]:
        directed = self.centre != "null" and self.often(0.6)
        self.directed = directed
        return {
            letter: tuple(self.term(atom, directed) for atom in self.atoms())
            for letter in self.chance.sample(LETTERS, self.chance.randint(1, 4))
        }

    def atoms(self) -> list[str]:
        """Different ones, so that no two in a row are read as one doubled."""
        chosen = self.chance.sample(LEAPERS * 2 + SHORT, self.chance.choice((1, 1, 2, 3)))
        return list(dict.fromkeys(chosen))

    def pawns(self, army: int) -> dict[str, Any]:
        """How an army's pawns go; where they may stand at first is put by."""
        chance, files = self.chance, list(range(1, self.files + 1))
        self.pawn_places = set(self.places()) - self.voids
        if self.radial:
            way = "inward" if self.centre == "null" or army % 2 else "outward"
            last = self.rings if way == "outward" or self.centre == "null" else 1
            # Where two steps ahead are left.
            rows = (2, 3) if way == "outward" else (self.rings - 1, max(self.rings - 2, 3))
            self.pawn_places = {p for p in self.pawn_places if p[0] in rows}
            ring = str(last) if self.names == "file-ring" else chr(96 + last)
            return {"direction": way, "promotion_rings": [ring]}
        if self.of_piece:
            if not self.promotes:
                return {}
            return {
                "clockwise_promotion_files": chance.sample(files, chance.randint(0, 2)),
                "anticlockwise_promotion_files": chance.sample(files, chance.randint(1, 2)),
            }
        goals = sorted(chance.sample(files, chance.choice((1, 2, 2)))) if self.promotes else []
        ways: dict[str, list[int]] = {"clockwise": [], "anticlockwise": []}
        for number, goal in enumerate(goals or [0]):
            following = goals[(number + 1) % len(goals)] if goals else 0
            gap = (following - goal - 1) % self.files if goals else self.files
            arc = [(goal + n) % self.files + 1 for n in range(gap)]
            ways[chance.choice(list(ways))] += arc
        self.pawn_places = {p for p in self.pawn_places if p[1] not in goals}
        return {**ways, **({"promotion_files": goals} if goals else {})}

    def castling(self, free: set[tuple[int, int]]) -> dict[str, tuple[int, int]]:
        """Homes of a king and a rook on one ring or one file, all free."""
        if not free:
            return {}
        ring, file = self.chance.choice(sorted(free))
        way, by = self.chance.choice((-1, 1)), self.chance.choice((2, 3, 4))
        if self.often(0.5) and self.rings > 3:
            by = min(by, self.rings - 1)
            line = [(ring + way * n, file) for n in range(by + 1)]
        else:
            line = [(ring, (file + way * n - 1) % self.files + 1) for n in range(by + 1)]
        if not free.issuperset(line):
            return {}
        free.difference_update(line)
        return {"king": line[0], self.chance.choice(("king_side", "queen_side")): line[-1]}

    def army(self, seat: int, kinds: list[str], free: set[tuple[int, int]]) -> dict[str, Any]:
        chance = self.chance
        letter, name = ARMIES[seat]
        army: dict[str, Any] = {"letter": letter, "name": name, "seat": seat}
        if self.many == 4 and self.sides:
            army["side"] = "ab"[seat % 2]
        if self.directed:
            ways = ("inward", "outward", "clockwise", "anticlockwise")
            army["forward"] = chance.choice(ways)
        if self.often(0.5):
            letters = [
                "Q",
                "R",
                "B",
                "N",
                *(kind[-1].upper() for kind in kinds if kind[:4] == "kind"),
            ]
            army["promotion"] = "".join(chance.sample(letters, chance.randint(1, 3)))
        army["pawns"] = self.pawns(seat)
        start: dict[str, list[str]] = {}
        homes = self.castling(free) if self.castles else {}
        if homes:
            army["castling"] = {which: self.name(place) for which, place in homes.items()}
            start["rook"] = [self.name(p) for which, p in homes.items() if which != "king"]
            start["king"] = [self.name(homes["king"])]
        else:
            start["king"] = [self.name(self.take(free))]
        # Half the board is left empty, and squares for the kings to come.
        room = (len(free) - 2 * self.many) // (self.many - seat + 1)
        for kind in ("pawn", *(["pawn_anticlockwise"] if self.of_piece else []), *kinds):
            count = chance.choice((0, 1, 2, 3, 4) if kind[:4] == "pawn" else (0, 1, 1, 2))
            for _ in range(min(count, room)):
                here = free & self.pawn_places if kind[:4] == "pawn" else free
                if here:
                    place = self.take(here)
                    free.discard(place)
                    start.setdefault(kind, []).append(self.name(place))
                    room -= 1
        army["start"] = start
        return army

    def take(self, places: set[tuple[int, int]]) -> tuple[int, int]:
        place = self.chance.choice(sorted(places))
        places.discard(place)
        return place

    def game(self) -> MadeUp:
        chance = self.chance
        board = self.board()
        kinds = self.kinds()
        self.of_piece = not self.radial and self.often(0.6)
        self.promotes = self.radial or self.often(0.5)
        self.sides = self.often(0.5)
        self.castles = self.often(0.4)
        mate = chance.choice(("ends", "eliminates"))
        pawns: dict[str, Any] = {"kind": "radial" if self.radial else "ring"}
        if self.of_piece:
            pawns["direction_of"] = "piece"
        pawns["sidestep"] = self.often(0.5)
        names = [f"kind{letter.lower()}" for letter in kinds]
        named = [name for name, letter in NAMED.items() if letter not in kinds]
        classic = ["queen", "rook", "bishop", "knight"]
        cast = [*names, *chance.sample(named, 1), *chance.sample(classic, chance.randint(1, 3))]
        if self.castles and "rook" not in cast:
            cast.append("rook")
        free = set(self.places()) - self.voids
        armies = [
            self.army(seat, [kind for kind in cast if kind != "rook" or not self.castles], free)
            for seat in range(self.many)
        ]
        file = {
            "format": 2,
            "id": "made-up",
            "name": "Made up",
            "source": "chance",
            "board": board,
            "pawns": pawns,
            "rules": {
                "checkmate": mate,
                "eliminated": chance.choice(("leave", "stay", "stay"))
                if mate != "ends"
                else "leave",
                "dead_with_bare_king": [],
                "dead_same_colour_bishops": False,
                "fen": "letters" if self.many == 2 else "commas",
            },
            "options": self.options(any("castling" in army for army in armies)),
            "armies": armies,
        }
        return MadeUp(file, kinds)

    def options(self, castling: bool) -> dict[str, Any]:
        chance = self.chance
        double = self.often(0.75)
        options: dict[str, Any] = {
            "check": chance.choice(("strict", "strict", "snaffle")),
            "double_step": double,
            "en_passant": double and self.often(0.8),
        }
        if castling:
            options["castling"] = True
        if self.many == 2:
            options["stalemate"] = chance.choice(("loses", "draw"))
            if self.often(0.6):
                options["bare_king"] = chance.choice(("loses", "ignore"))
        else:
            options["stalemate"] = chance.choice(("pass", "pass", "eliminate", "eliminate", "draw"))
        if self.of_piece and not self.promotes:
            options["meeting_pawns"] = chance.choice(("stay", "removed", "removed"))
        if self.centre == "null":
            options["null_shift"] = chance.randint(0, 2)
        return options


def drawn(seed: object) -> MadeUp:
    """The game of a seed; it need not be playable."""
    return _Drawing(seed).game()


def made_up(seed: object) -> str:
    """A variant file drawn at random; it need not be playable."""
    return drawn(seed).text()


def playable(seed: object) -> tuple[MadeUp, Variant]:
    """The first game of a seed's that can be played."""
    for attempt in range(40):
        game = drawn(f"{seed}-{attempt}")
        try:
            return game, Variant.from_toml(game.text())
        except InvalidVariantError:
            continue
    raise AssertionError(f"no game of {seed} can be played")

"""Texts of variant files for the tests: two armies with ring pawns on boards of many sizes."""

from __future__ import annotations

from collections.abc import Iterable

# Officers of one wing from the innermost ring outward; kings and queens stand on ring a.
_OFFICERS = ("", "bishop", "knight", "rook")


def kings_only(rings: int, files: int, *, centre: str = "closed", voids: str = "") -> str:
    """A king for each of two armies, opposite each other, and nothing else."""
    half = files // 2
    ways = list(range(2, half + 1)), list(range(half + 2, files + 1))
    # Across a null centre the kings are neighbours: then only a game where they may be taken.
    null = centre == "null"
    return _text(
        f"kings-{rings}x{files}",
        f'rings = {rings}\nfiles = {files}\ncentre = "{centre}"\nvoids = [{voids}]',
        f'check = "{"snaffle" if null else "strict"}"\ndouble_step = false'
        + "\nnull_shift = 2" * null,
        ways,
        ([half + 1], [1]),
        ({"king": ["a1"]}, {"king": [f"a{half + 1}"]}),
    )


def special_board(
    rings: int,
    files: int,
    board: str,
    *,
    men: str = "",
    armies: Iterable[tuple[str, str]] = (("w", "White"), ("b", "Black")),
    kinds: Iterable[tuple[str, str, str]] = (),
) -> str:
    """Armies of a king and a rook whose pawns keep their direction; `board` has lines of the board.

    `kinds` are kinds of piece of the game's own: letter, name and movement. `men` are lines for
    the first army's start.
    """
    text = f"""
format = 2
id = "special"
name = "Special"
source = "made for the tests"

[board]
rings = {rings}
files = {files}
{board}

[pawns]
kind = "ring"
direction_of = "piece"

[rules]
checkmate = "ends"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "letters"

[options]
check = "strict"
double_step = false
"""
    for letter, name, betza in kinds:
        text += f'\n[pieces.{letter}]\nname = "{name}"\nbetza = "{betza}"\n'
    armies = list(armies)
    for seat, (letter, name) in enumerate(armies):
        file = 1 + seat * (files // len(armies))
        text += (
            f'\n[[armies]]\nletter = "{letter}"\nname = "{name}"\nseat = {seat}\n[armies.pawns]\n'
            f'[armies.start]\nking = ["a{file}"]\nrook = ["b{file}"]\n{men if seat == 0 else ""}\n'
        )
    return text


def round_game(rings: int, files: int, *, check: str = "snaffle", double_step: bool = False) -> str:
    """A game as Circular Chess is, on a closed board of two or more rings.

    With H for half the files: White stands on files 1 and F, its pawns before them on 2 and F - 1;
    Black on H and H + 1 with pawns on H - 1 and H + 2. White's pawns go clockwise from file 2 to
    promotion on file H, anticlockwise from F - 1 to H + 1, Black's the opposite ways.
    """
    half = files // 2
    return _text(
        f"round-{rings}x{files}",
        f'rings = {rings}\nfiles = {files}\ncentre = "closed"',
        f'check = "{check}"\ndouble_step = {str(double_step).lower()}',
        (list(range(2, half)), list(range(half + 2, files))),
        ([half, half + 1], [1, files]),
        (
            _start(rings, (1, files), (2, files - 1)),
            _start(rings, (half, half + 1), (half - 1, half + 2)),
        ),
        bare="bishop knight",
    )


def _start(rings: int, home: tuple[int, int], front: tuple[int, int]) -> dict[str, list[str]]:
    squares: dict[str, list[str]] = {"king": [f"a{home[0]}"], "queen": [f"a{home[1]}"]}
    for ring in range(1, rings):
        kind = _OFFICERS[(ring - 1) % 3 + 1]
        squares.setdefault(kind, []).extend(f"{chr(97 + ring)}{file}" for file in home)
    squares["pawn"] = [f"{chr(97 + ring)}{file}" for ring in range(rings) for file in front]
    return squares


def _text(
    id: str,  # noqa: A002 - the file's own word
    board: str,
    options: str,
    ways: tuple[list[int], list[int]],
    promotion: tuple[list[int], list[int]],
    start: Iterable[dict[str, list[str]]],
    *,
    bare: str = "",
) -> str:
    """`ways` are White's clockwise and anticlockwise files; Black's are the other way round."""
    armies = "".join(
        f"""
[[armies]]
letter = "{letter}"
name = "{name}"
seat = {seat}

[armies.pawns]
clockwise = {ways[seat]}
anticlockwise = {ways[1 - seat]}
promotion_files = {promotion[seat]}

[armies.start]
{_lines(squares)}
"""
        for seat, (letter, name, squares) in enumerate(
            zip("wb", ("White", "Black"), start, strict=True)
        )
    )
    return f"""
id = "{id}"
name = "Made: {id}"
source = "made for the tests"

[board]
{board}

[pawns]
kind = "ring"

[rules]
checkmate = "ends"
dead_with_bare_king = {_list(bare.split())}
dead_same_colour_bishops = false
fen = "letters"

[options]
{options}
{armies}"""


def _lines(squares: dict[str, list[str]]) -> str:
    return "\n".join(f"{kind} = {_list(names)}" for kind, names in squares.items())


def _list(names: list[str]) -> str:
    return str(names).replace("'", '"')

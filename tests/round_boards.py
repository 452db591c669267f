"""Games on round boards of any size, and short ways to say positions of them."""

from __future__ import annotations

from circularchess import Board, Variant
from circularchess.protocol import EngineName
from reference_positions import described

# Officers of one wing from the innermost ring outward; kings and queens stand on ring a.
_OFFICERS = ("", "bishop", "knight", "rook")


def round_game(rings: int, files: int, *, check: str = "snaffle", double_step: bool = False) -> str:
    """The text of a game as Circular Chess is, on a closed board of two or more rings.

    With H for half the files: White stands on files 1 and F, its pawns before them on 2 and F - 1;
    Black on H and H + 1 with pawns on H - 1 and H + 2. White's pawns go clockwise from file 2 to
    promotion on file H, anticlockwise from F - 1 to H + 1, Black's the opposite ways.
    """
    half = files // 2
    near, far = list(range(2, half)), list(range(half + 2, files))
    return f"""
id = "round-{rings}x{files}"
name = "A game on {rings} x {files}"
source = "made for the tests"

[board]
rings = {rings}
files = {files}
centre = "closed"

[pawns]
kind = "ring"

[rules]
checkmate = "ends"
dead_with_bare_king = ["bishop", "knight"]
dead_same_colour_bishops = false
fen = "letters"

[options]
check = "{check}"
double_step = {str(double_step).lower()}

[[armies]]
letter = "w"
name = "White"
seat = 0

[armies.pawns]
clockwise = {near}
anticlockwise = {far}
promotion_files = [{half}, {half + 1}]

[armies.start]
{_start(rings, (1, files), (2, files - 1))}

[[armies]]
letter = "b"
name = "Black"
seat = 1

[armies.pawns]
clockwise = {far}
anticlockwise = {near}
promotion_files = [1, {files}]

[armies.start]
{_start(rings, (half, half + 1), (half - 1, half + 2))}
"""


def _start(rings: int, home: tuple[int, int], front: tuple[int, int]) -> str:
    squares: dict[str, list[str]] = {"king": [f"a{home[0]}"], "queen": [f"a{home[1]}"]}
    for ring in range(1, rings):
        kind = _OFFICERS[(ring - 1) % 3 + 1]
        squares.setdefault(kind, []).extend(f"{chr(97 + ring)}{file}" for file in home)
    squares["pawn"] = [f"{chr(97 + ring)}{file}" for ring in range(rings) for file in front]
    return "\n".join(f"{kind} = {names!r}".replace("'", '"') for kind, names in squares.items())


def place(
    engine: EngineName,
    variant: str | Variant,
    turn: str,
    armies: dict[str, str],
    **options: str | bool | int,
) -> Board:
    """`place(engine, "circular", "w", {"w": "Ka1 Pb2", "b": "Kc5"})`"""
    return Board.from_setup(described(turn, armies), variant, engine=engine, options=options)


def legal(board: Board, origin: str = "") -> set[str]:
    """The legal moves as text, those from one square if given."""
    return {move.uci() for move in board.legal_moves if origin in ("", move.from_square)}


def safe(board: Board) -> set[str]:
    """The safe moves as text."""
    return {move.uci() for move in board.safe_moves}


def targets(board: Board, origin: str) -> set[str]:
    """Where the piece on a square may go."""
    return {str(move.to_square) for move in board.legal_moves if move.from_square == origin}


def ring_squares(letter: str, *files: int) -> set[str]:
    """Squares of one ring: `ring_squares("a", 2, 3)` is {"a2", "a3"}."""
    return {f"{letter}{file}" for file in files}

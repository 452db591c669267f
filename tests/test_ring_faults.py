"""Faults that other programs for round boards have, each made impossible here.

Small positions, both engines, every expectation worked out by hand.
"""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from circularchess import (
    Board,
    InvalidFenError,
    InvalidPositionError,
    Move,
    Piece,
    PieceType,
    Square,
    Variant,
)
from circularchess.engine import EngineName
from made_variants import round_game
from placing import described, legal, place, ring, safe, targets

RINGS = "abcd"

# --- Sliders that list a move twice, or end the second way too early -----------------------------


@pytest.mark.parametrize("origin", ["a1", "b9", "c16", "d8"])
def test_a_lone_rook_has_eighteen_moves(engine: EngineName, origin: str) -> None:
    # 15 on its ring, 3 on its file; kings on two other rings and files.
    kings = [square for square in ("a5", "b12", "c4", "d13") if square[0] != origin[0]][:2]
    board = place(engine, "circular", "w", {"w": f"K{kings[0]} R{origin}", "b": f"K{kings[1]}"})
    moves = [move for move in board.legal_moves if move.from_square == origin]
    assert len(moves) == len(set(moves)) == 18
    # The rest are the king's: five steps from the rim or the innermost ring, eight from b or c.
    assert len(board.legal_moves) == 18 + (5 if kings[0][0] in "ad" else 8)


@pytest.mark.parametrize("blocker", range(2, 17))
def test_the_second_way_reaches_the_blocker(engine: EngineName, blocker: int) -> None:
    # One own stone anywhere on the ring: all the other 14 squares remain, by one arc or the other.
    board = place(engine, "circular", "w", {"w": f"Kc3 Ra1 Na{blocker}", "b": "Kc12"})
    around = {square for square in targets(board, "a1") if square[0] == "a"}
    assert around == ring("a", blocker, files=range(2, 17))
    # An enemy's stone: it too can be reached.
    board = place(engine, "circular", "w", {"w": "Kc3 Ra1", "b": f"Kc12 Na{blocker}"})
    around = {square for square in targets(board, "a1") if square[0] == "a"}
    assert around == ring("a", files=range(2, 17))


@pytest.mark.parametrize(("near", "far"), [(3, 8), (4, 13), (2, 16), (9, 10), (5, 15)])
def test_blockers_on_both_ways(engine: EngineName, near: int, far: int) -> None:
    # Clockwise up to and with the enemy on `near`, anticlockwise down to and with `far`.
    armies = {"w": "Kc3 Ra1", "b": f"Kc12 Na{near} Na{far}"}
    board = place(engine, "circular", "w", armies)
    around = {square for square in targets(board, "a1") if square[0] == "a"}
    assert around == ring("a", files=[*range(2, near + 1), *range(far, 17)])


# --- An attack along the longer arc overlooked ---------------------------------------------------


def test_a_king_may_not_stay_in_check_by_the_longer_arc(engine: EngineName) -> None:
    # From a1 to a4 the short way is shut by the pawn on a3; the long way, 13 files, is open.
    armies = {"w": "Kd9 Ra1", "b": "Ka4 Pa3 Nc13"}
    board = place(engine, "circular-strict", "b", armies)
    assert board.is_check()
    # Off the ring, or the knight to a12 or a14. Not the pawn, though a2 is next to the rook.
    assert legal(board) == {"a4b3", "a4b4", "a4b5", "c13a12", "c13a14"}


def test_a_king_may_not_step_into_the_longer_arc(engine: EngineName) -> None:
    # b2 is shut off from the rook on b16 by the stone on b1, but not from the other side.
    board = place(engine, "circular-strict", "w", {"w": "Ka2 Nb1", "b": "Kd9 Rb16"})
    assert legal(board, "a2") == {"a2a1", "a2a3"}


def test_an_interposition_on_one_arc_is_unsafe(engine: EngineName) -> None:
    armies = {"w": "Kc3 Rb16", "b": "Kb8 Nc2"}
    # From c2 the knight reaches b4 on the arc 1..8, and nothing on 8..16.
    board = place(engine, "circular", "b", armies)
    assert "c2b4" in legal(board)
    assert "c2b4" not in safe(board)
    # The only safe thing it can do is take the rook.
    assert legal(place(engine, "circular-strict", "b", armies), "c2") == {"c2b16"}


# --- King moves lost behind the first attacked one -----------------------------------------------

AROUND_C5 = {"b4", "b5", "b6", "c4", "c6", "d4", "d5", "d6"}


@pytest.mark.parametrize(
    ("enemy", "attacked"),
    [
        # Knights: of their squares those beside c5.
        ("Na2", {"b4"}),  # c1 c3 b4 b16
        ("Nb2", {"c4"}),  # d1 d3 c4 c16 a4 a16
        ("Nc2", {"b4", "d4"}),  # a1 a3 b4 b16 d4 d16
        ("Nc3", {"b5", "d5"}),  # a2 a4 b1 b5 d1 d5
        ("Na8", {"b6"}),  # c7 c9 b6 b10
        ("Nb8", {"c6"}),  # d7 d9 a6 a10 c6 c10
        ("Nc8", {"b6", "d6"}),  # a7 a9 b6 b10 d6 d10
        # Black pawns go anticlockwise on these files.
        ("Pa6", {"b5"}),
        ("Pa7", {"b6"}),
        ("Pc7", {"b6", "d6"}),
        # A bishop on a7 looks along b6 at c5: a check, and past the king at d4.
        ("Ba7", {"b6", "d4"}),
        # Rooks take a ring, or the king's own file.
        ("Rb12", {"b4", "b5", "b6"}),
        ("Rd12", {"d4", "d5", "d6"}),
        ("Ra5", {"b5", "d5"}),
    ],
)
def test_all_king_steps_that_are_left(engine: EngineName, enemy: str, attacked: set[str]) -> None:
    board = place(engine, "circular-strict", "w", {"w": "Kc5", "b": f"Ka14 {enemy}"})
    assert targets(board, "c5") == AROUND_C5 - attacked


# --- Pawn directions -----------------------------------------------------------------------------


def _way(army: str, file: int) -> int:
    """White goes clockwise on files 1 to 8, anticlockwise on 9 to 16; Black the other way."""
    return 1 if (army == "w") == (file <= 8) else -1


@pytest.mark.parametrize("army", "wb")
@pytest.mark.parametrize("file", [*range(2, 8), *range(10, 16)])
def test_pawns_keep_their_direction(engine: EngineName, army: str, file: int) -> None:
    # A pawn on ring b, kings on ring d.
    armies = {"w": "Kd4", "b": "Kd12"}
    armies[army] += f" Pb{file}"
    board = place(engine, "circular", army, armies)
    ahead = f"b{file + _way(army, file)}"
    assert targets(board, f"b{file}") == {ahead}
    # Written and read again it goes the same way.
    again = Board("circular", board.fen(), engine=engine)
    assert again == board
    assert targets(again, f"b{file}") == {ahead}
    enemy = "b" if army == "w" else "w"
    attacked = {s for s in board.variant.squares() if f"b{file}" in board.attackers(army, s)}
    assert attacked == {f"a{ahead[1:]}", f"c{ahead[1:]}"}
    assert not any(f"b{file}" in board.attackers(enemy, s) for s in attacked)


@pytest.mark.parametrize(
    ("army", "walk"),
    [
        ("w", "b2 b3 b4 b5 b6 b7 b8"),
        ("w", "b15 b14 b13 b12 b11 b10 b9"),
        ("b", "b7 b6 b5 b4 b3 b2 b1"),
        ("b", "b10 b11 b12 b13 b14 b15 b16"),
    ],
)
def test_six_steps_to_promotion(engine: EngineName, army: str, walk: str) -> None:
    squares = walk.split()
    armies = {"w": "Kd4", "b": "Kd12"}
    armies[army] += f" P{squares[0]}"
    board = place(engine, "circular", army, armies)
    shuffle = ("d12d13", "d13d12") if army == "w" else ("d4d5", "d5d4")
    for n, (origin, target) in enumerate(pairwise(squares[:6])):
        assert targets(board, origin) == {target}
        board.push_uci(origin + target)
        board.push_uci(shuffle[n % 2])
        board = Board("circular", board.fen(), engine=engine)
    assert legal(board, squares[5]) == {f"{squares[5]}{squares[6]}{kind}" for kind in "qrbn"}


# --- Promotion -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("army", "origin", "goals"),
    [
        ("w", "a7", ["a8", "b8"]),
        ("w", "b7", ["b8", "a8", "c8"]),
        ("w", "d10", ["d9", "c9"]),
        ("b", "c2", ["c1", "b1", "d1"]),
        ("b", "d15", ["d16", "c16"]),
    ],
)
def test_promotions_to_all_four(
    engine: EngineName, army: str, origin: str, goals: list[str]
) -> None:
    # Straight ahead onto goals[0], by capture onto the others; kings five files away.
    enemy = "b" if army == "w" else "w"
    kings = {"w": "Kb5", "b": "Kb12"}
    victims = " ".join(f"N{goal}" for goal in goals[1:])
    armies = {army: f"{kings[army]} P{origin}", enemy: f"{kings[enemy]} {victims}"}
    board = place(engine, "circular", army, armies)
    assert legal(board, origin) == {f"{origin}{g}{kind}" for g in goals for kind in "qrbn"}
    # Never without saying to what.
    assert not any(board.is_legal(Move(origin, goal)) for goal in goals)
    for goal, kind in product(goals, "qrbn"):
        board.push_uci(f"{origin}{goal}{kind}")
        piece = board.piece_at(goal)
        assert piece is not None
        assert (piece.army, piece.letter) == (army, kind.upper())
        assert board.piece_at(origin) is None
        # The new piece moves from where no pawn could stand; nothing has stopped working.
        assert board.legal_moves
        board.pop()


def test_no_promotion_elsewhere(engine: EngineName) -> None:
    board = place(engine, "circular", "w", {"w": "Kb5 Pb6 Ra7", "b": "Kb12"})
    queen = PieceType.QUEEN
    assert not board.is_legal(Move("b6", "b7", queen))
    assert not board.is_legal(Move("a7", "a8", queen))


# --- Moves packed too tightly --------------------------------------------------------------------


def test_moves_of_the_whole_board_are_different() -> None:
    # Any two of them: 64 * 64 squares and five promotions, none among them.
    squares = [Square.at(ring, file) for ring in range(1, 5) for file in range(1, 17)]
    promotions = (None, *(PieceType.from_letter(letter) for letter in "QRBN"))
    moves = {Move(a, b, kind) for a, b, kind in product(squares, squares, promotions)}
    assert len(moves) == 64 * 64 * 5
    assert len({move.uci() for move in moves}) == 64 * 64 * 5
    assert len(set(map(hash, moves))) == 64 * 64 * 5


def test_squares_a_decimal_packing_would_confuse(engine: EngineName) -> None:
    # 10 * ring + file is 21 for a11 and b1, 26 for a16 and b6, 31 for b11 and c1.
    board = place(engine, "circular", "w", {"w": "Kd8 Ra1 Na2 Na16", "b": "Kd12"})
    assert targets(board, "a1") == {"b1", "c1", "d1"}
    assert not board.is_legal(Move("a1", "a11"))
    assert not board.is_legal(Move("a1", "b11"))
    board = place(engine, "circular", "w", {"w": "Kd8 Na11 Rb1", "b": "Kd12"})
    # Two different movers: the knight has no ring move, the rook no leap.
    assert targets(board, "a11") == {"b9", "b13", "c10", "c12"}
    assert not board.is_legal(Move("a11", "a12"))
    assert board.is_legal(Move("b1", "b2"))


def test_all_moves_of_a_wide_board(engine: EngineName) -> None:
    # 8 x 32 squares; the queen on h32 has 31 + 7 straight and 2 * 7 diagonal moves.
    variant = Variant.from_toml(round_game(8, 32))
    board = place(engine, variant, "w", {"w": "Ka5 Qh32", "b": "Kb20"})
    moves = [move for move in board.legal_moves if move.from_square == "h32"]
    assert len({move.uci() for move in moves}) == len(set(moves)) == 31 + 7 + 14
    for move in moves:
        board.push(move)
        assert board.piece_at(move.to_square) == Piece("w", PieceType.QUEEN)
        assert board.piece_at("h32") is None
        board.pop()


# --- Equality and hashing ------------------------------------------------------------------------


def test_positions_that_differ_only_in(engine: EngineName) -> None:
    def key(
        variant: str, turn: str, armies: dict[str, str], castling: str = "", en_passant: str = ""
    ) -> object:
        setup = described(turn, armies, castling=castling, en_passant=en_passant)
        position = Board.from_setup(setup, variant, engine=engine).position
        assert position == Board.from_setup(setup, variant, engine=engine).position
        assert hash(position) == hash(Board.from_setup(setup, variant, engine=engine).position)
        return position.key()

    two = {"w": "Ka1 Rb5", "b": "Kc9"}
    bhati = {"r": "Kd4 Rd1 Rd8", "g": "Kd34 Pa30"}
    passing = {"w": "Kd1 Pa4", "b": "Kd8 Pb4"}
    for first, second in (
        # the army to move
        (key("circular", "w", two), key("circular", "b", two)),
        # the kind of a piece, its army, its place
        (key("circular", "b", two), key("circular", "b", {**two, "w": "Ka1 Qb5"})),
        (key("circular", "b", two), key("circular", "b", {"w": "Ka1", "b": "Kc9 Rb5"})),
        (key("circular", "b", two), key("circular", "b", {**two, "w": "Ka1 Rb6"})),
        # a pawn's direction
        (key("bhati-2", "r", bhati), key("bhati-2", "r", {**bhati, "g": "Kd34 Oa30"})),
        # rights of castling
        (key("bhati-2", "r", bhati, castling="rK"), key("bhati-2", "r", bhati)),
        (key("bhati-2", "r", bhati, castling="rK"), key("bhati-2", "r", bhati, castling="rQ")),
        # a right to capture in passing that can be used
        (key("cylinder", "b", passing, en_passant="a3"), key("cylinder", "b", passing)),
    ):
        assert first != second
    # No pawn could use this one.
    far = {**passing, "b": "Kd8 Pd4"}
    assert key("cylinder", "b", far, en_passant="a3") == key("cylinder", "b", far)


def test_who_is_in_play_makes_a_difference(engine: EngineName) -> None:
    # White's king was taken or not: the other pieces and the turn are the same.
    setup = described("b", {"w": "Rb5", "b": "Kc9"})
    setup.in_play = frozenset("b")
    finished = Board.from_setup(setup, "circular", engine=engine)
    going_on = place(engine, "circular", "b", {"w": "Ka1 Rb5", "b": "Kc9"})
    assert finished.position.key() != going_on.position.key()
    assert finished.position != going_on.position


def test_the_way_to_a_position_makes_no_difference(engine: EngineName) -> None:
    # The rook goes round the whole ring in three moves, the king round a triangle.
    board = place(engine, "circular", "w", {"w": "Ka1 Rb5", "b": "Kd9"})
    start = board.position
    for move in ("b5b11", "d9d10", "b11b16", "d10c9", "b16b5"):
        board.push_uci(move)
        assert board.position != start
    board.push_uci("c9d9")
    assert board.position == start
    assert board.position.key() == start.key()
    # Boards tell the counters apart, positions do not.
    assert board != place(engine, "circular", "w", {"w": "Ka1 Rb5", "b": "Kd9"})


# --- Positions that cannot be --------------------------------------------------------------------


@pytest.mark.parametrize("army", "Pp")
@pytest.mark.parametrize("file", [1, 8, 9, 16])
@pytest.mark.parametrize("ring", range(4))
def test_no_pawn_on_a_piece_file(engine: EngineName, army: str, file: int, ring: int) -> None:
    rows = ["3K12", "11k4", "16", "16"]
    rows[ring] = f"{file - 1 or ''}{army}{16 - file or ''}"
    if ring < 2:
        rows[3] = "K15" if file != 1 else "1K14"
        rows[2] = "11k4"
        rows[1 - ring] = "16"
    with pytest.raises(InvalidPositionError) as caught:
        Board("circular", "/".join(rows) + " w - - 0 1", engine=engine)
    assert [kind for kind, _ in caught.value.problems] == ["pawn"]
    square = f"{RINGS[3 - ring]}{file}"
    assert square in str(caught.value)


IMPOSSIBLE = [
    # variant, position, the kinds of problem
    ("circular", "K7k7/16/16/K15 w - - 0 1", ["kings"]),
    ("circular", "K7k7/16/k15/16 w - - 0 1", ["kings"]),
    ("circular", "1R6k7/16/16/16 b - - 0 1", ["kings"]),
    ("circular", "K7k7/16/16/KK2kk10 w - - 0 1", ["kings", "kings"]),
    ("circular", "16/16/16/16 w - - 0 1", ["turn"]),
    ("circular", "K15/16/16/16 b - - 0 1", ["turn"]),
    # The king of the army not to move attacked: by a rook the long way round, by a pawn.
    ("circular-strict", "K7k1R5/16/16/16 w - - 0 1", ["opposite_check"]),
    ("circular-strict", "16/4P11/5k10/12K3 w - - 0 1", ["opposite_check"]),
    # Rights without the pieces for them, or where there are none.
    ("circular", "K7k7/16/16/16 w KQ - 0 1", ["castling", "castling"]),
    ("orthodox", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1", ["castling"]),
    ("orthodox", "r3k3/8/8/8/8/8/8/4K2R w Kk - 0 1", ["castling"]),
    ("orthodox", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", ["castling", "castling"]),
    ("cylinder", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", ["castling"]),
    # En passant: no such rule, no pawn beyond, a pawn behind, one's own pawn, too far on.
    ("circular-society", "K7k7/16/4P11/16 b - b3 0 1", ["en_passant"]),
    ("orthodox", "4k3/8/8/8/8/8/8/4K3 b - e3 0 1", ["en_passant"]),
    ("orthodox", "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1", ["en_passant"]),
    ("orthodox", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", ["en_passant"]),
    ("orthodox", "4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1", ["en_passant"]),
    # Pawns on the last rings, of either army.
    ("cylinder", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", ["pawn"]),
    ("cylinder", "4k3/8/8/8/8/8/8/4K2P w - - 0 1", ["pawn"]),
    ("cylinder", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", ["pawn"]),
    ("cylinder", "4k3/8/8/8/8/8/8/4K2p w - - 0 1", ["pawn"]),
]


@pytest.mark.parametrize(("variant", "fen", "kinds"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_impossible_positions(engine: EngineName, variant: str, fen: str, kinds: list[str]) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Board(variant, fen, engine=engine)
    assert sorted(kind for kind, _ in caught.value.problems) == kinds
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 400
    # A board that held a game goes on holding it.
    board = Board(variant, engine=engine)
    move = board.push_uci(next(iter(board.legal_moves)).uci())
    before = board.fen()
    with pytest.raises((InvalidPositionError, InvalidFenError)):
        board.set_fen(fen)
    assert board.fen() == before
    assert board.move_stack == [move]
    # Put up without judging, it tells the same and does not play.
    shown = Board(variant, fen, engine=engine, validate=False)
    assert sorted(kind for kind, _ in shown.status()) == kinds
    assert not shown.is_valid()
    assert shown.fen() == fen
    for act in (lambda: list(shown.legal_moves), shown.is_check, lambda: shown.push(move)):
        with pytest.raises(InvalidPositionError):
            act()

"""The games of Green Chess: pawns, castling along a file, and the first mate that ends them."""

from __future__ import annotations

import pytest

from circularchess import InvalidPositionError
from circularchess.engine import EngineName
from round_games import ENGINES, at, legal, place, play, squares, start, targets, told

pytestmark = pytest.mark.parametrize("engine", ENGINES)

#: Black's king is in check along ring a; White's other rook holds ring b.
HELD = {"w": "Kd20 Ra1 Rb1", "b": "Ka13"}
#: Black's king has no square to go to and is not attacked.
STALEMATED = {"w": "Kd20 Rc12 Rc14 Rb1", "r": "Kd5", "b": "Ka13"}


# --- Start, pawns and allies ---------------------------------------------------------------------


def test_the_rim_of_big_four_holds_the_rooks(engine: EngineName) -> None:
    here = start("big-four", engine)
    assert at(here, "h1 g1 f1 e1 d1 c1 b1 a1") == "yR yN yB yK yQ yB yN yR"
    assert at(here, "e8 e9 e16") == "gK bK rK"


def test_partners_sit_opposite_or_back_to_back(engine: EngineName) -> None:
    # In the four-player game the kings of a side are half the ring apart.
    four = start("four-circular", engine)
    assert at(four, "a1 a17 a9 a25") == "yK rK gK bK"
    # In big-four partners are neighbours, back to back.
    assert at(start("big-four", engine), "e16 e1 e8 e9") == "rK yK gK bK"


def test_a_pawn_takes_six_steps_to_the_nearer_base_file_of_an_enemy(engine: EngineName) -> None:
    armies = {"w": "Kd5 Pb7", "r": "Ka9 Pc15", "b": "Ka17"}
    here = place("three-circular", "w", armies, engine)
    assert legal(here, "b7") == {f"b7b8{kind}" for kind in "qrbn"}
    here = place("three-circular", "r", {"w": "Kd5", "r": "Kb9 Pc15 Pc2", "b": "Ka17"}, engine)
    assert legal(here, "c15") == {f"c15c16{kind}" for kind in "qrbn"}
    assert legal(here, "c2") == {f"c2c1{kind}" for kind in "qrbn"}


@pytest.mark.parametrize("pawn", ["b9", "b8", "b1", "b24", "b17", "b10"])
def test_a_pawn_stands_only_on_the_files_listed_for_its_army(engine: EngineName, pawn: str) -> None:
    with pytest.raises(InvalidPositionError, match="pawn"):
        place("three-circular", "w", {"w": f"Kd1 P{pawn}", "r": "Ka9", "b": "Ka17"}, engine)


def test_allies_block_and_do_not_capture_each_other(engine: EngineName) -> None:
    armies = {"y": "Ka1 Rd5", "r": "Ka17 Rd8", "g": "Ka9 Nc5", "b": "Ka25"}
    here = place("four-circular", "y", armies, engine)
    ring = targets(here, "d5")
    assert "d8" not in ring
    assert {"d6", "d7", "c5"} <= ring
    assert here.attackers("y", "d7") == ["d5"]


def test_en_passant_is_on_and_may_be_turned_off(engine: EngineName) -> None:
    armies = {"w": "Kd1 Pb2", "r": "Kd9 Pa4 Pc3", "b": "Kd17"}
    after = play(place("three-circular", "w", armies, engine), "b2b4")
    assert after.en_passant() == ("b3",)
    # Red's pawn on a4 goes anticlockwise there and attacks b3; the one on c3 attacks b2.
    assert legal(after, "a4") == squares("a4a3 a4b3")
    assert at(play(after, "a4b3"), "b4 b3") == "- rP"
    armies = {"w": "Kd1 Pb4", "r": "Kd9 Pa4", "b": "Kd17"}
    with pytest.raises(InvalidPositionError):
        place("three-circular", "r", armies, engine, en_passant="b5")


# --- Castling along the file ---------------------------------------------------------------------

CASTLING = {"y": "Ke1 Ra1 Rh1", "g": "Ke8", "r": "Ke16", "b": "Kd9"}


def test_castling_goes_along_the_file(engine: EngineName) -> None:
    here = place("big-four", "y", {**CASTLING, "r": "Ke14"}, engine, castling="yK yQ")
    assert {"e1g1", "e1c1"} <= legal(here)
    king_side = play(here, "e1g1")
    assert at(king_side, "e1 f1 g1 h1") == "- yR yK -"
    assert king_side.castling() == ()
    assert at(play(here, "e1c1"), "a1 b1 c1 d1 e1") == "- - yK yR -"


def test_all_squares_between_must_be_empty_and_the_kings_way_unattacked(engine: EngineName) -> None:
    def castles(**more: str) -> set[str]:
        armies = {"y": CASTLING["y"], "g": "Ke8", "r": "Ke14", "b": "Kd9"}
        for army, men in more.items():
            armies[army] += " " + men
        here = place("big-four", "y", armies, engine, castling="yK yQ")
        return legal(here) & {"e1g1", "e1c1"}

    assert castles(y="Nb1") == {"e1g1"}
    assert castles(y="Ng1") == {"e1c1"}
    # Attacks along the ring: on the square passed, on the one landed on; b1 does not matter.
    assert castles(g="Rd6") == {"e1g1"}
    assert castles(g="Rc6") == {"e1g1"}
    assert castles(g="Rb6") == {"e1g1", "e1c1"}
    assert castles(b="Rf6") == {"e1c1"}
    # An ally attacks nothing.
    assert castles(r="Rf6") == {"e1g1", "e1c1"}


def test_castling_may_be_turned_off(engine: EngineName) -> None:
    assert start("big-four", engine, castling=False).castling() == ()


# --- The first mate ------------------------------------------------------------------------------


def test_mate_is_judged_at_the_mated_armys_turn_and_may_be_undone_before(
    engine: EngineName,
) -> None:
    armies = {**HELD, "w": "Kd20 Ra2 Rb1", "r": "Kd5 Nc3"}
    here = play(place("three-circular", "w", armies, engine), "a2a1")
    # Black is in check without a way out, but Red moves first.
    assert (here.end, here.turn, here.is_check("b")) == (None, "r", True)
    undone = play(here, "c3b1")
    assert undone.end is None
    assert legal(undone) == squares("a13b12 a13b13 a13b14")
    ended = play(here, "d5d6")
    assert ended.end == ("checkmate", ("w",))
    assert told(ended) == ["checkmated b"]
    # The pieces stand, and the turn is with the mated army.
    assert (ended.turn, at(ended, "a13"), ended.in_play) == ("b", "bK", ("w", "r", "b"))


@pytest.mark.parametrize(
    ("men", "mated", "mater"),
    [
        # White and Red both attack Black's king: Red is the nearest before Black.
        ({"w": "Kd20 Ra1", "r": "Kd5 Rb1 Rd13", "b": "Ka13"}, "b", "r"),
        # Red holds squares only: White alone attacks.
        ({"w": "Kd20 Ra1", "r": "Kd5 Rb1 Rd12", "b": "Ka13"}, "b", "w"),
        # White and Black attack Red's king: White is the nearest before Red.
        ({"w": "Kd20 Rb1 Rd13", "r": "Ka13", "b": "Kd5 Ra1"}, "r", "w"),
        ({"w": "Kd20 Rb1", "r": "Ka13", "b": "Kd5 Ra1"}, "r", "b"),
        # Red and Black attack White's king: Black is the nearest before White.
        ({"w": "Ka13", "r": "Kd20 Ra1", "b": "Kd5 Rb1 Rd13"}, "w", "b"),
    ],
)
def test_the_mater_is_the_nearest_before_the_mated_of_those_that_attack_its_king(
    engine: EngineName, men: dict[str, str], mated: str, mater: str
) -> None:
    here = place("three-circular", mated, men, engine)
    assert here.end == ("checkmate", (mater,))


def test_with_two_sides_the_other_side_wins(engine: EngineName) -> None:
    armies = {"y": "Kd25 Ra1", "g": "Ka13", "r": "Kd5 Rb1", "b": "Kd29"}
    here = place("four-circular", "g", armies, engine)
    assert here.end == ("checkmate", ("y", "r"))


def test_a_king_that_is_taken_ends_the_game_in_the_same_way(engine: EngineName) -> None:
    here = play(place("three-circular", "w", {**HELD, "r": "Kd5"}, engine), "a1a13")
    assert here.end == ("king_taken", ("w",))
    assert told(here) == ["king_taken b", "eliminated b"]
    assert legal(here) == set()
    assert here.in_play == ("w", "r")
    # Its other men stand.
    armies = {**HELD, "r": "Kd5", "b": "Ka13 Nd1"}
    assert at(play(place("three-circular", "w", armies, engine), "a1a13"), "d1") == "bN"


def test_any_king_capture_is_safe(engine: EngineName) -> None:
    # White's king is in Red's check, and White takes Black's king all the same.
    armies = {"w": "Kd20 Ra1", "r": "Kd5 Rd22", "b": "Ka13"}
    here = place("three-circular", "w", armies, engine)
    assert here.is_check("w")
    assert "a1a13" in {move.uci() for move in here.safe_moves()}
    assert play(here, "a1a13").end == ("king_taken", ("w",))


def test_an_army_that_resigns_ends_the_game_and_all_other_sides_win(engine: EngineName) -> None:
    here = start("three-circular", engine).resign("r")
    assert here.end == ("resignation", ("w", "b"))
    assert told(here) == ["resigned r", "eliminated r"]
    assert legal(here) == set()
    assert start("four-circular", engine).resign("g").end == ("resignation", ("y", "r"))


def test_stalemate_draws_the_game_with_more_than_two_armies_in_play_too(engine: EngineName) -> None:
    here = place("three-circular", "b", STALEMATED, engine)
    assert here.end == ("stalemate", ())


def test_a_stalemated_army_passes_by_option(engine: EngineName) -> None:
    here = place("three-circular", "b", STALEMATED, engine, stalemate="pass")
    assert (here.end, here.turn) == (None, "w")
    assert told(here) == ["stalemated b", "passed b"]


def test_an_army_eliminated_by_stalemate_leaves_the_board(engine: EngineName) -> None:
    here = place("three-circular", "b", STALEMATED, engine, stalemate="eliminate")
    assert (here.end, here.turn, here.in_play) == (None, "w", ("w", "r"))
    assert at(here, "a13") == "-"

"""Stalemate with several armies, and the draws that never change the legal moves."""

from __future__ import annotations

import pytest

from circularchess import Board, Outcome, Termination
from circularchess.engine import EngineName
from placing import events, legal, place, play, targets


def lock(file: int) -> str:
    """Pawns that shut an enemy king in on `d{file}`, file 10k + 1, and cannot move themselves.

    `O` on c attacks the next square of ring d and is stopped by the king; `O` on b attacks the
    squares either side on ring c and is stopped by the first; `O` on the next file of b guards
    the first and is stopped by an inbound pawn on c, which it stops in turn.
    """
    return f"Oc{file} Ob{file} Ob{file + 1} Pc{file + 1}"


def walls(*locked: tuple[str, str, int]) -> dict[str, str]:
    """Armies from (army, the army that locks it, file of its king)."""
    armies = {army: f"Kd{file}" for army, _, file in locked}
    for _, other, file in locked:
        armies[other] += " " + lock(file)
    return armies


# Red is shut in by yellow, yellow by blue, blue by red.
LOCKED = walls(("r", "y", 1), ("y", "b", 21), ("b", "r", 41))
# Yellow alone: ring c is red's rook's, d22 the other's; d21 is not attacked.
STALEMATED = {"r": "Kb10 Rc50 Rb22", "y": "Kd21", "b": "Ka40"}


@pytest.mark.parametrize(
    ("option", "seen", "turn", "in_play", "outcome"),
    [
        ("pass", ["stalemated y", "passed y"], "b", "ryb", None),
        ("eliminate", ["stalemated y", "eliminated y"], "b", "rb", None),
        ("draw", ["stalemated y"], "y", "ryb", Outcome(Termination.STALEMATE)),
    ],
)
def test_stalemate_options(
    engine: EngineName,
    option: str,
    seen: list[str],
    turn: str,
    in_play: str,
    outcome: Outcome | None,
) -> None:
    rules = {"stalemate": option}
    here = place(engine, "bhati-3", "r", STALEMATED, halfmove=5, options=rules)
    here = play(here, "b10b11")
    assert events(here) == seen
    assert here.is_stalemate()
    assert not here.is_checkmate()
    assert (here.turn, here.in_play, here.outcome()) == (turn, tuple(in_play), outcome)
    assert here.halfmove_clock == (0 if option == "eliminate" else 6)
    assert bool(here.legal_moves) == (outcome is None)


@pytest.mark.parametrize("option", ["pass", "eliminate", "draw"])
def test_stalemate_with_two_left_is_a_draw(engine: EngineName, option: str) -> None:
    armies = {"r": STALEMATED["r"], "y": STALEMATED["y"]}
    here = place(engine, "bhati-3", "r", armies, options={"stalemate": option})
    here = play(here, "b10b11")
    assert here.outcome() == Outcome(Termination.STALEMATE)
    assert events(here) == ["stalemated y"]
    assert (here.turn, here.in_play, here.result()) == ("y", ("r", "y"), "1/2-1/2")


def test_a_passed_army_moves_again_when_it_can(engine: EngineName) -> None:
    here = play(place(engine, "bhati-3", "r", STALEMATED), "b10b11 a40a41 b22b24")
    assert (here.turn, here.events) == ("y", ())
    assert legal(here) == {"d21d22"}


def test_all_armies_stalemated(engine: EngineName) -> None:
    # Red's last move: to c9, under the void d9. It is yellow's turn as it was at first.
    armies = {**LOCKED, "r": LOCKED["r"] + " Ob9"}
    here = place(engine, "bhati-3", "r", armies)
    assert legal(here) == {"b9c9"}
    here = play(here, "b9c9")
    expected = [f"{kind} {army}" for army in "ybr" for kind in ("stalemated", "passed")]
    assert events(here) == expected
    assert here.outcome() == Outcome(Termination.STALEMATE)
    assert (here.turn, here.round, here.in_play) == ("y", 1, ("r", "y", "b"))
    # Read again it is the same position with the same end.
    again = Board("bhati-3", here.fen(), engine=engine)
    assert again == here
    assert (again.outcome(), events(again)) == (here.outcome(), expected)


def test_all_armies_stalemated_with_a_right_of_en_passant(engine: EngineName) -> None:
    # Red's last move is a double step, to a4 before yellow's pawn on a34, which it stops too.
    # All pass, red as well, but the right is there as yellow found it.
    armies = {**LOCKED, "r": LOCKED["r"] + " Pc4", "y": LOCKED["y"] + " Pa34"}
    here = place(engine, "bhati-3", "r", armies)
    assert legal(here) == {"c4b4", "c4a4"}
    here = play(here, "c4a4")
    assert here.outcome() == Outcome(Termination.STALEMATE)
    assert (here.turn, here.round, here.en_passant_squares) == ("y", 1, ("b4",))
    again = Board("bhati-3", here.fen(), engine=engine)
    assert (again, again.outcome(), again.fen()) == (here, here.outcome(), here.fen())


def test_all_armies_stalemated_by_the_other_options(engine: EngineName) -> None:
    armies = {**LOCKED, "r": LOCKED["r"] + " Ob9"}
    here = place(engine, "bhati-3", "r", armies, options={"stalemate": "draw"})
    here = play(here, "b9c9")
    assert events(here) == ["stalemated y"]
    assert (here.outcome(), here.turn) == (Outcome(Termination.STALEMATE), "y")
    # Yellow goes out, and so sets red free, whom it held, and blue's pawn below d21.
    here = place(engine, "bhati-3", "r", armies, options={"stalemate": "eliminate"})
    here = play(here, "b9c9")
    assert events(here) == ["stalemated y", "eliminated y"]
    assert (here.turn, here.in_play, here.outcome()) == ("b", ("r", "b"), None)
    assert legal(here) == {f"c21d21{kind}" for kind in "qrbn"}
    assert len(legal(play(here, "c21d21n"))) == 4  # the king's: d2 c1 c2 c60


def test_passes_in_a_row_are_counted_afresh_after_an_elimination(engine: EngineName) -> None:
    # Orange passes. Yellow's king on d28 is attacked by red's pawn on c29, which b28 guards
    # together with c27; c28 is guarded by b29, d27 is its own rook's, d29 void: mated. Red's
    # pawns there stay stuck, c29 below a void. Then green, red and orange pass: three in a row.
    armies = walls(("r", "o", 1), ("o", "g", 11), ("g", "r", 31))
    armies["r"] += " Oc29 Ob28 Ob29 Pc28 Ob9"
    armies["y"] = "Kd28 Rd27"
    # The rook on d27 can take nothing on c29 and its moves do not answer the check.
    here = play(place(engine, "bhati-5", "r", armies), "b9c9")
    assert events(here) == [
        "stalemated o",
        "passed o",
        "checkmated y",
        "eliminated y",
        "stalemated g",
        "passed g",
        "stalemated r",
        "passed r",
        "stalemated o",
        "passed o",
    ]
    assert here.outcome() == Outcome(Termination.STALEMATE)
    assert (here.turn, here.round, here.in_play) == ("g", 1, ("r", "o", "g"))


def test_en_passant_lasts_over_the_passing_of_others(engine: EngineName) -> None:
    # Orange, shut in by violet, passes; yellow captures on b4.
    armies = {"r": "Kd8 Pc4", "o": "Kd11", "y": "Kd24 Oa5", "v": f"Kd54 {lock(11)}"}
    here = play(place(engine, "bhati-6", "r", armies), "c4a4")
    assert events(here) == ["stalemated o", "passed o"]
    assert here.en_passant_squares == ("b4",)
    assert play(here, "a5b4").piece_at("a4") is None


def test_en_passant_lapses_when_its_owner_passes(engine: EngineName) -> None:
    # Red, shut in by yellow, has the pawn on c4 alone, and none when it stands on a4 before
    # blue's knight on a34. It passes; still yellow may not capture any more.
    armies = {"r": "Kd1 Pc4", "y": f"Kd21 Oa5 {lock(1)}", "b": "Kd44 Na34"}
    here = play(place(engine, "bhati-3", "r", armies), "c4a4")
    assert targets(here, "a5") == {"b5", "b4"}
    here = play(here, "d21d22 d44d45")
    assert events(here) == ["stalemated r", "passed r"]
    # The turn came to red, and a new round with it.
    assert (here.turn, here.round, here.en_passant_squares) == ("y", 2, ())
    assert targets(here, "a5") == {"b5"}


# --- Draws that outcome() reports ----------------------------------------------------------------

ROOKS = {"r": "Kd4 Rd1", "y": "Kd24 Rd21", "b": "Kd44 Rd41"}


@pytest.mark.parametrize(
    ("armies", "each"),
    [
        (ROOKS, 3),
        ({"r": "Kd4 Rd1", "y": "Kd24 Rd21"}, 2),
        ({**ROOKS, "o": "Kd14", "g": "Kd34", "v": "Kd54"}, 6),
    ],
)
def test_rounds_are_counted_in_moves_of_all_armies_in_play(
    engine: EngineName, armies: dict[str, str], each: int
) -> None:
    for rounds, claim, termination in (
        (50, True, Termination.FIFTY_ROUNDS),
        (75, False, Termination.SEVENTYFIVE_ROUNDS),
    ):
        here = place(engine, "bhati-6", "r", armies, halfmove=rounds * each - 2)
        here.push_uci("d4d5")
        assert here.outcome(claim_draw=claim) is None
        here.push_uci("d14d15" if each == 6 else "d24d25")
        assert here.halfmove_clock == rounds * each
        assert here.outcome(claim_draw=claim) == Outcome(termination)
        assert (here.outcome() is None) == claim
        assert here.legal_moves
        here.pop()
        assert here.outcome(claim_draw=claim) is None


def test_what_begins_the_count_afresh(engine: EngineName) -> None:
    armies = {"r": "Kd4 Rd1 Pc8", "y": "Kd24 Rd21 Na1", "b": "Kd44 Rd41"}
    here = place(engine, "bhati-3", "r", armies, halfmove=7)
    assert play(here, "d1c1").halfmove_clock == 8
    assert play(here, "c8b8").halfmove_clock == 0
    assert play(here, "d1c1 d24d25 d44d45 c1a1").halfmove_clock == 0
    here.resign("b")
    assert here.halfmove_clock == 0


def test_repetition_is_counted_over_whole_rounds(engine: EngineName) -> None:
    here = place(engine, "bhati-3", "r", ROOKS)
    there = ["d4d5", "d24d25", "d44d45"]
    back = ["d5d4", "d25d24", "d45d44"]
    for occurrence in range(2, 6):
        for text in there + back:
            assert here.outcome() is None
            here.push_uci(text)
        assert here.is_repetition(occurrence)
        assert not here.is_repetition(occurrence + 1)
        assert here.can_claim_threefold_repetition() == (occurrence >= 3)
    assert here.outcome() == Outcome(Termination.FIVEFOLD_REPETITION)
    assert here.legal_moves


@pytest.mark.parametrize("check", ["strict", "snaffle"])
def test_only_bare_kings_are_dead(engine: EngineName, check: str) -> None:
    kings = {"r": "Kd4", "y": "Kd24", "b": "Kd44"}
    rules = {"check": check}
    here = place(engine, "bhati-3", "r", kings, options=rules)
    assert here.outcome() == Outcome(Termination.DEAD_POSITION)
    # That changes no legal move: two squares on ring d, three on ring c.
    assert len(here.legal_moves) == 5
    for piece in ("Nb4", "Bb4", "Oc40", "Pb4", "Rb8", "Qb8"):
        armies = {**kings, "r": f"Kd4 {piece}"}
        assert place(engine, "bhati-3", "r", armies, options=rules).outcome() is None


def test_an_agreed_draw(engine: EngineName) -> None:
    here = Board("bhati-6", engine=engine)
    here.agree_draw()
    assert here.outcome() == Outcome(Termination.AGREEMENT)
    assert len(here.legal_moves) == 22

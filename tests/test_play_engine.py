"""The engine in the terminal game: as an opponent, and asked for advice."""

from __future__ import annotations

import os
import random
import signal
import time

import pexpect
import pytest

from circularchess import Board, InvalidOptionError, Variant, variants
from circularchess.cli.terminal.advice import Adviser, judgement
from circularchess.cli.terminal.session import HELP, Session
from circularchess.players.opponents import OPPONENTS, EnginePlayer, Strength, make_opponent
from circularchess.values.score import Cp, Mate, PovScore
from commands import PROGRAM, run, status
from random_games import random_board

QUICK = Strength(nodes=300)
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


# --- As an opponent ------------------------------------------------------------------------------


def test_it_is_among_the_opponents() -> None:
    assert OPPONENTS["engine"] is EnginePlayer
    player = make_opponent("engine", random.Random(), Strength(nodes=300, skill=5))
    assert player.name == "engine"
    board = Board("circular")
    assert player.choose(board) in board.legal_moves
    assert make_opponent("greedy", random.Random(), QUICK).name == "greedy"
    for bad in (Strength(skill=21), Strength(elo=5), Strength(time=-1), Strength(nodes=0)):
        with pytest.raises(InvalidOptionError):
            make_opponent("engine", random.Random(), bad)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_it_plays_every_game(variant: Variant) -> None:
    board = random_board(variant, 7, plies=10)
    if board.is_game_over():
        board = Board(variant)
    session = Session(board, dict.fromkeys(board.armies, EnginePlayer(strength=QUICK)))
    for _ in range(4):
        if session.machine_to_move:
            assert session.make(session.choose())


def test_it_goes_from_game_to_game() -> None:
    player = EnginePlayer(strength=QUICK)
    for variant in ("circular", "orthodox", "circular"):
        board = Board(variant)
        assert player.choose(board) in board.legal_moves


def test_it_takes_a_draw_when_it_is_not_ahead() -> None:
    player = EnginePlayer(strength=Strength(nodes=2000))
    # White has a queen for nothing, and offers.
    board = Board("orthodox", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert player.accepts_draw(board, "b", "w")
    board = Board("orthodox", "q3k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert not player.accepts_draw(board, "b", "w")


def test_a_game_on_a_pipe() -> None:
    result = run(
        "play", "circular", "--opponent", "engine", "--opponent", "white=random", "--seed", "2",
        "--time", "0.01",
    )  # fmt: skip
    assert result.returncode == 0
    assert result.stderr == ""
    assert "Black (engine): " in result.stdout
    assert "\nBlack wins by " in result.stdout


@pytest.mark.parametrize(
    "args",
    [
        ("--skill", "21"),
        ("--elo", "100"),
        ("--elo", "x"),
        ("--time", "0"),
        ("--time", "-1"),
        ("--time", "nan"),
        ("--time", "1e3"),
        ("--time", "\u0661"),
        ("--threads", "0"),
        ("--skill", "3", "--elo", "1000"),
    ],
)
def test_strengths_that_are_none(args: tuple[str, ...]) -> None:
    assert status("play", "circular", "--opponent", "engine", *args) == 2


# --- Advice --------------------------------------------------------------------------------------


@pytest.fixture
def adviser() -> Adviser:
    return Adviser(0.05)


def said(session: Session, line: str) -> str:
    (reply,) = session.command(line)
    assert reply.kind == "say"
    return reply.text


def test_hint_and_eval(adviser: Adviser) -> None:
    board = Board("orthodox", BACK_RANK)
    session = Session(board, adviser=adviser)
    assert said(session, "hint") == "Play Ra8#."
    assert said(session, "eval").startswith("White mates in 1 (depth ")
    assert said(session, "eval").endswith("): 1. Ra8#")
    board.push_san("Kd1")
    assert said(session, "EVAL").count(" for White (depth ") == 1
    assert board.move_stack[-1].uci() == "e1d1"
    for line in ("hint now", "eval e4"):
        assert session.command(line)[0].kind == "fault"
    board.resign()
    assert session.command("hint")[0].text == "the game is over"
    assert Session(Board("circular")).command("hint")[0].text == "nobody here thinks for you"
    for name in ("hint", "eval"):
        assert f"\n{name} " in HELP
    session = Session(Board("bhati-6"), adviser=adviser)
    assert said(session, "hint").startswith("Play ")


@pytest.mark.parametrize(
    ("score", "variant", "text"),
    [
        (PovScore(Cp(0), "w"), "circular", "even"),
        (PovScore(Cp(5), "w"), "circular", "+0.05 for White"),
        (PovScore(Cp(-130), "w"), "circular", "+1.30 for Black"),
        (PovScore(Mate(-3), "w"), "circular", "White is mated in 3"),
        (PovScore(Mate(1), "b"), "circular", "Black mates in 1"),
        (PovScore(Cp(250), "r", "g"), "bhati-4-pairs", "+2.50 for Red and Green"),
        (PovScore(Mate(2), "r", "g"), "bhati-4-pairs", "Red and Green mate in 2"),
        (PovScore(Mate(-2), "g", "r"), "bhati-4-pairs", "Red and Green are mated in 2"),
        (PovScore(Cp(-10), "y"), "bhati-3", "+0.10 for Red and Blue"),
    ],
)
def test_scores_in_words(score: PovScore, variant: str, text: str) -> None:
    assert judgement(score, Variant.load(variant)) == text


def test_ctrl_c_at_a_terminal_stops_its_thoughts() -> None:
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], "play", "circular", "--time", "600", "--letters"],
        env={**os.environ, "TERM": "dumb", "NO_COLOR": "1"},
        encoding="utf-8",
        timeout=20,
    )
    child.expect("White> ")
    child.sendline("hint")
    time.sleep(0.5)
    start = time.monotonic()
    child.kill(signal.SIGINT)
    child.expect("Type quit, or press Ctrl-C again, to leave.")
    assert time.monotonic() - start < 1
    child.sendline("b3")
    child.expect("White: b3")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0

"""The mate problems that the package ships: what they claim is so."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

from circularchess import (
    Board,
    CircularChessError,
    IllegalMoveError,
    Move,
    UnknownVariantError,
    Variant,
    variants,
)
from circularchess.cli.main import cli
from circularchess.engine import EngineName
from circularchess.players import Engine, Limit, Mate
from circularchess.puzzles import (
    Puzzle,
    longest_defence,
    main_line,
    puzzle,
    puzzles,
    shortest_win,
    winning_moves,
)
from circularchess.puzzles.making import prove
from commands import call, status
from tally import TALLY

ALL = puzzles()
LENGTHS = (2, 3, 4, 5)


def id_of(problem: Puzzle) -> str:
    return f"{problem.number}-{problem.variant}-{problem.moves}"


# --- What they are -------------------------------------------------------------------------------


def test_there_are_sixty_of_every_two_sided_game() -> None:
    assert len(ALL) >= 60
    assert [problem.number for problem in ALL] == list(range(1, len(ALL) + 1))
    two_sided = {variant.id for variant in variants() if len(variant.sides) == 2}
    assert {problem.variant for problem in ALL} == two_sided
    lengths = Counter(problem.moves for problem in ALL)
    assert set(lengths) == set(LENGTHS)
    assert lengths[2] + lengths[3] > lengths[4] + lengths[5] >= 6
    assert len({problem.fen for problem in ALL}) == len(ALL)


@pytest.mark.parametrize("problem", ALL, ids=id_of)
def test_the_solution_mates_in_time(problem: Puzzle) -> None:
    board = problem.board()
    assert not board.is_game_over()
    own = 0
    for move in problem.line:
        own += board.turn in problem.side
        board.push(move)
    assert own == problem.moves
    assert any(event.kind == "checkmated" for event in board.events)
    outcome = board.outcome()
    assert outcome is not None
    assert set(outcome.winners) == set(problem.side)


@pytest.mark.parametrize("problem", [it for it in ALL if it.moves == 2], ids=id_of)
def test_the_first_move_alone_wins(problem: Puzzle) -> None:
    board = problem.board()
    assert shortest_win(board.position, 2, problem.side) == 2
    assert winning_moves(board.position, 2, problem.side) == [problem.line[0]]
    assert problem.prove() == 2


@pytest.mark.deep
@pytest.mark.parametrize("problem", ALL, ids=id_of)
def test_every_problem_is_proved_by_the_reference(problem: Puzzle) -> None:
    variant = Variant.load(problem.variant)
    keys, line = prove(variant, problem.board().setup(), problem.moves)
    assert keys == [problem.line[0]]
    assert tuple(line) == problem.line
    TALLY["mate problems proved by the reference"] += 1


@pytest.mark.parametrize("problem", ALL, ids=id_of)
def test_the_engine_solves_it_at_its_length(problem: Puzzle) -> None:
    board = problem.board()
    with Engine(problem.variant, hash_mb=8) as engine:
        limit = Limit(mate=problem.moves, nodes=3_000_000)
        info = engine.analyse(board, limit)
    assert info["score"].relative == Mate(problem.moves)
    assert info["pv"][0] == problem.line[0]


# --- Proving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["rust", "reference"])
def test_two_rooks_mate_at_the_edge(engine: EngineName) -> None:
    ladder = Board("orthodox", "k7/7R/8/8/8/8/8/K5R1 w - - 0 1", engine=engine)
    assert winning_moves(ladder.position, 1, "w") == [Move.from_uci("g1g8")]
    assert shortest_win(ladder.position, 5, "w") == 1
    assert shortest_win(ladder.position, 1, "b") is None


@pytest.mark.parametrize("engine", ["rust", "reference"])
def test_a_king_driven_to_the_edge(engine: EngineName) -> None:
    board = Board("orthodox", "8/k7/7R/6R1/8/8/8/K7 w - - 0 1", engine=engine)
    assert shortest_win(board.position, 3, "w") == 2
    line = main_line(board.position, 2, "w")
    assert len(line) == 3
    for move in line:
        board.push(move)
    assert board.is_checkmate()


def test_the_longest_defence() -> None:
    # On g8 the king is mated by the rook on the eighth rank at once; on h7 it is not.
    board = Board("orthodox", "7k/8/6K1/8/8/8/8/R7 b - - 0 1")
    assert [move.uci() for move in board.legal_moves] == ["h8g8"]
    assert longest_defence(board.position, 1, "w") == Move.from_uci("h8g8")
    board = Board("orthodox", "7k/8/5K2/8/8/8/8/R7 b - - 0 1")
    assert sorted(move.uci() for move in board.legal_moves) == ["h8g8", "h8h7"]
    assert longest_defence(board.position, 1, "w") == Move.from_uci("h8g8")
    mated = Board("orthodox", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1")
    assert longest_defence(mated.position, 1, "w") is None
    assert shortest_win(mated.position, 0, "w") == 0
    assert main_line(board.position, 1, "b") == []


# --- The API -------------------------------------------------------------------------------------


def test_finding_problems() -> None:
    assert puzzle(1) == ALL[0]
    assert all(it.variant == "orthodox" for it in puzzles("orthodox"))
    for bad in (0, len(ALL) + 1, -1, True, "1", 10**400):
        with pytest.raises(CircularChessError, match="no problem"):
            puzzle(bad)  # type: ignore[arg-type]
    for name in ("nonsense", 3):
        with pytest.raises(UnknownVariantError):
            puzzles(name)  # type: ignore[arg-type]
    assert puzzles("three-circular") == []


def test_trying_moves() -> None:
    problem = ALL[0]
    key = problem.line[0]
    assert problem.is_key(key)
    assert problem.is_key(key.uci())
    other = next(move for move in problem.board().legal_moves if move != key)
    assert not problem.is_key(other)
    with pytest.raises(IllegalMoveError):
        problem.is_key("a1a1")
    assert problem.prove([other]) is None
    assert problem.prove(problem.line[:-1]) == 1
    assert problem.prove(problem.line) == 0


# --- The command ---------------------------------------------------------------------------------


def solve(lines: str, *args: str) -> str:
    result = CliRunner().invoke(
        cli, ["puzzle", *args], input=lines, catch_exceptions=False, standalone_mode=False
    )
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout


def test_listing() -> None:
    lines = call("puzzle", "--list").splitlines()
    assert len(lines) == len(ALL)
    assert all(" to move wins in " in line for line in lines)
    some = call("puzzle", "--list", "--variant", "orthodox", "--moves", "2").splitlines()
    assert [line.split()[0] for line in some] == [
        str(it.number) for it in ALL if it.variant == "orthodox" and it.moves == 2
    ]


def test_solving() -> None:
    problem = next(it for it in ALL if it.moves == 2 and it.variant == "orthodox")
    board = problem.board()
    first, answer, last = problem.line
    wrong = next(move for move in board.legal_moves if move != first)
    lines = f"help\nmoves\nhint\nfen\nnonsense\n{wrong}\n\nboard\n{first}\n{last}\n"
    said = solve(lines, str(problem.number))
    assert f"{board.san(wrong)} does not win in 2. Try again." in said
    assert f"Move the piece on {first.from_square}." in said
    assert "not a move: 'nonsense'" in said
    assert board.fen() in said
    after = board.copy()
    after.push(first)
    assert f"{board.san(first)} {after.san(answer)}" in said
    assert "Right. 1 to go." in said
    assert said.rstrip().endswith(Board.text(_played(problem)).rstrip())
    assert "solved!" in said


def _played(problem: Puzzle) -> Board:
    board = problem.board()
    for move in problem.line:
        board.push(move)
    return board


def test_every_problem_can_be_solved_at_the_keyboard() -> None:
    for variant in ("circular", "bhati-4-pairs"):
        problem = next(it for it in ALL if it.variant == variant and it.moves == 2)
        own = [move for number, move in enumerate(problem.line) if _owner(problem, number)]
        said = solve("".join(f"{move}\n" for move in own), str(problem.number))
        assert "olved!" in said


def _owner(problem: Puzzle, number: int) -> bool:
    board = problem.board()
    for move in problem.line[:number]:
        board.push(move)
    return board.turn in problem.side


def test_solutions_and_leaving() -> None:
    problem = ALL[0]
    said = solve("solution\n", str(problem.number))
    assert problem.board().variation_san(problem.line) in said
    assert solve("quit\n", "1") == solve("", "1")
    assert solve("", "--seed", "3") == solve("", "--seed", "3")
    assert solve("", "--variant", "orthodox").startswith("Problem ")


@pytest.mark.parametrize(
    "args",
    [
        ("0",),
        ("100000",),
        ("x",),
        ("1", "--variant", "circular"),
        ("--variant", "nonsense"),
        ("--variant", "bhati-6"),
        ("--moves", "6"),
    ],
)
def test_problems_that_are_not_there(args: tuple[str, ...]) -> None:
    assert status("puzzle", *args) == 2

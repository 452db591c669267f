"""`circularchess uci`: scripts as graphical programs write them, and worse ones."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from circularchess import Board, Move, Variant, variants
from circularchess.players import Limit
from circularchess.players.uci import UciServer
from circularchess.players.uci.go import read_go, write_go
from circularchess.players.uci.text import read_info, write_info
from circularchess.values.score import Cp, Mate, PovScore
from commands import PROGRAM
from made_up_games import made_up_games

START = "position startpos"
MADE_UP, OTHER = made_up_games(2)
B3 = Move.from_uci("b2b3")


class Talk:
    """A server in this process, and what it says."""

    def __init__(self, variant: Variant | None = None) -> None:
        self.lines: list[str] = []
        self.server = UciServer(self.lines.append, variant)

    def tell(self, *lines: str) -> list[str]:
        """Say lines; what is answered until then."""
        count = len(self.lines)
        for line in lines:
            self.server.command(line)
        return self.lines[count:]

    def until(self, word: str, *lines: str) -> list[str]:
        """Say lines; all that is said up to the line that begins with a word."""
        count = len(self.lines)
        for line in lines:
            self.server.command(line)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for number, line in enumerate(self.lines[count:], count):
                if line.startswith(word):
                    return self.lines[count : number + 1]
            time.sleep(0.005)
        raise AssertionError(f"no {word!r} in {self.lines[count:]}")

    def best(self, *lines: str) -> str:
        """The move that is played."""
        return self.until("bestmove", *lines)[-1].split()[1]


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.server.close()


def program(script: str | bytes, *args: str) -> subprocess.CompletedProcess[bytes]:
    content = script.encode() if isinstance(script, str) else script
    return subprocess.run(
        [*PROGRAM, "uci", *args], input=content, capture_output=True, timeout=60, check=False
    )


# --- What every program does ---------------------------------------------------------------------


def test_the_handshake(talk: Talk) -> None:
    lines = talk.tell("uci", "isready")
    assert lines[0].startswith("id name circularchess ")
    assert lines[1].startswith("id author ")
    assert lines[-2:] == ["uciok", "readyok"]
    names = {line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-2]}
    assert names == {
        *("UCI_Variant", "VariantPath", "VariantOptions", "Threads", "Hash", "Clear Hash"),
        *("MultiPV", "Ponder", "Skill Level", "UCI_LimitStrength", "UCI_Elo", "Move Overhead"),
        *("UCI_ShowWDL", "UCI_AnalyseMode"),
    }
    combo = next(line for line in lines if "UCI_Variant" in line)
    assert combo.split(" var ")[1:] == ["chess", *(variant.id for variant in variants())]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_every_variant_by_its_name(talk: Talk, variant: Variant) -> None:
    board = Board(variant)
    move = talk.best(f"setoption name UCI_Variant value {variant.id}", START, "go nodes 200")
    assert board.is_legal(move)
    board.push_uci(move)
    reply = talk.best(f"{START} moves {move}", "go nodes 200")
    assert board.is_legal(reply)
    assert talk.best(f"position fen {board.fen()}", "go nodes 200") in map(str, board.legal_moves)


def test_chess_is_orthodox(talk: Talk) -> None:
    assert talk.tell(START, "d")[1:10] == Board("orthodox").text().splitlines()
    # Castling is the king's move of two files.
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert talk.best(f"position fen {fen}", "go depth 1 searchmoves e1g1") == "e1g1"
    talk.tell(f"position fen {fen} moves e1c1")
    assert "Fen: 4k3/8/8/8/8/8/8/2KR3R b - - 1 1" in talk.tell("d")


def test_a_program_of_its_own() -> None:
    script = f"uci\nisready\n{START}\ngo depth 2\n"
    with subprocess.Popen(
        [*PROGRAM, "uci", "circular"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(script.encode())
        process.stdin.flush()
        lines = []
        for raw in process.stdout:
            lines.append(raw.decode().strip())
            if lines[-1].startswith("bestmove"):
                break
        assert Board("circular").is_legal(lines[-1].split()[1])
        assert "default circular var chess" in next(line for line in lines if "UCI_Variant" in line)
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        assert process.wait(10) == 0


def test_variants_of_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "made.toml"
    path.write_text(MADE_UP, encoding="utf-8")
    board = Board(Variant.from_toml(MADE_UP))
    output = program(f"{START}\nd\n", "--variant-file", str(path)).stdout.decode()
    assert f"Fen: {board.fen()}" in output
    output = program(f"{START}\nd\n", "circular", "--set", "check=strict").stdout.decode()
    assert "<Variant 'circular' check=strict>" in output
    result = program("", "nonsense")
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1


# --- Options -------------------------------------------------------------------------------------


def test_options_come_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "made.toml"
    path.write_text(MADE_UP, encoding="utf-8")
    made = Variant.from_toml(MADE_UP)
    sets = [
        f"setoption name VariantPath value {path}",
        f"setoption name UCI_Variant value {made.id}",
        "setoption name Threads value 2",
        "setoption name Hash value 2",
    ]
    for lines in (sets, sets[::-1], [sets[1], sets[3], sets[0], sets[2]]):
        talk = Talk()
        assert talk.tell(*lines, "isready") == ["readyok"]
        assert Board(made).is_legal(talk.best(START, "go nodes 200"))
        talk.server.close()
    talk = Talk()
    options = "setoption name VariantOptions value check=strict,double_step=true"
    for lines in ([options, sets[2]], [sets[2], options]):
        assert talk.tell(*lines, "setoption name UCI_Variant value circular", START) == []
        said = talk.tell("d")
        assert any("check=strict" in line and "double_step" in line for line in said)
    talk.server.close()


def test_several_files(tmp_path: Path) -> None:
    texts = [MADE_UP, OTHER]
    paths = [tmp_path / "one.toml", tmp_path / "two.toml"]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    talk = Talk()
    talk.tell(f"setoption name VariantPath value {os.pathsep.join(map(str, paths))}")
    for text in texts[::-1]:
        made = Variant.from_toml(text)
        talk.tell(f"setoption name UCI_Variant value {made.id}")
        assert Board(made).is_legal(talk.best(START, "go nodes 100"))
    assert talk.tell("setoption name VariantPath value <empty>", "isready") != ["readyok"]
    talk.server.close()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("setoption", "setoption needs a name"),
        ("setoption name", "no option ''"),
        ("setoption name Nonsense value 3", "no option 'Nonsense'"),
        ("setoption name Hash", "Hash: None is no whole number from 1 to 1048576"),
        ("setoption name Hash value much", "Hash: 'much' is no whole number from 1 to 1048576"),
        ("setoption name Threads value 0", "Threads: '0' is no whole number from 1 to 1024"),
        ("setoption name Ponder value perhaps", "Ponder: 'perhaps' is neither true nor false"),
        (
            "setoption name Skill Level value 21",
            "Skill Level: '21' is no whole number from 0 to 20",
        ),
        ("setoption name UCI_Chess960 value true", None),
        ("setoption name hAsH value 2", None),
        ("setoption name clear hash", None),
    ],
)
def test_what_cannot_be_set(talk: Talk, line: str, answer: str | None) -> None:
    assert talk.tell(line) == ([] if answer is None else [f"info string {answer}"])
    assert talk.tell("isready") == ["readyok"]


def test_a_variant_that_is_not_there(talk: Talk, tmp_path: Path) -> None:
    talk.tell(START)
    talk.tell("setoption name UCI_Variant value nonsense")
    for line in ("isready", START, "go depth 1", "d", "eval", "ucinewgame"):
        assert "info string UCI_Variant: there is no 'nonsense'" in talk.tell(line)
    # No game, no move.
    assert talk.until("bestmove", "go depth 1")[-1] == "bestmove (none)"
    talk.tell("setoption name UCI_Variant value orthodox")
    assert Board("orthodox").is_legal(talk.best(START, "go depth 1"))
    talk.tell(f"setoption name VariantPath value {tmp_path / 'none.toml'}")
    assert "No such file" in talk.tell("isready")[0]
    (tmp_path / "bad.toml").write_text("id = 1", encoding="utf-8")
    talk.tell(f"setoption name VariantPath value {tmp_path / 'bad.toml'}")
    assert talk.tell("isready")[0].startswith("info string VariantPath: ")
    talk.tell("setoption name VariantPath value", "setoption name VariantOptions value check=odd")
    assert "check" in talk.tell("isready")[0]
    talk.tell("setoption name VariantOptions value", START)
    assert Board("orthodox").is_legal(talk.best("go depth 1"))


def test_strength_lines_and_shares(talk: Talk) -> None:
    talk.tell("setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true", START)
    lines = talk.until("bestmove", "go depth 2")[:-1]
    infos = [read_info(line, Board("orthodox")) for line in lines if " pv " in line]
    assert {info["multipv"] for info in infos} == {1, 2, 3}
    assert all(info["wdl"].relative.total() == 1000 for info in infos)
    assert all(info["pv"] for info in infos)
    weak = ("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800")
    assert Board("orthodox").is_legal(talk.best(*weak, "go nodes 500"))
    assert Board("orthodox").is_legal(
        talk.best("setoption name Skill Level value 0", "go nodes 500")
    )


# --- Positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("position", "position needs startpos or fen, not nothing"),
        ("position nonsense", "position needs startpos or fen, not 'nonsense'"),
        ("position startpos b2b3", "position needs startpos or fen, not 'startpos b2b3'"),
        ("position fen", "6 fields separated by single spaces are needed"),
        ("position fen 8 w - - 0 1", "placement"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "White is to move but not in play"),
        ("position fen k7/8/1Q6/8/8/8/8/K7 w - - 0 1 moves", None),
        ("position startpos moves e2e5", "illegal move 'e2e5' ("),
        ("position startpos moves e2e4 e2e4", "illegal move 'e2e4'"),
        ("position startpos moves nonsense", "not a move: 'nonsense'"),
        ("position startpos moves e2e4 e7e5 \ud800", "not a move"),
        ("position startpos moves " + "x" * 100_000, "not a move: 'xxxx"),
    ],
)
def test_positions_that_are_none(talk: Talk, line: str, answer: str | None) -> None:
    said = talk.tell(line)
    if answer is None:
        assert said == []
        return
    assert len(said) == 1
    assert said[0].startswith("info string ")
    assert answer in said[0]
    assert len(said[0]) < 300
    # Nothing is played in the position before it.
    none = "info string there is no position: the last one could not be set up"
    assert talk.until("bestmove", "go depth 1") == [none, "bestmove (none)"]
    assert talk.tell("d") == [none]
    talk.tell(START)
    assert talk.best("go depth 1") in map(str, Board("orthodox").legal_moves)


def test_finished_games(talk: Talk) -> None:
    mated = f"{START} moves f2f3 e7e5 g2g4 d8h4"
    assert talk.until("bestmove", mated, "go depth 3")[-2:] == [
        "info depth 0 multipv 1 score mate 0",
        "bestmove (none)",
    ]
    stale = "position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1"
    assert talk.until("bestmove", stale, "go infinite", "stop")[-2:] == [
        "info depth 0 multipv 1 score cp 0",
        "bestmove (none)",
    ]
    assert talk.tell("eval") == ["info string no evaluation: the game is over"]


def test_extras(talk: Talk) -> None:
    talk.tell("setoption name UCI_Variant value circular", START)
    # Published figures: 12 moves, 144 after two.
    assert talk.until("Nodes", "perft 2")[-1] == "Nodes searched: 144"
    assert talk.until("Nodes", "go perft 3")[-1] == "Nodes searched: 2040"
    assert talk.until("Nodes", "perft 0")[-1] == "Nodes searched: 1"
    for bad in ("perft", "perft x", "perft -1", "perft 1000000000000"):
        assert talk.tell(bad)[0].startswith("info string ")
    said = talk.tell("d")
    assert f"Fen: {Board('circular').fen()}" in said
    assert talk.tell("eval")[-1].startswith("Evaluation: ")
    assert talk.tell("nonsense", "UCI", "\x00") == [
        "info string unknown command 'nonsense'",
        "info string unknown command 'UCI'",
        "info string unknown command '\\x00'",
    ]
    assert talk.tell("", "   ", "debug on", "register later", "ponderhit", "stop") == []


# --- Searching -----------------------------------------------------------------------------------


def test_stopping(talk: Talk) -> None:
    assert talk.tell("stop") == []
    talk.tell(START)
    for pause in (0, 0, 0.001, 0.1):
        talk.tell("go infinite")
        time.sleep(pause)
        assert talk.tell("isready").count("readyok") == 1
        start = time.monotonic()
        assert Board("orthodox").is_legal(talk.best("stop"))
        assert time.monotonic() - start < 0.5
    # Nothing is said before it is told to stop, though there is only one move.
    count = len(talk.lines)
    talk.tell("position fen 7k/8/8/8/8/8/6q1/K7 w - - 0 1", "go infinite searchmoves a1b1")
    time.sleep(0.1)
    assert not [line for line in talk.lines[count:] if line.startswith("bestmove")]
    assert talk.best("stop") == "a1b1"


def test_a_new_command_ends_a_search(talk: Talk) -> None:
    talk.tell(START)
    count = len(talk.lines)
    for line in (START, "go depth 1", "ucinewgame", "perft 1", "d"):
        talk.tell("go infinite", line)
    talk.until("Nodes", "perft 1")
    told = [line for line in talk.lines[count:] if line.startswith("bestmove")]
    assert len(told) == 6


def test_pondering(talk: Talk) -> None:
    line = f"{START} moves e2e4 e7e5"
    talk.tell(line, "go ponder wtime 1000 btime 1000")
    time.sleep(0.1)
    assert not [line for line in talk.lines if line.startswith("bestmove")]
    start = time.monotonic()
    assert talk.best("ponderhit")
    assert time.monotonic() - start < 2
    talk.tell(line, "go ponder depth 2")
    time.sleep(0.2)
    assert len([line for line in talk.lines if line.startswith("bestmove")]) == 1
    assert talk.best("stop")
    talk.tell(line, "go ponder infinite")
    talk.tell("ponderhit")
    assert talk.best("stop")


@pytest.mark.parametrize(
    "go",
    [
        "go depth 2",
        "go nodes 100",
        "go mate 1 nodes 1000",
        "go movetime 30",
        "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 20",
        "go wtime -50 btime 1000",
        "go wtime 0 btime 0",
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go depth 99999999999999999999999 nodes 100",
        "go depth x nodes 100",
        "go nonsense nodes 100 nonsense",
        "go btime 1000 nodes 100",
        "go nodes 100 movestogo 0",
        "go time w 500 b 500 increments w 10 b 10",
        "go time x 500 nodes 100",
        "go searchmoves e2e4 nodes 100",
        "go nodes 100 searchmoves e2e4",
        "go nodes 100 searchmoves nonsense e2e5",
        "go depth 2 depth 3 nodes",
    ],
)
def test_ways_to_go(talk: Talk, go: str) -> None:
    talk.tell(START)
    start = time.monotonic()
    move = talk.best(go)
    assert Board("orthodox").is_legal(move)
    if "e2e4" in go:
        assert move == "e2e4"
    assert time.monotonic() - start < 5
    # What is not understood is told.
    problems = [line for line in talk.lines if line.startswith("info string")]
    assert bool(problems) == any(
        word in go for word in ("x", "nonsense", "go btime", "9999", "3 nodes")
    )


def test_clocks_of_many_seats() -> None:
    board = Board("bhati-4")
    words = "time r 60000 o 50000 g 1 b 2 increments r 1000 o 2000 movestogo 10"
    limit = read_go(words.split(), board).limit
    assert limit == Limit(
        clocks={"r": 60, "o": 50, "g": 0.001, "b": 0.002},
        increments={"r": 1, "o": 2},
        remaining_moves=10,
    )
    # A white and a black army among three.
    three = Board("three-circular")
    assert read_go(["wtime", "5000", "btime", "6000"], three).limit.clocks == {"w": 5, "b": 6}
    # White and black are the first and the second of two, whatever their letters.
    two = Board("bhati-2")
    assert read_go(["wtime", "5000", "btime", "6000"], two).limit.clocks == {"r": 5, "g": 6}
    assert read_go(["wtime", "5000"], board).limit.clocks == {}


@pytest.mark.parametrize("variant", ["circular", "bhati-2", "bhati-4", "three-circular"])
def test_what_is_asked_is_what_is_read(variant: str) -> None:
    board = Board(variant)
    clocks = {army: 10.0 + number for number, army in enumerate(board.armies)}
    moves = list(board.legal_moves)[:2]
    for limit in (
        Limit(time=1.5),
        Limit(depth=7, nodes=1000, mate=3),
        Limit(clocks=clocks),
        Limit(clocks=clocks, increments=dict.fromkeys(clocks, 2.0), remaining_moves=30),
        Limit(),
    ):
        line = write_go(limit, board, moves=moves)
        go = read_go(line.split()[1:], board)
        assert (go.limit, go.moves, go.problems) == (limit, moves, [])
        assert go.infinite == limit.is_endless
        assert read_go(write_go(limit, board, ponder=True).split()[1:], board).ponder


def test_information_is_read_as_it_was_written() -> None:
    board = Board("circular")
    pv = [Move.from_uci("b2b3"), Move.from_uci("c7c6")]
    for score in (Cp(-35), Cp(0), Mate(4), Mate(-3)):
        info = {
            "depth": 9,
            "seldepth": 12,
            "multipv": 2,
            "score": PovScore(score, "w"),
            "lowerbound": True,
            "nodes": 12345,
            "nps": 99999,
            "hashfull": 500,
            "tbhits": 0,
            "time": 1.234,
            "pv": pv,
        }
        assert read_info(write_info(info), board) == info  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "info"),
    [
        ("info", {}),
        ("info depth", {}),
        ("info depth x score nodes", {}),
        ("info score cp", {}),
        ("info score cp nothing mate", {}),
        (
            "info score upperbound cp 3",
            {"score": PovScore(Cp(3), "w"), "upperbound": True},
        ),
        ("info string depth 3 pv b2b3", {"string": "depth 3 pv b2b3"}),
        ("info pv b2b3 nonsense c7c6", {"pv": [B3]}),
        ("info pv b9b8", {"pv": []}),
        ("info wdl 1 2", {}),
        ("info wdl 0 0 0", {}),
        ("info depth 99999999999999999999999999", {}),
        ("info depth -3", {}),
        (
            "info currmove b2b3 currmovenumber 2",
            {"currmove": Move.from_uci("b2b3"), "currmovenumber": 2},
        ),
        (
            "info refutation b2b3 c7c6",
            {"refutation": {Move.from_uci("b2b3"): [Move.from_uci("c7c6")]}},
        ),
        ("info currline 1 b2b3", {"currline": {1: [Move.from_uci("b2b3")]}}),
        ("info depth 3 nonsense 4 seldepth 5 ebf 1.5", {"depth": 3, "seldepth": 5, "ebf": 1.5}),
    ],
)
def test_information_of_others(line: str, info: dict[str, object]) -> None:
    assert read_info(line, Board("circular")) == info


# --- The program: ends of all kinds --------------------------------------------------------------


JUNK = (
    b"\xff\xfe\x00junk\nposition\n\ngo\nstop\nsetoption name\ngo depth x nodes 10\n" + b"y" * 99999
)


def test_junk_of_all_kinds() -> None:
    result = program(JUNK)
    assert result.returncode == 0
    assert result.stderr == b""
    assert b"Traceback" not in result.stdout
    assert result.stdout.count(b"bestmove") == 2


@pytest.mark.parametrize(
    "script",
    [
        "",
        "go infinite\n",
        "go depth 60\n",
        "position startpos\ngo ponder\n",
        "perft 9\n",
        "go\nquit\n",
    ],
)
def test_the_end_of_the_input_ends_a_search(script: str) -> None:
    start = time.monotonic()
    result = program(script)
    assert time.monotonic() - start < 5
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.count(b"bestmove") == script.count("go")


def test_nobody_reads() -> None:
    with subprocess.Popen(
        [*PROGRAM, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"uci\ngo infinite\n")
        process.stdin.close()
        assert process.wait(20) == 1
        assert process.stderr.read() == b""


def test_ctrl_c() -> None:
    with subprocess.Popen(
        [*PROGRAM, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"info")
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert time.monotonic() - start < 1
        assert process.stderr.read().strip() == b""

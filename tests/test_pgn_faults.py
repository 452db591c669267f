"""Faulty game records: each fault is told with its place, and the next game is read."""

from __future__ import annotations

import io
import pickle
import random
from pathlib import Path

import pytest

from circularchess import Game, PgnError, Variant
from circularchess.pgn import MAX_FAULTS, PgnFault, parse_game, read_games, write_game
from random_games import VARIANTS, random_game

THREE = '[Variant "bhati-3"]\n\n'
GOOD = '\n[Event "the next"]\n\n1. b3 c6 *\n'

#: Kind, record, place and words of its first fault, and how many moves of the main line are kept.
FAULTS = [
    # Tags.
    ("tag without quotes", "[Event Cup]\n\n1. b3 *", 1, 1, "not a tag: '[Event Cup]'", 1),
    ("tag without end", '[Event "Cup"\n\n1. b3 *', 1, 1, "not a tag", 1),
    ("tag without end quote", '[Event "Cup]\n\n1. b3 *', 1, 1, "not a tag", 1),
    ("tag without value", "[Event]\n\n1. b3 *", 1, 1, "not a tag: '[Event]'", 1),
    ("tag without name", '["Cup"]\n\n1. b3 *', 1, 1, "not a tag", 1),
    ("tag name with a sign", '[Ev-ent "Cup"]\n\n1. b3 *', 1, 1, "not a tag", 1),
    ("tag over two lines", '[Event "Cup\nfinal"]\n\n1. b3 *', 1, 1, "not a tag", 0),
    ("bracket alone", "[\n\n1. b3 *", 1, 1, "not a tag: '['", 1),
    ("closing bracket", '[Event "a"]]\n\n1. b3 *', 1, 12, "']' where a move", 0),
    ("tag twice", '[Event "a"]\n[Event "b"]\n\n1. b3 *', 2, 1, "'Event' stands twice", 1),
    ("second tag of a line", '[Event "a"] [Site b]\n\n1. b3 *', 1, 13, "not a tag: '[Site b]'", 1),
    ("control character", '[White "A\0nn"]\n\n1. b3 *', 1, 1, "tag White: a control character", 1),
    ("unknown variant", '[Variant "x"]\n\n1. b3 *', 1, 1, "tag Variant: unknown variant 'x'", 0),
    ("empty variant", '[Variant ""]\n\n1. b3 *', 1, 1, "tag Variant: unknown variant ''", 0),
    ("no such option", '[Options "x=1"]\n\n1. b3 *', 1, 1, "tag Options: ", 0),
    ("option without value", '[Options "check"]\n\n1. b3 *', 1, 1, "'check' is not of the form", 0),
    ("bad value of an option", '[Options "check=no"]\n\n1. b3 *', 1, 1, "tag Options: ", 0),
    ("option twice", '[Options "check=strict,check=snaffle"]\n\n*', 1, 1, "stands twice", 0),
    ("option without meaning", '[Options "stalemate=draw"]\n\n1. b3 *', 1, 1, "tag Options", 0),
    ("bad position text", '[FEN "x"]\n\n1. b3 *', 1, 1, "tag FEN: 6 fields", 0),
    ("no kings", '[FEN "16/16/16/16 w - - 0 1"]\n\n1. b3 *', 1, 1, "tag FEN: ", 0),
    ("other board", '[Variant "bhati-2"]\n[FEN "K7k7/16/16/16 w - - 0 1"]\n*', 2, 1, "tag FEN", 0),
    ("SetUp without FEN", '[SetUp "1"]\n\n1. b3 *', 1, 1, "tag SetUp: '1' without", 1),
    ("SetUp 0 with FEN", '[FEN "K7k7/16/16/16 w - - 0 1"]\n[SetUp "0"]\n\n*', 2, 1, "tag SetUp", 0),
    ("odd SetUp", '[SetUp "yes"]\n\n1. b3 *', 1, 1, "tag SetUp: 'yes' is neither", 1),
    ("no result of the variant", '[Result "r+g"]\n\n1. b3 *', 1, 1, "tag Result: no result", 1),
    ("other result", '[Result "1-0"]\n\n1. b3 0-1', 1, 1, "'1-0', but the moves end with '0-1'", 1),
    # Moves.
    ("no move", "1. b3 hello *", 1, 7, "not a move: 'hello'", 1),
    (
        "illegal move",
        "1. b3 c5 2. c3 *",
        1,
        7,
        "illegal move 'c5' (b to move: c5 is two steps away from c7)",
        1,
    ),
    (
        "move of the other army",
        "1. c6 *",
        1,
        4,
        "illegal move 'c6' (w to move: c6 is four steps away from c2)",
        0,
    ),
    ("square off the board", "1. e3 *", 1, 4, "illegal move 'e3' (e3 is not on the board)", 0),
    ("file off the board", "1.\nb17 *", 2, 1, "illegal move 'b17' (b17 is not", 0),
    ("ambiguous", '[FEN "K7k7/16/2N3N9/16 w - - 0 1"]\n\n1. Na5 *', 3, 4, "ambiguous move", 0),
    ("no promotion", "1. b3=Q *", 1, 4, "illegal move 'b3=Q' (no promotion there)", 0),
    ("nothing taken", "1. Nxb3 *", 1, 4, "(nothing to capture on b3)", 0),
    ("castling where there is none", "1. O-O *", 1, 4, "castling is not possible", 0),
    ("null move", "1. -- *", 1, 4, "not a move: '--'", 0),
    ("number run into the move", "1b3 *", 1, 1, "illegal move '1b3'", 0),
    ("letters of another script", "1. ж3 *", 1, 4, "not a move", 0),
    ("move glued to a move", "1. b3c6 *", 1, 4, "illegal move 'b3c6'", 0),
    ("wrong number", "1. b3 c6 3. c3 *", 1, 10, "round '3' where 2 is due", 3),
    ("number zero", "0. b3 *", 1, 1, "round '0' where 1 is due", 1),
    ("enormous number", f"{'9' * 5000}. b3 *", 1, 1, "round '999", 1),
    ("figure of another script", "٣. b3 *", 1, 1, "round '٣' where 1 is due", 1),
    (
        "moves after mate",
        '[FEN "K4R7k2/16/16/16 b - - 0 1"]\n1... Ka14 2. Ka1 *',
        2,
        6,
        "illegal",
        0,
    ),
    ("angle brackets", "1. b3 <c6> *", 1, 7, "'<' where a move or a comment belongs", 1),
    ("quotes", '1. b3 "c6" *', 1, 7, "'\"' where a move", 1),
    ("bracket among the moves", '1. b3 [Event "x"] c6 *', 1, 7, "'[' among the moves", 1),
    ("brace that closes nothing", "1. b3 } c6 *", 1, 7, "'}' where a move", 1),
    ("comment in a comment", "1. b3 { a { b } c } c6 *", 1, 17, "not a move: 'c'", 1),
    ("comment without end", "1. b3 { and so on", 1, 7, "this comment is not closed", 1),
    # Glyphs.
    ("glyph without number", "1. b3 $ c6 *", 1, 7, "no annotation '$'", 2),
    ("glyph too large", "1. b3 $256 c6 *", 1, 7, "no annotation '$256'", 2),
    ("glyph without end", f"1. b3 ${'1' * 9000} c6 *", 1, 7, "no annotation '$111", 2),
    ("many marks", "1. b3!!! c6 *", 1, 6, "no annotation '!!!'", 2),
    ("glyph before the variation's move", "1. b3 ($1 c3) c6 *", 1, 8, "before the first move", 2),
    # Variations.
    ("variation without end", "1. b3 (1. c3 *", 1, 7, "this variation is not closed", 1),
    ("result in a variation", "1. b3 (1. c3 *) c6 *", 1, 14, "result '*' inside a variation", 2),
    ("end without variation", "1. b3 ) c6 *", 1, 7, "')' without '('", 2),
    ("variation of nothing", "(1. c3) 1. b3 *", 1, 1, "a variation before the first move", 1),
    ("variation in a variation", "1. b3 ((1. c3)) c6 *", 1, 8, "variation before the first", 2),
    ("empty variation", "1. b3 () c6 *", 1, 8, "a variation without a move", 2),
    ("illegal in a variation", "1. b3 (1. c9 c6 (1. x) c7) c6 *", 1, 11, "illegal move 'c9'", 2),
    ("open at the end", "1. b3 (1. c3 c6", 1, 7, "this variation is not closed", 1),
    # The end.
    ("no result", "1. b3 c6", 1, 7, "the game ends without a result", 2),
    ("only tags", '[White "Ann"]', 1, 1, "the game ends without a result", 0),
    ("result of another variant", "1. b3 r+g\n", 1, 7, "no result 'r+g': it is one of", 1),
    ("half a result", "1. b3 1/2 *", 1, 7, "not a move: '1/2'", 1),
    (
        "result against the moves",
        '[FEN "K4R7k2/16/16/16 w - - 0 1"]\n\n1. Rd14# 0-1',
        3,
        10,
        "the result '0-1' does not fit the moves: king taken, '1-0'",
        1,
    ),
    # Commands.
    ("resigning of nobody", "1. b3 {[%resign x]} *", 1, 7, "the command '[%resign x]' names", 1),
    ("resigning without army", "1. b3 {[%resign]} *", 1, 7, "names no army", 1),
    ("command without end", "1. b3 {[%time w} *", 1, 7, "the command '[%time w' names no army", 1),
    ("resigning twice", "1. b3 {[%resign w] [%resign w]} 0-1", 1, 7, "it is over", 2),
    # Bhati's form.
    ("R in a game of two", "1. b3 R *", 1, 7, "not a move: 'R'", 1),
    ("S where none is stuck", THREE + "1. a4 .. S .. b42 *", 3, 10, "no army is stalemated", 1),
    ("# where none is mated", THREE + "1. a4 .. # *", 3, 10, "'#' where no army is mated", 1),
    ("place left out", THREE + "1. a4 Nb23 *", 3, 7, "0 times '..' before a move of 'y'", 2),
    ("place too many", THREE + "1. a4 .. .. Nb23 *", 3, 13, "2 times '..'", 2),
    ("places at the start", THREE + "1. .. a4 *", 3, 7, "1 times '..' before a move of 'r'", 1),
    ("three dots", THREE + "1. a4 ... Nb23 *", 3, 7, "3 dots in a row", 2),
    ("unknown letter", THREE + "1. a4 .. X *", 3, 10, "not a move: 'X'", 1),
    ("gone already", THREE + "1. a4 {[%resign b][%resign b]} *", 3, 7, "it is not in play", 2),
    ("two-army result", THREE + "1. a4 1-0", 3, 7, "no result '1-0': it is one of", 1),
]


def read(text: str) -> list[Game]:
    return list(read_games(io.StringIO(text)))


@pytest.mark.parametrize(
    ("record", "line", "column", "words", "kept"),
    [fault[1:] for fault in FAULTS],
    ids=[fault[0] for fault in FAULTS],
)
def test_faults(record: str, line: int, column: int, words: str, kept: int) -> None:
    met: list[PgnFault] = []
    games = list(read_games(io.StringIO(record), on_fault=met.append))
    game = games[0]
    first = min(game.faults, key=lambda fault: fault[:2])
    assert (first.line, first.column) == (line, column)
    assert words in first.message
    assert "\n" not in first.message
    assert len(first.message) < 300
    assert sum(1 for _ in game.mainline()) == kept
    assert [fault for each in games for fault in each.faults] == met
    # What was kept can be written and read without fault, and is the same.
    (again,) = read(write_game(game))
    assert again.faults == ()
    assert again == game
    with pytest.raises(PgnError) as caught:
        parse_game(record)
    assert str(caught.value).startswith(f"line {game.faults[0].line}, column ")
    assert pickle.loads(pickle.dumps(caught.value)).line == game.faults[0].line


@pytest.mark.parametrize(
    "record",
    # A comment that nobody closes takes the rest of the file with it.
    [fault[1] for fault in FAULTS if fault[0] != "comment without end"],
    ids=[fault[0] for fault in FAULTS if fault[0] != "comment without end"],
)
def test_the_next_game_is_read(record: str) -> None:
    *_, last = read(record + "\n" + GOOD)
    assert last.headers == {"Event": "the next"}
    assert [node.san() for node in last.mainline()] == ["b3", "c6"]
    assert last.faults == ()


def test_there_are_enough_kinds() -> None:
    assert len({fault[0] for fault in FAULTS}) == len(FAULTS) >= 40
    assert len({fault[1] for fault in FAULTS}) == len(FAULTS)


def test_several_faults_of_one_game() -> None:
    (game,) = read("1. b3 $999 (1. x) c6 3. c3 (2. y) ) c7 1-0")
    assert [str(fault) for fault in game.faults] == [
        "line 1, column 7: no annotation '$999': a number from 0 to 255 belongs after '$'",
        "line 1, column 16: not a move: 'x'",
        "line 1, column 22: round '3' where 2 is due",
        "line 1, column 32: not a move: 'y'",
        "line 1, column 35: ')' without '('",
        "line 1, column 37: illegal move 'c7' (b to move: no bP goes straight to c7)",
    ]
    assert game.result == "1-0"


def test_a_variation_with_a_fault_does_no_harm_to_the_line() -> None:
    (game,) = read("1. b3 (1. c3 c6 (1... x (1... d6) 2. d3) 2. Nb14) 1... c6 2. c3 *")
    assert len(game.faults) == 1
    assert [node.san() for node in game.mainline()] == ["b3", "c6", "c3"]
    other = game.variations[1]
    assert [node.san() for node in other.mainline()] == ["c6", "Nb14"]


def test_no_end_of_faults() -> None:
    (first, second) = read("1. b3 " + "$ " * 10_000 + "\nnonsense {\n" + GOOD)
    assert len(first.faults) == MAX_FAULTS
    assert second.faults == ()


def test_records_in_the_wrong_encoding(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes('1. b3 *\n\n[White "Müller"]\n\n1. b3 *'.encode("latin-1"))
    with path.open(encoding="utf-8") as file:
        games = list(read_games(file))
    assert "cannot be decoded" in games[-1].faults[0].message


@pytest.mark.parametrize("text", ["", "{comment}", "1. b3 *\n\n1. c3 *"])
def test_not_exactly_one_game(text: str) -> None:
    with pytest.raises(PgnError):
        parse_game(text)
    with pytest.raises(PgnError):
        parse_game(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_records(seed: int) -> None:
    chance = random.Random(seed)
    variant: Variant = VARIANTS[seed % len(VARIANTS)]
    text = write_game(random_game(variant, seed, size=40))
    for _ in range(10):
        letters = list(text)
        for _ in range(chance.choice((1, 1, 3, 30))):
            place = chance.randrange(len(letters))
            deed = chance.random()
            if deed < 0.4:
                letters[place] = chance.choice('(){}[]"\\%;$#.*x1aR\n \0\ufeff\ud800é')
            elif deed < 0.7:
                del letters[place : place + chance.randrange(1, 20)]
                letters.append(" ")
            else:
                letters[place:place] = letters[: chance.randrange(50)]
        for game in read("".join(letters)):
            assert all(fault.line >= 1 and fault.column >= 1 for fault in game.faults)
            assert not any("\n" in fault.message for fault in game.faults)
            list(game.replay())
            again = read(write_game(game))
            assert again == [game]
            assert again[0].faults == ()

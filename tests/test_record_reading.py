"""Reading records: work in proportion to length, results where they stand, lines, rounds."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from circularchess import Game, InvalidJsonError, PgnError, Variant, variants
from circularchess.game import possible_results
from circularchess.pgn import read_games, write_game
from circularchess.records.json_format._check import Place, load
from counted_text import CountedText, Work, counted
from random_games import random_game

# --- Work in proportion to length ----------------------------------------------------------------

#: What a record may have any number of, by a name: begin, what comes again and again, end.
SHAPES = {
    "comments after a move": ("1. b3 ", "{x} ", "c6 *"),
    "comments before the first move": ("", "{x} ", "1. b3 c6 *"),
    "comments before a variation": ("1. b3 (", "{x} ", "1. c3) c6 *"),
    "comments in a variation": ("1. b3 (1. c3 ", "{x} ", ") c6 *"),
    "comments at the end": ("1. b3 c6 ", "{x} ", "*"),
    "comments and numbers": ("1. b3 ", "{x} 1... ", "c6 *"),
    "comments and glyphs": ("1. b3 ", "{x} $1 ", "c6 *"),
    "comments between variations": ("1. b3 ", "{x} (1. c3) ", "c6 *"),
    "comments to the end of the line": ("1. b3 ", "; x\n", "c6 *"),
    "lines of a comment": ("1. b3 {", "x\n", "} c6 *"),
    "lines of a comment without end": ("1. b3 {", "x\n", ""),
    "brackets in a comment": ("1. b3 {", "[x\n", "} c6 *"),
    "one comment": ("1. b3 {", "x y ", "} c6 *"),
    "commands in a comment": ("1. b3 {", "[%clk 1] ", "} c6 *"),
    "commands that are none": ("1. b3 {", "[%resign ", "} c6 *"),
    "tags among the moves": ("1. b3 ", '[A "x"] ', "c6 *"),
    "brackets among the moves": ("1. b3 ", "[ ", "c6 *"),
    "tags": ("", '[A "x"] ', "1. b3 *"),
    "lines of tags": ("", '[A "x"]\n', "1. b3 *"),
    "a tag's value": ('[A "', "x", '"] 1. b3 *'),
    "a tag's escapes": ('[A "', '\\"', '"] 1. b3 *'),
    "a tag's name": ("[", "A", '"x"] 1. b3 *'),
    "a tag's spaces": ("[A", " ", '"x"] 1. b3 *'),
    "a tag without end": ('[A "', "x ", "\n1. b3 *"),
    "the options": ('[Options "check=strict', ",", '"] 1. b3 *'),
    "nested variations": ("1. b3 ", "(1. c3 ", "*"),
    "closed variations": ("1. b3 ", "(1. c3) ", "c6 *"),
    "ends of variations": ("1. b3 ", ") ", "c6 *"),
    "variations after a fault": ("1. b3 (1. zz ", "(1. c3 ", "*"),
    "glyphs": ("1. b3 ", "$1 ", "c6 *"),
    "one glyph": ("1. b3 $", "1", " c6 *"),
    "glyphs and results": ("1. b3 (1. c3 ", "$11-0 ", ") c6 *"),
    "numbers and results": ("1. b3 (1. c3 ", "1-01. ", ") c6 *"),
    "marks": ("1. b3 ", "! ", "c6 *"),
    "dots": ("1. b3 ", "..", " c6 *"),
    "dots apart": ("1. b3 ", ".. ", "c6 *"),
    "numbers": ("1. b3 ", "1 ", "c6 *"),
    "one number": ("", "1", ". b3 *"),
    "one word": ("", "x", " *"),
    "results in a variation": ("1. b3 (1. c3 ", "* ", ") c6 *"),
    "games": ("", "1. b3 * ", "*"),
    "glued games": ("", "1. b3*", "*"),
    "results": ("", "* ", ""),
    "empty lines": ("1. b3", "\n", "c6 *"),
    "blank lines": ("1. b3", "\n \t", "\nc6 *"),
    "spaces": ("1. b3", " ", "c6 *"),
    "escaped lines": ("1. b3\n", "% x\n", "c6 *"),
    "one escaped line": ("1. b3\n%", " x", "\nc6 *"),
    "what cannot be": ("1. b3 ", "} ", "c6 *"),
    "moves": ("", "Nb3 Nb11 Nc1 Nc9 ", "*"),
    "moves after a fault": ("1. zz ", "b3 ", "*"),
    "glued results after a fault": ("1. zz (", "b31-0 ", "*"),
    "glued results of nothing": ("1. b3 ", "x1-0", " *"),
}


def work_of(text: str, *, lines: bool) -> Work:
    with counted() as work:
        source: Any = text.splitlines() if lines else [text]
        texts = []
        for line in source:
            counting = CountedText(line)
            counting.work = work
            texts.append(counting)
        for _ in read_games(texts):
            pass
    return work


@pytest.mark.parametrize("lines", [False, True], ids=["text", "lines"])
@pytest.mark.parametrize("shape", SHAPES)
def test_four_times_the_text_is_four_times_the_work(shape: str, lines: bool) -> None:
    begin, again, end = SHAPES[shape]
    few, many = (work_of(begin + again * n + end, lines=lines) for n in (250, 1000))
    # What is quadratic has sixteen times the work. The rest is what a text costs once.
    assert many.steps <= 4.5 * few.steps + 200
    assert many.characters <= 4.5 * few.characters + 200


class CountedKey(str):
    """A key of JSON that counts how often it is compared."""

    __slots__ = ()
    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        CountedKey.compared += 1
        return str.__eq__(self, other)


@pytest.mark.parametrize("shape", ["keys", "items"])
def test_json_takes_work_in_proportion(shape: str) -> None:
    def compared(size: int) -> int:
        CountedKey.compared = 0
        keys = [CountedKey(f"key {number}") for number in range(size)]
        if shape == "items":
            assert Place(keys, "list").texts(lambda place: place.value) == keys
        else:
            from circularchess.records.json_format._check import _unique

            with pytest.raises(InvalidJsonError, match=f"'key {size - 1}' stands twice"):
                _unique([(key, 0) for key in keys] + [(keys[-1], 1)])
        return CountedKey.compared

    assert compared(1000) <= 4.5 * compared(250) + 200


def test_large_json_is_read_at_once() -> None:
    keys = {f"x{number}": number for number in range(20_000)}
    text = json.dumps(keys)[:-1] + ', "x19999": 0}'
    with pytest.raises(InvalidJsonError, match="'x19999' stands twice"):
        load(text, "game")


# --- Results -------------------------------------------------------------------------------------

LINE = "1. b3 c6 2. c3"


@pytest.mark.parametrize("result", ["*", "1-0", "0-1", "1/2-1/2"])
@pytest.mark.parametrize("glue", ["", " "])
@pytest.mark.parametrize("after", [" ", "\n", "\n\n", "glued"])
def test_a_result_glued_to_a_move(result: str, glue: str, after: str) -> None:
    if after == "glued":
        # Only `*` ends itself: `1-01` may be anything.
        after = "" if result == "*" else " "
    text = f"{LINE}{glue}{result}{after}1. a3 {{x}}{glue}{result}"
    first, second = read_games(io.StringIO(text))
    assert (first.faults, second.faults) == ((), ())
    assert [node.san() for node in first.mainline()] == ["b3", "c6", "c3"]
    assert [node.san() for node in second.mainline()] == ["a3"]
    assert (first.result, second.result) == (result, result)


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_results_glued_in_every_variant(variant: Variant) -> None:
    for seed in range(8):
        game = random_game(variant, seed, size=12, annotated=False, departures=0.1)
        words = write_game(game).partition("\n\n")[2].split()
        # One letter may be a piece to promote to, so it must stand alone.
        results = [text for text in possible_results(variant) if len(text) > 1 or text == "*"]
        if words[-1] not in results or len(words) < 2:
            continue
        glued = " ".join(words[:-1]) + words[-1]
        text = write_game(game).partition("\n\n")[0] + f"\n\n{glued}\n"
        (again,) = read_games(io.StringIO(text))
        assert again.faults == ()
        assert again == game


@pytest.mark.parametrize("result", ["*", "1-0", "0-1", "1/2-1/2"])
def test_a_glued_result_after_a_fault_ends_the_game(result: str) -> None:
    for moves in ("1. b3 zz c6", "1. b3 c9", "1. b3 (1. zz) c9 2. c3"):
        first, second = read_games(io.StringIO(f"{moves}{result} 1. a3 *"))
        assert (len(first.faults), first.result) == (1 + ("(" in moves), result)
        assert [node.san() for node in second.mainline()] == ["a3"]
        assert second.faults == ()


def test_results_inside_variations_end_nothing() -> None:
    for result in ("*", "1-0", "0-1", "1/2-1/2"):
        for glue in ("", " "):
            (game,) = read_games(io.StringIO(f"1. b3 (1. c3 c6{glue}{result}) c6 2. c3 *"))
            (fault,) = game.faults
            assert fault.message == f"result {result!r} inside a variation"
            assert fault.column == 16 + len(glue)
            assert [node.san() for node in game.mainline()] == ["b3", "c6", "c3"]
            assert [node.san() for node in game.variations[1].mainline()] == ["c6"]


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
def test_results_glued_to_what_is_no_move(result: str) -> None:
    for glued, nags in ((f"c6$1{result}", [1]), (f"c6!?{result}", [5]), (f"c6 $14{result}", [14])):
        for more in ("", " ", " 1. a3 *", "{well} 1. a3 *"):
            game = next(read_games(io.StringIO(f"1. b3 {glued}{more}")))
            assert game.faults == ()
            assert (game.end().ply, game.end().nags, game.result) == (2, nags, result)
    # The number of the next game.
    first, second = read_games(io.StringIO(f"1. b3 {result}1. c3 c6*"))
    assert (first.faults, first.end().ply, first.result) == ((), 1, result)
    assert (second.faults, second.end().ply, second.result) == ((), 2, "*")


def test_what_only_looks_like_a_glued_result() -> None:
    for text in ("x1-0", "b3-1-0", "1-0-1", "-1-0", "b31/2", "0-0-1", "r1-0", "R1-0"):
        (game,) = read_games(io.StringIO(f"{text}\n"))
        assert game.end().ply == 0
        assert game.faults


# --- Lines ---------------------------------------------------------------------------------------

#: What some programs take for the end of a line, besides what files use.
NO_ENDS = ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


def shown(game: Game) -> tuple[object, ...]:
    return (game.to_json(), [str(fault) for fault in game.faults])


@pytest.mark.parametrize("seed", range(40))
def test_lines_are_cut_alike_wherever_a_record_comes_from(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    text = (
        '[Event "Cup"]\n[Site "here"]\n\n1. b3 {a comment} c6 ; to the end\n'
        "% escaped line\n2. c3 (2. d3 {other}\nd6) c5 *\n"
    )
    letters = list(text)
    for _ in range(chance.randrange(1, 6)):
        letters.insert(chance.randrange(len(letters)), chance.choice([*NO_ENDS, "\r", "\r\n", "%"]))
    text = "".join(letters)
    path = tmp_path / "game.pgn"
    path.write_bytes(text.encode())
    games = list(read_games(io.BytesIO(text.encode())))
    found = [shown(game) for game in games]
    for source in (path, [text], io.StringIO(text, newline=None)):
        assert [shown(game) for game in read_games(source)] == found
    if len(games) != 1:
        return
    if games[0].faults:
        with pytest.raises(PgnError) as caught:
            Game.from_pgn(text)
        assert str(caught.value) == str(games[0].faults[0])
    else:
        assert shown(Game.from_pgn(text)) == found[0]


@pytest.mark.parametrize("letter", NO_ENDS)
def test_other_signs_end_no_line(letter: str) -> None:
    for text in (f"1. b3 ; to{letter}the end\nc6 *", f"1. b3\n% escaped{letter}junk ( }}\nc6 *"):
        game = Game.from_pgn(text)
        assert [node.san() for node in game.mainline()] == ["b3", "c6"]
    with pytest.raises(PgnError, match=r"^line 2, column 3: "):
        Game.from_pgn(f"1. b3{letter}c6{letter}\n2{letter}zz *")
    with pytest.raises(PgnError, match="control character"):
        Game.from_pgn(f'[Event "a{letter}b"]\n\n1. b3 *')


# --- Numbers of rounds ---------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.id)
def test_records_numbered_from_one(variant: Variant) -> None:
    """A record of a game that begins in the middle, numbered as if it began there."""
    for seed in range(6):
        base = random_game(variant, seed, size=20, annotated=False, departures=0)
        middle = base.end().position
        if middle.end is not None:
            continue
        setup = middle.setup()
        setup.round = 7
        game = Game(variant, start=setup)
        chance, node = random.Random(seed), game.end()
        for _ in range(9):
            if node.position.end is None:
                node = node.add(chance.choice(node.position.legal_moves()))
        if len(game.variations) == 1 and game.position.end is None:
            legal = game.position.legal_moves()
            game.add(legal[-1], comment="a variation")
        written = write_game(game)
        setup.round = 1
        other = Game(variant, start=setup)
        _same_moves(game, other)
        head, moves = written.partition("\n\n")[0], write_game(other).partition("\n\n")[2]
        (again,) = read_games(io.StringIO(f"{head}\n\n{moves}"))
        assert again.faults == ()
        assert again == game
        assert write_game(again) == written
        # And the other way round: a text that says round 1, moves with the true numbers.
        head, moves = write_game(other).partition("\n\n")[0], written.partition("\n\n")[2]
        again = Game.from_pgn(f"{head}\n\n{moves}")
        assert again == other


def _same_moves(game: Game, other: Game) -> None:
    nodes = [(game, other)]
    while nodes:
        one, twin = nodes.pop()
        for child in one.variations:
            assert child.action is not None
            nodes.append((child, twin.add(child.action, comment=child.comment)))  # type: ignore[arg-type]


def test_numbers_must_go_on_as_they_began() -> None:
    head = '[FEN "K7k7/16/16/R15 w - - 7 7"]\n\n'
    for moves in ("1. Kd2 Kd8 2. Kd1 Kd9", "7. Kd2 Kd8 8. Kd1 Kd9", "Kd2 Kd8 2. Kd1 2... Kd9"):
        assert Game.from_pgn(f"{head}{moves} *").end().ply == 4
    for moves, due in (
        ("1. Kd2 Kd8 8. Kd1 Kd9", "round '8' where 2 is due"),
        ("7. Kd2 Kd8 2. Kd1 Kd9", "round '2' where 8 is due"),
        ("3. Kd2 Kd8 2. Kd1 Kd9", "round '3' where 7 is due"),
        ("1. Kd2 Kd8 3. Kd1 Kd9", "round '3' where 2 is due"),
    ):
        with pytest.raises(PgnError, match=due):
            Game.from_pgn(f"{head}{moves} *")
    # Without a position there is nothing else to count from.
    with pytest.raises(PgnError, match="round '7' where 1 is due"):
        Game.from_pgn("7. b3 c6 *")


# --- Comments without end ------------------------------------------------------------------------

GAMES = [
    '[Event "one"]\n[Result "1-0"]\n\n1. b3 c6 2. c3 1-0\n',
    '[Event "two"]\n[White "Ann"]\n[Result "0-1"]\n\n1. c3 (1. b3 c6) 1... d6 0-1\n',
    '[Event "three"]\n\n{Well} 1. a3 *\n',
]


@pytest.mark.parametrize("blank", ["\n", ""], ids=["blank line", "no blank line"])
def test_a_comment_without_end_takes_one_game(blank: str) -> None:
    for broken in range(len(GAMES)):
        text = GAMES[broken]
        first = text.index("\n\n") + 2
        for place in range(first, len(text)):
            if "}" in text[place:]:
                continue  # there is its end
            damaged = [*GAMES]
            damaged[broken] = text[:place] + " { " + text[place:]
            games = list(read_games(io.StringIO(blank.join(damaged))))
            names = [game.headers.get("Event") for game in games]
            if text[place:].strip() == "":
                # After the result the comment belongs to the next game, or to none.
                assert names[:3] == ["one", "two", "three"]
                assert sum(len(game.faults) for game in games) == 1
                continue
            assert names == ["one", "two", "three"]
            for number, game in enumerate(games):
                if number != broken:
                    assert game.faults == ()
                    assert game == Game.from_pgn(GAMES[number])
            faults = games[broken].faults
            told = [fault.message for fault in faults]
            assert "this comment is not closed" in told
            if len(told) > 1:  # the brace cut a word in two, or a number from its move
                assert len(told) == 2
                assert text[place - 1 : place].strip()
            # The tag says what the moves no longer do.
            tag = games[broken].to_json()
            assert f'"result":"{Game.from_pgn(text).result}"' in tag
            assert Game.from_pgn(games[broken].to_pgn()) == games[broken]


def test_a_comment_without_end_among_the_tags() -> None:
    text = '[Event "one"] {so\n[Site "here"]\n\n1. b3 *\n\n[Event "two"]\n\n1. c3 *\n'
    one, two = read_games(io.StringIO(text))
    assert (one.headers, [node.san() for node in one.mainline()]) == (
        {"Event": "one", "Site": "here"},
        ["b3"],
    )
    assert ([fault.message for fault in one.faults], two.faults) == (
        ["this comment is not closed"],
        (),
    )
    assert two.headers == {"Event": "two"}
    text = '[Event "one"]\n\n{so 1. b3 *\n\n[Site "there"]\n[Event "two"]\n\n1. c3 *\n'
    one, two = read_games(io.StringIO(text))
    assert (one.headers, one.end().ply, len(one.faults)) == ({"Event": "one"}, 0, 1)
    assert (two.headers["Event"], two.end().ply, two.faults) == ("two", 1, ())


def test_comments_over_lines_are_no_faults() -> None:
    text = "1. b3 {see\n[%clk 0:01:00]\n[ and\n  [Event]\n so on} c6 *"
    assert Game.from_pgn(text).end().ply == 2

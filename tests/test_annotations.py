"""Clocks, scores, arrows and the tree of a game, against python-chess on the same game."""

from __future__ import annotations

import io
import random
from typing import Any

import chess
import chess.engine
import chess.pgn
import chess.svg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from circularchess import Game, InvalidGameError, InvalidSquareError, Move, NoVariationError
from circularchess.svg import Arrow
from circularchess.values.score import Cp, Mate, MateGiven, PovScore, Score

WORDS = st.lists(st.sampled_from(["Slow.", "but", "sound", "(!)", "[%foo 1]", "5%"]), max_size=4)
SECONDS = st.one_of(
    st.none(), st.integers(0, 400_000), st.integers(0, 4_000_000).map(lambda n: n / 1000)
)
CENTIPAWNS = st.integers(-20_000, 20_000)
MATES = st.integers(-60, 60).filter(bool)
SQUARES = st.sampled_from(chess.SQUARE_NAMES)
COLORS = st.sampled_from(["green", "red", "yellow", "blue"])
ARROWS = st.lists(st.tuples(SQUARES, SQUARES, COLORS), max_size=5)


def twins(comment: str = "") -> tuple[Any, Any]:
    """A node of ours and one of python-chess, after 1. e4."""
    ours = Game("orthodox").add_san("e4", comment=comment)
    theirs = chess.pgn.Game().add_variation(chess.Move.from_uci("e2e4"), comment=comment)
    return ours, theirs


def their_score(score: PovScore) -> chess.engine.PovScore:
    relative = score.relative
    mate = relative.mate()
    value = chess.engine.Cp(relative.score() or 0) if mate is None else chess.engine.Mate(mate)
    return chess.engine.PovScore(value, score.turn == "w")


STEPS = st.one_of(
    st.tuples(st.just("clock"), SECONDS),
    st.tuples(st.just("emt"), SECONDS),
    st.tuples(st.just("eval"), st.none() | CENTIPAWNS.map(Cp) | MATES.map(Mate)),
    st.tuples(st.just("arrows"), ARROWS),
)


@given(WORDS, st.lists(st.tuples(STEPS, st.integers(0, 40) | st.none()), max_size=6))
def test_comments_are_as_those_of_python_chess(
    words: list[str], steps: list[tuple[tuple[str, Any], int | None]]
) -> None:
    ours, theirs = twins(" ".join(words))
    for (what, value), depth in steps:
        if what == "eval":
            score = None if value is None else PovScore(value, "b")
            ours.set_eval(score, depth)
            theirs.set_eval(None if score is None else their_score(score), depth)
        elif what == "arrows":
            ours.set_arrows(value)
            theirs.set_arrows(
                [
                    chess.svg.Arrow(chess.parse_square(a), chess.parse_square(b), color=color)
                    for a, b, color in value
                ]
            )
        else:
            getattr(ours, f"set_{what}")(value)
            getattr(theirs, f"set_{what}")(value)
        assert ours.comment == theirs.comment
        same_annotations(ours, theirs)


def same_annotations(ours: Any, theirs: Any) -> None:
    assert ours.clock() == theirs.clock()
    assert ours.emt() == theirs.emt()
    assert ours.eval_depth() == theirs.eval_depth()
    score = ours.eval()
    assert (None if score is None else their_score(score)) == theirs.eval()
    assert [(a.tail, a.head, a.color) for a in ours.arrows()] == [
        (chess.square_name(a.tail), chess.square_name(a.head), a.color) for a in theirs.arrows()
    ]


@pytest.mark.parametrize(
    "comment",
    [
        "[%clk 1:2:3]",
        "[%clk 0:00:01.5 ]",
        "[%clk 12:34]",
        "[%clk -1:00:00]",
        "[%clk 1:99:99]",
        "[%clk 0:00:07.]",
        "[%emt 0:0:7]",
        "[%clk 0:00:01][%clk 0:00:02]",
        "[%eval #-3,20]",
        "[%eval #+3]",
        "[%eval 1]",
        "[%eval .5]",
        "[%eval 0.5.]",
        "[%eval 0.17,]",
        "[%eval -12.345]",
        "[%eval 0.1][%eval 0.2]",
        "before [%csl Gd4,Re5,Ga9] after",
        "[%csl Gd4,Re5][%cal Ge2e4,Yd7d5][%cal Ba1h8]",
        "[%csl gd4]",
        "[%cal Ge2]",
        "[%csl Gd4 ]",
        "[%clk\t0:00:01]",
        "a [%clk 0:00:01] b [%eval 0.3,4] c",
    ],
)
def test_commands_are_read_as_python_chess_reads_them(comment: str) -> None:
    same_annotations(*twins(comment))


def test_the_view_of_a_score_is_that_of_the_first_side() -> None:
    game = Game("bhati-6-pairs")  # r+g, o+b, y+p, in the order r o y g b p
    node = game.end().add(next(iter(game.start_board().legal_moves)))
    node.comment = "[%eval 1.50]"
    score = node.eval()
    assert score is not None
    assert (score.turn, score.relative) == ("o", Cp(-150))
    assert score.pov("r") == score.pov("g") == Cp(150)
    assert score.pov("b") == Cp(-150)
    node.set_eval(PovScore(Cp(30), "o", allies="b"))
    assert node.comment == "[%eval -0.30]"


def test_a_mate_on_the_board_is_not_written() -> None:
    node = Game("orthodox").add_san("e4", comment="[%eval 0.20]")
    for score in (Mate(0), MateGiven):
        node.set_eval(PovScore(score, "b"))
        assert node.comment == ""


@pytest.mark.parametrize("variant", ["circular", "bhati-6", "three-man", "byzantine-citadel"])
def test_arrows_speak_the_names_of_the_board(variant: str) -> None:
    game = Game(variant)
    squares = list(game.variant.squares())
    rng = random.Random(variant)
    arrows = [(rng.choice(squares), rng.choice(squares), "blue") for _ in range(20)]
    game.set_arrows(arrows)
    again = Game.from_pgn(game.to_pgn())
    marks = [(a, b, c) for a, b, c in arrows if a == b] + [x for x in arrows if x[0] != x[1]]
    assert [(a.tail, a.head, a.color) for a in again.arrows()] == marks


def test_squares_off_the_board_and_other_colours() -> None:
    node = Game("circular").add_san("b3", comment="[%cal Ga1a17][%csl Rb2]")
    assert node.arrows() == [Arrow("b2", "b2", "red")]
    with pytest.raises(InvalidSquareError, match="a17"):
        node.set_arrows([("a1", "a17")])
    with pytest.raises(InvalidGameError, match=r"no colour '#123456'"):
        node.set_arrows([Arrow("a1", "a2", "#123456")])
    assert node.comment == "[%cal Ga1a17][%csl Rb2]"


SCORES = st.one_of(CENTIPAWNS.map(Cp), st.integers(-60, 60).map(Mate), st.just(MateGiven))


@given(SCORES, SCORES)
def test_scores_are_ordered_as_those_of_python_chess(one: Score, other: Score) -> None:
    def theirs(score: Score) -> chess.engine.Score:
        if score is MateGiven:
            return chess.engine.MateGiven
        mate = score.mate()
        return chess.engine.Cp(score.score() or 0) if mate is None else chess.engine.Mate(mate)

    assert (one < other) == (theirs(one) < theirs(other))
    assert (one == other) == (theirs(one) == theirs(other))
    assert str(-one) == str(-theirs(one))
    assert str(abs(one)) == str(abs(theirs(one)))
    assert one.is_mate() == theirs(one).is_mate()
    for mate_score in (None, 100_000):
        assert one.score(mate_score=mate_score) == theirs(one).score(mate_score=mate_score)


# --- The tree ----------------------------------------------------------------------------------


def shape(node: Any) -> list[Any]:
    return [
        [child.move.uci(), child.comment, sorted(child.nags), shape(child)]
        for child in node.variations
    ]


def random_nodes(rng: random.Random) -> list[tuple[Any, Any]]:
    """Nodes of a game grown by the same calls in both."""
    ours, theirs = Game("orthodox"), chess.pgn.Game()
    nodes: list[tuple[Any, Any]] = [(ours, theirs)]
    for number in range(40):
        a, b = rng.choice(nodes)
        legal = sorted(move.uci() for move in b.board().legal_moves)
        text = rng.choice(legal)
        what = rng.randrange(5)
        notes: dict[str, Any] = {"comment": f"note {number}", "nags": [rng.randrange(1, 140)]}
        if what == 0:
            line = [text]
            board = b.board()
            board.push_uci(text)
            if any(board.legal_moves):
                line.append(rng.choice(sorted(move.uci() for move in board.legal_moves)))
            pair = (
                a.add_line([Move.from_uci(one) for one in line], **notes),
                b.add_line([chess.Move.from_uci(one) for one in line], **notes),
            )
        elif what == 1:
            del notes["nags"]
            pair = (
                a.add_main_variation(Move.from_uci(text), **notes),
                b.add_main_variation(chess.Move.from_uci(text), **notes),
            )
        elif what == 2 and a.variations:
            place = rng.randrange(len(a.variations))
            name = rng.choice(["promote", "demote", "promote_to_main"])
            getattr(a, name)(place)
            getattr(b, name)(place)
            continue
        else:
            pair = (
                a.add_variation(Move.from_uci(text), **notes),
                b.add_variation(chess.Move.from_uci(text), **notes),
            )
        nodes.append(pair)
    return nodes


@pytest.mark.parametrize("seed", range(12))
def test_trees_grow_and_answer_as_those_of_python_chess(seed: int) -> None:
    nodes = random_nodes(random.Random(seed))
    ours, theirs = nodes[0]
    assert shape(ours) == shape(theirs)
    for a, b in nodes:
        for name in ("is_end", "is_mainline", "is_main_variation", "starts_variation"):
            assert getattr(a, name)() == getattr(b, name)(), name
        assert a.turn() == ("w" if b.turn() else "b")
        assert a.root() is ours
        if a.parent is not None:
            assert (a.uci(), a.san()) == (b.uci(), b.san())
        for move in b.board().legal_moves:
            known = Move.from_uci(move.uci())
            assert a.has_variation(known) == b.has_variation(move)
            assert (known in a) == (move in b)
            if move in b:
                assert a[known].comment == b[move].comment
    exporter = chess.pgn.StringExporter(columns=None, headers=False)
    again = chess.pgn.read_game(io.StringIO(ours.to_pgn()))
    assert again is not None
    assert shape(again) == shape(theirs)
    assert shape(Game.from_pgn(theirs.accept(exporter), variant="orthodox")) == shape(ours)
    plain = chess.pgn.StringExporter(columns=None, headers=False, variations=False, comments=False)
    written = ours.to_pgn(columns=None, headers=False, variations=False, comments=False)
    assert written.split() == theirs.accept(plain).split()


@pytest.mark.parametrize("seed", range(5))
def test_variations_are_taken_out_as_in_python_chess(seed: int) -> None:
    rng = random.Random(seed)
    nodes = random_nodes(rng)
    for a, b in nodes[::3]:
        if a.variations and not a._removed:
            place = rng.randrange(len(a.variations))
            a.remove_variation(place)
            b.remove_variation(place)
    assert shape(nodes[0][0]) == shape(nodes[0][1])


def test_a_line_that_is_not_possible_changes_nothing() -> None:
    game = Game("circular")
    with pytest.raises(ValueError, match="b2b3"):
        game.add_line([Move("b2", "b3"), Move("b2", "b3")])
    with pytest.raises(InvalidGameError):
        game.add_line([Move("b2", "b3")], comment="[%resign w]")
    assert game.variations == []


def test_a_variation_that_is_not_there() -> None:
    game = Game("circular")
    game.add_san("b3")
    for kind in (KeyError, IndexError, ValueError, NoVariationError):
        with pytest.raises(kind, match=r"no variation 1: there are 1"):
            game.variation(1)
    with pytest.raises(NoVariationError, match="c2c3"):
        game[Move("c2", "c3")]
    assert 0 in game
    assert 1 not in game


# --- Text --------------------------------------------------------------------------------------


def test_a_game_prints_as_its_record() -> None:
    game = Game("circular", headers={"Event": "Club"})
    game.add_san("b3", comment="Slow.").add_san("c6")
    assert f"{game}\n" == game.to_pgn()
    assert str(game).splitlines()[-1] == "1. b3 {Slow.} 1... c6 *"


def test_columns() -> None:
    game = Game("circular")
    for _ in range(60):
        game.end().add(next(iter(game.end().board().legal_moves)))
    moves = game.to_pgn(headers=False, columns=None)
    assert moves.count("\n") == 1
    for columns in (20, 80):
        lines = game.to_pgn(headers=False, columns=columns).splitlines()
        assert max(map(len, lines)) <= columns
        assert " ".join(lines) == moves.rstrip("\n")
    with pytest.raises(TypeError, match="columns"):
        game.to_pgn(columns="80")  # type: ignore[arg-type]

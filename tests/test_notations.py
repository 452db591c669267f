"""Other programs' notations: Green Chess, Jocly, Game Courier, and the two of our own."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circularchess import Board, Game, Move, Variant, variants
from circularchess.errors import (
    AmbiguousMoveError,
    CircularChessError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    InvalidSquareError,
    UnknownNotationError,
)
from circularchess.notation.schemes import SCHEMES, Scheme, scheme
from commands import call, run

DATA = Path(__file__).parent / "data"
PLAYED = [json.loads(line) for line in (DATA / "greenchess.jsonl").read_text().splitlines()]
SERVED = [json.loads(line) for line in (DATA / "ringsites.jsonl").read_text().splitlines()]


def known_schemes() -> Iterator[Any]:
    for variant in variants():
        for name in SCHEMES:
            if name == "ring-file" or variant.files <= 26:
                yield pytest.param(scheme(name, variant), id=f"{variant.id}-{name}")


def walk(variant: Variant, plies: int, seed: int) -> Iterator[Board]:
    """A board before each move of a random game."""
    chance = random.Random(seed)
    board = Board(variant)
    for _ in range(plies):
        legal = board.legal_moves
        if not legal:
            return
        yield board
        board.push(chance.choice(list(legal)))


# --- What the programs themselves say -------------------------------------------------------------


def test_squares_of_green_chess() -> None:
    # "file letter and ring number, 1 the kings' ring": the array of its game for three.
    words = scheme("greenchess", Variant.load("three-circular"))
    kings = {"a1": "w", "i1": "r", "q1": "b"}
    board = Board("three-circular")
    for name, army in kings.items():
        piece = board.piece_at(words.square(name))
        assert piece is not None
        assert piece.symbol == f"{army}K"
    assert {words.square_name(square)[1:] for square in board.piece_map() if square[0] == "d"} == {
        "4"
    }


#: The pieces of Jocly's Byzantine chess: kind, and for White and Black the numbers of its squares.
JOCLY = {
    "P": ([5, 21, 37, 53], [13, 29, 45, 61]),
    "O": ([2, 18, 34, 50], [10, 26, 42, 58]),
    "N": ([20, 19], [27, 28]),
    "E": ([36, 35], [43, 44]),
    "R": ([4, 3], [11, 12]),
    "F": ([51], [60]),
    "K": ([52], [59]),
}


def test_squares_and_start_of_jocly() -> None:
    # There a square is 16 times its rank from 0, and its file; its name file letter and rank.
    words = scheme("jocly", Variant.load("byzantine-mirror"))
    found = {}
    for letter, armies in JOCLY.items():
        for army, numbers in zip("wb", armies, strict=True):
            for number in numbers:
                name = f"{string.ascii_lowercase[number % 16]}{number // 16 + 1}"
                found[words.square(name)] = f"{army}{letter}"
    start = Board("byzantine-mirror").piece_map()
    assert found == {square: piece.symbol for square, piece in start.items()}


def test_texts_of_jocly() -> None:
    # Its FEN has the last rank first, from file a, digits one by one; its ferz is Q, its elephant
    # B. Moves are "natural" (letter, from, - or x, to, = and + where due), for engines, or short.
    board = Board("byzantine-mirror")
    words = scheme("jocly", board.variant)
    assert words.write_position(board.setup()).split()[0].split("/")[0] == "2OQKP4okqp2"
    texts = {words.san(board.position, move) for move in board.legal_moves}
    assert {"Nd2-b3", "Ne2-g3", "f1-g1", "Bd3-b1", "c4-b4"} <= texts
    for text in ("Nd2-b3", "d2b3", "Nb3"):
        assert words.parse(board.position, text) == words.move("d2b3")
    promoting = Board("circular", "16/6P9/9k6/K15 w - - 0 1")
    words = scheme("jocly", promoting.variant)
    texts = {words.san(promoting.position, move) for move in promoting.legal_moves}
    # The knight on l2 attacks the king on n3, which is its only check.
    assert {"k2-l2=Q", "k2-l2=R", "k2-l2=B", "k2-l2=N+", "Ke4-e3"} <= texts


def test_squares_and_texts_of_game_courier() -> None:
    # "Each pie slice has a letter, going from a to p in a clockwise order, and the rings are
    # numbered from 1 to 4, going in an outward direction" (F. Duniho, 2003).
    board = Board("circular")
    words = scheme("gamecourier", board.variant)
    for square in board.variant.squares():
        letter = string.ascii_lowercase[square.file - 1]
        assert words.square_name(square) == f"{letter}{square.ring}"
    move = words.move("b2c2")
    assert words.san(board.position, move) == "b2-c2"
    for text in ("b2-c2", "P b2-c2", "p b2-c2", "b2c2"):
        assert words.parse(board.position, text) == move
    board = Board("circular", "16/6P9/9k6/K15 w - - 0 1")
    for text in ("P g3-h3; Q-h3", "g3-h3; Q-h3", "g3-h3=Q", "g3h3q"):
        assert words.parse(board.position, text).uci() == "c7c8q"


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: played["variant"])
def test_games_of_green_chess_lead_to_the_position_served(played: dict[str, Any]) -> None:
    # The site's pages show pieces as pictures, which their text lacks: where a move may be of two
    # pieces both are tried, and some way must lead to the position that the page ends with.
    board = Board(played["variant"])
    words = scheme("greenchess", board.variant)
    final = words.parse_position(json.dumps({"pieces": played["pieces"]})).pieces
    texts = played["moves"]

    def choices(text: str) -> list[Move]:
        try:
            return [words.parse(board.position, text)]
        except AmbiguousMoveError as error:
            return [words.move(word) for word in str(error).partition("may be ")[2].split(", ")]
        except IllegalMoveError:
            return []

    trail = [iter(choices(texts[0]))]
    while trail:
        move = next(trail[-1], None)
        if move is None:
            trail.pop()
            if trail:
                board.pop()
            continue
        board.push(move)
        if len(trail) < len(texts):
            trail.append(iter(choices(texts[len(trail)])))
        elif board.piece_map() == final:
            break
        else:
            board.pop()
    assert len(board.move_stack) == len(texts) > 60
    # What we write is what the page has, with letters for its pictures; where two pawns of a file
    # may capture it tells the ring too, which the page does not.
    for before, move, text in zip(board.replay(), board.move_stack, texts, strict=False):
        written = words.san(before.position, move).rstrip("+#").lstrip("KQRBN")
        plain = text.rstrip("+#")
        assert written in (plain, plain.replace("x", f"{words.square_name(move.from_square)[1]}x"))


@pytest.mark.parametrize("number", range(len(SERVED)))
def test_served_positions_through_green_chess_and_back(number: int) -> None:
    variant = Variant.load(SERVED[number]["variant"])
    if variant.files > 26:
        with pytest.raises(UnknownNotationError):
            scheme("greenchess", variant)
        return
    words = scheme("greenchess", variant)
    board = Board(variant, SERVED[number]["fen"])
    text = words.write_position(board.setup())
    assert Board.from_setup(words.parse_position(text), variant).fen() == SERVED[number]["fen"]
    # The index of a square: rings from the rim inward, then files.
    row = ",".join(SERVED[number]["fen"].split()[0].split("/")).split(",")
    place, pieces = 0, {}
    for item in row:
        if item.isdigit():
            place += int(item)
            continue
        pieces[str(place)] = item
        place += 1
    found = json.loads(text)["pieces"]
    assert found.keys() == pieces.keys()
    letters = {"knight": "N"}
    for index, value in found.items():
        seat, kind = value.split("-")
        army = variant.armies[int(seat)].letter
        assert pieces[index] == army + letters.get(kind, kind[0].upper())


def test_turn_and_rights_of_a_page() -> None:
    page = (
        "<!position id='1' select>"
        '{"pieces":{"0":"0-rook","64":"0-king","71":"1-king","79":"2-king","72":"3-king"},'
        '"moves":{"0":"*:b1-.,s:b1-O,16","79":"*:b1-.,s:b1-O,63;*:b0-.,s:b0-O,d:b0-O,63"}} more'
    )
    words = scheme("greenchess", Variant.load("big-four"))
    setup = words.parse_position(page)
    assert setup.turn == "r"
    assert setup.castling == frozenset()
    home = '{"pieces":{"0":"0-rook","48":"0-king","71":"1-king","79":"2-king","72":"3-king"}}'
    setup = words.parse_position(home)
    assert (setup.turn, setup.castling) == ("y", frozenset({("y", "K")}))


# --- Both ways ------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", list(known_schemes()))
def test_squares_moves_and_positions_both_ways(words: Scheme) -> None:
    variant = words.variant
    names = [words.square_name(square) for square in variant.squares()]
    assert len(set(names)) == len(names)
    assert [words.square(name) for name in names] == list(variant.squares())
    chance = random.Random(words.name)
    for board in walk(variant, 60, seed=3):
        text = words.write_position(board.setup())
        assert Board.from_setup(words.parse_position(text), variant).fen() == board.fen()
        legal = list(board.legal_moves)
        for move in chance.sample(legal, min(3, len(legal))):
            written = words.san(board.position, move, legal)
            for way in (written, words.lan(board.position, move), words.move_text(move)):
                assert words.parse(board.position, way) == move, (way, move)
            assert words.move(words.move_text(move)) == move
            if words.name == variant.names:
                # Spelt as the variant itself does, it is SAN.
                assert written == board.san(move)


@pytest.mark.parametrize("engine", ["rust", "reference"])
def test_every_text_of_a_position_tells_one_move(engine: Any) -> None:
    for id_ in ("jelliss", "big-four", "mattlage", "orthodox", "byzantine-citadel"):
        variant = Variant.load(id_)
        for number, board in enumerate(walk(variant, 40, seed=11)):
            if number % 4:
                continue
            here = Board(variant, board.fen(), engine=engine)
            for name in SCHEMES:
                words = scheme(name, variant)
                legal = list(here.legal_moves)
                texts = [words.san(here.position, move, legal) for move in legal]
                assert len(set(texts)) == len(texts), (id_, name, sorted(texts))


# --- Records --------------------------------------------------------------------------------------


def sample(variant: Variant) -> Game:
    *_, board = walk(variant, 40, seed=8)
    game = Game.from_board(board, headers={"Event": "Notations"})
    first = game.next()
    assert first is not None
    other = next(m for m in Board(variant).legal_moves if m != first.action)
    game.add(other, comment="or so")
    return game


@pytest.mark.parametrize(
    "variant", [v for v in variants() if v.files <= 26], ids=lambda variant: variant.id
)
def test_records_are_converted_and_back(variant: Variant, tmp_path: Path) -> None:
    game = sample(variant)
    plain = tmp_path / "plain.pgn"
    plain.write_text(game.to_pgn(), encoding="utf-8")
    for name in SCHEMES:
        there, back = tmp_path / f"{name}.pgn", tmp_path / "back.pgn"
        call("convert", str(plain), str(there), "--notation", name)
        text = there.read_text(encoding="utf-8")
        assert f'[Notation "{name}"]' in text
        assert Game.from_pgn(text).to_pgn() == text
        call("convert", str(there), str(back), "--notation", "san")
        assert back.read_text(encoding="utf-8") == game.to_pgn()
        words = scheme(name, variant)
        first = game.next()
        assert first is not None
        assert isinstance(first.action, Move)
        assert words.san(game.position, first.action) in text.split()


def test_a_tag_of_another_meaning_changes_nothing() -> None:
    game = Game("circular", headers={"Notation": "long"})
    game.add_san("b3")
    assert "1. b3 *" in game.to_pgn()
    assert Game.from_pgn(game.to_pgn()) == game


# --- The commands ---------------------------------------------------------------------------------


def test_commands_read_and_write_positions_and_moves() -> None:
    words = scheme("greenchess", Variant.load("three-circular"))
    board = Board("three-circular", "24/24/8,rK,15/wK,wR,14,bK,7 w - - 0 1")
    text = words.write_position(board.setup())
    told = call("moves", "three-circular", "--notation", "greenchess", "--fen", text)
    assert told.split() == [words.san(board.position, move) for move in board.legal_moves]
    shown = call("show", "three-circular", "--notation", "greenchess", "--fen", text)
    assert shown.splitlines()[-1] == text
    arguments = ("perft", "three-circular", "--depth", "1", "--notation", "greenchess")
    nodes = f"Nodes searched: {len(board.legal_moves)}"
    assert nodes in call(*arguments, "--fen", text)
    board = Board("three-circular")
    for uci in ("b2b4", "b10b12", "c16b14"):
        board.push_uci(uci)
    nodes = f"Nodes searched: {len(board.legal_moves)}"
    assert nodes in call(*arguments, "--moves", "bd2 jl2 Nn2")
    report = json.loads(
        call("moves", "byzantine-mirror", "--notation", "jocly", "--json", "--moves", "Nd2-b3")
    )
    assert len(report["moves"]) == 14
    assert {move["uci"]: move["text"] for move in report["moves"]}["c8b6"] == "Nl2-j3"


@pytest.mark.parametrize(
    "arguments",
    [
        ("moves", "circular", "--notation", "descriptive"),
        ("moves", "bhati-2", "--notation", "jocly"),
        ("moves", "circular", "--notation", "jocly", "--moves", "a1-a2"),
        ("moves", "circular", "--notation", "jocly", "--fen", "16/16"),
        ("show", "circular", "--notation", "greenchess", "--fen", "{}"),
    ],
)
def test_wrong_arguments_are_told_in_a_line(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("circularchess: error: ")
    assert result.stderr.count("\n") == 1


def test_records_of_boards_without_room_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "in.pgn"
    source.write_text(Game("bhati-2").to_pgn(), encoding="utf-8")
    result = run("convert", str(source), str(tmp_path / "out.pgn"), "--notation", "greenchess")
    assert result.returncode == 2
    assert "bhati-2 has 60" in result.stderr
    assert not (tmp_path / "out.pgn").exists()


# --- Errors ---------------------------------------------------------------------------------------


def test_errors_are_a_line_with_the_offending_text() -> None:
    board = Board("circular")
    words = scheme("jocly", board.variant)
    green = scheme("greenchess", board.variant)
    for call_, error, text in (
        (lambda: words.square("q1"), InvalidSquareError, "'q1' is not on the board"),
        (lambda: words.square("Nb"), InvalidSquareError, "'Nb' is no name of a square"),
        (lambda: words.square_name("e1"), InvalidSquareError, "e1"),
        (lambda: words.move("a1q9"), InvalidMoveError, "'a1q9'"),
        (lambda: words.parse(board.position, "hello"), InvalidMoveError, "'hello'"),
        (lambda: words.parse(board.position, "Ka1-a2"), IllegalMoveError, "w to move"),
        (lambda: words.parse_position("88/88/88"), InvalidFenError, "4 rings"),
        (lambda: words.parse_position("1/88/88/88"), InvalidFenError, "16 squares, not 1"),
        (lambda: green.parse_position("[1]"), InvalidFenError, "no object with pieces"),
        (lambda: green.parse_position('{"pieces": {"64": "0-king"}}'), InvalidFenError, "'64'"),
        (lambda: green.parse_position('{"pieces": {"6": "2-king"}}'), InvalidFenError, "'2-king'"),
        (lambda: green.parse_position('{"pieces": {"6": "0-ferz"}}'), InvalidFenError, "'0-ferz'"),
        (lambda: green.parse_position("[" * 60_000), InvalidFenError, "no JSON object"),
        (lambda: green.parse_position("x" * 10**6), InvalidFenError, "longer than"),
        (lambda: scheme("jocly", Variant.load("four-circular")), UnknownNotationError, "32"),
    ):
        with pytest.raises(error) as caught:
            call_()
        assert text in str(caught.value)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 250
    with pytest.raises(TypeError):
        scheme("jocly", 3)  # type: ignore[arg-type]


@settings(max_examples=150)
@given(
    text=st.one_of(
        st.text(max_size=40),
        st.text(alphabet='abcdefghpx0123456789KNQRxX=-;+#/{}":, ♔♞', max_size=40),
        st.from_regex(r"[KQRBN]?[a-p]?[1-4]?x?[a-p][1-4](=[QRBN])?[+#]?", fullmatch=True),
    )
)
def test_any_text_is_read_or_refused(text: str) -> None:
    board = Board("circular")
    for name in SCHEMES:
        words = scheme(name, board.variant)
        readers: list[tuple[Any, ...]] = [
            (words.parse, board.position),
            (words.parse_position,),
            (words.square,),
            (words.move,),
        ]
        for read, *first in readers:
            fault = ""
            try:
                read(*first, text)
            except CircularChessError as error:
                fault = str(error)
            assert "\n" not in fault

"""Three made-up games, each from a text file alone: everything works for them.

One has moats, one citadels, one pawns that circle for ever. No program has seen them before.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from circularchess import Board, Game, Variant
from circularchess.cli.main import main
from circularchess.engine import EngineName, make_position
from circularchess.fen import parse_fen, write_fen
from circularchess.svg import board
from round_games import at, legal, place, play, squares, targets
from svg_reading import having, parse
from svg_reading import squares as svg_squares
from test_agreement import compare

LAKES = """
# Four armies on five rings; moats part their quarters, and men of who is out stay.
format = 2
id = "lakes"
name = "Chess of the four lakes"
source = "made up"

[board]
rings = 5
files = 20
centre = "null"
null_step = 0
moats = [5, 10, 15, 20]

[pawns]
kind = "radial"
sidestep = true

[rules]
checkmate = "eliminates"
eliminated = "stay"
promotion = "HQ"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "commas"

[options]
check = "strict"
stalemate = "pass"
double_step = true
en_passant = true

[pieces.H]
name = "heron"
betza = "mNNcW"
"""

LAKE_ARMY = """
[[armies]]
letter = "{letter}"
name = "{name}"
seat = {seat}
[armies.pawns]
direction = "inward"
promotion_rings = ["e"]
[armies.start]
king = ["e{0}"]
heron = ["e{1}"]
rook = ["e{2}"]
pawn = ["d{0}", "d{1}", "d{2}"]
"""

TOWERS = """
# Two armies round two citadels, on an odd number of rings; squares in the usual names.
format = 2
id = "towers"
name = "Towers"
source = "made up"

[board]
rings = 3
files = 14
centre = "closed"
citadels = 2
names = "file-ring"

[pawns]
kind = "ring"

[rules]
checkmate = "ends"
promotion = "XG"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "letters"

[options]
check = "strict"
stalemate = "loses"
bare_king = "loses"
double_step = true
en_passant = true

[[armies]]
letter = "w"
name = "White"
seat = 0
[armies.pawns]
clockwise = [2, 3, 4, 5, 6]
anticlockwise = [13, 12, 11, 10, 9]
promotion_files = [7, 8]
[armies.start]
king = ["a3"]
cannon = ["a2", "n2"]
grasshopper = ["n3"]
rook = ["a1", "n1"]
pawn = ["b1", "b2", "b3", "m1", "m2", "m3"]

[[armies]]
letter = "b"
name = "Black"
seat = 1
[armies.pawns]
clockwise = [9, 10, 11, 12, 13]
anticlockwise = [6, 5, 4, 3, 2]
promotion_files = [14, 1]
[armies.start]
king = ["h3"]
cannon = ["g2", "h2"]
grasshopper = ["g3"]
rook = ["g1", "h1"]
pawn = ["f1", "f2", "f3", "i1", "i2", "i3"]
"""

CARROUSEL = """
# On a torus with an odd number of files; pawns circle for ever and vanish where they meet.
format = 2
id = "carrousel"
name = "Carrousel"
source = "made up"

[board]
rings = 4
files = 11
centre = "torus"

[pawns]
kind = "ring"
direction_of = "piece"

[rules]
checkmate = "ends"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "letters"

[options]
check = "strict"
stalemate = "draw"
bare_king = "ignore"
meeting_pawns = "removed"
double_step = false

[pieces.L]
name = "lancer"
betza = "fRbWiN"

[[armies]]
letter = "w"
name = "White"
seat = 0
forward = "clockwise"
[armies.pawns]
[armies.start]
king = ["a1"]
lancer = ["b1", "d1"]
ferz = ["c1"]
pawn = ["a2", "b2", "d2"]
pawn_anticlockwise = ["a11", "b11", "d11"]

[[armies]]
letter = "b"
name = "Black"
seat = 1
forward = "anticlockwise"
[armies.pawns]
[armies.start]
king = ["c6"]
lancer = ["b6", "d6"]
ferz = ["a7"]
pawn = ["a8", "b7", "c7"]
pawn_anticlockwise = ["a5", "b5", "c5"]
"""


def lakes() -> str:
    armies = [("w", "White"), ("r", "Red"), ("b", "Black"), ("g", "Green")]
    files = [(5 * seat + 2, 5 * seat + 3, 5 * seat + 4) for seat in range(4)]
    return LAKES + "".join(
        LAKE_ARMY.format(*files[seat], letter=letter, name=name, seat=seat)
        for seat, (letter, name) in enumerate(armies)
    )


GAMES = {"lakes": lakes(), "towers": TOWERS, "carrousel": CARROUSEL}
each = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(name="file")
def _file(name: str, tmp_path: Path) -> Path:
    path = tmp_path / f"{name}.toml"
    path.write_text(GAMES[name], encoding="utf-8")
    return path


def run(*words: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main(list(words))
    assert caught.value.code == 0


@each
@pytest.mark.parametrize("seed", range(4))
def test_both_engines_play_it_and_every_text_reads_back(file: Path, name: str, seed: int) -> None:
    variant = Variant.from_file(file)
    assert variant.id == name
    rust, reference = Board(variant), Board(variant, engine="reference")
    dice = random.Random(f"{name} {seed}")
    for _ in range(100):
        compare(rust.position, reference.position)
        if rust.position.end is not None:
            break
        text = write_fen(rust.setup(), variant)
        assert write_fen(parse_fen(text, variant), variant) == text
        for engine in ("rust", "reference"):
            assert Board(variant, text, engine=engine).fen() == text == rust.fen()
        legal = list(rust.legal_moves)
        for move in dice.sample(legal, min(5, len(legal))):
            san = rust.san(move)
            assert reference.san(move) == san
            assert rust.parse_san(san) == rust.parse_san(rust.lan(move)) == move
        sharp = [m for m in legal if m.promotion or rust.piece_at(m.to_square)]
        move = dice.choice(sharp if sharp and dice.random() < 0.3 else legal)
        rust.push(move)
        reference.push(move)
    game = Game.from_board(rust)
    assert Game.from_pgn(game.to_pgn(), variants=[variant]) == game
    assert Game.from_json(game.to_json()) == game
    assert Board.from_json(rust.to_json(legal_moves=True)) == rust
    assert rust.text()
    assert rust.unicode()


@each
def test_its_picture_shows_the_board_and_every_man(
    file: Path, name: str, tmp_path: Path, engine: EngineName
) -> None:
    here = Board(Variant.from_file(file), engine=engine)
    target = tmp_path / "board.svg"
    run("render", "--variant-file", str(file), "-o", str(target))
    for picture in (str(board(here)), target.read_text(encoding="utf-8")):
        root = parse(picture)
        cells = {str(square) for square in here.variant.squares() if square[0] != "z"}
        assert set(svg_squares(root)) == cells
        assert len(having(root, "piece")) == len(here.piece_map())
    # Moats and citadels are drawn, each of them.
    assert len(having(root, "citadel")) == {"lakes": 0, "towers": 2, "carrousel": 0}[name]
    assert len(having(root, "moat")) == {"lakes": 4, "towers": 0, "carrousel": 0}[name]


@each
def test_it_is_played_to_the_end_in_the_terminal(
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def no_more(_: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", no_more)
    saved = tmp_path / "game.pgn"
    variant = Variant.from_file(file)
    first = variant.letters[0]
    machines = ["--opponent", f"{first}=greedy", "--opponent", "greedy", "--seed", "5"]
    run("play", "--variant-file", str(file), *machines, "--save", str(saved))
    told = capsys.readouterr()
    assert told.err == ""
    result = re.findall(r"^Result: (\S+)", told.out, re.MULTILINE)
    assert len(result) == 1
    game = Game.from_pgn(saved.read_text(encoding="utf-8"), variants=[variant])
    assert game.result == result[0].rstrip(",.")
    assert game.end().board().outcome() is not None


@each
def test_the_commands_know_it(file: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run("variant", "check", str(file))
    capsys.readouterr()
    run("perft", "--variant-file", str(file), "--depth", "3", "--check")
    assert "The engines rust and reference agree." in capsys.readouterr().out
    run("rules", "--variant-file", str(file))
    rules = capsys.readouterr().out
    says = {"lakes": "moat", "towers": "citadel", "carrousel": "no promotion"}
    assert says[name] in rules.lower()
    run("show", "--variant-file", str(file))
    assert f"{Variant.from_file(file).letters[0]}" in capsys.readouterr().out


# --- What is new in each -------------------------------------------------------------------------


def test_the_lakes_are_crossed_when_bridged_and_without_check(engine: EngineName) -> None:
    lake = Variant.from_toml(GAMES["lakes"])
    armies = {"w": "Ke2 Re5", "r": "Kc8 Re8", "b": "Ke13", "g": "Ke18"}
    dry = squares("e4 e3 d5 c5 b5 a5 a15 b15 c15 d15 e15")
    assert targets(place(lake, "w", armies, engine), "e5") == dry
    # Bridged behind file 5: to Red's rook, which is not taken over it.
    here = place(lake, "w", armies, engine, bridged=(5,))
    assert targets(here, "e5") == dry | squares("e6 e7")
    # On e8 it would check along the file.
    armies["r"] = "Kc8 Rd9 He10"
    here = place(lake, "w", armies, engine, bridged=(5,))
    assert targets(here, "e5") == dry | squares("e6 e7 e9")


def test_a_mated_man_of_the_lakes_stays(engine: EngineName) -> None:
    lake = Variant.from_toml(GAMES["lakes"])
    armies = {"w": "Ke2 Re5", "r": "Ke8 Re9 Hb1", "b": "Ke13", "g": "Ke18"}
    here = place(lake, "w", armies, engine).resign("r")
    assert (here.turn, here.in_play) == ("w", ("w", "b", "g"))
    assert at(here, "e8 e9 b1") == "rK rR rH"
    assert here.setup().inert == {"r"}
    assert here.setup().bridged == {5, 10}


def test_a_king_draws_in_a_tower(engine: EngineName) -> None:
    towers = Variant.from_toml(TOWERS)
    here = place(towers, "w", {"w": "Kc1 Xa2", "b": "Kh3 Xg3"}, engine)
    assert legal(here, "c1") & {"c1z1", "c1z2"} == {"c1z1"}
    after = play(here, "c1z1")
    assert after.end == ("citadel", ())
    text = write_fen(after.setup(), towers)
    assert make_position(towers, parse_fen(text, towers), engine).end == ("citadel", ())
    here = place(towers, "w", {"w": "Kn1 Xa2", "b": "Kh3 Xg3"}, engine)
    assert legal(here, "n1") & {"n1z1", "n1z2"} == {"n1z2"}


def test_pawns_of_the_towers_take_in_passing_along_the_ring(engine: EngineName) -> None:
    towers = Variant.from_toml(TOWERS)
    here = place(towers, "w", {"w": "Ka3 Pb2 Xa2", "b": "Kh3 Pd1 Xg1"}, engine)
    after = play(here, "b2d2")
    # Black's pawn on d1 goes on to files of lower number, and so attacks c2.
    assert after.en_passant() == ("c2",)
    assert "d1c2" in legal(after)
    assert at(play(after, "d1c2"), "c2 d2") == "bP -"


def test_a_pawn_of_the_carrousel_comes_round(engine: EngineName) -> None:
    carrousel = Variant.from_toml(CARROUSEL)
    here = place(carrousel, "w", {"w": "Ka1 Pb2", "b": "Kd6 Oc1"}, engine)
    for step in range(11):
        here = play(here, f"b{(step + 1) % 11 + 1}b{(step + 2) % 11 + 1}")
        here = play(here, "d6d7" if step % 2 == 0 else "d7d6")
    assert at(here, "b2 c1") == "wP bO"


def test_pawns_of_the_carrousel_take_over_the_seam_of_rings_and_vanish(engine: EngineName) -> None:
    carrousel = Variant.from_toml(CARROUSEL)
    here = place(carrousel, "w", {"w": "Ka1 Pa5 Pb2 Ob4", "b": "Kc8 Fd6"}, engine)
    assert targets(here, "a5") == squares("a6 d6")
    assert at(play(here, "b2b3"), "b2 b3 b4") == "- - -"
    assert at(play(here, "a5d6"), "d6 b2 b4") == "wP wP wO"


def test_a_lancer_of_the_carrousel_knows_its_way(engine: EngineName) -> None:
    carrousel = Variant.from_toml(CARROUSEL)
    here = place(carrousel, "w", {"w": "Kc3 Lb1 Lb9", "b": "Kd7 Nb4"}, engine)
    # At home also as a knight; forward is clockwise, and the first man there is Black's.
    assert targets(here, "b1") == squares("b2 b3 b4 b11 c10 a10 a3 d2 d11")
    assert targets(here, "b9") == squares("b10 b11 b8")

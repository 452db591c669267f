"""Game records: written, and read again as the same games."""

from __future__ import annotations

import io
import sys
import tracemalloc
from pathlib import Path

import pytest

from circularchess import Departure, Game, InvalidGameError, Move, Setup, Variant
from circularchess.engine import EngineName
from circularchess.pgn import PgnFault, parse_game, read_games, write_game, write_games
from made_variants import kings_only
from placing import place
from random_games import VARIANTS, random_game


def read(text: str, **options: object) -> Game:
    """The one game of a faultless text."""
    (game,) = read_games(io.StringIO(text), **options)  # type: ignore[arg-type]
    assert game.faults == ()
    return game


def movetext(game: Game) -> str:
    return write_game(game).partition("\n\n")[2].replace("\n", " ").strip()


# --- Writing, then reading -----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_round_trip(variant: Variant, seed: int) -> None:
    if variant.data.stalemate:
        choices = ("loses", "draw") if variant.players == 2 else ("pass", "eliminate", "draw")
        choice = choices[seed % len(choices)]
        variant = variant.with_options({"stalemate": choice})
    game = random_game(variant, seed)
    text = write_game(game)
    again = read(text)
    assert again == game
    assert write_game(again) == text
    # The result is what the players say or what the moves lead to.
    assert again.result == game.result


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_round_trip_with_the_reference(variant: Variant) -> None:
    game = random_game(variant, 7, engine="reference", size=12)
    text = write_game(game)
    for engine in ("reference", "rust"):
        again = read(text, engine=engine)
        assert again == game
        assert again.engine == engine
        assert write_game(again) == text


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_long_games_to_the_end(variant: Variant) -> None:
    game = random_game(variant, 3, size=400, annotated=False, departures=0)
    assert read(write_game(game)) == game


def test_many_games_in_a_file(tmp_path: Path) -> None:
    games = [random_game(variant, 5, size=20) for variant in VARIANTS]
    path = tmp_path / "games.pgn"
    with path.open("w", encoding="utf-8") as file:
        write_games(games, file)
    assert list(read_games(path)) == games
    with path.open(encoding="utf-8") as file:
        assert list(read_games(file)) == games
    with path.open("rb") as binary:
        assert list(read_games(binary)) == games
    assert list(read_games(path.read_text("utf-8").split("\n"))) == games


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("\n", "\n\n"),
        ("[Event", "\ufeff[Event"),
        (" *\n", " *"),
        ("[White", '[Strange_Tag_9 "x"]\n[White'),
        ("1. b3 c6 ", "1. b3\n% escaped } ( junk\nc6\n; to the end ( of the line\n"),
        ("1. b3 c6 ", "1.b3 c6 "),
        ("1. b3 c6 ", "b3 c6 "),
        ("1. b3 c6 ", "1 b3 1... c6 "),
        ("1. b3 c6 ", "1. b2-b3+ \t\t c7c6\v"),
        ("[Result", "[ Result"),
    ],
)
def test_no_faults(old: str, new: str) -> None:
    game = Game("circular", headers={"Event": "Cup"}, players={"w": "Ann"})
    for san in ("b3", "c6", "Nb14"):
        game.end().add_san(san)
    text = write_game(game)
    assert old in text
    changed = text.replace(old, new)
    for source in (io.StringIO(changed), io.BytesIO(changed.encode()), [changed]):
        (again,) = read_games(source)
        assert again.faults == ()
        again.headers.pop("Strange_Tag_9", None)
        assert list(again.mainline_moves()) == list(game.mainline_moves())
        assert (again.headers, again.players) == (game.headers, game.players)


def test_two_games_with_marks_of_byte_order_between() -> None:
    text = '\ufeff[Event "a"]\n\n*\n\n\ufeff[Event "b"]\n\n*\n'
    assert [game.headers["Event"] for game in read_games(io.StringIO(text))] == ["a", "b"]


def test_old_files_in_latin_1() -> None:
    (game,) = read_games(io.BytesIO('[White "Müller"]\n\n*'.encode("latin-1")))
    assert (game.players, game.faults) == ({"w": "Müller"}, ())


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "% no game\n", "; no game\n", "{ none }\n"])
def test_no_game(text: str) -> None:
    assert list(read_games(io.StringIO(text))) == []


def test_a_game_without_tags_is_of_the_given_variant() -> None:
    game = read("1. e4 e6 2. Nf3 1/2-1/2", variant="orthodox")
    assert (game.variant.id, game.end().ply, game.result) == ("orthodox", 3, "1/2-1/2")
    own = Variant.from_toml(kings_only(4, 16).replace("kings-4x16", "my-kings"))
    for options in ({"variant": own}, {"variants": [own]}):
        named = '[Variant "my-kings"]\n\n' if "variants" in options else ""
        assert read(f"{named}1. Kb1 Kb9 *", **options).variant == own
    assert read('[Variant "CIRCULAR Chess"]\n\n*').variant.id == "circular"


def test_tags(engine: EngineName) -> None:
    game = Game(
        "bhati-3",
        engine=engine,
        options={"stalemate": "draw", "castling": False},
        players={"r": 'Ann "A" \\', "b": "Bo"},
        headers={"Site": "Lincoln", "Opening": "none"},
    )
    lines = write_game(game).splitlines()
    assert lines[:11] == [
        '[Event "?"]',
        '[Site "Lincoln"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[Red "Ann \\"A\\" \\\\"]',
        '[Yellow "?"]',
        '[Blue "Bo"]',
        '[Result "*"]',
        '[Variant "bhati-3"]',
        '[Options "stalemate=draw,castling=false"]',
        '[Opening "none"]',
    ]
    assert read(write_game(game)) == game


def test_the_start_is_written_where_it_differs(engine: EngineName) -> None:
    fen = "K7k7/16/16/R15 b - - 7 3"
    game = Game("circular", start=fen, engine=engine)
    game.add_san("Kc9")
    text = write_game(game)
    assert f'[SetUp "1"]\n[FEN "{fen}"]' in text
    assert "\n3... Kc9 *" in text
    assert read(text, engine=engine) == game
    assert read(text.replace('[SetUp "1"]\n', "")) == game
    assert "FEN" not in write_game(Game("circular"))


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({"Two words": "x"}, "no name for a tag: 'Two words'"),
        ({"": "x"}, "no name for a tag: ''"),
        ({"Result": "1-0"}, "the tag 'Result' is written from the game itself"),
        ({"FEN": "x"}, "the tag 'FEN' is written"),
        ({"VariantDigest": "x"}, "the tag 'VariantDigest' is written"),
        ({"White": "a\nb"}, "tag 'White': not a single line of text"),
        ({"Event": "a\nb"}, "tag 'Event': not a single line of text"),
        ({"Event": 3}, "tag 'Event'"),
    ],
)
def test_what_no_record_can_hold(headers: dict[str, str], message: str) -> None:
    game = Game()
    with pytest.raises(InvalidGameError, match=message):
        Game(headers=headers)
    with pytest.raises(InvalidGameError, match=message):
        game.headers = headers
    with pytest.raises(InvalidGameError, match=message):
        game.headers.update(headers)
    for name, value in headers.items():
        with pytest.raises(InvalidGameError, match=message):
            game.headers[name] = value
        with pytest.raises(InvalidGameError, match=message):
            game.headers.setdefault(name, value)
    with pytest.raises(InvalidGameError, match="White"):
        Game(players={"w": "a\nb"})
    assert game == Game()


def test_a_finished_start_has_no_text() -> None:
    taken = place("rust", "circular", "w", {"w": "Ka1 Rd5", "b": "Kd9 Nd1"})
    taken.push_san("Rxd9")
    with pytest.raises(InvalidGameError, match="finished game"):
        write_game(Game("circular", start=taken.setup()))


# --- Bhati's form --------------------------------------------------------------------------------


def test_rounds_and_places(engine: EngineName) -> None:
    game = Game("bhati-3", engine=engine)
    for san in ("a4", "Nb23", "a44", "b2"):
        game.end().add_san(san)
    assert movetext(game) == "1. a4 .. Nb23 .. a44 2. b2 *"
    assert read(write_game(game)) == game


def test_the_form_of_lines_that_begin_in_the_middle(engine: EngineName) -> None:
    game = Game("bhati-3", engine=engine)
    first = game.add_san("a4")
    first.add_san("Nb23").add_san("a44")
    first.add_san("b22", starting_comment="or").add_san("Nb43").add_san("b3")
    game.add_san("b2")
    assert movetext(game) == ("1. a4 (1. b2) .. Nb23 ({or} 1. .. b22 .. Nb43 2. b3) .. a44 *")
    assert read(write_game(game), engine=engine) == game
    middle = Game("bhati-3", start=first.board().setup(), engine=engine)
    middle.add_san("Nb23").add_san("a44").add_san("b3")
    assert movetext(middle) == "1. .. Nb23 .. a44 2. b3 *"
    late = Game("bhati-6", start=Setup(middle.position.piece_map(), "b"), engine=engine)
    late.add_san("b42").add_san("b3")
    assert movetext(late) == "1. .. .. b42 2. b3 *"
    for game in (middle, late):
        assert read(write_game(game), engine=engine) == game


def test_leaving_the_game(engine: EngineName) -> None:
    game = Game("bhati-4", engine=engine)
    node = game.add_san("a4", comment="hm").add(Departure("b"), comment="too early")
    node = node.add(Departure("o")).add(Departure("g", "time"))
    assert movetext(game) == "1. a4 {hm} {[%resign b]} {too early} .. R .. T r"
    assert read(write_game(game), engine=engine) == game
    joined = "1. a4 {hm [%resign b] too early} .. R .. T r"
    assert read(f'[Variant "bhati-4"]\n\n{joined}', engine=engine) == game
    time = Game("bhati-3", engine=engine)
    time.add(Departure("y", "time")).add_san("a4")
    assert movetext(time) == "{[%time y]} 1. a4 *"
    assert read(write_game(time), engine=engine) == time


def test_leaving_a_game_of_two(engine: EngineName) -> None:
    game = Game("circular", engine=engine)
    game.add_san("b3").add(Departure("b"))
    assert movetext(game) == "1. b3 {[%resign b]} 1-0"
    again = read(write_game(game), engine=engine)
    assert again == game
    assert again.end().action == Departure("b")


MATE = "r", {"r": "Kd4 Rc40 Rb28", "y": "Kd21 Nb10", "b": "Kd44"}
STUCK = "r", {"r": "Kd4 Rc40 Rb22 Rb52", "y": "Kd21", "b": "Kd44"}


@pytest.mark.parametrize(
    ("pieces", "stalemate", "moves", "text"),
    [
        (MATE, "pass", "Rd28 Kd43 Rd27", "1. Rd28# .. # .. Kd43 2. Rd27 *"),
        (STUCK, "pass", "R52b53 Kd43 R53b54", "1. R52b53 .. S .. Kd43 2. R53b54 .. S *"),
        (STUCK, "eliminate", "R52b53 Kd43 Kd3", "1. R52b53# .. S .. Kd43 2. Kd3 *"),
        (STUCK, "draw", "R52b53", "1. R52b53 1/2-1/2"),
    ],
)
def test_armies_that_cannot_move(
    pieces: tuple[str, dict[str, str]], stalemate: str, moves: str, text: str, engine: EngineName
) -> None:
    start = place("rust", "bhati-3", *pieces).setup()
    game = Game("bhati-3", start=start, options={"stalemate": stalemate}, engine=engine)
    for san in moves.split():
        game.end().add_san(san)
    assert movetext(game) == text
    record = write_game(game)
    assert read(record, engine=engine) == game
    # Both may be absent, with their place or without.
    for absent in (record.replace(" .. S", "").replace(" .. #", ""), record.replace(" S ", " ")):
        assert read(absent, engine=engine) == game


def test_a_mate_that_ends_the_round_before(engine: EngineName) -> None:
    # Blue, the last of the round, mates Red, whose place is the first of the next round.
    start = place("rust", "bhati-3", "b", {"b": "Kd44 Rc20 Rb8", "r": "Kd1", "y": "Kd24"}).setup()
    game = Game("bhati-3", start=start, engine=engine)
    game.add_san("Rd8").add_san("Kd23")
    assert movetext(game) == "1. .. .. Rd8# 2. # .. Kd23 *"
    record = write_game(game)
    assert read(record) == game
    for other in ("2. Kd23", "2. .. Kd23"):
        assert read(record.replace("2. # .. Kd23", other)) == game


def test_mating_the_last_enemy(engine: EngineName) -> None:
    start = place("rust", "bhati-2", "r", {"r": "Kd4 Rc50 Rb38", "g": "Kd31"}).setup()
    game = Game("bhati-2", start=start, engine=engine)
    game.add_san("Rd38")
    assert movetext(game) == "1. Rd38# .. # 1-0"
    assert read(write_game(game)) == game


# --- Size ----------------------------------------------------------------------------------------


def test_a_game_of_ten_thousand_moves() -> None:
    words = [
        f"{n + 1}. {w} {b}" for n, (w, b) in enumerate([("Nb3", "Nb11"), ("Nc1", "Nc9")] * 2500)
    ]
    for glue in (" ", "\n"):
        game = read(glue.join(words) + " *")
        assert game.end().ply == 10_000
    assert read(write_game(game)) == game


def test_variations_nested_a_hundred_thousand_deep() -> None:
    depth = 100_000
    limit = sys.getrecursionlimit()
    text = "1. b3 " + "(1. c3 (1. b3 " * (depth // 2) + "))" * (depth // 2) + " *"
    game = read(text)
    assert len(game.variations) == 1 + depth
    assert sys.getrecursionlimit() == limit
    # Each in a line of its own, deeper and deeper.
    moves = ("Nb3", "Nb11", "Nc1", "Nc9")
    others = ("Nd3", "Nd11", "Nc1", "Nc9")
    parts = [f"{moves[n % 4]} ({others[n % 4]} " for n in range(depth // 50)]
    deep = read("".join(parts) + moves[0] + ")" * len(parts) + " *")
    node, steps = deep, 0
    while len(node.variations) > 1:
        node, steps = node.variations[1], steps + 1  # type: ignore[assignment]
    assert steps == len(parts)
    assert read(write_game(deep)) == deep


@pytest.mark.parametrize(
    "line",
    [
        "x" * 100_000,
        "(" * 100_000,
        ")" * 100_000,
        "{" * 100_000,
        "1" * 100_000,
        "." * 100_000,
        "$" * 100_000,
        "[" * 100_000,
        '"' * 100_000,
        "!" * 100_000,
        '[Event "' + "\\" * 100_000,
        '[Event "' + "a" * 100_000,
        "1. b3 {" + "c" * 100_000 + "} *",
        "1. b3 " + "(" * 100_000,
    ],
    ids=lambda line: line[:10],
)
def test_a_line_without_end(line: str) -> None:
    tracemalloc.start()
    try:
        games = list(read_games([line]))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(games) == 1
    assert peak < 12 * len(line)
    assert all(len(str(fault)) < 200 for fault in games[0].faults)
    assert len(games[0].faults) <= 100


def test_games_are_read_one_at_a_time() -> None:
    def lines() -> object:
        for number in range(10**9):
            yield f'[Event "{number}"]'
            yield ""
            yield "1. b3 *"

    games = read_games(lines())  # type: ignore[arg-type]
    assert [next(games).headers["Event"] for _ in range(3)] == ["0", "1", "2"]


def test_what_is_no_source() -> None:
    for source in ("1. b3 *", b"1. b3 *", [3]):
        with pytest.raises(TypeError):
            list(read_games(source))  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        list(read_games(Path("nowhere.pgn")))


def test_one_game_from_a_text() -> None:
    game = parse_game("1. b3 c6 2. Nb14 *")
    assert list(game.mainline_moves())[-1] == Move("c16", "b14")
    assert Game.from_pgn(game.to_pgn()) == game
    assert str(PgnFault(3, 4, "what")) == "line 3, column 4: what"

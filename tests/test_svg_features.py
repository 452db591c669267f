"""What pictures show of a board beyond squares: citadels, moats, creeks, rims, dead men."""

from __future__ import annotations

import io
import math
from itertools import combinations
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from PIL import Image, ImageChops

from circularchess import Board, Piece, PieceType, Square, Variant, svg
from made_variants import special_board
from svg_reading import BUILTIN, NS, classes, having, numbers, parse

RIM = 452.0
DEAD = "3,wK,7,gK,3,gR,bR,2,bK,4/11,wQ,5,bN,5,bP/24/18,gP,5/11,wR,12/24 b~g - - 0 1 8,16"


def image(picture: str, size: int = 496) -> Image.Image:
    png = svg.to_png(picture, size=size, background="#ffffff")
    return Image.open(io.BytesIO(png)).convert("RGB")


def changed(one: str, other: str) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(image(one), image(other)).getbbox()


class Diagram:
    """Pieces on a board, whether or not a game could come to them."""

    def __init__(self, variant: Variant, pieces: dict[Square, Piece]) -> None:
        self.variant, self.turn, self._pieces = variant, variant.letters[0], pieces

    def piece_map(self) -> dict[Square, Piece]:
        return self._pieces


# Citadels.


def hub(count: int, files: int) -> Variant:
    rings = min(4, (256 - count) // files)
    text = special_board(rings, files, f'centre = "closed"\ncitadels = {count}')
    return Variant.from_toml(text)


CITADELS = [(1, 16), (2, 16), (3, 24), (4, 16), (5, 20), (6, 24), (8, 16), (16, 16), (30, 60)]


@pytest.mark.parametrize(("count", "files"), CITADELS)
@pytest.mark.parametrize("mirrored", [False, True])
def test_kings_stand_inside_their_citadels_beside_the_names(
    count: int, files: int, mirrored: bool
) -> None:
    variant = hub(count, files)
    kings = {Square(f"z{number}"): Piece("w", PieceType.KING) for number in range(1, count + 1)}
    root = parse(svg.board(Diagram(variant, kings), mirrored=mirrored))
    view = variant.geometry(mirrored=mirrored)
    assert [classes(e)[1] for e in having(root, "citadel")] == list(kings)
    circles = []
    for element in having(root, "piece"):
        x, y, width = (float(element.get(key, "")) for key in ("x", "y", "width"))
        centre, radius = (x + width / 2, y + width / 2), width / 2
        name = classes(element)[-1].removeprefix("on-")
        circles.append((centre, radius))
        for turn in range(0, 360, 10):
            px = centre[0] + radius * math.sin(math.radians(turn))
            py = centre[1] + radius * math.cos(math.radians(turn))
            assert view.square_at(px / RIM, py / RIM) == name
    assert len(circles) == count
    for (a, ra), (b, rb) in combinations(circles, 2):
        assert math.dist(a, b) > ra + rb
    boxes = []
    texts = [e for e in having(root, "coord") if (e.text or "").startswith("z")]
    assert [e.text for e in texts] == list(kings)
    for element in texts:
        x, y, size = (float(element.get(key, "")) for key in ("x", "y", "font-size"))
        wide, high = 0.62 * size * len(element.text or ""), 0.74 * size
        boxes.append((x - wide / 2, y - high, x + wide / 2, y))
        middle = (x, y - high / 2)
        assert math.hypot(*middle) < view.radii[0] * RIM
        assert all(math.dist(middle, centre) > radius * 0.95 for centre, radius in circles)
    for (ax, ay, bx, by), (cx, cy, dx, dy) in combinations(boxes, 2):
        assert bx <= cx or dx <= ax or by <= cy or dy <= ay


def test_a_king_in_a_citadel_is_seen() -> None:
    text = "F7f7/16/16/4K11/{} w - - 0 1"
    empty, taken = (Board("byzantine-citadel", text.format(z)) for z in ("2k1", "1k2"))
    one, other = svg.board(empty), svg.board(taken)
    assert [classes(e)[-1] for e in having(parse(one), "king")] == ["on-a5", "on-z3"]
    # Nothing else differs: what changes lies in the hub.
    left, top, right, bottom = changed(one, other) or (0, 0, 0, 0)
    radius = empty.variant.geometry().radii[0] * RIM / 2
    assert 248 - radius <= left < right <= 248 + radius
    assert 248 - radius <= top < bottom <= 248 + radius
    for drawing in (empty.text(), empty.unicode()):
        assert drawing.splitlines()[-1].split()[::2] == ["z1", "z2", "z3", "z4"]
    assert empty.text().splitlines()[-1].split()[1::2] == [".", ".", "k", "."]
    assert taken.unicode().splitlines()[-1].split()[1::2] == [".", "♚", ".", "."]


def test_citadels_can_be_marked_as_squares_are() -> None:
    board = Board("byzantine-citadel", "F7f7/16/8k7/2K12r/4 w - - 0 1")
    board.push_uci("a3z1")
    assert "lastmove" in classes(having(parse(svg.snapshot(board)), "z1")[0])
    root = parse(
        svg.board(board, fill={"z2": "#123456"}, squares=["z3"], check="z1", arrows=[("a3", "z1")])
    )
    assert having(root, "z2")[0].get("fill") == "#123456"
    assert "check" in classes(having(root, "z1")[0])
    assert len(having(root, "mark")) == 1
    # The arrow of a step straight inward is straight, and its head is in the citadel.
    shaft, head = having(root, "a3-z1")[0].iter(f"{NS}path")
    assert shaft.get("d", "").count("L") == 1
    x, y = numbers(head.get("d", ""))[2:4]
    assert board.variant.geometry().square_at(x / RIM, y / RIM) == "z1"


# Moats and creeks.


def moat(board: Board, file: int) -> Element:
    (element,) = having(parse(svg.board(board)), f"moat-{file}")
    return element


def test_moats_tell_whether_they_are_bridged() -> None:
    empty = "6,wK,wR,gR,gK,11,bK,bN,1/7,wB,gB,13,bQ,bP/24/24/24/24 w - - 0 1 "
    boards = {state: Board("three-man", empty + state) for state in ("-", "8", "8,16", "8,16,24")}
    for state, board in boards.items():
        bridged = {int(file) for file in state.split(",") if file != "-"}
        for file in (8, 16, 24):
            element = moat(board, file)
            assert ("bridged" in classes(element)) is (file in bridged)
            assert ("open" in classes(element)) is (file not in bridged)
            assert bool(having(element, "bridge")) is (file in bridged)
        said = parse(svg.board(board)).findtext(f"{NS}desc", "")
        assert said.count("open water") == 3 - len(bridged)
        assert said.count("bridged") == len(bridged)
    # A bridge is plain to see also without colour, and only where it lies.
    left, top, right, bottom = changed(svg.board(boards["-"]), svg.board(boards["8"])) or (0,) * 4
    x, y = board.variant.geometry().point(0.95, 8.5)
    assert abs((left + right) / 2 - (496 + x * RIM) / 2) < 12
    assert abs((top + bottom) / 2 - (496 + y * RIM) / 2) < 12
    one, other = (image(svg.board(boards[key])).convert("L") for key in ("-", "8"))
    assert sum(v > 30 for v in ImageChops.difference(one, other).tobytes()) > 60


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("seat", ["w", "g", "b"])
def test_moats_lie_on_the_outer_ring_and_creeks_on_the_next_two(seat: str, mirrored: bool) -> None:
    board = Board("three-man")
    view = board.variant.geometry(seat=seat, mirrored=mirrored)
    root = parse(svg.board(board, orientation=seat, mirrored=mirrored))
    for file in (8, 16, 24):
        x, y = view.point(1.0, file + 0.5)
        for name, inner, outer in (("moat", 5, 6), ("creek", 3, 5)):
            (element,) = having(root, f"{name}-{file}")
            path = element if name == "creek" else next(element.iter(f"{NS}path"))
            values = numbers(path.get("d", ""))
            points = list(zip(values[::2], values[1::2], strict=True))
            along = [(px * x + py * y) / RIM for px, py in points]
            aside = [abs(px * y - py * x) for px, py in points]
            assert min(along) == pytest.approx(view.radii[inner], abs=0.01)
            assert max(along) == pytest.approx(view.radii[outer], abs=0.01)
            assert max(aside) <= 10.01
    assert len(having(root, "moat")) == len(having(root, "creek")) == 3


def test_only_boards_with_moats_have_water() -> None:
    for name in BUILTIN:
        root = parse(svg.board(Board(name)))
        count = len(Board(name).variant.moats)
        assert len(having(root, "moat")) == len(having(root, "creek")) == count
        assert len(having(root, "citadel")) == Board(name).variant.citadels
        torus = Board(name).variant.centre == "torus"
        assert len(having(root, "meeting-rims")) == torus


# Rims that meet.


def test_the_picture_of_a_torus_says_that_its_rims_meet() -> None:
    root = parse(svg.board(Board("byzantine-torus")))
    assert "rims meet" in root.findtext(f"{NS}desc", "")
    (marks,) = having(root, "meeting-rims")
    assert marks.findtext(f"{NS}title") == "The rims meet"
    hub = Board("byzantine-torus").variant.geometry().radii[0] * RIM
    for name, rim, sense in (("inner-rim", hub, -1), ("outer-rim", RIM, 1)):
        (element,) = having(marks, name)
        values = numbers(element.get("d", ""))
        points = list(zip(values[::2], values[1::2], strict=True))
        assert len(points) == 3 * 16
        # Each stands on its rim and points away from the board.
        for place in range(0, len(points), 3):
            left, tip, right = (math.hypot(*point) for point in points[place : place + 3])
            assert left == pytest.approx(rim, abs=0.05)
            assert right == pytest.approx(rim, abs=0.05)
            assert sense * (tip - rim) > 5
    assert "rims meet" not in svg.board(Board("byzantine"))


def test_a_flat_picture_of_a_torus_says_so_too() -> None:
    board = Board("byzantine-torus")
    root = parse(svg.board(board, layout="flat"))
    tops = []
    for name in ("inner-rim", "outer-rim"):
        values = numbers(having(root, name)[0].get("d", ""))
        heights = {round(y) for y in values[1::2]}
        assert len(values) == 6 * 16
        assert len(heights) == 2
        tops.append(heights)
    # One row below the board, one above it, each pointing away from it.
    (low, lower), (higher, high) = sorted(tops[0]), sorted(tops[1])
    assert higher < high < 0 < low < lower


def test_an_open_seam_is_a_wall_in_a_round_picture() -> None:
    board = Board("orthodox")
    (wall,) = having(parse(svg.board(board, layout="round")), "seam")
    ax, ay, bx, by = numbers(wall.get("d", ""))
    view = board.variant.geometry()
    assert math.hypot(ax, ay) == pytest.approx(view.radii[0] * RIM, abs=0.02)
    assert math.hypot(bx, by) == pytest.approx(RIM, abs=0.02)
    angle = math.degrees(math.atan2(bx, -by)) % 360
    assert angle == pytest.approx(view["a1"].start, abs=0.01)
    assert angle == pytest.approx(view["h1"].end, abs=0.01)
    assert not having(parse(svg.board(board)), "seam")
    assert not having(parse(svg.board(Board("cylinder"), layout="round")), "seam")


# Dead men.


def test_inert_men_are_grey_and_in_no_check() -> None:
    board = Board("three-man", DEAD)
    root = parse(svg.snapshot(board))
    inert = having(root, "inert")
    assert {classes(e)[-1] for e in inert} == {"on-f12", "on-f16", "on-c19"}
    assert all(classes(e)[1] == "g" for e in inert)
    live = Board("three-man", DEAD.replace("b~g", "g").replace(" 8,16", " -"))
    grey, gray = symbols(board), symbols(live)
    assert grey["gR"] != gray["gR"]
    assert grey["bR"] == gray["bR"]
    assert svg.checked(board) == []
    # The same king in play is in check.
    assert "f12" in svg.checked(live)


def symbols(board: Board) -> dict[str, tuple[str | None, ...]]:
    """Colours of the men by army and letter."""
    root = parse(svg.board(board))
    found = {}
    for element in root.iter(f"{NS}symbol"):
        group = element[0]
        look = tuple(group.get(key) for key in ("fill", "stroke", "color", "opacity"))
        found[(element.get("id") or "")[-2:]] = look
    return found


# Pieces.


def test_anticlockwise_pawns_are_told_from_clockwise_ones() -> None:
    for name in BUILTIN:
        board = Board(name)
        if board.variant.direction_of != "piece":
            continue
        for mirrored in (False, True):
            root = parse(svg.board(board, mirrored=mirrored))
            hrefs: dict[bool, set[Any]] = {False: set(), True: set()}
            for element in having(root, "pawn"):
                square = classes(element)[-1].removeprefix("on-")
                piece = board.piece_at(square)
                assert piece is not None
                assert ("outbound" in classes(element)) is piece.outbound
                hrefs[piece.outbound].add(element.get("href"))
            assert len(hrefs[False]) == len(hrefs[True]) == 2
            assert not hrefs[False] & hrefs[True]


def test_a_mirrored_pawn_turns_the_way_it_goes() -> None:
    """On the mirror image anticlockwise is clockwise: the head is mirrored too, once a page."""
    board = Board("jelliss")
    plain, mirror = svg.board(board), svg.board(board, mirrored=True)
    ids = [{e.get("id") for e in parse(p).iter(f"{NS}symbol")} for p in (plain, mirror)]
    assert not ids[0] & ids[1]

    def pawn(picture: str) -> Image.Image:
        (symbol,) = [
            e for e in parse(picture).iter(f"{NS}symbol") if (e.get("id") or "").endswith("wO")
        ]
        box = next(e for e in having(parse(picture), "on-d15"))
        x, y, width = (float(box.get(key, "")) for key in ("x", "y", "width"))
        assert symbol is not None
        place = [round((v + 496) * 2) for v in (x, y, x + width, y + width)]
        found = image(picture.replace('class="square light', 'fill-opacity="0" class="'), 1984)
        return found.crop(tuple(place)).convert("L")  # type: ignore[arg-type]

    one, other = pawn(plain), pawn(mirror).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    off = sum(v > 96 for v in ImageChops.difference(one, other).tobytes())
    assert off < one.width * one.height * 0.03


def test_a_kind_of_another_name_has_a_token() -> None:
    """A letter that a game gives to a piece of its own does not show the usual piece."""

    def pixels(kinds: list[tuple[str, str, str]], men: str) -> bytes:
        text = special_board(4, 16, 'centre = "closed"', kinds=kinds, men=men)
        picture = svg.piece(Piece.from_symbol("wL"), Variant.from_toml(text))
        return image(picture, 60).tobytes()

    lettered = pixels([("L", "lion", "WD")], 'lion = ["c1"]')
    elsewhere = image(svg.piece(Piece.from_symbol("wL"), Variant.load("circular")), 60).tobytes()
    assert lettered == elsewhere


def test_kinds_without_a_figure_keep_their_letter() -> None:
    board = Board("byzantine")
    letters, figures = board.text().split(), board.unicode().split()
    assert len(letters) == len(figures)
    seen = {figure for letter, figure in zip(letters, figures, strict=True) if letter in "FfEe"}
    assert seen == {"F", "f", "E", "e"}
    kinds = [(kind.letter, f"w{kind.letter}") for kind in PieceType]
    for letter, symbol in kinds:
        variant = Variant.load("three-circular")
        board_ = Diagram(variant, {Square("c3"): Piece.from_symbol(symbol)})
        from circularchess.drawing import draw_unicode

        row = draw_unicode(board_.piece_map(), variant).splitlines()[2].split()
        figure = dict(zip("KQRBNP", "♚♛♜♝♞♟", strict=True)).get(letter, letter)
        assert row[3] == "w" + figure

"""Pictures of boards: parsed as XML and measured."""

from __future__ import annotations

import io
import math
from collections import Counter
from itertools import combinations, pairwise
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from PIL import Image

from circularchess import Board, Move, Piece, PieceType, Square, Variant, svg
from circularchess.svg import Arrow
from made_variants import kings_only
from svg_reading import BUILTIN, NS, classes, having, numbers, parse, sector, squares


@pytest.fixture(params=BUILTIN)
def board(request: pytest.FixtureRequest) -> Board:
    return Board(request.param)


# Squares.


@pytest.mark.parametrize("mirrored", [False, True])
def test_one_element_a_square(board: Board, mirrored: bool) -> None:
    for seat in board.armies:
        root = parse(svg.board(board, orientation=seat, mirrored=mirrored))
        found = squares(root)
        variant = board.variant
        assert set(found) == {
            f"{'abcdefgh'[ring]}{file + 1}"
            for ring in range(variant.rings)
            for file in range(variant.files)
        }
        for name, element in found.items():
            light = (ord(name[0]) - 96 + int(name[1:])) % 2 == 1
            assert classes(element)[:2] == ["square", "light" if light else "dark"]
            assert ("void" in classes(element)) == (name in variant.voids)
            assert element.tag == f"{NS}path"


def test_squares_tile_the_board(board: Board) -> None:
    sectors = [
        sector(element) for element in squares(parse(svg.board(board, layout="round"))).values()
    ]
    areas = [(o * o - i * i) * ((e - s) % math.tau) / 2 for i, o, s, e in sectors]
    hub, rim = min(s[0] for s in sectors), max(s[1] for s in sectors)
    assert sum(areas) == pytest.approx(math.pi * (rim**2 - hub**2), rel=1e-3)
    # In each ring, every sector begins where another one ends.
    for radius in {inner for inner, *_ in sectors}:
        ring = [(start, end) for inner, _, start, end in sectors if inner == radius]
        starts, ends = (
            sorted(round(math.degrees(turn) % 360, 1) % 360 for turn in turns)
            for turns in zip(*ring, strict=True)
        )
        assert len(set(starts)) == board.variant.files
        assert starts == pytest.approx(ends, abs=0.11)


def test_void_and_null_centre_are_told_apart() -> None:
    root = parse(svg.board(Board("bhati-6")))
    void = {element.get("fill") for element in having(root, "void")}
    playable = {e.get("fill") for e in having(root, "square") if "void" not in classes(e)}
    assert len(having(root, "void")) == 12
    assert len(void) == 1
    assert not void & playable
    assert len(having(root, "null-centre")) == 1
    assert not having(root, "hub")
    assert len(having(parse(svg.board(Board("circular"))), "hub")) == 1


def test_the_text_board_is_in_the_description(board: Board) -> None:
    description = parse(svg.board(board)).findtext(f"{NS}desc", "")
    assert str(board) in description
    assert description.endswith(" to move")


# Pieces.


def test_pieces_stand_on_their_squares_and_inside(board: Board) -> None:
    """The circle inscribed in each piece's box lies in its cell: nothing overlaps."""
    for seat in board.armies:
        root = parse(svg.board(board, orientation=seat, layout="round"))
        cells = squares(root)
        pieces = having(root, "piece")
        assert len(pieces) == len(board.piece_map())
        for element in pieces:
            names = classes(element)
            square = names[-1].removeprefix("on-")
            piece = board.piece_at(square)
            assert piece is not None
            assert names[1:3] == [piece.army, piece.type.name.lower()]
            x, y, width, height = (float(element.get(k, "")) for k in ("x", "y", "width", "height"))
            assert width == height
            assert element.get("transform") is None  # upright
            radius = width / 2
            cx, cy = x + radius, y + radius
            inner, outer, start, end = sector(cells[square])
            distance, turn = math.hypot(cx, cy), math.atan2(cx, -cy)
            assert inner + radius <= distance + 0.02
            assert distance + radius <= outer + 0.02
            for edge in (start, end):
                assert distance * abs(math.sin(turn - edge)) >= radius - 0.02
            # And it is not lost in it.
            assert width > 0.9 * min(outer - inner, distance * ((end - start) % math.tau))


def test_symbols_are_unique_and_there(board: Board) -> None:
    root = parse(svg.board(board))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    used = {element.get("href") for element in root.iter(f"{NS}use")}
    assert used == {f"#{name}" for name in ids}


def test_ids_differ_between_pictures_that_differ() -> None:
    """Several pictures on one page must not take each other's pieces."""
    board = Board("circular")

    def ids(**options: Any) -> set[str]:
        root = parse(svg.board(board, **options))
        return {name for element in root.iter() if (name := element.get("id"))}

    assert ids() == ids(orientation="b", size=100)
    assert not ids() & ids(colors={"w": "#eeeeee"})
    assert not ids() & ids(pieces={"K": "<path d='M0 0h100v100z'/>"})


LETTERS = [*(kind.letter for kind in PieceType), "O"]


@pytest.mark.parametrize("letter", LETTERS)
def test_drawings_stay_in_their_circle(letter: str) -> None:
    """Rendered large, nothing is drawn outside the circle, and much inside."""
    piece = Piece.from_symbol("r" + letter)
    picture = svg.piece(piece, Variant.load("bhati-6"))
    image = Image.open(io.BytesIO(svg.to_png(picture, size=400))).getchannel("A")
    assert image.size == (400, 400)
    inside = 0
    for place, alpha in enumerate(image.tobytes()):
        x, y = place % 400 + 0.5, place // 400 + 0.5
        if math.hypot(x - 200, y - 200) > 200:
            assert alpha == 0
        inside += alpha > 128
    assert 0.2 < inside / (math.pi * 200**2) < 0.75
    # Standing on its foot, in the middle.
    box = image.getbbox()
    assert box is not None
    assert abs((box[0] + box[2]) / 2 - 200) < 30
    assert 340 < box[3] < 370


def test_drawings_differ() -> None:
    def pixels(letter: str) -> bytes:
        picture = svg.piece(Piece.from_symbol("w" + letter), Variant.load("circular"))
        return Image.open(io.BytesIO(svg.to_png(picture, size=40))).convert("L").tobytes()

    drawn = {letter: pixels(letter) for letter in LETTERS}
    circling = svg.piece(Piece.from_symbol("wO"), Variant.load("jelliss"))
    png = svg.to_png(circling, size=40)
    drawn["anticlockwise"] = Image.open(io.BytesIO(png)).convert("L").tobytes()
    for (a, one), (b, other) in combinations(drawn.items(), 2):
        far = sum(abs(p - q) > 64 for p, q in zip(one, other, strict=True))
        # Pawns differ in their heads alone, tokens in their letters.
        alike = {a, b} == {"P", "O"} or {a, b} <= set("HJLSTU")
        assert far > (15 if alike else 50), (a, b)


def test_outbound_pawns_are_told_from_inbound_ones() -> None:
    board = Board("bhati-2")
    for move in ("c1a1", "c35a35", "d7c9", "d37b36", "a1a31"):
        board.push_uci(move)
    assert board.piece_at("a31") == Piece("r", PieceType.PAWN, outbound=True)
    root = parse(svg.board(board))
    (outbound,) = having(root, "outbound")
    assert classes(outbound) == ["piece", "r", "pawn", "outbound", "on-a31"]
    inbound = having(root, "on-c2")[0]
    assert inbound.get("href") != outbound.get("href")


def test_armies_carry_letters_where_colours_could_mislead() -> None:
    for name in BUILTIN:
        root = parse(svg.board(Board(name)))
        marks = {element.text for element in having(root, "army-letter")}
        letters = Board(name).armies
        names = {army.name for army in Board(name).variant.armies}
        plain = names == {"White", "Black"}
        assert marks == (set() if plain else {letter.upper() for letter in letters})


def test_own_pieces() -> None:
    board = Board("circular")
    own = {
        "K": '<defs><linearGradient id="g"/></defs><circle cx="50" cy="50" r="40" fill="url(#g)"/>',
        "wQ": '<g xmlns:x="http://www.w3.org/1999/xlink"><path id="q" d="M9 9h9v9z"/>'
        '<use x:href="#q" style="stroke:url(\'#q\')"/></g>',
    }
    root = parse(svg.board(board, pieces=own))
    ids = [name for element in root.iter() if (name := element.get("id"))]
    assert len(set(ids)) == len(ids)
    circles = [
        c for s in root.iter(f"{NS}symbol") for c in s.iter(f"{NS}circle") if c.get("r") == "40"
    ]
    assert len(circles) == 2
    for circle in circles:
        assert circle.get("fill", "")[5:-1] in ids
    (inner,) = [u for s in root.iter(f"{NS}symbol") for u in s.iter(f"{NS}use")]
    assert inner.get("href", "")[1:] in ids
    assert inner.get("style") == f"stroke:url('{inner.get('href')}')"
    assert all("xlink" not in name for element in root.iter() for name in element.attrib)
    svg.to_png(svg.board(board, pieces=own), size=100)


# Seats and mirror images.


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_seat_is_at_the_bottom(board: Board, mirrored: bool) -> None:
    if len({file for army in board.variant.armies for file in _files(army)}) < sum(
        len(_files(army)) for army in board.variant.armies
    ):
        return  # armies that share files, one outside the other
    for seat in board.armies:
        root = parse(svg.board(board, orientation=seat, mirrored=mirrored))
        lowest = max(having(root, "piece"), key=lambda e: float(e.get("y", "")))
        assert classes(lowest)[1] == seat


def _files(army: Any) -> set[int]:
    return {square.file for square in army.start}


def test_mirrored_picture_is_the_mirror_image() -> None:
    board = Board("bhati-6")
    plain, mirror = (parse(svg.board(board, mirrored=mirrored)) for mirrored in (False, True))
    for a, b in zip(having(plain, "piece"), having(mirror, "piece"), strict=True):
        ax, bx, width = (float(e.get(k, "")) for e, k in ((a, "x"), (b, "x"), (a, "width")))
        assert ax + width / 2 == pytest.approx(-(bx + width / 2), abs=0.02)
        assert a.get("y") == b.get("y")


# Marks.


def test_last_move_check_fill_and_marks() -> None:
    board = Board("circular")
    plain = squares(parse(svg.board(board)))
    root = parse(
        svg.board(
            board,
            last_move=Move("b2", "b3"),
            check=["a8"],
            fill={"c4": "#123456"},
            squares=["d5", "a1"],
        )
    )
    found = squares(root)
    marked = {n: set(classes(e)[3:]) for n, e in found.items() if classes(e)[3:]}
    assert marked == {"b2": {"lastmove"}, "b3": {"lastmove"}, "a8": {"check"}}
    changed = {name for name in found if found[name].get("fill") != plain[name].get("fill")}
    assert changed == {"b2", "b3", "a8", "c4"}
    assert found["c4"].get("fill") == "#123456"
    assert sorted(classes(e)[1] for e in having(root, "mark")) == ["a1", "d5"]
    assert len(having(root, "in-check")) == 1


def test_snapshot_finds_last_move_and_checks() -> None:
    board = Board("circular-strict")
    for move in ("c16d14", "d10d11", "d14c12", "d7d6", "c12b10"):
        board.push_uci(move)
    assert board.is_check("b")
    root = parse(svg.snapshot(board))
    assert {classes(e)[2] for e in having(root, "lastmove")} == {"c12", "b10"}
    assert [classes(e)[2] for e in having(root, "check")] == ["a8"]
    assert svg.checked(board) == ["a8"]
    assert not having(parse(svg.snapshot(board, last_move=None, check=None)), "lastmove")
    assert not having(parse(svg.snapshot(Board("bhati-6"))), "check")


def test_the_army_to_move_is_shown() -> None:
    board = Board("bhati-3")
    for army in ("r", "y", "b"):
        root = parse(svg.board(board))
        (lamp,) = having(root, "to-move")
        (band,) = having(root, "turn")
        assert army in classes(lamp)
        assert classes(band) == ["seat", army, "turn"]
        board.push(next(iter(board.legal_moves)))


def _line(arrow: Element) -> list[tuple[float, float]]:
    values = numbers(arrow[0].get("d", "")) + numbers(arrow[1].get("d", ""))[2:4]
    return list(zip(values[::2], values[1::2], strict=True))


def _centre(path: Element) -> tuple[float, float]:
    inner, outer, start, end = sector(path)
    turn = start + ((end - start) % math.tau) / 2
    return (inner + outer) / 2 * math.sin(turn), -(inner + outer) / 2 * math.cos(turn)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("variant", "arrow", "straight"),
    [
        ("circular", ("b4", "d4"), True),
        ("circular", ("a1", "c2"), True),
        ("circular", ("a1", "a2", "red"), True),
        ("circular", ("d1", "d6"), False),
        ("circular", ("d1", "d9"), False),
        ("circular", ("b14", "d3", "#00ffff"), False),
        ("circular", Arrow("d1", "d2", way="anticlockwise"), False),
        ("circular", Arrow("d1", "d8", way="chord"), True),
        ("circular", Move("a1", "a12"), False),
        ("bhati-6", ("a4", "a34"), True),
        ("bhati-6", ("a4", "b36"), True),
        ("bhati-6", ("a4", "a20"), False),
        ("bhati-6", ("d1", "a5"), False),
    ],
)
def test_arrows_go_from_square_to_square(
    variant: str, arrow: Any, straight: bool, mirrored: bool
) -> None:
    root = parse(svg.board(Board(variant), arrows=[arrow], mirrored=mirrored))
    (drawn,) = having(root, "arrow")
    cells = squares(root)
    tail, head = classes(drawn)[1].split("-")
    line = _line(drawn)
    inner, outer, _, _ = sector(cells[tail])
    assert math.dist(line[0], _centre(cells[tail])) < (outer - inner) / 2
    assert line[-1] == pytest.approx(_centre(cells[head]), abs=0.05)
    length = sum(math.dist(a, b) for a, b in pairwise(line))
    assert (length < 1.001 * math.dist(line[0], line[-1])) == straight
    radii = [math.hypot(*point) for point in line[:-1]]
    if not straight and tail[0] == head[0]:  # along the ring
        assert all(inner < radius < outer for radius in radii)
    if not straight:  # round the centre, one way
        turns = [math.atan2(x, -y) for x, y in line]
        steps = [(b - a + math.pi) % math.tau - math.pi for a, b in pairwise(turns)]
        assert all(step > 0 for step in steps) or all(step < 0 for step in steps)


def test_an_arrow_can_go_the_long_way_round() -> None:
    board = Board("circular")
    root = parse(svg.board(board, arrows=[Arrow("d3", "d5", way="anticlockwise")]))
    cells = squares(root)
    line = _line(having(root, "arrow")[0])
    for file in (1, 16, 12, 9, 6):  # all files on that way
        assert min(math.dist(point, _centre(cells[f"d{file}"])) for point in line) < 30
    assert min(math.dist(point, _centre(cells["d4"])) for point in line) > 60


def test_an_arrow_on_one_square_is_a_circle() -> None:
    root = parse(svg.board(Board("circular"), arrows=[("a1", "a1", "blue")]))
    (drawn,) = having(root, "arrow")
    assert [element.tag for element in drawn] == [f"{NS}circle"]
    assert drawn[0].get("stroke") == svg.DEFAULT_COLORS["arrow blue"]


# Coordinates and size.


@pytest.mark.parametrize("name", [*BUILTIN, "26x8", "2x128", "5x12", "1x4"])
def test_coordinates_are_readable(name: str) -> None:
    """All are there, inside the picture, and far enough apart."""
    if name in BUILTIN:
        variant = Variant.load(name)
    else:
        rings, files = map(int, name.split("x"))
        variant = Variant.from_toml(kings_only(rings, files))
    root = parse(svg.board(Board(variant)))
    left, top, width, height = numbers(root.get("viewBox", ""))
    texts = having(root, "coord")
    shown = Counter(element.text for element in texts)
    letters = [chr(97 + ring) for ring in range(variant.rings)]
    citadels = [f"z{number}" for number in range(1, variant.citadels + 1)]
    assert shown == Counter([*map(str, range(1, variant.files + 1)), *letters, *citadels])
    boxes = []
    for element in texts:
        x, y, size = (float(element.get(key, "")) for key in ("x", "y", "font-size"))
        wide, high = 0.62 * size * len(element.text or ""), 0.74 * size
        boxes.append((x - wide / 2, y - high, x + wide / 2, y))
    for ax, ay, bx, by in boxes:
        assert left < ax < bx < left + width
        assert top < ay < by < top + height
    for number, (ax, ay, bx, by) in enumerate(boxes):
        for cx, cy, dx, dy in boxes[:number]:
            assert bx <= cx or dx <= ax or by <= cy or dy <= ay


def test_ring_letters_stand_in_their_rings(board: Board) -> None:
    for seat in board.armies:
        root = parse(svg.board(board, orientation=seat, layout="round"))
        view = board.variant.geometry()
        rings = {view[name].square.ring_name: sector(e)[:2] for name, e in squares(root).items()}
        texts = [e for e in having(root, "coord") if classes(e)[1].startswith("ring-")]
        assert len(texts) == len(rings) == board.variant.rings
        for element in texts:
            letter, size = element.text or "", float(element.get("font-size", ""))
            if letter in rings:
                x, y = float(element.get("x", "")), float(element.get("y", "")) - size * 0.35
                assert rings[letter][0] < math.hypot(x, y) < rings[letter][1]


#: Half the width of a bold letter and half its height, of a font of size 1.
HALF_LETTER = (0.36, 0.38)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("name", [*BUILTIN, "6x40", "4x12", "2x128"])
def test_ring_letters_are_off_edges_and_voids(name: str, mirrored: bool) -> None:
    """Each corner of a letter is well inside one playable square of its ring."""
    if name in BUILTIN:
        variant = Variant.load(name)
    else:
        rings, files = map(int, name.split("x"))
        # A hole in every fourth file of the outermost ring.
        letter = "abcdef"[rings - 1]
        voids = ",".join(f'"{letter}{file}"' for file in range(3, files + 1, 4))
        variant = Variant.from_toml(kings_only(rings, files, voids=voids))
    for seat in variant.letters:
        view = variant.geometry(seat=seat, mirrored=mirrored)
        root = parse(svg.board(Board(variant), orientation=seat, mirrored=mirrored, layout="round"))
        rim = having(root, "squares")[0][-1].get("d", "")
        scale = numbers(rim)[2]  # the outermost arc's radius
        texts = [e for e in having(root, "coord") if classes(e)[1].startswith("ring-")]
        assert len(texts) == variant.rings
        lines = []
        for ring, element in enumerate(texts, 1):
            size = float(element.get("font-size", ""))
            x, y = float(element.get("x", "")), float(element.get("y", "")) - size * 0.35
            lines.append(math.atan2(x, -y))
            assert size >= 5
            found = set()
            for across in (-1, 1):
                for up in (-1, 1):
                    px = x + across * (HALF_LETTER[0] * size + 0.6)
                    py = y + up * (HALF_LETTER[1] * size + 0.6)
                    found.add(view.square_at(px / scale, py / scale))
            (square,) = found
            assert square is not None
            assert square not in variant.voids
            assert view[square].ring == ring
        # All along one line, on whichever side of it.
        width = math.tau / variant.files
        assert all(abs((a - b + math.pi) % math.tau - math.pi) < width for a, b in pairwise(lines))


def test_where_a_whole_ring_is_void_its_letter_has_a_light_ground() -> None:
    voids = ",".join(f'"b{file}"' for file in range(1, 17))
    variant = Variant.from_toml(kings_only(4, 16, voids=voids))
    root = parse(svg.board(variant))
    (plate,) = having(root, "plate")
    (letter,) = having(root, "ring-b")
    x, y, radius = (float(plate.get(key, "")) for key in ("cx", "cy", "r"))
    size = float(letter.get("font-size", ""))
    half = math.hypot(*HALF_LETTER) * size
    middle = (float(letter.get("x", "")), float(letter.get("y", "")) - size * 0.35)
    assert math.dist(middle, (x, y)) + half < radius
    square = variant.geometry().square_at(x / 452, y / 452)
    assert square in variant.voids


@pytest.mark.parametrize("name", BUILTIN)
def test_file_numbers_lie_between_the_bands_and_the_frame(name: str) -> None:
    root = parse(svg.board(Board(name), layout="round"))
    frame = float(having(root, "margin")[0].get("r", ""))
    bands = [math.hypot(*numbers(e.get("d", ""))[:2]) for e in having(root, "seat")]
    inner = max(bands, default=numbers(having(root, "squares")[0][-1].get("d", ""))[2])
    for element in having(root, "coord"):
        if not classes(element)[1].startswith("file-"):
            continue
        size = float(element.get("font-size", ""))
        x, y = float(element.get("x", "")), float(element.get("y", "")) - size * 0.35
        wide = 0.32 * size * len(element.text or "")
        corners = [(x + a * wide, y + b * 0.37 * size) for a in (-1, 1) for b in (-1, 1)]
        assert max(math.hypot(*corner) for corner in corners) < frame
        assert math.hypot(x, y) - 0.37 * size > inner


def test_pieces_are_as_large_as_on_a_board_of_square_cells_or_larger() -> None:
    """On Bhati's board: against rings of square cells in a picture of 900 pixels."""
    root = parse(svg.board(Board("bhati-6")))
    pixels = 900 / numbers(root.get("viewBox", ""))[2]
    half = math.sin(math.pi / 60)
    growth = (1 + half) / (1 - half)
    for element in having(root, "piece"):
        square = Square(classes(element)[-1].removeprefix("on-"))
        box = float(element.get("width", "")) * pixels
        edges = [growth ** (ring - 4) for ring in (square.ring - 1, square.ring)]
        # A drawing fills 96 hundredths of its box; such cells left it 94, at a rim of 440 units.
        before = (edges[1] - edges[0]) * 440 * pixels * 0.94
        assert box / 0.96 > before * 1.05


@pytest.mark.parametrize("variant", ["circular", "cylinder", "orthodox", "bhati-3"])
def test_ring_letters_are_not_hidden_by_pieces(variant: str) -> None:
    """With a piece on every square, the letters stand outside the middle of the drawings."""
    board = Board(variant)
    king = Piece(board.armies[0], PieceType.KING)
    playable = [cell.square for cell in board.variant.geometry().cells if not cell.void]

    class Full:
        variant = board.variant
        turn = ""

        def piece_map(self) -> dict[Square, Piece]:
            return dict.fromkeys(playable, king)

    root = parse(svg.board(Full()))
    circles = []
    for element in having(root, "piece"):
        x, y, width = (float(element.get(key, "")) for key in ("x", "y", "width"))
        circles.append((x + width / 2, y + width / 2, width / 2))
    for element in having(root, "coord"):
        size = float(element.get("font-size", ""))
        point = (float(element.get("x", "")), float(element.get("y", "")) - size * 0.35)
        for x, y, radius in circles:
            assert math.dist(point, (x, y)) > radius * 0.85


def test_without_coordinates_the_board_is_larger() -> None:
    board = Board("circular")
    bare, full = (parse(svg.board(board, coordinates=on)) for on in (False, True))
    assert not having(bare, "coord")
    assert numbers(bare.get("viewBox", ""))[2] < numbers(full.get("viewBox", ""))[2]


def test_size() -> None:
    board = Board("circular")
    assert parse(svg.board(board)).get("width") is None
    for size, text in ((400, "400"), (99.5, "99.5")):
        root = parse(svg.board(board, size=size))
        assert (root.get("width"), root.get("height")) == (text, text)
        assert numbers(root.get("viewBox", ""))[:2] == [-496, -496]

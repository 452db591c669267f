"""Where squares lie: tilings, seats, mirror images, all against plain trigonometry."""

from __future__ import annotations

import json
import math
import pickle
import random
import re
from collections import Counter

import pytest

from circularchess import InvalidSquareError, Square, UnknownArmyError, Variant, variants
from circularchess.geometry import Cell, Geometry, geometry
from made_variants import kings_only, special_board

SHAPES = [(1, 4), (1, 6), (5, 12), (26, 8), (2, 128), (4, 4)]
BUILTIN = [variant.id for variant in variants()]
BOARDS = [*BUILTIN, *(f"{rings}x{files}" for rings, files in SHAPES)]


def load(name: str) -> Variant:
    if name in BUILTIN:
        return Variant.load(name)
    rings, files = name.split("x")
    return Variant.from_toml(kings_only(int(rings), int(files)))


@pytest.fixture(params=BOARDS)
def variant(request: pytest.FixtureRequest) -> Variant:
    return load(request.param)


def views(variant: Variant) -> list[Geometry]:
    return [
        geometry(variant, seat=seat, mirrored=mirrored)
        for seat in variant.letters
        for mirrored in (False, True)
    ]


def area(polygon: tuple[tuple[float, float], ...]) -> float:
    """Signed: positive when the corners go clockwise on the picture, y being downwards."""
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def test_every_square_has_a_cell(variant: Variant) -> None:
    cells = geometry(variant).cells
    assert [(cell.ring, cell.file) for cell in cells] == [
        (ring, file) for ring in range(1, variant.rings + 1) for file in range(1, variant.files + 1)
    ]
    assert {cell.square for cell in cells if cell.void} == variant.voids
    for cell in cells:
        ring, file = cell.ring, cell.file
        letter, number = (file, ring) if variant.names == "file-ring" else (ring, file)
        assert cell.square == f"{'abcdefghijklmnopqrstuvwxyz'[letter - 1]}{number}"
        assert cell.light == bool((cell.ring + cell.file) % 2)


def test_polygons_tile_the_board(variant: Variant) -> None:
    """Every edge has a cell on both sides, or one if it lies on the rim or the hub."""
    for view in views(variant):
        edges: Counter[tuple[tuple[float, float], tuple[float, float]]] = Counter()
        for cell in view.cells:
            assert (area(cell.polygon) > 0) is not view.mirrored
            edges.update(zip(cell.polygon, (*cell.polygon[1:], cell.polygon[0]), strict=True))
        assert max(edges.values()) == 1
        outside = {math.hypot(*a) for a, b in edges if (b, a) not in edges}
        assert all(min(abs(r - 1), abs(r - view.radii[0])) < 1e-9 for r in outside)
        # The whole is a regular polygon with a regular hole.
        steps = len(view.cells[0].polygon) // 2 - 1
        corners = variant.files * steps
        whole = corners / 2 * math.sin(2 * math.pi / corners) * (1 - view.radii[0] ** 2)
        assert sum(abs(area(cell.polygon)) for cell in view.cells) == pytest.approx(whole)


def test_sectors_tile_the_disc(variant: Variant) -> None:
    view = geometry(variant)
    sectors = [
        (cell.outer**2 - cell.inner**2) * math.radians((cell.end - cell.start) % 360) / 2
        for cell in view.cells
    ]
    assert sum(sectors) + math.pi * view.radii[0] ** 2 == pytest.approx(math.pi)
    assert view.radii[-1] == 1
    assert all(a < b for a, b in zip(view.radii, view.radii[1:], strict=False))


def test_the_circle_for_the_piece_lies_in_the_cell(variant: Variant) -> None:
    for cell in geometry(variant).cells:
        distance = math.hypot(*cell.centre)
        half = math.pi / variant.files
        assert cell.radius > 0
        assert distance - cell.radius >= cell.inner - 1e-9
        assert distance + cell.radius <= cell.outer + 1e-9
        # Nothing is wasted: the circle touches both arcs or both sides.
        high, wide = cell.outer - cell.inner, 2 * distance * math.sin(half)
        assert 2 * cell.radius == pytest.approx(min(high, wide))
        assert high <= 1.35 * wide + 1e-9


@pytest.mark.parametrize(("rings", "files"), [(4, 60), (4, 56), (3, 60), (2, 128), (2, 64)])
def test_many_files_do_not_leave_most_of_the_board_to_the_hub(rings: int, files: int) -> None:
    """Against rings of square cells: a smaller hub, and larger cells on every inner ring."""
    view = geometry(Variant.from_toml(kings_only(rings, files)))
    half = math.sin(math.pi / files)
    square = [((1 + half) / (1 - half)) ** (ring - rings) for ring in range(rings + 1)]
    assert view.radii[0] < square[0] - 0.01
    for ring in range(rings):
        cell = view.cells[ring * files]
        middle = (cell.inner + cell.outer) / 2
        area = (cell.outer - cell.inner) * 2 * middle * half
        before = (square[ring + 1] ** 2 - square[ring] ** 2) * half
        assert area > before - 1e-9
        # A smaller hub makes inner cells narrower: that was worth no more than a tenth.
        assert 2 * cell.radius > 0.9 * (square[ring + 1] - square[ring])
    # The outermost cells are as high as they are wide.
    outermost = view.cells[-1]
    middle = (outermost.inner + outermost.outer) / 2
    assert outermost.outer - outermost.inner == pytest.approx(2 * middle * half)


def test_pieces_do_not_shrink_too_much_inwards(variant: Variant) -> None:
    view = geometry(variant)
    sizes = [view.cells[ring * variant.files].radius for ring in range(variant.rings)]
    assert sizes == sorted(sizes)
    assert sizes[-1] <= sizes[0] * 1.5 + 1e-9


def test_path_and_polygon_agree(variant: Variant) -> None:
    number = r"(-?[0-9.e-]+)"
    pattern = re.compile(
        f"M{number} {number}A{number} {number} 0 0 ([01]) {number} {number}"
        f"L{number} {number}A{number} {number} 0 0 ([01]) {number} {number}Z"
    )
    for view in views(variant):
        for cell in view.cells:
            match = pattern.fullmatch(cell.path)
            assert match is not None
            values = [float(value) for value in match.groups()]
            steps = len(cell.polygon) // 2
            corners = [cell.polygon[i] for i in (0, steps - 1, steps, -1)]
            found = [(values[i], values[i + 1]) for i in (0, 5, 7, 12)]
            for (ax, ay), (bx, by) in zip(corners, found, strict=True):
                assert (ax, ay) == pytest.approx((bx, by), abs=2e-6)
            assert values[2:5] == pytest.approx(
                [cell.outer, cell.outer, int(not view.mirrored)], abs=1e-6
            )
            assert values[9:12] == pytest.approx(
                [cell.inner, cell.inner, int(view.mirrored)], abs=1e-6
            )


def test_angles_agree_with_points(variant: Variant) -> None:
    for view in views(variant):
        for cell in view.cells:
            turn = math.radians(cell.angle)
            middle = (cell.inner + cell.outer) / 2
            point = (middle * math.sin(turn), -middle * math.cos(turn))
            assert cell.centre == pytest.approx(point, abs=1e-9)
            sense = -1 if view.mirrored else 1
            width = 360 / variant.files
            assert (sense * (cell.end - cell.start)) % 360 == pytest.approx(width)
            assert (sense * (cell.angle - cell.start)) % 360 == pytest.approx(width / 2)
            assert -90 <= cell.text_angle < 90
            assert (cell.text_angle - cell.angle) % 180 == pytest.approx(0, abs=1e-9)


def test_point_to_square(variant: Variant) -> None:
    rng = random.Random(5)
    for view in views(variant):
        assert all(view.square_at(*cell.centre) == cell.square for cell in view.cells)
        for _ in range(50):
            x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
            square, distance = view.square_at(x, y), math.hypot(x, y)
            core = view.citadels[0].inner if view.citadels else view.radii[0]
            if square is None:
                assert distance >= 1 or distance < core
            elif square.ring_letter == "z" and view.rings < 26:
                cell = view[square]
                turn = (math.degrees(math.atan2(x, -y)) - cell.start) % 360
                assert core <= distance < view.radii[0]
                assert (-turn % 360 if view.mirrored else turn) <= 360 / len(view.citadels)
            else:
                cell = view[square]
                turn = (math.degrees(math.atan2(x, -y)) - cell.start) % 360
                assert cell.inner <= distance < cell.outer
                assert (-turn % 360 if view.mirrored else turn) <= 360 / variant.files
        assert view.square_at(0, 0) is None
        assert view.square_at(math.nan, 0) is None
        assert view.square_at(math.inf, 1) is None
        assert view.square_at(1, 0) is None


# Citadels and moats.


@pytest.fixture(params=["1x4/2", "2x16/1", "4x16/2", "4x24/3", "3x20/5", "4x16/16", "3x60/30", ""])
def hub(request: pytest.FixtureRequest) -> Variant:
    """Boards with citadels: rings x files / citadels; the built-in one at last."""
    if not request.param:
        return Variant.load("byzantine-citadel")
    shape, count = request.param.split("/")
    rings, files = map(int, shape.split("x"))
    if rings == 1:
        text = kings_only(rings, files)
        text = "format = 2\n" + text.replace("[board]", f"[board]\ncitadels = {count}")
    else:
        text = special_board(rings, files, f'centre = "closed"\ncitadels = {count}')
    return Variant.from_toml(text)


def test_citadels_share_out_the_hub(hub: Variant) -> None:
    """By their angles and radii they tile the ring between the core and ring a."""
    for view in views(hub):
        names = [cell.square for cell in view.citadels]
        assert names == [f"z{number}" for number in range(1, hub.citadels + 1)]
        sense = -1 if view.mirrored else 1
        share = 360 / hub.citadels
        for cell, after in zip(view.citadels, (*view.citadels[1:], view.citadels[0]), strict=True):
            assert 0 < cell.inner < cell.outer == view.radii[0]
            assert cell.inner == view.citadels[0].inner
            turn = sense * (cell.end - cell.start) % 360
            assert turn % 360 == pytest.approx(share % 360)
            assert cell.end == pytest.approx(after.start)
        whole = sum(abs(area(cell.polygon)) for cell in view.citadels)
        corners = hub.citadels * (len(view.citadels[0].polygon) // 2 - 1)
        inner, outer = view.citadels[0].inner, view.citadels[0].outer
        exact = corners / 2 * math.sin(2 * math.pi / corners) * (outer**2 - inner**2)
        assert whole == pytest.approx(exact)
        assert all((area(cell.polygon) > 0) is not view.mirrored for cell in view.citadels)


def test_citadels_border_the_files_that_lead_into_them(hub: Variant) -> None:
    """`zk` borders files (k-1)F/C + 1 to kF/C of ring a, and nothing else."""
    each = hub.files // hub.citadels
    for view in views(hub):
        for number, cell in enumerate(view.citadels):
            first = view[Square.at(1, number * each + 1)]
            last = view[Square.at(1, (number + 1) * each)]
            assert cell.start == pytest.approx(first.start)
            assert cell.end == pytest.approx(last.end)
            for file in range(number * each + 1, (number + 1) * each + 1):
                edge = view.radii[0] * 0.999
                assert view.square_at(*view.point(edge, file)) == cell.square


def test_the_circle_for_the_king_lies_in_its_citadel(hub: Variant) -> None:
    for view in views(hub):
        for cell in view.citadels:
            assert view.square_at(*cell.centre) == cell.square
            assert view[cell.square] is cell
            distance = math.hypot(*cell.centre)
            assert distance - cell.radius >= cell.inner - 1e-9
            assert distance + cell.radius <= cell.outer + 1e-9
            for turn in range(0, 360, 15):
                x = cell.centre[0] + 0.999 * cell.radius * math.sin(math.radians(turn))
                y = cell.centre[1] + 0.999 * cell.radius * math.cos(math.radians(turn))
                assert view.square_at(x, y) == cell.square
        assert view.square_at(0, 0) is None


def test_citadels_turn_and_mirror_with_the_board() -> None:
    variant = Variant.load("byzantine-citadel")
    white, black = (geometry(variant, seat=seat) for seat in "wb")
    mirror = geometry(variant, mirrored=True)
    for number, cell in enumerate(white.citadels):
        assert place(black.citadels[(number + 2) % 4]) == place(cell)
        twin = mirror.citadels[number]
        assert twin.centre == (-cell.centre[0] + 0.0, cell.centre[1])
        assert twin.polygon == tuple((-x + 0.0, y) for x, y in cell.polygon)


def test_the_path_of_a_citadel_is_its_polygon(hub: Variant) -> None:
    """Every corner of the path, also where a citadel is the whole ring."""
    number = r"(-?[0-9.]+(?:e-?[0-9]+)?)"
    for view in views(hub):
        for cell in view.citadels:
            ends = re.findall(f"(?:[ML]|A{number} {number} 0 0 [01] ){number} {number}", cell.path)
            points = [(float(x), float(y)) for _, _, x, y in ends]
            assert len(points) >= 4
            for x, y in points:
                near = min(math.dist((x, y), corner) for corner in cell.polygon)
                assert near < cell.outer * math.radians(2.1)
                assert min(abs(math.hypot(x, y) - r) for r in (cell.inner, cell.outer)) < 3e-6


def test_geometry_says_moats_and_citadels_as_json() -> None:
    three = Variant.load("three-man").geometry()
    assert three.moats == (8, 16, 24)
    data = json.loads(json.dumps(three.to_json()))
    assert data["moats"] == [8, 16, 24]
    assert data["citadels"] == {}
    # A moat lies where the two squares beside it meet.
    for file in three.moats:
        x, y = three.point(1.0, file + 0.5)
        angle = math.degrees(math.atan2(x, -y)) % 360
        assert angle == pytest.approx(three[f"f{file}"].end)
        assert angle == pytest.approx(three[f"f{file % 24 + 1}"].start)
    view = Variant.load("byzantine-citadel").geometry()
    data = json.loads(json.dumps(view.to_json()))
    assert list(data["citadels"]) == ["z1", "z2", "z3", "z4"]
    assert len(data["cells"]) == 64
    assert tuple(data["citadels"]["z3"]["centre"]) == view["z3"].centre
    with pytest.raises(InvalidSquareError):
        view["z5"]


# Seats.


def place(cell: Cell) -> tuple[object, ...]:
    """All of a cell but its name and colour."""
    return (
        cell.centre, cell.radius, cell.inner, cell.outer, cell.angle, cell.start, cell.end,
        cell.text_angle, cell.path, cell.polygon,
    )  # fmt: skip


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("seat", "turned"), [("o", 10), ("y", 20), ("g", 30), ("b", 40), ("v", 50)]
)
def test_seats_turn_bhatis_board_exactly(seat: str, turned: int, mirrored: bool) -> None:
    red = geometry(Variant.load("bhati-6"), mirrored=mirrored)
    other = geometry(Variant.load("bhati-6"), seat=seat, mirrored=mirrored)
    for cell in red.cells:
        twin = other[Square.at(cell.ring, (cell.file + turned - 1) % 60 + 1)]
        assert place(twin) == place(cell)


def test_seats_turn_the_circular_board_exactly() -> None:
    white, black = (geometry(Variant.load("circular"), seat=seat) for seat in "wb")
    for cell in white.cells:
        assert place(black[Square.at(cell.ring, (cell.file + 7) % 16 + 1)]) == place(cell)


def test_mirror_image_is_exact(variant: Variant) -> None:
    for seat in variant.letters:
        plain = geometry(variant, seat=seat)
        mirror = geometry(variant, seat=seat, mirrored=True)
        for cell, twin in zip(plain.cells, mirror.cells, strict=True):
            assert twin.centre == (-cell.centre[0] + 0.0, cell.centre[1])
            assert twin.polygon == tuple((-x + 0.0, y) for x, y in cell.polygon)
            assert (twin.angle + cell.angle) % 360 == 0
            assert twin.radius == cell.radius


@pytest.mark.parametrize(
    ("name", "seat", "left", "right"),
    [
        # Clockwise seen from above is leftwards for who sits at the bottom.
        ("circular", "w", 1, 16),
        ("circular", "b", 9, 8),
        ("bhati-6", "r", 5, 4),
        ("bhati-6", "g", 35, 34),
        ("bhati-3", "b", 45, 44),
        ("orthodox", "w", 5, 4),
        ("orthodox", "b", 5, 4),
        ("cylinder", "w", 5, 4),
    ],
)
def test_the_army_is_at_the_bottom(name: str, seat: str, left: int, right: int) -> None:
    variant = Variant.load(name)
    view = variant.geometry(seat=seat)
    for ring in range(1, view.rings + 1):
        x, y = view[variant.square_at(ring, left)].centre
        assert y > 0 > x
        assert view[variant.square_at(ring, right)].centre == (-x, y)


def test_facing_the_centre_the_queen_stands_left_of_the_king() -> None:
    """As the Society and Bhati set up: White's and Red's queen, by the published arrays."""
    bhati = geometry(Variant.load("bhati-2"))
    assert bhati["d5"].centre[0] < bhati["d4"].centre[0]


def test_a_lone_king_is_exactly_at_the_bottom() -> None:
    variant = load("5x12")
    for seat, square in (("w", "a1"), ("b", "a7")):
        for mirrored in (False, True):
            cell = geometry(variant, seat=seat, mirrored=mirrored)[square]
            assert cell.angle == 180
            assert cell.centre[0] == 0
            assert cell.centre[1] > 0


def test_first_army_is_the_default() -> None:
    variant = Variant.load("bhati-4")
    assert geometry(variant) == geometry(variant, seat="r") == geometry(variant.data)
    assert geometry(variant) != geometry(variant, seat="o")


# Values.


def test_json(variant: Variant) -> None:
    view = geometry(variant)
    data = json.loads(json.dumps(view.to_json(polygons=True), allow_nan=False))
    assert list(data["cells"]) == [str(cell.square) for cell in view.cells]
    assert (data["rings"], data["files"]) == (variant.rings, variant.files)
    for cell in view.cells:
        found = data["cells"][cell.square]
        assert tuple(found["centre"]) == cell.centre
        assert [tuple(point) for point in found["polygon"]] == list(cell.polygon)
        assert found["colour"] == ("light" if cell.square.is_light else "dark")
        assert found["void"] == (cell.square in variant.voids)
        del found["polygon"]
    # Points are told only to those who ask.
    assert json.loads(json.dumps(view.to_json()))["cells"] == data["cells"]


def test_geometry_is_a_value() -> None:
    view = geometry(Variant.load("circular"))
    assert pickle.loads(pickle.dumps(view)) == view
    assert hash(pickle.loads(pickle.dumps(view))) == hash(view)
    with pytest.raises(AttributeError):
        view.mirrored = True  # type: ignore[misc]


@pytest.mark.parametrize("seat", ["", "x", "W", "wb", 0, ["w"], "w" * 5000])
def test_unknown_seat(seat: object) -> None:
    with pytest.raises(UnknownArmyError) as error:
        geometry(Variant.load("circular"), seat=seat)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("square", ["e1", "a17", "a0", "", "z9", None])
def test_square_off_the_board(square: object) -> None:
    with pytest.raises(InvalidSquareError) as error:
        geometry(Variant.load("circular"))[square]  # type: ignore[index]
    assert "\n" not in str(error.value)

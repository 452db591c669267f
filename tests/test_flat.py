"""Flat boards: where squares lie, and pictures of them, against plain arithmetic."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter

import pytest

from circularchess import Board, InvalidSquareError, UnknownArmyError, Variant, svg, variants
from circularchess.flat import FlatGeometry, flat_geometry
from commands import status
from svg_reading import parse

ORTHODOX = Variant.load("orthodox")
FLAT = [v for v in variants() if v.centre != "null" and not v.citadels]


def views(variant: Variant) -> list[FlatGeometry]:
    return [
        flat_geometry(variant, seat=seat, mirrored=mirrored)
        for seat in variant.letters
        for mirrored in (False, True)
    ]


def area(polygon: tuple[tuple[float, float], ...]) -> float:
    """Signed: positive when the corners go clockwise on the picture, y being downwards."""
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


@pytest.mark.parametrize("variant", FLAT, ids=lambda variant: variant.id)
def test_cells_tile_the_rectangle(variant: Variant) -> None:
    for view in views(variant):
        edges: Counter[tuple[tuple[float, float], tuple[float, float]]] = Counter()
        for cell in view.cells:
            assert (area(cell.polygon) > 0) is not view.mirrored
            assert abs(area(cell.polygon)) == pytest.approx((2 * cell.radius) ** 2)
            edges.update(zip(cell.polygon, (*cell.polygon[1:], cell.polygon[0]), strict=True))
        assert max(edges.values()) == 1
        # An edge with no cell beyond lies on the frame.
        for (ax, ay), (bx, by) in (edge for edge in edges if edge[::-1] not in edges):
            upright = abs(ax) == pytest.approx(view.width / 2) and ax == bx
            level = abs(ay) == pytest.approx(view.height / 2) and ay == by
            assert upright or level
        assert max(view.width, view.height) == pytest.approx(2)
        assert {cell.square for cell in view.cells if cell.void} == variant.voids


def test_white_sees_a1_on_the_left_at_the_bottom_and_dark() -> None:
    white, black = ORTHODOX.flat_geometry(), ORTHODOX.flat_geometry(seat="b")
    for number, name in enumerate("abcdefgh"):
        for rank in range(1, 9):
            square = f"{name}{rank}"
            x, y = -7 / 8 + number / 4, 7 / 8 - (rank - 1) / 4
            assert white[square].centre == pytest.approx((x, y))
            assert black[square].centre == pytest.approx((-x, -y))
            assert white[square].light == bool((number + rank - 1) % 2)
    mirror = ORTHODOX.flat_geometry(mirrored=True)
    assert mirror["a1"].centre == pytest.approx((7 / 8, 7 / 8))


@pytest.mark.parametrize("variant", FLAT, ids=lambda variant: variant.id)
def test_points_lie_in_their_squares(variant: Variant) -> None:
    chance = random.Random(variant.id)
    for view in views(variant):
        for cell in chance.sample(view.cells, 20):
            ring, file = (
                cell.ring + chance.uniform(-0.49, 0.49),
                cell.file + chance.uniform(-0.4, 0.4),
            )
            assert view.square_at(*view.point(ring, file)) is cell.square
            assert view.square_at(*cell.centre) is cell.square
        assert view.square_at(1.01, 0) is None
        assert view.square_at(0, -1.01) is None
        assert view.square_at(float("nan"), 0) is None


def test_values_and_refusals() -> None:
    view = ORTHODOX.flat_geometry()
    assert pickle.loads(pickle.dumps(view)) == view
    told = json.loads(json.dumps(view.to_json(), allow_nan=False))
    assert list(told["cells"]) == [cell.square for cell in view.cells]
    for square in ("i1", "a9", "", "z9", None):
        with pytest.raises(InvalidSquareError):
            view[square]  # type: ignore[index]
    with pytest.raises(UnknownArmyError):
        ORTHODOX.flat_geometry(seat="x")
    for name in ("bhati-2", "byzantine-citadel"):
        with pytest.raises(ValueError, match="no flat picture"):
            Variant.load(name).flat_geometry()
        with pytest.raises(ValueError, match="no flat picture"):
            svg.board(Board(name), layout="flat")
    with pytest.raises(ValueError, match="no layout 'square'"):
        svg.board(Board("orthodox"), layout="square")  # type: ignore[arg-type]


# --- Pictures ------------------------------------------------------------------------------------


def test_the_open_seam_is_drawn_flat_unless_told_otherwise() -> None:
    board = Board("orthodox")
    assert svg.board(board) == svg.board(board, layout="flat") != svg.board(board, layout="round")
    round_one = Board("cylinder")
    assert svg.board(round_one) == svg.board(round_one, layout="round")
    assert svg.board(round_one) != svg.board(round_one, layout="flat")


def _places(picture: str) -> dict[str, tuple[float, float]]:
    """The middle of every square of a flat picture, and of every name beside the board."""
    places: dict[str, tuple[float, float]] = {}
    for element in parse(picture).iter():
        names = element.get("class", "").split()
        if names[:1] == ["square"]:
            points = [tuple(map(float, p.split())) for p in element.attrib["d"][1:-1].split("L")]
            places[names[2]] = (sum(p[0] for p in points) / 4, sum(p[1] for p in points) / 4)
        elif names[:1] == ["coord"]:
            text = element.text or ""
            places[text] = (float(element.attrib["x"]), float(element.attrib["y"]))
    return places


@pytest.mark.parametrize("name", ["orthodox", "cylinder"])
@pytest.mark.parametrize("seat", ["w", "b"])
def test_names_stand_below_their_files_and_beside_their_ranks(name: str, seat: str) -> None:
    places = _places(svg.board(Board(name), layout="flat", orientation=seat))
    for letter in "abcdefgh":
        for rank in "12345678":
            x, y = places[letter + rank]
            assert places[letter][0] == pytest.approx(x, abs=0.01)
            assert places[rank][1] == pytest.approx(y, abs=12)
            assert places[letter][1] > y
            assert places[rank][0] < x
    assert (places["a1"][0] < places["h1"][0]) is (seat == "w")
    assert (places["a1"][1] > places["a8"][1]) is (seat == "w")


def test_the_round_picture_speaks_the_names_too() -> None:
    picture = parse(svg.board(Board("cylinder")))
    texts = [e.text for e in picture.iter() if e.get("class", "").startswith("coord ")]
    assert sorted(texts, key=str) == [*"12345678", *"abcdefgh"]


def test_pieces_arrows_and_marks_lie_on_their_squares() -> None:
    board = Board("orthodox")
    board.push_san("e4")
    picture = svg.snapshot(board, arrows=[("g8", "f6")], squares=["d4"], check="e1")
    places = _places(picture)
    root = parse(picture)
    pieces = 0
    for element in root.iter():
        names = element.get("class", "").split()
        if names[:1] == ["piece"]:
            pieces += 1
            square = names[-1].removeprefix("on-")
            side = float(element.attrib["width"])
            x, y = (float(element.attrib[key]) + side / 2 for key in "xy")
            assert (x, y) == pytest.approx(places[square], abs=0.05)
        if names[:1] == ["mark"]:
            assert float(element.attrib["cx"]) == pytest.approx(places["d4"][0], abs=0.05)
    assert pieces == 32
    assert picture.count(" lastmove") == 2
    assert 'class="arrow g8-f6"' in picture
    # The lamp of the army to move is beside its home.
    lamp = next(e for e in root.iter() if e.get("class", "").startswith("to-move"))
    assert lamp.attrib["class"] == "to-move b"
    assert float(lamp.attrib["cy"]) < places["e5"][1]


def test_text_has_ranks_as_rows() -> None:
    lines = str(Board("orthodox")).splitlines()
    assert lines[0].split() == [*"abcdefgh"]
    assert [line.split()[0] for line in lines[1:]] == [*"87654321"]
    assert lines[1].split()[1:] == [*"rnbqkbnr"]
    assert lines[8].split()[1:] == [*"RNBQKBNR"]
    assert str(Board("cylinder")) == str(Board("orthodox"))


def test_the_command_takes_the_layout(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert status("render", "cylinder", "--layout", "flat", "-o", "-") == 0
    written = capsysbinary.readouterr().out.decode()
    assert written.strip() == svg.snapshot(Board("cylinder"), layout="flat")

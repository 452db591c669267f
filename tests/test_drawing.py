"""Text drawings of boards."""

from __future__ import annotations

import pytest

from circularchess import Board, CircularChessError, Variant, variants

START = """\
    1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
d   R  P  .  .  .  .  p  r  r  p  .  .  .  .  P  R
c   N  P  .  .  .  .  p  n  n  p  .  .  .  .  P  N
b   B  P  .  .  .  .  p  b  b  p  .  .  .  .  P  B
a   K  P  .  .  .  .  p  k  q  p  .  .  .  .  P  Q"""

ORTHODOX = """\
   a  b  c  d  e  f  g  h
8  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜
7  ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟
6  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
2  ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙
1  ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖"""


def test_circular() -> None:
    assert str(Board("circular")) == Board("circular").text() == START


def test_orthodox_figures() -> None:
    drawing = Board("orthodox").unicode()
    assert [line.split() for line in drawing.splitlines()] == [
        line.split() for line in ORTHODOX.splitlines()
    ]


def test_bhati_fits_in_200_columns() -> None:
    lines = str(Board("bhati-6")).splitlines()
    assert len(lines) == 5
    assert all(150 < len(line) <= 200 for line in lines)
    assert lines[1].split()[:11] == ["d", "rR", "rN", "rB", "rK", "rQ", "rB", "rN", "rR", "*", "*"]
    assert lines[2].split()[11:13] == ["oP", "oP"]


@pytest.mark.parametrize(
    ("width", "blocks"), [(200, 1), (182, 1), (181, 2), (100, 2), (80, 3), (62, 3), (40, 6), (5, 6)]
)
def test_bhati_by_whole_sectors(width: int, blocks: int) -> None:
    board = Board("bhati-6")
    drawing = board.text(width=width).split("\n\n")
    assert len(drawing) == blocks
    for number, block in enumerate(drawing):
        header, *rings = block.splitlines()
        files = list(map(int, header.split()))
        # A block begins with a sector and shows each file's squares below its number.
        assert files[0] == number * 60 // blocks + 1
        assert files[0] % 10 == 1
        assert len(rings) == 4
        if width >= 40:
            assert all(len(line) <= width for line in (header, *rings))
        assert [ring.split()[0] for ring in rings] == ["d", "c", "b", "a"]
        assert all(len(ring.split()) == len(files) + 1 for ring in rings)


@pytest.mark.parametrize("variant", variants(), ids=lambda v: v.id)
@pytest.mark.parametrize("width", [None, 1, 20, 80, 120, 10_000])
def test_every_square_is_drawn(variant: Variant, width: int | None) -> None:
    board = Board(variant)
    heads = "12345678" if variant.names == "file-ring" else "abcdefghijklmnopqrstuvwxy"
    for drawing in (board.text(width=width), board.unicode(width=width)):
        cells = [
            cell
            for line in drawing.splitlines()
            if line[:1] in heads and line[:1]
            for cell in line.split()[1:]
        ]
        assert len(cells) == variant.rings * variant.files
        assert cells.count("*") == len(variant.voids)
        assert len([c for c in cells if c not in "*."]) == len(board.piece_map())


def test_outbound_pawns_look_different() -> None:
    empty = "8,*,*,8,*,*,8,*,*,8,*,*,8,*,*,8,*,*"
    board = Board("bhati-2", f"{empty}/rK,29,gK,29/rP,rO,gP,gO,56/60 r - - 0 1")
    assert str(board).splitlines()[3].split()[1:5] == ["rP", "rO", "gP", "gO"]
    assert board.unicode().splitlines()[3].split()[1:5] == ["r♟", "r♙", "g♟", "g♙"]


@pytest.mark.parametrize("width", [0, -1, "80", 2.5])
def test_no_such_width(width: int) -> None:
    with pytest.raises(CircularChessError, match="width"):
        Board().text(width=width)


def test_the_coloured_board_has_citadels_and_strikes_dead_men_out() -> None:
    from circularchess.cli.terminal.screen import draw_board

    board = Board("byzantine-citadel", "F7f7/16/16/2K13/2k1 w - - 0 1")
    for width in (20, 80):
        lines = draw_board(board, width=width, figures=False, colours=True).plain.splitlines()
        hub = " ".join(line for line in lines if line.startswith(" z")).split()
        assert hub == ["z1", "z2", "z3", "k", "z4"]
        assert all(len(line.rstrip()) <= max(width, 38) for line in lines)
    dead = "3,wK,7,gK,3,gR,bR,2,bK,4/11,wQ,5,bN,5,bP/24/18,gP,5/11,wR,12/24 b~g - - 0 1 8,16"
    text = draw_board(Board("three-man", dead), width=120, figures=False, colours=True)
    struck = {
        text.plain[span.start : span.end].strip()
        for span in text.spans
        if "strike" in str(span.style)
    }
    assert struck == {"gK", "gR", "gP"}

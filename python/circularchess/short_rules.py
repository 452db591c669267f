"""The rules of a variant in short, written out of its data."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from .reference import betza
from .values.piece import PieceType
from .values.square import Square
from .variant import Army, Variant

__all__ = ["short_rules"]

_WIDTH: Final = 88

#: The kinds that every variant has, in words of the same make as the others.
_USUAL: Final = {
    "king": "one step in any direction",
    "queen": "slides straight or diagonally",
    "rook": "slides straight, along its ring or file",
    "bishop": "slides diagonally",
    "knight": "leaps two squares one way and one across",
}
#: What an atom's leap is.
_LEAPS: Final = {
    "W": "one step straight",
    "F": "one step diagonally",
    "D": "leaps two squares straight",
    "N": "leaps two squares one way and one across",
    "A": "leaps two squares diagonally",
    "H": "leaps three squares straight",
    "C": "leaps three squares one way and one across",
    "Z": "leaps three squares one way and two across",
}
_LINES: Final = {"W": "straight", "F": "diagonally"}
#: Directions by the signs of (forward, right).
_WAYS: Final = {
    (1, 0): "forward",
    (-1, 0): "backward",
    (0, -1): "left",
    (0, 1): "right",
    (1, -1): "forward left",
    (1, 1): "forward right",
    (-1, -1): "backward left",
    (-1, 1): "backward right",
}


def short_rules(variant: Variant) -> str:
    """What a player needs to know of a variant: board, armies, pieces, pawns, endings, options.

    Plain text of several lines, none ending in spaces, with a title and a paragraph for each;
    nothing is in it that the variant's own attributes do not say.

    >>> print(short_rules(Variant.load("circular")).partition("Armies")[0].rstrip())
    Circular Chess (circular)
    David Reynolds, Lincoln, 1983
    <BLANKLINE>
    Board
      4 rings of 16 files, 64 squares. Ring a is the innermost; files count clockwise.
      Rings are closed: file 16 and file 1 are neighbours. Nothing crosses the centre.
      Squares are called by ring and file, as b2.
    """
    sections: Sequence[tuple[str, Iterable[str]]] = (
        ("Board", _board(variant)),
        ("Armies", _armies(variant)),
        ("Pieces", _pieces(variant)),
        ("Pawns", _pawns(variant)),
        ("Check and endings", _endings(variant)),
        ("Options", _options(variant)),
    )
    lines = [f"{variant.name} ({variant.id})", variant.source]
    for title, paragraphs in sections:
        lines += ["", title]
        for paragraph in paragraphs:
            lines += textwrap.wrap(
                paragraph,
                _WIDTH,
                initial_indent="  ",
                subsequent_indent="  ",
                break_long_words=False,
                break_on_hyphens=False,
            )
    return "\n".join(lines) + "\n"


def _number(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _list(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _board(variant: Variant) -> Iterator[str]:
    size = variant.rings * variant.files - len(variant.voids)
    rings, files = _number(variant.rings, "ring"), _number(variant.files, "file")
    first = "Ring a" if variant.names == "ring-file" else "Ring 1"
    line = "files count clockwise"
    if variant.seam == "open":
        first, line = first.replace("Ring", "Row"), "files count from one end"
        rings = _number(variant.rings, "row")
    yield (
        f"{rings} of {files}, {_number(size, 'square')}. "
        f"{first} is the {'innermost' if variant.seam == 'closed' else 'first'}; {line}."
    )
    seam = (
        f"Rings are closed: file {variant.files} and file 1 are neighbours."
        if variant.seam == "closed"
        else "Rows end at the edge: the last file and the first are not neighbours."
    )
    yield f"{seam} {_centre(variant)}"
    if variant.names == "ring-file":
        yield "Squares are called by ring and file, as b2."
    else:
        word = "row" if variant.seam == "open" else "ring"
        yield f"Squares are called by file and {word}, as b2: file b, {word} 2."
    if variant.voids:
        yield f"No part of the board: {_names(variant.voids)}."
    if variant.moats:
        places = ", ".join(f"{file} and {file % variant.files + 1}" for file in variant.moats)
        yield f"Moats on the outermost ring, between files: {places}."
        rim = _ring_name(variant, variant.rings)
        yield (
            "Nothing crosses a moat until it is bridged, and a bridged one only without capture; "
            "who crosses may attack no enemy king from where it lands. An army's moats, one on "
            f"either side, are bridged for good when none of its men is left on ring {rim}, and "
            "when it goes out."
        )
    if variant.citadels:
        width = variant.files // variant.citadels
        first = _ring_name(variant, 1)
        yield (
            f"In the centre {_number(variant.citadels, 'citadel')}, z1 to z{variant.citadels}: "
            "a king that enters one draws the game. It goes straight in from one of the "
            f"{width} squares of ring {first} that border it, z1 from files 1-{width} and so on; "
            "no other man goes there."
            if variant.citadels > 1
            else "In the centre a citadel, z1: a king that enters it draws the game. It goes "
            f"straight in from ring {first}; no other man goes there."
        )


def _ring_name(variant: Variant, ring: int) -> str:
    return chr(96 + ring) if variant.names == "ring-file" else str(ring)


def _centre(variant: Variant) -> str:
    if variant.centre == "torus":
        return "The innermost and the outermost ring are neighbours."
    if variant.centre == "null":
        return (
            "Lines cross the centre to the opposite file; a diagonal slide goes aside by "
            f"{_number(variant.null_shift or 0, 'file')}, "
            f"a diagonal step by {_number(variant.null_step or 0, 'file')}."
        )
    return "Nothing crosses the centre." if variant.seam == "closed" else ""


def _names(squares: Iterable[Square]) -> str:
    """Squares by name, by ring and file."""
    order = sorted(squares, key=lambda square: (square.ring, square.file))
    return ", ".join(order)


def _kinds(variant: Variant) -> list[PieceType]:
    """The kinds of piece that an army has or its pawns may become, pawns left out."""
    kinds: set[PieceType] = set()
    for army in variant.armies:
        kinds.update(army.start.values())
        if _promotes(army):
            kinds.update(army.promotion)
    return sorted(kinds - {PieceType.PAWN}, key=lambda kind: _RANK.get(kind, kind.value))


#: The order in which people name the six.
_RANK: Final = {
    kind: rank
    for rank, kind in enumerate(
        (PieceType.KING, PieceType.QUEEN, PieceType.ROOK, PieceType.BISHOP, PieceType.KNIGHT),
        start=-5,
    )
}


def _kind_name(variant: Variant, kind: PieceType) -> str:
    own = variant.pieces.get(kind.letter)
    return kind.name.lower() if own is None else own.name


def _armies(variant: Variant) -> Iterator[str]:
    for number, army in enumerate(variant.armies):
        team = [other.name for other in variant.armies if other.side == army.side != army.letter]
        allies = [name for name in team if name != army.name]
        notes = ["moves first"] if number == 0 else []
        if allies:
            notes.append(f"allied with {_list(allies)}")
        men: list[str] = []
        for kind in [*_kinds(variant), PieceType.PAWN]:
            squares = [square for square, held in army.start.items() if held == kind]
            ahead = [square for square in squares if square not in army.start_anticlockwise]
            for title, found in (
                (_kind_name(variant, kind), ahead if kind == PieceType.PAWN else squares),
                ("anticlockwise pawn", squares if kind == PieceType.PAWN else []),
            ):
                if title == "anticlockwise pawn":
                    found = [square for square in found if square in army.start_anticlockwise]
                if found:
                    men.append(f"{title} {_names(found)}")
        tail = f" ({', '.join(notes)})" if notes else ""
        yield f"{army.name}, {army.letter}{tail}: {'; '.join(men)}."
    if len(variant.sides) < len(variant.armies):
        yield "Allies neither capture nor check each other."


def _pieces(variant: Variant) -> Iterator[str]:
    for kind in _kinds(variant):
        name = _kind_name(variant, kind)
        own = variant.pieces.get(kind.letter)
        moves = _USUAL[name] if own is None else _movement(own.betza)
        yield f"{name.capitalize()} ({kind.letter}): {moves}."
    facing = sorted({army.forward for army in variant.armies if army.forward is not None})
    if any(term.faces for own in variant.pieces.values() for term in betza.read(own.betza)):
        ways = [f"{army.name}'s {army.forward}" for army in variant.armies if army.forward]
        yield (
            f"Forward is {facing[0]}." if len(facing) == 1 else f"Where forward is: {_list(ways)}."
        )
    if variant.castling:
        yield f"Castling: {'; '.join(_castling(army) for army in variant.armies if army.castling)}."


def _castling(army: Army) -> str:
    homes = army.castling
    assert homes is not None
    rooks = [rook for rook in (homes.king_side, homes.queen_side) if rook is not None]
    return f"{army.name} {homes.king} with {_list(rooks, 'or')}"


def _movement(text: str) -> str:
    """A movement in words, a term after the other."""
    terms = list(betza.read(text))
    told: list[str] = []
    while terms:
        term = terms.pop(0)
        # The halves of a king or queen are one in words.
        twin = terms[0] if terms else None
        both = (
            term.atom == "W"
            and twin is not None
            and twin == term._replace(atom="F", vectors=twin.vectors)
            and not term.faces
        )
        if both:
            terms.pop(0)
        told.append(_term(term, both))
    return "; or ".join(told)


def _term(term: betza.Term, both: bool) -> str:
    line = "straight or diagonally" if both else _LINES.get(term.atom, "")
    if term.reach == 1:
        words = "one step in any direction" if both else _LEAPS[term.atom]
    elif line and term.reach is None:
        words = f"slides {line}"
    elif line:
        words = f"slides {line}, {term.reach} squares at most"
    elif term.reach is None:
        words = f"{_LEAPS[term.atom]}, again and again in the same direction"
    else:
        words = f"{_LEAPS[term.atom]}, up to {term.reach} times in the same direction"
    if term.hop:
        beyond = "any square beyond" if term.hop == "over" else "the square just beyond"
        words += f" over exactly one man, to {beyond}"
    if term.faces:
        words += f", {_directions(term)}"
    if term.lame:
        words += ", if nothing stands between"
    if not term.captures:
        words += ", without capture"
    if not term.quiet:
        words += ", to capture only"
    if term.initial:
        words += ", from where its kind starts only"
    return words


def _directions(term: betza.Term) -> str:
    ways = []
    for forward, right in term.vectors:
        if abs(forward) == abs(right) or not forward or not right:
            ways.append(_WAYS[_sign(forward), _sign(right)])
            continue
        long = (_sign(forward), 0) if abs(forward) > abs(right) else (0, _sign(right))
        short = (0, _sign(right)) if abs(forward) > abs(right) else (_sign(forward), 0)
        ways.append(f"{_WAYS[long]} and to the {_WAYS[short]}")
    return _list(ways, "or").replace("to the forward", "ahead").replace("to the backward", "back")


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _promotes(army: Army) -> bool:
    goals = (
        army.promotion_squares | army.clockwise_promotion_files | army.anticlockwise_promotion_files
    )
    return bool(goals) and PieceType.PAWN in army.start.values()


def _pawns(variant: Variant) -> Iterator[str]:
    if not any(PieceType.PAWN in army.start.values() for army in variant.armies):
        yield "None at the start."
    if variant.pawn_kind == "radial":
        yield (
            "One step forward along the file, without capture; they capture diagonally forward."
            + (" Past the centre forward is outward." if variant.centre == "null" else "")
        )
    else:
        yield (
            "One step along the ring, without capture; "
            "they capture one step on and one ring in or out."
        )
    if variant.moats:
        rings = _list([_ring_name(variant, variant.rings - step) for step in (1, 2)])
        yield (
            f"Creeks: on its way inward a pawn on rings {rings} does not capture from one side of "
            "a moat's line to the other, bridged or not."
        )
    if variant.direction_of == "piece":
        yield "Each keeps the direction it started in; those that go anticlockwise are O in texts."
    if variant.double_step:
        yield "From where its army's pawns start a pawn may make two steps" + (
            "; en passant." if variant.en_passant else "; there is no en passant."
        )
    if variant.sidestep:
        yield "A blocked pawn may step to an empty square one on and one ring in or out."
    if variant.meeting_pawns == "removed":
        yield "Two pawns of an army that meet head-on leave the board."
    for army in variant.armies:
        yield f"{army.name}: {_way(variant, army)}"


def _way(variant: Variant, army: Army) -> str:
    ways = []
    if army.pawn_direction is not None:
        start = " at first" if variant.centre == "null" else ""
        ways.append(f"{army.pawn_direction}{start}")
    for title, files in (
        ("clockwise", army.clockwise_files),
        ("anticlockwise", army.anticlockwise_files),
    ):
        if files:
            ways.append(f"{title} {_on_files(files)}")
    if not _promotes(army):
        return f"{', '.join([*ways, 'no promotion'])}."
    kinds = _list([_kind_name(variant, kind) for kind in army.promotion], "or")
    ways.append(f"promotion to {kinds} {_goals(variant, army)}")
    return f"{', '.join(ways)}."


def _goals(variant: Variant, army: Army) -> str:
    if variant.direction_of == "piece":
        ways = [
            f"{_on_files(files)} for {title} ones"
            for title, files in (
                ("clockwise", army.clockwise_promotion_files),
                ("anticlockwise", army.anticlockwise_promotion_files),
            )
            if files
        ]
        return f"on arriving {_list(ways)}"
    if variant.pawn_kind == "ring":
        return _on_files({square.file for square in army.promotion_squares})
    rings = sorted({square.ring for square in army.promotion_squares})
    by_letter = variant.names == "ring-file"
    names = [chr(96 + ring) if by_letter else str(ring) for ring in rings]
    word = "ring" if variant.seam == "closed" else "row"
    return f"on {word}{'s' if len(names) > 1 else ''} {_list(names)}"


def _on_files(files: Collection[int]) -> str:
    return f"on file{'' if len(files) == 1 else 's'} {_runs(files)}"


def _runs(numbers: Iterable[int]) -> str:
    """Numbers with their runs shortened: 1-4, 7."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _endings(variant: Variant) -> Iterator[str]:
    if variant.check == "strict":
        yield "Check must be answered: no move may leave the own king attacked."
    else:
        yield (
            "Snaffling: check need not be answered while some safe move is there, and a king "
            "left attacked may be taken."
        )
    many = len(variant.armies) > 2
    if variant.checkmate == "ends":
        won = "the other side wins" if len(variant.sides) == 2 else "who mates has won"
        judged = " It is judged when the mated army's turn comes." if many else ""
        taken = ", or king taken," if many or variant.check == "snaffle" else ""
        yield f"The first checkmate{taken} ends the game: {won}.{judged}"
    else:
        men = "leave the board" if variant.eliminated == "leave" else "stay and do nothing"
        yield (
            f"A mated army, or one whose king is taken, goes out and its men {men}; "
            "the last side in play wins."
        )
    two = ", but with two armies in play the game is drawn." if many else "."
    yield {
        None: "Stalemate is a draw.",
        "draw": "Stalemate is a draw.",
        "loses": "A stalemated army has lost.",
        "pass": f"A stalemated army passes{two}",
        "eliminate": f"A stalemated army goes out{two}",
    }[variant.stalemate]
    if variant.bare_king == "loses":
        yield (
            "An army with its king alone has lost, unless it can bare the other at once, which "
            "draws."
        )
    dead = sorted(_kind_name(variant, kind) for kind in variant.dead_with_bare_king)
    beside = f" or one {_list(dead, 'or')} besides" if dead else ""
    bishops = ", or bishops all of one colour" if variant.dead_same_colour_bishops else ""
    yield f"Drawn at once with kings alone{beside}{bishops}."
    out = "capture, pawn move or elimination" if many else "capture or pawn move"
    yield (
        "Drawn at the fifth occurrence of a position (by claim at the third) and after 75 rounds "
        f"without {out} (by claim after 50)."
    )


def _options(variant: Variant) -> Iterator[str]:
    for name, value in variant.options.items():
        yield f"{name} = {str(value).lower() if isinstance(value, bool) else value}"

"""Made-up games: boards, pieces, pawns and endings drawn at random, as variant files."""

from __future__ import annotations

import random

#: Movements to draw from: leapers, riders, lame ones, hoppers, first moves, split ones.
BETZAS = (
    "F W D A H N C Z K FF WW NN CC ZZ DD AA W2 F3 R4 B2 Q3 K2 N2 BN RN QN WA FD nD nA nH "
    "nN nDF gQ gR gB mRcpR mBcpB pR pB pQ mWcF mFcW mNcK mRcB mQcN cAmW WiN FiD iHW iRF "
    "NiZ cRmN gR3 pB4"
)
#: Movements that know which way is ahead.
DIRECTED = "fR fBbW fFbW flN fhN fsN vN sD mfWcfF fNN rF flFfrFbW ffWlrF vRsB bhC fDbA"
LETTERS = "ACDEFGHIJLMSTUVWXYZ"


def board(chance: random.Random, radial: bool) -> tuple[str, int, int]:
    """The [board] section, with rings and files."""
    rings = chance.randint(4, 6) if radial else chance.randint(2, 5)
    files = chance.choice((8, 10, 12, 14, 16)) if radial else chance.choice((6, 9, 10, 12, 13, 16))
    lines = []
    centre = chance.choice(("closed", "null") if radial else ("closed", "closed", "torus"))
    if centre == "null":
        lines.append(f"null_step = {chance.randint(0, 2)}")
    elif centre == "closed" and chance.random() < 0.4:
        lines.append('seam = "open"')
    if centre == "closed" and chance.random() < 0.4:
        citadels = chance.choice([n for n in range(1, files + 1) if files % n == 0])
        lines.append(f"citadels = {citadels}")
    if radial and centre == "null" and chance.random() < 0.7:
        lines.append(f"moats = {sorted(chance.sample(range(1, files + 1), chance.randint(1, 3)))}")
    letters = "abcdefghij"[:rings]
    free = [f"{r}{f}" for r in letters for f in range(1, files + 1)]
    voids = chance.sample(free, chance.choice((0, 0, 1, 3)))
    lines.append(f"voids = {voids}".replace("'", '"'))
    lines = [f"rings = {rings}", f"files = {files}", f'centre = "{centre}"', *lines]
    return "\n".join(lines), rings, files


def made_up(seed: int) -> str:
    """A variant file drawn at random; it need not be playable."""
    chance = random.Random(seed)
    radial = chance.random() < 0.4
    plan, rings, files = board(chance, radial)
    null = '"null"' in plan
    void = plan.split("voids = ")[1]
    kinds = {}
    for letter in chance.sample(LETTERS, chance.randint(0, 5)):
        directed = not null and chance.random() < 0.4
        kinds[letter] = chance.choice((DIRECTED if directed else BETZAS).split())
    of_piece = not radial and chance.random() < 0.6
    armies = chance.choice((2, 2, 3))
    squares = [
        f"{'abcdefghij'[r]}{f + 1}"
        for r in range(rings)
        for f in range(files)
        if f'"{"abcdefghij"[r]}{f + 1}"' not in void
    ]
    chance.shuffle(squares)
    options = ["check = " + chance.choice(('"strict"', '"snaffle"'))]
    double = chance.random() < 0.6
    options.append(f"double_step = {str(double).lower()}")
    options.append(f"en_passant = {str(double and chance.random() < 0.7).lower()}")
    promotes = chance.random() < 0.6
    if armies == 2:
        options.append(f'stalemate = "{chance.choice(("loses", "draw"))}"')
        options.append(f'bare_king = "{chance.choice(("loses", "ignore"))}"')
    else:
        options.append(f'stalemate = "{chance.choice(("pass", "eliminate", "draw"))}"')
    if of_piece and not promotes:
        options.append(f'meeting_pawns = "{chance.choice(("stay", "removed"))}"')
    letters = "".join(chance.sample("QRBN" + "".join(kinds), chance.randint(1, 4)))
    mate = chance.choice(("ends", "eliminates"))
    text = f"""format = 2
id = "made-up"
name = "Made up"
source = "chance"
[board]
{plan}
[pawns]
kind = "{"radial" if radial else "ring"}"
{'direction_of = "piece"' if of_piece else ""}
sidestep = {str(chance.random() < 0.4).lower()}
[rules]
checkmate = "{mate}"
eliminated = "{chance.choice(("leave", "stay")) if mate == "eliminates" else "leave"}"
promotion = "{letters}"
dead_with_bare_king = []
dead_same_colour_bishops = false
fen = "{"letters" if armies == 2 else "commas"}"
[options]
""" + "\n".join(options)
    for letter, betza in kinds.items():
        text += f'\n[pieces.{letter}]\nname = "kind{letter.lower()}"\nbetza = "{betza}"'
    ways = ["clockwise", "anticlockwise"] if not radial else ["inward", "outward"]
    for seat in range(armies):
        way = chance.choice(ways)
        forward = way
        if radial:
            way = "inward" if null else way
            rim = "abcdefghij"[rings - 1] if way == "outward" or null else "a"
            pawns = f'direction = "{way}"\npromotion_rings = ["{rim}"]'
        elif of_piece:
            goals = [chance.randint(1, files) for _ in range(2)]
            pawns = (
                f"clockwise_promotion_files = [{goals[0]}]\n"
                f"anticlockwise_promotion_files = [{goals[1]}]"
                if promotes
                else ""
            )
        else:
            goal = chance.randint(1, files)
            others = [f for f in range(1, files + 1) if f != goal]
            pawns = f"{way} = {others}\n{ways[way == ways[0]]} = []\npromotion_files = [{goal}]"
        text += f"""
[[armies]]
letter = "{"wbr"[seat]}"
name = "{("White", "Black", "Red")[seat]}"
seat = {seat}
forward = "{forward}"
[armies.pawns]
{pawns}
[armies.start]
king = ["{squares.pop()}"]"""
        for kind in (*(f"kind{letter.lower()}" for letter in kinds), "queen", "rook", "knight"):
            count = chance.choice((0, 1, 1, 2))
            own = [squares.pop() for _ in range(count) if len(squares) > 12]
            text += f"\n{kind} = {own}".replace("'", '"')
        for kind in ("pawn", *(["pawn_anticlockwise"] if of_piece else [])):
            own = [squares.pop() for _ in range(chance.randint(0, 4)) if len(squares) > 8]
            text += f"\n{kind} = {own}".replace("'", '"')
    return text

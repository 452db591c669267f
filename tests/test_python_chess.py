"""Random games of orthodox chess, move by move against python-chess."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random
from typing import Final

import chess
import chess.pgn
import pytest

from circularchess import Board, Game, InvalidPositionError, Outcome, Termination
from circularchess.engine import EngineName
from perft_files import DATA
from tally import TALLY

ARMIES: Final = {chess.WHITE: "w", chess.BLACK: "b"}

# How moves are picked: any; captures and promotions first; pawns first, for en passant and
# promotion; or to and fro, for repetitions and rounds without progress.
STYLES: Final = ("any", "captures", "pawns", "to and fro")

# Published positions to begin with, for what is rare in games from the start position.
POSITIONS: Final = [
    line.removeprefix("fen ")
    for name in ("orthodox.perft", "orthodox-faults.perft")
    for line in (DATA / name).read_text(encoding="utf-8").splitlines()
    if line.startswith("fen ")
]

# What python-chess finds wrong with a position, by our name for it.
FAULTS: Final = {
    "kings": chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING | chess.STATUS_TOO_MANY_KINGS,
    "pawn": chess.STATUS_PAWNS_ON_BACKRANK,
    "castling": chess.STATUS_BAD_CASTLING_RIGHTS,
    "en_passant": chess.STATUS_INVALID_EP_SQUARE,
    "opposite_check": chess.STATUS_OPPOSITE_CHECK,
}

CORNERS: Final = {"K": chess.BB_H1, "Q": chess.BB_A1, "k": chess.BB_H8, "q": chess.BB_A8}


def pick(twin: chess.Board, style: str, choice: Random) -> chess.Move:
    """One of the legal moves, of which there must be some."""
    moves = list(twin.legal_moves)
    if choice.random() < 0.2:
        return choice.choice(moves)
    some: list[chess.Move] = []
    if style == "captures":
        some = [move for move in moves if move.promotion or twin.is_capture(move)]
    elif style == "pawns":
        some = [move for move in moves if twin.piece_type_at(move.from_square) == chess.PAWN]
    elif style == "to and fro" and len(twin.move_stack) > 1:
        last = twin.move_stack[-2]
        some = [
            move
            for move in moves
            if (move.from_square, move.to_square) == (last.to_square, last.from_square)
        ]
    return choice.choice(some or moves)


class Pair:
    """One game on two boards, ours and python-chess's."""

    def __init__(self, fen: str, engine: EngineName) -> None:
        self.board = Board("orthodox", fen, engine=engine)
        self.twin = chess.Board(fen)

    def push(self, move: chess.Move) -> None:
        self.board.push_uci(move.uci())
        self.twin.push(move)

    def compare(self, choice: Random) -> None:
        """Assert that both boards say the same of the position."""
        board, twin = self.board, self.twin
        fen = twin.fen(en_passant="fen")
        assert board.fen() == fen
        moves = board.position.legal_moves()
        ours = [move.uci() for move in moves]
        assert sorted(ours) == sorted(move.uci() for move in twin.legal_moves), fen
        assert len(ours) == len(board.legal_moves) == len(board.safe_moves), fen
        assert board.is_check() == twin.is_check(), fen
        assert board.is_checkmate() == twin.is_checkmate(), fen
        assert board.is_stalemate() == twin.is_stalemate(), fen
        assert board.is_dead_position() == twin.is_insufficient_material(), fen
        assert board.can_claim_fifty_rounds() == twin.is_fifty_moves(), fen
        assert board.is_repetition(3) == twin.is_repetition(3), fen
        assert self.end() is (self.twins_end()), fen
        # The texts of one move in each position, and of all moves in some.
        for move in moves if choice.random() < 0.05 else choice.sample(moves, min(1, len(moves))):
            theirs = chess.Move.from_uci(move.uci())
            assert board.san(move) == twin.san(theirs), fen
            assert board.lan(move) == twin.lan(theirs), fen
            assert board.parse_san(twin.san(theirs)) == move, fen
        square = choice.choice(chess.SQUARES)
        for color, army in ARMIES.items():
            attackers = {chess.square_name(s) for s in twin.attackers(color, square)}
            assert set(board.attackers(army, chess.square_name(square))) == attackers, fen

    def end(self) -> Termination | None:
        outcome = self.board.outcome()
        if outcome is not None:
            winner = ARMIES[not self.twin.turn] if self.twin.is_checkmate() else ""
            assert outcome.winners == tuple(winner)
        return outcome and outcome.termination

    def twins_end(self) -> Termination | None:
        """How the game ended, by python-chess, in the library's order of reasons."""
        twin = self.twin
        if twin.is_checkmate():
            return Termination.CHECKMATE
        if twin.is_stalemate():
            return Termination.STALEMATE
        if twin.is_insufficient_material():
            return Termination.DEAD_POSITION
        if twin.is_fivefold_repetition():
            return Termination.FIVEFOLD_REPETITION
        return Termination.SEVENTYFIVE_ROUNDS if twin.is_seventyfive_moves() else None


def compare_records(pair: Pair) -> None:
    """Assert that either reads what the other writes of the game."""
    # Their record names no variant; ours does.
    written = str(chess.pgn.Game.from_board(pair.twin))
    assert "[Variant " not in written
    game = Game.from_pgn(written, variant="orthodox")
    assert [move.uci() for move in game.mainline_moves()] == [
        move.uci() for move in pair.twin.move_stack
    ]
    assert game.variant.id == "orthodox"
    assert game.end().board().fen() == pair.twin.fen(en_passant="fen")
    ours = Game.from_board(pair.board).to_pgn()
    assert '[Variant "Standard"]' in ours
    assert "[Options " not in ours
    theirs = chess.pgn.read_game(io.StringIO(ours))
    assert theirs is not None
    assert not theirs.errors
    assert theirs.board().root().fen(en_passant="fen") == pair.board.root().fen()
    assert list(theirs.mainline_moves()) == pair.twin.move_stack
    assert theirs.headers["Result"] == game.result == pair.board.result()
    # The movetext is the same to the letter, but for the ends of lines.
    words = [text.split("\n\n", 1)[1].split() for text in (written, ours)]
    assert words[0][:-1] == words[1][:-1]


def play(seed: int, engine: EngineName, plies: int) -> None:
    """Play a random game and compare every position of it."""
    choice = Random(seed)
    style = STYLES[seed % len(STYLES)]
    fen = choice.choice(POSITIONS) if choice.random() < 0.5 else chess.STARTING_FEN
    pair = Pair(fen, engine)
    pair.compare(choice)
    for _ in range(plies):
        # Draws do not stop the moves, and are left behind.
        if not any(pair.twin.legal_moves):
            break
        pair.push(pick(pair.twin, style, choice))
        pair.compare(choice)
    compare_records(pair)
    name = f"python-chess, by {engine}"
    TALLY[f"random games compared with {name}"] += 1
    TALLY[f"positions of them compared with {name}"] += len(pair.twin.move_stack) + 1
    end = pair.end()
    if end is not None:
        TALLY[f"of the games by {engine} stood at {end.value}"] += 1


def test_no_draw_to_claim_after_mate(engine: EngineName) -> None:
    # Mate by the last of many moves without progress, as a random game found it.
    fen = "R7/8/k7/7b/8/1RK5/8/8 b - - 144 73"
    Pair(fen, engine).compare(Random(0))
    board = Board("orthodox", fen, engine=engine)
    assert not board.can_claim_fifty_rounds()
    assert not board.can_claim_threefold_repetition()
    assert board.outcome(claim_draw=True) == Outcome(Termination.CHECKMATE, ("w",))


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_games(first: int) -> None:
    for seed in range(first, first + 20):
        play(seed, "rust", 60)


def test_games_by_the_reference() -> None:
    for seed in range(1000, 1012):
        play(seed, "reference", 25)


@pytest.mark.deep
@pytest.mark.parametrize("first", range(10_000, 12_000, 100))
def test_many_games(first: int) -> None:
    for seed in range(first, first + 100):
        play(seed, "rust", 150)


@pytest.mark.deep
@pytest.mark.parametrize("first", range(20_000, 20_100, 20))
def test_many_games_by_the_reference(first: int) -> None:
    for seed in range(first, first + 20):
        play(seed, "reference", 80)


# --- Dead positions ----------------------------------------------------------------------------


@pytest.mark.parametrize("officers", range(4))
def test_dead_positions(officers: int, engine: EngineName) -> None:
    """Kings with every choice of few other pieces, on squares at random."""
    choice = Random(officers)
    for _ in range(40 * 4**officers if engine == "rust" else 25 * 2**officers):
        twin = chess.Board(None)
        squares = choice.sample(chess.SQUARES, 2 + officers)
        for square, color in zip(squares, chess.COLORS, strict=False):
            twin.set_piece_at(square, chess.Piece(chess.KING, color))
        for square in squares[2:]:
            # Bishops most: their colours decide.
            kind = choice.choice((chess.BISHOP, chess.BISHOP, chess.BISHOP, chess.KNIGHT, 4, 5))
            twin.set_piece_at(square, chess.Piece(kind, choice.choice(chess.COLORS)))
        twin.turn = choice.choice(chess.COLORS)
        if twin.is_valid():
            board = Board("orthodox", twin.fen(), engine=engine)
            assert board.is_dead_position() == twin.is_insufficient_material(), twin.fen()


# --- Faults ------------------------------------------------------------------------------------


def spoiled(fen: str, choice: Random) -> Iterator[str]:
    """Texts like that of a valid position, each with some things changed at random."""
    while True:
        twin = chess.Board(fen)
        fields = fen.split()
        for _ in range(choice.choice((0, 1, 1, 2, 4))):
            square = choice.choice(chess.SQUARES)
            piece = chess.Piece(choice.choice((1, 1, 1, 4, 6)), choice.choice(chess.COLORS))
            twin.set_piece_at(square, choice.choice((piece, None)))
        fields[0] = twin.board_fen()
        fields[1] = choice.choice("wb")
        if choice.random() < 0.5:
            fields[2] = "".join(right for right in "KQkq" if choice.random() < 0.5) or "-"
        if choice.random() < 0.5:
            square = choice.choice(chess.SQUARES)
            fields[3] = choice.choice(("-", chess.square_name(square), choice.choice("abc") + "6"))
        # An army without any piece is out of play, which orthodox chess does not know.
        if all(twin.occupied_co):
            yield " ".join(fields)


def judge(text: str, engine: EngineName) -> set[str]:
    """Compare the faults found in a position and return their kinds."""
    twin = chess.Board(text)
    # Rights mean the usual rooks here; python-chess would look for others.
    rights = text.split()[2].strip("-")
    twin.castling_rights = sum(CORNERS[letter] for letter in rights)
    status = twin.status()
    expected = {kind for kind, bits in FAULTS.items() if status & bits}
    board = Board("orthodox", text, engine=engine, validate=False)
    kinds = {kind for kind, _ in board.status()}
    # Without one king each there is no telling whose check it is. The Rust engine does not look
    # for a check either where a pawn stands on an impossible square.
    if "kings" in expected or (engine == "rust" and "pawn" in expected):
        expected.discard("opposite_check")
        kinds.discard("opposite_check")
    assert kinds == expected, text
    assert board.is_valid() == (not kinds), text
    return kinds


def judge_many(seed: int, count: int, engine: EngineName) -> None:
    choice = Random(seed)
    seen: dict[str, int] = dict.fromkeys((*FAULTS, ""), 0)
    for _ in range(count // 10):
        texts = spoiled(choice.choice(POSITIONS), choice)
        for _ in range(10):
            kinds = judge(next(texts), engine)
            for kind in kinds or {""}:
                seen[kind] += 1
    assert all(seen.values()), seen
    TALLY[f"spoiled positions compared with python-chess, by {engine}"] += count


def test_faults(engine: EngineName) -> None:
    judge_many(1, 2000 if engine == "rust" else 300, engine)


@pytest.mark.deep
def test_many_faults(engine: EngineName) -> None:
    judge_many(2, 30_000 if engine == "rust" else 3_000, engine)


def test_refusals_are_one_line(engine: EngineName) -> None:
    choice = Random(3)
    texts = spoiled(chess.STARTING_FEN, choice)
    refused = 0
    for _ in range(100):
        fen = next(texts)
        problems = Board("orthodox", fen, engine=engine, validate=False).status()
        if not problems:
            continue
        refused += 1
        with pytest.raises(InvalidPositionError) as caught:
            Board("orthodox", fen, engine=engine)
        assert caught.value.problems == problems
        assert "\n" not in str(caught.value)
        assert problems[0][1] in str(caught.value)
    assert refused > 50

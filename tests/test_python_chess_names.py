"""Every public name of python-chess: the same here, or answered with the one there is."""

from __future__ import annotations

import inspect
import random
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import chess
import chess.engine
import chess.gaviota
import chess.pgn
import chess.polyglot
import chess.svg
import chess.syzygy
import chess.variant
import pytest

import circularchess
import circularchess.engine
import circularchess.players
import circularchess.svg
from circularchess import Board, Game, Move, Outcome, Piece, PieceType, Termination, pgn
from circularchess.python_chess import TABLES, counterpart, missing
from placing import place

PAGE = Path(__file__).parent.parent / "docs" / "howto" / "python-chess.md"


def own_names(module: ModuleType) -> set[str]:
    """The public names of a module that are its own, not what it imports."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not (inspect.ismodule(value) and not value.__name__.startswith("chess."))
        and getattr(value, "__module__", module.__name__) not in IMPORTED
        and name not in ("annotations", "chess")
        and (module is chess or value is not vars(chess).get(name))
    }


#: Where the standard library's own names come from. Type variables are python-chess's.
IMPORTED = ("typing", "collections", "abc", "enum", "collections.abc", "dataclasses")


def theirs() -> dict[str, set[str]]:
    game = chess.pgn.Game()
    node = game.add_variation(chess.Move.from_uci("e2e4"))
    values: dict[str, Any] = {
        "Board": chess.Board(),
        "Move": chess.Move.null(),
        "Piece": chess.Piece.from_symbol("K"),
        "Outcome": chess.Outcome(chess.Termination.STALEMATE, None),
        "Game": game,
        "GameNode": node,
        "Headers": game.headers,
    }
    names = {
        owner: {name for name in dir(value) if not name.startswith("_")}
        for owner, value in values.items()
    }
    return {**names, "chess": own_names(chess), "chess.pgn": own_names(chess.pgn)}


THEIRS = theirs()


def ours() -> dict[str, Any]:
    game = Game("orthodox")
    node = game.add_san("e4")
    return {
        "Board": Board("orthodox"),
        "Move": Move("e2", "e4"),
        "Piece": Piece("w", PieceType.KING),
        "Outcome": Outcome(Termination.STALEMATE),
        "Game": game,
        "GameNode": node,
        "Headers": game.headers,
        "chess": circularchess,
        "chess.pgn": pgn,
    }


OURS = ours()


@pytest.mark.parametrize("owner", TABLES)
def test_every_name_has_its_place(owner: str) -> None:
    assert not {name for name in THEIRS[owner] if counterpart(owner, name) is None}
    # And nothing is told of names that python-chess does not have.
    many = {"BB_", "STATUS_", "flip_", "shift_", "NAG_", "_REGEX"}
    types = {"ColorName", "EnPassantSpec", "IntoSquareSet"}  # of the standard library's making
    assert not TABLES[owner].keys() - THEIRS[owner] - many - types


@pytest.mark.parametrize("owner", TABLES)
def test_names_are_there_or_answered(owner: str) -> None:
    for name in sorted(THEIRS[owner]):
        entry = counterpart(owner, name)
        assert entry is not None
        if entry.kind in ("same", "like"):
            assert hasattr(OURS[owner], name), f"{owner}.{name}"
            assert (entry.text != "") is (entry.kind == "like")
            continue
        assert entry.text
        if owner == "Headers" or (owner in ("chess", "chess.pgn") and hasattr(OURS[owner], name)):
            # A dictionary has what dictionaries have; modules know what they import.
            continue
        with pytest.raises(AttributeError) as caught:
            getattr(OURS[owner], name)
        assert entry.text in str(caught.value)
        assert repr(name) in str(caught.value)


def named_here(owner: str, text: str) -> bool:
    """Whether the first name that a text gives is one of ours."""
    first = re.match(r"[A-Za-z_][\w.]*", text)
    assert first is not None
    whole = first[0]
    board = OURS["Board"]
    if whole.startswith(("Variant.", "Army.")):
        army = board.variant.armies[0]
        return hasattr({"V": board.variant, "A": army}[whole[0]], whole.partition(".")[2])
    places: list[Any] = [OURS[owner], OURS["Game"], circularchess, pgn]
    if whole in ("str", "the", "dict"):
        return True
    head, _, rest = whole.removeprefix("circularchess.").partition(".")
    for holder in places:
        value = getattr(holder, head, None)
        if value is not None:
            return not rest or all(hasattr(value, part) for part in rest.split(".")[:1])
    return False


def test_the_names_that_are_given_are_there() -> None:
    for owner, table in TABLES.items():
        for name, entry in table.items():
            if entry.kind == "use":
                assert named_here(owner, entry.text), f"{owner}.{name}: {entry.text}"


def test_other_names_are_answered_plainly() -> None:
    for owner in ("Board", "Move", "Piece", "Outcome", "Game", "GameNode", "chess"):
        with pytest.raises(AttributeError, match=r"has no attribute 'no_such_thing'$"):
            _ = OURS[owner].no_such_thing
    assert missing("Board", "_private") == "Board has no attribute '_private'"

    class Own(Game):
        __slots__ = ()

    with pytest.raises(AttributeError, match=r"^Game has no 'accept': use Game\.to_pgn"):
        _ = Own("circular").accept  # type: ignore[attr-defined]


def table_text(owner: str) -> str:
    """A table as the page has it."""
    kinds = {"same": "the same", "like": "the same, but", "use": "use", "none": "not there"}
    rows: dict[tuple[str, str], list[str]] = {}
    for name, entry in sorted(TABLES[owner].items()):
        rows.setdefault((entry.kind, entry.text), []).append(f"`{name}`")
    lines = ["| python-chess | here | |", "|---|---|---|"]
    for kind, words in kinds.items():
        for (of, text), names in rows.items():
            if of == kind:
                said = f"`{text}`" if kind == "use" and re.fullmatch(r"[\w.()=']+", text) else text
                lines.append(f"| {', '.join(names)} | {words} | {said} |")
    return "\n".join(lines)


@pytest.mark.parametrize("owner", TABLES)
def test_the_page_shows_the_tables(owner: str) -> None:
    assert table_text(owner) in PAGE.read_text("utf-8")


# --- The same arguments, the same answers --------------------------------------------------------


def names(squares: Any) -> list[str]:
    return sorted(chess.square_name(square) for square in squares)


def same_of_moves(ours: Board, theirs: chess.Board) -> None:
    legal = list(theirs.legal_moves)
    assert {move.uci() for move in ours.legal_moves} == {move.uci() for move in legal}
    for their in legal:
        move = Move.from_uci(their.uci())
        for name in (
            "is_capture", "is_en_passant", "is_castling", "is_kingside_castling",
            "is_queenside_castling", "gives_check", "is_zeroing", "is_irreversible", "san", "lan",
            "uci", "is_legal",
        ):  # fmt: skip
            assert getattr(ours, name)(move) == getattr(theirs, name)(their), (name, move)
        assert ours.parse_san(theirs.san(their)) == ours.parse_uci(their.uci()) == move
        found = ours.find_move(str(move.from_square), str(move.to_square), move.promotion)
        assert (
            found.uci()
            == theirs.find_move(their.from_square, their.to_square, their.promotion).uci()
        )


def same_of_position(ours: Board, theirs: chess.Board) -> None:
    for name in (
        "ply", "has_legal_en_passant", "is_check", "is_checkmate", "is_stalemate", "is_valid",
        "is_fivefold_repetition", "is_repetition",
    ):  # fmt: skip
        assert getattr(ours, name)() == getattr(theirs, name)(), name
    assert ours.fullmove_number == theirs.fullmove_number
    assert ours.halfmove_clock == theirs.halfmove_clock
    assert ours.turn == ("w" if theirs.turn else "b")
    assert [m.uci() for m in ours.move_stack] == [m.uci() for m in theirs.move_stack]
    assert ours.root().fen() == theirs.root().fen()
    assert sorted(map(str, ours.checkers())) == names(theirs.checkers())
    assert ours.can_claim_draw() == (theirs.is_repetition(3) or theirs.is_fifty_moves())
    for color, army in ((True, "w"), (False, "b")):
        assert ours.king(army) == chess.square_name(theirs.king(color) or 0)
        for name in (
            "has_castling_rights", "has_kingside_castling_rights", "has_queenside_castling_rights",
        ):  # fmt: skip
            assert getattr(ours, name)(army) == getattr(theirs, name)(color)
        for kind in range(1, 7):
            found = sorted(map(str, ours.pieces(PieceType(kind), army)))
            assert found == names(theirs.pieces(kind, color))


def same_of_squares(ours: Board, theirs: chess.Board, squares: list[int]) -> None:
    for square in squares:
        name = chess.square_name(square)
        their = theirs.piece_at(square)
        piece = ours.piece_at(name)
        assert (piece is None) is (their is None)
        assert ours.piece_type_at(name) == theirs.piece_type_at(square)
        assert sorted(map(str, ours.attacks(name))) == names(theirs.attacks(square))
        for color, army in ((True, "w"), (False, "b")):
            assert sorted(map(str, ours.attackers(army, name))) == names(
                theirs.attackers(color, square)
            )
            assert ours.is_attacked_by(army, name) == theirs.is_attacked_by(color, square)
            if their is not None and their.color == color and their.piece_type != chess.KING:
                assert ours.is_pinned(army, name) == theirs.is_pinned(color, square)


@pytest.mark.parametrize("seed", range(6))
def test_the_same_answers_over_random_games(seed: int) -> None:
    chance = random.Random(seed)
    ours, theirs = Board("orthodox"), chess.Board()
    while not theirs.is_game_over() and theirs.ply() < 160:
        legal = list(theirs.legal_moves)
        same_of_position(ours, theirs)
        same_of_squares(ours, theirs, chance.sample(range(64), 6))
        if theirs.ply() % 4 == 0:
            same_of_moves(ours, theirs)
        sharp = [
            m for m in legal if theirs.is_castling(m) or theirs.is_en_passant(m) or m.promotion
        ]
        move = chance.choice(sharp or legal)
        assert ours.push_san(theirs.san(move)).uci() == move.uci()
        theirs.push(move)
        assert ours.peek().uci() == theirs.peek().uci()
        if chance.random() < 0.1:
            assert ours.pop() is not None
            theirs.pop()
    assert ours.copy().pop() == ours.peek()


MATES = [
    ("f2f3 e7e5 g2g4 d8h4", "0-1", "b"),
    ("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "1-0", "w"),
]


@pytest.mark.parametrize(("moves", "result", "winner"), MATES)
def test_outcomes_need_no_arguments(moves: str, result: str, winner: str) -> None:
    ours, theirs = Board("orthodox"), chess.Board()
    for text in moves.split():
        ours.push_uci(text)
        theirs.push_uci(text)
    outcome, their = ours.outcome(), theirs.outcome()
    assert outcome is not None
    assert their is not None
    assert outcome.result() == their.result() == ours.result() == theirs.result() == result
    assert outcome.winner == winner == ("w" if their.winner else "b")
    assert outcome.termination.name == their.termination.name
    # An outcome is what it says, whoever told it.
    bare = Outcome(Termination.CHECKMATE, (winner,))
    assert outcome == bare
    assert hash(outcome) == hash(bare)
    with pytest.raises(circularchess.InvalidGameError, match="give it"):
        bare.result()


def test_several_winners_have_no_single_one() -> None:
    board = Board("bhati-4-pairs")
    for army in ("y", "o"):
        if army in board.in_play:
            board.resign(army)
    outcome = board.outcome()
    if outcome is None:
        board.resign(next(a for a in board.in_play if board.side_of(a) != board.side_of("r")))
        outcome = board.outcome()
    assert outcome is not None
    assert len(outcome.winners) == 2
    with pytest.raises(circularchess.InvalidGameError, match="several armies won"):
        _ = outcome.winner
    assert Outcome(Termination.STALEMATE).winner is None
    assert Outcome(Termination.STALEMATE).result() == "1/2-1/2"


def test_what_a_ring_adds(engine: Any) -> None:
    # The rook on a9 attacks the king along both arcs; each queen shuts one.
    board = place(engine, "circular", "w", {"w": "Ka1 Qa3 Qa15", "b": "Kc9 Ra9"})
    assert [square for square in ("a3", "a15") if board.is_pinned("w", square)] == ["a3", "a15"]
    assert not board.is_pinned("w", "a1")
    assert not board.is_pinned("b", "a9")
    assert board.checkers() == []
    # Once one has gone the other is no less pinned, though the king is in check.
    board = place(engine, "circular", "w", {"w": "Ka1 Qa3", "b": "Kc9 Ra9"})
    assert board.checkers() == ["a9"]
    assert board.is_pinned("w", "a3")
    # To the queen one way round, to the king the other; and its own king two rings out.
    way, back = (f"a{n}" for n in range(3, 9)), (f"a{n}" for n in (*range(10, 17), 1))
    assert set(board.attacks("a9")) == {*way, *back, "b9", "c9"}

"""The game in the terminal without the terminal: words, commands, opponents and files."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from circularchess import Board, Event, Game, Move, Piece, Setup, Square, Variant
from circularchess.cli.terminal.session import Session
from circularchess.notation.words import ending, event_sentences, find_army
from circularchess.players.opponents import Greedy, Opponent, Random, make_opponent
from circularchess.values.outcome import Outcome, Termination

SNAFFLE = "K2r12/16/16/7k8 w - - 0 1"


def texts(session: Session, *lines: str) -> list[str]:
    """What a session says to lines, boards and empty lines left out."""
    replies = [reply for line in lines for reply in session.command(line)]
    return [reply.text for reply in replies if reply.text]


def fault(session: Session, line: str) -> str:
    """The one-line fault that a line is, which must change nothing."""
    before = session.board.fen(), session.board.actions, session.prompt
    replies = session.command(line)
    assert [reply.kind for reply in replies] == ["fault"]
    assert before == (session.board.fen(), session.board.actions, session.prompt)
    assert "\n" not in replies[0].text
    assert len(replies[0].text) < 300
    return replies[0].text


def three_armies() -> Board:
    """Red mates Yellow, in the corner beside the voids, by a5a11."""
    pieces = {"d4": "rK", "a5": "rR", "a12": "rR", "c15": "rR", "d11": "yK", "d48": "bK"}
    setup = Setup({Square(s): Piece.from_symbol(p) for s, p in pieces.items()}, turn="r")
    return Board.from_setup(setup, "bhati-3")


# --- Words ---------------------------------------------------------------------------------------


def test_a_mated_army_leaves_the_board() -> None:
    session = Session(three_armies())
    assert texts(session, "R5a11")[:2] == [
        "Red: R5a11#",
        "Yellow is checkmated and leaves the board.",
    ]
    assert session.prompt == "Blue> "


def test_mate_between_two() -> None:
    session = Session(Board("orthodox"))
    said = texts(session, "f3", "e5", "g4", "Qh4")
    assert said[-4:] == [
        "Black: Qh4#",
        "White is checkmated.",
        "Black wins by checkmate.",
        "Result: 0-1",
    ]
    assert session.prompt == "game over> "
    assert fault(session, "e3") == "the game is over; undo, save, load or quit"
    assert fault(session, "resign") == "the game is over"
    assert fault(session, "draw") == "the game is over"
    texts(session, "undo")
    assert session.prompt == "Black> "


def test_a_king_is_taken() -> None:
    session = Session(Board("circular", SNAFFLE))
    assert texts(session, "moves d1")[-1] == "Leaving the king to be taken: Kd2 Kd16"
    said = texts(session, "Kd2")
    assert said[1] == "White is in check."
    assert texts(session, "d4d2") == [
        "Black: Rxd2#",
        "White's king is taken.",
        "Black wins by taking the king.",
        "Result: 0-1",
    ]


def test_events_in_words() -> None:
    bhati = Variant.load("bhati-6")
    events = [
        Event("stalemated", "o"),
        Event("passed", "o"),
        Event("lost_on_time", "g"),
        Event("eliminated", "g"),
        Event("king_taken", "b"),
        Event("eliminated", "b"),
        Event("stalemated", "v"),
        Event("eliminated", "v"),
    ]
    assert event_sentences(bhati, events) == [
        "Orange is stalemated and passes.",
        "Green loses on time and leaves the board.",
        "Blue's king is taken and leaves the board.",
        "Violet is stalemated and leaves the board.",
    ]
    circular = Variant.load("circular")
    assert event_sentences(circular, [Event("king_taken", "b"), Event("eliminated", "b")]) == [
        "Black's king is taken."
    ]


@pytest.mark.parametrize("termination", Termination)
def test_every_ending_has_words(termination: Termination) -> None:
    variant = Variant.load("bhati-6-trios")
    for winners in ((), ("r", "y", "b")):
        if termination in (Termination.CHECKMATE, Termination.TIME) and not winners:
            continue
        try:
            text = ending(variant, Outcome(termination, winners))
        except KeyError:
            # A draw that has winners, or a win that has none, does not exist.
            continue
        assert text.startswith("Red, Yellow and Blue win " if winners else "The game is drawn b")


def test_armies_by_letter_and_name() -> None:
    variant = Variant.load("bhati-6")
    assert [find_army(variant, text) for text in ("g", "Green", "VIOLET", "O")] == list("ggvo")
    with pytest.raises(ValueError, match="no army 'purple': there are r \\(Red\\), "):
        find_army(variant, "purple")


# --- Commands ------------------------------------------------------------------------------------


def test_moves_in_both_forms_and_what_is_none() -> None:
    session = Session(Board("circular"))
    assert texts(session, "c16b14")[0] == "White: Nb14"
    assert texts(session, "  c6  ")[0] == "Black: c6"
    assert session.board.move_stack == [Move("c16", "b14"), Move("c7", "c6")]
    assert "illegal move 'Nb14'" in fault(session, "Nb14")
    assert "illegal move 'b2b4'" in fault(session, "b2b4")
    assert fault(session, "hello") == "not a move: 'hello'"
    assert fault(session, "b3 c6") == "not a command or a move: 'b3 c6'"
    assert fault(session, "fen please") == "fen takes nothing more: 'fen please'"
    for line in ("x" * 100_000, "\0", "🂡", "b\u0663", "[red]", "%s", "moves z99", "moves d9x"):
        fault(session, line)
    assert session.command("   ") == []


def test_lists() -> None:
    session = Session(Board("circular"))
    (listed,) = texts(session, "moves")
    assert sorted(listed.split()) == sorted(
        ["a3", "b3", "c3", "d3", "a14", "b14", "c14", "d14", "Nb3", "Nd3", "Nb14", "Nd14"]
    )
    assert texts(session, "moves c1") == ["Nb3 Nd3"]
    assert texts(session, "moves d1") == ["There are no moves."]
    assert fault(session, "moves a5") == "'a5' is empty"
    assert texts(session, "fen") == [session.board.fen()]
    assert [reply.kind for reply in session.command("board")] == ["board", "say"]
    (words,) = texts(session, "help")
    for name in "moves board fen undo resign draw go save load help quit".split():  # noqa: SIM905
        assert re.search(rf"^{name}\b", words, re.MULTILINE)
    assert texts(session, "HELP") == texts(session, "?") == [words]
    session.command("quit")
    assert session.finished


def test_undo() -> None:
    session = Session(Board("bhati-3"))
    start = session.board.fen()
    assert fault(session, "undo") == "there is nothing to take back"
    texts(session, "a1", "resign b")
    assert "".join(session.board.in_play) == "ry"
    texts(session, "undo")
    # The resignation only.
    assert "".join(session.board.in_play) == "ryb"
    assert len(session.board.actions) == 1
    texts(session, "undo")
    assert session.board.fen() == start
    texts(session, "draw", "yes", "yes")
    assert session.board.result() == "1/2-1/2"
    texts(session, "undo")
    assert session.board.result() == "*"


def test_undo_goes_back_to_a_person() -> None:
    session = Session(
        Board("bhati-3"), {"y": Random(random.Random(1)), "b": Random(random.Random(2))}
    )
    texts(session, "a1")
    while session.machine_to_move:
        session.make(session.choose())
    assert len(session.board.actions) == 3
    texts(session, "undo")
    assert session.board.actions == []
    assert session.prompt == "Red> "


def test_resigning() -> None:
    session = Session(Board("bhati-6-pairs"), {"v": Greedy(random.Random(0))})
    assert texts(session, "resign")[0] == "Red resigns and leaves the board."
    assert session.board.turn == "o"
    assert texts(session, "resign Green")[0] == "Green resigns and leaves the board."
    assert fault(session, "resign violet") == "Violet is not yours to resign"
    assert fault(session, "resign red") == "'r' cannot leave the game: it is not in play"
    assert fault(session, "resign white").startswith("no army 'white'")
    said = texts(session, "resign b", "resign o")
    assert said[-2:] == ["Yellow and Violet win as the last left on the board.", "Result: y+v"]


def test_draw_offers_are_put_to_every_side() -> None:
    session = Session(Board("bhati-6-pairs"))
    assert texts(session, "draw") == ["Red offers a draw."]
    assert session.prompt == "Orange, do you take the draw? (yes, no) "
    assert fault(session, "b2") == "answer yes or no, not 'b2'"
    assert texts(session, "yes") == []
    assert session.prompt.startswith("Yellow, ")
    assert texts(session, "n")[0] == "Yellow declines."
    assert session.board.result() == "*"
    said = texts(session, "draw", "y", "yes")
    assert said == ["Red offers a draw.", "The game is drawn by agreement.", "Result: 1/2-1/2"]


def test_a_draw_is_claimed() -> None:
    session = Session(Board("circular", "K15/16/16/R6k8 w - - 0 1"))
    texts(session, *["Kd2", "Ka9", "Kd1", "Ka8"] * 2)
    assert texts(session, "draw") == [
        "The game is drawn by the third occurrence of the position.",
        "Result: 1/2-1/2",
    ]


def test_opponents_answer_offers() -> None:
    fen = "K15/16/16/Q7k7 w - - 0 1"
    session = Session(Board("circular", fen), {"b": Greedy(random.Random(0))})
    assert "Black accepts." in texts(session, "draw")
    assert session.board.result() == "1/2-1/2"
    # Greedy is ahead: it declines.
    session = Session(
        Board("circular", "K15/16/16/6qk8 w - - 0 1"), {"b": Greedy(random.Random(0))}
    )
    assert texts(session, "draw") == ["White offers a draw.", "Black declines."]


# --- Opponents -----------------------------------------------------------------------------------


def choices(board: Board) -> set[str]:
    return {Greedy(random.Random(seed)).choose(board).uci() for seed in range(20)}


def test_greedy_takes_the_most_valuable_piece() -> None:
    # The rook on d4 can take a pawn inward and a queen along the ring.
    board = Board("circular", "K2R3q8/3p12/16/11k4 w - - 0 1")
    assert choices(board) == {"d4d8"}
    assert len(choices(Board("circular"))) > 3


def test_greedy_mates_takes_kings_and_promotes() -> None:
    # There is more than one mate, and nothing to take.
    mates = choices(three_armies())
    assert "a5a11" in mates
    for mate in mates:
        board = three_armies()
        board.push_uci(mate)
        assert board.is_checkmate()
    board = Board("circular", SNAFFLE)
    board.push_uci("d1d2")
    assert choices(board) == {"d4d2"}
    fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    assert choices(Board("orthodox", fen)) == {"a7a8q"}


def test_greedy_takes_en_passant() -> None:
    board = Board("orthodox", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    assert choices(board) == {"d4e3"}


def test_greedy_keeps_its_king_safe() -> None:
    board = Board("circular", SNAFFLE)
    for seed in range(20):
        assert board.is_safe(Greedy(random.Random(seed)).choose(board))


def test_opponents_are_repeatable_and_legal() -> None:
    def game(seed: int) -> list[Move]:
        board, rng = Board("bhati-4"), random.Random(seed)
        players: list[Opponent] = [Random(rng), Greedy(rng)]
        for ply in range(40):
            board.push(players[ply % 2].choose(board))
        return board.move_stack

    assert game(5) == game(5) != game(6)
    with pytest.raises(
        ValueError, match="no opponent 'clever': there are random, greedy, engine and human"
    ):
        make_opponent("clever", random.Random())


# --- Files ---------------------------------------------------------------------------------------


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "a game.pgn"
    session = Session(Board("bhati-6-pairs"), {"o": Greedy(random.Random(0))})
    texts(session, "a1", "go")
    session.make(session.choose()) if session.machine_to_move else None
    texts(session, "resign b")
    assert texts(session, f"save {path}") == [f"Saved to {path}"]
    game = Game.from_pgn(path.read_text(encoding="utf-8"))
    assert game.players == {"o": "greedy"}
    assert game.end().board() == session.board

    other = Session(Board("circular"))
    assert texts(other, f"load {path}")[0] == f"Loaded {path}: {session.board.variant.name}"
    assert other.board == session.board
    assert other.board.actions == session.board.actions
    # Its own file is replaced without asking, somebody else's is not.
    texts(other, f"save {path}")
    (tmp_path / "precious").write_text("mine", encoding="utf-8")
    assert "exists; save! replaces it" in fault(other, f"save {tmp_path / 'precious'}")
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "mine"
    texts(other, f"save! {tmp_path / 'precious'}")
    assert Game.from_pgn((tmp_path / "precious").read_text(encoding="utf-8")) == game


def test_a_loaded_game_keeps_what_was_said_of_it(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    one = '[Event "First"]\n\n1. b3 c6 *\n\n'
    two = '[Event "Club"]\n[White "Ann"]\n\n1. b3 {good} (1. c3 $1) c6 2. b4 1-0\n'
    path.write_text(one + two, encoding="utf-8")
    session = Session(Board("circular"))
    texts(session, f"load {path} 2", f"save {tmp_path / 'same.pgn'}")
    saved = Game.from_pgn((tmp_path / "same.pgn").read_text(encoding="utf-8"))
    assert (saved.headers["Event"], saved.players, saved.result) == ("Club", {"w": "Ann"}, "1-0")
    assert saved.variations[0].comment == "good"
    texts(session, "undo", "b14", f"save {tmp_path / 'more.pgn'}")
    more = Game.from_pgn((tmp_path / "more.pgn").read_text(encoding="utf-8"))
    assert [node.san() for node in more.mainline()] == ["b3", "c6", "b14"]
    assert [node.san() for node in more.variations] == ["b3", "c3"]
    assert (more.headers["Event"], more.result) == ("Club", "*")


def test_files_that_cannot_be(tmp_path: Path) -> None:
    session = Session(Board("circular"))
    (tmp_path / "bad.pgn").write_text("1. b3 b9 *", encoding="utf-8")
    (tmp_path / "empty.pgn").write_bytes(b"")
    assert "No such file" in fault(session, f"load {tmp_path / 'none.pgn'}")
    assert "line 1, column 7" in fault(session, f"load {tmp_path / 'bad.pgn'}")
    assert "no game 1: there are 0" in fault(session, f"load {tmp_path / 'empty.pgn'}")
    assert "no game 7" in fault(session, f"load {tmp_path / 'empty.pgn'} 7")
    assert "Is a directory" in fault(session, f"load {tmp_path}")
    assert "No such file" in fault(session, f"save {tmp_path / 'none' / 'x.pgn'}")
    assert "null byte" in fault(session, "load a\0b")
    assert "too long" in fault(session, f"save {'x' * 300}")
    assert "too long" in fault(session, f"load {'x' * 300}")
    assert "No such file" in fault(session, "save ~no-such-user/x.pgn")
    assert fault(session, "save") == "save needs the name of a file"
    assert fault(session, "load") == "load needs the name of a file"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bad.pgn", "empty.pgn"]

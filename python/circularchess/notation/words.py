"""What happened on a board, in plain English: events, endings, captions, who is to move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ..errors import InvalidPositionError, UnknownArmyError, shorten
from ..values.move import Move
from ..values.outcome import Termination

if TYPE_CHECKING:
    from ..board import Board
    from ..values.event import Event
    from ..values.outcome import Outcome
    from ..variant import Variant

__all__ = [
    "army_names",
    "caption",
    "ending",
    "event_sentences",
    "find_army",
    "join",
    "last_move",
    "state_of_play",
]

_EVENT_WORDS: Final = {
    "king_taken": "'s king is taken",
    "checkmated": " is checkmated",
    "stalemated": " is stalemated",
    "resigned": " resigns",
    "lost_on_time": " loses on time",
    "bare_king": " has lost with a bare king",
    "citadel": "'s king enters a citadel",
}

_DRAWS: Final = {
    Termination.STALEMATE: "by stalemate",
    Termination.CITADEL: "by a king in a citadel",
    Termination.DEAD_POSITION: "because nobody can mate any more",
    Termination.FIVEFOLD_REPETITION: "by the fifth occurrence of the position",
    Termination.SEVENTYFIVE_ROUNDS: "by 75 rounds without capture or pawn move",
    Termination.THREEFOLD_REPETITION: "by the third occurrence of the position",
    Termination.FIFTY_ROUNDS: "by 50 rounds without capture or pawn move",
    Termination.AGREEMENT: "by agreement",
}

_WINS: Final = {
    Termination.CHECKMATE: "by checkmate",
    Termination.KING_TAKEN: "by taking the king",
    Termination.LAST_SIDE_STANDING: "as the last left on the board",
    Termination.STALEMATE: "by stalemate",
    Termination.BARE_KING: "by baring the king",
    Termination.RESIGNATION: "by resignation",
    Termination.TIME: "on time",
}


def join(words: Sequence[str], last: str = "and") -> str:
    """Words as people list them.

    >>> join(["Red", "Green", "Blue"])
    'Red, Green and Blue'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def army_names(variant: Variant, armies: Iterable[str]) -> str:
    """The names of armies given by letter.

    >>> army_names(Variant.load("bhati-6"), "rg")
    'Red and Green'
    """
    return join([variant.army(letter).name for letter in armies])


def find_army(variant: Variant, text: str) -> str:
    """The letter of the army that is meant by its letter or its name, in any case.

    >>> find_army(Variant.load("circular"), "black"), find_army(Variant.load("bhati-2"), "G")
    ('b', 'g')
    """
    wanted = text.casefold()
    for army in variant.armies:
        if wanted in (army.letter, army.name.casefold()):
            return army.letter
    known = join([f"{army.letter} ({army.name})" for army in variant.armies])
    raise UnknownArmyError(f"no army {shorten(text)}: there are {known}")


def event_sentences(variant: Variant, events: Iterable[Event]) -> list[str]:
    """A sentence for each thing that happened; what follows from it is said in the same one.

    >>> board = Board("bhati-3")
    >>> board.resign("y")
    >>> event_sentences(board.variant, board.events)
    ['Yellow resigns and leaves the board.']
    """
    eliminates = variant.data.checkmate == "eliminates"
    stays = variant.data.eliminated == "stay"
    going = "goes out, and its men stay" if stays else "leaves the board"
    sentences: list[list[str]] = []
    before: Event | None = None
    for event in events:
        name = variant.army(event.army).name
        follows = before is not None and before.army == event.army and bool(sentences)
        if event.kind == "eliminated":
            # Where mate ends the game there is nothing to add: the pieces stay. A stalemated army
            # that goes out does so there too.
            stalemated = before is not None and follows and before.kind == "stalemated"
            if follows and (eliminates or stalemated):
                sentences[-1].append(f" and {going}")
            elif eliminates:
                sentences.append([f"{name} {going}"])
        elif event.kind == "passed":
            if follows:
                sentences[-1].append(" and passes")
            else:
                sentences.append([f"{name} passes"])
        else:
            sentences.append([name + _EVENT_WORDS[event.kind]])
        before = event
    return ["".join(parts) + "." for parts in sentences]


def ending(variant: Variant, outcome: Outcome) -> str:
    """How the game ended, as a sentence.

    >>> ending(Variant.load("bhati-4-pairs"), Outcome(Termination.LAST_SIDE_STANDING, ("r", "g")))
    'Red and Green win as the last left on the board.'
    """
    if not outcome.winners:
        return f"The game is drawn {_DRAWS[outcome.termination]}."
    wins = "wins" if len(outcome.winners) == 1 else "win"
    return f"{army_names(variant, outcome.winners)} {wins} {_WINS[outcome.termination]}."


def last_move(board: Board) -> tuple[Board, Move] | tuple[None, None]:
    """The position before the last move, and the move; nothing where the last was a departure.

    >>> board = Board("circular")
    >>> last_move(board)
    (None, None)
    >>> _ = board.push_san("b3")
    >>> before, move = last_move(board)
    >>> before.turn, before.san(move)
    ('w', 'b3')
    """
    # No more than the last move and an agreed draw after it: games are long.
    before = board.copy(stack=2)
    last = before.actions[-1:]
    if not last or not isinstance(last[0], Move):
        return None, None
    while before.pop() is None:  # an agreed draw
        pass
    return before, last[0]


def caption(board: Board, result: str = "*") -> str:
    """What to write below a position: the last move or departure, and what came of it.

    `result` is what the record of the game says, where this is its last position.

    >>> board = Board("circular")
    >>> caption(board)
    'White to move.'
    >>> _ = board.push_san("b3")
    >>> caption(board)
    'White: b3. Black to move.'
    >>> board.resign()
    >>> caption(board)
    'Black resigns. White wins by resignation.'
    """
    variant = board.variant
    try:
        said = event_sentences(variant, board.events)
        outcome = board.outcome()
    except InvalidPositionError:  # a board that only describes a position
        said, outcome = [], None
    before, move = last_move(board)
    if before is not None and move is not None:
        said.insert(0, f"{army_names(variant, [before.turn])}: {before.san(move)}")
    if outcome is not None:
        said.append(ending(variant, outcome))
    elif result != "*":
        said.append(f"Result: {result}")
    else:
        said.append(f"{army_names(variant, [board.turn])} to move")
    return " ".join(text if text.endswith(".") else f"{text}." for text in said)


def state_of_play(board: Board) -> str:
    """Who is to move, with how many moves, or how the game ended: one line."""
    outcome = board.outcome()
    if outcome is not None:
        how = outcome.termination.value.replace("_", " ")
        winners = army_names(board.variant, outcome.winners)
        return f"Game over by {how}: " + (f"{winners} won" if winners else "a draw")
    text = f"{board.variant.army(board.turn).name} ({board.turn}) to move"
    text += ", in check" if board.is_check() else ""
    count = len(board.legal_moves)
    return f"{text}; {count} legal {'move' if count == 1 else 'moves'}; round {board.round}"

"""A game at the keyboard, without the keyboard: lines of text in, replies out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ...errors import CircularChessError, shorten
from ...notation.words import army_names, ending, event_sentences, find_army, state_of_play
from ...players.opponents import Opponent
from ...values.move import Move
from ..reading import read_move
from .files import GameFile

if TYPE_CHECKING:
    from ...board import Board
    from .advice import Adviser

__all__ = ["HELP", "Reply", "Session"]

HELP: Final = """\
b3, Nxc12, c16b14   make a move, in short form or by its two squares
moves [d2]          list the legal moves, or those of one piece
board               show the board
fen                 show the position as text
undo                take back the last move, and those the machine made since yours
resign [army]       the army to move, or another one, gives up
draw                claim a draw where there is one to claim, else offer it to all others
hint                say what the engine would play
eval                say how the engine judges the position, and what it expects
go                  let the machine play on, or play one move for you
save FILE           save the game as a game record; save! replaces any file
load FILE [N]       go on with the game (the Nth one) of a file
help                show this
quit                leave"""

_ALIASES: Final = {"?": "help", "exit": "quit", "q": "quit"}


class Reply(NamedTuple):
    """Something to tell: a text, a fault of the player's, or that the board is to be shown."""

    kind: Literal["say", "fault", "board"]
    text: str = ""


class Session:
    """One game with its players.

    `command` takes a line and returns what to say; `machine_moves` makes the next move of an
    opponent. Whoever runs the session shows the replies, and ends it once `finished`.

    >>> session = Session(Board("circular"))
    >>> [reply.text for reply in session.command("b3")]
    ['White: b3', '', 'Black (b) to move; 12 legal moves; round 1']
    >>> session.command("b3")
    [Reply(kind='fault', text="illegal move 'b3' (b to move: b3 is four steps away from b7)")]
    """

    def __init__(
        self,
        board: Board,
        opponents: Mapping[str, Opponent] | None = None,
        *,
        helper: Opponent | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        """`opponents` by army letter.

        `helper` makes a move for a person who asks (`go`), `adviser` says what it thinks.
        """
        self.board = board
        self._file = GameFile()
        #: Whether the player has asked to leave.
        self.finished = False
        self._opponents = dict(opponents or {})
        self._helper = helper
        self._adviser = adviser
        # Whether the opponents wait for `go`: after an interruption or when moves are taken back.
        self._waiting = False
        # The armies, one a side, whose people have yet to answer an offer of a draw.
        self._asked: list[str] = []
        self._commands: Final[dict[str, tuple[Callable[[str], list[Reply]], bool]]] = {
            # Whether a command takes an argument.
            "moves": (self._moves, True),
            "board": (self._board, False),
            "fen": (self._fen, False),
            "undo": (self._undo, False),
            "resign": (self._resign, True),
            "draw": (self._draw, False),
            "hint": (self._hint, False),
            "eval": (self._eval, False),
            "go": (self._go, False),
            "save": (self._save, True),
            "save!": (self._save_anyway, True),
            "load": (self._load, True),
            "help": (self._help, False),
            "quit": (self._quit, False),
        }

    # --- What the loop asks --------------------------------------------------------------------

    @property
    def machine_to_move(self) -> bool:
        """Whether it is an opponent's turn and nothing holds it up."""
        return (
            not (self.finished or self._waiting or self._asked)
            and self.board.turn in self._opponents
            and not self.board.is_game_over()
        )

    @property
    def prompt(self) -> str:
        """What to ask the player."""
        if self._asked:
            asked = army_names(self.board.variant, self._asked[:1])
            return f"{asked}, do you take the draw? (yes, no) "
        if self.board.is_game_over():
            return "game over> "
        return f"{self.board.variant.army(self.board.turn).name}> "

    def greeting(self) -> list[Reply]:
        """What to show before the first line is read."""
        variant = self.board.variant
        options = ", ".join(f"{name}={value}" for name, value in variant.changed_options.items())
        title = f"{variant.name} ({options})" if options else variant.name
        return [
            Reply("say", f"{title}. Type a move, or help."),
            *self._seats(),
            *(Reply("say", text) for text in event_sentences(variant, self.board.events)),
            Reply("board"),
            self._state(),
        ]

    def _seats(self) -> list[Reply]:
        if not self._opponents:
            return []
        armies = self.board.variant.armies
        return [Reply("say", ", ".join(f"{a.name}: {self.player(a.letter)}" for a in armies))]

    def player(self, army: str) -> str:
        """Who plays an army: "human" or the name of an opponent."""
        return self._opponents[army].name if army in self._opponents else "human"

    def interrupt(self) -> list[Reply]:
        """Stop the opponents until the player says `go`."""
        self._waiting = True
        return [Reply("say", "Stopped. go lets the machine play on.")]

    def choose(self) -> Move:
        """The next move of an opponent: see `machine_to_move`. Changes nothing on the board."""
        return self._opponents[self.board.turn].choose(self.board)

    def make(self, move: Move) -> list[Reply]:
        """Make a legal move and say what comes of it."""
        board = self.board
        mover = board.variant.army(board.turn)
        who = f"{mover.name} ({self.player(mover.letter)})" if self._opponents else mover.name
        said = [Reply("say", f"{who}: {board.san(move)}")]
        board.push(move)
        return [*said, *self._consequences()]

    def seat(self, opponents: Mapping[str, Opponent]) -> None:
        """Say anew which armies the machine plays."""
        self._opponents = dict(opponents)

    def save(self, path: str, *, replace: bool = False) -> None:
        """Write the game to a file. Raises `ValueError` (one line) if that fails."""
        players = {army: opponent.name for army, opponent in self._opponents.items()}
        self._file.save(path, self.board, players, replace=replace)

    def record(self) -> str:
        """The game as a game record."""
        players = {army: opponent.name for army, opponent in self._opponents.items()}
        return self._file.record(self.board, players).to_pgn()

    def load(self, path: str, number: int = 1) -> None:
        """Go on with the game of a file, its `number`th from 1.

        Raises `ValueError` (one line), with nothing changed, if it cannot be read.
        """
        self.board = self._file.load(path, number, self.board)
        armies = self.board.armies
        self._opponents = {a: player for a, player in self._opponents.items() if a in armies}
        self._asked = []

    def command(self, line: str) -> list[Reply]:
        """Do what a line says. A line that cannot be done changes nothing and is one fault."""
        words = line.split()
        if not words:
            return []
        name, arguments = words[0], words[1:]
        if name.lower() in (*self._commands, *_ALIASES):
            name = _ALIASES.get(name.lower(), name.lower())
        try:
            if self._asked and name not in ("board", "fen", "moves", "help", "quit"):
                return self._answer(line.strip())
            if name in self._commands:
                deed, takes_argument = self._commands[name]
                if arguments and not takes_argument:
                    return [Reply("fault", f"{name} takes nothing more: {shorten(line.strip())}")]
                return deed(line.strip()[len(words[0]) :].strip())
            if arguments:
                return [Reply("fault", f"not a command or a move: {shorten(line.strip())}")]
            if self.board.is_game_over():
                return [Reply("fault", "the game is over; undo, save, load or quit")]
            move = read_move(self.board, name)
        except CircularChessError as error:
            return [Reply("fault", str(error))]
        self._waiting = False
        return self.make(move)

    @staticmethod
    def only_thinks(line: str) -> bool:
        """Whether a line has the machine think, and changes nothing: it may be interrupted.

        >>> Session.only_thinks("hint"), Session.only_thinks("b3")
        (True, False)
        """
        return line.split()[:1] in (["hint"], ["eval"])

    # --- What happens on the board ---------------------------------------------------------------

    def _consequences(self) -> list[Reply]:
        """What the last action brought about, and, if a person is to move, the board."""
        board = self.board
        variant = board.variant
        said = [Reply("say", text) for text in event_sentences(variant, board.events)]
        outcome = board.outcome()
        if outcome is not None:
            said.append(Reply("say", ending(variant, outcome)))
            said.append(Reply("say", f"Result: {self.result}"))
            return [*said, Reply("board")]
        others = [army for army in board.in_play if army != board.turn and board.is_check(army)]
        said += [Reply("say", f"{army_names(variant, [army])} is in check.") for army in others]
        if self.machine_to_move:
            return said
        return [*said, Reply("board"), self._state()]

    def _state(self) -> Reply:
        return Reply("say", state_of_play(self.board))

    @property
    def result(self) -> str:
        """The result as game records write it."""
        return self.board.result()

    # --- Commands ------------------------------------------------------------------------------

    def _moves(self, argument: str) -> list[Reply]:
        board = self.board
        moves = list(board.legal_moves)
        if argument:
            square = board.variant.square(argument)
            if board.piece_at(square) is None:
                return [Reply("fault", f"{argument!r} is empty")]
            moves = [move for move in moves if move.from_square == square]
        if not moves:
            return [Reply("say", "There are no moves.")]
        safe = set(board.safe_moves)
        said = [Reply("say", " ".join(board.san(move) for move in moves if move in safe))]
        unsafe = " ".join(board.san(move) for move in moves if move not in safe)
        if unsafe:
            said.append(Reply("say", f"Leaving the king to be taken: {unsafe}"))
        return [reply for reply in said if reply.text]

    def _board(self, _: str) -> list[Reply]:
        return [Reply("board"), self._state()]

    def _fen(self, _: str) -> list[Reply]:
        return [Reply("say", self.board.fen())]

    def _help(self, _: str) -> list[Reply]:
        return [Reply("say", HELP)]

    def _quit(self, _: str) -> list[Reply]:
        self.finished = True
        return []

    def _undo(self, _: str) -> list[Reply]:
        if not self._take_back():
            return [Reply("fault", "there is nothing to take back")]
        # Back to where a person chooses, if there is such a place.
        people = [army for army in self.board.armies if army not in self._opponents]
        if people:
            while self.board.turn in self._opponents and self._take_back():
                pass
        self._waiting = True
        return [Reply("board"), self._state()]

    def _take_back(self) -> bool:
        """Undo the last move, resignation or agreement."""
        try:
            self.board.pop()
        except IndexError:
            return False
        return True

    def _resign(self, argument: str) -> list[Reply]:
        variant = self.board.variant
        army = find_army(variant, argument) if argument else self.board.turn
        if self.board.is_game_over():
            return [Reply("fault", "the game is over")]
        if army in self._opponents:
            return [Reply("fault", f"{army_names(variant, [army])} is not yours to resign")]
        self.board.resign(army)
        self._waiting = False
        return self._consequences()

    def _go(self, _: str) -> list[Reply]:
        if self.board.is_game_over():
            return [Reply("fault", "the game is over; undo, save, load or quit")]
        self._waiting = False
        if self.machine_to_move:
            return []
        if self._helper is None:
            return [Reply("fault", "nobody here plays for you")]
        return self.make(self._helper.choose(self.board))

    def _hint(self, _: str) -> list[Reply]:
        return self._advice(lambda adviser: adviser.hint(self.board))

    def _eval(self, _: str) -> list[Reply]:
        return self._advice(lambda adviser: adviser.judge(self.board))

    def _advice(self, ask: Callable[[Adviser], str]) -> list[Reply]:
        if self.board.is_game_over():
            return [Reply("fault", "the game is over")]
        if self._adviser is None:
            return [Reply("fault", "nobody here thinks for you")]
        return [Reply("say", ask(self._adviser))]

    # --- Draws ---------------------------------------------------------------------------------

    def _draw(self, _: str) -> list[Reply]:
        board = self.board
        if board.is_game_over():
            return [Reply("fault", "the game is over")]
        claimed = board.outcome(claim_draw=True)
        if claimed is not None:
            board.agree_draw()
            said = [Reply("say", ending(board.variant, claimed))]
            return [*said, Reply("say", f"Result: {self.result}"), Reply("board")]
        offering = (board.turn, *board.allies(board.turn))
        said = [Reply("say", f"{army_names(board.variant, [board.turn])} offers a draw.")]
        asked: list[str] = []
        for members in board.variant.sides.values():
            playing = [army for army in members if army in board.in_play]
            if not playing or board.turn in members:
                continue
            people = [army for army in playing if army not in self._opponents]
            if people:
                asked.append(people[0])
            elif not self._opponents[playing[0]].accepts_draw(board, members, offering):
                return [*said, Reply("say", f"{army_names(board.variant, playing[:1])} declines.")]
            else:
                said.append(Reply("say", f"{army_names(board.variant, playing[:1])} accepts."))
        self._asked = asked
        return said if asked else [*said, *self._agree()]

    def _answer(self, text: str) -> list[Reply]:
        """What the person asked for a draw says."""
        word = text.casefold()
        if word in ("no", "n", "decline"):
            who = army_names(self.board.variant, self._asked[:1])
            self._asked = []
            return [Reply("say", f"{who} declines."), self._state()]
        if word not in ("yes", "y", "accept"):
            return [Reply("fault", f"answer yes or no, not {shorten(text)}")]
        self._asked.pop(0)
        return [] if self._asked else self._agree()

    def _agree(self) -> list[Reply]:
        self.board.agree_draw()
        return self._consequences()

    # --- Files ---------------------------------------------------------------------------------

    def _save(self, argument: str, *, replace: bool = False) -> list[Reply]:
        if not argument:
            return [Reply("fault", "save needs the name of a file")]
        if argument == "-":
            return [Reply("fault", "save needs a file; ./- is a file of that name")]
        self.save(argument, replace=replace)
        return [Reply("say", f"Saved to {argument}")]

    def _save_anyway(self, argument: str) -> list[Reply]:
        return self._save(argument, replace=True)

    def _load(self, argument: str) -> list[Reply]:
        if not argument:
            return [Reply("fault", "load needs the name of a file")]
        if argument == "-":
            # Standard input is where these lines come from.
            return [Reply("fault", "load needs a file; ./- is a file of that name")]
        name, _, last = argument.rpartition(" ")
        number = 1
        if name and last.isascii() and last.isdigit() and len(last) < 10:
            argument, number = name.strip(), int(last)
        self.load(argument, number)
        self._waiting = self.board.turn in self._opponents
        said = [Reply("say", f"Loaded {argument}: {self.board.variant.name}")]
        outcome = self.board.outcome()
        if outcome is not None:
            said.append(Reply("say", ending(self.board.variant, outcome)))
        return [*said, Reply("board"), self._state()]

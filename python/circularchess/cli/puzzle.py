"""`circularchess puzzle`: mate problems to solve at the keyboard."""

from __future__ import annotations

import random
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click

from ..errors import CircularChessError, shorten
from .options import WholeNumber

if TYPE_CHECKING:
    from rich.console import Console

    from ..board import Board
    from ..puzzles import Puzzle
    from ..values.move import Move

__all__ = ["puzzle"]

_HELP: Final = """\
b3, Nxc12, c16b14   try a move
moves [d2]          list the legal moves, or those of one piece
board               show the board
fen                 show the position as text
hint                say which piece moves
solution            show the solution, and end
help                show this
quit                leave"""


@click.command(short_help="Solve a mate problem.")
@click.argument("number", type=WholeNumber(1), required=False)
@click.option("--variant", metavar="VARIANT", help="A problem of this variant; any if left out.")
@click.option("--moves", type=WholeNumber(2, 5), help="A mate in so many moves.")
@click.option("--list", "listed", is_flag=True, help="List the problems instead.")
@click.option("--seed", type=WholeNumber(), help="Choose the same problem every time.")
@click.option(
    "--figures/--letters",
    default=None,
    help="Draw with chess figures or with letters; figures if the terminal has them.",
)
def puzzle(
    number: int | None,
    variant: str | None,
    moves: int | None,
    listed: bool,
    seed: int | None,
    figures: bool | None,
) -> int:
    """Solve a mate problem: NUMBER, or one chosen by lot.

    The side to move wins in the number of moves that is said, and one first move alone does it;
    the other side defends itself as long as it can. Type moves, as Nc12 or c16b14, or commands;
    "help" lists them. Every problem was proved by looking at all moves. The status is 0 when it is
    solved or left, 130 after Ctrl-C.
    """
    from rich.console import Console

    from ..puzzles import puzzle as problem_of
    from ..puzzles import puzzles

    found = [it for it in puzzles(variant) if moves in (None, it.moves)]
    if listed:
        for problem in found:
            click.echo(f"{problem.number:3}  {problem.variant:<20} {_task(problem)}")
        return 0
    if number is not None:
        if variant is not None or moves is not None:
            raise click.UsageError("give either NUMBER or --variant and --moves")
        chosen = problem_of(number)
    elif not found:
        raise CircularChessError("there is no such problem; --list shows them")
    else:
        chosen = random.Random(seed).choice(found)
    console = Console(highlight=False, markup=False, emoji=False)
    if figures is None:
        figures = console.is_terminal and console.encoding.lower().startswith("utf")
    return _Solving(chosen, console, figures).run()


def _task(problem: Puzzle) -> str:
    from ..notation.words import army_names
    from ..variant import Variant

    who = army_names(Variant.load(problem.variant), [problem.turn])
    return f"{who} to move wins in {problem.moves}"


class _Solving:
    """A problem being solved."""

    def __init__(self, problem: Puzzle, console: Console, figures: bool) -> None:
        self._problem = problem
        self._board: Board = problem.board()
        self._left = problem.moves
        self._console = console
        self._figures = figures
        self._over = False

    def run(self) -> int:
        """Read lines until it is solved or left."""
        problem = self._problem
        self._say(f"Problem {problem.number}, {self._board.variant.name}: {_task(problem)}.")
        self._show()
        terminal = sys.stdin.isatty()
        if terminal:
            with suppress(ImportError):
                import readline  # noqa: F401
        while not self._over:
            try:
                line = input("Your move> " if terminal else "")
            except EOFError:
                break
            try:
                self._take(line)
            except CircularChessError as error:
                self._say(str(error))
        return 0

    def _say(self, text: str) -> None:
        self._console.print(text, soft_wrap=True)

    def _show(self) -> None:
        from rich.text import Text

        from .terminal.screen import draw_board, has_colours

        console = self._console
        width = shutil.get_terminal_size().columns if console.is_terminal else 200
        drawn = draw_board(
            self._board, width=width, figures=self._figures, colours=has_colours(console)
        )
        console.print(Text("\n").append_text(drawn).append("\n"), soft_wrap=True)

    def _take(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        name, rest = words[0].lower(), words[1:]
        if name == "moves":
            self._moves(rest)
        elif rest:
            self._say(f"not a command or a move: {shorten(line.strip())}")
        elif name == "board":
            self._show()
        elif name == "fen":
            self._say(self._board.fen())
        elif name in ("help", "?"):
            self._say(_HELP)
        elif name in ("quit", "exit", "q"):
            self._over = True
        elif name == "hint":
            square = self._winning()[0].from_square
            self._say(f"Move the piece on {square}.")
        elif name == "solution":
            self._solution()
        else:
            self._try(words[0])

    def _moves(self, words: list[str]) -> None:
        board = self._board
        moves = list(board.legal_moves)
        if words:
            square = board.variant.square(words[0])
            moves = [move for move in moves if move.from_square == square]
        self._say(" ".join(map(board.san, moves)) or "There are no moves.")

    def _winning(self) -> list[Move]:
        """The moves that still win in time."""
        from ..puzzles import winning_moves

        if self._left == self._problem.moves:
            return [self._problem.line[0]]
        return winning_moves(self._board.position, self._left, self._problem.side)

    def _solution(self) -> None:
        from ..puzzles import main_line

        left, problem = self._left, self._problem
        whole = left == problem.moves
        side = problem.side
        line = problem.line if whole else main_line(self._board.position, left, side)
        self._say(self._board.variation_san(line))
        self._over = True

    def _try(self, text: str) -> None:
        """Make a move, if it wins in time; and what the others answer."""
        from ..puzzles import longest_defence, shortest_win
        from .reading import read_move

        board, problem = self._board, self._problem
        move = read_move(board, text)
        after = board.copy()
        after.push(move)
        first = self._left == problem.moves
        side = problem.side
        wins = (
            problem.is_key(move)
            if first
            else shortest_win(after.position, self._left - 1, side) is not None
        )
        if not wins:
            self._say(f"{board.san(move)} does not win in {self._left}. Try again.")
            return
        said = board.san(move)
        board.push(move)
        self._left -= 1
        if board.position.end is not None:
            self._say(f"{said}: solved!")
            self._show()
            self._over = True
            return
        answers: list[str] = []
        while board.position.end is None and board.turn not in side:
            known = problem.line[1] if first and not answers else None
            answer = known or longest_defence(board.position, self._left, side)
            assert answer is not None
            answers.append(board.san(answer))
            board.push(answer)
        self._say(f"{said} {' '.join(answers)}")
        self._show()
        if board.position.end is not None:
            self._say("Solved!")
            self._over = True
        else:
            self._say(f"Right. {self._left} to go.")

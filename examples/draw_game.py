"""Draw a game: read a record, show positions, make a page that plays it.

Written for a notebook: editors turn every `# %%` into a cell, whose last line is shown. As a
program, `python examples/draw_game.py FOLDER` writes the pictures to a folder.
"""

# %% The game, as a record with a comment and a variation
from __future__ import annotations

import sys
from pathlib import Path

from circularchess import Board, Game, animation, svg

game = Game.from_pgn("""
[Event "An example"]
[White "Ann"]
[Black "Ben"]
[Variant "circular"]

1. Nd3 c6 2. d14 Nb11 3. c3 $1 (3. b3 d6) 3... d6 {The rook looks along its ring.} 4. Nb4 *
""")
game

# %% Its moves one by one: `replay` walks through one and the same board
for board in game.replay():
    print(board.fen())

# %% The last position; a board at the end of a cell draws itself
board = game.end().board()
board

# %% The same from Black's side, the moves of one knight marked, an arrow for an idea
knight = board.move_stack[-1].to_square
board.push_san("a6")
targets = [move.to_square for move in board.legal_moves if move.from_square == knight]
picture = svg.snapshot(board, orientation="b", squares=targets, arrows=[("d1", "d6")], size=500)
picture

# %% A page with buttons that plays the game, and how each frame is called
names = ["The start", *(node.san() for node in game.mainline())]
page = animation.to_html(game, title="Ann - Ben", captions=names, size=500)


# %% All of it as files
def main(folder: Path) -> None:
    """Write the pictures and the page."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "start.svg").write_text(svg.board(Board("circular")), encoding="utf-8")
    (folder / "knight.svg").write_text(picture, encoding="utf-8")
    (folder / "game.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: draw_game.py FOLDER")
    main(Path(sys.argv[1]))

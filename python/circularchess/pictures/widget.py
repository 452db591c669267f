"""`BoardWidget`: a board to play on in notebooks, by `anywidget`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

try:
    import anywidget
    import traitlets
except ImportError:
    needs = "boards to play on in notebooks need the extra 'notebook': circularchess[notebook]"
    raise ImportError(needs) from None

from ..errors import CircularChessError, check_has
from .component import component

if TYPE_CHECKING:
    from ..board import Board
    from ..values.move import Move

__all__ = ["BoardWidget"]

#: Beside the component: what anywidget calls with the model of a widget.
_RENDER: Final = """
function render({ model, el }) {
	const board = document.createElement("circular-board");
	const names = ["seat", "movable", "premove", "captured", "theme"];
	const look = () => {
		for (const name of names) {
			const value = model.get(name);
			if (typeof value === "boolean") board.toggleAttribute(name, value);
			else if (value) board.setAttribute(name, value);
			else board.removeAttribute(name);
		}
		board.style.maxWidth = model.get("width");
	};
	const show = () => { board.state = model.get("state"); };
	const changes = [["state", show], ...[...names, "width"].map((name) => [name, look])];
	for (const [name, act] of changes) model.on(`change:${name}`, act);
	const answer = (message) => { if (message.type === "refused") board.cancel(); };
	model.on("msg:custom", answer);
	board.addEventListener("move", ({ detail }) => model.send({ type: "move", uci: detail.uci }));
	look();
	show();
	el.append(board);
	return () => {
		for (const [name, act] of changes) model.off(`change:${name}`, act);
		model.off("msg:custom", answer);
	};
}
export default { render };
"""


class BoardWidget(anywidget.AnyWidget):
    """A board to play on in a notebook. Needs the extra `notebook`.

    What is played on it is pushed on `board`, the `Board` it was given, and told to the functions
    registered by `on_move`. After changing the board in Python call `show`.

    `seat` is the letter of the army at the bottom, `movable` is "all", "none" or the letters of
    the armies that may be moved with the mouse; `premove` and `captured` as for the component;
    `theme` is "light", "dark" or "" for the reader's own; `width` is the widest it becomes. All of
    these can be set later too.

    >>> from circularchess import Board
    >>> widget = BoardWidget(Board("circular"), seat="b")
    >>> widget.on_move(lambda move: print(move.uci()))
    >>> widget.play("b2b3")
    b2b3
    >>> widget.board.turn
    'b'
    """

    _esm = component().read_text(encoding="utf-8") + _RENDER

    state = traitlets.Unicode().tag(sync=True)
    seat = traitlets.Unicode("").tag(sync=True)
    movable = traitlets.Unicode("all").tag(sync=True)
    premove = traitlets.Bool(False).tag(sync=True)
    captured = traitlets.Bool(False).tag(sync=True)
    theme = traitlets.Enum(("", "light", "dark"), "").tag(sync=True)
    width = traitlets.Unicode("560px").tag(sync=True)

    def __init__(self, board: Board, **look: Any) -> None:
        check_has(board, "to_json", "a Board")
        super().__init__(**look)
        self._board = board
        self._told: list[Callable[[Move], object]] = []
        self.on_msg(self._hear)
        self.show()

    @property
    def board(self) -> Board:
        """The board that is shown and played on."""
        return self._board

    def show(self) -> None:
        """Show the board as it is now, after it was changed in Python."""
        self.state = self._board.to_json(legal_moves=True)

    def on_move(self, act: Callable[[Move], object]) -> None:
        """Have a function called with each move, after it was pushed."""
        self._told.append(act)

    def play(self, text: str) -> None:
        """Make a move, as if by hand. Raises as `Board.push_uci` does."""
        move = self._board.push_uci(text)
        self.show()
        for act in self._told:
            act(move)
        if self._told:
            # They may have answered with a move of their own.
            self.show()

    def _hear(self, _: object, content: Any, __: object) -> None:
        """A message from the browser."""
        if not isinstance(content, dict) or content.get("type") != "move":
            return
        uci = content.get("uci")
        try:
            if not isinstance(uci, str):
                raise CircularChessError("a move is needed")
            self.play(uci)
        except CircularChessError as error:
            self.send({"type": "refused", "error": str(error)})

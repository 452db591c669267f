"""What these pages need of Sphinx besides autodoc.

- The directive `board` draws a position with the package's own SVG, while the pages are built.
- The directive `command-help` shows what a command says with `--help`.
- The role `known`, the default one, links what is a name of the API and leaves the rest as code:
  docstrings put everything that is code between single backticks.
"""

from __future__ import annotations

import hashlib
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.domains.python import PyXRefRole
from sphinx.util.docutils import SphinxDirective

from circularchess import Board, svg
from circularchess.san import notation

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

NAME = re.compile(r"[A-Za-z_]\w*(\.\w+)*(\(\))?", re.ASCII)


class KnownRole(PyXRefRole):
    """A link to whatever has this name, or plain code."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        if NAME.fullmatch(self.text):
            self.name = "py:obj"
            return super().run()
        return [nodes.literal(self.rawtext, self.text)], []


class BoardDirective(SphinxDirective):
    """A position of a variant: `board` with the variant's id, and below it a caption.

    `fen` begins elsewhere than at the start, `moves` plays moves (UCI or SAN), `targets` marks
    where the piece on a square may go, `squares` marks squares, `arrows` draws some
    (`a1-a5:red`, `a1-a5:red:clockwise`), `fill` colours squares (`a1=#fff`), `options` sets options
    (`check=strict`).
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("fen", "moves", "targets", "squares", "arrows", "fill", "options", "orientation"),
        directives.unchanged,
    )

    def run(self) -> list[nodes.Node]:
        board = self._board()
        caption = nodes.caption("", "", *self.parse_inline(" ".join(self.content))[0])
        try:
            picture = self._picture(board)
        except (KeyError, ValueError):
            if not (board.variant.pieces or board.variant.citadels):
                raise
            # Kinds of piece without a drawing, and citadels without a place: the board as text.
            text = nodes.literal_block(board.text(), board.text(), language="text")
            return [nodes.container("", text, caption, classes=["board-figure"])]
        name = hashlib.sha256(picture.encode()).hexdigest()[:16] + ".svg"
        folder = Path(self.env.app.outdir) / "_images"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(picture, encoding="utf-8")
        up = "../" * self.env.docname.count("/")
        said = escape(f"{board.variant.name}: {board.fen()}", quote=True)
        image = f'<img class="board" src="{up}_images/{name}" alt="{said}">'
        wide = " wide" if board.variant.files > 24 else ""
        figure = nodes.container("", nodes.raw("", image, format="html"), caption)
        figure["classes"] += ["board-figure", *wide.split()]
        return [figure]

    def _picture(self, board: Board) -> str:
        words = {name: self.options.get(name, "").split() for name in ("squares", "arrows")}
        squares = words["squares"]
        for origin in self.options.get("targets", "").split():
            squares += [str(m.to_square) for m in board.legal_moves if m.from_square == origin]
        return svg.snapshot(
            board,
            orientation=self.options.get("orientation"),
            squares=squares,
            arrows=[_arrow(word) for word in words["arrows"]],
            fill=_pairs(self.options.get("fill", "")),
            theme="auto",
        )

    def _board(self) -> Board:
        options = _pairs(self.options.get("options", ""))
        board = Board(self.arguments[0], self.options.get("fen"), options=options)
        for text in self.options.get("moves", "").split():
            known = {move.uci(): move for move in board.legal_moves}
            move = known.get(text) or notation(board.variant.data).parse(board.position, text)
            board.push(move)
        return board


def _pairs(text: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in text.split())


def _arrow(word: str) -> svg.Arrow:
    squares, *how = word.split(":")
    tail, head = squares.split("-")
    arrow: svg.Arrow = svg.Arrow(tail, head, *how)  # type: ignore[arg-type] # checked there
    return arrow


class CommandHelpDirective(SphinxDirective):
    """The help of a command of the command line, none for the command line itself."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        import click

        from circularchess.cli.main import cli

        command: click.Command = cli
        name = "circularchess"
        # A command inside another is named after it.
        for word in " ".join(self.arguments).split():
            assert isinstance(command, click.Group)
            command = command.commands[word]
            name += f" {word}"
        names = cli.context_settings["help_option_names"]
        context = click.Context(command, info_name=name, terminal_width=78, help_option_names=names)
        with context:
            text = command.get_help(context)
        block = nodes.literal_block(text, text)
        block["language"] = "text"
        return [block]


def skip(_app: Sphinx, _what: str, _name: str, obj: Any, _skip: bool, _options: Any) -> bool | None:
    """Leave out what Python says of the fields of named tuples, which is nothing."""
    doc = getattr(obj, "__doc__", None)
    return True if isinstance(doc, str) and doc.startswith("Alias for field number") else None


def find_public(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """In the docstrings of a module, names of the package itself are meant too."""
    if node.get("refdomain") != "py" or node.get("refspecific"):
        return None
    target = f"circularchess.{node['reftarget']}"
    python = env.domains.python_domain
    if target not in python.objects:
        return None
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", target, node, contnode)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_role("known", KnownRole())
    app.add_directive("board", BoardDirective)
    app.add_directive("command-help", CommandHelpDirective)
    app.connect("autodoc-skip-member", skip)
    app.connect("missing-reference", find_public)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

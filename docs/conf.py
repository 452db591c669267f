"""How Sphinx builds these pages: see CONTRIBUTING.md for the command."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

# The version is stated once, in Cargo.toml.
WORKSPACE = tomllib.loads((HERE.parent / "Cargo.toml").read_text(encoding="utf-8"))

project = "circularchess"
author = "The circularchess authors"
project_copyright = "the circularchess authors, MIT licence"
release = WORKSPACE["workspace"]["package"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "page_tools"]
exclude_patterns = ["_build"]
# One way to write every name of the API: `Board.push` in docstrings, {any}`Board.push` in pages.
default_role = "known"

myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3

# What is copied is what is typed: no prompts, no output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_typehints = "signature"
python_maximum_signature_line_length = 88
maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"circularchess {release}"
html_static_path = ["_static"]
html_css_files = ["boards.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options: dict[str, Any] = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "monokai"

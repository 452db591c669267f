"""Boards and games drawn: as text, SVG, PNG, pages and GIFs."""

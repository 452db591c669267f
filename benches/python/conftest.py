"""What the benches share, for pytest to find."""

from __future__ import annotations

from racing import pytest_terminal_summary, race

__all__ = ["pytest_terminal_summary", "race"]

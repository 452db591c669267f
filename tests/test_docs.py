"""The pages of the documentation: everything in them that can be run."""

from __future__ import annotations

from pathlib import Path

import pytest

from page_examples import Page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = Page(DOCS / name)
    page.run_all()
    assert "".join(page.faults) == ""
    # The pages that teach are made of examples.
    if name == "tutorial.md" or name.startswith("howto/"):
        assert page.run >= 5


def test_faults_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "page.md"
    path.write_text(
        "# Wrong\n\n```pycon\n>>> 1 + 1\n3\n```\n\n```console\n$ python -c 'print(1)'\n2\n```\n\n"
        "```brainfuck\n+\n```\n\n```pycon\n>>> 1\n1\n```\n",
        encoding="utf-8",
    )
    page = Page(path)
    page.run_all()
    assert page.run == 3
    assert "page.md, line 8: $ python -c 'print(1)'" in "".join(page.faults)
    assert "page.md, line 13: a block of 'brainfuck'" in page.faults
    assert any("Expected:\n    3" in fault for fault in page.faults)

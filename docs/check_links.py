"""Check the links of the built pages: python docs/check_links.py FOLDER

Every link and picture inside the pages must lead to a file, and to a place in it that exists;
every public name of the package must have a place in the API; and what a page (docstrings aside)
refers to as a name of the API must be one. Other hosts are not asked.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import circularchess

#: Pages that show docstrings, which may put any name between backticks.
API = "api"


class Page(HTMLParser):
    """The links of a page, its places, and names of the API that lead nowhere."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.dangling: list[str] = []
        self._open: list[str] = []
        self._xref = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self._open.append(tag)
        self.places.add(known.get("id", ""))
        for name in ("href", "src"):
            if name in known:
                self.links.append(known[name])
        if tag == "code":
            self._xref = "xref" in known.get("class", "").split() and "a" not in self._open

    def handle_endtag(self, tag: str) -> None:
        # Tags that have no end (img, link, meta) are closed with whatever holds them.
        while tag in self._open and self._open.pop() != tag:
            pass
        if tag == "code":
            self._xref = False

    def handle_data(self, data: str) -> None:
        if self._xref:
            self.dangling.append(data)


def check(folder: Path) -> tuple[int, list[str]]:
    """How many links there are, and what is wrong."""
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    count = 0
    faults = []
    places: set[str] = set()
    for path, page in pages.items():
        name = path.relative_to(folder.resolve())
        places |= page.places
        if name.parts[0] != API and name.name != "py-modindex.html":
            faults += [f"{name}: no name of the API: {text}" for text in page.dangling]
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = pages.get(target)
            if not target.is_file() or (
                there and parts.fragment and unquote(parts.fragment) not in there.places
            ):
                faults.append(f"{name}: {link} leads nowhere")
    for public in circularchess.__all__:
        if public != "__version__" and f"circularchess.{public}" not in places:
            faults.append(f"the API lacks {public}")
    return count, faults


def main() -> None:
    """Print what is wrong, if anything."""
    if len(sys.argv) != 2 or not re.search(
        "html$", str(next(Path(sys.argv[1]).glob("*.html"), ""))
    ):
        sys.exit("usage: check_links.py FOLDER (of built pages)")
    count, faults = check(Path(sys.argv[1]))
    for fault in faults:
        print(fault)
    print(f"{count} links, {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

"""What the browser tests share: Chromium, servers to visit, and hands that click and press keys."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Where Debian and others have it.
_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, _NAMES)))
    # Chromium refuses to run as root with its sandbox.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


class Server:
    """`circularchess serve` in a process of its own."""

    def __init__(self, database: Path, port: int = 0) -> None:
        words = ("serve", "--no-browser", "--port", str(port), "--database", str(database))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "circularchess", *words], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("Play at "):
                self.base = line.split()[2]
                break
        self.port = int(self.base.rstrip("/").rpartition(":")[2])
        for _ in range(250):
            with contextlib.suppress(OSError):
                self.get("health")
                return
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def get(self, path: str) -> Any:
        """What the server answers."""
        with urllib.request.urlopen(self.base + path, timeout=10) as answer:
            return json.load(answer)

    def open(self, **told: Any) -> dict[str, Any]:
        """A new game, as somebody with a program opens it."""
        body = json.dumps(told).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.base + "api/games", body, headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()


class Cable:
    """A connection to a port that can be pulled out and put back."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://localhost:{self._listener.getsockname()[1]}/"
        self._ends: list[socket.socket] = []
        self._whole = True
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if not self._whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

    def pull(self) -> None:
        """Cut all connections and let none through."""
        self._whole = False
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        """Let connections through again."""
        self._whole = True

    def close(self) -> None:
        """End it for good."""
        self.pull()
        self._listener.close()


@contextmanager
def static_site(folder: Path, headers: Mapping[str, str]) -> Iterator[str]:
    """A site of plain files with headers of its own."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in headers.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    handler = functools.partial(Handler, directory=str(folder))
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://localhost:{site.server_port}/"
    site.shutdown()
    site.server_close()


def listen(page: Page) -> list[str]:
    """The list in which everything that goes wrong in a page is noted."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def note(message: Any) -> None:
        words = message.text
        # Lost connections are told too; those tests look for.
        if message.type == "error" and "ERR_" not in words and "WebSocket" not in words:
            faults.append(words)

    page.on("console", note)
    return faults


# --- Hands --------------------------------------------------------------------------------------


def middle(page: Page, square: str) -> tuple[float, float]:
    """The middle of a square on the screen."""
    box = page.locator(f'circular-board path.square[data-square="{square}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(page: Page, *squares: str) -> None:
    """Click squares one after the other."""
    for square in squares:
        page.mouse.click(*middle(page, square))


def drag(page: Page, start: str, end: str, button: Any = "left") -> None:
    """Drag from one square to another."""
    page.mouse.move(*middle(page, start))
    page.mouse.down(button=button)
    page.mouse.move(*middle(page, end), steps=5)
    page.mouse.up(button=button)


def press(page: Page, start: str, end: str, files: int = 16) -> None:
    """Move by the keyboard alone, on a board of ring and file names."""
    page.locator("circular-board .board").focus()
    page.keyboard.press("Home")
    walk(page, said(page), start, files)
    page.keyboard.press("Enter")
    walk(page, start, end, files)
    page.keyboard.press("Enter")


def said(page: Page) -> str:
    """The square that was announced last."""
    words = page.locator("circular-board [aria-live]").inner_text().split()
    return words[0]


def walk(page: Page, start: str, end: str, files: int) -> None:
    """Go from one square to another by arrow keys."""
    (ring, file), (to_ring, to_file) = _parts(start), _parts(end)
    for _ in range(abs(to_ring - ring)):
        page.keyboard.press("ArrowUp" if to_ring > ring else "ArrowDown")
    apart = (to_file - file) % files
    for _ in range(min(apart, files - apart)):
        page.keyboard.press("ArrowRight" if apart <= files / 2 else "ArrowLeft")
    assert said(page) == end


def _parts(square: str) -> tuple[int, int]:
    return ord(square[0]) - 96, int(square[1:])


def man(page: Page, square: str) -> str | None:
    """The man that stands on a square of the picture, as `wK`."""
    found = page.locator(f'circular-board .layer-men .man:not(.gone)[data-square="{square}"]')
    return found.get_attribute("data-piece") if found.count() else None


def wait_for_man(page: Page, square: str, piece: str) -> None:
    """Wait until a man has come to a square."""
    found = f'circular-board .man[data-square="{square}"][data-piece="{piece}"]'
    page.locator(found).wait_for(state="attached", timeout=10_000)


def wait_for_words(page: Page, selector: str, words: str) -> None:
    """Wait until an element says something."""
    found = page.locator(selector).filter(has_text=re.compile(re.escape(words)))
    found.first.wait_for(timeout=10_000)

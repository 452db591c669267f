"""Games in SQLite. All of it happens on one thread, several writes in one transaction.

What `run` has returned from is on disk: it survives the end of the process at any moment.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from ..errors import CircularChessError, shorten

__all__ = ["MIGRATIONS", "Store"]

T = TypeVar("T")

#: What each version of the schema adds to the one before.
MIGRATIONS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        made REAL NOT NULL,
        changed REAL NOT NULL,
        finished REAL,
        address TEXT NOT NULL,
        variant TEXT NOT NULL,
        fen TEXT,
        clocks TEXT NOT NULL,
        seats TEXT NOT NULL,
        offers TEXT NOT NULL,
        rematch TEXT
    ) WITHOUT ROWID;
    CREATE INDEX games_open ON games (finished, address);
    CREATE TABLE actions (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        action TEXT NOT NULL,
        san TEXT,
        at REAL NOT NULL,
        clocks TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE notes (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID;
    """,
)
#: So many jobs at most share a transaction.
_BATCH: Final = 256


class _Job:
    """Something to do with the database, and who waits for it."""

    __slots__ = ("error", "future", "loop", "result", "work")

    def __init__(
        self, work: Callable[[sqlite3.Connection], Any], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.work = work
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def tell(self) -> None:
        """Wake up who waits."""

        def wake() -> None:
            if self.future.cancelled():
                return
            if self.error is None:
                self.future.set_result(self.result)
            else:
                self.future.set_exception(self.error)

        # The loop may be closed when the server was ended in a hurry.
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(wake)


class Store:
    """A database of games in a file, which this process alone uses while it is open."""

    def __init__(
        self, path: str | os.PathLike[str], migrations: Sequence[str] = MIGRATIONS
    ) -> None:
        self.path = Path(path)
        self._migrations = migrations
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._connection = self._open()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path, timeout=1.0, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise CircularChessError(f"database {shorten(str(self.path))}: {error}") from None
        try:
            for pragma in (
                # Nobody else may change games that are in this process's memory.
                "locking_mode = EXCLUSIVE",
                "journal_mode = WAL",
                "synchronous = FULL",
                "foreign_keys = ON",
            ):
                connection.execute(f"PRAGMA {pragma}")
            self._migrate(connection)
        except sqlite3.Error as error:
            connection.close()
            what = "another server uses it" if "locked" in str(error) else str(error)
            raise CircularChessError(f"database {shorten(str(self.path))}: {what}") from None
        except CircularChessError:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        known = len(self._migrations)
        if version > known:
            raise CircularChessError(
                f"database {shorten(str(self.path))} is of a later release: "
                f"its version is {version}, this one knows {known}"
            )
        connection.execute("BEGIN IMMEDIATE")
        for number in range(version, known):
            for statement in self._migrations[number].split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute("COMMIT")

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the database and wait until it is on disk.

        What raises is undone alone; the error comes out here.
        """
        job = _Job(work, asyncio.get_running_loop())
        self._jobs.put(job)
        result: T = await job.future
        return result

    async def write(self, *statements: tuple[str, Sequence[Any]]) -> None:
        """Some statements with their values, all of them or none."""

        def work(connection: sqlite3.Connection) -> None:
            for statement, values in statements:
                connection.execute(statement, values)

        await self.run(work)

    def close(self) -> None:
        """Finish what was begun and close the file."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            batch, ended = [job], False
            while len(batch) < _BATCH:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ended = True
                    break
                batch.append(more)
            self._commit(batch)
            for job in batch:
                job.tell()
            if ended:
                return

    def _commit(self, batch: list[_Job]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                connection.execute("SAVEPOINT job")
                try:
                    job.result = job.work(connection)
                except Exception as error:  # whoever asked is told
                    job.error = error
                    connection.execute("ROLLBACK TO job")
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in batch:
                job.error = job.error or error

"""`Table`: a live game with those who watch it; `Tables`: all of a server's games.

Every change goes the same way: under the table's lock a new state is made, written to the
database, and only then put in the old one's place and told to everybody.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final, TypeVar

from ..board import Board
from ..records.json_format import board_to_dict
from ..records.json_format._derived import points_dict
from . import machines
from .clocks import Clocks, Control
from .limits import Limits
from .match import Entry, State, answer_draw, answer_undo, lose_on_time, move, restored
from .refusal import RefusedError
from .seats import Seat
from .store import Store

__all__ = ["Table", "Tables", "Watcher"]

_LOG: Final = logging.getLogger("circularchess.serve")
#: Seconds between notes that the server is alive, and after which a quiet game leaves memory.
_HEARTBEAT: Final = 5.0
_QUIET: Final = 60.0
_DAY: Final = 86_400.0

T = TypeVar("T")
Change = Callable[[State, float], State]


class Watcher:
    """Somebody who is told of every change; only the latest state waits for a slow one."""

    def __init__(self) -> None:
        self.armies: frozenset[str] = frozenset()
        self.news = asyncio.Event()


class Table:
    """One game in memory."""

    def __init__(
        self,
        tables: Tables,
        name: str,
        state: State,
        seats: dict[str, Seat],
        fen: str | None,
        rematch: str | None,
    ) -> None:
        self._tables = tables
        self.name = name
        self.state = state
        self.seats = seats
        #: Where the game began, None for the variant's start.
        self.fen = fen
        self.rematch = rematch
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.revision = 0
        self._lock = asyncio.Lock()
        self._flag: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._text: str | None = None

    # --- What is told ------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The state as everybody may see it: the board's JSON, and the table's own."""
        return {**json.loads(self._public()), "clocks": self._clocks()}

    def text(self, you: frozenset[str]) -> str:
        """The state as a message to somebody who holds some seats."""
        own, clocks = json.dumps(sorted(you)), json.dumps(self._clocks())
        return f'{{"type":"state","you":{own},"clocks":{clocks},{self._public()[1:]}'

    def _clocks(self) -> dict[str, Any]:
        return self.state.clocks.to_json(self._tables.now())

    def _public(self) -> str:
        """All that stays as it is until something is done, written once."""
        if self._text is None:
            self._text = json.dumps(self._told(), ensure_ascii=False, separators=(",", ":"))
        return self._text

    def _told(self) -> dict[str, Any]:
        state = self.state
        ended = state.outcome()
        data = state.board.variant.data
        return {
            **board_to_dict(state.board, legal_moves=True),
            "id": self.name,
            "ply": len(state.log),
            "log": [entry.to_json() for entry in state.log],
            "result": ended
            and {
                "result": ended.result(data),
                "termination": ended.termination.value,
                "winners": list(ended.winners),
                "points": points_dict(ended.points(data)),
            },
            "claims": ended is None and state.board.outcome(claim_draw=True) is not None,
            "seats": {army: seat.to_json() for army, seat in self.seats.items()},
            "offers": state.offers(),
            "rematch": self.rematch,
        }

    def presence(self) -> dict[str, Any]:
        """Who is looking on."""
        here = Counter(army for watcher in self.watchers for army in watcher.armies)
        count = sum(not watcher.armies for watcher in self.watchers)
        return {"type": "presence", "online": sorted(here), "watchers": count}

    def _tell(self) -> None:
        self.revision += 1
        self._text = None
        for watcher in self.watchers:
            watcher.news.set()

    # --- Changes -----------------------------------------------------------------------------

    async def change(self, make: Change) -> None:
        """Change the state and wait until that is on disk. Raises `RefusedError`, nothing changed.

        It is carried out even when whoever asked has gone meanwhile.
        """
        await asyncio.shield(asyncio.ensure_future(self._change(make)))

    async def _change(self, make: Change) -> None:
        async with self._lock:
            self.used = time.monotonic()
            now = self._tables.now()
            late = lose_on_time(self.state, now)
            if late is not None:
                await self._keep(late)
            new = make(self.state, now)
            if len(new.log) > self._tables.limits.actions:
                raise RefusedError(409, f"a game has at most {self._tables.limits.actions} actions")
            if new is not self.state:
                await self._keep(new)

    async def _keep(self, new: State) -> None:
        old = self.state
        same = 0
        for mine, theirs in zip(old.log, new.log, strict=False):
            if mine is not theirs:
                break
            same += 1
        now = self._tables.now()
        ended = now if new.board.outcome() is not None else None
        statements: list[tuple[str, tuple[Any, ...]]] = []
        if same < len(old.log):
            statements.append(
                ("DELETE FROM actions WHERE game = ? AND number >= ?", (self.name, same))
            )
        statements.extend(
            (
                "INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?)",
                (self.name, number, one.action, one.san, one.at, json.dumps(dict(one.left))),
            )
            for number, one in enumerate(new.log[same:], same)
        )
        values = (now, ended, _clocks_text(new.clocks), json.dumps(new.offers()), self.name)
        statements.append(
            ("UPDATE games SET changed=?, finished=?, clocks=?, offers=? WHERE id=?", values)
        )
        await self._tables.store.write(*statements)
        self.state = new
        self._tell()
        self.wind_up()

    async def change_seats(self, seats: Mapping[str, Seat]) -> None:
        """Put others on some seats."""
        await asyncio.shield(asyncio.ensure_future(self._change_seats(seats)))

    async def _change_seats(self, seats: Mapping[str, Seat]) -> None:
        new = {**self.seats, **seats}
        await self._tables.store.write(
            ("UPDATE games SET seats = ? WHERE id = ?", (_seats_text(new), self.name))
        )
        self.seats = new
        self._tell()

    async def join(self, code: str, token: str, name: str | None) -> str:
        """Exchange a code for a seat, once. Returns the army; raises `RefusedError`."""
        async with self._lock:
            army = next((a for a, s in self.seats.items() if s.code == code), None)
            if army is None:
                raise RefusedError(403, "this invitation has been used, or never was one")
            seat = self.seats[army].claimed(token)
            await self.change_seats({army: replace(seat, name=name or seat.name)})
            return army

    async def open_rematch(self, new_name: Callable[[], str]) -> str:
        """The name of the game that follows this one, opened if it is not there yet.

        Everybody moves one seat on and keeps the secret of the seat.
        """
        return await asyncio.shield(asyncio.ensure_future(self._open_rematch(new_name())))

    async def _open_rematch(self, name: str) -> str:
        async with self._lock:
            if self.rematch is not None:
                return self.rematch
            board = self.state.board.root()
            armies = board.armies
            seats = {army: self.seats[armies[i - 1]] for i, army in enumerate(armies)}
            state = State(board, Clocks.new(self.state.clocks.controls))
            address = await self._tables.address(self.name)
            await self._tables.open(name, state, seats, self.fen, address)
            await self._tables.store.write(
                ("UPDATE games SET rematch = ? WHERE id = ?", (name, self.name))
            )
            self.rematch = name
            self._tell()
            return name

    async def offer_draw(self, armies: frozenset[str], agree: bool) -> None:
        """As `answer_draw`; the machines are asked too."""
        asked = self.state
        willing: set[str] = set()
        if agree and asked.board.outcome() is None and not armies <= asked.draw:
            for army in asked.board.in_play:
                player = self.seats[army].player
                if player is not None and await self._tables.ask(
                    f"game {self.name}",
                    machines.accepts_draw,
                    player,
                    asked.board.copy(),
                    army,
                    armies,
                    self._tables.limits.engine_seconds,
                ):
                    willing.add(army)

        def make(state: State, now: float) -> State:
            # What they thought of another position counts no more.
            also = frozenset(willing) if state.board is asked.board else frozenset()
            return answer_draw(state, armies, agree, now, also)

        await self.change(make)

    async def ask_undo(self, armies: frozenset[str], agree: bool) -> None:
        """As `answer_undo`; machines do not mind."""
        also = frozenset(army for army, seat in self.seats.items() if seat.kind == "machine")
        await self.change(lambda state, now: answer_undo(state, armies, agree, now, also))

    # --- What happens by itself ----------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something will happen here without anybody asking."""
        return self._flag is not None or self._thinking is not None

    def wind_up(self) -> None:
        """See to it that the flag falls, and that the machine moves."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        state = self.state
        if state.board.outcome() is not None:
            return
        flag = state.clocks.flag_at()
        loop = asyncio.get_running_loop()
        if flag is not None:
            # At most a day at a time: loops do not wait for ever.
            wait = min(max(0.0, flag - self._tables.now()) + 0.001, _DAY)
            self._flag = loop.call_later(wait, self._fall)
        if self.seats[state.board.turn].kind == "machine" and self._thinking is None:
            self._thinking = asyncio.ensure_future(self._think())

    def put_away(self) -> None:
        """Stop what would happen by itself."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _fall(self) -> None:
        self._flag = None

        async def fall() -> None:
            # The change looks at the clock itself.
            await self.change(lambda state, _: state)
            if self._flag is None:
                self.wind_up()

        self._tables.spawn(fall())

    async def _think(self) -> None:
        try:
            while True:
                state = self.state
                seat = self.seats[state.board.turn]
                if state.board.outcome() is not None or seat.player is None:
                    return
                left = state.clocks.left(state.board.turn, self._tables.now())
                chosen = await self._tables.think(seat.player, state.board.copy(), left)
                if self.state is not state:
                    continue  # something was taken back or given up meanwhile
                armies, ply = frozenset((state.board.turn,)), len(state.log)

                def make(
                    new: State,
                    now: float,
                    armies: frozenset[str] = armies,
                    text: str = chosen,
                    ply: int = ply,
                ) -> State:
                    return move(new, armies, text, now, ply)

                try:
                    await self.change(make)
                except RefusedError:
                    if self.state is state:
                        return
        except Exception:
            _LOG.exception("game %s: the machine could not move", self.name)
        finally:
            self._thinking = None


class Tables:
    """All games of a server: those in use in memory, all of them in the database."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.sockets = 0
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._tasks: set[asyncio.Future[Any]] = set()
        #: Who has asked the machine something.
        self._asking: set[str] = set()
        self._thinkers = ThreadPoolExecutor(limits.engine_workers, "thinker")
        # Wall time, but steady while the server runs.
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """The time, in seconds since 1970."""
        return time.monotonic() + self._offset

    def spawn(self, work: Any) -> None:
        """Do something on the side."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("a task failed", exc_info=task.exception())

    async def think(self, player: str, board: Board, left: float | None = None) -> str:
        """The move a machine makes, found beside the event loop; `left` is what its clock shows."""
        seconds = self.limits.engine_seconds
        if left is not None:
            seconds = min(seconds, max(0.01, left / 40))
        found = await self.aside(machines.choose, player, board, seconds)
        return found.uci()

    async def ask(self, who: str, work: Callable[..., T], *what: Any) -> T:
        """As `aside`, for strangers: one question at a time for each, and not too many in all.

        Raises `RefusedError`.
        """
        if who in self._asking:
            raise RefusedError(429, "one question to the machine at a time")
        if len(self._asking) >= self.limits.engine_questions:
            raise RefusedError(503, "the machine has too much to think about")
        self._asking.add(who)
        try:
            return await self.aside(work, *what)
        finally:
            self._asking.discard(who)

    async def aside(self, work: Callable[..., T], *what: Any) -> T:
        """Have something done by those who think, beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thinkers, work, *what)

    # --- Beginning and end ----------------------------------------------------------------------

    async def begin(self) -> None:
        """Go on with the games whose clocks run or whose machines are to move."""

        def waiting(connection: sqlite3.Connection) -> tuple[float | None, list[tuple[str, str]]]:
            alive = connection.execute("SELECT value FROM notes WHERE name = 'alive'").fetchone()
            rows = connection.execute(
                "SELECT id, clocks FROM games WHERE finished IS NULL AND "
                "(clocks NOT LIKE '%\"running\": null%' OR seats LIKE '%\"machine\"%')"
            ).fetchall()
            return alive and alive[0], rows

        alive, rows = await self.store.run(waiting)
        now = self.now()
        for name, text in rows:
            clocks = json.loads(text)
            if clocks["running"] is not None:
                # Nobody is charged for the time the server was away.
                clocks["since"] = now - max(0.0, (alive or 0.0) - clocks["since"])
                await self.store.write(
                    ("UPDATE games SET clocks = ? WHERE id = ?", (json.dumps(clocks), name))
                )
            try:
                await self.get(name)
            except Exception:
                # One game that cannot be read, of other rules maybe, must not keep all from theirs.
                _LOG.exception("game %s cannot be gone on with", name)
        await self._note_alive()
        self.spawn(self._keep_house())

    async def end(self) -> None:
        """Put everything away; all that was acknowledged is on disk."""
        for task in list(self._tasks):
            task.cancel()
        for table in self._tables.values():
            table.put_away()
        await self._note_alive()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    async def _note_alive(self) -> None:
        await self.store.write(("INSERT OR REPLACE INTO notes VALUES ('alive', ?)", (self.now(),)))

    async def _keep_house(self) -> None:
        cleaned = 0.0
        while True:
            await asyncio.sleep(_HEARTBEAT)
            await self._note_alive()
            quiet = time.monotonic() - _QUIET
            for name, table in list(self._tables.items()):
                if table.used < quiet and not table.watchers and not table.busy:
                    del self._tables[name]
            if time.monotonic() - cleaned > 3_600:
                cleaned = time.monotonic()
                await self.clean_up()

    async def clean_up(self) -> int:
        """Forget the games that are too old. Returns how many."""
        now, limits = self.now(), self.limits

        def forget(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                "DELETE FROM games WHERE finished < ? OR changed < ? RETURNING id",
                (now - limits.keep_finished_days * _DAY, now - limits.keep_idle_days * _DAY),
            ).fetchall()
            return [name for (name,) in rows]

        gone = await self.store.run(forget)
        for name in gone:
            table = self._tables.pop(name, None)
            if table is not None:
                table.put_away()
        return len(gone)

    # --- Games -----------------------------------------------------------------------------------

    async def get(self, name: str) -> Table:
        """The game of a name, from memory or the database. Raises `RefusedError` for no game."""
        table = self._tables.get(name)
        if table is None:
            loading = self._loading.get(name)
            if loading is None:
                loading = asyncio.ensure_future(self._load(name))
                self._loading[name] = loading
                loading.add_done_callback(lambda _: self._loading.pop(name, None))
            table = await asyncio.shield(loading)
        table.used = time.monotonic()
        return table

    async def _load(self, name: str) -> Table:
        def read(connection: sqlite3.Connection) -> tuple[Any, list[Any]]:
            game = connection.execute(
                "SELECT variant, fen, clocks, seats, offers, rematch FROM games WHERE id = ?",
                (name,),
            ).fetchone()
            actions = connection.execute(
                "SELECT action, san, at, clocks FROM actions WHERE game = ? ORDER BY number",
                (name,),
            ).fetchall()
            return game, actions

        game, actions = await self.store.run(read)
        if game is None:
            raise RefusedError(404, "no such game")
        variant, fen, clocks, seats, offers, rematch = game
        told = json.loads(variant)
        log = tuple(Entry(action, san, at, json.loads(left)) for action, san, at, left in actions)
        state = restored(
            Board(told["variant"], fen, options=told["options"]),
            _read_clocks(clocks),
            log,
            json.loads(offers),
        )
        people = {army: Seat(**seat) for army, seat in json.loads(seats).items()}
        table = Table(self, name, state, people, fen, rematch)
        self._tables[name] = table
        table.wind_up()
        return table

    async def open(
        self, name: str, state: State, seats: dict[str, Seat], fen: str | None, address: str
    ) -> Table:
        """A new game. Raises `RefusedError` when there are too many."""
        now, limits = self.now(), self.limits
        variant = state.board.variant
        told = {"variant": variant.id, "options": variant.changed_options}

        def insert(connection: sqlite3.Connection) -> None:
            for where, values, most in (
                ("finished IS NULL", (), limits.open_games),
                ("finished IS NULL AND address = ?", (address,), limits.open_games_per_address),
            ):
                count = f"SELECT count(*) FROM games WHERE {where}"
                (there,) = connection.execute(count, values).fetchone()
                if there >= most:
                    raise RefusedError(503, f"there are {there} open games already")
            connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, NULL)",
                (
                    name,
                    now,
                    now,
                    address,
                    json.dumps(told),
                    fen,
                    _clocks_text(state.clocks),
                    _seats_text(seats),
                    json.dumps(state.offers()),
                ),
            )

        await self.store.run(insert)
        table = Table(self, name, state, seats, fen, None)
        self._tables[name] = table
        table.wind_up()
        return table

    async def address(self, name: str) -> str:
        """From where a game was opened."""

        def read(connection: sqlite3.Connection) -> str:
            row = connection.execute("SELECT address FROM games WHERE id = ?", (name,)).fetchone()
            return str(row[0])

        return await self.store.run(read)

    @property
    def in_memory(self) -> int:
        """How many games are in memory."""
        return len(self._tables)


def _seats_text(seats: Mapping[str, Seat]) -> str:
    return json.dumps({army: seat.stored() for army, seat in seats.items()})


def _clocks_text(clocks: Clocks) -> str:
    return json.dumps(
        {
            "controls": {army: control.to_json() for army, control in clocks.controls.items()},
            "remaining": dict(clocks.remaining),
            "running": clocks.running,
            "since": clocks.since,
        }
    )


def _read_clocks(text: str) -> Clocks:
    told = json.loads(text)
    controls = {army: Control(**control) for army, control in told.pop("controls").items()}
    return replace(Clocks.new(controls), **told)

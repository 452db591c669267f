"""How long a move takes on a server with many live games: `python benches/live_games.py`.

Starts a server on one core and plays games of two by WebSocket, each a move a second: the time from
a player's move to the other player's hearing of it. Prints percentiles, and how much memory the
server has at the beginning and at the end. Needs the extra `serve`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from circularchess import Board
from circularchess.serve import Limits, app
from circularchess.serve.running import run


def serve(port: int, database: str) -> None:
    """The server, with limits that one address with all the players does not reach."""
    os.sched_setaffinity(0, {0})
    limits = Limits(
        requests_per_second=1e6,
        requests_at_once=1_000_000,
        open_games_per_address=100_000,
        sockets_per_address=100_000,
    )
    with socket.create_server(("127.0.0.1", port)) as listener:
        run(app(database, limits=limits), listener)


def post(base: str, path: str, body: Any) -> Any:
    """What a request is answered."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


async def hear(player: ClientConnection, ply: int) -> None:
    """Wait until a player has been told of a ply."""
    while True:
        message = json.loads(await player.recv())
        if message["type"] == "state" and message["ply"] >= ply:
            return
        assert message["type"] != "refused", message


async def game(port: int, opened: Any, times: list[float], until: float, number: int) -> None:
    """Play a game, a move a second, and another one when it is over."""
    rng = random.Random(number)
    board = Board("circular")
    address = f"ws://127.0.0.1:{port}/api/games/{opened['id']}/live"
    sockets = {
        army: await connect(
            address,
            additional_headers={"Authorization": f"Bearer {token}"},
            max_size=None,
            compression=None,
        )
        for army, token in opened["seats"].items()
    }
    await asyncio.sleep(rng.random())
    ply = 0
    while time.monotonic() < until and board.outcome() is None:
        mover, other = board.turn, next(a for a in board.armies if a != board.turn)
        move = rng.choice(list(board.legal_moves))
        board.push(move)
        ply += 1
        began = time.perf_counter()
        await sockets[mover].send(json.dumps({"type": "moves", "move": move.uci()}))
        await hear(sockets[other], ply)
        times.append(time.perf_counter() - began)
        await hear(sockets[mover], ply)
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - began)))
    for player in sockets.values():
        await player.close()


def processor(process: int) -> float:
    """Seconds of the processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Megabytes of a process."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def play(port: int, process: int, games: int, seconds: float) -> None:
    """Play all the games and print what was measured."""
    base = f"http://127.0.0.1:{port}"
    times: list[float] = []
    until = time.monotonic() + seconds

    async def table(number: int) -> None:
        while time.monotonic() < until:
            opened = await asyncio.to_thread(post, base, "/api/games", {})
            await game(port, opened, times, until, number)

    began = processor(process)
    tasks = [asyncio.create_task(table(number)) for number in range(games)]
    await asyncio.sleep(min(20, seconds / 2))
    before = memory(process)
    await asyncio.gather(*tasks)
    times.sort()
    shares = ", ".join(
        f"{share} % {times[int(len(times) * share / 100) - 1] * 1000:.1f} ms"
        for share in (50, 90, 99)
    )
    most = f"most {times[-1] * 1000:.0f} ms"
    print(f"{games} games, {len(times)} moves in {seconds:.0f} s: {shares}, {most}")
    used = (processor(process) - began) / len(times)
    print(f"processor of the server: {used * 1000:.2f} ms a move")
    print(f"memory of the server: {before:.0f} MB, at the end {memory(process):.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--port", type=int, default=8377)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.port, given.serve)
        return
    with tempfile.TemporaryDirectory() as folder:
        words = ["--port", str(given.port), "--serve", f"{folder}/games.sqlite"]
        server = subprocess.Popen([sys.executable, __file__, *words])
        try:
            time.sleep(3)
            asyncio.run(play(given.port, server.pid, given.games, given.seconds))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()

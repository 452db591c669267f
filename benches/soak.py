"""A soak: random games of every variant with both engines, compared at every ply.

    python benches/soak.py [--minutes 10] [--processes 2] [--seed N]

Prints plies, games and memory every half minute and a last line. The first difference ends it
with exit status 1, naming the game by its seed. Needs the extra `test`.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import sys
import time
from multiprocessing.connection import Connection, wait
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from circularchess import variants
from test_agreement import play_and_compare

IDS = [variant.id for variant in variants()]
MAX_PLIES = 300
INTERVAL = 30


def memory() -> int:
    """Megabytes of this process that are in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def work(pipe: Connection, first: int, step: int, end: float) -> None:
    """Play games until the time is up, sending the tally now and then."""
    plies = games = 0
    told = time.monotonic()
    number = first
    while time.monotonic() < end:
        name = f"soak {number}"
        try:
            plies += play_and_compare(IDS[number % len(IDS)], random.Random(name), MAX_PLIES)
        except BaseException:
            print(f"difference in {IDS[number % len(IDS)]}, random.Random({name!r})", flush=True)
            raise
        games += 1
        number += step
        if time.monotonic() - told > INTERVAL:
            told = time.monotonic()
            gc.collect()
            pipe.send((plies, games, memory()))
    gc.collect()
    pipe.send((plies, games, memory()))


def main() -> int:
    """Start the processes, add up what they tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    begun = time.monotonic()
    end = begun + 60 * args.minutes
    pipes: list[Connection] = []
    processes = []
    for index in range(args.processes):
        receiver, sender = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(
            target=work, args=(sender, args.seed + index, args.processes, end)
        )
        process.start()
        sender.close()
        pipes.append(receiver)
        processes.append(process)
    latest: dict[Connection, tuple[int, int, int]] = {}
    first_memory: dict[Connection, int] = {}
    open_pipes = list(pipes)
    while open_pipes:
        for pipe in wait(open_pipes):
            assert isinstance(pipe, Connection)
            try:
                latest[pipe] = pipe.recv()
            except EOFError:
                open_pipes.remove(pipe)
                continue
            first_memory.setdefault(pipe, latest[pipe][2])
            plies, games, _ = (sum(column) for column in zip(*latest.values(), strict=True))
            sizes = " ".join(f"{first_memory[p]}->{latest[p][2]}" for p in latest)
            seconds = time.monotonic() - begun
            print(f"{seconds:5.0f} s: {plies} plies, {games} games, memory {sizes} MB", flush=True)
    for process in processes:
        process.join()
    if any(process.exitcode for process in processes):
        return 1
    print("both engines agree at every ply")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Clusters for `circularchess perft --dask`: one started here, or one that runs already."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from ..errors import CircularChessError, shorten

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["LOCAL", "dask_executor", "one_line_failures"]

#: The word for a cluster started here, and ended afterwards.
LOCAL: Final = "local"

#: Seconds within which a scheduler must answer, and then have a worker.
_PATIENCE: Final = 10


@contextmanager
def dask_executor(where: str) -> Iterator[Executor]:
    """An executor on a Dask cluster: `LOCAL`, or the address of a scheduler.

    Raises `CircularChessError` when there is no such cluster or nobody works there, `ImportError`
    without the extra.
    """
    try:
        import dask
        import distributed
    except ImportError:
        raise ImportError(
            "counting on a Dask cluster needs the extra 'cluster': circularchess[cluster]"
        ) from None
    with _quiet(), dask.config.set({"distributed.comm.timeouts.connect": _PATIENCE}):
        cluster = _start(distributed) if where == LOCAL else None
        try:
            client = _connect(distributed, where, cluster)
            try:
                _check_workers(client, where)
                # The same task again is the same work again, so that times mean something.
                yield client.get_executor(pure=False)
            finally:
                client.close(timeout=_PATIENCE)
        finally:
            if cluster is not None:
                cluster.close(timeout=_PATIENCE)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Dask from reporting what comes out as an error anyway, or is none: workers go."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes begun meanwhile leave Ctrl-C, which a terminal sends to all, to this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start(distributed: Any) -> Any:
    """A cluster of this machine's cores. A process each, since the reference engine is Python."""
    try:
        with _without_interrupts():
            return distributed.LocalCluster(
                n_workers=os.cpu_count() or 1,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            )
    except Exception as error:
        raise CircularChessError(f"no Dask cluster can be started: {_reason(error)}") from None


def _connect(distributed: Any, where: str, cluster: Any) -> Any:
    """A client of a cluster."""
    try:
        # A client that finds no scheduler takes long to give up and complains when it is deleted.
        if cluster is None:
            asyncio.run(asyncio.wait_for(_ask(distributed, where), _PATIENCE))
        return distributed.Client(cluster or where, timeout=_PATIENCE, set_as_default=False)
    except Exception as error:
        # Whatever a text that is no address makes Dask raise, or a stranger's answer.
        raise CircularChessError(f"no Dask cluster at {shorten(where)}: {_reason(error)}") from None


def _check_workers(client: Any, where: str) -> None:
    """Refuse a cluster without workers or with such as cannot count: these would just die."""
    own = version("circularchess")
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise CircularChessError(f"the Dask cluster at {shorten(where)} has no workers") from None
    for found in client.run(version, "circularchess", on_error="return").values():
        if isinstance(found, PackageNotFoundError):
            raise CircularChessError("a worker of the Dask cluster lacks circularchess")
        if found != own:
            raise CircularChessError(
                f"a worker of the Dask cluster has circularchess {shorten(found)}, not {own!r}"
            )


async def _ask(distributed: Any, address: str) -> None:
    """Ask who is at an address. Raises when it is not a scheduler."""
    async with distributed.rpc(address, timeout=_PATIENCE) as remote:
        identity = await remote.identity()
    if identity["type"] != "Scheduler":
        raise ValueError(f"it is a {identity['type']}, not a scheduler")


@contextmanager
def one_line_failures() -> Iterator[None]:
    """Turns what a cluster may raise while it counts into an error of one line."""
    try:
        yield
    except (CircularChessError, MemoryError):
        raise
    except Exception as error:
        raise CircularChessError(f"the Dask cluster failed: {_reason(error)}") from None


def _reason(error: BaseException) -> str:
    """The first line of an error's text, or its name."""
    if isinstance(error, TimeoutError):
        return f"no answer within {_PATIENCE} seconds"
    if isinstance(error, MemoryError):
        # A number out of a stranger's answer, taken for a length.
        return "what answers there is no Dask scheduler"
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__

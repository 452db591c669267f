"""What a server allows strangers."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..errors import InvalidOptionError, shorten

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a server allows; every number must be more than 0, else `InvalidOptionError`.

    >>> Limits(message_bytes=0)
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidOptionError: message_bytes: 0 is no number above 0
    """

    #: Bytes of a request's body, and of a message by WebSocket.
    body_bytes: int = 262_144
    message_bytes: int = 4_096
    #: Requests and messages an address may send a second for long, and at once after a rest.
    requests_per_second: float = 20.0
    requests_at_once: int = 200
    #: Games not finished: of all, and made from one address.
    open_games: int = 5_000
    open_games_per_address: int = 200
    #: Actions of one game.
    actions: int = 6_000
    #: WebSockets: of a game, of an address, of all.
    sockets_per_game: int = 100
    sockets_per_address: int = 100
    sockets: int = 5_000
    #: Seconds a machine may think over a move, and how many think at the same time.
    engine_seconds: float = 1.0
    engine_workers: int = 2
    #: Questions to the engine that wait at most; an address asks one at a time.
    engine_questions: int = 16
    #: Days after which games are forgotten: since they ended, and since anything was done in them.
    keep_finished_days: float = 90.0
    keep_idle_days: float = 365.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise InvalidOptionError(f"{field.name}: {shorten(value)} is no number above 0")

"""Who sits where: seats of people, held by secrets, and of machines.

A seat's token is told once and kept as a digest only, so that who reads the database cannot
move. An invitation's code is exchanged for a token once, and is no use after that.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from ..errors import shorten
from .refusal import RefusedError

__all__ = ["Seat", "digest", "held", "new_secret", "read_seats"]

#: How a seat is given out: its token in the answer, its token in a cookie, a code, or to a machine.
KINDS: Final = ("token", "here", "invite", "machine")
_LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Seat:
    """One army's seat. `token` and `code` are digests."""

    kind: Literal["token", "here", "invite", "machine"]
    name: str | None = None
    #: The machine that plays here.
    player: str | None = None
    token: str | None = None
    code: str | None = None

    @property
    def taken(self) -> bool:
        """Whether somebody plays here already."""
        return self.kind == "machine" or self.token is not None

    def to_json(self) -> dict[str, Any]:
        """What everybody may know."""
        return {"kind": self.kind, "name": self.name, "player": self.player, "taken": self.taken}

    def stored(self) -> dict[str, Any]:
        """What the database keeps."""
        return asdict(self)

    def claimed(self, token: str) -> Seat:
        """The seat with somebody on it who has the token; no code opens it any more."""
        return replace(self, token=digest(token), code=None)


def new_secret() -> str:
    """Text that nobody can guess: 192 bits.

    >>> len(new_secret())
    32
    """
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """What is kept of a secret. Secrets are random, so that a quick digest is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def held(seats: Mapping[str, Seat], tokens: Iterable[str]) -> frozenset[str]:
    """The armies whose seats some tokens hold."""
    given = [digest(token) for token in tokens]
    return frozenset(
        army
        for army, seat in seats.items()
        if seat.token is not None and any(hmac.compare_digest(seat.token, one) for one in given)
    )


def read_seats(given: Any, armies: Iterable[str], machines: Iterable[str]) -> dict[str, Seat]:
    """The seats that a request asks for, nobody on them yet. Raises `RefusedError`.

    >>> read_seats({"b": {"kind": "machine", "player": "greedy"}}, "wb", ["greedy"])["b"].taken
    True
    """
    armies = tuple(armies)
    given = {} if given is None else given
    if not isinstance(given, Mapping) or not set(given) <= set(armies):
        raise RefusedError(422, f"seats: an object by army is needed: {', '.join(armies)}")
    return {army: _read_seat(given.get(army, {}), army, tuple(machines)) for army in armies}


def _read_seat(given: Any, army: str, machines: tuple[str, ...]) -> Seat:
    where = f"seats.{army}"
    if not isinstance(given, Mapping) or not set(given) <= {"kind", "name", "player"}:
        raise RefusedError(422, f"{where}: only kind, name and player can be told")
    kind, name, player = given.get("kind", "token"), given.get("name"), given.get("player")
    if kind not in KINDS:
        raise RefusedError(422, f"{where}.kind: {shorten(kind)} is none of {', '.join(KINDS)}")
    if name is not None:
        name = read_name(name, f"{where}.name")
    if kind == "machine":
        player = "greedy" if player is None else player
        if player not in machines:
            raise RefusedError(
                422, f"{where}.player: {shorten(player)} is none of {', '.join(machines)}"
            )
    elif player is not None:
        raise RefusedError(422, f"{where}.player: only machines have one")
    return Seat(kind, name or None, player)


def read_name(given: Any, where: str) -> str:
    """A name that people can be shown. Raises `RefusedError`."""
    if not isinstance(given, str):
        raise RefusedError(422, f"{where}: a text is needed, not {shorten(given)}")
    name = " ".join(given.split())
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise RefusedError(
            422, f"{where}: {shorten(given)} is no name of up to {_LONGEST_NAME} letters"
        )
    return name

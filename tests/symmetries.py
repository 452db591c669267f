"""Positions turned, mirrored and with their armies exchanged: the same game seen otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from circularchess import Setup, Square


def mapped(
    setup: Setup,
    where: Callable[[Square], Square] = lambda square: square,
    armies: Mapping[str, str] | None = None,
) -> Setup:
    """The position with every square on another, and every army under another name."""
    names = armies or {}

    def army(letter: str) -> str:
        return names.get(letter, letter)

    return Setup(
        {where(s): p._replace(army=army(p.army)) for s, p in setup.pieces.items()},
        army(setup.turn),
        frozenset((army(letter), side) for letter, side in setup.castling),
        tuple(map(where, setup.en_passant)),
        setup.halfmove,
        setup.round,
        None if setup.in_play is None else frozenset(map(army, setup.in_play)),
    )


def recoloured(setup: Setup) -> Setup:
    """The position with White and Black exchanged, also the turn."""
    return mapped(setup, armies={"w": "b", "b": "w"})


def on_file(files: int, change: Callable[[int], int]) -> Callable[[Square], Square]:
    """A change of file, counted round."""
    return lambda square: type(square).at(square.ring, (change(square.file) - 1) % files + 1)

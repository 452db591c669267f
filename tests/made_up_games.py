"""Games nobody has ever heard of, that can be played."""

from __future__ import annotations

import itertools
from contextlib import suppress

from circularchess import Board, InvalidVariantError, Variant
from random_variants import made_up


def made_up_games(count: int) -> list[str]:
    """The first of the made-up variant files that describe such games, each with its own id."""
    found: list[str] = []
    for seed in itertools.count():
        text = made_up(seed).replace('id = "made-up"', f'id = "made-up-{seed}"')
        with suppress(InvalidVariantError):
            Board(Variant.from_toml(text))
            found.append(text)
        if len(found) == count:
            break
    return found

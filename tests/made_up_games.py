"""Games nobody has ever heard of, that can be played."""

from __future__ import annotations

from random_variants import playable


def made_up_games(count: int) -> list[str]:
    """So many variant files of such games, each with an id of its own."""
    texts = [playable(f"engines {number}")[1].toml for number in range(count)]
    return [text.replace('"made-up"', f'"made-up-{n}"', 1) for n, text in enumerate(texts)]

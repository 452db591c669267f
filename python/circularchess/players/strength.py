"""How strong an engine plays: levels of skill, and what rating they are about worth."""

from __future__ import annotations

from typing import Final

from .checking import check_number

__all__ = [
    "MAX_ELO",
    "MAX_SKILL",
    "MIN_ELO",
    "check_elo",
    "check_skill",
    "skill_of_elo",
    "weakened",
]

#: Full strength.
MAX_SKILL: Final = 20
#: Ratings that can be asked for. What a level is worth depends on the game and on the time; these
#: are meant for a few seconds a move.
MIN_ELO: Final = 800
MAX_ELO: Final = 2300


def check_skill(skill: int | None) -> int | None:
    """The level, if it is one; None for full strength. Raises `InvalidOptionError`."""
    return None if skill is None else check_number("skill", skill, 0, MAX_SKILL)


def check_elo(elo: int | None) -> int | None:
    """The rating, if it can be asked for; None for full strength. Raises `InvalidOptionError`."""
    return None if elo is None else check_number("elo", elo, MIN_ELO, MAX_ELO)


def skill_of_elo(elo: int) -> int:
    """The level of skill that plays about as strong as a rating.

    >>> skill_of_elo(800), skill_of_elo(2300)
    (0, 20)
    """
    return round(MAX_SKILL * (elo - MIN_ELO) / (MAX_ELO - MIN_ELO))


def weakened(skill: int | None) -> int | None:
    """The level as the search has it, which plays at full strength without one.

    >>> weakened(3), weakened(20), weakened(None)
    (3, None, None)
    """
    return None if skill == MAX_SKILL else skill

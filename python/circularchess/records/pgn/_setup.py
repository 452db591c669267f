"""From the tags of a record to the game they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...errors import CircularChessError, shorten
from ..tags import known_headers, player_tags, reserved_tags
from ..variants import find_variant

if TYPE_CHECKING:
    from ...engine import EngineName
    from ...game import Game
    from ...variant import Variant

__all__ = ["FindVariant", "Tag", "check_result", "set_up"]

#: Finds a variant by the name and the digest that a record has.
FindVariant = Callable[[str, Iterable["Variant"], "str | None"], "Variant"]


class Tag(NamedTuple):
    """The value of a tag and where it stands."""

    value: str
    line: int
    column: int


def set_up(
    tags: Mapping[str, Tag],
    game_class: type[Game],
    variant: Variant,
    known: Iterable[Variant],
    engine: EngineName,
    fault: Callable[[str, Tag], None],
    find: FindVariant = find_variant,
) -> tuple[Game, bool]:
    """The game that tags describe, without moves, and whether its moves can be read at all.

    `variant` is what a record without the tag `Variant` is of; `find` finds those that are named.
    """
    playable = True
    at = ""
    digest = tags["VariantDigest"].value if "VariantDigest" in tags else None
    try:
        if "Variant" in tags:
            at = "Variant"
            variant = find(tags[at].value, known, digest)
        elif digest is not None:
            at = "VariantDigest"
            variant = find_variant(variant.id, (variant,), digest)
        if "Options" in tags:
            at = "Options"
            variant = variant.with_options(_options(tags[at].value))
    except CircularChessError as error:
        fault(f"tag {at}: {error}", tags[at])
        playable = False
    start = tags.get("FEN")
    game = None
    if start is not None and playable:
        try:
            game = game_class(variant, start=start.value, engine=engine)
        except CircularChessError as error:
            fault(f"tag FEN: {error}", start)
            playable = False
    if "SetUp" in tags:
        _check_setup_tag(tags["SetUp"], start, fault)
    game = game or game_class(variant, engine=engine)
    players = player_tags(variant)
    game.players = {
        players[name]: tag.value
        for name, tag in tags.items()
        if name in players and tag.value not in ("", "?")
    }
    reserved = reserved_tags(variant)
    given = {name: tag.value for name, tag in tags.items() if name not in reserved}
    game.headers = known_headers(given)
    return game, playable


def _check_setup_tag(tag: Tag, start: Tag | None, fault: Callable[[str, Tag], None]) -> None:
    if tag.value not in ("0", "1"):
        fault(f"tag SetUp: {shorten(tag.value)} is neither '0' nor '1'", tag)
    elif tag.value == "1" and start is None:
        fault("tag SetUp: '1' without a tag FEN", tag)
    elif tag.value == "0" and start is not None:
        fault("tag SetUp: '0' beside a tag FEN", tag)


def _options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or not value:
            raise CircularChessError(f"{shorten(item)} is not of the form option=value")
        if name in options:
            raise CircularChessError(f"option {shorten(name)} stands twice")
        options[name] = value
    return options


def check_result(game: Game, written: str) -> str | None:
    """What is wrong with a written result, which the variant must have. None if it may be."""
    end = game.end().position.end
    if end is None or written == game.result:
        return None
    how = end[0].replace("_", " ")
    return f"the result {written!r} does not fit the moves: {how}, {game.result!r}"

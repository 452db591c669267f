"""From the tags of a record to the game they describe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...errors import CircularChessError, InvalidVariantError, UnknownVariantError, shorten
from ...game import Game
from ...engine import EngineName
from ...rules_digest import builtin_rules
from ..tags import known_headers, player_tags, reserved_tags
from ...variant import Variant, variants

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Tag", "check_result", "find_variant", "set_up"]


class Tag(NamedTuple):
    """The value of a tag and where it stands."""

    value: str
    line: int
    column: int


def set_up(
    tags: Mapping[str, Tag],
    variant: Variant,
    known: Iterable[Variant],
    engine: EngineName,
    fault: Callable[[str, Tag], None],
) -> tuple[Game, bool]:
    """The game that tags describe, without moves, and whether its moves can be read at all.

    `variant` is what a record without the tag `Variant` is of.
    """
    playable = True
    at = ""
    digest = tags["VariantDigest"].value if "VariantDigest" in tags else None
    try:
        if "Variant" in tags:
            at = "Variant"
            variant = find_variant(tags[at].value, known, digest)
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
            game = Game(variant, start=start.value, engine=engine)
        except CircularChessError as error:
            fault(f"tag FEN: {error}", start)
            playable = False
    if "SetUp" in tags:
        _check_setup_tag(tags["SetUp"], start, fault)
    game = game or Game(variant, engine=engine)
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


def find_variant(text: str, known: Iterable[Variant], digest: str | None = None) -> Variant:
    """The variant of that id or name, and of that digest if a record tells one.

    A record without a digest that names a built-in variant is of that one, or of one of `known`
    with the same rules. Raises `UnknownVariantError` for a name nobody has, `InvalidVariantError`
    when those who have it have other rules.

    >>> find_variant("Circular Chess", ())
    <Variant 'circular'>
    >>> find_variant("circular", (), "0123456789abcdef")
    Traceback (most recent call last):
    ...
    circularchess.errors.InvalidVariantError: 'circular' with other rules than the record's: its...
    """
    wanted = text.strip().casefold()

    def named(those: Iterable[Variant]) -> list[Variant]:
        return [it for it in those if wanted in (it.id.casefold(), it.name.casefold())]

    own, builtin = named(known), named(variants())
    if digest is not None:
        return with_digest([*own, *builtin], text, digest)
    for variant in own:
        if not builtin or builtin_rules(variant):
            return variant
    if not builtin:
        raise _unknown(text)
    return builtin[0]


def with_digest(those: Iterable[Variant], name: str, digest: str) -> Variant:
    """The one of some variants of a name that has a record's digest. Raises as `find_variant`."""
    found = None
    for found in those:
        if found.digest == digest.strip().lower():
            return found
    if found is None:
        raise _unknown(name)
    raise InvalidVariantError(
        f"{shorten(name)} with other rules than the record's: its digest is {shorten(digest)}, "
        f"not {found.digest!r}; give the record's variant file"
    )


def _unknown(name: str) -> UnknownVariantError:
    return UnknownVariantError(
        f"unknown variant {shorten(name)}: it is not built in, so give its variant file"
    )


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

"""What can be set in the engine that `circularchess uci` is, in whatever order."""

from __future__ import annotations

import os
from typing import Final

from ...errors import CircularChessError, InvalidOptionError, InvalidVariantError, shorten
from ...variant import Variant, variants
from ..strength import MAX_ELO, MAX_SKILL, MIN_ELO, skill_of_elo, weakened
from .options import Option, OptionValue

__all__ = ["ORTHODOX", "Settings"]

#: What others call orthodox chess.
ORTHODOX: Final = {"chess": "orthodox"}


def _options(variant: str) -> tuple[Option, ...]:
    names = (*ORTHODOX, *(known.id for known in variants()))
    if variant not in names:
        names = (*names, variant)
    return (
        Option("UCI_Variant", "combo", variant, var=names),
        Option("VariantPath", "string", ""),
        Option("VariantOptions", "string", ""),
        Option("Threads", "spin", 1, 1, 1024),
        Option("Hash", "spin", 16, 1, 1 << 20),
        Option("Clear Hash", "button"),
        Option("MultiPV", "spin", 1, 1, 500),
        Option("Ponder", "check", False),
        Option("Skill Level", "spin", MAX_SKILL, 0, MAX_SKILL),
        Option("UCI_LimitStrength", "check", False),
        Option("UCI_Elo", "spin", MAX_ELO, MIN_ELO, MAX_ELO),
        Option("Move Overhead", "spin", 10, 0, 5000),
        Option("UCI_ShowWDL", "check", False),
        Option("UCI_AnalyseMode", "check", False),
    )


class Settings:
    """The options and their values. `variant()` is the game they mean together.

    `UCI_Variant` is the id of a built-in variant or of one that a file of `VariantPath` describes;
    `chess` means `orthodox`. `VariantPath` is one variant file or several, separated as paths are
    on the system (by `:` or `;`). `VariantOptions` are options of the variant as game records
    write them: `check=strict,castling=false`.

    >>> settings = Settings()
    >>> settings.set("uci_variant", "circular")
    >>> settings.set("VariantOptions", "check=strict")
    >>> settings.variant()
    <Variant 'circular' check=strict>
    """

    def __init__(self, default: Variant | None = None) -> None:
        self._default = default
        self.options: Final = {
            option.name.lower(): option
            for option in _options("chess" if default is None else default.id)
        }
        self._values = {name: option.default for name, option in self.options.items()}
        self._touched: set[str] = set()

    def set(self, name: str, value: str | None) -> None:
        """Set an option. Raises `InvalidOptionError` (one line), with nothing changed."""
        option = self.options.get(name.lower())
        if option is None:
            raise InvalidOptionError(f"no option {shorten(name)}")
        if option.type == "string" and value in (None, "<empty>"):
            value = ""
        if option.name == "UCI_Variant" and value is not None and option.var:
            # A file named later may describe it.
            parsed: OptionValue = value
        else:
            parsed = option.parse(value)
        self._values[name.lower()] = parsed
        self._touched.add(name.lower())

    def whole(self, name: str) -> int:
        """The value of a spin."""
        value = self._values[name.lower()]
        assert isinstance(value, int)
        return value

    def on(self, name: str) -> bool:
        """The value of a check."""
        return self._values[name.lower()] is True

    def text(self, name: str) -> str:
        """The value of a combo or string."""
        return str(self._values[name.lower()])

    @property
    def skill(self) -> int | None:
        """The level to play at, None for full strength."""
        if self.on("UCI_LimitStrength"):
            return weakened(skill_of_elo(self.whole("UCI_Elo")))
        return weakened(self.whole("Skill Level"))

    def variant(self) -> Variant:
        """The game that the options mean. Raises `ValueError` (one line)."""
        name = self.text("UCI_Variant")
        found = self._from_files().get(name.lower())
        if found is None and self._default is not None and name == self._default.id:
            found = self._default
        if found is None:
            known = {known.id: known for known in variants()}
            wanted = ORTHODOX.get(name.lower(), name.lower())
            if wanted not in known:
                raise InvalidOptionError(f"UCI_Variant: there is no {shorten(name)}")
            found = known[wanted]
        return found.with_options(self._variant_options())

    def _from_files(self) -> dict[str, Variant]:
        found: dict[str, Variant] = {}
        for path in filter(None, self.text("VariantPath").split(os.pathsep)):
            try:
                variant = Variant.from_file(path)
            except OSError as error:
                reason = error.strerror or type(error).__name__
                raise InvalidVariantError(f"VariantPath: {shorten(path)}: {reason}") from None
            except CircularChessError as error:
                raise InvalidVariantError(f"VariantPath: {shorten(path)}: {error}") from None
            found[variant.id.lower()] = variant
        return found

    def _variant_options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        for setting in filter(None, self.text("VariantOptions").split(",")):
            name, equals, value = setting.partition("=")
            if not equals:
                raise InvalidOptionError(
                    f"VariantOptions: OPTION=VALUE is needed, not {shorten(setting)}"
                )
            options[name.strip()] = value.strip()
        return options

"""`Option`: a setting of an engine, as UCI declares it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ...errors import EngineError, InvalidOptionError, shorten

__all__ = ["Option", "OptionValue"]

OptionValue = str | int | bool | None

_TYPES: Final = ("check", "spin", "combo", "button", "string")
_KEYWORD: Final = re.compile(r" (name|type|default|min|max|var)(?= |$)")
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,19}", re.ASCII)


@dataclass(frozen=True)
class Option:
    """A setting of an engine; names and meanings are those of `chess.engine.Option`.

    `type` is "check" (True or False), "spin" (a whole number), "combo" (one of `var`), "button"
    (a command without a value) or "string".

    >>> Option("Hash", "spin", 16, 1, 1024).parse("64")
    64
    """

    name: str
    type: str
    default: OptionValue = None
    #: Range of a spin.
    min: int | None = None
    max: int | None = None
    #: What a combo may be.
    var: tuple[str, ...] = field(default=())

    def parse(self, value: OptionValue) -> OptionValue:
        """The value of its type. Raises `InvalidOptionError` (one line).

        >>> Option("Ponder", "check", False).parse("true")
        True
        >>> Option("Hash", "spin", 16, 1, 1024).parse("much")
        Traceback (most recent call last):
        ...
        circularchess.errors.InvalidOptionError: Hash: 'much' is no whole number from 1 to 1024
        """
        if self.type == "check":
            text = str(value).lower()
            if text not in ("true", "false"):
                raise InvalidOptionError(f"{self.name}: {shorten(value)} is neither true nor false")
            return text == "true"
        if self.type == "spin":
            return self._spin(value)
        if self.type == "button":
            if value is not None and value is not True:
                raise InvalidOptionError(f"{self.name} takes no value, not {shorten(value)}")
            return None
        if not isinstance(value, str):
            if value is None or isinstance(value, bool):
                raise InvalidOptionError(f"{self.name}: a text is needed, not {shorten(value)}")
            value = str(value)
        if "\n" in value or "\r" in value:
            raise InvalidOptionError(f"{self.name}: {shorten(value)} is more than one line")
        if self.type == "combo":
            # As the protocol has it, in whatever case.
            for known in self.var:
                if known.lower() == value.lower():
                    return known
            raise InvalidOptionError(f"{self.name}: there is no {shorten(value)}")
        return value

    def _spin(self, value: OptionValue) -> int:
        number = value
        if isinstance(value, str) and _INTEGER.fullmatch(value.strip()):
            number = int(value)
        least = self.min if self.min is not None else -(1 << 63)
        most = self.max if self.max is not None else 1 << 63
        wrong = isinstance(number, bool) or not isinstance(number, int)
        if wrong or not least <= number <= most:  # type: ignore[operator]
            raise InvalidOptionError(
                f"{self.name}: {shorten(value)} is no whole number from {least} to {most}"
            )
        return number  # type: ignore[return-value]

    def declaration(self) -> str:
        """The line that declares it, as engines write it.

        >>> Option("Hash", "spin", 16, 1, 1024).declaration()
        'option name Hash type spin default 16 min 1 max 1024'
        """
        words = [f"option name {self.name} type {self.type}"]
        if self.type == "string":
            words.append(f"default {self.default or '<empty>'}")
        elif self.default is not None:
            shown = str(self.default)
            words.append(f"default {shown.lower() if self.type == 'check' else shown}")
        words += [f"min {self.min}"] if self.min is not None else []
        words += [f"max {self.max}"] if self.max is not None else []
        words += [f"var {text}" for text in self.var]
        return " ".join(words)

    @classmethod
    def read(cls, text: str) -> Option:
        """An option as declared. Raises `EngineError` where it makes no sense.

        >>> Option.read("option name Clear Hash type button")
        Option(name='Clear Hash', type='button', default=None, min=None, max=None, var=())
        """
        parts = _KEYWORD.split(" " + text.removeprefix("option").strip())
        found: dict[str, str] = {}
        var: list[str] = []
        for keyword, value in zip(parts[1::2], parts[2::2], strict=True):
            if keyword == "var":
                var.append(value.strip())
            else:
                # A name may have such words in it, but no two kinds.
                found.setdefault(keyword, value.strip())
        name, kind = found.get("name", ""), found.get("type", "")
        if not name or kind not in _TYPES:
            raise EngineError(f"the engine declares an option that is none: {shorten(text)}")
        least, most = (_bound(found.get(key)) for key in ("min", "max"))
        default: OptionValue = found.get("default")
        if kind == "check":
            default = default == "true"
        elif kind == "spin":
            default = _bound(found.get("default"))
        elif kind == "string" and default in ("<empty>", None):
            default = ""
        return cls(name, kind, default, least, most, tuple(var))


def _bound(text: str | None) -> int | None:
    return int(text) if text is not None and _INTEGER.fullmatch(text) else None

"""What a subclass adds to an object, so that copies and pickles carry it along."""

from __future__ import annotations

from typing import Any

__all__ = ["Added", "added_by_subclass", "set_added"]

#: Attributes in the form `pickle` takes: those of the dictionary, those of slots.
Added = tuple[dict[str, Any] | None, dict[str, Any]]


def added_by_subclass(value: object, base: type) -> Added | None:
    """The attributes that `value`, of a subclass of `base`, has beyond those of `base`.

    >>> class Noted(dict):
    ...     pass
    >>> noted = Noted()
    >>> noted.by = "Ann"
    >>> added_by_subclass(noted, dict)
    ({'by': 'Ann'}, {})
    """
    kind = type(value)
    if kind is base:
        return None
    slots: dict[str, Any] = {}
    for parent in kind.__mro__[: kind.__mro__.index(base)]:
        names = parent.__dict__.get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                name = f"_{parent.__name__.lstrip('_')}{name}"
            if hasattr(value, name):
                slots[name] = getattr(value, name)
    attributes = getattr(value, "__dict__", None)
    return (dict(attributes) if attributes else None, slots) if attributes or slots else None


def set_added(value: object, added: Added | None) -> None:
    """Set on a copy what `added_by_subclass` found on the original."""
    if added is None:
        return
    attributes, slots = added
    if attributes:
        value.__dict__.update(attributes)
    for name, content in slots.items():
        object.__setattr__(value, name, content)

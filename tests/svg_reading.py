"""Reading a picture of a board back: its squares, its classes, its numbers."""

from __future__ import annotations

import math
import re
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring

from circularchess import variants

NS = "{http://www.w3.org/2000/svg}"
BUILTIN = [variant.id for variant in variants()]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def parse(picture: str) -> Element:
    root: Element = fromstring(picture)
    assert root.tag == f"{NS}svg"
    return root


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def having(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in classes(element)]


def squares(root: Element) -> dict[str, Element]:
    """The squares' elements by name; the third class is the name."""
    found = having(root, "square")
    names = [classes(element)[2] for element in found]
    assert len(set(names)) == len(names)
    return dict(zip(names, found, strict=True))


def numbers(text: str) -> list[float]:
    return [float(number) for number in NUMBER.findall(text)]


def sector(path: Element) -> tuple[float, float, float, float]:
    """Inner and outer radius, and start and end angle clockwise, of a square's path."""
    values = numbers(path.get("d", ""))
    (ax, ay), (bx, by) = values[0:2], values[7:9]
    outer, inner, sweep = values[2], values[11], values[6]
    assert values[2] == values[3]
    assert math.hypot(ax, ay) == pytest.approx(outer, abs=0.02)
    ends = [math.atan2(ax, -ay), math.atan2(bx, -by)]
    start, end = ends if sweep else ends[::-1]
    return inner, outer, start, end

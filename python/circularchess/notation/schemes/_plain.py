"""The two ways in which this package names squares, for any variant that has room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ._scheme import Scheme, file_letter, needs_letters, ring_letter_of

if TYPE_CHECKING:
    from ...variant import VariantData

__all__ = ["FileRing", "RingFile"]


class RingFile(Scheme):
    """Ring letter and file number, `b2`; a pawn's capture has its whole from-square."""

    __slots__ = ()
    name: ClassVar[str] = "ring-file"

    def _grid_name(self, ring: int, file: int) -> str:
        return f"{ring_letter_of(ring)}{file}"

    def _origin(self, start: str, rivals: list[str]) -> str:
        # The file, which is the number here, comes first.
        if rivals and all(other[1:] != start[1:] for other in rivals):
            return start[1:]
        return super()._origin(start, rivals)

    def _pawn_origin(self, start: str, rivals: list[str], manner: str) -> str:
        return start if rivals or manner != "straight" else ""


class FileRing(Scheme):
    """File letter and ring number, `b2`; on boards of at most 26 files."""

    __slots__ = ()
    name: ClassVar[str] = "file-ring"

    def __init__(self, variant: VariantData) -> None:
        needs_letters(variant, self.name)
        super().__init__(variant)

    def _grid_name(self, ring: int, file: int) -> str:
        return f"{file_letter(file)}{ring}"

    def _pawn_origin(self, start: str, rivals: list[str], manner: str) -> str:
        if manner == "straight":
            return start if rivals else ""
        # A lone `x` would be read as the sign of a capture.
        alone = (
            manner == "capture"
            and start[0] != "x"
            and all(other[0] != start[0] for other in rivals)
        )
        return start[0] if alone else start

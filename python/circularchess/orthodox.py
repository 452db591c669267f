"""Orthodox chess in its usual notation, to and from the library's own.

In the `orthodox` variant a ring is a rank (ring `a` is rank 1) and files 1 to 8 are the files a
to h; files 9 and 10 are void. So `e4` of the usual notation is `d5` here, and every rank of a
position text carries two void squares more. *Importing* goes from the usual to the library's
form, *exporting* the other way; whatever does not translate is refused.

>>> import_uci("e2e4"), export_uci("b5d5")
('b5d5', 'e2e4')
>>> import_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
'8**/8**/8**/4k3**/8**/8**/4P3**/4K3** w - - 0 1'
"""

from __future__ import annotations

from .notation.orthodox import (
    export_fen,
    export_square,
    export_uci,
    import_fen,
    import_square,
    import_uci,
    is_usual_fen,
)

__all__ = [
    "export_fen",
    "export_square",
    "export_uci",
    "import_fen",
    "import_square",
    "import_uci",
    "is_usual_fen",
]

"""Where other engines are, if they are installed."""

from __future__ import annotations

import os
import shutil
from typing import Final

#: Debian puts games where not every program looks for them.
STOCKFISH: Final = shutil.which(
    "stockfish", path=os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
)

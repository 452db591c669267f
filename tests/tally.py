"""What the tests have counted or compared in this run, shown when they are done."""

from __future__ import annotations

from collections import Counter

#: Amounts by what they are of, as "perft nodes by rust".
TALLY: Counter[str] = Counter()

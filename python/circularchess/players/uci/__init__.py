"""UCI, the language of chess engines: a client that drives them, and the server that is one.

`UciEngine` starts an engine and plays with it; `UciServer` answers what `circularchess uci` is
told. Moves are written as the variant writes them, `c16b14` or `e2e4`.
"""

from .client import UciEngine
from .options import Option
from .server import UciServer

__all__ = ["Option", "UciEngine", "UciServer"]

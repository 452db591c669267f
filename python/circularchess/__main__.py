"""The command line, as `circularchess` and as `python -m circularchess`."""

from __future__ import annotations

import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit the program.

    While its modules are loaded, and after the work is done, Ctrl-C ends the program at once:
    there is nobody yet, or any more, to say so in a line.
    """
    quiet = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if quiet:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli.main import main as run

    try:
        try:
            if quiet:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            run()
        finally:
            if quiet:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        # Between the last of the work and the end.
        sys.exit(130)


if __name__ == "__main__":
    main()

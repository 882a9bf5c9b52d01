"""How the programs of this folder end."""

import signal
import sys
from collections.abc import Callable

from process import Broken


def run(main: Callable[[], None]) -> None:
    """SIGTERM ends it like an exception, which stops what was started; a measurement that broke is told in one line."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except Broken as fault:
        sys.exit(str(fault))

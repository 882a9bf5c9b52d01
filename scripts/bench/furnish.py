#!/usr/bin/env python3
"""Makes a data folder with an application, Alice, and 1,000 numbers linked to her; prints a port that is free.

usage: furnish.py HOOKLINE FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib/soak"))

from server import Broken, Server  # noqa: E402


def main() -> int:
    program, folder = map(Path, sys.argv[1:])
    server = Server(program, folder)
    try:
        server.start()
        server.wait_ready()
        server.furnish([f"1415555{n:04}" for n in range(1000)], "US")
    except (Broken, OSError) as fault:
        print(f"the data folder cannot be made: {fault}", file=sys.stderr)
        return 1
    finally:
        server.stop()
    print(server.port)
    return 0


if __name__ == "__main__":
    sys.exit(main())

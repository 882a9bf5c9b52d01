#!/usr/bin/env python3
"""How soon a server answers after it was started, and what it holds while nobody asks.

usage: start.py HOOKLINE FOLDER [--times 11]

Each start is timed from the fork to the first answer of /healthz. FOLDER holds the data folder of furnish.py; the
kernel has its files in memory.
"""

import argparse
import http.client
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from process import Process, free_port, hookline, memory
from program import run
from targets import Target, show


@dataclass
class Start:
    milliseconds: float
    # KiB, a second later, and the most it ever was.
    resident: int
    peak: int


def time_start(program: Path, folder: Path, core: int = 0) -> Start:
    port = free_port()
    begun = time.monotonic()
    with Process(hookline(program, folder, port), core, folder / "start.log") as process:
        process.wait_listening(port, pause_s=0.0005)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        passed = time.monotonic() - begun
        connection.close()
        time.sleep(1)
        return Start(passed * 1000, memory(process.pid), memory(process.pid, "VmHWM"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hookline", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=11, help="starts (default: 11)")
    options = parser.parse_args()
    starts = [time_start(options.hookline, options.folder) for _ in range(options.times)]
    times = sorted(one.milliseconds for one in starts)
    print(f"{len(starts)} starts: {times[0]:.0f} to {times[-1]:.0f} ms until the first answer")
    show([
        Target("from the start to the first answer, median", statistics.median(times), 100, unit="ms"),
        Target("resident while idle, most", max(one.resident for one in starts) / 1024, 30, unit="MiB"),
    ])  # fmt: skip


if __name__ == "__main__":
    run(main)

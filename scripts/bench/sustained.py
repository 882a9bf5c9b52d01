#!/usr/bin/env python3
"""A minute of events that are on disk before their 200, as fast as they are answered: how long they wait, and whether
the store's log stops growing.

usage: sustained.py HOOKLINE FOLDER [--secs 60] [--conns 64 256]

All ids are random, so that no index finds two of them side by side. The size of the write-ahead log is looked at each
second. It levels off when it was hardly greater in the last third of the time than in the third before. FOLDER holds
the data folder of furnish.py.
"""

import argparse
import threading
from dataclasses import dataclass
from pathlib import Path

from process import Process, cpu, free_port, hookline, memory
from program import run
from targets import Target, show
from workload import events
from wrk import Outcome, wrk


@dataclass
class Sustained:
    connections: int
    found: Outcome
    # Bytes, second by second.
    log: list[int]
    # Of the database at the end, bytes; of the server, KiB; CPU of a request in microseconds.
    database: int
    peak: int
    cpu: float

    @property
    def growth(self) -> float:
        third = len(self.log) // 3
        return max(self.log[-third:]) / max(1, max(self.log[-2 * third : -third]))


def sustain(options: argparse.Namespace, connections: int) -> Sustained:
    port = free_port()
    database = options.folder / "data/hookline.db"
    log = Path(f"{database}-wal")
    workload = events(more={"BENCH_IDS": "random"})
    sizes: list[int] = []
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(1):
            sizes.append(log.stat().st_size if log.exists() else 0)

    command = hookline(options.hookline, options.folder, port)
    with Process(command, options.server_core, options.folder / "sustained.log") as process:
        process.wait_listening(port)
        workload.probe(f"http://127.0.0.1:{port}")
        before = sum(cpu(process.pid))
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            found = wrk(
                f"http://127.0.0.1:{port}", workload.script, workload.settings("", options.secs),
                connections=connections, seconds=options.secs, core=options.client_core,
            )  # fmt: skip
        finally:
            ended.set()
            watcher.join()
        used = (sum(cpu(process.pid)) - before) * 1e6 / max(1, found.requests)
        return Sustained(connections, found, sizes, database.stat().st_size, memory(process.pid, "VmHWM"), used)


def main() -> None:
    options = parse_options()
    targets = []
    for connections in options.conns:
        one = sustain(options, connections)
        print(
            f"{connections} connections, {options.secs} s: {one.found.rate:.0f} events/s, p50 {one.found.p50:.0f} us, "
            f"p99 {one.found.p99:.0f} us, {one.cpu:.1f} us of CPU an event; database {one.database >> 20} MiB, "
            f"{one.peak >> 10} MiB resident at most; {one.found.bad} not 2xx {one.found.sockets}"
        )
        print(f"  log, MiB each second: {' '.join(f'{size / 2**20:.0f}' for size in one.log)}", flush=True)
        targets.append(Target(f"p99 with {connections} connections", one.found.p99 / 1000, 30, unit="ms"))
        targets.append(Target(f"log in the last third, times the third before, {connections}", one.growth, 1.1))
    show(targets)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hookline", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--secs", type=int, default=60)
    parser.add_argument("--conns", type=int, nargs="+", default=[64, 256])
    parser.add_argument("--server-core", type=int, default=0)
    parser.add_argument("--client-core", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    run(main)

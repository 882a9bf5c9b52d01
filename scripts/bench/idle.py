#!/usr/bin/env python3
"""What idle connections cost: memory, and how long others wait for their answers beside them.

usage: idle.py HOOKLINE FOLDER [--idle 10000] [--rate 5000] [--rounds 5] [--secs 4] ...

Each idle connection has had one answer and says nothing more. The active ones ask answer webhooks of a server that
decides only (--records off), with the idle ones there and without them in turn: at a fixed rate on 64 connections, each
latency from when the request was due, then as fast as they are answered. FOLDER holds the data folder of furnish.py.
"""

import argparse
import os
import resource
import socket
import statistics
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from process import Broken, Process, free_port, hookline, memory
from program import run
from rounds import Rounds
from targets import Target, show
from workload import answers
from wrk import wrk

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib/soak"))

import steady  # noqa: E402

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@contextmanager
def idle_connections(count: int, port: int, process: Process):
    """So many of them, each of which has been answered; afterwards the server has let go of them all."""
    before = descriptors(process)
    open_ones = []
    try:
        for _ in range(count):
            open_ones.append(socket.create_connection(("127.0.0.1", port), 10))
            open_ones[-1].sendall(HEALTH)
        for one in open_ones:
            if not one.recv(4096).startswith(b"HTTP/1.1 200"):
                raise Broken("an idle connection was not answered at first")
        time.sleep(0.5)
        yield
        if closed := sum(is_closed(one) for one in open_ones):
            raise Broken(f"{closed} of the idle connections were closed meanwhile")
    finally:
        for one in open_ones:
            one.close()
        deadline = time.monotonic() + 30
        while descriptors(process) > before and time.monotonic() < deadline:
            time.sleep(0.05)


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False


def descriptors(process: Process) -> int:
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def bytes_each(count: int, port: int, process: Process) -> float:
    before = memory(process.pid)
    with idle_connections(count, port, process):
        after = memory(process.pid)
    print(f"{count} idle connections: {before} KiB resident before, {after} KiB with them")
    return (after - before) * 1024 / count


def latencies(options: argparse.Namespace, port: int, client: Path) -> tuple[int, float]:
    """p99 in microseconds at the fixed rate, and at full load."""
    workload = answers()
    at_rate = steady.ask(
        client, port, options.rate, options.secs, workload.target, "taskset", "-c", str(options.client_core)
    )
    if at_rate.failed:
        raise Broken(f"{at_rate.failed} requests failed at the fixed rate")
    full = wrk(
        f"http://127.0.0.1:{port}", workload.script, workload.settings("", options.secs),
        connections=options.conns, seconds=options.secs, core=options.client_core,
    )  # fmt: skip
    if full.bad or full.sockets:
        raise Broken(f"at full load: {full.bad} answers were not 2xx; {full.sockets}")
    return at_rate.p99, full.p99


def main() -> None:
    options = parse_options()
    allow_files(options.idle + 500)
    port = free_port()
    command = hookline(options.hookline, options.folder, port, "--records", "off")
    found: dict[bool, list[tuple[int, float]]] = {False: [], True: []}
    with (
        tempfile.TemporaryDirectory(prefix="idle-") as folder,
        Process(command, options.server_core, options.folder / "idle.log") as process,
    ):
        process.wait_listening(port)
        client = steady.build(Path(folder))
        size = bytes_each(options.idle, port, process)
        latencies(options, port, client)  # warms up
        for number in range(options.rounds):
            for beside in (number % 2 == 1, number % 2 == 0):
                with idle_connections(options.idle if beside else 0, port, process):
                    found[beside].append(latencies(options, port, client))
                rate, full = found[beside][-1]
                name = f"beside {options.idle} idle" if beside else "alone"
                print(f"round {number + 1} {name:<18} p99 {rate} us at {options.rate}/s, {full:.0f} us at full load")
    alone, beside = ([statistics.median(column) for column in zip(*found[key], strict=True)] for key in (False, True))
    show([
        Target("resident for each idle connection", size / 1024, 4, unit="KiB"),
        Target(f"p99 at {options.rate}/s ({beside[0]:.0f} us), times that without", beside[0] / alone[0], 1.2),
        Target(f"p99 at full load ({beside[1]:.0f} us), times that without", beside[1] / alone[1], 1.2),
    ])  # fmt: skip


def allow_files(count: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise SystemExit(f"{count} file descriptors are needed, and {hard} allowed: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(count, min(hard, 65536)), hard))


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hookline", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--idle", type=int, default=10_000, help="idle connections (default: 10000)")
    parser.add_argument("--rate", type=int, default=5000, help="requests a second at the fixed rate (default: 5000)")
    Rounds.add_options(parser)
    parser.set_defaults(secs=4)
    return parser.parse_args()


if __name__ == "__main__":
    run(main)

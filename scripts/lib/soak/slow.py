#!/usr/bin/env python3
"""Lets thousands of slow clients at the server while an honest one goes on asking.

slowhttptest holds its connections with heads, then bodies, that come a few bytes at a time, then with answers that it
hardly takes. Meanwhile an honest client asks a fixed number of times a second, and its p99, counted from when each
request was due, may be twice what it is without them, or a millisecond more. All its requests have to be answered.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import steady
from server import API_KEY, API_SECRET, BINARY, Broken, Server, end_properly

NUMBER = "447700900001"
TARGET = f"/webhooks/answer?to={NUMBER}&from=447700900123&uuid=63f618634a514f6b86e146edebcf9356&conversation_uuid=CON-1"
LONG = f"/number/search?country=GB&size=100&api_key={API_KEY}&api_secret={API_SECRET}"
COUNTER = "hookline_http_connections_open "


@dataclass
class Round:
    name: str
    found: steady.Outcome
    most_open: int

    def __str__(self) -> str:
        return (
            f"{self.name:8} p50 {self.found.p50} µs, p99 {self.found.p99} µs, longest {self.found.longest} µs; "
            f"{self.found.failed} failed; {self.most_open} connections at most"
        )


ATTACKS = {
    "heads": ["-H", "-x", "24", "-i", "3"],
    "bodies": ["-B", "-t", "POST", "-s", "65536", "-x", "10", "-i", "3"],
    "reads": ["-X", "-k", "5", "-w", "512", "-y", "1024", "-n", "5", "-z", "32"],
}


def main() -> int:
    options = parse_options()
    end_properly()
    if (program := shutil.which("slowhttptest")) is None:
        print("slowhttptest is not installed: scripts/setup soak", file=sys.stderr)
        return 2
    complaints = []
    with tempfile.TemporaryDirectory(prefix="hookline-soak-") as name:
        folder = Path(name)
        server = Server(options.bin, folder)
        server.start()
        try:
            client = steady.build(folder)
            server.wait_ready()
            server.furnish([NUMBER], "GB")
            measure("warm-up", server, client, options.rate, 2)
            calm = measure("calm", server, client, options.rate, options.seconds)
            print(calm)
            for name, words in ATTACKS.items():
                url = f"http://127.0.0.1:{server.port}{LONG if name == 'reads' else '/webhooks/event'}"
                command = [program, *words, "-c", str(options.connections), "-r", "500", "-u", url]
                attack = subprocess.Popen(
                    [*command, "-l", str(options.seconds + 4), "-p", "3"],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    stdin=subprocess.DEVNULL,
                    cwd=folder,
                )
                try:
                    time.sleep(1)
                    outcome = measure(name, server, client, options.rate, options.seconds)
                finally:
                    attack.terminate()
                    attack.wait()
                print(outcome)
                complaints += judge(outcome, calm, options.connections)
                wait_for_calm(server)
        except Broken as fault:
            print(fault, file=sys.stderr)
            return 2
        finally:
            if server.stop() != 0:
                complaints.append("the server did not end as it should")
    for complaint in complaints:
        print(complaint)
    print(f"{len(ATTACKS)} attacks by {options.connections} connections: {len(complaints)} complaints")
    return 1 if complaints else 0


def judge(outcome: Round, calm: Round, connections: int) -> list[str]:
    complaints = []
    found, before = outcome.found, calm.found
    if found.failed:
        complaints.append(f"{outcome.name}: {found.failed} honest requests failed")
    if found.p99 > max(2 * before.p99, before.p99 + 1000):
        complaints.append(f"{outcome.name}: p99 went from {before.p99} to {found.p99} µs")
    if outcome.most_open < connections * 0.8:
        complaints.append(f"{outcome.name}: only {outcome.most_open} connections at once: this has tested little")
    return complaints


def measure(name: str, server: Server, client: Path, rate: int, seconds: int) -> Round:
    most, ended = 0, threading.Event()

    def watch() -> None:
        nonlocal most
        while not ended.wait(0.5):
            lines = server.get("/metrics").text.splitlines()
            most = max(most, *(int(line.split()[1]) for line in lines if line.startswith(COUNTER)))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        found = steady.ask(client, server.port, rate, seconds, TARGET)
    finally:
        ended.set()
        watcher.join()
    return Round(name, found, most)


def wait_for_calm(server: Server) -> None:
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        lines = server.get("/metrics").text.splitlines()
        if max(int(line.split()[1]) for line in lines if line.startswith(COUNTER)) < 10:
            return
        time.sleep(0.2)
    raise Broken("connections stay open after their clients have gone")


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program (default: the release build)")
    parser.add_argument("--connections", type=int, default=2000, help="slow connections (default: 2000)")
    parser.add_argument("--rate", type=int, default=1000, help="honest requests a second (default: 1000)")
    parser.add_argument("--seconds", type=int, default=12, help="of each measurement (default: 12)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

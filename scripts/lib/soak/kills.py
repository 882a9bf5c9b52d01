#!/usr/bin/env python3
"""Kills the server with signal 9 at random moments under load, some of them while it is still starting.

Clients post event webhooks, each until it is acknowledged (2xx), as the platform does, and a few of them once more
after that. Every acknowledged event has to be there, and none twice: some calls are looked at after each restart, all
of them at the end, through the API and in the database file. A repeated answer webhook has to bring the same bytes.
"""

import argparse
import json
import random
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

from server import BASIC, BINARY, Broken, Line, Server, end_properly, items

NUMBER = "447700900001"
STATUSES = ("started", "ringing", "answered", "human", "completed")
ACKNOWLEDGED = range(200, 206)
EVENTS_A_CALL = 8
LOOKED_AT = 50
"""Calls looked at after each restart, while the load goes on; all of them are at the end."""


class Ledger:
    """What the clients were promised, and what went wrong."""

    def __init__(self):
        self._lock = threading.Lock()
        self.calls: dict[str, list[str]] = {}
        """Marks of acknowledged events, by call."""
        self._touched: set[str] = set()
        self.count = self.answers = self.refused = 0
        self.faults: list[str] = []
        self.lost: set[str] = set()
        self.doubled: set[str] = set()

    def acknowledged(self, call: str, mark: str) -> None:
        with self._lock:
            self.calls.setdefault(call, []).append(mark)
            self._touched.add(call)
            self.count += 1

    def take_touched(self, count: int, chance: random.Random) -> dict[str, list[str]]:
        """Some of the calls that have changed since the last time, with all that was promised of them."""
        with self._lock:
            touched, self._touched = sorted(self._touched), set()
            return {call: list(self.calls[call]) for call in chance.sample(touched, min(count, len(touched)))}

    def fault(self, text: str) -> None:
        with self._lock:
            self.faults.append(text)
        print(f"FAULT {text}", flush=True)


class Client(threading.Thread):
    """Posts one event after the other, on one connection while it lasts."""

    def __init__(self, server: Server, ledger: Ledger, seed: int):
        super().__init__(daemon=True)
        self._server, self._ledger, self._random = server, ledger, random.Random(seed)
        self._line: Line | None = None
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            call = str(uuid.UUID(int=self._random.getrandbits(128), version=4))
            if self._random.random() < 0.2:
                self._ring(call)
            for number in range(EVENTS_A_CALL):
                self._report(call, number)

    def _ring(self, call: str) -> None:
        target = f"/webhooks/answer?to={NUMBER}&from=447700900123&uuid={call}&conversation_uuid=CON-{call}"
        first = self._insist("GET", target)
        again = self._insist("GET", target)
        if first.status != 200 or not isinstance(first.json, list):
            self._ledger.fault(f"answer webhook of {call}: {first.status} {first.text[:120]}")
        elif (first.status, first.body) != (again.status, again.body):
            self._ledger.fault(f"answer webhook of {call}: the repeat brought other bytes")
        self._ledger.answers += 1

    def _report(self, call: str, number: int) -> None:
        mark = f"soak-{call}-{number}."
        body = json.dumps(
            {
                "from": "447700900123",
                "to": NUMBER,
                "uuid": call,
                "conversation_uuid": f"CON-{call}",
                "status": STATUSES[number % len(STATUSES)],
                "direction": "inbound",
                "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
                "mark": mark,
            }
        ).encode()
        while True:
            response = self._insist("POST", "/webhooks/event", body)
            if response.status in ACKNOWLEDGED:
                break
            if response.status != 503:
                self._ledger.fault(f"event webhook {mark}: {response.status} {response.text[:120]}")
                return
            self._ledger.refused += 1
            time.sleep(0.05)
        self._ledger.acknowledged(call, mark)
        if self._random.random() < 0.05:
            self._insist("POST", "/webhooks/event", body)

    def _insist(self, method: str, target: str, body: bytes | None = None):
        """The answer, however often the server dies before it."""
        while True:
            try:
                self._line = self._line or Line(self._server.address)
                return self._line.ask(method, target, body)
            except OSError:
                if self._line:
                    self._line.close()
                self._line = None
                time.sleep(0.002)


def verify(server: Server, promised: dict[str, list[str]], ledger: Ledger) -> None:
    line = Line(server.address, headers={"Authorization": BASIC})
    for call, marks in promised.items():
        response = line.ask("GET", f"/admin/v1/calls/{call}/events")
        if response.status != 200:
            ledger.fault(f"events of {call}: {response.status} {response.text[:120]}")
            continue
        kept = [json.dumps(item, default=str) for item in items(response.json)]
        for number in range(EVENTS_A_CALL):
            mark = f"soak-{call}-{number}."
            times = sum(mark in item for item in kept)
            if times > 1:
                ledger.doubled.add(mark)
            elif times == 0 and mark in marks:
                ledger.lost.add(mark)
    line.close()


def inspect(database: Path, ledger: Ledger) -> None:
    """What SQLite itself says, and each mark counted in the file, whatever the API shows."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            ledger.fault(f"integrity check: {verdict}")
        wrong = connection.execute("PRAGMA foreign_key_check").fetchone()
        if wrong:
            ledger.fault(f"foreign key check: {wrong}")
        kept = [bytes(row[0]) if not isinstance(row[0], str) else row[0].encode() for row in connection.execute(EVENTS)]
    counts: dict[bytes, int] = {}
    for raw in kept:
        if (at := raw.find(b"soak-")) >= 0:
            mark = raw[at : raw.index(b".", at) + 1]
            counts[mark] = counts.get(mark, 0) + 1
    ledger.doubled |= {mark.decode() for mark, count in counts.items() if count > 1}
    ledger.lost |= {mark for marks in ledger.calls.values() for mark in marks if mark.encode() not in counts}


EVENTS = "SELECT body FROM events"


def main() -> int:
    options = parse_options()
    end_properly()
    chance = random.Random(options.seed)
    ledger, ready_ms, early = Ledger(), [], 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hookline-soak-", dir=options.folder) as name:
        server = Server(options.bin, Path(name))
        clients = [Client(server, ledger, options.seed * 1000 + n) for n in range(options.clients)]
        try:
            server.start()
            server.wait_ready()
            server.furnish([NUMBER], "GB")
            for client in clients:
                client.start()
            for number in range(options.kills):
                if number % 8 == 7:  # while it starts
                    server.kill()
                    server.start()
                    time.sleep(chance.uniform(0, 0.06))
                    early += 1
                else:
                    time.sleep(chance.uniform(0.01, options.longest_ms / 1000))
                server.kill()
                began = time.monotonic()
                server.start()
                server.wait_ready()
                ready_ms.append((time.monotonic() - began) * 1000)
                verify(server, ledger.take_touched(LOOKED_AT, chance), ledger)
            for client in clients:
                client.over.set()
            for client in clients:
                client.join(60)
                if client.is_alive():
                    raise Broken("a client got no answer for 60 s")
            verify(server, ledger.calls, ledger)
            status = server.stop()
            if status != 0:
                ledger.fault(f"SIGTERM: the server ended with {status}")
            inspect(server.data / "hookline.db", ledger)
        except (Broken, OSError, ValueError, sqlite3.Error) as fault:
            ledger.fault(f"{type(fault).__name__}: {fault}")
        finally:
            for client in clients:
                client.over.set()
            server.stop()
        wrong = bool(ledger.faults or ledger.lost or ledger.doubled)
        if wrong and options.keep:
            keep = Path(tempfile.mkdtemp(prefix="hookline-soak-kept-"))
            server.folder.rename(keep / "soak")
            (server.folder).mkdir()
            print(f"kept: {keep}")
    for what, marks in (("LOST", ledger.lost), ("DOUBLED", ledger.doubled)):
        for mark in sorted(marks)[:10]:
            print(f"{what} {mark}")
    if ready_ms:
        print(f"ready again in {statistics.median(ready_ms):.0f} ms (median), {max(ready_ms):.0f} ms (longest)")
    print(
        f"{options.kills} kills ({early} at start-up) in {time.monotonic() - start:.0f} s, seed {options.seed}: "
        f"{ledger.count} events acknowledged, {ledger.refused} refused, {ledger.answers} answers; "
        f"{len(ledger.lost)} lost, {len(ledger.doubled)} doubled, {len(ledger.faults)} other faults"
    )
    return 1 if wrong or not ledger.count else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program, in place of the release build")
    parser.add_argument("--clients", type=int, default=8, help="connections that post (default: 8)")
    parser.add_argument("--longest-ms", type=float, default=500, help="longest life between two kills (default: 500)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 16), help="of the moments and the ids")
    parser.add_argument("--folder", help="where the data folder is made: another disk than that of temporary files")
    parser.add_argument("--keep", action="store_true", help="keep data and log when something was wrong")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Replaces the running server with SIGUSR2 again and again under load: nobody may notice.

Clients send answer and event webhooks with ids of their own, some on connections that they keep, some on a new one for
each request, half of them over TLS. A request is failed when its connection is refused, reset or closed before the answer, or the answer is
not 2xx; nothing is sent a second time. A connection may end only when the answer before has said `Connection: close`.
At the end each acknowledged event and each answer has to be in the database once.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import ssl
import statistics
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

from identities import Authority
from server import BINARY, Broken, Line, Server, end_properly
from succession import adopt_successors, end, pid_of, replace

from runner.ports import free_port  # noqa: E402

NUMBER = "447700900001"


class SecureServer(Server):
    """Speaks HTTPS beside HTTP."""

    def __init__(self, binary: Path, folder: Path):
        super().__init__(binary, folder)
        self._secure_port = free_port()
        authority = Authority(folder, "soak")
        self._identity = authority.identity("server")
        self.tls = authority.client_context()

    @property
    def secure_address(self) -> tuple[str, int]:
        return "127.0.0.1", self._secure_port

    @property
    def command(self) -> list[str]:
        certificate, key = map(str, self._identity)
        secure = ["--tls-listen", f"127.0.0.1:{self._secure_port}", "--tls-cert", certificate, "--tls-key", key]
        return super().command + secure


class Ledger:
    """What was sent and answered, and what went wrong."""

    def __init__(self):
        self._lock = threading.Lock()
        self.events: set[str] = set()
        self.answers: set[str] = set()
        self.waits_ms: list[float] = []
        self.closes = 0
        self.faults: list[str] = []

    def answered(self, kind: set, mark: str, wait_ms: float) -> None:
        with self._lock:
            kind.add(mark)
            self.waits_ms.append(wait_ms)

    def fault(self, text: str) -> None:
        with self._lock:
            self.faults.append(text)
        print(f"FAULT {text}", flush=True)


class Client(threading.Thread):
    """Sends one webhook after the other, with `pause_s` between them."""

    def __init__(self, server: SecureServer, ledger: Ledger, seed: int, keeps: bool, pause_s: float, is_secure: bool):
        super().__init__(daemon=True)
        self._ledger, self._random = ledger, random.Random(seed)
        self._address = server.secure_address if is_secure else server.address
        self._tls: ssl.SSLContext | None = server.tls if is_secure else None
        self._keeps, self._pause_s = keeps, pause_s
        self._line: Line | None = None
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            call = str(uuid.UUID(int=self._random.getrandbits(128), version=4))
            mark = f"soak-{call}."
            target = f"/webhooks/answer?to={NUMBER}&from=447700900123&uuid={call}&conversation_uuid=CON-{call}"
            self._ask(self._ledger.answers, call.replace("-", ""), "GET", target)
            body = {"from": "447700900123", "to": NUMBER, "uuid": call, "conversation_uuid": f"CON-{call}"}
            body |= {"status": "ringing", "direction": "inbound", "timestamp": "2026-01-01T00:00:00.000Z", "mark": mark}
            self._ask(self._ledger.events, mark, "POST", "/webhooks/event", json.dumps(body).encode())
            time.sleep(self._pause_s * self._random.random() * 2)
        self._hang_up()

    def _ask(self, kind: set, mark: str, method: str, target: str, body: bytes | None = None) -> None:
        began = time.monotonic()
        try:
            self._line = self._line or Line(self._address, tls=self._tls)
            response = self._line.ask(method, target, body)
        except OSError as error:
            self._ledger.fault(f"{method} {mark}: {type(error).__name__}: {error} ({self._kind})")
            return self._hang_up()
        if not 200 <= response.status < 300:
            self._ledger.fault(f"{method} {mark}: {response.status} {response.text[:120]}")
        else:
            self._ledger.answered(kind, mark, (time.monotonic() - began) * 1000)
        announced = any(name.lower() == "connection" and "close" in value.lower() for name, value in response.headers)
        self._ledger.closes += announced
        if announced or not self._keeps:
            self._hang_up()

    @property
    def _kind(self) -> str:
        return f"{'kept' if self._keeps else 'new'}, {'TLS' if self._tls else 'plain'}"

    def _hang_up(self) -> None:
        if self._line:
            self._line.close()
        self._line = None


def inspect(database: Path, ledger: Ledger) -> tuple[int, int]:
    """How many are lost and doubled, in the file itself."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            ledger.fault(f"integrity check: {verdict}")
        events: dict[str, int] = {}
        for (raw,) in connection.execute("SELECT body FROM events"):
            text = raw if isinstance(raw, str) else bytes(raw).decode()
            at = text.find("soak-")
            mark = text[at : text.index(".", at) + 1]
            events[mark] = events.get(mark, 0) + 1
        answers = dict(
            connection.execute(
                "SELECT lower(hex(calls.uuid)), count(*) FROM answers JOIN calls ON calls.id = answers.call_id GROUP BY 1"
            )
        )
    lost = [mark for mark in ledger.events if mark not in events] + [c for c in ledger.answers if c not in answers]
    doubled = [mark for mark, n in events.items() if n > 1] + [call for call, n in answers.items() if n > 1]
    for what, marks in (("LOST", lost), ("DOUBLED", doubled)):
        for mark in marks[:10]:
            print(f"{what} {mark}")
    return len(lost), len(doubled)


def main() -> int:
    options = parse_options()
    end_properly()
    adopt_successors()
    ledger, took_ms, lost, doubled = Ledger(), [], 0, 0
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hookline-soak-", dir=options.folder) as name:
        server = SecureServer(options.bin, Path(name))
        clients = [
            Client(
                server,
                ledger,
                options.seed * 1000 + n,
                keeps=n % 2 == 0,
                pause_s=0.002 if n % 4 < 2 else 0.1,
                is_secure=n % 8 >= 4,
            )
            for n in range(options.clients)
        ]
        last = 0
        try:
            server.start()
            server.wait_ready()
            server.furnish([NUMBER], "GB")
            for client in clients:
                client.start()
            for _ in range(options.restarts):
                time.sleep(random.uniform(0.05, options.longest_ms / 1000))
                took_ms.append(replace(server.data, server.last_words))
            time.sleep(0.2)
            for client in clients:
                client.over.set()
            for client in clients:
                client.join(20)
                if client.is_alive():
                    raise Broken("a client got no answer for 20 s")
            last = pid_of(server.data)
            end(last)
            last = 0
            lost, doubled = inspect(server.data / "hookline.db", ledger)
        except (Broken, OSError, ValueError, sqlite3.Error) as fault:
            ledger.fault(f"{type(fault).__name__}: {fault}")
        finally:
            for client in clients:
                client.over.set()
            if last == 0 and ledger.faults:
                last = pid_of(server.data)
            if last and Path(f"/proc/{last}").exists():
                os.kill(last, signal.SIGKILL)
            server.stop()
        if (ledger.faults or lost or doubled) and options.keep:
            print(server.log.read_text("utf-8", "replace")[-6000:])
    if took_ms:
        print(f"replaced in {statistics.median(took_ms):.0f} ms (median), {max(took_ms):.0f} ms (longest)")
    if waits := sorted(ledger.waits_ms):
        print(f"requests took {statistics.median(waits):.1f} ms (median), {waits[-1]:.0f} ms (longest)")
    print(
        f"{len(took_ms)} restarts in {time.monotonic() - start:.0f} s, seed {options.seed}: {len(ledger.events)} events "
        f"and {len(ledger.answers)} answers; {ledger.closes} connections closed with notice; "
        f"{len(ledger.faults)} failed, {lost} lost, {doubled} doubled"
    )
    wrong = ledger.faults or lost or doubled or len(took_ms) < options.restarts
    return 1 if wrong or not ledger.events else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restarts", type=int, default=20, help="how many (default: 20)")
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program, in place of the release build")
    parser.add_argument("--clients", type=int, default=16, help="half of them keep their connections, half speak TLS (default: 16)")
    parser.add_argument("--longest-ms", type=float, default=600, help="longest time between two restarts (default: 600)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 16), help="of the ids")
    parser.add_argument("--folder", help="where the data folder is made: another disk than that of temporary files")
    parser.add_argument("--keep", action="store_true", help="print the server's log when something was wrong")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

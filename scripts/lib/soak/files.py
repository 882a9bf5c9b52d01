#!/usr/bin/env python3
"""Takes the file descriptors away from a running server, and breaks connections off in every way a client can.

The limit of open files is lowered to a few more than the server has open; then more clients than that connect and say
nothing. Those who are connected have to go on being answered, and a new client too, in the place of one that is idle.
The log has to say it once. After that clients send requests and reset the connection, or stop taking a long answer.
"""

import argparse
import resource
import socket
import struct
import sys
import tempfile
import time
from pathlib import Path

from server import API_KEY, API_SECRET, BINARY, Broken, Line, Server, end_properly

NUMBER = "447700900001"
IDLE = 60
SPARE_FILES = 24
LONG = f"GET /number/search?country=GB&size=100&api_key={API_KEY}&api_secret={API_SECRET} HTTP/1.1\r\nHost: h\r\n\r\n"


class Trial:
    def __init__(self, server: Server):
        self.server = server
        self.complaints: list[str] = []

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.complaints.append(otherwise)

    def metric(self, name: str) -> int:
        for line in self.server.get("/metrics").text.splitlines():
            if line.startswith(name + " "):
                return int(line.split()[1])
        raise Broken(f"/metrics has no {name}")

    def log_count(self, event: str) -> int:
        return self.server.log.read_text("utf-8", "replace").count(event)

    def call(self, line: Line) -> int:
        target = f"/webhooks/answer?to={NUMBER}&from=447700900123&uuid={time.monotonic_ns():032x}&conversation_uuid=CON-1"
        response = line.ask("GET", target)
        return response.status if '"action"' in response.text else 0

    def starve(self) -> None:
        """No file is left while IDLE clients wait to be accepted."""
        kept = Line(self.server.address)
        self.expect(self.call(kept) == 200, "an answer webhook failed before anything was wrong")
        before = resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE)
        open_now = len(list(Path(f"/proc/{self.server.pid}/fd").iterdir()))
        resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, (open_now + SPARE_FILES, before[1]))
        idle = [socket.create_connection(self.server.address, 5) for _ in range(IDLE)]
        try:
            time.sleep(0.3)
            self.expect(self.call(kept) == 200, "who was connected was not answered without files")
            began = time.monotonic()
            fresh = Line(self.server.address, timeout=15)
            self.expect(self.call(fresh) == 200, "a new client was not answered without files")
            took = time.monotonic() - began
            print(f"without files: a new client behind {IDLE} idle ones was answered after {took:.1f} s")
            self.expect(took < 10, f"a new client waited {took:.1f} s for an idle one's place")
            self.expect(self.call(kept) == 200, "who was connected was cut off")
            fresh.close()
        finally:
            resource.prlimit(self.server.pid, resource.RLIMIT_NOFILE, before)
            for line in idle:
                line.close()
        kept.close()
        time.sleep(0.5)
        self.expect(self.server.get("/healthz").status == 200, "it is not well with files again")
        failures, spared = self.metric("hookline_http_accept_failures_total"), self.metric(
            "hookline_http_connections_spared_total"
        )
        logged = self.log_count("http.accept_failed")
        print(f"accepting failed {failures} times, was logged {logged} times; {spared} idle connections made room")
        self.expect(failures > 0, "no accept failed: this has tested nothing")
        self.expect(spared > 0, "no idle connection made room")
        # Once for each time that it could not go on, for each loop: not for each failure.
        self.expect(0 < logged <= 6, f"the log says it {logged} times")
        self.expect(self.log_count("http.accept_recovered") > 0, "the log does not say that it is over")

    def break_off(self) -> None:
        """Resets at every point of an exchange."""
        for count in range(300):
            with socket.create_connection(self.server.address, 5) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.sendall((LONG * (1 + count % 30)).encode()[: -(count % 3) or None])
                if count % 2:
                    line.recv(1)
        gone = self.metric("hookline_http_peers_gone_total")
        print(f"300 connections were reset; {gone} of them while something was under way")
        self.expect(gone > 50, f"only {gone} of 300 resets were counted")
        line = Line(self.server.address)
        self.expect(self.call(line) == 200, "it does not answer after the resets")
        line.close()
        self.expect(self.server.is_running, "it has ended")


class CountedServer(Server):
    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def is_running(self) -> bool:
        return self._child.poll() is None


def main() -> int:
    options = parse_options()
    end_properly()
    with tempfile.TemporaryDirectory(prefix="hookline-soak-") as name:
        server = CountedServer(options.bin, Path(name))
        trial = Trial(server)
        server.start()
        try:
            server.wait_ready()
            server.furnish([NUMBER], "GB")
            trial.starve()
            trial.break_off()
        except Broken as fault:
            print(fault, file=sys.stderr)
            return 2
        finally:
            code = server.stop()
        trial.expect(code == 0, f"the server ended with {code}")
    for complaint in trial.complaints:
        print(complaint)
    print(f"{len(trial.complaints)} complaints")
    return 1 if trial.complaints else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program (default: the release build)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

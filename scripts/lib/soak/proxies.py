#!/usr/bin/env python3
"""Sends ambiguous messages to Hookline, straight and through nginx and haproxy.

Each message could be read in two ways, and one of them hides a second request. Straight, Hookline has to refuse it
and close, without seeing what is hidden. Behind a proxy it may see what the proxy has logged as passed on, as often as
that, and nothing else; and the next honest request has to get its own answer.
"""

import argparse
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from server import BINARY, Broken, Server, end_properly

from runner.ports import free_port  # noqa: E402
from runner.wire import Malformed, parse_response  # noqa: E402

MARK = re.compile(r"/(outer|hidden)/(\d+)")
QUIET_S = 0.4
"""How long a silent server is waited for: some messages are incomplete for one reader."""

REFUSED = "refused"
READ = "read"


@dataclass
class Message:
    name: str
    data: bytes
    straight: str = REFUSED
    """Whether Hookline itself has to refuse it, or may read its first request."""


class Grid:
    """All messages; N in them becomes the message's number."""

    def __init__(self):
        self.messages: list[Message] = []
        self._lengths()
        self._codings()
        self._chunks()
        self._lines()
        self._honest()

    def add(self, name: str, *parts: bytes, straight: str = REFUSED) -> None:
        number = str(len(self.messages) + 1000).encode()
        self.messages.append(Message(name, b"".join(parts).replace(b"@N", number), straight))

    HIDDEN = b"GET /hidden/@N HTTP/1.1\r\nHost: h\r\n\r\n"
    # The number has four digits, its place two letters.
    LENGTH = len(HIDDEN) + 2

    @staticmethod
    def head(fields: bytes, method: bytes = b"POST", version: bytes = b"1.1") -> bytes:
        return method + b" /outer/@N HTTP/" + version + b"\r\nHost: h\r\n" + fields + b"\r\n\r\n"

    def _lengths(self) -> None:
        size = str(self.LENGTH).encode()
        for spelled in [
            b"Content-Length: 0\r\nContent-Length: " + size,
            b"Content-Length: " + size + b"\r\nContent-Length: 0",
            b"Content-Length: " + size + b"\r\nContent-Length: " + size,
            b"Content-Length: 0, " + size,
            b"Content-Length: " + size + b", " + size,
            b"Content-Length: +" + size,
            b"Content-Length: -0",
            b"Content-Length: 0x" + size,
            b"Content-Length: " + size + b" 0",
            b"Content-Length: " + size + b".0",
            b"Content-Length: 1e1",
            b"Content-Length:",
            b"Content-Length : " + size,
            b"Content-Length\t: " + size,
            b" Content-Length: " + size,
            b"X: 1\r\n Content-Length: " + size,
            b"X: 1\nContent-Length: " + size,
            b"X: 1\rContent-Length: " + size,
            b"\r\r\nContent-Length: " + size,
            b"Content-Length: \x0b" + size,
            b"Content-Length: \x00" + size,
            b"Content-Length: 18446744073709551616",
            b"Content-Length: 4294967296000000000000",
            b"Content-Length\x00: " + size,
        ]:
            self.add(repr(spelled), self.head(spelled), self.HIDDEN)
        # Another field altogether: no body for Hookline, and what follows is a request.
        self.add("Content_Length", self.head(b"Content_Length: " + size), self.HIDDEN, straight=READ)

    def _codings(self) -> None:
        whole = str(self.LENGTH + 5).encode()
        inner = b"%x\r\n" % self.LENGTH + self.HIDDEN + b"\r\n0\r\n\r\n"
        for spelled in [
            b"Transfer-Encoding: chunked",
            b"Transfer-Encoding:chunked",
            b"Transfer-Encoding:\tchunked",
            b"transfer-encoding: CHUNKED",
            b"Transfer-Encoding: chunked ",
            b"Transfer-Encoding : chunked",
            b"Transfer-Encoding\t: chunked",
            b" Transfer-Encoding: chunked",
            b"X: 1\r\n Transfer-Encoding: chunked",
            b"Transfer-Encoding:\r\n chunked",
            b"Transfer-Encoding\r\n: chunked",
            b"X: 1\nTransfer-Encoding: chunked",
            b"X: 1\rTransfer-Encoding: chunked",
            b"\r\r\nTransfer-Encoding: chunked",
            b"Transfer-Encoding: xchunked",
            b"Transfer-Encoding: chunkedx",
            b"Transfer-Encoding: chunk",
            b"Transfer-Encoding: \x0bchunked",
            b"Transfer-Encoding: \x0cchunked",
            b"Transfer-Encoding: \x00chunked",
            b"Transfer-Encoding: chunked\x00",
            b"Transfer-Encoding: \xa0chunked",
            b'Transfer-Encoding: "chunked"',
            b"Transfer-Encoding: chunked;",
            b"Transfer-Encoding: chunked;q=1",
            b"Transfer-Encoding: chunked,",
            b"Transfer-Encoding: ,chunked",
            b"Transfer-Encoding: chunked, chunked",
            b"Transfer-Encoding: identity",
            b"Transfer-Encoding: identity, chunked",
            b"Transfer-Encoding: chunked, identity",
            b"Transfer-Encoding: gzip, chunked",
            b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            b"Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
            b"Transfer-Encoding:\r\nTransfer-Encoding: chunked",
            b"Transfer-Encoding\x00: chunked",
        ]:
            name = repr(spelled)
            self.add(f"CL.TE {name}", self.head(b"Content-Length: " + whole + b"\r\n" + spelled), b"0\r\n\r\n", self.HIDDEN)
            self.add(f"TE.CL {name}", self.head(spelled + b"\r\nContent-Length: 4"), inner)
            self.add(f"TE.0 {name}", self.head(spelled + b"\r\nContent-Length: 0"), inner)
            fine = spelled in (
                b"Transfer-Encoding: chunked",
                b"Transfer-Encoding:chunked",
                b"Transfer-Encoding:\tchunked",
                b"transfer-encoding: CHUNKED",
                b"Transfer-Encoding: chunked ",
            )
            self.add(f"TE {name}", self.head(spelled), inner, straight=READ if fine else REFUSED)
        self.add("TE in 1.0", self.head(b"Transfer-Encoding: chunked\r\nConnection: keep-alive", version=b"1.0"), inner)
        both = b"Transfer_Encoding: chunked\r\nContent-Length: " + whole
        self.add("Transfer_Encoding", self.head(both), b"0\r\n\r\n", self.HIDDEN, straight=READ)
        named = b"Connection: Content-Length\r\nContent-Length: %d" % self.LENGTH
        self.add("Connection: Content-Length", self.head(named), self.HIDDEN, straight=READ)
        named = b"Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked"
        self.add("Connection: Transfer-Encoding", self.head(named), inner, straight=READ)

    def _chunks(self) -> None:
        size = b"%x" % self.LENGTH
        head = self.head(b"Transfer-Encoding: chunked")
        for line in [
            b"0x" + size,
            b"+" + size,
            b"-" + size,
            b" " + size,
            b"\t" + size,
            size + b" ",
            size + b"\x00",
            b"1" + b"0" * 16,
            b"f" * 16,
            b"0" * 17 + size,
            b"",
            b";a",
            size + b";",
            size + b"\n;a",
            size + b";a\n",
            size + b";a\rb",
            size + b";a=\"\r\n\"",
            size + b";a=\"b",
            size + b" a",
            size + b";\x00",
        ]:
            self.add(f"chunk {line!r}", head, line, b"\r\n", self.HIDDEN, b"\r\n0\r\n\r\n")
        self.add("chunk ends in LF", head, size + b"\n" + self.HIDDEN + b"\n0\n\n")
        self.add("chunk ends in CR", head, size + b"\r" + self.HIDDEN + b"\r0\r\r")
        self.add("chunk without CRLF", head, b"1\r\nx0\r\n\r\n", self.HIDDEN)
        self.add("chunk with two bytes more", head, b"1\r\nxyz0\r\n\r\n", self.HIDDEN)
        self.add("last chunk ends in LF", head, b"0\n\r\n", self.HIDDEN)
        self.add("trailers end in LF", head, b"0\r\nA: 1\n\r\n", self.HIDDEN)
        self.add("trailer Content-Length", head, b"0\r\nContent-Length: %d\r\n\r\n" % self.LENGTH, self.HIDDEN)
        self.add("trailer Transfer-Encoding", head, b"0\r\nTransfer-Encoding: chunked\r\n\r\n", self.HIDDEN)
        self.add("trailer Host", head, b"0\r\nHost: x\r\n\r\n", self.HIDDEN)

    def _lines(self) -> None:
        size = b"%d" % self.LENGTH
        body = b"Content-Length: " + size
        self.add("LF everywhere", self.head(body).replace(b"\r\n", b"\n"), self.HIDDEN)
        self.add("LF ends the head", b"POST /outer/@N HTTP/1.1\r\nHost: h\r\n" + body + b"\r\n\n", self.HIDDEN)
        self.add("LF CR", self.head(body).replace(b"\r\n", b"\n\r"), self.HIDDEN)
        self.add("CR everywhere", self.head(body).replace(b"\r\n", b"\r"), self.HIDDEN)
        self.add("two versions", b"POST /outer/@N HTTP/1.1 HTTP/1.1\r\nHost: h\r\n" + body + b"\r\n\r\n", self.HIDDEN)
        self.add("no version", b"GET /outer/@N\r\nHost: h\r\n\r\n", self.HIDDEN)
        self.add("version 1.2", self.head(body, version=b"1.2"), self.HIDDEN)
        self.add("version 1.10", self.head(body, version=b"1.10"), self.HIDDEN)
        self.add("a tab in the line", self.head(body).replace(b"POST ", b"POST\t"), self.HIDDEN)
        self.add("a fragment", self.head(body).replace(b"@N ", b"@N#x "), self.HIDDEN)
        self.add("two hosts", self.head(b"Host: x\r\n" + body), self.HIDDEN)
        self.add("a list of hosts", self.head(body).replace(b"Host: h", b"Host: h, x"), self.HIDDEN)
        self.add("a blank before Host's colon", self.head(body).replace(b"Host: h", b"Host : h"), self.HIDDEN)
        self.add("Expect: cake", self.head(b"Expect: cake\r\n" + body), self.HIDDEN)
        self.add("Expect: 100-continue, cake", self.head(b"Expect: 100-continue, cake\r\n" + body), self.HIDDEN)
        waits = self.head(b"Expect: 100-continue\r\n" + body)
        self.add("Expect, the body is there", waits, self.HIDDEN, straight=READ)
        self.add("Expect, the body is not", waits)

    def _honest(self) -> None:
        """Those that Hookline may read, in one way."""
        size = b"%d" % self.LENGTH
        body = b"Content-Length: " + size
        self.add("a request in a body", self.head(body), self.HIDDEN, straight=READ)
        for method in (b"GET", b"HEAD", b"OPTIONS", b"DELETE", b"BREW"):
            self.add(f"{method.decode()} with a body", self.head(body, method), self.HIDDEN, straight=READ)
        other = self.head(body).replace(b" /outer", b" http://other/outer")
        self.add("absolute target, other host", other, self.HIDDEN, straight=READ)
        self.add("version 1.0 with a body", self.head(body, version=b"1.0"), self.HIDDEN, straight=READ)
        self.add("an upgrade", self.head(b"Connection: Upgrade\r\nUpgrade: h2c\r\n" + body), self.HIDDEN, straight=READ)
        socket_ = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" + body
        self.add("a web socket", self.head(socket_, b"GET"), self.HIDDEN, straight=READ)
        self.add("Content-Length with zeros", self.head(b"Content-Length: 000" + size), self.HIDDEN, straight=READ)


class Front:
    """Something that takes requests: Hookline itself, or a proxy."""

    def __init__(self, name: str, port: int, log: Path | None):
        self.name, self.port, self.log = name, port, log

    def passed_on(self) -> Counter:
        """What the proxy says it has passed on."""
        counts = Counter()
        for line in self.log.read_text("utf-8", "replace").splitlines():
            if "PASSED" in line:
                counts.update("/".join(mark) for mark in MARK.findall(line)[:1])
        return counts


NGINX = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.error;
events {{ worker_connections 512; }}
http {{
    map $upstream_status $passed {{ default PASSED; "" -; "-" -; }}
    log_format marks '$passed $upstream_status "$request"';
    access_log {folder}/nginx.log marks;
    client_body_temp_path {folder}/nginx-body; proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fast; uwsgi_temp_path {folder}/nginx-uwsgi; scgi_temp_path {folder}/nginx-scgi;
    upstream hookline {{ server 127.0.0.1:{port}; keepalive 4; }}
    proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
    client_body_timeout 2s; client_header_timeout 2s; underscores_in_headers on; ignore_invalid_headers off;
    server {{ listen 127.0.0.1:{own}; location / {{ proxy_pass http://hookline; }} }}
    server {{ listen 127.0.0.1:{streaming}; location / {{ proxy_pass http://hookline; proxy_request_buffering off; }} }}
}}
"""

HAPROXY = """
global
    log stdout format raw local0
    maxconn 256
defaults
    mode http
    log global
    log-format "%[var(txn.passed)] %ts %ST %{{+Q}}r"
    timeout connect 2s
    timeout client 2s
    timeout server 5s
    timeout http-request 2s
    http-reuse always
frontend buffered
    bind 127.0.0.1:{own}
    option http-buffer-request
    http-request set-var(txn.passed) str(PASSED)
    default_backend hookline
frontend streaming
    bind 127.0.0.1:{streaming}
    http-request set-var(txn.passed) str(PASSED)
    default_backend hookline
backend hookline
    server one 127.0.0.1:{port}
"""


class DebugServer(Server):
    @property
    def environment(self) -> dict[str, str]:
        return super().environment | {"HOOKLINE_LOG_LEVEL": "debug", "HOOKLINE_LOG_FORMAT": "json", "HOOKLINE_LOOPS": "1"}

    def seen(self) -> Counter:
        counts = Counter()
        for line in self.log.read_text("utf-8", "replace").splitlines():
            if '"http.request"' in line and (mark := MARK.search(json.loads(line).get("path", ""))):
                counts["/".join(mark.groups())] += 1
        return counts


def talk(port: int, data: bytes) -> tuple[list[int], bool]:
    """Sends it, and what was answered: the statuses, and whether the connection was closed."""
    received = bytearray()
    closed = False
    with socket.create_connection(("127.0.0.1", port), 5) as line:
        line.settimeout(QUIET_S)
        try:
            line.sendall(data)
            while part := line.recv(65536):
                received += part
            closed = True
        except TimeoutError:
            pass
        except OSError:
            closed = True
    statuses = []
    try:
        while parsed := parse_response(received, head=data.startswith(b"HEAD"), ended=closed):
            statuses.append(parsed[0].status)
            del received[: parsed[1]]
    except Malformed:
        statuses.append(0)
    return statuses, closed


def honest(port: int) -> int:
    request = b"GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
    return (talk(port, request)[0] or [0])[0]


def try_straight(server: DebugServer, grid: Grid) -> Iterator[str]:
    def one(message: Message) -> str | None:
        statuses, closed = talk(server.port, message.data)
        if message.straight == READ:
            return None if statuses and statuses[0] not in (0, 400, 500) else f"{message.name}: {statuses}"
        good = statuses and statuses[-1] in (400, 404, 413, 417, 501, 505) and len(statuses) == 1 and closed
        return None if good else f"{message.name}: {statuses}, {'closed' if closed else 'left open'}"

    with ThreadPoolExecutor(8) as pool:
        yield from filter(None, pool.map(one, grid.messages))
    seen = server.seen()
    for number, message in enumerate(grid.messages, 1000):
        # A request in the shape of another field's body is a request: Content_Length means nothing.
        if seen[f"hidden/{number}"] and message.name != "Content_Length":
            yield f"{message.name}: the hidden request was seen"


def try_front(front: Front, server: DebugServer, grid: Grid) -> Iterator[str]:
    before, passed_before = server.seen(), front.passed_on()

    def one(message: Message) -> str | None:
        talk(front.port, message.data)
        status = honest(front.port)
        return None if status == 200 else f"{message.name}: the next client got {status}"

    with ThreadPoolExecutor(8) as pool:
        yield from filter(None, pool.map(one, grid.messages))
    time.sleep(2.5)  # the proxies' own timeouts end what is incomplete, and log it
    seen, passed = server.seen() - before, front.passed_on() - passed_before
    if not passed or not seen:
        yield "nothing was passed on: this has tested nothing"
    for mark in sorted(seen):
        if seen[mark] > passed[mark]:
            message = grid.messages[int(mark.split("/")[1]) - 1000]
            yield f"{message.name}: {mark} was seen {seen[mark]} times, passed on {passed[mark]} times"
    hidden = sum(count for mark, count in passed.items() if mark.startswith("hidden"))
    print(f"{front.name}: passed on {passed.total()} requests, {hidden} of them pipelined; Hookline saw {seen.total()}")


def main() -> int:
    options = parse_options()
    end_properly()
    grid = Grid()
    complaints = []
    children = []
    with tempfile.TemporaryDirectory(prefix="hookline-soak-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        server = DebugServer(options.bin, folder)
        server.start()
        try:
            server.wait_ready()
            complaints += [f"straight: {complaint}" for complaint in try_straight(server, grid)]
            for front in start_fronts(folder, server.port, children, options.only):
                complaints += [f"{front.name}: {complaint}" for complaint in try_front(front, server, grid)]
            if honest(server.port) != 200:
                complaints.append("Hookline is not well afterwards")
        except Broken as fault:
            print(fault, file=sys.stderr)
            return 2
        finally:
            for child in children:
                child.terminate()
                child.wait()
            if server.stop() != 0:
                complaints.append("Hookline did not end as it should")
    for complaint in complaints:
        print(complaint)
    print(f"{len(grid.messages)} messages: {len(complaints)} complaints")
    return 1 if complaints else 0


def start_fronts(folder: Path, port: int, children: list, only: str | None) -> list[Front]:
    fronts = []
    for program, text, log in (("nginx", NGINX, "nginx.log"), ("haproxy", HAPROXY, "haproxy.log")):
        if only and only != program:
            continue
        path = shutil.which(program) or shutil.which(program, path="/usr/sbin")
        if path is None:
            print(f"{program}: skipped, it is not installed (scripts/setup soak)")
            continue
        own, streaming = free_port(), free_port()
        settings = folder / f"{program}.conf"
        settings.write_text(text.format(folder=folder, port=port, own=own, streaming=streaming))
        command = [path, "-c", str(settings)] if program == "nginx" else [path, "-db", "-f", str(settings)]
        with (folder / f"{program}.{'log' if program == 'haproxy' else 'out'}").open("wb") as output:
            children.append(subprocess.Popen(command, stdout=output, stderr=output, cwd=folder))
        wait_for(own, program, folder)
        fronts += [Front(f"{program}", own, folder / log), Front(f"{program}, streaming", streaming, folder / log)]
    return fronts


def wait_for(port: int, program: str, folder: Path) -> None:
    for _ in range(200):
        try:
            if honest(port) == 200:
                return
        except OSError:
            time.sleep(0.02)
    said = "".join(path.read_text("utf-8", "replace") for path in folder.glob(f"{program}.*") if path.suffix != ".conf")
    raise Broken(f"{program} did not come up: {said[-400:]}")


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program (default: the release build)")
    parser.add_argument("--only", choices=("nginx", "haproxy"), help="one proxy only")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

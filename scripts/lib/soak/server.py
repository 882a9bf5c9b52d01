"""A hookline server of our own: in a folder of its own, on loopback, known by its pid only."""

import base64
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Cases"))

from runner.ports import free_port  # noqa: E402
from runner.wire import Response, exchange, parse_response, request_bytes  # noqa: E402

BINARY = ROOT / ".build/release/hookline"
API_KEY = "soak1234"
API_SECRET = "Secret-Of-The-Soak-1"
BASIC = "Basic " + base64.b64encode(f"{API_KEY}:{API_SECRET}".encode()).decode()
USER = "Alice"


class Broken(Exception):
    """Something that was needed could not be had."""


def end_properly() -> None:
    """SIGTERM runs the `finally` blocks, which stop what was started."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


class Server:
    """`folder` holds everything: the data folder, a home, the log."""

    def __init__(self, binary: Path, folder: Path):
        self.binary, self.folder = binary.resolve(), folder
        self.port = free_port()
        self.data = folder / "data"
        self.log = folder / "server.log"
        self._child: subprocess.Popen | None = None
        (folder / "home").mkdir(exist_ok=True)

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    @property
    def command(self) -> list[str]:
        return [str(self.binary), "serve", "--data", str(self.data), "--listen", f"127.0.0.1:{self.port}"]

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder),
            "HOOKLINE_API_KEY": API_KEY,
            "HOOKLINE_API_SECRET": API_SECRET,
            "HOOKLINE_SIGNED_WEBHOOKS": "off",
        }

    def start(self) -> None:
        with self.log.open("ab") as output:
            self._child = subprocess.Popen(
                self.command,
                env=self.environment,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def wait_ready(self, within_s: float = 10) -> None:
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            if (code := self._child.poll()) is not None:
                raise Broken(f"the server ended with {code}: {self.last_words()}")
            try:
                if self.get("/healthz").status == 200:
                    return
            except OSError:
                pass
            time.sleep(0.002)
        raise Broken(f"the server was not healthy after {within_s:g} s: {self.last_words()}")

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()

    def stop(self, within_s: float = 10) -> int | None:
        """Asks it to end. Returns its exit status, or None when it had to be killed."""
        if self._child is None:
            return None
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
        try:
            return self._child.wait(within_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def last_words(self) -> str:
        return self.log.read_text("utf-8", "replace").strip()[-400:] or "(it printed nothing)"

    def get(self, path: str, timeout: float = 5) -> Response:
        headers = {"Host": f"127.0.0.1:{self.port}", "Authorization": BASIC, "Connection": "close"}
        return exchange(self.address, request_bytes("GET", path, headers, None), timeout=timeout)

    def post(self, path: str, value) -> Response:
        headers = {"Host": f"127.0.0.1:{self.port}", "Authorization": BASIC, "Connection": "close"}
        headers["Content-Type"] = "application/json"
        return exchange(self.address, request_bytes("POST", path, headers, json.dumps(value).encode()), timeout=5)

    def cli(self, *words: str, app: str | None = None) -> str:
        """One command against this server; what it prints."""
        env = self.environment | {"HOOKLINE_URL": f"http://127.0.0.1:{self.port}"}
        if app:
            env["HOOKLINE_APP"] = app
        done = subprocess.run([str(self.binary), *words], env=env, cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            raise Broken(f"hookline {' '.join(words)}: {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def furnish(self, numbers: list[str], country: str) -> None:
        """An application with a user, and these numbers, all linked to that user."""
        made = self.post("/v2/applications", {"name": "Soak", "capabilities": {"voice": {"webhooks": {}}}})
        if made.status != 201:
            raise Broken(f"POST /v2/applications: {made.status} {made.text[:200]}")
        app = made.json["id"]
        self.cli("users", "create", USER, app=app)

        def add(number: str) -> None:
            self.cli("numbers", "add", number, "--country", country, app=app)
            self.cli("numbers", "link", number, "--user", USER, app=app)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(add, numbers))


class Line:
    """One kept-alive connection, over TLS where there is a context for it."""

    def __init__(
        self,
        address: tuple[str, int],
        timeout: float = 10,
        headers: dict[str, str] | None = None,
        tls: ssl.SSLContext | None = None,
    ):
        self._headers = {"Host": "127.0.0.1"} | (headers or {})
        self._socket = socket.create_connection(address, timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            # An end without a notice is an error, not an end.
            self._socket = tls.wrap_socket(self._socket, server_hostname=address[0], suppress_ragged_eofs=False)
        self._data = bytearray()

    def ask(
        self, method: str, target: str, body: bytes | None = None, extra: dict[str, str] | None = None
    ) -> Response:
        headers = self._headers | ({"Content-Type": "application/json"} if body is not None else {}) | (extra or {})
        self._socket.sendall(request_bytes(method, target, headers, body))
        while not (parsed := parse_response(self._data)):
            if not (part := self._socket.recv(65536)):
                raise ConnectionError("closed before the answer")
            self._data += part
        response, length = parsed
        del self._data[:length]
        return response

    def is_ended(self) -> bool:
        """Waits for the server's next word: whether it says that nothing more comes. An end without notice is raised."""
        return not self._data and self._socket.recv(1) == b""

    @property
    def certificate(self) -> bytes:
        """What the server has shown, DER."""
        return self._socket.getpeercert(binary_form=True)

    def close(self) -> None:
        self._socket.close()


def items(value) -> list:
    """The list of an answer: bare, or the only one it has, under `_embedded` or at the top."""
    if isinstance(value, list):
        return value
    holder = value["_embedded"] if isinstance(value.get("_embedded"), dict) else value
    lists = [found for found in holder.values() if isinstance(found, list)]
    if len(lists) != 1:
        raise Broken(f"no list in {str(value)[:200]}")
    return lists[0]

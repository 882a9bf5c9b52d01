#!/usr/bin/env python3
"""Replaces a server that takes signed webhooks over HTTPS with client certificates, and looks at every promise it made.

Before and after, a repeated answer webhook brings the same NCCO, the used token admits nothing else, and the phone has
been pushed once for each call, also for those that come while the process changes. In between SIGHUP brings another
certificate, and replacements that cannot work (no program, one that dies) change nothing.
"""

import argparse
import hashlib
import os
import signal
import sqlite3
import ssl
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from identities import Authority
from server import BINARY, ROOT, Line, end_properly
from server import Broken as NotHad
from succession import adopt_successors, end, is_alive, pid_of, replace

sys.path.insert(0, str(ROOT / "Tests/Cases"))

from run import make_snapshot  # noqa: E402
from runner.adapter import load_adapter  # noqa: E402
from runner.fixtures import Fixtures, make_authority, new_rsa_key, sign_token  # noqa: E402
from runner.ports import choose_ports, free_port  # noqa: E402
from runner.process import Broken, Unavailable  # noqa: E402
from runner.wire import Response, dump_json, exchange, request_bytes  # noqa: E402
from runner.world import API_KEY, SIGNATURE_SECRET, Kit, World  # noqa: E402

CASES = ROOT / "Tests/Cases"
ALICE = "447700900001"
TOKEN = "ab" * 32


class Webhook:
    """One answer webhook with its token: sent again it is the same bytes."""

    def __init__(self, application: str, token_id: str | None = None):
        self.call, self.token_id = str(uuid.uuid4()), token_id or str(uuid.uuid4())
        words = {"to": ALICE, "from": "447700900123", "uuid": self.call, "conversation_uuid": f"CON-{self.call}"}
        self.body = dump_json(words)
        claims = {"iat": int(time.time()), "jti": self.token_id, "iss": "Vonage", "api_key": API_KEY}
        claims |= {"application_id": application, "payload_hash": hashlib.sha256(self.body).hexdigest()}
        self._token = sign_token("HS256", SIGNATURE_SECRET.encode(), claims)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}

    def send(self, line: Line) -> Response:
        return line.ask("POST", "/webhooks/answer", self.body, self.headers)


class Trial:
    def __init__(self, world: World, program: Path, secure_port: int, authority: Authority, stranger: Authority):
        self.world, self.program, self.secure_address = world, program, ("127.0.0.1", secure_port)
        self.authority = authority
        self.tls = authority.client_context(authority.identity("platform", is_client=True))
        self.without_certificate = authority.client_context()
        self.of_a_stranger = authority.client_context(stranger.identity("stranger", is_client=True))
        self.complaints: list[str] = []
        self.kept: dict[str, bytes] = {}
        """The first answer to each call."""
        self.pids: list[int] = []

    # What is asked

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.complaints.append(otherwise)
            print(f"FAULT {otherwise}", flush=True)

    def line(self, tls: ssl.SSLContext | None = None) -> Line:
        return Line(self.secure_address, tls=tls or self.tls)

    def webhook(self, token_id: str | None = None) -> Webhook:
        return Webhook(self.world.ids["APP"], token_id)

    def ask(self, webhook: Webhook, when: str, tls: ssl.SSLContext | None = None) -> Response | None:
        try:
            line = self.line(tls)
            try:
                return webhook.send(line)
            finally:
                line.close()
        except OSError as fault:
            self.expect(False, f"{when}: {type(fault).__name__}: {fault}")
            return None

    def ring(self, webhook: Webhook, when: str) -> None:
        """The first time, or once more: the NCCO must be the same."""
        response = self.ask(webhook, when)
        if response is None:
            return
        invites = response.status == 200 and '"connect"' in response.text and '"Alice"' in response.text
        self.expect(invites, f"{when}: {response.status} {response.text[:120]}")
        first = self.kept.setdefault(webhook.call, response.body)
        self.expect(response.body == first, f"{when}: another NCCO: {response.text[:120]}")

    def pushes(self, call: str) -> int:
        return sum(push.token == TOKEN and call.encode() in push.body for push in list(self.world.standin.pushes))

    def wait_for(self, what: str, holds: Callable[[], bool], within_s: float = 10) -> None:
        deadline = time.monotonic() + within_s
        while not holds():
            if time.monotonic() > deadline:
                return self.expect(False, f"{what} did not come within {within_s:g} s")
            time.sleep(0.005)

    def log(self) -> str:
        return self.world.log.read_text("utf-8", "replace")

    @property
    def serving(self) -> int:
        return pid_of(self.world.data)

    # The acts

    def certificates_are_asked_for(self) -> None:
        bare = self.ask(self.webhook(), "without a certificate", self.without_certificate)
        if bare is not None:
            refused = bare.status == 403 and "client_certificate_required" in bare.text
            self.expect(refused, f"without a certificate: {bare.status} {bare.text[:120]}")
        plain = self.webhook()
        headers = plain.headers | {"Host": "127.0.0.1", "Connection": "close"}
        answer = exchange(self.world.address, request_bytes("POST", "/webhooks/answer", headers, plain.body))
        self.expect(answer.status == 403, f"over plain HTTP: {answer.status} {answer.text[:120]}")
        try:
            self.webhook().send(self.line(self.of_a_stranger))
            self.expect(False, "a stranger's certificate was taken")
        except OSError:
            pass  # the handshake ended, as it must
        # Others than webhooks need none.
        health = self.line(self.without_certificate).ask("GET", "/healthz")
        self.expect(health.status == 200, f"/healthz without a certificate: {health.status}")

    def hang_up_brings_another_certificate(self) -> None:
        line = self.line()
        line.ask("GET", "/healthz")
        self.authority.identity("server")
        os.kill(self.serving, signal.SIGHUP)
        # Well before the files are looked at without being asked, which is every 30 s.
        self.wait_for("another certificate", lambda: self.line().certificate != line.certificate, within_s=5)
        self.expect("tls.reloaded" in self.log(), "the log does not tell of the new certificate")
        self.expect(line.ask("GET", "/healthz").status == 200, "an open connection did not survive SIGHUP")
        line.close()

    def a_bad_program_changes_nothing(self, webhook: Webhook) -> None:
        """What lies at the program's place cannot take over."""
        place, real = self.program, self.program.resolve()
        for target, words in ((place.with_name("none"), "cannot be started"), (Path("/bin/false"), "status 1")):
            before, seen = self.serving, len(self.log())
            self.point_to(target)
            os.kill(before, signal.SIGUSR2)
            self.wait_for("handover.failed", lambda: "handover.failed" in self.log()[seen:])  # noqa: B023
            self.expect(words in self.log()[seen:], f"the log does not say `{words}`: {self.log()[seen:][-300:]}")
            self.ring(webhook, f"after {target.name}")
            self.expect(self.serving == before and is_alive(before), f"{target.name} has replaced the server")
        self.point_to(real)

    def point_to(self, target: Path) -> None:
        fresh = self.program.with_suffix(".new")
        fresh.symlink_to(target)
        fresh.replace(self.program)

    def replacement(self, webhook: Webhook, n: int) -> None:
        """One that works, while calls come in and a connection is idle."""
        idle = self.line()
        self.expect(idle.ask("GET", "/healthz").status == 200, "/healthz before the hand-over")
        over = threading.Event()
        callers = [threading.Thread(target=self.call_until, args=(over, n), daemon=True) for _ in range(2)]
        for caller in callers:
            caller.start()
        old = self.serving
        replace(self.world.data, self.log)
        self.expect(self.serving != old, "the process is the same")
        over.set()
        for caller in callers:
            caller.join(20)
            self.expect(not caller.is_alive(), "a caller got no answer for 20 s")
        try:
            self.expect(idle.is_ended(), "an idle connection was told something")
        except OSError as fault:
            self.expect(False, f"an idle connection was cut off: {type(fault).__name__}: {fault}")
        self.ring(webhook, f"again after hand-over {n}")
        used = self.ask(self.webhook(webhook.token_id), "a used token")
        if used is not None:
            refused = used.status == 401 and "replayed_token" in used.text
            self.expect(refused, f"a used token after hand-over {n}: {used.status} {used.text[:120]}")

    def call_until(self, over: threading.Event, n: int) -> None:
        while not over.is_set():
            webhook = self.webhook()
            self.ring(webhook, f"a call during hand-over {n}")
            if len(self.kept) % 3 == 0:
                self.ring(webhook, f"the same call again during hand-over {n}")
            time.sleep(0.02)

    def each_call_was_pushed_once(self) -> None:
        self.wait_for("a push for each call", lambda: all(self.pushes(call) for call in self.kept))
        doubled = [call for call in self.kept if self.pushes(call) > 1]
        self.expect(not doubled, f"pushed twice: {doubled[:5]}")

    def each_call_was_recorded_once(self) -> None:
        with sqlite3.connect(f"file:{self.world.database}?mode=ro", uri=True) as connection:
            query = "SELECT lower(hex(calls.uuid)), count(*) FROM answers JOIN calls ON calls.id = answers.call_id GROUP BY 1"
            found = dict(connection.execute(query))
        wrong = [call for call in self.kept if found.get(call.replace("-", "")) != 1]
        self.expect(not wrong, f"not recorded once: {wrong[:5]}")
        self.expect(len(found) == len(self.kept), f"{len(found)} records for {len(self.kept)} calls")


def run(trial: Trial, replacements: int) -> None:
    trial.certificates_are_asked_for()
    webhook = trial.webhook()
    trial.ring(webhook, "the first time")
    trial.ring(webhook, "the second time")
    trial.hang_up_brings_another_certificate()
    trial.a_bad_program_changes_nothing(webhook)
    for n in range(1, replacements + 1):
        trial.replacement(webhook, n)
    trial.certificates_are_asked_for()
    trial.each_call_was_pushed_once()
    end(trial.serving)
    trial.each_call_was_recorded_once()


def main() -> int:
    options = parse_options()
    end_properly()
    adopt_successors()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hookline-soak-") as name:
        folder = Path(name).resolve()
        program = folder / "hookline"
        program.symlink_to(options.bin.resolve())
        kit = Kit(load_adapter(CASES / "adapter.json"), str(program), folder, new_rsa_key())
        fixtures = Fixtures(CASES)
        make_authority(folder)
        (folder / "clients.pem").write_text(fixtures.client_certificates())
        choose_ports(0)
        authority, stranger = Authority(folder, "webhooks"), Authority(folder, "strangers")
        certificate, key = map(str, authority.identity("server"))
        given = {"signed": True, "devices": [{"user": "Alice", "token": TOKEN, "sandbox": False}]}
        try:
            snapshot = make_snapshot(kit, fixtures, "certificate")
            world = World(kit, fixtures, given)
            port = free_port()
            given["env"] = {"HOOKLINE_TLS_LISTEN": f"127.0.0.1:{port}", "HOOKLINE_TLS_CLIENT_CA": str(authority.file)}
            given["env"] |= {"HOOKLINE_TLS_CERT": certificate, "HOOKLINE_TLS_KEY": key}
            given["env"] |= {"HOOKLINE_LISTEN": f"127.0.0.1:{world.port}"}
        except (Broken, Unavailable) as fault:
            print(f"the world cannot be made: {fault}", file=sys.stderr)
            return 2
        trial = Trial(world, program, port, authority, stranger)
        try:
            world.open(snapshot)
            run(trial, options.replacements)
        except (Broken, NotHad, OSError, ValueError, sqlite3.Error) as fault:
            trial.expect(False, f"{type(fault).__name__}: {fault}")
        finally:
            if trial.complaints and options.keep and world.log.exists():
                print(trial.log()[-6000:])
            if (last := trial.serving) and Path(f"/proc/{last}").exists():
                os.kill(last, signal.SIGKILL)
            world.close()
    print(
        f"{options.replacements} hand-overs in {time.monotonic() - began:.0f} s: {len(trial.kept)} calls, "
        f"{len(trial.complaints)} faults"
    )
    return 1 if trial.complaints or not trial.kept else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replacements", type=int, default=2, help="how many that work (default: 2)")
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program, in place of the release build")
    parser.add_argument("--keep", action="store_true", help="print the server's log when something was wrong")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

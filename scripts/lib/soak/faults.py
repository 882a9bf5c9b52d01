#!/usr/bin/env python3
"""Breaks one thing at a time under a running server: the push gateway, the disk, the database.

While it is broken, every answer webhook has to bring an NCCO within 200 ms; the log and /readyz have to say what is
wrong; an event webhook that cannot be kept has to be refused with 503, not lied about. Once it is mended, everything
has to be well again by itself, and what was promised in between has to be in the records.

The full disk is a small file system of its own where this may be mounted (as root); elsewhere, and for a disk that is
read-only or slow, a preloaded library makes the server's own calls fail.
"""

import argparse
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from server import BINARY, ROOT, end_properly

sys.path.insert(0, str(ROOT / "Tests/Cases"))

from run import make_snapshot  # noqa: E402
from runner.adapter import load_adapter  # noqa: E402
from runner.fixtures import Fixtures, make_authority, new_rsa_key  # noqa: E402
from runner.ports import choose_ports  # noqa: E402
from runner.process import Broken, Unavailable  # noqa: E402
from runner.wire import Response, exchange, request_bytes  # noqa: E402
from runner.world import Kit, Snapshot, World  # noqa: E402

CASES = ROOT / "Tests/Cases"
ALICE = "447700900001"
TOKEN = "ab" * 32
ANSWER_MS = 200
ACKNOWLEDGED = range(200, 206)
HEALS_WITHIN_S = 20


@dataclass
class Fault:
    """One thing that breaks. `words` is what log and /readyz have to say; `refuses` whether events get 503."""

    name: str
    words: str
    given: dict
    breaks: Callable[["Trial"], None]
    mends: Callable[["Trial"], None]
    refuses: bool = False
    pushes: bool = False
    """Whether a push has to arrive once it is mended."""
    not_ready: bool = True
    """Whether /readyz has to be 503 meanwhile."""
    preload: bool = False
    has_room: bool = False
    """Whether an event may still be kept, in room that the store already has, and so be acknowledged."""


@dataclass
class Trial:
    world: World
    folder: Path
    complaints: list[str] = field(default_factory=list)
    slowest_ms: float = 0
    calls: list[str] = field(default_factory=list)
    lock: sqlite3.Connection | None = None

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.complaints.append(otherwise)

    def ring(self) -> None:
        """One answer webhook of a new call."""
        call = str(uuid.uuid4())
        target = f"/webhooks/answer?to={ALICE}&from=447700900123&uuid={call}&conversation_uuid=CON-{call}"
        try:
            response = self.ask("GET", target)
        except OSError as fault:
            self.complaints.append(f"answer webhook: {fault or type(fault).__name__}")
            return
        self.calls.append(call)
        self.slowest_ms = max(self.slowest_ms, response.took_ms)
        self.expect(response.took_ms < ANSWER_MS, f"answer webhook took {response.took_ms:.0f} ms")
        well = response.status == 200 and '"connect"' in response.text and '"Alice"' in response.text
        self.expect(well, f"answer webhook: {response.status} {response.text[:120]}")

    def report(self, call: str) -> Response:
        """One event webhook."""
        event = {"uuid": call, "conversation_uuid": f"CON-{call}", "status": "ringing", "direction": "inbound"}
        event |= {"from": "447700900123", "to": ALICE, "timestamp": "2026-03-01T09:00:00.101Z"}
        return self.world.http({"method": "POST", "path": "/webhooks/event", "json": event})

    def ready(self) -> Response:
        return self.ask("GET", "/readyz")

    def ask(self, method: str, target: str) -> Response:
        began = time.monotonic()
        headers = {"Host": self.world.look_up("HOST"), "Connection": "close"}
        response = exchange(self.world.address, request_bytes(method, target, headers, None), timeout=5)
        response.took_ms = (time.monotonic() - began) * 1000
        return response

    def log(self) -> str:
        return self.world.log.read_text("utf-8", "replace")

    def set_disk(self, mode: str) -> None:
        fresh = self.folder / "disk.new"
        fresh.write_text(mode)
        fresh.rename(self.folder / "disk")

    def fill_disk(self) -> None:
        with (self.world.data / "filler").open("wb", buffering=0) as filler:
            for size in (1 << 20, 4096, 1):
                try:
                    while filler.write(b"\0" * size) == size:
                        pass
                except OSError:
                    pass  # full at this size of block

    def free_disk(self) -> None:
        (self.world.data / "filler").unlink()

    def lock_database(self) -> None:
        self.lock = sqlite3.connect(self.world.database, isolation_level=None, timeout=5)
        self.lock.execute("BEGIN EXCLUSIVE")

    def unlock_database(self) -> None:
        self.lock.execute("ROLLBACK")
        self.lock.close()


PHONE = {"devices": [{"user": "Alice", "token": TOKEN, "sandbox": False}]}
FAULTS = [
    Fault(
        "dead push gateway",
        "push|apns",
        PHONE,
        lambda trial: trial.world.standin.close_on_connect(3600),
        lambda trial: trial.world.standin.heal(),
        pushes=True,
        not_ready=False,
    ),
    Fault(
        "push gateway that never answers",
        "push|apns",
        PHONE | {"apns": [{"respond": "hang"}]},
        lambda trial: None,
        lambda trial: trial.world.standin.heal(),
        pushes=True,
        not_ready=False,
    ),
    Fault(
        "full disk",
        "full|space",
        {"needs": "data folder on a small file system"},
        Trial.fill_disk,
        Trial.free_disk,
        refuses=True,
        has_room=True,
    ),
    Fault(
        "full disk (preloaded)",
        "full|space",
        {},
        lambda trial: trial.set_disk("full"),
        lambda trial: trial.set_disk("fine"),
        refuses=True,
        preload=True,
    ),
    Fault(
        "read-only disk",
        "read.?only|disk|I/O",
        {},
        lambda trial: trial.set_disk("read-only"),
        lambda trial: trial.set_disk("fine"),
        refuses=True,
        preload=True,
    ),
    Fault(
        "slow disk",
        "slow|disk|commit",
        {},
        lambda trial: trial.set_disk("slow"),
        lambda trial: trial.set_disk("fine"),
        preload=True,
    ),
    Fault(
        "locked database",
        "lock|busy",
        {},
        Trial.lock_database,
        Trial.unlock_database,
        refuses=True,
    ),
]


def main() -> int:
    options = parse_options()
    end_properly()
    chosen = [fault for fault in FAULTS if not options.only or options.only in fault.name]
    if not chosen:
        print(f"no such fault; there are: {', '.join(fault.name for fault in FAULTS)}", file=sys.stderr)
        return 2
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="hookline-soak-") as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        library = build_library(folder)
        kit = Kit(load_adapter(CASES / "adapter.json"), str(options.bin.resolve()), folder, new_rsa_key())
        fixtures = Fixtures(CASES)
        make_authority(folder)
        (folder / "clients.pem").write_text(fixtures.client_certificates())
        choose_ports(0)
        try:
            snapshot = make_snapshot(kit, fixtures, "certificate")
        except (Broken, Unavailable) as fault:
            print(f"the world cannot be made: {fault}", file=sys.stderr)
            return 2
        for fault in chosen:
            outcomes.append(hold_trial(fault, kit, fixtures, snapshot, folder, library, options.verbose))
    counts = ", ".join(f"{outcomes.count(word)} {word}" for word in ("borne", "FAILED", "skipped"))
    print(f"{len(chosen)} faults: {counts}")
    return 1 if "FAILED" in outcomes else 0


def build_library(folder: Path) -> Path:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        raise SystemExit("a C compiler is needed: apt-get install gcc")
    library = folder / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-o", str(library), str(source), "-ldl"], check=True)
    return library


def hold_trial(
    fault: Fault, kit: Kit, fixtures: Fixtures, snapshot: Snapshot, folder: Path, library: Path, verbose: bool
) -> str:
    """Its outcome in a word."""
    world = World(kit, fixtures, dict(fault.given))
    trial = Trial(world, folder)
    if fault.preload:
        trial.set_disk("fine")
        places = {"SOAK_DISK_FOLDER": str(world.data), "SOAK_DISK_MODE": str(folder / "disk")}
        world.given["env"] = {"LD_PRELOAD": str(library)} | places
    try:
        world.open(snapshot)
        run_trial(fault, trial)
    except Unavailable as reason:
        print(f"skipped  {fault.name}: {reason}", flush=True)
        return "skipped"
    except (Broken, OSError, ValueError, sqlite3.Error) as reason:
        trial.complaints.append(f"{type(reason).__name__}: {reason}")
    finally:
        log = trial.log() if world.log.exists() else ""
        world.close()
    outcome = "FAILED" if trial.complaints else "borne"
    answers = f"{len(trial.calls)} answers, the slowest in {trial.slowest_ms:.0f} ms"
    print(f"{outcome:<8} {fault.name}: {answers}", flush=True)
    for complaint in list(dict.fromkeys(trial.complaints))[:12]:
        print(f"         {complaint}")
    if trial.complaints and verbose:
        print("         " + log[-6000:].replace("\n", "\n         "))
    return outcome


def run_trial(fault: Fault, trial: Trial) -> None:
    if not fault.pushes:
        trial.ring()
        first = trial.report(str(uuid.uuid4()))
        trial.expect(first.status in ACKNOWLEDGED, f"event webhook before anything is broken: {first.status}")
        trial.expect(trial.ready().status == 200, "/readyz is not well before anything is broken")
    quiet = len(trial.log())

    fault.breaks(trial)
    for _ in range(5):
        trial.ring()
    held = str(uuid.uuid4())
    if fault.refuses:
        refused = trial.report(held)
        # An event that still finds room may be acknowledged; afterwards it has to be there.
        fits = fault.has_room and refused.status in ACKNOWLEDGED
        trial.expect(refused.status == 503 or fits, f"event webhook meanwhile: {refused.status}, not 503")
        trial.expect(refused.took_ms < 5000, f"event webhook meanwhile: refused after {refused.took_ms:.0f} ms")
    for _ in range(20):
        trial.ring()
        time.sleep(0.05)
    found = wait_for(8, lambda: says(fault, trial.ready()))
    trial.expect(found, f"/readyz does not say it: {trial.ready().status} {trial.ready().text[:160]}")
    found = wait_for(3, lambda: bool(re.search(fault.words, trial.log()[quiet:], re.IGNORECASE)))
    trial.expect(found, "the log does not say it")
    trial.ring()

    fault.mends(trial)
    found = wait_for(HEALS_WITHIN_S, lambda: trial.ready().status == 200)
    trial.expect(found, f"/readyz is not well {HEALS_WITHIN_S} s after: {trial.ready().text[:160]}")
    if fault.refuses:
        if not fits:
            again = trial.report(held)
            trial.expect(again.status in ACKNOWLEDGED, f"event webhook afterwards: {again.status}")
        kept = trial.world.http({"method": "GET", "path": f"/admin/v1/calls/{held}/events", "auth": "admin_basic"})
        times = kept.text.count('"ringing"')
        trial.expect(kept.status == 200 and times >= 1, f"the event is not in the record: {kept.status}")
    missing = [call for call in trial.calls if not wait_for(5, lambda: is_recorded(trial, call))]
    trial.expect(not missing, f"{len(missing)} of {len(trial.calls)} answered calls are not in the records")
    if fault.pushes:
        pushes = trial.world.standin.pushes
        seen = len(pushes)
        found = wait_for(
            HEALS_WITHIN_S, lambda: trial.ring() or any(push.status == 200 for push in pushes[seen:]), pause=0.5
        )
        trial.expect(found, "no push arrives afterwards")


def says(fault: Fault, ready: Response) -> bool:
    if fault.not_ready and ready.status != 503:
        return False
    return re.search(fault.words, ready.text, re.IGNORECASE) is not None


def is_recorded(trial: Trial, call: str) -> bool:
    return trial.world.http({"method": "GET", "path": f"/v1/calls/{call}", "auth": "admin_jwt"}).status == 200


def wait_for(seconds: float, holds: Callable[[], bool], pause: float = 0.05) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program, in place of the release build")
    parser.add_argument("--only", help="only faults whose name contains this")
    parser.add_argument("--verbose", action="store_true", help="the server's log of a fault that was not borne")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

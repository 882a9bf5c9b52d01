#!/usr/bin/env python3
"""Runs `hookline demo` again and again.

Each run has to end with status 0, show the call answered within the limit, and leave nothing behind: no process, no
listening port, no file in its temporary, home or working folder.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from server import BINARY, end_properly

ANSWERED = re.compile(r"answered in (\d+(?:[.,]\d+)?) ms")
LISTENING = "0A"


def main() -> int:
    options = parse_options()
    end_properly()
    program = options.bin.resolve()
    failed, answered_ms = 0, []
    for number in range(1, options.times + 1):
        faults, ms = run_once(program, options)
        answered_ms += [] if ms is None else [ms]
        failed += bool(faults)
        took = "no answer" if ms is None else f"{ms:.0f} ms"
        print(f"{number:3}  {took}  {'; '.join(faults) or 'clean'}", flush=True)
    shown = f"answered in {min(answered_ms):.0f} to {max(answered_ms):.0f} ms" if answered_ms else "never answered"
    print(f"{options.times - failed} of {options.times} demonstrations were clean, {shown}")
    return 1 if failed else 0


def run_once(program: Path, options: argparse.Namespace) -> tuple[list[str], float | None]:
    faults, ms, token = [], None, f"SOAK_RUN={uuid.uuid4()}"
    with tempfile.TemporaryDirectory(prefix="hookline-soak-") as folder:
        places = {name: Path(folder, name) for name in ("tmp", "home", "work")}
        for place in places.values():
            place.mkdir()
        shared_before = set(os.listdir("/tmp")) | set(os.listdir("/dev/shm"))
        env = {"PATH": os.environ["PATH"], "HOME": str(places["home"]), "TMPDIR": str(places["tmp"])}
        env |= dict([token.split("=")])
        began = time.monotonic()
        output = Path(folder, "output")
        with output.open("wb") as sink:
            child = subprocess.Popen(
                [str(program), "demo"],
                env=env,
                cwd=places["work"],
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                start_new_session=True,
            )
        sockets: set[tuple[int, str]] = set()
        try:
            while child.poll() is None and time.monotonic() - began < options.limit_s:
                sockets |= sockets_of(child.pid)
                time.sleep(0.01)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        if child.poll() is None:
            faults.append(f"still running after {options.limit_s:g} s")
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        text = output.read_text("utf-8", "replace")
        if found := ANSWERED.search(text):
            ms = float(found[1].replace(",", "."))
            if ms > options.answered_ms:
                faults.append(f"later than {options.answered_ms:g} ms")
        else:
            faults.append("no line `answered in N ms`")
        if child.returncode:
            faults.append(f"status {child.returncode}")
        faults += [f"process {pid} is left" for pid in end_processes_with(token)]
        faults += [f"port {port} is left" for port, _ in sorted(sockets & set(listening().items()))]
        for name, place in places.items():
            left = [str(path.relative_to(place)) for path in place.rglob("*")]
            faults += [f"{name} folder: {', '.join(left[:5])}"] if left else []
        shared = (set(os.listdir("/tmp")) | set(os.listdir("/dev/shm"))) - shared_before
        ours = sorted(entry for entry in shared if "hookline" in entry.lower() and entry != Path(folder).name)
        faults += [f"/tmp or /dev/shm: {', '.join(ours[:5])}"] if ours else []
        if faults and options.verbose:
            print(text)
    return faults, ms


def listening() -> dict[int, str]:
    """The inode of each listening TCP socket, by port."""
    found = {}
    for name in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            lines = Path(name).read_text().splitlines()[1:]
        except OSError:
            continue
        for fields in map(str.split, lines):
            if fields[3] == LISTENING:
                found[int(fields[1].rpartition(":")[2], 16)] = fields[9]
    return found


def sockets_of(pid: int) -> set[tuple[int, str]]:
    """Ports and inodes: by now another program may listen at the same port."""
    try:
        links = [os.readlink(entry.path) for entry in os.scandir(f"/proc/{pid}/fd")]
    except OSError:
        return set()
    return {(port, inode) for port, inode in listening().items() if f"socket:[{inode}]" in links}


def end_processes_with(token: str) -> list[int]:
    """Processes that have inherited the run's mark; they are ended, too."""
    found = []
    for entry in os.scandir("/proc"):
        try:
            if entry.name.isdigit() and token.encode() in Path(entry.path, "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
                os.kill(int(entry.name), signal.SIGKILL)
        except OSError:
            continue
    return found


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="how often (default: 20)")
    parser.add_argument("--bin", type=Path, default=BINARY, help="the program, in place of the release build")
    parser.add_argument("--answered-ms", type=float, default=3000, help="latest answer (default: 3000)")
    parser.add_argument("--limit-s", type=float, default=30, help="longest run (default: 30)")
    parser.add_argument("--verbose", action="store_true", help="what a run printed that was not clean")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

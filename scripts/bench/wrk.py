"""wrk, which asks as fast as it is answered: one thread on a core of its own, and what it prints as figures."""

import os
import re
import subprocess
import time
from dataclasses import dataclass

from process import Broken

MICROSECONDS = {"us": 1, "ms": 1e3, "s": 1e6, "m": 6e7}


@dataclass
class Outcome:
    requests: int
    rate: float
    # Microseconds.
    p50: float
    p99: float
    # Answers that were no 2xx.
    bad: int
    # What wrk says of sockets that failed; nothing when none did.
    sockets: str
    # Seconds of CPU that wrk itself used.
    cpu: float


def wrk(url: str, script: str, settings: dict[str, str], *, connections: int, seconds: int, core: int) -> Outcome:
    """Runs it with `script` of the folder lua; `settings` are what the script asks its environment for."""
    here = os.path.dirname(os.path.abspath(__file__))
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", f"{here}/lua/{script}.lua", url]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | settings,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    try:
        text = process.stdout.read()
    except BaseException:
        process.kill()
        raise
    finally:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        process.stdout.close()
    if status:
        raise Broken(f"wrk ended with {status}: {text[-300:]}")
    if "The requests ran out" in text:
        raise Broken("the requests ran out before the time did: make more of them")

    def found(pattern: str, otherwise: str = "0") -> str:
        match = re.search(pattern, text, re.MULTILINE)
        return match[1] if match else otherwise

    return Outcome(
        requests=int(found(r"(\d+) requests in")),
        rate=float(found(r"Requests/sec:\s+([\d.]+)")),
        p50=microseconds(found(r"^\s+50%\s+(\S+)")),
        p99=microseconds(found(r"^\s+99%\s+(\S+)")),
        bad=int(found(r"Non-2xx or 3xx responses: (\d+)")),
        sockets=found(r"Socket errors: (.*)", ""),
        cpu=usage.ru_utime + usage.ru_stime,
    )


def new_base() -> str:
    """The first 13 characters of the ids of one run; no other run has the same."""
    return f"{int(time.time()) & 0xFFFFFFFF:08x}-{time.time_ns() // 1_000_000 & 0xFFFF:04x}"


def microseconds(text: str) -> float:
    match = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text)
    return float(match[1]) * MICROSECONDS[match[2]] if match else 0.0

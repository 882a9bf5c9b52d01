"""The honest client of steady.c: so many requests a second, whatever becomes of the answers."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from server import Broken


@dataclass
class Outcome:
    """Latencies in microseconds, each from when its request was due."""

    failed: int
    p50: int
    p99: int
    longest: int


def build(folder: Path) -> Path:
    program = folder / "steady"
    source = str(Path(__file__).with_name("steady.c"))
    done = subprocess.run(["cc", "-O2", "-o", program, source], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(f"the honest client cannot be built: {done.stderr.strip()}")
    return program


def ask(program: Path, port: int, rate: int, seconds: int, target: str, *before: str) -> Outcome:
    """Each ID in `target` is an id that no other request has. `before` are words to start the program with."""
    words = [*before, str(program), str(port), str(rate), str(seconds), target]
    done = subprocess.run(words, capture_output=True, text=True, timeout=seconds + 30, check=False)
    if done.returncode:
        raise Broken(f"the honest client: {done.stderr.strip()}")
    _, failed, p50, _, p99, _, longest = map(int, done.stdout.split())
    return Outcome(failed, p50, p99, longest)

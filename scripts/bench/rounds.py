"""Servers that are measured in turn, several times over, and the medians of what was found."""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from process import Broken, Process, cpu, machine_cpu, memory
from workload import Workload
from wrk import Outcome, wrk


@dataclass
class Contestant:
    name: str
    # Started for each measurement; {port} and {folder} are filled in. None: it runs already, as `pid`.
    command: str | None
    port: int
    base: str = ""
    pid: int | None = None
    # Files to be there before it starts, filled in likewise.
    files: dict[str, str] = field(default_factory=dict)
    # What it is asked, where that is not what all are asked.
    workload: Workload | None = None

    def __post_init__(self):
        self.base = self.base or f"http://127.0.0.1:{self.port}"


@dataclass
class Measurement:
    """One server, one turn. Times in microseconds, memory in KiB, shares as parts of 1."""

    rps: float
    p50: float
    p99: float
    user: float
    sys: float
    util: float
    idle: int
    peak: int
    bad: int
    foreign: float
    noisy: bool
    # user + sys
    cpu: float


@dataclass
class Rounds:
    workload: Workload
    folder: Path
    count: int = 5
    seconds: int = 5
    connections: int = 64
    server_core: int = 0
    client_core: int = 1
    # Share of the machine that other processes may take before a turn is taken again, three times at most.
    noise: float = 0.06

    @staticmethod
    def add_options(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--secs", type=int, default=5)
        parser.add_argument("--conns", type=int, default=64)
        parser.add_argument("--server-core", type=int, default=0)
        parser.add_argument("--client-core", type=int, default=min(1, (os.cpu_count() or 1) - 1))
        parser.add_argument("--noise", type=float, default=0.06)

    @classmethod
    def of(cls, options: argparse.Namespace, workload: Workload, folder: Path) -> Rounds:
        return cls(
            workload, folder, options.rounds, options.secs, options.conns, options.server_core, options.client_core,
            options.noise,
        )  # fmt: skip

    def run(self, contestants: list[Contestant]) -> tuple[dict[str, list[Measurement]], dict[str, str]]:
        """What was measured by name, and why some were not."""
        runs: dict[str, list[Measurement]] = {one.name: [] for one in contestants}
        failed: dict[str, str] = {}
        for round_number in range(self.count):
            left = [one for one in contestants if one.name not in failed]
            turn = round_number % max(1, len(left))
            for one in left[turn:] + left[:turn]:
                try:
                    found = self._measure(one, f"{round_number}")
                except Broken as fault:
                    failed[one.name] = str(fault)
                    print(f"{one.name}: {fault}", file=sys.stderr)
                    continue
                runs[one.name].append(found)
                marks = f" NOISY {found.foreign:.0%}" if found.noisy else ""
                marks += f" NON-2XX {found.bad}" if found.bad else ""
                print(
                    f"round {round_number + 1} {one.name:<10} {found.rps:9.0f} req/s p50 {found.p50:6.0f} us "
                    f"p99 {found.p99:7.0f} us cpu {found.cpu:6.2f} us/req{marks}",
                    file=sys.stderr,
                    flush=True,
                )
        return {name: found for name, found in runs.items() if found}, failed

    def _measure(self, one: Contestant, turn: str) -> Measurement:
        if one.command is None and one.pid is None:
            return self._load(one, None, turn, lambda: None)
        if one.command is None:
            subprocess.run(["taskset", "-acp", str(self.server_core), str(one.pid)], capture_output=True, check=False)
            try:
                return self._load(one, one.pid, turn, lambda: None)
            finally:
                cores = f"0-{(os.cpu_count() or 1) - 1}"
                subprocess.run(["taskset", "-acp", cores, str(one.pid)], capture_output=True, check=False)
        places = {"{port}": str(one.port), "{folder}": str(self.folder / one.name)}
        (self.folder / one.name).mkdir(exist_ok=True)
        for name, text in one.files.items():
            (self.folder / one.name / name).write_text(filled(text, places))
        command = shlex.split(filled(one.command, places))
        with Process(command, self.server_core, self.folder / f"{one.name}.log") as process:
            return self._load(one, process.pid, turn, process.check)

    def _load(self, one: Contestant, pid: int | None, turn: str, check) -> Measurement:
        self._wait(one, check)
        workload = one.workload or self.workload
        idle = memory(pid) if pid else 0
        self._wrk(one, workload.settings(f"{turn}.warm", 1), 1)
        for attempt in range(4):
            settings = workload.settings(f"{turn}.{attempt}", self.seconds)  # takes time, so not below
            user, system = cpu(pid) if pid else (0, 0)
            machine = machine_cpu()
            found = self._wrk(one, settings, self.seconds)
            now_user, now_system = cpu(pid) if pid else (0, 0)
            user, system = now_user - user, now_system - system
            others = machine_cpu() - machine - user - system - found.cpu
            foreign = max(0, others) / self.seconds / (os.cpu_count() or 1)
            if foreign <= self.noise:
                break
        if not found.requests:
            raise Broken("it answered nothing")
        return Measurement(
            rps=found.rate, p50=found.p50, p99=found.p99,
            user=user * 1e6 / found.requests, sys=system * 1e6 / found.requests, util=(user + system) / self.seconds,
            idle=idle, peak=memory(pid, "VmHWM") if pid else 0,
            bad=found.bad, foreign=foreign, noisy=foreign > self.noise, cpu=(user + system) * 1e6 / found.requests,
        )  # fmt: skip

    def _wrk(self, one: Contestant, settings: dict[str, str], seconds: int) -> Outcome:
        options = {"connections": self.connections, "seconds": seconds, "core": self.client_core}
        return wrk(one.base, (one.workload or self.workload).script, settings, **options)

    def _wait(self, one: Contestant, check) -> None:
        deadline = time.monotonic() + 30
        while True:
            try:
                return (one.workload or self.workload).probe(one.base)
            except OSError as fault:
                check()
                if time.monotonic() > deadline:
                    raise Broken(f"no answer at {one.base}: {fault}") from None
                time.sleep(0.05)


def filled(text: str, places: dict[str, str]) -> str:
    for place, value in places.items():
        text = text.replace(place, value)
    return text


def medians(runs: dict[str, list[Measurement]]) -> dict[str, Measurement]:
    """Over the quiet turns, where there are any; `bad` is the sum over all."""
    found = {}
    for name, all_of_it in runs.items():
        quiet = [asdict(one) for one in all_of_it if not one.noisy] or [asdict(one) for one in all_of_it]
        middle = {key: statistics.median(one[key] for one in quiet) for key in quiet[0]}
        found[name] = Measurement(**middle | {"bad": sum(one.bad for one in all_of_it)})
    return found


def report(rounds: Rounds, runs: dict[str, list[Measurement]], failed: dict[str, str], ours: str | None) -> None:
    """Prints the table: the fastest first, beside the C floor (or the first there is) and beside `ours`."""
    if not runs:
        raise SystemExit("nothing was measured")
    middle = medians(runs)
    reference = "c" if "c" in middle else next(iter(middle))
    floor = middle[reference]
    mine = middle.get(ours or "")
    print(
        f"\n{rounds.workload.name}, {rounds.connections} connections, one server core, {rounds.count} rounds of "
        f"{rounds.seconds} s, medians ({time.strftime('%Y-%m-%d')})"
    )
    print(
        f"| server | req/s | x {reference} | {ours if mine else '-'}/this | p50 us | p99 us | cpu us/req (user+sys) "
        f"| cpu x {reference} | core used | RSS idle/peak MB | noisy |\n| --- |" + " ---: |" * 10
    )
    for name, one in sorted(middle.items(), key=lambda item: -item[1].rps):
        cells = [
            name,
            f"{one.rps:.0f}",
            f"{one.rps / floor.rps:.2f}",
            f"{mine.rps / one.rps:.2f}" if mine else "-",
            f"{one.p50:.0f}",
            f"{one.p99:.0f}",
            f"{one.cpu:.2f} ({one.user:.2f}+{one.sys:.2f})",
            f"{one.cpu / floor.cpu:.2f}" if floor.cpu else "-",
            f"{one.util:.0%}",
            f"{one.idle / 1024:.1f}/{one.peak / 1024:.1f}",
            f"{sum(turn.noisy for turn in runs[name])}/{len(runs[name])}",
        ]
        print(f"| {' | '.join(cells)} |")
        if one.bad:
            print(f"  {name}: {one.bad} answers were not 2xx: its figures do not count")
    for name, why in failed.items():
        print(f"left out: {name} ({why})")

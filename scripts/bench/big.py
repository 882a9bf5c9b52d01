#!/usr/bin/env python3
"""What a big store costs: answers beside those of an almost empty store in the same run, the start, the memory.

usage: big.py HOOKLINE FOLDER [--users 1000000] [--numbers 100000] [--calls 1000000] [--rounds 3] [--secs 5] ...

Answer webhooks as they are by default, so with a record each. Both are asked about all of their numbers in turn.
FOLDER holds the data folder of furnish.py, which is the small one.
"""

import argparse
import shlex
import statistics
import tempfile
import time
from pathlib import Path

from big_store import FIRST_NUMBER, grow
from process import free_port, hookline
from program import run
from rounds import Contestant, Rounds, medians, report
from start import time_start
from targets import Target, show
from workload import QUERY, Fresh, answers


def main() -> None:
    options = parse_options()
    with tempfile.TemporaryDirectory(prefix="big-", dir=options.folder) as name:
        folder = Path(name)
        begun = time.monotonic()
        grow(
            options.hookline, options.folder, folder,
            users=options.users, numbers=options.numbers, calls=options.calls,
        )  # fmt: skip
        size = (folder / "data/hookline.db").stat().st_size
        what = f"{options.users} users, {options.numbers} numbers, {options.calls} past calls"
        print(f"{what}: {size >> 20} MiB, made in {time.monotonic() - begun:.0f} s")
        starts = [time_start(options.hookline, folder) for _ in range(options.starts)]
        small = contestant("empty", options.hookline, options.folder, asked(14155550000, 1000))
        big = contestant("big", options.hookline, folder, asked(FIRST_NUMBER, options.numbers))
        rounds = Rounds.of(options, small.workload, folder)
        runs, failed = rounds.run([small, big])
    report(rounds, runs, failed, "big")
    for one in starts:
        print(f"start {one.milliseconds:.0f} ms, then {one.resident >> 10} MiB resident, {one.peak >> 10} at most")
    if failed:
        return
    middle = medians(runs)
    show([
        Target("answers, times those of an empty store", middle["big"].rps / middle["empty"].rps, 0.85, is_most=False),
        Target("start, median", statistics.median(one.milliseconds for one in starts) / 1000, 3, unit="s"),
    ])  # fmt: skip


def asked(first: int, count: int) -> Fresh:
    target = f"/webhooks/answer?{QUERY}".replace("14155550007", "NUMBER")
    return answers(target, more={"BENCH_FIRST_NUMBER": str(first), "BENCH_NUMBERS": str(count)})


def contestant(name: str, program: Path, folder: Path, workload: Fresh) -> Contestant:
    port = free_port()
    return Contestant(name, shlex.join(hookline(program, folder, port)), port, workload=workload)


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hookline", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--users", type=int, default=1_000_000)
    parser.add_argument("--numbers", type=int, default=100_000)
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--starts", type=int, default=5, help="of the big store, timed (default: 5)")
    Rounds.add_options(parser)
    parser.set_defaults(rounds=3)
    return parser.parse_args()


if __name__ == "__main__":
    run(main)

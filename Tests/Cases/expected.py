#!/usr/bin/env python3
"""Runs the cases that Hookline meets, and counts the rest by the reason that `not-yet.txt` gives.

With --try it runs the rest instead, and ends with status 1 when one of them passes: its line has to go.
What follows `--` goes to run.py.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from run import load_cases
from runner.case import Case

HERE = Path(__file__).resolve().parent


def main() -> int:
    own, passed_on = split_arguments(sys.argv[1:])
    options = parse_options(own)
    try:
        cases = load_cases([HERE])
        reasons = read_reasons(HERE / "not-yet.txt", cases)
    except (OSError, ValueError) as fault:
        print(f"cannot start: {fault}", file=sys.stderr)
        return 2
    if options.area:
        cases = [case for case in cases if case.area in options.area]
    later = [case for case in cases if case.id in reasons]
    chosen = later if options.try_later else [case for case in cases if case.id not in reasons]
    if not chosen:
        print("no case selected", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="expected-") as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, str(HERE / "run.py"), "--adapter", str(HERE / "adapter.json")]
        command += ["--id", ",".join(case.id for case in chosen), "--json", str(report), *passed_on]
        command += ["--bin", options.bin] if options.bin else []
        status = subprocess.run(command).returncode
        verdicts = json.loads(report.read_text("utf-8")) if report.exists() else []
    if options.try_later:
        return print_met(verdicts, status)
    print_later(later, reasons)
    return status


def split_arguments(arguments: list[str]) -> tuple[list[str], list[str]]:
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:cut], arguments[cut + 1 :]


def parse_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", help="the program, in place of the release build")
    parser.add_argument("--area", type=lambda text: text.split(","), help="only these areas, for example http,jwt")
    parser.add_argument("--try", dest="try_later", action="store_true", help="run the cases of not-yet.txt instead")
    return parser.parse_args(arguments)


def read_reasons(path: Path, cases: list[Case]) -> dict[str, str]:
    """The reason for each id that is left out. A name that fits no case is a mistake in the list."""
    reasons: dict[str, str] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, reason = line.partition(" ")
        if not reason.strip():
            raise ValueError(f"{path.name}, line {number}: {name} lacks a reason")
        fitting = [case.id for case in cases if name in (case.id, case.kind, case.area)]
        if not fitting:
            raise ValueError(f"{path.name}, line {number}: no case, kind or area is called {name}")
        for case_id in fitting:
            reasons[case_id] = reason.strip()
    return reasons


def print_later(later: list[Case], reasons: dict[str, str]) -> None:
    counts = Counter(reasons[case.id] for case in later)
    for reason, count in counts.most_common():
        print(f"not yet: {count:3} {reason}")
    print(f"{len(later)} not yet", flush=True)


def print_met(verdicts: list[dict], status: int) -> int:
    met = [verdict["id"] for verdict in verdicts if verdict["outcome"] == "passed"]
    if met:
        print(f"met by now, take them off not-yet.txt: {', '.join(met)}")
        return 1
    return 2 if status == 2 or not verdicts else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How fast webhook bodies are read, beside jansson and Foundation's JSONDecoder.

usage: bodies.py FOLDER [--rounds 5] [--secs 1]

The bodies are those of Tests/Fixtures/webhooks without the blanks that make them readable, as the platform sends them.
All read them in turn, on one core; a figure is the middle one of the rounds.
"""

import argparse
import json
import shutil
import statistics
import subprocess
from pathlib import Path

from targets import Target, show

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent.parent / "Tests" / "Fixtures" / "webhooks"


def bodies(folder: Path) -> list[str]:
    """Files with one body each."""
    names: list[str] = []
    for path in sorted(FIXTURES.glob("*.json")):
        value = json.loads(path.read_text())
        if path.name == "index.json" or not isinstance(value, dict):
            continue
        body = folder / path.name
        body.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
        names.append(str(body))
    return names


def jansson(folder: Path) -> Path:
    program = folder / "jansson"
    compiler = next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)
    if compiler is None:
        raise SystemExit("no C compiler: scripts/setup bench")
    command = [compiler, "-O2", "-o", str(program), str(HERE / "c/jansson.c"), "-ljansson"]
    if subprocess.run(command, check=False).returncode:
        raise SystemExit("no jansson: scripts/setup bench")
    return program


def ours() -> Path:
    package = HERE / "json"
    command = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", str(package)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return package / ".build" / "release" / "JSONBench"


def megabytes_a_second(command: list[str]) -> float:
    run = subprocess.run(["taskset", "-c", "0", *command], check=True, capture_output=True, text=True)
    read, seconds, refused = run.stdout.split()
    if int(refused):
        raise SystemExit(f"{command[0]}: {refused} bodies could not be read")
    return int(read) / float(seconds) / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--secs", type=float, default=1)
    given = parser.parse_args()

    bench, peer = str(ours()), str(jansson(given.folder))
    files = bodies(given.folder)
    secs = str(given.secs)
    readers = {
        "JSONValue.parse": [bench, "tree", secs, *files],
        "PositionedText": [bench, "positioned", secs, *files],
        "jansson": [peer, secs, *files],
        "JSONDecoder": [bench, "decoder", secs, *files],
    }
    figures: dict[str, list[float]] = {name: [] for name in readers}
    for _ in range(given.rounds):
        for name, command in readers.items():
            figures[name].append(megabytes_a_second(command))

    # Counted in bytes of the one file, of which nothing is read.
    answers = [megabytes_a_second([bench, "encode", secs, files[0]]) for _ in range(given.rounds)]
    encoding = Path(files[0]).stat().st_size / statistics.median(answers) * 1e3
    middle = {name: statistics.median(values) for name, values in figures.items()}
    size = sum(Path(name).stat().st_size for name in files) / len(files)
    print(f"{len(files)} bodies of {size:.0f} bytes on average\n")
    print("| reader | MB/s | ns a body | × jansson | × JSONDecoder |\n| --- | ---: | ---: | ---: | ---: |")
    for name, figure in middle.items():
        ratios = f"{figure / middle['jansson']:.2f} | {figure / middle['JSONDecoder']:.2f}"
        print(f"| {name} | {figure:.0f} | {size / figure * 1e3:.0f} | {ratios} |")
    parse = middle["JSONValue.parse"]
    show(
        [
            Target("JSONValue.parse beside jansson", parse / middle["jansson"], 1, is_most=False, unit="×"),
            Target("JSONValue.parse beside JSONDecoder", parse / middle["JSONDecoder"], 3, is_most=False, unit="×"),
            Target("writing an answer of two actions", encoding, 1000, unit="ns"),
        ]
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

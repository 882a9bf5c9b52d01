#!/usr/bin/env python3
"""Holds the sources to the rooms of scripts/rooms.txt.

  rooms.py arrows              imports and declared dependencies point to earlier rows only
  rooms.py foundation FOLDER   no Foundation in sources, or in the objects of the build folder, where the table says no
"""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)",
    re.MULTILINE,
)
# What the toolchain brings and any room may use.
TOOLCHAIN = {"Swift", "Glibc", "Synchronization", "Builtin"}
# What it brings for rooms that no live call passes through: those that may import Foundation.
OFF_THE_PATH = {"Dispatch"}
FOUNDATION = {"Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking"}
# Mangled names and the linker's marker of each Foundation module.
MODULES = "|".join(f"{len(name)}{name}" for name in sorted(FOUNDATION))
SYMBOL = re.compile(rf"\$s(?:{MODULES})|_FORCE_LOAD.*Foundation")


@dataclass
class Room:
    name: str
    row: int
    foundation: str


def main() -> int:
    match sys.argv[1:]:
        case ["arrows"]:
            faults = arrows(read_rooms())
        case ["foundation", folder]:
            faults = foundation(read_rooms(), Path(folder))
        case _:
            print(__doc__.strip(), file=sys.stderr)
            return 2
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def read_rooms() -> dict[str, Room]:
    rooms = {}
    for line in (ROOT / "scripts/rooms.txt").read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            row, name, free, _ = line.split(None, 3)
            rooms[name] = Room(name, int(row), free)
    return rooms


def sources(room: str) -> list[Path]:
    return sorted((ROOT / "Sources" / room).rglob("*.swift"))


def imports(path: Path) -> set[str]:
    return set(IMPORT.findall(path.read_text("utf-8")))


def declared() -> dict[str, set[str]]:
    """The dependencies of each target of Package.swift; what lies in Tests is no room."""
    command = ["swift", "package", "--package-path", str(ROOT), "dump-package"]
    package = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {
        target["name"]: {
            (dependency.get("byName") or dependency.get("target") or dependency.get("product"))[0]
            for dependency in target["dependencies"]
        }
        for target in package["targets"]
        if target["type"] != "test" and not (target.get("path") or "").startswith("Tests/")
    }


def arrows(rooms: dict[str, Room]) -> list[str]:
    targets = declared()
    faults = [f"scripts/rooms.txt: no target is called {name}" for name in rooms.keys() - targets.keys()]
    for name, dependencies in sorted(targets.items()):
        if name not in rooms:
            faults.append(f"Package.swift: {name} has no row in scripts/rooms.txt")
            continue
        faults += [
            f"Package.swift: {name} (row {rooms[name].row}) must not depend on {other} (row {rooms[other].row})"
            for other in sorted(dependencies & rooms.keys())
            if rooms[other].row >= rooms[name].row
        ]
        for path in sources(name):
            free = TOOLCHAIN | FOUNDATION | (OFF_THE_PATH if rooms[name].foundation == "yes" else set())
            for other in sorted(imports(path) - free - {name}):
                where = path.relative_to(ROOT)
                if other not in rooms:
                    faults.append(f"{where}: imports {other}, which is neither a room nor part of the toolchain")
                elif other not in dependencies:
                    faults.append(f"{where}: imports {other}, which Package.swift does not declare for {name}")
    return faults


def foundation(rooms: dict[str, Room], build: Path) -> list[str]:
    faults = []
    for room in rooms.values():
        if room.foundation != "no":
            continue
        for path in sources(room.name):
            if found := imports(path) & FOUNDATION:
                faults.append(f"{path.relative_to(ROOT)}: imports {', '.join(sorted(found))}")
        names = {path.name for path in sources(room.name)}
        objects = [path for path in (build / f"{room.name}.build").rglob("*.swift.o") if path.stem in names]
        if not objects:
            faults.append(f"{room.name}: no objects in {build}, build first")
            continue
        listing = subprocess.run(["nm", "-A", *map(str, objects)], check=True, capture_output=True, text=True).stdout
        for line in listing.splitlines():
            if SYMBOL.search(line):
                faults.append(f"{room.name}: {Path(line.partition(':')[0]).name} refers to {line.split()[-1]}")
                break
    return faults


if __name__ == "__main__":
    sys.exit(main())

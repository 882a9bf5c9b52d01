#!/usr/bin/env python3
"""Prints the failures and the closing line of a report of Swift Testing.

usage: unit_report.py LOG
"""

import sys
from pathlib import Path

FAILED, MARKS = "✘", ("✘", "✔", "◇", "↳", "⚠")


def main() -> int:
    closing, shown = "", False
    for line in Path(sys.argv[1]).read_text("utf-8", "replace").splitlines():
        if line.startswith(MARKS):
            shown = line.startswith((FAILED, "⚠")) or (shown and line.startswith("↳"))
        if " Test run with " in line:
            closing, shown = line, False
        elif shown:
            print(line)
    print(closing or "no tests were run")
    return 0 if closing else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Holds the JSON Schema that `hookline ncco schema` prints to the fixtures, with the package jsonschema.

    Tests/Schema/schema_judges_fixtures.py .build/release/hookline
"""

import json
import subprocess
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

FIXTURES = Path(__file__).parent.parent / "Fixtures" / "ncco"

# What a schema cannot tell: what comes before what, how long something is when it is written, well-formed markup.
BEYOND_A_SCHEMA = {
    "N011-barge-in-at-end.json",
    "N011-barge-in-then-connect.json",
    "N011-stream-barge-in-then-record.json",
    "N016-websocket-headers-too-long.json",
    "N018-ssml-not-closed.json",
}
# Of valid fixtures, those that the strict schema refuses: their warnings are about names, kinds and languages.
LENIENT_ONLY = {"N020", "N021", "N025", "N029", "N030"}


def schema(program, *options):
    run = subprocess.run([program, "ncco", "schema", *options], capture_output=True, check=True, timeout=30)
    document = json.loads(run.stdout)
    Draft202012Validator.check_schema(document)
    return Draft202012Validator(document)


def main(program):
    usual, strict = schema(program), schema(program, "--strict")
    faults = []
    expected = json.loads((FIXTURES / "valid" / "expected-warnings.json").read_text())
    for name, entry in expected.items():
        ncco = json.loads((FIXTURES / "valid" / name).read_text())
        for error in usual.iter_errors(ncco):
            faults.append(f"valid/{name}: refused: {error.json_path}: {error.message[:100]}")
        rules = {warning[:4] for warning in entry["warnings"]}
        if strict.is_valid(ncco) == bool(rules & LENIENT_ONLY):
            faults.append(f"valid/{name}: --strict {'accepts' if rules & LENIENT_ONLY else 'refuses'} it")
    judged = 0
    for entry in json.loads((FIXTURES / "invalid" / "expected.json").read_text()):
        name = entry["file"]
        try:
            ncco = json.loads((FIXTURES / "invalid" / name).read_text())
        except ValueError:
            continue  # not JSON
        judged += 1
        if usual.is_valid(ncco) != (name in BEYOND_A_SCHEMA):
            faults.append(f"invalid/{name}: {'accepted' if usual.is_valid(ncco) else 'refused'}")
    for fault in faults:
        print(fault)
    print(f"{len(expected)} valid and {judged} invalid NCCOs judged, {len(faults)} faults")
    return 1 if faults or judged < 80 or len(expected) < 70 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

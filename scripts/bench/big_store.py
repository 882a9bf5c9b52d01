"""Makes a small store a big one: many users and numbers, and a past call as often as is wanted."""

import base64
import hashlib
import json
import random
import shutil
import sqlite3
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from process import Broken, Process, free_port, hookline
from workload import fetch

FIRST_NUMBER = 14155500000
DAY_MS = 86_400_000


def grow(program: Path, small: Path, folder: Path, *, users: int, numbers: int, calls: int) -> None:
    """Copies the data of `small` to `folder` and fills it up.

    The rows of calls are those that the server itself made of one, each with ids and times of its own; that call was
    answered and has ended. Users and numbers are rows like those that the server made of furnish.py's.
    """
    shutil.copytree(small / "data", folder / "data")
    call = str(uuid.uuid4())
    make_call(program, folder, call)
    store = sqlite3.connect(folder / "data/hookline.db", isolation_level=None)
    store.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN")
    add_directory(store, users, numbers)
    add_calls(store, call, calls)
    store.execute("COMMIT")
    store.execute("PRAGMA journal_mode = WAL")
    store.close()


def make_call(program: Path, folder: Path, call: str) -> None:
    """Has the server answer and record one call."""
    port = free_port()
    with Process(hookline(program, folder, port), 0, folder / "grow.log") as process:
        process.wait_listening(port)
        base = f"http://127.0.0.1:{port}/webhooks"
        fetch(f"{base}/answer?from=447700900001&to=14155550007&uuid={call}&conversation_uuid=CON-{call}")
        event = {
            "from": "447700900001", "to": "14155550007", "uuid": call, "conversation_uuid": f"CON-{call}",
            "status": "completed", "direction": "inbound", "timestamp": "2026-01-01T12:00:10.000Z",
            "start_time": "2026-01-01T12:00:00.000Z", "end_time": "2026-01-01T12:00:10.000Z", "duration": "10",
        }  # fmt: skip
        fetch(f"{base}/event", json.dumps(event, separators=(",", ":")))
        # Whoever reads calls sees them settled, so they are in the tables now.
        pair = base64.b64encode(b"bench:bench-secret").decode()
        fetch(f"http://127.0.0.1:{port}/admin/v1/calls/{call}", headers={"Authorization": f"Basic {pair}"})


def add_directory(store: sqlite3.Connection, users: int, numbers: int) -> None:
    """Numbers from FIRST_NUMBER on, each linked to a user that has no other; those that were there are left out."""
    ids = [f"USR-{new_uuid()}" for _ in range(users)]
    names = ((user, f"user-{place:07}") for place, user in enumerate(ids))
    rows = ((user, name, name) for user, name in names)
    copy_rows(store, "users", "name = 'Alice'", ("id", "name", "name_key"), rows)
    store.execute("CREATE TEMP TABLE model AS SELECT * FROM numbers LIMIT 1")
    (digits,) = store.execute("SELECT digits FROM model").fetchone()
    store.execute("DELETE FROM numbers WHERE digits <> ?", [digits])
    step = max(1, users // numbers)
    rows = ((str(FIRST_NUMBER + place), ids[place * step % users]) for place in range(numbers))
    others = (row for row in rows if row[0] != digits)
    copy_rows(store, "numbers", f"digits = '{digits}'", ("digits", "user_id"), others)


def add_calls(store: sqlite3.Connection, call: str, calls: int) -> None:
    """Past calls of the last thirty days, oldest first."""
    (call_id, record) = only(store, "SELECT id, record FROM calls WHERE uuid = ?", uuid.UUID(call).bytes)
    (request,) = only(store, "SELECT request FROM answers WHERE call_id = ?", call_id)
    (body,) = only(store, "SELECT body FROM events WHERE call_id = ?", call_id)
    now = int(time.time() * 1000)
    first = now - 30 * DAY_MS
    added = [(new_uuid(), first + place * 29 * DAY_MS // calls) for place in range(calls)]
    (next_call,) = only(store, "SELECT max(id) + 1 FROM calls")
    old = call.encode()
    copy_rows(
        store, "calls", f"id = {call_id}",
        ("id", "uuid", "conversation", "started_at", "last_heard_at", "created_at", "record"),
        (
            (next_call + place, uuid.UUID(other).bytes, uuid.UUID(other).bytes, at, at, at,
             record.replace(old, other.encode()))
            for place, (other, at) in enumerate(added)
        ),
    )  # fmt: skip
    keys = sorted((uuid.UUID(other).bytes, next_call + place) for place, (other, _) in enumerate(added))
    store.executemany("INSERT INTO call_keys (uuid, call_id) VALUES (?, ?)", keys)
    store.executemany("INSERT INTO conversation_keys (conversation, call_id) VALUES (?, ?)", keys)
    store.execute("UPDATE settings SET value = ? WHERE name = 'keyed_calls'", [str(next_call + calls - 1)])
    copy_rows(
        store, "answers", f"call_id = {call_id}", ("id", "call_id", "request", "received_at"),
        (
            (None, next_call + place, request.replace(old, other.encode()), at)
            for place, (other, at) in enumerate(added)
        ),
    )  # fmt: skip

    def events() -> Iterator[tuple]:
        for place, (other, at) in enumerate(added):
            text = body.replace(old, other.encode())
            yield None, next_call + place, at, at, hashlib.sha256(text).digest(), text

    columns = ("id", "call_id", "happened_at", "received_at", "digest", "body")
    copy_rows(store, "events", f"call_id = {call_id}", columns, events())


def copy_rows(store: sqlite3.Connection, table: str, model: str, columns: tuple, rows) -> None:
    """Adds the row that `model` finds again and again, each time with other values in these columns."""
    cursor = store.execute(f"SELECT * FROM {table} WHERE {model}")
    names = [one[0] for one in cursor.description]
    found = dict(zip(names, cursor.fetchone(), strict=True))
    fixed = {name: value for name, value in found.items() if name not in columns and name != "seq"}
    kept = [*columns, *fixed]
    values = ["?"] * len(columns) + [f"?{len(columns) + place + 1}" for place in range(len(fixed))]
    tail = tuple(fixed.values())
    sql = f"INSERT INTO {table} ({', '.join(kept)}) VALUES ({', '.join(values)})"
    store.executemany(sql, (row + tail for row in rows))


def only(store: sqlite3.Connection, sql: str, *values) -> tuple:
    row = store.execute(sql, values).fetchone()
    if row is None:
        raise Broken(f"the call that was to be copied is not in the store: {sql}")
    return row


def new_uuid() -> str:
    return str(uuid.UUID(int=random.getrandbits(128), version=4))

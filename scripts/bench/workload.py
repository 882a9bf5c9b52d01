"""What every server of a run is asked."""

import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import Protocol

from process import Broken
from wrk import new_base

# ID stands for a call id that no earlier request of any run had: a server that knows repeats must not meet one.
QUERY = "from=447700900001&to=14155550007&uuid=ID&conversation_uuid=CON-ID"
EVENT = (
    '{"headers":{},"from":"447700900001","to":"14155550007","uuid":"ID",'
    '"conversation_uuid":"CON-ID","status":"answered","direction":"inbound",'
    '"timestamp":"2026-01-01T12:00:00.000Z","rate":"0.00720000","price":"0.00120000","network":"23420",'
    '"start_time":"2026-01-01T12:00:00.000Z","duration":"10"}'
)


class Workload(Protocol):
    name: str
    # Of the folder lua.
    script: str

    def settings(self, turn: str, seconds: int) -> dict[str, str]:
        """What the script is to know for so many seconds. Servers that have the same turn are asked the same."""

    def probe(self, base: str) -> None:
        """Asks the server at `base` (an URL) once, and fails unless the answer is what the platform needs."""


@dataclass
class Fresh:
    """Answer webhooks (GET), or event webhooks when there is a body (POST)."""

    name: str
    target: str
    body: str | None = None
    pipeline: int = 1
    more: dict[str, str] = field(default_factory=dict)
    script = "fresh"

    def settings(self, turn: str, seconds: int) -> dict[str, str]:
        settings = {
            "BENCH_BASE": new_base(),
            "BENCH_METHOD": "GET" if self.body is None else "POST",
            "BENCH_TARGET": self.target,
            "BENCH_PIPELINE": str(self.pipeline),
        }
        return settings | ({} if self.body is None else {"BENCH_BODY": self.body}) | self.more

    def probe(self, base: str) -> None:
        call = str(uuid.uuid4())
        first = self.more.get("BENCH_FIRST_NUMBER", "")
        target = self.target.replace("ID", call).replace("NUMBER", first)
        answer = fetch(base + target, None if self.body is None else self.body.replace("ID", call))
        if self.body is None:
            expect_ncco(answer)


def answers(target: str = f"/webhooks/answer?{QUERY}", **more) -> Fresh:
    return Fresh("answer", target, **more)


def events(target: str = "/webhooks/event", **more) -> Fresh:
    return Fresh("event", target, EVENT, **more)


def fetch(url: str, body: str | None = None, headers: dict[str, str] | None = None) -> bytes:
    headers = (headers or {}) | {"Content-Type": "application/json"}
    request = urllib.request.Request(url, body.encode() if body else None, headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=5) as answer:
        return answer.read()


def expect_ncco(answer: bytes) -> None:
    if b'"action"' not in answer:
        raise Broken(f"no NCCO in the answer: {answer[:200]!r}")

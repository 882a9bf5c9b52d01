#!/usr/bin/env python3
"""Answer webhooks that are signed, beside the C floor, which gets the same requests and verifies nothing.

usage: signed.py HOOKLINE FOLDER [--rounds 5] [--secs 3] [--most 250000] ...

The requests are signed before each round and read from a file; none is sent to the same server twice. The server
decides only (--records off). FOLDER holds the data folder of furnish.py.
"""

import argparse
import base64
import hmac
import random
import shlex
import sqlite3
import tempfile
import time
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path

from peers import peers
from process import free_port, hookline
from program import run
from rounds import Contestant, Rounds, medians, report
from targets import Target, show
from workload import expect_ncco, fetch

SECRET = "signature-secret-of-the-benchmark-0001"
SIGNED_REQUEST = "GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"


class Signed:
    """Signed answer webhooks, each with a call, a conversation and a `jti` of its own."""

    name = "signed answer"
    script = "ready"

    def __init__(self, folder: Path, application: str, most: int):
        self._folder, self._application, self._most = folder, application, most
        self._header = encoded(b'{"typ":"JWT","alg":"HS256"}')
        self._key = SECRET.encode()

    def settings(self, turn: str, seconds: int) -> dict[str, str]:
        file = self._folder / f"requests.{turn}"
        if not file.exists():
            for earlier in self._folder.glob("requests.*"):
                if earlier.name.split(".")[1] != turn.split(".")[0]:
                    earlier.unlink()
            # A thousand at a time; each process that makes them draws ids of its own.
            with file.open("wb") as output, Pool(initializer=random.seed) as pool:
                output.writelines(pool.imap(self._requests, [1000] * (self._most * seconds // 1000)))
        return {"BENCH_REQUESTS": str(file), "BENCH_REQUEST_SIZE": str(len(self._request()))}

    def probe(self, base: str) -> None:
        target, token = self._signed()
        expect_ncco(fetch(base + target, headers={"Authorization": f"Bearer {token}"}))

    def _requests(self, count: int) -> bytes:
        return b"".join(self._request() for _ in range(count))

    def _request(self) -> bytes:
        target, token = self._signed()
        return SIGNED_REQUEST.format(target=target, token=token).encode()

    def _signed(self) -> tuple[str, str]:
        """A target, and the token that goes with it: the hash is that of the query as one JSON object."""
        call, conversation, token_id = new_uuid(), new_uuid(), new_uuid()
        payload = (
            f'{{"from":"447700900001","to":"14155550007","uuid":"{call}","conversation_uuid":"CON-{conversation}"}}'
        )
        claims = (
            f'{{"iat":{int(time.time())},"jti":"{token_id}","iss":"Vonage",'
            f'"payload_hash":"{sha256(payload.encode()).hexdigest()}","api_key":"bench",'
            f'"application_id":"{self._application}"}}'
        )
        covered = self._header + b"." + encoded(claims.encode())
        token = covered + b"." + encoded(hmac.digest(self._key, covered, "sha256"))
        target = f"/webhooks/answer?from=447700900001&to=14155550007&uuid={call}&conversation_uuid=CON-{conversation}"
        return target, token.decode()


def encoded(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def new_uuid() -> str:
    digits = f"{random.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


def main() -> None:
    options = parse_options()
    store = sqlite3.connect(f"file:{options.folder}/data/hookline.db?mode=ro", uri=True)
    (application,) = store.execute("SELECT id FROM applications").fetchone()
    store.close()
    port = free_port()
    settings = {"SIGNATURE_SECRET": SECRET, "SIGNED_WEBHOOKS": "required"}
    command = hookline(options.hookline, options.folder, port, "--records", "off", **settings)
    ours = Contestant("hookline", shlex.join(command), port)
    with tempfile.TemporaryDirectory(prefix="signed-", dir=options.folder) as name:
        folder = Path(name)
        rounds = Rounds.of(options, Signed(folder, application, options.most), folder)
        theirs, missing = peers(["c"], folder, "")
        runs, failed = rounds.run([ours, *theirs])
    report(rounds, runs, missing | failed, "hookline")
    middle = medians(runs)
    if "c" in middle and "hookline" in middle:
        show([Target("CPU of a signed answer, times the C floor's", middle["hookline"].cpu / middle["c"].cpu, 1.5)])


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hookline", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=250_000, help="requests to sign for each second (default: 250000)")
    Rounds.add_options(parser)
    parser.set_defaults(secs=3)
    return parser.parse_args()


if __name__ == "__main__":
    run(main)

"""Measures handshakes and requests over TLS; see the script `tls` beside this file."""

import argparse
import os
import re
import statistics
import subprocess
import tempfile

from process import Process, cpu, free_port
from program import run

parser = argparse.ArgumentParser()
parser.add_argument("hookline")
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--secs", type=int, default=5)
parser.add_argument("--connections", type=int, default=64)
options = parser.parse_args()

SERVER_CORE, LOAD_CORE = 0, 1 if (os.cpu_count() or 1) > 1 else 0


def start(command, port, **options):
    process = Process(command, SERVER_CORE, **options)
    process.wait_listening(port)
    return process


def load(command):
    done = subprocess.run(["taskset", "-c", str(LOAD_CORE)] + command, capture_output=True, text=True)
    return done.stdout + done.stderr


def certificate(folder, kind):
    cert, key = f"{folder}/{kind}.pem", f"{folder}/{kind}.key"
    algorithm = ["rsa:2048"] if kind == "rsa" else ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", *algorithm, "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", key, "-out", cert], check=True, stderr=subprocess.DEVNULL)
    return cert, key


def hookline(folder, cert, key):
    environment = dict(os.environ, HOME=folder, HOOKLINE_API_KEY="bench", HOOKLINE_API_SECRET="bench-secret")
    plain, secure = free_port(), free_port()
    command = [options.hookline, "serve", "--data", ":memory:", "--loops", "1", "--log-level", "error",
               "--listen", f"127.0.0.1:{plain}", "--tls-listen", f"127.0.0.1:{secure}",
               "--tls-cert", cert, "--tls-key", key]
    return start(command, secure, environment=environment), plain, secure


def handshakes(process, port, version):
    """Microseconds of the server's CPU for one full handshake."""
    before = sum(cpu(process.pid))
    text = load(["openssl", "s_time", "-connect", f"127.0.0.1:{port}", "-new", "-time", str(options.secs), version])
    # s_time counts by its own CPU time; the number of connections is what is wanted.
    count = int(re.search(r"(\d+) connections in \d+ real seconds", text).group(1))
    return (sum(cpu(process.pid)) - before) / count * 1e6


def requests(process, url):
    """Requests a second, and microseconds of the server's CPU for one."""
    before = sum(cpu(process.pid))
    text = load(["wrk", "-t1", f"-c{options.connections}", f"-d{options.secs}s", url])
    count = int(re.search(r"(\d+) requests in", text).group(1))
    rate = float(re.search(r"Requests/sec: +([\d.]+)", text).group(1))
    return rate, (sum(cpu(process.pid)) - before) / count * 1e6


def table(title, rows):
    print(f"\n{title}")
    for name, text in rows:
        print(f"  {name:<34}{text}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("ec", "rsa"):
            cert, key = certificate(folder, kind)
            port = free_port()
            ours, plain, secure = hookline(folder, cert, key)
            theirs = start(
                ["openssl", "s_server", "-accept", str(port), "-cert", cert, "-key", key, "-quiet",
                 "-num_tickets", "1"], port, stdin=subprocess.PIPE)
            try:
                for version in ("-tls1_2", "-tls1_3"):
                    found = [(handshakes(ours, secure, version), handshakes(theirs, port, version))
                             for _ in range(options.rounds)]
                    one, other = (statistics.median(column) for column in zip(*found))
                    table(f"full handshakes, {kind}, {version[1:]}: µs of CPU", [
                        ("hookline", f"{one:8.0f}"), ("openssl s_server", f"{other:8.0f}"),
                        ("ratio (at most 1.2)", f"{one / other:8.2f}")])
                if kind == "ec":
                    found = [requests(ours, f"http://127.0.0.1:{plain}/healthz")
                             + requests(ours, f"https://127.0.0.1:{secure}/healthz") for _ in range(options.rounds)]
                    rate, cost, tls_rate, tls_cost = (statistics.median(column) for column in zip(*found))
                    table(f"kept connections, {options.connections}: requests a second, µs of CPU", [
                        ("plain", f"{rate:8.0f} {cost:8.2f}"), ("TLS", f"{tls_rate:8.0f} {tls_cost:8.2f}"),
                        ("ratio (at least 0.6)", f"{tls_rate / rate:8.2f}"),
                        ("by CPU", f"{cost / tls_cost:8.2f}")])
            finally:
                for process in (ours, theirs):
                    process.stop()


run(main)

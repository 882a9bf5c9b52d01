"""A server's process while it is measured: pinned to one core, and asked what it uses of the machine."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests/Cases"))

from runner.ports import free_port  # noqa: E402, F401

TICK = os.sysconf("SC_CLK_TCK")


class Broken(Exception):
    """Something that was to be measured could not be."""


class Process:
    """A program that was started here, and is stopped by `with`."""

    def __init__(self, command: list[str], core: int, log: Path | None = None, environment: dict | None = None, **more):
        self.command, self._log = command, log
        with open(log or os.devnull, "wb") as output:
            self._child = subprocess.Popen(
                command,
                stdout=output,
                stderr=output,
                env=environment,
                preexec_fn=lambda: os.sched_setaffinity(0, {core}),
                **{"stdin": subprocess.DEVNULL} | more,
            )

    @property
    def pid(self) -> int:
        return self._child.pid

    def wait_listening(self, port: int, within_s: float = 60, pause_s: float = 0.005) -> None:
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            self.check()
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
                return
            except OSError:
                time.sleep(pause_s)
        raise Broken(f"nothing listens on {port}: {' '.join(self.command)}")

    def check(self) -> None:
        """Fails when it has ended by itself."""
        if self._child.poll() is not None:
            words = self._log.read_text("utf-8", "replace").strip()[-400:] if self._log else ""
            raise Broken(f"it ended: {words or ' '.join(self.command)}")

    def stop(self) -> None:
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
        try:
            self._child.wait(30)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def hookline(program: Path, folder: Path, port: int, *words: str, **settings: str) -> list[str]:
    """The command of a server over `folder`/data, with further words, and settings named without HOOKLINE_.

    Webhooks need not be signed unless a setting says so.
    """
    settings = {"API_KEY": "bench", "API_SECRET": "bench-secret", "SIGNED_WEBHOOKS": "off"} | settings
    variables = [f"HOOKLINE_{name}={value}" for name, value in settings.items()]
    serve = ["serve", "--data", f"{folder}/data", "--listen", f"127.0.0.1:{port}", "--log-level", "warning"]
    return ["env", f"HOME={folder}", *variables, str(program), *serve, *words]


def cpu(pid: int) -> tuple[float, float]:
    """Seconds of CPU so far: its own, and the kernel's for it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / TICK, int(fields[12]) / TICK


def machine_cpu() -> float:
    """Seconds of CPU that everything on this machine has used since it was started."""
    with open("/proc/stat") as file:
        fields = [int(field) for field in file.readline().split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICK  # all but idle and iowait


def memory(pid: int, what: str = "VmRSS") -> int:
    """KiB; 0 where the kernel does not say."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(what):
            return int(line.split()[1])
    return 0

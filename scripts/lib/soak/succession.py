"""A server that another process takes over from: who serves, and who has gone."""

import ctypes
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from server import Broken

PR_SET_CHILD_SUBREAPER = 36


def adopt_successors() -> None:
    """The process that takes over is an orphan once its parent has gone; so it becomes ours, and can be waited for."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def pid_of(data: Path) -> int:
    """Who holds the data folder; 0 for nobody."""
    try:
        return int((data / "lock").read_text().strip() or 0)
    except (OSError, ValueError):
        return 0


def is_alive(pid: int) -> bool:
    """Takes note of its end when it is a child by now."""
    try:
        ended, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return Path(f"/proc/{pid}").exists()
    if ended and status:
        raise Broken(f"process {pid} ended with {os.waitstatus_to_exitcode(status)}")
    return not ended


def replace(data: Path, last_words: Callable[[], str], within_s: float = 20) -> float:
    """Milliseconds from the signal to the old process's end."""
    old = pid_of(data)
    began = time.monotonic()
    os.kill(old, signal.SIGUSR2)
    while time.monotonic() - began < within_s:
        if not is_alive(old) and pid_of(data) not in (0, old):
            return (time.monotonic() - began) * 1000
        time.sleep(0.002)
    raise Broken(f"process {old} was not replaced within {within_s:g} s: {last_words()}")


def end(pid: int, within_s: float = 15) -> None:
    """Tells it to stop, and waits until it has."""
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + within_s
    while is_alive(pid):
        if time.monotonic() > deadline:
            raise Broken("the server did not end after SIGTERM")
        time.sleep(0.01)

"""Ports of loopback for servers that stop and start again.

They lie below those that the system hands out by itself (from 32768 on), so that nobody gets one in between.
"""

import errno
import os
import random
import socket

PORTS = range(20000, 32000)
SLOT = 1000

_chosen = PORTS
_turn = random.randrange(len(PORTS))


def choose_ports(slot: int) -> None:
    """Each worker has a thousand ports of its own."""
    global _chosen
    first = slot * SLOT % len(PORTS)
    _chosen = PORTS[first : first + SLOT]


def free_port() -> int:
    """One that is free now; the next call gives another."""
    global _turn
    for _ in _chosen:
        _turn += 1
        port = _chosen[_turn % len(_chosen)]
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))

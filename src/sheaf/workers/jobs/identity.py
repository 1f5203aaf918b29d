"""What a worker is called, and whether the worker of a name is dead for certain."""

from __future__ import annotations

import hashlib
import os
import socket
from pathlib import Path

from sheaf.deposit.jobs.contract import WORKER_KEY

LONGEST_HOST = 100


def own_name(number: int = 0) -> str:
    """Host and process, for people, and behind it what tells this process from all others; the
    number tells apart several workers in it."""
    host = socket.gethostname()[:LONGEST_HOST]
    here = os.getpid()
    return f"{host}, process {here}{WORKER_KEY}{_machine()}.{here}.{_started(here)}.{number}"


def is_dead(name: str) -> bool:
    """Only what is certain: it was a process of this machine, and is none any more."""
    machine, *numbers = name.partition(WORKER_KEY)[2].split(".")
    if machine != _machine() or len(numbers) != 3 or not numbers[0].isdecimal():
        return False
    return _started(int(numbers[0])) != numbers[1]


def _machine() -> str:
    """This machine since it was started; another in each container, for its processes count by
    themselves."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
        space = os.readlink("/proc/self/ns/pid")
    except OSError:
        return f"unknown-{os.getpid()}"
    return hashlib.sha256(f"{boot}{space}".encode()).hexdigest()[:16]


def _started(process: int) -> str:
    """When it was started, in ticks; empty where there is none. A dead one that nobody has taken
    notice of is none."""
    try:
        words = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if words[0] in ("Z", "X") else words[19]

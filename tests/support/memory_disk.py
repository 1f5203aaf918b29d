"""Where tests put their files: into memory, where there is plenty of it.

A library has what it wrote on the disk before it says so: a test that makes one and imports
something waits for the disk half a hundred times, and all tests together for minutes. No test can
tell a disk from memory: that takes a power cut.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

FOLDER = Path("/dev/shm")
MEMINFO = Path("/proc/meminfo")
ENOUGH = 6 * 1024**3  # bytes: a run of all tests puts no more than a third of this there


def memory_disk(folder: Path = FOLDER, enough: int = ENOUGH) -> Path | None:
    """Nothing where it is small, or where no program may be run: containers often have such."""
    try:
        told = os.statvfs(folder)
        available = re.search(r"^MemAvailable: +(\d+) kB", MEMINFO.read_text(), re.MULTILINE)
    except OSError:
        return None
    if told.f_flag & (os.ST_NOEXEC | os.ST_RDONLY) or available is None:
        return None
    room = min(told.f_bavail * told.f_frsize, int(available[1]) * 1024)
    return folder if room >= enough else None

"""`sheaf serve` in a process of its own, with what it writes to its terminal kept in a file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

WITHIN = 30.0


@dataclass(frozen=True)
class RealServer:
    url: str
    log: Path
    process: subprocess.Popen[bytes]

    def ask(self, path: str, data: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and text of an answer; an error is an answer too."""
        body = None if data is None else urllib.parse.urlencode(data).encode()
        try:
            with urllib.request.urlopen(self.url + path, body, timeout=WITHIN) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()

    def written(self) -> str:
        return self.log.read_text()


@contextmanager
def real_server(folder: Path, log: Path, **variables: str) -> Iterator[RealServer]:
    command = [sys.executable, "-m", "sheaf.cli", "serve", "--library", str(folder), "--port", "0"]
    env = {**os.environ, **variables}
    with log.open("w") as stream, subprocess.Popen(command, stderr=stream, env=env) as process:
        try:
            yield RealServer(_address(log, process), log, process)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(WITHIN)
            except subprocess.TimeoutExpired:
                process.kill()


def _address(log: Path, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        if found := re.search(r"Serving at (http://\S+)/ ", log.read_text()):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"the server did not start: {log.read_text()}")

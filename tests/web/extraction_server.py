"""`sheaf serve --extractor` in a process of its own, asked by real clients."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WITHIN = 60.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Extractor:
    url: str
    log: Path
    state: Path
    process: subprocess.Popen[bytes]

    def ask(self, path: str, data: bytes | None = None, method: str = "", **headers: str) -> Answer:
        request = urllib.request.Request(
            self.url + path,
            data,
            {name.replace("_", "-"): value for name, value in headers.items()},
            method=method or ("GET" if data is None else "POST"),
        )
        try:
            with urllib.request.urlopen(request, timeout=WITHIN) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as answer:
            return Answer(answer.code, answer.headers, answer.read())

    def send_form(
        self,
        path: str,
        field: str,
        data: bytes,
        name: str = "a.pdf",
        *,
        method: str = "POST",
        **values: str,
    ) -> Answer:
        border = b"a-border-of-this-form"
        parts = [
            b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (key.encode(), value.encode())
            for key, value in values.items()
        ]
        head = f'Content-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'
        parts.append(head.encode() + data)
        body = b"".join(b"--%s\r\n%s\r\n" % (border, part) for part in parts)
        kind = f"multipart/form-data; boundary={border.decode()}"
        return self.ask(path, body + b"--%s--\r\n" % border, method, Content_Type=kind)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()


@contextmanager
def extractor(folder: Path, **settings: Any) -> Iterator[Extractor]:
    """`settings` by their names with underscores: service_queue=1."""
    log = folder / "log"
    command = [sys.executable, "-m", "sheaf.cli", "serve", "--extractor", "--port", "0"]
    chosen = {f"SHEAF_{name.upper()}": str(value) for name, value in settings.items()}
    env = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), **chosen}
    with log.open("w") as stream, subprocess.Popen(command, stderr=stream, env=env) as process:
        made = Extractor(_address(log, process), log, folder / "state", process)
        try:
            yield made
        finally:
            made.stop()


def _address(log: Path, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        if found := re.search(r"Serving at (http://\S+)/ ", log.read_text()):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"the service did not start: {log.read_text()}")


def workers_of(service: Extractor) -> list[int]:
    main = service.process.pid
    found = Path(f"/proc/{main}/task").glob("*/children")
    return [int(word) for path in found for word in path.read_text().split()]

"""A client of the extraction service, for other programs: nothing but the standard library.

    from sheaf.client import ExtractionClient

    client = ExtractionClient("http://127.0.0.1:8642")
    paper = client.extract("paper.pdf")["paper"]

It may be copied out of Sheaf: it imports nothing of it.
"""

from __future__ import annotations

import json
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST_PAUSE = 60.0
# Between two questions after a job.
FIRST_PAUSE, MOST_POLL = 0.2, 5.0
BUSY = frozenset({429, 503})


class ExtractionError(Exception):
    """The service said no. `reason` is one of its words for why a file is refused."""

    def __init__(self, status: int, words: str, reason: str = "") -> None:
        super().__init__(words)
        self.status, self.reason = status, reason


@dataclass(frozen=True, slots=True)
class ExtractionClient:
    """`key` is an API key, where the service asks for one. A service that is busy is asked again,
    `tries` times in all."""

    url: str
    key: str = field(default="", repr=False)
    seconds: float = 300.0
    tries: int = 5

    def extract(self, file: str | Path | bytes, **options: Any) -> dict[str, Any]:
        """What a file says, in one go. Options are those of the API: parts, reextract, ..."""
        answer: dict[str, Any] = json.loads(self._send("/extract", _read(file), options))
        return answer

    def extract_as(self, form: str, file: str | Path | bytes, **options: Any) -> str:
        """The same in another format: tei, bibtex, ..."""
        return self._send("/extract", _read(file), {**options, "format": form}).decode()

    def extract_url(self, url: str, **options: Any) -> dict[str, Any]:
        """What a file on the web says; the service fetches it."""
        answer: dict[str, Any] = json.loads(self._send_json("/extract", {"url": url}, options))
        return answer

    def parse_references(self, references: Iterable[str]) -> list[dict[str, Any]]:
        """Reference strings in their fields, in their order."""
        sent = {"references": list(references)}
        items: list[dict[str, Any]] = json.loads(self._send_json("/references/parse", sent))[
            "items"
        ]
        return items

    def send(self, file: str | Path | bytes, **options: Any) -> str:
        """Keeps a file at the service for a while; its token."""
        answer = json.loads(self._send("/extractions", _read(file), options))
        return str(answer["items"][0]["token"])

    def paper(self, token: str, **options: Any) -> dict[str, Any]:
        """What a file says that was sent before."""
        path = f"/extractions/{urllib.parse.quote(token, safe='')}/paper"
        answer: dict[str, Any] = json.loads(self._ask("GET", path, options))
        return answer

    def text(self, token: str) -> str:
        path = f"/extractions/{urllib.parse.quote(token, safe='')}/text"
        return self._ask("GET", path, {}).decode()

    def remove(self, token: str) -> None:
        self._ask("DELETE", f"/extractions/{urllib.parse.quote(token, safe='')}", {})

    def submit(self, *files: str | Path | bytes, **options: Any) -> str:
        """Files to be read later, as many as take long: the job, which is asked for results."""
        data, kind = _as_form(files)
        answer = self._ask("POST", "/extract", options, data, kind, {"Prefer": "respond-async"})
        return str(json.loads(answer)["job"])

    def job(self, job: str) -> dict[str, Any]:
        """How far it has come: `state`, and the same of each of its `items`."""
        answer: dict[str, Any] = json.loads(self._ask("GET", _job_path(job), {}))
        return answer

    def wait(self, job: str, seconds: float = 3600.0) -> dict[str, Any]:
        """The job once it is done. TimeoutError where that takes longer."""
        end, pause = time.monotonic() + seconds, FIRST_PAUSE
        while (found := self.job(job))["state"] != "done":
            if time.monotonic() + pause > end:
                raise TimeoutError(f"The job is not done after {seconds:g} s.")
            time.sleep(pause)
            pause = min(2 * pause, MOST_POLL)
        return found

    def result(self, job: str, number: int, **options: Any) -> dict[str, Any]:
        """What a file of a job says, by its number from 0."""
        path = f"{_job_path(job)}/results/{number:d}"
        answer: dict[str, Any] = json.loads(self._ask("GET", path, options))
        return answer

    def remove_job(self, job: str) -> None:
        self._ask("DELETE", _job_path(job), {})

    # -- requests ----------------------------------------------------------------------------------

    def _send(self, path: str, data: bytes, options: Mapping[str, Any]) -> bytes:
        return self._ask("POST", path, options, data, "application/octet-stream")

    def _send_json(self, path: str, sent: Any, options: Mapping[str, Any] | None = None) -> bytes:
        return self._ask("POST", path, options or {}, json.dumps(sent).encode(), "application/json")

    def _ask(
        self,
        method: str,
        path: str,
        options: Mapping[str, Any],
        data: bytes | None = None,
        kind: str = "",
        more: Mapping[str, str] | None = None,
    ) -> bytes:
        query = urllib.parse.urlencode({name: _as_text(one) for name, one in options.items()})
        address = f"{self.url.rstrip('/')}/api/v1{path}" + (f"?{query}" if query else "")
        headers = {**({"Content-Type": kind} if kind else {}), **(more or {})}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(  # noqa: S310 - whose address it is said so
            address, data, headers, method=method
        )
        for left in reversed(range(self.tries)):
            try:
                with urllib.request.urlopen(  # noqa: S310 - as above
                    request, timeout=self.seconds
                ) as answer:
                    body: bytes = answer.read()
                    return body
            except urllib.error.HTTPError as problem:
                if problem.code not in BUSY or not left:
                    raise _as_error(problem) from None
                pause = problem.headers.get("Retry-After", "1")
                problem.close()
                time.sleep(min(MOST_PAUSE, float(pause) if pause.isdigit() else 1.0))
        raise AssertionError("the last try answers or raises")


def _job_path(job: str) -> str:
    return f"/extract/jobs/{urllib.parse.quote(job, safe='')}"


def _as_form(files: Iterable[str | Path | bytes]) -> tuple[bytes, str]:
    border = secrets.token_hex(16)
    parts = []
    for file in files:
        name = "upload" if isinstance(file, bytes) else Path(file).name
        shown = re.sub(r'[\x00-\x1f"\\]', "_", name)
        head = f'Content-Disposition: form-data; name="file"; filename="{shown}"\r\n\r\n'
        parts.append(f"--{border}\r\n{head}".encode() + _read(file) + b"\r\n")
    parts.append(f"--{border}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={border}"


def _read(file: str | Path | bytes) -> bytes:
    return file if isinstance(file, bytes) else Path(file).read_bytes()


def _as_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_error(problem: urllib.error.HTTPError) -> ExtractionError:
    with problem:
        written = problem.read()
    try:
        told = json.loads(written)
        words = told.get("detail") or told.get("error") or problem.reason
        return ExtractionError(problem.code, str(words), str(told.get("reason", "")))
    except (ValueError, AttributeError):
        return ExtractionError(problem.code, written.decode("utf-8", "replace")[:500])

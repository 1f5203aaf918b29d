"""Tells somebody else's server that a job has ended: JSON by POST, signed, tried a few times.

    {"library": "mylib", "number": 7, "kind": "import", "title": ..., "owner": ..., "state": "done",
     "words": ..., "problem": ..., "counters": {...}, "run": 3, "finished": "2026-05-01T02:07:11Z"}

It is posted in a thread of its own, so that no job waits for it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import queue
import threading
from typing import Any
from urllib.parse import urlsplit

import pycurl

from sheaf import __version__
from sheaf.deposit.jobs.contract import JobInfo

SIGNATURE = "X-Sheaf-Signature"
TRIES = 3
PAUSE = 2.0  # seconds before the second try; before the third twice as long
SECONDS = 10  # for one try
MOST_WAITING = 1000
Result = tuple[int, str]  # the number of a job, and what became of its message


class Webhook:
    def __init__(self, url: str, secret: str, library: str, *, pause: float = PAUSE) -> None:
        self._url, self._secret, self._library, self._pause = url, secret, library, pause
        self._waiting: queue.Queue[tuple[int, bytes] | None] = queue.Queue(MOST_WAITING)
        self._results: queue.Queue[Result] = queue.Queue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._post_all, name="webhook", daemon=True)
        self._thread.start()

    def post(self, job: JobInfo) -> None:
        """As soon as those before it are posted; where a thousand wait, not at all."""
        try:
            self._waiting.put_nowait((job.number, describe(job, self._library)))
        except queue.Full:
            self._results.put((job.number, "not posted to the webhook: too many wait for it"))

    def results(self) -> list[Result]:
        """What became of messages since this was asked last."""
        found = []
        while not self._results.empty():
            found.append(self._results.get_nowait())
        return found

    def close(self, seconds: float = SECONDS) -> None:
        """What waits is still posted, once, for so long."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        try:
            self._waiting.put_nowait(None)
        except queue.Full:
            return
        self._thread.join(seconds)

    def _post_all(self) -> None:
        while (item := self._waiting.get()) is not None:
            number, body = item
            self._results.put((number, self._post(body)))

    def _post(self, body: bytes) -> str:
        host = urlsplit(self._url).hostname
        words = ""
        for attempt in range(TRIES):
            words = self._try(body)
            if not words:
                return f"posted to the webhook at {host}"
            if self._stopping.wait(self._pause * 2**attempt) or attempt == TRIES - 1:
                break
        return f"not posted to the webhook at {host}: {words}"

    def _try(self, body: bytes) -> str:
        """What was wrong; nothing if it was taken."""
        headers = ["Content-Type: application/json", f"User-Agent: sheaf/{__version__}"]
        if self._secret:
            headers.append(f"{SIGNATURE}: sha256={sign(body, self._secret)}")
        request = pycurl.Curl()
        try:
            request.setopt(pycurl.URL, self._url)
            request.setopt(pycurl.PROTOCOLS, pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS)
            request.setopt(pycurl.POSTFIELDS, body)
            request.setopt(pycurl.HTTPHEADER, headers)
            request.setopt(pycurl.TIMEOUT, SECONDS)
            request.setopt(pycurl.NOSIGNAL, 1)
            request.setopt(pycurl.WRITEFUNCTION, len)  # what it answers is of no interest
            request.perform()
            status = request.getinfo(pycurl.RESPONSE_CODE)
        except pycurl.error as problem:
            return str(problem.args[-1])
        finally:
            request.close()
        return "" if 200 <= status < 300 else f"it answered {status}"


def sign(body: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def describe(job: JobInfo, library: str) -> bytes:
    told: dict[str, Any] = {
        "library": library,
        "number": job.number,
        "kind": job.kind,
        "title": job.title,
        "owner": job.owner,
        "state": job.state,
        "words": job.words,
        "problem": job.problem,
        "counters": job.counters,
        "run": job.run,
        "finished": job.finished and job.finished.isoformat(),
    }
    return json.dumps(told).encode()

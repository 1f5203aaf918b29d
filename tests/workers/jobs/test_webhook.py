"""The webhook: what is posted, signed, tried again, and noted in the log of the job."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from support.job_kinds import worker_of

from sheaf.deposit.jobs.contract import JobInfo, JobState
from sheaf.workers.jobs.webhook import Webhook


@pytest.fixture
def server():
    """Answers as its list says, and then well; keeps what was posted."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            serving.posted.append((self.headers, body))
            self.send_response(serving.answers.pop(0) if serving.answers else 204)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *words):
            pass

    serving = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    serving.posted, serving.answers = [], []
    serving.url = f"http://127.0.0.1:{serving.server_port}/hook"
    thread = threading.Thread(target=serving.serve_forever, args=(0.05,))
    thread.start()
    yield serving
    serving.shutdown()
    thread.join()
    serving.server_close()


def job(number=7):
    now = datetime(2026, 5, 1, 2, 7, 11, tzinfo=UTC)
    more = {"finished": now, "words": "12 kept.", "counters": {"new": 12}, "run": 3}
    return JobInfo(number, "import", "Import", {}, "ann", JobState.DONE, 4, now, **more)


def test_the_end_of_a_job_is_posted_and_noted(library, server, monkeypatch):
    monkeypatch.setenv("SHEAF_JOBS_WEBHOOK", server.url)
    monkeypatch.setenv("SHEAF_JOBS_WEBHOOK_SECRET", "a secret")
    number = library.jobs.add("count", {"to": 2}, owner="ann").number
    fails = library.jobs.add("fail", {}).number
    with worker_of(library, once=True):
        pass
    told = {json.loads(body)["number"]: json.loads(body) for _, body in server.posted}
    assert told[number]["state"] == "done"
    assert told[number]["counters"] == {"numbers": 2}
    assert told[number]["library"] == "lib"
    assert told[fails]["problem"] == "There is nothing to fail at."
    headers, body = server.posted[0]
    right = hmac.new(b"a secret", body, hashlib.sha256).hexdigest()
    assert headers["X-Sheaf-Signature"] == f"sha256={right}"
    assert library.jobs.log(number)[-1].text == "posted to the webhook at 127.0.0.1"


def test_what_is_not_taken_is_tried_again_and_given_up(server):
    server.answers = [500, 503, 200, 404, 404, 404]
    webhook = Webhook(server.url, "", "lib", pause=0.01)
    webhook.post(job(1))
    webhook.post(job(2))
    while len(server.posted) < 6:
        pass
    webhook.close()
    assert webhook.results() == [
        (1, "posted to the webhook at 127.0.0.1"),
        (2, "not posted to the webhook at 127.0.0.1: it answered 404"),
    ]
    assert "X-Sheaf-Signature" not in server.posted[0][0]
    webhook.close()  # once more does nothing


def test_a_webhook_that_nobody_answers_stops_nobody(server):
    server.server_close()
    webhook = Webhook(server.url, "", "lib", pause=60)
    for number in range(3):
        webhook.post(job(number))
    webhook.close()
    assert [number for number, _ in webhook.results()] == [0, 1, 2]

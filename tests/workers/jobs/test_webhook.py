"""The webhook: what is posted, signed, tried again, and noted in the log of the job."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

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

"""The first question: did the web send a document at all?"""

from __future__ import annotations

from sheaf import urls
from sheaf.records import Candidate, Dropped, Outcome


def has_arrived(candidate: Candidate) -> Candidate | Dropped:
    capture = candidate.capture
    if capture.lost is not None:
        return capture.lost
    try:
        urls.canonical(capture.url)
    except urls.BadUrl:
        return Dropped(Outcome.FAILED, f"{capture.url[:200]!r} is no absolute URL")
    # An importer of files knows no status; what is there has arrived.
    if capture.status is not None and not 200 <= capture.status < 300:
        words = "sent elsewhere" if 300 <= capture.status < 400 else "answered"
        return Dropped(Outcome.BAD_STATUS, f"the server {words} with status {capture.status}")
    return candidate

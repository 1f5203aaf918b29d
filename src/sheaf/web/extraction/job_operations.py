"""Long work as a job: accepted at once, asked for later."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from ninja import Query
from ninja.params import Path

from sheaf.web.extraction.options import ResultOptions, tell
from sheaf.web.extraction.problems import RETRY_SECONDS, problem_of
from sheaf.web.extraction.served import served_extraction
from sheaf.workers.service.contract import ItemState, JobItem, ReadingJob, ReadingWish
from sheaf.workers.service.jobs import JobSource

JSON = "application/json"
# A preference of RFC 7240; others are nobody's business here.
ASYNC = "respond-async"
JOBS = "/extract/jobs"
Job = Annotated[str, Path(description="What a job was called when it was accepted.")]
Number = Annotated[int, Path(ge=0, le=999_999, description="Which file of the job, from 0.")]


def prefers_job(prefer: str) -> bool:
    wishes = (one.partition(";")[0].strip().lower() for one in prefer.split(","))
    return ASYNC in wishes


def begin_job(
    request: HttpRequest, sources: Iterable[JobSource], wish: ReadingWish
) -> HttpResponse:
    service = served_extraction()
    job = service.jobs.find(service.jobs.accept(sources, wish, service.settings.upload_bytes))
    told = _tell_job(request, job)
    headers = {"Location": told["links"]["self"], "Preference-Applied": ASYNC}
    return _answer(told, 202, {**headers, **_come_again(job)})


def describe_job(request: HttpRequest, job: Job) -> HttpResponseBase:
    """How far a job has come: of each file whether it waits, is being read, was read or refused.
    `Retry-After` says when to ask again."""
    found = served_extraction().jobs.find(job)
    return _answer(_tell_job(request, found), 200, _come_again(found))


def job_result(
    request: HttpRequest, job: Job, number: Number, options: Query[ResultOptions]
) -> HttpResponseBase:
    """What a file of a job says, as it would have been answered at once; 409 before it was read.
    Why it was refused is a problem."""
    read = served_extraction().jobs.result(job, number)
    return tell(request, read, options)


def remove_job(request: HttpRequest, job: Job) -> HttpResponseBase:
    """The job goes now, with its results; what waits of it is not read."""
    served_extraction().jobs.remove(job)
    return HttpResponse(status=204)


def _tell_job(request: HttpRequest, job: ReadingJob) -> dict[str, Any]:
    base = request.build_absolute_uri(f"/api/v1{JOBS}/{job.token}")
    states = [one.state for one in job.items]
    expires = datetime.fromtimestamp(job.expires, UTC)
    return {
        "job": job.token,
        "state": job.state,
        "count": len(states),
        **{str(state): states.count(state) for state in ItemState},
        "expires": expires.isoformat(timespec="minutes"),
        "items": [_tell_item(base, one) for one in job.items],
        "links": {"self": base},
    }


def _tell_item(base: str, item: JobItem) -> dict[str, Any]:
    told: dict[str, Any] = {"number": item.number, "name": item.name, "state": str(item.state)}
    if item.refused is not None:
        answer = problem_of(item.refused)
        assert answer is not None, "a refusal has one"
        told["problem"] = json.loads(answer.content)
    elif item.is_done:
        told["links"] = {"result": f"{base}/results/{item.number}"}
    return told


def _come_again(job: ReadingJob) -> dict[str, str]:
    return {} if job.state == "done" else {"Retry-After": str(RETRY_SECONDS)}


def _answer(told: dict[str, Any], status: int, headers: dict[str, str]) -> HttpResponse:
    headers = {"Cache-Control": "private, no-store", **headers}
    return HttpResponse(json.dumps(told), status=status, content_type=JSON, headers=headers)

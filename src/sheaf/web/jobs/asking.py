"""What the pages of jobs ask of a request and of the library."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from sheaf.deposit.jobs.contract import JobInfo
from sheaf.web.library import served_library


def job_or_404(number: int) -> JobInfo:
    job = served_library().jobs.get(number)
    if job is None:
        raise Http404(f"There is no job {number} in this library.")
    return job


def who(request: HttpRequest) -> str:
    return request.user.get_username()

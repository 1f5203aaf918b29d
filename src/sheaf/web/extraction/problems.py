"""Errors for programs, as RFC 9457 has them: application/problem+json."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse

from sheaf.workers.service.contract import (
    REFUSAL_MEANINGS,
    BusyError,
    NotReadYetError,
    RefusalReason,
    RefusedFileError,
    UnknownTokenError,
)

MEDIA_TYPE = "application/problem+json"
# What stands in `type` of a refusal, with the reason behind it.
REFUSALS = "urn:sheaf:refusal:"
STATUS_OF = {
    RefusalReason.TOO_LARGE: 413,
    RefusalReason.WRONG_TYPE: 415,
    RefusalReason.FAULT: 500,
}
REFUSED = 422
RETRY_SECONDS = 1  # after which a job may have come further
NOT_YET = "This file of the job has not been read yet."
EXPIRED = "Nothing was sent under this token, or it has expired."


def problem(
    status: int, detail: str, *, headers: Mapping[str, str] | None = None, **more: Any
) -> HttpResponse:
    """`error` is what our other operations call the same sentence."""
    told = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "error": detail,
        **more,
    }
    return HttpResponse(
        json.dumps(told), status=status, content_type=MEDIA_TYPE, headers=dict(headers or {})
    )


def problem_of(found: Exception) -> HttpResponse | None:
    """What the service said no with; None where it did not."""
    if isinstance(found, RefusedFileError):
        meaning = REFUSAL_MEANINGS[found.refusal]
        title = f"{meaning[:1].upper()}{meaning[1:]}"
        return problem(
            STATUS_OF.get(found.refusal, REFUSED),
            f"{title}: {found}.",
            type=f"{REFUSALS}{found.refusal}",
            title=title,
            reason=str(found.refusal),
        )
    if isinstance(found, BusyError):
        return problem(503, f"{found} Come again.", headers=retry_after(found))
    if isinstance(found, NotReadYetError):
        return problem(409, NOT_YET, headers={"Retry-After": str(RETRY_SECONDS)})
    if isinstance(found, UnknownTokenError):
        return problem(404, EXPIRED)
    return None


def retry_after(busy: BusyError) -> dict[str, str]:
    return {"Retry-After": str(math.ceil(busy.seconds))}

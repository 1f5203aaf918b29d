"""How programs are told what is wrong: as a problem of RFC 9457, with a sentence in `detail`."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from django.http import JsonResponse

MEDIA_TYPE = "application/problem+json"


def problem_answer(
    status: int, words: str, headers: Mapping[str, str] | None = None
) -> JsonResponse:
    """`words` say what happened, and what can be done."""
    told = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": words,
    }
    return JsonResponse(told, status=status, content_type=MEDIA_TYPE, headers=headers)

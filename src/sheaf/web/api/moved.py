"""The addresses that the API had before /api/v1; each leads there, with what was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe


def moved_to(name: str) -> Callable[..., HttpResponse]:
    """A view that leads to the operation of that name, with the same parts of the path."""

    @require_safe
    def lead(request: HttpRequest, **parts: Any) -> HttpResponse:
        address = reverse(f"api:{name}", kwargs=parts)
        asked = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(f"{address}?{asked}" if asked else address)

    return lead

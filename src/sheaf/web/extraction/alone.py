"""The extraction service without a library: its addresses, and what Django needs for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings as django_settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sheaf.acquire.crawl.control.metrics import CONTENT_TYPE
from sheaf.settings import Settings
from sheaf.web.extraction.figures import metric_lines
from sheaf.web.extraction.interface import make_urls
from sheaf.web.extraction.problems import problem
from sheaf.web.extraction.routes import routes
from sheaf.web.extraction.served import folder_for, start_extraction, stop_extraction
from sheaf.web.library import EVERYWHERE
from sheaf.workers.service.service import ExtractionService

# What stands for the library in the name of the folder with the state.
NO_LIBRARY = Path("/no-library")
WRONG_NAME = (
    "This server was asked in a way it does not answer to. If it was reached by a name of its own, "
    "that is to be listed in allowed_hosts of [web]."
)
# No users, no sessions, no catalogue.
MIDDLEWARE = [
    "sheaf.web.security.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]


@contextmanager
def serving_alone(settings: Settings, host: str) -> Iterator[ExtractionService]:
    """From now on this process answers with the extraction service and nothing else."""
    service = ExtractionService(settings, folder_for(settings, NO_LIBRARY))
    django_settings.ROOT_URLCONF = __name__
    django_settings.MIDDLEWARE = MIDDLEWARE
    django_settings.TEMPLATES = TEMPLATES
    django_settings.ALLOWED_HOSTS = _host_names(settings, host)
    start_extraction(service, is_public=True)
    service.start(is_warm=True)
    try:
        yield service
    finally:
        stop_extraction()
        service.close()


def _host_names(settings: Settings, host: str) -> list[str]:
    address = f"[{host}]" if ":" in host else host
    return [*settings.web.allowed_hosts, *([] if host in EVERYWHERE else [address])]


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    return redirect("extract", permanent=False)


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    lines = "".join(f"{line}\n" for line in metric_lines())
    return HttpResponse(lines, content_type=CONTENT_TYPE)


def show_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(404, "There is nothing at this address.")


def show_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(400, WRONG_NAME)


def show_error(request: HttpRequest) -> HttpResponse:
    return problem(500, "This is a fault of ours.")


urlpatterns = [
    path("", start, name="start"),
    *routes,
    path("api/v1/", make_urls("api", "openapi.json")),
    path("metrics", metrics, name="metrics"),
    path("healthz", health, name="health"),
    path("readyz", health, name="ready"),
]
handler400 = "sheaf.web.extraction.alone.show_bad_request"
handler404 = "sheaf.web.extraction.alone.show_not_found"
handler500 = "sheaf.web.extraction.alone.show_error"

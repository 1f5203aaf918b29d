"""Samples: a form of conditions with a count, those that were kept, and their files."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice

from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheaf.deposit.retrieval.containers import MEDIA_TYPES, PARTS, CopyForm
from sheaf.errors import SheafError
from sheaf.web.library import served_library
from sheaf.web.people.rights import Role, needs
from sheaf.web.samples.condition_form import ConditionForm, name_for, read_form
from sheaf.web.security import SANDBOX

COUNT_SECONDS = 0.12  # with all around it, a page answers within 0.2
COUNT_MOST = 1_000_000
SHOWN_SAMPLES = 200
SHOWN_MEMBERS = 50


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def samples(request: HttpRequest) -> HttpResponse:
    """Without scripts the button "Count" comes here, too."""
    form = read_form(request.POST if request.method == "POST" else request.GET)
    name = request.POST.get("name", "").strip() or name_for(timezone.now().date())
    problem = ""
    if request.POST.get("order") == "draw" and form.conditions is not None:
        try:
            drawing = _draw(form, name, request.user.get_username())
        except SheafError as error:
            problem = f"{error} {error.what_to_do}".strip()
        else:
            messages.success(request, f"{drawing} was drawn and is kept.")
            found = served_library().retrieval.sample(drawing)
            return redirect("sample", found.number)
    is_wrong = bool(problem or form.problems)
    context = {
        "form": form,
        "name": name,
        "problem": problem,
        "counted": _count(form) if form.given and not problem else "",
        "samples": served_library().retrieval.samples(SHOWN_SAMPLES),
    }
    return render(request, "sheaf/samples.html", context, status=400 if is_wrong else 200)


def _draw(form: ConditionForm, name: str, owner: str) -> str:
    assert form.conditions is not None
    retrieval = served_library().retrieval
    retrieval.check_name(name)
    return retrieval.save(name, retrieval.draw(form.conditions), owner=owner).name


def _count(form: ConditionForm) -> str:
    """Never for long: it is asked with every letter."""
    if form.conditions is None:
        return ""
    retrieval = served_library().retrieval
    try:
        counted = retrieval.count(form.conditions, most=COUNT_MOST, seconds=COUNT_SECONDS)
    except SheafError as problem:
        return f"{problem} {problem.what_to_do}".strip()
    return f"{counted.words[:1].upper()}{counted.words[1:]}."


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def count(request: HttpRequest) -> JsonResponse:
    """For scripts: how many documents meet the conditions in the address, or what is wrong."""
    form = read_form(request.GET)
    return JsonResponse({"words": _count(form), "problems": dict(form.problems)})


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def sample(request: HttpRequest, number: int) -> HttpResponse:
    found = served_library().retrieval.sample_at(number)
    if found is None:
        raise Http404("There is no such sample.")
    drawing = served_library().retrieval.draw_again(found.name)
    members = list(islice(chain.from_iterable(drawing.pieces()), SHOWN_MEMBERS))
    summaries = served_library().summaries([number for number, _ in members])
    context = {
        "sample": found,
        "conditions": found.conditions.in_words(),
        "here_again": found.conditions.as_query(),
        "members": [(number, sha1, summaries.get(number)) for number, sha1 in members],
        "more": found.count - len(members),
        "parts": PARTS,
    }
    return render(request, "sheaf/sample.html", context)


@needs(Role.LIBRARIAN)
@require_safe
def download(request: HttpRequest, number: int) -> HttpResponseBase:
    form = request.GET.get("form", CopyForm.ZIP)
    if form not in MEDIA_TYPES:
        raise Http404("A sample is sent as zip, tar or tar.gz.")
    parts = [part for part in request.GET.getlist("with") if part in PARTS]
    return send_sample(request, number, form, parts, readable="names" in request.GET)


def send_sample(
    request: HttpRequest, number: int, form: str, parts: Sequence[str], *, readable: bool
) -> HttpResponseBase:
    """Written while it is sent."""
    retrieval = served_library().retrieval
    found = retrieval.sample_at(number)
    if found is None:
        raise Http404("There is no such sample.")
    top = slugify(found.name) or f"sample-{number}"
    headers = {
        "Content-Disposition": f'attachment; filename="{top}.{form}"',
        "Content-Security-Policy": SANDBOX,
    }
    kind = MEDIA_TYPES[CopyForm(form)]
    if request.method == "HEAD":
        return HttpResponse(content_type=kind, headers=headers)
    drawing = retrieval.draw_again(found.name)
    pieces = retrieval.stream(drawing, form, top=top, parts=parts, readable_names=readable)
    return StreamingHttpResponse(pieces, content_type=kind, headers=headers)


@needs(Role.LIBRARIAN)
@require_POST
def remove(request: HttpRequest, number: int) -> HttpResponse:
    retrieval = served_library().retrieval
    found = retrieval.sample_at(number)
    if found is not None:
        retrieval.remove_sample(found.name)
        messages.success(request, f"{found.name} is no longer kept. Its documents stay.")
    return redirect("samples")

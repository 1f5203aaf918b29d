"""Mistakes that readers report: the form for everybody, the list and the page for librarians.

Robots are kept off without scripts and without third parties: a field that people do not see must
stay empty, a form that comes back at once was filled in by no person, and of one address only a few
are taken in a while.
"""

from __future__ import annotations

import math
import time
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sheaf.deposit.by_hand.reports.contract import (
    CORRECTABLE,
    LONGEST_EMAIL,
    LONGEST_NOTE,
    LONGEST_RIGHT,
    LONGEST_WORDS,
    REPORTED_FIELDS,
    ReportInfo,
    ReportState,
)
from sheaf.errors import SheafError, UsageError
from sheaf.web.guessing import Throttle, TryCount, TryLimit, is_this_machine
from sheaf.web.library import served_library
from sheaf.web.paging import LARGEST_KEY, whole_number
from sheaf.web.papers.views import document_or_404
from sheaf.web.people.rights import Role, needs
from sheaf.web.server.proxies import network_of

AT_ONCE = 50
SALT = "sheaf.web.by_hand.report_pages"
QUICKEST, LONGEST_OPEN = 2.0, 24 * 3600.0  # seconds from the form to its coming back
OF_ADDRESS = TryLimit(5, 120.0)
# Behind a proxy that is not trusted all come from this machine.
OF_THIS_MACHINE = TryLimit(50, 12.0)
TOO_QUICK = "This came back quicker than people write. Look it over, and send it again."
TOO_OLD = "This form was open for very long. Look it over, and send it again."
FOR_ROBOTS = "Something stood in the field that is to stay empty. Send it again without."
TOO_MANY = "Too many reports came from this address. Try again in a few minutes."
throttle = Throttle()


class MistakeForm(forms.Form):
    """`stamp` says when the form was sent out, and of which document it is; `website` is there for
    robots, who fill in whatever has a name."""

    field = forms.ChoiceField(label="What is wrong?")
    words = forms.CharField(
        required=False, max_length=LONGEST_WORDS, label="What is wrong with it?",
        widget=forms.Textarea({"rows": 4}),
    )  # fmt: skip
    right = forms.CharField(
        required=False, max_length=LONGEST_RIGHT, label="What should it say?",
        widget=forms.Textarea({"rows": 2}), help_text="If you know. Authors one a line.",
    )  # fmt: skip
    email = forms.CharField(
        required=False, max_length=LONGEST_EMAIL, label="Your e-mail address",
        widget=forms.EmailInput({"autocomplete": "email"}),
        help_text="If you want to be asked. Only those who look after this library see it, and it "
        "is forgotten when the mistake was seen to.",
    )  # fmt: skip
    website = forms.CharField(required=False, label="Leave this empty")
    stamp = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, number: int, data: Any = None) -> None:
        self._number = number
        super().__init__(data, initial={"stamp": _stamp(number)})
        field = self.fields["field"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(REPORTED_FIELDS.items())
        self.fields["website"].widget.attrs |= {"tabindex": "-1", "autocomplete": "off"}

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if given.get("website"):
            raise forms.ValidationError(FOR_ROBOTS)
        age = _age(given.get("stamp") or "", self._number)
        if age is None or age > LONGEST_OPEN:
            raise forms.ValidationError(TOO_OLD)
        if age < QUICKEST:
            raise forms.ValidationError(TOO_QUICK)
        return given

    def renew_stamp(self) -> None:
        """For a form that is shown once more."""
        self.data = {name: self.data.get(name, "") for name in self.fields}
        age = _age(self.data["stamp"], self._number)
        if age is None or age > LONGEST_OPEN:
            self.data["stamp"] = _stamp(self._number)


def _stamp(number: int) -> str:
    return signing.dumps([number, round(time.time(), 1)], salt=SALT)


def _age(stamp: str, number: int) -> float | None:
    """Seconds since it was made; None where it is not ours, or of another document."""
    try:
        of, made = signing.loads(stamp, salt=SALT)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return time.time() - float(made) if of == number else None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mistake(request: HttpRequest, number: int) -> HttpResponse:
    """Open to all who may read the paper."""
    if not served_library().settings.web.mistakes:
        raise Http404("This library takes no reports here.")
    document = document_or_404(number)
    form = MistakeForm(number, request.POST if request.method == "POST" else None)
    status, wait = 200, 0.0
    if request.method == "POST":
        status, wait = _take(request, number, form)
        if status == 302:
            messages.success(request, "Thank you. Those who look after this library will see it.")
            return redirect("paper", number)
        form.renew_stamp()
    context = {
        "document": document,
        "title": (served_library().paper(number) or {}).get("title"),
        "form": form,
    }
    answer = render(request, "sheaf/mistake.html", context, status=status)
    if wait:
        answer.headers["Retry-After"] = str(math.ceil(wait))
    return answer


def _take(request: HttpRequest, number: int, form: MistakeForm) -> tuple[int, float]:
    """The status of the answer, 302 where the report was taken; and in how many seconds one would
    be."""
    if not form.is_valid():
        return 400, 0
    counts = _counts(request)
    if wait := throttle.reserve(*counts):
        form.add_error(None, TOO_MANY)
        return 429, wait
    given = {name: form.cleaned_data[name] for name in ("right", "email")}
    who = request.user.get_username()
    try:
        served_library().reports.add(
            number, form.cleaned_data["field"], form.cleaned_data["words"], who=who, **given
        )
    except UsageError as problem:
        throttle.give_back(*counts)
        form.add_error(None, f"{problem} {problem.what_to_do}".strip())
        return 400, 0
    return 302, 0


def _counts(request: HttpRequest) -> tuple[TryCount, ...]:
    address = request.META["REMOTE_ADDR"]
    limit = OF_THIS_MACHINE if is_this_machine(address) else OF_ADDRESS
    return (TryCount(("reports of", network_of(address)), limit),)


# -- for librarians --------------------------------------------------------------------------------


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    library = served_library()
    state = request.GET.get("state", ReportState.OPEN.value)
    state = state if state in {"all", *ReportState} else ReportState.OPEN.value
    document = whole_number(request.GET.get("document"), default=0, most=LARGEST_KEY) or None
    before = whole_number(request.GET.get("before"), default=0, most=LARGEST_KEY) or None
    found = library.reports.list(
        state="" if state == "all" else state, document=document, before=before, limit=AT_ONCE + 1
    )
    shown = found[:AT_ONCE]
    titles = library.summaries(sorted({one.document_id for one in shown}))
    context = {
        "reports": [(one, getattr(titles.get(one.document_id), "title", "")) for one in shown],
        "next": shown[-1].number if len(found) > AT_ONCE else None,
        "is_first": before is None,
        "state": state,
        "document": document,
        "open": library.reports.count_open(),
    }
    return render(request, "sheaf/reports.html", context)


class SettleForm(forms.Form):
    note = forms.CharField(
        required=False, max_length=LONGEST_NOTE, label="What was done about it",
        widget=forms.Textarea({"rows": 2}),
    )  # fmt: skip


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, number: int) -> HttpResponse:
    """One report, and the button that settles it."""
    library = served_library()
    found = library.reports.get(number)
    if found is None:
        raise Http404(f"There is no report {number}.")
    form = SettleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            library.reports.settle(number, form.cleaned_data["note"])
        except SheafError as problem:
            form.add_error(None, f"{problem} {problem.what_to_do}".strip())
        else:
            messages.success(request, f"Report {number} is settled.")
            return redirect("reports")
    others = library.reports.list(state="open", document=found.document_id, limit=AT_ONCE)
    context = {
        "report": found,
        "title": (library.paper(found.document_id) or {}).get("title"),
        "is_there": library.document(found.document_id) is not None,
        "others": [one for one in others if one.number != number],
        "form": form,
    }
    return render(request, "sheaf/report.html", context, status=400 if form.errors else 200)


def asked_report(request: HttpRequest, document: int) -> ReportInfo | None:
    """The report of this document that a correction is made for."""
    number = whole_number(request.GET.get("report"), default=0, most=LARGEST_KEY) or 0
    found = served_library().reports.get(number) if number else None
    return found if found is not None and found.document_id == document else None


def suggested_by(found: ReportInfo) -> dict[str, Any]:
    """What the report says is right, by the fields of the form of corrections."""
    if found.field == "is_paper":
        return {"not_a_paper": "on"}
    is_known = found.field in CORRECTABLE and found.right
    return {found.field: found.right} if is_known else {}

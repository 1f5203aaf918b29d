"""Corrections by hand: the form of a document, what was corrected, and taking it back."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheaf.deposit.by_hand.contract import KINDS, LONGEST_TEXT
from sheaf.errors import SheafError
from sheaf.extract.formats.model import read_paper
from sheaf.records import Document
from sheaf.web.by_hand.following import follow
from sheaf.web.by_hand.report_pages import asked_report, suggested_by
from sheaf.web.library import served_library
from sheaf.web.paging import whole_number
from sheaf.web.papers.views import document_or_404
from sheaf.web.people.rights import Role, needs

AT_ONCE = 100
# Of a file at once; `sheaf corrections export` has no such limit.
MOST_IN_FILE = 50_000
LARGEST_NUMBER = 10**11


class CorrectionForm(forms.Form):
    """What differs from what the form was sent out with is what somebody corrects: two people may
    have it open, and neither takes back what the other has done."""

    title = forms.CharField(
        required=False, max_length=LONGEST_TEXT, widget=forms.Textarea({"rows": 2}),
        show_hidden_initial=True,
    )  # fmt: skip
    authors = forms.CharField(
        required=False, max_length=200_000, widget=forms.Textarea({"rows": 6}),
        help_text="One a line, as printed.", show_hidden_initial=True,
    )  # fmt: skip
    year = forms.CharField(
        required=False, max_length=4, widget=forms.TextInput({"inputmode": "numeric"}),
        show_hidden_initial=True,
    )  # fmt: skip
    venue = forms.CharField(
        required=False, max_length=LONGEST_TEXT, help_text="Journal or meeting.",
        show_hidden_initial=True,
    )  # fmt: skip
    kind = forms.ChoiceField(required=False, show_hidden_initial=True)
    not_a_paper = forms.BooleanField(
        required=False, label="This is not a paper", show_hidden_initial=True,
        help_text="The document stays, and is not found any more.",
    )  # fmt: skip

    def __init__(
        self, document: Document, paper: dict[str, Any] | None, *, is_paper: bool, data: Any
    ) -> None:
        initial = _initial(document, paper or {}, is_paper=is_paper)
        super().__init__(data, initial=initial)
        kinds = dict.fromkeys([document.kind, *KINDS])
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = [(one, one or "not judged") for one in kinds]
        if paper is None:
            for name in ("title", "authors", "year", "venue"):
                del self.fields[name]

    def corrected(self) -> dict[str, Any]:
        """By the names of fields that `correct` takes."""
        changed = {name: self.cleaned_data[name] for name in self.changed_data}
        if "authors" in changed:
            changed["authors"] = changed["authors"].splitlines()
        if "not_a_paper" in changed:
            changed["is_paper"] = not changed.pop("not_a_paper")
        return changed


def _initial(document: Document, paper: dict[str, Any], *, is_paper: bool) -> dict[str, Any]:
    return {
        "kind": document.kind,
        "not_a_paper": not is_paper,
        "title": paper.get("title") or "",
        "authors": "\n".join(one.name for one in read_paper(paper).authors),
        "year": "" if paper.get("year") is None else str(paper["year"]),
        "venue": paper.get("venue") or "",
    }


def _prefilled(initial: dict[str, Any], suggested: dict[str, Any]) -> dict[str, Any]:
    """What a browser would send of a form in which somebody has written what is suggested."""
    shown = {name: value for name, value in initial.items() if value is not False}
    return {**shown, **{f"initial-{name}": value for name, value in shown.items()}, **suggested}


@never_cache
@needs(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, number: int) -> HttpResponse:
    library, document = served_library(), document_or_404(number)
    paper, history = library.paper(number), library.corrections.of_document(number)
    is_paper = all(one.undone or one.field != "is_paper" for one in history)
    told = asked_report(request, number)
    data: Any = request.POST or None
    if told is not None and request.method != "POST" and (suggested := suggested_by(told)):
        data = _prefilled(_initial(document, paper or {}, is_paper=is_paper), suggested)
    form = CorrectionForm(document, paper, is_paper=is_paper, data=data)
    if request.method == "POST" and form.is_valid():
        try:
            done = library.corrections.correct(number, form.corrected())
        except SheafError as problem:
            form.add_error(None, f"{problem} {problem.what_to_do}".strip())
        else:
            _say(request, [one.field for one in done])
            return redirect("report", told.number) if told else redirect("paper", number)
    context = {
        "document": document,
        "title": (paper or {}).get("title"),
        "form": form,
        "is_read": paper is not None,
        "history": history,
        "report": told,
    }
    status = 400 if request.method == "POST" and form.errors else 200
    return render(request, "sheaf/correct.html", context, status=status)


def _say(request: HttpRequest, fields: list[str]) -> None:
    if fields:
        words = " and ".join(", ".join(fields).replace("is_paper", "what it is").rsplit(", ", 1))
        messages.success(request, f"Corrected: {words}. {follow()}")
    else:
        messages.info(request, "Nothing was changed.")


@needs(Role.LIBRARIAN)
@require_POST
def undo(request: HttpRequest, number: int) -> HttpResponse:
    """A correction by its number."""
    try:
        done = served_library().corrections.undo_one(number)
    except SheafError as problem:
        messages.error(request, str(problem))
        return redirect("corrections")
    messages.success(request, f"The {done.field} is as it was before. {follow()}")
    return redirect("correct", done.document_id) if done.document_id else redirect("corrections")


@never_cache
@needs(Role.LIBRARIAN)
@require_safe
def corrections(request: HttpRequest) -> HttpResponse:
    if request.GET.get("format") == "jsonl":
        return _as_file()
    before = whole_number(request.GET.get("before"), default=0, most=LARGEST_NUMBER) or None
    found = served_library().corrections.list(before=before, limit=AT_ONCE + 1, undone=True)
    context = {
        "corrections": found[:AT_ONCE],
        "next": found[AT_ONCE - 1].number if len(found) > AT_ONCE else None,
        "is_first": before is None,
        "total": served_library().corrections.count(),
    }
    return render(request, "sheaf/corrections.html", context)


def _as_file() -> HttpResponse:
    """For training and for other libraries. Made whole: a connection to the catalogue belongs to
    the thread of its request."""
    lines = islice(served_library().corrections.export(), MOST_IN_FILE)
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)
    answer = HttpResponse(text, content_type="application/x-ndjson; charset=utf-8")
    answer.headers["Content-Disposition"] = 'attachment; filename="corrections.jsonl"'
    return answer

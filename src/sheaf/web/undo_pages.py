"""Taking a run back from the browser: first what would happen, then, on a second click, it does."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from sheaf.app import UndoReport
from sheaf.errors import CannotUndoError, LibraryBusyError
from sheaf.web.library import served


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, number: int) -> HttpResponse:
    info = served().run(number)
    if info is None:
        raise Http404(f"There is no run {number} in this library.")
    try:
        if request.method == "POST":
            done = served().undo(number)
            messages.success(request, f"Run {number} was undone: {_in_words(done)}.")
            return redirect("run", number)
        would = _in_words(served().undo(number, dry_run=True))
    except (CannotUndoError, LibraryBusyError) as problem:
        context = {"run": info, "problem": problem}
        return render(request, "sheaf/undo.html", context, status=409)
    return render(request, "sheaf/undo.html", {"run": info, "would": would})


def _in_words(report: UndoReport) -> str:
    removed = f"{report.removed:,} document{'' if report.removed == 1 else 's'} removed"
    return f"{removed}, {report.restored:,} brought back as they were before"

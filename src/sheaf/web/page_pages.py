"""A page worth finding (an article of a wiki, a hub, a homepage) as text, with what it leads to."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheaf.extract.formats.model import one_line
from sheaf.web.hidden_paths import shown_to
from sheaf.web.library import served_library

LONGEST_CONTENT = 500_000
MOST_LINKS = 300


@require_safe
def page(request: HttpRequest, number: int) -> HttpResponse:
    library = served_library()
    info = library.page(number)
    text = library.page_content(number)
    if info is None or text is None:
        raise Http404(f"There is no page {number} in this library.")
    content = text.content[:LONGEST_CONTENT]
    context = {
        "page": shown_to(request, info),
        "title": one_line(text.title) or info.url,
        "categories": [one_line(one) for one in text.categories],
        "modified": text.last_modified,
        "problem": shown_to(request, one_line(text.problem)),
        "paragraphs": [words for part in content.split("\n") if (words := one_line(part))],
        "is_cut": len(text.content) > LONGEST_CONTENT,
        "links": [one_line(one) for one in text.out_links[:MOST_LINKS]],
        "more_links": max(0, len(text.out_links) - MOST_LINKS),
    }
    return render(request, "sheaf/page.html", context)

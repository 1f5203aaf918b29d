"""A search as a feed (Atom): what came into the library last of all that it finds."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from sheaf.extract.formats.model import one_line
from sheaf.records import PaperSummary
from sheaf.web.finding.asked import SearchAddress, read_asked
from sheaf.web.library import served_library

MOST_ENTRIES = 50
# Among these the newest are looked for: a question that finds more is none that a feed answers.
MOST_LOOKED_AT = 20_000
NEAR_THE_END = 1000  # of the numbers, where nothing is asked for: some may be gone
ATOM = "application/atom+xml; charset=utf-8"


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    library, asked = served_library(), read_asked(request)
    if asked.is_empty:
        last = library.last_number()
        found: Iterable[int] = (number for number, _ in library.times(last - NEAR_THE_END, last))
    else:
        found = library.find_all(asked.words, filters=asked.filters, most=MOST_LOOKED_AT)
    # Numbers grow as documents come.
    numbers = heapq.nlargest(MOST_ENTRIES, found)
    summaries, times = library.summaries(numbers), library.times_of(numbers)
    known = [
        (summaries[number], times[number])
        for number in numbers
        if number in summaries and number in times
    ]
    text = "".join(_feed(request, asked, known))
    return HttpResponse(text.encode("utf-8", "replace"), content_type=ATOM)


def _feed(
    request: HttpRequest, asked: SearchAddress, known: list[tuple[PaperSummary, datetime]]
) -> Iterator[str]:
    page = request.build_absolute_uri(reverse("search") + asked.parameters)
    own = request.build_absolute_uri(reverse("feed") + asked.parameters)
    latest = max((time for _, time in known), default=datetime(1970, 1, 1, tzinfo=UTC))
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
    yield _element("title", f"{asked.question or 'All papers'} · Sheaf")
    yield _element("id", own)
    yield f'<link rel="self" type="application/atom+xml" href={quoteattr(own)}/>\n'
    yield f'<link rel="alternate" type="text/html" href={quoteattr(page)}/>\n'
    yield _element("updated", latest.isoformat())
    # A feed has an author where one of its entries has none.
    yield f"<author>{_element('name', 'Sheaf')}</author>\n"
    for paper, time in known:
        yield from _entry(request, paper, time)
    yield "</feed>\n"


def _entry(request: HttpRequest, paper: PaperSummary, time: datetime) -> Iterator[str]:
    address = request.build_absolute_uri(reverse("paper", args=[paper.id]))
    yield "<entry>\n"
    yield _element("title", paper.title or f"Document {paper.id}, no title read")
    yield _element("id", address)
    yield f'<link rel="alternate" type="text/html" href={quoteattr(address)}/>\n'
    yield _element("updated", time.isoformat())
    for name in paper.authors:
        yield f"<author>{_element('name', name)}</author>\n"
    where = ", ".join(str(part) for part in (paper.venue, paper.year) if part)
    yield _element("summary", where)
    yield "</entry>\n"


def _element(name: str, words: str) -> str:
    return f"<{name}>{escape(one_line(words))}</{name}>\n"

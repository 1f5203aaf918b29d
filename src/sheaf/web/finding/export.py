"""All that a search finds as one file: a bibliography, a table, or JSON lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from sheaf.extract.formats import FORMATS
from sheaf.web.finding.asked import SearchAddress, read_asked
from sheaf.web.hidden_paths import paper_shown_to
from sheaf.web.library import served_library
from sheaf.web.security import SANDBOX

# In the order in which they are offered.
EXPORTS = {
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl": "CSL-JSON",
    "csv": "CSV",
    "json": "JSON lines",
    "reference": "Plain references",
}
ENDINGS = {"json": "jsonl", "reference": "txt"}


@require_safe
def export(request: HttpRequest, name: str) -> HttpResponseBase:
    """Written while it is sent, so that it may be as long as it is."""
    if name not in EXPORTS:
        raise Http404(f"Results cannot be written as {name}.")
    chosen = FORMATS[name]
    kind = "application/jsonl" if name == "json" else chosen.media_type
    ending = ENDINGS.get(name, chosen.extension)
    headers = {
        "Content-Disposition": f'attachment; filename="results.{ending}"',
        "Content-Security-Policy": SANDBOX,
    }
    kind = f"{kind}; charset=utf-8"
    if request.method == "HEAD":
        return HttpResponse(content_type=kind, headers=headers)
    pieces = _pieces(request, _find(read_asked(request)), name)
    return StreamingHttpResponse(pieces, content_type=kind, headers=headers)


def _find(asked: SearchAddress) -> Iterator[int]:
    """The first is found before the answer begins: one that has begun cannot tell of an error."""
    found = served_library().find_all(asked.words, filters=asked.filters, sort=asked.sort)
    return chain(list(islice(found, 1)), found)


def _pieces(request: HttpRequest, numbers: Iterator[int], name: str) -> Iterator[bytes]:
    def as_seen(paper: dict[str, Any]) -> dict[str, Any]:
        return paper_shown_to(request, paper)

    for text in served_library().write_papers(name, numbers, change=as_seen):
        yield text.encode("utf-8", "replace")

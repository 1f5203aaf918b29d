"""Records: a header that says when a document changed, and the document in a format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse

from sheaf.extract.formats import FORMATS
from sheaf.extract.formats.markup import Markup, block, element, embed
from sheaf.extract.formats.model import Json
from sheaf.records import ChangedDocument, PaperSummary
from sheaf.web.hidden_paths import paper_shown_to, shown_to
from sheaf.web.library import served_library
from sheaf.web.oai import dublin_core
from sheaf.web.oai.request import SECOND_FORM
from sheaf.web.oai.sets import COLUMNS, write_spec

JATS_NAMESPACE = "http://jats.nlm.nih.gov"
JATS_SCHEMA = "https://jats.nlm.nih.gov/publishing/1.1/xsd/JATS-journalpublishing1.xsd"
JATS_ATTRIBUTES = {"xmlns": JATS_NAMESPACE}
NOTHING_READ: Json = {"provenance": {}}


@dataclass(frozen=True, slots=True)
class MetadataFormat:
    """A format of records, under the prefix by which it is asked for. One that tells what a paper
    says has nothing to tell of a document that was not read."""

    prefix: str
    schema: str
    namespace: str
    write: Callable[[PaperSummary, Json, str], Markup]
    only_read: bool = False
    at_once: int = 100


def _write_jats(summary: PaperSummary, paper: Json, address: str) -> Markup:
    known = {"id": summary.id, "sha1": summary.sha1, "url": summary.url}
    return embed(FORMATS["jats"].write({**known, **paper}), JATS_ATTRIBUTES)


METADATA_FORMATS = {
    written.prefix: written
    for written in (
        MetadataFormat("oai_dc", dublin_core.SCHEMA, dublin_core.NAMESPACE, dublin_core.write),
        # Whole papers: twenty are about two megabytes.
        MetadataFormat(
            "jats", JATS_SCHEMA, JATS_NAMESPACE, _write_jats, only_read=True, at_once=20
        ),
    )
}


def write_header(change: ChangedDocument, domain: str) -> Markup:
    named = ((column, str(getattr(change, column))) for column in COLUMNS)
    sets = [element("setSpec", write_spec(*pair)) for pair in named if pair[1]]
    return block(
        "header",
        element("identifier", write_identifier(change.id, domain)),
        element("datestamp", write_time(change.time)),
        *sets,
        attributes={"status": "deleted" if change.is_removed else None},
    )


def write_records(
    request: HttpRequest, changes: Sequence[ChangedDocument], chosen: MetadataFormat, domain: str
) -> list[Markup]:
    library = served_library()
    numbers = [change.id for change in changes if not change.is_removed]
    summaries = library.summaries(numbers)
    papers = dict(library.papers(numbers))
    records = []
    for change in changes:
        metadata = None
        if change.id in summaries:
            read = paper_shown_to(request, papers.get(change.id, dict(NOTHING_READ)))
            summary = _shown(request, summaries[change.id])
            address = request.build_absolute_uri(reverse("paper", args=[change.id]))
            metadata = block("metadata", chosen.write(summary, read, address))
        # What went a moment ago has no metadata any more, and says so.
        told = change if metadata else replace(change, is_removed=True)
        records.append(block("record", write_header(told, domain), metadata))
    return records


def _shown(request: HttpRequest, summary: PaperSummary) -> PaperSummary:
    return replace(summary, url=shown_to(request, summary.url))


def write_time(time: datetime) -> str:
    return time.strftime(SECOND_FORM)


def write_identifier(number: int, domain: str) -> str:
    return f"oai:{domain}:{number}"


def read_identifier(identifier: str, domain: str) -> int | None:
    """The number of a document; None for an identifier that we never gave out."""
    digits = identifier.removeprefix(f"oai:{domain}:")
    if digits == identifier or not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        return None
    number = int(digits)
    return number if write_identifier(number, domain) == identifier else None

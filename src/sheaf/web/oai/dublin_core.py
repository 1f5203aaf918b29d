"""A document in the fifteen elements of Dublin Core, as every harvester takes it."""

from __future__ import annotations

from collections.abc import Iterator

from sheaf.extract.formats.entries import date_parts, published_in
from sheaf.extract.formats.markup import Markup, block, element
from sheaf.extract.formats.model import Json, leave_out_uncertain, read_paper, split_paragraphs
from sheaf.extract.formats.people import NameParts, split_names
from sheaf.records import PaperSummary

NAMESPACE = "http://www.openarchives.org/OAI/2.0/oai_dc/"
SCHEMA = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
ATTRIBUTES = {
    "xmlns:oai_dc": NAMESPACE,
    "xmlns:dc": "http://purl.org/dc/elements/1.1/",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    "xsi:schemaLocation": f"{NAMESPACE} {SCHEMA}",
}


def write(summary: PaperSummary, paper: Json, address: str) -> Markup:
    """`paper` is what was read, empty where nothing was; `address` leads to it in this library."""
    elements = (
        element(f"dc:{name}", text) for name, text in _elements(summary, paper, address) if text
    )
    return block("oai_dc:dc", *elements, attributes=ATTRIBUTES)


def _elements(summary: PaperSummary, paper: Json, address: str) -> Iterator[tuple[str, str | None]]:
    read = leave_out_uncertain(read_paper(paper))
    yield "title", read.title
    yield from (("creator", _inverted(name)) for name in split_names(read.authors))
    yield from (("subject", keyword) for keyword in read.keywords)
    yield from (("description", part) for part in split_paragraphs(read.abstract))
    yield "date", _date(date_parts(read.year, read.date))
    yield "type", "Text"
    yield "type", summary.kind
    yield "format", summary.mime_type
    yield "identifier", address
    yield "identifier", read.doi and f"doi:{read.doi}"
    yield "identifier", read.arxiv_id and f"arXiv:{read.arxiv_id}"
    yield "identifier", summary.url
    yield "identifier", f"sha1:{summary.sha1}"
    yield "source", ", ".join(published_in(read)) or None
    yield "language", read.language or summary.language


def _inverted(name: NameParts) -> str:
    """As libraries sort it: Beethoven, Ludwig van."""
    parts = (name.family, name.suffix, f"{name.given} {name.particle}".strip())
    return name.literal or ", ".join(part for part in parts if part)


def _date(parts: tuple[int | None, int | None, int | None]) -> str | None:
    year, month, day = parts
    known = [
        f"{year:04}" if year else "",
        f"{month:02}" if month else "",
        f"{day:02}" if day else "",
    ]
    return "-".join(part for part in known if part) or None

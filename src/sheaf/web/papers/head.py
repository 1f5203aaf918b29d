"""What the head of a paper's page tells programs that collect, index or share it: Highwire's and
Open Graph's tags, and JSON-LD in the words of schema.org.

What the reader is not sure of is left out, as in every bibliography.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheaf.extract.formats.entries import BibliographyEntry, Keys, entry_of_paper
from sheaf.extract.formats.model import language_tag, leave_out_uncertain
from sheaf.records import Author, Paper

LONGEST_DESCRIPTION = 300
MOST_AUTHORS = 200
# Which tag names the place where a work of this kind came out.
CONTAINERS = {"inproceedings": "citation_conference_title", "incollection": "citation_inbook_title"}
HOUSES = {
    "thesis": "citation_dissertation_institution",
    "techreport": "citation_technical_report_institution",
}
TYPES = {"thesis": "Thesis", "techreport": "Report", "book": "Book", "incollection": "Chapter"}
# These end a script element or begin a comment in one; JSON has another way to write them.
IN_SCRIPTS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the paper is to be found here, in full; no PDF where there is none."""

    page: str
    text: str
    pdf: str | None = None


@dataclass(frozen=True, slots=True)
class Head:
    tags: tuple[tuple[str, str], ...]
    properties: tuple[tuple[str, str], ...]
    json_ld: str
    canonical: str


def head_of(paper: Paper, addresses: Addresses) -> Head:
    entry = entry_of_paper(leave_out_uncertain(paper), Keys())
    return Head(
        tags=tuple((name, words) for name, words in _citation_tags(entry, addresses) if words),
        properties=tuple((name, words) for name, words in _open_graph(entry, addresses) if words),
        json_ld=json.dumps(_json_ld(entry, addresses)).translate(IN_SCRIPTS),
        canonical=addresses.page,
    )


def _citation_tags(
    entry: BibliographyEntry, addresses: Addresses
) -> Iterator[tuple[str, str | None]]:
    work = entry.work
    yield "description", _description(entry.paper)
    # Whoever collects these tags takes a page without a title for none.
    if not work.title:
        return
    yield "citation_title", work.title
    for author in entry.paper.authors[:MOST_AUTHORS]:
        yield "citation_author", author.name
        yield from (("citation_author_institution", place) for place in author.affiliations)
    yield "citation_publication_date", _date(entry, "/")
    yield CONTAINERS.get(entry.kind, "citation_journal_title"), work.venue
    yield HOUSES.get(entry.kind, "citation_publisher"), work.institution or work.publisher
    yield "citation_volume", work.volume
    yield "citation_issue", work.issue
    yield "citation_firstpage", entry.first_page
    yield "citation_lastpage", entry.last_page
    yield "citation_doi", work.doi
    yield "citation_arxiv_id", work.arxiv_id
    yield "citation_language", language_tag(entry.paper)
    yield "citation_keywords", "; ".join(entry.paper.keywords)
    yield "citation_abstract_html_url", addresses.page
    yield "citation_fulltext_html_url", addresses.text
    yield "citation_pdf_url", addresses.pdf


def _open_graph(entry: BibliographyEntry, addresses: Addresses) -> Iterator[tuple[str, str | None]]:
    yield "og:type", "article"
    yield "og:site_name", "Sheaf"
    yield "og:title", entry.work.title or "Untitled"
    yield "og:url", addresses.page
    yield "og:description", _description(entry.paper)
    yield "article:published_time", _date(entry, "-")
    yield from (("article:tag", word) for word in entry.paper.keywords)


def _json_ld(entry: BibliographyEntry, addresses: Addresses) -> Mapping[str, Any]:
    work, paper = entry.work, entry.paper
    found = {
        "@context": "https://schema.org",
        "@type": TYPES.get(entry.kind, "ScholarlyArticle"),
        "@id": addresses.page,
        "url": addresses.page,
        "name": work.title,
        "headline": work.title,
        "author": [_person(author) for author in paper.authors[:MOST_AUTHORS]],
        "datePublished": _date(entry, "-"),
        "abstract": paper.abstract,
        "keywords": list(paper.keywords),
        "inLanguage": language_tag(paper),
        "isPartOf": {"@type": "CreativeWork", "name": work.venue} if work.venue else None,
        "pageStart": entry.first_page,
        "pageEnd": entry.last_page,
        "sameAs": [_doi_address(work.doi)] if work.doi else [],
        "identifier": [_identifier("DOI", work.doi), _identifier("arXiv", work.arxiv_id)],
        "encoding": _encoding(addresses),
    }
    return {name: left for name, value in found.items() if (left := _without_empty(value))}


def _without_empty(value: Any) -> Any:
    return [one for one in value if one] if isinstance(value, list) else value


def _person(author: Author) -> dict[str, Any]:
    known = {
        "@type": "Person",
        "name": author.name,
        "givenName": author.given,
        "familyName": author.family,
        "affiliation": [{"@type": "Organization", "name": one} for one in author.affiliations],
    }
    return {name: value for name, value in known.items() if value}


def _identifier(kind: str, value: str | None) -> dict[str, str] | None:
    return {"@type": "PropertyValue", "propertyID": kind, "value": value} if value else None


def _doi_address(doi: str) -> str:
    return f"https://doi.org/{doi}"


def _encoding(addresses: Addresses) -> dict[str, str] | None:
    if addresses.pdf is None:
        return None
    kind = {"@type": "MediaObject", "encodingFormat": "application/pdf"}
    return {**kind, "contentUrl": addresses.pdf}


def _date(entry: BibliographyEntry, between: str) -> str | None:
    """As much of it as is known."""
    parts = (entry.year, entry.month, entry.day)
    return between.join(f"{part:02}" for part in parts if part is not None) or None


def _description(paper: Paper) -> str:
    words = " ".join((paper.abstract or "").split())
    if len(words) <= LONGEST_DESCRIPTION:
        return words
    return f"{words[:LONGEST_DESCRIPTION].rpartition(' ')[0]} …"

"""CSL-JSON: a list of items, as citation processors and reference managers take it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sheaf.extract.formats.entries import BibliographyEntry
from sheaf.extract.formats.people import NameParts

TYPES = {
    "article": "article-journal",
    "inproceedings": "paper-conference",
    "incollection": "chapter",
    "book": "book",
    "thesis": "thesis",
    "techreport": "report",
    "web": "webpage",
}


def write_entries(entries: Iterable[BibliographyEntry]) -> Iterator[str]:
    """One list, written as its items come."""
    before = "[\n"
    for entry in entries:
        text = json.dumps(_make_item(entry), ensure_ascii=False, indent=2)
        # No string of JSON holds a line end: all there are stand between its variables.
        yield before + "  " + text.replace("\n", "\n  ")
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _make_item(entry: BibliographyEntry) -> dict[str, Any]:
    """Only what is known: an empty variable would be printed as one."""
    variables = {
        "id": entry.key,
        # Preprints and all that is nothing in particular are articles to CSL.
        "type": TYPES.get(entry.kind, "article"),
        "title": entry.work.title,
        "author": _people(entry.authors),
        "editor": _people(entry.editors),
        "genre": entry.genre,
        "container-title": entry.work.venue,
        "collection-title": entry.work.series,
        "issued": _date_issued(entry),
        "volume": entry.work.volume,
        "issue": entry.work.issue,
        "page": _pages(entry),
        "publisher": entry.work.publisher or entry.work.institution,
        "publisher-place": entry.work.place,
        "DOI": entry.work.doi,
        "URL": entry.link,
        "number": f"arXiv:{entry.work.arxiv_id}" if entry.work.arxiv_id else None,
        "note": entry.work.note,
        "abstract": entry.paper.abstract,
        "keyword": ", ".join(entry.paper.keywords),
        "language": entry.paper.language,
    }
    return {name: value for name, value in variables.items() if value}


def _people(names: Sequence[NameParts]) -> list[dict[str, str]]:
    return [_person(name) for name in names]


def _person(name: NameParts) -> dict[str, str]:
    if name.literal:
        return {"literal": name.literal}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
    }
    return {key: value for key, value in parts.items() if value}


def _date_issued(entry: BibliographyEntry) -> dict[str, list[list[int]]] | None:
    if entry.year is None:
        return None
    parts = [part for part in (entry.year, entry.month, entry.day) if part is not None]
    return {"date-parts": [parts]}


def _pages(entry: BibliographyEntry) -> str | None:
    if entry.first_page is None:
        return None
    return f"{entry.first_page}-{entry.last_page}" if entry.last_page else entry.first_page

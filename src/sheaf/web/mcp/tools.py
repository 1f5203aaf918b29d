"""What assistants can ask of a library. Each answer is bounded, for it goes into a text that is
bounded itself, and says how to ask for the rest. No path of this machine is told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import Field

from sheaf.app import Library
from sheaf.errors import UsageError
from sheaf.graph.telling import tell_citing, tell_references, tell_works
from sheaf.records import PaperSummary
from sheaf.search.contract import tell_similar
from sheaf.web.hidden_paths import public_url

Json = dict[str, Any]
LONGEST_TEXT = 20_000
LONGEST_ABSTRACT = 5_000
LONGEST_SNIPPET = 500
MOST_SECTIONS = 200
MOST_AUTHORS = 30
MOST_SENTENCES = 5
LAST_OFFSET = 10_000
ENTRY_FIELDS = ("title", "year", "venue", "doi")

LARGEST_NUMBER = 999_999_999
Number = Annotated[int, Field(ge=1, le=LARGEST_NUMBER, description="The number of the paper.")]
Limit = Annotated[int, Field(ge=1, le=50, description="So many at the most.")]
Least = Annotated[int, Field(ge=1, description="Cited by so many at least.")]
Offset = Annotated[int, Field(ge=0, le=LAST_OFFSET, description="Begin after this many.")]


class Tools:
    """Every public method is a tool; its docstring says what it is for."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def search(
        self,
        words: Annotated[
            str,
            Field(
                max_length=2000,
                description='Words, "a phrase", title:word, author:name, year:2010-2015, -word; or '
                "a title, a DOI or a whole reference, as it is.",
            ),
        ],
        limit: Limit = 10,
        offset: Offset = 0,
        sort: Literal["relevance", "newest", "oldest", "cited"] = "relevance",
        filters: Annotated[
            dict[str, list[str]] | None,
            Field(
                max_length=8,
                description="year (2014 or 2014-2016), author, venue, kind, language, host: of one "
                "any value, of different ones all.",
            ),
        ] = None,
    ) -> Json:
        """Find papers of the library by words of their text, title, authors, venue or year."""
        found = self._library.search(
            words, limit=limit, offset=offset, filters=filters or {}, sort=sort
        )
        papers = [
            {
                "id": hit.id,
                "sha1": hit.sha1,
                "title": hit.title,
                "authors": list(hit.authors[:MOST_AUTHORS]),
                "year": hit.year,
                "venue": hit.venue,
                "citations": hit.citations,
                "snippet": hit.snippet[:LONGEST_SNIPPET],
            }
            for hit in found.hits
        ]
        told = {"total": found.total, "papers": papers, "not_understood": list(found.complaints)}
        if found.suggestion is not None:
            told["perhaps_meant"] = found.suggestion.words
        return _bounded(told) | _next(offset + len(papers), min(found.total, LAST_OFFSET))

    def paper(self, id: Number) -> Json:  # noqa: A002 - as papers have it everywhere
        """What is known of a paper: title, authors, abstract, year, and a list of its sections."""
        read = self._find(id)
        sections = read.get("sections") or []
        kept = ("title", "year", "venue", "doi", "arxiv_id", "language", "keywords")
        return _bounded(
            {
                "id": id,
                "sha1": read["sha1"],
                "url": public_url(read["url"]),
                **{name: read.get(name) for name in kept},
                "authors": [
                    {"name": author["name"], "affiliations": author.get("affiliations") or []}
                    for author in (read.get("authors") or [])[:MOST_AUTHORS]
                ],
                "abstract": (read.get("abstract") or "")[:LONGEST_ABSTRACT],
                "sections": [
                    {
                        "number": place,
                        "heading": section.get("heading"),
                        "characters": len(section["text"]),
                    }
                    for place, section in enumerate(sections[:MOST_SECTIONS], 1)
                ],
                "section_count": len(sections),
                "reference_count": len(read.get("references") or []),
            }
        )

    def full_text(
        self,
        id: Number,  # noqa: A002
        section: Annotated[
            int | None, Field(ge=1, description="One section by its number; none means all.")
        ] = None,
        offset: Annotated[int, Field(ge=0, description="Begin at this character.")] = 0,
    ) -> Json:
        """The text of a paper, whole or one section, in stretches of 20,000 characters."""
        read = self._find(id)
        sections = read.get("sections") or []
        if section is not None and section > len(sections):
            raise UsageError(f"Paper {id} has {len(sections)} sections.")
        chosen = sections if section is None else [sections[section - 1]]
        text = "\n\n".join(_section_text(section) for section in chosen)
        end = min(len(text), offset + LONGEST_TEXT)
        told = {"id": id, "sha1": read["sha1"], "text": text[offset:end], "characters": len(text)}
        return told | _next(end, len(text))

    def references(self, id: Number, limit: Limit = 50, offset: Offset = 0) -> Json:  # noqa: A002
        """What a paper cites, in its order; `work.documents` are papers of the library."""
        read = self._find(id)
        entries = list(enumerate(read.get("references") or []))
        told = [
            (
                place,
                {name: entry.get(name) for name in ENTRY_FIELDS}
                | {"raw": _short(entry.get("raw"))},
            )
            for place, entry in entries[offset : offset + limit]
        ]
        matched = self._library.graph.references(id)
        found = tell_references(told, matched, self._summaries)
        head = {"id": id, "sha1": read["sha1"], "total": len(entries), "references": found}
        return _bounded(head) | _next(offset + len(found), len(entries))

    def cited_by(self, id: Number, limit: Limit = 20, offset: Offset = 0) -> Json:  # noqa: A002
        """Who cites a paper, in whatever version, the latest first, and the sentences that do."""
        document = self._library.document(id)
        if document is None:
            raise UsageError(f"There is no document {id}.")
        graph = self._library.graph
        total = graph.count_cited_by(id)
        found = tell_citing(graph.cited_by(id, limit=limit, offset=offset), self._summaries)
        for citing in found:
            citing["sentences"] = [_short(text) for text in citing["sentences"][:MOST_SENTENCES]]
        head = {"id": id, "sha1": document.sha1, "total": total, "papers": found}
        return _bounded(head) | _next(offset + limit, total)

    def similar(self, id: Number, limit: Limit = 10) -> Json:  # noqa: A002
        """Papers like one paper, and why: by words, by what both cite, by who cites both."""
        found = self._library.similar(id, limit=limit)
        known = self._summaries([paper.document_id for paper in found])
        return _bounded({"id": id, "papers": tell_similar(found, known)})

    def wanted(self, least: Least = 1, limit: Limit = 20, offset: Offset = 0) -> Json:
        """Works that papers of the library cite and it does not have, the most cited first."""
        graph = self._library.graph
        total = graph.count_wanted(least=least)
        found = list(graph.wanted(least=least, limit=limit, offset=offset))
        told = {"total": total, "works": tell_works(found, self._summaries)}
        return _bounded(told) | _next(offset + limit, total)

    def _find(self, number: int) -> Json:
        read = self._library.paper(number)
        if read is None:
            raise UsageError(f"No paper was read out of a document {number}.")
        return read

    def _summaries(self, numbers: Collection[int]) -> dict[int, Json]:
        found = self._library.summaries(numbers)
        return {number: _told(summary) for number, summary in found.items()}


def _told(summary: PaperSummary) -> Json:
    return {
        "id": summary.id,
        "sha1": summary.sha1,
        "title": summary.title,
        "authors": list(summary.authors[:MOST_AUTHORS]),
        "year": summary.year,
        "venue": summary.venue,
        "doi": summary.doi,
    }


def _bounded(told: Json) -> Json:
    """What should be short and is not, because it was misread, is cut."""
    return {
        name: _cut(value, LONGEST_ABSTRACT if name == "abstract" else LONGEST_SNIPPET)
        for name, value in told.items()
    }


def _cut(value: Any, most: int = LONGEST_SNIPPET) -> Any:
    if isinstance(value, str):
        return value[:most]
    if isinstance(value, dict):
        return _bounded(value)
    return [_cut(item) for item in value[:MOST_SECTIONS]] if isinstance(value, list) else value


def _next(end: int, total: int) -> Json:
    """Where to go on; null at the end."""
    return {"next_offset": end if end < total else None}


def _short(text: str | None) -> str:
    return (text or "")[:LONGEST_SNIPPET]


def _section_text(section: Json) -> str:
    return "\n\n".join(part for part in (section.get("heading"), section["text"]) if part)

"""Works, and who cites them, for programs: as JSON, as a table, as a bibliography.

Documents are named by number and SHA-1; `FindDocuments` finds these by number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sheaf.csv_tables import write_table
from sheaf.extract.exporting import stream_references
from sheaf.extract.names import read_person
from sheaf.graph.contract import CitingPaper, MatchedReference, WorkInfo
from sheaf.records import Reference

Json = dict[str, Any]
FindDocuments = Callable[[Collection[int]], Mapping[int, Mapping[str, Any]]]
COLUMNS = ("work", "citations", "title", "authors", "year", "venue", "doi", "arxiv_id")


def tell_works(works: Sequence[WorkInfo], find: FindDocuments) -> list[Json]:
    numbers = sorted({number for work in works for number in work.documents})
    known = find(numbers) if numbers else {}
    return [
        {
            **asdict(work),
            "is_wanted": work.is_wanted,
            "documents": [
                {"id": number, "sha1": known[number]["sha1"]}
                for number in work.documents
                if number in known
            ],
        }
        for work in works
    ]


def tell_citing(found: Sequence[CitingPaper], find: FindDocuments) -> list[Json]:
    known = find([citing.document_id for citing in found])
    return [
        {
            **known[citing.document_id],
            "positions": list(citing.positions),
            "sentences": list(citing.sentences),
        }
        for citing in found
        if citing.document_id in known
    ]


def tell_references(
    entries: Iterable[tuple[int, Mapping[str, Any]]],
    matched: Iterable[MatchedReference],
    find: FindDocuments,
) -> list[Json]:
    """Entries with their positions, each with the work that it leads to, where it leads to one."""
    entries = list(entries)
    positions = {position for position, _ in entries}
    leading = [match for match in matched if match.position in positions]
    works = tell_works([match.work for match in leading], find)
    found = {
        match.position: {"work": work, "match": match.confidence}
        for match, work in zip(leading, works, strict=True)
    }
    nothing: Json = {"work": None, "match": None}
    return [
        {"position": position, **entry, **found.get(position, nothing)}
        for position, entry in entries
    ]


def write_works(works: Iterable[WorkInfo], name: str) -> Iterator[str]:
    """Works that are wanted, in a format, as they come."""
    if name == "json":
        return (
            json.dumps({**asdict(work), "is_wanted": work.is_wanted}, ensure_ascii=False) + "\n"
            for work in works
        )
    if name == "csv":
        return write_table(COLUMNS, map(_row, works))
    return stream_references(map(_as_reference, works), name)


def _row(work: WorkInfo) -> tuple[str | int | None, ...]:
    names = "; ".join(work.authors)
    return (
        work.id, work.citations, work.title, names, work.year, work.venue, work.doi, work.arxiv_id,
    )  # fmt: skip


def _as_reference(work: WorkInfo) -> Reference:
    return Reference(
        raw="",
        title=work.title or None,
        authors=tuple(read_person(name) for name in work.authors),
        year=work.year,
        venue=work.venue or None,
        doi=work.doi or None,
        arxiv_id=work.arxiv_id or None,
    )

"""The paper tables, filled from the .json files of papers, which say what was read, and from what
people have corrected; and whether the rows still say the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sheaf.deposit import bulk, models
from sheaf.deposit.bulk import make_storable
from sheaf.deposit.overlay.corrected import correct_papers
from sheaf.deposit.paper_shape import LARGEST_YEAR, is_paper

PAPER_FIELDS = tuple(field.attname for field in models.Paper._meta.concrete_fields)
AUTHOR_FIELDS = ("paper_id", "position", "name", "given", "family")
REFERENCE_FIELDS = ("paper_id", "position", "title", "first_author", "year", "doi")
LONGEST_NAME = 255

Json = dict[str, Any]


def paper_rows(alias: str, papers: Mapping[int, Json | None]) -> None:
    """Replace the rows of these documents with those of papers as they were read. They are
    projections: the .json files are the truth, and what people have corrected is laid over it. A
    document that was not read has None, and no row."""
    if not papers:
        return
    papers = correct_papers(alias, papers)
    models.Paper.objects.using(alias).filter(document_id__in=list(papers)).delete()
    read = {number: paper for number, paper in papers.items() if paper is not None}
    papers_made = (paper_row(number, paper) for number, paper in read.items())
    bulk.insert(alias, models.Paper, PAPER_FIELDS, papers_made)
    bulk.insert(
        alias,
        models.PaperAuthor,
        AUTHOR_FIELDS,
        ((number, *row) for number, paper in read.items() for row in author_rows(paper)),
    )
    bulk.insert(
        alias,
        models.PaperReference,
        REFERENCE_FIELDS,
        ((number, *row) for number, paper in read.items() for row in reference_rows(paper)),
    )


def paper_row(number: int, paper: Json) -> tuple[Any, ...]:
    """In the order of PAPER_FIELDS."""
    provenance = paper.get("provenance") or {}
    values = {
        "document_id": number,
        "title": make_storable(paper.get("title") or ""),
        "abstract": make_storable(paper.get("abstract") or ""),
        "year": year_of(paper),
        "venue": make_storable(paper.get("venue") or ""),
        "doi": make_storable(paper.get("doi") or "")[:255],
        "extractor": make_storable(provenance.get("extractor") or "")[:32],
        "extractor_version": make_storable(provenance.get("extractor_version") or "")[:32],
        "annotators": annotators_key(_annotator_versions(provenance.get("annotators") or {})),
    }
    return tuple(values[name] for name in PAPER_FIELDS)


def annotators_key(versions: Mapping[str, str]) -> str:
    """The annotators of a paper and their versions in one column."""
    named = (f"{name}={version}" for name, version in sorted(versions.items()))
    return make_storable(" ".join(named))[:255]


def _annotator_versions(annotators: Json) -> dict[str, str]:
    """Of those that did their work; one that failed is as good as none."""
    return {
        name: one["version"]
        for name, one in annotators.items()
        if isinstance(one, dict) and isinstance(one.get("version"), str) and "error" not in one
    }


def author_rows(paper: Json) -> Iterator[tuple[Any, ...]]:
    """In the order of AUTHOR_FIELDS, without the paper."""
    for position, author in enumerate(paper.get("authors") or []):
        yield (
            position,
            make_storable(author["name"]),
            make_storable(author.get("given") or "")[:LONGEST_NAME],
            make_storable(author.get("family") or "")[:LONGEST_NAME],
        )


def reference_rows(paper: Json) -> Iterator[tuple[Any, ...]]:
    """In the order of REFERENCE_FIELDS, without the paper. An entry with neither title nor DOI
    leads to no other paper, and has no row."""
    for position, one in enumerate(paper.get("references") or []):
        if one.get("title") or one.get("doi"):
            yield (
                position,
                make_storable(one.get("title") or ""),
                make_storable(_first_family(one))[:LONGEST_NAME],
                year_of(one),
                make_storable(one.get("doi") or "")[:255],
            )


def year_of(values: Json) -> int | None:
    """A year that a column can hold; extractors may be anybody's."""
    year = values.get("year")
    return year if isinstance(year, int) and abs(year) < LARGEST_YEAR else None


def _first_family(reference: Json) -> str:
    first = next(iter(reference.get("authors") or []), None) or {}
    return first.get("family") or first.get("name") or ""


def paper_from_file(path: Path) -> Json:
    values: Json = json.loads(path.read_text(encoding="utf-8"))
    return values


def paper_at(path: Path) -> dict[str, Any] | None:
    """The paper in a file; None where there is none, or something else."""
    try:
        paper = paper_from_file(path)
    except (OSError, ValueError, RecursionError):
        return None
    return {**paper, "provenance": paper.get("provenance") or {}} if is_paper(paper) else None


def describe_difference(row: models.Paper | None, paper: dict[str, Any]) -> str:
    """What is wrong with the rows; empty where nothing is. The row comes with its authors and
    references."""
    if row is None:
        return "the catalogue has no row of this paper"
    wanted = paper_row(row.document_id, paper)
    names = [
        name
        for name, value in zip(PAPER_FIELDS, wanted, strict=True)
        if getattr(row, name) != value
    ]
    if list(_rows(row.authors, AUTHOR_FIELDS)) != list(author_rows(paper)):
        names.append("authors")
    if list(_rows(row.references, REFERENCE_FIELDS)) != list(reference_rows(paper)):
        names.append("references")
    return f"the catalogue has another {', '.join(names)}" if names else ""


def _rows(related: Any, fields: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    for one in related.all():
        yield tuple(getattr(one, name) for name in fields if name != "paper_id")

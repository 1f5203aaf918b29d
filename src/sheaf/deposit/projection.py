"""The .json file of a paper, which is the truth, and whether the rows still say the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sheaf.deposit import models
from sheaf.deposit.papers import (
    AUTHOR_FIELDS,
    LARGEST_YEAR,
    PAPER_FIELDS,
    REFERENCE_FIELDS,
    author_rows,
    paper_from_file,
    paper_row,
    reference_rows,
)

TEXTS = ("title", "abstract", "venue", "doi")


def paper_at(path: Path) -> dict[str, Any] | None:
    """The paper in a file; None where there is none, or something else."""
    try:
        paper = paper_from_file(path)
    except (OSError, ValueError, RecursionError):
        return None
    return {**paper, "provenance": paper.get("provenance") or {}} if is_paper(paper) else None


def is_paper(value: Any) -> bool:
    """Whether rows can be made from it: a damaged file may be JSON all the same."""
    if not isinstance(value, dict):
        return False
    provenance = value.get("provenance") or {}
    return (
        isinstance(provenance, dict)
        and _are_texts(provenance.get(name) for name in ("extractor", "extractor_version"))
        and isinstance(provenance.get("annotators") or {}, dict)
        and _are_texts(value.get(name) for name in TEXTS)
        and _is_year(value.get("year"))
        and _are_people(value.get("authors"), named=True)
        and isinstance(value.get("references") or [], list)
        and all(map(_is_reference, value.get("references") or []))
    )


def _is_reference(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _are_texts((value.get("title"), value.get("doi")))
        and _is_year(value.get("year"))
        and _are_people(value.get("authors"))
    )


def _are_people(value: Any, *, named: bool = False) -> bool:
    return isinstance(value or [], list) and all(
        isinstance(one, dict)
        and _are_texts(one.get(name) for name in ("name", "given", "family"))
        and (not named or one.get("name") is not None)
        for one in value or []
    )


def _are_texts(values: Any) -> bool:
    return all(value is None or isinstance(value, str) for value in values)


def _is_year(value: Any) -> bool:
    return value is None or (isinstance(value, int) and abs(value) < LARGEST_YEAR)


def differs(row: models.Paper | None, paper: dict[str, Any]) -> str:
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

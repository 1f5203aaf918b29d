"""Whether the rows of a paper still say what its .json file says, which is the truth."""

from __future__ import annotations

from typing import Any

from sheaf.deposit import models
from sheaf.deposit.papers import paper_row
from sheaf.deposit.values import storable

FIELDS = tuple(
    field.name for field in models.Paper._meta.concrete_fields if field.name != "document"
)
TEXTS = ("title", "abstract", "venue", "doi")
LARGEST_YEAR = 2**31  # what a column of integers can hold


def is_paper(value: Any) -> bool:
    """Whether rows can be made from it: a damaged file may be JSON all the same."""
    if not isinstance(value, dict):
        return False
    provenance = value.get("provenance") or {}
    texts = [value.get(name) for name in TEXTS]
    if not isinstance(provenance, dict) or not isinstance(value.get("authors") or [], list):
        return False
    texts += [provenance.get("extractor"), provenance.get("extractor_version")]
    year = value.get("year")
    return (
        all(text is None or isinstance(text, str) for text in texts)
        and (year is None or (isinstance(year, int) and abs(year) < LARGEST_YEAR))
        and all(
            isinstance(one, dict) and isinstance(one.get("name"), str)
            for one in value.get("authors") or []
        )
    )


def differs(row: models.Paper | None, paper: dict[str, Any]) -> str:
    """What is wrong with the rows; empty where nothing is. The row comes with its authors."""
    if row is None:
        return "the catalogue has no row of this paper"
    wanted = paper_row(row.document_id, paper)
    names = [name for name in FIELDS if getattr(row, name) != getattr(wanted, name)]
    authors = [storable(one["name"]) for one in paper.get("authors") or []]
    if [one.name for one in row.authors.all()] != authors:
        names.append("authors")
    return f"the catalogue has another {', '.join(names)}" if names else ""

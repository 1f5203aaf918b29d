"""The paper tables, filled from the JSON that was read out of documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sheaf.deposit import models
from sheaf.deposit.values import storable


def paper_rows(alias: str, papers: Mapping[int, dict[str, Any] | None]) -> None:
    """Replace the rows of these documents. They are projections: the .json files are the truth.
    A document that was not read has None, and no row."""
    if not papers:
        return
    models.Paper.objects.using(alias).filter(document_id__in=list(papers)).delete()
    read = {number: paper for number, paper in papers.items() if paper is not None}
    models.Paper.objects.using(alias).bulk_create(
        [paper_row(number, paper) for number, paper in read.items()]
    )
    models.PaperAuthor.objects.using(alias).bulk_create(
        [
            models.PaperAuthor(paper_id=number, position=position, name=storable(author["name"]))
            for number, paper in read.items()
            for position, author in enumerate(paper.get("authors") or [])
        ]
    )


def paper_row(number: int, paper: dict[str, Any]) -> models.Paper:
    provenance = paper.get("provenance") or {}
    return models.Paper(
        document_id=number,
        title=storable(paper.get("title") or ""),
        abstract=storable(paper.get("abstract") or ""),
        year=paper.get("year"),
        venue=storable(paper.get("venue") or ""),
        doi=storable(paper.get("doi") or "")[:255],
        extractor=storable(provenance.get("extractor") or "")[:32],
        extractor_version=storable(provenance.get("extractor_version") or "")[:32],
    )


def paper_from_file(path: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return values

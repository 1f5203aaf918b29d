"""The documents of a work as its versions: what their heads say, and what ranks them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sheaf.deposit import bulk, models
from sheaf.deposit.graph.descriptions import Copy, CopyFacts
from sheaf.deposit.graph.works import STATEMENT_FIELDS, read_statement


def find_copies(alias: str, documents: Collection[int]) -> dict[int, Copy]:
    """By number: those of these documents of which anything was read."""
    numbers = sorted(set(documents))
    pages = dict(bulk.select(alias, models.Document, ("id", "pages"), "id", numbers))
    columns = ("document_id", "facts")
    facts = dict(bulk.select(alias, models.GraphDocument, columns, "document_id", numbers))
    rows = bulk.select(
        alias, models.Description, ("document_id", *STATEMENT_FIELDS), "document_id", numbers
    )
    return {
        number: Copy(
            number, read_statement(said), read_facts(facts.get(number)), pages.get(number) or 0
        )
        for number, *said in rows
    }


def facts_as_json(facts: CopyFacts) -> dict[str, Any]:
    return {
        "characters": facts.characters,
        "references": facts.references,
        "is_ocr": facts.is_ocr,
        "sure": dict(facts.sure),
        "by_hand": list(facts.by_hand),
    }


def read_facts(values: Mapping[str, Any] | None) -> CopyFacts:
    if not values:
        return CopyFacts()
    return CopyFacts(**{**values, "by_hand": tuple(values.get("by_hand") or ())})

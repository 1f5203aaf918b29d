"""The way back: from what was read of a document to the record of the archive it came from."""

from __future__ import annotations

from typing import Any

from sheaf.deposit.catalogue import Catalogue

# What may be empty in every paper, and says nothing about the reading.
NOT_FIELDS = frozenset({"provenance", "confidence", "extras"})


def trace_document(catalogue: Catalogue, document_id: int) -> dict[str, Any] | None:
    """Document, capture, record, reading, and how sure each field is; None for no document."""
    document = catalogue.document(document_id)
    if document is None:
        return None
    origin = catalogue.provenance(document_id)
    paper = catalogue.paper(document_id) or {"provenance": {}}
    return {
        "document": {
            "id": document.id,
            "url": document.url,
            "mime_type": document.mime_type,
            "size": document.size,
            "sha1": document.sha1,
            "parent_url": document.parent_url,
            "files": [path.name for path in document.files],
        },
        "capture": origin and {
            "url": origin.url,
            "time": origin.time.isoformat(),
            "parent_url": origin.parent_url,
        },
        "record": origin and {
            "source": origin.source,
            "position": origin.position,
            "member": origin.member or None,
            "run": origin.run,
        },
        "reading": describe_reading(paper),
        "fields": find_fields(paper),
    }  # fmt: skip


def describe_reading(paper: dict[str, Any]) -> dict[str, Any] | None:
    """Who read the paper, and how its text was read; None for one that was never read."""
    provenance = paper["provenance"]
    if not provenance.get("extractor"):
        return None
    return {
        "extractor": provenance["extractor"],
        "extractor_version": provenance.get("extractor_version") or None,
        "annotators": provenance.get("annotators") or {},
        "text": provenance.get("text"),
        "error": provenance.get("error"),
        **_corrected(provenance.get("corrected")),
    }


def _corrected(told: Any) -> dict[str, Any]:
    """What people have put right, where they have."""
    return {"corrected": told} if isinstance(told, dict) and told else {}


def find_fields(paper: dict[str, Any]) -> dict[str, float | None]:
    """The fields that were found, and how sure the extractor is of each, where it says so."""
    confidence = paper.get("confidence")
    confidence = confidence if isinstance(confidence, dict) else {}
    found = {name: confidence.get(name) for name in paper if name not in NOT_FIELDS and paper[name]}
    for name in paper.get("extras") or {}:
        found[name] = confidence.get(name)
    return found

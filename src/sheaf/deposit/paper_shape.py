"""Whether a value is a paper: a damaged file may be JSON all the same, and so may the answer of a
worker that a document has broken."""

from __future__ import annotations

from typing import Annotated, Any

LARGEST_YEAR = 2**31  # what a column of integers can hold
TEXTS = ("title", "abstract", "venue", "doi")
PARTS_OF_A_NAME = ("name", "given", "family")


def is_paper(value: Any) -> bool:
    """Whether rows can be made from it."""
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
        and _is_text(value.get("title"))
        and _is_text(value.get("doi"))
        and _is_year(value.get("year"))
        and _are_people(value.get("authors"))
    )


def _are_people(value: Any, *, named: bool = False) -> bool:
    if not value:
        return True
    if not isinstance(value, list):
        return False
    for person in value:  # of all that a paper cites: no function for each name
        if not isinstance(person, dict):
            return False
        for key in PARTS_OF_A_NAME:
            part = person.get(key)
            if part is not None and not isinstance(part, str):
                return False
        if named and person.get("name") is None:
            return False
    return True


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _are_texts(values: Any) -> bool:
    return all(map(_is_text, values))


def _is_year(value: Any) -> bool:
    return value is None or (isinstance(value, int) and abs(value) < LARGEST_YEAR)


# What a function says that answers with a paper as JSON.
PaperJson = Annotated[dict[str, Any], is_paper]
